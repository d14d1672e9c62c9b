//! Conversations with our engine, our engines under our host, and programs that do as they like.

use std::time::Duration;

use plyglot_arena::Ending;
use plyglot_core::Rng;
use plyglot_protocol::FaultKind;

use super::{codec::*, *};
use crate::{
    driving::{Driven, host_engines, host_scripts},
    testing::Bench,
};

#[test]
fn lines_are_read_and_written_alike() {
    for line in [
        "INIT",
        "NEWGAME",
        "NEWGAME B:W21,22:B1,K2 1-5 21-17",
        "MOVE 1x10x19",
        "GO",
        "GO maxdepth 7 maxtime 0.25 dontplaymove",
        "STOP",
        "GETPARAMETERS",
        "GETPARAMETER maxtime",
        "SETPARAMETER book none at all",
        "GETNAME",
        "QUIT",
    ] {
        assert_eq!(Command::read(line).unwrap().to_string(), line);
    }
    for line in [
        "READY",
        "BESTMOVE 11-15",
        "BESTMOVE none",
        "INFO nodes 12 transpositions 3 depth 4 eval -5 time 0.25 pv 11-15 22x18",
        "INFO eval 5 time 1",
        "PARAMETERS",
        "PARAMETERS a b",
        "PARAMETER hash int 64",
        "NAME Simple",
    ] {
        assert_eq!(Answer::read(line).unwrap().to_string(), line);
    }
    for line in ["", "init", "MOVE", "GETPARAMETER", "HELLO there"] {
        assert_eq!(Command::read(line), None, "{line}");
    }
    for line in ["", "BESTMOVE", "PARAMETER x", "NAME", "Exception in thread"] {
        assert_eq!(Answer::read(line), None, "{line}");
    }
    let go = Command::read("GO maxdepth x maxtime -3 please dontplaymove");
    assert_eq!(go, Some(Command::Go(Go { unplayed: true, ..Go::default() })));
}

#[test]
fn any_line_is_read_or_passed_over() {
    let mut rng = Rng::new(11);
    let words = "GO INFO NEWGAME BESTMOVE maxtime maxdepth depth eval pv 1 -1 1e999 nan none x ☃";
    let words: Vec<&str> = words.split(' ').collect();
    for _ in 0..20_000 {
        let mut line = String::new();
        for _ in 0..rng.below(6) {
            line += words[rng.below(words.len())];
            line.push([' ', '\t', '-'][rng.below(3)]);
        }
        if let Some(command) = Command::read(&line) {
            assert_eq!(Command::read(&command.to_string()), Some(command), "{line}");
        }
        if let Some(answer) = Answer::read(&line) {
            assert_eq!(Answer::read(&answer.to_string()), Some(answer), "{line}");
        }
    }
}

#[test]
fn our_engine_obeys() {
    let mut engine = Driven::new(&PROTOCOL, "alphabeta");
    assert_eq!(engine.hear(), "READY");
    engine.say("INIT");
    engine.say("GETNAME");
    assert_eq!(engine.hear(), "NAME client1");
    engine.say("GETPARAMETERS");
    assert_eq!(engine.hear(), "PARAMETERS maxtime maxdepth maxnodes");
    for (name, told) in [("maxtime", "float 2"), ("maxdepth", "int 0"), ("maxnodes", "int 0")] {
        engine.say(&format!("GETPARAMETER {name}"));
        assert_eq!(engine.hear(), format!("PARAMETER {name} {told}"));
    }
    engine.say("SETPARAMETER maxnodes 5000");
    engine.say("SETPARAMETER maxnodes many");
    engine.say("GETPARAMETER maxnodes");
    assert_eq!(engine.hear(), "PARAMETER maxnodes int 5000");
    // Lines that mean nothing change nothing.
    for line in
        ["", "frobnicate", "MOVE 11-16 please", "MOVE 1-2", "NEWGAME B:W1", "NEWGAME startpos 9-9"]
    {
        engine.say(line);
    }
    engine.say("GO maxdepth 3 dontplaymove");
    let info = engine.hear();
    assert!(
        matches!(Answer::read(&info), Some(Answer::Info(Info { eval: Some(_), depth: Some(_), pv, .. }))
        if !pv.is_empty()),
        "{info}"
    );
    // The move before was played, so white is to move, and its move was not.
    let first = engine.hear_from("BESTMOVE");
    engine.say("GO maxdepth 3");
    let again = engine.hear_from("BESTMOVE");
    assert_eq!(first, again);
    let squares = again["BESTMOVE ".len()..].split(['-', 'x']).next().unwrap();
    assert!((21..=32).contains(&squares.parse::<u8>().unwrap()), "{again}");
    // A game that is over has no move: nobody to move, or a draw by repetition.
    engine.say("NEWGAME W:W5:B1,K9");
    engine.say("GO");
    assert_eq!(engine.hear_from("BESTMOVE"), "BESTMOVE none");
    let back_and_forth = "K1-6 K32-27 K6-1 K27-32 ".repeat(2).replace('K', "");
    engine.say(&format!("NEWGAME B:WK32:BK1 {back_and_forth}"));
    engine.say("GO");
    assert_eq!(engine.hear_from("BESTMOVE"), "BESTMOVE none");
    engine.say("QUIT");
    let (rest, joined) = engine.end();
    assert!(rest.is_empty(), "{rest:?}");
    assert_eq!(joined.unwrap().result, "2 moves in 2 games");
}

