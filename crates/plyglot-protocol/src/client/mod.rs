//! An external bot: a child process that is asked for moves and can do no harm.
//!
//! Nothing here blocks longer than the limits allow, whatever the bot does. After a fault the bot is
//! gone and every further question gets the same fault; to play on, start it anew.

mod info;
mod pipes;
mod process;

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_guard::Host;
use plyglot_lab::Value;

use crate::{
    BotSpec, Fault, FaultKind,
    fault::FaultKind::{Garbage, Late, Start},
    spec::UGI,
    wire,
};
use info::Seen;
pub use process::{Process, Trouble};

/// A game up to now, as a bot is told of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position<'a> {
    /// The text of the first position, unless it is the start position of the game.
    pub start: Option<&'a str>,
    /// The moves since, in canonical spelling.
    pub moves: &'a [String],
}

/// What an answer may cost. A bot is told of the first that there is: clocks, time, nodes, depth. It is the
/// caller's wall limit that ends patience.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// The clock of every seat; none if the game is played without.
    pub clocks: Vec<SeatClock>,
    /// Nodes for this move.
    pub nodes: Option<u64>,
    /// Depth of the search.
    pub depth: Option<u32>,
}

/// The clock of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatClock {
    /// Time left for the game.
    pub left: Duration,
    /// Time added with every move.
    pub increment: Duration,
}

/// A bot's move and what it said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct BotAnswer {
    /// The move as the bot wrote it. Nobody has checked yet whether it is legal.
    pub ply: String,
    /// What the position is worth to the bot, if it said so.
    pub value: Option<Value>,
    /// The expected score of every seat; empty unless the bot said so.
    pub expected: Vec<Option<f64>>,
    /// How deep it looked, if it said so.
    pub depth: Option<u32>,
    /// Nodes it visited, if it said so.
    pub nodes: Option<u64>,
    /// Time from the question to the answer.
    pub elapsed: Duration,
}

/// The stop flag of waits that are short anyway.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A running bot. Dropping it asks it to leave and soon makes it.
///
/// It may be used from any thread, also from another one than it was started in.
pub struct Bot {
    process: Process,
    name: Option<String>,
    options: Vec<String>,
    patience: Duration,
    fault: Option<Fault>,
}

impl Bot {
    /// Runs a bot with what this program has offered ([`Host::offer`]), and gets it ready for a game. The
    /// specification of the game is set as option `game`, if the bot has one.
    pub fn start(spec: &BotSpec, game: &str) -> Result<Bot, Fault> {
        Bot::start_under(Host::offered(), spec, game)
    }

    /// The same with another offer.
    pub fn start_under(host: &Host, spec: &BotSpec, game: &str) -> Result<Bot, Fault> {
        if spec.protocol != UGI {
            let other = &spec.protocol;
            return Err(Fault::new(Start, format!("speaks {other:?}: here only {UGI} is spoken")));
        }
        let process = Process::spawn(host, &spec.program(), "quit\n")?;
        let (name, options, fault) = (None, Vec::new(), None);
        let mut bot = Bot { process, name, options, patience: spec.start, fault };
        let deadline = Instant::now() + spec.start;
        bot.greet(deadline)?;
        bot.set_options(spec, game, deadline)?;
        Ok(bot)
    }

    /// What the bot calls itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The end of what it wrote to its standard error, for the record.
    pub fn stderr(&mut self) -> String {
        self.process.stderr()
    }

