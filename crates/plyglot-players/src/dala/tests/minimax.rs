//! The search and the choice among equals against plain minimax over the whole tree.

use std::cmp::Reverse;

use plyglot_core::{Evaluate, Game, Notation, Player, Rng};
use plyglot_dala::{Dala, Move, Square, State};

use super::{Classic, player, think};
use crate::dala::total_distance;

struct Plain<'a> {
    game: Dala,
    player: &'a Classic,
    me: Player,
}

impl Plain<'_> {
    fn end(&self, state: &State) -> Option<i64> {
        let payoffs = self.game.outcome(state)?;
        Some(self.player.eval.terminal(&self.game, state, &payoffs, self.me))
    }

    fn local(&self, state: &State) -> i64 {
        self.player.eval.score(&self.game, state, self.me)
    }

    fn limit(&self, state: &State) -> u32 {
        let depth = self.player.eval.seats[self.me.idx()].depth;
        let dropping = state.reserve(Player(0)) + state.reserve(Player(1)) > 0;
        let on_board = state.total(Player(0)) + state.total(Player(1));
        if dropping { depth } else { depth + u32::from(24 - on_board) / 6 }
    }

    fn children(&self, state: &State) -> Vec<(Move, State)> {
        let child = |mv| {
            let mut child = *state;
            self.game.make(&mut child, mv);
            (mv, child)
        };
        in_reading_order(&self.game, state).into_iter().map(child).collect()
    }

    fn value(&self, state: &State, depth: u32) -> i64 {
        if let Some(value) = self.end(state) {
            return value;
        }
        if !self.game.mid_turn(state) && depth >= self.limit(state) {
            return self.local(state);
        }
        // Choosing a victim is free.
        let deeper = depth + u32::from(!self.game.mid_turn(state));
        let children = self.children(state);
        let values = children.iter().map(|(_, child)| self.value(child, deeper));
        let best = if self.game.to_move(state) == self.me { values.max() } else { values.min() };
        best.unwrap()
    }

    /// The turn to play and its value; of equals the first of the greatest.
    fn choose(&self, state: &State) -> (Vec<Move>, i64) {
        let key = |child: &State| {
            let own = child.pieces(self.me);
            let stepping = state.reserve(self.me) == 0;
            let spread = if stepping { total_distance(own) } else { 0 };
            let scores = self.game.mid_turn(child);
            (self.value(child, 1), scores, self.local(child), Reverse(spread))
        };
        let (mv, child, rank) = first_best(self.children(state), key);
        let mut turn = vec![mv];
        if self.game.mid_turn(&child) {
            let key = |child: &State| {
                (self.value(child, 1), self.end(child).unwrap_or_else(|| self.local(child)))
            };
            turn.push(first_best(self.children(&child), key).0);
        }
        (turn, rank.0)
    }
}

fn first_best<K: Ord>(children: Vec<(Move, State)>, key: impl Fn(&State) -> K) -> (Move, State, K) {
    let ranked = children.into_iter().map(|(mv, child)| (mv, child, key(&child)));
    ranked.reduce(|best, next| if next.2 > best.2 { next } else { best }).unwrap()
}

/// The legal moves from a6 to f1, steps of one piece up, down, left and right.
fn in_reading_order(game: &Dala, state: &State) -> Vec<Move> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let mut ordered = Vec::new();
    for rank in (0..6).rev() {
        for file in 0..6 {
            let from = Square::new(file, rank);
            let up = (rank < 5).then(|| Square::new(file, rank + 1));
            let down = (rank > 0).then(|| Square::new(file, rank - 1));
            let left = (file > 0).then(|| Square::new(file - 1, rank));
            let right = (file < 5).then(|| Square::new(file + 1, rank));
            let steps = [up, down, left, right].into_iter().flatten();
            let moves = [Move::Drop(from), Move::Take(from)].into_iter();
            let moves = moves.chain(steps.map(|to| Move::Step { from, to }));
            ordered.extend(moves.filter(|mv| legal.contains(mv)));
        }
    }
    assert_eq!(ordered.len(), legal.len());
    ordered
}

/// Compares decisions along random games.
fn compare(spec: &str, seeds: std::ops::Range<u64>, every: u32) {
    let game = Dala::default();
    let mut classic = player(spec).unwrap();
    for seed in seeds {
        let (mut rng, mut state) = (Rng::stream(seed, 0), game.start());
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            if !game.mid_turn(&state) && state.ply() % every == 0 && state.ply() < 120 {
                assert_same(&game, &mut classic, &state);
            }
            game.make(&mut state, mv);
        }
    }
}

fn assert_same(game: &Dala, classic: &mut Classic, state: &State) {
    let thought = think(classic, game, state, u64::MAX);
    let me = game.to_move(state);
    let (turn, value) = Plain { game: game.perft_rules(), player: classic, me }.choose(state);
    assert!(thought.lines[0].moves.starts_with(&turn), "{}", game.write_state(state));
    assert_eq!(thought.lines[0].value, value as f64, "{}", game.write_state(state));
}

#[test]
fn one_deep_decisions_are_those_of_minimax() {
    compare("classic(depth=1)", 0..10, 3);
}

#[test]
fn two_deep_decisions_are_those_of_minimax() {
    compare("classic(depth=2)", 0..4, 7);
}

#[test]
fn coarse_weights_leave_many_ties() {
    compare("classic(params=\"1 0 0 0 0 1 1\n1 0 0 1 0 2 1\")", 20..30, 3);
}
