//! Map files and positions: reading them.

use std::sync::Arc;

use plyglot_core::{Cursor, Game, MAX_PLAYERS, TextError};

use crate::{
    ReversiXt, Settings, State, StockRange,
    board::{Board, Phase, Stocks},
    map::{BONUS, CHOICE, Content, EMPTY, EXPANSION, End, HOLE, INVERSION, Map, STONE},
    rules::equal_stocks,
};

/// More than all bonus tiles of the largest map together can give.
pub(crate) const STOCK_LIMIT: u32 = 2_000_000;

/// Reads a map file, which gives a start position, or a position with its state line.
pub(crate) fn read(text: &str, settings: Settings) -> Result<ReversiXt, TextError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_white();
    let line = if cursor.eat_str("state") { Some(StateLine::read(&mut cursor)?) } else { None };
    let head = Head::read(&mut cursor, &settings, line.is_some())?;
    let size = (head.width as usize, head.height as usize);
    let cells = read_tiles(&mut cursor, size, head.players)?;
    let mut map = Map::new(head.width as usize, head.players, head.radius, &cells);
    read_transitions(&mut cursor, text, &cells, &mut map)?;
    let map = map.finish();
    let state = State {
        phase: Phase::Building,
        turn: 0,
        out: 0,
        stocks: equal_stocks(head.players, head.overrides, head.bombs),
        board: Board::new(&map, &cells),
    };
    let mut game = ReversiXt { map: Arc::new(map), start: Arc::new(state.clone()), settings };
    let start = match line {
        Some(line) => line.apply(&game, state, &cursor)?,
        None => {
            let mut start = state;
            game.advance(&mut start, head.players - 1);
            start
        }
    };
    game.start = Arc::new(start);
    Ok(game)
}

/// Takes a number that is a token of its own.
pub(crate) fn number(
    cursor: &mut Cursor<'_>,
    min: u32,
    max: u32,
    what: &str,
) -> Result<u32, TextError> {
    cursor.skip_white();
    let start = cursor.offset();
    let word = cursor.word();
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse() {
        Ok(number) if digits && (min..=max).contains(&number) => Ok(number),
        _ => Err(cursor.error_at(start, format!("{what} from {min} to {max}"))),
    }
}

/// The numbers before the tiles.
struct Head {
    players: u8,
    overrides: u32,
    bombs: u32,
    radius: u32,
    height: u32,
    width: u32,
}

impl Head {
    /// Below a state line the stocks mean nothing, and may be above 255 like those they repeat.
    fn read(cursor: &mut Cursor<'_>, settings: &Settings, stated: bool) -> Result<Head, TextError> {
        let wrap = settings.stock_range == StockRange::Wrap;
        let byte = |cursor: &mut Cursor<'_>, limit: u32, what: &str| {
            let limit = if wrap { u32::MAX } else { limit };
            Ok(number(cursor, 0, limit, what)? % if wrap { 256 } else { u32::MAX })
        };
        let stock_limit = if stated { STOCK_LIMIT } else { 255 };
        let players = number(cursor, 2, MAX_PLAYERS as u32, "the number of players")? as u8;
        let overrides = byte(cursor, stock_limit, "the number of override stones")?;
        let bombs = byte(cursor, stock_limit, "the number of bombs")?;
        let radius = byte(cursor, 255, "the radius of explosions")?;
        let height = number(cursor, 1, settings.map_limit, "the height of the map")?;
        let width = number(cursor, 1, settings.map_limit, "the width of the map")?;
        Ok(Head { players, overrides, bombs, radius, height, width })
    }
}

/// The tiles of a map, row by row. Memory grows with the tokens that are there, not with the size that
/// the head promises.
pub(crate) fn read_tiles(
    cursor: &mut Cursor<'_>,
    (width, height): (usize, usize),
    players: u8,
) -> Result<Vec<Content>, TextError> {
    let count = height * width;
    let mut cells = Vec::with_capacity(count.min(cursor.rest().len() / 2 + 1));
    while cells.len() < count {
        cursor.skip_white();
        let start = cursor.offset();
        let content = content_of(cursor.word(), players).ok_or_else(|| {
            let (x, y) = (cells.len() % width, cells.len() / width);
            let expected = format!("a tile (0, b, c, i, x, -, or 1 to {players}) for ({x},{y})");
            cursor.error_at(start, expected)
        })?;
        cells.push(content);
    }
    Ok(cells)
}

