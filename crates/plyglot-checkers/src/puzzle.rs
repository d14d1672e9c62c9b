//! The puzzles of CSC384: boards to be played to their end, the winner in a hurry and the loser in none.

use plyglot_core::{ForcedEnd, Game, Prover, PuzzleCheck, PuzzleError, PuzzleSolution};

use crate::{
    CrownRowMen, Side,
    csc384::{Csc384, Csc384Board, HalfMove},
};

/// The shortest win of either side from a board; red's move that was lost is no move.
fn forced_end(
    board: &Csc384Board,
    prover: &mut impl Prover,
) -> Result<ForcedEnd<HalfMove>, PuzzleError> {
    if Csc384.outcome(board).is_some() {
        return Ok(ForcedEnd { won: false, line: Vec::new(), nodes: 0 });
    }
    prover.forced_end(&Csc384, board).map_err(PuzzleError::Unsolved)
}

/// The puzzle played to its end.
pub(crate) fn solve(
    men: CrownRowMen,
    text: &str,
    prover: &mut impl Prover,
) -> Result<PuzzleSolution, PuzzleError> {
    let mut board = Csc384Board::read(text, men).map_err(PuzzleError::Puzzle)?;
    let end = forced_end(&board, prover)?;
    let mut boards = vec![board.write()];
    for mv in &end.line {
        Csc384.make(&mut board, *mv);
        boards.push(board.write());
    }
    let winner = if end.won { "red" } else { "black" };
    Ok(PuzzleSolution {
        text: boards.join("\n"),
        first: boards[1.min(boards.len() - 1)].clone(),
        plies: end.line.iter().map(write_move).collect(),
        summary: format!("{winner} wins in {}", plies(end.line.len())),
        nodes: end.nodes,
    })
}

/// Checks the boards of a game from the puzzle to its end.
pub(crate) fn check(
    men: CrownRowMen,
    text: &str,
    solution: &str,
    prover: &mut impl Prover,
) -> Result<PuzzleCheck, PuzzleError> {
    let puzzle = Csc384Board::read(text, men).map_err(PuzzleError::Puzzle)?;
    // Whoever stands on a crown row became a king there, unless it stood there from the beginning.
    let boards = Csc384Board::read_all(solution, CrownRowMen::Keep);
    let boards: Vec<String> =
        boards.map_err(PuzzleError::Solution)?.iter().map(Csc384Board::write).collect();
    let end = forced_end(&puzzle, prover)?;
    let best = end.line.len();
    let fault = fault_of(puzzle, &boards).or_else(|| length_fault(boards.len() - 1, &end));
    Ok(PuzzleCheck { plies: boards.len() - 1, best, fault, nodes: end.nodes })
}

/// What is wrong with the course of a game.
fn fault_of(mut board: Csc384Board, boards: &[String]) -> Option<String> {
    if boards[0] != board.write() {
        return Some("the first board is not that of the puzzle".to_owned());
    }
    for (number, next) in (2..).zip(&boards[1..]) {
        let mut moves = Vec::new();
        Csc384.moves(&board, &mut moves);
        let children = moves.into_iter().map(|mv| {
            let mut child = board;
            Csc384.make(&mut child, mv);
            child
        });
        let colour = colour(board.side());
        match children.into_iter().find(|child| child.write() == *next) {
            Some(child) => board = child,
            None if Csc384.outcome(&board).is_some() => {
                return Some(format!("board {number} comes after the end of the game"));
            }
            None => return Some(format!("no move of {colour} leads to board {number}")),
        }
    }
    let over = Csc384.outcome(&board).is_some();
    (!over).then(|| format!("the last board is not the end: {} can move", colour(board.side())))
}

/// What is wrong with the length of a game that ends as it should.
fn length_fault<M>(length: usize, end: &ForcedEnd<M>) -> Option<String> {
    let best = end.line.len();
    let (winner, loser) = if end.won { ("red", "black") } else { ("black", "red") };
    if length % 2 != best % 2 {
        return Some(format!("{loser} wins, though {winner} can win in {}", plies(best)));
    }
    if length > best {
        return Some(format!("{} instead of {best}: {winner} can win sooner", plies(length)));
    }
    (length < best)
        .then(|| format!("{} instead of {best}: {loser} can hold out longer", plies(length)))
}

/// A move by row and column: `(6,3)-(7,2)`, `(5,2)x(3,4)x(1,2)`.
fn write_move(mv: &HalfMove) -> String {
    let squares = mv.squares().into_iter().map(|(row, col)| format!("({row},{col})"));
    squares.collect::<Vec<_>>().join(if mv.is_capture() { "x" } else { "-" })
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::White => "red",
        Side::Black => "black",
    }
}

fn plies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}
