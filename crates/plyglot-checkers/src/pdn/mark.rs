//! What stands beside a move: its strength, glyphs, and the commands of comments that tell times.

use plyglot_core::Cursor;

use crate::Side;

/// What a file says of a move besides the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// `!`, `??` or the like, in brackets if they are in the file.
    pub strength: String,
    /// The numbers of numeric annotation glyphs.
    pub nags: Vec<u8>,
    /// Seconds that are left to Black, after the move.
    pub black: Option<u32>,
    /// Seconds that are left to White.
    pub white: Option<u32>,
    /// Whose clock runs, where the file says so.
    pub running: Option<Side>,
    /// Seconds that the move took.
    pub elapsed: Option<u32>,
}

impl Mark {
    /// Seconds that are left to a side.
    pub fn clock(&self, side: Side) -> Option<u32> {
        if side == Side::Black { self.black } else { self.white }
    }

    pub(super) fn set_clock(&mut self, side: Side, seconds: u32) {
        *(if side == Side::Black { &mut self.black } else { &mut self.white }) = Some(seconds);
    }

    /// Takes in the commands of a comment, `[%clk 0:04:59]`, after a move of `mover`. What is no known command
    /// is left alone.
    pub(super) fn comment(&mut self, text: &str, mover: Side) {
        for command in text.split("[%").skip(1) {
            let mut cursor = Cursor::new(command);
            let name = cursor.take_while(|c| c.is_ascii_alphabetic());
            cursor.skip_white();
            match name {
                "clk" | "clock" | "mct" => self.clocks(&mut cursor, mover),
                "emt" => self.elapsed = read_time(&mut cursor).or(self.elapsed),
                _ => {}
            }
        }
    }

    /// One or two times, each with the letter of its side before it, a capital if that clock runs.
    fn clocks(&mut self, cursor: &mut Cursor<'_>, mover: Side) {
        for _ in 0..2 {
            let letter = cursor.peek().filter(|c| "wWbB".contains(*c));
            let side = match letter.map(|c| c.to_ascii_lowercase()) {
                Some('b') => Side::Black,
                Some(_) => Side::White,
                None => mover,
            };
            letter.into_iter().for_each(|c| _ = cursor.eat(c));
            let Some(seconds) = read_time(cursor) else { return };
            self.set_clock(side, seconds);
            if letter.is_some_and(|c| c.is_ascii_uppercase()) {
                self.running = Some(side);
            }
            cursor.skip_white();
        }
    }

    /// The mark as it stands behind its move: what is glued to it, and what follows.
    pub(super) fn write(&self, mover: Side) -> (&str, Vec<String>) {
        let mut words: Vec<String> = self.nags.iter().map(|nag| format!("${nag}")).collect();
        let times = [("clk", self.clock(mover)), ("emt", self.elapsed)];
        let told = times.iter().filter_map(|(name, time)| Some((name, (*time)?)));
        let told: Vec<String> =
            told.map(|(name, time)| format!("[%{name} {}]", write_time(time))).collect();
        if !told.is_empty() {
            words.push(format!("{{{}}}", told.join(" ")));
        }
        (&self.strength, words)
    }
}

/// `h:mm:ss` as seconds.
fn read_time(cursor: &mut Cursor<'_>) -> Option<u32> {
    let hours = cursor.number(0..=99, "hours").ok()?;
    cursor.expect(':').ok()?;
    let minutes = cursor.number(0..=59, "minutes").ok()?;
    cursor.expect(':').ok()?;
    let seconds = cursor.number(0..=59, "seconds").ok()?;
    Some(3600 * hours + 60 * minutes + seconds)
}

fn write_time(seconds: u32) -> String {
    // Two digits of hours are all that readers take.
    let seconds = seconds.min(100 * 3600 - 1);
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
