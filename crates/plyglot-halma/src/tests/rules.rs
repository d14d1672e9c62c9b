use plyglot_core::{Game, Notation, Player, TextError};

use super::{arrived_but, build, legal, play, read, rules, tail};
use crate::{Eviction, GoalLock, Level, Scope, Win};

/// Player 0 sits in his corner behind two rings of other pieces.
pub(super) const STUCK: &str = "team8 AAABB3/AABB4/ABBCC3/CCCC4/D1D5/8/8/2DDDD2 0 3 - *";
/// The same with two holes in the outer ring.
pub(super) const NEARLY_STUCK: &str = "team8 AAAB4/AABB4/ABBCC3/CCCC4/2D5/8/8/BDDDDD2 0 3 - *";

const START: &str = "team16 AAAA8BBBB/AAAA8BBBB/AAA10BBB/AA12BB/16/16/16/16/16/16/16/16/CC12DD/CCC10DDD/CCCC8DDDD/CCCC8DDDD 0 0 - *";

#[test]
fn a_chain_goes_on_until_it_is_ended() {
    let game = rules("");
    let mut state = game.start();
    assert_eq!(game.write_state(&state), START);
    play(&game, &mut state, &["0 (2,0) (4,2)"]);
    assert!(game.mid_turn(&state));
    assert_eq!(tail(&game, &state), "0 0 c1,e3 *");
    assert_eq!(legal(&game, &state), ["0 null null"], "it may not hop back");
    play(&game, &mut state, &["end", "p4-p5"]);
    assert_eq!(tail(&game, &state), "2 0 - *", "a step ends the turn");
}

#[test]
fn the_first_release_lets_chains_return() {
    let game = rules("(variant=team16a)");
    let mut state = game.start();
    for _ in 0..100 {
        play(&game, &mut state, &["c1-e3", "e3-c1"]);
    }
    assert_eq!(state.chain().count(), 201);
    let text = game.write_state(&state);
    let (_, back) = game.parse_state(&text).unwrap();
    assert_eq!((game.write_state(&back), back == state), (text, true));
    assert_eq!(legal(&game, &state).len(), 3);
    play(&game, &mut state, &["end"]);
    assert_eq!(tail(&game, &state), "1 0 - *");
}

/// Long chains are unmade square by square although their memory spills over.
#[test]
fn endless_chains_are_unmade() {
    let game = rules("(variant=team16a)");
    let (mut state, mut undos, mut states) = (game.start(), Vec::new(), Vec::new());
    let plies = (0..90).flat_map(|_| ["c1-e3", "e3-c1"]).chain(["end", "p4-p5", "c14-c13"]);
    for ply in plies {
        let mv = game.parse_ply(&state, ply).unwrap()[0];
        states.push(state.clone());
        undos.push((mv, game.make(&mut state, mv)));
    }
    while let Some((mv, undo)) = undos.pop() {
        game.unmake(&mut state, mv, undo);
        assert_eq!(Some(&state), states.pop().as_ref());
    }
}

#[test]
fn a_player_without_an_action_has_lost() {
    for level in ["(level=action)", "(level=turn)", "(level=turn,goal_lock=turn)"] {
        let (game, state) = read(level, STUCK);
        assert_eq!(legal(&game, &state), [""; 0]);
        let verdict = game.verdict(&state, false).unwrap();
        assert_eq!(verdict.reason, Some("NO MOVE"));
        assert_eq!(verdict, plyglot_core::Verdict::word("T1", Some("NO MOVE")));
        assert_eq!(game.outcome(&state).unwrap()[Player(3)], -1);
        let error = game.parse_ply(&state, "c1-d1").unwrap_err().to_string();
        assert!(error.contains("no move"), "{error}");
    }
}

#[test]
fn a_player_without_a_whole_turn_passes() {
    let text = "duel8 ABB5/BB6/B1B5/3BBB2/7A/6AA/5AAA/4AAAB 0 3 - *";
    let (game, mut state) = read("", text);
    assert_eq!(legal(&game, &state), ["pass"]);
    play(&game, &mut state, &["pass"]);
    assert_eq!(tail(&game, &state), "1 3 - *");
    let (game, mut state) = read("(win=filled)", text);
    play(&game, &mut state, &["pass"]);
    assert_eq!(tail(&game, &state), "1 3 - T0", "his target is filled");
    assert!(matches!(game.parse_ply(&state, "pass"), Err(TextError::Illegal { .. })));
}

#[test]
fn a_step_in_the_last_round_draws_and_a_hop_wins() {
    let step = ["d2>d3", "p4>e2"];
    let hop = ["d2>f2", "p4>e2"];
    for (level, round, elsewhere, ply, wanted) in [
        ("action", 4998, step, "d3-d2", "0 4999 - T0"),
        ("action", 4999, step, "d3-d2", "0 5000 - ="),
        ("turn", 4999, step, "d3-d2", "0 5000 - ="),
        ("action", 4999, hop, "f2-d2", "3 4999 f2,d2 T0"),
        ("turn", 4999, hop, "f2-d2", "3 4999 - T0"),
    ] {
        let options = format!("(level={level})");
        let (game, mut state) = arrived_but(&options, 3, round, &elsewhere);
        play(&game, &mut state, &[ply]);
        assert_eq!(tail(&game, &state), wanted);
        assert!(game.outcome(&state).is_some() && !game.mid_turn(&state));
        assert_eq!(legal(&game, &state), [""; 0]);
    }
}

