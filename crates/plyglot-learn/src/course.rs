//! What a learning run leaves besides its games and weights: how well the weights foretell, generation by
//! generation, and what the proof says.

use plyglot_catalog::model::{Calibration, Epoch, Trained};
use serde::{Deserialize, Serialize};

/// The course of a run so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Its title.
    pub title: String,
    /// Tells plans and engines apart: what is kept here is taken up again only by the same.
    pub plan: String,
    /// What came of every generation.
    pub generations: Vec<Learnt>,
    /// What the proof says, once it was made.
    pub proof: Option<Proved>,
}

/// What came of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learnt {
    /// Its number, from 1.
    pub generation: u32,
    /// Who played its games.
    pub player: String,
    /// Games that were learnt from.
    pub games: u64,
    /// Games that were not, because a fault decided them or they were cut short.
    pub left_out: u64,
    /// Positions that were learnt from.
    pub positions: u64,
    /// Positions held out.
    pub held_out: u64,
    /// The loss of the weights on the positions held out.
    pub loss: f64,
    /// That of the hand-made evaluation on the same, if there is one.
    pub hand_loss: Option<f64>,
    /// That of somebody who knows nothing but how often what comes.
    pub base_loss: f64,
    /// What points are worth, and how well that holds.
    pub calibration: Calibration,
    /// The loss after every round: learnt from, held out.
    pub curve: Vec<Round>,
    /// The same for the network, if there is one: what it adds to the weights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub network: Vec<Round>,
    /// What became of every stage.
    pub stages: Vec<Stage>,
    /// The checksum of the weights.
    pub checksum: String,
}

/// A round over all positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Its number; 0 is before the first.
    pub epoch: u32,
    /// The mean loss on the way through the positions; none before the first round.
    pub learnt: Option<f64>,
    /// The mean loss on the positions held out.
    pub held_out: f64,
}

/// What became of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// Its number.
    pub stage: usize,
    /// Positions that were learnt from.
    pub positions: usize,
    /// Positions held out.
    pub held_out: usize,
    /// The loss on these.
    pub loss: f64,
}

/// What play against the start showed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proved {
    /// Whether the test says that the weights are better.
    pub better: bool,
    /// The same in words, with the interval.
    pub says: String,
    /// Games that were played.
    pub games: usize,
    /// Games won, drawn and lost.
    pub results: [usize; 3],
    /// The score with its interval: likeliest, low and high.
    pub score: [f64; 3],
    /// What moves might cost.
    pub limits: String,
}

impl From<&Epoch> for Round {
    fn from(own: &Epoch) -> Round {
        let learnt = own.loss.is_finite().then_some(own.loss);
        Round { epoch: own.epoch, learnt, held_out: own.held_out }
    }
}

/// The curve of a training, from the numbers of positions of all stages; nothing if there was none.
pub(crate) fn curve(trained: &Trained, learnt: &[usize], held_out: &[usize]) -> Vec<Round> {
    let Some(last) = trained.course.iter().map(|own| own.epoch).max() else { return Vec::new() };
    let of_stage = |stage: usize| trained.course.iter().filter(move |own| own.stage == stage);
    // A stage that stopped early stays where it was.
    let at = |stage: usize, epoch: u32| of_stage(stage).rfind(|own| own.epoch <= epoch);
    let mean = |counts: &[usize], loss: &dyn Fn(usize) -> Option<f64>| {
        let known = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let parts = known.map(|(stage, count)| Some((loss(stage)? * *count as f64, *count as f64)));
        let (sum, all) = parts
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .fold((0.0, 0.0), |(sum, all), (part, count)| (sum + part, all + count));
        (all > 0.0).then(|| sum / all)
    };
    let round = |epoch: u32| Round {
        epoch,
        learnt: mean(learnt, &|stage| at(stage, epoch).map(|own| own.loss))
            .filter(|loss| loss.is_finite()),
        held_out: mean(held_out, &|stage| at(stage, epoch).map(|own| own.held_out)).unwrap_or(0.0),
    };
    (0..=last).map(round).collect()
}

/// What became of every stage, from its numbers of positions and its loss.
pub(crate) fn stages_told(learnt: &[usize], held_out: &[usize], losses: &[f64]) -> Vec<Stage> {
    let of = |(stage, loss): (usize, &f64)| Stage {
        stage,
        positions: learnt[stage],
        held_out: held_out[stage],
        loss: *loss,
    };
    losses.iter().enumerate().map(of).collect()
}
