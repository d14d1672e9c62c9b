//! English draughts (checkers), with FEN, PDN and board files.
//!
//! - [`Checkers`]: the rules with their options [`DrawRules`] and [`CrownRowMen`], in this file
//! - [`Position`], [`Side`]: the board as three masks (`board`), set up piece by piece (`setup`)
//! - [`Move`]: one turn, a capture chain with its whole path (`moves`), found by `generate`
//! - `rules`: the game as searches see it; `scene`: the board as drawings see it
//! - `notation`: what is read and written, with `fen` and `diagram` for positions, `ply` for moves
//! - `csc384`: the boards of course files, with the game on all 64 squares; `puzzle`: their puzzles
//! - `eval`, `order`: how good positions and moves look
//! - `endings`: positions with few pieces by number, for tables of them
//! - `driver`: how the driver of the 2021 course ends games
//! - [`pdn`]: files of games; `trial`: those of the Ludii system; [`ballots`]: the three-move openings of tournaments
//!
//! Squares carry the numbers 1 to 32 from the top left. Black starts on 1 to 12, moves down and
//! begins; White starts on 21 to 32 and moves up.

pub mod ballots;
mod board;
mod csc384;
mod diagram;
mod driver;
mod endings;
mod eval;
mod features;
mod fen;
mod generate;
mod moves;
mod notation;
mod order;
pub mod pdn;
mod ply;
mod puzzle;
mod rules;
mod scene;
mod setup;
mod trial;

#[cfg(test)]
mod tests;

use plyglot_core::{
    Content, EVALUATED_TREES, EvalEntry, Features, FileGames, Format, Heading, Learnt, Listed,
    OptionKind, OptionSpec, Options, OrderEntry, Preset, Prover, PuzzleCheck, PuzzleError,
    PuzzleSolution, SpecError, Tabled, Usual, ludii,
};

pub use board::{Position, Side};
pub use csc384::Csc384Board;
pub use diagram::{read_openspiel, write_openspiel};
pub use moves::Move;

use pdn::Ending;

/// The rules of English draughts under chosen options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers {
    /// When a game without progress is drawn.
    pub draws: DrawRules,
    /// Who moves first from the start position.
    pub first: Side,
    /// What becomes of men that a position text puts on their crown row.
    pub crown_row_men: CrownRowMen,
    /// Whether the driver of the 2021 course ends games, by a rule of its own (`driver`).
    pub driver_2021: bool,
}

/// What becomes of men that a position text puts on their crown row, where play leaves none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CrownRowMen {
    /// The position is refused.
    Refuse,
    /// They are read as kings.
    Crown,
    /// They stay men, which can be taken but never move: problem positions have such men.
    #[default]
    Keep,
}

/// When a game without progress is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// How often a position must occur; 0 for never.
    pub repetition: u32,
    /// How many plies without progress it takes; 0 for no limit.
    pub quiet_limit: u16,
    /// Whether a man's move is progress, as a capture always is.
    pub men_progress: bool,
}

impl DrawRules {
    /// Third occurrence, or 40 moves by each side without a capture or a man's move.
    pub const STANDARD: Self = DrawRules { repetition: 3, quiet_limit: 80, men_progress: true };
    /// No draws: a game may go on for ever.
    pub const NONE: Self = DrawRules { repetition: 0, quiet_limit: 0, men_progress: true };
    /// 40 plies without a capture, whatever men do; no repetition.
    pub const OPENSPIEL: Self = DrawRules { repetition: 0, quiet_limit: 40, men_progress: false };
    /// An older book rule: fourth occurrence, or 50 moves by each side.
    pub const FIFTY_FOURFOLD: Self =
        DrawRules { repetition: 4, quiet_limit: 100, men_progress: true };
}

impl Default for Checkers {
    fn default() -> Self {
        Checkers {
            draws: DrawRules::STANDARD,
            first: Side::Black,
            crown_row_men: CrownRowMen::Keep,
            driver_2021: false,
        }
    }
}

