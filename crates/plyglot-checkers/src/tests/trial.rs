//! Trials of the Ludii system.

use plyglot_core::{
    AnySession, Content, FileGame, FileGameError, Heading, Listed, Session,
    ludii::{Node, Step},
};
use serde_json::Value;

use super::vectors::words;
use crate::{Checkers, Side};

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../../testdata/ludii/trials.json")).unwrap()
}

fn read_by(rules: &Checkers, text: &str) -> Result<FileGame, FileGameError> {
    rules.read_games("trl", &Content::new(text)).unwrap().next().unwrap()
}

fn read(text: &str) -> Result<FileGame, FileGameError> {
    read_by(&Checkers::default(), text)
}

/// A session without draws, as Ludii has none of ours.
fn played(plies: &[String]) -> Session<Checkers> {
    let draws = crate::DrawRules::NONE;
    let mut session = Session::new(Checkers { draws, ..Checkers::default() });
    plies.iter().for_each(|ply| session.play(ply).unwrap());
    session
}

fn pairs(values: &Value) -> Vec<(&str, &str)> {
    let values = values.as_object().unwrap().iter();
    values.map(|(key, value)| (key.as_str(), value.as_str().unwrap())).collect()
}

/// The values of a node in the order of their keys, as the vectors have them.
fn sorted<'a>(node: &Node<'a>) -> Vec<(&'a str, &'a str)> {
    let mut values = node.values.clone();
    values.sort();
    values
}

/// A node as it is written.
fn written(node: &Node<'_>) -> String {
    let values = node.values.iter().map(|(key, value)| format!("{key}={value}"));
    let actions = node.actions.iter().map(written).collect::<Vec<_>>().join(",");
    let actions = Some(format!("actions={actions}")).filter(|_| !node.actions.is_empty());
    let parts: Vec<String> = values.chain(actions).collect();
    format!("[{}:{}]", node.name, parts.join(","))
}

#[test]
fn lines_are_taken_apart_and_put_together() {
    for case in vectors()["lines"].as_array().unwrap() {
        let line = case["line"].as_str().unwrap().strip_prefix("Move=").unwrap();
        let step = Step::parse(line).unwrap();
        let mut head = pairs(&case["head"]);
        head.sort();
        assert_eq!(sorted(&step.node), head);
        let actions = case["actions"].as_array().unwrap();
        assert_eq!(step.node.actions.len(), actions.len());
        for (own, wanted) in step.node.actions.iter().zip(actions) {
            assert_eq!(Some(own.name), wanted[0].as_str());
            let mut values = pairs(&wanted[1]);
            values.sort();
            assert_eq!(sorted(own), values);
        }
        assert_eq!(written(&step.node), line);
    }
}

#[test]
fn a_whole_file_comes_back() {
    let vectors = vectors();
    let text = vectors["whole_file"].as_str().unwrap();
    let game = read(text).unwrap();
    let session = played(&game.plies);
    let own = session.write_game("trl", &game.heading).unwrap();
    // Lists of legal moves are not written, and the path is the one that Ludii has for its own games.
    let kept = |text: &str| -> Vec<String> {
        let kept = |line: &&str| !line.starts_with("LEGAL MOVES") && !line.starts_with("game=");
        text.lines().filter(kept).map(str::to_owned).collect()
    };
    assert_eq!(kept(&own), kept(text));
    assert!(own.starts_with("game=/lud/board/war/leaping/diagonal/English Draughts.lud\n"));
}

#[test]
fn samples_are_written_and_read() {
    let vectors = vectors();
    let samples = vectors["games"].as_array().unwrap().iter();
    for sample in samples.filter(|own| own["plyglot_game"] == "checkers") {
        let moves: Vec<String> = words(&sample["moves"]).into_iter().map(str::to_owned).collect();
        let session = played(&moves);
        let winner = sample["trailer"]["winner"].as_str().unwrap();
        let ranks = plyglot_core::ranks(&session.outcome().unwrap(), 2);
        assert_eq!(ranks, if winner == "1" { [1, 2] } else { [2, 1] });
        let heading = Heading { ranks, ..Heading::default() };
        let text = session.write_game("trl", &heading).unwrap();
        for key in ["numInitialPlacementMoves", "winner", "endtype", "rankings"] {
            let line = format!("\n{key}={}\n", sample["trailer"][key].as_str().unwrap());
            assert!(text.contains(&line), "{line}");
        }
        let decisions = text.lines().filter(|line| line.starts_with("Move=")).count() - 24;
        assert_eq!(decisions, sample["list_sizes"].as_array().unwrap().len());
        let game = read(&text).unwrap();
        assert_eq!((game.plies, game.heading.ranks), (moves, heading.ranks));
    }
}

#[test]
fn broken_trials_name_line_and_ply() {
    let head = "game=English Draughts\nRNG internal state=0\n";
    let step = |mover: u32, from: u32, to: u32| {
        format!(
            "Move=[Move:mover={mover},from={from},to={to},actions=[Move:from={from},to={to}]]\n"
        )
    };
    // 11-15 is 17 to 24 there.
    let cases = [
        (step(2, 20, 27), "line 3: it is the turn of player 1, not of 2"),
        (step(1, 1, 8), "between sites of dark squares"),
        (step(1, 99, 8), "between sites of dark squares"),
        (step(1, 0, 9), "is not legal here"),
    ];
    for (text, why) in cases {
        let error = read(&format!("{head}{text}")).unwrap_err();
        assert_eq!(error.ply, Some(1));
        assert!(error.why.contains(why), "{text}: {error}");
    }
    let vectors = vectors();
    let text = vectors["whole_file"].as_str().unwrap();
    // The middle of a double jump, which another piece cannot go on with.
    let jump = text.find(",[SetNextPlayer:player=1]]").unwrap();
    let next = jump + text[jump..].find('\n').unwrap() + 1;
    assert!(read(&text[..next]).unwrap_err().why.contains("before a jump that must be made"));
    let other = format!("{}{}", &text[..next], step(1, 41, 32));
    assert!(read(&other).unwrap_err().why.contains("jumps on, not that on"));
    for case in vectors["hostile"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap().replace("game=x", "game=English Draughts");
        let good = case["expect"].as_str().unwrap().starts_with("accept");
        assert_eq!(read(&text).is_ok(), good, "{text}");
    }
}

#[test]
fn only_games_from_the_start_are_trials() {
    let white = Checkers { first: Side::White, ..Checkers::default() };
    let text = played(&["11-15".to_owned()]).write_game("trl", &Heading::default()).unwrap();
    let game = read_by(&white, &text).unwrap();
    assert!(game.position.unwrap().starts_with("B:W21,22"));
    assert_eq!(Session::new(white).write_game("trl", &Heading::default()), None);
}
