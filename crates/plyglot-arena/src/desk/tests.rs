//! Runs that go well and runs that do not.

use std::{collections::BTreeSet, sync::atomic::AtomicUsize};

use plyglot_catalog::Catalog;
use plyglot_core::AnySession;
use plyglot_stats::sprt::Sprt;

use super::*;
use crate::{
    Forget, Limits,
    heap::{BOMBS, Heap, frame},
    pool::{Spectator, ThreadPool, Watched},
    schedule::Versus,
    seating::match_blocks,
    standings::Tally,
    store::Store,
};

fn catalog() -> Catalog {
    Catalog::standard().with::<Heap>()
}

fn versus(agents: &[&str], games: usize) -> Versus {
    let frame = frame(agents, Limits::default());
    Versus::new(frame, match_blocks(agents.len(), 2), games, None).unwrap()
}

/// Counts what it is told.
#[derive(Default)]
struct Counted {
    games: usize,
    blocks: usize,
    tally: Tally,
}

impl Watch for Counted {
    fn game(&mut self, _: &Progress<'_>) {
        self.games += 1;
    }

    fn block(&mut self, block: &Block) {
        self.blocks += 1;
        self.tally.add(block);
    }
}

fn play_all(schedule: &mut dyn Schedule, sink: &mut dyn Sink, threads: usize) -> (Run, Counted) {
    let (catalog, mut counted) = (catalog(), Counted::default());
    let pool = ThreadPool { catalog: &catalog, threads };
    let run = run(schedule, &pool, sink, &mut counted, &AtomicBool::new(false));
    (run, counted)
}

#[test]
fn every_game_is_played_once_and_found_afterwards() {
    for threads in [1, 3] {
        let mut store = Store::in_memory().unwrap();
        let (run, counted) = play_all(&mut versus(&["random", "greedy"], 90), &mut store, threads);
        assert_eq!((run.played, run.found, run.failure), (90, 0, None));
        assert_eq!((counted.games, counted.blocks), (90, 45));
        let (run, counted) = play_all(&mut versus(&["random", "greedy"], 130), &mut store, threads);
        assert_eq!((run.played, run.found, counted.blocks), (40, 90, 65));
        assert_eq!(store.count().unwrap(), 130);
    }
}

#[test]
fn an_agent_that_panics_loses_its_game_and_is_made_anew() {
    let before = BOMBS.load(Ordering::Relaxed);
    let agents = ["random", "greedy(eval=bomb)"];
    let (run, counted) = play_all(&mut versus(&agents, 6), &mut Forget, 1);
    assert_eq!((run.played, run.failure), (6, None));
    let standings = counted.tally.standings();
    assert_eq!(standings.endings, [0, 6, 0]);
    assert_eq!((&*standings.agents[0].name, standings.agents[0].wins), ("agent 0", 6));
    assert_eq!(standings.agents[1].faults["crash"], 6);
    assert_eq!(BOMBS.load(Ordering::Relaxed) - before, 6, "one for every game");
}

/// A sink that does wrong after some games.
struct Failing {
    good: AtomicUsize,
    panics: bool,
}

impl Failing {
    fn fail(&self) -> Result<(), Error> {
        if self.good.fetch_sub(1, Ordering::Relaxed) > 1 {
            return Ok(());
        }
        assert!(!self.panics, "the sink is broken");
        Err(Error::Store("the sink is full".to_owned()))
    }
}

impl Sink for Failing {
    fn plan(&mut self, _: &str, _: &Job) -> Result<(), Error> {
        Ok(())
    }

    fn store(&mut self, _: &[(Task, Written)]) -> Result<(), Error> {
        self.fail()
    }

    fn finished(&self, _: &str, _: &Job) -> Result<Vec<GameResult>, Error> {
        Ok(Vec::new())
    }
}

#[test]
fn a_sink_that_fails_ends_the_run_with_a_message() {
    for threads in [1, 2, 4] {
        for panics in [false, true] {
            let mut sink = Failing { good: AtomicUsize::new(3), panics };
            let (run, counted) =
                play_all(&mut versus(&["random", "greedy"], 5000), &mut sink, threads);
            let told = run.failure.expect("the sink failed").to_string();
            let wanted = if panics { "storing games made the program panic" } else { "is full" };
            assert!(told.contains(wanted), "{told}");
            assert!(counted.games > 0 && counted.games < 5000, "what was stored is counted");
        }
    }
}

/// A schedule whose jobs cannot be played after the first.
struct Broken(Versus, usize);

