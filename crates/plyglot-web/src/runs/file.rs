//! What pages ask for: a file's keys as JSON, or the text of a file.

use plyglot_arena::{
    Entrant, guest,
    plan::command,
    store::RunInfo,
    tournament::{self, Tournament},
};
use plyglot_core::Spec;
use plyglot_tuner::plan::{self, Plan};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::told;
use crate::{
    app::App,
    problem::{Answered, Code, Problem},
};

/// A run to be played.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct NewRun {
    /// What kind of run it is.
    pub(crate) kind: RunKind,
    /// The keys of a tournament file; its schedule may be `match`.
    #[serde(default)]
    pub(crate) plan: Option<PlanFile>,
    /// The text of a tournament or tuning file instead.
    #[serde(default)]
    #[schema(max_length = 65536)]
    pub(crate) toml: Option<String>,
}

/// Kinds of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RunKind {
    /// A match.
    Match,
    /// A tournament.
    Tournament,
    /// A search for better parameters.
    Tune,
}

/// The keys of a tournament file. Scalars come first: so TOML wants it.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanFile {
    #[serde(default)]
    #[schema(max_length = 200)]
    title: Option<String>,
    /// The specification of the game.
    #[schema(max_length = 4096)]
    game: String,
    /// `match`, `round-robin`, `gauntlet`, `swiss`, `knockout` or `contest`.
    schedule: String,
    /// Games of a match, at most if it has a test.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10000000)]
    games: Option<u32>,
    /// The test that ends a match: `elo0=0,elo1=10,alpha=0.05,beta=0.05`.
    #[serde(default)]
    sprt: Option<String>,
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000000)]
    blocks: Option<u32>,
    /// Rounds of a Swiss tournament.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000000)]
    rounds: Option<u32>,
    /// Line-ups of a round robin that are played, if not all are.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000000)]
    sample: Option<u32>,
    /// Agents in a group of a contest.
    #[serde(default)]
    #[schema(minimum = 2, maximum = 1000000)]
    group: Option<u32>,
    /// Those who meet all others in a gauntlet, by name.
    #[serde(default)]
    challengers: Option<Vec<String>>,
    /// `rotations` or `all`.
    #[serde(default)]
    seatings: Option<String>,
    #[serde(default)]
    #[schema(maximum = 9007199254740991_u64)]
    seed: Option<u64>,
    /// Games at the same time.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1024)]
    concurrency: Option<u16>,
    /// What each rank brings.
    #[serde(default)]
    points: Option<Vec<f64>>,
    #[serde(default)]
    limits: Option<PlanLimits>,
    #[serde(default)]
    openings: Option<PlanOpenings>,
    #[serde(default)]
    adjudication: Option<PlanAdjudication>,
    #[schema(max_items = 1000)]
    agents: Vec<PlanAgent>,
}

/// What a move may cost.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlanLimits {
    /// Seconds a move.
    #[serde(default)]
    time: Option<f64>,
    /// Seconds a game and seconds added a move: `60+0.5`.
    #[serde(default)]
    clock: Option<String>,
    /// Seconds of processor time a move.
    #[serde(default)]
    cpu_time: Option<f64>,
    /// `ply` or `turn`.
    #[serde(default)]
    per: Option<String>,
    #[serde(default)]
    #[schema(minimum = 1, maximum = 9007199254740991_u64)]
    nodes: Option<u64>,
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    depth: Option<u32>,
}

/// How games begin.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlanOpenings {
    #[serde(default)]
    #[schema(maximum = 1000)]
    random_plies: Option<u32>,
    /// A file of openings, if the server may read files.
    #[serde(default)]
    file: Option<String>,
    #[serde(default)]
    #[schema(maximum = 1000)]
    plies: Option<u32>,
}

/// When games are cut short.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlanAdjudication {
    #[serde(default)]
    #[schema(minimum = 1)]
    max_plies: Option<u32>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlanAgent {
    #[serde(default)]
    #[schema(max_length = 200)]
    name: Option<String>,
    #[schema(max_length = 4096)]
    spec: String,
}

/// The longest file.
const FILE: usize = 1 << 16;

/// What a run is, once it was understood.
pub(crate) enum Asked {
    /// A match or a tournament.
    Play(Box<Tournament>),
    /// A search for better parameters.
    Tune(Box<Plan>),
}

