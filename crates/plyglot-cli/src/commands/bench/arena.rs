//! What a match costs besides thinking: agents that move at once, played, recorded and rated.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use plyglot_arena::{
    Adjudication, Ending, Entrant, Error as ArenaError, Forget, GameResult, Job, Limits, SeatUse,
    Sink, Task, Version, Written,
    desk::{self, Watch},
    opening::Source,
    pool::ThreadPool,
    process_time,
    ratings::{Ranked, ratings},
    schedule::{Block, Frame, Schedule, Variant, Versus},
    seating::{Orders, match_blocks},
    store::{RunInfo, Store},
};
use plyglot_catalog::Catalog;
use plyglot_core::options::no_files;
use plyglot_stats::sprt::Sprt;
use serde_json::{Value, json};

use super::announce;
use crate::{args::BenchArgs, commands::Out, error::Error};

/// What the arena has to reach with agents that move at once, in games a minute and core.
const WANTED: f64 = 20_000.0;

/// How often one and two workers are compared; the median counts.
const REPEATS: usize = 5;

/// What all runs together take, about, in the seconds asked for.
const ARENA_TIMES: f64 = 17.0;

/// One run of games.
struct Measured {
    games: usize,
    wall: Duration,
    processor: Duration,
    storing: Duration,
    rating: Duration,
}

/// A sink that knows how long it took.
struct Timed<'a> {
    sink: &'a mut dyn Sink,
    spent: Duration,
}

impl Sink for Timed<'_> {
    fn plan(&mut self, id: &str, job: &Job) -> Result<(), ArenaError> {
        self.sink.plan(id, job)
    }

    fn store(&mut self, games: &[(Task, Written)]) -> Result<(), ArenaError> {
        let began = Instant::now();
        let stored = self.sink.store(games);
        self.spent += began.elapsed();
        stored
    }

    fn finished(&self, id: &str, job: &Job) -> Result<Vec<GameResult>, ArenaError> {
        self.sink.finished(id, job)
    }
}

/// Keeps what ratings need.
#[derive(Default)]
struct Kept(Ranked);

impl Watch for Kept {
    fn block(&mut self, block: &Block) {
        self.0.add(block);
    }
}

