//! The executor of this process: threads that play one game after the other.

use std::thread;

use plyglot_catalog::Catalog;

use crate::{
    contestant::Roster,
    desk::{Desk, Executor, caught},
    play::play,
};

/// So many threads, each with agents of its own.
pub struct ThreadPool<'a> {
    /// Where games and agents are found.
    pub catalog: &'a Catalog,
    /// How many games are played at a time.
    pub threads: usize,
}

impl Executor for ThreadPool<'_> {
    fn slots(&self) -> usize {
        self.threads.max(1)
    }

    fn execute(&self, desk: &Desk<'_>) {
        thread::scope(|scope| {
            for _ in 0..self.slots() {
                scope.spawn(|| self.work(desk));
            }
        });
    }
}

impl ThreadPool<'_> {
    fn work(&self, desk: &Desk<'_>) {
        let mut roster = Roster::new(self.catalog);
        while let Some(task) = desk.take() {
            let what = format!("game {} of job {} ({})", task.index, task.id, task.job.game);
            let played = caught(&what, || play(&task.job, task.index, &mut roster, desk.stop()));
            desk.put(task, played);
        }
    }
}
