//! `python(module=NAME[:CLASS],path=DIR)`: a Python `Player` of the Chexers course as a seat, in a process of
//! its own, with the limits of the course.

#[cfg(test)]
mod tests;

use std::{
    fmt,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_arena::{
    Ending,
    guest::{Begin, Choice, Event, Guest, News, Over, Question},
};
use plyglot_core::{Spec, SpecError, shorten};
use plyglot_protocol::{BotSpec, Fault, FaultKind};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    ProgramSeat,
    chexers::codec::{COLOURS, action_of_ply},
    outside::plain,
    show_text,
};

/// The name of such seats in specifications.
pub const PYTHON: &str = "python";

/// The game that such players know.
const GAME: &str = "chexers";
/// The program that runs in Python around the player.
const SHIM: &str = include_str!("../../../python/plyglot_bridge/serve.py");
/// What the process may occupy beyond the player's limit, in MiB: the interpreter and what modules load.
const INTERPRETER: u64 = 4096;
const MOST_MEMORY: u64 = 1 << 20;
const MOST_TIME: f64 = 1e6;

/// `python(module=NAME[:CLASS],path=DIR,python=python3,time=60,memory=100,name=…)`.
#[derive(Clone, Debug, PartialEq)]
pub struct PythonSpec {
    /// The module, and the class after a colon if it is not `Player`.
    pub module: String,
    /// The folder that has the module, in which the player works.
    pub path: String,
    /// The interpreter.
    pub python: String,
    /// Seconds of processor time for a whole game; 0 for no limit.
    pub time: f64,
    /// Memory above what the loaded module needs, in MB; 0 for no limit.
    pub memory: u64,
    /// What tables call it.
    pub name: Option<String>,
}

impl PythonSpec {
    /// Reads a specification.
    pub fn parse(spec: &Spec) -> Result<PythonSpec, SpecError> {
        let mut own = PythonSpec {
            module: String::new(),
            path: ".".to_owned(),
            python: "python3".to_owned(),
            time: 60.0,
            memory: 100,
            name: None,
        };
        for (at, (key, value)) in spec.given.iter().enumerate() {
            if spec.given[..at].iter().any(|(earlier, _)| earlier == key) {
                return Err(SpecError(format!("{PYTHON}: option {key} is given twice")));
            }
            own.set(key, value)?;
        }
        if own.module.is_empty() {
            let like = format!("{PYTHON}(module=my_player,path=bots)");
            return Err(SpecError(format!("{PYTHON}: expected a module, as in {like}")));
        }
        Ok(own)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let refused = |expected: &str| {
            let value = shorten(value);
            Err(SpecError(format!("{PYTHON}: option {key}={value}: expected {expected}")))
        };
        let is_word = !value.is_empty() && !value.contains(char::is_control);
        match key {
            "module" if is_module(value) => self.module = value.to_owned(),
            "module" => return refused("a module, as package.module or package.module:Class"),
            "path" if is_word => self.path = value.to_owned(),
            "path" => return refused("a folder"),
            "python" if is_word => self.python = value.to_owned(),
            "python" => return refused("a Python interpreter"),
            "time" => match value.parse() {
                Ok(time) if (0.0..=MOST_TIME).contains(&time) => self.time = time,
                _ => return refused(&format!("seconds up to {MOST_TIME}, or 0 for no limit")),
            },
            "memory" => match value.parse() {
                Ok(memory) if memory <= MOST_MEMORY => self.memory = memory,
                _ => return refused(&format!("MB up to {MOST_MEMORY}, or 0 for no limit")),
            },
            "name" if is_word => self.name = Some(value.to_owned()),
            "name" => return refused("a name"),
            _ => return refused("one of module, path, python, time, memory, name"),
        }
        Ok(())
    }

    /// Refuses games that such players do not know.
    pub fn check_game(&self, game: &str) -> Result<(), SpecError> {
        match Spec::parse(game)?.name {
            name if name == GAME => Ok(()),
            name => Err(SpecError(format!("{PYTHON}: such players know {GAME}, not {name}"))),
        }
    }

    /// A seat for the player.
    pub fn guest(self) -> Box<dyn Guest> {
        let words = [&self.python, "-c", SHIM, &self.module, "."];
        let memory = if self.memory == 0 { MOST_MEMORY } else { INTERPRETER + self.memory };
        let spec = BotSpec {
            command: self.python.clone(),
            words: words.map(str::to_owned).to_vec(),
            memory,
            cwd: Some(self.path.clone()),
            env: Vec::new(),
            protocol: PYTHON.to_owned(),
            start: Duration::ZERO,
            name: Some(self.name.clone().unwrap_or_else(|| self.module.clone())),
            options: Vec::new(),
        };
        Box::new(Player { seat: ProgramSeat::new(spec, "", show_text), spec: self })
    }
}

