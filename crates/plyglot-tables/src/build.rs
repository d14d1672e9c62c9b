//! Tables from nothing, group after group.

use std::fmt;

use plyglot_core::{Game, Tabled};

use crate::{Tables, Values, group::Group};

/// Tables with more numbers than this are not built: they are kept in memory, a byte each, and so is the
/// group in the making with several.
pub const MOST_POSITIONS: u64 = 1 << 28;

/// A group with more numbers than this is not worked out: that takes up to a dozen bytes a number.
pub const MOST_IN_GROUP: u64 = 1 << 29;

/// Why there are no tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// Fewer pieces than the numbering begins with.
    TooFew {
        /// The pieces asked for.
        pieces: u32,
        /// The fewest there are.
        fewest: u32,
    },
    /// More pieces than the numbering ends with.
    Beyond {
        /// The pieces asked for.
        pieces: u32,
        /// The most there are.
        most: u32,
    },
    /// More than memory is meant for.
    TooMany {
        /// The pieces asked for.
        pieces: u32,
        /// The most that can be built.
        most: u32,
        /// The numbers that the tables would have.
        numbers: u64,
    },
    /// A group of slices that is too large to be worked out in memory.
    TooLarge {
        /// The pieces asked for.
        pieces: u32,
        /// What the group begins with.
        slice: String,
        /// The numbers that it has.
        numbers: u64,
    },
    /// Something that was worked out before cannot be had any more.
    Missing {
        /// What needs it.
        slice: String,
    },
    /// An end so far away that a byte cannot tell it.
    TooFar {
        /// What the slice has in it.
        slice: String,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::TooFew { pieces, fewest } => {
                write!(f, "endings have {fewest} pieces or more, found {pieces}")
            }
            BuildError::Beyond { pieces, most } => {
                write!(f, "endings have {most} pieces or fewer, found {pieces}")
            }
            BuildError::TooMany { pieces, most, numbers } => write!(
                f,
                "tables for {pieces} pieces have {} positions, more than the {MOST_POSITIONS} \
                 that are kept in memory: {most} pieces are the most without a folder",
                Count(*numbers)
            ),
            BuildError::TooLarge { pieces, slice, numbers } => write!(
                f,
                "tables for {pieces} pieces have {} positions of {slice} that depend on each other, \
                 more than the {MOST_IN_GROUP} that can be worked out at a time",
                Count(*numbers)
            ),
            BuildError::Missing { slice } => {
                write!(f, "{slice}: a value of an earlier slice cannot be had")
            }
            BuildError::TooFar { slice } => {
                write!(f, "{slice}: an end is farther away than a byte can tell")
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// A number of positions, or that there are too many of them to be counted.
struct Count(u64);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u64::MAX => write!(f, "over 10^19"),
            numbers => write!(f, "{numbers}"),
        }
    }
}

/// Tables that can be built: how many pieces, and how much that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pieces: u32,
    numbers: u64,
}

impl Plan {
    /// The plan for all positions with up to so many pieces in memory, if there can be one.
    pub fn new<G: Game>(game: &G, index: &dyn Tabled<G>, pieces: u32) -> Result<Self, BuildError> {
        let fewest = index.fewest();
        if pieces < fewest {
            return Err(BuildError::TooFew { pieces, fewest });
        }
        let (mut numbers, mut most) = (0u64, fewest);
        for count in fewest..=pieces.min(index.most()) {
            let slices = index.groups(game, count).into_iter().flatten();
            numbers =
                slices.fold(numbers, |sum, slice| sum.saturating_add(index.size(game, slice)));
            if numbers <= MOST_POSITIONS {
                most = count;
            }
        }
        if numbers > MOST_POSITIONS {
            return Err(BuildError::TooMany { pieces, most, numbers });
        }
        refuse_beyond(index.most(), pieces)?;
        Ok(Plan { pieces, numbers })
    }

    /// The most pieces.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// How many numbers all slices have together, holes included: the bytes that the tables take.
    pub fn numbers(&self) -> u64 {
        self.numbers
    }
}

/// Refuses more pieces than there are.
fn refuse_beyond(most: u32, pieces: u32) -> Result<(), BuildError> {
    if pieces > most { Err(BuildError::Beyond { pieces, most }) } else { Ok(()) }
}

/// The groups of slices with exactly so many pieces, in the order in which they are to be worked out, if all
/// of them can be.
pub fn groups<G: Game>(
    game: &G,
    index: &dyn Tabled<G>,
    pieces: u32,
) -> Result<Vec<Vec<u32>>, BuildError> {
    let fewest = index.fewest();
    if pieces < fewest {
        return Err(BuildError::TooFew { pieces, fewest });
    }
    refuse_beyond(index.most(), pieces)?;
    let groups = index.groups(game, pieces);
    for slices in &groups {
        let numbers =
            slices.iter().fold(0u64, |sum, slice| sum.saturating_add(index.size(game, *slice)));
        if numbers > MOST_IN_GROUP {
            return Err(BuildError::TooLarge { pieces, slice: index.about(slices[0]), numbers });
        }
    }
    Ok(groups)
}

/// Works out the values of all positions of a plan with so many threads. `progress` is told how many numbers
/// are done, after every group.
pub fn build<G: Game>(
    game: &G,
    index: &dyn Tabled<G>,
    plan: Plan,
    threads: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<Tables, BuildError> {
    let (mut tables, mut done) = (Tables::new(plan.pieces()), 0);
    for pieces in index.fewest()..=plan.pieces() {
        for slices in index.groups(game, pieces) {
            let values = solve_group(game, index, &tables, &slices, threads)?;
            for (slice, own) in slices.into_iter().zip(values) {
                done += own.len() as u64;
                tables.put(slice, pieces, own);
            }
            progress(done);
        }
    }
    Ok(tables)
}

/// Works out the values of the slices of a group; `known` has those of all earlier groups and of all with
/// fewer pieces.
pub fn solve_group<G: Game>(
    game: &G,
    index: &dyn Tabled<G>,
    known: &dyn Values,
    slices: &[u32],
    threads: usize,
) -> Result<Vec<Vec<u8>>, BuildError> {
    let rules = index.undrawn(game);
    let group = Group::new(&rules, index, known, slices);
    let mut values = group.solve(threads)?.into_iter();
    let mut own = |slice: &u32| values.by_ref().take(index.size(game, *slice) as usize).collect();
    Ok(slices.iter().map(&mut own).collect())
}
