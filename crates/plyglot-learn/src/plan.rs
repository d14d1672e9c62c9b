//! Learning files: TOML that says who plays, how much, what is learnt and how it is proved, checked key by
//! key.

mod file;

use std::{collections::BTreeMap, fmt::Display, ops::Range};

use plyglot_arena::{
    Adjudication, Entrant, Error, Limits,
    conditions::Source,
    entrant::{Files, entrant, lift_weights},
    limits,
};
use plyglot_catalog::{Catalog, Opened, agent_spec, model::Model};
use plyglot_core::{Spec, options::Loader};
use plyglot_stats::sprt::Sprt;
use serde::Serialize;
use serde_json::{Value, json};
use toml::Spanned;

use crate::weights;
use file::{File, GenerationTable, ProofTable};
pub use file::{From, Guide, ModelTable};

/// A learning run that can be carried out.
pub struct Plan {
    /// Its title.
    pub title: String,
    /// The variants of the game, which games take turns with; one at least.
    pub variants: Vec<Opened>,
    /// The same in short, as the file has them.
    pub rules: Vec<String>,
    /// The signature of the engine.
    pub engine: String,
    /// The agent that plays the first games.
    pub start: String,
    /// The agent that plays all others, without its weights.
    pub player: Spec,
    /// The agent whose evaluation the weights are compared with.
    pub hand: String,
    /// What every generation plays.
    pub generations: Vec<Generation>,
    /// How weights are trained.
    pub model: ModelTable,
    /// How they are proved.
    pub proof: Proof,
    /// Seed of all random choices.
    pub seed: u64,
    /// The name of what is written, if the file gives one.
    pub output: Option<String>,
    /// Games at a time, if the file says so.
    pub concurrency: Option<u16>,
    /// When games are cut short.
    pub adjudication: Adjudication,
    /// The files that specifications name, without learnt weights.
    pub files: BTreeMap<String, String>,
    /// Where games and agents are found, with the learnt weights that specifications name.
    pub catalog: Catalog,
    /// The checksums of these.
    pub checksums: BTreeMap<String, String>,
    /// The text of the file.
    pub source: String,
}

/// What a generation plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Generation {
    /// How many games.
    pub games: usize,
    /// Nodes a move.
    pub nodes: u64,
    /// Random plies of openings, from and to.
    pub random: (u32, u32),
    /// Who finds some of them, if not all are random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guide: Option<Guide>,
    /// One of so many plies is kept.
    pub every: u32,
    /// The share of games against others.
    pub share: f64,
    /// The others.
    pub others: Vec<String>,
}

/// How weights are proved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proof {
    /// The most games; none leaves the proof out.
    pub games: usize,
    /// The test.
    pub sprt: Sprt,
    /// What moves may cost.
    pub limits: Limits,
}

/// Reads a learning file; `load` reads the files that it names. Errors tell line and column.
pub fn read(text: &str, catalog: &Catalog, load: Loader<'_>) -> Result<Plan, Error> {
    let source = Source(text);
    let file: File = source.read()?;
    Reading { source, catalog, load }.plan(file)
}

/// Weights that stand for those to come.
const BLANK: &str = "blank";

/// A file that is being checked.
struct Reading<'a> {
    source: Source<'a>,
    catalog: &'a Catalog,
    load: Loader<'a>,
}

