//! Corner cases of the rules, by hand.

use plyglot_core::{AnySession, Game, Player, ResultWords, Session};

use super::{builtin, head, legal, rows, session};
use crate::{Phase, ReversiXt, Settings};

fn play(text: &str, moves: &[&str]) -> Session<ReversiXt> {
    let mut session = session(text);
    for mv in moves {
        session.play(mv).unwrap_or_else(|error| panic!("{error} in\n{}", session.position()));
    }
    session
}

#[test]
fn a_line_that_returns_to_its_start_captures_nothing() {
    // A ring of four: overriding the own stone would close the line with itself only.
    let ring = "2\n1\n0 0\n1 4\n1 2 2 2\n0 0 6 <-> 3 0 2\n";
    let own = session(ring);
    assert!(!own.legal().contains(&"0,0,0".to_owned()), "{}", legal(&own));
    // Overriding a foreign stone captures the way round to the own one.
    assert_eq!(rows(&play(ring, &["2,0,0"])), "1111");
}

#[test]
fn a_line_may_cross_a_tile_twice() {
    // The right end is bent back: the line from (0,0) runs over 2 2, turns, and comes back.
    let bent = "2\n0\n0 0\n2 3\n0 2 2\n- 1 -\n2 0 2 <-> 1 0 0\n";
    let start = session(bent);
    // Leaving (2,0) to the right arrives on (1,0) going down, and meets the stone on (1,1).
    assert_eq!(legal(&start), "0,0,0");
    assert_eq!(rows(&play(bent, &["0,0,0"])), "111/-1-");
}

#[test]
fn own_stones_can_be_overridden() {
    let text = "2\n1\n0 0\n1 4\n1 2 1 2\n";
    assert_eq!(legal(&session(text)), "0,0,0 2,0,0");
    let after = play(text, &["0,0,0"]);
    assert_eq!(rows(&after), "1112");
    assert!(head(&after).contains("overrides=0,1"));
}

#[test]
fn expansion_stones_need_no_capture_and_no_stone() {
    let text = "3\n1\n0 0\n1 4\nx 0 0 2\n";
    assert_eq!(legal(&session(text)), "0,0,0");
    let after = play(text, &["0,0,0"]);
    assert_eq!(rows(&after), "1002");
    assert_eq!(after.outcome().map(|payoffs| payoffs.0[..3].to_vec()), Some(vec![1, 1, 0]));
}

#[test]
fn expansion_stones_are_captured_like_others() {
    assert_eq!(rows(&play("2\n0\n0 0\n1 4\n1 x 2 0\n", &["3,0,0"])), "1111");
}

#[test]
fn inversion_passes_all_stones_on() {
    let text = "3\n0\n0 0\n2 4\n1 2 2 i\n3 0 0 0\n";
    let after = play(text, &["3,0,0"]);
    assert_eq!(rows(&after), "2222/1000");
}

#[test]
fn choice_exchanges_stones_but_not_stocks() {
    let text = "state phase=1 turn=1 overrides=1,5 bombs=2,7 out=-\n2\n1\n2 1\n2 3\n1 2 c\n2 0 0\n";
    assert_eq!(legal(&session(text)), "2,0,1 2,0,2");
    let after = play(text, &["2,0,2"]);
    assert_eq!(rows(&after), "222/100");
    assert!(head(&after).contains("overrides=1,5 bombs=2,7"));
    assert_eq!(rows(&play(text, &["2,0,1"])), "111/200");
}

#[test]
fn bonus_tiles_give_a_bomb_or_an_override_stone() {
    let text = "2\n0\n0 0\n1 3\n1 2 b\n";
    assert_eq!(legal(&session(text)), "2,0,20 2,0,21");
    assert!(head(&play(text, &["2,0,20"])).contains("phase=2 turn=1 overrides=0,0 bombs=1,0"));
    assert!(head(&play(text, &["2,0,21"])).contains("phase=3 turn=0 overrides=1,0 bombs=0,0"));
}

#[test]
fn stocks_may_exceed_a_byte() {
    let text = "2\n255\n0 0\n1 3\n1 2 b\n";
    let after = play(text, &["2,0,21"]);
    assert!(head(&after).contains("overrides=256,255"));
    let mut again = session("2\n0\n0 0\n1 1\n0\n");
    again.set_position(&after.position()).unwrap();
    assert_eq!(again.position(), after.position());
}

#[test]
fn players_who_cannot_move_are_skipped() {
    let mut game = Session::new(builtin("second_starts"));
    assert_eq!(head(&game), "state phase=1 turn=2 overrides=0,0 bombs=1,1 out=-");
    game.play("2,0,0").unwrap();
    assert_eq!(game.to_move(), Player(1), "the same player moves again");
}

#[test]
fn the_player_after_the_last_builder_throws_first() {
    let text = "3\n0\n1 0\n1 5\n1 2 0 - 3\n";
    let after = play(text, &["2,0,0"]);
    assert_eq!(head(&after), "state phase=2 turn=2 overrides=0,0,0 bombs=1,1,1 out=-");
}

