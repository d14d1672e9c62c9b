//! Analyses: searches that stream what they find while somebody watches.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{extract::State, http::StatusCode};
use plyglot_catalog::Opened;
use plyglot_lab::{self as lab, Analysis, Answer, Handle, Hold, Question, Report};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::{App, Place, check_spec},
    channel::Channel,
    gate::{self, Host},
    lock,
    problem::{Answered, Code, Json, Path, Problem},
    think::Class,
    watched::{Collection, Watched},
};

/// How long one goes on that nobody watches.
const UNWATCHED: Duration = Duration::from_secs(15);
/// Where one holds if nothing is said.
const USUAL_HOLD: Hold = Hold { depth: None, nodes: None, millis: Some(8_000) };
/// The longest one may think in all.
const LONGEST: u64 = 600_000;
/// The most lines.
const LINES: usize = 5;

pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(get, remove))
        .routes(routes!(deepen))
}

/// What shall be found out.
#[derive(Deserialize, ToSchema)]
struct NewAnalysis {
    /// The position.
    #[serde(flatten)]
    place: Place,
    /// Who thinks.
    #[serde(default)]
    #[schema(max_length = 4096)]
    agent: Option<String>,
    /// How many of the best plies are wanted.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    lines: Option<usize>,
    /// The plies to choose from; all if there is none.
    #[serde(default)]
    #[schema(max_items = 500)]
    only: Vec<String>,
    /// Seed of random choices.
    #[serde(default)]
    seed: u64,
    /// Where it holds.
    #[serde(default)]
    hold: Option<Hold>,
    /// Whether the next seat is asked instead, as if whoever is to move passed.
    #[serde(default)]
    threat: bool,
}

/// Where an analysis holds next.
#[derive(Deserialize, ToSchema)]
struct Deepen {
    /// The new hold, counted from the start of the analysis.
    hold: Hold,
}

/// How an analysis stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct AnalysisView {
    /// Its name.
    id: String,
    /// What it is doing.
    state: Stage,
    /// Why it failed.
    error: Option<Problem>,
    /// Who thinks, in full.
    agent: String,
    /// What was found.
    answer: Option<Answer>,
    /// Nodes visited.
    nodes: u64,
    /// Milliseconds of thinking.
    millis: u64,
}

/// What an analysis is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AnalysisState)]
enum Stage {
    /// It waits for a thread.
    Queued,
    /// It thinks.
    Running,
    /// It reached its hold and can go on.
    Holding,
    /// There is nothing more to find.
    Done,
    /// It was cancelled.
    Cancelled,
    /// It could not be done.
    Failed,
}

impl From<lab::State> for Stage {
    fn from(state: lab::State) -> Stage {
        match state {
            lab::State::Running => Stage::Running,
            lab::State::Holding => Stage::Holding,
            lab::State::Done => Stage::Done,
            lab::State::Cancelled => Stage::Cancelled,
        }
    }
}

/// All analyses.
pub(crate) type Analyses = Collection<Entry>;

/// An analysis with its reins.
pub(crate) struct Entry {
    id: String,
    handle: Handle,
    channel: Channel,
    inner: Mutex<Inner>,
    /// When somebody last watched or asked.
    seen: Mutex<Instant>,
}

struct Inner {
    view: AnalysisView,
    /// The search, while no thread has it.
    resting: Option<Analysis>,
}

impl Entry {
    fn update(&self, change: impl FnOnce(&mut AnalysisView)) {
        let mut inner = lock(&self.inner);
        change(&mut inner.view);
        self.channel.publish(&inner.view);
    }

    fn note(&self, report: &Report) {
        self.update(|view| {
            view.state = report.state.into();
            view.answer.clone_from(&report.answer);
            (view.nodes, view.millis) = (report.nodes, report.millis);
        });
    }
}

impl Watched for Entry {
    const NAME: &'static str = "analysis";
    const FORGOTTEN: Duration = Duration::from_secs(300);

    fn channel(&self) -> &Channel {
        &self.channel
    }

    fn seen(&self) -> &Mutex<Instant> {
        &self.seen
    }

    /// One that holds can still go on.
    fn leave(&self, left: Duration) {
        if left > UNWATCHED && lock(&self.inner).resting.is_none() {
            self.handle.cancel();
        }
    }

    fn end(&self) {
        self.handle.cancel();
    }
}

/// Lets an analysis think when a thread is free.
fn submit(app: &Arc<App>, entry: &Arc<Entry>, mut analysis: Analysis) {
    entry.update(|view| view.state = Stage::Queued);
    let (own, own_app) = (Arc::clone(entry), Arc::clone(app));
    app.pool.submit(Class::Analysis, &entry.id, move || {
        let mut watch = Watch { entry: &own, done: false };
        own.update(|view| view.state = Stage::Running);
        let ended = analysis.run(&own_app.clock, &mut |report| own.note(report));
        watch.done = true;
        match ended {
            Ok(report) => {
                let mut inner = lock(&own.inner);
                if report.state == lab::State::Holding {
                    inner.resting = Some(analysis);
                }
                drop(inner);
                own.note(&report);
            }
            Err(error) => own.update(|view| {
                (view.state, view.error) = (Stage::Failed, Some(error.into()));
            }),
        }
    });
}

