use plyglot_core::{Game, Notation, Rng, TextError};

use super::{read, rules};
use crate::{Square, WireAction, board::DIRECTIONS};

const DUEL: &str = "duel8 AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB 0 0 - *";

/// Where a text stops being readable, and what could have stood there.
fn syntax(options: &str, text: &str) -> (usize, usize, String) {
    match rules(options).parse_state(text) {
        Err(TextError::Syntax { line, column, expected, .. }) => (line, column, expected),
        other => panic!("{text:?} gives {other:?}"),
    }
}

fn broken_rule(text: &str) -> String {
    match rules("").parse_state(text) {
        Err(TextError::Rules(what)) => what,
        other => panic!("{text:?} gives {other:?}"),
    }
}

#[test]
fn squares_have_names_and_neighbours() {
    for y in 0..16 {
        for x in 0..16 {
            let square = Square::new(x, y);
            assert_eq!((square.x(), square.y()), (x, y));
            for (idx, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                if let Some(near) = square.offset(dx, dy, 16) {
                    assert_eq!(square.step(idx), near);
                    assert_eq!(square.leg_to(near), Some((idx, 1)));
                }
                if let Some(far) = square.offset(2 * dx, 2 * dy, 16) {
                    assert_eq!(square.hop(idx), far);
                    assert_eq!(square.leg_to(far), Some((idx, 2)));
                }
            }
        }
    }
    assert_eq!(crate::square_name(Square::new(15, 15)), "p16");
}

#[test]
fn unreadable_positions_say_where() {
    assert_eq!(syntax("", "").1, 1);
    assert_eq!(syntax("", "duel7 x").2.split(' ').next(), Some("a"));
    let column = |text: &str| (syntax("", text).0, syntax("", text).1);
    assert_eq!(column("duel8"), (1, 6));
    assert_eq!(column("duel8 AAAA4/AAA5/AA6/A7/7C/6BB/5BBB/4BBBB 0 0 - *"), (1, 26));
    assert_eq!(column("duel8 AAAA5/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB 0 0 - *"), (1, 11));
    assert_eq!(column("duel8 AAAA3/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB 0 0 - *"), (1, 12));
    assert_eq!(column(&DUEL.replace(" 0 0 ", " 2 0 ")), (1, 43));
    assert_eq!(column(&DUEL.replace(" 0 0 ", " 0 x ")), (1, 45));
    assert_eq!(column(&DUEL.replace("- *", "i1 *")), (1, 47));
    assert_eq!(column(&DUEL.replace("- *", "a1, *")), (1, 50));
    assert_eq!(column(&DUEL.replace("- *", "- T2")), (1, 49));
    assert_eq!(column(&format!("{DUEL} x")), (1, 51));
    assert_eq!(column(&format!("\n {DUEL}\nx")), (3, 1));
    assert!(syntax("", &DUEL.replace("- *", "- T2")).2.contains("T0 to T1"));
}

#[test]
fn impossible_positions_say_why() {
    let duel = |from: &str, to: &str| broken_rule(&DUEL.replacen(from, to, 1));
    assert!(duel("AAAA4", "AAA5").contains("player 0 has 9 pieces"));
    assert!(duel("- *", "a1,c1 *").contains("whole turns"));
    let chain = |chain: &str| {
        broken_rule(&format!("team8 AAA2BBB/AA4BB/6B1/2A5/8/C6D/CC4DD/CCC2DDD 0 4 {chain} *"))
    };
    assert!(chain("c4").contains("only one square"));
    assert!(chain("c2,c3").contains("no piece of player 0"));
    assert!(chain("a4,b4,c4").contains("not a hop"));
    assert!(chain("a2,c4").contains("occupied"));
    assert!(chain("a4,c4").contains("empty square"));
    assert!(chain("c2,c4,c2,c4").contains("twice"));
}

