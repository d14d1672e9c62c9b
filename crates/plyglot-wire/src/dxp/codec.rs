//! The messages of DamExchange, version 01: a letter and fields of fixed width, all of it ASCII, then a zero byte.

use std::{fmt, time::Duration};

use plyglot_checkers::Side;
use plyglot_core::shorten;

use crate::show_text;

/// The longest message, without its zero byte.
pub const MOST_BYTES: usize = 127;
/// The length of a name.
const NAME: usize = 32;
/// The most that the field for minutes can say.
const MOST_MINUTES: u64 = 999;
/// The largest board has so many squares.
const MOST_SQUARES: u8 = 50;

/// A message of either side.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// `R`: the initiator asks for a game.
    Request(Request),
    /// `A`: the follower's answer.
    Accept {
        /// What the follower calls itself.
        name: String,
        /// 0 yes, 1 the version is not known, 2 not this game, 3 no game at all.
        code: u8,
    },
    /// `M`: a move.
    Move(Played),
    /// `E`: the game is over.
    End(End),
    /// `C`: words for people.
    Chat(Vec<u8>),
    /// `B`: a wish to go back to the position before a move.
    Back {
        /// The number of the move, which grows after every move of black.
        number: u16,
        /// Whose move it was.
        turn: Side,
    },
    /// `K`: the answer: 0 yes, 1 not supported, 2 no.
    BackAnswer(u8),
}

/// A game as it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// What the initiator calls itself.
    pub name: String,
    /// The colour of the other one.
    pub follower: Side,
    /// The time of each player for the whole game. Whole minutes are written, at least one.
    pub time: Duration,
    /// How many moves each side plays at most; 0 without a limit.
    pub moves: u16,
    /// The position, unless it is the normal one of 10x10 draughts with white to move.
    pub board: Option<Board>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Who is to move.
    pub turn: Side,
    /// What stands on each square, from 1: `w W z Z` or `e`; 32 squares, or 50 of a 10x10 board.
    pub squares: Vec<u8>,
}

/// A move: where it begins and ends and what it takes, in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What it took.
    pub seconds: u16,
    /// The first square.
    pub from: u8,
    /// The last one.
    pub to: u8,
    /// The squares of what was captured.
    pub captured: Vec<u8>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// From the sender's view: 0 not known, 1 it loses, 2 a draw, 3 it wins.
    pub reason: u8,
    /// Whether no further game follows.
    pub last: bool,
}

/// What is no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bad {
    /// Nothing that anybody must answer.
    Noise(String),
    /// A request to be refused with this code.
    Request {
        /// The code.
        code: u8,
        /// What is wrong.
        why: String,
    },
    /// A move that cannot be read.
    Move(String),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Bad::Noise(why) | Bad::Request { why, .. } | Bad::Move(why)) = self;
        f.write_str(why)
    }
}

impl Message {
    /// The bytes of a message, with the zero byte that ends it.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = match self {
            Message::Request(request) => request.encode(),
            Message::Accept { name, code } => {
                [&b"A"[..], &write_name(name), code.to_string().as_bytes()].concat()
            }
            Message::Move(played) => played.encode(),
            Message::End(end) => format!("E{}{}", end.reason, u8::from(end.last)).into_bytes(),
            Message::Chat(text) => {
                let fits =
                    text.iter().map(|byte| if (32..127).contains(byte) { *byte } else { b'?' });
                [b'C'].into_iter().chain(fits.take(MOST_BYTES - 1)).collect()
            }
            Message::Back { number, turn } => format!("B{number:03}{}", letter(*turn)).into_bytes(),
            Message::BackAnswer(code) => format!("K{code}").into_bytes(),
        };
        bytes.push(0);
        bytes
    }
}

impl Request {
    fn encode(&self) -> Vec<u8> {
        let minutes = (self.time.as_secs() / 60).clamp(1, MOST_MINUTES);
        let mut bytes = [&b"R01"[..], &write_name(&self.name)].concat();
        let (follower, moves) = (letter(self.follower), self.moves.min(999));
        bytes.extend(format!("{follower}{minutes:03}{moves:03}").bytes());
        match &self.board {
            None => bytes.push(b'A'),
            Some(board) => {
                bytes.extend([b'B', letter(board.turn) as u8]);
                bytes.extend(&board.squares);
            }
        }
        bytes
    }
}

