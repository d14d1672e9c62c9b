//! The engine as the runners that exist drive it, and the rules that they take for granted.

use std::{
    io::{BufRead, Read},
    sync::atomic::AtomicBool,
    time::Duration,
};

use plyglot_catalog::Catalog;
use plyglot_core::{Rng, Spec, options::no_files};
use plyglot_guard::Host;
use plyglot_protocol::{Bot, BotSpec, Defaults, Engine, FaultKind, Limits, Position};
use serde_json::Value;

use crate::engine::{Talk, responses, session};

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../../testdata/protocol/ugi.json")).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Whether every runner gets on with a line in answer to one of UGI's own commands.
fn is_plain(line: &str) -> bool {
    let words: Vec<_> = line.split(' ').collect();
    match words[..] {
        ["bestmove" | "response", word] => !word.is_empty(),
        ["info", _, ..] => words.len() > 2 && !words.contains(&""),
        ["readyok" | "ugiok"] => true,
        ["id" | "option", "name" | "author", ..] => true,
        _ => false,
    }
}

#[test]
fn what_runners_stumble_over_is_known() {
    for case in vectors()["engine_output"].as_array().unwrap() {
        assert_eq!(is_plain(text(&case["line"])), case["ok"].as_bool().unwrap(), "{case}");
    }
}

impl Talk {
    /// The next line that is no mere information.
    fn answer(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0);
            let line = line.strip_suffix('\n').unwrap();
            assert!(is_plain(line), "{line:?}");
            if !["info ", "id ", "option "].iter().any(|word| line.starts_with(word)) {
                return line.to_owned();
            }
        }
    }

    /// Ends the engine, which says nothing more.
    fn leave(mut self) {
        self.say("quit\n");
        self.done.recv().unwrap();
        let mut rest = String::new();
        self.from.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}

