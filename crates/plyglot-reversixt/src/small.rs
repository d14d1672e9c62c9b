//! Boards of at most 64 squares as bit sets: all lines of a board are followed at once.

use crate::map::{BONUS, CHOICE, Content, EXPANSION, HOLE, INVERSION, Map, STONE};

/// A set of squares.
pub(crate) type Set = u64;

/// One set of squares per direction of travel. Lane `i` is direction `(i + 2) % 8`, so that lanes 0
/// to 3 go to higher squares and lanes 4 to 7 to lower ones.
type Fronts = [Set; 8];

/// How fronts move over a map.
#[derive(Debug)]
pub(crate) struct Lanes {
    /// How far apart squares are that are 1, 2, 4, 8, 16 and 32 steps apart, on lane `i` and in the
    /// opposite sense on lane `i + 4`.
    distances: [[u32; 4]; 6],
    /// The squares with a geometric neighbour behind them.
    behind: Fronts,
    /// Whether lines may cross more than seven squares.
    long: bool,
    /// The transitions, from each end.
    jumps: Vec<Jump>,
}

/// Transitions that lead from one lane to another over the same distance.
#[derive(Debug)]
struct Jump {
    from_lane: usize,
    to_lane: usize,
    distance: u32,
    from: Set,
}

impl Lanes {
    /// The lanes of a map whose links are complete.
    pub(crate) fn new(map: &Map) -> Lanes {
        // Distances beyond the board occur where there is no line of that length.
        let distance = |steps: u32, each: usize| (steps * each as u32).min(63);
        let each = [1, map.width + 1, map.width, map.width - 1];
        let distances = std::array::from_fn(|k| each.map(|each| distance(1 << k, each)));
        let long = map.width.max(map.height) > 9;
        let mut lanes = Lanes { distances, behind: [0; 8], long, jumps: Vec::new() };
        for (step, &next) in
            map.links.iter().enumerate().filter(|(_, next)| **next != map.nowhere())
        {
            let (square, direction) = (step / 8, step % 8);
            let (to, to_direction) = (next as usize / 8, next as usize % 8);
            let (from_lane, to_lane) = ((direction + 6) % 8, (to_direction + 6) % 8);
            if map.beside(square, direction) == Some(to) {
                lanes.behind[to_lane] |= 1 << to;
            } else {
                lanes.add_jump(from_lane, square, to_lane, to);
            }
        }
        lanes
    }

    fn add_jump(&mut self, from_lane: usize, from: usize, to_lane: usize, to: usize) {
        let distance = (64 + to - from) as u32 % 64;
        let same = |jump: &&mut Jump| {
            (jump.from_lane, jump.to_lane, jump.distance) == (from_lane, to_lane, distance)
        };
        match self.jumps.iter_mut().find(same) {
            Some(jump) => jump.from |= 1 << from,
            None => self.jumps.push(Jump { from_lane, to_lane, distance, from: 1 << from }),
        }
    }

    /// Moves every front by one square of the plain geometry.
    #[inline]
    fn straight_step(&self, fronts: &Fronts) -> Fronts {
        let mut next = [0; 8];
        for lane in 0..4 {
            let distance = self.distances[0][lane];
            next[lane] = fronts[lane].wrapping_shl(distance) & self.behind[lane];
            next[lane + 4] = fronts[lane + 4].wrapping_shr(distance) & self.behind[lane + 4];
        }
        next
    }

    /// Moves every front by one link. Squares without a neighbour drop out.
    fn step(&self, fronts: &Fronts) -> Fronts {
        let mut next = self.straight_step(fronts);
        for jump in &self.jumps {
            let leaving = fronts[jump.from_lane] & jump.from;
            next[jump.to_lane] |= leaving.rotate_left(jump.distance);
        }
        next
    }

    /// What straight lines from `start` cross of `foreign` before they leave it, found by doubling:
    /// after each round the lines are followed twice as far.
    #[inline(always)]
    fn crossed(&self, start: Set, foreign: Set) -> Fronts {
        let mut reached = [start; 8];
        let mut passable = within(&self.behind, foreign);
        for distances in &self.distances[..3] {
            double(&mut reached, &mut passable, distances);
        }
        if self.long {
            for distances in &self.distances[3..] {
                double(&mut reached, &mut passable, distances);
            }
        }
        within(&reached, foreign & !start)
    }

