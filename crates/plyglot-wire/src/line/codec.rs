//! The lines of both sides: words in capitals, separated by blanks.

use std::{fmt, time::Duration};

/// The longest time that a `GO` may allow, in seconds.
const LONGEST: f64 = 1e6;

/// What a host says.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The first line of all.
    Init,
    /// A game begins, from the start position or another one.
    NewGame {
        /// The position, unless it is the start position.
        position: Option<String>,
        /// The moves since.
        moves: Vec<String>,
    },
    /// The opponent moved.
    Move(String),
    /// A move is wanted.
    Go(Go),
    /// The move is wanted at once.
    Stop,
    /// The names of all parameters are wanted.
    GetParameters,
    /// A parameter is wanted.
    GetParameter(String),
    /// A parameter is set.
    SetParameter(String, String),
    /// The engine's name is wanted.
    GetName,
    /// The end.
    Quit,
}

/// What a move may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Go {
    /// Depth of the search.
    pub depth: Option<u32>,
    /// Time.
    pub time: Option<Duration>,
    /// Whether the engine only tells its move and does not play it.
    pub unplayed: bool,
}

/// What an engine says.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It can be spoken to.
    Ready,
    /// Its move; none if the game is over.
    BestMove(Option<String>),
    /// What it thinks.
    Info(Info),
    /// The names of its parameters.
    Parameters(Vec<String>),
    /// A parameter.
    Parameter {
        /// Its name.
        name: String,
        /// `int`, `float`, `bool` or `string`.
        kind: String,
        /// Its value.
        value: String,
    },
    /// Its name, in one word.
    Name(String),
}

/// What an engine thinks of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Of these, found in a table.
    pub transpositions: Option<u64>,
    /// Depth of the search.
    pub depth: Option<u32>,
    /// What the position is worth to the side to move.
    pub eval: Option<f64>,
    /// Seconds.
    pub time: Option<f64>,
    /// What is expected to follow.
    pub pv: Vec<String>,
}

impl Command {
    /// Reads a line; none for lines that engines pass over.
    pub fn read(line: &str) -> Option<Command> {
        let mut words = line.split_whitespace().map(str::to_owned);
        let command = words.next()?;
        let mut rest = words;
        Some(match command.as_str() {
            "INIT" => Command::Init,
            "NEWGAME" => Command::NewGame { position: rest.next(), moves: rest.collect() },
            "MOVE" => Command::Move(rest.next()?),
            "GO" => Command::Go(Go::read(rest)),
            "STOP" => Command::Stop,
            "GETPARAMETERS" => Command::GetParameters,
            "GETPARAMETER" => Command::GetParameter(rest.next()?),
            "SETPARAMETER" => {
                let name = rest.next()?;
                Command::SetParameter(name, rest.collect::<Vec<_>>().join(" "))
            }
            "GETNAME" => Command::GetName,
            "QUIT" => Command::Quit,
            _ => return None,
        })
    }
}

impl Go {
    /// A host waits for the answer: what cannot be read is passed over.
    fn read(mut words: impl Iterator<Item = String>) -> Go {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "maxdepth" => {
                    let depth = words.next().and_then(|word| word.parse().ok());
                    go.depth = depth.filter(|depth| *depth > 0);
                }
                "maxtime" => go.time = words.next().and_then(|word| seconds(&word)),
                "dontplaymove" => go.unplayed = true,
                _ => {}
            }
        }
        go
    }
}

/// Reads seconds.
pub(super) fn seconds(word: &str) -> Option<Duration> {
    let seconds: Option<f64> = word.parse().ok();
    seconds.filter(|own| (0.0..=LONGEST).contains(own)).map(Duration::from_secs_f64)
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Init => f.write_str("INIT"),
            Command::NewGame { position, moves } => {
                f.write_str("NEWGAME")?;
                position.iter().chain(moves).try_for_each(|word| write!(f, " {word}"))
            }
            Command::Move(ply) => write!(f, "MOVE {ply}"),
            Command::Go(go) => {
                f.write_str("GO")?;
                go.depth.map_or(Ok(()), |depth| write!(f, " maxdepth {depth}"))?;
                go.time.map_or(Ok(()), |time| write!(f, " maxtime {}", time.as_secs_f64()))?;
                if go.unplayed { f.write_str(" dontplaymove") } else { Ok(()) }
            }
            Command::Stop => f.write_str("STOP"),
            Command::GetParameters => f.write_str("GETPARAMETERS"),
            Command::GetParameter(name) => write!(f, "GETPARAMETER {name}"),
            Command::SetParameter(name, value) => write!(f, "SETPARAMETER {name} {value}"),
            Command::GetName => f.write_str("GETNAME"),
            Command::Quit => f.write_str("QUIT"),
        }
    }
}

impl Answer {
    /// Reads a line; none for lines that hosts pass over.
    pub fn read(line: &str) -> Option<Answer> {
        let mut rest = line.split_whitespace().map(str::to_owned);
        let answer = rest.next()?;
        Some(match answer.as_str() {
            "READY" => Answer::Ready,
            "BESTMOVE" => Answer::BestMove(Some(rest.next()?).filter(|ply| ply != "none")),
            "INFO" => Answer::Info(Info::read(rest)),
            "PARAMETERS" => Answer::Parameters(rest.collect()),
            "PARAMETER" => {
                let (name, kind) = (rest.next()?, rest.next()?);
                let value = rest.collect::<Vec<_>>().join(" ");
                Answer::Parameter { name, kind, value }
            }
            "NAME" => Answer::Name(rest.next()?),
            _ => return None,
        })
    }
}

impl Info {
    fn read(mut words: impl Iterator<Item = String>) -> Info {
        let mut info = Info::default();
        while let Some(word) = words.next() {
            let mut number = || words.next()?.parse::<f64>().ok().filter(|own| own.is_finite());
            match word.as_str() {
                "nodes" => info.nodes = number().map(|own| own as u64),
                "transpositions" => info.transpositions = number().map(|own| own as u64),
                "depth" => info.depth = number().map(|own| own as u32),
                "eval" => info.eval = number(),
                "time" => info.time = number(),
                "pv" => info.pv = words.by_ref().collect(),
                _ => {}
            }
        }
        info
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Ready => f.write_str("READY"),
            Answer::BestMove(ply) => write!(f, "BESTMOVE {}", ply.as_deref().unwrap_or("none")),
            Answer::Info(info) => info.fmt(f),
            Answer::Parameters(names) => {
                f.write_str("PARAMETERS")?;
                names.iter().try_for_each(|name| write!(f, " {name}"))
            }
            Answer::Parameter { name, kind, value } => write!(f, "PARAMETER {name} {kind} {value}"),
            Answer::Name(name) => write!(f, "NAME {name}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("INFO")?;
        self.nodes.map_or(Ok(()), |own| write!(f, " nodes {own}"))?;
        self.transpositions.map_or(Ok(()), |own| write!(f, " transpositions {own}"))?;
        self.depth.map_or(Ok(()), |own| write!(f, " depth {own}"))?;
        self.eval.map_or(Ok(()), |own| write!(f, " eval {own}"))?;
        self.time.map_or(Ok(()), |own| write!(f, " time {own}"))?;
        if self.pv.is_empty() { Ok(()) } else { write!(f, " pv {}", self.pv.join(" ")) }
    }
}
