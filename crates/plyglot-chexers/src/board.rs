//! The 37 hexes, sets of them, positions and moves.
//!
//! A set of hexes is a `u64`. Hex `(q, r)` is bit `9 * (r + 3) + (q + 3)`: seven rows of nine, of
//! which the hexagon fills the middle. The two spare columns keep a shift by one or two steps in any
//! of the six directions from coming out on the board again at the other side.

use plyglot_core::{Player, hash_keys};

/// A set of hexes.
pub(crate) type Set = u64;

/// The names of the seats, in turn order.
pub(crate) const COLOURS: [&str; 3] = ["red", "green", "blue"];

/// The three directions of growing index, `(+1,0)`, `(-1,+1)` and `(0,+1)`, as shifts. The other
/// three are their opposites.
pub(crate) const STEPS: [u8; 3] = [1, 8, 9];

const WIDTH: i8 = 9;

/// All hexes.
pub(crate) const BOARD: Set = {
    let (mut set, mut idx) = (0, 0);
    while idx < 63 {
        set |= if Hex(idx).progress(2).abs() <= 3 && Hex(idx).q() <= 3 { 1 << idx } else { 0 };
        idx += 1;
    }
    set
};

/// Where each colour starts: the edge of progress -3.
pub(crate) const HOME: [Set; 3] = [edge(0, -3), edge(1, -3), edge(2, -3)];

/// Where each colour leaves the board: the edge of progress 3. Nobody's edge at the end makes every
/// index of two bits a good one.
pub(crate) const EXIT: [Set; 4] = [edge(0, 3), edge(1, 3), edge(2, 3), 0];

const fn edge(colour: usize, progress: i8) -> Set {
    let (mut set, mut idx) = (0, 0);
    while idx < 63 {
        set |= if Hex(idx).progress(colour) == progress { BOARD & 1 << idx } else { 0 };
        idx += 1;
    }
    set
}

/// A hex of the board, or [`Hex::NOWHERE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hex(u8);

impl Hex {
    /// No hex: where an exit leads and a pass comes from. Its bit is outside of the board.
    pub const NOWHERE: Hex = Hex(63);

    /// The hex with these axial coordinates, if it is on the board.
    pub fn at(q: i8, r: i8) -> Option<Hex> {
        let inside = q.unsigned_abs() <= 3 && r.unsigned_abs() <= 3 && (q + r).unsigned_abs() <= 3;
        inside.then(|| Hex((WIDTH * (r + 3) + q + 3) as u8))
    }

    /// The hex of a bit's index.
    pub(crate) const fn of_index(idx: u32) -> Hex {
        Hex(idx as u8)
    }

    /// The first axial coordinate.
    pub const fn q(self) -> i8 {
        self.0 as i8 % WIDTH - 3
    }

    /// The second axial coordinate.
    pub const fn r(self) -> i8 {
        self.0 as i8 / WIDTH - 3
    }

    /// How far a piece of the seat has come here: -3 on its home edge, 3 on its exit edge.
    pub const fn progress(self, colour: usize) -> i8 {
        match colour {
            0 => self.q(),
            1 => self.r(),
            _ => -self.q() - self.r(),
        }
    }

    /// The number of steps from here to another hex.
    pub fn distance(self, other: Hex) -> u8 {
        let (q, r) = (self.q() - other.q(), self.r() - other.r());
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The set of this hex alone; empty for [`Hex::NOWHERE`].
    #[inline]
    pub(crate) const fn bit(self) -> Set {
        (1 << self.0) & BOARD
    }

    /// The hex that takes the place of this one when the board is turned by a third, so that red's
    /// edges become green's.
    fn turned(self) -> Hex {
        Hex::at(-self.q() - self.r(), self.q()).unwrap_or(Hex::NOWHERE)
    }
}

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.q(), self.r())
    }
}

/// The hexes of a set, by row and then by `q`.
pub(crate) fn hexes(set: Set) -> impl Iterator<Item = Hex> {
    singles(set).map(|single| Hex::of_index(single.trailing_zeros()))
}

/// The hexes of a set, each as a set of its own.
pub(crate) fn singles(mut set: Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| lowest(set));
        set &= set.wrapping_sub(1);
        next
    })
}

/// The first hex of a set, as a set.
#[inline]
pub(crate) fn lowest(set: Set) -> Set {
    set & set.wrapping_neg()
}

/// The last hex of a set that is not empty, as a set.
#[inline]
pub(crate) fn highest(set: Set) -> Set {
    1 << (63 - set.leading_zeros())
}

/// One action of one player: the hexes that it empties or fills, which are two, one for an exit or none
/// for a pass. The top bit is set if the piece goes downwards, to a lower bit, and in a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u64);

const DOWNWARDS: u64 = 1 << 63;

/// What a [`Move`] is in the words of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// To an adjacent hex.
    Move,
    /// Over an occupied hex.
    Jump,
    /// Off the board.
    Exit,
    /// Nothing, for want of anything else.
    Pass,
}

impl Move {
    /// No action.
    pub const PASS: Move = Move(DOWNWARDS);

    /// What it is in the words of the game.
    pub fn kind(self) -> Kind {
        match (self.changed().count_ones(), self.jumped()) {
            (0, _) => Kind::Pass,
            (1, _) => Kind::Exit,
            (_, 0) => Kind::Move,
            _ => Kind::Jump,
        }
    }

    /// The hex of the piece that acts; nowhere for a pass.
    pub fn origin(self) -> Hex {
        if self.0 & DOWNWARDS == 0 { self.lower() } else { self.upper() }
    }