#[test]
fn a_long_thought_is_ended_by_a_word() {
    let mut engine = Driven::new(&PROTOCOL, "alphabeta");
    engine.say("SETPARAMETER maxtime 0");
    engine.say("GO maxtime 100000");
    engine.hear_from("INFO");
    engine.say("STOP");
    let ply = engine.hear_from("BESTMOVE");
    assert_ne!(ply, "BESTMOVE none");
    // A word that came before its question ends nothing.
    engine.say("STOP");
    engine.say("GO maxdepth 2");
    engine.hear_from("BESTMOVE");
    // At the end of its input a thought may be finished.
    engine.say("GO maxdepth 2");
    let (rest, joined) = engine.end();
    assert!(rest.last().unwrap().starts_with("BESTMOVE"), "{rest:?}");
    assert_eq!(joined.unwrap().plies, 3);
}

#[test]
fn our_engines_play_under_our_host() {
    let games = host_engines(&PROTOCOL, "checkers", "random", 40);
    assert_eq!(games.len(), 40);
    for game in &games {
        assert_eq!(game.ending, Ending::Rules, "{game:?}");
    }
    assert_eq!(games[0].names, ["client1", "client2"]);
}

#[test]
fn the_minimal_bot_plays_whole_games() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/checkers_random.py");
    let games = host_scripts(&PROTOCOL, script, 5);
    assert_eq!(games.len(), 5);
    assert!(games.iter().all(|game| game.ending == Ending::Rules), "{games:?}");
    assert_eq!(games[0].names, ["PythonBot", "PythonBot"]);
}

/// A game of a script in the first seat: what it is told begins every line that it reads.
fn game_of(script: &str, limits: Limits) -> Ending {
    let spec = format!("exec(cmd=\"bash -c '{script}'\",protocol=checkers-line,start=5)");
    let mut bench = Bench::of_specs(&PROTOCOL, "checkers", &[spec, "random".to_owned()]);
    bench.hosting.limits = limits;
    bench.play().remove(0).ending
}

#[test]
fn whoever_misbehaves_has_lost() {
    let cases = [
        ("exit 3", FaultKind::Crash),
        ("echo READY; read a; read b; read c; read d; echo BESTMOVE none; cat", FaultKind::Illegal),
        ("echo READY; read a; read b; read c; read d; echo BESTMOVE 9x9; cat", FaultKind::Illegal),
        ("echo READY; read a; read b; read c; read d; yes noise", FaultKind::Flood),
        ("echo READY; cat >&2", FaultKind::Late),
        ("echo READY; read a; read b; read c; read d; exit 0", FaultKind::Crash),
    ];
    for (script, kind) in cases {
        let time = Some(if kind == FaultKind::Late { 300 } else { 60_000 });
        let ending = game_of(script, Limits { time, margin: 0, ..Limits::default() });
        assert!(
            matches!(&ending, Ending::Forfeit { seat: 0, fault } if fault.kind == kind),
            "{script}: {ending:?}"
        );
    }
}

#[test]
fn what_a_move_may_cost_is_told() {
    // It writes down what it is told with its last word, as a name that is no move.
    let script = "echo READY; while read line; do case $line in GO*) echo BESTMOVE ${line// /_}; exec cat;; esac; done";
    let depth = Limits { depth: Some(5), time: Some(1500), ..Limits::default() };
    let clock = Some(plyglot_arena::Clock { base: 60_000, increment: 0 });
    let clock = Limits { clock, ..Limits::default() };
    for (limits, told) in [
        (depth, "GO_maxdepth_5_maxtime_1.5"),
        (clock, "GO_maxtime_2.4"),
        (Limits::default(), "\"GO\""),
    ] {
        let ending = game_of(script, limits);
        assert!(
            matches!(&ending, Ending::Forfeit { seat: 0, fault } if fault.detail.contains(told)),
            "{told}: {ending:?}"
        );
    }
    assert_eq!(Duration::from_secs_f64(2.4).as_secs_f64().to_string(), "2.4");
}
