//! Whole turns: where each piece can get by a step or by a chain of hops.

use plyglot_core::Rng;

use crate::{
    Camp, Halma, Win,
    board::{Board, Square, hop_all},
    hops::{Openings, flood},
    state::{Move, State},
};

/// Which turns the camp rule asks for first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// All of them: there is no camp rule.
    Any,
    /// Out of the camp.
    Leave,
    /// On inside the camp, away from the corner.
    Deeper,
    /// Either of these.
    LeaveOrDeeper,
    /// Of pieces outside the camp, which stay outside.
    Outside,
}

/// The most pieces a player has in any variant.
pub(crate) const MAX_PIECES: usize = 19;

impl Halma {
    /// Appends the legal turns of an unfinished game; none for a player who is stuck.
    pub(crate) fn turns(&self, state: &State, out: &mut Vec<Move>) {
        if self.only_passes(state) {
            out.push(Move::END);
            return;
        }
        self.each_turn(state, &mut |from, to| {
            out.extend(to.squares().map(|to| Move { from, to }));
        });
    }

    pub(crate) fn count_turns(&self, state: &State) -> u64 {
        if self.only_passes(state) {
            return 1;
        }
        let mut count = 0;
        self.each_turn(state, &mut |_, to| count += u64::from(to.len()));
        count
    }

    /// A uniformly random turn; none for a player who is stuck.
    pub(crate) fn random_turn(&self, state: &State, rng: &mut Rng) -> Option<Move> {
        if self.only_passes(state) {
            return Some(Move::END);
        }
        let mut found = [(Square(0), Board::EMPTY, 0); MAX_PIECES];
        let (mut pieces, mut total) = (0, 0);
        self.each_turn(state, &mut |from, to| {
            total += to.len() as usize;
            found[pieces] = (from, to, total);
            pieces += 1;
        });
        let pick = (total > 0).then(|| rng.below(total))?;
        let (from, to, end) = found.iter().find(|(_, _, end)| *end > pick)?;
        Some(Move { from: *from, to: to.nth((end - 1 - pick) as u32) })
    }

    /// Whether a player has come to rest while his ally plays on.
    fn only_passes(&self, state: &State) -> bool {
        !self.rules.variant.whole_turns && self.is_complete(state, state.status.turn)
    }

    /// Visits every piece that can move, with the squares where its turn can end; whether there was
    /// any. Knows nothing of passing.
    pub(crate) fn each_turn(&self, state: &State, visit: &mut impl FnMut(Square, Board)) -> bool {
        let (openings, player) =
            (Openings::of(&state.occupied), usize::from(state.status.turn & 3));
        let hops: [_; 4] = std::array::from_fn(|class| openings.open_to(self, player, class));
        let decisive = self.may_end_in_chain(state);
        self.stages(state).iter().any(|stage| {
            let mut any = false;
            for from in self.pieces_of(*stage, state).squares() {
                let hops = &hops[from.class()];
                let landings = hop_all(from.bit(), hops);
                let endings = if decisive { self.endings(state, from) } else { 0 };
                let reached = flood(landings, hops, endings);
                let mut to = self.destinations(state, from, reached);
                if *stage != Stage::Any {
                    to = self.allowed(*stage, state, from, to);
                }
                if !to.is_empty() {
                    any = true;
                    visit(from, to);
                }
            }
            any
        })
    }

    /// Where a piece that hops to `reached` can end its turn, as far as the goal lock decides.
    #[inline]
    fn destinations(&self, state: &State, from: Square, reached: u64) -> Board {
        let target = &self.tables.target[usize::from(state.status.turn & 3)];
        let mut to = self.tables.near[from.idx()] & !state.occupied;
        to.0[from.class()] |= reached;
        if target.has(from) { to & *target } else { to }
    }

    /// Whether a landing in mid-chain might end the game.
    fn may_end_in_chain(&self, state: &State) -> bool {
        let mate = state.status.turn ^ 3;
        let near_win = || self.rules.win == Win::Filled || self.is_complete(state, mate);
        !self.rules.variant.whole_turns && (self.evicting(state.status.round) || near_win())
    }

