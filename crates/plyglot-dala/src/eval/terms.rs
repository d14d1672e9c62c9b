//! What the evaluation counts for each player.

use crate::{
    Dala, State,
    board::{COLUMN, ROW, beside},
    runs::{drop_scores, step_pairs, step_scores},
};

/// One number for every term: how much of it a player has, or what that is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terms {
    pub piece: i32,
    pub gap: i32,
    pub near_gap: i32,
    pub arrival: i32,
    pub departure: i32,
    pub link: i32,
    pub room: i32,
    pub step: i32,
    pub locked: i32,
    pub inner: i32,
    pub centre: i32,
    pub diagonal: i32,
    pub corner: i32,
    pub corner_side: i32,
    pub turn: i32,
    pub strike: i32,
    pub threat: i32,
}

impl Terms {
    /// What a player has. Captures that are owed count as made, so it is then the victim's turn.
    #[inline]
    pub(crate) fn of(game: &Dala, state: &State, seat: usize) -> Terms {
        let (mover, other) = state.seats();
        let on_turn = seat == if state.owed > 0 { other } else { mover };
        let lost = if seat == other { state.owed } else { 0 };
        let reserve = state.reserve[seat];
        let (own, empty) = (state.pieces[seat], game.empty(state));

        let (arrival, vacate) = (game.rules.arrival, game.rules.vacate_capture);
        let gaps = drop_scores(own, arrival) & empty;
        let arrivals = step_scores(own, empty, arrival, false);
        let arrived = arrivals.into_iter().fold(0, |all, targets| all | targets);
        let scoring = sources(step_scores(own, empty, arrival, vacate));
        let scores = match (reserve > 0, game.rules.drop_capture) {
            (true, drop_capture) => drop_capture && gaps != 0,
            (false, _) => scoring != 0,
        };
        let [in_rows, in_columns] = step_pairs(own, empty);
        let inner = inner(game.board.squares);
        let corner = corners(game.board.squares);
        Terms {
            piece: count(own) + i32::from(reserve) - i32::from(lost),
            gap: count(gaps),
            near_gap: count(gaps & beside(empty & beside(own))),
            arrival: count(arrived),
            departure: count(scoring & !sources(arrivals)),
            link: count(own & own >> ROW) + count(own & own >> COLUMN),
            room: rooms(own, empty, ROW) + rooms(own, empty, COLUMN),
            step: count(in_rows) + count(in_columns),
            locked: count(own & !beside(empty)),
            inner: count(own & inner),
            centre: count(own & game.board.centre),
            diagonal: count(own & corners(inner)),
            corner: count(own & corner),
            corner_side: count(own & beside(corner)),
            turn: on_turn.into(),
            strike: (on_turn && scores).into(),
            threat: (!on_turn && scores).into(),
        }
    }

    /// The names of all terms.
    pub(crate) const NAMES: &[&str] = &[
        "piece",
        "gap",
        "near gap",
        "arrival",
        "departure",
        "link",
        "room",
        "step",
        "locked",
        "inner",
        "centre",
        "diagonal",
        "corner",
        "corner side",
        "turn",
        "strike",
        "threat",
    ];

    /// All terms, in the order of their names.
    pub(crate) fn numbers(&self) -> [i32; 17] {
        [
            self.piece,
            self.gap,
            self.near_gap,
            self.arrival,
            self.departure,
            self.link,
            self.room,
            self.step,
            self.locked,
            self.inner,
            self.centre,
            self.diagonal,
            self.corner,
            self.corner_side,
            self.turn,
            self.strike,
            self.threat,
        ]
    }

    /// These numbers combined with others one by one, by subtraction or as weights of two phases.
    #[inline]
    pub(super) fn zip(&self, other: &Terms, combine: impl Fn(i32, i32) -> i32) -> Terms {
        Terms {
            piece: combine(self.piece, other.piece),
            gap: combine(self.gap, other.gap),
            near_gap: combine(self.near_gap, other.near_gap),
            arrival: combine(self.arrival, other.arrival),
            departure: combine(self.departure, other.departure),
            link: combine(self.link, other.link),
            room: combine(self.room, other.room),
            step: combine(self.step, other.step),
            locked: combine(self.locked, other.locked),
            inner: combine(self.inner, other.inner),
            centre: combine(self.centre, other.centre),
            diagonal: combine(self.diagonal, other.diagonal),
            corner: combine(self.corner, other.corner),
            corner_side: combine(self.corner_side, other.corner_side),
            turn: combine(self.turn, other.turn),
            strike: combine(self.strike, other.strike),
            threat: combine(self.threat, other.threat),
        }
    }

    /// The sum of all.
    #[inline]
    pub(super) fn sum(&self) -> i32 {
        let lines =
            self.gap + self.near_gap + self.arrival + self.departure + self.link + self.room;
        let squares = self.inner + self.centre + self.diagonal + self.corner + self.corner_side;
        let turn = self.turn + self.strike + self.threat;
        self.piece + lines + self.step + self.locked + squares + turn
    }
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// Where steps with these targets come from.
#[inline]
fn sources([up, down, left, right]: [u64; 4]) -> u64 {
    up >> COLUMN | down << COLUMN | left << ROW | right >> ROW
}

/// How often one square of three in line is taken and the others are empty.
#[inline]
fn rooms(own: u64, empty: u64, step: u32) -> i32 {
    let [own_2, own_3] = [own >> step, own >> (2 * step)];
    let [empty_2, empty_3] = [empty >> step, empty >> (2 * step)];
    count(own & empty_2 & empty_3 | empty & own_2 & empty_3 | empty & empty_2 & own_3)
}

/// The squares of a rectangle that are not at its edge.
#[inline]
pub(crate) fn inner(set: u64) -> u64 {
    between(set, ROW) & between(set, COLUMN)
}

/// The squares of a set that have both neighbours along a line in it.
#[inline]
fn between(set: u64, step: u32) -> u64 {
    set & set << step & set >> step
}

/// The corners of a rectangle.
#[inline]
fn corners(set: u64) -> u64 {
    set & !between(set, ROW) & !between(set, COLUMN)
}
