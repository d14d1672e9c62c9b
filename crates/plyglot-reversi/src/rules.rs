//! The rules.

use plyglot_core::{Game, Handover, Payoffs, Player, Rng, hash_key, mix};

use crate::{
    Move, PassRule, Reversi, ScoreRule, State, bitboard,
    board::{BLACK, OVER, WHITE, other},
};

/// d5 and e4 are black's, d4 and e5 white's.
const START: [u64; 2] = [0x0000_0008_1000_0000, 0x0000_0010_0800_0000];

const TURN_KEYS: [u64; 2] = [hash_key(0), hash_key(1)];

impl Reversi {
    /// The position with these stones of black and white in which it would be `to_move`'s turn: the
    /// turn goes on to the other player, or the game is over, as the rules say. The sets must be
    /// disjoint and within the board.
    pub fn position(&self, stones: [u64; 2], to_move: Player) -> State {
        let [own, opponent] = if to_move == BLACK { stones } else { [stones[1], stones[0]] };
        let turn = u64::from(to_move.0);
        let mut state = State { own, opponent, mobility: 0, turn };
        self.settle(&mut state);
        state
    }

    /// Finds out what the player to move may do.
    #[inline]
    fn settle(&self, state: &mut State) {
        state.mobility = self.mobility(state.own, state.opponent);
        if state.mobility == 0 {
            self.settle_blocked(state);
        }
    }

    /// Skips a player who cannot move, asks for a pass, or ends the game.
    #[cold]
    fn settle_blocked(&self, state: &mut State) {
        let handed_on = self.handed_on(state);
        if handed_on.mobility == 0 {
            let [own, opponent] = state.stones();
            *state = State { own, opponent, mobility: 0, turn: OVER };
        } else if self.pass == PassRule::Skip {
            *state = handed_on;
        }
    }

    /// The same stones with the other player to move.
    fn handed_on(&self, state: &State) -> State {
        let (own, opponent) = (state.opponent, state.own);
        State { own, opponent, mobility: self.mobility(own, opponent), turn: state.turn ^ 1 }
    }

    #[inline]
    pub(crate) fn mobility(&self, own: u64, opponent: u64) -> u64 {
        bitboard::mobility(own, opponent) & self.size.squares()
    }

    /// The stones of black and white, counted.
    pub fn count(&self, state: &State) -> [u32; 2] {
        state.stones().map(u64::count_ones)
    }

    /// What black and white get for their stones, were the game to end here: with Othello's count
    /// the empty squares go to the winner and are shared in a draw.
    pub fn scores(&self, state: &State) -> [i32; 2] {
        let [black, white] = self.count(state).map(|count| count as i32);
        let empty = (self.size.side() * self.size.side()) as i32 - black - white;
        match self.score {
            ScoreRule::Stones => [black, white],
            ScoreRule::Othello if black > white => [black + empty, white],
            ScoreRule::Othello if black < white => [black, white + empty],
            ScoreRule::Othello => [black + empty / 2, white + empty / 2],
        }
    }
}

impl Game for Reversi {
    type State = State;
    type Move = Move;
    type Undo = State;

    fn players(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        self.position(START, BLACK)
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.to_move()
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        out.extend(bitboard::squares(state.mobility).map(Move::place));
        if state.mobility == 0 && !state.is_over() {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn make(&self, state: &mut State, mv: Move) -> State {
        let before = *state;
        match mv.square() {
            Some(square) => {
                let flipped = bitboard::flips(before.own, before.opponent, square);
                state.own = before.opponent ^ flipped;
                state.opponent = before.own ^ flipped ^ (1 << square);
                state.turn = before.turn ^ 1;
                self.settle(state);
            }
            None => *state = self.handed_on(&before),
        }
        before
    }

    #[inline]
    fn unmake(&self, state: &mut State, _mv: Move, undo: State) {
        *state = undo;
    }

    fn outcome(&self, state: &State) -> Option<Payoffs> {
        state.is_over().then(|| {
            let [black, white] = self.scores(state);
            let mut payoffs = Payoffs::default();
            payoffs[BLACK] = black - white;
            payoffs[WHITE] = white - black;
            payoffs
        })
    }

    /// Mixing the two sets afresh is cheaper than keeping a key up to date stone by stone: a move
    /// turns over many, and most moves never ask for the hash.
    #[inline]
    fn hash(&self, state: &State) -> u64 {
        mix(state.own ^ mix(state.opponent ^ TURN_KEYS[state.to_move().idx()]))
    }

    fn symmetric(&self, state: &State) -> Vec<State> {
        let [black, white] = state.stones();
        let images = (0..8).flat_map(|symmetry| {
            let stones = [black, white].map(|set| bitboard::transform(set, symmetry));
            let swapped = [stones[1], stones[0]];
            let same = self.position(stones, state.to_move());
            [same, self.position(swapped, other(state.to_move()))]
        });
        images.skip(1).collect()
    }

    #[inline]
    fn count_plies(&self, state: &State, _scratch: &mut Vec<Move>) -> u64 {
        u64::from(state.mobility.count_ones()).max(u64::from(!state.is_over()))
    }

    #[inline]
    fn random_move(&self, state: &State, _scratch: &mut Vec<Move>, rng: &mut Rng) -> Option<Move> {
        let count = state.mobility.count_ones();
        if count == 0 {
            return (!state.is_over()).then_some(Move::PASS);
        }
        let pick = rng.below(count as usize) as u32;
        Some(Move::place(bitboard::nth_square(state.mobility, pick)))
    }
}

impl Handover for Reversi {
    fn give_turn(&self, state: &mut State, to: Player) -> Player {
        let previous = state.to_move();
        if to != previous {
            *state = self.handed_on(state);
        }
        previous
    }
}
