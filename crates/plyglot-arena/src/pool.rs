//! The executor of this process: threads that play one game after the other.

use std::thread;

use plyglot_catalog::Catalog;
use plyglot_core::AnySession;

use crate::{
    Error, GameRecord, Task,
    contestant::Roster,
    desk::{Desk, Executor, caught},
    play::{play, play_before},
};

/// So many threads, each with agents of its own.
pub struct ThreadPool<'a> {
    /// Where games and agents are found.
    pub catalog: &'a Catalog,
    /// How many games are played at a time.
    pub threads: usize,
}

/// Somebody who looks at games while they are played, each in a slot of its own.
pub trait Spectator: Sync {
    /// The game of a slot has begun, or a ply of it was played. Its player waits meanwhile.
    fn look(&self, slot: usize, task: &Task, session: &dyn AnySession);

    /// The game of a slot is over or was stopped.
    fn leave(&self, slot: usize);
}

/// A pool whose games somebody looks at.
pub struct Watched<'a> {
    /// The pool.
    pub pool: ThreadPool<'a>,
    /// Who looks at its games.
    pub spectator: &'a dyn Spectator,
}

impl Executor for ThreadPool<'_> {
    fn slots(&self) -> usize {
        self.threads.max(1)
    }

    fn execute(&self, desk: &Desk<'_>) {
        thread::scope(|scope| {
            for _ in 0..self.slots() {
                scope.spawn(|| {
                    self.work(desk, |task, roster| play(&task.job, task.index, roster, desk.stop()))
                });
            }
        });
    }
}

impl Executor for Watched<'_> {
    fn slots(&self) -> usize {
        self.pool.slots()
    }

    fn execute(&self, desk: &Desk<'_>) {
        thread::scope(|scope| {
            for slot in 0..self.slots() {
                scope.spawn(move || {
                    self.pool.work(desk, |task, roster| {
                        let mut show =
                            |session: &dyn AnySession| self.spectator.look(slot, task, session);
                        let played =
                            play_before(&task.job, task.index, roster, desk.stop(), &mut show);
                        Ok(played?.map(|(record, _)| record))
                    });
                    self.spectator.leave(slot);
                });
            }
        });
    }
}

impl ThreadPool<'_> {
    fn work(
        &self,
        desk: &Desk<'_>,
        play: impl Fn(&Task, &mut Roster<'_>) -> Result<Option<GameRecord>, Error>,
    ) {
        let mut roster = Roster::new(self.catalog);
        while let Some(task) = desk.take() {
            let what = format!("game {} of job {} ({})", task.index, task.id, task.job.game);
            let played = caught(&what, || play(&task, &mut roster));
            desk.put(task, played);
        }
    }
}
