//! A host in memory, and runs in it.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use plyglot_arena::{
    Error,
    desk::{Executor, Progress, Run, Watch},
    pool::ThreadPool,
    store::Store,
};
use plyglot_catalog::Catalog;
use plyglot_core::options::{Loader, no_files};

use crate::{
    bench::{Bench, Host},
    course::Course,
    plan,
};

/// Files in memory, and a stop after so many games.
pub(super) struct Memory {
    pub(super) threads: usize,
    pub(super) files: RefCell<BTreeMap<String, String>>,
    pub(super) lines: RefCell<Vec<String>>,
    stop: Arc<AtomicBool>,
    left: Arc<AtomicUsize>,
    /// Whether it ends when training begins.
    pub(super) stops_training: Cell<bool>,
}

impl Memory {
    pub(super) fn new(threads: usize) -> Memory {
        Memory {
            threads,
            files: RefCell::default(),
            lines: RefCell::default(),
            stop: Arc::default(),
            left: Arc::new(AtomicUsize::new(usize::MAX)),
            stops_training: Cell::new(false),
        }
    }

    /// Ends the run after so many games.
    pub(super) fn stop_after(&self, games: usize) {
        self.left.store(games, Ordering::Relaxed);
    }

    /// Goes on.
    pub(super) fn go_on(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.left.store(usize::MAX, Ordering::Relaxed);
    }

    pub(super) fn file(&self, ending: &str) -> String {
        self.files.borrow()[ending].clone()
    }
}

struct Counting(Arc<AtomicBool>, Arc<AtomicUsize>);

impl Watch for Counting {
    fn game(&mut self, _progress: &Progress<'_>) {
        if self.1.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Host for Memory {
    fn executor<'a>(&'a self, catalog: &'a Catalog) -> Box<dyn Executor + 'a> {
        Box::new(ThreadPool { catalog, threads: self.threads })
    }

    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn watch(&self, _games: usize, _what: &str, _first: &str) -> Box<dyn Watch> {
        Box::new(Counting(self.stop.clone(), self.left.clone()))
    }

    fn busy(&self, what: &'static str) -> Box<dyn Any> {
        if what == "training" && self.stops_training.take() {
            self.stop.store(true, Ordering::Relaxed);
        }
        Box::new(())
    }

    fn tell(&self, line: &str) {
        self.lines.borrow_mut().push(line.to_owned());
    }

    fn keep(&self, ending: &str, text: &str) -> Result<(), Error> {
        self.files.borrow_mut().insert(ending.to_owned(), text.to_owned());
        Ok(())
    }

    fn kept(&self, ending: &str) -> Option<String> {
        self.files.borrow().get(ending).cloned()
    }

    fn set_aside(&self, ending: &str) -> Result<Option<String>, Error> {
        let mut files = self.files.borrow_mut();
        let old = files.remove(ending).map(|text| (format!("{ending}.old"), text));
        let name = old.as_ref().map(|(name, _)| name.clone());
        files.extend(old);
        Ok(name)
    }
}

/// Carries a file out with games kept in that store; what came out, and the store again.
pub(super) fn carry_out(
    catalog: &Catalog,
    text: &str,
    host: &Memory,
    store: Store,
) -> Result<(Course, Run, Store), Error> {
    carry_out_with(catalog, text, host, store, &no_files)
}

/// The same with files that `load` reads.
pub(super) fn carry_out_with(
    catalog: &Catalog,
    text: &str,
    host: &Memory,
    store: Store,
    load: Loader<'_>,
) -> Result<(Course, Run, Store), Error> {
    let plan = plan::read(text, catalog, load)?;
    let mut bench = Bench {
        plan: &plan,
        command: "plyglot learn test.toml",
        store,
        host,
        run: Run::default(),
        course: Course::default(),
    };
    bench.carry_out()?;
    Ok((bench.course, bench.run, bench.store))
}
