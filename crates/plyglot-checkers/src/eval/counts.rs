//! What the evaluation counts for one side, whole boards at a time.

use plyglot_core::Player;

use crate::Side;
use crate::board::{Direction, Position, STEP_FROM, TURN, bit, place};

/// The board as a side sees it that moves up: its home row is at the bottom, with 29 to 32.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) men: u32,
    pub(crate) kings: u32,
    pub(crate) foe_men: u32,
    pub(crate) foe_kings: u32,
    empty: u32,
}

/// What one side has. All are numbers of pieces unless the name says otherwise.
pub(crate) struct Counts {
    pub men: i32,
    pub kings: i32,
    /// Men on the home row.
    pub home: i32,
    /// 1 when men on 30 and 32 keep single pieces from crowning.
    pub bridge: i32,
    /// 1 when the double corner is intact: men on 32 and beside it.
    pub corner: i32,
    pub centre: i32,
    pub edge: i32,
    /// Rows that men have advanced.
    pub advance: i32,
    /// Neighbours behind men.
    pub support: i32,
    /// Rows that men have advanced whom nobody can stop.
    pub runaway: i32,
    /// Steps of men to squares where nobody takes them.
    pub steps: i32,
    /// 1 when a man on 13 holds the foe's man on 9.
    pub cramp: i32,
    /// 1 when a man on 5 is held by the foe's man on 1.
    pub dog_hole: i32,
    /// Steps of kings to squares where nobody takes them.
    pub king_steps: i32,
    /// Kings without such a step.
    pub kings_trapped: i32,
    pub kings_central: i32,
    /// 1 when only this side has kings.
    pub sole_king: i32,
    /// Pieces that the foe could take, were it on turn.
    pub threatened: i32,
    /// Kings in the double corners, for the side with fewer pieces.
    pub refuge: i32,
    /// Kings near a foe's king, for the side with more pieces.
    pub hunters: i32,
}

impl Counts {
    pub(crate) fn of(view: &View) -> Self {
        let View { men, kings, .. } = *view;
        let unsafe_squares = view.unsafe_squares();
        let mut counts = Counts {
            men: count(men),
            kings: count(kings),
            home: count(men & HOME),
            bridge: i32::from(men & BRIDGE == BRIDGE),
            corner: i32::from(men & bit(32) != 0 && men & (bit(27) | bit(28)) != 0),
            centre: count(men & CENTRE),
            edge: count(men & EDGE),
            advance: rows(men),
            support: count(men & shift(men | kings, 0)) + count(men & shift(men | kings, 1)),
            runaway: rows(men & !view.watched()),
            steps: [0, 1].map(|d| count(view.safe_steps(men, d, unsafe_squares))).iter().sum(),
            cramp: i32::from(men & bit(13) != 0 && view.foe_men & bit(9) != 0),
            dog_hole: i32::from(men & bit(5) != 0 && view.foe_men & bit(1) != 0),
            king_steps: 0,
            kings_trapped: 0,
            kings_central: 0,
            sole_king: i32::from(kings != 0 && view.foe_kings == 0),
            threatened: count((men | kings) & unsafe_squares),
            refuge: 0,
            hunters: 0,
        };
        if kings != 0 {
            counts.count_kings(view, unsafe_squares);
        }
        counts
    }

    /// The names of all counts.
    pub(crate) const NAMES: &[&str] = &[
        "men",
        "kings",
        "home",
        "bridge",
        "corner",
        "centre",
        "edge",
        "advance",
        "support",
        "runaway",
        "steps",
        "cramp",
        "dog hole",
        "king steps",
        "kings trapped",
        "kings central",
        "sole king",
        "threatened",
        "refuge",
        "hunters",
    ];

    /// All counts, in the order of their names.
    pub(crate) fn numbers(&self) -> [i32; 20] {
        [
            self.men,
            self.kings,
            self.home,
            self.bridge,
            self.corner,
            self.centre,
            self.edge,
            self.advance,
            self.support,
            self.runaway,
            self.steps,
            self.cramp,
            self.dog_hole,
            self.king_steps,
            self.kings_trapped,
            self.kings_central,
            self.sole_king,
            self.threatened,
            self.refuge,
            self.hunters,
        ]
    }

    pub(crate) fn pieces(&self) -> i32 {
        self.men + self.kings
    }