#[test]
fn whoever_has_arrived_waits_for_his_ally() {
    let (game, mut state) = arrived_but("", 0, 7, &["d2>d3", "p4>p5"]);
    assert_eq!(legal(&game, &state), ["0 null null"]);
    let error = game.parse_ply(&state, "p16-p15").unwrap_err().to_string();
    assert!(error.contains("can only pass"), "{error}");
    play(&game, &mut state, &["pass"]);
    assert_eq!(tail(&game, &state), "1 7 - *");
    let (game, state) = arrived_but("(level=turn)", 0, 7, &["d2>d3", "p4>p5"]);
    assert_eq!(legal(&game, &state), ["pass"]);
}

/// Player 0 has a piece on a4 at home and one outside, or one on a13 in the base of player 2.
#[test]
fn lingering_loses_from_the_limit_on() {
    let home = ["a4>h8", "p13>a4", "o13>e8"];
    let foreign = ["a13>h8", "p13>a13", "o13>e8"];
    for (variant, round, elsewhere, ply, wanted) in [
        ("team16", 99, home, "e8-e9", "1 99 - *"),
        ("team16", 100, home, "e8-e9", "1 100 - T1"),
        ("team16", 100, home, "a4-a5", "1 100 - *"),
        ("team16", 100, foreign, "e8-e9", "1 100 - T1"),
        ("team16", 100, foreign, "a13-a12", "1 100 - *"),
        ("team16a", 100, home, "e8-e9", "1 100 - T1"),
        ("team16a", 100, foreign, "e8-e9", "1 100 - *"),
    ] {
        let options = format!("(variant={variant})");
        let (game, mut state) = arrived_but(&options, 0, round, &elsewhere);
        play(&game, &mut state, &[ply]);
        assert_eq!(tail(&game, &state), wanted, "{variant} {ply}");
    }
}

#[test]
fn landing_in_a_foreign_base_loses_in_mid_chain() {
    let elsewhere = ["a4>h8", "p13>a6", "a13>a5"];
    let (game, mut state) = arrived_but("", 0, 100, &elsewhere);
    play(&game, &mut state, &["a6-a4"]);
    assert_eq!(tail(&game, &state), "0 100 a6,a4 T1");
    assert_eq!(game.outcome(&state).unwrap().0[..4], [-1, 1, 1, -1]);
    let (game, mut state) = arrived_but("", 0, 99, &elsewhere);
    play(&game, &mut state, &["a6-a4", "end"]);
    assert_eq!(tail(&game, &state), "1 99 - *");
}

#[test]
fn pieces_stay_in_their_target() {
    let (game, state) = arrived_but("(level=turn)", 0, 7, &["n14>e5"]);
    let moves = legal(&game, &state);
    assert!(moves.contains(&"m15-n14".to_owned()) && moves.contains(&"p16-n14".to_owned()));
    assert!(moves.iter().all(|mv| mv.starts_with("e5-") || mv.ends_with("-n14")), "{moves:?}");
    let error = game.parse_ply(&state, "m15-l15").unwrap_err().to_string();
    assert!(error.contains("stays there"), "{error}");
}

/// A chain of a whole turn may leave the target base, here by e6, and come back.
#[test]
fn whole_turns_lock_the_end_of_a_chain_only() {
    let elsewhere = ["e8>f6", "f7>e7", "g8>b5", "f8>b7"];
    let (game, state) = arrived_but("(variant=duel8)", 0, 7, &elsewhere);
    let mv = game.parse_ply(&state, "g6-e6-e8").unwrap();
    assert_eq!(game.parse_ply(&state, "g6-e8"), Ok(mv));
    assert!(game.parse_ply(&state, "g6-e6").is_err());
    let (game, state) = arrived_but("(variant=duel8,goal_lock=hop)", 0, 7, &elsewhere);
    let error = game.parse_ply(&state, "g6-e6-e8").unwrap_err().to_string();
    assert!(error.contains("stays there"), "{error}");
    assert!(game.parse_ply(&state, "g6-e8").is_err());
    assert!(game.parse_ply(&state, "g6-g8").is_ok());
}

