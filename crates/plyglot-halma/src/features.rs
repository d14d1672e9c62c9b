//! What positions look like to evaluations that are learnt: for everybody the way that is left, who is behind,
//! hops and bridges ahead, and what stands in the way.
//!
//! A seat sees itself first, then whoever comes from the opposite corner (in team games its ally), then its two
//! neighbours. Between two players the only other one comes from the opposite corner. Everything is measured
//! from the own target, so that one set fits all corners, boards and variants.

use plyglot_core::{Count, Features, Player};

use crate::{Halma, State, board::Board, eval::chains::hops_ahead, hops::Openings};

/// Stages, by the share of the way that is left.
const STAGES: usize = 6;

/// Who is seen, by what their number differs from that of the seat among four.
const RELATIONS: [usize; 4] = [0, 3, 1, 2];

/// What is counted of everybody.
const PER_PLAYER: usize = 9;
/// And added up.
const SUMS_PER_PLAYER: usize = 6;

/// One more than the greatest way, in buckets of [`BUCKET`] rows and columns.
const WAYS: u16 = 48;
const BUCKET: i64 = 8;
/// One more than the greatest distance from the far corner.
const DISTANCES: u16 = 31;
/// One more than the most pieces.
const PIECES: u16 = 20;
/// More hops or bridges than that are as many.
const MOST: u16 = 16;

/// The features of Halma.
pub(crate) struct Way;

impl Features<Halma> for Way {
    fn stages(&self) -> usize {
        STAGES
    }

    /// The two opponents of four differ by when they move.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// By the way that is left to all together, of the way at the start.
    fn stage(&self, game: &Halma, state: &State) -> usize {
        let players = 0..usize::from(game.rules.variant.players);
        let left: i64 = players.clone().map(|player| way(game, player, state.pieces[player])).sum();
        let whole: i64 = players.map(|player| way(game, player, game.tables.home[player])).sum();
        (left.max(0) as usize * STAGES / (whole.max(0) as usize + 1)).min(STAGES - 1)
    }

    fn counts(&self) -> &'static [Count] {
        const ALL: [Count; 4 * PER_PLAYER] = {
            let mut all = [COUNTS[0][0]; 4 * PER_PLAYER];
            let mut idx = 0;
            while idx < 4 * PER_PLAYER {
                all[idx] = COUNTS[idx / PER_PLAYER][idx % PER_PLAYER];
                idx += 1;
            }
            all
        };
        &ALL
    }

    fn count(&self, game: &Halma, state: &State, seat: Player, out: &mut [u16]) {
        out.fill(0);
        for (who, player) in seen(game, seat) {
            let counts = counts(game, state, player);
            out[who * PER_PLAYER..][..PER_PLAYER].copy_from_slice(&counts);
        }
    }

    fn sums(&self) -> &'static [&'static str] {
        &[
            "own way",
            "own way squared",
            "own aside",
            "own in target",
            "own at home",
            "own hops",
            "opposite way",
            "opposite way squared",
            "opposite aside",
            "opposite in target",
            "opposite at home",
            "opposite hops",
            "next way",
            "next way squared",
            "next aside",
            "next in target",
            "next at home",
            "next hops",
            "last way",
            "last way squared",
            "last aside",
            "last in target",
            "last at home",
            "last hops",
        ]
    }

    fn sum(&self, game: &Halma, state: &State, seat: Player, out: &mut [i16]) {
        out.fill(0);
        for (who, player) in seen(game, seat) {
            let sums = sums(game, state, player);
            out[who * SUMS_PER_PLAYER..][..SUMS_PER_PLAYER].copy_from_slice(&sums);
        }
    }
}

