//! Text forms: `....../..x.../… x 11 12 0 1` for positions, `d3xb4` and `c3-c4xb4` for turns.

use plyglot_core::{Cursor, Draw, Notation, Player, Setup, Stamp, TextError, Verdict};

use crate::{
    Board, Dala, Move, Square, State,
    board::{beside, squares},
    options::COUNTER_MAX,
    rules::{End, Reason},
};

const NAMES: [char; 2] = ['x', 'o'];

impl Notation for Dala {
    fn player_name(&self, player: Player) -> String {
        NAMES[player.idx() & 1].to_string()
    }

    fn write_state(&self, state: &State) -> String {
        let ranks = self.write_ranks(|square| piece_letter(state, square));
        let side = NAMES[state.seats().0];
        let [x, o] = state.reserve;
        format!("{ranks} {side} {x} {o} {} {}", state.quiet, state.ply)
    }

    fn setup(&self, state: &State) -> Option<Setup> {
        let stamp = |seat: u8| Stamp::of(Player(seat), "piece", NAMES[usize::from(seat)]);
        let palette = vec![Stamp::neutral("empty", '.'), stamp(0), stamp(1)];
        let setup = Setup::new(&self.scene(state), palette, Some(Player(state.side)));
        let [x, o] = state.reserve;
        let setup = setup
            .counting(Some(Player(0)), "in hand", x, self.pieces)
            .counting(Some(Player(1)), "in hand", o, self.pieces)
            .counting(None, "quiet", state.quiet, COUNTER_MAX)
            .counting(None, "ply", state.ply, COUNTER_MAX);
        Some(setup)
    }

    fn write_setup(&self, setup: &Setup) -> Option<String> {
        let ranks = self.write_ranks(|square| setup.cells[self.board.number(square)]);
        let side = NAMES[setup.seat()];
        let [x, o] = [0, 1].map(|seat| setup.value(Some(Player(seat)), "in hand"));
        let [quiet, ply] = ["quiet", "ply"].map(|name| setup.value(None, name));
        Some(format!("{ranks} {side} {x} {o} {quiet} {ply}"))
    }

    fn parse_state(&self, text: &str) -> Result<(Self, State), TextError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_white();
        let pieces = read_board(&mut cursor, &self.board)?;
        cursor.expect(' ')?;
        let side = read_side(&mut cursor)?;
        let most = u32::from(self.pieces);
        let mut reserve = [0; 2];
        for hand in &mut reserve {
            cursor.expect(' ')?;
            *hand = cursor.number(0..=most, "a reserve")? as u8;
        }
        cursor.expect(' ')?;
        let quiet = cursor.number(0..=COUNTER_MAX, "a count of quiet steps")?;
        cursor.expect(' ')?;
        let ply = cursor.number(0..=COUNTER_MAX, "a count of moves")?;
        cursor.end()?;
        let state = State::new(pieces, side, reserve, quiet, ply);
        for player in [Player(0), Player(1)] {
            let (name, total) = (self.player_name(player), state.total(player));
            if total > self.pieces {
                let text = format!("{name} has {total} pieces instead of at most {most}");
                return Err(TextError::rules(text));
            }
        }
        Ok((self.clone(), state))
    }

    fn write_ply(&self, _state: &State, decisions: &[Move]) -> String {
        let write = |mv: &Move| match mv {
            Move::Drop(to) => to.to_string(),
            Move::Step { from, to } => format!("{from}-{to}"),
            Move::Take(victim) => format!("x{victim}"),
            Move::Pass => "pass".to_owned(),
        };
        decisions.iter().map(write).collect()
    }

    fn parse_ply(&self, state: &State, text: &str) -> Result<Vec<Move>, TextError> {
        let written = Written::read(text, &self.board, state.owed > 0)?;
        self.check(state, &written).map_err(|why| TextError::illegal(text.trim(), why))?;
        let mut victims = written.victims;
        victims.sort();
        Ok(written.action.into_iter().chain(victims.into_iter().map(Move::Take)).collect())
    }

    fn verdict(&self, state: &State, repeated: bool) -> Option<Verdict> {
        match self.end(state) {
            Some(End { winner: Some(winner), reason }) => {
                Some(Verdict::word(self.player_name(winner), Some(reason.word())))
            }
            Some(End { reason: Reason::Stuck, .. }) => Some(Verdict::word("draw", Some("stuck"))),
            _ if repeated => Some(Verdict::word("draw", Some("repetition"))),
            end => end.map(|end| Verdict::word("draw", Some(end.reason.word()))),
        }
    }
}

impl Reason {
    fn word(self) -> &'static str {
        match self {
            Reason::Pieces => "pieces",
            Reason::Stuck => "stuck",
            Reason::Quiet => "quiet",
            Reason::Length => "length",
        }
    }
}

fn piece_letter(state: &State, square: Square) -> char {
    let owner = (0..2).find(|seat| state.pieces[*seat] & square.bit() != 0);
    owner.map_or('.', |seat| NAMES[seat])
}

fn read_board(cursor: &mut Cursor<'_>, board: &Board) -> Result<[u64; 2], TextError> {
    let mut pieces = [0; 2];
    for rank in (0..board.size).rev() {
        for file in 0..board.size {
            let bit = Square::new(file, rank).bit();
            match cursor.peek() {
                Some('.') => {}
                Some('x') => pieces[0] |= bit,
                Some('o') => pieces[1] |= bit,
                _ => return Err(cursor.error(format!("'.', 'x' or 'o' on rank {}", rank + 1))),
            }
            cursor.bump();
        }
        if rank > 0 {
            cursor.expect('/')?;
        }
    }
    Ok(pieces)
}

