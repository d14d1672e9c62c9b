//! What there is to count for each player while stones are placed, on boards of both kinds.

use plyglot_core::MAX_PLAYERS;

use super::terrain::{Sets, Terrain, is_edge, is_protected};
use crate::{
    State,
    board::Board,
    large::Large,
    map::{BONUS, EMPTY, INVERSION, Map, STONE, is_free, is_occupied},
    small::Small,
};

/// How many stones of a line are looked at for moves on a large board.
const LINE: u32 = 8;
/// The largest board on which stable stones are looked for, in words of 64 squares.
const STABLE_WORDS: usize = 64;

/// What there is to count for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) stones: i32,
    /// Stones on tiles protected along 1, 2, 3 and 4 axes.
    pub(crate) protected: [i32; 4],
    /// Stones that cannot be captured.
    pub(crate) stable: i32,
    /// Stones beside free safe tiles: those on edges, and the others.
    pub(crate) beside_safe: [i32; 2],
    /// Free tiles where the player can place a stone.
    pub(crate) mobility: i32,
    /// Those where nobody else can.
    pub(crate) lone: i32,
    /// Those that are safe.
    pub(crate) safe_moves: i32,
    /// Those that give a bonus.
    pub(crate) bonus_moves: i32,
    /// Free tiles beside a stone of the player.
    pub(crate) open: i32,
}

/// One for each seat.
pub(crate) type Tallies = [Tally; MAX_PLAYERS];

/// Counts for all players, and how many tiles are free.
#[inline]
pub(crate) fn tallies(map: &Map, terrain: &Terrain, state: &State) -> (Tallies, u32) {
    match (&state.board, &terrain.sets) {
        (Board::Small(board), Some(sets)) => on_sets(map, sets, state, board),
        (Board::Large(board), _) => on_cells(map, terrain, board),
        _ => Default::default(),
    }
}

fn on_sets(map: &Map, sets: &Sets, state: &State, board: &Small) -> (Tallies, u32) {
    let mut tallies = Tallies::default();
    let [a, b, c, d] = board.planes();
    let free = (a | b | c) & !(a & b & c) & !d;
    let open_safe = free & sets.protected[3];
    let bonus = board.squares_of(BONUS);
    let mut moves = [0; MAX_PLAYERS];
    let (mut any, mut several) = (0, 0);
    for seat in 0..map.players {
        let own = board.squares_of(STONE + seat);
        if own == 0 {
            continue;
        }
        let targets = match seat == state.turn && !state.is_out(seat) {
            true => board.targets & free,
            false => board.placements(map, seat, false),
        };
        moves[usize::from(seat)] = targets;
        several |= any & targets;
        any |= targets;
        tallies[usize::from(seat)] = Tally {
            stones: own.count_ones() as i32,
            protected: sets.protected.map(|set| (set & own).count_ones() as i32),
            stable: sets.stable(own).count_ones() as i32,
            beside_safe: sets.count_beside_safe(open_safe, own),
            mobility: targets.count_ones() as i32,
            lone: 0,
            safe_moves: (targets & open_safe).count_ones() as i32,
            bonus_moves: (targets & bonus).count_ones() as i32,
            open: (sets.beside(own) & free).count_ones() as i32,
        };
    }
    for (tally, moves) in tallies.iter_mut().zip(moves) {
        tally.lone = (moves & !several).count_ones() as i32;
    }
    (tallies, free.count_ones())
}

fn on_cells(map: &Map, terrain: &Terrain, board: &Large) -> (Tallies, u32) {
    let mut tallies = Tallies::default();
    let cells = board.cells();
    for seat in 0..map.players {
        tallies[usize::from(seat)].stones = cells.count(STONE + seat) as i32;
    }
    for &(square, protection) in &terrain.edges {
        let content = cells.get(square as usize);
        if content >= STONE {
            tallies[usize::from(content - STONE)].protected[usize::from(protection) - 1] += 1;
        }
    }
    for (safe, beside) in &terrain.safe {
        if is_free(cells.get(*safe as usize)) {
            count_beside(terrain, board, beside, &mut tallies);
        }
    }
    count_moves(map, terrain, board, &mut tallies);
    // Small boards need little memory to be cleared for every position.
    match map.squares().div_ceil(64) {
        0..=4 => count_stable::<4>(map, terrain, board, &mut tallies),
        5..=16 => count_stable::<16>(map, terrain, board, &mut tallies),
        17..=STABLE_WORDS => count_stable::<STABLE_WORDS>(map, terrain, board, &mut tallies),
        _ => {}
    }
    let free = (EMPTY..=INVERSION).map(|content| cells.count(content)).sum();
    (tallies, free)
}

fn count_beside(terrain: &Terrain, board: &Large, beside: &[u32], tallies: &mut Tallies) {
    for &other in beside {
        let content = board.cells().get(other as usize);
        if content >= STONE {
            let kind = usize::from(!is_edge(terrain.protection[other as usize]));
            tallies[usize::from(content - STONE)].beside_safe[kind] += 1;
        }
    }
}

