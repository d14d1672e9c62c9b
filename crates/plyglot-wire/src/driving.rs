//! What tests of protocols over pipes need: our agents as engines, driven by hand or by our own host.

use std::{
    io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe},
    net::TcpListener,
    thread::{self, JoinHandle},
};

use crate::{
    Error, Joined, Protocol,
    testing::{Bench, Seen, join_with},
};

/// One of our agents as an engine, driven by hand.
pub(crate) struct Driven {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    joined: JoinHandle<Result<Joined, Error>>,
}

impl Driven {
    pub(crate) fn new(protocol: &'static Protocol, agent: &'static str) -> Driven {
        let ((commands, input), (output, answers)) = (pipe().unwrap(), pipe().unwrap());
        let joined = thread::spawn(move || {
            let pipes = (Box::new(BufReader::new(commands)) as _, Box::new(answers) as _);
            join_with(protocol, (protocol.game, ""), None, (agent, 1), pipes)
        });
        Driven { input, output: BufReader::new(output), joined }
    }

    pub(crate) fn say(&mut self, line: &str) {
        // It may have left already.
        let _ = writeln!(self.input, "{line}");
    }

    /// The next line; nothing at the end.
    pub(crate) fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// The next line that begins so, whatever comes before.
    pub(crate) fn hear_from(&mut self, word: &str) -> String {
        loop {
            let line = self.hear();
            assert!(!line.is_empty(), "it ended before {word}");
            if line.starts_with(word) {
                return line;
            }
        }
    }

    /// Closes its input; what it says until it ends, and what came of it.
    pub(crate) fn end(self) -> (Vec<String>, Result<Joined, Error>) {
        drop(self.input);
        let rest = self.output.lines().map(Result::unwrap).collect();
        (rest, self.joined.join().unwrap())
    }
}

/// Lets our own agents play as engines under our own host.
pub(crate) fn host_engines(
    protocol: &'static Protocol,
    game: &str,
    agent: &'static str,
    count: usize,
) -> Vec<Seen> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/relay.py");
    let spec = format!("exec(cmd=\"python3 '{script}' {port}\",protocol={})", protocol.name);
    let mut bench = Bench::of_specs(protocol, game, &[spec.clone(), spec]);
    bench.hosting.count = count;
    let engines = thread::spawn(move || {
        let engine = |seed| {
            let stream = listener.accept().unwrap().0;
            stream.set_nodelay(true).unwrap();
            let pipes =
                (Box::new(BufReader::new(stream.try_clone().unwrap())) as _, Box::new(stream) as _);
            let seats = (protocol.game, "");
            thread::spawn(move || join_with(protocol, seats, None, (agent, seed), pipes))
        };
        let engines = [1, 2].map(engine);
        engines.map(|engine| engine.join().unwrap().unwrap())
    });
    let games = bench.play();
    engines.join().unwrap();
    games
}

/// Lets a script of Python play as an engine in both seats of some games.
pub(crate) fn host_scripts(protocol: &'static Protocol, script: &str, count: usize) -> Vec<Seen> {
    let spec = format!("exec(cmd=\"python3 '{script}'\",protocol={})", protocol.name);
    let mut bench = Bench::of_specs(protocol, protocol.game, &[spec.clone(), spec]);
    bench.hosting.count = count;
    bench.play()
}
