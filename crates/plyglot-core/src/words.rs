//! Games told in words: the last ply, what follows, and what stands on a cell.

use std::collections::BTreeMap;

use crate::{
    AnySession, Change, Click, Listed, Payoffs, Player, ResultWords, Scene, Session, Tint, Verdict,
    changes::changes_of, scene::clicks_of, seats,
};

/// What announces the last ply of a game and what follows it.
pub(crate) fn says<G: Listed>(session: &Session<G>) -> String {
    let mut sentences = Vec::new();
    if let Some((before, ply)) = session.last_ply() {
        let who = Names(session.game());
        let mover = session.game().to_move(&before);
        let did = clauses(&who, mover, &before, &ply).join(", ");
        sentences.push(format!("{} {did}.", capital(&who.seat(mover))));
        for seat in session.skipped() {
            sentences.push(format!("{} is skipped.", capital(&who.seat(seat))));
        }
    }
    sentences.push(follows(session));
    sentences.join(" ")
}

/// What stands on a cell, with its name first.
pub(crate) fn describe<G: Listed>(game: &G, scene: &Scene, cell: usize) -> String {
    let Some(place) = scene.cells.get(cell) else { return String::new() };
    let piece = scene.pieces.iter().find(|piece| piece.cell == cell);
    let meaning = |mark: char| scene.legend.iter().find(|(sign, _)| *sign == mark);
    let what = match (piece, place.mark.and_then(meaning), place.tint) {
        (Some(piece), _, _) => match piece.owner {
            Some(owner) => format!("{} {}", Names(game).seat(owner), piece.kind),
            None => piece.kind.to_owned(),
        },
        (None, Some((_, words)), _) => (*words).to_owned(),
        (None, None, Tint::Blocked) => "closed".to_owned(),
        _ if place.name.is_empty() => "not used".to_owned(),
        _ => "empty".to_owned(),
    };
    let base = match place.tint {
        Tint::Base(owner) => format!(", base of {}", Names(game).seat(owner)),
        _ => String::new(),
    };
    let name = if place.name.is_empty() { String::new() } else { format!("{}, ", place.name) };
    format!("{name}{what}{base}")
}

/// How seats are called.
struct Names<'a, G>(&'a G);

impl<G: Listed> Names<'_, G> {
    fn seat(&self, seat: Player) -> String {
        let name = self.0.player_name(seat);
        let number = name.chars().all(|sign| sign.is_ascii_digit());
        if number { format!("player {name}") } else { name }
    }

    /// So many pieces of everybody, `None` being nobody.
    fn pieces(&self, counts: &BTreeMap<Option<Player>, usize>) -> String {
        let of = |(owner, count): (&Option<Player>, &usize)| match owner.map(|own| self.seat(own)) {
            None => format!("{count} of nobody"),
            Some(name) if name.starts_with("player ") => format!("{count} of {name}"),
            Some(name) => format!("{count} {name}"),
        };
        listed(&counts.iter().map(of).collect::<Vec<_>>())
    }
}

/// What the mover did and what came of it.
fn clauses<G: Listed>(
    who: &Names<'_, G>,
    mover: Player,
    before: &G::State,
    ply: &[G::Move],
) -> Vec<String> {
    let (game, scene) = (who.0, who.0.scene(before));
    let changes = changes_of(game, before.clone(), ply);
    let told = ply.first().and_then(|mv| game.phrase(before, *mv));
    let clicks = clicks_of(game, before, ply);
    let mut clauses = vec![told.unwrap_or_else(|| action(&scene, &clicks, &changes))];
    let (mut converted, mut taken, mut lost, mut closed) = (BTreeMap::new(), BTreeMap::new(), 0, 0);
    let mut kinds = Vec::new();
    for change in &changes {
        match change {
            Change::Converted { from, .. } => *converted.entry(*from).or_default() += 1,
            Change::Removed(piece) if piece.owner != Some(mover) => {
                *taken.entry(piece.owner).or_default() += 1;
            }
            // Whoever clicks on an own piece takes it off on purpose.
            Change::Removed(piece) => lost += usize::from(clicks[0] != Click::Cell(piece.cell)),
            Change::Promoted { to, .. } => kinds.push(format!("becomes {}", to.kind)),
            Change::Ground { tint: Tint::Blocked, .. } => closed += 1,
            _ => {}
        }
    }
    clauses.extend((!taken.is_empty()).then(|| format!("takes {}", who.pieces(&taken))));
    clauses.extend((lost > 0).then(|| format!("loses {lost}")));
    clauses.extend((!converted.is_empty()).then(|| format!("converts {}", who.pieces(&converted))));
    clauses.extend((closed > 0).then(|| format!("closes {}", counted(closed, "cell"))));
    clauses.extend(kinds);
    clauses
}

/// A ply as the cells and choices that enter it.
fn action(scene: &Scene, clicks: &[Click], changes: &[Change]) -> String {
    let name = |cell: &usize| scene.cells[*cell].name.clone();
    let route = changes.iter().find_map(|change| match change {
        Change::Moved(route) => Some(route.iter().map(name).collect::<Vec<_>>().join(" to ")),
        _ => None,
    });
    let choices = clicks.iter().filter_map(|click| match click {
        Click::Choice(choice) if choice == "pass" => Some("passes".to_owned()),
        Click::Choice(choice) => Some(format!("chooses {choice}")),
        Click::Cell(_) => None,
    });
    let place = || clicks[0].cell().map(|cell| format!("on {}", name(&cell)));
    route.or_else(place).into_iter().chain(choices).collect::<Vec<_>>().join(", ")
}

/// Who is to move, or how the game ended.
fn follows<G: Listed>(session: &Session<G>) -> String {
    let who = Names(session.game());
    if let (Some(payoffs), Some(verdict)) = (session.outcome(), session.verdict()) {
        return ending(&who, &payoffs, &verdict);
    }
    let mover = capital(&who.seat(session.to_move()));
    match session.pass_reason() {
        Some(reason) => format!("{mover} must pass: {reason}."),
        None if session.mid_turn() => format!("{mover} goes on."),
        None => format!("{mover} to move."),
    }
}

fn ending<G: Listed>(who: &Names<'_, G>, payoffs: &Payoffs, verdict: &Verdict) -> String {
    let all = seats(who.0.players());
    let best = all.clone().map(|seat| payoffs[seat]).max();
    let winners = all.clone().filter(|seat| Some(payoffs[*seat]) == best);
    let winners: Vec<_> = winners.map(|seat| who.seat(seat)).collect();
    let end = match winners.len() {
        1 => format!("{} wins", winners[0]),
        many if many == all.count() => "draw".to_owned(),
        _ => format!("{} win", listed(&winners)),
    };
    let figures = match &verdict.result {
        ResultWords::Table(_) => format!(": {}", verdict.result),
        ResultWords::Word(_) => String::new(),
    };
    let reason = verdict.reason.map_or(String::new(), |reason| format!(" ({reason})"));
    format!("{}{figures}{reason}.", capital(&end))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn listed(items: &[String]) -> String {
    match items {
        [first @ .., second, last] => {
            let mut text = first.iter().fold(String::new(), |text, item| text + item + ", ");
            text.push_str(&format!("{second} and {last}"));
            text
        }
        _ => items.concat(),
    }
}

fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or(String::new(), |first| first.to_uppercase().chain(signs).collect())
}
