//! Tuning files: TOML that says what to look for, how and for how long, checked key by key.

mod file;
mod parameters;

use std::{collections::BTreeMap, ops::Range};

use plyglot_arena::{
    Entrant, Error, Limits,
    conditions::Source,
    entrant::{Files, entrant, limit_thinking},
    schedule::Versus,
    seating::match_blocks,
};
use plyglot_catalog::{Catalog, Opened, agent_spec};
use plyglot_core::{Spec, mix, options::Loader};
use serde_json::{Value, json};

use crate::{
    ablate::{self, Ablation},
    bayes::Bayes,
    cmaes::CmaEs,
    declared::{self, Declared},
    generate::Generate,
    method::Method,
    pool::Pool,
    setting::Setting,
    space::{Individual, Parameter, Template},
    spsa::Spsa,
    texel,
    tuning::{Budget, Task, Tuning},
};
pub use file::Kind;
use file::{File, Seats};

/// A tuning run that can be played.
pub struct Plan {
    /// Its title.
    pub title: String,
    /// How it looks for parameters.
    pub kind: Kind,
    /// The conditions of its games.
    pub setting: Setting,
    /// The same in other variants of the game, which games take turns with.
    pub variants: Vec<Setting>,
    /// The agent with places for parameters.
    pub template: Template,
    /// What is looked for.
    pub parameters: Vec<Parameter>,
    /// The agent at the start.
    pub start: Entrant,
    /// Whom individuals play where they do not play each other, and the result at the end.
    pub opponents: Vec<Entrant>,
    /// How much may be played.
    pub budget: Budget,
    /// Games of the result against the start.
    pub validate: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Games at a time, if the file says so.
    pub concurrency: Option<u16>,
    /// Everything that decides its games.
    pub config: Value,
    /// What somebody who plays it should know beforehand.
    pub warnings: Vec<String>,
    /// The individuals of a contest.
    pool: Vec<Individual>,
    /// What is taken out of an agent in turn, and the value that says so.
    parts: Vec<(String, String)>,
    probe: usize,
    file: File,
}

/// Reads a tuning file; `load` reads the files that it names. Errors tell line and column.
pub fn read(text: &str, catalog: &Catalog, load: Loader<'_>) -> Result<Plan, Error> {
    let source = Source(text);
    let file: File = source.read()?;
    Reading { source, catalog, load }.plan(file)
}

/// A variant of the game, and where it is written.
type Placed = (Opened, Range<usize>);

/// A file that is being checked.
struct Reading<'a> {
    source: Source<'a>,
    catalog: &'a Catalog,
    load: Loader<'a>,
}

