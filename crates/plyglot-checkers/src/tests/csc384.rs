//! The boards of CSC384 files, on one colour of squares or on both.

use std::collections::HashSet;

use plyglot_core::{ForcedEnd, Game, Notation, Prover, PuzzleError, Rng, TextError};
use serde_json::Value;

use super::{
    at,
    text::{rules, syntax},
    vectors::{rows, words},
};
use crate::{
    Checkers, CrownRowMen, Csc384Board, Side,
    csc384::{Csc384, HalfMove},
};

const BOARDS: &str = include_str!("../../../../testdata/checkers/csc384_boards.json");
const PUZZLES: &str = include_str!("../../../../testdata/checkers/puzzles.json");

fn read(text: &str) -> Csc384Board {
    Csc384Board::read(text, CrownRowMen::Refuse).unwrap()
}

#[test]
fn csc384_boards() {
    let lines = [
        "...b....", "....b...", ".....r..", "........", "........", "r.......", ".......B",
        "R.......",
    ];
    let text = lines.join("\n") + "\n";
    let wanted = "W:W11,21,K29:B2,7,K28";
    let game = Checkers::default();
    for spelling in [
        text.clone(),
        text.trim_end().to_owned(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "  \n") + "\n \r\n",
    ] {
        assert_eq!(game.write_state(&at(&spelling)), wanted, "{spelling:?}");
    }
    let board = Csc384Board::read(&text, CrownRowMen::Refuse).unwrap();
    assert_eq!(board.write(), text);
    let mirror = |line: &&str| line.chars().rev().collect::<String>();
    let mirrored = lines.iter().map(mirror).collect::<Vec<_>>().join("\n") + "\n";
    let board = Csc384Board::read(&mirrored, CrownRowMen::Refuse).unwrap();
    assert_eq!(board.write(), mirrored);
    assert_eq!(board.position(), Ok(at(&text)));
    assert!(rules(&text.replace("r.......", "rr......")).contains("both colours"));
    assert!(rules(&text.replace("...b....", ".r.b....")).contains("white man on 1"));
    assert_eq!(
        syntax(&text.replace(".....r..", ".....x..")),
        (3, 6, "one of . r R b B".to_owned())
    );
    assert_eq!(syntax(&text.replace(".....r..", ".....r.")), (3, 8, "one of . r R b B".to_owned()));
    assert_eq!(
        syntax(&text.replace(".....r..", ".....r...")),
        (3, 9, "the end of the line".to_owned())
    );
    assert_eq!(syntax(&(text.clone() + "........")).0, 9);
    assert_eq!(syntax(&text[..27]).0, 4);
    assert_eq!(syntax(&format!("\n{text}")), (1, 1, "one of . r R b B".to_owned()));
}

fn material(board: &Csc384Board) -> i64 {
    let worth = |side| {
        let (men, kings) = board.count(side);
        i64::from(men + 2 * kings)
    };
    worth(Side::White) - worth(Side::Black)
}

fn moves(board: &Csc384Board) -> Vec<HalfMove> {
    let mut moves = Vec::new();
    Csc384.moves(board, &mut moves);
    assert_eq!(moves.is_empty(), Csc384.outcome(board).is_some());
    moves
}

fn after(board: &Csc384Board, mv: HalfMove) -> Csc384Board {
    let mut child = *board;
    let undo = Csc384.make(&mut child, mv);
    let mut back = child;
    Csc384.unmake(&mut back, mv, undo);
    assert_eq!(back, *board);
    child
}

/// The value for red by plain search, the best moves of the side to move with it.
fn minimax(board: &Csc384Board, depth: u32) -> (i64, Vec<HalfMove>) {
    let moves = moves(board);
    if depth == 0 || moves.is_empty() {
        return (material(board), Vec::new());
    }
    let sign = if board.side() == Side::White { 1 } else { -1 };
    let value = |mv: &HalfMove| minimax(&after(board, *mv), depth - 1).0 * sign;
    let values: Vec<i64> = moves.iter().map(value).collect();
    let best = *values.iter().max().unwrap();
    let best_moves = moves.iter().zip(values).filter(|(_, value)| *value == best);
    (best * sign, best_moves.map(|(mv, _)| *mv).collect())
}

#[test]
fn check_boards() {
    let mut mixed = 0;
    for row in rows(BOARDS) {
        let text = words(&row["board"]).join("\n") + "\n";
        let board = read(&text);
        mixed += u32::from(board.position().is_err());
        assert_eq!(board.write(), text);
        assert_eq!(material(&board), row["utility_red"].as_i64().unwrap());
        for (side, word) in [(Side::White, "red"), (Side::Black, "black")] {
            for depth in 1..=4 {
                let wanted = &row[format!("{word}_to_move_depth_{depth}")];
                let (value, best) = minimax(&board.with_side(side), depth);
                assert_eq!(value, wanted["value"].as_i64().unwrap(), "{wanted}");
                let ends = |mv: &HalfMove| {
                    let squares = mv.squares();
                    [squares[0], squares[squares.len() - 1]]
                };
                let square = |place: &Value| {
                    let part = |idx: usize| place[idx].as_u64().unwrap() as u8;
                    (part(0), part(1))
                };
                let found: HashSet<_> = best.iter().map(ends).collect();
                let moves = wanted["best"].as_array().unwrap().iter();
                let wanted: HashSet<_> =
                    moves.map(|mv| [square(&mv["from"]), square(&mv["to"])]).collect();
                assert_eq!(found, wanted);
            }
        }
    }
    assert_eq!(mixed, 2);
}

