//! The one list of games and searches. Everything above works on what it opens; nothing below knows
//! of it.

mod agent;
mod answer;
mod book;
mod caps;
mod choice;
mod evaluation;
mod explain;
mod files;
mod presets;
mod puzzle;
mod ranges;
mod seats;
mod signature;
mod solver;
mod student;
mod tables;

pub use agent::{AnyAgent, ends_by_itself};
pub use answer::{Answer, AnswerLine, AskError, Budget, Request, WallClock};
pub use caps::Caps;
pub use explain::{Calm, Explained, Judge, SeatTerms};
pub use puzzle::{PuzzleLimits, Puzzles};
pub use seats::SEATS;
pub use solver::{Proof, Question};
pub use student::{Shipped, Student};
pub use tables::{Endings, Probed, Shelf};

use std::sync::Arc;

pub use plyglot_book as books;
use plyglot_core::{
    AnySession, GameEntry, Listed, Named, Options, Spec, SpecError, did_you_mean,
    options::{Loader, no_files},
    shorten,
};
pub use plyglot_model as model;
pub use plyglot_players::Records;
use plyglot_players::{Classics, PlayerEntry};
pub use plyglot_search::{Aim, Method, Pair, SearchEntry, SolveConfig};
pub use plyglot_tables::{Blocks, Ending, Plan, ReadAt, Tables, Tally, Values, slice};

/// Tells versions of the engine apart: a hash of all code of searches, evaluations and rules.
pub const SIGNATURE: &str = env!("PLYGLOT_SIGNATURE");

/// The games that can be named in a specification, each with its players.
#[derive(Clone)]
pub struct Catalog {
    games: Vec<Listing>,
    caps: Caps,
    /// Learnt weights and opening books by their names, besides those that come with games.
    weights: Vec<(String, Arc<str>)>,
}

