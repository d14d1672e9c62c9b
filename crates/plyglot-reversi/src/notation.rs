//! Text: positions as rows of `X`, `O` and `-` from a1 to h8 with the side to move, moves as `d3`.

use plyglot_core::{
    Cursor, Draw, Notation, Player, ResultWords, Setup, Stamp, TextError, Verdict, ranks,
};

use crate::{
    Move, Reversi, ScoreRule, Size, State,
    board::{BLACK, WHITE},
    map_text,
};

/// The pass in text.
pub(crate) const PASS: &str = "pass";

impl Notation for Reversi {
    fn player_name(&self, player: Player) -> String {
        if player == BLACK { "black" } else { "white" }.to_owned()
    }

    fn write_state(&self, state: &State) -> String {
        let [black, white] = state.stones();
        let side = self.size.side();
        let cells = (0..side).flat_map(|row| (0..side).map(move |column| (column, row)));
        let mut text: String = cells
            .map(|(column, row)| match 1 << self.size.square(column, row) {
                bit if black & bit != 0 => 'X',
                bit if white & bit != 0 => 'O',
                _ => '-',
            })
            .collect();
        text.push(' ');
        text.push(letter(state.to_move()));
        text
    }

    fn setup(&self, state: &State) -> Option<Setup> {
        let stamps = [BLACK, WHITE].map(|owner| Stamp::of(owner, "stone", letter(owner)));
        let palette = vec![Stamp::neutral("empty", '-'), stamps[0], stamps[1]];
        Some(Setup::new(&self.scene(state), palette, Some(state.to_move())))
    }

    fn write_setup(&self, setup: &Setup) -> Option<String> {
        let signs: String = setup.cells.iter().collect();
        Some(format!("{signs} {}", letter(setup.turn?)))
    }

    /// Reads the canonical form, with any white space between the signs and with `x * B b` for black,
    /// `o W w` for white, `. _` for empty, or a ReversiXT map or position. The number of squares decides
    /// the size of the board. Where players are skipped, a side named that cannot move means the
    /// other one; it does not matter in a finished position, which is written with black to move.
    fn parse_state(&self, text: &str) -> Result<(Self, State), TextError> {
        let begins = text.trim_start();
        if begins.starts_with("state") || begins.starts_with(|c: char| c.is_ascii_digit()) {
            map_text::parse(self, text)
        } else {
            parse_board(self, text)
        }
    }

    fn write_ply(&self, _state: &State, decisions: &[Move]) -> String {
        match decisions.first().and_then(|mv| mv.square()) {
            Some(square) => square_name(self.size, square),
            None => PASS.to_owned(),
        }
    }

    /// Reads `d3` or `D3`, the ReversiXT triple `3,2,0`, and `pass`, `ps` or `--`.
    fn parse_ply(&self, state: &State, text: &str) -> Result<Vec<Move>, TextError> {
        let mv = read_move(self.size, text)?;
        match refusal(self, state, mv) {
            None => Ok(vec![mv]),
            Some(why) => Err(TextError::illegal(text.trim(), why)),
        }
    }

    fn verdict(&self, state: &State, repeated: bool) -> Option<Verdict> {
        if !state.is_over() && !repeated {
            return None;
        }
        let mut payoffs = plyglot_core::Payoffs::default();
        [payoffs[BLACK], payoffs[WHITE]] = self.scores(state);
        let ranks = ranks(&payoffs, 2).into_iter().map(i64::from).collect();
        let mut rows = vec![("stones", self.count(state).map(i64::from).to_vec()), ("rank", ranks)];
        if self.score == ScoreRule::Othello {
            rows.push(("score", self.scores(state).map(i64::from).to_vec()));
        }
        Some(Verdict { result: ResultWords::Table(rows), reason: None })
    }
}

/// The name of a square: the letter of its column and the number of its row.
pub(crate) fn square_name(size: Size, square: u32) -> String {
    let (column, row) = size.place(square);
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn letter(player: Player) -> char {
    if player == BLACK { 'X' } else { 'O' }
}

/// What a character says about a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Empty,
    Stone(Player),
}

