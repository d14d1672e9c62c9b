//! What is worked out once per set of rules: bases, edges, the goal lock and the order of play.

use crate::{
    board::{Board, DIRECTIONS, MAX_SIZE, Square},
    options::{GoalLock, Rules},
    variants::{Scope, Variant},
};

/// Masks per player and direction, so that generation needs to look at nothing but the board.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) home: [Board; 4],
    pub(crate) target: [Board; 4],
    /// Where a player must not be once eviction is in force.
    pub(crate) forbidden: [Board; 4],
    /// Squares from which the player may step in a direction, as far as edges and lock decide.
    pub(crate) steps: [[Board; 8]; 4],
    /// Squares from which he may hop in a direction, likewise.
    pub(crate) hops: [[Board; 8]; 4],
    /// The neighbours of every square.
    pub(crate) near: [Board; 256],
    /// Who moves after whom.
    pub(crate) next: [u8; 4],
    /// How many move before the player in a round.
    pub(crate) place: [u8; 4],
}

impl Tables {
    pub(crate) fn new(rules: &Rules) -> Self {
        let variant = rules.variant;
        let order: &[u8] = match (variant.players, rules.clockwise) {
            (2, _) => &[0, 1],
            (_, false) => &[0, 1, 2, 3],
            (_, true) => &[0, 1, 3, 2],
        };
        let mut tables = Tables {
            home: [Board::EMPTY; 4],
            target: [Board::EMPTY; 4],
            forbidden: [Board::EMPTY; 4],
            steps: [[Board::EMPTY; 8]; 4],
            hops: [[Board::EMPTY; 8]; 4],
            near: [Board::EMPTY; 256],
            next: [0; 4],
            place: [0; 4],
        };
        for (place, player) in order.iter().enumerate() {
            tables.place[usize::from(*player)] = place as u8;
            tables.next[usize::from(*player)] = order[(place + 1) % order.len()];
            tables.home[usize::from(*player)] = base(variant, variant.home(*player));
            tables.target[usize::from(*player)] = base(variant, variant.home(*player) ^ 3);
        }
        for player in 0..order.len() {
            tables.forbidden[player] = tables.bases_to_leave(rules, player);
            tables.fill_legs(rules, player);
        }
        for square in all_squares(variant) {
            let near = DIRECTIONS.iter().filter_map(|d| square.offset(d.0, d.1, variant.size));
            tables.near[square.idx()] = near.collect();
        }
        tables
    }

    fn bases_to_leave(&self, rules: &Rules, player: usize) -> Board {
        let bases = self.home.iter().fold(Board::EMPTY, |all, home| all | *home);
        match rules.eviction.map(|eviction| eviction.scope) {
            None => Board::EMPTY,
            Some(Scope::Home) => self.home[player],
            Some(Scope::Others) => bases & !self.target[player],
        }
    }

    fn fill_legs(&mut self, rules: &Rules, player: usize) {
        let size = rules.variant.size;
        let target = self.target[player];
        let leg = |from: Square, (dx, dy): (i8, i8), length: i8, locked: bool| {
            let to = from.offset(length * dx, length * dy, size);
            to.is_some_and(|to| !locked || !target.has(from) || target.has(to))
        };
        let hops_locked = rules.goal_lock == GoalLock::Hop;
        for (idx, direction) in DIRECTIONS.into_iter().enumerate() {
            let from = |length, locked| {
                let legal = |from: &Square| leg(*from, direction, length, locked);
                all_squares(rules.variant).filter(legal).collect()
            };
            self.steps[player][idx] = from(1, true);
            self.hops[player][idx] = from(2, hops_locked);
        }
    }
}

/// The squares of a variant's board, row by row.
pub(crate) fn all_squares(variant: &Variant) -> impl Iterator<Item = Square> + use<> {
    let size = variant.size.min(MAX_SIZE);
    (0..size).flat_map(move |y| (0..size).map(move |x| Square::new(x, y)))
}

/// The base in a corner.
fn base(variant: &Variant, corner: u8) -> Board {
    let far = variant.size - 1;
    let rows = (0..).zip(variant.base);
    let squares = rows.flat_map(|(y, len)| (0..*len).map(move |x| (x, y)));
    let mirror = |at: u8, bit: u8| if corner & bit == 0 { at } else { far - at };
    squares.map(|(x, y)| Square::new(mirror(x, 1), mirror(y, 2))).collect()
}
