//! Random games: the quickest use of a game's rules, and the yardstick of their speed.

use crate::{Game, History, Rng};

/// Plays uniformly random decisions until the game ends.
#[derive(Default)]
pub struct Playout<M> {
    scratch: Vec<M>,
    history: History,
}

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutEnd {
    /// Decisions made.
    pub decisions: u32,
    /// Whether the repetition rule ended it.
    pub repeated: bool,
    /// Whether it was cut off before its end.
    pub cut: bool,
}

impl<M: Copy> Playout<M> {
    /// Buffers for one thread, to be used for any number of games.
    pub fn new() -> Self {
        Playout { scratch: Vec::new(), history: History::default() }
    }

    /// Plays on from `state`, whose past is taken to be empty, for at most `limit` decisions.
    pub fn run<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        rng: &mut Rng,
        limit: u32,
    ) -> PlayoutEnd {
        let repetition = game.repetition();
        self.history.clear();
        if repetition > 0 {
            self.history.push(game.hash(state));
        }
        for decisions in 0..limit {
            let Some(mv) = game.random_move(state, &mut self.scratch, rng) else {
                return PlayoutEnd { decisions, repeated: false, cut: false };
            };
            game.make(state, mv);
            if repetition > 0
                && !game.mid_turn(state)
                && self.history.visit_reaches(game.hash(state), repetition)
                && game.outcome(state).is_none()
            {
                return PlayoutEnd { decisions: decisions + 1, repeated: true, cut: false };
            }
        }
        let cut = game.outcome(state).is_none();
        PlayoutEnd { decisions: limit, repeated: false, cut }
    }
}
