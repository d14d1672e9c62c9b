//! What tables say.

use std::cmp::Ordering;

use plyglot_core::{Game, Tabled};

use crate::{DRAW, HOLE, Tables};

/// How a position ends under best play, for the side to move: the winner hurries, the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in so many plies.
    Win(u32),
    /// The side to move loses in so many plies; 0 if the game is over.
    Loss(u32),
}

impl Ending {
    /// The ending that a byte stands for; `None` for a hole.
    pub(crate) fn of(value: u8) -> Option<Self> {
        let plies = u32::from(value.saturating_sub(1));
        match value {
            HOLE => None,
            DRAW => Some(Ending::Draw),
            _ if plies.is_multiple_of(2) => Some(Ending::Loss(plies)),
            _ => Some(Ending::Win(plies)),
        }
    }

    /// The byte for an end so many plies away.
    pub(crate) fn value(plies: u32) -> u8 {
        plies as u8 + 1
    }

    /// Plies to the end; 0 for a draw.
    pub fn plies(self) -> u32 {
        match self {
            Ending::Draw => 0,
            Ending::Win(plies) | Ending::Loss(plies) => plies,
        }
    }

    /// Whether the side to move wins, draws or loses.
    pub fn verdict(self) -> Ordering {
        match self {
            Ending::Draw => Ordering::Equal,
            Ending::Win(_) => Ordering::Greater,
            Ending::Loss(_) => Ordering::Less,
        }
    }

    /// The same for the side that moved there, before its move.
    pub fn before(self) -> Self {
        match self {
            Ending::Draw => Ending::Draw,
            Ending::Win(plies) => Ending::Loss(plies + 1),
            Ending::Loss(plies) => Ending::Win(plies + 1),
        }
    }

    /// Greater is better for the side to move: sooner wins, later losses.
    pub fn rank(self) -> i64 {
        match self {
            Ending::Draw => 0,
            Ending::Win(plies) => i64::from(u32::MAX - plies),
            Ending::Loss(plies) => -i64::from(u32::MAX - plies),
        }
    }
}

/// How a position ends; `None` if the tables do not have it. Draws by counters and repetition are left out,
/// whatever the rules say.
pub fn probe<G: Game>(
    game: &G,
    index: &dyn Tabled<G>,
    tables: &Tables,
    state: &G::State,
) -> Option<Ending> {
    if let Some(slice) = index.slice(state) {
        return tables.value(slice, index.index(state)).and_then(Ending::of);
    }
    let (mover, rules) = (game.to_move(state), index.undrawn(game));
    let payoffs = rules.outcome(state)?;
    match payoffs[mover].cmp(&rules.draw()[mover]) {
        Ordering::Less => Some(Ending::Loss(0)),
        Ordering::Equal => Some(Ending::Draw),
        Ordering::Greater => None,
    }
}

/// Best play to the end from a position that is won or lost; nothing for others.
pub fn best_line<G: Game>(
    game: &G,
    index: &dyn Tabled<G>,
    tables: &Tables,
    state: &G::State,
) -> Vec<G::Move> {
    let (rules, mut state, mut line, mut moves) =
        (index.undrawn(game), state.clone(), Vec::new(), Vec::new());
    let ending = probe(&rules, index, tables, &state);
    for _ in 0..ending.map_or(0, Ending::plies) {
        moves.clear();
        rules.moves(&state, &mut moves);
        let judged = moves.iter().filter_map(|mv| {
            let mut child = state.clone();
            rules.make(&mut child, *mv);
            Some((probe(&rules, index, tables, &child)?.before().rank(), *mv))
        });
        // The first of equally good moves.
        let best = judged.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let Some((_, mv)) = best else { break };
        rules.make(&mut state, mv);
        line.push(mv);
    }
    line
}
