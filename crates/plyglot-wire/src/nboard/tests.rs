//! Recorded lines, conversations with our engine, our engines under our host, and programs that do as they like.

use plyglot_arena::Ending;
use plyglot_core::{AnySession, Rng, Session};
use plyglot_protocol::FaultKind;
use plyglot_reversi::{PassRule, Reversi};
use serde::Deserialize;
use serde_json::Value;

use super::{codec::*, *};
use crate::{
    driving::{Driven, host_engines, host_scripts},
    testing::Bench,
};

#[derive(Deserialize)]
struct Vectors {
    vectors: Vec<Value>,
    hostile_to_gui: Vec<Value>,
    hostile_to_engine: Vec<Value>,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../../../testdata/outside/nboard.json")).unwrap()
}

fn session() -> Session<Reversi> {
    Session::new(Reversi { pass: PassRule::Move, ..Reversi::default() })
}

const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

/// Whether a line means what a vector says.
fn check(own: &Value) {
    let line = own["line"].as_str().unwrap();
    let read = Answer::read(line);
    let kind = own["kind"].as_str().unwrap_or("move");
    match (kind, read) {
        ("ignored", Ok(None) | Err(Bad::Noise(_))) => {}
        ("search", Ok(Some(Answer::Search(hint)))) | ("book", Ok(Some(Answer::Book(hint)))) => {
            assert_eq!(own["pv"], hint.pv, "{line}");
            assert_eq!(own["move"], hint.mv, "{line}");
            assert_eq!(own["eval"], Value::from(hint.eval.to_vec()), "{line}");
            assert_eq!((&own["games"], &own["depth"]), (&hint.games.into(), &hint.depth.into()));
            assert_eq!(own["suffix"], hint.suffix, "{line}");
            assert_eq!(own["text"].as_str().unwrap_or(""), hint.text, "{line}");
        }
        ("move", Ok(Some(Answer::Move(note)))) => {
            assert_eq!(own["move"], note.mv, "{line}");
            assert_eq!(own["eval"].as_f64(), note.eval, "{line}");
            assert_eq!(own["seconds"].as_f64(), note.seconds, "{line}");
        }
        ("status", Ok(Some(Answer::Status(text)))) | ("name", Ok(Some(Answer::Name(text)))) => {
            assert_eq!(own["text"], text);
        }
        ("nodestats", Ok(Some(Answer::NodeStats { nodes, seconds }))) => {
            assert_eq!((&own["nodes"], &own["seconds"]), (&nodes.into(), &seconds.into()));
        }
        ("analysis", Ok(Some(Answer::Analysis { made, eval }))) => {
            assert_eq!((&own["moves_made"], &own["eval"]), (&made.into(), &eval.into()));
        }
        ("pong", Ok(Some(Answer::Pong(number)))) => assert_eq!(own["n"], number),
        ("learned", Ok(Some(Answer::Learned))) => {}
        (_, read) => panic!("{line}: {read:?}"),
    }
}

#[test]
fn recorded_lines_mean_what_they_should() {
    let lines: Vec<Value> = vectors()
        .vectors
        .iter()
        .filter_map(|own| own["engine_lines"].as_array())
        .flatten()
        .cloned()
        .collect();
    assert_eq!(lines.len(), 23);
    lines.iter().for_each(check);
    for own in vectors().hostile_to_gui {
        let (line, expect) = (own["line"].as_str().unwrap(), own["expect"].as_str().unwrap());
        let found = match Answer::read(line) {
            Err(Bad::Noise(_)) => "ignore with a warning",
            Err(Bad::Move(_)) if line == "===" => "fault: no move",
            Err(Bad::Move(_)) => "illegal move",
            read => panic!("{line}: {read:?}"),
        };
        assert!(expect.starts_with(found), "{line}: {found}");
    }
}

