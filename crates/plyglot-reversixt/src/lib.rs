//! ReversiXT: Reversi for 2 to 8 players on any map, with holes, special tiles, links between far
//! tiles, and a second phase in which the board is blown up.
//!
//! - `map`: squares and links, shared by all positions of a game
//! - `board`: a position; `small` and `large`: its contents as bit sets or as `cells`
//! - `rules`: the game itself; `moves`: what can be done in a position
//! - `notation`: moves, positions and results as text; `reader`: map files and positions
//! - `eval`: how good a position is; `order`: which moves to try first
//! - `features`: what positions look like to evaluations that are learnt
//! - `inspect`: tiles and neighbours, for players; `scene`: the board for drawing
//! - `log`: files of games, as the course's server writes them
//! - `options`: settings and built-in maps; `draft`: maps in the making, `plan`: what they are made of,
//!   `generate`: maps made up by a seed

mod board;
mod cells;
mod draft;
mod eval;
mod features;
mod generate;
mod inspect;
mod large;
mod log;
mod map;
mod moves;
mod notation;
mod options;
mod order;
mod plan;
mod reader;
mod rules;
mod scene;
mod setup;
mod small;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use plyglot_core::{
    Content, EvalEntry, Features, FileGames, Format, Game, Learnt, Listed, MapEditor, OptionSpec,
    Options, OrderEntry, Player, Preset, SpecError, TextError, Usual,
};

pub use crate::{
    board::{Phase, State},
    generate::{Recipe, generated_map},
    inspect::Tile,
    options::{RankTies, Settings, StockRange, builtin_map},
    rules::Undo,
};

/// The size up to which the course documents allow maps.
const DOCUMENTED_SIZE: usize = 50;

/// The rules on one map.
#[derive(Clone, Debug)]
pub struct ReversiXt {
    map: Arc<map::Map>,
    start: Arc<State>,
    settings: Settings,
}

/// One move. Squares are numbered row by row from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone is placed.
    Place {
        /// Where.
        square: u32,
        /// 20 or 21 on a bonus tile, a player's number on a choice tile, otherwise 0.
        choice: u8,
    },
    /// A bomb is thrown.
    Bomb {
        /// Where to.
        square: u32,
    },
    /// Nothing: only for a player who was given the turn and has no other move.
    Pass,
    /// A player is put out of the game. Never generated.
    Disqualify(Player),
}

impl Move {
    #[inline]
    fn place(square: usize, choice: u8) -> Move {
        Move::Place { square: square as u32, choice }
    }

    #[inline]
    fn bomb(square: usize) -> Move {
        Move::Bomb { square: square as u32 }
    }
}

impl ReversiXt {
    /// The rules on the map of a map file or position; the game starts as the text says.
    pub fn new(text: &str, settings: Settings) -> Result<ReversiXt, TextError> {
        reader::read(text, settings)
    }

    /// The rules that are no part of the map.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    #[inline]
    fn map(&self) -> &map::Map {
        &self.map
    }
}

impl Listed for ReversiXt {
    const NAME: &'static str = "reversixt";
    const ABOUT: &'static str = "ReversiXT: Reversi on any map, with bombs";
    const PLAYERS: &'static str = "2-8";
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;
    const EVALUATIONS: &'static [EvalEntry<Self>] = eval::EVALUATIONS;
    const FEATURES: Option<&'static dyn Features<Self>> = Some(&features::AnyMap);
    const LEARNT: &'static [Learnt<Self>] = &[Learnt {
        name: "many",
        fits: |game| game.players() > 2,
        // From examples/learning/reversixt.toml.
        file: include_str!("learnt/many.model"),
    }];
    // Stones at the end, on plain8.
    const PIECES: f64 = 28.0;
    const ORDERS: &'static [OrderEntry<Self>] = order::ORDERS;
    // Matches: docs/search.md.
    const USUAL: &'static [Usual] = &[
        ("mcts", "playout_limit", "0"),
        ("mcts", "exploration", "0.15"),
        ("mcts", "batch", "on"),
        ("mcts", "expand", "1"),
    ];
    // The weights of `hand` come from examples/tuning/reversixt-spsa.toml, those of `best` from
    // reversixt-two.toml and reversixt-two-more.toml, all of the latter divided by four for the declared scale.
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "best",
            about: "everybody else as one enemy, override stones kept, special tiles reckoned with; from three \
                    players on Monte Carlo trees with a learnt evaluation",
            spec: "paranoid(eval=default(stone=-41,stone_many=33,stone_late=27,protected1=14,\
                   protected2=23,protected3=19,safe=494,stable=43,beside_safe=-196,\
                   edge_beside_safe=-126,mobility=2468,lone=-30,safe_move=189,bonus_move=326,\
                   open=-23,override=137,few=-222,inversion=96,choice=37),costly=4)",
        },
        Preset {
            name: "hand",
            about: "what was best before override stones and special tiles were reckoned with",
            spec: "paranoid(eval=default(stone=-34,stone_many=33,stone_late=12,protected1=96,\
                   protected2=21,protected3=46,safe=561,stable=103,beside_safe=-454,\
                   edge_beside_safe=-194,mobility=1531,open=-29,override=161))",
        },
    ];

    // Fields by the number of players: docs/strength.md.
    const AMONG_MANY: &'static [(usize, Preset)] = &[(
        3,
        Preset {
            name: "best",
            about: "Monte Carlo trees that ask a learnt evaluation who will end ahead of whom",
            spec: "mcts(eval=learned,exploration=0.02)",
        },
    )];

    const FORMATS: &'static [Format] =
        &[Format::read_only("log", "the log or the simple output of the course's server")];
    const MAPS: Option<MapEditor> = Some(draft::EDITOR);

    fn carried(&self) -> Vec<(&'static str, String)> {
        let start = |name| ReversiXt::new(options::builtin(name), self.settings).ok();
        let text = self.compose(&self.parts(&self.start));
        let same = |game: ReversiXt| game.compose(&game.parts(&game.start)) == text;
        let name = options::MAPS.iter().find(|(name, _)| start(name).is_some_and(same));
        vec![("map", name.map_or("?", |(name, _)| name).to_owned())]
    }

    fn build(options: &Options) -> Result<Self, SpecError> {
        options::build(options)
    }

    fn read_games<'a>(&'a self, format: &str, file: &'a Content) -> Option<FileGames<'a>> {
        (format == "log").then(|| log::read(self, file.text()))
    }

    fn withdrawal(&self, state: &State, seat: Player) -> Option<String> {
        (!state.is_out(seat.0)).then(|| format!("!{}", seat.0 + 1))
    }

    fn warnings(&self) -> Vec<String> {
        let (width, height) = (self.map().width, self.map().height);
        let large = width.max(height) > DOCUMENTED_SIZE;
        let warning = || {
            format!("the map is {width} x {height}; the documents allow {DOCUMENTED_SIZE} at most")
        };
        large.then(warning).into_iter().collect()
    }
}
