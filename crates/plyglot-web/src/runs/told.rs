//! What pages are told of runs: the arena's numbers, with their words beside them.

use plyglot_arena::{
    ratings::Rated,
    schedule::{Outcome, Test},
    standings::{Cross, Duel, Line, Standings},
    strength::Strengths,
};
use plyglot_stats::{
    elo::{Estimate, Strength, Summary},
    sprt::{Sprt, Verdict},
};
use plyglot_tuner::course::Course;
use serde::Serialize;
use utoipa::ToSchema;

use crate::view::View;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RunState {
    /// It waits for a thread.
    Waiting,
    /// This server plays it.
    Running,
    /// Another process plays it.
    Elsewhere,
    /// It can go on.
    Paused,
    /// Nothing is left to play, or nobody knows what.
    Done,
}

/// A run in a list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct RunBrief {
    /// Names the run.
    pub(crate) id: String,
    /// `match`, a kind of tournament, `tune` or `import`.
    pub(crate) kind: String,
    /// Its title.
    pub(crate) title: String,
    /// The name of the game alone.
    pub(crate) game: String,
    /// How far it is.
    pub(crate) state: RunState,
    /// Games that are kept.
    pub(crate) games: usize,
    /// Games that are planned at most, if that is known.
    pub(crate) total: Option<usize>,
    /// What there is to say in a few words.
    pub(crate) headline: String,
    /// When it began, in UTC.
    pub(crate) started: String,
}

/// The title of a run, with the name of the game in place of its whole specification.
pub(crate) fn title(title: &str, game: &str) -> String {
    let name = game.split('(').next().unwrap_or(game);
    title.strip_prefix(game).map_or_else(|| title.to_owned(), |rest| format!("{name}{rest}"))
}

/// All runs of the file.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct RunList {
    /// The runs, the newest first.
    pub(crate) runs: Vec<RunBrief>,
    /// The file of records.
    pub(crate) records: String,
}

/// A run with everything that is told of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunView {
    /// What a list tells of it.
    #[serde(flatten)]
    pub(crate) brief: RunBrief,
    /// The shortest specification of the game.
    pub(crate) spec: String,
    /// The seats in the game's own words.
    pub(crate) seats: Vec<String>,
    /// Why it ended early, if it did.
    pub(crate) verdict: Option<String>,
    /// Why it cannot go on, if it was tried.
    pub(crate) error: Option<String>,
    /// Whether this server can go on with it.
    pub(crate) resumable: bool,
    /// How many games are played at a time, if this server plays it.
    pub(crate) threads: usize,
    /// Games a second of late.
    pub(crate) pace: Option<f64>,
    /// Seconds until the last planned game, if it goes on so.
    pub(crate) left: Option<f64>,
    /// Blocks, the independent observations.
    pub(crate) blocks: usize,
    /// Finished games that are counted in the tables.
    pub(crate) counted: usize,
    /// Games with different moves.
    pub(crate) distinct: usize,
    /// The first agent against all others.
    pub(crate) first: Option<First>,
    /// The sequential test.
    pub(crate) test: Option<SequentialTest>,
    /// The agents, the best score first.
    pub(crate) agents: Vec<AgentLine>,
    /// Row against column, in the order of the agents.
    pub(crate) cross: Vec<Vec<Option<CrossCell>>>,
    /// Ratings from all games at once, the best first; for more than two agents.
    pub(crate) ratings: Vec<RatedAgent>,
    /// The sides of the game.
    pub(crate) sides: Vec<SideScore>,
    /// The places that the schedule itself gives.
    pub(crate) places: Vec<String>,
    /// Games that their rules ended, that a fault ended, and that were cut short.
    pub(crate) endings: [usize; 3],
    /// Plies of games in words.
    pub(crate) lengths: String,
    /// The way of a tuning run.
    pub(crate) course: Option<CourseView>,
    /// The command that repeats it or goes on with it.
    pub(crate) command: String,
    /// The file that asks for it.
    pub(crate) toml: Option<String>,
    /// Some of the games in play.
    pub(crate) live: Vec<LiveGame>,
}

/// A number with its 95 % interval.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Interval {
    /// The likeliest value; none where games do not tell it.
    value: Option<f64>,
    /// The lower end, if it is known.
    low: Option<f64>,
    /// The upper end, if it is known.
    high: Option<f64>,
    /// All of it in words.
    words: String,
}