    fn count_kings(&mut self, view: &View, unsafe_squares: u32) {
        let mut free = 0;
        for d in 0..4 {
            let steps = view.safe_steps(view.kings, d, unsafe_squares);
            self.king_steps += count(steps);
            free |= shift(steps, 3 - d);
        }
        self.kings_trapped = count(view.kings & !free);
        self.kings_central = count(view.kings & CENTRE);
        let foes = count(view.foe_men | view.foe_kings);
        if self.pieces() < foes {
            self.refuge = count(view.kings & DOUBLE_CORNERS);
        } else if self.pieces() > foes {
            self.hunters = count(view.kings & spread(spread(view.foe_kings)));
        }
    }
}

impl View {
    /// White's view; Black's is that of the turned position.
    #[inline]
    pub(crate) fn of(position: &Position) -> Self {
        let Position { black, white, kings, .. } = *position;
        View {
            men: white & !kings,
            kings: white & kings,
            foe_men: black & !kings,
            foe_kings: black & kings,
            empty: !(black | white),
        }
    }

    /// The view of a seat.
    #[inline]
    pub(crate) fn of_seat(position: &Position, seat: Player) -> Self {
        if seat == Side::White.player() { View::of(position) } else { View::of(&position.turned()) }
    }

    /// Whether, on turn, this side has the move: an odd number of pieces in its system, which is every
    /// other row beginning with its own home row.
    #[inline]
    pub(crate) fn has_the_move(&self) -> bool {
        (!self.empty & !ROWS[0]).count_ones() % 2 == 1
    }

    /// The foe's pieces that can go in a direction.
    #[inline(always)]
    fn foes_going(&self, direction: Direction) -> u32 {
        if direction >= 2 { self.foe_men | self.foe_kings } else { self.foe_kings }
    }

    /// Squares where a piece of ours could be jumped as the board stands.
    #[inline(always)]
    fn unsafe_squares(&self) -> u32 {
        let reached = |d| shift(self.foes_going(d), d) & shift(self.empty, 3 - d);
        let down = reached(2) | reached(3);
        if self.foe_kings == 0 { down } else { down | reached(0) | reached(1) }
    }

    /// Squares to which some of our pieces can step without being taken there. The square they
    /// leave is empty then, so a foe straight ahead can always jump.
    #[inline(always)]
    fn safe_steps(&self, pieces: u32, direction: Direction, unsafe_squares: u32) -> u32 {
        let back = 3 - direction;
        let met = shift(self.foes_going(back), back);
        shift(pieces, direction) & self.empty & !unsafe_squares & !met
    }

    /// Squares from which a man would meet one of the foe's pieces on its way.
    #[inline(always)]
    fn watched(&self) -> u32 {
        let mut squares = self.foe_men | spread(spread(self.foe_kings));
        for _ in 0..7 {
            squares |= shift(squares, 2) | shift(squares, 3);
        }
        squares
    }
}

#[inline(always)]
fn count(squares: u32) -> i32 {
    squares.count_ones() as i32
}

/// The rows that lie behind these pieces, summed up.
#[inline(always)]
fn rows(pieces: u32) -> i32 {
    count(pieces & ROWS[0]) + 2 * count(pieces & ROWS[1]) + 4 * count(pieces & ROWS[2])
}

/// The squares one step on.
#[inline(always)]
fn shift(squares: u32, direction: Direction) -> u32 {
    (squares & STEP_FROM[direction]).rotate_left(TURN[direction])
}

/// The squares and their neighbours.
#[inline(always)]
fn spread(squares: u32) -> u32 {
    (0..4).fold(squares, |all, d| all | shift(squares, d))
}

const HOME: u32 = squares(&[29, 30, 31, 32]);
const BRIDGE: u32 = squares(&[30, 32]);
const CENTRE: u32 = squares(&[10, 11, 14, 15, 18, 19, 22, 23]);
const EDGE: u32 = squares(&[5, 12, 13, 20, 21, 28]);
const DOUBLE_CORNERS: u32 = squares(&[1, 5, 28, 32]);

/// The squares whose distance from the home row has the bit 1, 2 or 4.
const ROWS: [u32; 3] = {
    let mut masks = [0; 3];
    let mut number = 1;
    while number <= 32 {
        let distance = 7 - place(number).0;
        let mut at = 0;
        while at < 3 {
            masks[at] |= if distance >> at & 1 == 1 { bit(number) } else { 0 };
            at += 1;
        }
        number += 1;
    }
    masks
};

const fn squares(numbers: &[u8]) -> u32 {
    let (mut set, mut at) = (0, 0);
    while at < numbers.len() {
        set |= bit(numbers[at]);
        at += 1;
    }
    set
}
