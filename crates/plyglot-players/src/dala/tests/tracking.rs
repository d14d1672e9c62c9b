//! The tracker, fed with the boards of recorded games and with boards that cannot follow.

use plyglot_core::{Game, Notation, Player};
use plyglot_dala::{Dala, Move, State};
use serde_json::Value;

use super::{GAMES, game, lines, state};
use crate::dala::tracker::{Tracker, parse_board};

const PLAYOUTS: &str = include_str!("../../../../../testdata/dala/playouts.jsonl");
const START: &str = "....../....../....../....../....../...... x 12 12 0 0";

fn board(state: &State) -> [u64; 2] {
    [state.pieces(Player(0)), state.pieces(Player(1))]
}

/// The turns of a recorded game with the position before each, and the last position.
fn replay(game: &Dala, row: &Value) -> (Vec<(State, Vec<Move>)>, State) {
    let mut state = state(game, row["position"].as_str().unwrap());
    let mut turns = Vec::new();
    for mv in row["moves"].as_array().unwrap() {
        let turn = game.parse_ply(&state, mv.as_str().unwrap()).unwrap();
        turns.push((state, turn.clone()));
        for mv in turn {
            game.make(&mut state, mv);
        }
    }
    (turns, state)
}

/// Follows a game from one seat; the positions must be those of the game in every respect.
fn follow(game: &Dala, row: &Value, seat: Player) {
    let mut tracker = Tracker::new(game);
    let (turns, last) = replay(game, row);
    let mut enemy = Vec::new();
    for (state, turn) in &turns {
        if game.to_move(state) != seat {
            enemy.clone_from(turn);
            continue;
        }
        let seen = tracker.see(board(state));
        assert_eq!(seen.trouble, None);
        assert_eq!((seen.state, &seen.enemy), (*state, &enemy));
        assert_eq!(tracker.seat(), Some(seat));
        tracker.played(turn).unwrap();
    }
    if game.to_move(&last) == seat {
        assert_eq!(tracker.see(board(&last)).state, last);
        for player in [Player(0), Player(1)] {
            let on_board = last.pieces(player).count_ones() as u8;
            assert_eq!(on_board + tracker.reserve(player) + tracker.captured(player), 12);
        }
    }
}

#[test]
fn recorded_games_are_followed_from_either_seat() {
    let mut followed = 0;
    for row in lines(PLAYOUTS).iter().chain(&lines(GAMES)) {
        if row["position"].as_str() == Some(START) {
            let rules = row.get("rules").and_then(Value::as_str).unwrap_or("standard");
            let game = game(&format!("dala(rules={rules})"));
            [Player(0), Player(1)].into_iter().for_each(|seat| follow(&game, row, seat));
            followed += 1;
        }
    }
    assert!(followed > 10, "only {followed} games");
}

/// A tracker of the first player in a recorded game, before its `turn`-th board.
fn tracker_at(turn: usize) -> (Tracker, State) {
    let game = Dala::default();
    let row = lines(GAMES).remove(0);
    let (turns, _) = replay(&game, &row);
    let mut tracker = Tracker::new(&game);
    for (state, turn) in turns.iter().step_by(2).take(turn) {
        tracker.see(board(state));
        tracker.played(turn).unwrap();
    }
    (tracker, turns[2 * turn].0)
}

#[test]
fn boards_that_cannot_follow_are_reported() {
    // After five turns of each side a1 and f1 are still empty.
    let bit = |square: &str| parse_square(square).bit();
    let change = |[x, o]: [u64; 2], gained_x: u64, gained_o: u64| [x | gained_x, o | gained_o];
    for (gained_x, gained_o, why) in [
        (bit("f1"), 0, "an own piece has appeared on f1"),
        (0, bit("f1"), "the enemy has 2 squares more and 0 fewer"),
        (0, bit("f1") | bit("a1"), "the enemy has 3 squares more and 0 fewer"),
    ] {
        let (mut tracker, state) = tracker_at(5);
        let seen = tracker.see(change(board(&state), gained_x, gained_o));
        assert_eq!(seen.trouble.as_deref(), Some(why));
        assert_eq!(board(&seen.state), change(board(&state), gained_x, gained_o));
        assert!(seen.state.total(Player(0)) <= 12 && seen.state.total(Player(1)) <= 12);
    }
}

