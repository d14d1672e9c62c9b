//! Our agent as such an engine.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use plyglot_catalog::{Answer as Thought, AnswerLine, Budget};
use plyglot_core::{Bound, Player, Spec, Worth};
use plyglot_reversi::Reversi;

use super::{
    codec::{Answer, Command, Hint, Note, PASS},
    record,
};
use crate::{
    Ask, Error, Join, Joined,
    console::{Console, Line},
    mind::pieces,
};

/// What each position of a game gets that is analysed without a depth.
const ANALYSIS_TIME: Duration = Duration::from_millis(500);
/// The most moves that a hint tells of.
const MOST_HINTS: u32 = 64;
/// The largest value, in discs.
const MOST_DISCS: f64 = 64.0;

/// Obeys a user interface until it has enough.
pub(super) fn join(join: &mut Join<'_>) -> Result<Joined, Error> {
    let ends =
        |line: &str| matches!(Command::read(line), Ok(Some(Command::Ping(_) | Command::Quit)));
    let mut console = Console::open(join, ends);
    let mut engine = Engine { join, depth: None, clocks: [None; 2], moves: 0 };
    engine.begin(None)?;
    while let Some(line) = console.next() {
        let done = match Command::read(&line.text) {
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => engine.obey(command, &line, &mut console)?,
            Ok(None) => Ok(()),
            Err(why) => Err(why),
        };
        if let Err(why) = done {
            console
                .say(&Answer::Status(format!("error: {}", why.replace('\n', " "))).to_string())?;
        }
    }
    let moves = engine.moves;
    Ok(Joined { seat: None, result: format!("{moves} moves"), plies: moves })
}

struct Engine<'j, 'a> {
    join: &'j mut Join<'a>,
    depth: Option<u32>,
    /// What is left to black and white, and what a move adds.
    clocks: [Option<record::Clock>; 2],
    moves: usize,
}

impl Engine<'_, '_> {
    /// Does what a line asks for. The inner error is the user interface's: nothing has changed then.
    fn obey(
        &mut self,
        command: Command,
        line: &Line,
        console: &mut Console<'_>,
    ) -> Result<Result<(), String>, Error> {
        match command {
            Command::Version(_) => console.say(&Answer::Name(self.name()).to_string())?,
            Command::SetGame(text) => return Ok(self.set_game(&text)),
            Command::SetDepth(depth) => self.depth = Some(depth),
            // There is no book whose draws could be worth more or less.
            Command::SetContempt(_) => {}
            Command::Move(note) => return Ok(self.play(&note)),
            Command::Hint(count) => self.hint(count, line, console)?,
            Command::Go => self.go(line, console)?,
            Command::Ping(number) => console.say(&Answer::Pong(number).to_string())?,
            Command::Learn => console.say(&Answer::Learned.to_string())?,
            Command::Analyze => self.analyze(line, console)?,
            Command::Quit => {}
        }
        Ok(Ok(()))
    }

    /// One word.
    fn name(&self) -> String {
        let name: String = self.join.name.split_whitespace().collect::<Vec<_>>().join("_");
        if name.is_empty() { "Plyglot".to_owned() } else { name }
    }

    /// Begins anew with the rules of Othello programs, for whom a pass is a move.
    fn begin(&mut self, position: Option<&str>) -> Result<(), Error> {
        let mut spec = Spec::parse(&self.join.game)?;
        spec.given.retain(|(name, _)| name != "pass");
        spec.given.push(("pass".to_owned(), "move".to_owned()));
        self.join.mind.begin(&spec.to_string(), position)
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let record = record::read(self.join.mind.session(), text)?;
        self.begin(record.position.as_deref()).map_err(|error| error.to_string())?;
        let mut seconds = record.seconds.into_iter();
        self.clocks = record.clocks;
        for ply in &record.plies {
            let spent = if ply == "pass" { None } else { seconds.next().flatten() };
            self.advance(ply, spent)?;
        }
        (self.join.show)(self.join.mind.session());
        Ok(())
    }

    fn play(&mut self, note: &Note) -> Result<(), String> {
        let ply = if note.mv == PASS { "pass" } else { &note.mv };
        self.advance(ply, note.seconds)?;
        (self.join.show)(self.join.mind.session());
        Ok(())
    }

    fn advance(&mut self, ply: &str, seconds: Option<f64>) -> Result<(), String> {
        let mover = self.join.mind.session().to_move().idx();
        self.join.mind.play(ply).map_err(|error| error.to_string())?;
        if let Some(clock) = &mut self.clocks[mover] {
            clock.spend(seconds.unwrap_or(0.0));
        }
        Ok(())
    }

    fn go(&mut self, line: &Line, console: &mut Console<'_>) -> Result<(), Error> {
        if self.join.mind.session().outcome().is_some() {
            let mv = PASS.to_owned();
            return console.say(&Answer::Move(Note { mv, ..Note::default() }).to_string());
        }
        let mover = self.join.mind.session().to_move();
        let clock = self.clocks[mover.idx()];
        let time = clock.and_then(|clock| Budget::of_clock(clock.main, clock.increment).time);
        let ask = Ask { time, depth: self.depth, ..Ask::default() };
        let begun = Instant::now();
        let Some(thought) = self.think(1, &ask, line, console)? else { return Ok(()) };
        let best = &thought.lines[0];
        let (mv, eval) = (square(&best.plies[0]), discs(best, mover).map(|(discs, _)| discs));
        let note = Note { mv, eval, seconds: Some(begun.elapsed().as_secs_f64()) };
        self.moves += 1;
        console.say(&Answer::Move(note).to_string())?;
        console.say(&Answer::Status(String::new()).to_string())
    }

