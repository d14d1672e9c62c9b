//! Trials of the Ludii system.

use plyglot_core::{AnySession, Content, FileGame, FileGameError, Heading, Listed, Rng, Session};
use serde_json::Value;

use super::game;
use crate::Dala;

/// The rules of the samples, which know no draw.
const LUDII: &str = "dala(rules=ludii,quiet_limit=0,repetition=0)";

fn samples() -> Vec<Value> {
    let text = include_str!("../../../../testdata/ludii/trials.json");
    let vectors: Value = serde_json::from_str(text).unwrap();
    let samples = vectors["games"].as_array().unwrap().iter();
    samples.filter(|own| own["plyglot_game"] == "dala(rules=ludii)").cloned().collect()
}

fn words(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|own| own.as_str().unwrap().to_owned()).collect()
}

fn read(spec: &str, text: &str) -> Result<FileGame, FileGameError> {
    game(spec).read_games("trl", &Content::new(text)).unwrap().next().unwrap()
}

fn played(spec: &str, plies: &[String]) -> Session<Dala> {
    let mut session = Session::new(game(spec));
    plies.iter().for_each(|ply| session.play(ply).unwrap());
    session
}

#[test]
fn samples_are_written_and_read() {
    assert_eq!(samples().len(), 2);
    for sample in samples() {
        let moves = words(&sample["moves"]);
        let session = played(LUDII, &moves);
        let ranks = plyglot_core::ranks(&session.outcome().unwrap(), 2);
        let heading = Heading { ranks, ..Heading::default() };
        let text = session.write_game("trl", &heading).unwrap();
        assert!(text.starts_with("game=/lud/board/space/line/Dala.lud\nSTART GAME OPTIONS\n"));
        for key in ["numInitialPlacementMoves", "winner", "endtype", "rankings"] {
            let line = format!("\n{key}={}\n", sample["trailer"][key].as_str().unwrap());
            assert!(text.contains(&line), "{line}");
        }
        let decisions = text.lines().filter(|line| line.starts_with("Move=")).count() - 2;
        assert_eq!(decisions, sample["list_sizes"].as_array().unwrap().len());
        let found = read("dala(rules=ludii)", &text).unwrap();
        assert_eq!((found.plies, found.heading.ranks), (moves, heading.ranks));
    }
}

#[test]
fn lines_are_those_of_ludii() {
    let moves: Vec<String> = ["d4", "d3", "c4", "c3", "f4", "b3xc4"].map(str::to_owned).to_vec();
    let text = played(LUDII, &moves).write_game("trl", &Heading::default()).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("Move=")).collect();
    let wanted = [
        "Move=[Move:mover=0,from=36,to=36,actions=[Add:type=Cell,to=36,what=1,count=12]]",
        "Move=[Move:mover=0,from=37,to=37,actions=[Add:type=Cell,to=37,what=2,count=12]]",
        "Move=[Move:mover=1,from=36,to=21,actions=[Move:typeFrom=Cell,from=36,typeTo=Cell,to=21,decision=true]]",
    ];
    assert_eq!(lines[..3], wanted);
    let wanted = [
        "Move=[Move:mover=2,from=37,to=13,actions=[Move:typeFrom=Cell,from=37,typeTo=Cell,to=13,decision=true],[SetNextPlayer:player=2],[SetScore:player=2,score=1,add=true]]",
        "Move=[Move:mover=2,from=20,to=20,actions=[Remove:type=Cell,to=20,decision=true],[SetScore:player=2,score=0]]",
    ];
    assert_eq!(lines[7..], wanted);
    assert!(!text.contains("winner="));
}

#[test]
fn several_victims_may_come_in_any_order() {
    let spec = "dala(rules=per-line,repetition=0)";
    let mut rng = Rng::new(1);
    let mut found = 0;
    for _ in 0..200 {
        let mut session = Session::new(game(spec));
        while session.outcome().is_none() {
            session.play_random(&mut rng);
        }
        let several = |ply: &&String| ply.matches('x').count() > 1;
        let text = session.write_game("trl", &Heading::default()).unwrap();
        assert_eq!(read(spec, &text).unwrap().plies, session.played());
        if session.played().iter().find(several).is_some() {
            found += 1;
            let mut lines: Vec<&str> = text.lines().collect();
            let removes = |line: &str| line.contains("[Remove:");
            let at = lines.windows(2).position(|two| removes(two[0]) && removes(two[1])).unwrap();
            lines.swap(at, at + 1);
            assert_eq!(read(spec, &lines.join("\n")).unwrap().plies, session.played());
        }
    }
    assert!(found > 0);
}

#[test]
fn broken_trials_name_line_and_ply() {
    let head = "game=Dala.lud\nRNG internal state=0\n";
    let step = |mover: u32, from: u32, to: u32, action: &str| {
        format!("Move=[Move:mover={mover},from={from},to={to},actions=[{action}:to={to}]]\n")
    };
    let cases = [
        (step(2, 37, 21, "Move"), "line 3: it is the turn of player 1, not of 2"),
        (step(1, 37, 21, "Move"), "expected a drop from 36"),
        (step(1, 36, 36, "Move"), "expected a drop from 36"),
        (step(1, 36, 99, "Move"), "expected a drop from 36"),
        (step(1, 36, 0, "Move"), "go to the centre"),
        (step(1, 0, 1, "Move"), "must drop"),
        (step(1, 0, 0, "Remove"), "no capture is owed"),
        ("Move=[Move:mover=1,actions=[Pass:decision=true]]\n".to_owned(), "passing is not allowed"),
    ];
    for (text, why) in cases {
        let error = read("dala(rules=ludii)", &format!("{head}{text}")).unwrap_err();
        assert_eq!(error.ply, Some(1));
        assert!(error.why.contains(why) && !error.why.contains("; trials"), "{text}: {error}");
        let error = read("dala", &format!("{head}{text}")).unwrap_err();
        assert!(error.why.ends_with("; trials are games of dala(rules=ludii)"), "{error}");
    }
    let moves: Vec<String> = ["d4", "d3", "c4", "c3", "f4", "b3xc4"].map(str::to_owned).to_vec();
    let text = played(LUDII, &moves).write_game("trl", &Heading::default()).unwrap();
    let owed = text.replace("Remove", "Frobnicate");
    assert!(read(LUDII, &owed).unwrap_err().why.contains("a capture is owed first"));
    let cut = &text[..text.find("Move=[Move:mover=2,from=20,to=20").unwrap()];
    assert!(read(LUDII, cut).unwrap_err().why.contains("before a capture that is owed"));
    assert!(read("dala(board=4)", head).unwrap_err().why.contains("6x6 and 12 pieces"));
    let small = Session::new(game("dala(board=4)"));
    assert_eq!(small.write_game("trl", &Heading::default()), None);
}
