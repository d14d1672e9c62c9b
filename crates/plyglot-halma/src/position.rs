//! Positions as text: `<variant> <rows> <turn> <round> <chain> <result>`.

use plyglot_core::{Cursor, Draw, Game, Player, Setup, Stamp, TextError, run_lengths, seats};

use crate::{
    Halma, Level,
    board::{Board, Square},
    state::{Ending, Move, State},
    variants::{NAMES, Variant},
};

const MAX_ROUND: u32 = 1_000_000_000;

/// What stands for an empty square in setups.
const EMPTY: char = '.';

/// Results as positions write them: none yet, a draw, the teams that won.
const STAGES: [&str; 6] = ["*", "=", "T0", "T1", "T2", "T3"];

/// The name of a square: `a1` is the corner of player 0.
pub fn square_name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.x()), square.y() + 1)
}

/// Reads the name of a square of a board of side `size`.
pub(crate) fn read_square(cursor: &mut Cursor<'_>, size: u8) -> Result<Square, TextError> {
    let start = cursor.offset();
    let last = Square::new(size - 1, size - 1);
    let refused = |cursor: &Cursor<'_>| {
        cursor.error_at(start, format!("a square from a1 to {}", square_name(last)))
    };
    let letter = cursor.bump().unwrap_or(' ') as u32;
    let x = letter.checked_sub('a' as u32).filter(|x| *x < u32::from(size));
    let x = x.ok_or_else(|| refused(cursor))? as u8;
    let y = cursor.number(1..=u32::from(size), "a row").map_err(|_| refused(cursor))? as u8;
    Ok(Square::new(x, y - 1))
}

/// The text of a position.
pub(crate) fn write(game: &Halma, state: &State) -> String {
    let (variant, owner) = (game.rules.variant, |square| state.owner(square));
    let rows = write_rows(variant, |square| owner(square).map_or(EMPTY, letter));
    let chain: Vec<String> = state.chain().map(square_name).collect();
    let chain = if chain.is_empty() { "-".to_owned() } else { chain.join(",") };
    let result = result_text(state.status.ending);
    let (turn, round) = (state.status.turn, state.status.round);
    format!("{} {rows} {turn} {round} {chain} {result}", variant.name)
}

fn write_rows(variant: &Variant, sign: impl Fn(Square) -> char) -> String {
    let row = |y| run_lengths((0..variant.size).map(|x| sign(Square::new(x, y))), EMPTY);
    (0..variant.size).map(row).collect::<Vec<_>>().join("/")
}

/// The letter of a player's pieces.
pub(crate) fn letter(player: u8) -> char {
    char::from(b'A' + player)
}

/// The parts of a position between turns.
pub(crate) fn setup(game: &Halma, state: &State) -> Setup {
    let (variant, status) = (game.rules.variant, state.status);
    let stamp = |seat: Player| Stamp::of(seat, "piece", letter(seat.0));
    let empty = [Stamp::neutral("empty", EMPTY)].into_iter();
    let palette = empty.chain(seats(variant.players).map(stamp)).collect();
    let setup = Setup::new(&game.scene(state), palette, Some(Player(status.turn)));
    let stages = STAGES[..2 + usize::from(variant.teams())].to_vec();
    let stage = stages.iter().position(|stage| *stage == result_text(status.ending)).unwrap_or(0);
    Setup { stages, stage, ..setup.counting(None, "round", status.round, MAX_ROUND) }
}

/// The text of the position that a setup describes.
pub(crate) fn write_setup(game: &Halma, setup: &Setup) -> String {
    let variant = game.rules.variant;
    let rows = write_rows(variant, |square| setup.cells[game.cell(square)]);
    let (turn, round) = (setup.seat(), setup.value(None, "round"));
    format!("{} {rows} {turn} {round} - {}", variant.name, setup.stages[setup.stage])
}

/// A result as positions and files write it.
pub(crate) fn result_text(ending: Ending) -> String {
    match ending {
        Ending::Open => STAGES[0].to_owned(),
        Ending::Draw => STAGES[1].to_owned(),
        Ending::Won(team) => format!("T{team}"),
    }
}

/// Reads a position. It brings the rules of the variant it names.
pub(crate) fn read(game: &Halma, text: &str) -> Result<(Halma, State), TextError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_white();
    let variant = read_variant(&mut cursor)?;
    gap(&mut cursor)?;
    let pieces = read_rows(&mut cursor, variant)?;
    gap(&mut cursor)?;
    let turn = cursor.number(0..=u32::from(variant.players) - 1, "a player")? as u8;
    gap(&mut cursor)?;
    let round = cursor.number(0..=MAX_ROUND, "a number of rounds")?;
    gap(&mut cursor)?;
    let chain = read_chain(&mut cursor, variant)?;
    gap(&mut cursor)?;
    let ending = read_result(&mut cursor, variant)?;
    cursor.end()?;
    let game = rules_for(game, variant, !chain.is_empty())?;
    check_pieces(variant, &pieces)?;
    let mut state = game.assemble(pieces, turn, round, ending);
    for leg in chain.windows(2) {
        state.extend_chain(Move { from: leg[0], to: leg[1] }, game.rules.revisit);
    }
    check_chain(&game, &state, &chain)?;
    Ok((game, state))
}