pub(super) fn run(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Result<(), Error> {
    let game = args.game.as_deref().unwrap_or("chexers");
    announce("the arena", "12 runs", ARENA_TIMES * args.seconds);
    // Enough games for the time asked, found by a first look.
    let look = measure(catalog, game, 300, 1, None)?;
    let per_second = look.games as f64 / look.wall.as_secs_f64();
    let games = (per_second * args.seconds * 2.0).clamp(300.0, 1e6) as usize;
    let path = env::temp_dir().join(format!("plyglot-bench-{}.db", process::id()));
    let bare = measure(catalog, game, games, 1, None)?;
    let mut pairs = Vec::new();
    for _ in 0..REPEATS {
        let one = measure(catalog, game, games, 1, Some(&path))?;
        let two = measure(catalog, game, games, 2, Some(&path))?;
        pairs.push((one, two));
    }
    let speed = |run: &Measured| run.games as f64 / run.wall.as_secs_f64();
    pairs.sort_by(|a, b| (speed(&a.1) / speed(&a.0)).total_cmp(&(speed(&b.1) / speed(&b.0))));
    let (one, two) = &pairs[REPEATS / 2];
    let mut value = value(game, &bare, one, two);
    value["schedule"] = scheduling(catalog)?;
    match args.json {
        true => writeln!(out, "{value}")?,
        false => print(game, one.games, &value, out)?,
    }
    Ok(())
}

/// How long a schedule of a million games takes to begin, and what a sequential test costs a block early and
/// late, in seconds.
fn scheduling(catalog: &Catalog) -> Result<Value, Error> {
    const MANY: usize = 1_000_000;
    const SOME: usize = 1000;
    let began = Instant::now();
    let mut large = versus(catalog, "reversi", 20, MANY, None)?;
    large.next()?;
    let start = began.elapsed().as_secs_f64();
    // Bounds that no test reaches.
    let sprt = Sprt::parse("elo0=-1,elo1=1,alpha=0.000001,beta=0.000001").map_err(Error::Input)?;
    let mut tested = versus(catalog, "reversi", 2, MANY, Some(sprt))?;
    let job = Arc::new(tested.next()?.ok_or_else(|| Error::Input("no job".to_owned()))?);
    let mut test = |blocks: usize| {
        let began = Instant::now();
        for number in 0..blocks {
            tested.note(&block(&job, number));
            tested.verdict();
        }
        began.elapsed().as_secs_f64() / blocks as f64
    };
    let early = test(SOME);
    test(MANY / 20);
    Ok(json!({ "million_games": start, "test_early": early, "test_late": test(SOME) }))
}

/// A block that one of two agents wins, the other, and so on.
fn block(job: &Arc<Job>, number: usize) -> Block {
    let result = |index: usize| GameResult {
        version: Version,
        index,
        ranks: if (index + number).is_multiple_of(2) { vec![1, 2] } else { vec![2, 1] },
        sides: vec![0, 1],
        ending: Ending::Rules,
        verdict: String::new(),
        plies: 60,
        course: number as u64,
        seats: vec![SeatUse::default(); 2],
        out: Vec::new(),
    };
    Block { job: job.clone(), games: (0..job.seatings.len()).map(result).collect() }
}

fn per_minute(run: &Measured) -> f64 {
    60.0 * run.games as f64 / (run.processor + run.rating).as_secs_f64()
}

fn value(game: &str, bare: &Measured, one: &Measured, two: &Measured) -> Value {
    json!({
        "game": game,
        "games": one.games,
        "games_per_minute_and_core": per_minute(one),
        "without_records": per_minute(bare),
        "storing": one.storing.as_secs_f64() / one.wall.as_secs_f64(),
        "rating": one.rating.as_secs_f64() / (one.wall + one.rating).as_secs_f64(),
        "two_workers": two.games as f64 / two.wall.as_secs_f64()
            / (one.games as f64 / one.wall.as_secs_f64()),
    })
}

fn print(game: &str, games: usize, value: &Value, out: Out<'_>) -> Result<(), Error> {
    let number = |name: &str| value[name].as_f64().unwrap_or(0.0);
    let speed = number("games_per_minute_and_core");
    writeln!(out, "{game}, agents that move at once, {games} games a run")?;
    writeln!(
        out,
        "  played, recorded and rated  {speed:>9.0} games a minute and core, {:.1} times {WANTED:.0}",
        speed / WANTED
    )?;
    writeln!(out, "  played only                 {:>9.0}", number("without_records"))?;
    writeln!(
        out,
        "  of the time: recording {:.1} %, rating {:.1} %, playing the rest",
        100.0 * number("storing"),
        100.0 * number("rating")
    )?;
    writeln!(
        out,
        "  two workers: {:.2} times the games of one (median of {REPEATS} pairs of runs)",
        number("two_workers")
    )?;
    let schedule = |name: &str| value["schedule"][name].as_f64().unwrap_or(0.0);
    writeln!(out, "  a million games of 20 agents begin after {:.3} s", schedule("million_games"))?;
    writeln!(
        out,
        "  a sequential test takes {:.1} microseconds a block at first, {:.1} after 50000",
        1e6 * schedule("test_early"),
        1e6 * schedule("test_late")
    )?;
    Ok(())
}

/// Plays, records if a file is given, and rates.
fn measure(
    catalog: &Catalog,
    game: &str,
    games: usize,
    workers: usize,
    file: Option<&Path>,
) -> Result<Measured, Error> {
    let sides = catalog.open(game, &no_files)?.session.sides().count();
    let mut versus = versus(catalog, game, sides, games, None)?;
    let mut store = file.map(fresh).transpose()?;
    let sink: &mut dyn Sink = match &mut store {
        Some(store) => store,
        None => &mut Forget,
    };
    let mut timed = Timed { sink, spent: Duration::ZERO };
    let (began, stop) = (Instant::now(), AtomicBool::new(false));
    let before = process_time();
    let (pool, mut kept) = (ThreadPool { catalog, threads: workers }, Kept::default());
    let run = desk::run(&mut versus, &pool, &mut timed, &mut kept, &stop);
    if let Some(error) = run.failure {
        return Err(error.into());
    }
    let (wall, processor) = (began.elapsed(), process_time() - before);
    let storing = timed.spent;
    let began = Instant::now();
    ratings(&kept.0, 200, 1)?;
    let rating = began.elapsed();
    drop(store);
    if let Some(path) = file {
        remove(path);
    }
    Ok(Measured { games: run.played, wall, processor, storing, rating })
}

fn fresh(path: &Path) -> Result<Store, Error> {
    remove(path);
    let mut store = Store::open(path)?;
    store.begin_run(&RunInfo::new("benchmark".to_owned(), "", "", Value::Null))?;
    Ok(store)
}

fn remove(path: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(PathBuf::from(format!("{}{suffix}", path.display())));
    }
}

/// A match of random players.
fn versus(
    catalog: &Catalog,
    game: &str,
    agents: usize,
    games: usize,
    sprt: Option<Sprt>,
) -> Result<Versus, Error> {
    let opened = catalog.open(game, &no_files)?;
    let sides = opened.session.sides();
    let entrant = |at| Entrant {
        name: format!("random {at}"),
        spec: "random".to_owned(),
        short: String::new(),
    };
    let entrants: Vec<Entrant> = (1..=agents).map(entrant).collect();
    let blocks = match_blocks(entrants.len(), sides.count());
    let frame = Frame {
        engine: catalog.signature(opened.entry.name)?,
        game: opened.spec.clone(),
        variants: vec![Variant::new(&opened, entrants, Source::Random(6), 1)],
        sides,
        limits: Limits::default(),
        adjudication: Adjudication::default(),
        orders: Orders::Rotations,
        seed: 1,
        files: Default::default(),
    };
    Ok(Versus::new(frame, blocks, games, sprt)?)
}
