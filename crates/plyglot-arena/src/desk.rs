//! The desk between the three parts of a run: a schedule that says what is played, an executor that
//! plays it, and a sink that keeps it.
//!
//! Games are handed out one by one, as the schedule comes to them, and handed in when they are over. A
//! game is in play until the sink has it. Whoever hands games in stores them, and those that end at
//! once are stored some at a time, so that players hardly ever wait for the sink.

#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    Error, GameRecord, GameResult, Job, Sink, Written,
    schedule::{Block, Schedule},
};

/// How many finished games may wait to be stored together.
const BATCH: usize = 32;
/// How long they may wait until somebody who comes by stores them.
const PAUSE: Duration = Duration::from_millis(25);
/// How long they may wait until somebody stores them who does nothing else.
const LONGEST: Duration = Duration::from_millis(50);
/// How many games are planned ahead for everybody who plays.
const AHEAD: usize = 2 * BATCH;

/// One game to be played: a job, and which of its games.
#[derive(Clone, Debug)]
pub struct Task {
    /// The job.
    pub job: Arc<Job>,
    /// The job's id.
    pub id: Arc<str>,
    /// The number of the game in the job.
    pub index: usize,
    /// The number of the job in its run.
    number: usize,
}

impl Task {
    /// A game of a job that belongs to no schedule.
    pub(crate) fn new(job: &Job, index: usize) -> Task {
        Task { id: job.id().into(), job: Arc::new(job.clone()), index, number: 0 }
    }
}

/// Plays games: on threads of this process, on other machines, anywhere.
pub trait Executor {
    /// How many games it plays at a time.
    fn slots(&self) -> usize;

    /// Takes games from the desk and puts them back when they are over, until the desk has none.
    fn execute(&self, desk: &Desk<'_>);
}

/// Somebody who wants to know how a run goes.
pub trait Watch: Send {
    /// A game has been played.
    fn game(&mut self, _progress: &Progress<'_>) {}

    /// A block is finished. Blocks come in the order of the schedule, those after its verdict last.
    fn block(&mut self, _block: &Block) {}
}

/// A game that has just ended.
pub struct Progress<'a> {
    /// Its job.
    pub job: &'a Job,
    /// Its result.
    pub result: &'a GameResult,
    /// Games finished, the ones found in the sink included.
    pub finished: usize,
    /// Games found in the sink so far.
    pub found: usize,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Why the schedule stopped before its end.
    pub verdict: Option<String>,
    /// What went wrong, if the run could not go on.
    pub failure: Option<Error>,
    /// Whether it was stopped from outside.
    pub interrupted: bool,
    /// Games that were played now, not found in the sink.
    pub played: usize,
    /// Games that were found in the sink.
    pub found: usize,
}

/// Plays a schedule to its end, or until `stop` is raised or something fails. Games that the sink
/// already has are not played again.
pub fn run(
    schedule: &mut dyn Schedule,
    executor: &dyn Executor,
    sink: &mut dyn Sink,
    watch: &mut dyn Watch,
    stop: &AtomicBool,
) -> Run {
    let board = Board {
        schedule,
        watch,
        ahead: AHEAD * executor.slots(),
        open: VecDeque::new(),
        closed: 0,
        waiting: VecDeque::new(),
        in_play: 0,
        run: Run::default(),
    };
    let desk = Desk {
        board: Mutex::new(board),
        news: Condvar::new(),
        sink: Mutex::new(sink),
        tray: Mutex::new(Tray::default()),
        over: Condvar::new(),
        stop,
    };
    thread::scope(|scope| {
        scope.spawn(|| desk.clear_trays());
        let executed = caught("playing", || {
            executor.execute(&desk);
            Ok(())
        });
        if let Err(error) = executed {
            lock(&desk.board).fail(error);
        }
        lock(&desk.tray).over = true;
        desk.over.notify_all();
    });
    desk.hand_in(true);
    let board = desk.board.into_inner().unwrap_or_else(PoisonError::into_inner);
    board.close(stop.load(Ordering::Relaxed))
}

/// Hands games out and takes them back, for any number of threads.
pub struct Desk<'a> {
    board: Mutex<Board<'a>>,
    /// Told whenever there may be something to play, or nothing any more.
    news: Condvar,
    /// Locked before the board by whoever needs both.
    sink: Mutex<&'a mut dyn Sink>,
    tray: Mutex<Tray>,
    /// Told when the run is over.
    over: Condvar,
    stop: &'a AtomicBool,
}

