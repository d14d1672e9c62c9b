//! The rules as searches see them: playing a decision, and the tests for the end.

use plyglot_core::{Game, Handover, Payoffs, Player, Rng};

use crate::{
    Halma, Level, Rules, Win,
    board::Board,
    options::GoalLock,
    state::{
        Chain, EVICTING_KEY, Ending, HANDED_KEY, Move, State, Status, Undo, ending_key, piece_key,
        turn_key,
    },
};

impl Game for Halma {
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn players(&self) -> u8 {
        self.rules.variant.players
    }

    fn team(&self, player: Player) -> u8 {
        self.team_of(player.0)
    }

    fn start(&self) -> State {
        self.assemble(self.tables.home, 0, 0, Ending::Open)
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        Player(state.status.turn)
    }

    #[inline]
    fn mid_turn(&self, state: &State) -> bool {
        state.status.chain_len > 0 && state.status.ending == Ending::Open
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if state.status.ending != Ending::Open {
            return;
        }
        let base = out.len();
        match self.rules.level {
            Level::Action => self.actions(state, out),
            Level::Turn => self.turns(state, out),
        }
        if out.len() == base && self.may_pass_when_stuck(state) {
            out.push(Move::END);
        }
    }

    #[inline]
    fn make(&self, state: &mut State, mv: Move) -> Undo {
        let mut undo = Undo { status: state.status, overwritten: [0; 2] };
        let mover = state.status.turn;
        if state.handed() {
            state.status.hash ^= HANDED_KEY;
            state.status.due = mover;
        }
        if !mv.is_end() {
            let player = usize::from(mover);
            state.carry(player, mv);
            state.status.hash ^= piece_key(player, mv.from) ^ piece_key(player, mv.to);
        }
        if self.rules.level == Level::Action && mv.is_hop() {
            undo.overwritten = state.extend_chain(mv, self.rules.revisit);
        }
        state.status.ending = self.test(state, mover, mv);
        if self.ends_turn(state, mv) {
            state.clear_chain();
            self.advance(state);
        }
        state.status.hash ^= ending_key(state.status.ending);
        undo
    }

    #[inline]
    fn unmake(&self, state: &mut State, mv: Move, undo: Undo) {
        if state.status.chain_len > undo.status.chain_len {
            state.shorten_chain(undo.status.chain_len, undo.overwritten);
        }
        state.status = undo.status;
        if !mv.is_end() {
            state.carry(usize::from(state.status.turn), Move { from: mv.to, to: mv.from });
        }
    }

    fn outcome(&self, state: &State) -> Option<Payoffs> {
        let winner = match state.status.ending {
            Ending::Draw => return Some(Payoffs::default()),
            Ending::Won(team) => team,
            Ending::Open if self.is_lost_without_move(state) => 1 - self.team_of(state.status.turn),
            Ending::Open => return None,
        };
        let variant = self.rules.variant;
        let mut payoffs = Payoffs::default();
        for player in 0..variant.players {
            let rivals_per_winner = i32::from(variant.teams() - 1);
            let won = self.team_of(player) == winner;
            payoffs[Player(player)] = if won { rivals_per_winner } else { -1 };
        }
        Some(payoffs)
    }

    #[inline]
    fn hash(&self, state: &State) -> u64 {
        state.status.hash
    }

    fn horizon(&self, state: &State) -> u32 {
        let round = state.status.round;
        let until = |limit: u32| {
            let rounds = u64::from(limit.saturating_sub(round).max(1));
            let turns = rounds * u64::from(self.players());
            turns - u64::from(self.tables.place[usize::from(state.status.turn)])
        };
        let pending = self.rules.eviction.filter(|eviction| round < eviction.round);
        let eviction = pending.map_or(u64::MAX, |eviction| until(eviction.round));
        let drawn = self.rules.draw_after;
        let draw = if drawn == 0 { u64::MAX } else { until(drawn) };
        eviction.min(draw).min(u64::from(u32::MAX)) as u32
    }

    fn by_turns(&self) -> Option<Self> {
        let rules = Rules { level: Level::Turn, ..self.rules };
        (self.rules.level == Level::Action).then(|| Halma { rules, ..self.clone() })
    }

    fn decisions(&self, state: &State, turn: Move) -> Vec<Move> {
        let path = self.path(state, turn);
        let legs = path.windows(2).map(|leg| Move { from: leg[0], to: leg[1] });
        let mut after = state.clone();
        let mut decisions: Vec<Move> = legs.inspect(|mv| _ = self.make(&mut after, *mv)).collect();
        if turn.is_end() || self.mid_turn(&after) {
            decisions.push(Move::END);
        }
        decisions
    }

    fn symmetric(&self, state: &State) -> Vec<State> {
        self.images(state)
    }

    fn count_plies(&self, state: &State, _scratch: &mut Vec<Move>) -> u64 {
        if state.status.ending != Ending::Open {
            return 0;
        }
        let count = match self.rules.level {
            Level::Action => self.count_actions(state),
            Level::Turn => self.count_turns(state),
        };
        if count == 0 { u64::from(self.may_pass_when_stuck(state)) } else { count }
    }

