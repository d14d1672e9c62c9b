//! An analysis: a search that streams what it finds, holds at a limit, and goes deeper when asked.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use plyglot_catalog::{AnyAgent, Budget, Opened, Request};
use plyglot_core::{AnySession, Clock};
use serde::{Deserialize, Serialize};

use crate::{Answer, Error, Lab};

/// What is asked about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Question {
    /// Who thinks: any specification of an agent.
    pub agent: String,
    /// How many of the best plies are wanted, if the agent can tell them.
    pub lines: usize,
    /// The plies to choose from; all if it is empty.
    pub only: Vec<String>,
    /// Seed of random choices.
    pub seed: u64,
    /// Whether an only legal ply is the answer at once, without a value.
    pub at_once: bool,
    /// Where it holds.
    pub hold: Hold,
    /// Milliseconds between two reports at least, but for the first and the last. Between completed steps
    /// there are reports, too, but never more than ten a second.
    pub every: u64,
}

impl Default for Question {
    fn default() -> Self {
        let (agent, only, hold) = ("best".to_owned(), Vec::new(), Hold::default());
        Question { agent, lines: 1, only, seed: 0, at_once: false, hold, every: 100 }
    }
}

/// Where an analysis holds: at whichever comes first. It can be moved while the analysis runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Hold {
    /// A completed depth.
    pub depth: Option<u32>,
    /// Nodes in all.
    pub nodes: Option<u64>,
    /// Milliseconds in all.
    pub millis: Option<u64>,
}

/// How an analysis stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Report {
    /// What it is doing.
    pub state: State,
    /// What it has found.
    pub answer: Option<Answer>,
    /// Nodes visited so far, those of unfinished steps included.
    pub nodes: u64,
    /// Milliseconds of thinking so far.
    pub millis: u64,
}

/// What an analysis is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It thinks.
    Running,
    /// It reached its hold and can go on.
    Holding,
    /// There is nothing more to find.
    Done,
    /// It was cancelled.
    Cancelled,
}

/// The shortest time between two reports of which no step was completed.
const BEAT: Duration = Duration::from_millis(100);

/// An analysis. The host runs it on a thread of its choice and keeps the [`Handle`].
pub struct Analysis {
    agent: Box<dyn AnyAgent>,
    session: Box<dyn AnySession>,
    question: Question,
    shared: Arc<Shared>,
}

/// The reins of an analysis, for any number of threads.
#[derive(Clone)]
pub struct Handle(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Ends the search at hand.
    stop: AtomicBool,
    cancelled: AtomicBool,
    nodes: AtomicU64,
    /// Nodes before the question at hand.
    earlier: AtomicU64,
    /// Milliseconds that the host allows in all.
    most: Option<u64>,
    spent: Mutex<Duration>,
    hold: Mutex<Hold>,
    latest: Mutex<Option<Report>>,
}

impl Handle {
    /// Ends the analysis for good.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Moves the hold. A running analysis heeds it at once; one that holds goes on when it is run again.
    pub fn deepen(&self, hold: Hold) {
        let millis = [hold.millis, self.0.most].into_iter().flatten().min();
        *locked(&self.0.hold) = Hold { millis, ..hold };
    }

    /// The latest report.
    pub fn latest(&self) -> Option<Report> {
        locked(&self.0.latest).clone()
    }
}

impl Lab<'_> {
    /// An analysis of the position of an opened game, not yet begun.
    pub fn analyse(&self, opened: &Opened, question: Question) -> Result<Analysis, Error> {
        let agent = self.agent(&question.agent, opened)?;
        let mut analysis = Analysis::new(agent, opened.session.boxed(), question);
        let most = self.catalog.caps().time.map(|time| time.as_millis() as u64);
        let hold = analysis.question.hold;
        analysis.shared = Arc::new(Shared { most, ..Shared::default() });
        analysis.handle().deepen(hold);
        Ok(analysis)
    }
}

impl Analysis {
    /// An analysis by an agent that is there already, whatever the question says.
    pub fn new(
        agent: Box<dyn AnyAgent>,
        session: Box<dyn AnySession>,
        question: Question,
    ) -> Analysis {
        let shared = Arc::new(Shared { hold: Mutex::new(question.hold), ..Shared::default() });
        Analysis { agent, session, question, shared }
    }

    /// The reins, for other threads.
    pub fn handle(&self) -> Handle {
        Handle(Arc::clone(&self.shared))
    }

    /// The agent, once nothing more is asked of it.
    pub fn into_agent(self) -> Box<dyn AnyAgent> {
        self.agent
    }

