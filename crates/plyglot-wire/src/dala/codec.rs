//! The lines of both sides. Rows are counted from the top, columns from the left, both from 0.

use std::{fmt, time::Duration};

use plyglot_core::{Player, shorten};
use plyglot_dala::{Square, State};

/// The longest time that is read, in seconds.
const LONGEST: f64 = 1e6;
/// The most victims of an action that are read; the usual rules know one.
const MOST_VICTIMS: usize = 36;

/// What a server says, but for the rows of boards.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerLine {
    /// `DALA 1 seat seconds`: the first line.
    Hello {
        /// The client's seat, 1 or 2.
        seat: u8,
        /// The time for an action.
        time: Duration,
    },
    /// `TURN`: the client is to act; the board follows.
    Turn,
    /// `OK`: the action was executed.
    Ok,
    /// `BAD reason`: it was not, and the game is lost.
    Bad(String),
    /// `END WIN reason`: the game is over.
    End(Outcome, String),
}

/// What a client got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has won.
    Win,
    /// It has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

impl Outcome {
    const ALL: [(Outcome, &'static str); 3] =
        [(Outcome::Win, "WIN"), (Outcome::Loss, "LOSS"), (Outcome::Draw, "DRAW")];
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Outcome::ALL.iter().find(|(own, _)| own == self);
        word.map_or(Ok(()), |(_, word)| f.write_str(word))
    }
}

impl fmt::Display for ServerLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerLine::Hello { seat, time } => write!(f, "DALA 1 {seat} {}", time.as_secs_f64()),
            ServerLine::Turn => f.write_str("TURN"),
            ServerLine::Ok => f.write_str("OK"),
            ServerLine::Bad(reason) => write!(f, "BAD {reason}"),
            ServerLine::End(outcome, reason) => write!(f, "END {outcome} {reason}"),
        }
    }
}

impl ServerLine {
    /// Reads a line without its end.
    pub fn read(line: &str) -> Result<ServerLine, String> {
        let refused = |expected: &str| format!("{:?}, expected {expected}", shorten(line));
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = rest.trim_start();
        match word {
            "DALA" => read_hello(rest).ok_or_else(|| refused("DALA 1 SEAT SECONDS")),
            "TURN" if rest.is_empty() => Ok(ServerLine::Turn),
            "OK" if rest.is_empty() => Ok(ServerLine::Ok),
            "BAD" => Ok(ServerLine::Bad(rest.to_owned())),
            "END" => {
                let (word, reason) = rest.split_once(' ').unwrap_or((rest, ""));
                let outcome = Outcome::ALL.iter().find(|(_, own)| *own == word);
                let outcome = outcome.ok_or_else(|| refused("END WIN, END LOSS or END DRAW"))?;
                Ok(ServerLine::End(outcome.0, reason.trim().to_owned()))
            }
            _ => Err(refused("DALA, TURN, OK, BAD or END")),
        }
    }
}

fn read_hello(rest: &str) -> Option<ServerLine> {
    let words: Vec<&str> = rest.split_ascii_whitespace().take(4).collect();
    let ["1", seat, seconds] = words[..] else { return None };
    let seat = seat.parse().ok().filter(|seat| [1, 2].contains(seat))?;
    let seconds: f64 = seconds.parse().ok().filter(|own: &f64| *own > 0.0 && own.is_finite())?;
    Some(ServerLine::Hello { seat, time: Duration::from_secs_f64(seconds.min(LONGEST)) })
}

/// The name in a client's first line, `NAME text`.
pub fn read_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("NAME")?;
    let named = rest.is_empty() || rest.starts_with(' ');
    named.then(|| rest.trim().to_owned())
}

