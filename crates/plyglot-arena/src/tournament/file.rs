//! The keys of a tournament file.

use serde::Deserialize;
use toml::Spanned;

use super::{Kind, Seatings};
use crate::conditions::{AdjudicationTable, LimitsTable, OpeningsTable};

/// A tournament file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) title: Option<String>,
    pub(super) game: Spanned<String>,
    pub(super) schedule: Spanned<Kind>,
    pub(super) seed: Option<Spanned<i64>>,
    pub(super) games: Option<Spanned<i64>>,
    pub(super) sprt: Option<Spanned<String>>,
    pub(super) blocks: Option<Spanned<i64>>,
    pub(super) rounds: Option<Spanned<i64>>,
    pub(super) sample: Option<Spanned<i64>>,
    pub(super) group: Option<Spanned<i64>>,
    pub(super) challengers: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) seatings: Option<Seatings>,
    pub(super) concurrency: Option<Spanned<i64>>,
    pub(super) points: Option<Spanned<Vec<f64>>>,
    #[serde(default)]
    pub(super) limits: LimitsTable,
    pub(super) openings: Option<Spanned<OpeningsTable>>,
    #[serde(default)]
    pub(super) adjudication: AdjudicationTable,
    pub(super) agents: Spanned<Vec<AgentTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AgentTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) spec: Spanned<String>,
}
