//! The weights of the default evaluation.

use plyglot_core::{OptionKind, OptionSpec, Options};

use super::counts::Counts;

/// The weights by name; a piece that is needed is worth about a hundred.
pub(super) const WEIGHTS: &[OptionSpec] = &[
    weight("exit", "100", "a piece that has left the board"),
    weight("runner", "100", "a piece on the board that is needed for the win"),
    weight("spare", "50", "a piece beyond those"),
    weight("step", "-10", "a step that a needed piece has to go to the exit edge"),
    weight("finish", "1100", "a full race, divided by the turns that it takes to win it"),
    weight("leap", "10", "a jump that is open toward the exit edge"),
    weight("take", "20", "having something to convert at once"),
    weight("hanging", "-65", "an own piece that the player to act can convert"),
    weight("late", "-60", "an own piece that the next player can convert before its owner acts"),
    weight("pressed", "-18", "an own piece that could be converted, but its owner acts before"),
    weight("open", "-6", "a line through an own piece without shelter on either side"),
    weight("tempo", "5", "having the turn sooner than the next player"),
    OptionSpec {
        name: "leader",
        kind: OptionKind::Int { min: 50, max: 100 },
        default: "60",
        help: "hundredths of what the others are worth that the stronger of them counts for",
    },
];

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Int { min: -10_000, max: 10_000 }, default, help }
}

/// The same as plain values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    exit: i32,
    runner: i32,
    spare: i32,
    step: i32,
    finish: i32,
    leap: i32,
    take: i32,
    hanging: i32,
    late: i32,
    pressed: i32,
    open: i32,
    tempo: i32,
    pub(super) leader: i64,
}

impl Weights {
    /// The values of checked options.
    pub(super) fn read(options: &Options) -> Self {
        let weight = |name| options.int(name).unwrap_or(0) as i32;
        Weights {
            exit: weight("exit"),
            runner: weight("runner"),
            spare: weight("spare"),
            step: weight("step"),
            finish: weight("finish"),
            leap: weight("leap"),
            take: weight("take"),
            hanging: weight("hanging"),
            late: weight("late"),
            pressed: weight("pressed"),
            open: weight("open"),
            tempo: weight("tempo"),
            leader: options.int("leader").unwrap_or(50),
        }
    }

    /// What a colour with these counts is worth.
    #[inline]
    pub(super) fn worth(&self, counts: &Counts) -> i64 {
        let worth = counts.turns().map_or(0, |turns| self.finish / turns)
            + self.exit * counts.exits
            + self.runner * counts.runners
            + self.spare * counts.spare
            + self.step * counts.way
            + self.leap * counts.leaps
            + self.take * counts.take
            + self.hanging * counts.hanging
            + self.late * counts.late
            + self.pressed * counts.pressed
            + self.open * counts.open
            + self.tempo * counts.tempo;
        i64::from(worth)
    }
}
