//! An analysis: a search that streams what it finds, holds at a limit, and goes deeper when asked.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use plyglot_catalog::{AnyAgent, Opened, Request};
use plyglot_core::{AnySession, Clock};
use serde::{Deserialize, Serialize};

use crate::{Answer, Error, Lab};

/// What is asked about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Where it holds.
    pub hold: Hold,
    /// Milliseconds between two reports at least, but for the first and the last.
    pub every: u64,
}

impl Default for Question {
    fn default() -> Self {
        let (agent, only, hold) = ("best".to_owned(), Vec::new(), Hold::default());
        Question { agent, lines: 1, only, seed: 0, hold, every: 100 }
    }
}

/// Where an analysis holds: at whichever comes first. It can be moved while the analysis runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
        *locked(&self.0.hold) = hold;
    }

    /// The latest report.
    pub fn latest(&self) -> Option<Report> {
        locked(&self.0.latest).clone()
    }
}

impl Lab<'_> {
    /// An analysis of the position of an opened game, not yet begun.
    pub fn analyse(
        &self,
        opened: &Opened,
        question: Question,
    ) -> Result<(Analysis, Handle), Error> {
        let agent = self.agent(&question.agent, opened)?;
        let shared = Arc::new(Shared { hold: Mutex::new(question.hold), ..Shared::default() });
        let handle = Handle(Arc::clone(&shared));
        Ok((Analysis { agent, session: opened.session.boxed(), question, shared }, handle))
    }
}

impl Analysis {
    /// Thinks on this thread until the hold, the end or a cancellation, and tells how it stands: of every
    /// completed step and every now and then between, throttled, and always at the end. After a hold it
    /// can be run again, and goes on with what it knows.
    pub fn run(
        &mut self,
        clock: &dyn Clock,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<State, Error> {
        let shared = &*self.shared;
        shared.stop.store(shared.cancelled.load(Ordering::Relaxed), Ordering::Relaxed);
        let watch = Watch {
            shared,
            clock,
            began: clock.now(),
            before: *locked(&shared.spent),
            every: Duration::from_millis(self.question.every),
            stream: Mutex::new(Stream { report, answer: None, told: None }),
        };
        let pulse = |nodes: u64| watch.beat(nodes);
        let request = Request {
            lines: self.question.lines,
            only: &self.question.only,
            seed: self.question.seed,
            pulse: Some(&pulse),
            ..Request::new(clock, &shared.stop)
        };
        let answer = self.agent.think(&*self.session, &request, &mut |answer| {
            watch.step(answer.into());
        });
        let answer = answer.map_err(|error| Error::ask(&error))?;
        let state = if shared.cancelled.load(Ordering::Relaxed) {
            State::Cancelled
        } else if shared.stop.load(Ordering::Relaxed) {
            State::Holding
        } else {
            State::Done
        };
        watch.end(state, (&answer).into());
        *locked(&shared.spent) = watch.spent();
        Ok(state)
    }
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

    /// Hears of nodes, by any thread.
    fn beat(&self, nodes: u64) {
        let nodes = self.shared.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let (spent, hold) = (self.spent(), *locked(&self.shared.hold));
        let late = hold.millis.is_some_and(|most| spent >= Duration::from_millis(most));
        if late || hold.nodes.is_some_and(|most| nodes >= most) {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        // Whoever is just telling tells for all.
        if let Ok(mut stream) = self.stream.try_lock() {
            self.tell(&mut stream, State::Running, spent, false);
        }
    }

    /// Hears of a completed step.
    fn step(&self, answer: Answer) {
        if locked(&self.shared.hold).depth.is_some_and(|most| answer.depth >= most) {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        let mut stream = locked(&self.stream);
        stream.answer = Some(answer);
        self.tell(&mut stream, State::Running, self.spent(), false);
    }

    fn end(&self, state: State, answer: Answer) {
        self.shared.nodes.fetch_max(answer.nodes, Ordering::Relaxed);
        let mut stream = locked(&self.stream);
        stream.answer = Some(answer);
        self.tell(&mut stream, state, self.spent(), true);
    }

    /// Tells how it stands, unless that was told just now; nothing before there is something to tell.
    fn tell(&self, stream: &mut Stream<'_>, state: State, spent: Duration, always: bool) {
        let due = stream.told.is_none_or(|told| spent.saturating_sub(told) >= self.every);
        if !always && (!due || stream.answer.is_none()) {
            return;
        }
        stream.told = Some(spent);
        let report = Report {
            state,
            answer: stream.answer.clone(),
            nodes: self.shared.nodes.load(Ordering::Relaxed),
            millis: spent.as_millis() as u64,
        };
        *locked(&self.shared.latest) = Some(report.clone());
        (stream.report)(&report);
    }
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
