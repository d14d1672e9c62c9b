//! Games as lists hold them: name, options and parts, typed ([`Listed`]) and erased ([`GameEntry`]).

use crate::{
    AnySession, Content, Draw, EvalEntry, Features, FileGames, Format, Game, Handover, Heading,
    LEARNED, LEARNED_OPTIONS, MapEditor, Notation, OptionSpec, Options, OrderEntry, OwnPlanner,
    OwnSolver, Player, Prover, PuzzleCheck, PuzzleError, PuzzleSolution, Session, SpecError,
    Tabled,
};

/// A game that the catalogue can list: everything a command, a match or a page needs of it.
pub trait Listed: Game + Handover + Notation + Draw {
    /// The name in specifications.
    const NAME: &'static str;
    /// One line on what the game is.
    const ABOUT: &'static str;
    /// How many players it takes, for lists.
    const PLAYERS: &'static str;
    /// Its options.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// Its evaluations, the best general one first.
    const EVALUATIONS: &'static [EvalEntry<Self>] = &[];
    /// So many pieces are worth as much as the unit of an evaluation's [`crate::Scale`], measured; where pieces are
    /// not what counts, discs at the end or steps of the way. Engines tell values in hundredths of these.
    const PIECES: f64 = 1.0;
    /// Its move orderings, the best general one first.
    const ORDERS: &'static [OrderEntry<Self>] = &[];
    /// Its own exact solver, if it has one.
    const SOLVER: Option<OwnSolver<Self>> = None;
    /// Its own planner for players who are by themselves, if it has one.
    const PLANNER: Option<OwnPlanner<Self>> = None;
    /// How its endings are numbered, if tables of them can be made.
    const TABLES: Option<&'static dyn Tabled<Self>> = None;
    /// What its positions look like to evaluations that are learnt.
    const FEATURES: Option<&'static dyn Features<Self>> = None;
    /// What was learnt about it and comes with it, the best that fits some rules first.
    const LEARNT: &'static [Learnt<Self>] = &[];
    /// Opening books that come with it, as `plyglot book` writes them, with their names in specifications: one for
    /// every rules that have one.
    const BOOKS: &'static [(&'static str, &'static str)] = &[];
    /// A file of such tables that comes with the game, after the name of its numbering.
    const SHIPPED: Option<(&'static str, &'static [u8])> = None;
    /// What options of searches are in this game where they are not given, as far as matches have shown something better
    /// than what they are in all games. A search without an evaluation
    /// (`eval=none`) keeps to its own.
    const USUAL: &'static [Usual] = &[];
    /// Names for specifications of its players.
    const PRESETS: &'static [Preset] = &[];
    /// Those of them that stand for something else where many sides play, with how many that are at least.
    const AMONG_MANY: &'static [(usize, Preset)] = &[];
    /// The file formats of its own literature, which [`Listed::write_game`] writes and
    /// [`Listed::read_games`] reads.
    const FORMATS: &'static [Format] = &[];
    /// How its maps are drawn, if it is played on maps that can be.
    const MAPS: Option<MapEditor> = None;
    /// One line on its puzzles, if it has any, which [`Listed::solve_puzzle`] solves.
    const PUZZLES: Option<&'static str> = None;
    /// The code of a game that is no part of the project (`include_str!` of its own file): records
    /// of games under other rules are told apart by it.
    const SOURCE: &'static str = "";

    /// The rules under checked options.
    fn build(options: &Options) -> Result<Self, SpecError>;

    /// The options that reading a position can change, with the values that these rules have; `?` for
    /// one that cannot be named, such as the map of a position.
    fn carried(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What is unusual about these rules, though they can be played.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Openings from which matches of this game usually begin, as plies from the start.
    fn book() -> Vec<Vec<String>> {
        Vec::new()
    }

    /// The ply that puts a seat out of the game, whoever is to move, so that the others can play on; `None`
    /// where the rules know no such thing.
    fn withdrawal(&self, _state: &Self::State, _seat: Player) -> Option<String> {
        None
    }

    /// A game from `first` on in one of [`Listed::FORMATS`]; `None` where the game has no format of
    /// that name, or it cannot tell this game.
    fn write_game(
        &self,
        _format: &str,
        _first: &Self::State,
        _moves: &[Self::Move],
        _heading: &Heading,
    ) -> Option<String> {
        None
    }

    /// The games of a file in one of [`Listed::FORMATS`]; `None` where the game has no format of that
    /// name. Rules that end a game by its length or by repetition do not matter here.
    fn read_games<'a>(&'a self, _format: &str, _file: &'a Content) -> Option<FileGames<'a>> {
        None
    }

    /// Solves a puzzle; asked only of a game that has [`Listed::PUZZLES`].
    fn solve_puzzle(
        &self,
        _text: &str,
        _prover: &mut impl Prover,
    ) -> Result<PuzzleSolution, PuzzleError> {
        Err(no_puzzles::<Self>())
    }

    /// Checks somebody's solution of a puzzle; asked only of a game that has [`Listed::PUZZLES`].
    fn check_puzzle(
        &self,
        _text: &str,
        _solution: &str,
        _prover: &mut impl Prover,
    ) -> Result<PuzzleCheck, PuzzleError> {
        Err(no_puzzles::<Self>())
    }
}

fn no_puzzles<G: Listed>() -> PuzzleError {
    PuzzleError::Unsolved(format!("{} has no puzzles", G::NAME))
}

/// A part of a game that specifications can name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
}