fn read_side(cursor: &mut Cursor<'_>) -> Result<Player, TextError> {
    if cursor.eat('x') {
        Ok(Player(0))
    } else if cursor.eat('o') {
        Ok(Player(1))
    } else {
        Err(cursor.error("the player to move, 'x' or 'o'"))
    }
}

/// A turn as written, or the captures that end one.
struct Written {
    action: Option<Move>,
    victims: Vec<Square>,
}

impl Written {
    fn read(text: &str, board: &Board, mid_turn: bool) -> Result<Written, TextError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_white();
        if cursor.eat_str("pass") {
            cursor.end()?;
            return Ok(Written { action: Some(Move::Pass), victims: Vec::new() });
        }
        let lone_captures = mid_turn && cursor.peek() == Some('x');
        let action = if lone_captures { None } else { Some(read_action(&mut cursor, board)?) };
        let mut victims = Vec::new();
        while cursor.eat('x') {
            // More victims than squares are refused here, so that no text makes a long list.
            if victims.len() == usize::from(board.size).pow(2) {
                return Err(cursor.error("the end of the text"));
            }
            victims.push(read_square(&mut cursor, board)?);
        }
        cursor.end()?;
        Ok(Written { action, victims })
    }
}

fn read_action(cursor: &mut Cursor<'_>, board: &Board) -> Result<Move, TextError> {
    let first = read_square(cursor, board)?;
    if cursor.eat('-') {
        Ok(Move::Step { from: first, to: read_square(cursor, board)? })
    } else {
        Ok(Move::Drop(first))
    }
}

fn read_square(cursor: &mut Cursor<'_>, board: &Board) -> Result<Square, TextError> {
    let start = cursor.offset();
    let mut below_size = |first: char| {
        let value = u32::from(cursor.bump()?).checked_sub(u32::from(first))?;
        u8::try_from(value).ok().filter(|value| *value < board.size)
    };
    let square = below_size('a').and_then(|file| Some(Square::new(file, below_size('1')?)));
    square.ok_or_else(|| {
        let last = char::from(b'a' + board.size - 1);
        cursor.error_at(start, format!("a square from a1 to {last}{}", board.size))
    })
}

impl Dala {
    fn write_ranks(&self, sign: impl Fn(Square) -> char) -> String {
        let files = || 0..self.board.size;
        let rank = |rank| -> String { files().map(|file| sign(Square::new(file, rank))).collect() };
        files().rev().map(rank).collect::<Vec<_>>().join("/")
    }

    /// Why a turn that can be read cannot be played.
    fn check(&self, state: &State, written: &Written) -> Result<(), String> {
        if self.end(state).is_some() {
            return Err("the game is over".to_owned());
        }
        let owed = match written.action {
            _ if self.must_pass(state) => {
                let pass = written.action == Some(Move::Pass);
                return if pass { Ok(()) } else { Err("there is only a pass".to_owned()) };
            }
            None => state.owed,
            Some(_) if state.owed > 0 => {
                return Err("a capture is owed first, written like xb4".to_owned());
            }
            Some(Move::Drop(to)) => {
                self.check_drop(state, to)?;
                self.owed_for_drop(state, to)
            }
            Some(Move::Step { from, to }) => {
                self.check_step(state, from, to)?;
                self.owed_for_step(state, from, to)
            }
            Some(Move::Pass | Move::Take(_)) => return Err("passing is not allowed".to_owned()),
        };
        self.check_victims(state, &written.victims, owed)
    }

    fn check_drop(&self, state: &State, to: Square) -> Result<(), String> {
        let (mover, _) = state.seats();
        if state.reserve[mover] == 0 {
            return Err(format!("{} has no piece in hand and must step", NAMES[mover]));
        }
        self.check_empty(state, to)?;
        if self.drop_targets(state) & to.bit() == 0 {
            return Err(format!("the first two drops of {} go to the centre", NAMES[mover]));
        }
        Ok(())
    }

    fn check_step(&self, state: &State, from: Square, to: Square) -> Result<(), String> {
        let (mover, other) = state.seats();
        if state.reserve[mover] > 0 {
            return Err(format!("{} still has pieces in hand and must drop", NAMES[mover]));
        }
        if state.pieces[other] & from.bit() != 0 {
            return Err(format!("it is {}'s turn, but the piece on {from} is not", NAMES[mover]));
        }
        if state.pieces[mover] & from.bit() == 0 {
            return Err(format!("there is no piece on {from}"));
        }
        self.check_empty(state, to)?;
        if beside(from.bit()) & to.bit() == 0 {
            return Err(format!("{to} is not beside {from}"));
        }
        Ok(())
    }

    fn check_empty(&self, state: &State, to: Square) -> Result<(), String> {
        let empty = self.empty(state) & to.bit() != 0;
        if empty { Ok(()) } else { Err(format!("{to} is occupied")) }
    }

    fn check_victims(&self, state: &State, victims: &[Square], owed: u8) -> Result<(), String> {
        let enemy = state.pieces[state.seats().1] >> state.floor << state.floor;
        let named = victims.iter().fold(0, |set, victim| set | victim.bit());
        if victims.len() != usize::from(owed) {
            return Err(match (owed, victims.len()) {
                (0, _) => "it makes no run that captures".to_owned(),
                (1, 0) => "a capture is compulsory: the victim must be named".to_owned(),
                (_, named) => format!("it captures {owed}, but {named} are named"),
            });
        }
        if let Some(victim) = squares(named & !enemy).next() {
            return Err(format!("no piece can be captured on {victim}"));
        }
        if named.count_ones() != u32::from(owed) {
            return Err("a victim is named twice".to_owned());
        }
        Ok(())
    }
}
