//! Our agent as such an engine.

use std::{sync::atomic::Ordering, time::Duration};

use plyglot_catalog::{Answer as Thought, AnswerLine};
use plyglot_checkers::Checkers;
use plyglot_core::{Player, Worth};

use super::codec::{Answer, Command, Go, Info, seconds};
use crate::{
    Ask, Error, Join, Joined,
    console::{Console, Line},
    mind::pieces,
};

/// The most characters of a name.
const LONGEST_NAME: usize = 15;
/// What a game that is decided is worth, less the moves until its end.
const DECIDED: f64 = 10_000.0;
/// The most that any other is worth.
const UNDECIDED: f64 = 8000.0;

/// Obeys a host until it has enough.
pub(super) fn join(join: &mut Join<'_>) -> Result<Joined, Error> {
    let mut console = Console::open(join, |line| matches!(line, "STOP" | "QUIT"));
    console.say(&Answer::Ready.to_string())?;
    let mut engine = Engine { join, games: 0, moves: 0 };
    while let Some(line) = console.next() {
        match Command::read(&line.text) {
            Some(Command::Quit) => break,
            Some(command) => engine.obey(command, &line, &mut console)?,
            None => {}
        }
    }
    let Engine { games, moves, .. } = engine;
    Ok(Joined { seat: None, result: format!("{moves} moves in {games} games"), plies: moves })
}

struct Engine<'j, 'a> {
    join: &'j mut Join<'a>,
    games: usize,
    moves: usize,
}

impl Engine<'_, '_> {
    fn obey(
        &mut self,
        command: Command,
        line: &Line,
        console: &mut Console<'_>,
    ) -> Result<(), Error> {
        match command {
            Command::NewGame { position, moves } => self.begin(position.as_deref(), &moves),
            Command::Move(ply) => {
                // What cannot be obeyed is passed over.
                if self.join.mind.play(&ply).is_ok() {
                    (self.join.show)(self.join.mind.session());
                }
            }
            Command::Go(go) => self.go(go, line, console)?,
            Command::GetParameters => {
                let names = PARAMETERS.iter().map(|own| own.name.to_owned()).collect();
                console.say(&Answer::Parameters(names).to_string())?;
            }
            Command::GetParameter(name) => {
                if let Some(own) = Parameter::find(&name) {
                    let value = (own.get)(&self.join.mind.most);
                    let kind = own.kind.to_owned();
                    console.say(&Answer::Parameter { name, kind, value }.to_string())?;
                }
            }
            Command::SetParameter(name, value) => {
                if let Some(own) = Parameter::find(&name) {
                    (own.set)(&mut self.join.mind.most, &value);
                }
            }
            Command::GetName => console.say(&Answer::Name(self.name()).to_string())?,
            Command::Init | Command::Stop | Command::Quit => {}
        }
        Ok(())
    }

    fn name(&self) -> String {
        let fits = self.join.name.chars().filter(char::is_ascii_graphic).take(LONGEST_NAME);
        let name: String = fits.collect();
        if name.is_empty() { "Plyglot".to_owned() } else { name }
    }

    /// Begins a game; nothing changes if it cannot be played so far.
    fn begin(&mut self, position: Option<&str>, moves: &[String]) {
        let game = self.join.game.clone();
        let mut ahead = self.join.mind.session().boxed();
        let start = position.unwrap_or("startpos");
        let fits =
            ahead.set_position(start).is_ok() && moves.iter().all(|ply| ahead.play(ply).is_ok());
        if !fits || self.join.mind.begin(&game, Some(start)).is_err() {
            return;
        }
        self.games += 1;
        let played = moves.iter().all(|ply| self.join.mind.play(ply).is_ok());
        debug_assert!(played, "it was tried before");
        (self.join.show)(self.join.mind.session());
    }

    fn go(&mut self, go: Go, line: &Line, console: &mut Console<'_>) -> Result<(), Error> {
        let mind = &mut self.join.mind;
        if mind.session().outcome().is_some() {
            return console.say(&Answer::BestMove(None).to_string());
        }
        let ask = Ask { time: go.time, depth: go.depth, ..Ask::default() };
        let begun = std::time::Instant::now();
        let thought = mind.think_and_tell(&ask, &line.over, &mut |thought| {
            // Nobody listens any more, or we are to leave: nobody wants the answer.
            let told = console.say(&info(thought, begun.elapsed()).to_string());
            if told.is_err() || console.is_stopped() {
                line.over.store(true, Ordering::Relaxed);
            }
        })?;
        let ply = thought.lines[0].plies[0].clone();
        if !go.unplayed {
            mind.play(&ply)?;
            (self.join.show)(self.join.mind.session());
        }
        self.moves += 1;
        console.say(&Answer::BestMove(Some(ply)).to_string())
    }
}

fn info(thought: &Thought, spent: Duration) -> Answer {
    let best = thought.lines.first();
    let eval = best.and_then(|line| number(line, thought.mover)).unwrap_or(0.0);
    let pv = best.map_or(Vec::new(), |line| line.plies.clone());
    Answer::Info(Info {
        nodes: Some(thought.nodes),
        transpositions: None,
        depth: Some(thought.depth),
        eval: Some(eval),
        time: Some((spent.as_secs_f64() * 1000.0).round() / 1000.0),
        pv,
    })
}

/// What a line is worth as a whole number: hundredths of a man, or an end far above them.
fn number(line: &AnswerLine, seat: Player) -> Option<f64> {
    let number = match line.values[seat.idx()]?.worth {
        Worth::End { score, distance } => {
            let size = DECIDED - f64::from(distance.unwrap_or(0).min(1000));
            (2.0 * score - 1.0) * size
        }
        _ => (100.0 * pieces::<Checkers>(line, seat)?).clamp(-UNDECIDED, UNDECIDED),
    };
    Some(number.round() + 0.0)
}

/// What a host can set: the most that a move may cost, whatever `GO` allows; 0 for no limit.
struct Parameter {
    name: &'static str,
    kind: &'static str,
    get: fn(&Ask) -> String,
    set: fn(&mut Ask, &str),
}

const PARAMETERS: [Parameter; 3] = [
    Parameter {
        name: "maxtime",
        kind: "float",
        get: |most| most.time.unwrap_or_default().as_secs_f64().to_string(),
        set: |most, value| {
            if let Some(time) = seconds(value) {
                most.time = Some(time).filter(|time| !time.is_zero());
            }
        },
    },
    Parameter {
        name: "maxdepth",
        kind: "int",
        get: |most| most.depth.unwrap_or_default().to_string(),
        set: |most, value| {
            if let Ok(depth) = value.parse() {
                most.depth = Some(depth).filter(|depth| *depth > 0);
            }
        },
    },
    Parameter {
        name: "maxnodes",
        kind: "int",
        get: |most| most.nodes.unwrap_or_default().to_string(),
        set: |most, value| {
            if let Ok(nodes) = value.parse() {
                most.nodes = Some(nodes).filter(|nodes| *nodes > 0);
            }
        },
    },
];

impl Parameter {
    fn find(name: &str) -> Option<&'static Parameter> {
        PARAMETERS.iter().find(|own| own.name == name)
    }
}
