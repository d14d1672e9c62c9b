//! Plies as text: actions as they travel on the wire, turns as `from-to` or as a path.

use plyglot_core::{Cursor, Game, Notation, Player, Setup, TextError, Verdict};

use crate::{
    Halma, Level,
    board::Square,
    position::{self, read_square, result_text, square_name},
    state::{Ending, Move, State},
};

impl Notation for Halma {
    fn player_name(&self, player: Player) -> String {
        match (self.rules.variant.camp, player.0) {
            (true, 0) => "black".to_owned(),
            (true, 1) => "white".to_owned(),
            (_, number) => number.to_string(),
        }
    }

    fn write_state(&self, state: &State) -> String {
        position::write(self, state)
    }

    fn parse_state(&self, text: &str) -> Result<(Self, State), TextError> {
        position::read(self, text)
    }

    fn setup(&self, state: &State) -> Option<Setup> {
        // A chain that is under way, or ended the game, cannot be edited.
        (state.status.chain_len == 0).then(|| position::setup(self, state))
    }

    fn write_setup(&self, setup: &Setup) -> Option<String> {
        Some(position::write_setup(self, setup))
    }

    fn write_ply(&self, state: &State, decisions: &[Move]) -> String {
        let level = self.rules.level;
        let turn = state.status.turn;
        let write = |mv: &Move| match (level, mv.is_end()) {
            (Level::Action, true) => format!("{turn} null null"),
            (Level::Action, false) => {
                let (from, to) = (mv.from, mv.to);
                format!("{turn} ({},{}) ({},{})", from.x(), from.y(), to.x(), to.y())
            }
            (Level::Turn, true) => "pass".to_owned(),
            (Level::Turn, false) => format!("{}-{}", square_name(mv.from), square_name(mv.to)),
        };
        decisions.iter().map(write).collect::<Vec<_>>().join(" ")
    }

    fn parse_ply(&self, state: &State, text: &str) -> Result<Vec<Move>, TextError> {
        let illegal = |why: String| TextError::illegal(text.trim(), why);
        let mv = match self.read(text)? {
            Words::Wire(action) => self.wire_move(state, action).map_err(illegal)?,
            Words::End => Move::END,
            Words::Path(path) => self.path_move(state, &path).map_err(illegal)?,
        };
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        if moves.contains(&mv) { Ok(vec![mv]) } else { Err(illegal(self.why_not(state, mv))) }
    }

    fn phrase(&self, _state: &State, mv: Move) -> Option<String> {
        let ends = self.rules.level == Level::Action && mv.is_end();
        ends.then(|| "ends the turn".to_owned())
    }

    fn pass_reason(&self, state: &State) -> &'static str {
        let arrived = self.is_complete(state, state.status.turn);
        if arrived { "all its pieces have arrived" } else { "none of its pieces can move" }
    }

    /// Nobody is passed by: who cannot move passes or has lost. Turns may go round the board.
    fn skipped(&self, _before: &State, _after: &State) -> Vec<Player> {
        Vec::new()
    }

    fn verdict(&self, state: &State, repeated: bool) -> Option<Verdict> {
        match state.status.ending {
            Ending::Open if self.is_lost_without_move(state) => {
                let winner = Ending::Won(1 - self.team_of(state.status.turn));
                Some(Verdict::word(result_text(winner), Some("NO MOVE")))
            }
            Ending::Open => repeated.then(|| Verdict::word("=", None)),
            ending => Some(Verdict::word(result_text(ending), None)),
        }
    }
}

/// An action as written on the wire, not yet compared with any position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WireAction {
    /// Who claims to act.
    pub player: i32,
    /// Start and landing in columns and rows; `None` for the end of the turn.
    pub squares: Option<[(i32, i32); 2]>,
}

impl WireAction {
    /// Reads `<player> (<fx>,<fy>) (<tx>,<ty>)` or `<player> null null`; one `null` is enough.
    pub fn parse(text: &str) -> Result<WireAction, TextError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_white();
        let player = integer(&mut cursor)?;
        cursor.expect(' ')?;
        let from = point(&mut cursor)?;
        cursor.expect(' ')?;
        let to = point(&mut cursor)?;
        cursor.end()?;
        Ok(WireAction { player, squares: from.zip(to).map(|(from, to)| [from, to]) })
    }
}

