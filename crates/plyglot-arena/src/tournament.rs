//! Tournament files: TOML that names a game, agents and a schedule, checked key by key.

mod file;
#[cfg(test)]
mod tests;

use std::{cell::RefCell, collections::BTreeMap, fmt, ops::Range};

use plyglot_catalog::{Catalog, Opened};
use plyglot_core::{Spec, SpecError, options::Loader};
use plyglot_protocol::BotSpec;
use serde::{Deserialize, Serialize};

use crate::{
    Entrant, Error, Opening,
    opening::{self, Openings},
    schedule::{Contest, Frame, Knockout, Schedule, Swiss, gauntlet, round_robin},
    seating::{Orders, Sides},
};
use file::{File, Source};

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
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
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
    /// The full specification of the game.
    pub game: String,
    /// How it is played.
    pub kind: Kind,
    /// Everybody who takes part.
    pub entrants: Vec<Entrant>,
    /// Seed of all random choices.
    pub seed: u64,
    /// Games at a time, if the file says so.
    pub concurrency: Option<usize>,
    /// Points by rank, if the file has them.
    pub points: Option<Vec<f64>>,
    /// What is played when.
    pub schedule: Box<dyn Schedule>,
    /// The file as JSON, with full specifications.
    pub config: serde_json::Value,
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
    Reading { source, file, catalog, load, files: RefCell::default() }.tournament()
}

/// A file that is being checked.
struct Reading<'a> {
    source: Source<'a>,
    file: File,
    catalog: &'a Catalog,
    load: Loader<'a>,
    /// The files that specifications name.
    files: RefCell<BTreeMap<String, String>>,
}

