//! What can be counted of each colour, set-wise.

use crate::{
    Chexers, Mode, State,
    board::{BOARD, EXIT, HOME, Hex, STEPS, Set},
};

use super::{pace::Pace, solo::Solo};

/// What there is of one colour in a position.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Pieces that have left the board.
    pub(crate) exits: i32,
    /// Pieces on the board that still have to leave it for a win: the foremost.
    pub(crate) runners: i32,
    /// Pieces on the board beyond those.
    pub(crate) spare: i32,
    /// Pieces that there are too few for a win.
    pub(crate) missing: i32,
    /// Steps of all runners to the exit edge.
    pub(crate) way: i32,
    /// Jumps that bring a piece nearer to the exit edge.
    pub(crate) leaps: i32,
    /// Whether this colour is to act and can convert something.
    pub(crate) take: i32,
    /// Own pieces that the player to act can convert.
    pub(crate) hanging: i32,
    /// Own pieces that another can convert before this colour acts.
    pub(crate) late: i32,
    /// Own pieces that somebody could convert, but that can be seen to before.
    pub(crate) pressed: i32,
    /// Lines through own pieces with neither an own piece nor the edge on either side, so that they
    /// may come to be converted along them.
    pub(crate) open: i32,
    /// How many of the others act later.
    pub(crate) tempo: i32,
    /// Own pieces on corners of the board, where nobody can convert them.
    pub(crate) corner: i32,
    /// Turns until the win if nobody interferes, by the shortest way; 0 for want of pieces, or if nobody asks.
    pub(crate) alone: i32,
    /// How far the win is ahead of the fastest other's then, if anybody asks: sixteenths of plies, more of them
    /// the nearer the first of the two is.
    pub(crate) lead: i32,
}

impl Counts {
    /// The counts of all colours, the player to act first; of the race if nobody interferes only if `race` is on.
    #[inline]
    pub(crate) fn of(game: &Chexers, state: &State, race: bool) -> [Counts; 3] {
        let victims = state.pieces.map(|pieces| jumpable(pieces, state.empty));
        let mut all = [0, 1, 2].map(|order| {
            let mut counts = Counts::default();
            counts.count_race(game, state, order);
            counts.count_conversions(&state.pieces, &victims, order);
            counts.open = open_lines(state.pieces[order]);
            counts.tempo = 2 - order as i32;
            counts.corner = len(state.pieces[order] & CORNERS);
            counts
        });
        if race {
            count_paces(game, state, &mut all);
        }
        all
    }

    /// Whether there are pieces on the board.
    #[inline]
    pub(crate) fn is_alive(&self) -> bool {
        self.runners + self.spare > 0
    }

    /// Turns that the win takes without jumps, all steps and exits, if there are pieces enough.
    #[inline]
    pub(crate) fn turns(&self) -> Option<i32> {
        (self.runners > 0 && self.missing == 0).then_some(self.way + self.runners)
    }

    /// How far the colour is from winning.
    #[inline]
    fn count_race(&mut self, game: &Chexers, state: &State, order: usize) {
        let colour = (usize::from(state.turn) + order) % 3;
        let own = state.pieces[order];
        let on_board = len(own);
        self.exits = (state.exits >> (8 * colour) & 0xFF) as i32;
        let wanted = match game.mode {
            Mode::Race => (i32::from(game.exits_to_win) - self.exits).max(0),
            Mode::Warmup => on_board,
        };
        self.runners = on_board.min(wanted);
        self.spare = on_board - self.runners;
        self.missing = wanted - self.runners;
        // Every step of the way is taken by those runners that stand no nearer.
        for area in &NEAR[colour] {
            self.way += self.runners - len(own & area).min(self.runners);
        }
        self.leaps = leaps(colour, own, state.empty);
    }