/// Words between dots or strokes, and perhaps a class after a colon.
fn is_module(text: &str) -> bool {
    let is_name = |word: &str| {
        !word.is_empty() && word.chars().all(|sign| sign.is_alphanumeric() || sign == '_')
    };
    let (module, class) = text.split_once(':').unwrap_or((text, "Player"));
    let module = module.strip_suffix(".py").unwrap_or(module);
    module.split(['.', '/']).all(is_name) && is_name(class)
}

/// The full normal form, which parses to the same.
impl fmt::Display for PythonSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut given = vec![
            ("module", self.module.clone()),
            ("path", self.path.clone()),
            ("python", self.python.clone()),
            ("time", self.time.to_string()),
            ("memory", self.memory.to_string()),
        ];
        given.extend(self.name.iter().map(|name| ("name", name.clone())));
        let given = given.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        Spec { name: PYTHON.to_owned(), given }.fmt(f)
    }
}

struct Player {
    spec: PythonSpec,
    seat: ProgramSeat,
}

/// What the program around the player answers.
#[derive(Deserialize)]
struct Answer {
    /// What went wrong.
    error: Option<String>,
    /// The player's action, as it is.
    #[serde(default)]
    action: Value,
    /// Seconds of processor time so far.
    #[serde(default)]
    cpu: f64,
    /// The most memory so far, in MB, where the system tells.
    memory: Option<f64>,
}

impl Guest for Player {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        // As under the course's referee, nothing is left over from another game.
        self.seat.dismiss();
        self.seat.start()?;
        let patience = Duration::from_millis(begin.limits.patience);
        let order = json!({"init": COLOURS[begin.seat % 3]});
        self.order(&order, patience, begin.stop, "at its construction")?;
        for (number, ply) in begin.session.played().iter().enumerate() {
            self.update(number % 3, ply, patience, begin.stop)?;
        }
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        let asked = Instant::now();
        let order = json!({"action": true});
        let answer = self.order(&order, question.wall(), question.stop, "instead of a move")?;
        // The game reads actions in their JSON form, and judges whatever else it is.
        let (ply, spent) = (answer.action.to_string(), asked.elapsed());
        Ok(Choice { ply, spent, ..Choice::default() })
    }

    fn told(&mut self, news: &News<'_>) -> Result<(), Fault> {
        match news.event {
            Event::Ply { seat, ply } => {
                let patience = Duration::from_millis(news.limits.patience);
                self.update(seat, ply, patience, news.stop)
            }
            // The rules let nobody drop out.
            Event::Out { .. } => Ok(()),
        }
    }

    fn end(&mut self, over: &Over<'_>) {
        // After a fault it may be asked for its complaint.
        if !matches!(over.ending, Ending::Forfeit { .. }) {
            self.seat.dismiss();
        }
    }

    fn complaint(&mut self) -> Option<String> {
        self.seat.complaint()
    }
}

impl Player {
    fn update(
        &mut self,
        seat: usize,
        ply: &str,
        within: Duration,
        stop: &AtomicBool,
    ) -> Result<(), Fault> {
        let action = action_of_ply(ply).expect("the game has no other plies");
        let order = json!({"update": [COLOURS[seat % 3], action]});
        self.order(&order, within, stop, "at an update").map(|_| ())
    }

    /// Gives an order and looks what it has cost.
    fn order(
        &mut self,
        order: &Value,
        within: Duration,
        stop: &AtomicBool,
        when: &str,
    ) -> Result<Answer, Fault> {
        self.seat.say(&format!("{order}\n"))?;
        let line = self.seat.hear(within, stop, when)?;
        let garbage = |error| {
            let line = shorten(&line);
            Fault::new(FaultKind::Garbage, format!("answered {line:?} {when}: {error}"))
        };
        let answer: Answer = serde_json::from_str(&line).map_err(garbage)?;
        if let Some(error) = &answer.error {
            let error = plain(error, 300);
            return Err(Fault::new(FaultKind::Crash, format!("failed {when}: {error}")));
        }
        self.check_use(&answer)?;
        Ok(answer)
    }

    fn check_use(&self, answer: &Answer) -> Result<(), Fault> {
        let (time, memory) = (self.spec.time, self.spec.memory);
        if time > 0.0 && answer.cpu > time {
            let detail = format!("used {:.3} s of processor time, {time} s a game", answer.cpu);
            return Err(Fault::new(FaultKind::Late, detail));
        }
        if let Some(used) = answer.memory.filter(|used| memory > 0 && *used > memory as f64) {
            let detail = format!("used {used:.1} MB of memory, {memory} MB are allowed");
            return Err(Fault::new(FaultKind::Memory, detail));
        }
        Ok(())
    }
}
