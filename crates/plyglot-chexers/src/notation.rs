//! The position line `ROWS TURN EXITS PLY`, and results.

use plyglot_core::{
    Cursor, Draw, Game, Notation, Player, Setup, Stamp, TextError, Verdict, run_lengths, seats,
};

use crate::{
    Chexers, Hex, Kind, Mode, Move, State, action,
    board::{COLOURS, Set},
    puzzle,
    scene::cell_index,
};

/// What stands for an empty hex in setups.
const EMPTY: char = '.';

/// Pieces that a race starts with; on the board or off it, they stay as many.
const RACE_PIECES: u32 = 12;

/// Pieces of the largest puzzle.
const PUZZLE_PIECES: u32 = 4;

/// The rows of the board, each with the least and the greatest `q`.
fn rows() -> impl Iterator<Item = (i8, i8, i8)> {
    (-3..=3).map(|r: i8| (r, (-3).max(-3 - r), 3.min(3 - r)))
}

impl Notation for Chexers {
    fn player_name(&self, player: Player) -> String {
        COLOURS[player.idx() % 3].to_owned()
    }

    fn write_state(&self, state: &State) -> String {
        let rows = write_rows(|hex| occupant(state, hex).unwrap_or(EMPTY));
        let [red, green, blue] = [0, 1, 2].map(|seat| state.exits(Player(seat)));
        let turn = letter(Player(state.turn));
        format!("{rows} {turn} {red},{green},{blue} {}", state.ply)
    }

    fn setup(&self, state: &State) -> Option<Setup> {
        let mut palette = vec![Stamp::neutral("empty", EMPTY)];
        palette.extend(seats(3).map(|seat| Stamp::of(seat, "piece", letter(seat))));
        palette.push(Stamp::neutral("block", 'x'));
        let mut setup = Setup::new(&self.scene(state), palette, Some(Player(state.turn)));
        for seat in seats(3) {
            setup = setup.counting(Some(seat), "exits", state.exits(seat), RACE_PIECES);
        }
        Some(setup.counting(None, "turns taken", state.ply, self.last_ply()))
    }

    fn write_setup(&self, setup: &Setup) -> Option<String> {
        let rows = write_rows(|hex| setup.cells[cell_index(hex)]);
        let exits = |seat| setup.value(Some(Player(seat)), "exits");
        let [red, green, blue] = [0, 1, 2].map(exits);
        let (turn, ply) = (letter(setup.turn?), setup.value(None, "turns taken"));
        Some(format!("{rows} {turn} {red},{green},{blue} {ply}"))
    }

    /// Reads a position line, or a puzzle in its JSON form: that one brings the puzzle's rules along.
    fn parse_state(&self, text: &str) -> Result<(Self, State), TextError> {
        if text.trim_start().starts_with('{') {
            let rules = Chexers { mode: Mode::Warmup, ..self.clone() };
            let state = puzzle::parse(text)?;
            rules.check(&state)?;
            return Ok((rules, state));
        }
        let state = parse_line(&mut Cursor::new(text))?;
        self.check(&state)?;
        Ok((self.clone(), state))
    }

    fn write_ply(&self, _state: &State, decisions: &[Move]) -> String {
        decisions.iter().map(|mv| action::write(*mv)).collect()
    }

    fn parse_ply(&self, state: &State, text: &str) -> Result<Vec<Move>, TextError> {
        let action = action::parse(text)?;
        let resolved = self.resolve(state, &action);
        resolved.map(|mv| vec![mv]).map_err(|why| TextError::illegal(text.trim(), why))
    }

    fn phrase(&self, _state: &State, mv: Move) -> Option<String> {
        (mv.kind() == Kind::Exit).then(|| format!("{} leaves the board", mv.origin()))
    }

    fn pass_reason(&self, state: &State) -> &'static str {
        let pieces = state.piece_count(Player(state.turn));
        if pieces == 0 { "it has no piece left" } else { "none of its pieces can move" }
    }

    /// The winner's colour or the kind of draw. A puzzle is won by its colour, or ends in `draw:turns`
    /// or `draw:stuck`.
    fn verdict(&self, state: &State, repeated: bool) -> Option<Verdict> {
        let word = if self.outcome(state).is_none() {
            return repeated.then(|| Verdict::word("draw:repetition", None));
        } else if let Some(winner) = self.winner_at_end(state) {
            COLOURS[winner.idx()]
        } else if repeated {
            "draw:repetition"
        } else if state.ply >= self.ply_limit {
            "draw:turns"
        } else {
            "draw:stuck"
        };
        Some(Verdict::word(word, None))
    }
}

fn letter(player: Player) -> char {
    COLOURS[player.idx() % 3].chars().next().unwrap_or('?')
}

/// The letter of what stands on a hex, `None` if it is empty.
pub(crate) fn occupant(state: &State, hex: Hex) -> Option<char> {
    let block = (state.blocks() & hex.bit() != 0).then_some('x');
    state.owner(hex).map(letter).or(block)
}

fn write_rows(sign: impl Fn(Hex) -> char) -> String {
    let row = |(r, first, last): (i8, i8, i8)| {
        run_lengths((first..=last).filter_map(|q| Hex::at(q, r)).map(&sign), EMPTY)
    };
    rows().map(row).collect::<Vec<_>>().join("/")
}

