//! The executor: threads that play the games of jobs and put every record into one sink, and one
//! scheduler that hands games out.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use plyglot_catalog::Catalog;

use crate::{
    Error, GameRecord, GameResult, Job, Sink,
    contestant::Roster,
    play::play,
    schedule::{Block, Schedule},
};

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The finished blocks, in the order of the schedule.
    pub blocks: Vec<Block>,
    /// Why the schedule stopped before its end.
    pub verdict: Option<String>,
    /// How many of the blocks led to the verdict; the games still in play then came later.
    pub decisive: Option<usize>,
    /// Whether it was stopped from outside.
    pub interrupted: bool,
    /// Games that were played now, not found in the sink.
    pub played: usize,
}

impl Run {
    /// The blocks that led to the verdict, or all.
    pub fn decisive_blocks(&self) -> &[Block] {
        &self.blocks[..self.decisive.unwrap_or(self.blocks.len())]
    }
}

/// A game that has just ended, for whoever watches.
pub struct Progress<'a> {
    /// Its job.
    pub job: &'a Job,
    /// Its result.
    pub result: &'a GameResult,
    /// Games finished, the ones found in the sink included.
    pub finished: usize,
    /// Games found in the sink so far.
    pub found: usize,
    /// Blocks finished in the order of the schedule.
    pub blocks: &'a [Block],
}

/// One game for a worker.
type Task = (Arc<Job>, usize, usize);
type Report = (usize, Result<Option<GameResult>, Error>);
type Shared<'a> = Mutex<&'a mut dyn Sink>;

/// Plays a schedule to its end on `concurrency` threads, or until `stop` is raised. Games that the sink
/// already has are not played again.
pub fn run(
    catalog: &Catalog,
    schedule: &mut dyn Schedule,
    sink: &mut dyn Sink,
    concurrency: usize,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Progress<'_>),
) -> Result<Run, Error> {
    let (tasks, queue) = mpsc::channel::<Task>();
    let (reports, results) = mpsc::channel::<Report>();
    let (queue, sink) = (Mutex::new(queue), Mutex::new(sink));
    let (queue, sink) = (&queue, &sink);
    thread::scope(move |scope| {
        for _ in 0..concurrency.max(1) {
            let reports = reports.clone();
            scope.spawn(move || work(catalog, queue, sink, &reports, stop));
        }
        drop(reports);
        let mut rounds = Rounds {
            tasks,
            results,
            sink,
            watch,
            concurrency,
            stop,
            run: Run::default(),
            found: 0,
        };
        let done = rounds.all(schedule);
        // Workers end when their queue is closed, and unplayed games are not waited for.
        let Rounds { run, .. } = rounds;
        done.map(|()| run)
    })
}

fn work(
    catalog: &Catalog,
    queue: &Mutex<mpsc::Receiver<Task>>,
    sink: &Shared<'_>,
    reports: &mpsc::Sender<Report>,
    stop: &AtomicBool,
) {
    let mut roster = Roster::new(catalog);
    loop {
        let next = queue.lock().map(|queue| queue.recv());
        let Ok(Ok((job, index, block))) = next else { return };
        let played = catch_unwind(AssertUnwindSafe(|| play(&job, index, &mut roster, stop)));
        let played = played.unwrap_or_else(|_| {
            let (game, job) = (&job.game, job.id());
            Err(Error::Input(format!("game {index} of job {job} ({game}) made the program panic")))
        });
        // Whoever played a game also stores it: with more workers nobody becomes the bottleneck.
        let stored = played.and_then(|record| record.map(|own| keep(sink, &job, own)).transpose());
        if reports.send((block, stored)).is_err() {
            return;
        }
    }
}

fn keep(sink: &Shared<'_>, job: &Job, record: GameRecord) -> Result<GameResult, Error> {
    let game = record.written(job);
    locked(sink).store(job, &game)?;
    Ok(game.result)
}

