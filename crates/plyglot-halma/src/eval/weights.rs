//! The weights of the default evaluation.

use plyglot_core::{OptionKind, OptionSpec, Options};

/// The weights by name; one row or column of one piece is worth about a hundred.
pub(crate) const WEIGHTS: &[OptionSpec] = &[
    weight("distance", 1000, "100", "for every row and column to the far corner of the target"),
    weight("straggle", 100, "3", "for the same, squared: whoever is far behind should go first"),
    weight("farthest", 1000, "100", "for the distance of the farthest piece, once more"),
    weight("aside", 1000, "100", "for every column off the diagonal between the corners"),
    weight("goal", 10_000, "150", "for every piece in the target"),
    weight("home", 10_000, "300", "for every piece still at home"),
    weight("hops", 1000, "60", "for every hop toward the target that a piece could make"),
    weight("lag", 400, "60", "how many hundredths of the slower ally's standing count once more"),
    weight("eviction", 100_000, "1000", "for every round that is missing to clear forbidden bases"),
];

const fn weight(
    name: &'static str,
    max: i64,
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Int { min: 0, max }, default, help }
}

/// The same as plain values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    pub(crate) distance: i64,
    pub(crate) straggle: i64,
    pub(crate) farthest: i64,
    pub(crate) aside: i64,
    pub(crate) goal: i64,
    pub(crate) home: i64,
    pub(crate) hops: i64,
    pub(crate) lag: i64,
    pub(crate) eviction: i64,
}

impl Weights {
    /// The values of checked options.
    pub(crate) fn read(options: &Options) -> Self {
        let weight = |name| options.int(name).unwrap_or(0);
        Weights {
            distance: weight("distance"),
            straggle: weight("straggle"),
            farthest: weight("farthest"),
            aside: weight("aside"),
            goal: weight("goal"),
            home: weight("home"),
            hops: weight("hops"),
            lag: weight("lag"),
            eviction: weight("eviction"),
        }
    }
}
