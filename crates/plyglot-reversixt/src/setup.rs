//! Positions in parts, and the text that is made of them.

use plyglot_core::{Counter, Game, Player, Setup, Stamp, seats};

use crate::{
    ReversiXt, State,
    board::Phase,
    map::{BONUS, CHOICE, Content, EMPTY, EXPANSION, End, HOLE, INVERSION, STONE},
    reader::{STOCK_LIMIT, content_char},
};

/// The phases in the order of their numbers in text, which count from one.
const PHASES: [&str; 3] = ["building", "bombing", "over"];

const TILES: [(Content, &str); 6] = [
    (EMPTY, "empty"),
    (BONUS, "bonus"),
    (CHOICE, "choice"),
    (INVERSION, "inversion"),
    (EXPANSION, "expansion"),
    (HOLE, "hole"),
];

/// The phase in words.
pub(crate) fn phase_name(phase: Phase) -> &'static str {
    PHASES[stage(phase)]
}

fn stage(phase: Phase) -> usize {
    match phase {
        Phase::Building => 0,
        Phase::Bombing => 1,
        Phase::Over => 2,
    }
}

/// What can be on a square.
pub(crate) fn palette(players: u8) -> Vec<Stamp> {
    let tile = |(content, kind)| Stamp::neutral(kind, content_char(content));
    let stone = |seat: Player| Stamp::of(seat, "stone", content_char(STONE + seat.0));
    TILES.map(tile).into_iter().chain(seats(players).map(stone)).collect()
}

/// The text of a map: players, override stones, bombs and radius, tiles row by row, and transitions.
pub(crate) fn map_text(
    [players, overrides, bombs, radius]: [i64; 4],
    width: usize,
    tiles: impl ExactSizeIterator<Item = char>,
    transitions: impl Iterator<Item = (End, End)>,
) -> String {
    let height = tiles.len() / width;
    let mut text = format!("{players}\n{overrides}\n{bombs} {radius}\n{height} {width}\n");
    for (square, tile) in tiles.enumerate() {
        text.push(tile);
        text.push(if (square + 1) % width == 0 { '\n' } else { ' ' });
    }
    for (from, to) in transitions {
        text.push_str(&format!("{from} <-> {to}\n"));
    }
    text
}

impl ReversiXt {
    /// The parts of a position. Transitions and the radius belong to the map and stay as they are.
    pub(crate) fn parts(&self, state: &State) -> Setup {
        let mut counters = Vec::new();
        for seat in seats(self.players()) {
            let mut add = |name, value: u32, most: u32| {
                let counter = Counter { owner: Some(seat), name, value: value.into() };
                counters.push((counter, most.into()));
            };
            add("overrides", state.overrides(seat.0), STOCK_LIMIT);
            add("bombs", state.bombs(seat.0), STOCK_LIMIT);
            add("disqualified", state.is_out(seat.0).into(), 1);
        }
        let squares = 0..self.map().squares();
        Setup {
            palette: palette(self.players()),
            cells: squares.map(|square| content_char(state.board.content(square))).collect(),
            counters,
            turn: Some(Player(state.turn)),
            stages: PHASES.to_vec(),
            stage: stage(state.phase),
        }
    }

    /// The text of a position in parts.
    pub(crate) fn compose(&self, parts: &Setup) -> String {
        let (map, players) = (self.map(), self.players());
        let value = |seat, name| parts.value(Some(seat), name);
        let list = |name| {
            let values: Vec<_> = seats(players).map(|seat| value(seat, name).to_string()).collect();
            values.join(",")
        };
        let out = seats(players).filter(|seat| value(*seat, "disqualified") != 0);
        let out: Vec<_> = out.map(|seat| (seat.0 + 1).to_string()).collect();
        let out = if out.is_empty() { "-".to_owned() } else { out.join(",") };
        let over = parts.stage == stage(Phase::Over);
        let (phase, turn) = (parts.stage + 1, if over { 0 } else { parts.seat() + 1 });
        let (overrides, bombs) = (list("overrides"), list("bombs"));
        let [first, bomb] = ["overrides", "bombs"].map(|name| value(Player(0), name));
        let head = [i64::from(players), first, bomb, i64::from(map.radius)];
        // Transitions between tiles that are no holes.
        let exists = |end| parts.cells[map.square(end)] != content_char(HOLE);
        let transitions = map.transitions.iter().map(|own| (own.from, own.to));
        let transitions = transitions.filter(|(from, to)| exists(*from) && exists(*to));
        let map = map_text(head, map.width, parts.cells.iter().copied(), transitions);
        format!(
            "state phase={phase} turn={turn} overrides={overrides} bombs={bombs} out={out}\n{map}"
        )
    }
}
