//! What a map in the making is made of. It is read and written like a map, but may break every rule that
//! does not keep it from being read.

use plyglot_core::{Cursor, MAX_PLAYERS, Remark, TextError};

use crate::{
    DOCUMENTED_SIZE, ReversiXt, Settings,
    board::Phase,
    map::{Content, EMPTY, End, HOLE, Map, STONE},
    reader::{content_char, eat_arrow, fault, number, read_tiles},
    setup::map_text,
};

/// The numbers before the size, by name, with what they can be.
pub(crate) const NUMBERS: [(&str, u32, u32); 4] = [
    ("players", 2, MAX_PLAYERS as u32),
    ("override stones", 0, 255),
    ("bombs", 0, 255),
    ("bomb radius", 0, 255),
];

/// A map in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The values of [`NUMBERS`].
    pub(crate) numbers: [u32; 4],
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) cells: Vec<Content>,
    /// In the order and the direction in which they are written.
    pub(crate) transitions: Vec<(End, End)>,
}

/// A plan as the reader of maps sees it.
pub(crate) struct Judged {
    /// The map with all transitions that are possible.
    pub(crate) map: Map,
    /// Of each transition, whether it is.
    pub(crate) possible: Vec<bool>,
    /// Everything that the reader refuses.
    pub(crate) problems: Vec<Remark>,
}

impl Plan {
    /// An empty map for two players.
    pub(crate) fn empty(width: usize, height: usize) -> Plan {
        let cells = vec![EMPTY; width * height];
        Plan { numbers: [2, 0, 0, 0], width, height, cells, transitions: Vec::new() }
    }

    /// Reads whatever has the form of a map.
    pub(crate) fn read(text: &str) -> Result<Plan, TextError> {
        let cursor = &mut Cursor::new(text);
        let mut numbers = [0; 4];
        for (value, (name, ..)) in numbers.iter_mut().zip(NUMBERS) {
            *value = number(cursor, 0, u32::MAX, &format!("the number of {name}"))?;
        }
        let most = DOCUMENTED_SIZE as u32;
        let height = number(cursor, 1, most, "the height of the map")? as usize;
        let width = number(cursor, 1, most, "the width of the map")? as usize;
        let cells = read_tiles(cursor, (width, height), MAX_PLAYERS as u8)?;
        let mut transitions = Vec::new();
        loop {
            cursor.skip_white();
            if cursor.rest().is_empty() {
                return Ok(Plan { numbers, width, height, cells, transitions });
            }
            let from = read_end(cursor)?;
            eat_arrow(cursor)?;
            transitions.push((from, read_end(cursor)?));
        }
    }

    pub(crate) fn text(&self) -> String {
        let tiles = self.cells.iter().map(|content| content_char(*content));
        map_text(self.numbers.map(i64::from), self.width, tiles, self.transitions.iter().copied())
    }

    /// How many players there are, as far as there can be so many.
    pub(crate) fn players(&self) -> u8 {
        self.numbers[0].clamp(2, MAX_PLAYERS as u32) as u8
    }

    /// The square of an end that is on the map and has a direction.
    pub(crate) fn square(&self, end: End) -> Option<usize> {
        let (x, y) = (end.x as usize, end.y as usize);
        (x < self.width && y < self.height && end.direction < 8).then(|| y * self.width + x)
    }

