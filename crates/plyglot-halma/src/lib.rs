//! Halma: team Halma for four, its classic relatives for four and for two, and miniatures.
//!
//! Every player has a staircase of pieces in his corner and wants to fill the opposite one, by steps
//! to a neighbouring square and by chains of hops over pieces. Nothing is captured.
//!
//! - [`board`]: squares, and sets of squares kept as four boards of 8 by 8
//! - [`variants`]: the members of the family; [`options`]: what can be asked of them
//! - `tables`: bases, edges, goal lock and order of play, worked out once
//! - [`state`]: positions and moves; `rules`: playing them
//! - `actions`: single steps and hops; `turns`: whole turns; `hops`: what chains go along;
//!   `symmetry`: mirrored positions
//! - `eval`: how good a position is; `order`: which moves to try first
//! - `features`: what positions look like to evaluations that are learnt
//! - `planner`: what a player does who is by himself; `endings`: the smallest boards by number
//! - `log`: files of games, as the course's server writes them
//! - [`position`], [`notation`]: text forms; `reasons`: why a move is refused; `scene`: drawing
//!
//! # Actions and turns
//! Team variants are decided action by action: a step, a hop, or the end of a chain of hops. The same
//! games can be played with whole turns as decisions (`level=turn`), where a turn is where a piece
//! starts and where it ends. Every chain can be ended after every hop, so that every turn can end.
//! Without revisiting it also must: a chain visits no square twice. Under `team16a`, where chains may
//! go to and fro for ever, a player that wants its searches finite plays at the level of turns: there
//! the endless paths between two squares are one move.

mod actions;
mod board;
mod endings;
mod eval;
mod features;
mod hops;
mod log;
pub mod notation;
pub mod options;
mod order;
mod planner;
pub mod position;
mod reasons;
mod rules;
mod scene;
pub mod state;
mod symmetry;
mod tables;
mod turns;
pub mod variants;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use plyglot_core::{
    Content, EVALUATED_TREES, EvalEntry, Features, FileGames, Format, Heading, Listed, OptionSpec,
    Options, OrderEntry, OwnPlanner, Player, Preset, SpecError, Tabled, Usual,
};

pub use board::{Board, DIRECTIONS, Square};
pub use notation::WireAction;
pub use options::{Camp, GoalLock, Level, Rules};
pub use position::square_name;
pub use state::{Ending, Move, State, Undo};
pub use variants::{Eviction, Scope, VARIANTS, Variant, Win};

use eval::geometry::Geometry;
use options::Wishes;
use tables::Tables;

/// The rules of one variant under its options.
#[derive(Clone, Debug)]
pub struct Halma {
    rules: Rules,
    /// What was asked for, kept for positions that bring another variant.
    wishes: Wishes,
    tables: Arc<Tables>,
    geometry: Arc<Geometry>,
}

impl Halma {
    /// The variant of that name under its usual rules.
    pub fn named(variant: &str) -> Option<Halma> {
        Halma::with(Variant::find(variant)?, Wishes::default()).ok()
    }

    /// The same rules played by actions or by turns, where the variant offers that.
    pub fn at_level(&self, level: Level) -> Option<Halma> {
        let mut wishes = self.wishes;
        wishes.level = Some(level);
        Halma::with(self.rules.variant, wishes).ok()
    }

    /// What the rules are.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The base a player starts in.
    pub fn home(&self, player: Player) -> Board {
        self.tables.home[player.idx() & 3]
    }

    /// The base a player wants to fill.
    pub fn target(&self, player: Player) -> Board {
        self.tables.target[player.idx() & 3]
    }

    fn with(variant: &'static Variant, wishes: Wishes) -> Result<Halma, SpecError> {
        wishes.rules(variant).map(|rules| Halma::new(rules, wishes))
    }

    fn new(rules: Rules, wishes: Wishes) -> Halma {
        let tables = Arc::new(Tables::new(&rules));
        let geometry = Arc::new(Geometry::new(&rules, &tables.target));
        Halma { rules, wishes, tables, geometry }
    }
}

impl Listed for Halma {
    const NAME: &'static str = "halma";
    const ABOUT: &'static str = "Halma for two teams of two, four individuals or two players";
    const PLAYERS: &'static str = "2 or 4";
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;
    const EVALUATIONS: &'static [EvalEntry<Self>] = eval::EVALUATIONS;
    // Steps of the way.
    const PIECES: f64 = 8.4;
    const ORDERS: &'static [OrderEntry<Self>] = order::ORDERS;
    const FEATURES: Option<&'static dyn Features<Self>> = Some(&features::Way);
    const TABLES: Option<&'static dyn Tabled<Self>> = Some(&endings::Endings);
    const PLANNER: Option<OwnPlanner<Self>> = Some(|width| Box::new(planner::Lone::new(width)));
    // Matches: docs/search.md.
    const USUAL: &'static [Usual] = EVALUATED_TREES;
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "best",
            about: "best-reply search over whole turns that sees chains ahead, and plans once it is alone",
            spec: "brs(plan=on,lmr=2,alone=on,eval=tuned)",
        },
        Preset {
            name: "hand",
            // The weights come from examples/tuning/halma-spsa.toml.
            about: "the strongest player before chains and plans: best-reply search over whole turns",
            spec: "brs(plan=on,lmr=2,eval=default(distance=116,straggle=4,farthest=317,aside=231,goal=209,\
                   home=645,hops=146,lag=70))",
        },
    ];

    const FORMATS: &'static [Format] =
        &[Format::new("log", "the log of the course's server, for team variants")];

    fn carried(&self) -> Vec<(&'static str, String)> {
        vec![("variant", self.rules.variant.name.to_owned())]
    }

    fn build(options: &Options) -> Result<Self, SpecError> {
        let name = options.word("variant").unwrap_or(VARIANTS[0].name);
        let variant = Variant::find(name)
            .ok_or_else(|| SpecError(format!("halma has no variant {name:?}")))?;
        Halma::with(variant, Wishes::of(options))
    }

    fn write_game(
        &self,
        format: &str,
        first: &State,
        moves: &[Move],
        heading: &Heading,
    ) -> Option<String> {
        if format == "log" { log::write(self, first, moves, heading) } else { None }
    }

    fn read_games<'a>(&'a self, format: &str, file: &'a Content) -> Option<FileGames<'a>> {
        (format == "log").then(|| Box::new(log::Logs::new(self, file.text())) as FileGames<'a>)
    }
}