    #[inline]
    fn random_move(&self, state: &State, scratch: &mut Vec<Move>, rng: &mut Rng) -> Option<Move> {
        if state.status.ending != Ending::Open {
            return None;
        }
        let picked = match self.rules.level {
            Level::Action => self.random_action(state, scratch, rng),
            Level::Turn => self.random_turn(state, rng),
        };
        picked.or_else(|| self.may_pass_when_stuck(state).then_some(Move::END))
    }
}

impl Handover for Halma {
    fn give_turn(&self, state: &mut State, to: Player) -> Player {
        let previous = state.status.turn;
        let was_handed = state.handed();
        state.status.turn = to.0;
        state.status.hash ^= turn_key(previous) ^ turn_key(to.0);
        if was_handed != state.handed() {
            state.status.hash ^= HANDED_KEY;
        }
        Player(previous)
    }
}

impl Halma {
    /// A position between turns.
    pub(crate) fn assemble(
        &self,
        pieces: [Board; 4],
        turn: u8,
        round: u32,
        ending: Ending,
    ) -> State {
        let occupied = pieces.iter().fold(Board::EMPTY, |all, own| all | *own);
        let status = Status { hash: 0, closed: 0, chain_len: 0, round, turn, due: turn, ending };
        let mut state = State { pieces, occupied, chain: Chain::new(), status };
        state.status.hash = state.full_hash(self.evicting(round));
        state
    }

    pub(crate) fn team_of(&self, player: u8) -> u8 {
        if self.rules.variant.allied { [0, 1, 1, 0][usize::from(player & 3)] } else { player }
    }

    /// Whether eviction is in force in a round.
    #[inline]
    pub(crate) fn evicting(&self, round: u32) -> bool {
        self.rules.eviction.is_some_and(|eviction| round >= eviction.round)
    }

    /// Whether a player's target base is full of his own pieces.
    #[inline]
    pub(crate) fn is_complete(&self, state: &State, player: u8) -> bool {
        let player = usize::from(player & 3);
        state.pieces[player].covers(&self.tables.target[player])
    }

    /// Whether a player has arrived, as the win rule sees it.
    #[inline]
    pub(crate) fn has_arrived(&self, state: &State, player: u8) -> bool {
        let target = &self.tables.target[usize::from(player & 3)];
        match self.rules.win {
            Win::Strict => self.is_complete(state, player),
            Win::Filled => {
                state.occupied.covers(target) && state.pieces[usize::from(player & 3)].meets(target)
            }
        }
    }

    /// Eviction and win, tested for the player who has just moved.
    #[inline]
    fn test(&self, state: &State, mover: u8, mv: Move) -> Ending {
        // A target fills up with own pieces only by a move into it, which is quickly told.
        let arriving = self.rules.win == Win::Filled
            || mv.is_end()
            || self.tables.target[usize::from(mover & 3)].has(mv.to);
        if arriving
            && self.has_arrived(state, mover)
            && (!self.rules.variant.allied || self.has_arrived(state, mover ^ 3))
        {
            return Ending::Won(self.team_of(mover));
        }
        let player = usize::from(mover & 3);
        if self.evicting(state.status.round)
            && state.pieces[player].meets(&self.tables.forbidden[player])
        {
            return Ending::Won(1 - self.team_of(mover));
        }
        Ending::Open
    }

    /// Whether the turn is over after a decision: a hop leaves it open at the level of actions, and
    /// a hop that decides a team game leaves it open at any level.
    #[inline]
    fn ends_turn(&self, state: &State, mv: Move) -> bool {
        let ends_chain = self.rules.level == Level::Turn && state.status.ending == Ending::Open;
        self.rules.variant.whole_turns || !mv.is_hop() || ends_chain
    }

    #[inline]
    fn advance(&self, state: &mut State) {
        let status = &mut state.status;
        let next = self.tables.next[usize::from(status.turn & 3)];
        status.hash ^= turn_key(status.turn) ^ turn_key(next);
        (status.turn, status.due) = (next, next);
        if next == 0 {
            let before = self.evicting(status.round);
            status.round += 1;
            if self.evicting(status.round) != before {
                status.hash ^= EVICTING_KEY;
            }
            if self.rules.draw_after > 0 && status.round >= self.rules.draw_after {
                status.ending = Ending::Draw;
            }
        }
    }

    /// Whether a player without a move passes: in whole-turn variants, and after the turn was given
    /// to him. In team variants he has lost.
    fn may_pass_when_stuck(&self, state: &State) -> bool {
        self.rules.variant.whole_turns || state.handed()
    }

    /// Whether the player to move in an unfinished team game has lost for want of a move.
    pub(crate) fn is_lost_without_move(&self, state: &State) -> bool {
        state.status.chain_len == 0
            && !self.may_pass_when_stuck(state)
            && !self.is_complete(state, state.status.turn)
            && match self.rules.goal_lock {
                GoalLock::Hop => !self.has_action(state),
                GoalLock::Turn => !self.each_turn(state, &mut |_, _| {}),
            }
    }
}