/// The sink, also after a thread that held it panicked: transactions leave it whole.
fn locked<'a, 'b>(sink: &'a Shared<'b>) -> MutexGuard<'a, &'b mut dyn Sink> {
    sink.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A block in play.
struct Open {
    job: Arc<Job>,
    games: Vec<Option<GameResult>>,
}

struct Rounds<'a, 's> {
    tasks: mpsc::Sender<Task>,
    results: mpsc::Receiver<Report>,
    sink: &'a Shared<'s>,
    watch: &'a mut dyn FnMut(&Progress<'_>),
    concurrency: usize,
    stop: &'a AtomicBool,
    run: Run,
    found: usize,
}

impl Rounds<'_, '_> {
    fn all(&mut self, schedule: &mut dyn Schedule) -> Result<(), Error> {
        for number in 0.. {
            let jobs = schedule.round(number, &self.run.blocks)?;
            if jobs.is_empty() {
                break;
            }
            self.round(jobs, schedule)?;
            if self.run.verdict.is_some() || self.run.interrupted {
                break;
            }
        }
        Ok(())
    }

    fn round(&mut self, jobs: Vec<Job>, schedule: &dyn Schedule) -> Result<(), Error> {
        locked(self.sink).plan(&jobs)?;
        let mut open = Vec::with_capacity(jobs.len());
        for job in jobs {
            let mut games = vec![None; job.seatings.len()];
            let found = locked(self.sink).finished(&job)?;
            for result in found {
                self.found += 1;
                let index = result.index;
                games[index] = Some(result);
            }
            open.push(Open { job: Arc::new(job), games });
        }
        let mut missing = Vec::new();
        for (block, own) in open.iter().enumerate() {
            let games = own.games.iter().enumerate().filter(|(_, game)| game.is_none());
            missing.extend(games.map(|(index, _)| (own.job.clone(), index, block)));
        }
        let mut missing = missing.into_iter().peekable();
        let (mut frontier, mut in_play) = (0, 0);
        self.advance(&open, &mut frontier, schedule);
        loop {
            // One game waits for each that is played, so that no worker does.
            while in_play < 2 * self.concurrency && self.goes_on() && missing.peek().is_some() {
                self.tasks.send(missing.next().expect("peeked")).expect("workers are there");
                in_play += 1;
            }
            if in_play == 0 {
                break;
            }
            let (block, result) = self.results.recv().expect("workers are there");
            in_play -= 1;
            if let Some(result) = result? {
                self.note(&mut open[block], result);
                self.advance(&open, &mut frontier, schedule);
            }
        }
        self.run.interrupted = self.stop.load(Ordering::Relaxed);
        // Blocks that ended after the verdict count as results, not for the verdict.
        let later = open.drain(frontier..).filter_map(finished);
        self.run.blocks.extend(later);
        Ok(())
    }

    fn goes_on(&self) -> bool {
        self.run.verdict.is_none() && !self.stop.load(Ordering::Relaxed)
    }

    fn note(&mut self, open: &mut Open, result: GameResult) {
        self.run.played += 1;
        (self.watch)(&Progress {
            job: &open.job,
            result: &result,
            finished: self.found + self.run.played,
            found: self.found,
            blocks: &self.run.blocks,
        });
        let index = result.index;
        open.games[index] = Some(result);
    }

    /// Takes over finished blocks in the order of the schedule, so that a verdict depends on that
    /// order and not on which thread was faster.
    fn advance(&mut self, open: &[Open], frontier: &mut usize, schedule: &dyn Schedule) {
        while self.run.verdict.is_none() && *frontier < open.len() {
            let own = &open[*frontier];
            let Some(games) = own.games.iter().cloned().collect() else { break };
            self.run.blocks.push(Block { job: own.job.clone(), games });
            *frontier += 1;
            self.run.verdict = schedule.verdict(&self.run.blocks);
            self.run.decisive = self.run.verdict.as_ref().map(|_| self.run.blocks.len());
        }
    }
}

fn finished(open: Open) -> Option<Block> {
    let games = open.games.into_iter().collect::<Option<Vec<_>>>()?;
    Some(Block { job: open.job, games })
}
