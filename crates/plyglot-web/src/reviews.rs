//! Reviews: a whole game looked at move by move, from its end backwards, on all threads that are free.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{extract::State, http::StatusCode};
use plyglot_catalog::{AnyAgent, Budget, Opened, Request};
use plyglot_core::{AnySession, seats};
use plyglot_lab::{
    self as lab, Answer,
    review::{ABOUT, Opinion, Reviewed, SeatReview, judge, sum_up},
};
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

/// Nodes for a position if nothing is said.
const USUAL_NODES: u64 = 100_000;
/// The most nodes for a position.
const MOST_NODES: u64 = 20_000_000;
/// Positions that one thread looks at one after the other, tables warm.
const CHUNK: usize = 12;

pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(get, remove))
}

/// A game to be reviewed.
#[derive(Deserialize, ToSchema)]
struct NewReview {
    /// The game.
    #[serde(flatten)]
    place: Place,
    /// Whose opinion counts.
    #[serde(default)]
    #[schema(max_length = 4096)]
    agent: Option<String>,
    /// Nodes for every position.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 20000000)]
    nodes: Option<u64>,
}

/// How a review stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct ReviewView {
    /// Its name.
    id: String,
    /// What it is doing.
    state: Stage,
    /// Why it failed.
    error: Option<Problem>,
    /// Whose opinion it is, in full.
    agent: String,
    /// Nodes for every position.
    nodes: u64,
    /// Positions looked at.
    done: usize,
    /// Positions in all.
    total: usize,
    /// The expected scores before the first ply.
    before: Vec<Option<f64>>,
    /// The plies, where both positions around them have been looked at.
    plies: Vec<Option<Reviewed>>,
    /// How well each seat played, as far as it is known.
    seats: Vec<SeatReview>,
    /// Who gained by whose losses: `[who erred][who gained]`.
    profited: Vec<Vec<f64>>,
    /// How judgements and accuracy are made.
    about: &'static str,
}

/// What a review is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReviewState)]
enum Stage {
    /// It waits for a thread.
    Queued,
    /// It looks at positions.
    Running,
    /// It has looked at all.
    Done,
    /// It was cancelled.
    Cancelled,
    /// It could not be done.
    Failed,
}

/// All reviews.
pub(crate) type Reviews = Collection<Entry>;

/// A review in the making.
pub(crate) struct Entry {
    stop: AtomicBool,
    channel: Channel,
    inner: Mutex<Inner>,
    /// When somebody last watched or asked.
    seen: Mutex<Instant>,
}

struct Inner {
    view: ReviewView,
    opinions: Vec<Option<Opinion>>,
    /// The plies with who played them.
    plies: Vec<(u8, String)>,
}

impl Watched for Entry {
    const NAME: &'static str = "review";
    const FORGOTTEN: Duration = Duration::from_secs(1800);

    fn channel(&self) -> &Channel {
        &self.channel
    }

    fn seen(&self) -> &Mutex<Instant> {
        &self.seen
    }

    fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut inner = lock(&self.inner);
        if matches!(inner.view.state, Stage::Queued | Stage::Running) {
            inner.view.state = Stage::Cancelled;
            self.channel.publish(&inner.view);
        }
    }
}

impl Entry {
    fn fail(&self, problem: Problem) {
        self.stop.store(true, Ordering::Relaxed);
        let mut inner = lock(&self.inner);
        (inner.view.state, inner.view.error) = (Stage::Failed, Some(problem));
        self.channel.publish(&inner.view);
    }

    fn note(&self, at: usize, opinion: Opinion) {
        let mut guard = lock(&self.inner);
        let inner = &mut *guard;
        inner.opinions[at] = Some(opinion);
        inner.view.done += 1;
        for ply in at.saturating_sub(1)..=at {
            let (Some((seat, played)), Some(Some(before)), Some(Some(after))) =
                (inner.plies.get(ply), inner.opinions.get(ply), inner.opinions.get(ply + 1))
            else {
                continue;
            };
            inner.view.plies[ply] = Some(judge(ply, *seat, played, before, after));
        }
        if at == 0
            && let Some(opinion) = &inner.opinions[0]
        {
            inner.view.before.clone_from(&opinion.expected);
        }
        let judged: Vec<Reviewed> = inner.view.plies.iter().flatten().cloned().collect();
        (inner.view.seats, inner.view.profited) = sum_up(&judged, inner.view.seats.len());
        let whole = inner.view.done == inner.view.total;
        inner.view.state = if whole { Stage::Done } else { Stage::Running };
        self.channel.publish(&inner.view);
    }
}

/// Positions of a game that one thread looks at, the last first.
struct Chunk {
    app: Arc<App>,
    entry: Arc<Entry>,
    /// The game at its last position of the chunk.
    session: Box<dyn AnySession>,
    agent: Box<dyn AnyAgent>,
    last: usize,
    count: usize,
    nodes: u64,
    done: bool,
}

impl Chunk {
    fn run(mut self) {
        for step in 0..self.count {
            if self.entry.stop.load(Ordering::Relaxed) {
                break;
            }
            match self.look() {
                Ok(Some(opinion)) => self.entry.note(self.last - step, opinion),
                Ok(None) => break,
                Err(problem) => {
                    self.entry.fail(problem);
                    break;
                }
            }
            self.session.undo();
        }
        self.done = true;
    }

