//! `mixed`: chooses by the standing between own gain, harm to the leader and the paranoid view.
//!
//! After the MP-Mix algorithm of Zuckerman, Felner and Kraus (2009). The standing is judged by the
//! evaluation of the position at hand, the best seat of each team standing for it: who leads by
//! enough defends (paranoid), who faces such a leader attacks (the leader's loss is the own gain), and
//! otherwise everybody plays for themselves (max^n).

use plyglot_core::{
    Bound, Control, Evaluate, Game, Handover, Options, PerPlayer, Player, Score, options, seats,
};

use crate::{
    Built, Parts,
    circles::Circles,
    outlook::{Outlook, Stance},
    params::{Draws, Evaluated},
    past::Past,
    task::{Line, Search, Task, Thought},
    turns::first_legal,
};

options! {
    /// What `mixed` is set to.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct MixedParams {
        pub(crate) eval: Evaluated,
        /// turns to look ahead
        pub(crate) depth: u32 = "3" in 1..=100,
        /// own lead in evaluation from which on the paranoid view is taken
        pub(crate) defend: f64 = "10" in 0.0..=1e15,
        /// lead of another in evaluation from which on harm to the leader is sought
        pub(crate) offend: f64 = "10" in 0.0..=1e15,
        pub(crate) draws: Draws,
    }
}

/// The player that mixes strategies.
pub(crate) struct Mixed<E: ?Sized> {
    pub(crate) eval: Box<E>,
    pub(crate) params: MixedParams,
}

impl<E: ?Sized> Mixed<E> {
    /// The strategy that the standing asks for.
    pub(crate) fn stance<G: Game>(&self, game: &G, state: &G::State) -> Stance
    where
        E: Evaluate<G>,
    {
        let root = game.to_move(state);
        let scores = self.eval.scores(game, state);
        let ahead = |a: Player, b: Player| if scores[b] > scores[a] { b } else { a };
        let leader = seats(game.players()).reduce(ahead).unwrap_or(root);
        let others = seats(game.players()).filter(|seat| game.team(*seat) != game.team(leader));
        let Some(second) = others.reduce(ahead) else { return Stance::Maxn };
        let edge = (scores[leader] - scores[second]).real();
        if game.team(leader) == game.team(root) {
            if edge >= self.params.defend { Stance::Paranoid } else { Stance::Maxn }
        } else if edge >= self.params.offend {
            Stance::Against(leader)
        } else {
            Stance::Maxn
        }
    }
}

/// A search to a fixed number of turns, everybody maximising what the stance gives them.
struct Lookahead<'a, 'c, G: Game, E: Evaluate<G> + ?Sized> {
    outlook: Outlook<'a, G, E>,
    control: &'a mut Control<'c>,
    past: Past,
    circles: Circles,
    /// The moves to choose from at the root; all if it is empty.
    only: &'a [G::Move],
    moves: Vec<G::Move>,
    /// The best moves from each ply of the path on.
    lines: Vec<Vec<G::Move>>,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Lookahead<'_, '_, G, E> {
    /// The values of an unfinished position `turns` turns before the horizon, with its best line; nothing if every
    /// move leads back to where the same turn has been.
    fn search(
        &mut self,
        state: &mut G::State,
        turns: u32,
        ply: usize,
    ) -> Option<PerPlayer<E::Score>> {
        let (game, base) = (self.outlook.game, self.moves.len());
        self.lines.resize_with(self.lines.len().max(ply + 2), Vec::new);
        self.lines[ply].clear();
        game.moves(state, &mut self.moves);
        if ply == 0 && !self.only.is_empty() {
            self.moves.retain(|mv| self.only.contains(mv));
        }
        let seat = game.to_move(state);
        let mut best: Option<PerPlayer<E::Score>> = None;
        for at in base..self.moves.len() {
            if !self.control.tick() {
                break;
            }
            let mv = self.moves[at];
            let undo = game.make(state, mv);
            let values = self.after_move(state, turns, ply);
            game.unmake(state, mv, undo);
            let Some(values) = values else { continue };
            if best.is_none_or(|most| values[seat] > most[seat]) {
                best = Some(values);
                let (line, rest) = self.lines.split_at_mut(ply + 1);
                line[ply].clear();
                line[ply].push(mv);
                line[ply].extend_from_slice(&rest[0]);
            }
        }
        self.moves.truncate(base);
        best
    }

    /// The values after a move; nothing if it leads back to where the same turn has been.
    fn after_move(
        &mut self,
        state: &mut G::State,
        turns: u32,
        ply: usize,
    ) -> Option<PerPlayer<E::Score>> {
        let (game, ply) = (self.outlook.game, ply + 1);
        if game.mid_turn(state) && game.outcome(state).is_none() {
            self.circles.enter(game, state, ply).ok()?;
            let values = self.search(state, turns, ply);
            self.circles.leave();
            return values;
        }
        let ending = self.past.enter(game, state);
        let values = if ending.is_some() || turns == 1 {
            self.lines[ply].clear();
            Some(self.outlook.values(state, ending.as_ref()))
        } else {
            self.search(state, turns - 1, ply)
        };
        self.past.leave(game, state);
        values
    }
}

impl<G: Game, E: Evaluate<G> + ?Sized> Search<G> for Mixed<E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let root = task.game.to_move(task.state);
        let stance = self.stance(task.game, task.state);
        let (eval, contempt) = (&*self.eval, self.params.draws.contempt);
        let outlook = Outlook { game: task.game, eval, root, stance, contempt };
        let past = Past::new(task.game, task.history, self.params.draws.repetition);
        let (moves, lines) = (Vec::new(), Vec::new());
        let (circles, only) = (Circles::at(task.game, task.state), task.only);
        let mut search = Lookahead { outlook, control, past, circles, only, moves, lines };
        let lines = vec![first_legal(task)];
        let mut thought = Thought { lines, depth: 0, nodes: 0, table: 0, proven: false };
        let mut state = task.state.clone();
        for turns in 1..=self.params.depth {
            let values = search.search(&mut state, turns, 0);
            if search.control.spent() {
                break;
            }
            let Some(values) = values else { break };
            let moves = search.lines[0].clone();
            // A stance changes what the others get, so only the own value is known.
            let line = Line::scored(task.game, root, moves, values[root], Bound::Exact);
            (thought.lines, thought.depth) = (vec![line], turns);
            thought.nodes = search.control.nodes;
            report(&thought);
        }
        thought.nodes = search.control.nodes;
        thought
    }

    fn can_restrict(&self) -> bool {
        true
    }
}

/// Builds `mixed`.
pub(crate) fn build_mixed<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    let params = MixedParams::read(options);
    Ok(Box::new(Mixed { eval: parts.eval, params }))
}
