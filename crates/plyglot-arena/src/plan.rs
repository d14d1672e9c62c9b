//! A match with everything written out: as words of a command line, and as a tournament file.

use std::fmt::Write as _;

use plyglot_stats::sprt::Sprt;

use crate::{Adjudication, Entrant, Limits, Per, entrant::typed, opening, seating::Orders};

/// A match as it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchPlan {
    /// The short specification of the game.
    pub game: String,
    /// Who plays, as listed: a line-up may name an agent more than once.
    pub agents: Vec<Entrant>,
    /// Games, at least; with a test, at most.
    pub games: usize,
    /// Seed of openings and agents.
    pub seed: u64,
    /// What moves may cost.
    pub limits: Limits,
    /// How games begin.
    pub openings: Beginning,
    /// Which orders of a line-up make a block.
    pub orders: Orders,
    /// The test of the first agent against the others that ends it, if there is one.
    pub sprt: Option<Sprt>,
    /// When games are cut short.
    pub adjudication: Adjudication,
    /// Games at the same time.
    pub concurrency: u16,
}

/// How the games of a match begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// With the game's own openings.
    Book,
    /// With so many random plies.
    Random(u32),
    /// With those of a file, and so many plies of its games, if that is said.
    File(String, Option<u32>),
}

impl Beginning {
    /// How games begin with these openings, which come from a file if it is named.
    pub fn of(source: &opening::Source, file: Option<(String, Option<u32>)>) -> Beginning {
        match (source, file) {
            (opening::Source::Random(plies), _) => Beginning::Random(*plies),
            (opening::Source::List(_), Some((path, plies))) => Beginning::File(path, plies),
            (opening::Source::List(_), None) => Beginning::Book,
        }
    }
}

/// A number of milliseconds in seconds.
fn seconds(milliseconds: u64) -> String {
    (milliseconds as f64 / 1000.0).to_string()
}

impl MatchPlan {
    /// The words of the command that plays it with records in a file, or without.
    pub fn words(&self, records: Option<&str>) -> Vec<String> {
        let mut words = vec!["plyglot".to_owned(), "match".to_owned(), self.game.clone()];
        let mut add = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        add("games", self.games.to_string());
        add("seed", self.seed.to_string());
        self.limits.options().into_iter().for_each(|(name, value)| add(name, value));
        match &self.openings {
            Beginning::Book => {}
            Beginning::Random(plies) => add("random-plies", plies.to_string()),
            Beginning::File(path, plies) => {
                add("openings", path.clone());
                plies.iter().for_each(|plies| add("opening-plies", plies.to_string()));
            }
        }
        if self.orders == Orders::All {
            add("seatings", "all".to_owned());
        }
        self.sprt.iter().for_each(|sprt| add("sprt", sprt.to_string()));
        if let Some(rule) = &self.adjudication.draw {
            let (after, moves, score) = (rule.after, rule.moves, rule.score);
            add("draw", format!("after={after},moves={moves},score={score}"));
        }
        if let Some(rule) = &self.adjudication.resign {
            add("resign", format!("moves={},score={}", rule.moves, rule.score));
        }
        add("max-plies", self.adjudication.max_plies.to_string());
        add("concurrency", self.concurrency.to_string());
        match records {
            Some(path) => add("db", path.to_owned()),
            None => words.push("--no-db".to_owned()),
        }
        words.push("--agents".to_owned());
        words.extend(self.agents.iter().map(typed));
        words
    }

