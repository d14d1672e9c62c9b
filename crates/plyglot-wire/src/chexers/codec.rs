//! The messages: one JSON object a line, with its type under `mtype`. They are written as the course's own
//! server and client write them, to the byte; keys may be read in any order, and unknown ones are passed over.

use std::io;

use plyglot_core::shorten;
use serde::Serializer as _;
use serde_json::{Map, Serializer, Value, json, ser::Formatter};

/// The colours, in the order of seats.
pub const COLOURS: [&str; 3] = ["red", "green", "blue"];

/// A message of either side. Players are seats, from 0; actions are in their JSON form, legal or not.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// From a client, its first: it wants a game with others of the channel.
    Play {
        /// What it is called.
        name: String,
        /// Clients of one channel meet.
        channel: String,
    },
    /// From either side: understood, or still there.
    Okay,
    /// All players are there: their names.
    Game([String; 3]),
    /// The client's seat.
    Init(usize),
    /// It is the client's turn.
    Turn,
    /// From a client: its action.
    Action(Value),
    /// Somebody acted, perhaps the client itself.
    Update(usize, Value),
    /// The game is over: the result in words.
    Over(String),
    /// The game was broken off: the reason in words.
    Error(String),
}

impl Message {
    /// The line of a message, with its end.
    pub fn encode(&self) -> Vec<u8> {
        let colour = |seat: &usize| json!(COLOURS[seat % 3]);
        let (kind, keys) = match self {
            Message::Play { name, channel } => {
                ("PLAY", vec![("name", json!(name)), ("channel", json!(channel))])
            }
            Message::Okay => ("OKAY", vec![]),
            Message::Game(names) => {
                ("GAME", COLOURS.into_iter().zip(names.iter().map(|name| json!(name))).collect())
            }
            Message::Init(seat) => ("INIT", vec![("colour", colour(seat))]),
            Message::Turn => ("TURN", vec![]),
            Message::Action(action) => ("ACTN", vec![("action", action.clone())]),
            Message::Update(seat, action) => {
                ("UPD8", vec![("colour", colour(seat)), ("action", action.clone())])
            }
            Message::Over(result) => ("OVER", vec![("result", json!(result))]),
            Message::Error(reason) => ("ERRO", vec![("reason", json!(reason))]),
        };
        let mut line = Vec::new();
        let written = Serializer::with_formatter(&mut line, Ascii)
            .collect_map(keys.into_iter().chain([("mtype", json!(kind))]));
        written.expect("texts can be written to memory");
        line.push(b'\n');
        line
    }
}

/// Compact JSON in which whatever is not ASCII is escaped.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        for sign in fragment.chars() {
            match sign {
                ' '..='~' => writer.write_all(&[sign as u8])?,
                _ => sign
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .try_for_each(|unit| write!(writer, "\\u{unit:04x}"))?,
            }
        }
        Ok(())
    }
}

/// Reads a line. The error says what it is instead of a message.
pub fn decode(line: &[u8]) -> Result<Message, String> {
    let value =
        serde_json::from_slice(line).map_err(|error| format!("what is no JSON: {error}"))?;
    let Value::Object(keys) = value else {
        return Err(format!("{}, a JSON object was expected", brief(&value)));
    };
    let kind = text(&keys, "mtype")?;
    Ok(match kind.as_str() {
        "PLAY" => Message::Play { name: text(&keys, "name")?, channel: text(&keys, "channel")? },
        "OKAY" => Message::Okay,
        "GAME" => {
            let [red, green, blue] = COLOURS.map(|colour| text(&keys, colour));
            Message::Game([red?, green?, blue?])
        }
        "INIT" => Message::Init(seat(&keys)?),
        "TURN" => Message::Turn,
        "ACTN" => Message::Action(action(&keys)?),
        "UPD8" => Message::Update(seat(&keys)?, action(&keys)?),
        "OVER" => Message::Over(text(&keys, "result")?),
        "ERRO" => Message::Error(text(&keys, "reason")?),
        _ => return Err(format!("a message of the unknown type {:?}", shorten(&kind))),
    })
}

fn brief(value: &Value) -> String {
    shorten(&value.to_string())
}

fn text(keys: &Map<String, Value>, key: &str) -> Result<String, String> {
    match keys.get(key) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(other) => Err(format!("{} under {key:?}, a text was expected", brief(other))),
        None => Err(format!("a message without {key:?}")),
    }
}

fn seat(keys: &Map<String, Value>) -> Result<usize, String> {
    let colour = text(keys, "colour")?;
    let seat = COLOURS.into_iter().position(|own| own == colour);
    seat.ok_or_else(|| {
        format!("the colour {:?}, red, green or blue was expected", shorten(&colour))
    })
}

fn action(keys: &Map<String, Value>) -> Result<Value, String> {
    keys.get("action").cloned().ok_or_else(|| "a message without \"action\"".to_owned())
}

/// The JSON form of a ply as the game writes it; the game reads that form itself.
pub fn action_of_ply(ply: &str) -> Option<Value> {
    let (kind, places) = ply.split_once('(').unwrap_or((ply, ""));
    let places: Option<Vec<Value>> =
        places.split_terminator(['(', ')']).filter(|text| !text.is_empty()).map(place).collect();
    match (kind, places?.as_slice()) {
        ("PASS", []) => Some(json!([kind, null])),
        ("EXIT", [from]) => Some(json!([kind, from])),
        ("MOVE" | "JUMP", [from, to]) => Some(json!([kind, [from, to]])),
        _ => None,
    }
}

fn place(text: &str) -> Option<Value> {
    let (q, r) = text.split_once(',')?;
    Some(json!([q.parse::<i8>().ok()?, r.parse::<i8>().ok()?]))
}
