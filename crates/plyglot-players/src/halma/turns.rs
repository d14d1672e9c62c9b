//! The order in which the players look at actions and turns, and the turn that is being played.

use plyglot_core::{Control, Game, options};
use plyglot_halma::{Board, DIRECTIONS, Halma, Level, Move, State};
use plyglot_search::{Line, Task, Thought};

options! {
    /// How long chains are.
    #[derive(Clone, Copy, Debug)]
    pub struct Chain {
        /// the most hops of a chain
        pub hops: usize = "10" in 0..=1000,
    }
}

options! {
    /// How far random continuations go.
    #[derive(Clone, Copy, Debug)]
    pub struct Length {
        /// decisions of a random continuation, by all players
        pub length: u32 = "10" in 0..=100_000,
    }
}

/// A way to end the turn.
pub(super) struct Turn {
    /// Its decisions.
    pub(super) moves: Vec<Move>,
    /// The position after it.
    pub(super) after: State,
}

/// The legal decisions: the end of a chain, then pieces by row and column, for each its steps, then
/// its hops, short chains before long ones and directions in their usual order.
pub(super) fn ordered_moves(game: &Halma, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    match game.rules().level {
        Level::Action => moves.sort_by_key(|mv| action_key(*mv)),
        Level::Turn => moves.sort_by_cached_key(|mv| (piece_key(*mv), hop_key(game, state, *mv))),
    }
    moves
}

/// The first of these that is no hop, or the first if all are.
pub(super) fn first_without_hop(game: &Halma, state: &State) -> Option<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let steps = moves.iter().copied().filter(|mv| !mv.is_hop());
    let first = steps.min_by_key(|mv| action_key(*mv));
    first.or_else(|| ordered_moves(game, state).first().copied())
}

/// The end first, then pieces by row and column, steps before hops.
fn piece_key(mv: Move) -> (bool, u8, u8, bool) {
    (!mv.is_end(), mv.from.y(), mv.from.x(), mv.is_hop())
}

fn action_key(mv: Move) -> (bool, u8, u8, bool, usize) {
    let (end, y, x, hop) = piece_key(mv);
    (end, y, x, hop, mv.from.leg_to(mv.to).map_or(DIRECTIONS.len(), |(direction, _)| direction))
}

/// Sorts the chains of a piece as a breadth-first search meets them: the paths it finds come by
/// length, and paths of one length in the order of their directions.
fn hop_key(game: &Halma, state: &State, mv: Move) -> (usize, Vec<usize>) {
    let path = game.path(state, mv);
    let leg = |pair: &[plyglot_halma::Square]| pair[0].leg_to(pair[1]).map_or(0, |leg| leg.0);
    (path.len(), path.windows(2).map(leg).collect())
}

/// Every turn of at most `hops` hops, in the order of [`ordered_moves`] and, for each piece, of a
/// breadth-first search. In the middle of a chain: every way to end it.
pub(super) fn turns(game: &Halma, state: &State, hops: usize) -> Vec<Turn> {
    let mut found = Vec::new();
    if game.mid_turn(state) {
        let root = Turn { moves: Vec::new(), after: state.clone() };
        flood(game, vec![root], hops, &mut found);
        return found;
    }
    let moves = ordered_moves(game, state);
    for piece in moves.chunk_by(|a, b| a.from == b.from && a.is_end() == b.is_end()) {
        let mut open = Vec::new();
        for mv in piece {
            let turn = extend(game, state, &[], *mv);
            let chain = mv.is_hop() && game.rules().level == Level::Action;
            if chain {
                open.push(turn);
            } else if !mv.is_hop() || game.path(state, *mv).len() <= hops + 1 {
                found.push(turn);
            }
        }
        flood(game, open, hops, &mut found);
    }
    // Where nothing ends within the limit the limit has to give way.
    if found.is_empty() && hops < usize::MAX / 2 {
        turns(game, state, usize::MAX / 2)
    } else {
        found
    }
}

fn extend(game: &Halma, state: &State, before: &[Move], mv: Move) -> Turn {
    let mut after = state.clone();
    game.make(&mut after, mv);
    let moves = before.iter().copied().chain([mv]).collect();
    Turn { moves, after }
}

/// Follows open chains of one piece breadth first; each can be ended where it stands unless the game
/// has ended there.
fn flood(game: &Halma, mut open: Vec<Turn>, hops: usize, found: &mut Vec<Turn>) {
    let mut seen: Board = open.iter().filter_map(|turn| turn.after.chain().last()).collect();
    let mut next = 0;
    while next < open.len() {
        let Turn { moves, after } = &open[next];
        let (moves, after) = (moves.clone(), after.clone());
        next += 1;
        if !game.mid_turn(&after) {
            found.push(Turn { moves, after });
            continue;
        }
        found.push(extend(game, &after, &moves, Move::END));
        if moves.len() >= hops {
            continue;
        }
        for mv in ordered_moves(game, &after).into_iter().filter(|mv| !mv.is_end()) {
            if !seen.has(mv.to) {
                seen.toggle(mv.to);
                open.push(extend(game, &after, &moves, mv));
            }
        }
    }
}

/// The rest of the turn being played, each decision with the position it is meant for.
#[derive(Default)]
pub(super) struct Plan {
    steps: Vec<(State, Move)>,
    value: f64,
}

impl Plan {
    /// Remembers the turn that a line begins with.
    pub(super) fn remember(&mut self, task: &Task<'_, Halma>, line: &Line<Move>) {
        let mut state = task.state.clone();
        self.steps.clear();
        for mv in &line.moves {
            self.steps.push((state.clone(), *mv));
            task.game.make(&mut state, *mv);
        }
        self.value = line.value;
    }

    /// What was remembered for the position, as an answer that cost no nodes.
    pub(super) fn recall(
        &mut self,
        task: &Task<'_, Halma>,
        control: &Control<'_>,
    ) -> Option<Thought<Move>> {
        if !task.game.mid_turn(task.state) {
            return None;
        }
        let at = self.steps.iter().position(|(state, _)| state == task.state)?;
        let moves = self.steps[at..].iter().map(|(_, mv)| *mv).collect();
        Some(thought(
            vec![Line::points(task.game.to_move(task.state), moves, self.value)],
            1,
            control,
        ))
    }

    /// Forgets it.
    pub(super) fn clear(&mut self) {
        self.steps.clear();
    }
}

/// An answer.
pub(super) fn thought(lines: Vec<Line<Move>>, depth: u32, control: &Control<'_>) -> Thought<Move> {
    Thought { lines, depth, nodes: control.nodes, table: 0, proven: false }
}
