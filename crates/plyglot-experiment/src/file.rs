//! Experiment files: TOML with a question, what was claimed, budgets and the measurements that decide.

use plyglot_arena::{
    Error,
    conditions::{LimitsTable, OpeningsTable, Source},
    entrant::{Files, entrant, limit_thinking},
};
use plyglot_catalog::{Catalog, Opened};
use plyglot_core::options::no_files;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::{
    count::Count,
    matches::Match,
    memory::Memory,
    verdict::{Answer, Rule, confidence},
};

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Minutes.
    Quick,
    /// As much as tells 10 Elo.
    Full,
}

/// What a run may cost.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Which of the budgets of the file.
    pub size: Size,
    /// Games of every match, whatever the file says.
    pub games: Option<usize>,
    /// Positions of every other measurement, whatever the file says.
    pub positions: Option<usize>,
    /// A game of so many plies is a draw.
    pub max_plies: Option<u32>,
}

/// A claim on trial.
pub struct Experiment {
    /// The name of its file.
    pub name: String,
    /// What is asked.
    pub question: String,
    /// What the description of the player claimed.
    pub claimed: String,
    /// The statistic that decides.
    pub decides: String,
    /// How the parts make the verdict.
    pub rule: Rule,
    /// The matches.
    pub matches: Vec<Match>,
    /// The comparisons of node counts.
    pub counts: Vec<Count>,
    /// The measurements of memory.
    pub memory: Vec<Memory>,
}

impl Experiment {
    /// How many parts decide.
    pub fn parts(&self) -> usize {
        self.matches.len() + self.counts.len() + self.memory.len()
    }

