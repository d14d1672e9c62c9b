//! A position, its hash, and the decisions that change it.

use plyglot_core::{Player, hash_key, hash_keys};

use crate::{Square, board::squares};

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Puts a piece from the reserve on a square.
    Drop(Square),
    /// Moves a piece to a neighbouring square.
    Step {
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Removes an enemy piece, after an action that scored.
    Take(Square),
    /// Hands on the turn: only for a player who was given it and cannot move.
    Pass,
}

/// What cannot be told from a decision and the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pub(crate) hash: u64,
    pub(crate) quiet: u32,
    pub(crate) floor: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) pieces: [u64; 2],
    pub(crate) hash: u64,
    pub(crate) quiet: u32,
    pub(crate) ply: u32,
    pub(crate) reserve: [u8; 2],
    pub(crate) side: u8,
    /// Victims still to be taken in this turn.
    pub(crate) owed: u8,
    /// The lowest bit that the next victim may stand on; zero outside the taking of several.
    pub(crate) floor: u8,
    /// The turn was handed to this player, who cannot move: he passes and has not lost.
    pub(crate) excused: bool,
}

static PIECE_KEYS: [[u64; 64]; 2] = [hash_keys(0), hash_keys(64)];
static RESERVE_KEYS: [[u64; 16]; 2] = [hash_keys(128), hash_keys(144)];
static OWED_KEYS: [u64; 8] = hash_keys(160);
static FLOOR_KEYS: [u64; 64] = hash_keys(192);
const SIDE_KEY: u64 = hash_key(256);
const EXCUSED_KEY: u64 = hash_key(257);

impl State {
    /// A position between turns.
    pub fn new(pieces: [u64; 2], side: Player, reserve: [u8; 2], quiet: u32, ply: u32) -> Self {
        let side = side.0 & 1;
        let mut state =
            State { pieces, hash: 0, quiet, ply, reserve, side, owed: 0, floor: 0, excused: false };
        state.hash = state.full_hash();
        state
    }

    /// A player's pieces on the board.
    pub fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.idx() & 1]
    }

    /// How many pieces a player has in hand.
    pub fn reserve(&self, player: Player) -> u8 {
        self.reserve[player.idx() & 1]
    }

    /// How many pieces a player has on the board and in hand.
    #[inline]
    pub fn total(&self, player: Player) -> u8 {
        let seat = player.idx() & 1;
        self.pieces[seat].count_ones() as u8 + self.reserve[seat]
    }

    /// Consecutive steps without a capture.
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Turns played so far.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Victims that the player to move has still to take in this turn.
    pub fn owed(&self) -> u8 {
        self.owed
    }

    /// The player to move and the other one, as indices.
    #[inline]
    pub(crate) fn seats(&self) -> (usize, usize) {
        let mover = usize::from(self.side & 1);
        (mover, 1 - mover)
    }

    #[inline]
    pub(crate) fn occupied(&self) -> u64 {
        self.pieces[0] | self.pieces[1]
    }

    /// The pieces that may be taken next: enough must be left above for all that are owed.
    #[inline]
    pub(crate) fn victims(&self) -> u64 {
        let mut victims = self.pieces[self.seats().1] >> self.floor << self.floor;
        for _ in 1..self.owed {
            victims &= !(1 << (63 - victims.leading_zeros()));
        }
        victims
    }

    #[inline]
    pub(crate) fn drop_piece(&mut self, to: Square) {
        let (mover, _) = self.seats();
        let reserve = usize::from(self.reserve[mover]);
        self.hash ^= RESERVE_KEYS[mover][reserve & 15] ^ RESERVE_KEYS[mover][(reserve - 1) & 15];
        self.reserve[mover] -= 1;
        self.flip(mover, to);
    }

    #[inline]
    pub(crate) fn step_piece(&mut self, from: Square, to: Square) {
        let (mover, _) = self.seats();
        self.flip(mover, from);
        self.flip(mover, to);
    }

    /// Removes a victim; the turn ends with the last one owed.
    #[inline]
    pub(crate) fn take(&mut self, victim: Square) {
        self.flip(self.seats().1, victim);
        let (owed, floor) = match self.owed {
            0 | 1 => (0, 0),
            owed => (owed - 1, victim.idx() as u8 + 1),
        };
        self.set_pending(owed, floor);
        if owed == 0 {
            self.end_turn();
        }
    }

    /// Sets the captures owed and the lowest square for the next one.
    #[inline]
    pub(crate) fn set_pending(&mut self, owed: u8, floor: u8) {
        self.hash ^= pending_key(self.owed, self.floor) ^ pending_key(owed, floor);
        (self.owed, self.floor) = (owed, floor);
    }

    #[inline]
    pub(crate) fn end_turn(&mut self) {
        self.ply += 1;
        self.switch_side();
    }

    /// Makes it the other player's turn.
    #[inline]
    pub(crate) fn switch_side(&mut self) {
        self.side ^= 1;
        self.hash ^= SIDE_KEY;
    }

    /// Sets whether the player to move passes instead of having lost.
    pub(crate) fn set_excused(&mut self, excused: bool) {
        if self.excused != excused {
            self.excused = excused;
            self.hash ^= EXCUSED_KEY;
        }
    }

    #[inline]
    fn flip(&mut self, seat: usize, square: Square) {
        self.pieces[seat] ^= square.bit();
        self.hash ^= PIECE_KEYS[seat][square.idx()];
    }

    fn full_hash(&self) -> u64 {
        let mut hash = pending_key(self.owed, self.floor);
        for seat in 0..2 {
            hash ^= RESERVE_KEYS[seat][usize::from(self.reserve[seat]) & 15];
            hash = squares(self.pieces[seat]).fold(hash, |h, sq| h ^ PIECE_KEYS[seat][sq.idx()]);
        }
        if self.side == 1 {
            hash ^= SIDE_KEY;
        }
        if self.excused { hash ^ EXCUSED_KEY } else { hash }
    }

    /// The position with the colours exchanged if `swap`, every set replaced by `image` of it.
    pub(crate) fn mapped(&self, swap: bool, image: impl Fn(u64) -> u64) -> Self {
        let mut state = *self;
        state.pieces = self.pieces.map(image);
        if swap {
            state.pieces.swap(0, 1);
            state.reserve.swap(0, 1);
            state.side ^= 1;
        }
        state.hash = state.full_hash();
        state
    }
}

/// Nothing owed has the key zero.
#[inline]
fn pending_key(owed: u8, floor: u8) -> u64 {
    if owed == 0 {
        0
    } else {
        OWED_KEYS[usize::from(owed & 7)] ^ FLOOR_KEYS[usize::from(floor & 63)]
    }
}
