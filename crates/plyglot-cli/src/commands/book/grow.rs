//! The searches that a book grows by, some at the same time.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use plyglot_catalog::{
    AnyAgent, Budget, Catalog, Opened, Request, WallClock,
    books::{Book, Found, Settings},
};
use plyglot_core::{AnySession, Rng};

use crate::{error::Error, input::read_file};

/// Who grows a book.
pub(super) struct Growth<'a> {
    start: Box<dyn AnySession>,
    agents: Vec<Box<dyn AnyAgent>>,
    stop: &'a AtomicBool,
}

/// A position to be searched, and which plies may be chosen.
struct Task {
    at: usize,
    session: Box<dyn AnySession>,
    only: Vec<String>,
}

impl<'a> Growth<'a> {
    pub(super) fn new(
        catalog: &Catalog,
        opened: &Opened,
        settings: &Settings,
        workers: u16,
        stop: &'a AtomicBool,
    ) -> Result<Self, Error> {
        let make = |_| catalog.agent(&settings.agent, opened, &read_file);
        let agents = (0..workers).map(make).collect::<Result<_, _>>()?;
        Ok(Growth { start: opened.session.boxed(), agents, stop })
    }

    /// Adds positions, if there are not enough, and searches all that have not been; false once there is nothing more
    /// to do, or somebody wants it to stop: then the book is not whole.
    pub(super) fn step(&mut self, book: &mut Book, goal: usize) -> Result<bool, Error> {
        let damaged = |error: plyglot_catalog::books::BookError| Error::Input(error.to_string());
        let new = book.unsearched().is_empty();
        if new && (book.positions() >= goal || book.open(&*self.start).map_err(damaged)? == 0) {
            return Ok(false);
        }
        let mut tasks = Vec::new();
        for (at, only) in book.unsearched() {
            tasks.push(Task {
                at,
                session: book.session(&*self.start, at).map_err(damaged)?,
                only,
            });
        }
        let found = self.search(tasks, &book.settings)?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        book.tell(&found).map_err(damaged)?;
        Ok(true)
    }

    /// Searches positions with all agents at the same time; what is found does not depend on who searches what.
    fn search(
        &mut self,
        tasks: Vec<Task>,
        settings: &Settings,
    ) -> Result<Vec<(usize, Found)>, Error> {
        let (next, stop) = (AtomicUsize::new(0), self.stop);
        let found = Mutex::new(Vec::with_capacity(tasks.len()));
        let tasks: Vec<Mutex<Task>> = tasks.into_iter().map(Mutex::new).collect();
        let work = |agent: &mut Box<dyn AnyAgent>| -> Result<(), Error> {
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let task = task.lock().expect("no thread panics with it");
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let own = ask(&mut **agent, &task, settings, stop)?;
                found.lock().expect("no thread panics with it").push((task.at, own));
            }
            Ok(())
        };
        thread::scope(|scope| {
            let work = &work;
            let threads = self.agents.iter_mut().map(|agent| scope.spawn(move || work(agent)));
            let threads: Vec<_> = threads.collect();
            threads.into_iter().try_for_each(|own| own.join().expect("no thread panics"))
        })?;
        let mut found = found.into_inner().expect("no thread panics with it");
        found.sort_by_key(|(at, _)| *at);
        Ok(found)
    }
}

/// Has an agent search a position that it has not heard of.
fn ask(
    agent: &mut dyn AnyAgent,
    task: &Task,
    settings: &Settings,
    stop: &AtomicBool,
) -> Result<Found, Error> {
    agent.new_game();
    let clock = WallClock::start();
    let request = Request {
        budget: Budget { nodes: Some(settings.nodes), time: None },
        only: &task.only,
        seed: Rng::stream(settings.seed, task.at as u64).next_u64(),
        ..Request::new(&clock, stop)
    };
    let answer = agent.think(&*task.session, &request, &mut |_| {})?;
    let ply = answer.lines.first().and_then(|line| line.plies.first());
    let (Some(ply), Some(value)) = (ply, answer.expected()) else {
        let agent = agent.short();
        return Err(Error::Input(format!(
            "{agent} does not tell what it expects, and a book is made of that: take a search with an evaluation"
        )));
    };
    Ok(Found { ply: ply.clone(), value, depth: answer.depth, nodes: answer.nodes })
}