#[test]
fn explosions_follow_links_but_not_holes() {
    let text = "2\n0\n1 1\n1 6\n0 0 - 1 0 2\n0 0 6 <-> 5 0 2\n";
    let after = play(text, &["0,0,77"]);
    assert_eq!(rows(&after), "---10-");
    assert_eq!(after.played(), ["0,0,0"]);
    assert!(!after.position().contains("<->"), "a transition goes with its ends");
    let ended = play(text, &["0,0,0", "4,0,0"]);
    assert_eq!(rows(&ended), "------");
    assert_eq!(ended.game().outcome(ended.state()).map(|payoffs| payoffs.0[0]), Some(0));
}

#[test]
fn tiles_do_not_become_neighbours_across_what_vanished() {
    let text = "state phase=2 turn=1 overrides=0,0 bombs=2,2 out=-\n2\n0\n2 0\n1 5\n1 2 0 2 1\n";
    let after = play(text, &["2,0,0", "0,0,0"]);
    assert_eq!(rows(&after), "-2-21");
}

#[test]
fn a_radius_of_255_takes_everything_connected() {
    let text = "2\n0\n1 255\n3 5\n0 0 - 1 1\n0 0 - 2 2\n0 0 - 1 2\n";
    assert_eq!(rows(&play(text, &["0,0,0"])), "---11/---22/---12");
}

#[test]
fn the_last_player_left_has_won() {
    let game = play("3\n0\n1 0\n1 4\n1 2 0 3\n", &["!1"]);
    assert_eq!(head(&game), "state phase=2 turn=2 overrides=0,0,0 bombs=1,1,1 out=1");
    let mut game = game;
    game.play("!2").unwrap();
    assert_eq!(head(&game), "state phase=3 turn=0 overrides=0,0,0 bombs=1,1,1 out=1,2");
    let table = vec![("stones", vec![1, 1, 1]), ("rank", vec![2, 2, 1])];
    assert_eq!(game.verdict().map(|verdict| verdict.result), Some(ResultWords::Table(table)));
}

#[test]
fn anybody_can_be_disqualified_at_any_time() {
    for name in ["octet8", "plain8", "arena50"] {
        let game = builtin(name);
        let mut state = game.start();
        let turn = game.to_move(&state);
        let last = Player(game.players() - 1);
        game.disqualify(&mut state, last);
        assert!(state.is_out(last.0));
        if game.players() > 2 {
            assert_eq!(game.to_move(&state), turn);
            game.disqualify(&mut state, turn);
            assert_ne!(game.to_move(&state), turn);
        } else {
            assert_eq!(state.phase(), Phase::Over);
        }
        let before = state.clone();
        game.disqualify(&mut state, last);
        assert_eq!(state, before);
    }
}

#[test]
fn whoever_is_put_out_of_turn_can_come_back() {
    let mut game = play("3\n0\n1 0\n1 4\n1 2 0 3\n", &[]);
    let before = AnySession::position(&game);
    let ply = game.withdrawal(Player(1)).unwrap();
    AnySession::play(&mut game, &ply).unwrap();
    assert_eq!(head(&game), "state phase=1 turn=1 overrides=0,0,0 bombs=1,1,1 out=2");
    assert!(AnySession::says(&game).starts_with("Player 1 sees player 2 disqualified"));
    assert_eq!(game.withdrawal(Player(1)), None);
    assert!(AnySession::play(&mut game, &ply).is_err());
    assert!(AnySession::undo(&mut game));
    assert_eq!(AnySession::position(&game), before);
}

#[test]
fn disqualified_players_may_be_chosen_unless_forbidden() {
    let text = "3\n0\n0 0\n1 5\nc 2 1 - 3\n";
    for (allowed, wanted) in [(true, "0,0,1 0,0,2 0,0,3"), (false, "0,0,1 0,0,2")] {
        let settings = Settings { disqualified_in_choice: allowed, ..Settings::default() };
        let game = ReversiXt::new(text, settings).unwrap();
        let mut state = game.start();
        game.disqualify(&mut state, Player(2));
        let session = Session::at(game, state);
        assert_eq!(legal(&session), wanted);
    }
}

#[test]
fn ties_are_shared_or_go_to_the_lower_number() {
    use crate::RankTies;
    let text = "3\n0\n0 0\n1 5\n1 1 3 3 -\n";
    for (rank_ties, wanted) in
        [(RankTies::Shared, vec![1, 3, 1]), (RankTies::LowerFirst, vec![1, 3, 2])]
    {
        let game = ReversiXt::new(text, Settings { rank_ties, ..Settings::default() }).unwrap();
        let verdict = Session::new(game).verdict().unwrap();
        let table = vec![("stones", vec![2, 0, 2]), ("rank", wanted)];
        assert_eq!(verdict.result, ResultWords::Table(table));
    }
}

#[test]
fn lines_cross_thousands_of_tiles() {
    let row = |middle: &str| format!("2\n0\n0 0\n1 1000\n1{} 0\n", middle.repeat(998));
    let after = play(&row(" 2"), &["999,0,0"]);
    assert_eq!(rows(&after), "1".repeat(1000));
}