#[test]
fn lines_are_written_as_they_are_read() {
    for line in [
        "set myname Plyglot",
        "status",
        "status thinking",
        "pong 7",
        "=== F5",
        "=== F5/1.50/2.30",
        "=== F5//2.30",
        "=== PA",
        "search F5D6C3 1.25 0 12",
        "search F5-D6-C3 -2.00,-4.00 0 18@73% anything else",
        "book F5 0.00 1234 22",
        "nodestats 24 0.00",
        "analysis 13 3.50",
        "learned",
    ] {
        assert_eq!(Answer::read(line).unwrap().unwrap().to_string(), line);
    }
    for line in [
        "nboard 2",
        "set game (;GM[Othello];)",
        "set depth 6",
        "set contempt -3",
        "move F5",
        "move PA",
        "move D6/1.50/3.20",
        "hint 4",
        "go",
        "ping 3",
        "learn",
        "analyze",
        "quit",
    ] {
        assert_eq!(Command::read(line).unwrap().unwrap().to_string(), line);
    }
}

#[test]
fn any_line_is_read_refused_or_passed_over() {
    let mut rng = Rng::new(13);
    let good = "=== F5/1.50/2.3|search F5D6 -2,-4 0 18@73% text|set game (;GM[Othello];)|move PA/1/2|\
                nodestats 24 0.00|analysis 13 3.5|ping 18446744073709551616|set depth 61|F5|pass|--";
    let good: Vec<&str> = good.split('|').collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = good[rng.below(good.len())].chars().collect();
        for _ in 0..rng.below(5) {
            let at = rng.below(text.len().max(1));
            match rng.below(3) {
                0 if !text.is_empty() => drop(text.remove(at)),
                1 if !text.is_empty() => text[at] = ['/', ' ', '-', 'é', '9', 'P'][rng.below(6)],
                _ => text.push(['/', ' ', '.', '☃', '0', 'a'][rng.below(6)]),
            }
        }
        let line: String = text.into_iter().collect();
        if let Ok(Some(command)) = Command::read(&line) {
            assert!(matches!(Command::read(&command.to_string()), Ok(Some(_))), "{line}");
        }
        if let Ok(Some(answer)) = Answer::read(&line) {
            assert!(matches!(Answer::read(&answer.to_string()), Ok(Some(_))), "{line}");
        }
        let _ = record::read(&session(), &line);
    }
}

#[test]
fn records_tell_the_game_and_its_clocks() {
    let text = format!(
        "(;GM[Othello]PC[test]PB[a]PW[b]RE[?]TI[05:00/00:02]TW[10:00]TY[8]{START}B[F5//3.5]W[D6/1.00/2]B[C3];)"
    );
    let read = record::read(&session(), &text).unwrap();
    assert_eq!(
        (read.position.as_deref(), &read.plies[..]),
        (None, &["f5", "d6", "c3"].map(str::to_owned)[..])
    );
    assert_eq!(read.seconds, [Some(3.5), Some(2.0), None]);
    let mut black = read.clocks[0].unwrap();
    assert_eq!((black.main.as_secs(), black.increment.as_secs()), (300, 2));
    assert_eq!(read.clocks[1].unwrap().main.as_secs(), 600);
    black.spend(3.5);
    assert_eq!(black.main.as_secs_f64(), 298.5);
    let mut game = session();
    for ply in &read.plies {
        AnySession::play(&mut game, ply).unwrap();
    }
    let names = ["one]".to_owned(), "two".to_owned()];
    let written = record::write(&game, &names, Some(black)).unwrap();
    assert!(
        written.contains("PB[one)]PW[two]") && written.contains("TI[04:58/00:02/00:00]"),
        "{written}"
    );
    assert_eq!(record::read(&session(), &written).unwrap().plies, read.plies);
}

#[test]
fn an_engine_is_told_whose_turn_it_is_after_any_opening() {
    let (mut rng, mut skipped) = (Rng::new(2), 0);
    for _ in 0..40 {
        let mut game = Session::new(Reversi::default());
        while game.play_random(&mut rng) && game.outcome().is_none() {
            let told = guest::so_far(&game, &["a".to_owned(), "b".to_owned()], None).unwrap();
            skipped += usize::from(told.len() > 1);
            let mut theirs = session();
            for command in told {
                match command {
                    Command::SetGame(text) => {
                        let read = record::read(&theirs, &text).unwrap();
                        let mut plies = read.plies.iter();
                        plies.try_for_each(|ply| AnySession::play(&mut theirs, ply)).unwrap();
                    }
                    _ => AnySession::play(&mut theirs, "pass").unwrap(),
                }
            }
            assert_eq!(theirs.position(), game.position());
        }
    }
    assert!(skipped > 10, "{skipped}");
}