impl Played {
    fn encode(&self) -> Vec<u8> {
        let Played { seconds, from, to, captured } = self;
        let mut text = format!("M{:04}{from:02}{to:02}{:02}", seconds.min(&9999), captured.len());
        captured.iter().for_each(|square| text += &format!("{square:02}"));
        text.into_bytes()
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

/// A name in its 32 bytes, which do not begin with a blank.
fn write_name(name: &str) -> [u8; NAME] {
    let mut bytes = [b' '; NAME];
    let fits = name.trim_start().chars().map(|own| match own {
        ' '..='~' => own as u8,
        _ => b'?',
    });
    bytes.iter_mut().zip(fits).for_each(|(to, from)| *to = from);
    bytes
}

/// Reads a message without the zero byte that ends it.
pub fn decode(bytes: &[u8]) -> Result<Message, Bad> {
    let noise = |expected: &str| {
        Bad::Noise(format!("{:?}: expected {expected}", shorten(&show_text(bytes))))
    };
    let Some((kind, rest)) = bytes.split_first() else {
        return Err(Bad::Noise("an empty message".to_owned()));
    };
    match kind {
        b'R' => read_request(rest).map(Message::Request),
        b'M' => read_move(rest).map(Message::Move).ok_or_else(|| {
            let text = shorten(&show_text(bytes));
            Bad::Move(format!(
                "{text:?}: expected M, seconds (4), from (2), to (2), number captured (2), squares"
            ))
        }),
        b'A' => match (rest.get(..NAME), rest.get(NAME..)) {
            (Some(name), Some([code @ b'0'..=b'3'])) => {
                Ok(Message::Accept { name: read_name(name), code: code - b'0' })
            }
            _ => Err(noise("A, a name (32) and a code from 0 to 3")),
        },
        b'E' => match rest {
            [reason @ b'0'..=b'3', stop @ b'0'..=b'1'] => {
                Ok(Message::End(End { reason: reason - b'0', last: *stop == b'1' }))
            }
            _ => Err(noise("E, a reason from 0 to 3 and a stop code")),
        },
        b'C' if !rest.is_empty() => Ok(Message::Chat(rest.to_vec())),
        b'B' => match rest {
            [number @ .., turn] if number.len() == 3 => {
                let read = digits(number).zip(read_colour(*turn));
                let back = read.map(|(number, turn)| Message::Back { number, turn });
                back.ok_or_else(|| noise("B, a move (3) and W or Z"))
            }
            _ => Err(noise("B, a move (3) and W or Z")),
        },
        b'K' => match rest {
            [code @ b'0'..=b'2'] => Ok(Message::BackAnswer(code - b'0')),
            _ => Err(noise("K and a code from 0 to 2")),
        },
        _ => Err(noise("one of R A M E C B K")),
    }
}

fn read_request(rest: &[u8]) -> Result<Request, Bad> {
    let refuse = |code, why: &str| Bad::Request { code, why: format!("a request {why}") };
    let Some((version, rest)) = rest.split_at_checked(2) else {
        return Err(refuse(2, "without a version"));
    };
    if version != b"01" {
        let found = shorten(&show_text(version));
        return Err(refuse(1, &format!("of version {found:?}, only 01 is known")));
    }
    let Some((name, [follower, numbers @ .., _])) =
        rest.split_at_checked(NAME).filter(|(_, rest)| rest.len() >= 8)
    else {
        return Err(refuse(2, "that is too short"));
    };
    let (numbers, board) = (&numbers[..6], &rest[NAME + 7..]);
    let follower = read_colour(*follower).ok_or_else(|| refuse(2, "without a colour, W or Z"))?;
    let time = read_minutes(&numbers[..3])
        .ok_or_else(|| refuse(2, "whose minutes are no number above 0"))?;
    let moves =
        digits(&numbers[3..]).ok_or_else(|| refuse(2, "whose number of moves is no number"))?;
    let board = match board {
        b"A" => None,
        [b'B', turn, squares @ ..] => {
            let turn = read_colour(*turn).ok_or_else(|| refuse(2, "without a colour to move"))?;
            if ![32, 50].contains(&squares.len()) {
                let why = format!("with a board of {} squares, not 32 or 50", squares.len());
                return Err(refuse(2, &why));
            }
            if !squares.iter().all(|own| b"wWzZe".contains(own)) {
                return Err(refuse(2, "with other letters than w W z Z e on its board"));
            }
            Some(Board { turn, squares: squares.to_vec() })
        }
        _ => return Err(refuse(2, "whose start is not A, nor B and a board")),
    };
    Ok(Request { name: read_name(name), follower, time, moves, board })
}

fn read_move(rest: &[u8]) -> Option<Played> {
    let (head, squares) = rest.split_at_checked(10)?;
    let square = |two: &[u8]| {
        let number = digits(two).and_then(|number| u8::try_from(number).ok());
        number.filter(|number| (1..=MOST_SQUARES).contains(number))
    };
    let count = usize::from(digits(&head[8..])?);
    if squares.len() != 2 * count {
        return None;
    }
    Some(Played {
        seconds: digits(&head[..4])?,
        from: square(&head[4..6])?,
        to: square(&head[6..8])?,
        captured: squares.chunks(2).map(square).collect::<Option<_>>()?,
    })
}

/// Up to four digits.
fn digits(bytes: &[u8]) -> Option<u16> {
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| u16::from(byte - b'0'));
    bytes.iter().try_fold(0, |sum, byte| Some(10 * sum + digit(byte)?))
}

/// Three bytes that engines read as a real number: `005`, `0.5`, `.17`.
fn read_minutes(bytes: &[u8]) -> Option<Duration> {
    let plain = bytes.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    let text = std::str::from_utf8(bytes).ok().filter(|_| plain)?;
    let minutes: f64 = text.parse().ok()?;
    (minutes > 0.0).then(|| Duration::from_secs_f64(60.0 * minutes))
}

fn read_colour(byte: u8) -> Option<Side> {
    match byte {
        b'W' => Some(Side::White),
        b'Z' => Some(Side::Black),
        _ => None,
    }
}

fn read_name(bytes: &[u8]) -> String {
    let fits = bytes.iter().map(|byte| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '?',
    });
    fits.collect::<String>().trim().to_owned()
}

/// A message for people, with or without its zero byte.
pub fn show(bytes: &[u8]) -> String {
    show_text(bytes.strip_suffix(&[0]).unwrap_or(bytes))
}