impl Reading<'_> {
    fn plan(&self, file: File) -> Result<Plan, Error> {
        let files = Files::new(self.load);
        let (variants, rules) = self.variants(&file, &files)?;
        let sides = variants[0].session.sides().count();
        let model = file.model.as_ref().map(|own| own.get_ref().clone()).unwrap_or_default();
        let layout = self.catalog.student(&variants[0])?.layout().clone();
        if let Some(problem) = model.problem(sides, !layout.instances.is_empty()) {
            let place = file.model.as_ref().map_or(0..0, Spanned::span);
            return Err(self.source.error(place, problem));
        }
        let check = |text: &Spanned<String>| self.check(text, &variants, &files);
        check(&file.start)?;
        if let Some(hand) = &file.hand {
            let load = |path: &str| files.load(path);
            let judged = self.catalog.judge(hand.get_ref(), &variants[0], &load);
            drop(judged.map_err(|error| self.source.error(hand.span(), error))?);
        }
        let mut generations = Vec::new();
        for table in file.generations.get_ref() {
            for text in table.others.iter().flat_map(|own| &own.get_ref().agents) {
                check(text)?;
            }
            let place = file.generations.span();
            generations.push(self.generation(table, generations.last(), place)?);
        }
        let Some(last) = generations.last() else {
            let message =
                "generations: expected one or more, as [[generations]] with games and nodes";
            return Err(self.source.error(file.generations.span(), message));
        };
        let proof = self.proof(file.proof.as_ref(), last.nodes)?;
        let number = |name, value, range| self.source.number(name, value, range);
        let (start, game) = (file.start.get_ref().clone(), &variants[0]);
        let blank = Model::blank(game.entry.name, &layout, model.target).write(layout.stages);
        let mut files = files.into_read();
        let all = files.clone();
        let catalog = lift_weights(self.catalog, &mut files);
        let weights = all.iter().filter(|(path, _)| !files.contains_key(*path));
        let checksum = |(path, text): (&String, &String)| {
            let model = Model::read(text, game.entry.name).ok()?;
            Some((path.clone(), model.checksum))
        };
        Ok(Plan {
            checksums: weights.filter_map(checksum).collect(),
            catalog,
            title: file
                .title
                .clone()
                .unwrap_or_else(|| format!("{}: learnt from {start}", game.short)),
            engine: self.catalog.signature(game.entry.name)?,
            player: self.player(&file.player, &variants, &blank)?,
            hand: file.hand.as_ref().map_or_else(|| start.clone(), |own| own.get_ref().clone()),
            start,
            generations,
            model,
            proof,
            seed: number("seed", &file.seed, 0..=i64::MAX)?.unwrap_or(1),
            output: file.output.clone(),
            concurrency: (number("concurrency", &file.concurrency, 1..=1024)?)
                .map(|threads| threads as u16),
            adjudication: self.source.adjudication(&file.adjudication, sides)?,
            variants,
            rules,
            files,
            source: self.source.0.to_owned(),
        })
    }

    /// All variants, which must be of one game and have the same features and sides, and what they are in
    /// short.
    fn variants(
        &self,
        file: &File,
        files: &Files<'_>,
    ) -> Result<(Vec<Opened>, Vec<String>), Error> {
        let (mut variants, mut rules): (Vec<Opened>, _) = (Vec::new(), Vec::new());
        for text in [&file.game].into_iter().chain(&file.variants) {
            let opened = self.catalog.open_all(text.get_ref(), &|path: &str| files.load(path));
            let opened = opened.map_err(|told| self.source.error(text.span(), told))?;
            rules.push(match &opened[..] {
                [one] => one.short.clone(),
                // Blanks part one rule from the next.
                _ => text.get_ref().split_whitespace().collect(),
            });
            let fits = self.check_features(variants.first().unwrap_or(&opened[0]), &opened);
            fits.map_err(|told| self.source.error(text.span(), told))?;
            variants.extend(opened);
        }
        Ok((variants, rules))
    }

    /// Sees that variants are of the game of the first and go with it.
    fn check_features(&self, first: &Opened, variants: &[Opened]) -> Result<(), Error> {
        let shape = |opened: &Opened| -> Result<_, Error> {
            let digest = self.catalog.student(opened)?.layout().digest;
            Ok((opened.entry.name, digest, opened.session.sides().count() > 2))
        };
        let expected = shape(first)?;
        for opened in variants {
            if shape(opened)? != expected {
                let (own, first) = (&opened.short, &first.short);
                let told = format!("{own}: expected a variant of {first} with the same features");
                return Err(Error::Input(told));
            }
        }
        Ok(())
    }

    /// Sees that an agent can be made in all variants.
    fn check(
        &self,
        text: &Spanned<String>,
        variants: &[Opened],
        files: &Files<'_>,
    ) -> Result<(), Error> {
        for opened in variants {
            let made = entrant(self.catalog, opened, text.get_ref(), None, files);
            let made = made.map_err(|error| self.source.error(text.span(), error))?;
            self.check_threads(&made.spec, text)?;
        }
        Ok(())
    }

    /// Sees that an agent thinks with one thread: with several, the same file would not give the same weights.
    fn check_threads(&self, spec: &str, text: &Spanned<String>) -> Result<(), Error> {
        match Spec::parse(spec).is_ok_and(|spec| weights::has_threads(&spec)) {
            true => {
                let told = "option threads: expected 1, since games that are learnt from must be \
                            the same whenever they are played; workers play several at a time";
                Err(self.source.error(text.span(), told))
            }
            false => Ok(()),
        }
    }

    /// The player, which can be made with any weights of the layout.
    fn player(
        &self,
        text: &Spanned<String>,
        variants: &[Opened],
        blank: &str,
    ) -> Result<Spec, Error> {
        let refuse = |error: &dyn Display| self.source.error(text.span(), error);
        let spec = agent_spec(text.get_ref(), self.load).map_err(|error| refuse(&error))?;
        let Some(filled) = weights::fill(&spec, BLANK) else {
            let told = format!(
                "player = {spec}: expected an agent that says where the weights go, as \
                 alphabeta(eval=learned)"
            );
            return Err(refuse(&told));
        };
        // Weights that come with the game may be for features that it had before.
        let catalog = self.catalog.clone().with_weights(BLANK, blank);
        for opened in variants {
            let made = catalog.agent(&filled.to_string(), opened, self.load);
            let made = made.map_err(|error| refuse(&error))?;
            self.check_threads(made.spec(), text)?;
        }
        Ok(spec)
    }

    fn generation(
        &self,
        table: &GenerationTable,
        before: Option<&Generation>,
        place: Range<usize>,
    ) -> Result<Generation, Error> {
        let missing = |key: &str, example: &str| {
            let told = format!("the first of generations has no {key}: expected {example}");
            self.source.error(place.clone(), told)
        };
        let number = |name, value, most| self.source.number(name, value, 1..=most);
        let games = number("games", &table.games, 100_000_000)?.map(|own| own as usize);
        let nodes = number("nodes", &table.nodes, i64::MAX)?;
        let every = number("every", &table.every, 1000)?.map(|own| own as u32);
        let (share, others) = match &table.others {
            None => before.map_or((0.0, Vec::new()), |own| (own.share, own.others.clone())),
            Some(table) => {
                let others = table.get_ref();
                if !(0.0..=1.0).contains(&others.share) || others.agents.is_empty() {
                    let message = "others: expected a share from 0 to 1 and a list of agents";
                    return Err(self.source.error(table.span(), message));
                }
                let agents = others.agents.iter().map(|own| own.get_ref().clone());
                (others.share, agents.collect())
            }
        };
        let usual = before.map_or((4, 12), |own| own.random);
        let guide = table.guide.as_ref().map(|own| self.guide(own)).transpose()?;
        Ok(Generation {
            games: games
                .or(before.map(|own| own.games))
                .ok_or_else(|| missing("games", "games = 10000"))?,
            nodes: nodes
                .or(before.map(|own| own.nodes))
                .ok_or_else(|| missing("nodes", "nodes = 1000, for every move"))?,
            random: table.random.as_ref().map_or(Ok(usual), |own| self.random(own))?,
            guide: guide.or(before.and_then(|own| own.guide.clone())),
            every: every.or(before.map(|own| own.every)).unwrap_or(1),
            share,
            others,
        })
    }

    fn random(&self, range: &Spanned<[i64; 2]>) -> Result<(u32, u32), Error> {
        let [low, high] = *range.get_ref();
        match (0..=1000).contains(&low) && (low.max(1)..=1000).contains(&high) {
            true => Ok((low as u32, high as u32)),
            false => {
                let message = format!(
                    "random = [{low}, {high}]: expected the fewest and the most random plies, as [4, 12]; \
                     without any all games would be the same"
                );
                Err(self.source.error(range.span(), message))
            }
        }
    }

    fn guide(&self, table: &Spanned<Guide>) -> Result<Guide, Error> {
        let guide = table.get_ref();
        if !(0.0..=1.0).contains(&guide.share) || guide.nodes == 0 {
            let message = "guide: expected a share from 0 to 1 and nodes from 1 on, as \
                           { share = 0.8, nodes = 50 }";
            return Err(self.source.error(table.span(), message));
        }
        Ok(guide.clone())
    }

    fn proof(&self, table: Option<&Spanned<ProofTable>>, nodes: u64) -> Result<Proof, Error> {
        let usual = ProofTable::default();
        let (own, place) = table.map_or((&usual, 0..0), |table| (table.get_ref(), table.span()));
        let refuse = |told: String| self.source.error(place.clone(), format!("[proof] {told}"));
        let ProofTable { elo0, elo1, alpha, beta, .. } = own;
        if [elo0, elo1, alpha, beta].iter().any(|number| !number.is_finite()) {
            return Err(refuse("elo0, elo1, alpha and beta: expected numbers".to_owned()));
        }
        let sprt = Sprt::parse(&format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}"));
        let mut moves = Limits::default();
        match (&own.nodes, &own.cpu_time) {
            (Some(_), Some(_)) => {
                return Err(refuse("nodes and cpu_time exclude each other".to_owned()));
            }
            (_, None) => {
                let given = self.source.number("nodes", &own.nodes, 1..=i64::MAX)?;
                moves.nodes = Some(given.unwrap_or(nodes));
            }
            (None, Some(seconds)) => {
                let read = limits::milliseconds(*seconds.get_ref(), 1);
                moves.cpu_time = Some(read.map_err(|why| refuse(format!("cpu_time = {why}")))?);
            }
        }
        let games = self.source.number("games", &own.games, 0..=10_000_000)?;
        Ok(Proof {
            games: games.map_or(400, |games| games as usize),
            sprt: sprt.map_err(refuse)?,
            limits: moves,
        })
    }
}