/// What would be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct Checked {
    /// Its id, if it were started.
    pub(crate) id: String,
    /// Its title.
    title: String,
    /// Whether the file has such a run already: it would go on.
    pub(crate) known: bool,
    /// Games that would be played at most, if that is known.
    games: Option<usize>,
    /// Who takes part: names and specifications.
    agents: Vec<(String, String)>,
    /// What somebody who plays it should know beforehand.
    warnings: Vec<String>,
    /// The command for the same.
    command: String,
    /// The file for the same.
    toml: String,
}

impl NewRun {
    /// The text of the file that is asked for.
    fn text(&self) -> Answered<String> {
        let text = match (&self.toml, &self.plan) {
            (Some(toml), None) => toml.clone(),
            (None, Some(plan)) if self.kind != RunKind::Tune => toml::to_string(plan)
                .map_err(|error| Problem::new(Code::Syntax, "plan", error.to_string()))?,
            _ => {
                let why = "expected either the keys of a plan or the text of a file";
                return Err(Problem::new(Code::Syntax, "plan", why));
            }
        };
        match text.len() <= FILE {
            true => Ok(text),
            false => Err(Problem::new(Code::Limit, "toml", format!("more than {FILE} bytes"))),
        }
    }
}

impl NewRun {
    /// The file that is asked for, understood.
    pub(crate) fn understood(&self, app: &App) -> Answered<(String, Asked)> {
        let text = self.text()?;
        let asked = understand(app, &text).map_err(|problem| match self.plan {
            Some(_) => Problem { message: without_place(&problem.message), ..problem },
            None => problem,
        })?;
        self.fits(&asked)?;
        Ok((text, asked))
    }

    /// Refuses a file of another kind than was said.
    fn fits(&self, asked: &Asked) -> Answered<()> {
        let kind = match asked {
            Asked::Play(own) if own.plan.is_some() => RunKind::Match,
            Asked::Play(_) => RunKind::Tournament,
            Asked::Tune(_) => RunKind::Tune,
        };
        match kind == self.kind {
            true => Ok(()),
            false => {
                Err(Problem::new(Code::Rules, "kind", format!("the file asks for a {kind:?}")))
            }
        }
    }
}

/// An error without its line and column: whoever filled in a form has not seen the file.
fn without_place(message: &str) -> String {
    let place = message.split_once(": ").filter(|(place, _)| place.starts_with("line "));
    place.map_or(message, |(_, rest)| rest).to_owned()
}

/// Whether a file asks for a search for parameters: those name a method.
fn is_tuning(text: &str) -> bool {
    text.parse::<toml::Table>().is_ok_and(|file| file.contains_key("method"))
}

/// Understands a file, and refuses what pages may not have.
pub(crate) fn understand(app: &App, text: &str) -> Answered<Asked> {
    let asked = read(app, text)?;
    asked.check(app)?;
    Ok(asked)
}

/// Understands a file, whatever it asks for.
pub(crate) fn read(app: &App, text: &str) -> Answered<Asked> {
    let refuse = |error: plyglot_arena::Error| Problem::new(Code::Spec, "toml", error.to_string());
    let load = |path: &str| app.load(path);
    Ok(match is_tuning(text) {
        true => Asked::Tune(Box::new(plan::read(text, &app.catalog, &load).map_err(refuse)?)),
        false => {
            Asked::Play(Box::new(tournament::read(text, &app.catalog, &load).map_err(refuse)?))
        }
    })
}

impl Asked {
    /// Refuses what pages may not have: programs, and files that are not read through the server.
    pub(crate) fn check(&self, app: &App) -> Answered<()> {
        if app.config.allow_exec {
            return Ok(());
        }
        let entrants: Vec<&Entrant> = match self {
            Asked::Play(own) => own.entrants.iter().collect(),
            Asked::Tune(own) => own.opponents.iter().chain([&own.start]).collect(),
        };
        let starts =
            |own: &&&Entrant| Spec::parse(&own.spec).is_ok_and(|spec| guest::kind(&spec).is_some());
        let refuse = |what: String| {
            let why = "`plyglot web --allow-exec` lets pages do that";
            Err(Problem::new(Code::Forbidden, "toml", format!("{what}: {why}")))
        };
        if let Some(own) = entrants.iter().find(starts) {
            return refuse(format!("{} is a player from outside", own.name));
        }
        match self {
            Asked::Tune(own) if !own.texel().records.is_empty() => {
                refuse(format!("{} is a file of its own", own.texel().records))
            }
            _ => Ok(()),
        }
    }

