//! What tables say.

use std::{cmp::Ordering, sync::Arc};

use plyglot_core::{Ending, Game, Oracle, Tabled};

use crate::{DRAW, HOLE, Values};

/// The ending that a byte stands for; `None` for a hole.
pub(crate) fn ending_of(value: u8) -> Option<Ending> {
    let plies = u32::from(value.saturating_sub(1));
    match value {
        HOLE => None,
        DRAW => Some(Ending::Draw),
        _ if plies.is_multiple_of(2) => Some(Ending::Loss(plies)),
        _ => Some(Ending::Win(plies)),
    }
}

/// The byte for an end so many plies away.
pub(crate) fn value_of(plies: u32) -> u8 {
    plies as u8 + 1
}

/// How a position ends; `None` if the tables do not have it. Draws by counters and repetition are left out,
/// whatever the rules say.
pub fn probe<G: Game>(
    game: &G,
    index: &dyn Tabled<G>,
    tables: &dyn Values,
    state: &G::State,
) -> Option<Ending> {
    if let Some(slice) = index.slice(game, state) {
        return tables.value(slice, index.index(game, state)).and_then(ending_of);
    }
    if game.mid_turn(state) {
        return None;
    }
    let (mover, rules) = (game.to_move(state), index.undrawn(game));
    let payoffs = rules.outcome(state)?;
    match payoffs[mover].cmp(&rules.draw()[mover]) {
        Ordering::Less => Some(Ending::Loss(0)),
        Ordering::Equal => Some(Ending::Draw),
        Ordering::Greater => None,
    }
}

/// Every turn from a position with how it ends for the side that plays it, in the order of generation; `None`
/// where it leads to a position that is not in the tables.
pub fn judged_turns<G: Game>(
    game: &G,
    index: &dyn Tabled<G>,
    tables: &dyn Values,
    state: &G::State,
) -> Vec<(Vec<G::Move>, Option<Ending>)> {
    let (mut found, mut open) = (Vec::new(), vec![(state.clone(), Vec::new())]);
    while let Some((state, made)) = open.pop() {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        // The last one is taken up first.
        let mut unfinished = Vec::new();
        for mv in moves {
            let (mut child, mut turn) = (state.clone(), made.clone());
            game.make(&mut child, mv);
            turn.push(mv);
            if game.mid_turn(&child) {
                unfinished.push((child, turn));
            } else {
                found.push((turn, probe(game, index, tables, &child).map(Ending::before)));
            }
        }
        unfinished.reverse();
        open.extend(unfinished);
    }
    found
}

/// Best play to the end from a position that is won or lost, decision by decision; nothing for others.
pub fn best_line<G: Game>(
    game: &G,
    index: &dyn Tabled<G>,
    tables: &dyn Values,
    state: &G::State,
) -> Vec<G::Move> {
    let (rules, mut state, mut line) = (index.undrawn(game), state.clone(), Vec::new());
    let ending = probe(&rules, index, tables, &state);
    for _ in 0..ending.map_or(0, Ending::plies) {
        let turns = judged_turns(&rules, index, tables, &state).into_iter();
        let judged = turns.filter_map(|(turn, ending)| Some((ending?.rank(), turn)));
        // The first of equally good turns.
        let best = judged.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let Some((_, turn)) = best else { break };
        turn.iter().for_each(|mv| drop(rules.make(&mut state, *mv)));
        line.extend(turn);
    }
    line
}

/// Tables as searches ask them: up to so many pieces.
pub struct Known<G: Game> {
    index: &'static dyn Tabled<G>,
    tables: Arc<dyn Values>,
    most: u32,
}

impl<G: Game> Known<G> {
    /// What tables know of positions with up to `most` pieces.
    pub fn new(index: &'static dyn Tabled<G>, tables: Arc<dyn Values>, most: u32) -> Self {
        Known { index, tables, most }
    }
}

impl<G: Game> Oracle<G> for Known<G> {
    fn pieces(&self, game: &G, state: &G::State) -> Option<u32> {
        let pieces = self.tables.pieces_of(self.index.slice(game, state)?)?;
        (pieces <= self.most).then_some(pieces)
    }

    #[inline]
    fn ending(&self, game: &G, state: &G::State, most: u32) -> Option<Ending> {
        let slice = self.index.slice(game, state)?;
        if self.tables.pieces_of(slice)? > most.min(self.most) {
            return None;
        }
        self.tables.value(slice, self.index.index(game, state)).and_then(ending_of)
    }
}
