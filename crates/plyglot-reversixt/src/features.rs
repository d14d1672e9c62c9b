//! What positions look like to evaluations that are learnt. No two maps are alike, so nothing is told of
//! single tiles: what stands on tiles of a kind is counted, and what stands along edges and beside corners,
//! wherever those are and whatever links they follow.

use std::sync::OnceLock;

use plyglot_core::{Features, Game, Player};

use crate::{
    Phase, ReversiXt, State,
    eval::tally::{Tallies, Tally, tallies},
    map::{CHOICE, Content, HOLE, INVERSION, STONE, is_free},
};

/// Stages of the building phase for each class of players.
const FILLS: usize = 8;
/// Two players, three or four, more.
const CLASSES: usize = 3;

/// What every seat has by itself. Between two players it is told as the lead over the other.
const OWN: [&str; 16] = [
    "stones open along four axes",
    "stones open along three axes",
    "stones open along two axes",
    "stones open along one axis",
    "stones on safe tiles",
    "stable stones",
    "edge stones beside free safe tiles",
    "other stones beside free safe tiles",
    "moves",
    "share of moves",
    "no move",
    "open tiles",
    "override stones",
    "reach of override stones",
    "tiles that bombs destroy",
    "stones missing to five",
];

/// What a position has for a seat beside.
const BESIDE: [&str; 10] = [
    "inversions give open along four axes",
    "inversions give open along three axes",
    "inversions give open along two axes",
    "inversions give open along one axis",
    "inversions give on safe tiles",
    "lead before a choice",
    "ranks below less ranks above",
    "gap to the next above",
    "gap to the next below",
    "on turn",
];

/// What stands on three tiles in a row.
const ROWS: usize = 64;
/// Rows along edges, and rows that leave safe tiles.
const KINDS: [&str; 2] = ["along an edge", "from a safe tile"];

/// The features of ReversiXT.
pub(crate) struct AnyMap;

impl Features<ReversiXt> for AnyMap {
    fn stages(&self) -> usize {
        (FILLS + 1) * CLASSES
    }

    fn stage(&self, game: &ReversiXt, state: &State) -> usize {
        let class = match game.players() {
            2 => 0,
            3 | 4 => 1,
            _ => 2,
        };
        let fill = match state.phase {
            Phase::Building => {
                let tiles = state.board.tiles().max(1);
                let filled = (0..game.players()).map(|seat| state.stones(seat)).sum::<u32>();
                (FILLS as u32 * filled / tiles).min(FILLS as u32 - 1) as usize
            }
            Phase::Bombing | Phase::Over => FILLS,
        };
        class * (FILLS + 1) + fill
    }

    fn sums(&self) -> &'static [&'static str] {
        static NAMES: OnceLock<Vec<&'static str>> = OnceLock::new();
        NAMES.get_or_init(|| {
            let rows = KINDS.iter().flat_map(|kind| (0..ROWS).map(move |row| row_name(row, kind)));
            OWN.into_iter().chain(BESIDE).chain(rows).collect()
        })
    }

    fn sum(&self, game: &ReversiXt, state: &State, seat: Player, out: &mut [i16]) {
        let (tallies, _) = tallies(game.map(), game.terrain(), state);
        let (own, rest) = out.split_at_mut(OWN.len());
        let (beside, rows) = rest.split_at_mut(BESIDE.len());
        own.copy_from_slice(&has(game, state, &tallies, seat));
        if game.players() == 2 {
            let other = has(game, state, &tallies, Player(1 - seat.0));
            own.iter_mut().zip(other).for_each(|(own, other)| *own -= other);
        }
        beside.copy_from_slice(&about(game, state, &tallies, seat));
        rows.fill(0);
        let [along, from_safe] = &game.terrain().rows;
        let (edges, leaving) = rows.split_at_mut(ROWS);
        for [first, second, third] in along {
            // An edge has no direction.
            let there = row(game, state, &[*first, *second, *third], seat);
            let back = row(game, state, &[*third, *second, *first], seat);
            edges[there.min(back)] += 1;
        }
        for places in from_safe {
            leaving[row(game, state, places, seat)] += 1;
        }
    }

    /// Whoever has nothing and can get nothing has lost.
    fn in_play(&self, _game: &ReversiXt, state: &State, seat: Player) -> bool {
        let some = state.stones(seat.0) + state.overrides(seat.0) + state.bombs(seat.0);
        let given = || [INVERSION, CHOICE].iter().any(|tile| state.board.count(*tile) > 0);
        !state.is_out(seat.0) && (some > 0 || given())
    }
}