/// Games that are over and not stored.
#[derive(Default)]
struct Tray {
    games: Vec<(Task, Written)>,
    since: Option<Instant>,
    over: bool,
}

impl Tray {
    fn is_older(&self, age: Duration) -> bool {
        self.since.is_some_and(|since| since.elapsed() >= age)
    }
}

impl<'a> Desk<'a> {
    /// Raised when games in play shall end at once and leave nothing.
    pub fn stop(&self) -> &'a AtomicBool {
        self.stop
    }

    /// The next game, once there is one; `None` when there will be no more.
    pub fn take(&self) -> Option<Task> {
        let tray = lock(&self.tray);
        let (due, late) = (tray.games.len() >= BATCH, tray.is_older(LONGEST));
        let due = due || tray.is_older(PAUSE);
        drop(tray);
        if due {
            self.hand_in(late);
        }
        let ready = lock(&self.board).hand_out(self.stop);
        ready.or_else(|| self.wait_for_task())
    }

    /// Puts back a game: its record, nothing if it was stopped, or why it could not be played.
    pub fn put(&self, task: Task, played: Result<Option<GameRecord>, Error>) {
        let id = &task.id;
        let written =
            caught("writing a game down", || Ok(played?.map(|record| record.written(id))));
        if let Ok(Some(game)) = written {
            let mut tray = lock(&self.tray);
            tray.since.get_or_insert_with(Instant::now);
            tray.games.push((task, game));
            return;
        }
        let mut board = lock(&self.board);
        board.in_play -= 1;
        if let Err(error) = written {
            board.fail(error);
        }
        self.news.notify_all();
    }

    fn wait_for_task(&self) -> Option<Task> {
        loop {
            // Nobody waits as long as games lie there that others may be waiting for.
            self.hand_in(true);
            let mut sink = lock(&self.sink);
            let mut board = lock(&self.board);
            board.plan_or_fail(&mut **sink, self.stop);
            let task = board.hand_out(self.stop);
            if task.is_some() || board.in_play == 0 || !board.goes_on(self.stop) {
                self.news.notify_all();
                return task;
            }
            drop(sink);
            drop(self.news.wait(board).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Stores what lies in the tray. Unless it must be done now, somebody else who is at it may go on.
    fn hand_in(&self, now: bool) {
        let mut sink = match self.sink.try_lock() {
            Ok(sink) => sink,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if now => lock(&self.sink),
            Err(TryLockError::WouldBlock) => return,
        };
        let games = {
            let mut tray = lock(&self.tray);
            tray.since = None;
            mem::take(&mut tray.games)
        };
        if games.is_empty() {
            return;
        }
        let stored = caught("storing games", || sink.store(&games));
        let mut board = lock(&self.board);
        board.in_play -= games.len();
        match stored {
            Ok(()) => {
                board.note_or_fail(games);
                board.plan_or_fail(&mut **sink, self.stop);
            }
            Err(error) => board.fail(error),
        }
        self.news.notify_all();
    }

    /// Stores games that nobody comes by for, because all are playing.
    fn clear_trays(&self) {
        let mut tray = lock(&self.tray);
        while !tray.over {
            if tray.is_older(LONGEST) {
                drop(tray);
                self.hand_in(true);
                tray = lock(&self.tray);
            }
            let waited = self.over.wait_timeout(tray, PAUSE);
            tray = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// What is played, in play and waiting.
struct Board<'a> {
    schedule: &'a mut dyn Schedule,
    watch: &'a mut dyn Watch,
    ahead: usize,
    /// Blocks that are not finished, or follow such a one, in the order of the schedule.
    open: VecDeque<Open>,
    /// How many blocks came before those.
    closed: usize,
    waiting: VecDeque<Task>,
    in_play: usize,
    run: Run,
}

/// A block in play.
struct Open {
    job: Arc<Job>,
    games: Vec<Option<GameResult>>,
}

impl Open {
    fn block(&self) -> Option<Block> {
        let games = self.games.iter().cloned().collect::<Option<Vec<_>>>()?;
        Some(Block { job: self.job.clone(), games })
    }
}

impl Board<'_> {
    fn goes_on(&self, stop: &AtomicBool) -> bool {
        let decided = self.run.verdict.is_some() || self.run.failure.is_some();
        !decided && !stop.load(Ordering::Relaxed)
    }

    fn hand_out(&mut self, stop: &AtomicBool) -> Option<Task> {
        let task = if self.goes_on(stop) { self.waiting.pop_front() } else { None };
        self.in_play += usize::from(task.is_some());
        task
    }

    /// The first failure counts; what others lead to is no news.
    fn fail(&mut self, error: Error) {
        self.run.failure.get_or_insert(error);
    }

    fn plan_or_fail(&mut self, sink: &mut dyn Sink, stop: &AtomicBool) {
        if let Err(error) = caught("planning games", || self.plan(sink, stop)) {
            self.fail(error);
        }
    }

    /// Asks the schedule on until enough games wait to be played.
    fn plan(&mut self, sink: &mut dyn Sink, stop: &AtomicBool) -> Result<(), Error> {
        while self.waiting.len() < self.ahead && self.goes_on(stop) {
            let Some(job) = self.schedule.next()? else { break };
            let (id, number): (Arc<str>, usize) = (job.id().into(), self.closed + self.open.len());
            let mut games = vec![None; job.seatings.len()];
            sink.plan(&id, &job)?;
            for result in sink.finished(&id, &job)? {
                self.run.found += 1;
                let index = result.index;
                games[index] = Some(result);
            }
            let job = Arc::new(job);
            let missing = games.iter().enumerate().filter(|(_, game)| game.is_none());
            self.waiting.extend(missing.map(|(index, _)| Task {
                job: job.clone(),
                id: id.clone(),
                index,
                number,
            }));
            self.open.push_back(Open { job, games });
            self.advance();
        }
        Ok(())
    }

    fn note_or_fail(&mut self, games: Vec<(Task, Written)>) {
        let noted = caught("counting games", || {
            games.into_iter().for_each(|(task, game)| self.note(&task, game.result));
            self.advance();
            Ok(())
        });
        if let Err(error) = noted {
            self.fail(error);
        }
    }

    fn note(&mut self, task: &Task, result: GameResult) {
        self.run.played += 1;
        self.watch.game(&Progress {
            job: &task.job,
            result: &result,
            finished: self.run.found + self.run.played,
            found: self.run.found,
        });
        self.open[task.number - self.closed].games[task.index] = Some(result);
    }

    /// Takes over finished blocks in the order of the schedule, so that a verdict depends on that
    /// order and not on which thread was faster.
    fn advance(&mut self) {
        while self.run.verdict.is_none() {
            let Some(block) = self.open.front().and_then(Open::block) else { break };
            self.open.pop_front();
            self.closed += 1;
            self.schedule.note(&block);
            self.watch.block(&block);
            self.run.verdict = self.schedule.verdict();
        }
    }

    /// The end. Blocks that were finished out of order or after the verdict count as results.
    fn close(mut self, interrupted: bool) -> Run {
        let later = self.open.iter().filter_map(Open::block);
        let told = caught("counting games", || {
            later.for_each(|block| self.watch.block(&block));
            Ok(())
        });
        self.run.failure = self.run.failure.or(told.err());
        Run { interrupted, ..self.run }
    }
}

/// A lock that outlives a panic: everything behind it is left whole.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something whose panic ends the run with a message.
pub(crate) fn caught<T>(what: &str, act: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|panic| {
        Err(Error::Panic(format!("{what} made the program panic: {}", panic_text(&*panic))))
    })
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("for no reason told")
}