    /// The squares where lines that start on `own` and cross at least one of `foreign` come out.
    /// Read backwards these are the lines that capture, save for those that return to their start.
    #[inline]
    fn landings(&self, own: Set, foreign: Set) -> Set {
        if self.jumps.is_empty() {
            return union(&self.straight_step(&self.crossed(own, foreign)));
        }
        self.bent_landings(own, foreign)
    }

    /// The same on a map with transitions, step by step.
    #[inline(never)]
    fn bent_landings(&self, own: Set, foreign: Set) -> Set {
        let mut fronts = within(&self.step(&[own; 8]), foreign);
        let mut landings = 0;
        while union(&fronts) != 0 {
            let next = self.step(&fronts);
            landings |= union(&next);
            fronts = within(&next, foreign);
        }
        landings
    }

    /// What a stone on `square` captures, on a map without transitions.
    #[inline]
    fn straight_captures(&self, square: usize, own: Set, foreign: Set) -> Set {
        let crossed = self.crossed(1 << square, foreign);
        let closed = within(&self.straight_step(&crossed), own);
        let mut captured = [0; 8];
        for lane in 0..8 {
            captured[lane] = if closed[lane] != 0 { crossed[lane] } else { 0 };
        }
        union(&captured)
    }

    /// All squares within `radius` links.
    fn reach(&self, square: usize, radius: u32, tiles: Set) -> Set {
        let mut reached = 1 << square;
        for _ in 0..radius {
            let wider = reached | union(&self.step(&[reached; 8])) & tiles;
            if wider == reached {
                break;
            }
            reached = wider;
        }
        reached
    }
}

/// One round of following lines: what is reached goes on over what is passable for as many squares
/// as the lines have been followed already.
#[inline]
fn double(reached: &mut Fronts, passable: &mut Fronts, distances: &[u32; 4]) {
    for lane in 0..4 {
        let distance = distances[lane];
        reached[lane] |= passable[lane] & reached[lane].wrapping_shl(distance);
        passable[lane] &= passable[lane].wrapping_shl(distance);
    }
    for lane in 4..8 {
        let distance = distances[lane - 4];
        reached[lane] |= passable[lane] & reached[lane].wrapping_shr(distance);
        passable[lane] &= passable[lane].wrapping_shr(distance);
    }
}

#[inline]
fn within(fronts: &Fronts, set: Set) -> Fronts {
    fronts.map(|front| front & set)
}

#[inline]
fn union(fronts: &Fronts) -> Set {
    fronts.iter().fold(0, |all, front| all | front)
}

/// The squares of a set, in order.
pub(crate) fn squares(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The `n`-th square of a set that has more than `n`.
#[inline]
pub(crate) fn nth_square(mut set: Set, n: usize) -> usize {
    let (mut n, mut square) = (n as u32, 0);
    for width in [32, 16, 8, 4, 2, 1] {
        let low = (set & ((1 << width) - 1)).count_ones();
        if n >= low {
            n -= low;
            set >>= width;
            square += width;
        }
    }
    square
}

/// A board: plane `i` holds bit `i` of every square's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Small {
    planes: [Set; 4],
    /// Where the player to move can place a stone or throw a bomb; kept by the rules.
    pub(crate) targets: Set,
}

impl Small {
    pub(crate) fn new(cells: &[Content]) -> Small {
        let mut board = Small { planes: [0; 4], targets: 0 };
        for (square, content) in cells.iter().enumerate() {
            board.put(1 << square, *content);
        }
        board
    }

    pub(crate) fn planes(&self) -> [Set; 4] {
        self.planes
    }

    #[inline]
    pub(crate) fn content(&self, square: usize) -> Content {
        let bit = |plane: usize| (self.planes[plane] >> square & 1) as u8;
        bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3
    }

    /// The squares that hold `content`.
    #[inline]
    pub(crate) fn squares_of(&self, content: Content) -> Set {
        let mut set = !0;
        for (idx, plane) in self.planes.iter().enumerate() {
            set &= if content >> idx & 1 != 0 { *plane } else { !plane };
        }
        set
    }