    /// Tells the bot that another game begins, and waits until it is ready.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.ask("uginewgame\nisready\n")?;
        self.await_ready(&NEVER, "for a new game")
    }

    /// Waits until the bot is ready; whatever else it says meanwhile answers no question.
    fn await_ready(&mut self, stop: &AtomicBool, when: &str) -> Result<(), Fault> {
        let deadline = Instant::now() + self.patience;
        while self.line((deadline, stop), self.patience, when)? != "readyok" {}
        Ok(())
    }

    /// Asks for a move. The bot has its patience to take the position in, and then `wall` for the answer; a
    /// raised `stop` ends the wait, and the bot, at once.
    pub fn think(
        &mut self,
        position: &Position<'_>,
        limits: &Limits,
        wall: Duration,
        stop: &AtomicBool,
    ) -> Result<BotAnswer, Fault> {
        self.ask(&format!("{}\nisready\n", position_command(position)))?;
        self.await_ready(stop, "for a position")?;
        let asked = Instant::now();
        self.ask(&format!("{}\n", go_command(limits)))?;
        let mut seen = Seen::default();
        loop {
            let line = self.line((asked + wall, stop), wall, "before its move")?;
            let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match command {
                "info" => seen.read(rest),
                "bestmove" => {
                    // What follows the move, as `ponder` does, is not asked for.
                    let Some(ply) = rest.split_whitespace().next() else {
                        return Err(self.fail(Garbage, "wrote bestmove without a move"));
                    };
                    let Seen { value, expected, depth, nodes } = seen;
                    let (ply, elapsed) = (wire::move_text(ply), asked.elapsed());
                    return Ok(BotAnswer { ply, value, expected, depth, nodes, elapsed });
                }
                _ => {}
            }
        }
    }

    fn greet(&mut self, deadline: Instant) -> Result<(), Fault> {
        self.ask("ugi\n")?;
        loop {
            let line = self.starting_line(deadline)?;
            if line == "ugiok" {
                return Ok(());
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = Some(name.trim().to_owned());
            }
            if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split_once(" type ").map_or(option, |(name, _)| name);
                self.options.push(name.trim().to_owned());
            }
        }
    }

    fn set_options(&mut self, spec: &BotSpec, game: &str, deadline: Instant) -> Result<(), Fault> {
        let mut commands = String::new();
        if self.has_option("game") {
            commands += &format!("setoption name game value {game}\n");
        }
        for (name, value) in &spec.options {
            if !self.has_option(name) {
                let known = self.options.join(", ");
                return Err(self.fail(Start, format!("has no option {name:?}; it has: {known}")));
            }
            commands += &format!("setoption name {name} value {value}\n");
        }
        self.ask(&(commands + "isready\n"))?;
        loop {
            let line = self.starting_line(deadline)?;
            if line == "readyok" {
                return Ok(());
            }
            if let Some(why) = line.strip_prefix("info string error") {
                let why = why.trim_start_matches([':', ' ']);
                return Err(self.fail(Start, format!("refused its options: {why}")));
            }
        }
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    fn ask(&mut self, commands: &str) -> Result<(), Fault> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None => {
                self.process.ask(commands);
                Ok(())
            }
        }
    }

    /// A line of the handshake, in which an end or silence means that the bot cannot be started.
    fn starting_line(&mut self, deadline: Instant) -> Result<String, Fault> {
        let line = self.line((deadline, &NEVER), self.patience, "before it was ready");
        line.map_err(|fault| match fault.kind {
            FaultKind::Crash | FaultKind::Closed | Late => {
                let fault = Fault { kind: Start, ..fault };
                self.fault = Some(fault.clone());
                fault
            }
            _ => fault,
        })
    }

    /// The next line that the bot writes; `limit` and `when` are for the words of a fault.
    fn line(
        &mut self,
        (deadline, stop): (Instant, &AtomicBool),
        limit: Duration,
        when: &str,
    ) -> Result<String, Fault> {
        self.process.line(deadline, stop).map_err(|trouble| {
            let fault = self.process.fault(trouble, limit, when);
            self.fail(fault.kind, fault.detail)
        })
    }

    /// Ends the bot because of a fault.
    fn fail(&mut self, kind: FaultKind, detail: impl Into<String>) -> Fault {
        let fault = Fault::new(kind, detail);
        self.process.end_now();
        self.fault = Some(fault.clone());
        fault
    }
}

fn position_command(position: &Position<'_>) -> String {
    let mut command = match position.start {
        Some(text) => format!("position fen {}", wire::position_line(text)),
        None => "position startpos".to_owned(),
    };
    if !position.moves.is_empty() {
        command.push_str(" moves");
    }
    for ply in position.moves {
        command.push(' ');
        command.push_str(&wire::move_word(ply));
    }
    command
}

/// One kind of limit, as UGI has it: what a bot can lose by before what it is trusted to keep to.
fn go_command(limits: &Limits) -> String {
    let mut command = "go".to_owned();
    let mut add = |name: &str, number: u128| command += &format!(" {name} {number}");
    match limits {
        Limits { clocks, .. } if !clocks.is_empty() => {
            for (seat, clock) in (1..).zip(clocks) {
                add(&format!("p{seat}time"), clock.left.as_millis().max(1));
            }
            for (seat, clock) in (1..).zip(clocks) {
                add(&format!("p{seat}inc"), clock.increment.as_millis());
            }
        }
        Limits { time: Some(time), .. } => add("movetime", time.as_millis().max(1)),
        Limits { nodes: Some(nodes), .. } => add("nodes", (*nodes).into()),
        Limits { depth: Some(depth), .. } => add("depth", (*depth).into()),
        Limits { .. } => {}
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_written_as_ugi_has_them() {
        let moves = ["a1-b2".to_owned(), "0 (1,2) (3,4)".to_owned()];
        let position = Position { start: Some("x\ny\n"), moves: &moves };
        let command = position_command(&position);
        assert_eq!(command, "position fen x\\ny moves a1-b2 0_(1,2)_(3,4)");
        assert_eq!(position_command(&Position::default()), "position startpos");
        let clock = |left, increment| SeatClock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
        };
        let clocks = vec![clock(1000, 10), clock(0, 20), clock(3000, 0)];
        let time = Some(Duration::from_micros(1));
        let limits = Limits { clocks, time, nodes: Some(7), depth: Some(3) };
        let command = go_command(&limits);
        assert_eq!(command, "go p1time 1000 p2time 1 p3time 3000 p1inc 10 p2inc 20 p3inc 0");
        let limits = Limits { clocks: Vec::new(), ..limits };
        assert_eq!(go_command(&limits), "go movetime 1");
        let limits = Limits { time: None, ..limits };
        assert_eq!(go_command(&limits), "go nodes 7");
        let limits = Limits { nodes: None, ..limits };
        assert_eq!(go_command(&limits), "go depth 3");
        assert_eq!(go_command(&Limits::default()), "go");
    }
}