    /// In the class of a piece, the landings that end the game and so the chain. Where turns are
    /// indivisible there are none.
    pub(crate) fn endings(&self, state: &State, from: Square) -> u64 {
        if self.rules.variant.whole_turns {
            return 0;
        }
        let mut rest = *state.own();
        rest.toggle(from);
        let mut endings = Board::EMPTY;
        if self.evicting(state.status.round) {
            endings = self.tables.forbidden[usize::from(state.status.turn & 3)];
            if rest.meets(&endings) {
                return !0;
            }
        }
        (endings | self.winning_landings(state, from, &rest)).0[from.class()]
    }

    /// The squares on which a piece wins for its team; `rest` are the player's other pieces.
    fn winning_landings(&self, state: &State, from: Square, rest: &Board) -> Board {
        let mate = usize::from((state.status.turn ^ 3) & 3);
        let own_target = self.tables.target[mate ^ 3];
        let mate_target = self.tables.target[mate];
        let (pieces, mut others) = (&state.pieces[mate], state.occupied);
        others.toggle(from);
        let (missing, within) = match self.rules.win {
            Win::Strict => ((own_target & !*rest) | (mate_target & !*pieces), own_target),
            Win::Filled if !pieces.meets(&mate_target) => return Board::EMPTY,
            Win::Filled => {
                let within = if rest.meets(&own_target) { Board::FULL } else { own_target };
                ((own_target | mate_target) & !others, within)
            }
        };
        match missing.len() {
            0 => within,
            1 => missing & within,
            _ => Board::EMPTY,
        }
    }

    /// The groups of turns to look for, the first that is not empty being the legal one.
    fn stages(&self, state: &State) -> &'static [Stage] {
        let home = &self.tables.home[usize::from(state.status.turn & 3)];
        match self.rules.camp {
            None => &[Stage::Any],
            Some(_) if !state.own().meets(home) => &[Stage::Outside],
            Some(Camp::Strict) => &[Stage::Leave, Stage::Deeper, Stage::Outside],
            Some(Camp::Loose) => &[Stage::LeaveOrDeeper, Stage::Outside],
        }
    }

    fn pieces_of(&self, stage: Stage, state: &State) -> Board {
        let home = self.tables.home[usize::from(state.status.turn & 3)];
        match stage {
            Stage::Any => *state.own(),
            Stage::Outside => *state.own() & !home,
            Stage::Leave | Stage::Deeper | Stage::LeaveOrDeeper => *state.own() & home,
        }
    }

    /// Those of the squares `to` that a stage of the camp rule allows.
    fn allowed(&self, stage: Stage, state: &State, from: Square, to: Board) -> Board {
        let player = state.status.turn & 3;
        let home = self.tables.home[usize::from(player)];
        let deeper = |to: Board| -> Board {
            let on = |at: u8, before: u8| if player == 0 { at >= before } else { at <= before };
            let farther = |at: &Square| on(at.x(), from.x()) && on(at.y(), from.y());
            (to & home).squares().filter(farther).collect()
        };
        match stage {
            Stage::Any => to,
            Stage::Leave | Stage::Outside => to & !home,
            Stage::Deeper => deeper(to),
            Stage::LeaveOrDeeper => deeper(to) | (to & !home),
        }
    }

    /// The squares of a legal turn from start to end: of all shortest paths the one that a
    /// breadth-first search finds first, trying [`crate::DIRECTIONS`] in order. Empty for a pass.
    pub fn path(&self, state: &State, mv: Move) -> Vec<Square> {
        if mv.is_end() {
            return Vec::new();
        }
        let mut before = [None; 256];
        let mut queue = vec![mv.from];
        let endings = self.endings(state, mv.from);
        let mut next = 0;
        while next < queue.len() && mv.is_hop() && before[mv.to.idx()].is_none() {
            let from = queue[next];
            next += 1;
            if from != mv.from && endings & from.bit() != 0 {
                continue;
            }
            for to in (0..8).filter_map(|direction| self.hop_from(state, from, direction)) {
                if before[to.idx()].is_none() {
                    before[to.idx()] = Some(from);
                    queue.push(to);
                }
            }
        }
        let mut path = vec![mv.to];
        let mut at = mv.to;
        while let Some(from) = before[at.idx()] {
            path.push(from);
            at = from;
        }
        if at != mv.from {
            path.push(mv.from);
        }
        path.reverse();
        path
    }
}