impl Schedule for Broken {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        self.1 += 1;
        assert!(self.1 < 5, "the schedule is broken");
        let job = self.0.next()?;
        let games = if self.1 < 4 { "heap" } else { "chess" };
        Ok(job.map(|job| Job { game: games.to_owned(), ..job }))
    }

    fn note(&mut self, block: &Block) {
        self.0.note(block);
    }

    fn games(&self) -> Option<usize> {
        self.0.games()
    }
}

#[test]
fn what_cannot_be_played_ends_the_run_and_what_was_played_counts() {
    for threads in [1, 3] {
        let mut broken = Broken(versus(&["random", "greedy"], 20), 0);
        let (run, counted) = play_all(&mut broken, &mut Forget, threads);
        let told = run.failure.expect("it cannot go on").to_string();
        assert!(told.contains("chess") || told.contains("the schedule is broken"), "{told}");
        assert_eq!(run.played, counted.games);
    }
}

/// Stops a run after some games.
struct Stopper<'a>(&'a AtomicBool, usize);

impl Watch for Stopper<'_> {
    fn game(&mut self, _: &Progress<'_>) {
        self.1 -= 1;
        self.0.fetch_or(self.1 == 0, Ordering::Relaxed);
        self.1 = self.1.max(1);
    }
}

#[test]
fn a_run_that_is_stopped_goes_on_where_it_was() {
    let (mut store, catalog) = (Store::in_memory().unwrap(), catalog());
    let pool = ThreadPool { catalog: &catalog, threads: 2 };
    let stop = AtomicBool::new(false);
    let mut schedule = versus(&["random", "greedy"], 4000);
    let first = run(&mut schedule, &pool, &mut store, &mut Stopper(&stop, 40), &stop);
    assert!(first.interrupted && (40..4000).contains(&first.played), "{first:?}");
    assert_eq!(store.count().unwrap(), first.played);
    let (rest, counted) = play_all(&mut versus(&["random", "greedy"], 4000), &mut store, 2);
    assert_eq!((rest.found, rest.found + rest.played), (first.played, 4000));
    assert_eq!(counted.blocks, 2000);
}

/// Counts how many jobs it was asked for.
struct Asked(Versus, usize);

impl Schedule for Asked {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        self.1 += 1;
        self.0.next()
    }

    fn note(&mut self, block: &Block) {
        self.0.note(block);
    }

    fn verdict(&self) -> Option<String> {
        self.0.verdict()
    }

    fn games(&self) -> Option<usize> {
        self.0.games()
    }
}

#[test]
fn verdicts_follow_the_schedule_and_nobody_plans_far_ahead_of_them() {
    let sprt = Sprt::parse("elo0=0,elo1=200").unwrap();
    let mut cells = Vec::new();
    for threads in [1, 2, 4] {
        let frame = frame(&["alphabeta(depth=12)", "random"], Limits::default());
        let versus = Versus::new(frame, match_blocks(2, 2), 1_000_000, Some(sprt)).unwrap();
        let mut asked = Asked(versus, 0);
        let (run, counted) = play_all(&mut asked, &mut Forget, threads);
        assert!(run.verdict.is_some() && run.played < 10_000, "{run:?}");
        assert!(asked.1 <= counted.blocks + AHEAD * threads, "{} jobs", asked.1);
        cells.push(serde_json::to_string(&asked.0.test().unwrap()).unwrap());
    }
    assert_eq!(cells.iter().collect::<BTreeSet<_>>().len(), 1, "{cells:?}");
}

/// Counts plies and games.
#[derive(Default)]
struct Looker {
    plies: AtomicUsize,
    left: AtomicUsize,
}

impl Spectator for Looker {
    fn look(&self, slot: usize, task: &Task, session: &dyn AnySession) {
        assert!(slot < 2 && session.played().len() >= task.job.opening.moves.len());
        let begins = session.played().len() == task.job.opening.moves.len();
        self.plies.fetch_add(usize::from(!begins), Ordering::Relaxed);
    }

    fn leave(&self, _: usize) {
        self.left.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_spectator_sees_every_ply() {
    let (mut store, catalog, looker) = (Store::in_memory().unwrap(), catalog(), Looker::default());
    let pool = ThreadPool { catalog: &catalog, threads: 2 };
    let watched = Watched { pool, spectator: &looker };
    let mut schedule = versus(&["random", "greedy"], 20);
    let done =
        run(&mut schedule, &watched, &mut store, &mut Tally::default(), &AtomicBool::new(false));
    let mut plies = 0;
    let mut count = |game: crate::store::StoredGame| {
        plies += game.record.moves.len();
        Ok(())
    };
    store.each_game(None, &mut count).unwrap();
    assert_eq!((done.played, looker.plies.into_inner(), looker.left.into_inner()), (20, plies, 2));
}
