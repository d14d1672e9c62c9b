//! Runs that this server plays: each on threads of its own, never more of them than there are.

use std::{
    any::Any,
    collections::BTreeMap,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use plyglot_arena::{
    Error, GameResult, Job, Sink, Task, Written,
    desk::{self, Executor, Run, Watch},
    pool::{Spectator, ThreadPool, Watched},
    store::{RunInfo, Store},
};
use plyglot_catalog::Catalog;
use plyglot_core::AnySession;
use plyglot_tuner::{
    bench::{Bench, Host},
    course::Course,
};

use super::file::Asked;
use crate::lock;

/// The threads that runs share.
pub(super) struct Threads {
    free: Mutex<usize>,
    news: Condvar,
    all: usize,
}

impl Threads {
    pub(super) fn new(all: usize) -> Threads {
        Threads { free: Mutex::new(all), news: Condvar::new(), all }
    }

    /// Takes as many of those wanted as are free, once there is one; none if the run is stopped first.
    fn take(&self, wanted: usize, playing: &Playing) -> usize {
        let mut free = lock(&self.free);
        while *free == 0 && !playing.is_stopped() {
            free = self.news.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        let taken = if playing.is_stopped() { 0 } else { wanted.clamp(1, self.all).min(*free) };
        *free -= taken;
        taken
    }

    fn give(&self, threads: usize) {
        *lock(&self.free) += threads;
        self.news.notify_all();
    }

    /// Wakes whoever waits for a thread and does not need one any more.
    pub(super) fn wake(&self) {
        drop(lock(&self.free));
        self.news.notify_all();
    }
}

/// A run in play.
pub(super) struct Playing {
    pub(super) info: RunInfo,
    /// Raised when it shall end.
    stop: AtomicBool,
    /// How many games are played at a time; none while it waits.
    pub(super) threads: AtomicUsize,
    /// Whether somebody looks at its games.
    pub(super) watched: AtomicBool,
    /// The games that somebody looks at, by slot.
    seen: Mutex<BTreeMap<usize, Seen>>,
    /// Grows with everything that is seen.
    pub(super) plies: AtomicUsize,
}

/// A game as it was last seen.
pub(super) struct Seen {
    pub(super) job: Arc<Job>,
    pub(super) names: Vec<String>,
    pub(super) session: Box<dyn AnySession>,
}

impl Playing {
    pub(super) fn new(info: RunInfo) -> Playing {
        Playing {
            info,
            stop: AtomicBool::new(false),
            threads: AtomicUsize::new(0),
            watched: AtomicBool::new(false),
            seen: Mutex::default(),
            plies: AtomicUsize::new(0),
        }
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What is made of every game that was seen, of so many at most.
    pub(super) fn look<T>(&self, most: usize, make: impl Fn(usize, &Seen) -> T) -> Vec<T> {
        lock(&self.seen).iter().take(most).map(|(slot, own)| make(*slot, own)).collect()
    }
}

impl Spectator for Playing {
    fn look(&self, slot: usize, task: &Task, session: &dyn AnySession) {
        if !self.watched.load(Ordering::Relaxed) {
            return;
        }
        let seating = &task.job.seatings[task.index];
        let names = seating.iter().map(|agent| task.job.agents[*agent].name.clone()).collect();
        let seen = Seen { job: task.job.clone(), names, session: session.boxed() };
        lock(&self.seen).insert(slot, seen);
        self.plies.fetch_add(1, Ordering::Relaxed);
    }

    fn leave(&self, slot: usize) {
        lock(&self.seen).remove(&slot);
        self.plies.fetch_add(1, Ordering::Relaxed);
    }
}

/// A store that has the run from its first job on, so that it is there if the server is killed before a
/// game is over.
struct Noted {
    store: Store,
    noted: bool,
}

impl Sink for Noted {
    fn plan(&mut self, id: &str, job: &Job) -> Result<(), Error> {
        self.store.plan(id, job)?;
        match std::mem::replace(&mut self.noted, true) {
            true => Ok(()),
            false => self.store.store(&[]),
        }
    }

    fn store(&mut self, games: &[(Task, Written)]) -> Result<(), Error> {
        self.store.store(games)
    }

    fn finished(&self, id: &str, job: &Job) -> Result<Vec<GameResult>, Error> {
        self.store.finished(id, job)
    }
}

/// Plays a run on a thread of its own and on those that it gets; `end` hears what went wrong, if anything
/// did.
pub(super) fn begin(
    catalog: Catalog,
    threads: Arc<Threads>,
    playing: Arc<Playing>,
    asked: Asked,
    store: Store,
    end: impl FnOnce(Option<String>) + Send + 'static,
) {
    let named = thread::Builder::new().name("run".to_owned());
    let work = move || {
        let taken = threads.take(asked.concurrency(), &playing);
        playing.threads.store(taken, Ordering::Relaxed);
        let failure = match taken {
            0 => None,
            _ => play(&catalog, &playing, taken, asked, store).err(),
        };
        threads.give(taken);
        end(failure.map(|error| error.to_string()));
    };
    named.spawn(work).expect("the system gives a thread");
}

fn play(
    catalog: &Catalog,
    playing: &Playing,
    threads: usize,
    asked: Asked,
    store: Store,
) -> Result<(), Error> {
    let pool = ThreadPool { catalog, threads };
    let watched = Watched { pool, spectator: playing };
    match asked {
        Asked::Play(mut tournament) => {
            let mut sink = Noted { store, noted: false };
            let schedule = &mut *tournament.schedule;
            let run = desk::run(schedule, &watched, &mut sink, &mut Unheard, &playing.stop);
            sink.store.end_run(run.verdict.as_deref())?;
            run.failure.map_or(Ok(()), Err)
        }
        Asked::Tune(plan) => {
            let server = Server { watched, stop: &playing.stop };
            let source = playing.info.source.as_deref().unwrap_or_default();
            let mut bench = Bench {
                catalog,
                plan: &plan,
                source,
                command: &playing.info.command,
                store,
                host: &server,
                run: Run::default(),
                matches: Vec::new(),
            };
            bench.carry_out().map(|_| ())
        }
    }
}

/// Everybody reads the file instead.
struct Unheard;

impl Watch for Unheard {}

/// The server around a search for parameters.
struct Server<'a> {
    watched: Watched<'a>,
    stop: &'a AtomicBool,
}

impl Host for Server<'_> {
    fn executor(&self) -> &dyn Executor {
        &self.watched
    }

    fn stop(&self) -> &AtomicBool {
        self.stop
    }

    fn watch_search(&self, _: Arc<Mutex<Course>>) -> Box<dyn Watch> {
        Box::new(Unheard)
    }

    fn watch_match(&self, _: Option<usize>, _: &str) -> Box<dyn Watch> {
        Box::new(Unheard)
    }

    fn busy(&self, _: &'static str) -> Box<dyn Any> {
        Box::new(())
    }
}
