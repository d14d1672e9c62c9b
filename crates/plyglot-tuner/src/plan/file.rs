//! The keys of a tuning file.

use std::{fmt, ops::Range};

use plyglot_arena::{
    Error,
    conditions::{AdjudicationTable, LimitsTable, OpeningsTable, Source},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toml::Spanned;

use crate::{ablate, bayes, cmaes, generate, spsa, texel};

/// The methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Local search with random restarts.
    Generate,
    /// Groups of which the best on every side go on.
    Contest,
    /// Simultaneous perturbation.
    Spsa,
    /// An evolution strategy.
    Cmaes,
    /// A model of the score, for few games.
    Bayes,
    /// Weights fitted to the results of games.
    Texel,
    /// Every part taken out in turn.
    Ablate,
}

impl Kind {
    /// The games of a run that says nothing of them.
    pub(super) fn usual_games(self) -> usize {
        match self {
            Kind::Generate | Kind::Spsa | Kind::Cmaes => 4000,
            Kind::Bayes => 1000,
            Kind::Texel => 2000,
            // The pool and the test end these.
            Kind::Contest | Kind::Ablate => usize::MAX,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Generate => "generate",
            Kind::Contest => "contest",
            Kind::Spsa => "spsa",
            Kind::Cmaes => "cmaes",
            Kind::Bayes => "bayes",
            Kind::Texel => "texel",
            Kind::Ablate => "ablate",
        })
    }
}

/// Whether all seats share the values of parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Seats {
    #[default]
    Shared,
    Separate,
}

/// A tuning file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) title: Option<String>,
    pub(super) game: Spanned<String>,
    #[serde(default)]
    pub(super) variants: Vec<Spanned<String>>,
    pub(super) agent: Spanned<String>,
    pub(super) method: Spanned<Kind>,
    #[serde(default)]
    pub(super) seats: Seats,
    #[serde(default)]
    pub(super) opponents: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) parameters: Vec<ParameterTable>,
    pub(super) games: Option<Spanned<i64>>,
    pub(super) time: Option<Spanned<f64>>,
    pub(super) probe: Option<Spanned<i64>>,
    pub(super) validate: Option<Spanned<i64>>,
    pub(super) seed: Option<Spanned<i64>>,
    pub(super) concurrency: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) limits: LimitsTable,
    pub(super) openings: Option<Spanned<OpeningsTable>>,
    #[serde(default)]
    pub(super) adjudication: AdjudicationTable,
    #[serde(default)]
    pub(super) generate: generate::Options,
    #[serde(default)]
    pub(super) contest: ContestTable,
    #[serde(default)]
    pub(super) spsa: spsa::Options,
    #[serde(default)]
    pub(super) cmaes: cmaes::Options,
    #[serde(default)]
    pub(super) bayes: bayes::Options,
    #[serde(default)]
    pub(super) texel: texel::Options,
    #[serde(default)]
    pub(super) ablate: ablate::Options,
}

/// An entry of `[[parameters]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ParameterTable {
    pub(super) name: Spanned<String>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    pub(super) start: Option<f64>,
    pub(super) step: Option<f64>,
    /// The seat that it belongs to, from 1.
    pub(super) seat: Option<Spanned<i64>>,
    /// What takes it out of an agent.
    pub(super) out: Option<String>,
}

/// The table `[contest]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ContestTable {
    /// A file with one agent a line.
    pub(super) pool: String,
    /// How many play each other.
    pub(super) group: usize,
}

impl Default for ContestTable {
    fn default() -> Self {
        ContestTable { pool: "pool".to_owned(), group: 10 }
    }
}

impl File {
    /// Refuses tables that say nothing to the method, and numbers that cannot be.
    pub(super) fn check_tables(&self, source: &Source<'_>) -> Result<(), Error> {
        let own = self.method.get_ref().to_string();
        let tables: toml::Table = source.read()?;
        let others = ["generate", "contest", "spsa", "cmaes", "bayes", "texel", "ablate"];
        let mut strange =
            others.into_iter().filter(|table| *table != own && tables.contains_key(*table));
        if let Some(table) = strange.next() {
            let message = format!("[{table}] says nothing to the method {own}");
            return Err(source.error(self.table_place(source, table), message));
        }
        let problem = match self.method.get_ref() {
            Kind::Generate => positive("generate", "openings", self.generate.openings)
                .or_else(|| positive("generate", "patience", self.generate.patience)),
            Kind::Spsa => positive("spsa", "openings", self.spsa.openings),
            Kind::Cmaes => positive("cmaes", "openings", self.cmaes.openings),
            Kind::Bayes => positive("bayes", "openings", self.bayes.openings),
            Kind::Contest => positive("contest", "group", self.contest.group),
            Kind::Texel => self.texel.problem(),
            Kind::Ablate => positive("ablate", "games", self.ablate.games),
        };
        match problem {
            Some(message) => Err(source.error(self.table_place(source, &own), message)),
            None => Ok(()),
        }
    }

    /// Where a table begins.
    fn table_place(&self, source: &Source<'_>, table: &str) -> Range<usize> {
        let at = source.0.find(&format!("[{table}]")).unwrap_or(self.method.span().start);
        at..at
    }

    /// The numbers of the method.
    pub(super) fn options(&self) -> Value {
        match self.method.get_ref() {
            Kind::Generate => json!(self.generate),
            Kind::Contest => json!({ "group": self.contest.group }),
            Kind::Spsa => json!(self.spsa),
            Kind::Cmaes => json!(self.cmaes),
            Kind::Bayes => json!(self.bayes),
            Kind::Texel => json!(self.texel),
            Kind::Ablate => json!(self.ablate),
        }
    }
}

fn positive(table: &str, key: &str, value: usize) -> Option<String> {
    (value == 0).then(|| format!("[{table}] {key} = 0: expected a number from 1"))
}
