//! Hand-written cases of the rules.

use plyglot_core::{
    AnySession, Game, GameEntry, Handover, Notation, Options, Player, Session, Verdict,
};

use super::{game, state, try_game};
use crate::{Dala, Move};

/// The legal turns, sorted.
fn legal(game: &Dala, text: &str) -> Vec<String> {
    Session::at(game.clone(), state(game, text)).legal()
}

fn legal_from(game: &Dala, text: &str, from: &str) -> Vec<String> {
    legal(game, text).into_iter().filter(|ply| ply.starts_with(from)).collect()
}

/// The position after some turns.
fn after(game: &Dala, text: &str, plies: &[&str]) -> String {
    let mut state = state(game, text);
    for ply in plies {
        for mv in game.parse_ply(&state, ply).unwrap() {
            game.make(&mut state, mv);
        }
    }
    game.write_state(&state)
}

fn verdict(game: &Dala, text: &str) -> Option<Verdict> {
    game.verdict(&state(game, text), false)
}

fn word(result: &str, reason: &'static str) -> Option<Verdict> {
    Some(Verdict::word(result, Some(reason)))
}

#[test]
fn departures_leave_exactly_three() {
    let game = game("dala");
    let o = "....../o.o.o./......";
    let from = |rank: &str, from: &str| {
        legal_from(&game, &format!("{o}/{rank}/....../...... x 0 0 0 40"), from).len()
    };
    // Three victims each for the steps up and down out of these runs, one turn each otherwise.
    assert_eq!(from("xxxx..", "a3-"), 6);
    assert_eq!(from("xxxx..", "b3-"), 2);
    assert_eq!(from("xxxx..", "d3-e3"), 3, "along the line");
    assert_eq!(from("xxxxx.", "b3-"), 6);
    assert_eq!(from("xxxxx.", "c3-"), 2);
    assert_eq!(from("xxxxx.", "a3-"), 2, "four remain");
    assert_eq!(from("xxxxxx", "c3-"), 6);
    assert_eq!(from("xxxxxx", "a3-"), 2, "five remain");
}

#[test]
fn arrivals_score_with_exactly_three() {
    let game = game("dala");
    let board = "..x.../..x.../.o..../xx.xx./.o..../.o.... x 1 9 0 22";
    // c3 makes a row-run of five and touches no run of three; c4 makes a column-run of three.
    assert_eq!(legal_from(&game, board, "c3"), ["c3"]);
    assert_eq!(legal_from(&game, board, "c4"), ["c4xb1", "c4xb2", "c4xb4"]);
    let crossing = "....../..x.../..x.../xx.xx./.o..../....o. x 1 9 0 22";
    assert_eq!(legal_from(&game, crossing, "c3").len(), 2, "row-run of five, column-run of three");
}

#[test]
fn a_capture_out_of_four_scores_for_nobody() {
    let game = game("dala");
    let board = "....../.xxxx./....../.oo.../...o../...... o 0 0 0 40";
    let next = after(&game, board, &["d2-d3xe5"]);
    assert_eq!(next, "....../.xxx../....../.ooo../....../...... x 0 0 0 41");
    assert_eq!(legal_from(&game, &next, "b5-").len(), 3, "no capture for any of its steps");
}

#[test]
fn the_centre_comes_first() {
    let default = game("dala");
    let start = default.write_state(&default.start());
    assert_eq!(legal(&default, &start), ["c3", "c4", "d3", "d4"]);
    assert_eq!(legal(&game("dala(centre_first=off)"), &start).len(), 36);
    let filled = "....../....../..xo../..oo../....../...... x 11 9 0 4";
    assert_eq!(legal(&default, filled).len(), 32, "no square of the centre is empty");
    let small = game("dala(board=4)");
    assert_eq!(legal(&small, &small.write_state(&small.start())), ["b2", "b3", "c2", "c3"]);
}

