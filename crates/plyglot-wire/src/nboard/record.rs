//! The game so far as a GGF record, with its clocks.

use std::time::Duration;

use plyglot_core::AnySession;

/// What is left on a clock, and what a move adds to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clock {
    pub(super) main: Duration,
    pub(super) increment: Duration,
}

impl Clock {
    /// A move took so many seconds.
    pub(super) fn spend(&mut self, seconds: f64) {
        let spent = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
        self.main = self.main.saturating_sub(spent) + self.increment;
    }

    fn read(text: &str) -> Result<Option<Clock>, String> {
        let mut parts = text.split('/').map(|part| {
            part.split(':').fold(0, |sum, own| 60 * sum + own.parse::<u64>().unwrap_or(0))
        });
        let main = Duration::from_secs(parts.next().unwrap_or(0));
        let increment = Duration::from_secs(parts.next().unwrap_or(0));
        Ok((main > Duration::ZERO).then_some(Clock { main, increment }))
    }

    /// `05:00/00:02/00:00`: no extra time.
    fn write(self) -> String {
        let time = |time: Duration, least: u64| {
            let seconds = time.as_secs().max(least);
            format!("{:02}:{:02}", seconds / 60, seconds % 60)
        };
        format!("{}/{}/00:00", time(self.main, 1), time(self.increment, 0))
    }
}

/// A record that was read.
#[derive(Debug, PartialEq)]
pub(super) struct Record {
    /// The position where it begins, if it is not the start position.
    pub(super) position: Option<String>,
    /// Its plies, passes among them.
    pub(super) plies: Vec<String>,
    /// What every move but passes took.
    pub(super) seconds: Vec<Option<f64>>,
    /// The clocks of black and white at the beginning.
    pub(super) clocks: [Option<Clock>; 2],
}

pub(super) fn read(_session: &dyn AnySession, text: &str) -> Result<Record, String> {
    let mut rest = text.strip_prefix("(;").ok_or("no game")?;
    let (mut clocks, mut plies, mut seconds, mut position) = ([None; 2], vec![], vec![], None);
    while !rest.starts_with(";)") {
        let (name, tail) = rest.split_once('[').ok_or("no tag")?;
        let (value, tail) = tail.split_once(']').ok_or("no end")?;
        rest = tail;
        match name {
            "TI" => clocks = [Clock::read(value)?; 2],
            "TB" => clocks[0] = Clock::read(value)?,
            "TW" => clocks[1] = Clock::read(value)?,
            "BO" => position = Some(value.strip_prefix("8 ").ok_or("size")?.to_owned()),
            "B" | "W" => {
                let note = super::codec::Note::read(value).ok_or("no move")?;
                if note.mv == "PA" {
                    plies.push("pass".to_owned());
                } else {
                    plies.push(note.mv.to_lowercase());
                    seconds.push(note.seconds);
                }
            }
            _ => {}
        }
    }
    let usual = "---------------------------O*------*O--------------------------- *";
    let position = position.filter(|own: &String| own != usual);
    Ok(Record { position, plies, seconds, clocks })
}

pub(super) fn write(
    session: &dyn AnySession,
    names: &[String],
    clock: Option<Clock>,
) -> Option<String> {
    let mut first = session.boxed();
    while first.undo() {}
    let position = first.position().replace('X', "*");
    if position.len() != 66 {
        return None;
    }
    let ti = clock.map_or("0".to_owned(), Clock::write);
    let name = |at: usize| names[at].replace(']', ")");
    let mut text = format!(
        "(;GM[Othello]PC[Plyglot]PB[{}]PW[{}]RE[?]TI[{ti}]TY[8]BO[8 {position}]",
        name(0),
        name(1)
    );
    for (at, ply) in session.played().iter().enumerate() {
        text += &format!("{}[{}]", ["B", "W"][at % 2], ply.to_uppercase());
    }
    Some(text + ";)")
}
