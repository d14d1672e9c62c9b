//! Rebuilding positions from raw boards.
//!
//! The program is shown nothing but the board when it is its turn: no pieces in hand, no captures, no
//! move of the enemy. It finds out by comparing the board with the one it left behind.

use plyglot_core::{Cursor, Game, Notation, Player, TextError};
use plyglot_dala::{Dala, Move, Square, State, beside, squares};

use super::eval::enemy_of;

/// What the tracker makes of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The position, with the tracked player to move.
    pub state: State,
    /// The enemy's turn, as far as it could be told.
    pub enemy: Vec<Move>,
    /// Why the two sides are out of step, if they are. The position is then the best guess: the
    /// enemy has in hand what is neither on the board nor captured.
    pub trouble: Option<String>,
}

/// Follows a game from one player's boards.
#[derive(Clone, Debug)]
pub struct Tracker {
    game: Dala,
    seat: Option<Player>,
    /// The position after the last own turn; the start before it.
    state: State,
    started: bool,
}

impl Tracker {
    /// A tracker that learns its seat from the first board: an empty one makes it the first player,
    /// one with a single enemy piece the second.
    pub fn new(game: &Dala) -> Tracker {
        // Draws are called by whoever runs the game.
        let game = game.perft_rules();
        let state = game.start();
        Tracker { game, seat: None, state, started: false }
    }

    /// A tracker that knows its seat.
    pub fn seated(game: &Dala, seat: Player) -> Tracker {
        Tracker { seat: Some(seat), ..Tracker::new(game) }
    }

    /// The seat, once it is known.
    pub fn seat(&self) -> Option<Player> {
        self.seat
    }

    /// How many pieces of a player have been captured so far.
    pub fn captured(&self, player: Player) -> u8 {
        self.game.pieces().saturating_sub(self.state.total(player))
    }

    /// How many pieces a player has in hand.
    pub fn reserve(&self, player: Player) -> u8 {
        self.state.reserve(player)
    }

    /// Takes in the board, the first player's pieces and then the second's, at the own turn.
    pub fn see(&mut self, board: [u64; 2]) -> Seen {
        let (opening, seat) = (!self.started, self.seat.unwrap_or_else(|| guess_seat(board)));
        (self.started, self.seat) = (true, Some(seat));
        if opening && seat == Player(0) && board == [0; 2] {
            return Seen { state: self.state, enemy: Vec::new(), trouble: None };
        }
        let read = if self.game.to_move(&self.state) == seat {
            Err("the enemy has moved before the own turn was played".to_owned())
        } else {
            self.enemy_turn(board, seat)
        };
        let (enemy, trouble) = match read {
            Ok(turn) => (turn, None),
            Err(why) => {
                self.recover(board, seat);
                (Vec::new(), Some(why))
            }
        };
        Seen { state: self.state, enemy, trouble }
    }

    /// Takes in the own turn.
    pub fn played(&mut self, turn: &[Move]) -> Result<(), String> {
        if !self.started || Some(self.game.to_move(&self.state)) != self.seat {
            return Err("it is not the own turn: the board has not been seen".to_owned());
        }
        self.state = self.after(turn)?;
        Ok(())
    }

    /// Finds the enemy's turn that leads to the board, and plays it.
    fn enemy_turn(&mut self, board: [u64; 2], seat: Player) -> Result<Vec<Move>, String> {
        let turn = self.compare(board, seat)?;
        self.state = self.after(&turn)?;
        Ok(turn)
    }

    /// The enemy's turn by what has changed on the board.
    fn compare(&self, board: [u64; 2], seat: Player) -> Result<Vec<Move>, String> {
        let enemy = enemy_of(seat);
        let (own_before, own) = (self.state.pieces(seat), board[seat.idx()]);
        let (enemy_before, now) = (self.state.pieces(enemy), board[enemy.idx()]);
        if let Some(square) = squares(own & !own_before).next() {
            return Err(format!("an own piece has appeared on {square}"));
        }
        let gained: Vec<Square> = squares(now & !enemy_before).collect();
        let lost: Vec<Square> = squares(enemy_before & !now).collect();
        let action = match (&gained[..], &lost[..]) {
            (&[to], &[]) => Move::Drop(to),
            (&[to], &[from]) if beside(from.bit()) & to.bit() != 0 => Move::Step { from, to },
            (&[to], &[from]) => return Err(format!("{to} is not beside {from}")),
            _ => {
                let (gained, lost) = (gained.len(), lost.len());
                return Err(format!("the enemy has {gained} squares more and {lost} fewer"));
            }
        };
        let victims = squares(own_before & !own).map(Move::Take);
        Ok(std::iter::once(action).chain(victims).collect())
    }

    /// The position after a whole turn, or why it cannot be played.
    fn after(&self, turn: &[Move]) -> Result<State, String> {
        let mut state = self.state;
        let illegal = || format!("{} is not legal", self.game.write_ply(&self.state, turn));
        for mv in turn {
            let mut legal = Vec::new();
            self.game.moves(&state, &mut legal);
            if !legal.contains(mv) || (state != self.state && !self.game.mid_turn(&state)) {
                return Err(illegal());
            }
            self.game.make(&mut state, *mv);
        }
        let unfinished = self.game.mid_turn(&state) || turn.is_empty();
        if unfinished { Err(illegal()) } else { Ok(state) }
    }

    /// Takes the board as it is: what the enemy has neither on it nor lost is in his hand.
    fn recover(&mut self, board: [u64; 2], seat: Player) {
        let enemy = enemy_of(seat);
        let on_board = |player: Player| board[player.idx()].count_ones() as u8;
        let mut reserve = [0; 2];
        reserve[enemy.idx()] = self.state.total(enemy).saturating_sub(on_board(enemy));
        let room = self.game.pieces().saturating_sub(on_board(seat));
        reserve[seat.idx()] = self.state.reserve(seat).min(room);
        self.state = State::new(board, seat, reserve, 0, self.state.ply() + 1);
    }
}

/// The seat of whoever is shown this board first: as many pieces on both sides mean the first.
fn guess_seat([first, second]: [u64; 2]) -> Player {
    Player(u8::from(first.count_ones() != second.count_ones()))
}

/// Reads a raw board: lines of the digits 0, 1 and 2 from the highest rank to the lowest, where 1 is
/// the first player's and 2 the second player's piece.
pub fn parse_board(game: &Dala, text: &str) -> Result<[u64; 2], TextError> {
    let mut cursor = Cursor::new(text);
    let mut board = [0; 2];
    for rank in (0..game.board().size).rev() {
        cursor.skip_white();
        for file in 0..game.board().size {
            match cursor.peek() {
                Some('0') => {}
                Some('1') => board[0] |= Square::new(file, rank).bit(),
                Some('2') => board[1] |= Square::new(file, rank).bit(),
                _ => return Err(cursor.error(format!("0, 1 or 2 on rank {}", rank + 1))),
            }
            cursor.bump();
        }
    }
    cursor.end()?;
    Ok(board)
}