fn parse_line(cursor: &mut Cursor<'_>) -> Result<State, TextError> {
    cursor.skip_white();
    let (pieces, blocks) = parse_rows(cursor)?;
    gap(cursor, "white space and the player to act")?;
    let turn = ['r', 'g', 'b'].into_iter().position(|letter| cursor.eat(letter));
    let turn = turn.ok_or_else(|| cursor.error("the player to act, r, g or b"))? as u8;
    gap(cursor, "white space and the exits")?;
    let mut exits = [0; 3];
    for (seat, count) in exits.iter_mut().enumerate() {
        if seat > 0 {
            cursor.expect(',')?;
        }
        *count = cursor.number(0..=RACE_PIECES, "exits")? as u8;
    }
    gap(cursor, "white space and the number of turns taken")?;
    let ply = cursor.number(0..=9_999_999, "the number of turns taken")?;
    cursor.end()?;
    Ok(State::new(pieces, blocks, exits, turn, ply))
}

fn gap(cursor: &mut Cursor<'_>, expected: &str) -> Result<(), TextError> {
    if !cursor.peek().is_some_and(char::is_whitespace) {
        return Err(cursor.error(expected));
    }
    cursor.skip_white();
    Ok(())
}

fn parse_rows(cursor: &mut Cursor<'_>) -> Result<([Set; 3], Set), TextError> {
    // Red, green, blue and blocks.
    let mut sets = [0; 4];
    for (r, first, last) in rows() {
        if r > -3 {
            cursor.expect('/')?;
        }
        let (mut q, mut after_digit) = (first, false);
        while q <= last {
            let left = last + 1 - q;
            let digits = if after_digit { 0 } else { left };
            let expected = || {
                let digits = if digits > 0 {
                    format!(" or a number from 1 to {digits}")
                } else {
                    String::new()
                };
                format!("one of r, g, b, x{digits} for the {left} hexes left in row {r}")
            };
            let next = cursor.peek().ok_or_else(|| cursor.error(expected()))?;
            if let Some(kind) = ['r', 'g', 'b', 'x'].iter().position(|letter| *letter == next) {
                sets[kind] |= Hex::at(q, r).map_or(0, Hex::bit);
                (q, after_digit) = (q + 1, false);
            } else {
                let skip = next.to_digit(10).filter(|skip| (1..=digits as u32).contains(skip));
                q += skip.ok_or_else(|| cursor.error(expected()))? as i8;
                after_digit = true;
            }
            cursor.bump();
        }
    }
    let [red, green, blue, blocks] = sets;
    Ok(([red, green, blue], blocks))
}

impl Chexers {
    /// The most turns that can have been taken.
    fn last_ply(&self) -> u32 {
        if self.mode == Mode::Warmup { self.ply_limit + 2 } else { self.ply_limit }
    }

    /// Whether such a position can come about. The exits are not held against the number of turns:
    /// that is a clock, which may be set as one likes.
    fn check(&self, state: &State) -> Result<(), TextError> {
        let turn = COLOURS[usize::from(state.turn)];
        if u32::from(state.turn) != state.ply % 3 {
            let after = COLOURS[(state.ply % 3) as usize];
            let what = format!("it is {after}'s turn at ply {}, not {turn}'s", state.ply);
            return Err(TextError::rules(what));
        }
        let last_ply = self.last_ply();
        if state.ply > last_ply {
            let what = format!("ply {} is beyond the limit of {last_ply}", state.ply);
            return Err(TextError::rules(what));
        }
        match self.mode {
            Mode::Race => self.check_race(state),
            Mode::Warmup => check_puzzle(state),
        }
    }

    fn check_race(&self, state: &State) -> Result<(), TextError> {
        let seats = [0, 1, 2].map(Player);
        let total: u32 =
            seats.map(|p| state.piece_count(p) + u32::from(state.exits(p))).iter().sum();
        // A board with blocks is no race from the start, so some pieces may never have been there.
        if total > RACE_PIECES || total < RACE_PIECES && state.blocks() == 0 {
            let what = format!("pieces and exits are {total} together instead of {RACE_PIECES}");
            return Err(TextError::rules(what));
        }
        let goal = self.exits_to_win;
        if let Some(player) = seats.into_iter().find(|p| state.exits(*p) > goal) {
            let (colour, exits) = (COLOURS[player.idx()], state.exits(player));
            let what = format!("{colour} has {exits} exits, but the game ends at {goal}");
            return Err(TextError::rules(what));
        }
        if seats.into_iter().filter(|p| state.exits(*p) == goal).count() > 1 {
            return Err(TextError::rules(format!("two colours have {goal} exits")));
        }
        Ok(())
    }
}

/// A puzzle has one colour, that of the player to act, with one to four pieces at first.
fn check_puzzle(state: &State) -> Result<(), TextError> {
    let solver = Player(state.turn);
    let colour = COLOURS[solver.idx()];
    for other in (0..3).map(Player).filter(|player| *player != solver) {
        if state.piece_count(other) > 0 || state.exits(other) > 0 {
            let other = COLOURS[other.idx()];
            let what = format!("{other} has no part in a puzzle for {colour}");
            return Err(TextError::rules(what));
        }
    }
    let total = state.piece_count(solver) + u32::from(state.exits(solver));
    if !(1..=PUZZLE_PIECES).contains(&total) {
        let what =
            format!("{colour} has {total} pieces in a puzzle instead of 1 to {PUZZLE_PIECES}");
        return Err(TextError::rules(what));
    }
    Ok(())
}
