//! What games tell of ratings, and what only the prior does.
//!
//! Who won everything against some others could be stronger by any amount: the likelihood has no maximum
//! there, and the value comes from the prior. The same happens with seats, and with a player who never
//! lost from one of them. All such values, and no others, move when the prior is loosened.

use serde::Serialize;

use super::{ELO, Game, model::Model};
use crate::{
    linear::{Matrix, dot},
    normal,
};

/// How much further in Elo than others a value moves when the prior is twice as wide, if games do not hold
/// it: values that they hold part by a few, others by about two hundred, or half of that where seats share it.
const MOVED: f64 = 40.0;

/// Bootstrap intervals below this width in Elo come from blocks that are all alike.
const NARROW: f64 = 1.0;

/// What decided a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The games.
    Told,
    /// The prior: the games only say that it is above those that are told.
    Above,
    /// The prior: the games only say that it is below those that are told.
    Below,
    /// The prior: the games tell nothing of anybody.
    Unknown,
}

/// Which of some parameters games tell: the largest set that a looser prior moves together.
pub(super) struct Told {
    pub(super) standings: Vec<Standing>,
    anchor: Option<usize>,
}

impl Told {
    /// From how far each parameter moves when the prior is loosened, in Elo. An anchor is zero whatever
    /// happens, and those told are the ones that move with it.
    pub(super) fn new(moved: &[f64], anchor: Option<usize>) -> Self {
        let mut order: Vec<usize> = (0..moved.len()).collect();
        order.sort_by(|a, b| moved[*b].total_cmp(&moved[*a]));
        let sets: Vec<&[usize]> =
            order.chunk_by(|one, next| moved[*one] - moved[*next] <= MOVED).collect();
        let wanted = |set: &usize| match anchor {
            Some(anchor) => sets[*set].contains(&anchor),
            // Of equal sets the first is the strongest.
            None => sets[*set].len() > 1 && sets.iter().all(|own| own.len() <= sets[*set].len()),
        };
        let chosen = (0..sets.len()).find(wanted);
        let mut standings = vec![Standing::Unknown; moved.len()];
        for (at, set) in sets.iter().enumerate() {
            let standing = match chosen.map(|chosen| at.cmp(&chosen)) {
                None => Standing::Unknown,
                Some(std::cmp::Ordering::Less) => Standing::Above,
                Some(std::cmp::Ordering::Equal) => Standing::Told,
                Some(std::cmp::Ordering::Greater) => Standing::Below,
            };
            set.iter().for_each(|own| standings[*own] = standing);
        }
        Told { standings, anchor }
    }

    /// A parameter in Elo: zero is the anchor, or the mean of those told, or of all if none are.
    pub(super) fn elo(&self, parameters: &[f64], index: usize) -> f64 {
        ELO * dot(&self.weights(index), parameters)
    }

    /// The same as weights of all parameters.
    pub(super) fn weights(&self, index: usize) -> Vec<f64> {
        let any = self.standings.contains(&Standing::Told);
        let counts = |own: usize| match self.anchor {
            Some(anchor) => own == anchor,
            None => !any || self.standings[own] == Standing::Told,
        };
        let all = (0..self.standings.len()).filter(|own| counts(*own)).count() as f64;
        let weight =
            |own: usize| f64::from(u8::from(own == index)) - f64::from(u8::from(counts(own))) / all;
        (0..self.standings.len()).map(weight).collect()
    }
}

/// The spread of parameters if every block were one game. Blocks that are all alike have none of their own.
pub(super) struct Alike {
    spread: Matrix,
    quantile: f64,
}

impl Alike {
    pub(super) fn new(model: &Model, games: &[Game], full: &[f64]) -> Self {
        let mut sizes = std::collections::BTreeMap::new();
        games.iter().for_each(|game| *sizes.entry(game.block).or_insert(0.0) += 1.0);
        let weights: Vec<f64> = games.iter().map(|game| 1.0 / sizes[&game.block]).collect();
        let degrees = (sizes.len() as f64 - 1.0).max(1.0);
        let quantile = normal::student_quantile(0.975, degrees);
        Alike { spread: model.curvature(&weights, full).inverse(), quantile }
    }

    /// An interval in Elo of a weighted sum of parameters from `start` on, widened if it has no width.
    pub(super) fn widen(
        &self,
        (low, high): (f64, f64),
        weights: Vec<f64>,
        start: usize,
    ) -> (f64, f64) {
        if high - low >= NARROW {
            return (low, high);
        }
        let rows = (0..weights.len())
            .map(|row| dot(&self.spread.row(start + row)[start..start + weights.len()], &weights));
        let variance = dot(&rows.collect::<Vec<f64>>(), &weights);
        let reach = ELO * self.quantile * variance.max(0.0).sqrt();
        let middle = 0.5 * (low + high);
        (low.min(middle - reach), high.max(middle + reach))
    }
}
