//! Questions about the game, for runners that do not know its rules.

use std::{cmp::Ordering, sync::atomic::AtomicBool, time::Duration};

use plyglot_catalog::{Budget, Catalog, Proof, Question, SolveConfig};
use plyglot_core::{Player, seats};

use super::{game::Table, go::Go};
use crate::wire::{move_word, position_line};

/// The response to a query, which is `unknown` if the query is.
pub(super) fn respond(question: &str, table: &Table, catalog: &Catalog) -> String {
    let answer = match question.strip_prefix("solve") {
        Some(limits) if limits.is_empty() || limits.starts_with(char::is_whitespace) => {
            solve(limits, table, catalog)
        }
        _ => answer(question, table),
    };
    format!("response {}\n", answer.unwrap_or_else(|| "unknown".to_owned()))
}

/// How long a proof is looked for if nothing is said about it, and at most: nothing else is read meanwhile.
const SOLVE_TIME: Duration = Duration::from_secs(1);
const LONGEST_SOLVE: Duration = Duration::from_secs(10);
/// The size of the table of proofs, in MB.
const SOLVE_TABLE: usize = 16;

/// What is proven for the player to move: who wins first, then in how many plies.
fn solve(limits: &str, table: &Table, catalog: &Catalog) -> Option<String> {
    if table.is_over() {
        return Some("none".to_owned());
    }
    let Budget { nodes, time } = Go::read(limits).0.budget(Player(0), Duration::ZERO, true);
    let time = time.unwrap_or(if nodes.is_some() { LONGEST_SOLVE } else { SOLVE_TIME });
    let opened = table.opened_here();
    let prove = |distance: bool, budget: Budget| {
        let config = SolveConfig { distance, table: SOLVE_TABLE, ..SolveConfig::default() };
        let stop = &AtomicBool::new(false);
        let question = Question { config, own: true, tables: None, budget, stop };
        catalog.solve(&opened, &question).ok()
    };
    let budget = Budget { nodes, time: Some(time.min(LONGEST_SOLVE) / 2) };
    let proof = prove(false, budget)?;
    let verdict = proof.verdict?;
    let nodes = nodes.map(|most| most.saturating_sub(proof.nodes).max(1));
    let far = (verdict != Ordering::Equal).then(|| prove(true, Budget { nodes, ..budget }));
    let distance = far.flatten().and_then(|far: Proof| far.distance);
    let distance = distance.map_or(String::new(), |plies| format!(" {plies}"));
    let word = match verdict {
        Ordering::Greater => "win",
        Ordering::Equal => "draw",
        Ordering::Less => "loss",
    };
    let payoff = proof.at_least.filter(|_| proof.at_least == proof.at_most);
    let payoff = payoff.map_or(String::new(), |payoff| format!(" payoff {payoff}"));
    Some(format!("{word}{distance}{payoff}"))
}

fn answer(question: &str, table: &Table) -> Option<String> {
    let session = table.session();
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
    let mut sides = best().map(|seat| table.session().team(seat));
    match (best().next(), sides.next()) {
        (Some(first), Some(side)) if sides.all(|other| other == side) => {
            format!("p{}win", first.0 + 1)
        }
        _ => "draw".to_owned(),
    }
}