    /// The confidence of the interval of each part.
    pub fn confidence(&self) -> f64 {
        confidence(self.parts())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    question: String,
    claimed: String,
    decides: String,
    rule: Rule,
    seed: Option<Spanned<i64>>,
    worth: Option<f64>,
    #[serde(default)]
    quick: BudgetTable,
    #[serde(default)]
    full: BudgetTable,
    #[serde(default)]
    matches: Vec<MatchTable>,
    #[serde(default)]
    counts: Vec<CountTable>,
    #[serde(default)]
    memory: Vec<MemoryTable>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct BudgetTable {
    games: Option<Spanned<i64>>,
    positions: Option<Spanned<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchTable {
    name: String,
    game: Spanned<String>,
    agents: Spanned<[String; 2]>,
    #[serde(default)]
    limits: LimitsTable,
    openings: Option<Spanned<OpeningsTable>>,
    #[serde(default = "yes")]
    expect: Answer,
    quick: Option<Spanned<i64>>,
    full: Option<Spanned<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountTable {
    name: String,
    games: Vec<Spanned<String>>,
    with: Spanned<String>,
    without: Spanned<String>,
    /// Each takes the place of `{x}`.
    #[serde(default)]
    x: Vec<f64>,
    plies: Spanned<(u32, u32)>,
    #[serde(default = "yes")]
    expect: Answer,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MemoryTable {
    name: String,
    game: Spanned<String>,
    agent: Spanned<String>,
    mebibytes: f64,
    plies: Spanned<(u32, u32)>,
    #[serde(default = "yes")]
    expect: Answer,
}

fn yes() -> Answer {
    Answer::Yes
}

/// Reads an experiment of that name. Errors tell line and column.
pub fn read(name: &str, text: &str, catalog: &Catalog) -> Result<Experiment, Error> {
    let source = Source(text);
    let file: File = source.read()?;
    let seed = source.number("seed", &file.seed, 0..=i64::MAX)?.unwrap_or(1);
    let reading = Reading { source, catalog, file: &file, seed };
    let matches =
        file.matches.iter().map(|table| reading.versus(table)).collect::<Result<_, _>>()?;
    let mut counts = Vec::new();
    for table in &file.counts {
        counts.extend(reading.counts(table)?);
    }
    let memory = file.memory.iter().map(|table| reading.memory(table)).collect::<Result<_, _>>()?;
    let found = Experiment {
        name: name.to_owned(),
        question: file.question.clone(),
        claimed: file.claimed.clone(),
        decides: file.decides.clone(),
        rule: file.rule,
        matches,
        counts,
        memory,
    };
    match found.parts() {
        0 => {
            Err(Error::Input("expected at least one of [[matches]], [[counts]], [[memory]]".into()))
        }
        _ => Ok(found),
    }
}

/// A file that is being checked.
struct Reading<'a> {
    source: Source<'a>,
    catalog: &'a Catalog,
    file: &'a File,
    seed: u64,
}

impl Reading<'_> {
    fn versus(&self, table: &MatchTable) -> Result<Match, Error> {
        let files = Files::new(&no_files);
        let opened = self.opened(&table.game)?;
        let mut limits = self.source.limits(&table.limits)?;
        let mut entrants = Vec::new();
        for text in table.agents.get_ref() {
            let found = entrant(self.catalog, &opened, text, limits.depth, &files);
            entrants.push(found.map_err(|error| self.source.error(table.agents.span(), error))?);
        }
        if entrants[0].name == entrants[1].name {
            let message = "expected two agents with different names: NAME=SPEC";
            return Err(self.source.error(table.agents.span(), message));
        }
        limit_thinking(self.catalog, &entrants, &mut limits);
        // There are no files here of which anything could be left out.
        let (openings, _) = self.source.openings(&table.openings, &opened, &no_files)?;
        let games = |own: &Option<Spanned<i64>>, usual: &BudgetTable| {
            self.budget("games", if own.is_some() { own } else { &usual.games })
        };
        Ok(Match {
            name: table.name.clone(),
            entrants,
            limits,
            expected: table.expect,
            games: [games(&table.quick, &self.file.quick)?, games(&table.full, &self.file.full)?],
            openings,
            files: files.into_read(),
            worth: self.file.worth.unwrap_or(10.0),
            seed: self.seed,
            opened,
        })
    }

    fn counts(&self, table: &CountTable) -> Result<Vec<Count>, Error> {
        let mut found = Vec::new();
        for game in &table.games {
            let opened = self.opened(game)?;
            let values: Vec<_> = table.x.iter().map(f64::to_string).collect();
            // Without values there is nothing to fill in.
            for x in if values.is_empty() { vec![String::new()] } else { values } {
                let fill = |text: &str| text.replace("{x}", &x).replace("{game}", game.get_ref());
                for spec in [&table.with, &table.without] {
                    self.agent(&fill(spec.get_ref()), spec.span(), &opened)?;
                }
                found.push(Count {
                    name: fill(&table.name),
                    opened: opened.clone(),
                    with: fill(table.with.get_ref()),
                    without: fill(table.without.get_ref()),
                    expected: table.expect,
                    positions: self.positions()?,
                    plies: self.plies(&table.plies)?,
                    seed: self.seed,
                });
            }
        }
        Ok(found)
    }

    fn memory(&self, table: &MemoryTable) -> Result<Memory, Error> {
        let opened = self.opened(&table.game)?;
        self.agent(table.agent.get_ref(), table.agent.span(), &opened)?;
        Ok(Memory {
            name: table.name.clone(),
            agent: table.agent.get_ref().clone(),
            limit: table.mebibytes,
            expected: table.expect,
            positions: self.positions()?,
            plies: self.plies(&table.plies)?,
            seed: self.seed,
            opened,
        })
    }

    fn opened(&self, game: &Spanned<String>) -> Result<Opened, Error> {
        let opened = self.catalog.open(game.get_ref(), &no_files);
        opened.map_err(|error| self.source.error(game.span(), error))
    }

    fn agent(&self, spec: &str, at: std::ops::Range<usize>, opened: &Opened) -> Result<(), Error> {
        let agent = self.catalog.agent(spec, opened, &no_files);
        agent.map(|_| ()).map_err(|error| self.source.error(at, error))
    }

    fn plies(&self, plies: &Spanned<(u32, u32)>) -> Result<(u32, u32), Error> {
        match *plies.get_ref() {
            (first, last) if first <= last && last <= 1000 => Ok((first, last)),
            _ => Err(self.source.error(plies.span(), "plies: expected [FROM, TO] up to 1000")),
        }
    }

    fn positions(&self) -> Result<[usize; 2], Error> {
        let (quick, full) = (&self.file.quick.positions, &self.file.full.positions);
        Ok([self.budget("positions", quick)?, self.budget("positions", full)?])
    }

    fn budget(&self, what: &str, given: &Option<Spanned<i64>>) -> Result<usize, Error> {
        let found = self.source.number(what, given, 1..=10_000_000)?;
        let missing = || Error::Input(format!("[quick] and [full] need {what}"));
        found.map(|count| count as usize).ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
question = "Q"
claimed = "C"
decides = "D"
rule = "any"
[quick]
games = 10
positions = 4
[full]
games = 100
positions = 40
[[matches]]
name = "deep – shallow"
game = "dala"
agents = ["deep=classic(depth=2)", "shallow=classic(depth=1)"]
quick = 20
[[counts]]
name = "x {x}"
games = ["reversi", "reversi(size=6)"]
with = "alphabeta(depth=3,aspiration=fixed,window={x})"
without = "alphabeta(depth=3)"
x = [1, 2.5]
plies = [2, 8]
expect = "no"
"#;

    fn refused(from: &str, to: &str) -> String {
        assert!(GOOD.contains(from), "{from}");
        let text = GOOD.replacen(from, to, 1);
        read("test", &text, &Catalog::standard()).err().expect("it is wrong").to_string()
    }

    #[test]
    fn a_file_is_read_and_its_counts_are_spread_out() {
        let found = read("test", GOOD, &Catalog::standard()).unwrap();
        assert_eq!(found.matches[0].games, [20, 100]);
        assert_eq!(found.matches[0].expected, Answer::Yes);
        let names: Vec<_> = found.counts.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["x 1", "x 2.5", "x 1", "x 2.5"]);
        assert_eq!(found.counts[1].with, "alphabeta(depth=3,aspiration=fixed,window=2.5)");
        assert_eq!(found.counts[3].positions, [4, 40]);
        assert_eq!(found.counts[3].expected, Answer::No);
        assert_eq!(found.parts(), 5);
        assert_eq!(found.confidence(), 0.99);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let error = refused("shallow=classic(depth=1)", "deep=classic(depth=1)");
        assert_eq!(
            error,
            "line 15, column 10: expected two agents with different names: NAME=SPEC"
        );
        assert!(refused("\"dala\"", "\"dalla\"").starts_with("line 14, column 8: "));
        assert!(refused("window={x}", "windo={x}").starts_with("line 20, column 8: "));
        assert!(refused("[2, 8]", "[8, 2]").starts_with("line 23, column 9: plies: expected"));
        assert!(refused("rule = \"any\"", "rule = \"some\"").starts_with("line 5, column 8: "));
        assert_eq!(refused("positions = 4\n", ""), "[quick] and [full] need positions");
    }
}