#[test]
fn our_engine_plays_a_recorded_conversation() {
    let own = &vectors().vectors[0];
    let mut engine = Driven::new(&PROTOCOL, "alphabeta");
    for line in own["lines"].as_array().unwrap() {
        let text = line[1].as_str().unwrap();
        match (line[0].as_str().unwrap(), text) {
            ("gui", text) => engine.say(text),
            (_, "set myname Plyglot") => assert_eq!(engine.hear(), "set myname client_1"),
            (_, "pong 1" | "status" | "status thinking") => {
                assert_eq!(engine.hear_from(text), text)
            }
            (_, text) => {
                let found = engine.hear_from(text.split(' ').next().unwrap());
                assert!(matches!(Answer::read(&found), Ok(Some(_))), "{found}");
            }
        }
    }
    // After the move of the user interface it is white's turn in the recorded position: its moves are known.
    engine.say("ping 2");
    engine.say("hint 60");
    engine.hear_from("pong 2");
    let mut legal = session();
    legal.set_position(own["position"].as_str().unwrap()).unwrap();
    let mut found = Vec::new();
    while found.len() < legal.legal().len() {
        if let Ok(Some(Answer::Search(hint))) = Answer::read(&engine.hear_from("search")) {
            found.push(hint.mv.to_ascii_lowercase());
            found.sort();
            found.dedup();
        }
    }
    assert_eq!(found, legal.legal());
    engine.say("quit");
    engine.end().1.unwrap();
}

#[test]
fn what_is_asked_for_is_done_and_what_is_wrong_is_said() {
    let mut engine = Driven::new(&PROTOCOL, "alphabeta");
    for own in vectors().hostile_to_engine {
        let (line, expect) = (own["line"].as_str().unwrap(), own["expect"].as_str().unwrap());
        engine.say("set depth 2");
        engine.say(line);
        engine.say("ping 9");
        match expect {
            _ if line == "go" => {
                // It was ended before its answer, or it was not.
                engine.hear_from("pong 9");
            }
            _ if expect.starts_with("error line") => {
                assert!(engine.hear_from("status").starts_with("status error: "), "{line}");
                assert_eq!(engine.hear(), "pong 9");
            }
            _ => assert_eq!(engine.hear(), "pong 9", "{line}"),
        }
    }
    // The position is that after F5, which one of these lines played.
    engine.say("go");
    let reply = engine.hear_from("===");
    assert!(["=== D6", "=== F4", "=== F6"].iter().any(|own| reply.starts_with(own)), "{reply}");
    engine.say("learn");
    engine.hear_from("learned");
    engine.say("analyze");
    assert!(engine.hear_from("analysis").starts_with("analysis 0 "));
    assert!(engine.hear_from("analysis").starts_with("analysis 1 "));
    engine.say("go");
    assert_eq!(engine.hear_from("===")[..6], reply[..6], "an analysis leaves the game as it was");
    let (_, joined) = engine.end();
    assert!(joined.unwrap().plies >= 2);
}

#[test]
fn who_must_pass_says_so() {
    // White has no move; after the pass black has one.
    let board = "*".repeat(60) + "**O-";
    let board = format!("BO[8 {board} O]");
    let mut engine = Driven::new(&PROTOCOL, "alphabeta");
    engine.say(&format!("set game (;GM[Othello]TY[8]{board};)"));
    engine.say("move H8");
    assert!(engine.hear().starts_with("status error: "));
    engine.say("go");
    assert_eq!(&engine.hear_from("===")[..6], "=== PA");
    engine.say("move PA");
    engine.say("go");
    let last = engine.hear_from("===");
    assert!(last.starts_with("=== H8//"), "an only move has no value: {last}");
    engine.say("move H8");
    engine.say("ping 1");
    assert_eq!(engine.hear_from("pong"), "pong 1");
    engine.say("go");
    assert_eq!(engine.hear_from("==="), "=== PA", "the game is over");
    engine.say("quit");
    engine.end().1.unwrap();
}

