//! A position, and its hash.

use plyglot_core::{Player, hash_key, hash_keys};

use crate::board::{Board, Square, pop_bit};

/// A decision: from where to where a piece goes, or the end of the turn.
///
/// At the level of actions this is one step, one hop or the end of a chain; at the level of turns
/// it is a whole turn, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Move {
    /// Moves nothing: ends a chain, or passes.
    pub const END: Move = Move { from: Square(0), to: Square(0) };

    /// Whether it moves nothing.
    #[inline]
    pub fn is_end(self) -> bool {
        self.from == self.to
    }

    /// Whether it is a hop or a chain of hops.
    #[inline]
    pub fn is_hop(self) -> bool {
        !self.is_end() && self.from.class() == self.to.class()
    }
}

/// How far the game is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It goes on.
    Open,
    /// It is drawn.
    Draw,
    /// A team has won.
    Won(u8),
}

/// A position.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) pieces: [Board; 4],
    pub(crate) occupied: Board,
    pub(crate) chain: Chain,
    pub(crate) status: Status,
}

/// The small change of a position, which `unmake` simply puts back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Status {
    pub(crate) hash: u64,
    /// In the class of the moving piece: the squares on which its chain may not land again.
    pub(crate) closed: u64,
    /// Squares in the chain; 0 between turns.
    pub(crate) chain_len: u32,
    pub(crate) round: u32,
    pub(crate) turn: u8,
    /// Whose turn it is by the order of play; another's than `turn` when the turn was given away.
    pub(crate) due: u8,
    pub(crate) ending: Ending,
}

/// What `unmake` needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pub(crate) status: Status,
    pub(crate) overwritten: [u8; 2],
}

impl State {
    /// The pieces of a player.
    pub fn pieces(&self, player: Player) -> Board {
        self.pieces[player.idx() & 3]
    }

    /// Every piece on the board.
    pub fn occupied(&self) -> Board {
        self.occupied
    }

    /// The number of completed rounds.
    pub fn round(&self) -> u32 {
        self.status.round
    }

    /// How far the game is decided by what has been played.
    pub fn ending(&self) -> Ending {
        self.status.ending
    }

    /// The squares of the chain under way, start first; none between turns.
    pub fn chain(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.status.chain_len as usize).map(|idx| Square(self.chain.get(idx)))
    }

    /// Whose pieces stand on a square.
    pub(crate) fn owner(&self, square: Square) -> Option<u8> {
        (0..4).find(|player| self.pieces[usize::from(*player)].has(square))
    }

    /// The pieces of the player to move.
    #[inline]
    pub(crate) fn own(&self) -> &Board {
        &self.pieces[usize::from(self.status.turn & 3)]
    }

    /// Where the piece stands that is in the middle of its chain.
    #[inline]
    pub(crate) fn hopping(&self) -> Option<Square> {
        let last = (self.status.chain_len as usize).checked_sub(1)?;
        Some(Square(self.chain.get(last)))
    }

    /// Whether the turn was given to somebody who was not due.
    #[inline]
    pub(crate) fn handed(&self) -> bool {
        self.status.turn != self.status.due
    }

    /// Takes a piece from one square to another.
    #[inline]
    pub(crate) fn carry(&mut self, player: usize, mv: Move) {
        for square in [mv.from, mv.to] {
            self.pieces[player & 3].toggle(square);
            self.occupied.toggle(square);
        }
    }

    /// Lengthens the chain by a hop; returns what it overwrote.
    pub(crate) fn extend_chain(&mut self, mv: Move, revisit: bool) -> [u8; 2] {
        let (len, before) = (self.status.chain_len as usize, self.status.closed);
        let visited = if revisit { 0 } else { before | mv.from.bit() };
        self.status.closed = visited | mv.to.bit();
        self.status.hash ^= closed_key(mv.to.class(), before ^ self.status.closed);
        let mut overwritten = [0; 2];
        let first = if len == 0 { &[mv.from, mv.to][..] } else { &[mv.to][..] };
        for (idx, square) in first.iter().enumerate() {
            overwritten[idx] = self.chain.set(len + idx, square.0);
        }
        self.status.chain_len = (len + first.len()) as u32;
        overwritten
    }

    /// Puts back what [`State::extend_chain`] overwrote.
    pub(crate) fn shorten_chain(&mut self, len: u32, overwritten: [u8; 2]) {
        let added = (self.status.chain_len - len) as usize;
        for (idx, byte) in overwritten[..added].iter().enumerate() {
            self.chain.set(len as usize + idx, *byte);
        }
    }

    /// Forgets the chain at the end of a turn. The squares stay where they are for `unmake`.
    #[inline]
    pub(crate) fn clear_chain(&mut self) {
        if let Some(square) = self.hopping() {
            self.status.hash ^= closed_key(square.class(), self.status.closed);
            self.status.closed = 0;
            self.status.chain_len = 0;
        }
    }

    /// The hash worked out from nothing; `evicting` is whether eviction is in force.
    pub(crate) fn full_hash(&self, evicting: bool) -> u64 {
        let mut hash = turn_key(self.status.turn) ^ ending_key(self.status.ending);
        hash ^= if self.handed() { HANDED_KEY } else { 0 };
        hash ^= if evicting { EVICTING_KEY } else { 0 };
        for (player, pieces) in self.pieces.iter().enumerate() {
            hash = pieces.squares().fold(hash, |hash, at| hash ^ piece_key(player, at));
        }
        let class = self.hopping().map_or(0, Square::class);
        hash ^ closed_key(class, self.status.closed)
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces
            && self.occupied == other.occupied
            && self.status == other.status
            && self.chain().eq(other.chain())
    }
}

