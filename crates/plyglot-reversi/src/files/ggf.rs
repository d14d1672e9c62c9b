//! GGF, the game records of Othello servers: `(;GM[Othello]…BO[8 … *]B[F5]W[D6];)`.
//!
//! Read generously and written as NBoard does, whose reader is strict. Komi games, anti games and other
//! boards than 8x8 are refused, each by itself.

mod kind;

use plyglot_core::{
    Cursor, FileGame, FileGameError, Game, Heading, Notation, Place, Player, shorten,
};

use super::replay::{Replay, STRICT, ranks, with_passes};
use crate::{
    Move, Reversi, Size, State,
    board::{BLACK, WHITE},
    notation::{Sign, square_name},
};

pub use kind::{Clock, Kind};

/// What follows a number in `RE`, and how it is told.
const ENDINGS: [(&str, &str); 4] =
    [("r", "resigned"), ("t", "time"), ("s", "agreed"), ("l", "left")];

/// Tags that other formats know by another name.
const NAMES: [(&str, &str); 2] = [("PC", "Site"), ("DT", "Date")];

/// The games of a text, one after the other.
pub(super) struct Games<'a> {
    rules: &'a Reversi,
    text: &'a str,
    cursor: Cursor<'a>,
    place: Place,
}

/// Something wrong at an offset of the text.
struct Fault {
    offset: usize,
    error: FileGameError,
}

impl<'a> Games<'a> {
    pub(super) fn new(rules: &'a Reversi, text: &'a str) -> Games<'a> {
        Games { rules, text, cursor: Cursor::new(text), place: Place::default() }
    }

    /// Goes to the next game: blanks, and the number of games of a match, may stand before it.
    fn begin(&mut self) -> Result<(), Fault> {
        self.cursor.take_while(|c| c.is_whitespace() || c.is_ascii_digit());
        match self.cursor.eat_str("(;") {
            true => Ok(()),
            false => Err(self.expected("(; at the beginning of a game")),
        }
    }

    /// The tags of a game whose beginning was read, moves among them, each with its offset.
    fn tags(&mut self) -> Result<Vec<(usize, &'a str, &'a str)>, Fault> {
        let mut tags = Vec::new();
        loop {
            self.cursor.skip_white();
            if self.cursor.eat_str(";)") {
                return Ok(tags);
            }
            let offset = self.cursor.offset();
            let name = self.cursor.take_while(|c| c.is_ascii_alphabetic());
            if name.is_empty() {
                return Err(self.expected("a tag such as PB[name], or ;) at the end of the game"));
            }
            self.cursor.skip_white();
            if !self.cursor.eat('[') {
                return Err(self.expected("[ and the value of the tag"));
            }
            let value = self.cursor.take_while(|c| c != ']');
            if !self.cursor.eat(']') {
                return Err(fault(offset, format!("the tag {} is never closed", shorten(name))));
            }
            tags.push((offset, name, value));
        }
    }

    fn game(&mut self) -> Result<FileGame, Fault> {
        self.begin()?;
        let begun = self.cursor.offset();
        let tags = self.tags()?;
        let mut first = STRICT.start();
        for (offset, name, value) in &tags {
            let checked = check(name, value).map_err(|why| fault(*offset, why))?;
            first = checked.unwrap_or(first);
        }
        let mut replay = Replay::from(self.rules, first);
        let mut notes = Notes::default();
        for (_, name, value) in &tags {
            if let Some(player) = mover(name) {
                let played = step(&mut replay, &mut notes, player, value);
                // Where a game begins is enough: its ply tells the rest.
                played.map_err(|error| Fault { offset: begun, error })?;
            }
        }
        Ok(replay.end(heading(&tags, notes)))
    }

    fn expected(&self, what: &str) -> Fault {
        // No further than is told: the rest may be long, and such errors many.
        let rest = self.cursor.rest().chars().take(41).take_while(|c| !c.is_whitespace());
        let found = match shorten(&rest.collect::<String>()) {
            nothing if nothing.is_empty() => "the end of the text".to_owned(),
            word => format!("{word:?}"),
        };
        fault(self.cursor.offset(), format!("expected {what}, found {found}"))
    }

    /// Goes to what looks like the beginning of the next game.
    fn skip(&mut self) {
        let rest = self.cursor.rest();
        let skipped = rest.find("(;").unwrap_or(rest.len());
        self.cursor.eat_str(&rest[..skipped]);
    }
}

