//! How good a position is: by stones alone, or by everything that will keep or gain them.
//!
//! What a player has is worth something by itself; a seat's score is the sum of its leads over all
//! others, so that scores sum to zero and a search for two sides, a paranoid one and max^n can all use
//! them. The disqualified neither count nor score.

pub(crate) mod tally;
pub(crate) mod terrain;
mod weights;

use plyglot_core::{
    EvalEntry, Evaluate, Game, MAX_PLAYERS, Payoffs, PerPlayer, Player, Scale, Score, seats,
};

use crate::{
    Phase, ReversiXt, State,
    map::{CHOICE, INVERSION},
};

use tally::{Tallies, Tally};
use terrain::Terrain;
use weights::Weights;

/// The evaluations by name.
pub(crate) const EVALUATIONS: &[EvalEntry<ReversiXt>] = &[
    EvalEntry {
        name: "default",
        about: "protected tiles, stable stones, moves and stocks; later stones and ranks",
        scale: Scale::new(2660.0),
        weights: weights::WEIGHTS,
        build: |options| Box::new(Positional { weights: Weights::read(options) }),
    },
    EvalEntry {
        name: "material",
        about: "the sum of the leads in stones over every other player",
        scale: Scale::new(25.6),
        weights: &[],
        build: |_| Box::new(Material),
    },
];

/// Override stones of one player beyond which more make no difference.
const MOST_OVERRIDES: u32 = 255;

/// So many stones are not easily lost all at once.
const FEW: i32 = 5;
/// Free choice tiles beyond which more make no difference.
const MOST_CHOICES: u32 = 8;

/// What every player's standing is worth.
type Worths = [i64; MAX_PLAYERS];

impl ReversiXt {
    /// What is known of the map; found out when first asked for.
    #[inline]
    pub(crate) fn terrain(&self) -> &Terrain {
        let map = self.map();
        map.terrain.get_or_init(|| Terrain::new(map, |square| self.start.board.content(square)))
    }
}

/// The leads in stones.
struct Material;

impl Evaluate<ReversiXt> for Material {
    type Score = i64;

    fn score(&self, game: &ReversiXt, state: &State, pov: Player) -> i64 {
        lead(game, state, &stones(game, state), pov)
    }

    fn scores(&self, game: &ReversiXt, state: &State) -> PerPlayer<i64> {
        let worths = stones(game, state);
        for_all(game, |seat| lead(game, state, &worths, seat))
    }

    fn terminal(&self, game: &ReversiXt, state: &State, payoffs: &Payoffs, pov: Player) -> i64 {
        result(game, state, payoffs, pov)
    }
}

/// Everything that keeps or gains stones.
struct Positional {
    weights: Weights,
}

impl Positional {
    fn worths(&self, game: &ReversiXt, state: &State) -> Worths {
        let terrain = game.terrain();
        let mut worths = match state.phase {
            Phase::Building => self.building(game, terrain, state),
            _ => stones(game, state).map(|stones| self.weights.bombing_stone * stones),
        };
        let tiles = i64::from(state.board.tiles());
        for seat in 0..game.players() {
            let destroyed = (i64::from(state.bombs(seat)) * terrain.blast).min(tiles);
            worths[usize::from(seat)] += self.weights.bomb * destroyed;
        }
        worths
    }

    fn building(&self, game: &ReversiXt, terrain: &Terrain, state: &State) -> Worths {
        let (tallies, free) = tally::tallies(game.map(), terrain, state);
        let early = if game.players() == 2 { self.weights.stone } else { self.weights.stone_many };
        let stone = self.stone(early, free, state.board.tiles());
        let moves = all_moves(game, state, &tallies);
        let mut worths = Worths::default();
        for (worth, tally) in worths.iter_mut().zip(&tallies) {
            *worth = self.placed(tally) + stone * i64::from(tally.stones);
        }
        self.exchange(game, state, &mut worths);
        for seat in 0..game.players() {
            let tally = &tallies[usize::from(seat)];
            let overrides = i64::from(state.overrides(seat).min(MOST_OVERRIDES));
            let missing = i64::from((FEW - tally.stones).max(0));
            worths[usize::from(seat)] += self.weights.mobility * i64::from(tally.mobility) / moves
                + self.weights.override_stone * terrain.reach * overrides
                + self.weights.few * missing;
        }
        worths
    }

