//! Files of counts, games and endgame problems.

use plyglot_conform::{assert_games, assert_perft};
use plyglot_core::{Game, GameEntry, Notation};
use serde_json::{Value, json};

use super::{legal, read};
use crate::{PassRule, Reversi, ScoreRule, Size, State, bitboard};

const PERFT: &str = include_str!("../../../../testdata/reversixt/perft.json");
const GAMES: &str = include_str!("../../../../testdata/reversixt/playouts.jsonl");
const PROBLEMS: &str = include_str!("../../../../testdata/reversixt/othello_ffo.json");

fn is_plain(row: &Value) -> bool {
    let name = row["name"].as_str().unwrap().split('/').next().unwrap();
    ["plain4", "plain6", "plain8"].contains(&name)
}

/// Rewrites a game of a ReversiXT map in this crate's spelling.
fn translate(mut row: Value) -> Value {
    let game = Reversi::default();
    let (game, mut state) = game.parse_state(row["position"].as_str().unwrap()).unwrap();
    for ply in 0..row["moves"].as_array().unwrap().len() {
        for mv in row["legal"][ply].as_array_mut().into_iter().flatten() {
            let parsed = game.parse_ply(&state, mv.as_str().unwrap()).unwrap();
            *mv = json!(game.write_ply(&state, &parsed));
        }
        let played = game.parse_ply(&state, row["moves"][ply].as_str().unwrap()).unwrap();
        game.make(&mut state, played[0]);
    }
    let (game, last) = game.parse_state(row["final"].as_str().unwrap()).unwrap();
    row["final"] = json!(game.write_state(&last));
    row
}

#[test]
fn counts() {
    let rows: Vec<Value> = serde_json::from_str(PERFT).unwrap();
    let rows: Vec<Value> = rows.into_iter().filter(is_plain).collect();
    let tally = assert_perft(GameEntry::of::<Reversi>(), &json!(rows).to_string(), 20_000_000);
    assert_eq!((tally.passed, tally.skipped), (rows.len() as u64, 0));
}

#[test]
fn games() {
    let rows = GAMES.lines().map(|line| serde_json::from_str(line).unwrap());
    let rows: Vec<Value> = rows.filter(is_plain).map(translate).collect();
    assert_eq!(assert_games(GameEntry::of::<Reversi>(), &json!(rows).to_string()).passed, 6);
}

/// An endgame problem with its exact scores.
pub(super) struct Problem {
    pub(super) position: String,
    pub(super) score: i32,
    pub(super) best: Vec<String>,
    moves: Vec<String>,
    empties: u32,
}

pub(super) fn problems() -> Vec<Problem> {
    let rows: Vec<Value> = serde_json::from_str(PROBLEMS).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let problem = |row: &Value| Problem {
        position: format!("{} {}", text(&row["board"]), text(&row["to_move"])),
        score: row["score"].as_i64().unwrap() as i32,
        best: row["best"].as_array().unwrap().iter().map(text).collect(),
        moves: row["moves"].as_object().unwrap().keys().cloned().collect(),
        empties: row["empties"].as_u64().unwrap() as u32,
    };
    rows.iter().map(problem).collect()
}

/// The score for the player to move: fail-soft alpha-beta, opponents with few replies first.
fn solve(game: &Reversi, state: &State, mut alpha: i32, beta: i32) -> i32 {
    if let Some(payoffs) = game.outcome(state) {
        return payoffs[state.to_move()];
    }
    let mut children: Vec<State> = Vec::new();
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        let mut child = *state;
        game.make(&mut child, mv);
        children.push(child);
    }
    children.sort_by_key(|child| child.mobility.count_ones());
    let mut best = i32::MIN;
    for child in children {
        let score = if child.is_over() {
            game.outcome(&child).unwrap()[state.to_move()]
        } else if child.to_move() == state.to_move() {
            solve(game, &child, alpha, beta)
        } else {
            -solve(game, &child, -beta, -alpha)
        };
        (best, alpha) = (best.max(score), alpha.max(score));
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
fn endgame_problems() {
    for pass in [PassRule::Skip, PassRule::Move] {
        let game = Reversi { pass, score: ScoreRule::Othello, size: Size::Eight };
        for problem in problems() {
            let state = read(&game, &problem.position);
            assert_eq!(game.write_state(&state), problem.position);
            assert_eq!(64 - game.count(&state).iter().sum::<u32>(), problem.empties);
            let legal = legal(&game, &state);
            let listed = problem.best.iter().chain(&problem.moves);
            assert!(listed.into_iter().all(|mv| legal.contains(mv)), "{}", problem.position);
        }
        for problem in problems().into_iter().take(4) {
            let state = read(&game, &problem.position);
            let found = solve(&game, &state, problem.score - 1, problem.score + 1);
            assert_eq!(found, problem.score, "{}", problem.position);
        }
    }
}

#[test]
fn the_smallest_board_is_lost_by_eight() {
    for pass in [PassRule::Skip, PassRule::Move] {
        let game = Reversi { pass, size: Size::Four, ..Reversi::default() };
        assert_eq!(solve(&game, &game.start(), -64, 64), -8);
        assert_eq!(bitboard::squares(game.size.squares()).count(), 16);
    }
}