impl Sign {
    /// A zero is no sign: some write it for white, ReversiXT for empty.
    pub(crate) fn read(c: char) -> Option<Sign> {
        match c {
            'X' | 'x' | '*' | 'B' | 'b' => Some(Sign::Stone(BLACK)),
            'O' | 'o' | 'W' | 'w' => Some(Sign::Stone(WHITE)),
            '-' | '.' | '_' => Some(Sign::Empty),
            _ => None,
        }
    }
}

/// Reads all squares of a board and then the side to move.
fn parse_board(rules: &Reversi, text: &str) -> Result<(Reversi, State), TextError> {
    let mut cursor = Cursor::new(text);
    let mut signs = Vec::with_capacity(65);
    let mut last = 0;
    cursor.skip_white();
    while let Some(sign) = cursor.peek().and_then(Sign::read).filter(|_| signs.len() < 65) {
        last = cursor.offset();
        signs.push(sign);
        cursor.bump();
        cursor.skip_white();
    }
    let size = match signs.len() {
        17 => Size::Four,
        37 => Size::Six,
        65 => Size::Eight,
        64 => return Err(cursor.error("the side to move, X or O")),
        n => return Err(cursor.error(format!("X, O or - ({n} squares read of 64, 36 or 16)"))),
    };
    cursor.end()?;
    let Some(Sign::Stone(to_move)) = signs.pop() else {
        return Err(cursor.error_at(last, "the side to move, X or O"));
    };
    let mut stones = [0; 2];
    for (idx, sign) in signs.into_iter().enumerate() {
        if let Sign::Stone(owner) = sign {
            stones[owner.idx()] |= 1 << size.square(idx % size.side(), idx / size.side());
        }
    }
    let rules = Reversi { size, ..*rules };
    Ok((rules, rules.position(stones, to_move)))
}

/// Reads a move, legal or not.
fn read_move(size: Size, text: &str) -> Result<Move, TextError> {
    let lower = text.trim().to_ascii_lowercase();
    if [PASS, "ps", "--"].contains(&lower.as_str()) {
        return Ok(Move::PASS);
    }
    let mut cursor = Cursor::new(text);
    cursor.skip_white();
    let (column, row) = if cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
        read_triple(size, &mut cursor)?
    } else {
        read_square(size, &mut cursor)?
    };
    cursor.end()?;
    Ok(Move::place(size.square(column, row)))
}

pub(crate) fn read_square(
    size: Size,
    cursor: &mut Cursor<'_>,
) -> Result<(usize, usize), TextError> {
    let letters = "abcdefgh"[..size.side()].char_indices();
    let found = cursor.peek().map(|c| c.to_ascii_lowercase());
    let Some((column, _)) = letters.into_iter().find(|(_, c)| Some(*c) == found) else {
        let last = char::from(b'a' + size.side() as u8 - 1);
        return Err(cursor.error(format!("a square such as d3, columns a to {last}, or pass")));
    };
    cursor.bump();
    let row = cursor.number(1..=size.side() as u32, "a row")?;
    Ok((column, row as usize - 1))
}

fn read_triple(size: Size, cursor: &mut Cursor<'_>) -> Result<(usize, usize), TextError> {
    let text = cursor.rest().trim();
    let last = size.side() as u32 - 1;
    let column = cursor.number(0..=last, "a column")?;
    cursor.expect(',')?;
    let row = cursor.number(0..=last, "a row")?;
    cursor.expect(',')?;
    match cursor.number(0..=255, "a number")? {
        0 => Ok((column as usize, row as usize)),
        _ => Err(TextError::illegal(text, "the third number is 0 where nothing is special")),
    }
}

/// Why a move is not legal, if it is not.
pub(crate) fn refusal(rules: &Reversi, state: &State, mv: Move) -> Option<String> {
    let player = if state.to_move() == BLACK { "black" } else { "white" };
    if state.is_over() {
        return Some("the game is over".to_owned());
    }
    let Some(square) = mv.square() else {
        return (state.mobility != 0).then(|| format!("{player} can place a stone and must"));
    };
    let name = square_name(rules.size, square);
    let bit = 1 << square;
    if state.mobility & bit != 0 {
        None
    } else if (state.own | state.opponent) & bit != 0 {
        Some(format!("{name} is occupied"))
    } else if state.mobility == 0 {
        Some(format!("{player} cannot place a stone and must pass"))
    } else {
        Some(format!("a stone of {player} on {name} would turn nothing over"))
    }
}