#[test]
fn actions_are_read_in_every_spelling() {
    let game = rules("");
    let state = game.start();
    let wanted = game.parse_ply(&state, "0 (2,0) (4,2)").unwrap();
    assert_eq!(game.parse_ply(&state, " c1-e3\n").unwrap(), wanted);
    assert_eq!(game.write_ply(&state, &wanted), "0 (2,0) (4,2)");
    let why = |text: &str| game.parse_ply(&state, text).unwrap_err().to_string();
    assert!(why("1 (2,0) (4,2)").contains("player 0's turn"));
    assert!(why("0 (2,0) (-4,2)").contains("(-4,2) is not on the board"));
    assert!(why("0 (2,0) (2,0)").contains("nowhere"));
    assert!(why("a1-c1-e3").contains("several actions"));
    assert!(why("0 null null").contains("may not pass"));
    assert!(why("a1-b1").contains("b1 is occupied"));
    assert!(why("e5-e6").contains("e5 is empty"));
    assert!(why("p1-p5").contains("p1 is player 1's"));
    assert!(why("d1-f1").contains("no piece on e1"));
    assert!(why("d1-h5").contains("neither a step nor a hop"));
    for text in
        ["0 (2,0)", "0 (2,0)  (4,2)", "0 (2;0) (4,2)", "0 null null x", "c1", "c1-", "q1-a1"]
    {
        let error = game.parse_ply(&state, text).unwrap_err();
        assert!(matches!(error, TextError::Syntax { .. }), "{text}: {error}");
    }
    let action = WireAction::parse("3 null (1,2)").unwrap();
    assert_eq!(action, WireAction { player: 3, squares: None });
}

#[test]
fn chains_are_held_to_their_piece() {
    let game = rules("");
    let mut state = game.start();
    super::play(&game, &mut state, &["c1-e3"]);
    let why = |text: &str| game.parse_ply(&state, text).unwrap_err().to_string();
    assert!(why("d1-e1").contains("piece on e3 is hopping"));
    assert!(why("e3-c1").contains("has been on c1"));
    assert!(why("e3-e4").contains("step cannot be part"));
}

#[test]
fn turns_are_read_long_and_short() {
    let text = "duel8 AA1A4/AAA5/AAA5/A7/7B/6BB/5BBB/4BBBB 0 0 - *";
    let (game, state) = read("", text);
    let wanted = game.parse_ply(&state, "a1-c1").unwrap();
    assert_eq!(game.write_ply(&state, &wanted), "a1-c1");
    assert!(game.parse_ply(&state, "a1-c1-e1").is_ok());
    assert_eq!(game.parse_ply(&state, "a1-c1-e1"), game.parse_ply(&state, "a1-e1"));
    assert!(game.parse_ply(&state, "a1-c1-a1-c1").is_ok(), "paths of whole turns are free");
    let why = |text: &str| game.parse_ply(&state, text).unwrap_err().to_string();
    assert!(why("a1-c1-c5").contains("c1 to c5 is not a legal hop"));
    assert!(why("a1-c1-a1").contains("ends where it begins"));
    assert!(why("a1-c1-d2").contains("not a legal hop"));
    assert!(why("e5-g5-e5-c5").contains("e5 is empty"));
    assert!(why("pass").contains("may not pass"));
    assert!(why("a1-h4").contains("no step and no chain"));
    let game = rules("(variant=team8,level=turn)");
    let state = game.start();
    let error = game.parse_ply(&state, "a1-c3-a1-c3").unwrap_err().to_string();
    assert!(error.contains("a1 is visited twice"), "{error}");
}

/// Whatever is read comes back or is refused: nothing panics, hangs or grows.
#[test]
fn no_text_does_harm() {
    let mut rng = Rng::new(99);
    let positions: Vec<String> =
        super::laws::ODD.iter().map(|text| (*text).to_owned()).chain([DUEL.to_owned()]).collect();
    let plies = ["0 (2,0) (4,2)", "0 null null", "c1-e3", "a1-c1-e3-e5-g5", "pass", "end"];
    let games = [rules(""), rules("(level=turn)"), rules("(variant=duel8)")];
    for round in 0..40_000 {
        let position = mutated(&positions[rng.below(positions.len())], &mut rng);
        let ply = mutated(plies[rng.below(plies.len())], &mut rng);
        let game = &games[round % games.len()];
        if let Ok((game, state)) = game.parse_state(&position) {
            let text = game.write_state(&state);
            let (_, back) = game.parse_state(&text).expect("own text");
            assert_eq!(back, state, "{position}");
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            assert_eq!(moves.is_empty(), game.outcome(&state).is_some(), "{position}");
            let _ = game.parse_ply(&state, &ply);
        }
        let _ = game.parse_ply(&game.start(), &ply);
        let _ = WireAction::parse(&ply);
    }
}

fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    if rng.below(20) == 0 {
        bytes = (0..rng.below(60)).map(|_| rng.below(256) as u8).collect();
    }
    for _ in 0..rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let new = b"0123456789ABCDTabcp/-,*=() \n\xC3\xFFnul"[rng.below(33)];
        match rng.below(4) {
            0 if at < bytes.len() => bytes[at] = new,
            1 if at < bytes.len() => _ = bytes.remove(at),
            2 if at < bytes.len() => {
                let other = rng.below(bytes.len());
                bytes.swap(at, other);
            }
            _ => bytes.insert(at, new),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
