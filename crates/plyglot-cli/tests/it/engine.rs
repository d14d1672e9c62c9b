//! The engine as a match runner drives it.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
    sync::atomic::AtomicBool,
    time::Duration,
};

use plyglot_catalog::Catalog;
use plyglot_core::{Spec, options::no_files};
use plyglot_guard::Host;
use plyglot_protocol::{Bot, BotSpec, FaultKind, Limits, Position, SeatClock};

use crate::{documents::root, plyglot};

/// What the engine says to a whole script.
fn engine(args: &[&str], script: &str) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .arg("engine")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    engine.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let done = engine.wait_with_output().unwrap();
    assert!(done.status.success());
    String::from_utf8(done.stdout).unwrap()
}

#[test]
fn a_scripted_session() {
    let script = "ugi\nsetoption name agent value paranoid(depth=2)\nisready\nuginewgame\nisready\n\
                  position startpos moves d3 c3\nquery p1turn\nquery gameover\ngo nodes 1000\n\
                  query result\nquit\n";
    let said = engine(&["reversi", "--agent", "random", "--seed", "5"], script);
    let plain = said.lines().filter(|line| !line.starts_with("info "));
    let plain: Vec<_> = plain.skip_while(|line| *line != "ugiok").collect();
    let expected = ["ugiok", "readyok", "readyok", "response true", "response false"];
    assert_eq!(plain[..5], expected, "{said}");
    assert!(said.starts_with("id name Plyglot random\n"), "{said}");
    assert!(said.contains("option name seed type spin default 5 "), "{said}");
    assert!(plain[5..].contains(&"response none"), "{said}");
    let best = plain[5..].iter().filter(|line| line.starts_with("bestmove "));
    assert_eq!(best.map(|line| line.split(' ').count()).collect::<Vec<_>>(), [2], "{said}");
}

#[test]
fn an_only_move_is_answered_at_once_unless_lines_are_asked_for() {
    let thinks = |set: &str| {
        let script = format!("ugi\n{set}position startpos moves 11-15 22-18\ngo nodes 2000\n");
        let said = engine(&["checkers", "--agent", "alphabeta"], &script);
        assert!(said.ends_with("bestmove 15x22\n"), "{said}");
        !said.contains("info depth 0 nodes 0 ")
    };
    assert!(!thinks(""));
    assert!(thinks("setoption name multipv value 2\n"));
}

/// A runner in the manner of UGI's own: it knows no rules and asks the engines for everything.
#[test]
fn a_runner_that_knows_no_rules_finishes_games() {
    for game in ["dala", "reversi", "checkers", "halma(variant=duel8)"] {
        let mut moves = String::new();
        loop {
            let list = if moves.is_empty() { String::new() } else { format!(" moves{moves}") };
            let script = format!(
                "ugi\nisready\nposition startpos{list}\nquery gameover\nquery result\ngo nodes 1\n"
            );
            let said = engine(&[game, "--agent", "random"], &script);
            let mut responses = said.lines().filter_map(|line| line.strip_prefix("response "));
            let (over, result) = (responses.next().unwrap(), responses.next().unwrap());
            if over == "true" {
                assert!(["p1win", "p2win", "draw"].contains(&result), "{said}");
                break;
            }
            assert_eq!(result, "none");
            let best = said.lines().find_map(|line| line.strip_prefix("bestmove ")).unwrap();
            moves += &format!(" {best}");
        }
    }
}

/// The bots of docs/protocol.md are those of examples/bots, and play whole games.
#[test]
fn the_example_bots_play_whole_games() {
    let text = fs::read_to_string(root().join("docs/protocol.md")).unwrap();
    let cases: [(&str, &str, &[&str]); 2] = [
        ("reversi_ugi.py", "reversi", &["best(depth=1)"]),
        ("chexers_ugi.py", "chexers", &["random", "hand(depth=1)"]),
    ];
    for (name, game, others) in cases {
        let code = fs::read_to_string(root().join("examples/bots").join(name)).unwrap();
        assert!(text.contains(&code), "docs/protocol.md does not show {name}");
        assert!(code.lines().count() <= 60, "{name}");
        let bots = root().join("examples/bots");
        let bot = format!("exec(cmd=\"python3 {name}\",cwd=\"{}\",start=60)", bots.display());
        let agents = [&["--agents", &*bot], others].concat();
        let limits = ["--games", "6", "--time", "30", "--no-db"];
        let said = plyglot(&[&["match", game], &limits[..], &agents].concat()).ok();
        assert!(said.contains("6 by the rules, 0 by faults"), "{said}");
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    assert!(plyglot(&["engine", "chess"]).refused().contains("no game \"chess\""));
    let agent = plyglot(&["engine", "chexers", "--agent", "alphabeta"]).refused();
    assert!(agent.contains("two sides"), "{agent}");
}

#[test]
fn the_guard_is_part_of_the_program() {
    let guard = |words: &[&str]| plyglot(&[&["bot-guard", "64", "--"], words].concat());
    assert_eq!(guard(&["sh", "-c", "exit 7"]).code, 7);
    assert_eq!(guard(&["sh", "-c", "kill -SEGV $$"]).code, 128 + 11);
    let missing = guard(&["./no-such-bot"]);
    assert_eq!(missing.code, 252);
    assert!(missing.err.contains("cannot run ./no-such-bot"), "{}", missing.err);
    assert!(!plyglot(&["--help"]).ok().contains("bot-guard"));
}

/// The engine as an external bot with an option of its own.
fn engine_bot(game: &str, agent: &str) -> Result<Bot, plyglot_protocol::Fault> {
    let program = env!("CARGO_BIN_EXE_plyglot");
    let text = format!("exec(cmd=\"{program} engine\",start=60,agent=\"{agent}\")");
    let spec = BotSpec::parse(&Spec::parse(&text).unwrap()).unwrap();
    let guard = Some(vec![program.into(), plyglot_guard::NAME.into()]);
    Bot::start_under(&Host { guard, adopts: false }, &spec, game)
}

#[test]
fn engines_are_bots_for_every_game() {
    let wall = Duration::from_secs(60);
    let second = Duration::from_secs(1);
    for game in ["dala", "chexers", "reversixt", "reversi", "checkers", "halma"] {
        let mut session = Catalog::standard().open(game, &no_files).unwrap().session;
        let mut bot = engine_bot(game, "paranoid(depth=1,tt=0)").unwrap();
        bot.new_game().unwrap();
        for ply in 0..12 {
            // Half of the way is told as moves, the rest as positions.
            let (text, moves) = (session.position(), session.played());
            let position = match ply < 6 {
                true => Position { start: None, moves },
                false => Position { start: Some(&text), moves: &[] },
            };
            let clocks = vec![SeatClock { left: second, increment: second }; 4];
            let limits = Limits { clocks, ..Limits::default() };
            let answer = bot.think(&position, &limits, wall, &AtomicBool::new(false)).unwrap();
            assert!(session.legal().contains(&answer.ply), "{game}: {answer:?} in {text}");
            // An only move needs no thought, and has no value.
            let forced = session.legal().len() == 1;
            assert!(answer.nodes.is_some() && (forced || answer.value.is_some()), "{answer:?}");
            session.play(&answer.ply).unwrap();
        }
    }
    let fault = engine_bot("dala", "deep").err().unwrap();
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.detail.starts_with("refused its options: there is no search"), "{fault}");
}
