//! Sessions with the engine, as scripts.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::mpsc,
    thread,
};

use plyglot_catalog::Catalog;
use plyglot_core::{Rng, options::no_files};
use plyglot_protocol::{Defaults, Engine};

pub(crate) fn defaults(game: &str, agent: &str) -> Defaults {
    Defaults { game: game.to_owned(), agent: Some(agent.to_owned()), seed: 1 }
}

/// What an engine says to all commands of a script.
pub(crate) fn session(game: &str, agent: &str, script: &[u8]) -> String {
    let catalog = Catalog::standard();
    let mut engine = Engine::new(&catalog, &no_files, defaults(game, agent)).unwrap();
    let mut output = Vec::new();
    engine.serve(script, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// The responses to queries.
pub(crate) fn responses(game: &str, script: &str) -> Vec<String> {
    let said = session(game, "random", script.as_bytes());
    let said = said.lines().filter_map(|line| line.strip_prefix("response "));
    said.map(str::to_owned).collect()
}

#[test]
fn the_handshake_lists_options() {
    let said = session("dala", "brs(depth=3)", b"ugi\nisready\nquit\nisready\n");
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines[0], "id name Plyglot brs(depth=3)");
    assert!(lines.contains(&"option name game type string default dala"));
    assert!(lines.contains(&"option name agent type string default brs(depth=3)"));
    assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn runners_are_told_how_the_game_stands() {
    let said = responses(
        "reversi",
        "query p1turn\nquery gameover\nquery result\nposition startpos moves d3\nquery p1turn\n\
         query p2turn\nquery turn\nquery legal\nquery ranking\nquery position\nquery players\n\
         query teams\nquery p3turn\nquery weather\n",
    );
    let board = "-------------------X-------XX------XO--------------------------- O";
    let expected = [
        "true", "false", "none", "false", "true", "2", "c3 c5 e3", "none", board, "2", "1 2",
        "unknown", "unknown",
    ];
    assert_eq!(said, expected);
    let over = "position fen W:W5:B1,K9\nquery gameover\nquery result\nquery ranking\nquery turn\n\
                query legal\n";
    assert_eq!(responses("checkers", over), ["true", "p1win", "1 2", "none", "none"]);
}

#[test]
fn an_illegal_move_ends_the_game() {
    let script = "position startpos moves d3 a1\nquery gameover\nquery result\nquery ranking\n\
                  position startpos moves d3\nquery gameover\n\
                  position startpos moves d3 c3 c4 a8 c5\nquery result\ngo\nquery legal\n\
                  position fen nonsense\nquery result\n\
                  position nonsense\nposition startpos\nquery result\n";
    let said = responses("reversi", script);
    assert_eq!(said, ["true", "p1win", "1 2", "false", "p1win", "none", "p1win", "none"]);
    let said = session("reversi", "random", script.as_bytes());
    assert!(said.contains("info string error: move 2 \"a1\": "), "{said}");
    assert!(said.contains("info string error: the game is over\nbestmove none\n"), "{said}");
    assert!(said.contains("expected startpos, or fen and a position"), "{said}");
    let illegal = "MOVE_from_(0,_0)_to_(0,_1)";
    let three = format!("position startpos moves {illegal}\nquery result\nquery ranking\n");
    assert_eq!(responses("chexers", &three), ["draw", "3 1 1"]);
}

#[test]
fn an_unreadable_move_changes_nothing() {
    let script = "position startpos moves d3\nquery legal\nposition startpos moves d3 c3 soon c4\n\
                  query legal\nquery gameover\nposition fen -----OX--XO----- X moves ?\nquery legal\n\
                  moves c3 0000\nquery legal\nmoves c3\nquery legal\n";
    let said = session("reversi", "random", script.as_bytes());
    let after = |moves: &str| {
        responses("reversi", &format!("position startpos moves {moves}\nquery legal\n")).remove(0)
    };
    let [first, second] = ["d3", "d3 c3"].map(after);
    let responses: Vec<_> =
        said.lines().filter_map(|line| line.strip_prefix("response ")).collect();
    assert_eq!(responses, [&first, &first, "false", &first, &first, &second], "{said}");
    let errors: Vec<_> =
        said.lines().filter(|line| line.starts_with("info string error: ")).collect();
    assert_eq!(errors.len(), 3, "{said}");
    assert!(errors[0].contains("move 3 \"soon\": ") && errors[2].contains("move 3 \"0000\": "));
    let blanks = session("halma", "random", b"position startpos moves 0 (0,1) (2,3)\n");
    assert!(blanks.contains("; a blank inside a move is written _\n"), "{blanks}");
}

#[test]
fn moves_alone_go_on_from_where_the_game_stands() {
    let said = responses(
        "reversi",
        "moves d3\nquery turn\nmoves c3 c4\nquery position\nmoves\nquery position\n\
         position startpos moves d3 c3 c4\nquery position\nposition startpos moves d3 c3 c4 c5\n\
         query turn\nmoves a8\nquery result\nmoves d6\nquery result\nquery gameover\n\
         uginewgame\nquery turn\n",
    );
    assert_eq!(said[0], "2");
    assert!(said[1] == said[2] && said[2] == said[3], "{said:?}");
    assert_eq!(said[4..], ["1", "p2win", "p2win", "true", "1"]);
}

#[test]
fn every_limit_is_obeyed() {
    let script = b"go depth 2\nposition startpos moves d3\ngo nodes 500\ngo movetime 20\n\
                   go p1time 1000 p2time 500 p1inc 0 p2inc 0\n";
    let said = session("reversi", "paranoid", script);
    assert_eq!(said.matches("bestmove ").count(), 4, "{said}");
    assert!(said.lines().any(|line| line.starts_with("info depth 2 nodes ")), "{said}");
    let info = said.lines().find(|line| line.starts_with("info depth 1 ")).unwrap();
    for word in [" time ", " nps ", " hashfull ", " score cp ", " expected 0.", " pv "] {
        assert!(info.contains(word), "{info}");
    }
    let said = session("chexers", "paranoid", b"go depth 1\n");
    // A paranoid search knows what it expects itself, and nothing of the others.
    assert!(said.contains(" expected 0.") && said.contains(" - - pv"), "{said}");
    assert!(said.contains("\nbestmove MOVE"), "{said}");
}

#[test]
fn games_and_agents_can_be_set() {
    let said = responses(
        "reversi",
        "setoption name game value chexers\nquery game\nquery players\n\
         setoption name Game value \"halma(variant=duel8)\"\nquery game\n",
    );
    assert!(said[0].starts_with("chexers(") && said[1] == "3", "{said:?}");
    assert!(said[2].starts_with("halma(variant=duel8"), "{}", said[2]);
    let said = responses(
        "reversixt",
        "position fen 2\\n0\\n0 0\\n1 3\\n1 2 0\nquery game\nposition startpos\nquery game\n",
    );
    assert!(said[0].starts_with("reversixt(map=?,seed="), "{said:?}");
    assert!(said[1].starts_with("reversixt(map=plain8,"), "{said:?}");
    let said = responses("reversi", "position fen -----OX--XO----- X\nquery game\n");
    assert!(said[0].contains("size=4"), "{said:?}");
    let said = session(
        "reversi",
        "random",
        b"setoption name game value chess\nsetoption name agent value deep\nsetoption name seed\n\
          setoption name seed value -1\nsetoption name hash value 3\nsetoption name seed value 7\n\
          setoption name agent value paranoid(depth=1)\ngo\n",
    );
    let errors: Vec<_> = said.lines().filter(|line| line.starts_with("info string")).collect();
    let expected =
        ["no game \"chess\"", "no search \"deep\"", "NAME value VALUE", "up to", "multipv"];
    assert_eq!(errors.len(), expected.len(), "{said}");
    for (error, words) in errors.iter().zip(expected) {
        assert!(error.starts_with("info string error: ") && error.contains(words), "{error}");
    }
    assert!(said.contains("info depth 1 ") && said.contains("\nbestmove "), "{said}");
}

#[test]
fn positions_and_moves_of_every_game_survive_the_wire() {
    for game in ["dala", "chexers", "reversixt", "reversi", "checkers", "halma"] {
        let said = responses(game, "query position\nquery legal\n");
        let (start, first) = (&said[0], said[1].split(' ').next().unwrap());
        let script = format!(
            "position fen {start}\nquery position\nposition fen {start} moves {first}\n\
             query position\nposition startpos moves {first}\nquery position\n"
        );
        let told = session(game, "random", script.as_bytes());
        assert!(!told.contains("error"), "{told}");
        let back = responses(game, &script);
        assert_eq!(&back[0], start, "{game}");
        assert_eq!(back[1], back[2], "{game}");
        assert_ne!(&back[1], start, "{game}");
    }
}

#[test]
fn equal_seeds_give_equal_games() {
    let play = |seed: u64| {
        let mut moves = String::new();
        for _ in 0..10 {
            let script = format!(
                "setoption name seed value {seed}\nposition startpos{}\ngo\n",
                if moves.is_empty() { String::new() } else { format!(" moves{moves}") }
            );
            let said = session("reversi", "random", script.as_bytes());
            moves += &format!(" {}", said.trim().rsplit(' ').next().unwrap());
        }
        moves
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}

/// An engine on a thread, to talk with.
pub(crate) struct Talk {
    to: io::PipeWriter,
    pub(crate) from: BufReader<io::PipeReader>,
    pub(crate) done: mpsc::Receiver<()>,
}

impl Talk {
    pub(crate) fn new(game: &'static str, agent: &'static str) -> Talk {
        let (input, to) = io::pipe().unwrap();
        let (from, output) = io::pipe().unwrap();
        let (ended, done) = mpsc::channel();
        thread::spawn(move || {
            let catalog = Catalog::standard();
            let mut engine = Engine::new(&catalog, &no_files, defaults(game, agent)).unwrap();
            let _ = engine.serve(BufReader::new(input), output);
            ended.send(()).unwrap();
        });
        Talk { to, from: BufReader::new(from), done }
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.to.write_all(text.as_bytes()).unwrap();
    }

    /// Reads until a line begins like this.
    pub(crate) fn hear(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "no {beginning}");
            if line.starts_with(beginning) {
                return line;
            }
        }
    }
}

#[test]
fn commands_are_obeyed_while_it_thinks() {
    let mut talk = Talk::new("dala", "mcts");
    talk.say("go infinite\nisready\nquery gameover\n");
    talk.hear("readyok");
    assert_eq!(talk.hear("response"), "response false\n");
    talk.say("stop\n");
    talk.hear("bestmove ");
    talk.say("go infinite\nposition startpos\n");
    talk.hear("bestmove ");
    talk.say("go infinite\nquit\n");
    talk.hear("bestmove ");
    talk.done.recv().unwrap();
    let mut rest = String::new();
    talk.from.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn an_engine_without_a_runner_ends() {
    let mut talk = Talk::new("dala", "mcts");
    talk.say("go infinite\nisready\n");
    talk.hear("readyok");
    let Talk { to, from, done } = talk;
    drop(from);
    drop(to);
    done.recv().unwrap();
}

#[test]
fn whatever_is_sent_it_answers_on() {
    let mut rng = Rng::new(3);
    let good = b"ugi\nsetoption name game value dala\nposition startpos moves c3 c4\ngo nodes 9\n\
                 position fen ....../....../....../....../....../...... x 12 12 0 0\nquery legal\n\
                 go p1time 1 p2time 1\nsetoption name seed value 3\nuginewgame\nstop\nquery p1turn\n\
                 moves d3 c3\nsetoption name multipv value 3\ngo mate 3 ponder depth 2\nmoves x\n";
    for _ in 0..200 {
        let mut script = good.to_vec();
        for _ in 0..rng.below(20) {
            let at = rng.below(script.len());
            match rng.below(3) {
                0 => script[at] = rng.below(256) as u8,
                1 => drop(script.remove(at)),
                _ => script.insert(at, b" \n-9\\"[rng.below(5)]),
            }
        }
        // Changed numbers could ask for hours of thought.
        let script = String::from_utf8_lossy(&script).replace("go", "go nodes 9 nodes 9 ");
        let said = session("reversi", "random", format!("{script}\nisready\n").as_bytes());
        assert!(said.contains("readyok\n"), "{script}");
    }
    let long = format!("position {}\nisready\n", "x".repeat(1 << 25));
    let said = session("reversi", "random", long.as_bytes());
    assert!(said.starts_with("info string error: a line of over"), "{said}");
    assert!(said.ends_with("readyok\n"));
}