#[test]
fn the_camp_must_be_left_first() {
    // A piece on a1 behind others that can all leave: only they may move.
    let game = rules("(variant=usc16)");
    let state = game.start();
    assert_eq!(legal(&game, &state).len(), 40);
    let error = game.parse_ply(&state, "a1-b2").unwrap_err().to_string();
    assert!(error.contains("occupied"), "{error}");
    // One piece left in the camp that can leave only by itself; the others wait.
    let text = "usc16 A15/16/16/16/16/5AAAA7/5AAAA7/5AAAA7/5AAAA7/8AA6/16/14BB/13BBB/12BBBB/11BBBBB/11BBBBB 0 9 - *";
    let (strict, state) = read("(variant=usc16,camp=strict)", text);
    assert_eq!(legal(&strict, &state), ["a1-a2", "a1-b1", "a1-b2"]);
    let error = strict.parse_ply(&state, "f6-e6").unwrap_err().to_string();
    assert!(error.contains("camp move first"), "{error}");
    // Another on e2 can leave: strictly only it may move, loosely also the one in the corner.
    let text = text.replacen("A15/16", "A15/4A11", 1).replacen("8AA6", "8A7", 1);
    let (strict, state) = read("(variant=usc16,camp=strict)", &text);
    assert!(legal(&strict, &state).iter().all(|mv| mv.starts_with("e2-")));
    let (loose, state) = read("(variant=usc16,camp=loose)", &text);
    let moves = legal(&loose, &state);
    assert!(moves.contains(&"a1-b2".to_owned()) && moves.contains(&"e2-f2".to_owned()));
    assert!(!moves.contains(&"e2-d2".to_owned()), "not back towards the corner");
}

#[test]
fn options_are_resolved_and_refused() {
    let game = rules("(variant=team8,level=turn,goal_lock=turn,eviction=home)");
    assert_eq!(game.rules().level, Level::Turn);
    assert_eq!(game.rules().goal_lock, GoalLock::Turn);
    assert_eq!(game.rules().eviction, Some(Eviction { round: 50, scope: Scope::Home }));
    assert_eq!(rules("(variant=duel16)").rules().win, Win::Strict);
    assert_eq!(rules("(eviction=none)").rules().eviction, None);
    for (options, about) in [
        ("(variant=duel8,level=action)", "whole turns"),
        ("(variant=duel8,revisit=on)", "whole turns"),
        ("(variant=duel8,order=clockwise)", "two players"),
        ("(variant=duel8,camp=loose)", "usc16"),
        ("(goal_lock=turn)", "level=turn"),
        ("(variant=duel6,eviction=home)", "eviction_round"),
        ("(variant=duel6,eviction_round=4)", "eviction=home"),
        ("(variant=solo16,eviction=home,eviction_round=4)", "nobody the winner"),
        ("(eviction=none,eviction_round=4)", "eviction=home"),
        ("(variant=team17)", "team16"),
    ] {
        let error = build(options).unwrap_err().to_string();
        assert!(error.contains(about), "{options}: {error}");
    }
}

#[test]
fn a_position_brings_its_variant_and_keeps_what_fits() {
    let (game, _) = read("(level=action,draw_after=7)", "duel4 AA2/A3/3B/2BB 0 0 - *");
    assert_eq!((game.rules().variant.name, game.rules().level), ("duel4", Level::Turn));
    assert_eq!(game.rules().draw_after, 7);
    let (game, _) = game.parse_state(START).unwrap();
    assert_eq!((game.rules().level, game.rules().draw_after), (Level::Action, 7));
    let (game, _) = read("(variant=duel8,level=turn)", START);
    assert_eq!(game.rules().level, Level::Turn);
    let (game, state) = read("(level=turn,revisit=on)", super::laws::ODD[3]);
    assert_eq!((game.rules().level, game.mid_turn(&state)), (Level::Action, true));
    let (game, _) = game.parse_state("duel4 AA2/A3/3B/2BB 0 0 - *").unwrap();
    let (game, _) = game.parse_state(START).unwrap();
    assert_eq!((game.rules().level, game.rules().revisit), (Level::Turn, true), "wishes last");
}

#[test]
fn four_players_can_go_around_the_board() {
    let (game, mut state) = read("(order=clockwise,level=turn)", START);
    let mut order = Vec::new();
    for ply in ["a4-a5", "p4-p5", "p13-p12", "a13-a12"] {
        order.push(game.to_move(&state).0);
        play(&game, &mut state, &[ply]);
    }
    assert_eq!(order, [0, 1, 3, 2]);
    assert_eq!(tail(&game, &state), "0 1 - *");
}

#[test]
fn horizons_count_the_turns_to_the_next_limit() {
    let horizon = |options: &str, text: &str| {
        let (game, state) = read(options, text);
        game.horizon(&state)
    };
    assert_eq!(horizon("", START), 400);
    assert_eq!(horizon("(eviction=none)", START), 20_000);
    assert_eq!(horizon("(eviction=none,draw_after=0)", START), u32::MAX);
    let later = START.replace(" 0 0 - *", " 3 4999 - *");
    assert_eq!(horizon("", &later), 1);
    assert_eq!(horizon("(order=clockwise)", &later), 2);
    assert_eq!(horizon("", &later.replace("4999", "9999")), 1);
}