/// The board as a client sees it, of so many squares a side: a line for every row, the highest rank first.
pub fn board(state: &State, size: u8) -> String {
    let sign = |file, rank| {
        let owner = [(0, '1'), (1, '2')].into_iter();
        let bit = Square::new(file, rank).bit();
        let mut owner = owner.filter(|(seat, _)| state.pieces(Player(*seat)) & bit != 0);
        owner.next().map_or('0', |(_, sign)| sign)
    };
    let row = |rank| (0..size).map(|file| sign(file, rank)).chain(['\n']).collect::<String>();
    (0..size).rev().map(row).collect()
}

/// A row of a board of so many columns, if it is one.
pub fn read_row(line: &str, size: u8) -> Result<&str, String> {
    let row = line.trim();
    let fits =
        row.len() == usize::from(size) && row.bytes().all(|sign| (b'0'..=b'2').contains(&sign));
    let refused = || format!("{:?}, expected a row of {size} signs 0, 1 or 2", shorten(line));
    fits.then_some(row).ok_or_else(refused)
}

/// What a client does: `DROP r c`, `MOVE r c r c`, either with `TAKE r c` behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Where the piece comes from, if not from the reserve.
    pub from: Option<Place>,
    /// Where it goes.
    pub to: Place,
    /// Whom it takes: under the usual rules one at most.
    pub victims: Vec<Place>,
}

/// A row and a column.
pub type Place = (u8, u8);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = self.to;
        match self.from {
            Some((from_row, from_column)) => {
                write!(f, "MOVE {from_row} {from_column} {row} {column}")?;
            }
            None => write!(f, "DROP {row} {column}")?,
        }
        self.victims.iter().try_for_each(|(row, column)| write!(f, " TAKE {row} {column}"))
    }
}

impl Action {
    /// Reads a line. Whether there are such places is another question.
    pub fn read(line: &str) -> Result<Action, String> {
        let refused = || {
            let line = shorten(line);
            format!("{line:?}, expected DROP r c or MOVE r c r c, either with TAKE r c behind it")
        };
        let mut words = line.split_ascii_whitespace();
        let (from, to) = match words.next() {
            Some("DROP") => (None, read_place(&mut words).ok_or_else(refused)?),
            Some("MOVE") => {
                let from = read_place(&mut words).ok_or_else(refused)?;
                (Some(from), read_place(&mut words).ok_or_else(refused)?)
            }
            _ => return Err(refused()),
        };
        let mut victims = Vec::new();
        while let Some(word) = words.next() {
            if word != "TAKE" || victims.len() == MOST_VICTIMS {
                return Err(refused());
            }
            victims.push(read_place(&mut words).ok_or_else(refused)?);
        }
        Ok(Action { from, to, victims })
    }

    /// The ply as our game reads it, on a board of so many squares a side.
    pub fn ply(&self, size: u8) -> Result<String, String> {
        let square = |(row, column): Place| {
            let on_board = row < size && column < size;
            let square = || Square::new(column, size - 1 - row).to_string();
            on_board.then(square).ok_or_else(|| format!("{row} {column} is not on the board"))
        };
        let from = self.from.map(square).transpose()?;
        let mut ply = from.map_or(String::new(), |from| format!("{from}-")) + &square(self.to)?;
        for victim in &self.victims {
            ply += &format!("x{}", square(*victim)?);
        }
        Ok(ply)
    }

    /// The action that a ply of our game is; none for a pass.
    pub fn of_ply(ply: &str, size: u8) -> Option<Action> {
        let place = |name: &str| {
            let [file, rank] = name.as_bytes() else { return None };
            let (column, rank) = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
            (column < size && rank < size).then(|| (size - 1 - rank, column))
        };
        let mut parts = ply.split('x');
        let action = parts.next()?;
        let (from, to) = match action.split_once('-') {
            Some((from, to)) => (Some(place(from)?), place(to)?),
            None => (None, place(action)?),
        };
        Some(Action { from, to, victims: parts.map(place).collect::<Option<_>>()? })
    }
}

fn read_place<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Place> {
    let mut number = || words.next()?.parse::<u8>().ok().filter(|own| *own < 10);
    Some((number()?, number()?))
}