    /// Whether it is a match or a tournament.
    pub(crate) fn is_play(&self) -> bool {
        matches!(self, Asked::Play(_))
    }

    /// What is kept of the run: its id, title, command and file.
    pub(crate) fn info(&self, app: &App, text: &str) -> RunInfo {
        let records = app.config.records.display().to_string();
        let (title, game, config, kind) = match self {
            Asked::Play(own) => (&own.title, &own.rules.listed, &own.config, "tournament"),
            Asked::Tune(own) => (&own.title, &own.setting.opened.spec, &own.config, "tune"),
        };
        let (words, source) = match self {
            Asked::Play(own) if own.plan.is_some() => {
                let plan = own.plan.as_ref();
                (plan.map(|plan| plan.words(Some(&records))), plan.and_then(|plan| plan.toml()))
            }
            _ => (None, None),
        };
        let words = words.unwrap_or_else(|| {
            ["plyglot", kind, &file_name(title), "--db", &records].map(str::to_owned).to_vec()
        });
        let info = RunInfo::new(title.clone(), game, &command(&words), config.clone());
        info.with_source(source.or_else(|| Some(text.to_owned())))
    }

    /// Games that are planned at most, if that is known.
    pub(crate) fn games(&self) -> Option<usize> {
        match self {
            Asked::Play(own) => own.schedule.games(),
            Asked::Tune(own) => match own.budget {
                plyglot_tuner::tuning::Budget::Games(games) if games < usize::MAX => Some(games),
                _ => None,
            },
        }
    }

    /// Games at a time that the file asks for.
    pub(crate) fn concurrency(&self) -> usize {
        let asked = match self {
            Asked::Play(own) => own.concurrency,
            Asked::Tune(own) => own.concurrency,
        };
        usize::from(asked.unwrap_or(1))
    }

    /// What would be played.
    pub(crate) fn checked(&self, app: &App, text: &str) -> Checked {
        let info = self.info(app, text);
        let (agents, warnings) = match self {
            Asked::Play(own) => (own.entrants.clone(), own.warnings.clone()),
            Asked::Tune(own) => {
                let all = [&own.start].into_iter().chain(&own.opponents);
                (all.cloned().collect(), own.warnings.clone())
            }
        };
        Checked {
            id: info.id,
            title: told::title(&info.title, &info.game),
            known: false,
            games: self.games(),
            agents: agents.into_iter().map(|own| (own.name, own.short)).collect(),
            warnings,
            command: info.command,
            toml: info.source.unwrap_or_default(),
        }
    }
}

/// The name of a file for something with a title.
fn file_name(title: &str) -> String {
    let plain =
        |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
    let name: String = title.chars().take(60).map(plain).collect();
    let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
    format!("{}.toml", if words.is_empty() { "run".to_owned() } else { words.join("-") })
}

/// A file to begin with.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Template {
    kind: RunKind,
    /// Its name.
    name: &'static str,
    /// The file.
    toml: &'static str,
}

/// The files of the examples.
pub(crate) fn templates() -> Vec<Template> {
    macro_rules! example {
        ($kind:ident, $folder:literal, $name:literal) => {
            Template {
                kind: RunKind::$kind,
                name: $name,
                toml: include_str!(concat!("../../../../examples/", $folder, "/", $name, ".toml")),
            }
        };
    }
    vec![
        example!(Match, "tournaments", "match"),
        example!(Tournament, "tournaments", "round-robin"),
        example!(Tournament, "tournaments", "gauntlet"),
        example!(Tournament, "tournaments", "swiss"),
        example!(Tournament, "tournaments", "knockout"),
        example!(Tournament, "tournaments", "contest"),
        example!(Tune, "tuning", "halma-spsa"),
        example!(Tune, "tuning", "dala-classic-spsa"),
        example!(Tune, "tuning", "dala-generate"),
        example!(Tune, "tuning", "halma-ablate"),
        example!(Tune, "tuning", "reversi-texel"),
        example!(Tune, "tuning", "reversixt-spsa"),
    ]
}
