//! The lines of both sides.

use std::fmt;

use plyglot_halma::WireAction;

/// What a server says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerLine {
    /// `START Player-0 name`: the client's player, when all have come.
    Start {
        /// The player, from 0.
        player: u8,
        /// The client's name.
        name: String,
    },
    /// `PLAY Player-0`: the player is to act.
    Play(u8),
    /// An action that was executed.
    Action(WireAction),
    /// `GAMEOVER reason`; the reason is empty at a normal end.
    GameOver(String),
    /// `WINNER Player-1`: the team that has won, though it looks like a player.
    Winner(u8),
    /// `DRAW`.
    Draw,
    /// `UNDECIDED`: nobody won, because the server was stopped.
    Undecided,
}

impl fmt::Display for ServerLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerLine::Start { player, name } => write!(f, "START Player-{player} {name}"),
            ServerLine::Play(player) => write!(f, "PLAY Player-{player}"),
            ServerLine::Action(action) => f.write_str(&action_text(action)),
            ServerLine::GameOver(reason) => write!(f, "GAMEOVER {reason}"),
            ServerLine::Winner(team) => write!(f, "WINNER Player-{team}"),
            ServerLine::Draw => f.write_str("DRAW"),
            ServerLine::Undecided => f.write_str("UNDECIDED"),
        }
    }
}

impl ServerLine {
    /// Reads a line without its end.
    pub fn read(bytes: &[u8]) -> Result<ServerLine, String> {
        let line = text(bytes);
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match (word, rest) {
            ("START", rest) => {
                let (player, name) = rest.split_once(' ').unwrap_or((rest, ""));
                Ok(ServerLine::Start { player: read_player(player)?, name: name.to_owned() })
            }
            ("PLAY", rest) => read_player(rest.trim_end()).map(ServerLine::Play),
            ("GAMEOVER", reason) => Ok(ServerLine::GameOver(reason.trim().to_owned())),
            ("WINNER", rest) => read_player(rest.trim_end()).map(ServerLine::Winner),
            ("DRAW", "") => Ok(ServerLine::Draw),
            ("UNDECIDED", "") => Ok(ServerLine::Undecided),
            _ => read_action(bytes).map(ServerLine::Action),
        }
    }

    /// The bytes of the line with its end.
    pub fn encode(&self) -> Vec<u8> {
        format!("{self}\n").into_bytes()
    }
}

/// The name in a client's first line, `START name`.
pub fn read_hello(bytes: &[u8]) -> Option<String> {
    let line = text(bytes);
    let rest = line.strip_prefix("START")?;
    let name = rest.is_empty() || rest.starts_with(' ');
    name.then(|| rest.trim().to_owned())
}

/// Reads an action: `0 (2,0) (4,2)`, `0 null null`.
pub fn read_action(bytes: &[u8]) -> Result<WireAction, String> {
    WireAction::parse(&text(bytes)).map_err(|error| error.to_string())
}

/// An action as it is sent.
pub fn action_text(action: &WireAction) -> String {
    let player = action.player;
    match action.squares {
        Some([(fx, fy), (tx, ty)]) => format!("{player} ({fx},{fy}) ({tx},{ty})"),
        None => format!("{player} null null"),
    }
}

/// An action as messages to people have it, where squares are a letter for the row and a number for the column.
pub fn pretty(action: &WireAction) -> String {
    let player = action.player;
    let square = |(x, y): (i32, i32)| {
        let letter =
            u8::try_from(y).ok().filter(|row| *row < 26).map_or('?', |row| (b'A' + row).into());
        format!("({letter},{})", i64::from(x) + 1)
    };
    match action.squares {
        Some([from, to]) => {
            format!("Player {player} move from {} to {}", square(from), square(to))
        }
        None => format!("Player {player} end turn"),
    }
}

fn read_player(word: &str) -> Result<u8, String> {
    let digit = word.strip_prefix("Player-").and_then(|rest| rest.parse().ok());
    digit.filter(|player| *player < 4).ok_or_else(|| {
        format!("{:?} where Player-0 to Player-3 was expected", plyglot_core::shorten(word))
    })
}

/// A line as text, without anything a terminal would obey.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().filter(|own| !own.is_control()).collect()
}