    /// The file that asks for the same; `None` where its seed is above what such a file can hold.
    pub fn toml(&self) -> Option<String> {
        i64::try_from(self.seed).ok()?;
        let mut out = String::new();
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(out, "{name} = {value}");
        };
        line("game", &quoted(&self.game));
        line("schedule", &quoted("match"));
        line("games", &self.games.to_string());
        line("seed", &self.seed.to_string());
        line("concurrency", &self.concurrency.to_string());
        if self.orders == Orders::All {
            line("seatings", &quoted("all"));
        }
        self.sprt.iter().for_each(|sprt| line("sprt", &quoted(&sprt.to_string())));
        out += &table("limits", &self.limit_lines());
        out += &table("openings", &self.opening_lines());
        out += &table("adjudication", &self.adjudication_lines());
        for agent in &self.agents {
            let spec = if agent.short.is_empty() { &agent.spec } else { &agent.short };
            let name = (agent.name != *spec).then(|| ("name", quoted(&agent.name)));
            let lines: Vec<_> = name.into_iter().chain([("spec", quoted(spec))]).collect();
            out += &table("[agents]", &lines);
        }
        Some(out)
    }

    fn limit_lines(&self) -> Vec<(&'static str, String)> {
        let line = |(name, value): (&'static str, String)| match name {
            "cpu-time" => ("cpu_time", value),
            "clock" | "per" => (name, quoted(&value)),
            _ => (name, value),
        };
        self.limits.options().into_iter().map(line).collect()
    }

    fn opening_lines(&self) -> Vec<(&'static str, String)> {
        match &self.openings {
            Beginning::Book => Vec::new(),
            Beginning::Random(plies) => vec![("random_plies", plies.to_string())],
            Beginning::File(path, plies) => {
                let plies = plies.map(|plies| ("plies", plies.to_string()));
                [("file", quoted(path))].into_iter().chain(plies).collect()
            }
        }
    }

    fn adjudication_lines(&self) -> Vec<(&'static str, String)> {
        let Adjudication { max_plies, draw, resign } = &self.adjudication;
        let usual = *max_plies == Adjudication::default().max_plies;
        let mut lines = Vec::new();
        if !usual {
            lines.push(("max_plies", max_plies.to_string()));
        }
        lines.extend(draw.iter().map(|rule| {
            let (after, moves, score) = (rule.after, rule.moves, rule.score);
            ("draw", format!("{{ after = {after}, moves = {moves}, score = {score:?} }}"))
        }));
        lines.extend(resign.iter().map(|rule| {
            ("resign", format!("{{ moves = {}, score = {:?} }}", rule.moves, rule.score))
        }));
        lines
    }
}

impl Limits {
    /// What differs from the usual, as the command line calls it.
    fn options(&self) -> Vec<(&'static str, String)> {
        let usual = Limits::default();
        let clock = |own: crate::Clock| format!("{}+{}", seconds(own.base), seconds(own.increment));
        let all = [
            ("time", self.time.map(seconds)),
            ("clock", self.clock.map(clock)),
            ("cpu-time", self.cpu_time.map(seconds)),
            ("per", (self.per == Per::Turn).then(|| "turn".to_owned())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("margin", (self.margin != usual.margin).then(|| seconds(self.margin))),
            ("patience", (self.patience != usual.patience).then(|| seconds(self.patience))),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// Words as a shell takes them, as one line.
pub fn command(words: &[String]) -> String {
    let quoted = words.iter().map(|word| shlex::try_quote(word).unwrap_or_default());
    quoted.collect::<Vec<_>>().join(" ")
}

/// A table of a file, unless it would be empty.
fn table(name: &str, lines: &[(&str, String)]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let lines: Vec<String> =
        lines.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
    format!("\n[{name}]\n{}", lines.concat())
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use plyglot_catalog::Catalog;
    use plyglot_core::options::no_files;

    use super::*;
    use crate::tournament;

    const FILE: &str = "game = \"chexers\"\nschedule = \"match\"\ngames = 7\nseed = 9\n\
        concurrency = 2\nseatings = \"all\"\n\
        sprt = \"elo0=0,elo1=10,alpha=0.05,beta=0.05,kind=logistic\"\n\
        \n[limits]\ntime = 0.05\nmargin = 1\n\
        \n[openings]\nrandom_plies = 3\n\
        \n[adjudication]\nmax_plies = 80\ndraw = { after = 1, moves = 2, score = 0.02 }\n\
        \n[[agents]]\nname = 'a \"b\"'\nspec = \"random\"\n\
        \n[[agents]]\nspec = \"greedy\"\n\n[[agents]]\nspec = \"greedy\"\n";

    #[test]
    fn a_match_is_the_same_as_a_file_and_as_a_command() {
        let catalog = Catalog::standard();
        let read = tournament::read(FILE, &catalog, &no_files).unwrap();
        let plan = read.plan.unwrap();
        assert_eq!(plan.toml().unwrap(), FILE);
        assert_eq!(read.schedule.games(), Some(9), "three seatings of a line-up with one twice");
        assert_eq!(read.entrants.len(), 2);
        let words = plan.words(Some("x.db")).join(" ");
        assert_eq!(
            words,
            "plyglot match chexers --games 7 --seed 9 --time 0.05 --margin 1 --random-plies 3 \
             --seatings all --sprt elo0=0,elo1=10,alpha=0.05,beta=0.05,kind=logistic \
             --draw after=1,moves=2,score=0.02 --max-plies 80 --concurrency 2 --db x.db \
             --agents a \"b\"=random greedy greedy"
        );
        assert_eq!(MatchPlan { seed: u64::MAX, ..plan }.toml(), None);
    }
}
