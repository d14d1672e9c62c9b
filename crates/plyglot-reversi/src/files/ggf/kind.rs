//! Kinds of games and clocks, as GGF writes them.

use plyglot_core::{Cursor, shorten};

/// A kind of game, `s8r18`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Squares along a side of the board; 88 for the octagon.
    pub size: u32,
    /// One of two games that are played at once.
    pub synchro: bool,
    /// Black's right to begin was sold for stones.
    pub komi: bool,
    /// Fewer stones win.
    pub anti: bool,
    /// The stones of a start position that was drawn by lot.
    pub random: Option<u32>,
}

impl Kind {
    /// Reads letters and numbers in any order; without a number the board has 8x8 squares.
    pub fn read(text: &str) -> Result<Kind, String> {
        let mut kind = Kind { size: 8, synchro: false, komi: false, anti: false, random: None };
        let refuse = |what: &str| Err(format!("TY[{}]: {what}", shorten(text)));
        let mut cursor = Cursor::new(text.trim());
        let mut wishes = 0;
        while let Some(letter) = cursor.peek() {
            if letter.is_ascii_digit() {
                kind.size = number(&mut cursor)?;
                continue;
            }
            cursor.bump();
            match letter {
                's' => kind.synchro = true,
                'k' => kind.komi = true,
                'a' => kind.anti = true,
                'b' | 'w' => {}
                'r' => kind.random = Some(number(&mut cursor)?),
                _ => return refuse("expected a number or one of s k b w a r"),
            }
            wishes += u32::from("skbw".contains(letter));
        }
        match wishes {
            0 | 1 => Ok(kind),
            _ => refuse("expected at most one of s k b w"),
        }
    }

    /// Whether such games can be played here.
    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Kind { komi: true, .. } => Err("TY: komi games are not read".to_owned()),
            Kind { anti: true, .. } => Err("TY: anti games are not read".to_owned()),
            Kind { size: 8, .. } => Ok(()),
            Kind { size, .. } => Err(format!("TY: board {size}; only 8x8 boards are read")),
        }
    }
}

fn number(cursor: &mut Cursor<'_>) -> Result<u32, String> {
    cursor.number(0..=99, "a number of squares or stones").map_err(|error| format!("TY: {error}"))
}

/// A clock, `05:00//02:00`, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// For the whole game.
    pub main: f64,
    /// After every move.
    pub increment: f64,
    /// Once, when the main time is over.
    pub extra: f64,
}

/// The extra time if nothing is said about it.
const USUAL_EXTRA: f64 = 120.0;

impl Clock {
    /// Reads `main[/increment[/extra]]`; none for a game without a clock.
    pub fn read(text: &str) -> Result<Option<Clock>, String> {
        let mut parts = text.trim().split('/');
        let main = time(parts.next().unwrap_or(""))?;
        let increment = parts.next().map_or(Ok(0.0), time)?;
        let extra = parts.next().map_or(Ok(USUAL_EXTRA), time)?;
        match parts.next() {
            Some(_) => Err(format!("{:?}: expected main/increment/extra", shorten(text))),
            None => Ok((main > 0.0).then_some(Clock { main, increment, extra })),
        }
    }
}

/// Reads `[[[days.]hours:]minutes:]seconds`, nothing as 0.
fn time(text: &str) -> Result<f64, String> {
    let refuse = || format!("{:?}: expected a time such as 05:00", shorten(text));
    let parts: Vec<&str> = text.trim().split(':').take(4).collect();
    let number = |part: &str| match part {
        "" => Some(0.0),
        part if part.bytes().all(|b| b.is_ascii_digit() || b == b'.') => part.parse::<f64>().ok(),
        _ => None,
    };
    let read = match parts[..] {
        [seconds] => number(seconds),
        [minutes, seconds] => number(minutes).zip(number(seconds)).map(|(m, s)| 60.0 * m + s),
        [hours, minutes, seconds] => {
            let (days, hours) = hours.split_once('.').unwrap_or(("", hours));
            let hours = number(days).zip(number(hours)).map(|(days, own)| 24.0 * days + own);
            let rest = number(minutes).zip(number(seconds)).map(|(m, s)| 60.0 * m + s);
            hours.zip(rest).map(|(hours, rest)| 3600.0 * hours + rest)
        }
        _ => None,
    };
    read.filter(|seconds| seconds.is_finite()).ok_or_else(refuse)
}