pub(crate) fn content_of(word: &str, players: u8) -> Option<Content> {
    match *word.as_bytes() {
        [b'0'] => Some(EMPTY),
        [b'b'] => Some(BONUS),
        [b'c'] => Some(CHOICE),
        [b'i'] => Some(INVERSION),
        [b'x'] => Some(EXPANSION),
        [b'-'] => Some(HOLE),
        [digit @ b'1'..=b'8'] if digit - b'0' <= players => Some(STONE + digit - b'1'),
        _ => None,
    }
}

/// The character that stands for a content in a map.
pub(crate) fn content_char(content: Content) -> char {
    match content {
        EMPTY => '0',
        BONUS => 'b',
        CHOICE => 'c',
        INVERSION => 'i',
        EXPANSION => 'x',
        STONE.. => char::from(b'1' + content - STONE),
        _ => '-',
    }
}

fn read_transitions(
    cursor: &mut Cursor<'_>,
    text: &str,
    cells: &[Content],
    map: &mut Map,
) -> Result<(), TextError> {
    loop {
        cursor.skip_white();
        let start = cursor.offset();
        if cursor.rest().is_empty() {
            return Ok(());
        }
        let from = read_end(cursor, map)?;
        eat_arrow(cursor)?;
        let to = read_end(cursor, map)?;
        if let Some(problem) = [from, to].into_iter().find_map(|end| fault(cells, map, end)) {
            let line = 1 + text[..start].matches('\n').count();
            let what = format!("line {line}: transition {from} <-> {to}: {problem}");
            return Err(TextError::Rules(what));
        }
        map.join(from, to);
    }
}

pub(crate) fn eat_arrow(cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    cursor.skip_white();
    let start = cursor.offset();
    if cursor.word() == "<->" { Ok(()) } else { Err(cursor.error_at(start, "\"<->\"")) }
}

/// Why no transition can end there, if none can.
pub(crate) fn fault(cells: &[Content], map: &Map, end: End) -> Option<String> {
    let (x, y) = (end.x, end.y);
    if cells[map.square(end)] == HOLE {
        return Some(format!("({x},{y}) is a hole"));
    }
    let taken = || format!("({x},{y}) already has a neighbour in direction {}", end.direction);
    map.is_linked(end).then(taken)
}

fn read_end(cursor: &mut Cursor<'_>, map: &Map) -> Result<End, TextError> {
    let x = number(cursor, 0, map.width as u32 - 1, "a column")?;
    let y = number(cursor, 0, map.height as u32 - 1, "a row")?;
    let direction = number(cursor, 0, 7, "a direction")?;
    Ok(End { x, y, direction })
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.x, self.y, self.direction)
    }
}

/// The line before the map of a position. Lists keep the place where they stand: how long they must
/// be is known only when the map has been read.
struct StateLine {
    phase: Phase,
    turn: u32,
    turn_at: usize,
    overrides: (usize, Vec<u32>),
    bombs: (usize, Vec<u32>),
    out: (usize, Vec<u32>),
}

impl StateLine {
    fn read(cursor: &mut Cursor<'_>) -> Result<StateLine, TextError> {
        field(cursor, "phase=")?;
        let phase = match cursor.number(1..=3, "a phase")? {
            1 => Phase::Building,
            2 => Phase::Bombing,
            _ => Phase::Over,
        };
        let turn_at = field(cursor, "turn=")?;
        let turn = cursor.number(0..=MAX_PLAYERS as u32, "a player")?;
        let overrides = (field(cursor, "overrides=")?, list(cursor, STOCK_LIMIT, "a number")?);
        let bombs = (field(cursor, "bombs=")?, list(cursor, STOCK_LIMIT, "a number")?);
        let out_at = field(cursor, "out=")?;
        let nobody = cursor.eat('-');
        let out = if nobody { Vec::new() } else { list(cursor, MAX_PLAYERS as u32, "a player")? };
        if !cursor.peek().is_none_or(char::is_whitespace) {
            return Err(cursor.error("the end of the line"));
        }
        Ok(StateLine { phase, turn, turn_at, overrides, bombs, out: (out_at, out) })
    }

