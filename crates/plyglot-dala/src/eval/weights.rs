//! The weights of the evaluation, in hundredths of a piece.

use plyglot_core::{OptionKind, OptionSpec, Options};

use super::terms::Terms;

/// The pieces in hand at the start of the game.
pub(super) const FULL: usize = 24;

/// What every term is worth with all pieces in hand, what with none, and in between.
pub(super) struct Weights {
    by_reserve: [Terms; FULL + 1],
    /// What a lead of one is worth, as far as each of the pieces left weighs more than one of 24.
    pub lead: i32,
}

impl Weights {
    pub(super) fn read(options: &Options) -> Self {
        let drop = read_terms(options, "drop");
        let step = read_terms(options, "step");
        let full = FULL as i32;
        let by_reserve = std::array::from_fn(|reserve| {
            let reserve = reserve as i32;
            drop.zip(&step, |drop, step| (drop * reserve + step * (full - reserve)) / full)
        });
        Weights { by_reserve, lead: options.int("lead").unwrap_or(0) as i32 }
    }

    /// The weights with so many pieces in both players' hands.
    #[inline]
    pub(super) fn at(&self, reserve: usize) -> &Terms {
        &self.by_reserve[reserve.min(FULL)]
    }
}

fn read_terms(options: &Options, phase: &str) -> Terms {
    let weight = |name: &str| options.int(&format!("{name}_{phase}")).unwrap_or(0) as i32;
    Terms {
        piece: weight("piece"),
        gap: weight("gap"),
        near_gap: weight("near_gap"),
        arrival: weight("arrival"),
        departure: weight("departure"),
        link: weight("link"),
        room: weight("room"),
        step: weight("step"),
        locked: weight("locked"),
        inner: weight("inner"),
        centre: weight("centre"),
        diagonal: weight("diagonal"),
        corner: weight("corner"),
        corner_side: weight("corner_side"),
        turn: weight("turn"),
        strike: weight("strike"),
        threat: weight("threat"),
    }
}

/// The options behind the weights: with all pieces in hand, then with none.
pub(super) const WEIGHTS: &[OptionSpec] = &[
    weight("lead", "69", "a piece ahead, times 24, divided by all pieces left"),
    weight("piece_drop", "1", "a piece, on the board or in hand"),
    weight("piece_step", "31", LATE),
    weight("gap_drop", "94", "an empty square that would complete a run"),
    weight("gap_step", "-11", LATE),
    weight("near_gap_drop", "57", "such a square within two steps of another piece"),
    weight("near_gap_step", "21", LATE),
    weight("arrival_drop", "11", "a square where a step would complete a run"),
    weight("arrival_step", "55", LATE),
    weight("departure_drop", "34", "a piece that scores by leaving a longer run"),
    weight("departure_step", "56", LATE),
    weight("link_drop", "-89", "two own pieces side by side"),
    weight("link_step", "-10", LATE),
    weight("room_drop", "27", "three squares in line, one of them taken and two empty"),
    weight("room_step", "-11", LATE),
    weight("step_drop", "-30", "a possible step"),
    weight("step_step", "-5", LATE),
    weight("locked_drop", "49", "a piece that cannot step"),
    weight("locked_step", "0", LATE),
    weight("inner_drop", "64", "a piece off the edge"),
    weight("inner_step", "43", LATE),
    weight("centre_drop", "-14", "a piece on one of the four middle squares"),
    weight("centre_step", "20", LATE),
    weight("diagonal_drop", "-15", "a piece diagonally next to a corner"),
    weight("diagonal_step", "-21", LATE),
    weight("corner_drop", "14", "a piece in a corner"),
    weight("corner_step", "-41", LATE),
    weight("corner_side_drop", "1", "a piece beside a corner"),
    weight("corner_side_step", "-11", LATE),
    weight("turn_drop", "80", "being on turn"),
    weight("turn_step", "80", LATE),
    weight("strike_drop", "-90", "being on turn and able to score"),
    weight("strike_step", "121", LATE),
    weight("threat_drop", "-41", "being able to score with the next turn"),
    weight("threat_step", "88", LATE),
];

const LATE: &str = "the same once all pieces are on the board";

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Int { min: -1000, max: 1000 }, default, help }
}
