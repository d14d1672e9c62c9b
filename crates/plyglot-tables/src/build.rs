//! Tables from nothing, group after group.

use std::fmt;

use plyglot_core::{Game, Tabled};

use crate::{Tables, group::Group};

/// Tables with more numbers than this are not built: they are kept in memory, a byte each, and so is the
/// group in the making with several.
pub const MOST_POSITIONS: u64 = 1 << 28;

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
    /// More than memory is meant for.
    TooMany {
        /// The pieces asked for.
        pieces: u32,
        /// The most that can be built.
        most: u32,
        /// The numbers that the tables would have.
        numbers: u64,
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
            BuildError::TooMany { pieces, most, numbers } => write!(
                f,
                "tables for {pieces} pieces have {numbers} positions, more than the {MOST_POSITIONS} \
                 that are kept in memory: {most} pieces are the most"
            ),
            BuildError::TooFar { slice } => {
                write!(f, "{slice}: an end is farther away than a byte can tell")
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// Tables that can be built: how many pieces, and how much that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pieces: u32,
    numbers: u64,
}

impl Plan {
    /// The plan for all positions with up to so many pieces, if there can be one.
    pub fn new<G: Game>(index: &dyn Tabled<G>, pieces: u32) -> Result<Self, BuildError> {
        let fewest = index.fewest();
        if pieces < fewest {
            return Err(BuildError::TooFew { pieces, fewest });
        }
        let (mut numbers, mut most) = (0u64, fewest);
        for count in fewest..=pieces {
            let slices = index.groups(count).into_iter().flatten();
            numbers = slices.fold(numbers, |sum, slice| sum.saturating_add(index.size(slice)));
            if numbers > MOST_POSITIONS {
                // Of what is asked for, the next count alone is told: it is enough to refuse.
                return Err(BuildError::TooMany { pieces: count, most, numbers });
            }
            most = count;
        }
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

/// Works out the values of all positions of a plan with so many threads. `progress` is told how many numbers
/// are done, after every group.
pub fn build<G: Game>(
    game: &G,
    index: &dyn Tabled<G>,
    plan: Plan,
    threads: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<Tables, BuildError> {
    let (rules, mut tables, mut done) = (index.undrawn(game), Tables::new(plan.pieces()), 0);
    for pieces in index.fewest()..=plan.pieces() {
        for slices in index.groups(pieces) {
            let group = Group::new(&rules, index, &tables, &slices);
            let Some(values) = group.solve(threads) else {
                return Err(BuildError::TooFar { slice: index.about(slices[0]) });
            };
            let mut values = values.into_iter();
            for slice in slices {
                let own: Vec<u8> = values.by_ref().take(index.size(slice) as usize).collect();
                done += own.len() as u64;
                tables.put(slice, pieces, own);
            }
            progress(done);
        }
    }
    Ok(tables)
}