impl Reading<'_> {
    fn tournament(self) -> Result<Tournament, Error> {
        let (source, file) = (&self.source, &self.file);
        let opened =
            self.at(file.game.span(), |load| self.catalog.open(file.game.get_ref(), load))?;
        let entrants = self.entrants(&opened)?;
        let kind = *file.schedule.get_ref();
        self.check_keys(kind)?;
        let concurrency = source.number("concurrency", &file.concurrency, 1..=1024)?;
        let seed = source.number("seed", &file.seed, 0..=i64::MAX)?.unwrap_or(1);
        let title =
            file.title.clone().unwrap_or_else(|| format!("{kind} of {}", opened.entry.name));
        let points = self.points()?;
        let frame = self.frame(&opened, entrants.clone(), seed)?;
        let config = self.config(&frame);
        let schedule = self.schedule(kind, frame)?;
        Ok(Tournament {
            title,
            game: opened.spec,
            kind,
            entrants,
            seed,
            concurrency: concurrency.map(|threads| threads as usize),
            points,
            schedule,
            config,
        })
    }

    /// Does something that reads files and may refuse a specification, whose place is told then.
    fn at<T>(
        &self,
        span: Range<usize>,
        open: impl FnOnce(Loader<'_>) -> Result<T, SpecError>,
    ) -> Result<T, Error> {
        let load = |path: &str| {
            let text = (self.load)(path)?;
            self.files.borrow_mut().insert(path.to_owned(), text.clone());
            Ok(text)
        };
        open(&load).map_err(|error| self.source.error(span, error))
    }

    fn entrants(&self, opened: &Opened) -> Result<Vec<Entrant>, Error> {
        let agents = self.file.agents.get_ref();
        if agents.len() < 2 {
            let message = format!("expected two or more [[agents]], found {}", agents.len());
            return Err(self.source.error(self.file.agents.span(), message));
        }
        let mut entrants: Vec<Entrant> = Vec::new();
        for agent in agents {
            let span = agent.spec.span();
            let spec = self.at(span, |load| {
                full_specification(self.catalog, opened, agent.spec.get_ref(), load)
            })?;
            let named = agent.name.as_ref().unwrap_or(&agent.spec);
            let name = named.get_ref().trim().to_owned();
            if name.is_empty() || name.contains(char::is_control) {
                let message = format!("name = {name:?}: expected a name on one line");
                return Err(self.source.error(named.span(), message));
            }
            if entrants.iter().any(|entrant| entrant.name == name) {
                let message =
                    format!("two agents are called {name:?}; give each a name of its own");
                return Err(self.source.error(named.span(), message));
            }
            entrants.push(Entrant { name, spec });
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
        ];
        for (key, span, owner) in keys {
            if let Some(span) = span.filter(|_| kind != owner) {
                let message = format!("{key} belongs to a {owner}, not to a {kind}");
                return Err(self.source.error(span, message));
            }
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

    fn frame(&self, opened: &Opened, entrants: Vec<Entrant>, seed: u64) -> Result<Frame, Error> {
        let sides = Sides::of(&*opened.session);
        if let Some(rule) = self.file.adjudication.resign.as_ref().filter(|_| sides.count != 2) {
            let message = format!("resign is for games of two sides; this one has {}", sides.count);
            return Err(self.source.error(rule.span(), message));
        }
        let openings = self.openings(opened)?;
        Ok(Frame {
            game: opened.spec.clone(),
            sides,
            entrants,
            limits: self.source.limits(&self.file.limits)?,
            adjudication: self.source.adjudication(&self.file.adjudication)?,
            orders: match self.file.seatings {
                None | Some(Seatings::Rotations) => Orders::Rotations,
                Some(Seatings::All) => Orders::All,
            },
            seed,
            files: self.files.borrow().clone(),
            openings: Openings::new(openings, &*opened.session, seed),
        })
    }

    fn openings(&self, opened: &Opened) -> Result<opening::Source, Error> {
        let Some(table) = &self.file.openings else {
            let book = (opened.entry.book)().into_iter().map(|moves| Opening {
                name: moves.join(" "),
                position: None,
                moves,
            });
            return Ok(opening::Source::usual(book.collect(), &*opened.session));
        };
        let span = table.span();
        let table = table.get_ref();
        let plies = self.source.number("random_plies", &table.random_plies, 0..=1000)?;
        match (plies, &table.file) {
            (Some(plies), None) => Ok(opening::Source::Random(plies as u32)),
            (None, Some(path)) => {
                let refused = |why: String| self.source.error(path.span(), why);
                let text = (self.load)(path.get_ref()).map_err(refused)?;
                let list = Opening::parse_list(&text, &*opened.session);
                let list = list.map_err(|error| refused(format!("{}: {error}", path.get_ref())))?;
                Ok(opening::Source::List(list))
            }
            _ => Err(self.source.error(span, "expected either random_plies or file")),
        }
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
            Kind::Gauntlet => gauntlet(frame, &self.challengers()?, blocks).map(boxed),
            Kind::Swiss => {
                let usual = frame.entrants.len().next_power_of_two().trailing_zeros();
                let rounds = counted("rounds", &file.rounds, u64::from(usual.max(1)))?;
                Swiss::new(frame, rounds, blocks).map(boxed)
            }
            Kind::Knockout => Ok(boxed(Knockout::new(frame, blocks))),
            Kind::Contest => {
                let usual = 10.max(1 + frame.sides.count as u64);
                Contest::new(frame, counted("group", &file.group, usual)?, blocks).map(boxed)
            }
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
            Kind::Swiss | Kind::Knockout => None,
        };
        key.unwrap_or_else(|| file.schedule.span())
    }

    /// The challengers of a gauntlet by number: those named, or the first agent.
    fn challengers(&self) -> Result<Vec<usize>, Error> {
        let Some(names) = &self.file.challengers else { return Ok(vec![0]) };
        let all: Vec<&str> = self.file.agents.get_ref().iter().map(|agent| agent.name()).collect();
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

    fn config(&self, frame: &Frame) -> serde_json::Value {
        let mut config: serde_json::Value = toml::from_str(self.source.0).unwrap_or_default();
        config["game"] = frame.game.clone().into();
        config["agents"] = serde_json::json!(frame.entrants);
        config
    }
}

fn boxed<S: Schedule + 'static>(schedule: S) -> Box<dyn Schedule> {
    Box::new(schedule)
}

/// The full normal form of an agent's specification, checked against the game.
pub fn full_specification(
    catalog: &Catalog,
    opened: &Opened,
    text: &str,
    load: Loader<'_>,
) -> Result<String, SpecError> {
    let spec = Spec::parse(text)?;
    match BotSpec::is_bot(&spec) {
        true => Ok(BotSpec::parse(&spec)?.to_string()),
        false => Ok(catalog.agent(text, opened, load)?.spec().to_owned()),
    }
}
