//! The tree below the root: own nodes maximise, everybody else's minimise the own value.

use std::time::Duration;

use plyglot_core::{Control, Game, Handover, Player};
use plyglot_reversixt::{Move, Phase, ReversiXt, State, Undo};

use super::{
    eval::ClassicEval,
    ground::Ground,
    options::{Overrides, Settings},
};

/// A search under way.
pub(super) struct Tree<'a, 'c> {
    pub(super) game: &'a ReversiXt,
    pub(super) eval: &'a ClassicEval,
    pub(super) ground: &'a Ground,
    pub(super) settings: &'a Settings,
    /// The time that can be used, if there is a limit.
    pub(super) usable: Option<Duration>,
    pub(super) control: &'a mut Control<'c>,
    /// Whose value is sought.
    pub(super) pov: Player,
    /// The players who take turns in the search, a bit for each seat.
    pub(super) taking_turns: u8,
    /// The moves of all nodes on the path.
    pub(super) moves: Vec<Move>,
    /// The best play found from each distance to the root on.
    pub(super) lines: Vec<Vec<Move>>,
    /// Whether time or nodes are used up.
    pub(super) stopped: bool,
}

impl Tree<'_, '_> {
    /// The value of a position that `ply` moves led to, looking `depth` moves further.
    pub(super) fn value(
        &mut self,
        state: &mut State,
        ply: usize,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> f64 {
        self.tick();
        self.clear_line(ply);
        if self.stopped {
            return 0.0;
        }
        if depth == 0 || state.phase() == Phase::Over {
            return self.eval.value(self.ground, self.game, state, self.pov);
        }
        let base = self.moves.len();
        self.list_moves(state);
        let own = self.game.to_move(state) == self.pov;
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        for idx in base..self.moves.len() {
            let mv = self.moves[idx];
            let undo = self.make(state, mv);
            let value = self.value(state, ply + 1, depth - 1, alpha, beta);
            self.game.unmake(state, mv, undo);
            if self.stopped {
                break;
            }
            if if own { value > best } else { value < best } {
                best = value;
                self.extend_line(ply, mv);
            }
            if self.settings.prunes() {
                if own {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(base);
        best
    }

    /// Counts a node and looks whether there is time left.
    fn tick(&mut self) {
        let late = |usable: Duration| self.control.elapsed() >= usable;
        let late = self.usable.is_some_and(late);
        self.stopped |= !self.control.tick() || late;
    }

    /// Appends the moves that are considered, row by row.
    pub(super) fn list_moves(&mut self, state: &State) {
        let base = self.moves.len();
        self.game.moves(state, &mut self.moves);
        if self.settings.overrides == Overrides::Last {
            self.drop_overrides(state, base);
        }
    }

    /// Drops moves that need an override stone if there are others.
    fn drop_overrides(&mut self, state: &State, base: usize) {
        let mut kept = base;
        for idx in base..self.moves.len() {
            let mv = self.moves[idx];
            if !needs_override(self.game, state, mv) {
                self.moves[kept] = mv;
                kept += 1;
            }
        }
        if kept > base {
            self.moves.truncate(kept);
        }
    }

    /// Plays a move and hands the turn on to the next player who takes part.
    pub(super) fn make(&self, state: &mut State, mv: Move) -> Undo {
        let mover = self.game.to_move(state);
        let undo = self.game.make(state, mv);
        while state.phase() != Phase::Over && !self.takes_turns(self.game.to_move(state)) {
            if !self.hand_on(state, mover) {
                self.game.end_phase(state, mover);
            }
        }
        undo
    }

    fn takes_turns(&self, player: Player) -> bool {
        self.taking_turns >> player.0 & 1 != 0
    }

    /// Gives the turn to the next of those who take part and can move, up to the last mover.
    fn hand_on(&self, state: &mut State, mover: Player) -> bool {
        let players = self.game.players();
        let order = (1..=players).map(|after| Player((mover.0 + after) % players));
        let mut moves = Vec::new();
        for next in order.filter(|next| self.takes_turns(*next)) {
            if state.is_out(next.0) {
                continue;
            }
            self.game.give_turn(state, next);
            moves.clear();
            self.game.moves(state, &mut moves);
            if moves != [Move::Pass] {
                return true;
            }
        }
        false
    }

    fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        self.lines[ply].clear();
    }

    /// Makes a move and what was found to follow the best play of a node.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend(lower.first().into_iter().flatten());
    }
}

/// Whether a move is made on a stone.
fn needs_override(game: &ReversiXt, state: &State, mv: Move) -> bool {
    match mv {
        Move::Place { square, .. } => game.tile(state, square as usize).is_occupied(),
        _ => false,
    }
}
