//! How good a position is while stones are placed: by where the stones lie and what is in stock.

use plyglot_core::{Game, MAX_PLAYERS, Player};
use plyglot_reversixt::{ReversiXt, State, Tile};

use super::{
    ground::{ALL_AXES, AXES, Ground},
    weights::BuildingWeights,
};

/// The largest worth of a bomb: more would leave the range of values.
const MOST_BOMB: f64 = 1e12;

/// What a player has, by kind. The sum is the rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rating {
    /// Stones by how many axes they are fixed along.
    pub(super) stones: i64,
    /// Stones beside bonus tiles.
    pub(super) beside_bonus: i64,
    /// Stones beside tiles that are better than their own.
    pub(super) beside_better: i64,
    /// Stones beside free tiles.
    pub(super) frontier: i64,
    /// Override stones in stock.
    pub(super) overrides: i64,
    /// Bombs in stock.
    pub(super) bombs: i64,
}

impl Rating {
    pub(super) fn total(&self) -> i64 {
        self.stones
            + self.beside_bonus
            + self.beside_better
            + self.frontier
            + self.overrides
            + self.bombs
    }
}

/// Everybody's ratings, and whether a choice tile may still exchange them.
pub(super) struct Ratings {
    pub(super) of: [Rating; MAX_PLAYERS],
    pub(super) open_choice: bool,
}

/// Rates what everybody has.
pub(super) fn ratings(
    weights: &BuildingWeights,
    ground: &Ground,
    game: &ReversiXt,
    state: &State,
) -> Ratings {
    let view = View::new(ground, game, state);
    let players = usize::from(game.players());
    let override_worth = weights.override_worth(ground);
    let bomb_worth = weights.bomb_worth(ground, game.radius());
    let shift = view.left(Tile::Inversion);
    let mut of = [Rating::default(); MAX_PLAYERS];
    for (tile, content) in view.contents.iter().enumerate() {
        if let Tile::Stone(owner) = content {
            let heir = (owner.idx() + shift) % players;
            view.rate(weights, override_worth, tile, &mut of[heir]);
        }
    }
    for seat in 0..game.players() {
        let rating = &mut of[usize::from(seat)];
        rating.overrides = override_worth * i64::from(state.overrides(seat));
        rating.bombs = bomb_worth * i64::from(state.bombs(seat));
    }
    Ratings { of, open_choice: view.left(Tile::Choice) > 0 }
}

impl Ratings {
    /// How many players count as better than `pov`. While a choice tile is left, a lead may be taken
    /// away: it counts as a middle place.
    pub(super) fn better(&self, players: u8, pov: Player) -> usize {
        let own = self.of[pov.idx()].total();
        let all = &self.of[..usize::from(players)];
        match all.iter().filter(|rating| rating.total() > own).count() {
            0 if self.open_choice => usize::from(players / 2),
            better => better,
        }
    }

    /// The ratings of all others together.
    pub(super) fn others(&self, players: u8, pov: Player) -> i64 {
        let all = self.of[..usize::from(players)].iter().map(Rating::total).sum::<i64>();
        all - self.of[pov.idx()].total()
    }
}

impl BuildingWeights {
    fn override_worth(&self, ground: &Ground) -> i64 {
        self.override_stone * ground.mean_influence.floor() as i64
    }

    fn bomb_worth(&self, ground: &Ground, radius: u32) -> i64 {
        let struck = ground.mean_neighbours.powf(f64::from(radius));
        (self.bomb as f64 * struck).clamp(-MOST_BOMB, MOST_BOMB).floor() as i64
    }
}

/// A position as the evaluation sees it.
struct View<'a> {
    ground: &'a Ground,
    /// What each tile holds.
    contents: Vec<Tile>,
    /// The axes along which each stone is fixed, as bits.
    fixed: Vec<u8>,
}

impl<'a> View<'a> {
    fn new(ground: &'a Ground, game: &ReversiXt, state: &State) -> View<'a> {
        let contents: Vec<Tile> =
            ground.squares.iter().map(|square| game.tile(state, *square)).collect();
        let fixed = fixed(ground, &contents);
        View { ground, contents, fixed }
    }

    /// How many tiles of a kind can still be used.
    fn left(&self, kind: Tile) -> usize {
        let tiles = self.contents.iter().zip(&self.ground.reachable);
        tiles.filter(|(content, reachable)| **content == kind && **reachable).count()
    }

    /// Adds what a stone is worth to its owner's rating.
    fn rate(
        &self,
        weights: &BuildingWeights,
        override_worth: i64,
        tile: usize,
        rating: &mut Rating,
    ) {
        let influence = self.ground.influence[tile];
        let fixed = self.fixed[tile].count_ones() as usize;
        let (mut bonus, mut free, mut better) = (false, false, 0);
        for beside in self.ground.beside(tile) {
            let content = self.contents[beside];
            bonus |= content == Tile::Bonus;
            free |= content.is_free();
            if !matches!(content, Tile::Stone(_)) {
                better = better.max(self.ground.ends[beside].count_ones() as usize);
            }
        }
        if bonus {
            rating.beside_bonus -= weights.beside_bonus * override_worth;
        } else if better > fixed {
            rating.beside_better -= weights.beside_better(better) * influence;
        } else {
            rating.stones += weights.fixed(fixed) * influence;
        }
        if free {
            rating.frontier -= weights.frontier * influence;
        }
    }
}

/// The axes along which each player's stone is fixed: at the end of a line or on a full one, or next
/// to a stone of the same colour that is fixed along all.
fn fixed(ground: &Ground, contents: &[Tile]) -> Vec<u8> {
    let mut open_lines = vec![false; AXES * contents.len()];
    for (content, lines) in contents.iter().zip(&ground.lines) {
        if content.is_free() {
            lines.iter().for_each(|line| open_lines[*line] = true);
        }
    }
    let mut fixed = vec![0; contents.len()];
    let mut firm = Vec::new();
    for (tile, content) in contents.iter().enumerate() {
        if matches!(content, Tile::Stone(_)) {
            let full = |axis: &usize| !open_lines[ground.lines[tile][*axis]];
            let full = (0..AXES).filter(full).fold(0, |set, axis| set | 1 << axis);
            fixed[tile] = ground.ends[tile] | full;
            if fixed[tile] == ALL_AXES {
                firm.push(tile);
            }
        }
    }
    while let Some(tile) = firm.pop() {
        for &link in &ground.links[8 * tile..8 * tile + 8] {
            let beside = link / 8;
            let same = link != ground.nowhere() && contents[beside] == contents[tile];
            if same && fixed[beside] != ALL_AXES {
                fixed[beside] |= 1 << (link % AXES);
                if fixed[beside] == ALL_AXES {
                    firm.push(beside);
                }
            }
        }
    }
    fixed
}