#[test]
fn nothing_to_capture_means_no_capture() {
    let game = game("dala");
    let board = "....../....../....../..xx../....../...... x 8 12 0 4";
    assert_eq!(legal_from(&game, board, "b3"), ["b3"]);
    assert_eq!(
        after(&game, "....../....../....../..xx../....x./...... x 0 12 7 4", &["e2-e3"]),
        "....../....../....../..xxx./....../...... o 0 12 8 5"
    );
}

#[test]
fn two_lines_take_one_or_two() {
    let board = "....../..x.../..x.../xx..../o.o.../.....o x 1 9 0 22";
    assert_eq!(legal_from(&game("dala"), board, "c3"), ["c3xa2", "c3xc2", "c3xf1"]);
    let sets = ["c3xa2xc2", "c3xf1xa2", "c3xf1xc2"];
    assert_eq!(legal_from(&game("dala(rules=per-line)"), board, "c3"), sets);
    // With a total of three only one may go, whatever is owed.
    let last = "....../..x.../..x.../xx..../o.o.../.....o x 1 0 0 22";
    assert_eq!(legal_from(&game("dala(rules=per-line)"), last, "c3").len(), 3);
}

#[test]
fn ludii_counts_neighbours_in_threes() {
    let ludii = game("dala(rules=ludii)");
    // c3 leaves a column of four: c4 is in a new run of three, b3 in an old one.
    let board = "..x.../..x.../.xx.../.xx.../.x..../o.o.o. x 0 0 0 40";
    let sets = ["c3-d3xa1xc1", "c3-d3xa1xe1", "c3-d3xc1xe1"];
    assert_eq!(legal_from(&ludii, board, "c3-d3"), sets);
    let next = after(&ludii, board, &["c3-d3xe1xa1"]);
    assert_eq!(next, "..x.../..x.../.xx.../.x.x../.x..../..o... o 0 0 0 41");
    assert_eq!(verdict(&ludii, &next), word("x", "pieces"));
    assert_eq!(legal_from(&game("dala"), board, "c3-d3").len(), 3);
    // Out of a run of five nothing is counted but the arrival.
    let five = "....../....../....../xxxxx./....../o.o.o. x 0 0 0 40";
    assert_eq!(legal_from(&ludii, five, "b3-b4"), ["b3-b4"]);
    assert_eq!(legal_from(&game("dala"), five, "b3-b4").len(), 3);
}

#[test]
fn games_end_in_order() {
    let default = game("dala");
    let two = "....../....../....../o...../x....o/x..... x 0 0 100 81";
    assert_eq!(verdict(&default, two), word("o", "pieces"));
    let dropping = "....../....../....../o...../x..x.o/x..... x 0 0 100 81";
    assert_eq!(verdict(&default, dropping), word("x", "pieces"));
    let locked = "....../....../....../o...../xo..../xxo... x 0 0 100 81";
    assert_eq!(verdict(&default, locked), word("o", "stuck"));
    assert_eq!(verdict(&game("dala(no_move=draw)"), locked), word("draw", "stuck"));
    let passing = game("dala(rules=ludii, no_move=pass, quiet_limit=off)");
    assert_eq!(
        (verdict(&passing, locked), legal(&passing, locked)),
        (None, vec!["pass".to_owned()])
    );
    let mut session = Session::at(passing.clone(), state(&passing, locked));
    assert_eq!(session.pass_reason().as_deref(), Some("it has no move"));
    session.play("pass").unwrap();
    assert!(session.position().ends_with(" o 0 0 100 82") && !session.legal().is_empty());
    assert!(session.undo() && session.position() == locked);
    let quiet = "....../....../....../o...../xo..../xxo... o 0 0 100 81";
    assert_eq!(verdict(&default, quiet), word("draw", "quiet"));
    assert_eq!(verdict(&game("dala(quiet_limit=off)"), quiet), None);
    assert_eq!(
        verdict(&game("dala(quiet_limit=off, ply_limit=81)"), quiet),
        word("draw", "length")
    );
    let repeated = default.verdict(&state(&default, quiet), true);
    assert_eq!(repeated, word("draw", "repetition"));
    assert_eq!(default.verdict(&state(&default, locked), true), word("o", "stuck"));
    // Few pieces on the board are no loss while there are more in hand.
    let in_hand = "....../....../..xo../....../....../...... x 2 2 0 2";
    assert_eq!(verdict(&default, in_hand), None);
}

