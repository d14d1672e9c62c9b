//! The messages: a type, a length and a payload; numbers have the most significant byte first.

use std::fmt;

/// A message of either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// 1, from a client: its group.
    Group(u8),
    /// 2: the map file.
    Map(Vec<u8>),
    /// 3: the client's player number, from 1.
    Number(u8),
    /// 4: a move is wanted; 0 where a limit does not apply.
    Request {
        /// Milliseconds on the account.
        millis: u32,
        /// Depth of the search.
        depth: u8,
    },
    /// 5, from a client: its move.
    Move(Place),
    /// 6: somebody moved.
    Played {
        /// The move.
        place: Place,
        /// The player, from 1.
        player: u8,
    },
    /// 7: a player is out.
    Disqualified(u8),
    /// 8: phase one is over.
    PhaseOver,
    /// 9: the game is over.
    GameOver,
}

/// A move: column, row, and what is chosen on special tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
    /// A player on choice tiles, 20 or 21 on bonus tiles, otherwise 0.
    pub choice: u8,
}

impl Place {
    /// Reads a ply as the game writes it.
    pub fn of_ply(ply: &str) -> Option<Place> {
        let mut parts = ply.split(',');
        let x = parts.next()?.parse().ok()?;
        let y = parts.next()?.parse().ok()?;
        let choice = parts.next()?.parse().ok()?;
        parts.next().is_none().then_some(Place { x, y, choice })
    }

    fn bytes(self) -> [u8; 5] {
        let ([x1, x0], [y1, y0]) = (self.x.to_be_bytes(), self.y.to_be_bytes());
        [x1, x0, y1, y0, self.choice]
    }

    fn of_bytes(bytes: [u8; 5]) -> Place {
        let [x1, x0, y1, y0, choice] = bytes;
        Place { x: u16::from_be_bytes([x1, x0]), y: u16::from_be_bytes([y1, y0]), choice }
    }
}

/// A ply as the game writes it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.choice)
    }
}

impl Message {
    /// The bytes of a message.
    pub fn encode(&self) -> Vec<u8> {
        let (kind, payload) = match self {
            Message::Group(group) => (1, vec![*group]),
            Message::Map(text) => (2, text.clone()),
            Message::Number(player) => (3, vec![*player]),
            Message::Request { millis, depth } => {
                let [a, b, c, d] = millis.to_be_bytes();
                (4, vec![a, b, c, d, *depth])
            }
            Message::Move(place) => (5, place.bytes().to_vec()),
            Message::Played { place, player } => {
                (6, place.bytes().into_iter().chain([*player]).collect())
            }
            Message::Disqualified(player) => (7, vec![*player]),
            Message::PhaseOver => (8, Vec::new()),
            Message::GameOver => (9, Vec::new()),
        };
        let mut bytes = vec![kind];
        bytes.extend((payload.len() as u32).to_be_bytes());
        bytes.extend(payload);
        bytes
    }
}

/// Reads a whole message, header included.
pub fn decode(bytes: &[u8]) -> Result<Message, String> {
    let (Some((kind, rest)), Some(payload)) = (bytes.split_first(), bytes.get(5..)) else {
        return Err(format!("{} bytes are no message", bytes.len()));
    };
    let stated = rest[..4].iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    if stated != payload.len() {
        return Err(format!("a length of {stated} before {} bytes", payload.len()));
    }
    Ok(match (kind, payload) {
        (1, [group]) => Message::Group(*group),
        (2, map) => Message::Map(map.to_vec()),
        (3, [player]) => Message::Number(*player),
        (4, [a, b, c, d, depth]) => {
            Message::Request { millis: u32::from_be_bytes([*a, *b, *c, *d]), depth: *depth }
        }
        (5, [a, b, c, d, e]) => Message::Move(Place::of_bytes([*a, *b, *c, *d, *e])),
        (6, [a, b, c, d, e, player]) => {
            Message::Played { place: Place::of_bytes([*a, *b, *c, *d, *e]), player: *player }
        }
        (7, [player]) => Message::Disqualified(*player),
        (8, []) => Message::PhaseOver,
        (9, []) => Message::GameOver,
        (1..=9, _) => return Err(format!("a message of type {kind} with {stated} bytes")),
        _ => return Err(format!("a message of type {kind}, types are 1 to 9")),
    })
}

/// A message for people.
pub fn show(bytes: &[u8]) -> String {
    match decode(bytes) {
        Ok(Message::Group(group)) => format!("1 group {group}"),
        Ok(Message::Map(map)) => {
            let lines = String::from_utf8_lossy(&map).lines().count();
            format!("2 map of {} bytes, {lines} lines", map.len())
        }
        Ok(Message::Number(player)) => format!("3 you are player {player}"),
        Ok(Message::Request { millis, depth }) => {
            format!("4 your move: {millis} ms, depth {depth}")
        }
        Ok(Message::Move(place)) => format!("5 move {place}"),
        Ok(Message::Played { place, player }) => format!("6 player {player} moved {place}"),
        Ok(Message::Disqualified(player)) => format!("7 player {player} is disqualified"),
        Ok(Message::PhaseOver) => "8 phase one is over".to_owned(),
        Ok(Message::GameOver) => "9 the game is over".to_owned(),
        Err(why) => format!("? {why}: {bytes:02x?}"),
    }
}
