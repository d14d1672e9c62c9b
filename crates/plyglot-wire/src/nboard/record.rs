//! The game so far as a GGF record, with its clocks.

use std::time::Duration;

use plyglot_core::{AnySession, Content, Heading};
use plyglot_reversi::ggf;

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
        let Some(own) = ggf::Clock::read(text)? else { return Ok(None) };
        let time = |seconds: f64| {
            let time = Duration::try_from_secs_f64(seconds);
            time.map_err(|_| format!("{seconds} seconds are no time"))
        };
        // Extra time is for those who overstep; nobody plans with it.
        Ok(Some(Clock { main: time(own.main)?, increment: time(own.increment)? }))
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

/// Reads the first game of a text by the rules of a session for which a pass is a move.
pub(super) fn read(session: &dyn AnySession, text: &str) -> Result<Record, String> {
    let content = Content::new(text);
    let mut games = session.read_games("ggf", &content).ok_or("the game has no GGF")?;
    let game = games.next().ok_or("expected a record (;GM[Othello]…;)")?;
    let game = game.map_err(|error| error.to_string())?;
    let clock = |own: &str| {
        let text = game.tag(own).or(game.tag("TI"));
        text.map_or(Ok(None), Clock::read)
    };
    let clocks = [clock("TB")?, clock("TW")?];
    let words = game.tag("Seconds").unwrap_or("").split(' ');
    let seconds = words.map(|word| word.parse().ok().filter(|own: &f64| own.is_finite())).collect();
    Ok(Record { position: game.position, plies: game.plies, seconds, clocks })
}

/// Writes the game so far in one line; none of one on a smaller board.
pub(super) fn write(
    session: &dyn AnySession,
    names: &[String],
    clock: Option<Clock>,
) -> Option<String> {
    let tags = clock.map(|clock| ("TI".to_owned(), clock.write())).into_iter().collect();
    let heading = Heading { players: names.to_vec(), ranks: Vec::new(), tags };
    Some(session.write_game("ggf", &heading)?.trim_end().to_owned())
}