/// Tells of a panic.
struct Watch<'a> {
    entry: &'a Entry,
    done: bool,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if !self.done {
            let error = Problem::internal("the agent made a fault");
            self.entry.update(|view| (view.state, view.error) = (Stage::Failed, Some(error)));
        }
    }
}

fn bounded(hold: Hold) -> Hold {
    Hold { millis: Some(hold.millis.unwrap_or(LONGEST).min(LONGEST)), ..hold }
}

/// The position with the turn handed to the next seat.
fn hand_over(opened: &mut Opened) -> Answered<()> {
    let refuse = |why: &str| Problem::new(Code::Rules, "threat", why);
    let session = &mut opened.session;
    let mut setup = session.setup().ok_or_else(|| refuse("nobody can pass in this position"))?;
    let (own, players) = (session.to_move(), session.players());
    if setup.turn.is_none() {
        return Err(refuse("in this position the board decides who is to move"));
    }
    for step in 1..players {
        setup.turn = Some(plyglot_core::Player((own.0 + step) % players));
        if session.set_setup(&setup).is_ok() && session.outcome().is_none() {
            return Ok(());
        }
    }
    Err(refuse("nobody else could move in this position"))
}

/// Begins an analysis. It holds, goes on with `deepen`, and ends when nobody watches it.
#[utoipa::path(
    post, path = "/analyses", tag = "analyses", request_body = NewAnalysis,
    responses((status = 201, body = AnalysisView))
)]
async fn create(
    State(app): State<Arc<App>>,
    _: Host,
    Json(asked): Json<NewAnalysis>,
) -> Answered<(StatusCode, Json<AnalysisView>)> {
    let begun = app.work(move |app| {
        let mut opened = app.open(&asked.place)?;
        if asked.threat {
            hand_over(&mut opened)?;
        }
        if opened.session.outcome().is_some() {
            return Err(Problem::new(Code::Stale, "position", "the game is over"));
        }
        let usual = lab::games::usual_agent(&opened.entry);
        let agent = asked.agent.unwrap_or_else(|| usual.to_owned());
        check_spec("agent", &agent)?;
        let lines = asked.lines.unwrap_or(1).clamp(1, LINES);
        let hold = bounded(asked.hold.unwrap_or(USUAL_HOLD));
        let (only, seed) = (asked.only, asked.seed);
        let question =
            Question { agent, lines, only, seed, hold, every: 120, ..Question::default() };
        let own = app.lab(|lab| lab.agent(&question.agent, &opened))?;
        let (id, agent) = (gate::code::<12>(), own.spec().to_owned());
        let analysis = Analysis::new(own, opened.session, question);
        let view = AnalysisView {
            id: id.clone(),
            state: Stage::Queued,
            error: None,
            agent,
            answer: None,
            nodes: 0,
            millis: 0,
        };
        let entry = Arc::new(Entry {
            handle: analysis.handle(),
            channel: Channel::new(format!("analyses/{id}")),
            inner: Mutex::new(Inner { view, resting: None }),
            seen: Mutex::new(Instant::now()),
            id,
        });
        app.analyses.add(&entry.id, &entry)?;
        submit(app, &entry, analysis);
        let view = lock(&entry.inner).view.clone();
        Ok((StatusCode::CREATED, Json(view)))
    });
    begun.await
}

/// How an analysis stands.
#[utoipa::path(
    get, path = "/analyses/{id}", tag = "analyses", params(("id" = String, Path)),
    responses((status = 200, body = AnalysisView))
)]
async fn get(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<Json<AnalysisView>> {
    let entry = app.analyses.find(&id)?;
    let view = lock(&entry.inner).view.clone();
    Ok(Json(view))
}

/// Moves the hold of an analysis; one that holds goes on.
#[utoipa::path(
    post, path = "/analyses/{id}/deepen", tag = "analyses", params(("id" = String, Path)),
    request_body = Deepen, responses((status = 200, body = AnalysisView))
)]
async fn deepen(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
    Json(asked): Json<Deepen>,
) -> Answered<Json<AnalysisView>> {
    let entry = app.analyses.find(&id)?;
    entry.handle.deepen(bounded(asked.hold));
    let resting = lock(&entry.inner).resting.take();
    if let Some(analysis) = resting {
        submit(&app, &entry, analysis);
    }
    let view = lock(&entry.inner).view.clone();
    Ok(Json(view))
}

/// Ends an analysis.
#[utoipa::path(
    delete, path = "/analyses/{id}", tag = "analyses", params(("id" = String, Path)),
    responses((status = 204))
)]
async fn remove(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<StatusCode> {
    app.analyses.remove(&id).map(|()| StatusCode::NO_CONTENT)
}
