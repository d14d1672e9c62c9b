//! The log of the course's referee and server: a line an event, `[red  ] - MOVE from (-3, 2) to (-2, 1).`
//!
//! It names no player, and begins at the start position.

use std::{iter::Peekable, str::Lines};

use plyglot_core::{FileGame, FileGameError, Game, Heading, Notation, shorten};

use crate::{
    Chexers, Kind, Mode, Move, OnIllegal, State,
    board::{COLOURS, HOME},
};

/// What begins a log, before the date.
const START: &str = "Start Chexers game log at ";
/// What begins the text of a draw.
const DRAW: &str = "draw detected: ";

/// The logs of a text, one after the other.
pub(crate) struct Logs<'a> {
    rules: Chexers,
    lines: Peekable<Lines<'a>>,
    /// The number of the last line.
    line: usize,
}

/// A line: tag and text.
type Event<'a> = (&'a str, &'a str);

impl<'a> Logs<'a> {
    pub(crate) fn new(rules: &Chexers, text: &'a str) -> Logs<'a> {
        // Drawn games were not always ended in time.
        let rules = Chexers { mode: Mode::Race, ply_limit: u32::MAX, ..rules.clone() };
        Logs { rules, lines: text.lines().peekable(), line: 0 }
    }

    fn next_line(&mut self) -> Option<&'a str> {
        self.line += 1;
        self.lines.next()
    }

    /// Skips lines up to the beginning of the next log.
    fn skip(&mut self) {
        while self.lines.peek().is_some_and(|line| begun(line).is_none()) {
            self.next_line();
        }
    }

    fn game(&mut self, first: &str) -> Result<FileGame, FileGameError> {
        let Some(date) = begun(first) else {
            let found = shorten(first);
            return Err(self.fault(format!("expected \"[game ] - {START}DATE\", found {found:?}")));
        };
        let mut state = self.rules.start();
        let mut plies = Vec::new();
        let mut heading = Heading::default();
        heading.tags.push(("Date".to_owned(), date.to_owned()));
        let mut ended = false;
        while let Some(line) = self.lines.next_if(|line| begun(line).is_none()) {
            self.line += 1;
            if line.trim().is_empty() {
                continue;
            }
            let (tag, text) = event(line).ok_or_else(|| {
                let found = shorten(line);
                self.fault(format!(
                    "expected \"[red  ] - MOVE …\" or another event, found {found:?}"
                ))
            })?;
            if ended {
                return Err(self.fault(format!("{:?}: the game was over", shorten(line))));
            }
            match tag {
                "over" | "error" => {
                    ended = true;
                    heading.ranks = self.ranks(tag, text).map_err(|why| self.fault(why))?;
                    heading.tags.push(("Termination".to_owned(), text.to_owned()));
                }
                colour => plies.push(self.ply(&mut state, colour, text, plies.len() + 1)?),
            }
        }
        Ok(FileGame { position: None, plies, heading })
    }

    fn ply(
        &self,
        state: &mut State,
        colour: &str,
        text: &str,
        ply: usize,
    ) -> Result<String, FileGameError> {
        let line = self.line;
        let refuse = |why: String| FileGameError::at_ply(ply, format!("line {line}: {why}"));
        let due = self.rules.player_name(self.rules.to_move(state));
        if !COLOURS.contains(&colour) {
            let what = "red, green, blue, over, error";
            return Err(refuse(format!("[{}]: expected one of {what}", shorten(colour))));
        }
        if colour != due {
            return Err(refuse(format!("it is {due}'s turn, not {colour}'s")));
        }
        let parsed = self.rules.parse_ply(state, text);
        let moves = parsed.map_err(|error| refuse(error.to_string()))?;
        let written = self.rules.write_ply(state, &moves);
        moves.into_iter().for_each(|mv| _ = self.rules.make(state, mv));
        Ok(written)
    }

    /// What the last line says of everybody. An aborted game has ranks only where the rules make the offender
    /// lose, and only if one is named.
    fn ranks(&self, tag: &str, text: &str) -> Result<Vec<u8>, String> {
        let others = |seat: usize, own, other| {
            COLOURS.iter().enumerate().map(|(at, _)| if at == seat { own } else { other }).collect()
        };
        if tag == "error" {
            let named = |colour: &&str| text.contains(&format!("({colour})"));
            let offender = COLOURS.iter().position(named);
            let offender = offender.filter(|_| self.rules.on_illegal == OnIllegal::Forfeit);
            return Ok(offender.map_or(Vec::new(), |seat| others(seat, 3, 1)));
        }
        if text.starts_with(DRAW) {
            return Ok(vec![1; 3]);
        }
        let winner = text.strip_prefix("winner: ").map(|name| name.trim().to_ascii_lowercase());
        let winner = winner.and_then(|name| COLOURS.iter().position(|colour| *colour == name));
        let expected =
            || format!("expected \"winner: Red\" or \"{DRAW}…\", found {:?}", shorten(text));
        winner.map(|seat| others(seat, 1, 2)).ok_or_else(expected)
    }