    /// The hex where it goes; nowhere for an exit or a pass.
    pub fn target(self) -> Hex {
        match self.kind() {
            Kind::Exit | Kind::Pass => Hex::NOWHERE,
            _ if self.0 & DOWNWARDS == 0 => self.upper(),
            _ => self.lower(),
        }
    }

    /// The hex that a jump passes over; nowhere otherwise.
    pub fn over(self) -> Hex {
        Hex::of_index((self.jumped() | DOWNWARDS).trailing_zeros())
    }

    fn lower(self) -> Hex {
        Hex::of_index((self.changed() | DOWNWARDS).trailing_zeros())
    }

    fn upper(self) -> Hex {
        self.changed().checked_ilog2().map_or(Hex::NOWHERE, Hex::of_index)
    }

    /// A piece of a colour leaves the board. Red and green go upwards there, blue goes down.
    #[inline]
    pub(crate) fn exit(from: Set, colour: u8) -> Move {
        Move::along(from, 0, colour == 2)
    }

    /// A piece goes from one hex to another.
    #[inline]
    pub(crate) fn between(from: Set, to: Set) -> Move {
        Move::along(from, to, from > to)
    }

    /// The same, where the direction is known; what is not on the board does not count.
    #[inline]
    pub(crate) fn along(from: Set, to: Set, downwards: bool) -> Move {
        Move((from | to) & BOARD | u64::from(downwards) << 63)
    }

    /// The hexes that become empty or occupied.
    #[inline]
    pub(crate) fn changed(self) -> Set {
        self.0 & BOARD
    }

    /// The hex that is jumped over: the one that lies next to both ends.
    #[inline]
    pub(crate) fn jumped(self) -> Set {
        let ends = self.changed();
        STEPS.iter().fold(0, |set, step| set | ends >> step & ends << step)
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {} {}", self.kind(), self.origin(), self.target())
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Pieces of the player to act, of the next player and of the one after. Seen from the player to
    /// act, so that no board is ever looked up by a number.
    pub(crate) pieces: [Set; 3],
    /// The hexes with neither a piece nor a block.
    pub(crate) empty: Set,
    /// Turns taken, also those of seats that had to pass.
    pub(crate) ply: u32,
    /// How many pieces each colour has brought off the board, a byte each, red's lowest.
    pub(crate) exits: u32,
    /// The player to act.
    pub(crate) turn: u8,
}

impl State {
    /// A position with these pieces of red, green and blue.
    pub(crate) fn new(pieces: [Set; 3], blocks: Set, exits: [u8; 3], turn: u8, ply: u32) -> State {
        let empty = BOARD & !(pieces[0] | pieces[1] | pieces[2] | blocks);
        let [red, green, blue] = exits;
        let exits = u32::from_le_bytes([red, green, blue, 0]);
        let mut state = State { pieces, empty, ply, exits, turn: 0 };
        state.give_turn(turn);
        state
    }

    /// Makes it `turn`'s turn.
    pub(crate) fn give_turn(&mut self, turn: u8) {
        self.pieces.rotate_left(usize::from((turn + 3 - self.turn) % 3));
        self.turn = turn;
    }

    /// The hexes that hold pieces of a seat.
    pub(crate) fn pieces_of(&self, player: Player) -> Set {
        self.pieces[(player.idx() + 3 - usize::from(self.turn)) % 3]
    }

    /// The hexes that hold neutral blocks.
    pub(crate) fn blocks(&self) -> Set {
        self.occupied() & !(self.pieces[0] | self.pieces[1] | self.pieces[2])
    }

    /// The exit edge of the player to act.
    #[inline]
    pub(crate) fn exit_edge(&self) -> Set {
        EXIT[usize::from(self.turn & 3)]
    }

    /// The hexes with a piece or a block.
    #[inline]
    pub(crate) fn occupied(&self) -> Set {
        BOARD & !self.empty
    }

    /// Whose piece stands on a hex.
    pub fn owner(&self, hex: Hex) -> Option<Player> {
        (0..3).map(Player).find(|player| self.pieces_of(*player) & hex.bit() != 0)
    }

    /// How many pieces a seat has brought off the board.
    pub fn exits(&self, player: Player) -> u8 {
        (self.exits >> (8 * player.0)) as u8
    }

    /// Turns taken so far.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The number of a seat's pieces on the board.
    pub fn piece_count(&self, player: Player) -> u32 {
        self.pieces_of(player).count_ones()
    }

    /// The position turned by a third, every colour taking the place of the one before it; one turn
    /// later, so that the player to act and the number of turns still agree.
    pub(crate) fn turned(&self) -> State {
        let turn_set = |set| hexes(set).fold(0, |all, hex| all | hex.turned().bit());
        let [red, green, blue, _] = self.exits.to_le_bytes();
        State {
            pieces: self.pieces.map(turn_set),
            empty: turn_set(self.empty),
            ply: self.ply + 1,
            exits: u32::from_le_bytes([blue, red, green, 0]),
            turn: (self.turn + 1) % 3,
        }
    }

    /// Identity of the position, the number of turns left out. A few multiplications cost less than
    /// keeping a key up to date with every move; two boards tell the three colours apart.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        let [own, next, last] = self.pieces;
        let numbers = u64::from(self.exits << 2 | u32::from(self.turn));
        let rest = numbers.wrapping_mul(KEYS[0]) ^ self.blocks().wrapping_mul(KEYS[1]);
        let (a, b) = ((own | last) ^ KEYS[2], (next | last) ^ KEYS[3] ^ rest);
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    }
}

const KEYS: [u64; 4] = hash_keys(0x6368_6578);