    /// Passes on what stones are worth as the special tiles that are still free will. Inversions give
    /// everything to a seat further on, which their number tells. Whoever comes to a choice takes the
    /// most there is, so that before it nobody's stones are safely his.
    fn exchange(&self, game: &ReversiXt, state: &State, worths: &mut Worths) {
        let players = usize::from(game.players());
        let seats = &mut worths[..players];
        let inversions = if self.weights.inversion == 0 { 0 } else { state.board.count(INVERSION) };
        let by = inversions as usize % players;
        if by > 0 {
            let mut passed = Worths::default();
            passed[..players].copy_from_slice(seats);
            passed[..players].rotate_right(by);
            for (own, passed) in seats.iter_mut().zip(passed) {
                *own += (passed - *own) * self.weights.inversion / 100;
            }
        }
        let choices = if self.weights.choice == 0 { 0 } else { state.board.count(CHOICE) };
        if choices > 0 {
            let mean = seats.iter().sum::<i64>() / players as i64;
            let kept = (0..choices.min(MOST_CHOICES))
                .fold(100, |kept, _| kept * (100 - self.weights.choice) / 100);
            seats.iter_mut().for_each(|own| *own = mean + (*own - mean) * kept / 100);
        }
    }

    /// What a stone is worth with so many tiles free, if on an empty board it is worth `early`.
    fn stone(&self, early: i64, free: u32, tiles: u32) -> i64 {
        let filled = 256 - i64::from(256 * free / tiles.max(1));
        early + (((self.weights.stone_late - early) * filled * filled) >> 16)
    }

    /// What the places of a player's stones are worth, and where more can go.
    fn placed(&self, tally: &Tally) -> i64 {
        let weights = &self.weights;
        let sum = |weights: &[i64], counts: &[i32]| {
            weights
                .iter()
                .zip(counts)
                .map(|(weight, count)| weight * i64::from(*count))
                .sum::<i64>()
        };
        sum(&weights.protected, &tally.protected)
            + sum(&weights.beside_safe, &tally.beside_safe)
            + sum(&weights.moves, &[tally.lone, tally.safe_moves, tally.bonus_moves])
            + weights.stable * i64::from(tally.stable)
            + weights.open * i64::from(tally.open)
    }

    /// What being ahead of others is worth in the bombing phase. A lead that one bomb can make or undo
    /// counts in part.
    fn ranking(&self, game: &ReversiXt, state: &State, pov: Player) -> i64 {
        if state.phase == Phase::Building || state.is_out(pov.0) {
            return 0;
        }
        let swing = game.terrain().blast;
        let own = i64::from(state.stones(pov.0));
        let others = seats(game.players()).filter(|other| !state.is_out(other.0));
        let ahead = |other: Player| (own - i64::from(state.stones(other.0))).clamp(-swing, swing);
        others.map(|other| self.weights.rank * ahead(other) / swing).sum()
    }
}

impl Evaluate<ReversiXt> for Positional {
    type Score = i64;

    fn score(&self, game: &ReversiXt, state: &State, pov: Player) -> i64 {
        let worths = self.worths(game, state);
        lead(game, state, &worths, pov) + self.ranking(game, state, pov)
    }

    fn scores(&self, game: &ReversiXt, state: &State) -> PerPlayer<i64> {
        let worths = self.worths(game, state);
        for_all(game, |seat| lead(game, state, &worths, seat) + self.ranking(game, state, seat))
    }

    fn terminal(&self, game: &ReversiXt, state: &State, payoffs: &Payoffs, pov: Player) -> i64 {
        result(game, state, payoffs, pov)
    }
}

fn for_all(game: &ReversiXt, score: impl Fn(Player) -> i64) -> PerPlayer<i64> {
    let mut all = PerPlayer::default();
    for seat in seats(game.players()) {
        all[seat] = score(seat);
    }
    all
}

fn stones(game: &ReversiXt, state: &State) -> Worths {
    let mut worths = Worths::default();
    for seat in 0..game.players() {
        worths[usize::from(seat)] = i64::from(state.stones(seat));
    }
    worths
}

/// The moves of all players together, and some more lest few moves seem to mean too much.
fn all_moves(game: &ReversiXt, state: &State, tallies: &Tallies) -> i64 {
    let left = seats(game.players()).filter(|seat| !state.is_out(seat.0));
    left.map(|seat| i64::from(tallies[seat.idx()].mobility) + 1).sum::<i64>().max(1)
}

/// How much more a seat has than each of the others, in total.
fn lead(game: &ReversiXt, state: &State, worths: &Worths, pov: Player) -> i64 {
    if state.is_out(pov.0) {
        return 0;
    }
    let others = seats(game.players()).filter(|other| !state.is_out(other.0));
    others.map(|other| worths[pov.idx()] - worths[other.idx()]).sum()
}

/// The value of a finished game: a win for every player behind, a loss for every one ahead, and the
/// leads themselves.
fn result(game: &ReversiXt, state: &State, payoffs: &Payoffs, pov: Player) -> i64 {
    let worths = payoffs.0.map(i64::from);
    let mut value = lead(game, state, &worths, pov);
    if !state.is_out(pov.0) {
        for other in seats(game.players()).filter(|other| !state.is_out(other.0)) {
            value += i64::WIN * (payoffs[pov].cmp(&payoffs[other]) as i64);
        }
    }
    value
}