#[test]
fn quiet_steps_are_counted() {
    let game = game("dala");
    let board = "....../....../...o../x..o../x....o/x..... x 0 1 98 81";
    assert!(after(&game, board, &["a1-b1"]).ends_with(" o 0 1 99 82"));
    assert!(after(&game, board, &["a1-b1", "f6"]).ends_with(" x 0 0 0 83"));
    let board = "....../....../...o../xx.o../..x..o/x..... x 0 0 98 81";
    assert!(after(&game, board, &["c2-c3xd4"]).ends_with(" o 0 0 0 82"));
}

#[test]
fn third_occurrences_draw() {
    let entry = GameEntry::of::<Dala>();
    let mut session = entry.build(&Options::defaults(entry.options)).unwrap();
    session.set_position("x....o/....../x....o/....../x....o/...... x 0 0 0 30").unwrap();
    for ply in ["a6-b6", "f6-e6", "b6-a6", "e6-f6", "a6-b6", "f6-e6", "b6-a6"] {
        session.play(ply).unwrap();
        assert_eq!(session.verdict(), None);
    }
    session.play("e6-f6").unwrap();
    assert_eq!(session.verdict(), word("draw", "repetition"));
    assert!(session.play("a6-b6").is_err() && session.legal().is_empty());
}

#[test]
fn a_stuck_player_given_the_turn_passes() {
    let game = game("dala");
    let before = state(&game, "....../....../....../o...../xo..../xxo... o 0 0 5 81");
    let mut state = before;
    assert_eq!(game.give_turn(&mut state, Player(0)), Player(1));
    assert_eq!(game.outcome(&state), None);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert_eq!(moves, [Move::Pass]);
    assert_eq!(game.parse_ply(&state, "pass").unwrap(), [Move::Pass]);
    assert!(game.parse_ply(&state, "a2-a3").is_err());
    assert_eq!(game.count_plies(&state, &mut moves), 1);
    let handed = state;
    game.make(&mut state, Move::Pass);
    assert_eq!(state, before, "a pass only hands on the turn");
    state = handed;
    game.give_turn(&mut state, Player(1));
    assert_eq!(state, before);
}

#[test]
fn counters_come_near_the_horizon() {
    let default = game("dala");
    let at = |game: &Dala, text| game.horizon(&state(game, text));
    let board = "x....o/....../x....o/....../x....o/...... x 0 0 30 130";
    assert_eq!(at(&default, board), 70);
    assert_eq!(at(&game("dala(ply_limit=150)"), board), 20);
    assert_eq!(at(&game("dala(quiet_limit=off)"), board), u32::MAX);
    assert_eq!(at(&default.perft_rules(), board), u32::MAX);
    // Of two limits the farther one counts too, once the nearer one is put off by a capture.
    let both = game("dala(ply_limit=250)");
    let later = board.replace("130", "140");
    assert_eq!(at(&both, board), at(&both, &later));
    let counters = |text| both.counters(&state(&both, text));
    assert_ne!(counters(board), counters(&later));
}

#[test]
fn options_are_checked() {
    assert!(try_game("dala(board=4, pieces=7)").unwrap_err().contains("at most 6"));
    assert!(try_game("dala(pieces=2)").is_err());
    assert!(try_game("dala(repetition=1)").is_err());
    assert!(try_game("dala(rules=dara)").is_err());
    assert_eq!(game("dala(rules=three-plus, exact_three=true, vacate_capture=true)"), game("dala"));
    assert_eq!(game("dala(exact_three=false)"), game("dala(rules=three-plus)"));
    assert_eq!(game("dala(captures=ludii)"), game("dala(rules=ludii)"));
    assert_eq!(game("dala(board=4)").pieces(), 6);
}
