//! The two files: what a program is asked, and what it answers.

use std::time::Duration;

use plyglot_core::{run_lengths, shorten};
use plyglot_halma::{Square, square_name};

/// Side of the board.
const SIZE: usize = 16;
/// The most hops of a turn that are read: a piece that visits no square twice makes no more than 63.
const MOST_HOPS: usize = 256;
/// The longest time that is read, in seconds.
const LONGEST: f64 = 1e6;

/// `input.txt`: a position, and the time for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Whether the time is that of this move (`SINGLE`), not of the rest of the game (`GAME`).
    pub single: bool,
    /// Whether white is to move.
    pub white: bool,
    /// The time.
    pub time: Duration,
    /// The rows from the corner of black on, each of `B`, `W` and `.`.
    pub rows: [[u8; SIZE]; SIZE],
}

impl Input {
    /// The text of the file.
    pub fn encode(&self) -> String {
        let word = if self.single { "SINGLE" } else { "GAME" };
        let colour = if self.white { "WHITE" } else { "BLACK" };
        // A time is positive, however little there is of it.
        let seconds = self.time.as_secs_f64().max(0.001);
        let mut text = format!("{word}\n{colour}\n{seconds:.3}\n");
        for row in &self.rows {
            text.extend(row.iter().copied().map(char::from));
            text.push('\n');
        }
        text
    }

    /// Reads the text of the file.
    pub fn decode(text: &str) -> Result<Input, String> {
        let mut lines = text.lines().map(str::trim_end).enumerate();
        let mut next = |expected: &str| {
            let (at, line) = lines.next().unwrap_or((0, ""));
            let refused = format!("line {}: {:?}, expected {expected}", at + 1, shorten(line));
            (line, if at == 0 && line.is_empty() { format!("no {expected}") } else { refused })
        };
        let single = match next("SINGLE or GAME") {
            ("SINGLE", _) => true,
            ("GAME", _) => false,
            (_, refused) => return Err(refused),
        };
        let white = match next("BLACK or WHITE") {
            ("BLACK", _) => false,
            ("WHITE", _) => true,
            (_, refused) => return Err(refused),
        };
        let (line, refused) = next("seconds");
        let seconds = line.trim().parse().ok();
        let seconds = seconds.filter(|own: &f64| *own > 0.0 && own.is_finite()).ok_or(refused)?;
        let time = Duration::from_secs_f64(seconds.min(LONGEST));
        let mut rows = [[b'.'; SIZE]; SIZE];
        for row in &mut rows {
            let (line, refused) = next("16 squares, each B, W or .");
            let found: Option<[u8; SIZE]> = line.as_bytes().try_into().ok();
            let found = found.filter(|own| own.iter().all(|sign| b"BW.".contains(sign)));
            *row = found.ok_or(refused)?;
        }
        match lines.find(|(_, line)| !line.is_empty()) {
            Some((at, line)) => {
                Err(format!("line {}: {:?} after the board", at + 1, shorten(line)))
            }
            None => Ok(Input { single, white, time, rows }),
        }
    }

    /// The position as our game writes it.
    pub fn position(&self) -> String {
        let sign = |own: &u8| match own {
            b'B' => 'A',
            b'W' => 'B',
            _ => '.',
        };
        let rows = self.rows.iter().map(|row| run_lengths(row.iter().map(sign), '.'));
        let rows = rows.collect::<Vec<_>>().join("/");
        format!("usc16 {rows} {} 0 - *", u8::from(self.white))
    }
}

/// `output.txt`: the squares that a piece visits, by a step or by hops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output(pub Vec<Square>);

impl Output {
    /// The text of the file: `E` and a step, or `J` and a hop on each line. No squares are an empty file.
    pub fn encode(&self) -> String {
        let leg = |leg: &[Square]| {
            let word =
                if leg[0].leg_to(leg[1]).is_some_and(|(_, far)| far == 1) { 'E' } else { 'J' };
            let [from, to] = [leg[0], leg[1]].map(|at| format!("{},{}", at.x(), at.y()));
            format!("{word} {from} {to}\n")
        };
        self.0.windows(2).map(leg).collect()
    }

    /// Reads the text of the file. Whether the turn is legal is another question.
    pub fn decode(text: &str) -> Result<Output, String> {
        let mut path: Vec<Square> = Vec::new();
        for (at, line) in
            text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty())
        {
            let refused = |expected: &str| {
                Err(format!("line {}: {:?}, expected {expected}", at + 1, shorten(line)))
            };
            let Some((word, from, to)) = read_leg(line) else {
                return refused("a step E x,y x,y or a hop J x,y x,y on the board");
            };
            let far = from.leg_to(to).map_or(0, |(_, far)| far);
            match (word, path.last()) {
                ("E", Some(_)) => return refused("nothing but one step, or hops"),
                ("J", Some(last)) if *last != from => {
                    return refused("a hop from where the last one ended");
                }
                ("E", None) if far != 1 => return refused("a step to a neighbour"),
                ("J", _) if far != 2 => return refused("a hop of two squares"),
                ("J", Some(_)) if path[0].leg_to(path[1]).is_some_and(|(_, far)| far == 1) => {
                    return refused("nothing after a step");
                }
                _ if path.len() > MOST_HOPS => return refused("the end"),
                (_, None) => path.extend([from, to]),
                (_, Some(_)) => path.push(to),
            }
        }
        if path.is_empty() {
            Err("nothing, expected a step or hops".to_owned())
        } else {
            Ok(Output(path))
        }
    }

    /// The turn as our game reads it.
    pub fn ply(&self) -> String {
        self.0.iter().copied().map(square_name).collect::<Vec<_>>().join("-")
    }
}

fn read_leg(line: &str) -> Option<(&str, Square, Square)> {
    let mut words = line.split_ascii_whitespace();
    let word = words.next().filter(|word| ["E", "J"].contains(word))?;
    let mut square = || {
        let (x, y) = words.next()?.split_once(',')?;
        let read = |part: &str| part.parse().ok().filter(|own: &u8| usize::from(*own) < SIZE);
        Some(Square::new(read(x)?, read(y)?))
    };
    let (from, to) = (square()?, square()?);
    words.next().is_none().then_some((word, from, to))
}
