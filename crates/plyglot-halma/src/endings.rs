//! Endings by number, for tables of them: whole games on the smallest boards, where two players have three
//! pieces each and nothing but the position counts.
//!
//! All positions are in one slice. Their numbers come from the cells of the side to move, who is turned to play
//! from the first corner, and from those of the other side. A position and the one that is mirrored along the
//! diagonal between the corners have one number, the smaller of the two; the other is a hole, and so are
//! positions in which who has just moved has won.

use plyglot_core::{
    Tabled,
    sets::{choose, rank, unrank},
};

use crate::{
    Ending, Halma, Rules, State, Win,
    board::{Board, Square},
    options::GoalLock,
};

/// The numbering of Halma.
pub(crate) struct Endings;

/// Pieces of each player.
const EACH: u32 = 3;
/// The number of the one slice.
const ALL: u32 = 0;

impl Tabled<Halma> for Endings {
    fn layout(&self, game: &Halma) -> Option<String> {
        let Rules { variant, win, goal_lock, .. } = game.rules;
        let win = if win == Win::Strict { "strict" } else { "filled" };
        let lock = if goal_lock == GoalLock::Hop { "hop" } else { "turn" };
        is_numbered(game).then(|| format!("{}-1-{win}-{lock}", variant.name))
    }

    fn fewest(&self) -> u32 {
        2 * EACH
    }

    fn most(&self) -> u32 {
        2 * EACH
    }

    fn undrawn(&self, game: &Halma) -> Halma {
        Halma { rules: Rules { draw_after: 0, ..game.rules }, ..game.clone() }
    }

    /// Nothing is ever taken.
    fn groups(&self, _game: &Halma, pieces: u32) -> Vec<Vec<u32>> {
        if pieces == 2 * EACH { vec![vec![ALL]] } else { Vec::new() }
    }

    fn size(&self, game: &Halma, _slice: u32) -> u64 {
        choose(cells(game), EACH) * choose(cells(game) - EACH, EACH)
    }

    fn about(&self, _slice: u32) -> String {
        format!("{EACH} against {EACH}")
    }

    fn slice(&self, game: &Halma, state: &State) -> Option<u32> {
        let between_turns = state.status.chain_len == 0 && !state.handed();
        let open = state.status.ending == Ending::Open;
        (is_numbered(game) && between_turns && open).then_some(ALL)
    }

    fn index(&self, game: &Halma, state: &State) -> u64 {
        let (number, mirrored) = numbers(game, state);
        number.min(mirrored)
    }

    fn state(&self, game: &Halma, _slice: u32, index: u64) -> Option<State> {
        let sets = choose(cells(game) - EACH, EACH);
        let own = unrank(index / sets, EACH, 0, cells(game));
        let other = unrank(index % sets, EACH, own, cells(game));
        let size = game.rules.variant.size;
        let pieces = [board(own, size), board(other, size), Board::EMPTY, Board::EMPTY];
        let state = game.assemble(pieces, 0, 0, Ending::Open);
        let (_, mirrored) = numbers(game, &state);
        (index <= mirrored && !game.has_arrived(&state, 1)).then_some(state)
    }

    /// Turns taken back, and the pass of who could not move.
    ///
    /// A position that is its own mirror image has one image where others have two. So one that leads to a
    /// position with two images leads to both of them, and counts twice; and of two images that lead to a
    /// position with one, one counts.
    fn predecessors(&self, game: &Halma, state: &State, out: &mut Vec<State>) {
        let (number, mirrored) = numbers(game, state);
        let has_one = number == mirrored;
        for_each_before(game, state, |before| {
            let (number, mirrored) = numbers(game, &before);
            if has_one && number > mirrored {
                return;
            }
            if !has_one && number == mirrored {
                out.push(before.clone());
            }
            out.push(before);
        });
    }
}

/// Whether a whole game is small enough, and no round or camp makes a difference.
fn is_numbered(game: &Halma) -> bool {
    let Rules { variant, eviction, camp, .. } = game.rules;
    let small = variant.players == 2 && variant.whole_turns && variant.pieces() == EACH;
    small && eviction.is_none() && camp.is_none()
}

fn cells(game: &Halma) -> u32 {
    let size = u32::from(game.rules.variant.size);
    size * size
}

/// The number that a position has, and the one of its mirror image.
fn numbers(game: &Halma, state: &State) -> (u64, u64) {
    let (cells, turn) = (cells(game), usize::from(state.status.turn & 1));
    let size = game.rules.variant.size;
    let number = |mirror: bool| {
        let set = |player: usize| {
            let cells = state.pieces[player].squares().map(|square| {
                let (x, y) = (u32::from(square.x()), u32::from(square.y()));
                let (x, y) = if mirror { (y, x) } else { (x, y) };
                let cell = y * u32::from(size) + x;
                if turn == 0 { cell } else { cells - 1 - cell }
            });
            cells.fold(0, |set, cell| set | 1 << cell)
        };
        let (own, other) = (set(turn), set(1 - turn));
        rank(own, 0) * choose(cells - EACH, EACH) + rank(other, own)
    };
    (number(false), number(true))
}

/// The squares of a set of cells.
fn board(mut set: u64, size: u8) -> Board {
    let mut board = Board::EMPTY;
    while set != 0 {
        let cell = set.trailing_zeros() as u8;
        board.toggle(Square::new(cell % size, cell / size));
        set &= set - 1;
    }
    board
}

/// Visits the positions of unfinished games from which one turn leads to this one.
fn for_each_before(game: &Halma, state: &State, mut visit: impl FnMut(State)) {
    let (next, mover) = (state.status.turn & 1, 1 - (state.status.turn & 1));
    let mut consider = |pieces: [Board; 4], leads: &dyn Fn(&State) -> bool| {
        let before = game.assemble(pieces, mover, 0, Ending::Open);
        if !game.has_arrived(&before, next) && leads(&before) {
            visit(before);
        }
    };
    let own = usize::from(mover);
    for to in state.pieces[own].squares() {
        for from in crate::tables::all_squares(game.rules.variant) {
            let in_reach = from.class() == to.class() || game.tables.near[to.idx()].has(from);
            if state.occupied.has(from) || !in_reach {
                continue;
            }
            let mut pieces = state.pieces;
            pieces[own].toggle(to);
            pieces[own].toggle(from);
            consider(pieces, &|before| {
                let mut leads = false;
                game.each_turn(before, &mut |piece, ends| leads |= piece == from && ends.has(to));
                leads
            });
        }
    }
    consider(state.pieces, &|before| !game.each_turn(before, &mut |_, _| {}));
}
