//! How good a position is: by the way that is left, or by everything that shortens or lengthens it.
//!
//! Every player's pieces have a worth of their own. A seat's score is what its team has more than
//! each of the others, so that all scores sum to zero and a search for two sides, a paranoid one and
//! max^n can all use it. In the middle of a chain the board is judged as it stands.
//!
//! Squares of a target that others hold do not count: whoever is paid to stand in the way gets late
//! himself.

pub(crate) mod geometry;
pub(crate) mod matching;
mod weights;

use plyglot_core::{EvalEntry, Evaluate, Game, PerPlayer, Player, Scale, seats};

use crate::{Board, Halma, State};

use weights::Weights;

/// The evaluations by name.
pub(crate) const EVALUATIONS: &[EvalEntry<Halma>] = &[
    EvalEntry {
        name: "default",
        about: "way to go, stragglers, diagonal, target, home, hops ahead and eviction",
        scale: Scale::new(4400.0),
        weights: weights::WEIGHTS,
        build: |options| Box::new(Positional { weights: Weights::read(options) }),
    },
    distance("distance", "the way that is left, in rows and columns, less that of the others"),
    distance("material", "another name of distance: nothing is ever captured"),
];

const fn distance(name: &'static str, about: &'static str) -> EvalEntry<Halma> {
    let scale = Scale::new(13.9);
    EvalEntry { name, about, scale, weights: &[], build: |_| Box::new(Distance) }
}

/// What the pieces of every player are worth.
type Worths = [i64; 4];

/// The sum of the distances of all pieces from the far corner of their target.
struct Distance;

impl Evaluate<Halma> for Distance {
    type Score = i64;

    fn score(&self, game: &Halma, state: &State, pov: Player) -> i64 {
        let worth = |player: usize| -game.geometry.sums(player, state.pieces[player]).distance;
        balance(game, &by_team(game, std::array::from_fn(worth), 0), pov)
    }
}

/// Everything that shortens or lengthens the way.
struct Positional {
    weights: Weights,
}

impl Positional {
    /// What the pieces of a player are worth.
    fn worth(&self, game: &Halma, state: &State, player: usize) -> i64 {
        let weights = &self.weights;
        let own = state.pieces[player];
        let sums = game.geometry.sums(player, own);
        let count = |set: Board| i64::from(set.len());
        weights.goal * count(game.tables.target[player] & own)
            - weights.distance * sums.distance
            - weights.straggle * sums.squares
            - weights.farthest * sums.farthest
            - weights.aside * sums.aside
            - weights.home * count(game.tables.home[player] & own)
            - weights.eviction * overdue(game, state, player)
            + weights.hops * hops_ahead(game, state, player)
    }

    fn worths(&self, game: &Halma, state: &State) -> Worths {
        let mut worths = [0; 4];
        for seat in seats(game.players()) {
            worths[seat.idx()] = self.worth(game, state, seat.idx());
        }
        by_team(game, worths, self.weights.lag)
    }
}

impl Evaluate<Halma> for Positional {
    type Score = i64;

    fn score(&self, game: &Halma, state: &State, pov: Player) -> i64 {
        balance(game, &self.worths(game, state), pov)
    }

    fn scores(&self, game: &Halma, state: &State) -> PerPlayer<i64> {
        let worths = self.worths(game, state);
        let mut all = PerPlayer::default();
        for seat in seats(game.players()) {
            all[seat] = balance(game, &worths, seat);
        }
        all
    }
}

/// What the teams are worth, where the slower of two allies counts some hundredths more.
fn by_team(game: &Halma, players: Worths, lag: i64) -> Worths {
    if !game.rules.variant.allied {
        return players;
    }
    let team =
        |a: usize, b: usize| players[a] + players[b] + lag * players[a].min(players[b]) / 100;
    [team(0, 3), team(1, 2), 0, 0]
}

/// What a seat's team has more than each of the others.
fn balance(game: &Halma, teams: &Worths, pov: Player) -> i64 {
    let own = teams[usize::from(game.team(pov) & 3)];
    i64::from(game.rules.variant.teams()) * own - teams.iter().sum::<i64>()
}

/// The number of hops toward the target that a player's pieces could make.
#[inline]
pub(crate) fn hops_ahead(game: &Halma, state: &State, player: usize) -> i64 {
    let mut count = 0;
    for direction in game.geometry.forward(player) {
        let open = &game.tables.hops[player][direction];
        for class in 0..4 {
            let over = state.occupied.seen_stepping(direction, class);
            let onto = state.occupied.seen_hopping(direction, class);
            let hops = state.pieces[player].0[class] & over & !onto & open.0[class];
            count += hops.count_ones();
        }
    }
    i64::from(count)
}

/// Turns that a piece is allowed for leaving the bases that eviction looks at.
const TURNS_PER_PIECE: i64 = 2;

/// How many rounds a player is late in leaving the bases that eviction looks at.
#[inline]
fn overdue(game: &Halma, state: &State, player: usize) -> i64 {
    let Some(eviction) = game.rules.eviction else { return 0 };
    let lingering = i64::from((state.pieces[player] & game.tables.forbidden[player]).len());
    let left = i64::from(eviction.round) - i64::from(state.status.round);
    (TURNS_PER_PIECE * lingering - left.max(0)).max(0)
}
