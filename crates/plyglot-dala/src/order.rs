//! Which moves to try first.

use plyglot_core::{Order, OrderEntry};

use crate::{
    Dala, Move, State,
    eval::inner,
    runs::{drop_scores, step_scores},
};

/// The orderings by name.
pub(crate) const ORDERS: &[OrderEntry<Dala>] = &[OrderEntry {
    name: "default",
    about: "scoring, then stopping the enemy from it, then lines and the middle",
    build: || Box::new(Scoring),
}];

/// Actions that score, then those that leave the enemy the fewest squares to score on and the mover
/// the most.
struct Scoring;

const SCORES: i32 = 1000;
const ENEMY_SQUARE: i32 = 30;
const OWN_SQUARE: i32 = 5;
const OFF_EDGE: i32 = 2;

impl Order<Dala> for Scoring {
    fn priority(&self, game: &Dala, state: &State, mv: Move) -> i32 {
        let (mover, other) = state.seats();
        let mut after = *state;
        let (to, owed) = match mv {
            Move::Drop(to) => (to, game.owed_for_drop(state, to)),
            Move::Step { from, to } => {
                after.pieces[mover] ^= from.bit();
                (to, game.owed_for_step(state, from, to))
            }
            Move::Take(victim) => {
                after.pieces[other] ^= victim.bit();
                return threats(game, &after, mover, other);
            }
            Move::Pass => return 0,
        };
        after.pieces[mover] |= to.bit();
        let off_edge = i32::from(inner(game.board.squares) & to.bit() != 0);
        SCORES * i32::from(owed) + threats(game, &after, mover, other) + OFF_EDGE * off_edge
    }

    fn is_noisy(&self, game: &Dala, state: &State, mv: Move) -> bool {
        match mv {
            Move::Drop(to) => game.owed_for_drop(state, to) > 0,
            Move::Step { from, to } => game.owed_for_step(state, from, to) > 0,
            Move::Take(_) => true,
            Move::Pass => false,
        }
    }
}

/// What the squares are worth where the mover and the enemy could score next.
#[inline]
fn threats(game: &Dala, state: &State, mover: usize, other: usize) -> i32 {
    let count = |seat| scoring_squares(game, state, seat).count_ones() as i32;
    OWN_SQUARE * count(mover) - ENEMY_SQUARE * count(other)
}

/// Where a player's drop or step would score.
#[inline]
fn scoring_squares(game: &Dala, state: &State, seat: usize) -> u64 {
    let (own, empty, rules) = (state.pieces[seat], game.empty(state), &game.rules);
    if state.reserve[seat] == 0 {
        let targets = step_scores(own, empty, rules.arrival, rules.vacate_capture);
        targets.into_iter().fold(0, |all, targets| all | targets)
    } else if rules.drop_capture {
        drop_scores(own, rules.arrival) & empty
    } else {
        0
    }
}