impl Iterator for Games<'_> {
    type Item = Result<FileGame, FileGameError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.cursor.skip_white();
        if self.cursor.rest().is_empty() {
            return None;
        }
        Some(self.game().map_err(|Fault { offset, error }| {
            self.skip();
            let (line, column) = self.place.find(self.text, offset);
            let why = format!("line {line}, column {column}: {}", error.why);
            FileGameError { why, ..error }
        }))
    }
}

fn fault(offset: usize, why: String) -> Fault {
    Fault { offset, error: FileGameError::new(why) }
}

fn mover(tag: &str) -> Option<Player> {
    match tag {
        "B" => Some(BLACK),
        "W" => Some(WHITE),
        _ => None,
    }
}

/// What a tag means for a game that can be read here: the position where it begins, nothing, or that it cannot.
fn check(name: &str, value: &str) -> Result<Option<State>, String> {
    match name {
        "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
            Err(format!("GM[{}]: it is not Othello", shorten(value)))
        }
        "TY" => Kind::read(value)?.check().map(|()| None),
        "KB" | "KW" | "KM" => Err(format!("{name}: komi games are not read")),
        "BO" => board(value).map(Some),
        _ => Ok(None),
    }
}

fn board(value: &str) -> Result<State, String> {
    let (size, squares) = value.trim().split_once(char::is_whitespace).unwrap_or((value, ""));
    if size != "8" {
        return Err(format!("BO: board {}; only 8x8 boards are read", shorten(size)));
    }
    let sign = |c: char| if c == '0' { Some(Sign::Stone(WHITE)) } else { Sign::read(c) };
    let mut stones = [0u64; 2];
    let mut squares = squares.chars().filter(|c| !c.is_whitespace());
    for (at, c) in squares.by_ref().take(64).enumerate() {
        match sign(c) {
            Some(Sign::Stone(owner)) => stones[owner.idx()] |= 1 << at,
            Some(Sign::Empty) => {}
            None => return Err(format!("BO: {c:?}: expected a square, * O or -")),
        }
    }
    let side = squares.next().and_then(sign);
    match (side, squares.next()) {
        (Some(Sign::Stone(side)), None) => Ok(STRICT.position(stones, side)),
        _ => Err("BO: expected 64 squares and then the side to move, * or O".to_owned()),
    }
}

/// Evaluations and times at the moves, as they are written.
#[derive(Default)]
struct Notes {
    values: Vec<String>,
    seconds: Vec<String>,
}

/// The tags that keep them: one word a move, passes left out, `-` where there is none.
const VALUES: &str = "Values";
const SECONDS: &str = "Seconds";

/// Plays `F5/1.50/2.3`.
fn step(
    replay: &mut Replay,
    notes: &mut Notes,
    player: Player,
    value: &str,
) -> Result<(), FileGameError> {
    let mut parts = value.splitn(3, '/').map(str::trim);
    let mv = read_move(parts.next().unwrap_or(""))
        .map_err(|why| FileGameError::at_ply(replay.next_ply(), why))?;
    if mv != Move::PASS {
        replay.settle();
        if replay.to_move() != player {
            let (own, due) = (STRICT.player_name(player), STRICT.player_name(replay.to_move()));
            let why = format!("{}: it is {due}'s turn, not {own}'s", shorten(value));
            return Err(FileGameError::at_ply(replay.next_ply(), why));
        }
        let mut note = || {
            let word = parts.next().unwrap_or("");
            let fits = !word.is_empty() && !word.contains(char::is_whitespace);
            if fits { word.to_owned() } else { "-".to_owned() }
        };
        notes.values.push(note());
        notes.seconds.push(note());
    }
    replay.play(mv)
}

/// A square with whatever letters and digits follow it, or a pass.
fn read_move(text: &str) -> Result<Move, String> {
    let lower = text.to_ascii_lowercase();
    let bytes = lower.as_bytes();
    match bytes {
        [column @ b'a'..=b'h', row @ b'1'..=b'8', ..] => {
            let (column, row) = (usize::from(column - b'a'), usize::from(row - b'1'));
            Ok(Move::place(Size::Eight.square(column, row)))
        }
        b"--" => Ok(Move::PASS),
        [b'p', ..] if "pass".starts_with(&lower) => Ok(Move::PASS),
        _ => Err(format!("{:?}: expected a square such as F5, or PA", shorten(text))),
    }
}