#[test]
fn the_runners_that_exist_are_answered() {
    let vectors = vectors();
    let sessions = vectors["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 3);
    for recorded in sessions {
        // A clock of minutes is for people.
        let mut talk = Talk::new("reversi", "best(depth=3)");
        for line in recorded["lines"].as_array().unwrap() {
            match (text(&line[0]), text(&line[1])) {
                ("runner", "quit") => {}
                ("runner", command) => talk.say(&format!("{command}\n")),
                (_, line) if line.starts_with("id ") => {}
                (_, line) if line.starts_with("bestmove ") => {
                    assert!(talk.answer().starts_with("bestmove "), "{recorded}");
                }
                (_, line) => assert_eq!(talk.answer(), line, "{recorded}"),
            }
        }
        talk.leave();
    }
}

/// A whole game as CuterGames plays it, with one engine on both sides: moves are a command of their own.
#[test]
fn a_game_move_by_move() {
    for game in ["reversi", "dala", "checkers"] {
        let mut talk = Talk::new(game, "random");
        talk.say("ugi\nuginewgame\nposition startpos\nquery gameover\n");
        assert_eq!(talk.answer(), "ugiok");
        let mut plies = 0;
        while talk.answer() == "response false" {
            talk.say("go nodes 5\n");
            let best = talk.answer();
            let word = best.strip_prefix("bestmove ").unwrap();
            // Nothing follows an answer but the answer to the next question.
            talk.say("isready\n");
            assert_eq!(talk.answer(), "readyok");
            talk.say(&format!("moves {word}\nquery gameover\n"));
            plies += 1;
        }
        assert!(plies > 10, "{game}");
        talk.say("query result\n");
        let result = talk.answer();
        assert!(["response p1win", "response p2win", "response draw"].contains(&&*result));
        talk.say("stop\n");
        talk.leave();
    }
}

#[test]
fn every_line_is_one_that_runners_read() {
    let script = "ugi\nisready\nuginewgame\nquery p1turn\nquery gameover\nquery result\nstop\n\n \n\
                  go depth 0\ngo nodes 1\ngo p1time 1\ngo p2inc 3 p1time 5 p2time 5\ngo mate 3 nodes 5\n\
                  go what nodes 5\nposition startpos moves d3\nposition startpos moves d3 a1\ngo\n\
                  query result\nmoves c3\nposition x\nsetoption name x value y\nweather\nquery x\n";
    for agent in ["best", "random", "mcts", "greedy"] {
        let said = session("reversi", agent, script.as_bytes());
        assert!(said.ends_with('\n') && said.lines().all(is_plain), "{said}");
        assert_eq!(said.matches("bestmove ").count(), 7, "{said}");
        assert_eq!(said.matches("bestmove none\n").count(), 1, "{said}");
        // Why there is no move is told before.
        assert!(said.contains("info string error: the game is over\nbestmove none\n"), "{said}");
    }
}

#[test]
fn a_go_is_answered_as_well_as_it_can_be() {
    let said = session("reversi", "paranoid", b"go wtime 300 ponder depth 2 binc\n");
    let lines: Vec<_> = said.lines().collect();
    assert!(
        lines[0]
            .starts_with("info string go: \"wtime\", \"ponder\", \"binc\" passed over; expected"),
        "{said}"
    );
    assert!(lines[lines.len() - 2].starts_with("info depth 2 "), "{said}");
    assert!(lines[lines.len() - 1].starts_with("bestmove "), "{said}");
    // An agent without a depth thinks with what else is asked.
    let said = session("reversi", "mcts", b"go depth 3 nodes 50\n");
    assert!(said.starts_with("info string go: depth 3 passed over: mcts"), "{said}");
    assert!(said.contains("\nbestmove ") && !said.contains("none"), "{said}");
}

#[test]
fn the_best_agent_plays_unless_another_is_named() {
    let catalog = Catalog::standard();
    let defaults = Defaults { game: "reversi".to_owned(), agent: None, seed: 1 };
    let mut engine = Engine::new(&catalog, &no_files, defaults).unwrap();
    let mut said = Vec::new();
    let script = "ugi\ngo depth 1\nsetoption name game value chexers\ngo depth 1\n\
                  setoption name agent value random\nugi\n";
    engine.serve(script.as_bytes(), &mut said).unwrap();
    let said = String::from_utf8(said).unwrap();
    assert!(said.starts_with("id name Plyglot best\n"), "{said}");
    assert!(said.contains("option name agent type string default best\n"), "{said}");
    assert_eq!(said.matches("\nbestmove ").count(), 2, "{said}");
    assert!(said.contains("id name Plyglot random\n"), "{said}");
}

#[test]
fn several_lines_are_told_if_wanted() {
    let script = b"setoption name multipv value 3\ngo depth 3\n";
    let said = session("reversi", "paranoid", script);
    let told: Vec<_> = said.lines().filter(|line| line.starts_with("info depth 3 ")).collect();
    // The last report is told again when all is done.
    assert_eq!(told.len(), 6, "{said}");
    let mut moves = Vec::new();
    for (number, line) in (1..).zip(&told[3..]) {
        assert!(line.contains(&format!(" multipv {number} score ")), "{line}");
        moves.push(line.split_once(" pv ").unwrap().1.split(' ').next().unwrap());
    }
    assert!(said.ends_with(&format!("\nbestmove {}\n", moves[0])), "{said}");
    moves.dedup();
    assert_eq!(moves.len(), 3, "{said}");
    assert!(!session("reversi", "paranoid", b"go depth 3\n").contains("multipv"));
    let refused = session("reversi", "random", b"setoption name multipv value 9999\n");
    assert!(refused.contains("option multipv 9999: expected a number up to 256"), "{refused}");
}

#[test]
fn positions_are_solved() {
    let said = responses(
        "reversi(size=4)",
        "query solve nodes 1000000\nquery solve nodes 1\nquery solver\nmoves a1\nquery solve\n",
    );
    assert_eq!((&*said[0], &*said[2], &*said[3]), ("loss 10 payoff -8", "unknown", "none"));
    let ended = "position fen W:W5,K10:B1\nquery solve nodes 100000\n";
    assert_eq!(responses("checkers", ended), ["win 5"]);
    let odd = "position fen W:W5,K10:B1\nquery solve  soon nodes 100000 -3\nquery solvé\n";
    assert_eq!(responses("checkers", odd), ["win 5", "unknown"]);
    let won = "position fen gggg/5/6/6r/5b/4b/2bb r 3,0,0 9\nquery solve nodes 100000\n";
    assert_eq!(responses("chexers", won), ["win 1"]);
    let open = "query solve nodes 1000\nposition startpos moves c3\nquery solve nodes 1000\n";
    assert_eq!(responses("dala", open), ["unknown", "unknown"]);
}

/// The last score that is told of a position.
fn score(game: &str, position: &str, depth: u32) -> String {
    let said = session(
        game,
        "best(book=off)",
        format!("position fen {position}\ngo depth {depth}\n").as_bytes(),
    );
    let last = said.lines().rev().find_map(|line| line.split_once(" score ")).unwrap().1;
    last.split(" expected").next().unwrap().to_owned()
}

#[test]
fn scores_are_in_hundredths_of_a_piece() {
    let white: Vec<_> = (21..=32).map(|square| square.to_string()).collect();
    let without = |taken: u32| {
        let black: Vec<_> =
            (1..=12).filter(|own| *own != taken).map(|own| own.to_string()).collect();
        let told = score("checkers", &format!("W:W{}:B{}", white.join(","), black.join(",")), 6);
        told.strip_prefix("cp ").unwrap().parse::<i32>().unwrap()
    };
    assert!(without(0).abs() < 40, "{}", without(0));
    for taken in [1, 6, 10] {
        assert!((60..=200).contains(&without(taken)), "{taken}: {}", without(taken));
    }
    assert_eq!(score("checkers", "W:W5,K10:B1", 9), "win 5");
    assert_eq!(score("checkers", "B:WK14,K18,K22:BK1", 11), "loss 8");
}

/// A bot made of a shell script, which tells what it was sent on its standard error.
fn shell(script: &str) -> Bot {
    let text = format!("exec(cmd=\"sh -c '{script}'\",start=60)");
    let spec = BotSpec::parse(&Spec::parse(&text).unwrap()).unwrap();
    Bot::start_under(&Host::default(), &spec, "reversi").unwrap()
}

const GREET: &str = "read x; echo ugiok; read x; echo readyok;";

#[test]
fn a_bot_is_ready_before_its_clock_runs() {
    let wall = Duration::from_secs(60);
    let ready = "read p; read i; echo bestmove early; echo readyok; read g; echo $p/$i/$g >&2;";
    let mut bot = shell(&format!("{GREET} {ready} echo bestmove d3 ponder c3; cat"));
    let limits = Limits { nodes: Some(5), ..Limits::default() };
    let answer = bot.think(&Position::default(), &limits, wall, &AtomicBool::new(false)).unwrap();
    assert_eq!(answer.ply, "d3");
    assert_eq!(bot.stderr(), "position startpos/isready/go nodes 5\n");
    // One that is never ready is not asked for a move.
    let mut bot = shell(&format!("{GREET} while read x; do echo $x >&2; done"));
    let fault = bot.think(&Position::default(), &limits, wall, &AtomicBool::new(true)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Late, "{fault}");
    assert!(!bot.stderr().contains("go"), "{}", bot.stderr());
}

#[test]
fn lines_of_other_engines_are_understood() {
    let vectors = vectors();
    for case in vectors["runner_input"].as_array().unwrap() {
        let (line, fields) = (text(&case["line"]), &case["fields"]);
        let greet = "read x; echo \"$LINE\"; echo ugiok; read x; echo readyok;";
        let think = "read p; read i; echo readyok; read g; echo \"$LINE\"; echo bestmove e6; cat";
        let spec = Spec::parse(&format!("exec(cmd=x,env=\"'LINE={line}'\",start=60)")).unwrap();
        let mut spec = BotSpec::parse(&spec).unwrap();
        spec.words = ["sh", "-c", &format!("{greet} {think}")].map(str::to_owned).to_vec();
        let mut bot = Bot::start_under(&Host::default(), &spec, "reversi").unwrap();
        assert_eq!(bot.name(), fields["name"].as_str().filter(|_| line.starts_with("id ")));
        let wall = Duration::from_secs(60);
        let answer = bot
            .think(&Position::default(), &Limits::default(), wall, &AtomicBool::new(false))
            .unwrap();
        assert_eq!(answer.ply, fields["move"].as_str().unwrap_or("e6"), "{case}");
        assert_eq!(answer.depth.map(u64::from), fields["depth"].as_u64(), "{case}");
        assert_eq!(answer.nodes, fields["nodes"].as_u64(), "{case}");
        let value = answer.value.map(|value| serde_json::to_value(value).unwrap());
        let bound = value.as_ref().and_then(|value| value["bound"].as_str()).unwrap_or("exact");
        let wanted = fields["bound"].as_str().map_or("exact", |bound| match bound {
            "lower" => "at_least",
            _ => "at_most",
        });
        assert_eq!(bound, wanted, "{case}");
        if let Some(plies) = fields["mate_plies"].as_i64() {
            assert_eq!(value.as_ref().unwrap()["distance"].as_i64(), Some(plies.abs()), "{case}");
        }
        if let Some(cp) = fields["cp"].as_f64() {
            assert_eq!(value.unwrap()["amount"].as_f64(), Some(cp / 100.0), "{case}");
        }
    }
}

/// Whatever a bot says while it thinks, its move is found.
#[test]
fn information_of_any_kind_is_survived() {
    let words = [
        "info",
        "depth",
        "nodes",
        "score",
        "cp",
        "mate",
        "win",
        "loss",
        "expected",
        "-",
        "multipv",
        "pv",
        "string",
        "lowerbound",
        "999999999999999999999",
        "-1",
        "1e999",
        "nan",
        "x",
        "bestmov",
    ];
    let mut rng = Rng::new(9);
    let mut lines = String::new();
    for _ in 0..300 {
        let line: Vec<_> = (0..rng.below(12)).map(|_| words[rng.below(words.len())]).collect();
        lines += &format!("info {}\n", line.join(" "));
    }
    let path = std::env::temp_dir().join(format!("plyglot-info-{}", std::process::id()));
    std::fs::write(&path, lines).unwrap();
    let file = path.display();
    let think = format!("read p; read i; echo readyok; read g; cat {file}; echo bestmove e6; cat");
    let mut bot = shell(&format!("{GREET} {think}"));
    let wall = Duration::from_secs(60);
    let answer =
        bot.think(&Position::default(), &Limits::default(), wall, &AtomicBool::new(false)).unwrap();
    assert_eq!(answer.ply, "e6");
    std::fs::remove_file(&path).unwrap();
}
