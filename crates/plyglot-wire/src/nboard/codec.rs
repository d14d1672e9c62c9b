//! The lines of both sides, and what a move with its notes looks like in them.

use std::fmt;

use plyglot_core::shorten;

/// What a user interface says.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The first line: the version.
    Version(u32),
    /// The game so far, as a GGF record.
    SetGame(String),
    /// How deep to look in the middle game.
    SetDepth(u32),
    /// What a draw of the book is worth to black, in discs.
    SetContempt(i32),
    /// A move is played.
    Move(Note),
    /// So many of the best moves are wanted.
    Hint(u32),
    /// A move is wanted, which is not played yet.
    Go,
    /// Thinking ends; what is said after the answer is about what comes next.
    Ping(u64),
    /// The game is worth remembering.
    Learn,
    /// The value of every position of the game is wanted.
    Analyze,
    /// The end.
    Quit,
}

/// What an engine says.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Its name, in one word.
    Name(String),
    /// What it does just now.
    Status(String),
    /// The answer to a ping.
    Pong(u64),
    /// Its move.
    Move(Note),
    /// What it found by searching.
    Search(Hint),
    /// What its book says.
    Book(Hint),
    /// How much it has done since the question.
    NodeStats {
        /// Positions.
        nodes: u64,
        /// Time.
        seconds: f64,
    },
    /// A position of an analysed game.
    Analysis {
        /// So many moves after the start, passes counted.
        made: u32,
        /// What it is worth to the side to move, in discs.
        eval: f64,
    },
    /// The game is remembered.
    Learned,
}

/// A move with what is noted beside it: `F5/1.50/2.3`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// The square in capitals, or `PA`.
    pub mv: String,
    /// What the position is worth to whoever moves, in discs.
    pub eval: Option<f64>,
    /// What the move took.
    pub seconds: Option<f64>,
}

/// A line of moves and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The moves, as they were written.
    pub pv: String,
    /// The first of them.
    pub mv: String,
    /// The value in discs to the side to move, if draws count for it and if they count against it.
    pub eval: [f64; 2],
    /// How many games of the book it comes from.
    pub games: u64,
    /// How deep it goes; `100%` is the whole way.
    pub depth: u32,
    /// What stands right behind the depth: `@73%`, `%`, `%W`.
    pub suffix: String,
    /// Anything else.
    pub text: String,
}

/// A pass in lines.
pub const PASS: &str = "PA";

/// Reads what begins with a move: the move in capitals, and the rest.
fn begin(text: &str) -> Option<(String, &str)> {
    let mut bytes = text.bytes();
    let (column, row) = (bytes.next()?.to_ascii_uppercase(), bytes.next().unwrap_or(0));
    if matches!((column, row), (b'A'..=b'H', b'1'..=b'8')) {
        return Some((format!("{}{}", char::from(column), char::from(row)), &text[2..]));
    }
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let word = text[..letters].to_ascii_uppercase();
    let pass = !word.is_empty() && "PASS".starts_with(&word);
    match text.strip_prefix("--") {
        Some(rest) => Some((PASS.to_owned(), rest)),
        None => pass.then(|| (PASS.to_owned(), &text[letters..])),
    }
}

/// A number with a full stop at most.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let plain = digits.starts_with(|own: char| own.is_ascii_digit() || own == '.')
        && digits.chars().all(|own| own.is_ascii_digit() || own == '.');
    text.parse().ok().filter(|_| plain)
}

impl Note {
    /// Reads a move and its notes, which slashes or blanks separate.
    pub fn read(text: &str) -> Option<Note> {
        let joined = text.split_whitespace().collect::<Vec<_>>().join("/");
        let (mv, rest) = begin(&joined)?;
        let mut notes = match rest.strip_prefix('/') {
            Some(rest) => rest.split('/'),
            None if rest.is_empty() => "".split('/'),
            None => return None,
        };
        let mut note = || match notes.next() {
            None | Some("") => Some(None),
            Some(text) => number(text).map(Some),
        };
        let (eval, seconds) = (note()?, note()?);
        Some(Note { mv, eval, seconds })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let eval = self.eval.map_or(String::new(), |eval| format!("{:.2}", eval + 0.0));
        let seconds = self.seconds.map_or(String::new(), |own| format!("{own:.2}"));
        let all = format!("{}/{eval}/{seconds}", self.mv);
        f.write_str(all.trim_end_matches('/'))
    }
}

impl Command {
    /// Reads a line; none for lines that engines pass over, an error for those that cannot be obeyed.
    pub fn read(line: &str) -> Result<Option<Command>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let refuse = |expected: &str| format!("{:?}: expected {expected}", shorten(line));
        let command = match word {
            "nboard" => whole(rest).map(Command::Version).ok_or_else(|| refuse("a version"))?,
            "set" => match rest.split_once(char::is_whitespace).unwrap_or((rest, "")) {
                ("game", record) => Command::SetGame(record.trim().to_owned()),
                ("depth", depth) => match whole(depth) {
                    Some(depth @ 1..=60) => Command::SetDepth(depth),
                    _ => return Err(refuse("a depth from 1 to 60")),
                },
                ("contempt", value) => match value.trim().parse() {
                    Ok(value @ -100..=100) => Command::SetContempt(value),
                    _ => return Err(refuse("discs from -100 to 100")),
                },
                _ => return Ok(None),
            },
            "move" => {
                let note = Note::read(rest);
                Command::Move(note.ok_or_else(|| refuse("a move such as F5 or PA"))?)
            }
            "hint" => match whole(rest) {
                Some(count @ 1..) => Command::Hint(count),
                _ => return Err(refuse("a number of moves")),
            },
            "go" => Command::Go,
            "ping" => match rest.parse() {
                Ok(number) => Command::Ping(number),
                Err(_) => return Err(refuse("a number")),
            },
            "learn" => Command::Learn,
            "analyze" => Command::Analyze,
            "quit" => Command::Quit,
            // The first version said nothing but the square.
            _ => return Ok(begin(line).and(Note::read(line)).map(Command::Move)),
        };
        Ok(Some(command))
    }
}