    fn fault(&self, why: String) -> FileGameError {
        FileGameError::new(format!("line {}: {why}", self.line))
    }
}

impl Iterator for Logs<'_> {
    type Item = Result<FileGame, FileGameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut first = self.next_line()?;
        while first.trim().is_empty() {
            first = self.next_line()?;
        }
        let game = self.game(first);
        if game.is_err() {
            self.skip();
        }
        Some(game)
    }
}

/// The tag and the text of a line.
fn event(line: &str) -> Option<Event<'_>> {
    let (tag, text) = line.trim_end().strip_prefix('[')?.split_once("] - ")?;
    Some((tag.trim(), text))
}

/// The date in the line that begins a log.
fn begun(line: &str) -> Option<&str> {
    event(line).filter(|(tag, _)| *tag == "game")?.1.strip_prefix(START.trim_end()).map(str::trim)
}

/// The log of a game; none of one that does not begin at the start, or is a puzzle.
pub(crate) fn write(
    rules: &Chexers,
    first: &State,
    moves: &[Move],
    heading: &Heading,
) -> Option<String> {
    let start = State::new(HOME, 0, [0; 3], 0, 0);
    if rules.mode != Mode::Race || *first != start {
        return None;
    }
    let mut text = String::new();
    let mut say = |tag: &str, what: &str| {
        text += &format!("[{tag:<5}] - {}\n", what.replace(char::is_control, " "));
    };
    say("game", &format!("{START}{}", heading.tag("Date").unwrap_or("an unknown date")));
    let (mut state, mut seen) = (start, vec![rules.hash(&start)]);
    for mv in moves {
        say(COLOURS[rules.to_move(&state).idx()], &words(*mv));
        rules.make(&mut state, *mv);
        seen.push(rules.hash(&state));
    }
    let termination = heading.tag("Termination").unwrap_or("");
    match heading.ranks[..] {
        [1, 1, 1] => say("over", &draw(rules, &state, &seen, termination)),
        [red, green, blue] => {
            let ranks = [red, green, blue];
            let first: Vec<usize> = (0..3).filter(|seat| ranks[*seat] == 1).collect();
            match first[..] {
                [winner] => say("over", &format!("winner: {}", capital(COLOURS[winner]))),
                _ => {
                    let offender = (0..3).find(|seat| ranks[*seat] > 1).unwrap_or(0);
                    say("error", &fault(COLOURS[offender], termination));
                }
            }
        }
        _ => {}
    }
    Some(text)
}

/// An action as the referee prints it.
fn words(mv: Move) -> String {
    let place = |hex: crate::Hex| format!("({}, {})", hex.q(), hex.r());
    let (from, to) = (place(mv.origin()), place(mv.target()));
    match mv.kind() {
        Kind::Move => format!("MOVE from {from} to {to}."),
        Kind::Jump => format!("JUMP from {from} to {to}."),
        Kind::Exit => format!("EXIT from {from}."),
        Kind::Pass => "PASS.".to_owned(),
    }
}

fn capital(colour: &str) -> String {
    colour[..1].to_ascii_uppercase() + &colour[1..]
}

/// Why a game is drawn. Where both rules say so, the referee names the repetition.
fn draw(rules: &Chexers, last: &State, seen: &[u64], termination: &str) -> String {
    let times = seen.iter().filter(|hash| **hash == rules.hash(last)).count();
    let limit = rules.repetition as usize;
    if limit > 0 && times >= limit {
        return format!("{DRAW}game state occurred {limit} times.");
    }
    if last.ply >= rules.ply_limit {
        return format!("{DRAW}maximum number of turns reached.");
    }
    match termination.strip_prefix(DRAW).unwrap_or(termination) {
        "" => format!("{DRAW}agreed."),
        other => format!("{DRAW}{other}"),
    }
}

/// What the last line of an aborted game says: who is at fault stands in brackets.
fn fault(colour: &str, termination: &str) -> String {
    match termination {
        told if told.contains(&format!("({colour})")) => told.to_owned(),
        "" => format!("game error ({colour})"),
        told => format!("game error ({colour}): {told}"),
    }
}