#[test]
fn recorded_solutions_are_legal() {
    let game = Checkers::default();
    for row in rows(PUZZLES) {
        let mut board = read(&words(&row["board"]).join("\r\n"));
        let position = board.position().unwrap();
        assert_eq!(game.write_state(&position), row["fen"].as_str().unwrap());
        let line = row["one_optimal_line"].as_array().unwrap();
        assert_eq!(line.len() as u64, row["plies"].as_u64().unwrap() + 1);
        for next in &line[1..] {
            let text = words(next).join("\n") + "\n";
            let mut children = moves(&board).into_iter().map(|mv| after(&board, mv));
            let child = children.find(|child| child.write() == text);
            board = child.unwrap_or_else(|| panic!("no move leads to\n{text}"));
        }
        assert!(moves(&board).is_empty());
    }
}

/// A board of one colour has the same moves as ours, whichever colour it is.
#[test]
fn one_half_is_the_whole_game() {
    let game = Checkers::default();
    for text in super::POSITIONS {
        let state = at(text);
        let lines = crate::write_openspiel(&state);
        let lines = lines.lines().take(8).map(|line| {
            let pieces = [('o', 'r'), ('8', 'R'), ('+', 'b'), ('*', 'B'), ('.', '.')];
            let letter = |sign| pieces.iter().find(|(own, _)| *own == sign).unwrap().1;
            line[1..].chars().map(letter).collect::<String>()
        });
        let lines: Vec<String> = lines.collect();
        let mirrored: Vec<String> = lines.iter().map(|line| line.chars().rev().collect()).collect();
        for (lines, mirrored) in [(lines, false), (mirrored, true)] {
            let board = Csc384Board::read(&lines.join("\n"), CrownRowMen::Keep).unwrap();
            let board = board.with_side(state.side());
            let column = |col| if mirrored { 7 - col } else { col };
            let number = |(row, col): (u8, u8)| crate::board::number_at(row, column(col));
            let path = |mv: HalfMove| mv.squares().into_iter().map(number).collect::<Vec<u8>>();
            let found: HashSet<_> = moves(&board).into_iter().map(path).collect();
            let mut wanted = Vec::new();
            game.moves(&state, &mut wanted);
            assert_eq!(found, wanted.iter().map(|mv| mv.squares()).collect(), "{text}");
        }
    }
}

#[test]
fn boards_in_a_row() {
    let board = "........\n".repeat(7) + "..r.....\n";
    let read = |text: &str| Csc384Board::read_all(text, CrownRowMen::Keep);
    for text in [
        board.clone(),
        format!("{board}\n{board}"),
        format!("{board}\n\n{board}\n\n"),
        format!("{board}  \n{board} ").replace('\n', "\r\n"),
    ] {
        let boards = read(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert!(boards.iter().all(|own| own.write() == board));
        assert_eq!(boards.len(), text.matches("..r").count());
    }
    let refused = |text: String| read(&text).unwrap_err().to_string();
    let tight = refused(format!("{board}{board}"));
    assert!(
        tight.starts_with("line 9, column 1: expected an empty line between boards"),
        "{tight}"
    );
    let short = refused(format!("{board}\n......"));
    assert!(short.starts_with("line 10, column 7: expected one of . r R b B"), "{short}");
    assert!(refused(String::new()).starts_with("line 1, column 1"));
}

/// Claims that the side to move wins or loses in so many plies, or knows nothing.
struct Claim(Option<(bool, usize)>);

impl Prover for Claim {
    fn forced_end<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
    ) -> Result<ForcedEnd<G::Move>, String> {
        let (won, plies) = self.0.ok_or("nothing is known")?;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        Ok(ForcedEnd { won, line: vec![moves[0]; plies], nodes: 1 })
    }
}

#[test]
fn solutions_of_another_length_are_faulty() {
    let row = &rows(PUZZLES)[1];
    let puzzle = words(&row["board"]).join("\n");
    let boards = row["one_optimal_line"].as_array().unwrap().iter();
    let boards: Vec<_> = boards.map(|own| words(own).join("\n") + "\n").collect();
    let fault = |claim| {
        let claim = &mut Claim(Some(claim));
        let check = crate::puzzle::check(CrownRowMen::Keep, &puzzle, &boards.join("\n"), claim);
        check.unwrap().fault
    };
    assert_eq!(fault((true, 3)), None);
    assert_eq!(fault((true, 1)).unwrap(), "3 plies instead of 1: red can win sooner");
    assert_eq!(fault((true, 5)).unwrap(), "3 plies instead of 5: black can hold out longer");
    assert_eq!(fault((false, 2)).unwrap(), "red wins, though black can win in 2 plies");
}

#[test]
fn odd_puzzles_are_answered() {
    let solve = |text: &str| crate::puzzle::solve(CrownRowMen::Keep, text, &mut Claim(None));
    let lost = "........\n".repeat(8);
    let solution = solve(&lost).unwrap();
    assert_eq!((&solution.text, &solution.first), (&lost, &lost));
    assert_eq!((solution.plies.len(), &*solution.summary), (0, "black wins in 0 plies"));
    let board = words(&rows(PUZZLES)[0]["board"]).join("\n");
    assert_eq!(solve(&board), Err(PuzzleError::Unsolved("nothing is known".to_owned())));
    let mut rng = Rng::new(31);
    let mut unreadable = 0;
    for _ in 0..20_000 {
        let mut bytes = board.as_bytes().to_vec();
        let at = rng.below(bytes.len());
        let letters = b".rRbB\n x\xff";
        bytes[at] = letters[rng.below(letters.len())];
        let text = String::from_utf8_lossy(&bytes);
        let answer = solve(&text);
        unreadable +=
            u32::from(matches!(answer, Err(PuzzleError::Puzzle(TextError::Syntax { .. }))));
        let _ = crate::puzzle::check(CrownRowMen::Keep, &lost, &text, &mut Claim(None));
    }
    assert!(unreadable > 1000, "{unreadable}");
}