#[test]
fn a_ping_ends_thinking_and_nothing_stale_follows_it() {
    let mut engine = Driven::new(&PROTOCOL, "alphabeta");
    // Nothing but a ping would end a search of such a depth soon.
    engine.say("set depth 60");
    engine.say("go");
    engine.hear_from("search");
    engine.say("ping 4");
    let mut between = Vec::new();
    loop {
        let line = engine.hear();
        if line == "pong 4" {
            break;
        }
        between.push(line);
    }
    assert!(!between.iter().any(|line| line.starts_with("===")), "{between:?}");
    // What is not answered yet when the ping comes is never answered.
    engine.say("go");
    engine.say("ping 5");
    engine.hear_from("pong 5");
    engine.say("set depth 1");
    engine.say("go");
    let (rest, joined) = engine.end();
    assert_eq!(rest.iter().filter(|line| line.starts_with("===")).count(), 1, "{rest:?}");
    assert_eq!(joined.unwrap().plies, 1);
}

#[test]
fn our_engines_play_under_our_host() {
    for game in ["reversi", "reversi(pass=move)"] {
        let games = host_engines(&PROTOCOL, game, "random", 20);
        assert_eq!(games.len(), 20);
        for game in &games {
            assert_eq!(game.ending, Ending::Rules, "{game:?}");
        }
        assert_eq!(games[0].names, ["client_1", "client_2"]);
    }
}

#[test]
fn the_minimal_bot_plays_whole_games() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/nboard_random.py");
    let games = host_scripts(&PROTOCOL, script, 5);
    assert_eq!(games.len(), 5);
    assert!(games.iter().all(|game| game.ending == Ending::Rules), "{games:?}");
    assert_eq!(games[0].names, ["PythonBot", "PythonBot"]);
}

/// A game of a script in the first seat. It answers pings, and `$go` is what it does when it is asked.
fn game_of(go: &str, game: &str, limits: Limits) -> Ending {
    let script = format!(
        "while read word rest; do case $word in ping) echo pong $rest;; set) told=${{rest// /_}};; go) {go};; esac; done"
    );
    let spec = format!("exec(cmd=\"bash -c '{script}'\",protocol=nboard,start=5)");
    let mut bench = Bench::of_specs(&PROTOCOL, game, &[spec, "random".to_owned()]);
    bench.hosting.limits = limits;
    bench.play().remove(0).ending
}

#[test]
fn whoever_misbehaves_has_lost() {
    let limits = |millis| Limits { time: Some(millis), margin: 0, ..Limits::default() };
    let cases = [
        ("exit 3", FaultKind::Crash),
        ("echo === A1", FaultKind::Illegal),
        ("echo ===", FaultKind::Illegal),
        ("echo === Z9", FaultKind::Illegal),
        ("echo === PA", FaultKind::Illegal),
        ("yes noise", FaultKind::Flood),
        ("sleep 9", FaultKind::Late),
        // What came before the answer to a ping was never an answer.
        ("echo pong 99; sleep 9", FaultKind::Late),
    ];
    for (go, kind) in cases {
        let millis = if kind == FaultKind::Late { 300 } else { 60_000 };
        let ending = game_of(go, "reversi", limits(millis));
        assert!(
            matches!(&ending, Ending::Forfeit { seat: 0, fault } if fault.kind == kind),
            "{go}: {ending:?}"
        );
    }
    let small = game_of("echo", "reversi(size=6)", limits(60_000));
    assert!(matches!(small, Ending::Forfeit { seat: 0, fault } if fault.detail.contains("8x8")));
}

#[test]
fn what_a_game_may_cost_is_told() {
    let clock = Some(plyglot_arena::Clock { base: 300_000, increment: 2000 });
    let clock = Limits { clock, ..Limits::default() };
    let time = Limits { time: Some(4000), ..Limits::default() };
    let depth = Limits { depth: Some(7), ..Limits::default() };
    for (limits, told) in
        [(clock, "[05:00/00:02/00:00]"), (time, "[01:00/00:00/00:00]"), (depth, "depth_7")]
    {
        // It says with its move what it was set last: of a record, its clock.
        let go = "told=${told#*TI}; echo === ${told:0:24}";
        let ending = game_of(go, "reversi", limits);
        let Ending::Forfeit { seat: 0, fault } = &ending else { panic!("{ending:?}") };
        assert!(fault.detail.contains(told), "{told}: {fault}");
    }
}
