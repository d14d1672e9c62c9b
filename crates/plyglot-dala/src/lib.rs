//! Dala: two players drop their pieces on a 6x6 board and then step them; whoever makes a run of
//! exactly three in a row or column takes an enemy piece, and whoever is left with two has lost.
//!
//! - [`board`]: squares and sets of squares as bits
//! - [`runs`]: which actions make a run of three, one by one and for all squares at once
//! - [`state`]: a position, its hash, and the decisions that change it
//! - [`options`]: the rule sets and every option
//! - `actions`: drops and steps, and what they capture; `rules`: the game made of them
//! - `eval`: how good a position is; `order`: which moves to try first
//! - `endings`: positions with few pieces by number, for tables of them
//! - `notation`: its text forms; `scene`: its picture; `openings`: how its matches begin
//! - `trial`: files of games, as the Ludii system keeps them
//!
//! A turn is a drop or a step and then, where it scores, one decision for each victim. Several
//! victims are a set: they are taken in rising order of squares, so that each set comes up once.

mod actions;
mod board;
mod endings;
mod eval;
mod features;
mod notation;
mod openings;
pub mod options;
mod order;
mod rules;
pub mod runs;
mod scene;
pub mod state;
mod trial;

#[cfg(test)]
mod tests;

pub use board::{Board, COLUMN, ROW, Square, beside, squares};
pub use options::{Captures, NoMove, Rules};
pub use state::{Move, State, Undo};

use plyglot_core::{
    Content, EVALUATED_TREES, EvalEntry, Features, FileGames, Format, Heading, Learnt, Listed,
    OptionSpec, Options, OrderEntry, Preset, SpecError, Tabled, Usual, ludii,
};

/// The game: a board, the number of pieces each player owns, and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dala {
    board: Board,
    pieces: u8,
    rules: Rules,
}

impl Default for Dala {
    fn default() -> Self {
        Dala { board: Board::SIX, pieces: 12, rules: Rules::default() }
    }
}

impl Dala {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many pieces each player owns at the start.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Listed for Dala {
    const NAME: &'static str = "dala";
    const ABOUT: &'static str = "drop, step, and capture with runs of exactly three on 6x6";
    const PLAYERS: &'static str = "2";
    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;
    const EVALUATIONS: &'static [EvalEntry<Self>] = eval::EVALUATIONS;
    // By the learnt evaluation; that by hand sees twice as many in the same chances.
    const PIECES: f64 = 1.07;
    const ORDERS: &'static [OrderEntry<Self>] = order::ORDERS;
    const FEATURES: Option<&'static dyn Features<Self>> = Some(&features::Lines);
    const LEARNT: &'static [Learnt<Self>] = &[Learnt {
        name: "standard",
        // Under other rules of captures they are still better than what is made by hand: docs/strength.md.
        fits: |game| game.board.size == 6,
        // From examples/learning/dala.toml.
        file: include_str!("learnt/standard.model"),
    }];
    const TABLES: Option<&'static dyn Tabled<Self>> = Some(&endings::Endings);
    // Matches: docs/search.md.
    const USUAL: &'static [Usual] = EVALUATED_TREES;
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "best",
            about: "alpha-beta with a learnt evaluation and fitted cuts that follows captures to their end",
            // The numbers of `cuts` come from
            // `plyglot fit-cuts dala --agent "alphabeta(eval=learned,lmr=1,quiescence=6)"`.
            spec: "alphabeta(eval=learned,lmr=1,quiescence=6,probcut=1,margin=1,\
                   cuts=1-0:1.077:-196:1268.37/2-0:1.165:445.38:1525.8/\
                   3-0:1.233:-16.75:1817.17/3-1:1.149:149.47:1292.98/\
                   4-0:1.333:560.91:1966.88/4-2:1.144:96.11:1203.23/\
                   5-3:1.148:39.34:1151.91/6-2:1.3:193.82:1589.96/7-3:1.33:13.91:1580.69/\
                   8-4:1.343:-2.43:1585.58)",
        },
        Preset {
            name: "hand",
            about: "the strongest player without anything learnt",
            spec: "alphabeta(lmr=1,quiescence=6)",
        },
        // Found by examples/tuning/dala-classic-spsa.toml.
        Preset {
            name: "retuned",
            about: "the described player with parameters found anew",
            spec: "classic(first_lost=1000000,first_two=311071,first_line=709609,first_move=473243,\
                   first_move_out=690174,first_reduction=2,second_lost=941228,second_two=144005,\
                   second_line=573859,second_move=358233,second_move_out=335401,second_reduction=10)",
        },
    ];

    const FORMATS: &'static [Format] =
        &[Format::new("trl", "a trial of the Ludii system, whose rules are rules=ludii")];

    fn build(options: &Options) -> Result<Self, SpecError> {
        let (board, pieces) = options::read_board(options)?;
        Ok(Dala { board, pieces, rules: Rules::read(options)? })
    }

    fn write_game(
        &self,
        format: &str,
        first: &State,
        moves: &[Move],
        heading: &Heading,
    ) -> Option<String> {
        if format == "trl" { trial::write(self, first, moves, heading) } else { None }
    }

    fn read_games<'a>(&'a self, format: &str, file: &'a Content) -> Option<FileGames<'a>> {
        (format == "trl").then(|| ludii::read(file.text(), "Dala", trial::Replay::new(self)))
    }

    fn book() -> Vec<Vec<String>> {
        openings::openings().collect()
    }
}