    /// The position on the board of `state`.
    fn apply(
        self,
        game: &ReversiXt,
        mut state: State,
        cursor: &Cursor<'_>,
    ) -> Result<State, TextError> {
        let players = game.players();
        let per_player = |(at, list): (usize, Vec<u32>)| {
            let mut counts = [0; MAX_PLAYERS];
            if list.len() != usize::from(players) {
                return Err(cursor.error_at(at, format!("{players} numbers")));
            }
            counts[..list.len()].copy_from_slice(&list);
            Ok(counts)
        };
        state.stocks = Stocks::new(per_player(self.overrides)?, per_player(self.bombs)?);
        let (out_at, out) = self.out;
        let known = out.iter().all(|player| (1..=u32::from(players)).contains(player));
        if !known || !out.is_sorted_by(|a, b| a < b) {
            let expected = format!("ascending players from 1 to {players}, or \"-\"");
            return Err(cursor.error_at(out_at, expected));
        }
        if self.turn > u32::from(players) {
            return Err(cursor.error_at(self.turn_at, format!("a player from 0 to {players}")));
        }
        state.out = out.iter().fold(0, |out, player| out | 1 << (player - 1));
        state.phase = self.phase;
        state.turn = self.turn.saturating_sub(1) as u8;
        game.refresh(&mut state);
        check(game, &mut state, self.turn).map_err(TextError::rules)?;
        Ok(state)
    }
}

fn field(cursor: &mut Cursor<'_>, name: &str) -> Result<usize, TextError> {
    let before = cursor.offset();
    cursor.skip_white();
    if cursor.offset() == before {
        return Err(cursor.error("white space"));
    }
    if !cursor.eat_str(name) {
        return Err(cursor.error(format!("{name:?}")));
    }
    Ok(cursor.offset())
}

/// Takes numbers separated by commas, at most one per seat.
fn list(cursor: &mut Cursor<'_>, max: u32, what: &str) -> Result<Vec<u32>, TextError> {
    let mut numbers = vec![cursor.number(0..=max, what)?];
    while numbers.len() < MAX_PLAYERS && cursor.eat(',') {
        numbers.push(cursor.number(0..=max, what)?);
    }
    Ok(numbers)
}

/// Whether phase and turn are possible on this board with these stocks.
fn check(game: &ReversiXt, state: &mut State, turn: u32) -> Result<(), String> {
    let left = game.players_left(state);
    let seats = 0..game.players();
    let armed = seats.clone().any(|seat| !state.is_out(seat) && state.bombs(seat) > 0);
    if state.phase == Phase::Over {
        return match turn {
            0 if left < 2 || !armed || state.board.tiles() == 0 => Ok(()),
            0 => Err("phase=3, but a bomb can still be thrown".to_owned()),
            _ => Err(format!("phase=3, but turn={turn}: nobody is to move once it is over")),
        };
    }
    if left < 2 {
        return Err("fewer than two players are left, but it is not phase=3".to_owned());
    }
    if turn == 0 {
        return Err("turn=0, but it is not phase=3".to_owned());
    }
    let seat = state.turn;
    if state.is_out(seat) {
        return Err(format!("player {turn} is to move, but disqualified"));
    }
    match state.phase {
        Phase::Bombing if state.board.tiles() == 0 => {
            Err("phase=2, but no tile is left".to_owned())
        }
        Phase::Bombing if state.bombs(seat) == 0 => {
            Err(format!("player {turn} is to throw a bomb, but has none"))
        }
        Phase::Bombing => Ok(()),
        _ => {
            let overrides = state.overrides(seat) > 0;
            let can_move = state.board.can_move(game.map(), seat, overrides);
            can_move.then_some(()).ok_or_else(|| format!("player {turn} is to move, but cannot"))
        }
    }
}