    /// Who can convert whom, and when.
    #[inline]
    fn count_conversions(&mut self, pieces: &[Set; 3], victims: &[Set; 3], order: usize) {
        let [first, second, third] = victims.map(|set| len(set & pieces[order]));
        match order {
            0 => {
                self.take = i32::from(victims[0] & (pieces[1] | pieces[2]) != 0);
                self.pressed = second + third;
            }
            1 => (self.hanging, self.pressed) = (first, third),
            _ => (self.hanging, self.late) = (first, second),
        }
    }
}

/// Counts how everybody stands in the race if nobody interferes.
fn count_paces(game: &Chexers, state: &State, all: &mut [Counts; 3]) {
    let solo = Solo::get();
    let paces = [0, 1, 2].map(|order| Pace::of(game, state, order, solo));
    let plies = [0, 1, 2].map(|order| paces[order].plies(order).map(|plies| plies as i32));
    for (order, counts) in all.iter_mut().enumerate() {
        counts.alone = if plies[order].is_some() { paces[order].turns as i32 } else { 0 };
        let others = [plies[(order + 1) % 3], plies[(order + 2) % 3]];
        counts.lead = lead(plies[order], others.into_iter().flatten().min());
    }
}

/// How far a win after so many plies is ahead of another, or behind it, as [`Counts::lead`] counts it. Whoever
/// cannot win is as far behind as it gets.
#[inline]
fn lead(own: Option<i32>, other: Option<i32>) -> i32 {
    let (ahead, near) = match (own, other) {
        (None, None) => return 0,
        (Some(own), None) => (MOST_AHEAD, own),
        (None, Some(other)) => (-MOST_AHEAD, other),
        (Some(own), Some(other)) => (other - own, own.min(other)),
    };
    16 * NEAR_WIN * ahead.clamp(-MOST_AHEAD, MOST_AHEAD) / (NEAR_WIN + near)
}

/// Plies ahead count half of their sixteen sixteenths so many plies before the win.
const NEAR_WIN: i32 = 12;
/// More plies ahead than this are as many.
const MOST_AHEAD: i32 = 12;

/// The corners of the board.
const CORNERS: Set = {
    let (mut set, mut colour) = (0, 0);
    while colour < 3 {
        let next = (colour + 1) % 3;
        set |= EXIT[colour] & (HOME[next] | HOME[(next + 1) % 3]);
        colour += 1;
    }
    set
};

/// Lines through own pieces along which nothing of their own colour keeps them from being jumped over.
#[inline]
pub(crate) fn open_lines(own: Set) -> i32 {
    let rest = BOARD & !own;
    STEPS.iter().map(|by| len(own & rest << by & rest >> by)).sum()
}

#[inline]
fn len(set: Set) -> i32 {
    set.count_ones() as i32
}

/// The hexes that `pieces` can jump over, if something stands there.
#[inline]
pub(crate) fn jumpable(pieces: Set, empty: Set) -> Set {
    STEPS.iter().fold(0, |set, by| set | pieces << by & empty >> by | pieces >> by & empty << by)
}

/// Jumps of `own` pieces, over anything, that bring them two steps nearer to the exit edge.
#[inline]
pub(crate) fn leaps(colour: usize, own: Set, empty: Set) -> i32 {
    let over = BOARD & !empty;
    let up = |by: u8| len(own & over >> by & empty >> (2 * by));
    let down = |by: u8| len(own & over << by & empty << (2 * by));
    let [right, left_below, right_below] = STEPS;
    match colour {
        0 => up(right) + down(left_below),
        1 => up(left_below) + up(right_below),
        _ => down(right) + down(right_below),
    }
}

/// By colour: the hexes at most 0 to 5 steps from its exit edge.
const NEAR: [[Set; 6]; 3] = [near(0), near(1), near(2)];

const fn near(colour: usize) -> [Set; 6] {
    let (mut areas, mut idx) = ([0; 6], 0);
    while idx < 63 {
        let mut steps = 0;
        while steps < 6 {
            if 3 - Hex::of_index(idx).progress(colour) as i32 <= steps as i32 {
                areas[steps] |= BOARD & 1 << idx;
            }
            steps += 1;
        }
        idx += 1;
    }
    areas
}