/// The squares a hopping piece has been on. Without revisiting they all fit in place, for a class
/// has 64 squares; only endless to and fro spills over.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    squares: [u8; 64],
    spilled: Vec<u8>,
}

impl Chain {
    pub(crate) const fn new() -> Self {
        Chain { squares: [0; 64], spilled: Vec::new() }
    }

    #[inline]
    fn get(&self, idx: usize) -> u8 {
        if idx < 64 { self.squares[idx] } else { self.spilled[idx - 64] }
    }

    /// Writes one square and returns what was there.
    #[inline]
    fn set(&mut self, idx: usize, square: u8) -> u8 {
        if idx >= 64 && self.spilled.len() <= idx - 64 {
            self.spilled.resize(idx - 63, 0);
        }
        let slot = if idx < 64 { &mut self.squares[idx] } else { &mut self.spilled[idx - 64] };
        std::mem::replace(slot, square)
    }
}

static PIECE_KEYS: [u64; 1024] = hash_keys(0);
static CLOSED_KEYS: [u64; 256] = hash_keys(1024);
static OTHER_KEYS: [u64; 16] = hash_keys(1280);

/// The turn was given to somebody who was not due.
pub(crate) const HANDED_KEY: u64 = hash_key(1284);
/// Eviction is in force.
pub(crate) const EVICTING_KEY: u64 = hash_key(1285);

#[inline]
pub(crate) fn piece_key(player: usize, square: Square) -> u64 {
    PIECE_KEYS[(player & 3) << 8 | square.idx()]
}

#[inline]
pub(crate) fn turn_key(player: u8) -> u64 {
    OTHER_KEYS[usize::from(player & 3)]
}

pub(crate) fn ending_key(ending: Ending) -> u64 {
    match ending {
        Ending::Open => 0,
        Ending::Draw => OTHER_KEYS[6],
        Ending::Won(team) => OTHER_KEYS[8 + usize::from(team & 3)],
    }
}

/// The key of a set of squares of one class that a chain may not land on.
#[inline]
fn closed_key(class: usize, mut closed: u64) -> u64 {
    let mut key = 0;
    while closed != 0 {
        key ^= CLOSED_KEYS[class << 6 | pop_bit(&mut closed) as usize];
    }
    key
}
