//! A position with everything a front end shows of it.

use std::collections::BTreeMap;

use plyglot_core::{self as core, AnySession, ranks, seats};
use serde::{Deserialize, Serialize};

use crate::{Change, Click, Scene};

/// A position: who plays, who moves, what can be played and by which clicks, and the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Position {
    /// The specification of the game, with what the position itself brought.
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
    /// What the last ply did to the board.
    pub changes: Vec<Change>,
    /// The seats that the turn passed by after it.
    pub skipped: Vec<u8>,
    /// What announces the last ply and what follows it.
    pub says: String,
    /// Why the only legal ply is a pass, if it is.
    pub pass_reason: Option<String>,
    /// By how many degrees the board is turned clockwise as each seat sees it.
    pub orientation: Vec<u16>,
    /// The legal plies, sorted.
    pub moves: Vec<Ply>,
    /// The board.
    pub scene: Scene,
}

/// A legal ply and how it is entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ply {
    /// Its canonical spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// What is clicked, in order. No path equals another's.
    pub clicks: Vec<Click>,
}

/// A result as the game's files write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
        Position {
            game: session.spec(game),
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
            changes: session.changes().iter().map(Change::from).collect(),
            skipped: session.skipped().iter().map(|seat| seat.0).collect(),
            says: session.says(),
            pass_reason: session.pass_reason(),
            orientation: seats(players).map(|seat| session.orientation(seat)).collect(),
            moves: plies(session.click_paths()),
            scene: (&session.scene()).into(),
        }
    }
    /// What a seat could prepare while others move: the plies that it could play if it were its turn now.
    pub fn premoves(session: &dyn AnySession, seat: u8) -> Vec<Ply> {
        match seat < session.players() {
            true => plies(session.premoves(core::Player(seat))),
            false => Vec::new(),
        }
    }
}

fn plies(paths: Vec<(String, Vec<core::Click>)>) -> Vec<Ply> {
    let ply = |(text, clicks): (String, Vec<core::Click>)| Ply {
        text,
        clicks: clicks.iter().map(Click::from).collect(),
    };
    paths.into_iter().map(ply).collect()
}
