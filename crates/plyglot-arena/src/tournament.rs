//! Tournament files: TOML that names a game, agents and a schedule, checked key by key.

mod file;
#[cfg(test)]
mod tests;

use std::{fmt, mem, ops::Range};

use plyglot_catalog::{Catalog, Opened};
use plyglot_core::options::Loader;
use serde::{Deserialize, Serialize};

use crate::{
    Entrant, Error,
    conditions::Source,
    entrant::{Files, check_count, entrant, limit_thinking, merge_all},
    fitness::unfit_limits,
    plan::{Beginning, MatchPlan},
    rules::Rules,
    schedule::{Contest, Frame, Knockout, Schedule, Swiss, Variant, Versus, gauntlet, round_robin},
    seating::{Orders, listed_blocks},
};
use file::File;

/// The kinds of schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Everybody against everybody.
    RoundRobin,
    /// Some against all others.
    Gauntlet,
    /// Rounds between neighbours in the table.
    Swiss,
    /// Who loses is out.
    Knockout,
    /// Groups of which the best on every side go on.
    Contest,
    /// The same line-ups again and again, until a number of games is played or a test is sure.
    Match,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Match => "match",
            Kind::RoundRobin => "round robin",
            Kind::Gauntlet => "gauntlet",
            Kind::Swiss => "Swiss",
            Kind::Knockout => "knockout",
            Kind::Contest => "group contest",
        })
    }
}

/// The seatings of a line-up.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Seatings {
    Rotations,
    All,
}

/// A tournament that can be played.
pub struct Tournament {
    /// Its title.
    pub title: String,
    /// The game, or all rules that it stands for.
    pub rules: Rules,
    /// How it is played.
    pub kind: Kind,
    /// Everybody who takes part.
    pub entrants: Vec<Entrant>,
    /// Seed of all random choices.
    pub seed: u64,
    /// Games at a time, if the file says so.
    pub concurrency: Option<u16>,
    /// Points by rank, if the file has them.
    pub points: Option<Vec<f64>>,
    /// What is played when.
    pub schedule: Box<dyn Schedule>,
    /// Everything that decides its games.
    pub config: serde_json::Value,
    /// Of a match, everything written out.
    pub plan: Option<MatchPlan>,
    /// What somebody who plays it should know beforehand.
    pub warnings: Vec<String>,
}

impl fmt::Debug for Tournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, kind, entrants) = (&self.title, self.kind, &self.entrants);
        write!(f, "{title} ({kind} of {entrants:?})")
    }
}

/// Reads a tournament file; `load` reads the files that it names. Errors tell line and column.
pub fn read(text: &str, catalog: &Catalog, load: Loader<'_>) -> Result<Tournament, Error> {
    let source = Source(text);
    let file = source.read()?;
    Reading { source, file, catalog, load, files: Files::new(load) }.tournament()
}

/// A file that is being checked.
struct Reading<'a> {
    source: Source<'a>,
    file: File,
    catalog: &'a Catalog,
    load: Loader<'a>,
    /// The files that specifications name.
    files: Files<'a>,
}

