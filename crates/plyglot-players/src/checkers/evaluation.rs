//! How good a position is: material, back row, middle rows, and stable less risky pieces.

use std::ops::RangeInclusive;

use plyglot_checkers::{Checkers, Position, Side};
use plyglot_core::{Evaluate, Payoffs, Player, choices, options};

use super::squares::{number_at, place};

options! {
    /// The evaluation with its weights and the points in which program and description differ.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Evaluation {
        /// what the next three are if not given
        pub variant("evaluation"): Variant = "as-programmed",
        /// whether the opponent's total is taken off
        pub opponent: Option<bool> = "",
        /// whether pieces on the outer columns are stable
        pub safe_columns: Option<bool> = "",
        /// whether enemy kings behind a piece make it risky
        pub risk_behind: Option<bool> = "",
        /// what a man is worth
        pub man: f64 = "4" in RANGE,
        /// what a king is worth
        pub king: f64 = "8" in RANGE,
        /// for a piece on its own back row
        pub back_row: f64 = "1" in RANGE,
        /// for a piece on the middle rows, in the middle columns
        pub centre: f64 = "2" in RANGE,
        /// for a piece on the middle rows, in the outer columns
        pub flank: f64 = "1.5" in RANGE,
        /// for each stable piece, and off for each risky one
        pub stability: f64 = "3" in RANGE,
        /// the value of a won game, near or far
        pub win: f64 = "200" in 0.0..=1e9,
    }
}

/// What weights can be.
pub(super) const RANGE: RangeInclusive<f64> = -1000.0..=1000.0;

choices! {
    /// What program and description differ in.
    pub enum Variant {
        /// Both sides count.
        Programmed = "as-programmed",
        /// Only the own side counts, every edge is safe, and kings threaten backwards.
        Described = "as-described",
    }
}

/// What is counted for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Men.
    pub men: u32,
    /// Kings.
    pub kings: u32,
    /// Pieces on the own back row.
    pub back_row: u32,
    /// Pieces on the middle rows, in the four middle columns.
    pub centre: u32,
    /// Pieces on the middle rows, in the outer columns.
    pub flank: u32,
    /// Pieces that cannot be jumped from the front.
    pub stable: u32,
    /// Other pieces that stand ready to be jumped.
    pub risky: u32,
}

impl Evaluation {
    /// The evaluation as described.
    pub(super) fn described() -> Evaluation {
        Evaluation { variant: Variant::Described, ..Evaluation::default() }
    }

    /// Whether the opponent's total is taken off.
    fn counts_opponent(&self) -> bool {
        self.opponent.unwrap_or(self.variant == Variant::Programmed)
    }

    /// Whether pieces on the outer columns are stable, as those on the first and last row are.
    fn has_safe_columns(&self) -> bool {
        self.safe_columns.unwrap_or(self.variant == Variant::Described)
    }

    /// Whether a piece is risky that an enemy king can jump from behind.
    fn sees_risk_behind(&self) -> bool {
        self.risk_behind.unwrap_or(self.variant == Variant::Described)
    }

    /// Counts what matters of one side.
    pub fn terms(&self, state: &Position, side: Side) -> Terms {
        let mut terms = Terms::default();
        for number in 1..=32 {
            match state.piece(number) {
                Some((owner, king)) if owner == side => {
                    self.count(&mut terms, Square { state, side, number }, king);
                }
                _ => {}
            }
        }
        terms
    }

    /// A side's total.
    pub fn total(&self, state: &Position, side: Side) -> f64 {
        self.weigh(&self.terms(state, side)).iter().map(|(_, value)| value).sum()
    }

    /// The value for a side.
    pub fn value(&self, state: &Position, side: Side) -> f64 {
        let own = self.total(state, side);
        if self.counts_opponent() { own - self.total(state, side.other()) } else { own }
    }

    fn count(&self, terms: &mut Terms, square: Square<'_>, king: bool) {
        let (row, col) = place(square.number);
        if king {
            terms.kings += 1;
        } else {
            terms.men += 1;
        }
        terms.back_row += u32::from(row == back_row(square.side));
        if is_middle(row) {
            let central = (2..=5).contains(&col);
            terms.centre += u32::from(central);
            terms.flank += u32::from(!central);
        }
        match self.safety(square) {
            Safety::Stable => terms.stable += 1,
            Safety::Risky => terms.risky += 1,
            Safety::Neither => {}
        }
    }