fn gap(cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    let taken = cursor.take_while(|c| c == ' ' || c == '\t');
    if taken.is_empty() { Err(cursor.error("a space and the next field")) } else { Ok(()) }
}

fn read_variant(cursor: &mut Cursor<'_>) -> Result<&'static Variant, TextError> {
    let start = cursor.offset();
    Variant::find(cursor.word())
        .ok_or_else(|| cursor.error_at(start, format!("a variant ({})", NAMES.join(", "))))
}

fn read_rows(cursor: &mut Cursor<'_>, variant: &Variant) -> Result<[Board; 4], TextError> {
    let mut pieces = [Board::EMPTY; 4];
    for y in 0..variant.size {
        if y > 0 {
            cursor.expect('/')?;
        }
        read_row(cursor, variant, y, &mut pieces)?;
    }
    Ok(pieces)
}

fn read_row(
    cursor: &mut Cursor<'_>,
    variant: &Variant,
    y: u8,
    pieces: &mut [Board; 4],
) -> Result<(), TextError> {
    let mut x = 0;
    while x < variant.size {
        let left = variant.size - x;
        let owner = cursor.peek().map_or(u32::MAX, |c| (c as u32).wrapping_sub('A' as u32));
        if owner < u32::from(variant.players) {
            cursor.bump();
            pieces[owner as usize].toggle(Square::new(x, y));
            x += 1;
        } else {
            let last = char::from(b'A' + variant.players - 1);
            let what = format!("a piece A to {last}, or a number of empty squares");
            x += cursor.number(1..=u32::from(left), &what)? as u8;
        }
    }
    Ok(())
}

fn read_chain(cursor: &mut Cursor<'_>, variant: &Variant) -> Result<Vec<Square>, TextError> {
    if cursor.eat('-') {
        return Ok(Vec::new());
    }
    let mut chain = vec![read_square(cursor, variant.size)?];
    while cursor.eat(',') {
        chain.push(read_square(cursor, variant.size)?);
    }
    Ok(chain)
}

fn read_result(cursor: &mut Cursor<'_>, variant: &Variant) -> Result<Ending, TextError> {
    let start = cursor.offset();
    let word = cursor.word();
    let teams = (0..variant.teams()).map(Ending::Won);
    let mut endings = [Ending::Open, Ending::Draw].into_iter().chain(teams);
    endings.find(|ending| result_text(*ending) == word).ok_or_else(|| {
        cursor.error_at(start, format!("a result: *, =, or T0 to T{}", variant.teams() - 1))
    })
}

/// The rules of a variant under the wishes that fit it. A chain that is under way can only be played
/// on by actions.
fn rules_for(game: &Halma, variant: &'static Variant, chain: bool) -> Result<Halma, TextError> {
    if chain && variant.whole_turns {
        let name = variant.name;
        return Err(TextError::rules(format!("{name} is played in whole turns: the chain is -")));
    }
    let mut wishes = game.wishes.fitting(variant);
    if chain {
        wishes.level = Some(Level::Action);
    }
    let rules = wishes.rules(variant).map_err(|error| TextError::rules(error.0))?;
    let known = std::ptr::eq(variant, game.rules.variant) && rules.level == game.rules.level;
    Ok(if known { game.clone() } else { Halma::new(rules, game.wishes) })
}

fn check_pieces(variant: &Variant, pieces: &[Board; 4]) -> Result<(), TextError> {
    let wanted = variant.pieces();
    for (player, own) in pieces.iter().enumerate().take(usize::from(variant.players)) {
        if own.len() != wanted {
            let found = own.len();
            return Err(TextError::rules(format!(
                "player {player} has {found} pieces, in {} everybody has {wanted}",
                variant.name
            )));
        }
    }
    Ok(())
}

/// Refuses a chain that no play can have made.
fn check_chain(game: &Halma, state: &State, chain: &[Square]) -> Result<(), TextError> {
    let Some(last) = chain.last() else { return Ok(()) };
    let turn = game.to_move(state).0;
    let fail = |why: String| Err(TextError::rules(format!("in the chain, {why}")));
    if chain.len() == 1 {
        return fail("there is only one square: it has a start and at least one landing".into());
    }
    if state.owner(*last) != Some(turn) {
        let last = square_name(*last);
        return fail(format!("the last square {last} holds no piece of player {turn}"));
    }
    if let Some(square) = chain.iter().find(|at| *at != last && state.occupied.has(**at)) {
        return fail(format!("{} was left but is occupied", square_name(*square)));
    }
    let distinct: Board = chain.iter().copied().collect();
    if !game.rules.revisit && distinct.len() as usize != chain.len() {
        return fail("a square occurs twice".into());
    }
    for leg in chain.windows(2) {
        check_leg(game, state, leg[0], leg[1])?;
    }
    Ok(())
}

fn check_leg(game: &Halma, state: &State, from: Square, to: Square) -> Result<(), TextError> {
    let (a, b) = (square_name(from), square_name(to));
    let fail = |why: &str| Err(TextError::rules(format!("in the chain, {a} to {b} {why}")));
    let Some((direction, 2)) = from.leg_to(to) else { return fail("is not a hop") };
    if !state.occupied.has(from.step(direction)) {
        return fail("hops over an empty square");
    }
    if !game.tables.hops[usize::from(state.status.turn)][direction].has(from) {
        return fail("leaves the target base");
    }
    Ok(())
}