impl Reading<'_> {
    fn plan(&self, file: File) -> Result<Plan, Error> {
        file.check_tables(&self.source)?;
        let kind = *file.method.get_ref();
        let files = Files::new(self.load);
        let (opened, variants) = self.rules(&file, &files)?;
        let mut limits = self.source.limits(&file.limits)?;
        let agent = |text: &toml::Spanned<String>| {
            let made = entrant(self.catalog, &opened, text.get_ref(), limits.depth, &files);
            made.map_err(|error| self.source.error(text.span(), error))
        };
        let start = Entrant { name: "start".to_owned(), ..agent(&file.agent)? };
        let opponents: Vec<Entrant> =
            file.opponents.iter().map(agent).collect::<Result<_, Error>>()?;
        let mut everybody = opponents.clone();
        everybody.push(start.clone());
        limit_thinking(self.catalog, &everybody, &mut limits);
        let number = |name, value, range, usual: u64| {
            Ok::<usize, Error>(self.source.number(name, value, range)?.unwrap_or(usual) as usize)
        };
        let read = files.into_read();
        let (setting, warnings) = self.setting(&file, opened, &limits, &read)?;
        let mut others = Vec::new();
        for (variant, place) in variants {
            let name = variant.entry.name;
            if name != setting.opened.entry.name {
                let message =
                    format!("{name}: expected a variant of {}", setting.opened.entry.name);
                return Err(self.source.error(place, message));
            }
            others.push(self.setting(&file, variant, &limits, &read)?.0);
        }
        let mut spec = Spec::parse(&start.spec)?;
        // The game decides it, unless somebody did: other variants have other boards.
        let typed = agent_spec(file.agent.get_ref(), self.load)?;
        if typed.given.iter().all(|(name, _)| name != "cells") {
            spec.given.retain(|(name, _)| name != "cells");
        }
        let declared = declared::all(self.catalog, &setting.opened, &spec);
        let separate = file.seats == Seats::Separate;
        if separate && matches!(kind, Kind::Texel | Kind::Ablate) {
            let message = format!("{kind} knows no separate seats: leave seats out");
            return Err(self.source.error(file.method.span(), message));
        }
        let seats = separate.then(|| setting.opened.session.players());
        let mut plan = Plan {
            title: file.title.clone().unwrap_or_else(|| {
                format!("{}: {} by {kind}", setting.opened.entry.name, start.short)
            }),
            kind,
            template: Template { spec, separate: seats },
            parameters: self.parameters(&file, &declared, seats)?,
            start,
            opponents,
            budget: self.budget(&file)?,
            validate: number("validate", &file.validate, 0..=1_000_000, 400)?,
            probe: number("probe", &file.probe, 0..=100_000, 20)?,
            seed: number("seed", &file.seed, 0..=i64::MAX, 1)? as u64,
            concurrency: (self.source.number("concurrency", &file.concurrency, 1..=1024)?)
                .map(|threads| threads as u16),
            pool: Vec::new(),
            parts: Vec::new(),
            config: Value::Null,
            warnings,
            setting,
            variants: others,
            file,
        };
        match kind {
            Kind::Contest => plan.pool = self.pool(&plan)?,
            Kind::Ablate => plan.parts = self.parts(&plan.file, &declared)?,
            _ => {}
        }
        plan.config = plan.fingerprint();
        Ok(plan)
    }

    /// The game, and its variants with the places where they are written; ranges stand for all that they hold.
    fn rules(&self, file: &File, files: &Files<'_>) -> Result<(Opened, Vec<Placed>), Error> {
        let open = |game: &toml::Spanned<String>| {
            let opened = self.catalog.open_all(game.get_ref(), &|path: &str| files.load(path));
            opened.map_err(|error| self.source.error(game.span(), error))
        };
        let mut games = open(&file.game)?;
        let opened = games.remove(0);
        let place = |games: Vec<Opened>, place: Range<usize>| {
            games.into_iter().map(move |game| (game, place.clone()))
        };
        let mut variants: Vec<Placed> = place(games, file.game.span()).collect();
        for game in &file.variants {
            variants.extend(place(open(game)?, game.span()));
        }
        Ok((opened, variants))
    }

    /// The conditions of games of one variant, and what somebody should know of them.
    fn setting(
        &self,
        file: &File,
        opened: Opened,
        limits: &Limits,
        files: &BTreeMap<String, String>,
    ) -> Result<(Setting, Vec<String>), Error> {
        let sides = opened.session.sides().count();
        let (openings, warnings) = self.source.openings(&file.openings, &opened, self.load)?;
        let setting = Setting {
            engine: self.catalog.signature(opened.entry.name)?,
            limits: limits.clone(),
            adjudication: self.source.adjudication(&file.adjudication, sides)?,
            openings,
            files: files.clone(),
            opened,
        };
        Ok((setting, warnings))
    }

    fn budget(&self, file: &File) -> Result<Budget, Error> {
        let games = self.source.number("games", &file.games, 1..=100_000_000)?;
        match (games, &file.time) {
            (Some(games), None) => Ok(Budget::Games(games as usize)),
            (None, Some(time)) if *time.get_ref() > 0.0 && time.get_ref().is_finite() => {
                Ok(Budget::Seconds(*time.get_ref()))
            }
            (None, Some(time)) => {
                let message = format!("time = {}: expected seconds above 0", time.get_ref());
                Err(self.source.error(time.span(), message))
            }
            (Some(_), Some(time)) => {
                Err(self.source.error(time.span(), "games and time exclude each other"))
            }
            (None, None) => Ok(Budget::Games(file.method.get_ref().usual_games())),
        }
    }

    /// The individuals of a file, one specification a line.
    fn pool(&self, plan: &Plan) -> Result<Vec<Individual>, Error> {
        let path = &plan.file.contest.pool;
        let refuse = |why: String| self.source.error(plan.file.method.span(), why);
        let text = (self.load)(path).map_err(refuse)?;
        let mut pool = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = |error: String| refuse(format!("{path}, line {}: {error}", at + 1));
            let own = self.individual(plan, line).map_err(|error| place(error.to_string()))?;
            pool.push(own);
        }
        match pool.len() {
            0 | 1 => Err(refuse(format!("{path}: expected two or more agents, one a line"))),
            _ => Ok(pool),
        }
    }

    /// The values that the parameters have in the specification of an agent.
    fn individual(&self, plan: &Plan, text: &str) -> Result<Individual, Error> {
        let spec = agent_spec(text, self.load)?;
        let full = self.catalog.agent(&spec.to_string(), &plan.setting.opened, self.load)?;
        Ok(parameters::values(&plan.parameters, &Spec::parse(full.spec())?)?)
    }
}

impl Plan {
    /// The schedule that looks for parameters, for all methods that play individuals against each other.
    pub fn tuning(&self, catalog: &Catalog) -> Result<Tuning, Error> {
        let (own, file, seed) = (self.parameters.clone(), &self.file, mix(self.seed));
        let field = !self.opponents.is_empty();
        let method: Box<dyn Method> = match self.kind {
            Kind::Generate => Box::new(Generate::new(own, file.generate.clone(), seed)),
            Kind::Spsa => Box::new(Spsa::new(own, file.spsa.clone(), field, seed)),
            Kind::Cmaes => Box::new(CmaEs::new(own, file.cmaes.clone(), field, seed)),
            Kind::Bayes => Box::new(Bayes::new(own, file.bayes.clone(), field, seed)),
            Kind::Contest => Box::new(Pool::new(self.pool.clone())),
            Kind::Texel | Kind::Ablate => {
                return Err(Error::Input(format!("{} plays no individuals", self.kind)));
            }
        };
        let probe = if self.kind == Kind::Contest { 0 } else { self.probe };
        let task = Task {
            settings: self.settings().cloned().collect(),
            catalog: catalog.clone(),
            template: self.template.clone(),
            parameters: self.parameters.clone(),
            opponents: self.opponents.clone(),
            budget: self.budget,
            probe: probe.div_ceil(2),
            group: self.group(),
            seed: self.seed,
        };
        Tuning::new(task, method, &self.kind.to_string())
    }