/// Looks along the lines from every free tile that touches a stone. Whoever has a stone on a line that
/// begins with somebody else's can move there.
fn count_moves(map: &Map, terrain: &Terrain, board: &Large, tallies: &mut Tallies) {
    // As many as a byte of a count can hold.
    for squares in board.fringe().chunks(255) {
        let (mut mobility, mut lone, mut safe_moves, mut bonus_moves, mut open) = (0, 0, 0, 0, 0);
        for &square in squares {
            let (mut movers, mut touching) = (0, 0);
            for step in 8 * square as usize..8 * square as usize + 8 {
                let (first, later) = line_owners(map, board, step);
                touching |= first;
                movers |= later & !first;
            }
            let (moves, is_lone) = (spread(movers), movers & (movers - 1) == 0);
            mobility += moves;
            lone += if is_lone { moves } else { 0 };
            safe_moves += if terrain.protection[square as usize] == 4 { moves } else { 0 };
            bonus_moves += if board.cells().get(square as usize) == BONUS { moves } else { 0 };
            open += spread(touching);
        }
        for (seat, tally) in tallies.iter_mut().enumerate() {
            let of_seat = |counts: u64| i32::from(counts.to_le_bytes()[seat]);
            tally.mobility += of_seat(mobility);
            tally.lone += of_seat(lone);
            tally.safe_moves += of_seat(safe_moves);
            tally.bonus_moves += of_seat(bonus_moves);
            tally.open += of_seat(open);
        }
    }
}

/// A bit for each seat as a byte for each seat.
#[inline]
fn spread(seats: i32) -> u64 {
    const SPREAD: [u64; 256] = {
        let mut spread = [0; 256];
        let mut bits = 0;
        while bits < 8 * 256 {
            let (seats, seat) = (bits / 8, bits % 8);
            spread[seats] |= (seats as u64 >> seat & 1) << (8 * seat);
            bits += 1;
        }
        spread
    };
    SPREAD[seats as usize & 255]
}

/// The owners of the first stone of a line and of those behind it, a bit for each seat.
#[inline]
fn line_owners(map: &Map, board: &Large, start: usize) -> (i32, i32) {
    // Expansion stones have code 7 and so drop out on the right.
    let owner = |content: u8| (1 << content) >> STONE;
    let mut step = map.links[start] as usize;
    let content = board.cells().get(step / 8);
    if !is_occupied(content) {
        return (0, 0);
    }
    let first = owner(content);
    let mut later = 0;
    for _ in 1..LINE {
        step = map.links[step] as usize;
        let content = board.cells().get(step / 8);
        if !is_occupied(content) {
            break;
        }
        later |= owner(content);
    }
    (first, later)
}

/// Spreads from the stones on safe tiles to their neighbours of the same colour.
fn count_stable<const WORDS: usize>(
    map: &Map,
    terrain: &Terrain,
    board: &Large,
    tallies: &mut Tallies,
) {
    let mut found = Found { stable: [0; WORDS], waiting: [0; WORDS] };
    for (safe, _) in &terrain.safe {
        if board.cells().get(*safe as usize) >= STONE {
            found.add(*safe as usize);
        }
    }
    let mut left = true;
    while left {
        left = false;
        for word in 0..WORDS {
            while let Some(square) = found.next_of(word) {
                left = true;
                let content = board.cells().get(square);
                tallies[usize::from(content - STONE)].stable += 1;
                for link in &map.links[8 * square..8 * square + 8] {
                    let beside = *link as usize / 8;
                    let same = board.cells().get(beside) == content && !found.has(beside);
                    if same && (0..4).all(|axis| found.is_held(map, board, beside, axis)) {
                        found.add(beside);
                    }
                }
            }
        }
    }
}

/// Stable stones found so far, and those of them whose neighbours have not been looked at.
struct Found<const WORDS: usize> {
    stable: [u64; WORDS],
    waiting: [u64; WORDS],
}

impl<const WORDS: usize> Found<WORDS> {
    fn add(&mut self, square: usize) {
        self.stable[square / 64] |= 1 << (square % 64);
        self.waiting[square / 64] |= 1 << (square % 64);
    }

    /// One of those that wait among 64 squares.
    #[inline]
    fn next_of(&mut self, word: usize) -> Option<usize> {
        let waiting = &mut self.waiting[word];
        let square = (*waiting != 0).then(|| 64 * word + waiting.trailing_zeros() as usize);
        *waiting &= waiting.wrapping_sub(1);
        square
    }

    fn has(&self, square: usize) -> bool {
        self.stable[square / 64] >> (square % 64) & 1 != 0
    }

    fn is_held(&self, map: &Map, board: &Large, square: usize, axis: usize) -> bool {
        let content = board.cells().get(square);
        let held_from = |direction: usize| {
            let beside = map.links[8 * square + direction] as usize / 8;
            board.cells().get(beside) == content && self.has(beside)
        };
        is_protected(map, square, axis) || held_from(axis) || held_from(axis + 4)
    }
}
