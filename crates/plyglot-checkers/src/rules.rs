//! The game as searches see it.

use plyglot_core::{Game, Handover, Payoffs, Player, Rng, hash_key};

use crate::{
    Checkers, DrawRules,
    board::{Position, Side, crown_row},
    generate,
    moves::Move,
};

impl Game for Checkers {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn players(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        Position::start(self.first)
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Player {
        state.side.player()
    }

    #[inline]
    fn moves(&self, state: &Position, out: &mut Vec<Move>) {
        if self.counted_out(state) {
            return;
        }
        let base = out.len();
        generate::moves(state, out);
        if state.must_pass && out.len() == base {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn make(&self, state: &mut Position, mv: Move) -> Position {
        let before = *state;
        if mv.is_pass() {
            state.must_pass = false;
        } else if state.side == Side::Black {
            state.black ^= 1 << mv.origin() ^ 1 << mv.destination();
            state.white ^= mv.captured;
            self.promote_and_count(state, mv);
        } else {
            state.white ^= 1 << mv.origin() ^ 1 << mv.destination();
            state.black ^= mv.captured;
            self.promote_and_count(state, mv);
        }
        state.side = state.side.other();
        before
    }

    #[inline]
    fn unmake(&self, state: &mut Position, _mv: Move, undo: Position) {
        *state = undo;
    }

    fn outcome(&self, state: &Position) -> Option<Payoffs> {
        if !state.must_pass && !generate::any(state) {
            let mut payoffs = Payoffs::default();
            payoffs[state.side.player()] = -1;
            payoffs[state.side.other().player()] = 1;
            return Some(payoffs);
        }
        self.counted_out(state).then(|| self.draw())
    }

    /// Computed afresh: three words are mixed sooner than a hash in the state is kept up to date.
    #[inline]
    fn hash(&self, state: &Position) -> u64 {
        const KEYS: [u64; 2] = [hash_key(0), hash_key(1)];
        let pieces = u64::from(state.black) | u64::from(state.white) << 32;
        let turn = u64::from(state.side == Side::White) | u64::from(state.must_pass) << 1;
        let rest = u64::from(state.kings) | turn << 32;
        let product = u128::from(pieces ^ KEYS[0]) * u128::from(rest ^ KEYS[1]);
        product as u64 ^ (product >> 64) as u64
    }

    #[inline]
    fn horizon(&self, state: &Position) -> u32 {
        match self.draws.quiet_limit {
            0 => u32::MAX,
            limit => u32::from(limit.saturating_sub(state.quiet)),
        }
    }

    fn repetition(&self) -> u32 {
        self.draws.repetition
    }

    fn perft_rules(&self) -> Self {
        Checkers { draws: DrawRules::NONE, ..*self }
    }

    fn symmetric(&self, state: &Position) -> Vec<Position> {
        vec![state.turned()]
    }

    #[inline]
    fn count_plies(&self, state: &Position, _scratch: &mut Vec<Move>) -> u64 {
        if self.counted_out(state) {
            return 0;
        }
        generate::count(state) + u64::from(state.must_pass)
    }

    #[inline]
    fn random_move(
        &self,
        state: &Position,
        scratch: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Option<Move> {
        if self.counted_out(state) {
            return None;
        }
        let pick = generate::random(state, scratch, rng);
        pick.or_else(|| state.must_pass.then_some(Move::PASS))
    }
}

impl Handover for Checkers {
    fn give_turn(&self, state: &mut Position, to: Player) -> Player {
        let previous = state.side.player();
        state.side = if to == Side::Black.player() { Side::Black } else { Side::White };
        state.must_pass = !generate::any(state);
        previous
    }
}

impl Checkers {
    /// Whether the counter of plies without progress has drawn the game.
    #[inline]
    pub(crate) fn counted_out(&self, state: &Position) -> bool {
        self.draws.quiet_limit != 0 && state.quiet >= self.draws.quiet_limit
    }

    /// What a move does beside displacing pieces: crowns, lifted kings, the counter.
    #[inline(always)]
    fn promote_and_count(&self, state: &mut Position, mv: Move) {
        let (origin, destination) = (mv.origin(), mv.destination());
        let king = state.kings >> origin & 1;
        state.kings &= !(1 << origin | mv.captured);
        state.kings |= king << destination | 1 << destination & crown_row(state.side);
        let progress = mv.captured != 0 || king == 0 && self.draws.men_progress;
        state.quiet = if progress { 0 } else { state.quiet.saturating_add(1) };
    }
}

impl Side {
    /// The seat: Black has the first, White the second, whoever begins.
    #[inline]
    pub const fn player(self) -> Player {
        Player(self as u8)
    }
}
