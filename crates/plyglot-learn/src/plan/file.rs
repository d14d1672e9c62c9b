//! The keys of a learning file.

use plyglot_arena::conditions::AdjudicationTable;
use plyglot_catalog::model::{SIZES, Target};
use serde::{Deserialize, Serialize};
use toml::Spanned;

/// A learning file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) title: Option<String>,
    pub(super) game: Spanned<String>,
    #[serde(default)]
    pub(super) variants: Vec<Spanned<String>>,
    pub(super) start: Spanned<String>,
    pub(super) player: Spanned<String>,
    /// Whose evaluation the weights are compared with, if not the start's.
    pub(super) hand: Option<Spanned<String>>,
    pub(super) generations: Spanned<Vec<GenerationTable>>,
    #[serde(default)]
    pub(super) model: Option<Spanned<ModelTable>>,
    #[serde(default)]
    pub(super) proof: Option<Spanned<ProofTable>>,
    pub(super) seed: Option<Spanned<i64>>,
    pub(super) output: Option<String>,
    pub(super) concurrency: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) adjudication: AdjudicationTable,
}

/// An entry of `[[generations]]`: what it does not say is as in the one before.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GenerationTable {
    pub(super) games: Option<Spanned<i64>>,
    pub(super) nodes: Option<Spanned<i64>>,
    pub(super) random: Option<Spanned<[i64; 2]>>,
    pub(super) guide: Option<Spanned<Guide>>,
    pub(super) every: Option<Spanned<i64>>,
    pub(super) others: Option<Spanned<OthersTable>>,
}

/// The table `guide` of a generation: who finds most plies of its openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// The share of plies that the player of the generation chooses; the others, and always the last, are random.
    pub share: f64,
    /// With so many nodes each.
    pub nodes: u64,
}

/// The table `others` of a generation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OthersTable {
    pub(super) share: f64,
    pub(super) agents: Vec<Spanned<String>>,
}

/// Where training begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum From {
    /// At the weights of the generation before.
    #[default]
    Before,
    /// At nothing.
    Nothing,
}

/// The table `[model]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelTable {
    /// What is foretold.
    pub target: Target,
    /// The most rounds over all positions.
    pub epochs: u32,
    /// The size of the first steps.
    pub rate: f64,
    /// How soon the steps of a weight become smaller.
    pub patience: f64,
    /// Units of a hidden layer; none without one.
    pub hidden: usize,
    /// Whether weights are learnt, too, or the network says everything.
    pub linear: bool,
    /// The share of the result in what a position is labelled with; the rest is what the search of the move
    /// that was played there said.
    pub lambda: f64,
    /// The share of openings whose games are held out.
    pub held_out: f64,
    /// The share of the games of older generations that is learnt from again.
    pub keep: f64,
    /// Where training begins.
    pub from: From,
}

impl Default for ModelTable {
    fn default() -> Self {
        ModelTable {
            target: Target::Result,
            epochs: 8,
            rate: 0.3,
            patience: 40.0,
            hidden: 0,
            linear: true,
            lambda: 1.0,
            held_out: 0.05,
            keep: 0.0,
            from: From::Before,
        }
    }
}

impl ModelTable {
    /// What cannot be in a game of so many sides, whose features have patterns or not.
    pub(super) fn problem(&self, sides: usize, patterns: bool) -> Option<String> {
        let told = |key: &str, value: f64, expected: &str| {
            Some(format!("[model] {key} = {value}: expected {expected}"))
        };
        match self {
            own if sides > 2 && own.target == Target::Payoff => Some(format!(
                "[model] target = \"payoff\": expected \"result\", since the game has {sides} sides"
            )),
            own if sides > 2 && own.lambda != 1.0 => told(
                "lambda",
                own.lambda,
                "1: among more than two sides a search tells no shares to learn from",
            ),
            own if own.hidden > 0 && !SIZES.contains(&own.hidden) => {
                told("hidden", own.hidden as f64, &format!("0 or one of {SIZES:?}"))
            }
            own if own.hidden > 0 && !patterns => told(
                "hidden",
                own.hidden as f64,
                "0: a network sees what patterns are read from, and this game has none",
            ),
            own if own.hidden == 0 && !own.linear => Some(
                "[model] linear = false: expected a hidden layer that says everything, hidden = 64"
                    .to_owned(),
            ),
            own if !(1..=1000).contains(&own.epochs) => {
                told("epochs", own.epochs.into(), "a number from 1 to 1000")
            }
            own if !(own.rate > 0.0 && own.rate <= 10.0) => {
                told("rate", own.rate, "a number above 0, up to 10")
            }
            own if !(0.01..=1e9).contains(&own.patience) => {
                told("patience", own.patience, "0.01 to 1000000000")
            }
            own if !(0.0..=1.0).contains(&own.lambda) => told("lambda", own.lambda, "0 to 1"),
            own if !(0.001..=0.5).contains(&own.held_out) => {
                told("held_out", own.held_out, "0.001 to 0.5")
            }
            own if !(0.0..=1.0).contains(&own.keep) => told("keep", own.keep, "0 to 1"),
            _ => None,
        }
    }
}

/// The table `[proof]`.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ProofTable {
    pub(super) games: Option<Spanned<i64>>,
    pub(super) nodes: Option<Spanned<i64>>,
    pub(super) cpu_time: Option<Spanned<f64>>,
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Default for ProofTable {
    fn default() -> Self {
        ProofTable {
            games: None,
            nodes: None,
            cpu_time: None,
            elo0: 0.0,
            elo1: 30.0,
            alpha: 0.05,
            beta: 0.05,
        }
    }
}
