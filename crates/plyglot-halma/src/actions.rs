//! Steps and hops one at a time.

use plyglot_core::Rng;

use crate::{
    Halma,
    board::{Square, pop_bit},
    state::{Move, State},
};

/// How often a random piece and direction are tried before everything is generated.
const TRIES: usize = 24;

impl Halma {
    /// Appends the legal actions of an unfinished game; none for a player who is stuck.
    pub(crate) fn actions(&self, state: &State, out: &mut Vec<Move>) {
        if let Some(from) = state.hopping() {
            out.push(Move::END);
            self.each_hop_on(state, from, |mv| out.push(mv));
        } else if self.is_complete(state, state.status.turn) {
            out.push(Move::END);
        } else {
            self.first_actions(state, out);
        }
    }

    fn first_actions(&self, state: &State, out: &mut Vec<Move>) {
        for class in (0..4).filter(|class| state.own().0[*class] != 0) {
            for direction in 0..8 {
                let (mut steps, mut hops) = self.starts(state, class, direction);
                while steps != 0 {
                    let from = Square((class as u8) << 6 | pop_bit(&mut steps));
                    out.push(Move { from, to: from.step(direction) });
                }
                while hops != 0 {
                    let from = Square((class as u8) << 6 | pop_bit(&mut hops));
                    out.push(Move { from, to: from.hop(direction) });
                }
            }
        }
    }

    /// Of one class, the own pieces that can step in a direction and those that can hop.
    #[inline]
    fn starts(&self, state: &State, class: usize, direction: usize) -> (u64, u64) {
        let player = usize::from(state.status.turn & 3);
        let own = state.pieces[player].0[class];
        let blocked = state.occupied.seen_stepping(direction, class);
        let filled = state.occupied.seen_hopping(direction, class);
        let steps = own & !blocked & self.tables.steps[player][direction].0[class];
        let hops = own & blocked & !filled & self.tables.hops[player][direction].0[class];
        (steps, hops)
    }

    /// The number of legal actions of an unfinished game; 0 for a player who is stuck.
    pub(crate) fn count_actions(&self, state: &State) -> u64 {
        if let Some(from) = state.hopping() {
            let mut count = 1;
            self.each_hop_on(state, from, |_| count += 1);
            return count;
        }
        if self.is_complete(state, state.status.turn) {
            return 1;
        }
        let mut count = 0;
        for class in 0..4 {
            for direction in 0..8 {
                let (steps, hops) = self.starts(state, class, direction);
                count += (steps | hops).count_ones();
            }
        }
        u64::from(count)
    }

    /// Whether any piece of the player to move can step or hop.
    pub(crate) fn has_action(&self, state: &State) -> bool {
        (0..32).any(|idx| self.starts(state, idx / 8, idx % 8) != (0, 0))
    }

    /// The hops with which the moving piece can go on.
    #[inline]
    fn each_hop_on(&self, state: &State, from: Square, mut visit: impl FnMut(Move)) {
        for direction in 0..8 {
            if let Some(to) = self.hop_from(state, from, direction)
                && state.status.closed & to.bit() == 0
            {
                visit(Move { from, to });
            }
        }
    }

    /// Where a hop of the player to move leads, if it can be made.
    #[inline]
    pub(crate) fn hop_from(&self, state: &State, from: Square, direction: usize) -> Option<Square> {
        let player = usize::from(state.status.turn & 3);
        let to = from.hop(direction);
        let legal = self.tables.hops[player][direction].has(from)
            && state.occupied.has(from.step(direction))
            && !state.occupied.has(to);
        legal.then_some(to)
    }

    /// Where a piece of the player to move gets in a direction, by step or by hop.
    #[inline]
    fn action_toward(&self, state: &State, from: Square, direction: usize) -> Option<Square> {
        let player = usize::from(state.status.turn & 3);
        let near = from.step(direction);
        if !state.occupied.has(near) {
            return self.tables.steps[player][direction].has(from).then_some(near);
        }
        let to = from.hop(direction);
        let legal = self.tables.hops[player][direction].has(from) && !state.occupied.has(to);
        legal.then_some(to)
    }

    /// A uniformly random action; none for a player who is stuck.
    ///
    /// A piece has at most one action in each direction, so a random piece and direction, drawn
    /// again while they give none, are as good as a random entry of the list.
    #[inline]
    pub(crate) fn random_action(
        &self,
        state: &State,
        scratch: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Option<Move> {
        if let Some(from) = state.hopping() {
            return Some(self.random_hop_on(state, from, rng));
        }
        if self.is_complete(state, state.status.turn) {
            return Some(Move::END);
        }
        let own = state.own();
        let directions = own.len() as usize * 8;
        for _ in 0..TRIES {
            let pick = rng.below(directions);
            let from = own.nth(pick as u32 / 8);
            if let Some(to) = self.action_toward(state, from, pick % 8) {
                return Some(Move { from, to });
            }
        }
        let base = scratch.len();
        self.first_actions(state, scratch);
        let found = scratch.len() - base;
        let picked = (found > 0).then(|| scratch[base + rng.below(found)]);
        scratch.truncate(base);
        picked
    }

    #[inline]
    fn random_hop_on(&self, state: &State, from: Square, rng: &mut Rng) -> Move {
        let mut choices = [Move::END; 9];
        let mut count = 1;
        self.each_hop_on(state, from, |mv| {
            choices[count] = mv;
            count += 1;
        });
        choices[rng.below(count)]
    }
}
