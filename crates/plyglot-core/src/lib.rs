//! The vocabulary of Plyglot: what a game is, how it is written, drawn, counted and checked.
//!
//! - [`Game`], [`Handover`]: the rules as searches see them ([`game`])
//! - [`Evaluate`], [`Order`], [`Score`]: what searches ask beyond the rules ([`evaluate`])
//! - [`Features`], [`Patterns`]: what positions look like to evaluations that are learnt ([`features`], [`patterns`])
//! - [`Control`], [`Clock`]: what a search may spend ([`control`])
//! - [`Notation`], [`TextError`], [`Cursor`]: text forms and their errors ([`notation`], [`text`])
//! - [`Draw`], [`Scene`]: one description of a board for every drawing ([`scene`])
//! - [`Change`]: what a ply did to a board ([`changes`])
//! - [`Setup`]: a position in parts, to be edited ([`setup`])
//! - [`Draft`]: a map in the making ([`draft`])
//! - [`OptionSpec`], [`Options`]: options declared once ([`mod@options`]), with the fields they fill ([`declare`])
//! - [`Spec`]: how they are written ([`spec`])
//! - [`History`]: the past of a game, for draws by repetition ([`history`])
//! - [`Referee`]: ends that only the whole course of a game decides ([`referee`])
//! - [`Value`], [`Scale`]: what a position is worth, in what unit ([`value`])
//! - [`perft`], [`playout`], [`laws`]: counting, random games, and the checks every game passes
//! - [`Session`] and [`AnySession`]: a game in progress, typed and erased ([`session`], [`erased`])
//! - [`Reach`]: where plies lead, positions told apart up to symmetries ([`reach`])
//! - [`FileGame`], [`Format`]: games in files ([`files`]), and a format that several games share ([`ludii`])
//! - [`Tabled`], [`Ending`], [`Oracle`]: endings by number, for tables of them, and what is known of them ([`tabled`]), and sets of cells
//!   by number ([`sets`])
//! - [`PuzzleSolution`], [`Prover`]: puzzles, and the searches that solve them ([`puzzle`])
//! - [`Listed`], [`GameEntry`]: a game with its options and parts, typed and erased ([`listed`])
//!
//! Nothing in this crate reads a clock, a file, a socket or an unseeded random source.

pub mod changes;
pub mod control;
pub mod declare;
pub mod draft;
pub mod erased;
pub mod evaluate;
pub mod features;
pub mod files;
pub mod game;
pub mod history;
pub mod laws;
pub mod listed;
pub mod ludii;
pub mod notation;
pub mod options;
pub mod patterns;
pub mod perft;
pub mod player;
pub mod playout;
pub mod puzzle;
pub mod reach;
pub mod referee;
pub mod rng;
pub mod scene;
pub mod session;
pub mod sets;
pub mod setup;
pub mod spec;
pub mod tabled;
pub mod text;
pub mod value;
mod words;

#[cfg(test)]
mod tests;

pub use changes::Change;
pub use control::{Clock, Control, NoClock, Pulse};
pub use declare::Setting;
pub use draft::{
    Draft, DraftEdit, DraftError, DraftNumber, DrawMap, Image, MapEditor, Remark, Symmetry,
    SymmetryKind,
};
pub use erased::AnySession;
pub use evaluate::{
    Eval, EvalEntry, Evaluate, Exact, Order, OrderEntry, OwnPlanner, OwnSolver, Planner, Score,
    Solver, Sought, Tracker,
};
pub use features::{Count, Features, LEARNED, LEARNED_OPTIONS, Layout, MOST_COUNTS, MOST_SUMS};
pub use files::{Content, FileGame, FileGameError, FileGames, Format, Heading, Place};
pub use game::{Game, Handover};
pub use history::History;
pub use listed::{EVALUATED_TREES, GameEntry, Learnt, Listed, Named, Preset, Usual};
pub use notation::{Notation, ResultWords, Verdict, compare_numerically, for_each_ply};
pub use options::{OptionKind, OptionSpec, OptionValue, Options, SpecError};
pub use patterns::{Lanes, PLANES, Pattern, Patterns, Planes};
pub use player::{MAX_PLAYERS, Payoffs, PerPlayer, Player, Sides, ranks, seats};
pub use puzzle::{ForcedEnd, Prover, PuzzleCheck, PuzzleError, PuzzleSolution};
pub use reach::Reach;
pub use referee::{Referee, Ruling};
pub use rng::{Rng, hash_key, hash_keys, mix};
pub use scene::{
    Cell, Click, Counter, Draw, Label, Link, Material, Piece, Scene, Shape, Tint, is_crowned,
};
pub use session::Session;
pub use setup::{Setup, Stamp, run_lengths};
pub use spec::Spec;
pub use tabled::{Ending, Oracle, Tabled, comes_first, may_repeat};
pub use text::{Cursor, TextError, did_you_mean, nearest, shorten};
pub use value::{Bound, Scale, Value, Worth};