/// Digits only.
fn whole(text: &str) -> Option<u32> {
    let text = text.trim();
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Version(version) => write!(f, "nboard {version}"),
            Command::SetGame(record) => write!(f, "set game {record}"),
            Command::SetDepth(depth) => write!(f, "set depth {depth}"),
            Command::SetContempt(value) => write!(f, "set contempt {value}"),
            Command::Move(note) => write!(f, "move {note}"),
            Command::Hint(count) => write!(f, "hint {count}"),
            Command::Go => f.write_str("go"),
            Command::Ping(number) => write!(f, "ping {number}"),
            Command::Learn => f.write_str("learn"),
            Command::Analyze => f.write_str("analyze"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

/// A line of an engine that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bad {
    /// It is passed over.
    Noise(String),
    /// It was to be a move.
    Move(String),
}

impl Answer {
    /// Reads a line; none for an empty one.
    pub fn read(line: &str) -> Result<Option<Answer>, Bad> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let noise = || Bad::Noise(format!("{:?} means nothing here", shorten(line)));
        Ok(Some(match word {
            "" => return Ok(None),
            "set" => match rest.split_whitespace().collect::<Vec<_>>()[..] {
                ["myname", name, ..] => Answer::Name(name.to_owned()),
                _ => return Err(noise()),
            },
            "status" => Answer::Status(rest.to_owned()),
            "pong" => Answer::Pong(rest.parse().map_err(|_| noise())?),
            "===" => {
                let refuse = || Bad::Move(format!("{:?} is no move", shorten(line)));
                Answer::Move(Note::read(rest).ok_or_else(refuse)?)
            }
            "search" => Answer::Search(Hint::read(rest).ok_or_else(noise)?),
            "book" => Answer::Book(Hint::read(rest).ok_or_else(noise)?),
            "nodestats" => {
                let mut numbers = rest.split_whitespace();
                let nodes = numbers.next().and_then(|own| own.parse().ok());
                let seconds = numbers.next().and_then(number);
                let (nodes, seconds) = nodes.zip(seconds).ok_or_else(noise)?;
                Answer::NodeStats { nodes, seconds }
            }
            "analysis" => {
                let mut numbers = rest.split_whitespace();
                let made = numbers.next().and_then(whole);
                let eval = numbers.next().and_then(number);
                let (made, eval) = made.zip(eval).ok_or_else(noise)?;
                Answer::Analysis { made, eval }
            }
            "learned" | "learn" => Answer::Learned,
            _ => return Err(noise()),
        }))
    }
}

impl Hint {
    fn read(text: &str) -> Option<Hint> {
        let mut words = text.split_whitespace();
        let pv = words.next()?.to_owned();
        let (mv, _) = begin(&pv)?;
        let (high, low) = match words.next()?.split_once(',') {
            Some((high, low)) => (number(high)?, number(low)?),
            None => {
                let value = number(text.split_whitespace().nth(1)?)?;
                (value, value)
            }
        };
        let games = words.next()?.parse().ok()?;
        let depth = words.next()?;
        let digits = depth.bytes().take_while(u8::is_ascii_digit).count();
        let (depth, suffix) = (depth[..digits].parse().ok()?, depth[digits..].to_owned());
        let text = words.collect::<Vec<_>>().join(" ");
        Some(Hint { pv, mv, eval: [high, low], games, depth, suffix, text })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Name(name) => write!(f, "set myname {name}"),
            Answer::Status(text) if text.is_empty() => f.write_str("status"),
            Answer::Status(text) => write!(f, "status {text}"),
            Answer::Pong(number) => write!(f, "pong {number}"),
            Answer::Move(note) => write!(f, "=== {note}"),
            Answer::Search(hint) => write!(f, "search {hint}"),
            Answer::Book(hint) => write!(f, "book {hint}"),
            Answer::NodeStats { nodes, seconds } => write!(f, "nodestats {nodes} {seconds:.2}"),
            Answer::Analysis { made, eval } => write!(f, "analysis {made} {:.2}", eval + 0.0),
            Answer::Learned => f.write_str("learned"),
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hint { pv, eval: [high, low], games, depth, suffix, text, .. } = self;
        let eval = match high == low {
            true => format!("{:.2}", high + 0.0),
            false => format!("{:.2},{:.2}", high + 0.0, low + 0.0),
        };
        write!(f, "{pv} {eval} {games} {depth}{suffix}")?;
        if text.is_empty() { Ok(()) } else { write!(f, " {text}") }
    }
}
