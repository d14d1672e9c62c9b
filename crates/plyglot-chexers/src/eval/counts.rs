//! What can be counted of each colour, set-wise.

use crate::{
    Chexers, Mode, State,
    board::{BOARD, Hex, STEPS, Set},
};

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
}

impl Counts {
    /// The counts of all colours, the player to act first.
    #[inline]
    pub(crate) fn of(game: &Chexers, state: &State) -> [Counts; 3] {
        let victims = state.pieces.map(|pieces| jumpable(pieces, state.empty));
        [0, 1, 2].map(|order| {
            let mut counts = Counts::default();
            counts.count_race(game, state, order);
            counts.count_conversions(&state.pieces, &victims, order);
            counts.open = open_lines(state.pieces[order]);
            counts.tempo = 2 - order as i32;
            counts
        })
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