    fn safety(&self, square: Square<'_>) -> Safety {
        let (row, col) = place(square.number);
        if is_outer(row) || self.has_safe_columns() && is_outer(col) {
            return Safety::Stable;
        }
        let front = [square.look(1, -1), square.look(1, 1)];
        let behind = [square.look(-1, -1), square.look(-1, 1)];
        if !behind.iter().any(|cell| matches!(cell, Cell::Empty | Cell::King)) {
            return Safety::Stable;
        }
        let across = [(front[0], behind[1]), (front[1], behind[0])];
        let risky = across.iter().any(|&(front, behind)| {
            matches!(front, Cell::Man | Cell::King) && behind == Cell::Empty
                || self.sees_risk_behind() && behind == Cell::King && front == Cell::Empty
        });
        if risky { Safety::Risky } else { Safety::Neither }
    }

    fn weigh(&self, terms: &Terms) -> [(&'static str, f64); 7] {
        [
            ("men", self.man * f64::from(terms.men)),
            ("kings", self.king * f64::from(terms.kings)),
            ("back row", self.back_row * f64::from(terms.back_row)),
            ("centre", self.centre * f64::from(terms.centre)),
            ("flanks", self.flank * f64::from(terms.flank)),
            ("stable", self.stability * f64::from(terms.stable)),
            ("risky", -self.stability * f64::from(terms.risky)),
        ]
    }
}

impl Evaluate<Checkers> for Evaluation {
    type Score = f64;

    fn score(&self, _game: &Checkers, state: &Position, pov: Player) -> f64 {
        self.value(state, side_of(pov))
    }

    fn terminal(&self, _game: &Checkers, _state: &Position, payoffs: &Payoffs, pov: Player) -> f64 {
        self.win * f64::from(payoffs[pov])
    }
}

/// The terms of the evaluation, which add up to its value for `pov`.
pub fn explain(
    _game: &Checkers,
    state: &Position,
    pov: Player,
    evaluation: &Evaluation,
) -> Vec<(String, f64)> {
    let side = side_of(pov);
    let weighed = |side| evaluation.weigh(&evaluation.terms(state, side)).into_iter();
    let mut list: Vec<_> =
        weighed(side).map(|(name, value)| (format!("own {name}"), value)).collect();
    if evaluation.counts_opponent() {
        let other = weighed(side.other());
        list.extend(other.map(|(name, value)| (format!("opponent's {name}"), -value)));
    }
    list
}

/// Whether a piece can be jumped from the front.
enum Safety {
    Stable,
    Risky,
    Neither,
}

/// What stands beside a piece, as its owner sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Outside,
    Empty,
    Own,
    /// An enemy man.
    Man,
    /// An enemy king.
    King,
}

/// A square with a piece of a side.
#[derive(Clone, Copy)]
struct Square<'a> {
    state: &'a Position,
    side: Side,
    number: u8,
}

impl Square<'_> {
    /// What stands so far ahead (backwards if negative) and to the right.
    fn look(self, ahead: i32, right: i32) -> Cell {
        let (row, col) = place(self.number);
        let down = if self.side == Side::Black { ahead } else { -ahead };
        let Some(number) = number_at(row + down, col + right) else { return Cell::Outside };
        match self.state.piece(number) {
            None => Cell::Empty,
            Some((owner, _)) if owner == self.side => Cell::Own,
            Some((_, false)) => Cell::Man,
            Some((_, true)) => Cell::King,
        }
    }
}

pub(super) fn side_of(seat: Player) -> Side {
    if seat == Side::White.player() { Side::White } else { Side::Black }
}

/// The row that a side starts from.
pub(super) fn back_row(side: Side) -> i32 {
    if side == Side::White { 7 } else { 0 }
}

pub(super) fn is_middle(row: i32) -> bool {
    (3..=4).contains(&row)
}

fn is_outer(line: i32) -> bool {
    line == 0 || line == 7
}
