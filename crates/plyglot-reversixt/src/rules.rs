//! The rules: placing, bombing, skipping, disqualifying.

use plyglot_core::{Game, Handover, Payoffs, Player, Rng};

use crate::{
    Move, ReversiXt, State,
    board::{Board, BoardUndo, Phase, Stocks},
    map::{BONUS, HOLE, is_occupied},
    moves::TAKE_BOMB,
    options::RankTies,
    small::squares,
};

/// What takes a move back.
#[derive(Clone, Debug)]
pub struct Undo {
    phase: Phase,
    turn: u8,
    out: u8,
    overrides: u32,
    bombs: u32,
    board: BoardUndo,
}

impl Game for ReversiXt {
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn players(&self) -> u8 {
        self.map().players
    }

    fn start(&self) -> State {
        State::clone(&self.start)
    }

    fn to_move(&self, state: &State) -> Player {
        Player(state.turn)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let base = out.len();
        match (state.phase, &state.board) {
            (Phase::Over, _) => return,
            _ if state.is_out(state.turn) => {}
            (Phase::Building, Board::Small(board)) => self.small_placements(state, board, out),
            (Phase::Building, Board::Large(board)) => self.large_placements(state, board, out),
            (Phase::Bombing, _) if state.bombs(state.turn) == 0 => {}
            (Phase::Bombing, Board::Small(board)) => {
                out.extend(squares(board.targets).map(Move::bomb));
            }
            (Phase::Bombing, Board::Large(board)) => {
                let tiles = 0..self.map().squares();
                out.extend(
                    tiles.filter(|&square| board.cells().get(square) != HOLE).map(Move::bomb),
                );
            }
        }
        if out.len() == base {
            out.push(Move::Pass);
        }
    }

    fn make(&self, state: &mut State, mv: Move) -> Undo {
        let seat = state.turn;
        let undo = Undo {
            phase: state.phase,
            turn: seat,
            out: state.out,
            overrides: state.overrides(seat),
            bombs: state.bombs(seat),
            board: state.board.mark(),
        };
        match mv {
            Move::Place { square, choice } => {
                self.place(state, square as usize, choice);
                self.advance(state, seat);
            }
            Move::Bomb { square } => {
                state.board.explode(self.map(), square as usize);
                state.stocks.set_bombs(seat, state.bombs(seat).saturating_sub(1));
                self.advance(state, seat);
            }
            Move::Pass => self.advance(state, seat),
            Move::Disqualify(player) => self.exclude(state, player.0),
        }
        undo
    }

    fn unmake(&self, state: &mut State, mv: Move, undo: Undo) {
        (state.phase, state.turn, state.out) = (undo.phase, undo.turn, undo.out);
        if state.overrides(undo.turn) != undo.overrides {
            state.stocks.set_overrides(undo.turn, undo.overrides);
        }
        if state.bombs(undo.turn) != undo.bombs {
            state.stocks.set_bombs(undo.turn, undo.bombs);
        }
        state.board.undo(self.map(), undo.turn, chosen_seat(mv), undo.board);
    }

    fn outcome(&self, state: &State) -> Option<Payoffs> {
        (state.phase == Phase::Over).then(|| self.standing(state))
    }

    fn hash(&self, state: &State) -> u64 {
        state.hash()
    }

    fn payoff_sum(&self) -> Option<i32> {
        None
    }

    fn symmetric(&self, state: &State) -> Vec<State> {
        let image = |squares: Vec<usize>| {
            let mut cells = vec![0; squares.len()];
            for (from, to) in squares.into_iter().enumerate() {
                cells[to] = state.board.content(from);
            }
            let board = Board::new(self.map(), &cells);
            let mut image = State { board, ..state.clone() };
            self.refresh(&mut image);
            image
        };
        self.map().symmetries().into_iter().map(image).collect()
    }

    fn count_plies(&self, state: &State, scratch: &mut Vec<Move>) -> u64 {
        match &state.board {
            _ if state.phase == Phase::Over => 0,
            // Nowhere to go leaves a pass.
            Board::Small(board) => self.count_targets(state, board).max(1) as u64,
            Board::Large(_) => {
                let base = scratch.len();
                self.moves(state, scratch);
                let count = scratch.len() - base;
                scratch.truncate(base);
                count as u64
            }
        }
    }

    fn random_move(&self, state: &State, scratch: &mut Vec<Move>, rng: &mut Rng) -> Option<Move> {
        if state.phase == Phase::Over {
            return None;
        }
        match &state.board {
            Board::Small(board) => Some(self.random_target(state, board, rng)),
            Board::Large(board) => Some(self.random_large(state, board, scratch, rng)),
        }
    }
}

