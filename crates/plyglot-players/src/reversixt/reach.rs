//! Who can be reached from whom, and what a bomb reaches.

use plyglot_core::Player;
use plyglot_reversixt::{ReversiXt, State, Tile};

/// The players who have a stone that chains of occupied tiles lead to from a player's own stones, that
/// player included: a bit for each seat. Free tiles may be stepped onto but are only left towards
/// occupied ones.
pub fn within_reach(game: &ReversiXt, state: &State, from: Player) -> u8 {
    let own = |square: &usize| game.tile(state, *square) == Tile::Stone(from);
    let mut queue: Vec<usize> = (0..game.squares()).filter(own).collect();
    let mut reached = vec![false; game.squares()];
    queue.iter().for_each(|square| reached[*square] = true);
    let mut players = 1 << from.0;
    while let Some(square) = queue.pop() {
        let here = game.tile(state, square);
        if let Tile::Stone(owner) = here {
            players |= 1 << owner.0;
        }
        for (next, _) in (0..8).filter_map(|direction| game.neighbour(square, direction)) {
            let there = game.tile(state, next);
            let open = there.is_occupied() || (there.is_free() && here.is_occupied());
            if open && !reached[next] {
                reached[next] = true;
                queue.push(next);
            }
        }
    }
    players
}

/// In how many steps an explosion gets to each square, if it does: a depth-first search that enters
/// a marked tile again only in fewer steps.
pub fn explosion(game: &ReversiXt, state: &State, target: usize) -> Vec<Option<u32>> {
    let mut marks = vec![None; game.squares()];
    mark(game, state, target, 0, &mut marks);
    marks
}

fn mark(game: &ReversiXt, state: &State, square: usize, steps: u32, marks: &mut [Option<u32>]) {
    let known = marks[square].is_some_and(|mark| mark <= steps);
    if known || game.tile(state, square) == Tile::Hole {
        return;
    }
    marks[square] = Some(steps);
    if steps < game.radius() {
        for (next, _) in (0..8).filter_map(|direction| game.neighbour(square, direction)) {
            mark(game, state, next, steps + 1, marks);
        }
    }
}