#[test]
fn recovery_leaves_the_enemy_what_is_not_on_the_board() {
    let (mut tracker, state) = tracker_at(5);
    let mut changed = board(&state);
    changed[1] |= parse_square("f1").bit();
    let seen = tracker.see(changed);
    assert!(seen.trouble.is_some());
    let enemy = Player(1);
    assert_eq!(seen.state.reserve(enemy), 12 - changed[1].count_ones() as u8);
    assert_eq!(seen.state.reserve(Player(0)), state.reserve(Player(0)));
    // The game goes on from there.
    let own = Move::Drop(parse_square("f6"));
    tracker.played(&[own]).unwrap();
    changed[0] |= parse_square("f6").bit();
    changed[1] |= parse_square("a1").bit();
    let next = tracker.see(changed);
    assert_eq!((next.trouble, next.enemy), (None, vec![Move::Drop(parse_square("a1"))]));
    assert_eq!(next.state.reserve(enemy), seen.state.reserve(enemy) - 1);
}

#[test]
fn steps_must_be_adjacent_and_captures_earned() {
    let (mut tracker, state) = tracker_at(20);
    let enemy = Player(1);
    let from = plyglot_dala::squares(state.pieces(enemy)).next().unwrap();
    let mut jumped = board(&state);
    jumped[1] = jumped[1] & !from.bit() | parse_square("f1").bit();
    assert!(tracker.see(jumped).trouble.is_some());
    let (mut tracker, state) = tracker_at(5);
    let mut robbed = board(&state);
    robbed[0] &= robbed[0] - 1;
    let trouble = tracker.see(robbed).trouble.unwrap();
    assert!(trouble.ends_with("is not legal"), "{trouble}");
    assert_eq!(tracker.captured(Player(0)), 1);
}

#[test]
fn first_boards_tell_the_seat() {
    let game = Dala::default();
    let centre = parse_square("c4").bit();
    let mut tracker = Tracker::new(&game);
    assert_eq!((tracker.see([0; 2]).trouble, tracker.seat()), (None, Some(Player(0))));
    let mut tracker = Tracker::new(&game);
    assert_eq!((tracker.see([centre, 0]).trouble, tracker.seat()), (None, Some(Player(1))));
    let mut tracker = Tracker::seated(&game, Player(0));
    assert!(tracker.see([centre, 0]).trouble.is_some());
    let mut tracker = Tracker::seated(&game, Player(1));
    assert!(tracker.see([0; 2]).trouble.is_some());
}

#[test]
fn a_game_joined_late_is_guessed() {
    let game = Dala::default();
    let late = state(&game, "....../....../..xo../..xo../....../...... x 10 10 0 4");
    let seen = Tracker::new(&game).see(board(&late));
    assert!(seen.trouble.is_some());
    assert_eq!([seen.state.reserve(Player(0)), seen.state.reserve(Player(1))], [10, 10]);
}

#[test]
fn own_turns_are_checked() {
    let game = Dala::default();
    let mut tracker = Tracker::new(&game);
    let centre = Move::Drop(parse_square("c4"));
    assert!(tracker.played(&[centre]).is_err(), "nothing was seen");
    tracker.see([0; 2]);
    assert!(tracker.played(&[Move::Drop(parse_square("a1"))]).is_err());
    assert!(tracker.played(&[]).is_err());
    assert!(tracker.played(&[centre, Move::Drop(parse_square("d4"))]).is_err());
    assert!(tracker.played(&[centre]).is_ok());
    assert!(tracker.played(&[Move::Drop(parse_square("d4"))]).is_err(), "twice in a row");
}

#[test]
fn a_board_seen_twice_is_reported() {
    let mut tracker = Tracker::new(&Dala::default());
    tracker.see([0; 2]);
    assert!(tracker.see([0; 2]).trouble.is_some());
}

#[test]
fn raw_boards_are_read() {
    let game = Dala::default();
    let text = "000000\n000000\n001200\n002100\n000000\n100002\n";
    let wanted = state(&game, "....../....../..xo../..ox../....../x....o x 9 9 0 6");
    assert_eq!(parse_board(&game, text), Ok(board(&wanted)));
    let error = parse_board(&game, &text.replace("0012", "0013")).unwrap_err().to_string();
    assert!(error.contains("line 3, column 4: expected 0, 1 or 2 on rank 4"), "{error}");
    assert!(parse_board(&game, "000000").is_err());
    assert!(parse_board(&game, &format!("{text}0")).is_err());
}

fn parse_square(text: &str) -> plyglot_dala::Square {
    let bytes = text.as_bytes();
    plyglot_dala::Square::new(bytes[0] - b'a', bytes[1] - b'1')
}