fn integer(cursor: &mut Cursor<'_>) -> Result<i32, TextError> {
    let start = cursor.offset();
    let negative = cursor.eat('-');
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    let number: Option<i32> = digits.parse().ok();
    let number = number.ok_or_else(|| cursor.error_at(start, "a whole number"))?;
    Ok(if negative { -number } else { number })
}

fn point(cursor: &mut Cursor<'_>) -> Result<Option<(i32, i32)>, TextError> {
    if cursor.eat_str("null") {
        return Ok(None);
    }
    if !cursor.eat('(') {
        return Err(cursor.error("a square (x,y) or null"));
    }
    let x = integer(cursor)?;
    cursor.expect(',')?;
    let y = integer(cursor)?;
    cursor.expect(')')?;
    Ok(Some((x, y)))
}

/// A ply as written.
enum Words {
    Wire(WireAction),
    End,
    Path(Vec<Square>),
}

impl Halma {
    fn read(&self, text: &str) -> Result<Words, TextError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_white();
        let wire = cursor.peek().is_some_and(|c| c.is_ascii_digit() || c == '-');
        if wire && self.rules.level == Level::Action {
            return WireAction::parse(text).map(Words::Wire);
        }
        if ["end", "pass"].contains(&text.trim()) {
            return Ok(Words::End);
        }
        let mut path = vec![read_square(&mut cursor, self.rules.variant.size)?];
        cursor.expect('-')?;
        path.push(read_square(&mut cursor, self.rules.variant.size)?);
        while cursor.eat('-') {
            path.push(read_square(&mut cursor, self.rules.variant.size)?);
        }
        cursor.end()?;
        Ok(Words::Path(path))
    }

    fn wire_move(&self, state: &State, action: WireAction) -> Result<Move, String> {
        if action.player != i32::from(state.status.turn) {
            return Err(format!("it is player {}'s turn", state.status.turn));
        }
        let Some(squares) = action.squares else { return Ok(Move::END) };
        let size = i32::from(self.rules.variant.size);
        if let Some((x, y)) =
            squares.into_iter().find(|(x, y)| !(0..size).contains(x) || !(0..size).contains(y))
        {
            return Err(format!("({x},{y}) is not on the board"));
        }
        let [from, to] = squares.map(|(x, y)| Square::new(x as u8, y as u8));
        if from == to { Err("it leads nowhere".to_owned()) } else { Ok(Move { from, to }) }
    }

    fn path_move(&self, state: &State, path: &[Square]) -> Result<Move, String> {
        let (from, to) = (path[0], path[path.len() - 1]);
        if path.len() > 2 && self.rules.level == Level::Action {
            return Err("it is several actions: play its hops one at a time, then end".to_owned());
        }
        if from == to {
            return Err("it ends where it begins".to_owned());
        }
        let playable = state.ending() == Ending::Open && state.own().has(from);
        if path.len() > 2 && playable {
            self.check_path(state, path)?;
        }
        Ok(Move { from, to })
    }

    /// Checks the legs of a turn of an own piece, written in full.
    fn check_path(&self, state: &State, path: &[Square]) -> Result<(), String> {
        let mut lifted = state.clone();
        lifted.occupied.toggle(path[0]);
        let endings = self.endings(state, path[0]);
        let free = self.rules.revisit || self.rules.variant.whole_turns;
        for (idx, leg) in path.windows(2).enumerate() {
            let (from, to) = (leg[0], leg[1]);
            let hop = from.leg_to(to).filter(|(_, length)| *length == 2);
            if hop.and_then(|(direction, _)| self.hop_from(&lifted, from, direction)).is_none() {
                let why = self.why_no_leg(&lifted, from, to);
                let (from, to) = (square_name(from), square_name(to));
                return Err(format!("{from} to {to} is not a legal hop: {why}"));
            }
            if idx > 0 && endings & from.bit() != 0 {
                return Err(format!("the game ends at {}", square_name(from)));
            }
            if !free && path[..=idx].contains(&to) {
                return Err(format!("{} is visited twice", square_name(to)));
            }
        }
        Ok(())
    }
}
