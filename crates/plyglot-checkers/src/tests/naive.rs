//! The rules once more, square by square, to compare the masks with.

use plyglot_core::{Game, Notation, Rng};

use crate::{
    Checkers, Position, Side,
    board::{bit, crown_row, number_at, place},
};

type Board = [[Option<(Side, bool)>; 8]; 8];

fn board(state: &Position) -> Board {
    let mut board = Board::default();
    for number in 1..=32 {
        let (row, col) = place(number);
        board[usize::from(row)][usize::from(col)] = state.piece(number);
    }
    board
}

fn get(board: &Board, row: i8, col: i8) -> Option<Option<(Side, bool)>> {
    let inside = (0..8).contains(&row) && (0..8).contains(&col);
    inside.then(|| board[row as usize][col as usize])
}

fn directions(side: Side, king: bool) -> Vec<(i8, i8)> {
    let ahead = if side == Side::White { -1 } else { 1 };
    let rows = if king { vec![ahead, -ahead] } else { vec![ahead] };
    rows.into_iter().flat_map(|row| [(row, -1), (row, 1)]).collect()
}

/// Every finished chain from a square, as its text.
fn chains(board: &Board, at: (i8, i8), text: &str, found: &mut Vec<String>) -> bool {
    let (side, king) = board[at.0 as usize][at.1 as usize].unwrap();
    let mut jumped = false;
    for (down, right) in directions(side, king) {
        let (over, to) = ((at.0 + down, at.1 + right), (at.0 + 2 * down, at.1 + 2 * right));
        let enemy = get(board, over.0, over.1).flatten().is_some_and(|(owner, _)| owner != side);
        if !enemy || get(board, to.0, to.1) != Some(None) {
            continue;
        }
        jumped = true;
        let mut next = *board;
        next[over.0 as usize][over.1 as usize] = None;
        next[at.0 as usize][at.1 as usize] = None;
        next[to.0 as usize][to.1 as usize] = Some((side, king));
        let text = format!("{text}x{}", number_at(to.0 as u8, to.1 as u8));
        if !chains(&next, to, &text, found) {
            found.push(text);
        }
    }
    jumped
}

fn legal(state: &Position) -> Vec<String> {
    let board = board(state);
    let (mut jumps, mut steps) = (Vec::new(), Vec::new());
    for number in 1..=32 {
        let Some((side, king)) = state.piece(number).filter(|(side, _)| *side == state.side())
        else {
            continue;
        };
        let (row, col) = place(number);
        let (row, col) = (row as i8, col as i8);
        chains(&board, (row, col), &number.to_string(), &mut jumps);
        for (down, right) in directions(side, king) {
            if get(&board, row + down, col + right) == Some(None) {
                let to = number_at((row + down) as u8, (col + right) as u8);
                steps.push(format!("{number}-{to}"));
            }
        }
    }
    if jumps.is_empty() { steps } else { jumps }
}

/// A board filled at random, from nearly empty to nearly full, with few or many kings, and one side
/// often much the stronger.
fn random_position(rng: &mut Rng) -> Position {
    let (fill, crowned, share) = (1 + rng.below(90), rng.below(101), rng.below(101));
    let (mut black, mut white, mut kings) = (0, 0, 0);
    for number in 1..=32 {
        if rng.below(100) >= fill {
            continue;
        }
        let side = if rng.below(100) < share { Side::Black } else { Side::White };
        match side {
            Side::Black => black |= bit(number),
            Side::White => white |= bit(number),
        }
        if rng.below(100) < crowned || crown_row(side) & bit(number) != 0 {
            kings |= bit(number);
        }
    }
    let side = if rng.below(2) == 0 { Side::Black } else { Side::White };
    Position { black, white, kings, quiet: 0, side, must_pass: false }
}

#[test]
fn random_boards_have_the_moves_found_square_by_square() {
    let game = Checkers::default();
    let mut rng = Rng::new(5);
    let mut longest = 0;
    for _ in 0..30_000 {
        let state = random_position(&mut rng);
        let text = game.write_state(&state);
        assert_eq!(game.parse_state(&text).unwrap().1, state);
        let mut wanted = legal(&state);
        wanted.sort_by(|a, b| game.compare_plies(a, b));
        assert_eq!(super::legal(&game, &state), wanted, "{text}");
        assert_eq!(game.count_plies(&state, &mut Vec::new()), wanted.len() as u64, "{text}");
        assert_eq!(game.outcome(&state).is_some(), wanted.is_empty(), "{text}");
        longest = longest.max(wanted.iter().map(|mv| mv.matches('x').count()).max().unwrap_or(0));
    }
    assert!(longest >= 6, "{longest}");
}
