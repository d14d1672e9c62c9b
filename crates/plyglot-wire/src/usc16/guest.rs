//! The referee's side of a program that is run once for every turn.

use std::{
    path,
    time::{Duration, Instant},
};

use plyglot_arena::guest::{Begin, Choice, Guest, Over, Question};
use plyglot_core::Player as Seat;
use plyglot_guard::Host;
use plyglot_halma::{Square, State};
use plyglot_protocol::{BotSpec, Fault, FaultKind, Process};

use super::{
    codec::{Input, Output},
    files::{Folder, INPUT, OUTPUT},
    typed,
};
use crate::{Trace, ears, show_text};

/// A seat for a program.
pub(super) fn new(spec: BotSpec, _game: &str) -> Box<dyn Guest> {
    let trace = ears().trace(show_text);
    Box::new(Player { spec, folder: None, errors: String::new(), trace })
}

struct Player {
    spec: BotSpec,
    folder: Option<Folder>,
    /// What the program last wrote to its standard error.
    errors: String,
    trace: Trace,
}

impl Guest for Player {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        let start = |why: String| Fault::new(FaultKind::Start, why);
        typed(begin.session).map_err(start)?;
        let folder = match &self.spec.cwd {
            Some(cwd) => Folder::given(cwd).map_err(|error| (cwd.as_str(), error)),
            None => Folder::make().map_err(|error| ("a temporary folder", error)),
        };
        let refused = |(which, error)| start(format!("cannot work in {which}: {error}"));
        self.folder = Some(folder.map_err(refused)?);
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        if question.session.pass_reason().is_some() {
            // The files have no words for it.
            return Ok(Choice { ply: "pass".to_owned(), ..Choice::default() });
        }
        let state =
            typed(question.session).map_err(|why| Fault::new(FaultKind::Start, why))?.state();
        let text = input(question, state).encode();
        let (text, spent) = self.run(&text, question)?;
        let output = Output::decode(&text)
            .map_err(|why| Fault::new(FaultKind::Garbage, format!("wrote to {OUTPUT}: {why}")))?;
        if let [from, to] = output.0[..] {
            check_hop(state, from, to)?;
        }
        Ok(Choice { ply: output.ply(), spent, ..Choice::default() })
    }

    fn end(&mut self, _over: &Over<'_>) {
        self.folder = None;
    }

    fn complaint(&mut self) -> Option<String> {
        Some(self.errors.clone())
    }
}

impl Player {
    /// Runs the program for one turn: what it wrote to its file, and how long it took.
    fn run(&mut self, input: &str, question: &Question<'_>) -> Result<(String, Duration), Fault> {
        let folder = self.folder.as_ref().expect("a game begins before it is played");
        let own = |error| Fault::new(FaultKind::Start, format!("its files: {error}"));
        folder.remove(OUTPUT).map_err(own)?;
        folder.write(INPUT, input).map_err(own)?;
        let name = self.spec.name.as_ref().unwrap_or(&self.spec.command);
        self.trace.sent(name, input.as_bytes());
        let mut program = self.spec.program();
        program.cwd = Some(folder.path.clone());
        program.words = self.words();
        let (asked, wall) = (Instant::now(), question.wall());
        let mut process = Process::spawn(Host::offered(), &program, "")?;
        let finished = process.finish(asked + wall, question.stop);
        let spent = asked.elapsed();
        let answer = match finished {
            Ok(()) => {
                folder.read(OUTPUT).map_err(|why| match process.why_ended("after its turn") {
                    fault if fault.kind == FaultKind::Start => fault,
                    fault => Fault::new(fault.kind, format!("{why}; it {fault}")),
                })
            }
            Err(trouble) => {
                let fault = process.fault(trouble, wall, "");
                process.end_now();
                Err(fault)
            }
        };
        self.errors = process.stderr();
        let text = answer?;
        self.trace.received(name, text.as_bytes());
        Ok((text, spent))
    }

    /// The command. Files that it names are ours, though it runs in another folder.
    fn words(&self) -> Vec<String> {
        let found = |(at, word): (usize, &String)| {
            let named = self.spec.cwd.is_none() && (at > 0 || word.contains('/'));
            let path = path::absolute(word).ok().filter(|path| named && path.is_file());
            path.and_then(|path| path.into_os_string().into_string().ok())
        };
        let words = self.spec.words.iter().enumerate();
        words.map(|(at, word)| found((at, word)).unwrap_or_else(|| word.clone())).collect()
    }
}

fn input(question: &Question<'_>, state: &State) -> Input {
    let single = question.limits.clock.is_none();
    let sign = |square| {
        let owner = [(0, b'B'), (1, b'W')].into_iter();
        let mut owner = owner.filter(|(seat, _)| state.pieces(Seat(*seat)).has(square));
        owner.next().map_or(b'.', |(_, sign)| sign)
    };
    let square = |x: usize, y: usize| sign(Square::new(x as u8, y as u8));
    let rows = std::array::from_fn(|y| std::array::from_fn(|x| square(x, y)));
    Input { single, white: question.seat() == 1, time: question.wall(), rows }
}

/// Our game takes two squares for the start and the end of any turn, but here they are one hop.
fn check_hop(state: &State, from: Square, to: Square) -> Result<(), Fault> {
    let over = from.leg_to(to).filter(|(_, far)| *far == 2).map(|(way, _)| from.step(way));
    if over.is_none_or(|over| state.occupied().has(over)) {
        return Ok(());
    }
    let text = Output(vec![from, to]).encode();
    let detail = format!("{} hops over an empty square", text.trim_end());
    Err(Fault::new(FaultKind::Illegal, detail))
}