impl Plan {
    /// The number of sides of its games.
    pub fn sides(&self) -> usize {
        self.variants[0].session.sides().count()
    }

    /// A file that specifications name.
    pub(crate) fn load(&self, path: &str) -> Result<String, String> {
        self.files.get(path).cloned().ok_or_else(|| format!("{path} has not been read"))
    }

    /// An agent of that name and specification in every variant. The catalogue knows the weights that it
    /// names.
    pub(crate) fn entrants(
        &self,
        catalog: &Catalog,
        name: &str,
        spec: &str,
    ) -> Result<Vec<Entrant>, Error> {
        let load = |path: &str| self.load(path);
        let files = Files::new(&load);
        let made = |opened: &Opened| {
            let made = entrant(catalog, opened, spec, None, &files)?;
            Ok(Entrant { name: name.to_owned(), ..made })
        };
        self.variants.iter().map(made).collect()
    }

    /// The player with weights of that name.
    pub(crate) fn with_weights(&self, name: &str) -> String {
        weights::fill(&self.player, name).unwrap_or_else(|| self.player.clone()).to_string()
    }

    /// Everything that decides what comes out.
    pub fn config(&self) -> Value {
        json!({
            "kind": "learn",
            "engine": self.engine,
            "games": self.variants.iter().map(|own| &own.spec).collect::<Vec<_>>(),
            "start": self.start,
            "player": self.player.to_string(),
            "hand": self.hand,
            "generations": self.generations,
            "model": self.model,
            "adjudication": self.adjudication,
            "seed": self.seed,
            "files": self.files,
            "weights": self.checksums,
        })
    }
}