/// The name of a row: free, own, another's, or nothing of these on each of its tiles.
fn row_name(row: usize, kind: &str) -> &'static str {
    let tiles: String = [16, 4, 1].map(|by| b"fox-"[row / by % 4] as char).into_iter().collect();
    Box::leak(format!("{tiles} {kind}").into_boxed_str())
}

/// A number as features have it.
fn small(number: i64) -> i16 {
    number.clamp(-999, 999) as i16
}

/// The stones of a player by the axes along which they can be captured, those of four first.
fn by_openness(tally: &Tally) -> [i32; 5] {
    let [one, two, three, four] = tally.protected;
    [tally.stones - one - two - three - four, one, two, three, four]
}

fn has(game: &ReversiXt, state: &State, tallies: &Tallies, seat: Player) -> [i16; OWN.len()] {
    let (tally, terrain) = (&tallies[seat.idx()], game.terrain());
    let moves: i32 = tallies.iter().map(|tally| tally.mobility).sum();
    let (overrides, bombs) = (i64::from(state.overrides(seat.0)), i64::from(state.bombs(seat.0)));
    let destroyed = (bombs * terrain.blast).min(state.board.tiles().into());
    let [a, b, c, d, e] = by_openness(tally).map(i64::from);
    // Bombs leave behind what stood where, which only matters while stones are placed.
    let open = if state.phase == Phase::Building { tally.open.into() } else { 0 };
    let counts = [
        a,
        b,
        c,
        d,
        e,
        tally.stable.into(),
        tally.beside_safe[0].into(),
        tally.beside_safe[1].into(),
        tally.mobility.into(),
        (32 * tally.mobility / moves.max(1)).into(),
        (tally.mobility == 0).into(),
        open,
        overrides,
        overrides * terrain.reach / 8,
        destroyed,
        (5 - tally.stones).max(0).into(),
    ];
    counts.map(small)
}

fn about(game: &ReversiXt, state: &State, tallies: &Tallies, seat: Player) -> [i16; BESIDE.len()] {
    let players = usize::from(game.players());
    let stones = |seat: usize| i64::from(tallies[seat].stones);
    let own = stones(seat.idx());
    let others =
        || (0..players).filter(|other| *other != seat.idx() && !state.is_out(*other as u8));
    let by = state.board.count(INVERSION) as usize % players;
    let giver = &tallies[(seat.idx() + players - by) % players];
    let gains = by_openness(giver).into_iter().zip(by_openness(&tallies[seat.idx()]));
    let mut gains = gains.map(|(coming, going)| i64::from(coming - going));
    let choice = i64::from(state.board.count(CHOICE) > 0);
    let mean = others().map(stones).sum::<i64>() / others().count().max(1) as i64;
    let ranks = others().map(|other| (own - stones(other)).signum()).sum();
    let above = others().map(|other| stones(other) - own).filter(|gap| *gap > 0).min();
    let below = others().map(|other| own - stones(other)).filter(|gap| *gap > 0).min();
    let mut gain = || gains.next().unwrap_or(0);
    let counts = [
        gain(),
        gain(),
        gain(),
        gain(),
        gain(),
        choice * (own - mean),
        ranks,
        above.unwrap_or(0).min(FAR),
        below.unwrap_or(0).min(FAR),
        (state.turn == seat.0).into(),
    ];
    counts.map(small)
}

/// Gaps beyond it are as wide.
const FAR: i64 = 32;

/// What stands on three tiles, as a number.
fn row(game: &ReversiXt, state: &State, places: &[u32; 3], seat: Player) -> usize {
    let digit = |square: u32| {
        let on_board = (square as usize) < game.map().squares();
        let content = if on_board { state.board.content(square as usize) } else { HOLE };
        digit(content, STONE + seat.0)
    };
    places.iter().fold(0, |row, square| 4 * row + digit(*square))
}

fn digit(content: Content, own: Content) -> usize {
    match content {
        free if is_free(free) => 0,
        stone if stone == own => 1,
        STONE.. => 2,
        _ => 3,
    }
}
