//! What positions look like to evaluations that are learnt: stretches of the lines of the board, along which
//! everything is converted, the race, and who can convert what before whom.
//!
//! Every seat sees the board turned so that it is red's: its own pieces come from the left. There is no mirror
//! image, since the turn goes round in one direction.

use std::sync::OnceLock;

use plyglot_core::{Count, Features, Pattern, Patterns, Planes, Player};

use crate::{
    Chexers, State,
    board::{BOARD, Hex, Set},
    eval::{Pace, Solo, jumpable, leaps, open_lines, order_of},
};

/// The features of Chexers.
pub(crate) struct Hexagon;

/// Plies to the win are less than this; those who lack pieces come above.
const PLIES: u32 = 59;
/// Plies ahead of the fastest other are at most this in size.
const LEAD: i32 = 31;
/// More exits than this are as many: the game is won.
const EXITS: u8 = 4;
/// More pieces than this that can be converted are as many.
const MOST: u32 = 7;
/// How often a number up to it fits in the three places of the turn order.
const BY_ORDER: u16 = 3 * (MOST as u16 + 1);

impl Features<Chexers> for Hexagon {
    fn stages(&self) -> usize {
        3
    }

    /// Before the first exit, after it, and when somebody has one more to go of four.
    fn stage(&self, _game: &Chexers, state: &State) -> usize {
        match (0..3).map(|seat| state.exits(Player(seat))).max() {
            None | Some(0) => 0,
            Some(1 | 2) => 1,
            Some(_) => 2,
        }
    }

    fn patterns(&self, _game: &Chexers) -> Option<&Patterns> {
        static ALL: OnceLock<Patterns> = OnceLock::new();
        Some(ALL.get_or_init(|| Patterns::new(&stretches(), &[])))
    }

    /// Own pieces, those of the next player and those of the one before; then, one bit each, how many of them have
    /// left the board and how soon it is the seat's turn.
    fn planes(&self, _game: &Chexers, state: &State, seat: Player) -> Planes {
        let (order, turns) = (order_of(state, seat), (3 - seat.idx()) % 3);
        let set = |later: usize| turned(state.pieces[(order + later) % 3], turns);
        let exits = |later: u8| {
            let exits = state.exits(Player((seat.0 + later) % 3)).min(EXITS);
            1 << (8 * later + exits)
        };
        [set(0), set(1), set(2), exits(0) | exits(1) | exits(2) | 1 << (24 + order)]
    }

    fn counts(&self) -> &'static [Count] {
        &[
            Count { name: "plies to the win alone", values: PLIES as u16 + 5 },
            Count { name: "plies ahead of the fastest other", values: 2 * LEAD as u16 + 2 },
            Count { name: "exits", values: 5 },
            Count { name: "pieces", values: 13 },
            Count { name: "turns until its own", values: 3 },
            Count { name: "others with pieces", values: 3 },
            Count { name: "pieces that the next can convert", values: BY_ORDER },
            Count { name: "pieces that the one before can convert", values: BY_ORDER },
            Count { name: "needed pieces that can be converted", values: BY_ORDER },
            Count { name: "pieces to convert", values: BY_ORDER },
            Count { name: "jumps toward the edge", values: 8 },
            Count { name: "lines without shelter", values: 24 },
        ]
    }

    fn count(&self, game: &Chexers, state: &State, seat: Player, out: &mut [u16]) {
        let (order, solo) = (order_of(state, seat), Solo::get());
        let [own, next, before] =
            [0, 1, 2].map(|later| Seen::of(game, state, (order + later) % 3, solo));
        let by_order =
            |set: Set| order as u16 * (MOST as u16 + 1) + set.count_ones().min(MOST) as u16;
        let alone = match own.plies {
            Some(plies) => plies.min(PLIES - 1),
            None => PLIES + own.pace.missing.min(4),
        };
        let fastest = [next.plies, before.plies].into_iter().flatten().min();
        let lead = match (own.plies, fastest) {
            (None, _) => 0,
            (Some(_), None) => 2 * LEAD + 1,
            (Some(own), Some(other)) => {
                (other as i32 - own as i32).clamp(-LEAD, LEAD - 1) + LEAD + 1
            }
        };
        let others = [&next, &before].iter().filter(|other| other.pieces != 0).count();
        out.copy_from_slice(&[
            alone as u16,
            lead as u16,
            state.exits(seat).min(EXITS).into(),
            own.pieces.count_ones() as u16,
            order as u16,
            others as u16,
            by_order(own.pieces & next.reach),
            by_order(own.pieces & before.reach),
            by_order(own.pace.needed & (next.reach | before.reach)),
            by_order(own.reach & (next.pieces | before.pieces)),
            leaps(seat.idx(), own.pieces, state.empty).min(7) as u16,
            open_lines(own.pieces).min(23) as u16,
        ]);
    }

    /// Who has no piece left on the board gets none any more.
    fn in_play(&self, _game: &Chexers, state: &State, seat: Player) -> bool {
        state.pieces_of(seat) != 0
    }
}

/// What there is to see of one colour.
struct Seen {
    pieces: Set,
    pace: Pace,
    plies: Option<u32>,
    /// Where it could jump over something.
    reach: Set,
}

impl Seen {
    #[inline]
    fn of(game: &Chexers, state: &State, order: usize, solo: &Solo) -> Seen {
        let (pieces, pace) = (state.pieces[order], Pace::of(game, state, order, solo));
        Seen { pieces, plies: pace.plies(order), pace, reach: jumpable(pieces, state.empty) }
    }
}

/// Hexes of a stretch: a jump takes three of them, and what may come next a fourth.
const STRETCH: usize = 4;

/// All stretches of the lines of the board in its three directions. Whole lines would know more, but take ten
/// times the games to learn.
fn stretches() -> Vec<Pattern> {
    let line = |colour: usize, progress: i8| -> Vec<u8> {
        let on = |idx: &u8| {
            BOARD >> idx & 1 == 1 && Hex::of_index((*idx).into()).progress(colour) == progress
        };
        (0..63).filter(on).collect()
    };
    let lines = (0..3).flat_map(|colour| (-3..=3).map(move |progress| line(colour, progress)));
    let stretch = |cells: &[u8]| Pattern { cells: cells.to_vec(), digits: [1, 2, 3, 0] };
    lines.flat_map(|line| line.windows(STRETCH).map(stretch).collect::<Vec<_>>()).collect()
}

/// A set of hexes after so many turns of the board by a third.
#[inline]
fn turned(set: Set, turns: usize) -> Set {
    if turns == 0 {
        return set;
    }
    let bytes = set.to_le_bytes().into_iter().zip(&TURNED[turns - 1]);
    bytes.fold(0, |all, (byte, images)| all | images[usize::from(byte)])
}

/// What a byte of a set becomes by one and two turns, by its place and value.
static TURNED: [[[Set; 256]; 8]; 2] = [images(1), images(2)];

const fn images(turns: u32) -> [[Set; 256]; 8] {
    let (mut all, mut idx) = ([[0; 256]; 8], 0);
    while idx < 63 {
        let (mut q, mut r, mut turn) = (Hex::of_index(idx).q(), Hex::of_index(idx).r(), 0);
        while turn < turns {
            (q, r) = (-q - r, q);
            turn += 1;
        }
        let mut value = 0;
        while value < 256 && BOARD >> idx & 1 == 1 {
            if value >> (idx % 8) & 1 == 1 {
                all[idx as usize / 8][value] |= 1 << (9 * (r + 3) + q + 3);
            }
            value += 1;
        }
        idx += 1;
    }
    all
}
