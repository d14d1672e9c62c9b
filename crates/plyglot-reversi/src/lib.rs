//! Plain Reversi (Othello) on bitboards: two players, 8x8 squares, no extras.
//!
//! - [`bitboard`]: sets of squares, and what rules, solvers and evaluations ask of them: who may move
//!   where ([`mobility`]) and what a move turns over ([`flips`])
//! - `board`: [`State`], [`Move`], and the boards of 4x4 and 6x6 squares inside the 8x8 one
//! - `rules`: `Game` and `Handover`
//! - `notation`: positions, moves and results as text; `map_text`: the same positions as ReversiXT
//!   maps
//! - `scene`: the board for drawing
//! - `eval`, `order`: how good positions are and which moves to try first
//! - `features`: what positions look like to evaluations that are learnt
//! - [`endgame`]: exact scores; `stability`: stones that are safe for ever
//! - `files`: games as other Othello programs keep them; [`ggf`]: one of their formats
//!
//! A player who cannot move is skipped: as in ReversiXT that is no ply, and the same player may move
//! again. With `pass=move` it is one, as Othello programs count.

mod bitboard;
mod board;
pub mod endgame;
mod eval;
mod features;
mod files;
mod map_text;
mod notation;
mod order;
mod rules;
mod scene;
mod stability;

#[cfg(test)]
mod tests;

pub use bitboard::{flips, mobility};
pub use board::{Move, Size, State};
pub use files::ggf;

use plyglot_core::{
    Content, EVALUATED_TREES, EvalEntry, Features, FileGames, Format, Heading, Learnt, Listed,
    OptionKind, OptionSpec, Options, OrderEntry, OwnSolver, Preset, SpecError, Usual,
};

/// The rules of plain Reversi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Reversi {
    /// What a player does who cannot move while the other one can.
    pub pass: PassRule,
    /// Who gets the squares left empty at the end.
    pub score: ScoreRule,
    /// The board.
    pub size: Size,
}

/// What a player does who cannot move while the other one can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PassRule {
    /// Nothing: the turn goes to the other player at once.
    #[default]
    Skip,
    /// Plays a pass, which is a ply.
    Move,
}

/// How payoffs are counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ScoreRule {
    /// Own stones minus the other's.
    #[default]
    Stones,
    /// The same, and squares left empty go to the winner.
    Othello,
}

impl Listed for Reversi {
    const NAME: &'static str = "reversi";
    const ABOUT: &'static str = "plain Reversi (Othello) on bitboards";
    const PLAYERS: &'static str = "2";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "pass",
            kind: OptionKind::Choice(&["skip", "move"]),
            default: "skip",
            help: "whether a player who cannot move is skipped or plays a pass",
        },
        OptionSpec {
            name: "score",
            kind: OptionKind::Choice(&["stones", "othello"]),
            default: "stones",
            help: "stones: the difference of stones; othello: empty squares go to the winner",
        },
        OptionSpec {
            name: "size",
            kind: OptionKind::Choice(&["4", "6", "8"]),
            default: "8",
            help: "squares along a side of the board",
        },
    ];
    const EVALUATIONS: &'static [EvalEntry<Self>] = eval::EVALUATIONS;
    // Discs at the end, by the learnt evaluation; that by hand sees more of them in the same chances.
    const PIECES: f64 = 12.8;
    const ORDERS: &'static [OrderEntry<Self>] = order::ORDERS;
    const SOLVER: Option<OwnSolver<Self>> =
        Some(|megabytes| Box::new(endgame::Endings::new(megabytes)));
    const FEATURES: Option<&'static dyn Features<Self>> = Some(&features::Board);
    const LEARNT: &'static [Learnt<Self>] = &[Learnt {
        name: "board8",
        fits: |game| game.size == Size::Eight,
        // From examples/learning/reversi.toml.
        file: include_str!("learnt/board8.model"),
    }];
    // From the command in docs/books.md.
    const BOOKS: &'static [(&'static str, &'static str)] =
        &[("board8", include_str!("books/board8.book"))];
    // Matches: docs/search.md.
    const USUAL: &'static [Usual] = EVALUATED_TREES;
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "best",
            about: "alpha-beta with a learnt evaluation and fitted cuts; endings are solved where they can be",
            // The numbers of `cuts` come from
            // `plyglot fit-cuts reversi --agent "alphabeta(eval=learned,order=replies,lmr=1)" --games 300 --depth 10`.
            spec: "alphabeta(eval=learned,order=replies,lmr=1,solver=on,book=on,probcut=1,margin=1,\
                   cuts=1-0:0.995:271.9:442.91/2-0:1.014:-43.1:486.3/\
                   3-0:1.024:207.84:569.97/3-1:1.023:-78.94:423/\
                   4-0:1.043:21.19:619.76/4-2:1.026:65.52:396.4/\
                   5-3:1.028:-1.55:350.61/6-2:1.056:95.99:496.31/\
                   7-3:1.059:14.32:420.19/8-4:1.068:37.03:404.31/\
                   9-5:1.062:16.38:374.07/10-4:1.1:44.86:489.07)",
        },
        Preset {
            name: "hand",
            about: "the strongest player without anything learnt by itself",
            // The weights come from examples/tuning/reversi-texel.toml.
            spec: "alphabeta(eval=default(turn=-150,turn_late=-10,parity=133,parity_late=232,\
               stones=-75,stones_late=66,moves=-76,moves_late=87,share=37,share_late=22,\
               potential=67,potential_late=-62,open=-19,open_late=-201,corners=1549,\
               corner_moves=147,corner_moves_late=555,x_squares=-1665,x_squares_late=187,\
               c_squares=-350,c_squares_late=74,edge=151,edge_late=-61,stable=200,\
               stable_late=156),order=replies,lmr=1)",
        },
    ];

    const FORMATS: &'static [Format] = files::FORMATS;

    fn carried(&self) -> Vec<(&'static str, String)> {
        vec![("size", self.size.side().to_string())]
    }

    fn build(options: &Options) -> Result<Self, SpecError> {
        Ok(Reversi {
            pass: match options.word("pass") {
                Some("move") => PassRule::Move,
                _ => PassRule::Skip,
            },
            score: match options.word("score") {
                Some("othello") => ScoreRule::Othello,
                _ => ScoreRule::Stones,
            },
            size: match options.word("size") {
                Some("4") => Size::Four,
                Some("6") => Size::Six,
                _ => Size::Eight,
            },
        })
    }

    fn write_game(
        &self,
        format: &str,
        first: &State,
        moves: &[Move],
        heading: &Heading,
    ) -> Option<String> {
        files::write(self, format, first, moves, heading)
    }

    fn read_games<'a>(&'a self, format: &str, file: &'a Content) -> Option<FileGames<'a>> {
        files::read(self, format, file)
    }
}
