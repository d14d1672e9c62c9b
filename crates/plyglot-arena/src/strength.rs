//! How strong everybody is, beyond scores, as plain data.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    Error,
    ratings::{self, Ranked, Ratings, Share},
};

/// Samples of the blocks behind the intervals of ratings.
const BOOTSTRAP: usize = 200;

/// Ratings, populations and points.
#[derive(Clone, Debug, Serialize)]
pub struct Strengths {
    /// Ratings of agents and seats.
    pub ratings: Ratings,
    /// What evolution would settle on, if everybody met everybody.
    pub population: Option<Vec<Share>>,
    /// Points by rank, if a table for them is given.
    pub points: Option<BTreeMap<String, f64>>,
}

impl Strengths {
    /// Works everything out from finished games.
    pub fn of(ranked: &Ranked, points: Option<&[f64]>, seed: u64) -> Result<Strengths, Error> {
        Ok(Strengths {
            ratings: ratings::ratings(ranked, BOOTSTRAP, seed)?,
            population: ratings::population(ranked),
            points: points.map(|table| ratings::table_points(ranked, table)),
        })
    }
}