impl From<Strength> for Interval {
    fn from(own: Strength) -> Interval {
        Interval { value: own.value, low: own.low, high: own.high, words: own.to_string() }
    }
}

impl From<Estimate> for Interval {
    fn from(own: Estimate) -> Interval {
        let [value, low, high] = [own.value, own.low, own.high].map(|own| 100.0 * own);
        let words = match low < 0.05 && high > 99.95 {
            true => format!("{value:.1} %"),
            false => format!("{value:.1} % [{low:.1}, {high:.1}]"),
        };
        let Estimate { value, low, high } = own;
        Interval { value: Some(value), low: Some(low), high: Some(high), words }
    }
}

/// The first agent against all others.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct First {
    name: String,
    wins: usize,
    draws: usize,
    losses: usize,
    score: Interval,
    elo: Interval,
    /// Elo in deviations of a game.
    normalized: Interval,
    /// How likely it is the stronger one, if games tell.
    superiority: Option<f64>,
}

impl First {
    pub(crate) fn of(name: &str, duel: &Duel) -> First {
        let Summary { score, elo, normalized, superiority, .. } = duel.summary();
        let Duel { wins, draws, losses, .. } = duel;
        First {
            name: name.to_owned(),
            wins: *wins,
            draws: *draws,
            losses: *losses,
            score: score.into(),
            elo: elo.into(),
            normalized: normalized.into(),
            superiority,
        }
    }
}

/// Where a sequential test stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SequentialTest {
    /// The strength under the null hypothesis.
    elo0: f64,
    /// The strength under the alternative.
    elo1: f64,
    /// The log-likelihood ratio.
    llr: f64,
    /// At or below this the null hypothesis is accepted.
    lower: f64,
    /// At or above this the alternative is accepted.
    upper: f64,
    /// `running`, `accept_h0` or `accept_h1`.
    verdict: TestVerdict,
    /// The strength in the Elo of the test, without the bias that stopping brings.
    corrected: Interval,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TestVerdict {
    /// More games are needed.
    Running,
    /// The null hypothesis is accepted.
    AcceptH0,
    /// The alternative is accepted.
    AcceptH1,
}

impl SequentialTest {
    pub(crate) fn of(sprt: &Sprt, test: &Test) -> SequentialTest {
        let Test { status, corrected } = test;
        SequentialTest {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            llr: status.llr,
            lower: status.lower,
            upper: status.upper,
            verdict: match status.verdict {
                Verdict::Running => TestVerdict::Running,
                Verdict::AcceptH0 => TestVerdict::AcceptH0,
                Verdict::AcceptH1 => TestVerdict::AcceptH1,
            },
            corrected: (*corrected).into(),
        }
    }
}

/// An agent in the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AgentLine {
    name: String,
    spec: String,
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    score: Interval,
    elo: Interval,
    /// Seconds a move.
    seconds: f64,
    /// Its slowest move, in seconds.
    slowest: f64,
    /// Nodes a move.
    nodes: f64,
    /// Mean depth of its searches.
    depth: f64,
    /// Games lost by faults, by kind.
    faults: Vec<FaultCount>,
}

/// Games lost by a kind of fault.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FaultCount {
    kind: String,
    games: usize,
    /// What the first one was.
    first: String,
}

impl From<&Line> for AgentLine {
    fn from(line: &Line) -> AgentLine {
        let fault = |(kind, games): (&&'static str, &usize)| FaultCount {
            kind: (*kind).to_owned(),
            games: *games,
            first: line.reasons.get(kind).cloned().unwrap_or_default(),
        };
        AgentLine {
            name: line.name.clone(),
            spec: line.spec.clone(),
            games: line.games,
            wins: line.wins,
            draws: line.draws,
            losses: line.losses,
            score: line.score.into(),
            elo: line.elo.into(),
            seconds: line.seconds,
            slowest: line.slowest,
            nodes: line.nodes,
            depth: line.depth,
            faults: line.faults.iter().map(fault).collect(),
        }
    }
}

/// One agent against another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CrossCell {
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    score: Interval,
}