    fn hint(&mut self, count: u32, line: &Line, console: &mut Console<'_>) -> Result<(), Error> {
        if self.join.mind.session().outcome().is_some() {
            return Ok(());
        }
        let ask = Ask { depth: self.depth, worth: true, ..Ask::default() };
        let thought = self.think(count.min(MOST_HINTS) as usize, &ask, line, console)?;
        match thought {
            Some(_) => console.say(&Answer::Status(String::new()).to_string()),
            None => Ok(()),
        }
    }

    /// Thinks aloud. None if nobody wants to know any more.
    fn think(
        &mut self,
        lines: usize,
        ask: &Ask,
        line: &Line,
        console: &mut Console<'_>,
    ) -> Result<Option<Thought>, Error> {
        let begun = Instant::now();
        if line.over.load(Ordering::Relaxed) {
            return Ok(None);
        }
        console.say(&Answer::Status("thinking".to_owned()).to_string())?;
        let (mut told, mut last) = (Ok(()), None);
        let thought = self.join.mind.consider(lines, ask, &line.over, &mut |thought| {
            if told.is_ok() && !line.over.load(Ordering::Relaxed) {
                told = tell(thought, begun, console);
                last = Some((thought.depth, thought.nodes));
            }
            // Nobody listens any more, or we are to leave: nobody wants the answer.
            if told.is_err() || console.is_stopped() {
                line.over.store(true, Ordering::Relaxed);
            }
        })?;
        told?;
        if line.over.load(Ordering::Relaxed) {
            return Ok(None);
        }
        // Some agents say nothing before they are done.
        if last != Some((thought.depth, thought.nodes)) {
            tell(&thought, begun, console)?;
        }
        Ok(Some(thought))
    }

    /// Values every position of the game, from the first to the present one.
    fn analyze(&mut self, line: &Line, console: &mut Console<'_>) -> Result<(), Error> {
        let plies = self.join.mind.session().played().to_vec();
        while self.join.mind.undo() {}
        let mut done = Ok(());
        for made in 0..=plies.len() {
            if done.is_ok() && !line.over.load(Ordering::Relaxed) {
                done = self.analyze_one(made as u32, &line.over, console);
            }
            if let Some(ply) = plies.get(made) {
                self.join.mind.play(ply)?;
            }
        }
        done
    }

    fn analyze_one(
        &mut self,
        made: u32,
        over: &AtomicBool,
        console: &mut Console<'_>,
    ) -> Result<(), Error> {
        let session = self.join.mind.session();
        let mover = session.to_move();
        let eval = match session.outcome() {
            Some(payoffs) => Some(f64::from(payoffs[mover])),
            None => {
                let time = if self.depth.is_none() { Some(ANALYSIS_TIME) } else { None };
                let ask = Ask { depth: self.depth, time, worth: true, ..Ask::default() };
                let thought = self.join.mind.think(&ask, over)?;
                thought.lines.first().and_then(|line| discs(line, mover)).map(|(discs, _)| discs)
            }
        };
        match eval.filter(|_| !over.load(Ordering::Relaxed)) {
            Some(eval) => console.say(&Answer::Analysis { made, eval }.to_string()),
            None => Ok(()),
        }
    }
}

/// What was found so far, as lines.
fn tell(thought: &Thought, begun: Instant, console: &mut Console<'_>) -> Result<(), Error> {
    for line in thought.lines.iter().filter(|line| !line.plies.is_empty()) {
        let Some((discs, suffix)) = discs(line, thought.mover) else { continue };
        let pv: String = line.plies.iter().map(|ply| square(ply)).collect();
        let solved = !suffix.is_empty();
        let (mv, text) = (square(&line.plies[0]), String::new());
        let depth = if solved { 100 } else { thought.depth };
        let hint =
            Hint { pv, mv, eval: [discs; 2], games: 0, depth, suffix: suffix.to_owned(), text };
        console.say(&Answer::Search(hint).to_string())?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    console.say(&Answer::NodeStats { nodes: thought.nodes, seconds }.to_string())
}

fn square(ply: &str) -> String {
    if ply == "pass" { PASS.to_owned() } else { ply.to_ascii_uppercase() }
}

/// What a line is worth to a seat in discs, and what stands behind the depth if it is the whole way.
fn discs(line: &AnswerLine, seat: Player) -> Option<(f64, &'static str)> {
    let value = line.values[seat.idx()]?;
    match value.worth {
        Worth::Payoff(discs) if value.bound == Bound::Exact => Some((discs.into(), "%")),
        Worth::Payoff(discs) => Some((discs.signum().into(), "%W")),
        Worth::End { score, .. } => Some((2.0 * score - 1.0, "%W")),
        Worth::Points(_) | Worth::Expected(_) => {
            let discs = pieces::<Reversi>(line, seat)?;
            Some((discs.clamp(-MOST_DISCS, MOST_DISCS), ""))
        }
    }
}
