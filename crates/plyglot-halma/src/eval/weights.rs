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
    weight("reach", 1000, "0", "for every row and column that a piece gains by its best chain"),
    weight("leap", 1000, "0", "for what the best of all chains gains, once more"),
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
    pub(crate) reach: i64,
    pub(crate) leap: i64,
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
            reach: weight("reach"),
            leap: weight("leap"),
            lag: weight("lag"),
            eviction: weight("eviction"),
        }
    }
}

/// What plays best on roomy boards: the weights of examples/tuning/halma-spsa.toml, and chains.
pub(crate) const ROOMY: Weights = Weights {
    distance: 116,
    straggle: 4,
    farthest: 317,
    aside: 231,
    goal: 209,
    home: 645,
    hops: 146,
    reach: 30,
    leap: 100,
    lag: 70,
    eviction: 1000,
};

/// What plays best on small ones.
pub(crate) const SMALL: Weights = Weights {
    distance: 100,
    straggle: 3,
    farthest: 100,
    aside: 100,
    goal: 150,
    home: 300,
    hops: 60,
    reach: 0,
    leap: 0,
    lag: 60,
    eviction: 1000,
};
