//! What a player does best once nobody can help or hinder him any more: the fewest turns into his target.

mod beam;
mod contact;

use plyglot_core::{Control, Game, Planner};

use crate::{Halma, Level, Move, State, board::Board};

use beam::{Beam, Goal};

/// The first search keeps so many positions after every turn, each further one so many times as many.
const NARROW: usize = 8;
const WIDER: usize = 4;

/// A plan has fewer turns.
const LONGEST: usize = 200;

/// Plans the way of one player, and remembers it while he follows it.
pub(crate) struct Lone {
    width: usize,
    beam: Beam,
    /// The turns to come, and the pieces that they begin with.
    plan: Vec<Move>,
    from: Board,
}

impl Lone {
    /// A planner that keeps so many positions after every turn at most.
    pub(crate) fn new(width: usize) -> Self {
        Lone { width, beam: Beam::default(), plan: Vec::new(), from: Board::EMPTY }
    }

    /// What is left of the last plan, if it was followed and still can be.
    fn recall(&mut self, goal: &Goal<'_>) -> Option<Vec<Move>> {
        let plan = std::mem::take(&mut self.plan);
        let fits = self.from == goal.own() && !plan.is_empty() && goal.allows(&plan);
        fits.then_some(plan)
    }

    /// Remembers the rest of a plan whose first turn is about to be played.
    fn remember(&mut self, mut own: Board, plan: &[Move]) {
        if let [first, rest @ ..] = plan {
            own.toggle(first.from);
            own.toggle(first.to);
            self.from = own;
            self.plan = rest.to_vec();
        }
    }

    /// Looks for shorter and shorter plans, each time among more positions.
    fn improve(
        &mut self,
        goal: &Goal<'_>,
        mut best: Option<Vec<Move>>,
        control: &mut Control<'_>,
    ) -> Option<Vec<Move>> {
        let least = goal.at_least(goal.own());
        let mut width = NARROW.min(self.width);
        loop {
            let below = best.as_ref().map_or(LONGEST, Vec::len);
            if below <= least || control.spent() {
                return best;
            }
            best = self.beam.search(goal, width, below, control).or(best);
            if width >= self.width {
                return best;
            }
            width = (width * WIDER).min(self.width);
        }
    }
}

impl Planner<Halma> for Lone {
    fn plan(
        &mut self,
        game: &Halma,
        state: &State,
        control: &mut Control<'_>,
    ) -> Option<Vec<Move>> {
        let between_turns = game.rules.level == Level::Turn && !game.mid_turn(state);
        if !between_turns || !contact::is_alone(game, state) {
            return None;
        }
        let goal = Goal::new(game, state);
        let known = self.recall(&goal);
        let plan = self.improve(&goal, known, control)?;
        self.remember(goal.own(), &plan);
        Some(plan)
    }

    fn forget(&mut self) {
        self.plan.clear();
    }
}