impl Reading<'_> {
    fn tournament(mut self) -> Result<Tournament, Error> {
        let rules = self.rules()?;
        let opened = rules.first();
        let mut limits = self.source.limits(&self.file.limits)?;
        let kind = *self.file.schedule.get_ref();
        let listed = rules.variants.iter().map(|own| self.entrants(own, kind, limits.depth));
        let (by_variant, places) = merge_all(listed.collect::<Result<Vec<_>, Error>>()?)?;
        let entrants = by_variant[0].clone();
        limit_thinking(self.catalog, &entrants, &mut limits);
        let mut warnings = unfit_limits(self.catalog, opened, &entrants, &limits, self.load);
        let files = mem::replace(&mut self.files, Files::new(self.load)).into_read();
        self.check_keys(kind)?;
        let seed = self.source.number("seed", &self.file.seed, 0..=i64::MAX)?.unwrap_or(1);
        let concurrency = self.source.number("concurrency", &self.file.concurrency, 1..=1024)?;
        let concurrency = concurrency.map(|threads| threads as u16);
        let mut framed = Vec::new();
        for (own, entrants) in rules.variants.iter().zip(by_variant) {
            let (openings, left_out) = self.source.openings(&self.file.openings, own, self.load)?;
            warnings.extend(left_out);
            framed.push(Variant::new(own, entrants, openings, seed));
        }
        let frame = Frame {
            engine: self.catalog.signature(opened.entry.name)?,
            game: rules.listed.clone(),
            variants: framed,
            sides: opened.session.sides(),
            limits,
            adjudication: self
                .source
                .adjudication(&self.file.adjudication, opened.session.sides().count())?,
            orders: match self.file.seatings {
                None | Some(Seatings::Rotations) => Orders::Rotations,
                Some(Seatings::All) => Orders::All,
            },
            seed,
            files,
        };
        let points = self.points()?;
        let (title, config, schedule, plan) = match kind {
            Kind::Match => {
                let plan = self.match_plan(&rules, &frame, &places, concurrency)?;
                let blocks = listed_blocks(&places, entrants.len(), frame.sides.count());
                let versus = Versus::new(frame, blocks, plan.games, plan.sprt)?;
                (versus.title(), versus.fingerprint(), boxed(versus), Some(plan))
            }
            _ => {
                let config = frame.fingerprint(self.config(kind));
                let title = format!("{kind} of {}", opened.entry.name);
                (title, config, self.schedule(kind, frame)?, None)
            }
        };
        Ok(Tournament {
            title: self.file.title.clone().unwrap_or(title),
            kind,
            entrants,
            seed,
            concurrency,
            points,
            config,
            schedule,
            rules,
            plan,
            warnings,
        })
    }

    /// A match with everything written out.
    fn match_plan(
        &self,
        rules: &Rules,
        frame: &Frame,
        places: &[usize],
        concurrency: Option<u16>,
    ) -> Result<MatchPlan, Error> {
        let games = self.source.number("games", &self.file.games, 1..=10_000_000)?;
        let sprt = self.file.sprt.as_ref().map(|text| {
            let sprt = text.get_ref().parse();
            sprt.map_err(|why: String| self.source.error(text.span(), format!("sprt: {why}")))
        });
        let file = self.file.openings.as_ref().and_then(|table| table.get_ref().file());
        Ok(MatchPlan {
            game: rules.short().to_owned(),
            agents: places.iter().map(|at| frame.entrants()[*at].clone()).collect(),
            games: games.unwrap_or(100) as usize,
            seed: frame.seed,
            limits: frame.limits.clone(),
            openings: Beginning::of(frame.variants[0].openings.source(), file),
            orders: frame.orders,
            sprt: sprt.transpose()?,
            adjudication: frame.adjudication.clone(),
            concurrency: concurrency.unwrap_or(1),
        })
    }

    fn rules(&self) -> Result<Rules, Error> {
        let game = &self.file.game;
        let rules = Rules::open(self.catalog, game.get_ref(), &|path| self.files.load(path));
        rules.map_err(|error| self.source.error(game.span(), error))
    }

    /// The agents as listed. Only a match may list one more than once.
    fn entrants(
        &self,
        opened: &Opened,
        kind: Kind,
        depth: Option<u32>,
    ) -> Result<Vec<Entrant>, Error> {
        let agents = self.file.agents.get_ref();
        if agents.len() < 2 {
            let message = format!("expected two or more [[agents]], found {}", agents.len());
            return Err(self.source.error(self.file.agents.span(), message));
        }
        let counted = check_count(agents.len());
        counted.map_err(|error| self.source.error(self.file.agents.span(), error))?;
        let mut entrants: Vec<Entrant> = Vec::new();
        for agent in agents {
            let made = entrant(self.catalog, opened, agent.spec.get_ref(), depth, &self.files);
            let made = made.map_err(|error| self.source.error(agent.spec.span(), error))?;
            let (name, place) = match &agent.name {
                Some(name) => (name.get_ref().trim().to_owned(), name.span()),
                None => (made.name, agent.spec.span()),
            };
            if name.is_empty() || name.contains(char::is_control) {
                let message = format!("name = {name:?}: expected a name on one line");
                return Err(self.source.error(place, message));
            }
            let again = |own: &Entrant| kind == Kind::Match && own.spec == made.spec;
            if entrants.iter().any(|own| own.name == name && !again(own)) {
                let message =
                    format!("two agents are called {name:?}; give each a name of its own");
                return Err(self.source.error(place, message));
            }
            entrants.push(Entrant { name, ..made });
        }
        if entrants.iter().all(|own| own.name == entrants[0].name) {
            let message = "expected two different agents; names tell equal ones apart";
            return Err(self.source.error(self.file.agents.span(), message));
        }
        Ok(entrants)
    }

    /// Refuses keys that say nothing to the schedule.
    fn check_keys(&self, kind: Kind) -> Result<(), Error> {
        let file = &self.file;
        let number = |value: &Option<toml::Spanned<i64>>| value.as_ref().map(|own| own.span());
        let keys = [
            ("rounds", number(&file.rounds), Kind::Swiss),
            ("sample", number(&file.sample), Kind::RoundRobin),
            ("group", number(&file.group), Kind::Contest),
            ("challengers", file.challengers.as_ref().map(|own| own.span()), Kind::Gauntlet),
            ("games", number(&file.games), Kind::Match),
            ("sprt", file.sprt.as_ref().map(|own| own.span()), Kind::Match),
        ];
        for (key, span, owner) in keys {
            if let Some(span) = span.filter(|_| kind != owner) {
                let message = format!("{key} belongs to a {owner}, not to a {kind}");
                return Err(self.source.error(span, message));
            }
        }
        if let Some(span) = number(&file.blocks).filter(|_| kind == Kind::Match) {
            return Err(self.source.error(span, "a match has games, not blocks"));
        }
        Ok(())
    }

    fn points(&self) -> Result<Option<Vec<f64>>, Error> {
        let Some(points) = &self.file.points else { return Ok(None) };
        let table = points.get_ref();
        if table.is_empty() || table.iter().any(|own| !own.is_finite()) {
            let message = "points: expected what each rank brings, as [25, 11, 5]";
            return Err(self.source.error(points.span(), message));
        }
        Ok(Some(table.clone()))
    }

    fn schedule(&self, kind: Kind, frame: Frame) -> Result<Box<dyn Schedule>, Error> {
        let (source, file) = (&self.source, &self.file);
        let counted = |name, value, usual: u64| {
            let number = source.number(name, value, 1..=1_000_000)?;
            Ok::<usize, Error>(number.unwrap_or(usual) as usize)
        };
        let blocks = counted("blocks", &file.blocks, 1)?;
        let schedule: Result<Box<dyn Schedule>, Error> = match kind {
            Kind::RoundRobin => {
                let sample = source.number("sample", &file.sample, 1..=1_000_000)?;
                round_robin(frame, blocks, sample.map(|own| own as usize)).map(boxed)
            }
            Kind::Gauntlet => {
                let challengers = self.challengers(frame.entrants())?;
                gauntlet(frame, &challengers, blocks).map(boxed)
            }
            Kind::Swiss => {
                let usual = frame.entrants().len().next_power_of_two().trailing_zeros();
                let rounds = counted("rounds", &file.rounds, u64::from(usual.max(1)))?;
                Swiss::new(frame, rounds, blocks).map(boxed)
            }
            Kind::Knockout => Ok(boxed(Knockout::new(frame, blocks))),
            Kind::Contest => {
                let usual = 10.max(1 + frame.sides.count() as u64);
                Contest::new(frame, counted("group", &file.group, usual)?, blocks).map(boxed)
            }
            Kind::Match => unreachable!("a match is made elsewhere"),
        };
        schedule.map_err(|error| source.error(self.place_of(kind), error))
    }

    /// The key to blame if a schedule cannot be made.
    fn place_of(&self, kind: Kind) -> Range<usize> {
        let file = &self.file;
        let key = match kind {
            Kind::RoundRobin => file.sample.as_ref().map(|own| own.span()),
            Kind::Contest => file.group.as_ref().map(|own| own.span()),
            Kind::Gauntlet => file.challengers.as_ref().map(|own| own.span()),
            Kind::Match | Kind::Swiss | Kind::Knockout => None,
        };
        key.unwrap_or_else(|| file.schedule.span())
    }

    /// The challengers of a gauntlet by number: those named, or the first agent.
    fn challengers(&self, entrants: &[Entrant]) -> Result<Vec<usize>, Error> {
        let Some(names) = &self.file.challengers else { return Ok(vec![0]) };
        let all: Vec<&str> = entrants.iter().map(|own| own.name.as_str()).collect();
        let mut found = Vec::new();
        for name in names.get_ref() {
            let number = all.iter().position(|own| own == name.get_ref());
            let number = number.filter(|number| !found.contains(number)).ok_or_else(|| {
                let all = all.join(", ");
                let message =
                    format!("{:?}: expected an agent, each once, of: {all}", name.get_ref());
                self.source.error(name.span(), message)
            })?;
            found.push(number);
        }
        Ok(found)
    }

    /// What the schedule adds to what decides the games.
    fn config(&self, kind: Kind) -> serde_json::Value {
        let file = &self.file;
        let number = |value: &Option<toml::Spanned<i64>>| value.as_ref().map(|own| *own.get_ref());
        let challengers = file.challengers.as_ref().map(|names| {
            names.get_ref().iter().map(|name| name.get_ref().as_str()).collect::<Vec<_>>()
        });
        serde_json::json!({
            "kind": kind,
            "blocks": number(&file.blocks),
            "rounds": number(&file.rounds),
            "sample": number(&file.sample),
            "group": number(&file.group),
            "challengers": challengers,
        })
    }
}

fn boxed<S: Schedule + 'static>(schedule: S) -> Box<dyn Schedule> {
    Box::new(schedule)
}