/// What is counted of the seat itself and of the others.
const COUNTS: [[Count; PER_PLAYER]; 4] = [
    named([
        "own way",
        "own farthest",
        "own second",
        "own third",
        "own hops",
        "own bridges",
        "own at home",
        "own outside",
        "own squares taken",
    ]),
    named([
        "opposite way",
        "opposite farthest",
        "opposite second",
        "opposite third",
        "opposite hops",
        "opposite bridges",
        "opposite at home",
        "opposite outside",
        "opposite squares taken",
    ]),
    named([
        "next way",
        "next farthest",
        "next second",
        "next third",
        "next hops",
        "next bridges",
        "next at home",
        "next outside",
        "next squares taken",
    ]),
    named([
        "last way",
        "last farthest",
        "last second",
        "last third",
        "last hops",
        "last bridges",
        "last at home",
        "last outside",
        "last squares taken",
    ]),
];

const fn named(names: [&'static str; PER_PLAYER]) -> [Count; PER_PLAYER] {
    let values = [WAYS, DISTANCES, DISTANCES, DISTANCES, MOST, MOST, PIECES, PIECES, PIECES];
    let mut counts = [Count { name: "", values: 0 }; PER_PLAYER];
    let mut idx = 0;
    while idx < PER_PLAYER {
        counts[idx] = Count { name: names[idx], values: values[idx] };
        idx += 1;
    }
    counts
}

/// The players of a game, each with the place at which a seat sees him.
fn seen(game: &Halma, seat: Player) -> impl Iterator<Item = (usize, usize)> {
    let (two, seat) = (game.rules.variant.players == 2, seat.idx() & 3);
    let among_four = RELATIONS.into_iter().map(move |other| seat ^ other);
    let among_two = [seat & 1, 1 - (seat & 1)].into_iter();
    among_four.enumerate().filter(move |_| !two).chain(among_two.enumerate().filter(move |_| two))
}

/// Rows and columns from some pieces to the squares of the target: the least sum of any matching, as long as
/// nobody goes back.
fn way(game: &Halma, player: usize, pieces: Board) -> i64 {
    let sum = |squares: Board| game.geometry.sums(player, squares).distance;
    sum(pieces) - sum(game.tables.target[player])
}

fn counts(game: &Halma, state: &State, player: usize) -> [u16; PER_PLAYER] {
    let (own, target) = (state.pieces[player], game.tables.target[player]);
    let number = |set: Board| (set.len() as u16).min(PIECES - 1);
    let most = |count: i64| (count as u16).min(MOST - 1);
    let mut last = [0; 3];
    for square in own.squares() {
        let mut distance = game.geometry.distance(player, square) as u16;
        for place in &mut last {
            (*place, distance) = (distance.max(*place), distance.min(*place));
        }
    }
    [
        ((way(game, player, own) / BUCKET).max(0) as u16).min(WAYS - 1),
        last[0],
        last[1],
        last[2],
        most(hops_ahead(game, &Openings::of(&state.occupied), player, own)),
        most(bridges(game, state, player)),
        number(own & game.tables.home[player]),
        number(own & !target),
        number(target & state.occupied & !own),
    ]
}

fn sums(game: &Halma, state: &State, player: usize) -> [i16; SUMS_PER_PLAYER] {
    let own = state.pieces[player];
    let sums = game.geometry.sums(player, own);
    let number = |set: Board| set.len() as i16;
    [
        way(game, player, own) as i16,
        (sums.squares / BUCKET) as i16,
        sums.aside as i16,
        number(own & game.tables.target[player]),
        number(own & game.tables.home[player]),
        hops_ahead(game, &Openings::of(&state.occupied), player, own) as i16,
    ]
}

/// Pairs of a player's pieces with an empty square between them in a direction toward his target: whoever hops
/// over one lands before the other.
fn bridges(game: &Halma, state: &State, player: usize) -> i64 {
    let own = state.pieces[player];
    let mut count = 0;
    for direction in game.geometry.forward(player) {
        let open = &game.tables.hops[player][direction];
        for class in 0..4 {
            let pairs = own.0[class] & own.seen_hopping(direction, class) & open.0[class];
            count += (pairs & !state.occupied.seen_stepping(direction, class)).count_ones();
        }
    }
    i64::from(count)
}
