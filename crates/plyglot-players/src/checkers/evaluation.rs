//! How good a position is: material, back row, middle rows, and stable less risky pieces.

use plyglot_checkers::{Checkers, Position, Side};
use plyglot_core::{Evaluate, Payoffs, Player};

use super::squares::{number_at, place};

/// The evaluation with its weights and the points in which program and description differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// What a man is worth.
    pub man: f64,
    /// What a king is worth.
    pub king: f64,
    /// For a piece on its own back row.
    pub back_row: f64,
    /// For a piece on the two middle rows, in the four middle columns.
    pub centre: f64,
    /// For a piece on the two middle rows, in the outer columns.
    pub flank: f64,
    /// For each stable piece, and off for each risky one.
    pub stability: f64,
    /// The value of a won game.
    pub win: f64,
    /// Whether the opponent's total is taken off.
    pub opponent: bool,
    /// Whether pieces on the outer columns are stable, as those on the first and last row are.
    pub safe_columns: bool,
    /// Whether a piece is risky that an enemy king can jump from behind.
    pub risk_behind: bool,
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
    /// As programmed: both sides count.
    pub const PROGRAMMED: Evaluation = Evaluation {
        man: 4.0,
        king: 8.0,
        back_row: 1.0,
        centre: 2.0,
        flank: 1.5,
        stability: 3.0,
        win: 200.0,
        opponent: true,
        safe_columns: false,
        risk_behind: false,
    };

    /// As described: only the own side counts, and every edge is safe.
    pub const DESCRIBED: Evaluation = Evaluation {
        opponent: false,
        safe_columns: true,
        risk_behind: true,
        ..Evaluation::PROGRAMMED
    };

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
        if self.opponent { own - self.total(state, side.other()) } else { own }
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
        if is_outer(row) || self.safe_columns && is_outer(col) {
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
                || self.risk_behind && behind == Cell::King && front == Cell::Empty
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
    if evaluation.opponent {
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
