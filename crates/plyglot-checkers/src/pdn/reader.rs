//! Reading files of games.

use plyglot_core::{Cursor, Game, Place, TextError, shorten};

use super::{Mark, PdnError, PdnGame, PdnResult, ResultMeaning};
use crate::{Checkers, Position, Side, fen, ply};

/// The games of a file, one after the other. After a broken game reading goes on with the next.
///
/// `rules` only decide what becomes of men on their crown row in set-up positions.
pub fn read<'a>(text: &'a str, rules: &Checkers, meaning: ResultMeaning) -> Games<'a> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (rules, place) = (rules.perft_rules(), Place::default());
    Games { text, cursor: Cursor::new(text), rules, meaning, place, game: 0 }
}

/// An iterator over the games of a file; see [`read`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    rules: Checkers,
    meaning: ResultMeaning,
    place: Place,
    game: usize,
}

/// Something wrong at an offset, with the move if it is one.
struct Fault {
    offset: usize,
    mv: Option<String>,
    why: String,
}

/// What the move text goes on with.
enum Token<'a> {
    Move(usize, &'a str),
    /// What is said of the move before.
    Strength(&'a str),
    Nag(&'a str),
    Comment(&'a str),
    /// A position that replaces the one on the board.
    Setup(usize, &'a str),
    Result(PdnResult),
    /// The next game's tags, or the end of the file.
    End,
}

impl Iterator for Games<'_> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.skip_to_game().is_ok() && self.cursor.rest().is_empty() {
            return None;
        }
        self.game += 1;
        let mut game = PdnGame {
            tags: Vec::new(),
            start: Position::start(Side::Black),
            moves: Vec::new(),
            marks: Vec::new(),
            setups: Vec::new(),
            result: PdnResult::Unknown,
        };
        let read = self.tags(&mut game).and_then(|()| self.moves(&mut game));
        Some(match read {
            Ok(()) => Ok(game),
            Err(fault) => {
                let error = self.error(game.moves.len(), fault);
                self.skip_game();
                Err(error)
            }
        })
    }
}

impl<'a> Games<'a> {
    /// Skips white space and comments between games.
    fn skip_to_game(&mut self) -> Result<(), Fault> {
        loop {
            self.cursor.skip_white();
            match self.cursor.peek() {
                Some('{' | ';' | '%') => {
                    let ahead = self.cursor.clone();
                    if let Err(fault) = self.comment() {
                        self.cursor = ahead;
                        return Err(fault);
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn tags(&mut self, game: &mut PdnGame) -> Result<(), Fault> {
        loop {
            self.skip_to_game()?;
            let start = self.cursor.offset();
            if !self.cursor.eat('[') {
                return Ok(());
            }
            let (name, value) = self.tag()?;
            self.apply(game, start, &name, &value)?;
            game.tags.push((name, value));
        }
    }

    /// The rest of `[Name "value"]`. Quotation marks inside the value need not be escaped.
    fn tag(&mut self) -> Result<(String, String), Fault> {
        let cursor = &mut self.cursor;
        cursor.take_while(is_blank);
        let name = cursor.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        if name.is_empty() {
            return Err(expected(cursor, "the name of a tag"));
        }
        cursor.take_while(is_blank);
        if !cursor.eat('"') {
            return Err(expected(cursor, "the value of the tag in quotation marks"));
        }
        let mut value = String::new();
        loop {
            match cursor.peek() {
                None | Some('\n') => return Err(expected(cursor, "the end of the tag, \"]")),
                Some('"') if closes_tag(&cursor.rest()[1..]) => break,
                Some('\\') if cursor.rest()[1..].starts_with(['"', '\\']) => {
                    cursor.bump();
                }
                Some(_) => {}
            }
            value.extend(cursor.bump());
        }
        cursor.bump();
        cursor.take_while(is_blank);
        cursor.eat(']');
        Ok((name, value))
    }

    /// What a tag means for the game.
    fn apply(
        &self,
        game: &mut PdnGame,
        offset: usize,
        name: &str,
        value: &str,
    ) -> Result<(), Fault> {
        let fault = |why| Err(Fault { offset, mv: None, why });
        match name {
            "Result" => {
                game.result = PdnResult::read(value, self.meaning).unwrap_or(game.result);
            }
            "FEN" if !value.trim().is_empty() => match fen::read(value, self.rules.crown_row_men) {
                Ok(start) => game.start = Position { quiet: 0, ..start },
                Err(error) => return fault(format!("in the tag FEN: {error}")),
            },
            "GameType" => {
                let kind = value.split(',').next().unwrap_or("").trim();
                if kind.parse::<u32>().is_ok_and(|kind| kind != 21) {
                    return fault(format!("game type {kind} is not English draughts, which is 21"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn moves(&mut self, game: &mut PdnGame) -> Result<(), Fault> {
        let mut position = game.start;
        loop {
            match self.token()? {
                Token::Move(offset, text) => {
                    let mv = ply::read(&self.rules, &position, text)
                        .map_err(|error| refused(offset, text, error))?;
                    self.rules.make(&mut position, mv);
                    game.moves.push(mv);
                    game.marks.push(Mark::default());
                }
                Token::Setup(offset, text) => {
                    position = self.set_up(offset, text)?;
                    match game.moves.len() {
                        0 => game.start = position,
                        before => game.setups.push((before, position)),
                    }
                }
                // A star may only separate games: their results are in tags then.
                Token::Result(PdnResult::Unknown) | Token::End => return Ok(()),
                Token::Result(result) => {
                    game.result = result;
                    return Ok(());
                }
                beside => remark(&beside, game.marks.last_mut(), position.side.other()),
            }
        }
    }

    /// The position of a setup, `FEN "W:W22:B18"` between slashes.
    fn set_up(&self, offset: usize, text: &str) -> Result<Position, Fault> {
        let fault = |why| Fault { offset, mv: None, why };
        let fen = text.trim().strip_prefix("FEN").map(|fen| fen.trim().trim_matches('"'));
        let fen = fen.ok_or_else(|| {
            fault(format!(
                "expected a setup such as /FEN \"W:W22:B18\"/, found {:?}",
                shorten(text)
            ))
        })?;
        let read = fen::read(fen, self.rules.crown_row_men);
        read.map(|own| Position { quiet: 0, ..own })
            .map_err(|error| fault(format!("in the setup: {error}")))
    }

    /// The next token that matters; variations and numbers do not.
    fn token(&mut self) -> Result<Token<'a>, Fault> {
        loop {
            self.cursor.skip_white();
            match self.cursor.peek() {
                None | Some('[') => return Ok(Token::End),
                Some('{' | ';' | '%') => return self.comment().map(Token::Comment),
                Some('(') => match self.strength() {
                    Some(strength) => return Ok(Token::Strength(strength)),
                    None => self.variation()?,
                },
                Some('$') => {
                    self.cursor.bump();
                    return Ok(Token::Nag(self.cursor.take_while(|c| c.is_ascii_digit())));
                }
                Some('!' | '?') => {
                    return Ok(Token::Strength(self.cursor.take_while(|c| "!?".contains(c))));
                }
                Some('.') => drop(self.cursor.bump()),
                Some('/') => return self.setup(),
                Some(_) => {
                    if let Some(token) = self.word()? {
                        return Ok(token);
                    }
                }
            }
        }
    }

    /// A move, a result, or a move number, which is nothing.
    fn word(&mut self) -> Result<Option<Token<'a>>, Fault> {
        let offset = self.cursor.offset();
        let word = self.cursor.take_while(|c| !c.is_whitespace() && !"{}()[];!?$.%".contains(c));
        if word.is_empty() {
            return Err(expected(&self.cursor, "a move"));
        }
        if let Some(result) = PdnResult::read(word, self.meaning) {
            return Ok(Some(Token::Result(result)));
        }
        let dotted = self.cursor.rest().trim_start_matches(is_blank).starts_with('.');
        if dotted && word.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(None);
        }
        // Some write blanks inside moves.
        let mut word = word;
        while word.ends_with(is_separator) || self.next_separates() {
            self.cursor.take_while(is_blank);
            self.cursor.take_while(is_separator);
            self.cursor.take_while(is_blank);
            if self.cursor.take_while(|c| c.is_ascii_digit()).is_empty() {
                break;
            }
            word = &self.text[offset..self.cursor.offset()];
        }
        // A star on a move marks it as the only good one.
        Ok(Some(Token::Move(offset, word.trim_end_matches('*'))))
    }

    /// Whether blanks and then the sign between two squares follow.
    fn next_separates(&self) -> bool {
        self.cursor.rest().trim_start_matches(is_blank).starts_with(is_separator)
    }

    /// `(!)` or `(?)`, if that comes next.
    fn strength(&mut self) -> Option<&'a str> {
        let rest = self.cursor.rest();
        let signs = rest[1..].find(|c| !"!?".contains(c)).filter(|signs| *signs > 0)?;
        let strength = rest[1 + signs..].starts_with(')').then(|| &rest[..signs + 2])?;
        self.cursor.eat_str(strength);
        Some(strength)
    }

    /// `/…/`
    fn setup(&mut self) -> Result<Token<'a>, Fault> {
        let offset = self.cursor.offset();
        self.cursor.bump();
        let text = self.cursor.take_while(|c| c != '/');
        if self.cursor.eat('/') {
            Ok(Token::Setup(offset, text))
        } else {
            Err(unclosed(offset, "setup"))
        }
    }

    /// `{…}`, or `;` or `%` to the end of the line.
    fn comment(&mut self) -> Result<&'a str, Fault> {
        let offset = self.cursor.offset();
        if self.cursor.bump() != Some('{') {
            return Ok(self.cursor.take_while(|c| c != '\n'));
        }
        let text = self.cursor.take_while(|c| c != '}');
        if self.cursor.eat('}') { Ok(text) } else { Err(unclosed(offset, "comment")) }
    }

    /// `(…)` with whatever is inside.
    fn variation(&mut self) -> Result<(), Fault> {
        let offset = self.cursor.offset();
        let mut depth = 0usize;
        loop {
            match self.cursor.peek() {
                None => return Err(unclosed(offset, "variation")),
                Some('{' | ';' | '%') => {
                    self.comment()?;
                    continue;
                }
                Some('/') if self.cursor.rest().starts_with("/FEN") => {
                    self.setup()?;
                    continue;
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
            }
            self.cursor.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Leaves a broken game: everything up to its result or the next tag that begins a line.
    fn skip_game(&mut self) {
        loop {
            let blank = self.cursor.take_while(char::is_whitespace);
            if self.cursor.rest().is_empty()
                || blank.contains('\n') && self.cursor.rest().starts_with('[')
            {
                return;
            }
            let word = self.cursor.word();
            if PdnResult::read(word, self.meaning).is_some() {
                return;
            }
        }
    }

    fn error(&mut self, ply: usize, fault: Fault) -> PdnError {
        let (line, column) = self.place.find(self.text, fault.offset);
        PdnError { game: self.game, ply, mv: fault.mv, line, column, why: fault.why }
    }
}

/// Whether this rest of a line, after a quotation mark, ends the tag.
fn closes_tag(rest: &str) -> bool {
    rest.trim_start_matches(is_blank).starts_with(']')
}

/// Notes what stands beside a move, if there is one.
fn remark(token: &Token<'_>, mark: Option<&mut Mark>, mover: Side) {
    let Some(mark) = mark else { return };
    match token {
        Token::Strength(text) => mark.strength += text,
        Token::Nag(number) => mark.nags.extend(number.parse::<u8>()),
        Token::Comment(text) => mark.comment(text, mover),
        Token::Move(..) | Token::Setup(..) | Token::Result(_) | Token::End => {}
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | ':')
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

fn refused(offset: usize, text: &str, error: TextError) -> Fault {
    let why = match error {
        TextError::Syntax { expected, found, .. } => {
            format!("{} is not a move: expected {expected}, found {found}", shorten(text))
        }
        other => other.to_string(),
    };
    Fault { offset, mv: Some(shorten(text)), why }
}

fn expected(cursor: &Cursor<'_>, what: &str) -> Fault {
    let found = match cursor.rest().split_whitespace().next() {
        None => "the end of the text".to_owned(),
        Some(word) => format!("{:?}", shorten(word)),
    };
    Fault { offset: cursor.offset(), mv: None, why: format!("expected {what}, found {found}") }
}

fn unclosed(offset: usize, what: &str) -> Fault {
    Fault { offset, mv: None, why: format!("this {what} is never closed") }
}
