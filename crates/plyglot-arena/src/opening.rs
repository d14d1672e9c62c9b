//! How games begin: seeded random plies, the game's own book, or a list.

use std::collections::HashSet;

use plyglot_catalog::Opened;
use plyglot_core::{AnySession, Rng};
use serde::{Deserialize, Serialize};

use crate::Error;

/// The beginning of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Its name in records.
    pub name: String,
    /// The position to begin with, if it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Plies from there.
    pub moves: Vec<String>,
}

impl Opening {
    /// Plays the opening in a session at the game's start.
    pub fn play(&self, session: &mut dyn AnySession) -> Result<(), Error> {
        let refuse = |what: String| Error::Input(format!("opening {}: {what}", self.name));
        if let Some(text) = &self.position {
            session.set_position(text).map_err(|error| refuse(error.to_string()))?;
        }
        for ply in &self.moves {
            session.play(ply).map_err(|error| refuse(error.to_string()))?;
        }
        match session.outcome() {
            Some(_) => Err(refuse("the game is over before it begins".to_owned())),
            None => Ok(()),
        }
    }

    /// Reads a list, one opening a line: plies separated by blanks or semicolons, or
    /// `position TEXT moves PLIES`. Empty lines and lines from `#` on are left out.
    pub fn parse_list(text: &str, start: &dyn AnySession) -> Result<Vec<Opening>, Error> {
        let mut openings = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let opening = Opening::parse_line(line, format!("line {}", at + 1));
            opening.play(&mut *start.boxed())?;
            openings.push(opening);
        }
        match openings.is_empty() {
            true => Err(Error::Input("the list of openings is empty".to_owned())),
            false => Ok(openings),
        }
    }

    fn parse_line(line: &str, name: String) -> Opening {
        let split = |plies: &str| {
            let words = plies.split(|c: char| c.is_whitespace() || c == ';');
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        match line.strip_prefix("position ") {
            None => Opening { name, position: None, moves: split(line) },
            Some(rest) => {
                let (text, plies) = rest.split_once(" moves ").unwrap_or((rest, ""));
                Opening { name, position: Some(text.trim().to_owned()), moves: split(plies) }
            }
        }
    }
}

/// Where the openings of a run come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// So many random plies; none is the start position every time.
    Random(u32),
    /// These, in a seeded order.
    List(Vec<Opening>),
}

impl Source {
    /// The usual one of a game: its book if it has one, else two random plies a seat.
    pub fn usual(opened: &Opened) -> Source {
        let named =
            |(at, moves)| Opening { name: format!("book {}", at + 1), position: None, moves };
        let book: Vec<Opening> = (opened.entry.book)().into_iter().enumerate().map(named).collect();
        // The book is of the usual start: another variant may not have its moves.
        let fits = book.iter().all(|own| own.play(&mut *opened.session.boxed()).is_ok());
        match fits && !book.is_empty() {
            true => Source::List(book),
            false => Source::Random(2 * u32::from(opened.session.players())),
        }
    }
}

/// The openings of a run, one after the other, all different: they grow by random plies when there
/// would be no new one otherwise.
pub struct Openings {
    source: Source,
    start: Box<dyn AnySession>,
    seed: u64,
    found: Vec<Opening>,
    seen: HashSet<String>,
    tries: u64,
}

impl Openings {
    /// The openings of a source for the game of a session at its start.
    pub fn new(source: Source, start: &dyn AnySession, seed: u64) -> Openings {
        let (found, seen) = (Vec::new(), HashSet::new());
        Openings { source, start: start.boxed(), seed, found, seen, tries: 0 }
    }

    /// The opening of that number.
    pub fn get(&mut self, number: usize) -> Result<Opening, Error> {
        while self.found.len() <= number {
            let next = self.find_next()?;
            self.found.push(next);
        }
        Ok(self.found[number].clone())
    }

    fn find_next(&mut self) -> Result<Opening, Error> {
        const MOST_TRIES: u64 = 100_000;
        if self.source == Source::Random(0) {
            return Ok(Opening { name: "start".to_owned(), ..Opening::default() });
        }
        for _ in 0..MOST_TRIES {
            let (try_number, mut session) = (self.tries, self.start.boxed());
            self.tries += 1;
            let mut opening = self.attempt(try_number, &mut *session)?;
            if session.outcome().is_none() && self.seen.insert(session.position()) {
                if opening.name.is_empty() {
                    opening.name = format!("random {}", self.found.len() + 1);
                }
                return Ok(opening);
            }
        }
        Err(Error::Input(format!(
            "found no more than {} different openings; longer ones (--random-plies) would do",
            self.found.len()
        )))
    }

    /// The opening of one try, played in the session.
    fn attempt(&self, number: u64, session: &mut dyn AnySession) -> Result<Opening, Error> {
        /// Every so many tries random openings get a ply longer.
        const PATIENCE: u64 = 1000;
        let mut rng = Rng::stream(self.seed, number);
        let (mut opening, extra) = match &self.source {
            Source::Random(plies) => {
                let stale = number.saturating_sub(2 * self.found.len() as u64);
                (Opening::default(), *plies + (stale / PATIENCE) as u32)
            }
            Source::List(list) => {
                let (round, at) = (number / list.len() as u64, number % list.len() as u64);
                let order = shuffled(list.len(), self.seed);
                (list[order[at as usize]].clone(), round as u32)
            }
        };
        opening.play(session)?;
        let fixed = session.played().len();
        (0..extra).for_each(|_| {
            session.play_random(&mut rng);
        });
        let random = session.played()[fixed..].to_vec();
        if !opening.name.is_empty() && !random.is_empty() {
            opening.name = format!("{} + {}", opening.name, random.len());
        }
        opening.moves.extend(random);
        Ok(opening)
    }
}

/// A seeded order of the first `count` numbers.
pub fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut rng = Rng::new(seed);
    let mut order: Vec<usize> = (0..count).collect();
    for at in (1..count).rev() {
        order.swap(at, rng.below(at + 1));
    }
    order
}
