//! What positions look like to evaluations that are learnt. No two maps are alike, so nothing is told of
//! single tiles: what stands on tiles of a kind is counted, wherever those are and whatever links they follow.

use std::sync::OnceLock;

use plyglot_core::{Features, Game, Player, seats};

use crate::{
    Phase, ReversiXt, State,
    eval::tally::{Tallies, Tally, tallies},
    map::{CHOICE, INVERSION},
};

/// Stages of the building phase for each class of players.
const FILLS: usize = 8;
/// Two players, three, four, five or six, more.
const CLASSES: usize = 5;

/// What every seat has by itself. Between two players it is told as the lead over the other.
const OWN: [&str; 19] = [
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
    "moves that nobody else has",
    "moves to safe tiles",
    "moves to bonus tiles",
    "open tiles",
    "override stones",
    "reach of override stones",
    "tiles that bombs destroy",
    "stones missing to five",
];

/// What a position has for a seat beside.
const BESIDE: [&str; 13] = [
    "inversions give open along four axes",
    "inversions give open along three axes",
    "inversions give open along two axes",
    "inversions give open along one axis",
    "inversions give on safe tiles",
    "inversions give stable stones",
    "lead before a choice",
    "lead in stable stones before a choice",
    "ranks below less ranks above",
    "gap to the next above",
    "gap to the next below",
    "on turn",
    "on turn with a move to a safe tile",
];

/// The features of ReversiXT.
pub(crate) struct AnyMap;

impl Features<ReversiXt> for AnyMap {
    fn stages(&self) -> usize {
        (FILLS + 1) * CLASSES
    }

    fn stage(&self, game: &ReversiXt, state: &State) -> usize {
        let class = match game.players() {
            2 => 0,
            3 => 1,
            4 => 2,
            5 | 6 => 3,
            _ => 4,
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
        NAMES.get_or_init(|| OWN.into_iter().chain(BESIDE).collect())
    }

    fn sum(&self, game: &ReversiXt, state: &State, seat: Player, out: &mut [i16]) {
        let (tallies, _) = tallies(game.map(), game.terrain(), state);
        tell(game, state, &tallies, seat, out);
    }

    /// What is counted is counted for all seats at once anyway.
    fn sum_all(&self, game: &ReversiXt, state: &State, out: &mut [i16]) {
        let (tallies, _) = tallies(game.map(), game.terrain(), state);
        let rows = out.chunks_exact_mut(OWN.len() + BESIDE.len());
        for (seat, row) in seats(game.players()).zip(rows) {
            tell(game, state, &tallies, seat, row);
        }
    }

    /// Whoever has nothing left still has a rank, which others may share.
    fn in_play(&self, _game: &ReversiXt, state: &State, seat: Player) -> bool {
        !state.is_out(seat.0)
    }
}

/// All numbers of a seat.
fn tell(game: &ReversiXt, state: &State, tallies: &Tallies, seat: Player, out: &mut [i16]) {
    let (own, beside) = out.split_at_mut(OWN.len());
    own.copy_from_slice(&has(game, state, tallies, seat));
    if game.players() == 2 {
        let other = has(game, state, tallies, Player(1 - seat.0));
        own.iter_mut().zip(other).for_each(|(own, other)| *own -= other);
    }
    beside.copy_from_slice(&about(game, state, tallies, seat));
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
        tally.lone.into(),
        tally.safe_moves.into(),
        tally.bonus_moves.into(),
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
    let stable = |seat: usize| i64::from(tallies[seat].stable);
    let (at, own) = (seat.idx(), stones(seat.idx()));
    let others = || (0..players).filter(|other| *other != at && !state.is_out(*other as u8));
    let mean =
        |of: &dyn Fn(usize) -> i64| others().map(of).sum::<i64>() / others().count().max(1) as i64;
    let by = state.board.count(INVERSION) as usize % players;
    let giver = (at + players - by) % players;
    let (coming, going) = (by_openness(&tallies[giver]), by_openness(&tallies[at]));
    let gain = |kind: usize| i64::from(coming[kind] - going[kind]);
    let choice = i64::from(state.board.count(CHOICE) > 0);
    let ranks = others().map(|other| (own - stones(other)).signum()).sum();
    let above = others().map(|other| stones(other) - own).filter(|gap| *gap > 0).min();
    let below = others().map(|other| own - stones(other)).filter(|gap| *gap > 0).min();
    let on_turn = state.turn == seat.0;
    let counts = [
        gain(0),
        gain(1),
        gain(2),
        gain(3),
        gain(4),
        stable(giver) - stable(at),
        choice * (own - mean(&stones)),
        choice * (stable(at) - mean(&stable)),
        ranks,
        above.unwrap_or(0).min(FAR),
        below.unwrap_or(0).min(FAR),
        on_turn.into(),
        (on_turn && tallies[at].safe_moves > 0).into(),
    ];
    counts.map(small)
}

/// Gaps beyond it are as wide.
const FAR: i64 = 32;