#[derive(Clone)]
struct Listing {
    game: GameEntry,
    agent: AgentBuilder,
    players: fn() -> Vec<Named>,
    explain: explain::Explainer,
    judge: explain::JudgeMaker,
    calm: explain::CalmMaker,
    own_file: fn(&Spec, Loader<'_>) -> Result<Option<String>, SpecError>,
    records: Option<Records>,
    solve: fn(&dyn AnySession, &Question<'_>) -> Proof,
    puzzles: puzzle::Asked,
    tables: Option<tables::Asked>,
    student: fn(&dyn AnySession) -> Option<Student>,
    learnt: fn(&dyn AnySession) -> Vec<Shipped>,
    start: fn(&dyn AnySession) -> Box<dyn AnySession>,
    stocked: fn(&tables::Stock, &dyn AnySession) -> Option<Arc<dyn Values>>,
    stock: tables::Stock,
}

type AgentBuilder =
    fn(&Spec, &dyn AnySession, agent::Means<'_>) -> Result<Box<dyn AnyAgent>, SpecError>;

impl Listing {
    /// What went wrong with a specification; if nothing has its name, the players that there are.
    fn with_players(&self, spec: &Spec, error: SpecError) -> SpecError {
        let presets = self.game.presets.iter().map(|preset| preset.name);
        let classics = (self.players)().into_iter().map(|player| player.name);
        let players: Vec<_> = presets.chain(classics).collect();
        let known = agent::search_entry(&spec.name).is_ok() || players.contains(&&*spec.name);
        if known || players.is_empty() {
            return error;
        }
        let told = format!("; players of {}: {}", self.game.name, players.join(", "));
        agent::no_search(&spec.name, &told, &players)
    }
}

/// A game opened by its specification.
pub struct Opened {
    /// What was opened.
    pub entry: GameEntry,
    /// The options as written.
    pub given: Vec<(String, String)>,
    /// The full normal form of the specification.
    pub spec: String,
    /// The shortest specification that means the same.
    pub short: String,
    /// The game at its start position.
    pub session: Box<dyn AnySession>,
}

impl Clone for Opened {
    fn clone(&self) -> Self {
        let (given, spec) = (self.given.clone(), self.spec.clone());
        Opened {
            entry: self.entry,
            given,
            spec,
            short: self.short.clone(),
            session: self.session.boxed(),
        }
    }
}

impl Catalog {
    /// The games of the project.
    pub fn standard() -> Self {
        Catalog { games: Vec::new(), caps: Caps::default(), weights: Vec::new() }
            .with_classics::<plyglot_dala::Dala>()
            .with_classics::<plyglot_chexers::Chexers>()
            .with_classics::<plyglot_reversixt::ReversiXt>()
            .with::<plyglot_reversi::Reversi>()
            .with_classics::<plyglot_checkers::Checkers>()
            .with_classics::<plyglot_halma::Halma>()
    }

    /// The same with one more game.
    pub fn with<G: Listed>(mut self) -> Self {
        self.games.push(Listing {
            game: GameEntry::of::<G>(),
            agent: agent::build::<G>,
            players: Vec::new,
            explain: explain::explain::<G>,
            judge: explain::judge::<G>,
            calm: explain::calm::<G>,
            own_file: |_, _| Ok(None),
            records: None,
            solve: solver::solve::<G>,
            puzzles: puzzle::Asked::of::<G>(),
            tables: tables::Asked::of::<G>(),
            student: student::student::<G>,
            learnt: student::learnt::<G>,
            start: book::start::<G>,
            stocked: |stock, session| stock.get::<G>(session),
            stock: tables::Stock::default(),
        });
        self
    }

    /// The same with one more game and its classic players.
    pub fn with_classics<G: Classics>(mut self) -> Self {
        self.games.push(Listing {
            game: GameEntry::of::<G>(),
            agent: agent::build_classic::<G>,
            players: || {
                let named = |player: &PlayerEntry<G>| Named {
                    name: player.name,
                    about: player.about,
                    options: player.options,
                };
                G::CLASSICS.iter().map(named).collect()
            },
            explain: explain::explain_classic::<G>,
            judge: explain::judge::<G>,
            calm: explain::calm::<G>,
            own_file: agent::own_file::<G>,
            records: Some(G::RECORDS),
            solve: solver::solve::<G>,
            puzzles: puzzle::Asked::of::<G>(),
            tables: tables::Asked::of::<G>(),
            student: student::student::<G>,
            learnt: student::learnt::<G>,
            start: book::start::<G>,
            stocked: |stock, session| stock.get::<G>(session),
            stock: tables::Stock::default(),
        });
        self
    }

    /// The same with a limit to what one agent may ask for.
    pub fn with_caps(mut self, caps: Caps) -> Self {
        self.caps = caps;
        self
    }

    /// The same with learnt weights or a book that agents can name (`learned(file=NAME)`, `book=on(file=NAME)`): whoever has them at hand
    /// needs no file, and jobs that name them need not carry them along.
    pub fn with_weights(mut self, name: &str, text: &str) -> Self {
        self.weights.retain(|(own, _)| own != name);
        self.weights.push((name.to_owned(), text.into()));
        self
    }

    /// Reads what is known by its name, and all else as `load` does.
    fn load(&self, path: &str, load: Loader<'_>) -> Result<String, String> {
        let known = self.weights.iter().find(|(name, _)| name == path);
        known.map_or_else(|| load(path), |(_, text)| Ok(text.to_string()))
    }

    /// The same with tables of endings that a host keeps.
    pub fn with_shelf(mut self, shelf: Arc<dyn Shelf>) -> Self {
        for listing in &mut self.games {
            listing.stock = tables::Stock::of(shelf.clone());
        }
        self
    }

    /// The most that one agent may ask for.
    pub fn caps(&self) -> Caps {
        self.caps
    }

    /// The classic players of a game.
    pub fn players(&self, game: &str) -> Result<Vec<Named>, SpecError> {
        Ok((self.listing(game)?.players)())
    }

    /// How recorded decisions of a game's players are checked, if it has any.
    pub fn records(&self, game: &str) -> Result<Option<Records>, SpecError> {
        Ok(self.listing(game)?.records)
    }

    /// All games, in the order of lists.
    pub fn games(&self) -> impl Iterator<Item = &GameEntry> {
        self.games.iter().map(|listing| &listing.game)
    }

    /// The game of that name.
    pub fn game(&self, name: &str) -> Result<&GameEntry, SpecError> {
        self.listing(name).map(|listing| &listing.game)
    }

    fn listing(&self, name: &str) -> Result<&Listing, SpecError> {
        self.games.iter().find(|listing| listing.game.name == name).ok_or_else(|| {
            let known: Vec<_> = self.games().map(|game| game.name).collect();
            let hint = did_you_mean(name, known.iter().copied());
            let (name, known) = (shorten(name), known.join(", "));
            SpecError(format!("there is no game {name:?}; there are: {known}{hint}"))
        })
    }

    /// The signature of the engine for a game: that of the project, and of the game's own code if it
    /// comes from elsewhere.
    pub fn signature(&self, game: &str) -> Result<String, SpecError> {
        let source = self.game(game)?.source;
        if source.is_empty() {
            return Ok(SIGNATURE.to_owned());
        }
        let engine = signature::mix_bytes(signature::START, SIGNATURE.as_bytes());
        Ok(signature::text(signature::mix_code(engine, source)))
    }

    /// All searches, in the order of lists.
    pub fn searches(&self) -> &'static [SearchEntry] {
        plyglot_search::SEARCHES
    }

    /// The search of that name.
    pub fn search(&self, name: &str) -> Result<&'static SearchEntry, SpecError> {
        agent::search_entry(name)
    }

    /// Whether a search can play a game, and if not, why.
    pub fn fits(&self, search: &SearchEntry, session: &dyn AnySession) -> Result<(), SpecError> {
        agent::fits(search, session)
    }

    /// Makes a player for an opened game from the name of a search, a preset or a classic player, with
    /// options in brackets, from one of these for every seat (`seats(1=…,2=…)`), or from a file that has
    /// such a text (`@FILE`); `load` reads the files that are named.
    pub fn agent(
        &self,
        text: &str,
        opened: &Opened,
        load: Loader<'_>,
    ) -> Result<Box<dyn AnyAgent>, SpecError> {
        let listing = self.listing(opened.entry.name)?;
        let load: Loader<'_> = &|path: &str| self.load(path, load);
        let (spec, session) = (presets::expanded(text, listing, opened, load)?, &*opened.session);
        if spec.name == SEATS {
            let make = |text: &str| self.agent(text, opened, load);
            return Ok(Box::new(seats::Seats::build(&spec, session.players(), make)?));
        }
        let (caps, stock, rules) = (&self.caps, &listing.stock, &session.spec(&opened.spec));
        let means = agent::Means { load, caps, stock, rules };
        (listing.agent)(&spec, session, means).map_err(|error| listing.with_players(&spec, error))
    }

    /// What the name of a preset stands for under the rules of an opened game; every other specification stands
    /// for itself.
    pub fn stands_for(&self, text: &str, opened: &Opened) -> Result<String, SpecError> {
        let listing = self.listing(opened.entry.name)?;
        Ok(presets::expanded(text, listing, opened, &no_files)?.to_string())
    }

    /// What the evaluation of a player makes of the position of an opened game, for every seat and
    /// term by term; `load` reads the files that options name.
    pub fn explain(
        &self,
        text: &str,
        opened: &Opened,
        load: Loader<'_>,
    ) -> Result<Explained, SpecError> {
        let listing = self.listing(opened.entry.name)?;
        let (spec, session) = (presets::expanded(text, listing, opened, load)?, &*opened.session);
        if spec.name == SEATS {
            return Err(SpecError(format!(
                "{SEATS} has an agent for every seat: explain one of them"
            )));
        }
        (listing.explain)(&spec, session, load).map_err(|error| listing.with_players(&spec, error))
    }

    /// The parameters of a player as the file that programs of its kind read, if there is such a file.
    pub fn own_file(
        &self,
        text: &str,
        opened: &Opened,
        load: Loader<'_>,
    ) -> Result<Option<String>, SpecError> {
        let listing = self.listing(opened.entry.name)?;
        let spec = presets::expanded(text, listing, opened, load)?;
        (listing.own_file)(&spec, load)
    }

    /// The evaluation of a search by itself, to judge many positions of an opened game.
    pub fn judge(&self, text: &str, opened: &Opened, load: Loader<'_>) -> Result<Judge, SpecError> {
        let listing = self.listing(opened.entry.name)?;
        let load: Loader<'_> = &|path: &str| self.load(path, load);
        let spec = presets::expanded(text, listing, opened, load)?;
        (listing.judge)(&spec, &*opened.session, load)
    }

    /// Whether positions of an opened game can be judged as they stand in the eyes of a search.
    pub fn calm(&self, text: &str, opened: &Opened, load: Loader<'_>) -> Result<Calm, SpecError> {
        let listing = self.listing(opened.entry.name)?;
        let spec = presets::expanded(text, listing, opened, load)?;
        (listing.calm)(&spec, &*opened.session, load)
    }

    /// Proves what it can about the position of an opened game, which must not be over.
    pub fn solve(&self, opened: &Opened, question: &Question<'_>) -> Result<Proof, SpecError> {
        self.caps.check_memory("solve: tt", question.config.table as u64)?;
        Ok((self.listing(opened.entry.name)?.solve)(&*opened.session, question))
    }

    /// The puzzles of an opened game's own literature, if it has such.
    pub fn puzzles<'a>(
        &self,
        opened: &'a Opened,
        limits: PuzzleLimits,
    ) -> Result<Puzzles<'a>, SpecError> {
        self.caps.check_memory("solve-puzzle: tt", limits.table as u64)?;
        let listing = self.listing(opened.entry.name)?;
        if listing.game.puzzles.is_none() {
            let known = self.games().filter(|game| game.puzzles.is_some()).map(|game| game.name);
            let (name, known) = (opened.entry.name, known.collect::<Vec<_>>().join(", "));
            return Err(SpecError(format!("{name} has no puzzles; games that have: {known}")));
        }
        Ok(Puzzles::new(listing.puzzles, &*opened.session, limits))
    }

    /// The tables of endings that an opened game can have, if its endings are numbered.
    pub fn tables<'a>(&self, opened: &'a Opened) -> Result<Endings<'a>, SpecError> {
        let name = opened.entry.name;
        let asked = self.listing(name)?.tables.ok_or_else(|| {
            let tabled = self.games.iter().filter(|listing| listing.tables.is_some());
            let known: Vec<_> = tabled.map(|listing| listing.game.name).collect();
            SpecError(format!(
                "{name} has no tables of endings; games that have: {}",
                known.join(", ")
            ))
        })?;
        Endings::new(asked, &*opened.session, &opened.short)
            .ok_or_else(|| SpecError(format!("{}: these rules have no tables", opened.short)))
    }

    /// The tables of endings that players of an opened game can ask, if there are any: those that came with it or,
    /// where they know more, those of the host.
    pub fn stocked(&self, opened: &Opened) -> Option<Arc<dyn Values>> {
        let listing = self.listing(opened.entry.name).ok()?;
        (listing.stocked)(&listing.stock, &*opened.session)
    }

    /// Who collects positions of an opened game to learn from, if the game declares what they look like.
    pub fn student(&self, opened: &Opened) -> Result<Student, SpecError> {
        (self.listing(opened.entry.name)?.student)(&*opened.session).ok_or_else(|| {
            let open = |listing: &&Listing| {
                let defaults = Options::defaults(listing.game.options);
                let session = listing.game.build(&defaults).ok();
                session.is_some_and(|session| (listing.student)(&*session).is_some())
            };
            let known: Vec<_> = self.games.iter().filter(open).map(|own| own.game.name).collect();
            let (name, known) = (opened.entry.name, known.join(", "));
            SpecError(format!("{name} declares no features; games that do: {known}"))
        })
    }

    /// The learnt weights that come with an opened game.
    pub fn learnt(&self, opened: &Opened) -> Result<Vec<Shipped>, SpecError> {
        Ok((self.listing(opened.entry.name)?.learnt)(&*opened.session))
    }

    /// Opens `name(option=value, …)`; `load` reads the files that options name.
    pub fn open(&self, text: &str, load: Loader<'_>) -> Result<Opened, SpecError> {
        let spec = Spec::parse(text)?;
        let entry = *self.game(&spec.name)?;
        let options = Options::check(entry.name, entry.options, &spec.given, load)?;
        let session = entry.build(&options)?;
        let normal = format!("{}{}", entry.name, options.normal_form());
        let changed = options.changed(&Options::defaults(entry.options));
        let short = Spec { name: entry.name.to_owned(), given: changed }.to_string();
        Ok(Opened { entry, given: spec.given, spec: normal, short, session })
    }

    /// Opens all games that a specification with ranges stands for, one at least: `seed={1..24}` are 24 of them.
    pub fn open_all(&self, text: &str, load: Loader<'_>) -> Result<Vec<Opened>, SpecError> {
        ranges::expand(text)?.iter().map(|own| self.open(own, load)).collect()
    }
}

/// The specification of a player as it is written, or as the file of `@FILE` has it: there lines that
/// begin with `#` are comments, and one specification may go over many lines.
pub fn agent_spec(text: &str, load: Loader<'_>) -> Result<Spec, SpecError> {
    let Some(path) = text.trim().strip_prefix('@') else { return Spec::parse(text) };
    let refuse = |why: String| SpecError(format!("@{}: {why}", shorten(path)));
    let file = load(path).map_err(refuse)?;
    let lines = file.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let spec = Spec::parse(&lines.collect::<String>()).map_err(|error| refuse(error.0))?;
    match spec.name.is_empty() {
        true => Err(refuse("expected the specification of an agent, found nothing".to_owned())),
        false => Ok(spec),
    }
}
