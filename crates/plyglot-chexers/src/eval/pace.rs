//! How far colours are from winning if nobody interferes.

use crate::{
    Chexers, Mode, State,
    board::{BOARD, Hex, Set, highest, lowest},
};

use super::solo::{MOST, Solo};

/// How a colour stands in the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// The pieces that have to leave the board for a win: the foremost.
    pub(crate) needed: Set,
    /// Pieces that there are too few for a win.
    pub(crate) missing: u32,
    /// Turns until the needed pieces have left, by the shortest way if they are four or fewer. What stands in
    /// the way, and what more own pieces could be jumped over, is left out: it is a plan that works alone,
    /// and looking for a better one among all pieces would cost more than the rest of an evaluation.
    pub(crate) turns: u32,
}

impl Pace {
    /// The pace of the colour that acts so many turns after the player to act.
    #[inline]
    pub(crate) fn of(game: &Chexers, state: &State, order: usize, solo: &Solo) -> Pace {
        let own = state.pieces[order];
        let colour = (usize::from(state.turn) + order) % 3;
        let exits = state.exits >> (8 * colour) & 0xFF;
        let wanted = match game.mode {
            Mode::Race => u32::from(game.exits_to_win).saturating_sub(exits),
            Mode::Warmup => own.count_ones(),
        };
        let needed = foremost(own, wanted, colour);
        let count = needed.count_ones();
        let turns = if count <= MOST { solo.turns(colour, needed) } else { steps(needed, colour) };
        Pace { needed, missing: wanted - count, turns }
    }

    /// Turns of all players together until the win, counted from the player to act; `None` for want of pieces.
    #[inline]
    pub(crate) fn plies(&self, order: usize) -> Option<u32> {
        (self.missing == 0 && self.turns > 0).then(|| 3 * (self.turns - 1) + order as u32)
    }
}

/// By colour, the hexes of each progress, the exit edge first.
const ROWS: [[Set; 7]; 3] = {
    let (mut rows, mut idx) = ([[0; 7]; 3], 0);
    while idx < 63 {
        let mut colour = 0;
        while colour < 3 && BOARD >> idx & 1 == 1 {
            rows[colour][(3 - Hex::of_index(idx).progress(colour)) as usize] |= 1 << idx;
            colour += 1;
        }
        idx += 1;
    }
    rows
};

/// So many of some pieces, those nearest to the exit edge. Of several in a row those on the right of somebody
/// who looks towards the edge run, so that every colour chooses alike.
#[inline]
fn foremost(own: Set, wanted: u32, colour: usize) -> Set {
    if own.count_ones() <= wanted {
        return own;
    }
    let (mut chosen, mut wanted) = (0, wanted);
    for row in &ROWS[colour] {
        let mut here = own & row;
        while here.count_ones() > wanted {
            here ^= if colour == 0 { lowest(here) } else { highest(here) };
        }
        chosen |= here;
        wanted -= here.count_ones();
    }
    chosen
}

/// Turns until pieces have left the board if they do not jump.
fn steps(pieces: Set, colour: usize) -> u32 {
    let rows = ROWS[colour].iter().zip(1..);
    rows.map(|(row, turns)| turns * (pieces & row).count_ones()).sum()
}
