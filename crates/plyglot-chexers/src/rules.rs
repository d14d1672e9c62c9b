//! The rules.
//!
//! A piece may go in a direction exactly when the next hex is empty (a step) or the one behind it is
//! (a jump, if the next one is not empty). The spare columns of the board make that hold at its edges
//! too, so one union of two shifts finds the pieces that may go there.

use plyglot_core::{Game, Handover, Payoffs, Player, Rng};

use crate::{
    Chexers, LastTurn, Mode, Move, State,
    board::{HOME, STEPS, singles},
    random,
};

/// Random tries after which the legal moves are listed: there may be none.
const MAX_TRIES: u32 = 16;

/// A symmetric image is some turns nearer to the limit; this many must be left for it to be given.
const ROOM_FOR_IMAGES: u32 = 32;

/// The highest bit of the byte of each colour.
const HIGH_BITS: u32 = 0x0080_8080;

impl Chexers {
    /// Who has won the race.
    fn winner(&self, state: &State) -> Option<Player> {
        let has_won = |player: &Player| state.exits(*player) >= self.exits_to_win;
        let by_race = (0..3).map(Player).find(has_won);
        let too_late = self.last_turn == LastTurn::Draw && state.ply >= self.ply_limit;
        by_race.filter(|_| !too_late)
    }

    /// Whether the game has ended.
    #[inline]
    fn is_over(&self, state: &State) -> bool {
        let missing = 0x80 - u32::from(self.exits_to_win);
        let some_exits = state.exits + missing * 0x0001_0101;
        match self.mode {
            Mode::Race => some_exits & HIGH_BITS != 0 || state.ply >= self.ply_limit,
            Mode::Warmup => is_solved(state) || is_stuck(*state) || state.ply >= self.ply_limit,
        }
    }

    /// The seat that a win in this finished position belongs to, `None` for a draw.
    pub(crate) fn winner_at_end(&self, state: &State) -> Option<Player> {
        match self.mode {
            Mode::Race => self.winner(state),
            Mode::Warmup if is_solved(state) => (0..3).map(Player).find(|p| state.exits(*p) > 0),
            Mode::Warmup => None,
        }
    }
}

/// Whether no piece is left on the board of a puzzle.
fn is_solved(state: &State) -> bool {
    state.pieces == [0; 3]
}

/// Whether no piece at all can act; in a puzzle nobody may pass, so that is the end.
/// Kept apart, so that it costs the race nothing.
#[cold]
fn is_stuck(mut state: State) -> bool {
    (0..3).all(|seat| {
        state.give_turn(seat);
        count(&state) == 0
    })
}

/// The number of moves and exits of the player to act.
#[inline]
fn count(state: &State) -> u32 {
    let (own, empty) = (state.pieces[0], state.empty);
    let exits = (own & state.exit_edge()).count_ones();
    STEPS.iter().fold(exits, |sum, by| {
        let up = own & (empty >> by | empty >> (2 * by));
        let down = own & (empty << by | empty << (2 * by));
        sum + up.count_ones() + down.count_ones()
    })
}

impl Game for Chexers {
    type State = State;
    type Move = Move;
    type Undo = State;

    fn players(&self) -> u8 {
        3
    }

    /// The race begins with everybody on their home edges, the puzzle with red alone.
    fn start(&self) -> State {
        match self.mode {
            Mode::Race => State::new(HOME, 0, [0; 3], 0, 0),
            Mode::Warmup => State::new([HOME[0], 0, 0], 0, [0; 3], 0, 0),
        }
    }

    fn to_move(&self, state: &State) -> Player {
        Player(state.turn)
    }

    /// Exits, then jumps, then steps.
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.is_over(state) {
            return;
        }
        let base = out.len();
        let (own, empty) = (state.pieces[0], state.empty);
        let leaving = own & state.exit_edge();
        out.extend(singles(leaving).map(|from| Move::exit(from, state.turn)));
        for by in STEPS {
            let up = own & !(empty >> by) & empty >> (2 * by);
            out.extend(singles(up).map(|from| Move::along(from, from << (2 * by), false)));
            let down = own & !(empty << by) & empty << (2 * by);
            out.extend(singles(down).map(|from| Move::along(from, from >> (2 * by), true)));
        }
        for by in STEPS {
            let (up, down) = (own & empty >> by, own & empty << by);
            out.extend(singles(up).map(|from| Move::along(from, from << by, false)));
            out.extend(singles(down).map(|from| Move::along(from, from >> by, true)));
        }
        if out.len() == base {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn make(&self, state: &mut State, mv: Move) -> State {
        let before = *state;
        let (changed, over) = (mv.changed(), mv.jumped());
        let [own, next, last] = state.pieces;
        // Of what is jumped over, a block stays as it is.
        let own = own ^ changed | over & (next | last);
        state.empty ^= changed;
        state.exits += u32::from(changed.is_power_of_two()) << (8 * state.turn);
        if self.mode == Mode::Warmup && changed != 0 {
            // The other two seats are taken to have passed.
            state.pieces = [own, next & !over, last & !over];
            state.ply += 3;
        } else {
            state.pieces = [next & !over, last & !over, own];
            state.turn = if state.turn == 2 { 0 } else { state.turn + 1 };
            state.ply += 1;
        }
        before
    }

    #[inline]
    fn unmake(&self, state: &mut State, _mv: Move, before: State) {
        *state = before;
    }

    /// A win is worth 2 to the winner and -1 to the others. A solved puzzle is a win, one that got
    /// stuck or took too long a draw.
    fn outcome(&self, state: &State) -> Option<Payoffs> {
        self.is_over(state).then(|| {
            let mut payoffs = Payoffs::default();
            if let Some(winner) = self.winner_at_end(state) {
                payoffs.0[..3].fill(-1);
                payoffs[winner] = 2;
            }
            payoffs
        })
    }

    #[inline]
    fn hash(&self, state: &State) -> u64 {
        state.hash()
    }

    /// The turns left until the limit. In a puzzle every action takes a round of three.
    fn horizon(&self, state: &State) -> u32 {
        let plies = self.ply_limit.saturating_sub(state.ply);
        if self.mode == Mode::Warmup { plies.div_ceil(3) } else { plies }
    }

    /// In a puzzle positions may repeat freely.
    fn repetition(&self) -> u32 {
        if self.mode == Mode::Warmup { 0 } else { self.repetition }
    }

    /// The two turns of the board by a third, one and two plies later; none near the turn limit, where
    /// that would make a difference.
    fn symmetric(&self, state: &State) -> Vec<State> {
        if self.horizon(state) < ROOM_FOR_IMAGES {
            return Vec::new();
        }
        let once = state.turned();
        vec![once, once.turned()]
    }

    #[inline]
    fn count_plies(&self, state: &State, _scratch: &mut Vec<Move>) -> u64 {
        if self.is_over(state) { 0 } else { u64::from(count(state).max(1)) }
    }

    #[inline]
    fn random_move(&self, state: &State, scratch: &mut Vec<Move>, rng: &mut Rng) -> Option<Move> {
        if self.is_over(state) {
            return None;
        }
        if state.pieces[0] == 0 {
            return Some(Move::PASS);
        }
        let quick = (0..MAX_TRIES).find_map(|_| random::try_move(state, rng));
        quick.or_else(|| random::any_move(self, state, scratch, rng))
    }
}

impl Handover for Chexers {
    /// The number of turns taken stays, so it no longer tells whose turn it is.
    fn give_turn(&self, state: &mut State, to: Player) -> Player {
        let previous = Player(state.turn);
        state.give_turn(to.0 % 3);
        previous
    }
}
