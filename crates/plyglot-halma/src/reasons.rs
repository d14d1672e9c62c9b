//! Why a move is not legal, in words.

use crate::{
    Halma, Level,
    board::Square,
    position::square_name,
    state::{Ending, Move, State},
};

impl Halma {
    /// Why a move that is not among the legal ones is not.
    pub(crate) fn why_not(&self, state: &State, mv: Move) -> String {
        let turn = state.status.turn;
        if state.status.ending != Ending::Open {
            return "the game is over".to_owned();
        }
        if self.is_lost_without_move(state) {
            return format!("player {turn} has no move and has lost");
        }
        if mv.is_end() {
            return format!("player {turn} has moves and may not pass");
        }
        let (from, to) = (square_name(mv.from), square_name(mv.to));
        match state.owner(mv.from) {
            None => return format!("{from} is empty"),
            Some(owner) if owner != turn => {
                return format!("{from} is player {owner}'s, it is player {turn}'s turn");
            }
            Some(_) => {}
        }
        if let Some(hopping) = state.hopping().filter(|hopping| *hopping != mv.from) {
            let hopping = square_name(hopping);
            return format!("the piece on {hopping} is hopping: go on with it or end the turn");
        }
        if !self.rules.variant.whole_turns && self.is_complete(state, turn) {
            return format!("player {turn} has arrived and can only pass");
        }
        if state.occupied.has(mv.to) {
            return format!("{to} is occupied");
        }
        if state.hopping().is_some() && state.status.closed & mv.to.bit() != 0 && mv.is_hop() {
            return format!("the chain has been on {to}");
        }
        match self.rules.level {
            Level::Action => self.why_no_leg(state, mv.from, mv.to),
            Level::Turn => self.why_no_turn(state, mv),
        }
    }

    /// Why a piece cannot go from one square to another in one step or hop.
    pub(crate) fn why_no_leg(&self, state: &State, from: Square, to: Square) -> String {
        let target = &self.tables.target[usize::from(state.status.turn)];
        let leaves = target.has(from) && !target.has(to);
        match from.leg_to(to) {
            None => "it is neither a step nor a hop".to_owned(),
            Some(_) if state.occupied.has(to) => format!("{} is occupied", square_name(to)),
            Some((direction, 2)) if !state.occupied.has(from.step(direction)) => {
                format!("there is no piece on {} to hop over", square_name(from.step(direction)))
            }
            Some(_) if leaves => "a piece in its target base stays there".to_owned(),
            Some((_, 1)) => "a step cannot be part of a chain".to_owned(),
            Some(_) => "the rules do not allow it".to_owned(),
        }
    }

    fn why_no_turn(&self, state: &State, mv: Move) -> String {
        let target = &self.tables.target[usize::from(state.status.turn)];
        if target.has(mv.from) && !target.has(mv.to) {
            return "a piece in its target base stays there".to_owned();
        }
        let step = matches!(mv.from.leg_to(mv.to), Some((_, 1)));
        let reached = step || self.path(state, mv).len() > 2 || self.is_single_hop(state, mv);
        if self.rules.camp.is_some() && reached {
            return self.why_not_camp(state, mv);
        }
        format!("no step and no chain of hops leads to {}", square_name(mv.to))
    }

    fn is_single_hop(&self, state: &State, mv: Move) -> bool {
        let leg = mv.from.leg_to(mv.to).filter(|(_, length)| *length == 2);
        leg.is_some_and(|(direction, _)| self.hop_from(state, mv.from, direction).is_some())
    }

    fn why_not_camp(&self, state: &State, mv: Move) -> String {
        let home = &self.tables.home[usize::from(state.status.turn)];
        if !home.has(mv.from) && home.has(mv.to) {
            return "a piece may not move back into its camp".to_owned();
        }
        if !home.has(mv.from) {
            return "pieces in the camp move first".to_owned();
        }
        "a piece in the camp must leave it or, if none can, move away from the corner".to_owned()
    }
}
