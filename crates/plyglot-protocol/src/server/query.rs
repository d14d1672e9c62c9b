//! Questions about the game, for runners that do not know its rules.

use plyglot_core::{Player, seats};

use super::game::Table;
use crate::wire::{move_word, position_line};

/// The response to a query, which is `unknown` if the query is.
pub(super) fn respond(question: &str, table: &Table) -> String {
    format!("response {}\n", answer(question, table).unwrap_or_else(|| "unknown".to_owned()))
}

fn answer(question: &str, table: &Table) -> Option<String> {
    let session = &table.session;
    let players = session.players();
    Some(match question {
        "gameover" => table.is_over().to_string(),
        "result" => result(table),
        "turn" if table.is_over() => "none".to_owned(),
        "turn" => (session.to_move().0 + 1).to_string(),
        "players" => players.to_string(),
        "teams" => joined(seats(players).map(|seat| session.team(seat) + 1)),
        "ranking" => table.ranking().map_or("none".to_owned(), |ranks| joined(ranks.into_iter())),
        "legal" if table.is_over() => "none".to_owned(),
        "legal" => joined(session.legal().iter().map(|ply| move_word(ply))),
        "position" => position_line(&session.position()),
        "game" => table.game_spec(),
        _ => {
            let seat = question.strip_prefix('p')?.strip_suffix("turn")?;
            let seat: u8 = seat.parse().ok().filter(|seat| (1..=players).contains(seat))?;
            (session.to_move() == Player(seat - 1)).to_string()
        }
    })
}

fn joined<T: ToString>(parts: impl Iterator<Item = T>) -> String {
    parts.map(|part| part.to_string()).collect::<Vec<_>>().join(" ")
}

/// Who won: the first seat of the side that alone comes first.
fn result(table: &Table) -> String {
    let Some(ranks) = table.ranking() else { return "none".to_owned() };
    let best = || seats(ranks.len() as u8).filter(|seat| ranks[seat.idx()] == 1);
    let mut sides = best().map(|seat| table.session.team(seat));
    match (best().next(), sides.next()) {
        (Some(first), Some(side)) if sides.all(|other| other == side) => {
            format!("p{}win", first.0 + 1)
        }
        _ => "draw".to_owned(),
    }
}
