//! What positions look like to an evaluation that is learnt: a game declares it, and nothing else is needed
//! to learn.
//!
//! A position is seen by a seat: own pieces are always the first plane, the board lies as if that seat
//! were the first. So one table of weights serves all seats. What is seen are
//!
//! - *patterns* ([`Patterns`]): what stands on small groups of cells, one weight for everything that can;
//! - *counts*: small numbers, one weight for each value, so that nothing need be proportional;
//! - *sums*: numbers of things whose worth adds up, one weight each, for boards that are too big or too
//!   different for patterns.
//!
//! Weights differ by *stage* of the game. Between two sides the player to move is asked, and the other side
//! gets the opposite; among more every seat still in play is asked, and what they say is compared.

use std::fmt::Write as _;

use crate::{Game, OptionKind, OptionSpec, Patterns, Planes, Player, mix, options::option, seats};

/// The name of the evaluation that is learnt, in all games that declare features.
pub const LEARNED: &str = "learned";

/// Its options.
pub const LEARNED_OPTIONS: &[OptionSpec] = &[
    option(
        "file",
        OptionKind::File(&[]),
        "",
        "weights that come with the game, by name, or a file that `plyglot learn` wrote",
    ),
    option(
        "digest",
        OptionKind::Spec,
        "",
        "the beginning of the checksum that the weights must have; results tell it",
    ),
];

/// A small number that a position has.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// Its name, for reports.
    pub name: &'static str,
    /// It is less than this.
    pub values: u16,
}

/// What positions of a game look like.
pub trait Features<G: Game>: Send + Sync {
    /// How many stages the game has.
    fn stages(&self) -> usize;

    /// The stage of a position.
    fn stage(&self, game: &G, state: &G::State) -> usize;

    /// The patterns of the game's board, if it has any.
    fn patterns(&self, _game: &G) -> Option<&Patterns> {
        None
    }

    /// What stands where, as a seat sees it.
    fn planes(&self, _game: &G, _state: &G::State, _seat: Player) -> Planes {
        Planes::default()
    }

    /// The numbers to be looked at value by value.
    fn counts(&self) -> &'static [Count] {
        &[]
    }

    /// These numbers in a position as a seat sees it. `out` has room for all of [`Features::counts`]; none
    /// may reach its limit.
    fn count(&self, _game: &G, _state: &G::State, _seat: Player, _out: &mut [u16]) {}

    /// The names of the numbers whose worth adds up.
    fn sums(&self) -> &'static [&'static str] {
        &[]
    }

    /// These numbers in a position as a seat sees it. `out` has room for all of [`Features::sums`].
    fn sum(&self, _game: &G, _state: &G::State, _seat: Player, _out: &mut [i16]) {}

    /// The same for all seats, one after the other, for games that count for all of them at once. `out` has room for
    /// [`Features::sums`] of every seat.
    fn sum_all(&self, game: &G, state: &G::State, out: &mut [i16]) {
        let rows = out.chunks_exact_mut(self.sums().len());
        seats(game.players()).zip(rows).for_each(|(seat, row)| self.sum(game, state, seat, row));
    }

    /// Whether positions that the game calls symmetric look the same to the player to move; not where opponents
    /// are told apart whom a symmetry may exchange.
    fn is_symmetric(&self) -> bool {
        true
    }

    /// Whether a position can be judged as it stands, rather than after the captures that are due: nothing is learnt from
    /// others.
    fn is_quiet(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// Whether a seat can still win; asked only where there are more than two sides.
    fn in_play(&self, _game: &G, _state: &G::State, _seat: Player) -> bool {
        true
    }
}

/// The most [`Features::counts`].
pub const MOST_COUNTS: usize = 64;
/// The most [`Features::sums`].
pub const MOST_SUMS: usize = 512;

/// Where the weights of a stage lie: the tables of patterns, then those of counts, then one for each sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Where the table of every instance of a pattern begins.
    pub instances: Vec<u32>,
    /// Where the table of every count begins.
    pub counts: Vec<u32>,
    /// Where the weights of sums begin.
    pub sums: u32,
    /// How many sums there are.
    pub sum_count: usize,
    /// All weights of a stage.
    pub size: usize,
    /// All stages.
    pub stages: usize,
    /// Tells layouts apart: weights are only good for features that are read the same way.
    pub digest: u64,
}

impl Layout {
    /// The layout of a game's features.
    pub fn of<G: Game>(features: &dyn Features<G>, game: &G) -> Layout {
        let (mut next, mut text) = (0, format!("{} stages", features.stages()));
        let mut place = |size: usize| {
            next += size;
            (next - size) as u32
        };
        let patterns = features.patterns(game);
        let tables: Vec<_> =
            patterns.iter().flat_map(|patterns| patterns.sizes()).map(&mut place).collect();
        let shapes = patterns.map_or(&[][..], Patterns::instances);
        let instances = shapes.iter().map(|shape| tables[*shape]).collect();
        let counts =
            features.counts().iter().map(|count| place(usize::from(count.values))).collect();
        let sums = place(features.sums().len());
        // Writing to a string cannot fail.
        let _ = write!(text, " patterns {:016x}", patterns.map_or(0, Patterns::digest));
        for count in features.counts() {
            let _ = write!(text, " {} {}", count.name, count.values);
        }
        let _ = write!(text, " sums {}", features.sums().join(" "));
        let digest = text.bytes().fold(0, |digest, byte| mix(digest ^ u64::from(byte)));
        let (sum_count, stages) = (features.sums().len(), features.stages());
        Layout { instances, counts, sums, sum_count, size: next, stages, digest }
    }
}
