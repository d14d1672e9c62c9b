//! How good a position is while bombs are thrown, and what the end of the game is worth.

use plyglot_core::{Game, Player, seats};
use plyglot_reversixt::{ReversiXt, State, Tile};

use super::weights::{BombingWeights, Formula};

/// Above everything that an evaluation gives: what the best end of the game is worth, about.
pub const MOST: f64 = 4e15;
/// How far the values of finished games lie from [`MOST`] or its negative at most.
pub(super) const ENDS: f64 = 8.0;

/// Named terms that add up to a value.
pub(super) type Terms = Vec<(&'static str, f64)>;

/// The others who are still in.
fn rivals(game: &ReversiXt, state: &State, pov: Player) -> impl Iterator<Item = Player> {
    seats(game.players()).filter(move |seat| *seat != pov && !state.is_out(seat.0))
}

/// How many of those still in have more stones.
fn ahead(game: &ReversiXt, state: &State, pov: Player) -> usize {
    let own = state.stones(pov.0);
    rivals(game, state, pov).filter(|other| state.stones(other.0) > own).count()
}

/// The value of a position in the bombing phase by its terms.
pub(super) fn terms(
    weights: &BombingWeights,
    game: &ReversiXt,
    state: &State,
    pov: Player,
) -> Terms {
    if weights.formula == Formula::Old {
        return vec![("quotient of the older formula", quotient(weights, game, state, pov))];
    }
    let players = f64::from(game.players());
    let own = state.stones(pov.0);
    let (mut above, mut below) = (0, 0);
    for stones in rivals(game, state, pov).map(|other| state.stones(other.0)) {
        above += if stones > own { stones } else { 0 };
        below += if stones < own { stones } else { 0 };
    }
    let stones = ("own stones, for every other player", f64::from(own) * (players - 1.0));
    if above > 0 {
        return vec![stones, ("stones of those ahead", -f64::from(above))];
    }
    let lead = weights.lead as f64 * if weights.lead_times_players { players } else { 1.0 };
    vec![("nobody ahead", lead), stones, ("stones of those behind", -f64::from(below))]
}

/// The older formula. A factor of the denominator that is zero counts as one.
fn quotient(weights: &BombingWeights, game: &ReversiXt, state: &State, pov: Player) -> f64 {
    let BombingWeights { stones_power, bombs_power, radius_power, .. } = *weights;
    let others = seats(game.players()).filter(|seat| *seat != pov);
    let bombs: u32 = others.map(|other| state.bombs(other.0)).sum();
    let factors = [
        f64::from(bombs).powf(bombs_power),
        f64::from(game.radius()).powf(radius_power),
        1.0 + ahead(game, state, pov) as f64,
        clustering(game, state, pov) as f64,
    ];
    let factors = factors.into_iter().filter(|factor| *factor != 0.0);
    f64::from(state.stones(pov.0)).powf(stones_power) / factors.product::<f64>()
}

/// How many of a player's stones have another one beside them.
fn clustering(game: &ReversiXt, state: &State, pov: Player) -> usize {
    let is_own = |square: usize| game.tile(state, square) == Tile::Stone(pov);
    let has_company = |square: &usize| {
        let beside = (0..8).filter_map(|direction| game.neighbour(*square, direction));
        beside.into_iter().any(|(other, _)| other != *square && is_own(other))
    };
    (0..game.squares()).filter(|square| is_own(*square)).filter(has_company).count()
}

/// What the end of the game is worth: near [`MOST`] with nobody ahead, near its negative otherwise.
pub(super) fn end(weights: &BombingWeights, game: &ReversiXt, state: &State, pov: Player) -> f64 {
    let ahead = ahead(game, state, pov) as f64;
    if weights.formula == Formula::Old {
        let left = 1.0 + rivals(game, state, pov).count() as f64;
        return if ahead == 0.0 { MOST } else { -MOST + left - (1.0 + ahead) };
    }
    if ahead > 0.0 {
        return -MOST + 8.0 - ahead;
    }
    let own = state.stones(pov.0);
    let equal = rivals(game, state, pov).filter(|other| state.stones(other.0) == own).count();
    MOST - 1.0 - equal as f64
}

/// The score that a value of a finished game means among so many opponents, ties aside.
pub(super) fn score_of_end(formula: Formula, value: f64, opponents: usize) -> f64 {
    let opponents = opponents.max(1) as f64;
    let base = if formula == Formula::Old { opponents } else { 8.0 };
    let ahead = (base - (value + MOST)).clamp(1.0, opponents);
    if value > 0.0 { 1.0 } else { 1.0 - ahead / opponents }
}

/// Whether a value is that of a finished game.
pub(super) fn is_end(value: f64) -> bool {
    value.abs() >= MOST - ENDS
}
