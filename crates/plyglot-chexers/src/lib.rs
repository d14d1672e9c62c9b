//! Chexers: a three-player race on a hexagon of 37 hexes.
//!
//! - `board`: hexes as bits of a word, positions ([`State`]) and actions ([`Move`])
//! - `rules`: what may be played and when the game is over; `random`: random moves, quickly
//! - `notation`: the position line and the results; `action`: the spellings of an action
//! - `log`: files of games, as the course's referee writes them
//! - `puzzle`: the JSON form of the single-player warm-up puzzles; `warmup`: their shortest solutions
//! - `eval`: how good a position is; `order`: which moves to try first
//! - `features`: what positions look like to evaluations that are learnt
//! - `scene`: the board for drawing
//!
//! The rules are those of the race, or with `mode=warmup` those of the warm-up puzzle: one colour acts
//! on every turn and wants all its pieces off a board with neutral blocks.

mod action;
mod board;
mod eval;
mod features;
mod log;
mod notation;
mod order;
mod puzzle;
mod random;
mod rules;
mod scene;
mod warmup;

#[cfg(test)]
mod tests;

pub use board::{Hex, Kind, Move, State};

use plyglot_core::{
    Content, EVALUATED_TREES, EvalEntry, Features, FileGames, Format, Heading, Listed, OptionKind,
    OptionSpec, Options, OrderEntry, Preset, Prover, PuzzleCheck, PuzzleError, PuzzleSolution,
    SpecError, Usual,
};

/// The rules of Chexers under their options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chexers {
    mode: Mode,
    exits_to_win: u8,
    /// Turns of all players together after which the game is drawn.
    ply_limit: u32,
    repetition: u32,
    last_turn: LastTurn,
    on_illegal: OnIllegal,
}

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Three players race for their exits.
    Race,
    /// One colour brings all its pieces off the board; the other two seats never act.
    Warmup,
}

/// What the deciding exit on the very last turn is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastTurn {
    /// The win that it is.
    Win,
    /// A draw, as the turn limit is reached as well.
    Draw,
}

/// What a match does about an illegal action. The rules themselves only carry the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnIllegal {
    /// The offender loses and the two others share the point.
    Forfeit,
    /// The game ends without scores.
    Abort,
}

impl Chexers {
    /// Which game is played.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The number of exits that wins the race.
    pub fn exits_to_win(&self) -> u8 {
        self.exits_to_win
    }

    /// What a match shall do about an illegal action.
    pub fn on_illegal(&self) -> OnIllegal {
        self.on_illegal
    }
}

impl Default for Chexers {
    fn default() -> Self {
        Chexers {
            mode: Mode::Race,
            exits_to_win: 4,
            ply_limit: 3 * 256,
            repetition: 4,
            last_turn: LastTurn::Win,
            on_illegal: OnIllegal::Forfeit,
        }
    }
}

impl Listed for Chexers {
    const NAME: &'static str = "chexers";
    const ABOUT: &'static str = "a race on 37 hexes in which a jump converts the piece jumped over";
    const PLAYERS: &'static str = "3";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "mode",
            kind: OptionKind::Choice(&["race", "warmup"]),
            default: "race",
            help: "the race of three, or the warm-up puzzle of one colour",
        },
        OptionSpec {
            name: "last_turn",
            kind: OptionKind::Choice(&["win", "draw"]),
            default: "win",
            help: "what the deciding exit on the very last turn is worth",
        },
        OptionSpec {
            name: "turns_per_player",
            kind: OptionKind::Int { min: 1, max: 1_000_000 },
            default: "256",
            help: "turns after which the game is drawn",
        },
        OptionSpec {
            name: "repetition",
            kind: OptionKind::Int { min: 0, max: 1_000_000 },
            default: "4",
            help: "how often a position occurs until the game is drawn",
        },
        OptionSpec {
            name: "exits_to_win",
            kind: OptionKind::Int { min: 1, max: 100 },
            default: "4",
            help: "exits that win the race; nobody can win with more than 12",
        },
        OptionSpec {
            name: "on_illegal",
            kind: OptionKind::Choice(&["forfeit", "abort"]),
            default: "forfeit",
            help: "what a match does about an illegal action",
        },
    ];
    const EVALUATIONS: &'static [EvalEntry<Self>] = eval::EVALUATIONS;
    // A piece that goes over.
    const PIECES: f64 = 2.0;
    const ORDERS: &'static [OrderEntry<Self>] = order::ORDERS;
    const FEATURES: Option<&'static dyn Features<Self>> = Some(&features::Hexagon);
    // Matches: docs/search.md.
    const USUAL: &'static [Usual] = EVALUATED_TREES;
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "best",
            about: "Monte Carlo tree search by the race, in which everybody plays for themselves",
            // The scale: half of what a unit of the evaluation is (docs/strength.md).
            spec: "mcts(contempt=0.3,eval=race,exploration=0.06,implicit=0.5,repetition=once,scale=25000)",
        },
        Preset {
            name: "hand",
            about: "the best of the searches to a depth: one enemy answers, the other plays on",
            spec: "brs+(contempt=1000000,repetition=once)",
        },
    ];

    const FORMATS: &'static [Format] =
        &[Format::new("log", "the log of the course's referee and server, which names no player")];

    const PUZZLES: Option<&'static str> =
        Some("the warm-up: one colour leaves a board with blocks in the fewest actions");

    fn solve_puzzle(
        &self,
        text: &str,
        _prover: &mut impl Prover,
    ) -> Result<PuzzleSolution, PuzzleError> {
        self.solve_warmup(text)
    }

    fn check_puzzle(
        &self,
        text: &str,
        solution: &str,
        _prover: &mut impl Prover,
    ) -> Result<PuzzleCheck, PuzzleError> {
        self.check_warmup(text, solution)
    }

    fn carried(&self) -> Vec<(&'static str, String)> {
        let mode = if self.mode == Mode::Warmup { "warmup" } else { "race" };
        vec![("mode", mode.to_owned())]
    }

    fn build(options: &Options) -> Result<Self, SpecError> {
        let normal = Chexers::default();
        let is = |name, word| options.word(name) == Some(word);
        let number = |name, otherwise: u32| {
            options.int(name).map_or(otherwise, |value| value.clamp(0, 1_000_000) as u32)
        };
        Ok(Chexers {
            mode: if is("mode", "warmup") { Mode::Warmup } else { Mode::Race },
            exits_to_win: number("exits_to_win", 4).min(100) as u8,
            ply_limit: 3 * number("turns_per_player", normal.ply_limit / 3),
            repetition: number("repetition", normal.repetition),
            last_turn: if is("last_turn", "draw") { LastTurn::Draw } else { LastTurn::Win },
            on_illegal: if is("on_illegal", "abort") {
                OnIllegal::Abort
            } else {
                OnIllegal::Forfeit
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
        if format == "log" { log::write(self, first, moves, heading) } else { None }
    }

    fn read_games<'a>(&'a self, format: &str, file: &'a Content) -> Option<FileGames<'a>> {
        (format == "log").then(|| Box::new(log::Logs::new(self, file.text())) as FileGames<'a>)
    }
}