impl Listed for Checkers {
    const NAME: &'static str = "checkers";
    const ABOUT: &'static str = "English draughts on the 32 dark squares, captures compulsory";
    const PLAYERS: &'static str = "2";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "draws",
            kind: OptionKind::Choice(&[
                "standard",
                "none",
                "openspiel",
                "fifty-fourfold",
                "csc384-2021",
            ]),
            default: "standard",
            help: "which games without progress are drawn",
        },
        OptionSpec {
            name: "repetition",
            kind: OptionKind::Int { min: 0, max: 1000 },
            default: "",
            help: "draw when a position occurs so often; as draws says if not given",
        },
        OptionSpec {
            name: "quiet_limit",
            kind: OptionKind::Int { min: 0, max: 10_000 },
            default: "",
            help: "draw after so many plies without progress; as draws says if not given",
        },
        OptionSpec {
            name: "start",
            kind: OptionKind::Choice(&["standard", "csc384"]),
            default: "standard",
            help: "who begins: Black, or White (red) as in CSC384",
        },
        OptionSpec {
            name: "men_on_crown_row",
            kind: OptionKind::Choice(&["strict", "lenient", "keep"]),
            default: "keep",
            help: "refuse a man on its crown row, read it as a king, or let it stand",
        },
    ];

    const EVALUATIONS: &'static [EvalEntry<Self>] = eval::EVALUATIONS;
    // By the learnt evaluation; that by hand sees three times as many in the same chances.
    const PIECES: f64 = 1.35;
    const ORDERS: &'static [OrderEntry<Self>] = order::ORDERS;
    const TABLES: Option<&'static dyn Tabled<Self>> = Some(&endings::Endings);
    const FEATURES: Option<&'static dyn Features<Self>> = Some(&features::Board);
    const LEARNT: &'static [Learnt<Self>] = &[Learnt {
        name: "english",
        // All rules move alike; they differ in which games without progress are drawn.
        fits: |_| true,
        // From examples/learning/checkers.toml.
        file: include_str!("learnt/english.model"),
    }];
    const SHIPPED: Option<(&'static str, &'static [u8])> = Some(endings::FOUR);
    // From the command in docs/books.md.
    const BOOKS: &'static [(&'static str, &'static str)] =
        &[("standard", include_str!("books/standard.book"))];
    // Matches: docs/search.md.
    const USUAL: &'static [Usual] = EVALUATED_TREES;
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "best",
            about: "alpha-beta with a learnt network and fitted cuts that follows captures to their end and asks tables",
            // The numbers of `cuts` come from
            // `plyglot fit-cuts checkers --games 1500 --depth 9`.
            spec: "alphabeta(eval=learned,lmr=2,quiescence=8,repetition=once,contempt=50,tables=8,book=on,\
                   probcut=1.2,margin=1.2,\
                   cuts=1-0:0.999:0.18:764.21/2-0:1.017:5.63:603.1/3-0:1.021:-41.88:807.31/\
                   3-1:1.021:-49.62:452.74/4-0:1.042:40.82:672.23/4-2:1.027:32.84:410.51/\
                   5-3:1.024:6.98:353.23/6-2:1.053:37.39:492.81/7-3:1.053:7.01:452.54/\
                   8-4:1.061:9.35:446.56/9-5:1.064:12.27:401.7)",
        },
        Preset {
            name: "hand",
            about: "the strongest player without anything learnt or worked out before",
            spec: "alphabeta(lmr=1,quiescence=8,repetition=once,contempt=50)",
        },
    ];

    const FORMATS: &'static [Format] = &[
        Format::new("pdn", "Portable Draughts Notation; 1-0 is a win of Black, who moves first"),
        Format::new(
            "pdn3",
            "the same in the strict form of its version 3.0, with * after every game",
        ),
        Format::new("trl", "a trial of the Ludii system"),
    ];

    const PUZZLES: Option<&'static str> =
        Some("CSC384 boards, played to the end: the winner hurries, the loser delays");

    fn build(options: &Options) -> Result<Self, SpecError> {
        let mut draws = match options.word("draws") {
            Some("none" | "csc384-2021") => DrawRules::NONE,
            Some("openspiel") => DrawRules::OPENSPIEL,
            Some("fifty-fourfold") => DrawRules::FIFTY_FOURFOLD,
            _ => DrawRules::STANDARD,
        };
        let number = |name| options.int(name).map(|value| u16::try_from(value).unwrap_or(u16::MAX));
        draws.repetition = number("repetition").map_or(draws.repetition, u32::from);
        draws.quiet_limit = number("quiet_limit").unwrap_or(draws.quiet_limit);
        let white_first = options.word("start") == Some("csc384");
        Ok(Checkers {
            draws,
            first: if white_first { Side::White } else { Side::Black },
            crown_row_men: match options.word("men_on_crown_row") {
                Some("strict") => CrownRowMen::Refuse,
                Some("lenient") => CrownRowMen::Crown,
                _ => CrownRowMen::Keep,
            },
            driver_2021: options.word("draws") == Some("csc384-2021"),
        })
    }

    fn book() -> Vec<Vec<String>> {
        let deck = ballots::ballots().filter(|ballot| !ballot.barred);
        deck.map(|ballot| ballot.moves.map(str::to_owned).to_vec()).collect()
    }

    fn solve_puzzle(
        &self,
        text: &str,
        prover: &mut impl Prover,
    ) -> Result<PuzzleSolution, PuzzleError> {
        puzzle::solve(self.crown_row_men, text, prover)
    }

    fn check_puzzle(
        &self,
        text: &str,
        solution: &str,
        prover: &mut impl Prover,
    ) -> Result<PuzzleCheck, PuzzleError> {
        puzzle::check(self.crown_row_men, text, solution, prover)
    }

    fn write_game(
        &self,
        format: &str,
        first: &Position,
        moves: &[Move],
        heading: &Heading,
    ) -> Option<String> {
        match format {
            "pdn" => Some(pdn::write_headed(*first, moves.to_vec(), heading, Ending::Result)),
            "pdn3" => Some(pdn::write_headed(*first, moves.to_vec(), heading, Ending::Star)),
            "trl" => trial::write(first, moves, heading),
            _ => None,
        }
    }

    fn read_games<'a>(&'a self, format: &str, file: &'a Content) -> Option<FileGames<'a>> {
        match format {
            "pdn" | "pdn3" => Some(pdn::read_headed(file.text(), self)),
            "trl" => Some(ludii::read(file.text(), trial::NAME, trial::Replay::new(self))),
            _ => None,
        }
    }
}
