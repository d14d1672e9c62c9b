//! Moves, positions and results as text.

use std::cmp::Ordering;

use plyglot_core::{
    Cursor, Game, Notation, Player, ResultWords, Setup, TextError, Verdict, compare_numerically,
    ranks,
};

use crate::{
    Move, ReversiXt, State,
    board::Phase,
    map::{BONUS, CHOICE, EXPANSION, HOLE, is_free},
    moves::{TAKE_BOMB, TAKE_OVERRIDE},
    reader,
};

impl Notation for ReversiXt {
    fn player_name(&self, player: Player) -> String {
        (player.0 + 1).to_string()
    }

    fn write_state(&self, state: &State) -> String {
        self.compose(&self.parts(state))
    }

    fn setup(&self, state: &State) -> Option<Setup> {
        Some(self.parts(state))
    }

    fn write_setup(&self, setup: &Setup) -> Option<String> {
        Some(self.compose(setup))
    }

    fn parse_state(&self, text: &str) -> Result<(Self, State), TextError> {
        let game = reader::read(text, self.settings)?;
        let state = game.start();
        Ok((game, state))
    }

    fn write_ply(&self, _state: &State, decisions: &[Move]) -> String {
        let place = |square: u32| self.map().place(square as usize);
        match decisions.first() {
            Some(Move::Place { square, choice }) => {
                let (x, y) = place(*square);
                format!("{x},{y},{choice}")
            }
            Some(Move::Bomb { square }) => {
                let (x, y) = place(*square);
                format!("{x},{y},0")
            }
            Some(Move::Disqualify(player)) => format!("!{}", player.0 + 1),
            Some(Move::Pass) | None => "pass".to_owned(),
        }
    }

    fn parse_ply(&self, state: &State, text: &str) -> Result<Vec<Move>, TextError> {
        let text = text.trim();
        let mv = self.read_move(text)?;
        let mv = self.legal(state, mv).map_err(|why| TextError::illegal(text, why))?;
        Ok(vec![mv])
    }

    fn phrase(&self, state: &State, mv: Move) -> Option<String> {
        match mv {
            Move::Bomb { square } => {
                let (x, y) = self.map().place(square as usize);
                Some(format!("bombs {x},{y}"))
            }
            Move::Disqualify(own) if own.0 == state.turn => Some("is disqualified".to_owned()),
            Move::Disqualify(own) => Some(format!("sees player {} disqualified", own.0 + 1)),
            Move::Place { .. } | Move::Pass => None,
        }
    }

    fn compare_plies(&self, a: &str, b: &str) -> Ordering {
        compare_numerically(a, b)
    }

    fn verdict(&self, state: &State, _repeated: bool) -> Option<Verdict> {
        if state.phase != Phase::Over {
            return None;
        }
        let stones = (0..self.players()).map(|seat| i64::from(state.stones(seat))).collect();
        let ranks = ranks(&self.standing(state), self.players());
        let ranks = ranks.into_iter().map(i64::from).collect();
        let result = ResultWords::Table(vec![("stones", stones), ("rank", ranks)]);
        Some(Verdict { result, reason: None })
    }
}

/// A move as written.
enum Written {
    Pass,
    Disqualify(u32),
    At { x: u32, y: u32, choice: u32 },
}

impl ReversiXt {
    /// Reads `x,y,c`, also in brackets as servers log it, `!k` or `pass`.
    fn read_move(&self, text: &str) -> Result<Written, TextError> {
        let mut cursor = Cursor::new(text);
        let written = if cursor.eat_str("pass") {
            Written::Pass
        } else if cursor.eat('!') {
            Written::Disqualify(cursor.number(1..=8, "a player")?)
        } else {
            let bracket = cursor.eat('(');
            if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Err(cursor.error("a move such as 3,4,0"));
            }
            let x = cursor.number(0..=65535, "a column")?;
            cursor.expect(',')?;
            let y = cursor.number(0..=65535, "a row")?;
            cursor.expect(',')?;
            let choice = cursor.number(0..=255, "a third number")?;
            if bracket {
                cursor.expect(')')?;
            }
            Written::At { x, y, choice }
        };
        cursor.end()?;
        Ok(written)
    }

    /// The move meant, or why it is not legal.
    fn legal(&self, state: &State, written: Written) -> Result<Move, String> {
        if state.phase == Phase::Over {
            return Err("the game is over".to_owned());
        }
        match written {
            Written::Pass if self.must_pass(state) => Ok(Move::Pass),
            Written::Pass => Err("players who can move must move".to_owned()),
            Written::Disqualify(player) => {
                let (seat, players) = (player as u8 - 1, self.players());
                match seat < players {
                    true if state.is_out(seat) => Err(format!("player {player} is out already")),
                    true => Ok(Move::Disqualify(Player(seat))),
                    false => Err(format!("there are {players} players")),
                }
            }
            Written::At { x, y, choice } => self.legal_at(state, x, y, choice as u8),
        }
    }

    fn must_pass(&self, state: &State) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves == [Move::Pass]
    }

    fn legal_at(&self, state: &State, x: u32, y: u32, choice: u8) -> Result<Move, String> {
        let (map, seat) = (self.map(), state.turn);
        let (x, y) = (x as usize, y as usize);
        if x >= map.width || y >= map.height {
            return Err(format!("the board has {} columns and {} rows", map.width, map.height));
        }
        let square = y * map.width + x;
        let content = state.board.content(square);
        if content == HOLE {
            return Err(format!("({x},{y}) is a hole"));
        }
        if state.is_out(seat) {
            return Err(format!("player {} is disqualified", seat + 1));
        }
        if state.phase == Phase::Bombing {
            let armed = state.bombs(seat) > 0;
            let none = || format!("player {} has no bomb", seat + 1);
            return armed.then(|| Move::bomb(square)).ok_or_else(none);
        }
        let overrides = state.overrides(seat) > 0;
        if !is_free(content) && !overrides {
            return Err(format!("({x},{y}) is occupied, and there is no override stone left"));
        }
        if content != EXPANSION && !state.board.can_place(map, seat, overrides, square) {
            return Err(format!("a stone on ({x},{y}) captures nothing"));
        }
        self.check_choice(state, content, choice)?;
        Ok(Move::place(square, choice))
    }

    fn check_choice(&self, state: &State, content: u8, choice: u8) -> Result<(), String> {
        match content {
            BONUS if matches!(choice, TAKE_BOMB | TAKE_OVERRIDE) => Ok(()),
            BONUS => Err("on a bonus tile the third number is 20 or 21".to_owned()),
            CHOICE if choice > 0 && self.can_choose(state, choice - 1) => Ok(()),
            CHOICE => Err("on a choice tile the third number is a player in the game".to_owned()),
            _ if choice == 0 => Ok(()),
            _ => Err("the third number is 0 on an ordinary tile".to_owned()),
        }
    }
}
