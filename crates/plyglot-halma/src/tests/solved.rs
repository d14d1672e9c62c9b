//! The smallest board solved from the end: its known counts test every rule it has.

use std::collections::HashMap;

use plyglot_core::{Game, Notation};

use super::rules;
use crate::{Board, Ending, Halma, Square, State, variants::Variant};

/// How many turns a position lasts; the side to move wins when the number is odd.
type Ends = HashMap<u64, u32>;

fn subsets(of: &[Square], size: usize) -> Vec<Board> {
    match (of.split_first(), size) {
        (_, 0) => vec![Board::EMPTY],
        (None, _) => Vec::new(),
        (Some((first, rest)), _) => {
            let with = subsets(rest, size - 1).into_iter().map(|set| set | Board::of(*first));
            with.chain(subsets(rest, size)).collect()
        }
    }
}

/// Every position of the game, those included in which the last mover has already won.
fn positions(game: &Halma, variant: &Variant) -> Vec<State> {
    let squares: Vec<Square> = crate::tables::all_squares(variant).collect();
    let mut states = Vec::new();
    for first in subsets(&squares, variant.pieces() as usize) {
        let free: Vec<Square> = squares.iter().copied().filter(|at| !first.has(*at)).collect();
        for second in subsets(&free, variant.pieces() as usize) {
            for turn in 0..2 {
                let pieces = [first, second, Board::EMPTY, Board::EMPTY];
                let mut state = game.assemble(pieces, turn, 0, Ending::Open);
                if game.has_arrived(&state, 1 - turn) {
                    state = game.assemble(pieces, turn, 0, Ending::Won(1 - turn));
                }
                states.push(state);
            }
        }
    }
    states
}

/// Who wins, counted by the greatest number of turns a loser can hold out.
fn solve(game: &Halma, states: &[State]) -> Ends {
    let over = |state: &&State| state.status.ending != Ending::Open;
    let mut ends: Ends = states.iter().filter(over).map(|state| (state.status.hash, 0)).collect();
    let mut open: Vec<&State> = states.iter().filter(|state| !over(state)).collect();
    for turns in 1.. {
        let before = ends.len();
        let mut found = Vec::new();
        open.retain(|state| {
            let known = value(game, state, &ends, turns);
            if known {
                found.push(state.status.hash);
            }
            !known
        });
        ends.extend(found.into_iter().map(|hash| (hash, turns)));
        if ends.len() == before {
            break;
        }
    }
    ends
}

/// Whether a position is won in an odd or lost in an even number of turns.
fn value(game: &Halma, state: &State, ends: &Ends, turns: u32) -> bool {
    let (mut moves, mut child) = (Vec::new(), state.clone());
    game.moves(state, &mut moves);
    let mut after = moves.into_iter().map(|mv| {
        let undo = game.make(&mut child, mv);
        let end = ends.get(&child.status.hash).copied();
        game.unmake(&mut child, mv, undo);
        end
    });
    if turns % 2 == 1 {
        after.any(|end| end == Some(turns - 1))
    } else {
        after.all(|end| end.is_some_and(|end| end % 2 == 1))
    }
}

#[test]
fn the_smallest_board_is_won_in_thirteen() {
    let game = rules("(variant=duel4)");
    let states = positions(&game, game.rules().variant);
    assert_eq!(states.len(), 320_320);
    let ends = solve(&game, &states);
    let count = |pleases: fn(u32) -> bool| ends.values().filter(|end| pleases(**end)).count();
    assert_eq!(count(|end| end == 0), 10_868);
    assert_eq!(count(|end| end % 2 == 1), 216_724);
    assert_eq!(count(|end| end % 2 == 0), 103_444);
    assert_eq!(ends[&game.start().status.hash], 13, "{}", game.write_state(&game.start()));
}