impl Handover for ReversiXt {
    fn give_turn(&self, state: &mut State, to: Player) -> Player {
        let previous = Player(std::mem::replace(&mut state.turn, to.0));
        self.refresh(state);
        previous
    }
}

/// The seat named on a choice tile; meaningless for other moves.
fn chosen_seat(mv: Move) -> u8 {
    match mv {
        Move::Place { choice, .. } => choice.wrapping_sub(1),
        _ => 0,
    }
}

impl ReversiXt {
    /// Puts a player out of the game, whoever is to move; his stones stay. Nothing happens if the game
    /// is over or the player is out already.
    pub fn disqualify(&self, state: &mut State, player: Player) {
        if state.phase != Phase::Over && player.0 < self.players() && !state.is_out(player.0) {
            self.exclude(state, player.0);
        }
    }

    fn exclude(&self, state: &mut State, seat: u8) {
        state.out |= 1 << seat;
        if seat == state.turn || self.players_left(state) < 2 {
            self.advance(state, seat);
        }
    }

    /// How many players are not disqualified.
    pub(crate) fn players_left(&self, state: &State) -> u32 {
        u32::from(self.players()) - state.out.count_ones()
    }

    fn place(&self, state: &mut State, square: usize, choice: u8) {
        let seat = state.turn;
        let content = state.board.content(square);
        state.board.place(self.map(), seat, square, choice.wrapping_sub(1));
        let stocks = &mut state.stocks;
        if is_occupied(content) {
            stocks.set_overrides(seat, stocks.overrides(seat).saturating_sub(1));
        } else if content == BONUS && choice == TAKE_BOMB {
            stocks.set_bombs(seat, stocks.bombs(seat) + 1);
        } else if content == BONUS {
            stocks.set_overrides(seat, stocks.overrides(seat) + 1);
        }
    }

    /// Finds out who is next after `seat`, through changes of phase.
    pub(crate) fn advance(&self, state: &mut State, seat: u8) {
        let players = self.players();
        let order = |i: u8| if seat + i >= players { seat + i - players } else { seat + i };
        if state.out != 0 && self.players_left(state) < 2 {
            return self.end(state);
        }
        if state.phase == Phase::Building {
            let out = state.out;
            for next in (1..=players).map(order).filter(|next| out >> next & 1 == 0) {
                let overrides = state.stocks.overrides(next) > 0;
                if state.board.can_move(self.map(), next, overrides) {
                    state.turn = next;
                    return;
                }
            }
            state.phase = Phase::Bombing;
        }
        let armed = |next: &u8| !state.is_out(*next) && state.bombs(*next) > 0;
        let next = (1..=players).map(order).find(armed).filter(|_| state.board.tiles() > 0);
        match next {
            Some(next) => {
                state.turn = next;
                self.refresh(state);
            }
            None => self.end(state),
        }
    }

    pub(crate) fn end(&self, state: &mut State) {
        (state.phase, state.turn) = (Phase::Over, 0);
        self.refresh(state);
    }

    /// Brings what a small board remembers of the player to move up to date.
    pub(crate) fn refresh(&self, state: &mut State) {
        let (seat, phase, out) = (state.turn, state.phase, state.is_out(state.turn));
        let (overrides, bombs) = (state.overrides(seat) > 0, state.bombs(seat) > 0);
        if let Board::Small(board) = &mut state.board {
            board.targets = match phase {
                _ if out => 0,
                Phase::Building => board.placements(self.map(), seat, overrides),
                Phase::Bombing if bombs => board.tiles(),
                _ => 0,
            };
        }
    }

    /// What everybody would get if the game ended here: the stones, or -1 for the disqualified.
    pub(crate) fn standing(&self, state: &State) -> Payoffs {
        let mut payoffs = Payoffs::default();
        for seat in 0..self.players() {
            let stones = state.stones(seat) as i32;
            payoffs.0[usize::from(seat)] = match self.settings().rank_ties {
                _ if state.is_out(seat) => -1,
                RankTies::Shared => stones,
                RankTies::LowerFirst => 8 * stones + 7 - i32::from(seat),
            };
        }
        payoffs
    }
}

/// Stocks of a new game: everybody has the same.
pub(crate) fn equal_stocks(players: u8, overrides: u32, bombs: u32) -> Stocks {
    let each =
        |count: u32| std::array::from_fn(|seat| if seat < players.into() { count } else { 0 });
    Stocks::new(each(overrides), each(bombs))
}
