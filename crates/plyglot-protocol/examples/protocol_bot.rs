//! Bots for tests: one that plays, and one for every wrong a bot can do.
//!
//! `protocol_bot MODE [NUMBER]` plays the first legal move until its NUMBERth one (1 if not given);
//! then it does what the mode says. As `bot-guard` it guards bots, as `plyglot` itself does.
//! `protocol_bot sleep` is for what a bot leaves behind.

use std::{
    env,
    io::{self, BufRead, Write},
    os::unix::process::{CommandExt, parent_id},
    process::{self, Command, ExitCode, Stdio},
    thread,
    time::Duration,
};

use plyglot_catalog::Catalog;
use plyglot_core::{AnySession, options::no_files};
use plyglot_protocol::wire;

const MODES: &str = "answer crash-at-start crash hang hang-at-start flood flood-line illegal late \
                     close fork half-line binary memory talk abort stubborn errors quit leave \
                     kill-guard stop-guard";

fn main() -> ExitCode {
    if let Some(code) = plyglot_guard::run_if_asked() {
        return code;
    }
    let mut arguments = env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    if mode == "sleep" {
        thread::sleep(Duration::from_secs(600));
    }
    if !MODES.split_whitespace().any(|known| known == mode) {
        eprintln!("expected one of: {MODES}");
        return ExitCode::from(2);
    }
    let number = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    Player { mode, number, moves: 0, session: open("reversi") }.run();
    ExitCode::SUCCESS
}

/// The bot: its game and how many moves it was asked for.
struct Player {
    mode: String,
    number: u64,
    moves: u64,
    session: Box<dyn AnySession>,
}

fn open(game: &str) -> Box<dyn AnySession> {
    let opened = Catalog::standard().open(game, &no_files);
    opened.unwrap_or_else(|error| panic!("{game}: {error}")).session
}

/// Says something at once.
fn say(text: &str) {
    raw(format!("{text}\n").as_bytes());
}

fn raw(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        process::exit(0);
    }
}

fn forever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(600));
    }
}

impl Player {
    fn run(&mut self) {
        match self.mode.as_str() {
            "crash-at-start" => crash(),
            "hang-at-start" => forever(),
            _ => {}
        }
        let mut game = self.session.boxed();
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match command {
                "ugi" => say("id name test bot\noption name game type string\nugiok"),
                "isready" => say("readyok"),
                "setoption" => {
                    let value = rest.split_once(" value ").map_or("", |(_, value)| value);
                    game = open(value);
                }
                "position" => self.session = position(game.boxed(), rest),
                "go" => self.go(),
                "quit" => break,
                _ => {}
            }
        }
        if self.mode == "stubborn" {
            forever();
        }
    }

    fn go(&mut self) {
        self.moves += 1;
        if self.moves >= self.number {
            self.misbehave();
        }
        say(&format!("info depth 1 nodes {} value 0.5 expected 0.75 0.25", self.moves));
        let first = self.session.legal().into_iter().next().unwrap_or_default();
        say(&format!("bestmove {}", wire::move_word(&first)));
    }

    fn misbehave(&self) {
        match self.mode.as_str() {
            "crash" => crash(),
            "abort" => process::abort(),
            "quit" => process::exit(0),
            "hang" => forever(),
            "flood" => (0..1 << 18).for_each(|_| say(&"info string ".repeat(342))),
            "flood-line" => (0..1 << 18).for_each(|_| raw(&[b'x'; 4096])),
            "illegal" => say("bestmove z99"),
            "late" => thread::sleep(Duration::from_secs(30)),
            "close" => close(),
            "fork" => fork(),
            "leave" | "kill-guard" | "stop-guard" if self.moves > self.number => {}
            "leave" => self.leave(),
            "kill-guard" => {
                self.leave();
                signal_guard("-KILL");
            }
            "stop-guard" => {
                self.leave();
                signal_guard("-STOP");
            }
            "half-line" => {
                raw(b"bestmov");
                process::exit(0);
            }
            "binary" => raw(&[0, 159, 146, 150, 255, b'\n']),
            "memory" => eat(),
            "errors" => (0..100_000).for_each(|number| eprintln!("complaint {number}")),
            "talk" => say("what a fine position this is\n\tindeed\r"),
            _ => {}
        }
    }
}

impl Player {
    /// Leaves an orphan behind, in a session of its own, that has no mark, but our output.
    fn leave(&self) {
        let own = env::current_exe().expect("this program has a path");
        let script = "env -i setsid \"$0\" sleep \"$1\" </dev/null &";
        let mark = format!("{}-{}", self.mode, self.number);
        let left = Command::new("sh").arg("-c").arg(script).arg(own).arg(mark).status();
        assert!(left.is_ok_and(|status| status.success()));
    }
}

fn signal_guard(signal: &str) {
    let guard = parent_id().to_string();
    let sent = Command::new("kill").args([signal, &guard]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

fn position(mut session: Box<dyn AnySession>, text: &str) -> Box<dyn AnySession> {
    let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    if let Some(line) = start.strip_prefix("fen ") {
        let set = session.set_position(&wire::position_text(line));
        set.unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    for word in moves.split_whitespace() {
        session.play(&wire::move_text(word)).unwrap_or_else(|error| panic!("{word}: {error}"));
    }
    session
}

fn crash() -> ! {
    eprintln!("something broke");
    process::exit(3)
}

/// Closes the output but lives on, as another program.
fn close() -> ! {
    panic!("{}", Command::new("sleep").arg("600").stdout(Stdio::null()).exec())
}

/// Leaves two children behind, one of them in a session of its own.
fn fork() {
    let own = env::current_exe().expect("this program has a path");
    let mut children = [Command::new(&own), Command::new("setsid")];
    children[1].arg(&own);
    for child in &mut children {
        let child = child.arg("sleep").stdin(Stdio::null()).spawn();
        eprintln!("child {}", child.expect("a child can be started").id());
    }
}

fn eat() {
    let mut eaten = Vec::new();
    loop {
        eaten.push(vec![1u8; 1 << 20]);
        thread::sleep(Duration::from_millis(1));
    }
}