    /// Every square that is no hole.
    #[inline]
    pub(crate) fn tiles(&self) -> Set {
        let [a, b, c, d] = self.planes;
        a | b | c | d
    }

    #[inline]
    fn occupied(&self) -> Set {
        let [a, b, c, d] = self.planes;
        d | a & b & c
    }

    #[inline]
    fn put(&mut self, set: Set, content: Content) {
        for (idx, plane) in self.planes.iter_mut().enumerate() {
            *plane = if content >> idx & 1 != 0 { *plane | set } else { *plane & !set };
        }
    }

    /// The tiles on which `seat` can place a stone.
    #[inline]
    pub(crate) fn placements(&self, map: &Map, seat: u8, overrides: bool) -> Set {
        let Some(lanes) = &map.lanes else { return 0 };
        let own = self.squares_of(STONE + seat);
        let occupied = self.occupied();
        let landings = lanes.landings(own, occupied & !own);
        let free = landings & self.tiles() & !occupied;
        if overrides { free | self.overridable(map, seat, landings & occupied) } else { free }
    }

    /// The occupied tiles among `landings` that really capture, and all expansion stones.
    fn overridable(&self, map: &Map, seat: u8, landings: Set) -> Set {
        let mut set = self.squares_of(EXPANSION);
        if map.transitions.is_empty() {
            return set | landings;
        }
        for square in squares(landings & !set) {
            if self.captures(map, seat, square) != 0 {
                set |= 1 << square;
            }
        }
        set
    }

    #[inline]
    fn captures(&self, map: &Map, seat: u8, square: usize) -> Set {
        let own = self.squares_of(STONE + seat);
        let foreign = self.occupied() & !own;
        match &map.lanes {
            Some(lanes) if lanes.jumps.is_empty() => lanes.straight_captures(square, own, foreign),
            _ => bent_captures(map, square, own, foreign),
        }
    }

    /// Places a stone; `choice` is the seat chosen on a choice tile.
    #[inline]
    pub(crate) fn place(&mut self, map: &Map, seat: u8, square: usize, choice: u8) {
        let content = self.content(square);
        let captured = self.captures(map, seat, square);
        self.put(captured | 1 << square, STONE + seat);
        match content {
            INVERSION => self.invert(map.players),
            CHOICE => self.swap(seat, choice),
            _ => {}
        }
    }

    fn invert(&mut self, players: u8) {
        let stones: [Set; 8] = std::array::from_fn(|seat| self.squares_of(STONE + seat as u8));
        for seat in 0..players {
            self.put(stones[usize::from(seat)], STONE + (seat + 1) % players);
        }
    }

    fn swap(&mut self, a: u8, b: u8) {
        let (of_a, of_b) = (self.squares_of(STONE + a), self.squares_of(STONE + b));
        self.put(of_a, STONE + b);
        self.put(of_b, STONE + a);
    }

    pub(crate) fn explode(&mut self, map: &Map, square: usize) {
        if let Some(lanes) = &map.lanes {
            let reached = lanes.reach(square, map.radius, self.tiles());
            self.put(reached, HOLE);
        }
    }

    /// The free targets where a second decision is due: bonus tiles and choice tiles.
    #[inline]
    pub(crate) fn special_targets(&self) -> (Set, Set) {
        let [a, b, c, d] = self.planes;
        let two_or_three = self.targets & b & !c & !d;
        debug_assert_eq!(two_or_three & !a, self.targets & self.squares_of(BONUS));
        (two_or_three & !a, two_or_three & a)
    }
}

/// What a stone on `square` captures when lines may turn and return.
fn bent_captures(map: &Map, square: usize, own: Set, foreign: Set) -> Set {
    let mut captured = 0;
    for direction in 0..8 {
        let mut crossed = 0;
        let mut step = map.links[8 * square + direction] as usize;
        while step / 8 != square && step / 8 < map.squares() {
            let bit = 1 << (step / 8);
            if foreign & bit == 0 {
                captured |= if own & bit != 0 { crossed } else { 0 };
                break;
            }
            crossed |= bit;
            step = map.links[step] as usize;
        }
    }
    captured
}