    /// Thinks on this thread until the hold, the end or a cancellation, and tells how it stands: of every
    /// completed step and every now and then between, throttled, and always at the end. After a hold it
    /// can be run again, and goes on with what it knows.
    pub fn run(
        &mut self,
        clock: &dyn Clock,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Report, Error> {
        let watch = Watch {
            shared: &self.shared,
            clock,
            began: clock.now(),
            before: *locked(&self.shared.spent),
            every: Duration::from_millis(self.question.every),
            stream: Mutex::new(Stream { report, answer: None, told: None }),
        };
        let (mut state, mut answer) =
            think(&mut *self.agent, &*self.session, &self.question, &watch)?;
        // Whoever moved the hold while it was being reached wants more.
        while state == State::Holding && !watch.is_reached(answer.depth) {
            (state, answer) = think(&mut *self.agent, &*self.session, &self.question, &watch)?;
        }
        let report = watch.end(state, answer);
        *locked(&self.shared.spent) = watch.spent();
        Ok(report)
    }
}

/// Asks the agent once, with what is left until the hold.
fn think(
    agent: &mut dyn AnyAgent,
    session: &dyn AnySession,
    question: &Question,
    watch: &Watch<'_>,
) -> Result<(State, Answer), Error> {
    let (shared, pulse) = (watch.shared, |nodes: u64| watch.beat(nodes));
    shared.stop.store(shared.cancelled.load(Ordering::Relaxed), Ordering::Relaxed);
    let (hold, before) = (*locked(&shared.hold), shared.nodes.load(Ordering::Relaxed));
    shared.earlier.store(before, Ordering::Relaxed);
    let nodes = hold.nodes.map(|most| most.saturating_sub(before));
    let time = hold.millis.map(|most| Duration::from_millis(most).saturating_sub(watch.spent()));
    let request = Request {
        budget: Budget { nodes, time },
        lines: question.lines,
        only: &question.only,
        seed: question.seed,
        at_once: question.at_once,
        pulse: Some(&pulse),
        ..Request::new(watch.clock, &shared.stop)
    };
    let answer = agent.think(session, &request, &mut |answer| watch.step(answer.into()));
    let answer = Answer::from(&answer.map_err(|error| Error::ask(&error))?);
    shared.nodes.store(before + answer.nodes, Ordering::Relaxed);
    let spent =
        nodes.is_some_and(|most| answer.nodes >= most) || time.is_some_and(|_| watch.is_reached(0));
    let state = if shared.cancelled.load(Ordering::Relaxed) {
        State::Cancelled
    } else if spent || shared.stop.load(Ordering::Relaxed) {
        State::Holding
    } else {
        State::Done
    };
    Ok((state, answer))
}

/// One run of an analysis as its threads see it.
struct Watch<'a> {
    shared: &'a Shared,
    clock: &'a dyn Clock,
    began: Duration,
    /// What earlier runs have spent.
    before: Duration,
    every: Duration,
    stream: Mutex<Stream<'a>>,
}

struct Stream<'a> {
    report: &'a mut (dyn FnMut(&Report) + Send),
    answer: Option<Answer>,
    /// When something was told last.
    told: Option<Duration>,
}

impl Watch<'_> {
    fn spent(&self) -> Duration {
        self.before + self.clock.now().saturating_sub(self.began)
    }

    /// Whether the hold is reached with this depth.
    fn is_reached(&self, depth: u32) -> bool {
        let hold = *locked(&self.shared.hold);
        let nodes = self.shared.nodes.load(Ordering::Relaxed);
        hold.millis.is_some_and(|most| self.spent() >= Duration::from_millis(most))
            || hold.nodes.is_some_and(|most| nodes >= most)
            || hold.depth.is_some_and(|most| depth >= most)
    }

    /// Hears of nodes, by any thread.
    fn beat(&self, nodes: u64) {
        self.shared.nodes.fetch_add(nodes, Ordering::Relaxed);
        if self.is_reached(0) {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        // Whoever is just telling tells for all.
        if let Ok(mut stream) = self.stream.try_lock() {
            self.tell(&mut stream, State::Running, self.every.max(BEAT));
        }
    }

    /// Hears of a completed step.
    fn step(&self, answer: Answer) {
        // Not all nodes are heard of as they come.
        let nodes = self.shared.earlier.load(Ordering::Relaxed) + answer.nodes;
        self.shared.nodes.fetch_max(nodes, Ordering::Relaxed);
        if self.is_reached(answer.depth) {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        let mut stream = locked(&self.stream);
        stream.answer = Some(answer);
        self.tell(&mut stream, State::Running, self.every);
    }

    fn end(&self, state: State, answer: Answer) -> Report {
        let mut stream = locked(&self.stream);
        stream.answer = Some(answer);
        self.tell(&mut stream, state, Duration::ZERO);
        self.report(&stream, state)
    }

    /// Tells how it stands, unless something was told so short a time ago; nothing before there is
    /// something to tell.
    fn tell(&self, stream: &mut Stream<'_>, state: State, after: Duration) {
        let spent = self.spent();
        let due = stream.told.is_none_or(|told| spent.saturating_sub(told) >= after);
        if due && stream.answer.is_some() {
            stream.told = Some(spent);
            let report = self.report(stream, state);
            *locked(&self.shared.latest) = Some(report.clone());
            (stream.report)(&report);
        }
    }

    fn report(&self, stream: &Stream<'_>, state: State) -> Report {
        let nodes = self.shared.nodes.load(Ordering::Relaxed);
        let millis = self.spent().as_millis() as u64;
        Report { state, answer: stream.answer.clone(), nodes, millis }
    }
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
