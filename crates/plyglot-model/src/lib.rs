//! Evaluations that are learnt: weights over what a game declares of its positions
//! ([`plyglot_core::Features`]).
//!
//! - [`Model`]: the weights of all stages, in whole numbers; [`Pedigree`]: where they come from
//! - [`Network`]: a hidden layer beside the weights; [`teach()`] makes it
//! - [`Learned`]: the evaluation that they make
//! - `file`: a model as text ([`Model::read`], [`Model::write`])
//! - [`Samples`]: positions with what became of them; [`train()`]: weights from samples
//! - [`calibrate()`]: how points translate into expected scores
//!
//! Nothing here reads a clock or a file, and nothing depends on the number of threads: the same samples and
//! the same seed give the same weights, bit for bit.

mod backward;
mod calibrate;
mod file;
mod learned;
mod network;
mod odds;
mod samples;
#[cfg(test)]
mod tests;
mod train;

pub use backward::{Taught, teach};
pub use calibrate::{Bin, Calibration, calibrate};
pub use file::ModelError;
pub use learned::{Learned, points};
pub use network::{Network, SIZES};
pub use samples::{Label, Samples, asked};
pub use train::{Epoch, Settings, Trained, loss, loss_by_stage, train};

use std::fmt;

use plyglot_core::{Layout, Patterns};
use serde::{Deserialize, Serialize};

/// What a model foretells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// What the rules pay the player to move, by least squares: where the margin says more than the
    /// result. Between two sides only.
    Payoff,
    /// The result: the logarithm of the odds of winning, among more than two sides against all others
    /// together.
    Result,
    /// The rank: the logarithm of the odds of ending ahead of another side, for games in which more than the first place
    /// counts. Between two sides that is the result.
    Rank,
}

impl Target {
    /// Points of the evaluation for one unit of the target: a unit of the payoff, or a factor *e* of the
    /// odds. Small enough for weights of 16 bits, large enough for rounding not to matter.
    pub fn unit(self) -> f64 {
        match self {
            Target::Payoff => 128.0,
            Target::Result | Target::Rank => 1024.0,
        }
    }
}

/// Where a model comes from: what it takes to make it again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pedigree {
    /// The rules it was learnt under, with blanks between them.
    pub rules: String,
    /// Which generation it is.
    pub generation: u32,
    /// Games played for it.
    pub games: u64,
    /// Positions that it was trained on.
    pub positions: u64,
    /// The seed of all of it.
    pub seed: u64,
    /// The player of the games of its first generation.
    pub start: String,
    /// What it was asked for, as the file of `plyglot learn` says it.
    pub plan: String,
    /// Its loss on positions held out.
    pub loss: f64,
    /// The version of the engine that played, by its signature.
    pub engine: String,
    /// What play against the start showed; empty where nobody tried.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub proof: String,
}

impl fmt::Display for Pedigree {
    /// One line on where it comes from.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pedigree { rules, generation, games, positions, seed, start, loss, .. } = self;
        let mut all = rules.split(' ');
        let first = all.next().unwrap_or_default();
        let others = match all.count() {
            0 => String::new(),
            others => format!(" and under {others} other rules"),
        };
        write!(
            f,
            "generation {generation} from {start} in {first}{others}, seed {seed}: {positions} positions of \
             {games} games, loss {loss:.4}"
        )?;
        if self.proof.is_empty() { Ok(()) } else { write!(f, "; {}", self.proof) }
    }
}

/// Weights over a game's features, by stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The game.
    pub game: String,
    /// What it foretells.
    pub target: Target,
    /// The layout of the features it is for.
    pub digest: u64,
    /// Points of a lead that is worth 73 % of the score.
    pub scale: f64,
    /// Where it comes from.
    pub pedigree: Pedigree,
    /// All weights, stage by stage; none where the network says everything.
    pub weights: Vec<i16>,
    /// What a hidden layer adds to them, if there is one.
    pub network: Option<Network>,
    /// The checksum of its file; empty until it was read from one.
    pub checksum: String,
}

impl Model {
    /// Weights that say nothing, for features of that layout.
    pub fn blank(game: &str, layout: &Layout, target: Target) -> Model {
        Model {
            game: game.to_owned(),
            target,
            digest: layout.digest,
            scale: 1.0,
            pedigree: Pedigree::default(),
            weights: vec![0; layout.size * layout.stages],
            network: None,
            checksum: String::new(),
        }
    }

    /// The weights in units of the target, to learn on from.
    pub fn reals(&self) -> Vec<f32> {
        let unit = self.target.unit();
        self.weights.iter().map(|weight| (f64::from(*weight) / unit) as f32).collect()
    }

    /// What it makes of every row of samples, in units of its target.
    pub fn values(&self, samples: &Samples) -> Vec<f32> {
        let mut values = match self.weights.is_empty() {
            true => vec![0.0; samples.labels().len()],
            false => samples.values(&self.reals()),
        };
        if let Some(network) = &self.network {
            let more = backward::values(network, samples, self.target);
            values.iter_mut().zip(more).for_each(|(value, more)| *value += more);
        }
        values
    }

    /// Copies the weight of every canonical index of the patterns to those that mean the same.
    fn untie(&mut self, layout: &Layout, patterns: Option<&Patterns>) {
        let Some(patterns) = patterns else { return };
        let sizes: Vec<_> = patterns.sizes().collect();
        for stage in self.weights.chunks_mut(layout.size) {
            let mut from = 0;
            for (shape, size) in sizes.iter().enumerate() {
                let table = &mut stage[from..from + size];
                for index in 0..*size {
                    table[index] = table[usize::from(patterns.canonical(shape, index as u16))];
                }
                from += size;
            }
        }
    }
}
