//! A position with everything a front end shows of it.

use std::collections::BTreeMap;

use plyglot_core::{self as core, AnySession, ranks, seats};
use serde::{Deserialize, Serialize};

use crate::{Click, Scene};

/// A position: who plays, who moves, what can be played and by which clicks, and the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// The specification of the game.
    pub game: String,
    /// The canonical text.
    pub position: String,
    /// The seats in the game's own words.
    pub players: Vec<String>,
    /// The side of every seat: seats of one side win and lose together.
    pub sides: Vec<usize>,
    /// Who is to move, unless the game is over.
    pub turn: Option<u8>,
    /// Whether that player is in the middle of a turn.
    pub mid_turn: bool,
    /// Whether the game is over.
    pub over: bool,
    /// The result in the game's own words, once it is over.
    pub result: Option<ResultWords>,
    /// Why it is over, where the game has words for it.
    pub reason: Option<String>,
    /// The rank of every seat, once it is over.
    pub ranks: Option<Vec<u8>>,
    /// The clicks that entered the last ply.
    pub last: Vec<Click>,
    /// The legal plies, sorted.
    pub moves: Vec<Ply>,
    /// The board.
    pub scene: Scene,
}

/// A legal ply and how it is entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// Its canonical spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// What is clicked, in order. No path equals another's.
    pub clicks: Vec<Click>,
}

/// A result as the game's files write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ResultWords {
    /// One word, such as `draw`.
    Word(String),
    /// Named rows with a number per player.
    Table(BTreeMap<String, Vec<i64>>),
}

impl From<&core::ResultWords> for ResultWords {
    fn from(words: &core::ResultWords) -> ResultWords {
        match words {
            core::ResultWords::Word(word) => ResultWords::Word(word.clone()),
            core::ResultWords::Table(rows) => {
                let row =
                    |(name, numbers): &(&str, Vec<i64>)| ((*name).to_owned(), numbers.clone());
                ResultWords::Table(rows.iter().map(row).collect())
            }
        }
    }
}

impl Position {
    /// The position of a session of the game of that specification.
    pub fn of(game: &str, session: &dyn AnySession) -> Position {
        let (outcome, verdict) = (session.outcome(), session.verdict());
        let (players, sides) = (session.players(), session.sides());
        let ply = |(text, clicks): (String, Vec<core::Click>)| Ply {
            text,
            clicks: clicks.iter().map(Click::from).collect(),
        };
        Position {
            game: game.to_owned(),
            position: session.position(),
            players: seats(players).map(|seat| session.player_name(seat)).collect(),
            sides: seats(players).map(|seat| sides.of(seat)).collect(),
            turn: outcome.is_none().then(|| session.to_move().0),
            mid_turn: session.mid_turn(),
            over: outcome.is_some(),
            result: verdict.as_ref().map(|verdict| (&verdict.result).into()),
            reason: verdict.and_then(|verdict| verdict.reason).map(str::to_owned),
            ranks: outcome.map(|payoffs| ranks(&payoffs, players)),
            last: session.last_clicks().iter().map(Click::from).collect(),
            moves: session.click_paths().into_iter().map(ply).collect(),
            scene: (&session.scene()).into(),
        }
    }
}
