//! Maps made up by a seed: for learning, tuning and tests that must not know the named ones.

use plyglot_core::{MAX_PLAYERS, Rng};

use crate::{
    ReversiXt, Settings,
    board::Phase,
    map::{BONUS, CHOICE, Content, EMPTY, EXPANSION, HOLE, INVERSION, Map, STONE},
    plan::Plan,
};

/// The smallest side of a map that is made up.
pub(crate) const LEAST_SIDE: usize = 6;
/// The largest one.
pub(crate) const MOST_SIDE: usize = 30;
/// The largest one that a seed chooses by itself.
const USUAL_SIDE: usize = 15;
/// How many maps of a seed are thrown away because nobody can move before none is found.
const TRIES: u64 = 100;

/// What is asked of a map; the seed decides the rest: holes, links, special tiles, stocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Which of the maps.
    pub seed: u64,
    /// How many players, 2 to 8.
    pub players: u8,
    /// How long its sides are at most, 6 to 30; 0 leaves that to the seed.
    pub side: usize,
}

/// The text of the map that a recipe stands for: the same on every machine. Nothing if the numbers are
/// out of their ranges.
pub fn generated_map(recipe: Recipe) -> Option<String> {
    let sides = recipe.side == 0 || (LEAST_SIDE..=MOST_SIDE).contains(&recipe.side);
    if !sides || !(2..=MAX_PLAYERS as u8).contains(&recipe.players) {
        return None;
    }
    let seed = recipe.seed * MAX_PLAYERS as u64 + u64::from(recipe.players);
    let text = |attempt| drawn(recipe, &mut Rng::stream(seed, attempt)).text();
    (0..TRIES).map(text).find(|text| is_playable(text))
}

fn is_playable(text: &str) -> bool {
    let game = ReversiXt::new(text, Settings::default());
    game.is_ok_and(|game| game.start.phase == Phase::Building)
}

fn drawn(recipe: Recipe, rng: &mut Rng) -> Plan {
    let (width, height) = (side(recipe, rng), side(recipe, rng));
    let mut plan = Plan::empty(width, height);
    let overrides = [0, 1, 2, 3, 5][rng.below(5)];
    let (bombs, radius) = ([0, 0, 1, 2, 3][rng.below(5)], 1 + rng.below(2) as u32);
    let bombs = bombs.min(harmless_bombs(width * height, recipe.players, radius));
    plan.numbers = [recipe.players.into(), overrides, bombs, radius];
    let turned = rng.below(2) == 0;
    let mut painter = Painter { plan, rng, turned };
    let holes = painter.share(&[0, 5, 10, 20, 30]);
    painter.scatter(HOLE, holes);
    painter.start_stones(recipe.players);
    for (tile, most) in [(BONUS, 5), (CHOICE, 4), (INVERSION, 5), (EXPANSION, 8)] {
        if painter.rng.below(2) == 0 {
            let count = 1 + painter.rng.below(most);
            painter.scatter(tile, count);
        }
    }
    let linked = [0, 0, 10, 30][painter.rng.below(4)];
    painter.link(linked);
    painter.plan
}

/// How many bombs everybody can have without blowing up more than half of the map together: where
/// nothing is left, nobody has won.
fn harmless_bombs(squares: usize, players: u8, radius: u32) -> u32 {
    let hit = (2 * radius + 1).pow(2) * u32::from(players);
    squares as u32 / 2 / hit
}

/// A side with room for everybody's first stones.
fn side(recipe: Recipe, rng: &mut Rng) -> usize {
    if recipe.side > 0 {
        let shorter = recipe.side.saturating_sub(2).max(LEAST_SIDE);
        return shorter + rng.below(recipe.side - shorter + 1);
    }
    let least = LEAST_SIDE + usize::from(recipe.players) / 2;
    least + rng.below(USUAL_SIDE - least + 1)
}

struct Painter<'a> {
    plan: Plan,
    rng: &'a mut Rng,
    /// Whether every special tile has its image under a half turn.
    turned: bool,
}

impl Painter<'_> {
    /// One of some shares of all squares, in percent, as a count.
    fn share(&mut self, shares: &[usize]) -> usize {
        shares[self.rng.below(shares.len())] * self.plan.cells.len() / 100
    }

    /// Puts so many tiles of a kind, or some fewer, where nothing is yet.
    fn scatter(&mut self, tile: Content, count: usize) {
        let squares = self.plan.cells.len();
        let each = if self.turned { 2 } else { 1 };
        for _ in 0..count.div_ceil(each) {
            let square = self.rng.below(squares);
            let image = if self.turned { squares - 1 - square } else { square };
            if [square, image].iter().all(|square| self.plan.cells[*square] == EMPTY) {
                (self.plan.cells[square], self.plan.cells[image]) = (tile, tile);
            }
        }
    }

    /// Two by two stones of every player and the next, around the middle. Where blocks touch, later ones
    /// cover earlier ones.
    fn start_stones(&mut self, players: u8) {
        let (width, height) = (self.plan.width, self.plan.height);
        let (mut x, mut y) = (width / 2 - 1, height / 2 - 1);
        // Blocks lie on a spiral of right angles, as far apart as there is room.
        let gap = if players > 2 && self.rng.below(2) == 0 { 3 } else { 2 };
        let blocks = if players == 2 { 1 } else { players };
        let (mut leg, mut left, mut heading) = (1, 1, 0);
        for seat in 0..blocks {
            self.block((x, y), STONE + seat, STONE + (seat + 1) % players);
            (x, y) = match heading % 4 {
                0 => ((x + gap).min(width - 2), y),
                1 => (x, (y + gap).min(height - 2)),
                2 => (x.saturating_sub(gap), y),
                _ => (x, y.saturating_sub(gap)),
            };
            left -= 1;
            if left == 0 {
                heading += 1;
                leg += heading % 2;
                left = leg;
            }
        }
    }

    fn block(&mut self, (x, y): (usize, usize), first: Content, second: Content) {
        let at = y * self.plan.width + x;
        let below = at + self.plan.width;
        for (square, content) in
            [(at, second), (at + 1, first), (below, first), (below + 1, second)]
        {
            self.plan.cells[square] = content;
        }
    }

    /// Joins that share of the free sides, in percent, in pairs.
    fn link(&mut self, percent: usize) {
        let mut map = Map::new(self.plan.width, 2, 0, &self.plan.cells);
        let mut free = self.plan.free(&map);
        for idx in (1..free.len()).rev() {
            free.swap(idx, self.rng.below(idx + 1));
        }
        for pair in free.chunks_exact(2) {
            if self.rng.below(100) < percent {
                let [from, to] = [pair[0], pair[1]]
                    .map(|(square, degrees)| self.plan.end(square, u32::from(degrees / 45)));
                map.join(from, to);
                self.plan.transitions.push((from, to));
            }
        }
    }
}