    /// The schedule that takes the agent apart.
    pub fn ablation(&self, catalog: &Catalog) -> Result<Ablation, Error> {
        let parts = self.parts.iter().map(|(name, out)| ablate::Out { name, out });
        let parts: Vec<_> = parts.collect();
        ablate::ablation(self, catalog, &parts, &self.file.ablate)
    }

    /// What is taken out of the agent in turn, and the value that does.
    pub fn parts(&self) -> &[(String, String)] {
        &self.parts
    }

    /// The numbers of a fit to results.
    pub fn texel(&self) -> &texel::Options {
        &self.file.texel
    }

    /// The conditions of all variants, the game's own first.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        [&self.setting].into_iter().chain(&self.variants)
    }

    /// The games to learn from: the agent against itself, in every variant.
    pub fn self_play(&self, catalog: &Catalog) -> Result<Vec<Versus>, Error> {
        let games = match self.budget {
            Budget::Games(games) => games.div_ceil(1 + self.variants.len()),
            Budget::Seconds(_) => {
                let why = "texel needs a budget in games: games = 2000";
                return Err(Error::Input(why.to_owned()));
            }
        };
        let of_variant = |setting: &Setting| {
            let start = setting.entrant(catalog, "start", &self.template.spec.to_string())?;
            let frame = setting.frame(vec![start], self.seed);
            // One game an opening: seats exchanged, the same game would come again.
            let line_up = vec![0; frame.sides.count()];
            Versus::new(frame, vec![vec![line_up]], games, None)
        };
        self.settings().map(of_variant).collect()
    }

    /// The specification of an individual.
    pub fn fill(&self, own: &Individual) -> Result<String, Error> {
        Ok(self.template.fill(&self.parameters, own)?)
    }

    /// The match that shows what a result is worth: against the start or an opponent, in one of the variants,
    /// on fresh seeds.
    pub fn validation(
        &self,
        catalog: &Catalog,
        setting: &Setting,
        result: &Entrant,
        rival: &Entrant,
    ) -> Result<Versus, Error> {
        let fresh = mix(self.seed ^ 0x7661_6c69_6461_7465);
        let entrant = |own: &Entrant| setting.entrant(catalog, &own.name, &own.short);
        versus(setting, vec![entrant(result)?, entrant(rival)?], fresh, self.validate)
    }

    fn group(&self) -> usize {
        let sides = self.setting.opened.session.sides().count();
        let asked = if self.kind == Kind::Contest { self.file.contest.group } else { 10 };
        asked.max(sides + 1)
    }

    fn fingerprint(&self) -> Value {
        let mut entrants = vec![self.start.clone()];
        entrants.extend(self.opponents.iter().cloned());
        self.setting.frame(entrants, self.seed).fingerprint(json!({
            "kind": "tune",
            "method": self.kind,
            "options": self.file.options(),
            "parameters": self.parameters,
            "separate": self.template.separate,
            "pool": self.pool,
            "parts": self.parts,
            "budget": self.budget,
            "probe": self.probe,
            "variants": self.variants.iter().map(|own| &own.opened.spec).collect::<Vec<_>>(),
        }))
    }

    /// What the agent declares, to fit its weights.
    pub(crate) fn opened(&self) -> &Opened {
        &self.setting.opened
    }
}

/// A match of at least so many games.
fn versus(
    setting: &Setting,
    entrants: Vec<Entrant>,
    seed: u64,
    games: usize,
) -> Result<Versus, Error> {
    let frame = setting.frame(entrants, seed);
    let blocks = match_blocks(2, frame.sides.count());
    Versus::new(frame, blocks, games, None)
}

/// The values that take parts out of an agent.
fn outs(found: Vec<Declared>, given: Option<&str>) -> Vec<(String, String)> {
    let out = |own: &Declared| match (given, own.range()) {
        (Some(given), _) => given.to_owned(),
        (None, Some((low, high, _))) => 0f64.clamp(low, high).to_string(),
        (None, None) => "off".to_owned(),
    };
    let changed = |own: &Declared| {
        let is = own.value.as_deref().unwrap_or("");
        let same = out(own) == is || (out(own) == "off" && matches!(is, "false" | "0"));
        !same && !is.is_empty()
    };
    found.iter().filter(|own| changed(own)).map(|own| (own.name.clone(), out(own))).collect()
}
