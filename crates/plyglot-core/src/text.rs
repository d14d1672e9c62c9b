//! Reading text: errors that say what, where and what instead, and the cursor that makes them.

use std::{fmt, ops::RangeInclusive};

/// Why a text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// The text cannot be read.
    Syntax {
        /// Line of the offending place, from 1.
        line: usize,
        /// Column of the offending place in characters, from 1.
        column: usize,
        /// What stands there, shortened.
        found: String,
        /// What could stand there.
        expected: String,
    },
    /// The text can be read, but no such position can exist under the rules.
    Rules(String),
    /// The move can be read, but is not legal in this position.
    Illegal {
        /// The move as written.
        mv: String,
        /// Why not, as far as the game can tell.
        why: String,
    },
}

impl TextError {
    /// A position that can be read but breaks the rules.
    pub fn rules(what: impl Into<String>) -> Self {
        TextError::Rules(what.into())
    }

    /// A move that can be read but not played.
    pub fn illegal(mv: impl Into<String>, why: impl Into<String>) -> Self {
        TextError::Illegal { mv: shorten(&mv.into()), why: why.into() }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Syntax { line, column, found, expected } => {
                write!(f, "line {line}, column {column}: expected {expected}, found {found}")
            }
            TextError::Rules(what) => write!(f, "the position breaks the rules: {what}"),
            TextError::Illegal { mv, why } => write!(f, "{mv} is not legal here: {why}"),
        }
    }
}

impl std::error::Error for TextError {}

/// A place in a text to read from. Every error it makes carries line and column.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of `text`.
    pub fn new(text: &'a str) -> Self {
        Cursor { text, at: 0 }
    }

    /// What is left to read.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The byte offset, to be given to [`Cursor::error_at`] later.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The next character, left where it is.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Takes `wanted` if it comes next.
    pub fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Takes `wanted` if the text goes on with it.
    pub fn eat_str(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// Takes `wanted` or fails.
    pub fn expect(&mut self, wanted: char) -> Result<(), TextError> {
        if self.eat(wanted) { Ok(()) } else { Err(self.error(format!("{wanted:?}"))) }
    }

    /// Takes characters as long as they please, and returns them.
    pub fn take_while(&mut self, mut pleases: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let len = rest.find(|c| !pleases(c)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    /// Skips white space of any kind, line ends included.
    pub fn skip_white(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Takes everything up to the next white space; empty at the end of the text.
    pub fn word(&mut self) -> &'a str {
        self.take_while(|c| !c.is_whitespace())
    }

    /// Takes a decimal number in `range`; `what` names it in the error.
    pub fn number(&mut self, range: RangeInclusive<u32>, what: &str) -> Result<u32, TextError> {
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => {
                Err(self
                    .error_at(start, format!("{what} from {} to {}", range.start(), range.end())))
            }
        }
    }

    /// Fails unless everything but white space has been read.
    pub fn end(&mut self) -> Result<(), TextError> {
        self.skip_white();
        if self.rest().is_empty() { Ok(()) } else { Err(self.error("the end of the text")) }
    }

    /// An error at this place.
    pub fn error(&self, expected: impl Into<String>) -> TextError {
        self.error_at(self.at, expected)
    }

    /// An error at an earlier place.
    pub fn error_at(&self, offset: usize, expected: impl Into<String>) -> TextError {
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let rest = &self.text[offset..];
        let token = rest.split(char::is_whitespace).next().unwrap_or("");
        let found = match rest.chars().next() {
            None => "the end of the text".to_owned(),
            Some('\n' | '\r') => "the end of the line".to_owned(),
            Some(c) if c.is_whitespace() => "white space".to_owned(),
            Some(_) => shorten(&format!("{token:?}")),
        };
        TextError::Syntax {
            line: 1 + before.matches('\n').count(),
            column: 1 + before[line_start..].chars().count(),
            found,
            expected: expected.into(),
        }
    }
}

/// At most 40 characters of a text, for messages.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// The most names that an error proposes.
const MOST_PROPOSED: usize = 3;
/// Longer texts are no slips of the finger, and comparing them takes time.
const MOST_COMPARED: usize = 64;

/// The names nearest to one that is not among them, best first: those that differ in the fewest letters,
/// at most a third of them, or that go on from what was written. Case counts for nothing.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let signs = folded(wanted);
    let mut least = (signs.len() / 3).max(1);
    let mut found: Vec<&str> = Vec::new();
    if signs.is_empty() || signs.len() > MOST_COMPARED {
        return found;
    }
    for name in known {
        let own = folded(name);
        let begun = signs.len() > 1 && own.starts_with(&signs) && own != signs;
        // A single letter in place of another is no likeness.
        let alike = own.len().min(signs.len()) > 1 || own == signs;
        let slips = if begun { 1 } else { slips(&signs, &own) };
        if slips > least || !alike || found.contains(&name) {
            continue;
        }
        if slips < least {
            (least, found) = (slips, Vec::new());
        }
        found.push(name);
    }
    found.truncate(MOST_PROPOSED);
    found
}

/// The end of an error about a name: `; did you mean this, or that?`, or nothing if none is near.
pub fn did_you_mean<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(wanted, known).split_last() {
        None => String::new(),
        Some((only, [])) => format!("; did you mean {only}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

fn folded(text: &str) -> Vec<char> {
    text.chars().take(MOST_COMPARED + 1).flat_map(char::to_lowercase).collect()
}

/// Letters to add, leave out, replace or swap with their neighbours to make one text of the other.
fn slips(a: &[char], b: &[char]) -> usize {
    let (mut before, mut last) = (Vec::new(), (0..=b.len()).collect::<Vec<_>>());
    for (i, sign) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(sign != other);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *sign == b[j - 1] && a[i - 1] == *other {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
