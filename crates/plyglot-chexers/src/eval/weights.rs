//! The weights of the evaluations that look at everything.

use plyglot_core::{OptionKind, OptionSpec, Options};

use super::counts::Counts;

/// The weights of the evaluation without the race; a piece that is needed is worth about a hundred.
pub(super) const DEFAULT: &[OptionSpec] = &specs([
    "100", "100", "50", "-10", "1100", "10", "20", "-65", "-60", "-18", "-6", "5", "0", "0", "0",
    "60",
]);

/// Those with the race.
pub(super) const RACE: &[OptionSpec] = &specs([
    "103", "112", "80", "-8", "0", "15", "24", "-84", "-67", "-14", "-5", "0", "14", "1824", "14",
    "53",
]);

/// The weights by name, with so much for each.
const fn specs(worth: [&'static str; 16]) -> [OptionSpec; 16] {
    [
        weight("exit", worth[0], "a piece that has left the board"),
        weight("runner", worth[1], "a piece on the board that is needed for the win"),
        weight("spare", worth[2], "a piece beyond those"),
        weight("step", worth[3], "a step that a needed piece has to go to the exit edge"),
        weight("finish", worth[4], "a full race, divided by the turns that it takes to win it"),
        weight("leap", worth[5], "a jump that is open toward the exit edge"),
        weight("take", worth[6], "having something to convert at once"),
        weight("hanging", worth[7], "an own piece that the player to act can convert"),
        weight(
            "late",
            worth[8],
            "an own piece that the next player can convert before its owner acts",
        ),
        weight(
            "pressed",
            worth[9],
            "an own piece that could be converted, but its owner acts before",
        ),
        weight("open", worth[10], "a line through an own piece without shelter on either side"),
        weight("tempo", worth[11], "having the turn sooner than the next player"),
        weight("corner", worth[12], "a piece on a corner of the board"),
        weight(
            "alone",
            worth[13],
            "a full race, divided by the turns to win it if nobody interferes",
        ),
        weight(
            "lead",
            worth[14],
            "a ply that this win is ahead of the fastest other's, less of it far from the win",
        ),
        OptionSpec {
            name: "leader",
            kind: OptionKind::Int { min: 50, max: 100 },
            default: worth[15],
            help: "hundredths of what the others are worth that the stronger of them counts for",
        },
    ]
}

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
    corner: i32,
    alone: i32,
    lead: i32,
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
            corner: weight("corner"),
            alone: weight("alone"),
            lead: weight("lead"),
            leader: options.int("leader").unwrap_or(50),
        }
    }

    /// Whether anything is said about the race if nobody interferes.
    #[inline]
    pub(super) fn race(&self) -> bool {
        self.alone != 0 || self.lead != 0
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
            + self.tempo * counts.tempo
            + self.corner * counts.corner
            + if counts.alone > 0 { self.alone / counts.alone } else { 0 }
            + self.lead * counts.lead / 16;
        i64::from(worth)
    }
}