    fn look(&mut self) -> Answered<Option<Opinion>> {
        let session = &*self.session;
        if let Some(payoffs) = session.outcome() {
            let sides = session.sides();
            let score = |seat| Some(sides.score(&payoffs, seat));
            let expected = seats(session.players()).map(score).collect();
            return Ok(Some(Opinion { expected, best: None, forced: false }));
        }
        let request = Request {
            budget: Budget { nodes: Some(self.nodes), time: None },
            ..Request::new(&self.app.clock, &self.entry.stop)
        };
        let answer = self.agent.think(session, &request, &mut |_| {});
        if self.entry.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let answer = Answer::from(&answer.map_err(|error| lab::Error::ask(&error))?);
        let best = answer.lines.into_iter().next();
        let expected = best.as_ref().map_or(Vec::new(), |line| line.expected.clone());
        Ok(Some(Opinion { expected, best, forced: session.legal().len() == 1 }))
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        if !self.done {
            self.entry.fail(Problem::internal("the agent made a fault"));
        }
    }
}

/// Looks at every position of a game, from the end backwards.
#[utoipa::path(
    post, path = "/reviews", tag = "reviews", request_body = NewReview,
    responses((status = 201, body = ReviewView))
)]
async fn create(
    State(app): State<Arc<App>>,
    _: Host,
    Json(asked): Json<NewReview>,
) -> Answered<(StatusCode, Json<ReviewView>)> {
    app.work(move |app| Ok((StatusCode::CREATED, Json(begin(app, asked)?)))).await
}

/// Whose opinion counts if nobody is named: somebody who tells what every seat can expect.
fn usual_agent(opened: &Opened) -> &'static str {
    match opened.session.sides().count() {
        2 => lab::games::usual_agent(&opened.entry),
        _ => "maxn",
    }
}

fn begin(app: &Arc<App>, asked: NewReview) -> Answered<ReviewView> {
    let mut opened = app.open(&asked.place)?;
    let spec = asked.agent.unwrap_or_else(|| usual_agent(&opened).to_owned());
    check_spec("agent", &spec)?;
    let nodes = asked.nodes.unwrap_or(USUAL_NODES).clamp(1, MOST_NODES);
    let texts = opened.session.played().to_vec();
    if texts.is_empty() {
        return Err(Problem::new(Code::Rules, "moves", "there is no move to review"));
    }
    // From the end backwards: each chunk begins with a copy at its last position.
    let (total, players) = (texts.len() + 1, usize::from(opened.session.players()));
    let (mut chunks, mut movers, mut last) = (Vec::new(), Vec::new(), texts.len());
    let agent = || app.lab(|lab| lab.agent(&spec, &opened));
    let full = agent()?.spec().to_owned();
    let mut walk = opened.session.boxed();
    loop {
        if (texts.len() - last) % CHUNK == 0 {
            chunks.push((walk.boxed(), last, CHUNK.min(last + 1)));
        }
        if !walk.undo() {
            break;
        }
        movers.push(walk.to_move().0);
        last -= 1;
    }
    movers.reverse();
    opened.session = walk;
    let id = gate::code::<12>();
    let view = ReviewView {
        id: id.clone(),
        state: Stage::Queued,
        error: None,
        agent: full,
        nodes,
        done: 0,
        total,
        before: vec![None; players],
        plies: vec![None; texts.len()],
        seats: vec![SeatReview::default(); players],
        profited: vec![vec![0.0; players]; players],
        about: ABOUT,
    };
    let plies = movers.into_iter().zip(texts).collect();
    let inner = Inner { view: view.clone(), opinions: vec![None; total], plies };
    let entry = Arc::new(Entry {
        stop: AtomicBool::new(false),
        channel: Channel::new(format!("reviews/{id}")),
        inner: Mutex::new(inner),
        seen: Mutex::new(Instant::now()),
    });
    entry.channel.publish(&view);
    app.reviews.add(&id, &entry)?;
    for (session, last, count) in chunks {
        let agent = app.lab(|lab| lab.agent(&spec, &opened))?;
        let (app, entry) = (Arc::clone(app), Arc::clone(&entry));
        let pool = app.pool.clone();
        let chunk = Chunk { app, entry, session, agent, last, count, nodes, done: false };
        pool.submit(Class::Review, &id, move || chunk.run());
    }
    Ok(view)
}

/// How a review stands.
#[utoipa::path(
    get, path = "/reviews/{id}", tag = "reviews", params(("id" = String, Path)),
    responses((status = 200, body = ReviewView))
)]
async fn get(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<Json<ReviewView>> {
    let entry = app.reviews.find(&id)?;
    let view = lock(&entry.inner).view.clone();
    Ok(Json(view))
}

/// Ends a review.
#[utoipa::path(
    delete, path = "/reviews/{id}", tag = "reviews", params(("id" = String, Path)),
    responses((status = 204))
)]
async fn remove(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<StatusCode> {
    app.reviews.remove(&id).map(|()| StatusCode::NO_CONTENT)
}
