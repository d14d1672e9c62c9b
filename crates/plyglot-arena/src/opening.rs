//! How games begin: seeded random plies, the game's own openings, a list, or the ends of an opening book.

use std::collections::HashSet;

use plyglot_catalog::{
    Opened,
    books::{Book, BookError},
};
use plyglot_core::{AnySession, Content, FileGameError, Rng, mix};
use plyglot_lab::files::{self, ReadGame};
use serde::{Deserialize, Serialize};

use crate::Error;

/// Of an opening book those lines are taken that leave each side this close to half of the score.
const BALANCED: f64 = 0.05;

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

    /// Reads the openings of a file: of an opening book the balanced lines, to their ends or `plies` plies long; by its
    /// name, of games in a format of theirs the first `plies` plies, or all of those that have no result yet; anything
    /// else is a list. Also tells which games cannot be used.
    pub fn read_file(
        path: &str,
        file: &Content,
        opened: &Opened,
        plies: Option<u32>,
    ) -> Result<(Vec<Opening>, Vec<String>), Error> {
        if !matches!(Book::settings_of(file.text()), Err(BookError::Foreign)) {
            return Ok((Opening::of_book(file.text(), opened, plies)?, Vec::new()));
        }
        let Some(format) = files::format_of(&opened.entry, path) else {
            let known: Vec<_> = files::formats(&opened.entry).iter().map(|own| own.name).collect();
            return match plies {
                None => Ok((Opening::parse_list(file.text(), &*opened.session)?, Vec::new())),
                Some(_) => Err(Error::Input(format!(
                    "{path} is a list of openings, which are played to their end; so many plies are \
                     taken of files of games (.{})",
                    known.join(", .")
                ))),
            };
        };
        let games = files::read(opened, format.name, file);
        let games = games.map_err(|error| Error::Input(error.to_string()))?;
        let (mut openings, mut refused) = (Vec::new(), Vec::new());
        for (number, game) in (1..).zip(games) {
            match game.and_then(|game| Opening::of_game(number, &game, opened, plies)) {
                Ok(opening) => openings.push(opening),
                Err(error) => refused.push(format!("game {number} is left out: {error}")),
            }
        }
        match (openings.is_empty(), refused.first()) {
            (false, _) => {
                let named = refused.iter().map(|what| format!("{path}: {what}"));
                Ok((openings, named.collect()))
            }
            (true, None) => Err(Error::Input("it has no games".to_owned())),
            (true, Some(first)) => {
                Err(Error::Input(format!("none of its games can be used; {first}")))
            }
        }
    }

    /// The lines of an opening book that leave neither side ahead.
    fn of_book(text: &str, opened: &Opened, plies: Option<u32>) -> Result<Vec<Opening>, Error> {
        let rules = opened.session.spec(&opened.spec);
        let book = Book::read(text, &rules, &*opened.session);
        let book = book.map_err(|error| Error::Input(error.to_string()))?;
        let named =
            |(at, moves)| Opening { name: format!("line {}", at + 1), position: None, moves };
        let lines = book.balanced(plies, BALANCED).into_iter().enumerate().map(named);
        let lines: Vec<Opening> = lines.collect();
        match lines.is_empty() {
            true => Err(Error::Input(format!(
                "no line of this book{} leaves both sides within {:.0} % of half of the score",
                plies.map_or(String::new(), |plies| format!(" with {plies} plies")),
                100.0 * BALANCED
            ))),
            false => Ok(lines),
        }
    }

    fn of_game(
        number: usize,
        read: &ReadGame,
        opened: &Opened,
        plies: Option<u32>,
    ) -> Result<Opening, FileGameError> {
        let game = &read.game;
        let refuse = |why: &str| FileGameError { ply: None, why: why.to_owned() };
        if plies.is_none() && !game.heading.ranks.is_empty() {
            return Err(refuse(
                "it has a result; --opening-plies N (plies = N) takes its beginning",
            ));
        }
        let count = plies.map_or(usize::MAX, |plies| plies as usize).min(game.plies.len());
        let mut opening = Opening {
            name: format!("game {number}"),
            position: game.position.clone(),
            moves: Vec::new(),
        };
        let mut session = opened.session.boxed();
        if let Some(text) = &opening.position {
            session.set_position(text).map_err(|error| refuse(&format!("position: {error}")))?;
        }
        read.play(&mut *session, count)?;
        if session.outcome().is_some() {
            return Err(refuse("it is over; --opening-plies N (plies = N) takes its beginning"));
        }
        opening.moves = session.played().to_vec();
        Ok(opening)
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// So many random plies; none is the start position every time.
    #[serde(rename = "random_plies")]
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

/// The openings of a run, one after the other, all different as long as there are new ones: they grow by
/// random plies when there would be none otherwise. A game that has no more begins again with known ones.
pub struct Openings {
    source: Source,
    start: Box<dyn AnySession>,
    seed: u64,
    /// The order of a list.
    order: Vec<usize>,
    search: Search,
}

/// How far the search for openings has come.
#[derive(Default)]
struct Search {
    /// Openings found.
    found: usize,
    /// The last one.
    last: Opening,
    /// Hashes of all positions that openings led to.
    seen: HashSet<u64>,
    tries: u64,
    /// The try with which it began, for the first time or again.
    begun: u64,
    /// Tries since the last new position.
    barren: u64,
    /// New positions in the pass of tries in progress.
    fresh: u64,
    /// Random plies added.
    extra: u32,
}

impl Openings {
    /// The openings of a source for the game of a session at its start.
    pub fn new(source: Source, start: &dyn AnySession, seed: u64) -> Openings {
        let order = match &source {
            Source::Random(_) => Vec::new(),
            Source::List(list) => shuffled(list.len(), seed),
        };
        Openings { source, start: start.boxed(), seed, order, search: Search::default() }
    }

    /// Where they come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The opening of that number. Asked in ascending order, each is found once.
    pub fn get(&mut self, number: usize) -> Result<Opening, Error> {
        if self.source == Source::Random(0) {
            return Ok(Opening { name: "start".to_owned(), ..Opening::default() });
        }
        if number + 1 < self.search.found {
            self.search = Search::default();
        }
        while self.search.found <= number {
            self.search.last = self.find_next()?;
            self.search.found += 1;
        }
        Ok(self.search.last.clone())
    }

    #[cfg(test)]
    pub(crate) fn found(&self) -> usize {
        self.search.found
    }

    fn find_next(&mut self) -> Result<Opening, Error> {
        /// So many tries in a row without anything new are enough.
        const MOST_BARREN: u64 = 10_000;
        loop {
            self.adapt();
            let mut session = self.start.boxed();
            let mut opening = self.attempt(self.search.tries, &mut *session)?;
            self.search.tries += 1;
            let position =
                session.position().bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
            if session.outcome().is_none() && self.search.seen.insert(position) {
                (self.search.fresh, self.search.barren) = (self.search.fresh + 1, 0);
                if opening.name.is_empty() {
                    opening.name = format!("random {}", self.search.found + 1);
                }
                return Ok(opening);
            }
            self.search.barren += 1;
            if self.search.barren == MOST_BARREN {
                self.begin_again()?;
            }
        }
    }

    /// Makes openings longer where a pass of tries has brought little that is new.
    fn adapt(&mut self) {
        let pass = match &self.source {
            Source::Random(_) => 1000,
            Source::List(list) => list.len() as u64,
        };
        let search = &mut self.search;
        let tried = search.tries - search.begun;
        if tried > 0 && tried.is_multiple_of(pass) {
            // A list has nothing new without random plies.
            let used_up = search.extra == 0 && matches!(self.source, Source::List(_));
            search.extra += u32::from(used_up || 2 * search.fresh < pass);
            search.fresh = 0;
        }
    }

    /// Lets all openings come again: their games have other seeds.
    fn begin_again(&mut self) -> Result<(), Error> {
        if self.search.seen.is_empty() {
            return Err(Error::Input(
                "all openings end the game before it begins; shorter ones (--random-plies) would do"
                    .to_owned(),
            ));
        }
        self.search.seen.clear();
        (self.search.barren, self.search.extra, self.search.fresh) = (0, 0, 0);
        self.search.begun = self.search.tries;
        Ok(())
    }

    /// The opening of one try, played in the session.
    fn attempt(&self, number: u64, session: &mut dyn AnySession) -> Result<Opening, Error> {
        let mut rng = Rng::stream(self.seed, number);
        let (mut opening, plies) = match &self.source {
            Source::Random(plies) => (Opening::default(), *plies),
            Source::List(list) => {
                (list[self.order[(number % list.len() as u64) as usize]].clone(), 0)
            }
        };
        opening.play(session)?;
        let fixed = session.played().len();
        (0..plies + self.search.extra).for_each(|_| {
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

#[cfg(test)]
mod tests {
    use plyglot_catalog::{
        Catalog,
        books::{Found, Settings},
    };
    use plyglot_core::options::no_files;

    use super::*;
    use crate::heap::Heap;

    #[test]
    fn a_list_that_is_used_up_goes_on_with_few_random_plies() {
        let opened = Catalog::standard().open("reversi", &no_files).unwrap();
        let list = Opening::parse_list("d3 c3\nf5 d6\nc4 c3 d3\n", &*opened.session).unwrap();
        let mut openings = Openings::new(Source::List(list), &*opened.session, 1);
        let all: Vec<Opening> = (0..3000).map(|number| openings.get(number).unwrap()).collect();
        let mut positions = HashSet::new();
        for opening in &all {
            let mut session = opened.session.boxed();
            opening.play(&mut *session).unwrap();
            assert!(positions.insert(session.position()), "{opening:?} came twice");
            assert!(opening.moves.len() < 12, "{opening:?}");
        }
        assert!(all[..3].iter().all(|opening| !opening.name.contains('+')));
        assert_eq!(openings.get(40).unwrap(), all[40], "whoever asks later gets the same");
    }

    #[test]
    fn lines_of_a_book_are_openings_if_they_are_balanced() {
        let catalog = Catalog::standard();
        let opened = catalog.open("reversi", &no_files).unwrap();
        let settings = Settings {
            game: opened.spec.clone(),
            agent: "made-up".to_owned(),
            nodes: 1,
            omega: 30,
            plies: 9,
            seed: 1,
        };
        let mut book = Book::new(settings, "e", &*opened.session).unwrap();
        while book.positions() < 40 {
            let found = book.unsearched().into_iter().map(|(at, plies)| {
                // After the first plies one side is ahead.
                let value = if at < 9 { 0.5 } else { 0.3 + at as f64 / 100.0 };
                (at, Found { ply: plies[0].clone(), value, depth: 1, nodes: 1 })
            });
            book.tell(&found.collect::<Vec<_>>()).unwrap();
            book.open(&*opened.session).unwrap();
        }
        let found = book.unsearched().into_iter();
        let found = found.map(|(at, plies)| {
            (at, Found { ply: plies[0].clone(), value: 0.9, depth: 1, nodes: 1 })
        });
        book.tell(&found.collect::<Vec<_>>()).unwrap();
        let file = Content::new(book.write());
        let read = |plies| Opening::read_file("any.name", &file, &opened, plies);
        let (lines, _) = read(None).unwrap();
        assert!(!lines.is_empty() && lines.len() < 20, "{lines:?}");
        for line in &lines {
            line.play(&mut *opened.session.boxed()).unwrap();
        }
        let why = read(Some(77)).unwrap_err().to_string();
        assert!(why.contains("no line of this book with 77 plies leaves both sides"), "{why}");
        let other = catalog.open("reversi(size=6)", &no_files).unwrap();
        let why = Opening::read_file("any.name", &file, &other, None).unwrap_err().to_string();
        assert!(why.contains("this book is for reversi("), "{why}");
    }

    /// Longer openings end this game always, so that it must not begin again with one of those.
    #[test]
    fn openings_that_begin_again_are_no_longer_than_the_first() {
        let opened = Catalog::standard().open("reversixt(map=ring12)", &no_files).unwrap();
        let mut openings = Openings::new(Source::Random(4), &*opened.session, 1);
        for number in 0..1500 {
            openings.get(number).unwrap();
        }
    }

    #[test]
    fn a_game_of_few_positions_begins_again() {
        let opened = Catalog::standard().with::<Heap>().open("heap", &no_files).unwrap();
        let mut openings = Openings::new(Source::Random(4), &*opened.session, 1);
        let all: Vec<Opening> = (0..500).map(|number| openings.get(number).unwrap()).collect();
        assert!(all.iter().all(|own| own.play(&mut *opened.session.boxed()).is_ok()));
        let mut never = Openings::new(Source::Random(100), &*opened.session, 1);
        assert!(never.get(0).unwrap_err().to_string().contains("shorter ones"));
    }
}
