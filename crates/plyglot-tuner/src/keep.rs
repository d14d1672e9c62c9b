//! Keeps the course of a run beside its games while they are played.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use plyglot_arena::{Error, GameResult, Job, Sink, Task, Written, store::Store};

use crate::course::Course;

/// How often the course is written down at most.
const PAUSE: Duration = Duration::from_secs(2);

/// A store that also keeps the course of a run. The games alone bring a run back to where it was; the course
/// is for those who look at the file.
pub struct Keep<'a> {
    store: &'a mut Store,
    run: String,
    course: Arc<Mutex<Course>>,
    kept: Instant,
}

impl<'a> Keep<'a> {
    /// Keeps the course of the run of that id.
    pub fn new(store: &'a mut Store, run: &str, course: Arc<Mutex<Course>>) -> Keep<'a> {
        Keep { store, run: run.to_owned(), course, kept: Instant::now() }
    }

    /// Writes the course down.
    pub fn keep(&mut self) -> Result<(), Error> {
        let text = {
            let course = self.course.lock().unwrap_or_else(PoisonError::into_inner);
            serde_json::to_string(&*course).expect("a course is plain data")
        };
        self.kept = Instant::now();
        self.store.annotate(&self.run, &text)
    }
}

impl Sink for Keep<'_> {
    fn plan(&mut self, id: &str, job: &Job) -> Result<(), Error> {
        self.store.plan(id, job)
    }

    fn store(&mut self, games: &[(Task, Written)]) -> Result<(), Error> {
        self.store.store(games)?;
        if self.kept.elapsed() < PAUSE { Ok(()) } else { self.keep() }
    }

    fn finished(&self, id: &str, job: &Job) -> Result<Vec<GameResult>, Error> {
        self.store.finished(id, job)
    }
}