fn heading(tags: &[(usize, &str, &str)], notes: Notes) -> Heading {
    let value = |wanted: &str| tags.iter().find(|(_, name, _)| *name == wanted).map(|own| own.2);
    let player = |name| value(name).unwrap_or("").to_owned();
    let mut kept = Vec::new();
    for (_, name, value) in tags {
        // What the game itself tells is written anew with it; comments are nobody's.
        if matches!(*name, "GM" | "PB" | "PW" | "BO" | "B" | "W" | "CO") {
            continue;
        }
        let known = NAMES.iter().find(|(own, _)| own == name).map_or(*name, |(_, known)| known);
        kept.push((known.to_owned(), (*value).to_owned()));
    }
    let result = value("RE").unwrap_or("");
    let ending = result.split_once(':').map_or("", |(_, ending)| ending);
    if let Some((_, words)) = ENDINGS.iter().find(|(own, _)| *own == ending) {
        kept.push(("Termination".to_owned(), (*words).to_owned()));
    }
    for (name, words) in [(VALUES, notes.values), (SECONDS, notes.seconds)] {
        if words.iter().any(|word| word != "-") {
            kept.push((name.to_owned(), words.join(" ")));
        }
    }
    let ranks = difference(result).map_or(Vec::new(), ranks);
    Heading { players: vec![player("PB"), player("PW")], ranks, tags: kept }
}

/// The stones by which black wins, as `RE` tells them; none while nothing is decided.
fn difference(result: &str) -> Option<f64> {
    let number = result.split(':').next()?.trim();
    let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
    let plain = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    number.parse().ok().filter(|_| plain)
}

/// The text of a game on the 8x8 board, with the tags that strict readers know, in their order.
pub(super) fn write(first: &State, moves: &[Move], heading: &Heading) -> String {
    let (all, last) = with_passes(first, moves);
    let player = |seat| heading.players.get(seat).map_or("", String::as_str);
    let mut text = "(;GM[Othello]".to_owned();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace(']', ")").replace(char::is_control, " ");
        text += &format!("{name}[{value}]");
    };
    tag("PC", heading.tag("Site").unwrap_or("Plyglot"));
    heading.tag("Date").into_iter().for_each(|date| tag("DT", date));
    tag("PB", player(0));
    tag("PW", player(1));
    tag("RE", &result(&last, heading));
    for name in ["RB", "RW"] {
        heading.tag(name).into_iter().for_each(|rating| tag(name, rating));
    }
    tag("TI", heading.tag("TI").unwrap_or("0"));
    for name in ["TB", "TW"] {
        heading.tag(name).into_iter().for_each(|clock| tag(name, clock));
    }
    let kind =
        heading.tag("TY").filter(|kind| Kind::read(kind).is_ok_and(|kind| kind.check().is_ok()));
    tag("TY", kind.unwrap_or("8"));
    tag("BO", &write_board(first));
    let notes = |name| heading.tag(name).unwrap_or("").split(' ');
    let (mut values, mut seconds) = (notes(VALUES), notes(SECONDS));
    for (player, mv) in all {
        let name = if player == BLACK { "B" } else { "W" };
        match mv.square() {
            None => tag(name, "PA"),
            Some(square) => {
                let square = square_name(Size::Eight, square).to_ascii_uppercase();
                let note = |notes: &mut std::str::Split<'_, char>| {
                    notes.next().filter(|word| *word != "-").unwrap_or("").to_owned()
                };
                let (value, time) = (note(&mut values), note(&mut seconds));
                tag(name, format!("{square}/{value}/{time}").trim_end_matches('/'));
            }
        }
    }
    text + ";)\n"
}

fn write_board(first: &State) -> String {
    let mut text: String = STRICT.write_state(first).replace('X', "*");
    text.insert_str(0, "8 ");
    text
}

/// What `RE` says: what a file said before if that is still so, the stones of a finished game, or all of them for
/// one that was given up, as servers have it.
fn result(last: &State, heading: &Heading) -> String {
    let said = |text: &&str| difference(text).map_or(Vec::new(), ranks) == heading.ranks;
    if let Some(text) = heading.tag("RE").filter(said) {
        return text.to_owned();
    }
    if last.is_over() {
        let [black, white] = STRICT.scores(last);
        return format!("{:+}.000", black - white);
    }
    match heading.ranks[..] {
        [black, white] if black < white => "+64.000:r".to_owned(),
        [black, white] if black > white => "-64.000:r".to_owned(),
        [_, _] => "+0.000".to_owned(),
        _ => "?".to_owned(),
    }
}