impl From<&Cross> for CrossCell {
    fn from(own: &Cross) -> CrossCell {
        let Cross { games, wins, draws, losses, score } = own.clone();
        CrossCell { games, wins, draws, losses, score: score.into() }
    }
}

/// An agent with its rating.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RatedAgent {
    name: String,
    games: usize,
    rating: Interval,
}

impl From<&Rated> for RatedAgent {
    fn from(own: &Rated) -> RatedAgent {
        let words = own.words(|elo| format!("{:+.0}", elo.round() + 0.0));
        let rating = Interval { words, ..own.elo.into() };
        RatedAgent { name: own.name.clone(), games: own.games, rating }
    }
}

/// The ratings of a run of more than two agents.
pub(crate) fn ratings(strengths: &Strengths) -> Vec<RatedAgent> {
    strengths.ratings.agents.iter().map(RatedAgent::from).collect()
}

/// The score of whoever sat on a side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SideScore {
    /// Its seats in the game's own words.
    seats: Vec<String>,
    score: Interval,
}

/// The sides of the game with their scores.
pub(crate) fn sides(standings: &Standings, seats: &[String]) -> Vec<SideScore> {
    let name = |seat: &usize| seats.get(*seat).cloned().unwrap_or_else(|| (seat + 1).to_string());
    let side = |own: &plyglot_arena::standings::SideLine| SideScore {
        seats: own.seats.iter().map(name).collect(),
        score: own.score.into(),
    };
    standings.sides.iter().map(side).collect()
}

/// What a schedule makes of the results, one line each.
pub(crate) fn places(outcome: &Outcome) -> Vec<String> {
    let place = outcome.places.iter().map(|own| match own.about.is_empty() {
        true => format!("{}. {}", own.place, own.name),
        false => format!("{}. {}: {}", own.place, own.name, own.about),
    });
    place.chain(outcome.notes.iter().cloned()).collect()
}

/// The way of a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct CourseView {
    /// The name of the method.
    method: String,
    /// The share of the budget that is spent.
    pub(crate) progress: f64,
    /// What is looked for, and where it is.
    parameters: Vec<ParameterView>,
    /// How the best of the time did against the start.
    score: Option<String>,
    /// What each part of an agent is worth.
    parts: Vec<PartView>,
    /// The specification that was found.
    pub(crate) result: Option<String>,
}

/// A number that is looked for.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ParameterView {
    name: String,
    start: f64,
    value: f64,
    low: f64,
    high: f64,
}

/// What a part of an agent is worth.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct PartView {
    name: String,
    games: usize,
    elo: Interval,
    verdict: Option<String>,
}

impl From<&Course> for CourseView {
    fn from(course: &Course) -> CourseView {
        let last = course.steps.last().map(|(_, step)| &step.values);
        let values = course.values.first().or(last);
        let parameter = |(at, own): (usize, &plyglot_tuner::space::Parameter)| ParameterView {
            name: own.title(),
            start: own.start,
            value: own.fit(values.and_then(|all| all.get(at)).copied().unwrap_or(own.start)),
            low: own.low,
            high: own.high,
        };
        let score = course.probes.last().map(|probe| {
            let [value, low, high] = probe.score.map(|own| 100.0 * own);
            format!("{value:.1} % [{low:.1}, {high:.1}]")
        });
        let part = |own: &plyglot_tuner::course::Part| PartView {
            name: own.name.clone(),
            games: own.games,
            elo: own.elo.into(),
            verdict: own.verdict.clone(),
        };
        CourseView {
            method: course.method.clone(),
            progress: course.progress,
            parameters: course.parameters.iter().enumerate().map(parameter).collect(),
            score,
            parts: course.parts.iter().map(part).collect(),
            result: course.result.clone(),
        }
    }
}

/// A plot of a run.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct PlotName {
    /// Its name in `/runs/{id}/plots/{name}.svg`.
    pub(crate) name: String,
    /// Its title.
    pub(crate) title: String,
}

/// A game in play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LiveGame {
    /// Where it is played: a slot has one game after the other.
    pub(crate) slot: usize,
    /// Who sits where.
    pub(crate) names: Vec<String>,
    /// How many plies were played.
    pub(crate) plies: usize,
    /// The position, without the legal plies and the plies so far.
    pub(crate) view: View,
}