/// Weights of an evaluation that come with a game.
pub struct Learnt<G: Game> {
    /// The name in specifications.
    pub name: &'static str,
    /// Whether they are for these rules.
    pub fits: fn(&G) -> bool,
    /// The file, as `plyglot learn` writes it.
    pub file: &'static str,
}

/// What an option of a search is in a game where it is not given: the search, the option, the value.
pub type Usual = (&'static str, &'static str, &'static str);

/// For games whose evaluations say more of a position than a random game from there does: Monte Carlo trees ask the
/// evaluation and play nothing out.
pub const EVALUATED_TREES: &[Usual] =
    &[("mcts", "playout_limit", "0"), ("mcts", "exploration", "0.15")];

/// A name for a specification of a game's player, and nothing more: everything in it can be overridden.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// What the name stands for.
    pub spec: &'static str,
}

/// A listed game, erased: what the catalogue holds.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what the game is.
    pub about: &'static str,
    /// How many players it takes.
    pub players: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its evaluations, with their weights.
    pub evaluations: fn() -> Vec<Named>,
    /// How many pieces are worth the unit of its evaluations ([`Listed::PIECES`]).
    pub pieces: f64,
    /// Its move orderings.
    pub orders: fn() -> Vec<Named>,
    /// What options of searches are in it where they are not given ([`Listed::USUAL`]).
    pub usual: &'static [Usual],
    /// Names for specifications of its players; what they stand for tells [`GameEntry::presets_of`].
    pub presets: &'static [Preset],
    /// Those that stand for something else among many sides ([`Listed::AMONG_MANY`]).
    among_many: &'static [(usize, Preset)],
    /// The file formats of its own literature.
    pub formats: &'static [Format],
    /// How its maps are drawn, if it is played on maps that can be.
    pub maps: Option<MapEditor>,
    /// One line on its puzzles, if it has any.
    pub puzzles: Option<&'static str>,
    /// The code of a game that is no part of the project.
    pub source: &'static str,
    /// Opening books that come with it ([`Listed::BOOKS`]).
    pub books: &'static [(&'static str, &'static str)],
    /// Openings from which its matches usually begin, as plies from the start.
    pub book: fn() -> Vec<Vec<String>>,
    build: fn(&Options) -> Result<Box<dyn AnySession>, SpecError>,
}

impl GameEntry {
    /// The entry of a game type.
    pub const fn of<G: Listed>() -> Self {
        GameEntry {
            name: G::NAME,
            about: G::ABOUT,
            players: G::PLAYERS,
            options: G::OPTIONS,
            evaluations: || {
                let named =
                    |e: &EvalEntry<G>| Named { name: e.name, about: e.about, options: e.weights };
                let about =
                    "weights over what the game declares of its positions, learnt from games";
                let learned = Named { name: LEARNED, about, options: LEARNED_OPTIONS };
                let learned = G::FEATURES.map(|_| learned);
                G::EVALUATIONS.iter().map(named).chain(learned).collect()
            },
            pieces: G::PIECES,
            orders: || {
                let named =
                    |o: &OrderEntry<G>| Named { name: o.name, about: o.about, options: &[] };
                G::ORDERS.iter().map(named).collect()
            },
            usual: G::USUAL,
            presets: G::PRESETS,
            among_many: G::AMONG_MANY,
            formats: G::FORMATS,
            maps: G::MAPS,
            puzzles: G::PUZZLES,
            source: G::SOURCE,
            books: G::BOOKS,
            book: G::book,
            build: |options| Ok(Box::new(Session::new(G::build(options)?))),
        }
    }

    /// What options of a search are in this game where they are not given, with their names.
    pub fn usual(&self, search: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let own = self.usual.iter().filter(move |(own, ..)| *own == search);
        own.map(|(_, option, value)| (*option, *value))
    }

    /// Its presets, as they stand where so many sides play.
    pub fn presets_of(&self, sides: usize) -> impl Iterator<Item = &'static Preset> {
        let many = self.among_many.iter().filter(move |(least, _)| sides >= *least);
        let other = move |own: &Preset| many.clone().find(|(_, other)| other.name == own.name);
        self.presets.iter().map(move |own| other(own).map_or(own, |(_, other)| other))
    }

    /// The game at its start position under checked options.
    pub fn build(&self, options: &Options) -> Result<Box<dyn AnySession>, SpecError> {
        (self.build)(options)
    }
}
