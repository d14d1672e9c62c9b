//! How good a position is: by the way that is left, or by everything that shortens or lengthens it.
//!
//! Every player's pieces have a worth of their own. A seat's score is what its team has more than
//! each of the others, so that all scores sum to zero and a search for two sides, a paranoid one and
//! max^n can all use it. In the middle of a chain the board is judged as it stands.
//!
//! Squares of a target that others hold do not count: whoever is paid to stand in the way gets late
//! himself.

pub(crate) mod chains;
pub(crate) mod geometry;
pub(crate) mod matching;
mod weights;

use plyglot_core::{EvalEntry, Evaluate, Game, PerPlayer, Player, Scale, seats};

use crate::{Board, Halma, State, hops::Openings};

use chains::{gains, hops_ahead};
pub(crate) use weights::ROOMY;
use weights::Weights;

/// The evaluations by name.
pub(crate) const EVALUATIONS: &[EvalEntry<Halma>] = &[
    EvalEntry {
        name: "default",
        about: "way to go, stragglers, diagonal, target, home, hops and chains ahead, eviction",
        scale: Scale::new(4400.0),
        weights: weights::WEIGHTS,
        build: |options| {
            let weights = Weights::read(options);
            Box::new(Positional { roomy: weights, small: weights })
        },
    },
    EvalEntry {
        name: "tuned",
        about: "the same with weights found by play, which are others on boards of less than 12 rows",
        scale: Scale::new(4400.0),
        weights: &[],
        build: |_| Box::new(Positional { roomy: ROOMY, small: weights::SMALL }),
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

/// Rows of the boards that count as roomy. On smaller ones searches are deep enough to see chains themselves, and
/// looking for them at the leaves costs more than it gains.
const ROOMY_ROWS: u8 = 12;

/// Everything that shortens or lengthens the way.
struct Positional {
    roomy: Weights,
    small: Weights,
}

impl Positional {
    #[inline]
    fn weights(&self, game: &Halma) -> &Weights {
        if game.rules.variant.size >= ROOMY_ROWS { &self.roomy } else { &self.small }
    }

    fn worths(&self, game: &Halma, state: &State) -> Worths {
        let weights = self.weights(game);
        let openings = Openings::of(&state.occupied);
        let mut worths = [0; 4];
        for player in seats(game.players()).map(Player::idx) {
            worths[player] = weights.standing(game, state, player)
                + weights.prospects(game, &openings, player, state.pieces[player]);
        }
        by_team(game, worths, weights.lag)
    }
}

impl Weights {
    /// What the pieces of a player are worth where they stand.
    fn standing(&self, game: &Halma, state: &State, player: usize) -> i64 {
        let own = state.pieces[player];
        let sums = game.geometry.sums(player, own);
        let count = |set: Board| i64::from(set.len());
        self.goal * count(game.tables.target[player] & own)
            - self.distance * sums.distance
            - self.straggle * sums.squares
            - self.farthest * sums.farthest
            - self.aside * sums.aside
            - self.home * count(game.tables.home[player] & own)
            - self.eviction * overdue(game, state, player)
    }

    /// What the hops before the pieces of a player add to that.
    fn prospects(&self, game: &Halma, openings: &Openings, player: usize, own: Board) -> i64 {
        let Weights { hops, reach, leap, .. } = *self;
        let mut prospects = 0;
        if hops != 0 {
            prospects += hops * hops_ahead(game, openings, player, own);
        }
        if reach != 0 || leap != 0 {
            let gains = gains(game, openings, player, own);
            prospects += reach * gains.all + leap * gains.best;
        }
        prospects
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