    /// What the reader of maps says of it, all at once.
    pub(crate) fn judge(&self) -> Judged {
        let mut problems = Vec::new();
        for (value, (name, least, most)) in self.numbers.iter().zip(NUMBERS) {
            if !(least..=most).contains(value) {
                let what = format!("{name}: {value}, expected a number from {least} to {most}");
                problems.push(Remark::new([], what));
            }
        }
        let players = self.players();
        for seat in players..MAX_PLAYERS as u8 {
            let stones = self.squares_of(STONE + seat);
            if !stones.is_empty() {
                let seat = seat + 1;
                let what = format!("stones of player {seat}, but there are {players} players");
                problems.push(Remark::new(stones, what));
            }
        }
        let mut map = Map::new(self.width, players, self.numbers[3], &self.cells);
        let mut possible = Vec::new();
        for (from, to) in &self.transitions {
            let faults = [*from, *to].map(|end| self.fault(&map, end));
            possible.push(faults.iter().all(Option::is_none));
            if possible.last() == Some(&true) {
                map.join(*from, *to);
            }
            let ends: Vec<_> = [*from, *to].iter().filter_map(|end| self.square(*end)).collect();
            problems.extend(faults.into_iter().flatten().map(|fault| {
                Remark::new(ends.clone(), format!("transition {from} <-> {to}: {fault}"))
            }));
        }
        Judged { map, possible, problems }
    }

    /// Why a transition cannot end there, if it cannot.
    fn fault(&self, map: &Map, end: End) -> Option<String> {
        match self.square(end) {
            Some(_) => fault(&self.cells, map, end),
            None if end.direction > 7 => {
                Some(format!("direction {}, expected 0 to 7", end.direction))
            }
            None => {
                let (x, y, width, height) = (end.x, end.y, self.width, self.height);
                Some(format!("({x},{y}) is outside of the {width} columns and {height} rows"))
            }
        }
    }

    /// What the reader accepts, though it is hardly meant, and whether the game has a first move. Only
    /// of plans without problems.
    pub(crate) fn warnings(&self) -> (Vec<Remark>, bool) {
        let Ok(game) = ReversiXt::new(&self.text(), Settings::default()) else {
            return (Vec::new(), false);
        };
        let mut warnings = Vec::new();
        match game.start.phase {
            Phase::Building => {}
            Phase::Bombing => warnings.push(Remark::new(
                [],
                "nobody can place a stone: the game begins with the throwing of bombs",
            )),
            Phase::Over => warnings.push(Remark::new(
                [],
                "nobody can move: a game on this map is over before it begins",
            )),
        }
        let bare = |seat: &u8| self.squares_of(STONE + seat).is_empty();
        let bare: Vec<_> =
            (0..self.players()).filter(bare).map(|seat| (seat + 1).to_string()).collect();
        if !bare.is_empty() && bare.len() < usize::from(self.players()) {
            let what = format!("without a stone: player {}", bare.join(", "));
            warnings.push(Remark::new([], what));
        }
        for (from, to) in self.transitions.iter().filter(|(from, to)| from == to) {
            let square: Vec<_> = self.square(*from).into_iter().collect();
            let what = format!("transition {from} <-> {to} has no effect");
            warnings.push(Remark::new(square, what));
        }
        (warnings, game.start.phase != Phase::Over)
    }

    /// The sides at which a transition can end.
    pub(crate) fn free(&self, map: &Map) -> Vec<(usize, u16)> {
        let tiles = (0..self.cells.len()).filter(|square| self.cells[*square] != HOLE);
        let sides = tiles.flat_map(|square| (0..8).map(move |direction| (square, direction)));
        let free =
            sides.filter(|(square, direction)| !map.is_linked(self.end(*square, *direction)));
        free.map(|(square, direction)| (square, 45 * direction as u16)).collect()
    }

    /// An end at a square of the map.
    pub(crate) fn end(&self, square: usize, direction: u32) -> End {
        End { x: (square % self.width) as u32, y: (square / self.width) as u32, direction }
    }

    fn squares_of(&self, content: Content) -> Vec<usize> {
        (0..self.cells.len()).filter(|square| self.cells[*square] == content).collect()
    }
}

fn read_end(cursor: &mut Cursor<'_>) -> Result<End, TextError> {
    let x = number(cursor, 0, u32::MAX, "a column")?;
    let y = number(cursor, 0, u32::MAX, "a row")?;
    let direction = number(cursor, 0, u32::MAX, "a direction")?;
    Ok(End { x, y, direction })
}
