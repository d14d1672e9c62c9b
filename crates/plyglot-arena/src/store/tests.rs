use std::{
    collections::BTreeMap, env, fs, path::PathBuf, process, sync::atomic::AtomicBool, thread,
};

use plyglot_catalog::{Catalog, SIGNATURE};
use plyglot_core::Value;

use super::*;
use crate::{
    Adjudication, Entrant, Limits, MoveRecord, Opening, Roster, SeatUse, Version, play::play,
};

fn job() -> Job {
    let entrant = |name: &str| Entrant {
        name: name.to_owned(),
        spec: "random".to_owned(),
        short: String::new(),
    };
    Job {
        version: Version,
        engine: "0123456789abcdef".to_owned(),
        game: "reversi".to_owned(),
        opening: Opening::default(),
        seed: 1,
        agents: vec![entrant("a"), entrant("b")],
        seatings: vec![vec![0, 1], vec![1, 0]],
        limits: Limits::default(),
        adjudication: Adjudication::default(),
        files: BTreeMap::new(),
        imported: None,
    }
}

fn record(index: usize) -> GameRecord {
    let result = GameResult {
        version: Version,
        index,
        ranks: vec![1, 2],
        sides: vec![0, 1],
        ending: Ending::Rules,
        verdict: "black wins".to_owned(),
        plies: 1,
        course: 7,
        seats: vec![SeatUse::default(); 2],
        out: Vec::new(),
    };
    let (ply, value) = ("d3".to_owned(), Some(Value::points(-1.5).into()));
    let moves = vec![MoveRecord {
        ply,
        seat: 0,
        micros: 12,
        depth: 3,
        nodes: 99,
        value,
        expected: Some(0.25),
    }];
    GameRecord { result, moves, complaints: vec![(1, "oh\u{0}\n".to_owned())] }
}

fn plan(store: &mut Store, jobs: &[Job]) {
    jobs.iter().for_each(|job| store.plan(&job.id(), job).unwrap());
}

fn keep(store: &mut Store, job: &Job, record: GameRecord) -> Result<(), Error> {
    let task = Task::new(job, record.result.index);
    let written = record.written(&task.id);
    store.store(&[(task, written)])
}

#[test]
fn storing_twice_changes_nothing() {
    let mut store = Store::in_memory().unwrap();
    plan(&mut store, &[job()]);
    for _ in 0..2 {
        keep(&mut store, &job(), record(1)).unwrap();
    }
    assert_eq!(store.count().unwrap(), 1);
    assert_eq!(store.finished(&job().id(), &job()).unwrap(), [record(1).result]);
    let stored = store.game(1).unwrap().unwrap();
    assert_eq!((stored.job, stored.record), (job(), record(1)));
}

#[test]
fn equal_jobs_have_one_id_on_every_machine() {
    assert_eq!(job().id(), "57e5af8a9243588ff33c5ef517711542");
    assert_ne!(Job { seed: 2, ..job() }.id(), job().id());
    let text = serde_json::to_string(&job()).unwrap();
    assert_eq!(serde_json::from_str::<Job>(&text).unwrap(), job());
}

#[test]
fn many_may_make_the_same_file_at_once() {
    for round in 0..10 {
        let path = env::temp_dir().join(format!("plyglot-store-{}-{round}.db", process::id()));
        let open = || Store::open(&path).map(|store| store.count());
        let opened: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(opened.iter().all(|opened| *opened == Ok(Ok(0))), "{opened:?}");
        fs::remove_file(&path).unwrap();
    }
}

/// A path for a file of one test, where nothing is.
fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("plyglot-store-{}-{name}.db", process::id()));
    for ending in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(file::beside(&path, ending));
    }
    path
}

fn run(seed: u64) -> RunInfo {
    let config = serde_json::json!({ "engine": job().engine, "seed": seed });
    RunInfo::new("a run".to_owned(), "reversi", "plyglot match", config)
}

#[test]
fn a_run_without_jobs_is_not_noted() {
    let mut store = Store::in_memory().unwrap();
    store.begin_run(&run(1)).unwrap();
    plan(&mut store, &[]);
    store.end_run(None).unwrap();
    assert_eq!(store.runs().unwrap(), []);
    store.begin_run(&run(1)).unwrap();
    plan(&mut store, &[job()]);
    store.store(&[]).unwrap();
    assert_eq!(store.runs().unwrap().len(), 1);
}

#[test]
fn jobs_of_a_run_are_known_by_what_they_are() {
    let mut store = Store::in_memory().unwrap();
    store.begin_run(&run(1)).unwrap();
    plan(&mut store, &[job()]);
    store.end_run(None).unwrap();
    // Another schedule of the same run has another job in the same place.
    store.begin_run(&run(1)).unwrap();
    let other = Job { seed: 2, ..job() };
    plan(&mut store, &[other.clone(), job()]);
    for job in [job(), other] {
        (0..2).for_each(|index| keep(&mut store, &job, record(index)).unwrap());
    }
    let seeds: Vec<u64> =
        store.blocks(&run(1).id).unwrap().iter().map(|block| block.job.seed).collect();
    assert_eq!(seeds, [2, 1], "in the order of the last schedule, none lost");
}

#[test]
fn one_process_plays_a_run_at_a_time() {
    let path = scratch("claim");
    let (mut one, mut two) = (Store::open(&path).unwrap(), Store::open(&path).unwrap());
    one.begin_run(&run(1)).unwrap();
    let refused = two.begin_run(&run(1)).unwrap_err().to_string();
    let wanted = format!("process {} is playing the same in ", process::id());
    assert!(refused.starts_with(&wanted), "{refused}");
    two.begin_run(&run(2)).unwrap();
    one.end_run(None).unwrap();
    two.begin_run(&run(1)).unwrap();
    drop((one, two));
    let mut left = fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let own = path.display().to_string();
    assert!(!left.any(|path| path.display().to_string().starts_with(&format!("{own}-"))));
    fs::remove_file(path).unwrap();
}

#[test]
fn the_lock_of_a_dead_process_stops_nobody() {
    let path = scratch("dead");
    let mut store = Store::open(&path).unwrap();
    let lock = file::beside(&path, &format!("-{}.lock", &run(1).id[..8]));
    fs::write(&lock, "4711").unwrap();
    store.begin_run(&run(1)).unwrap();
    drop(store);
    assert!(!lock.exists());
    fs::remove_file(path).unwrap();
}

#[test]
fn damaged_records_are_named_and_left_out() {
    let mut store = Store::in_memory().unwrap();
    store.begin_run(&run(1)).unwrap();
    let other = Job { seed: 2, ..job() };
    plan(&mut store, &[job(), other.clone()]);
    for job in [job(), other] {
        (0..2).for_each(|index| keep(&mut store, &job, record(index)).unwrap());
    }
    let damage = "UPDATE games SET result = substr(result, 9) WHERE id = 2";
    store.connection.execute(damage, []).unwrap();
    let damage = "UPDATE games SET trace = '{}' WHERE id = 3";
    store.connection.execute(damage, []).unwrap();
    let mut seen = Vec::new();
    let visit = &mut |game: StoredGame| {
        seen.push(game.id);
        Ok(())
    };
    store.each_game(None, visit).unwrap();
    assert_eq!(seen, [1, 4]);
    let warnings = store.warnings();
    assert!(warnings[0].starts_with("game 2 is left out: a damaged record"), "{warnings:?}");
    assert!(warnings[1].starts_with("game 3 is left out: a damaged record"), "{warnings:?}");
    assert_eq!(store.blocks(&run(1).id).unwrap().len(), 1);
    assert!(store.warnings().iter().any(|own| own.starts_with("block ") && own.contains("game 2")));
    store.connection.execute("UPDATE jobs SET spec = '' WHERE id = ?1", [job().id()]).unwrap();
    let listed = store.list(&Filter::default(), 10).unwrap();
    assert_eq!(listed.iter().map(|line| line.id).collect::<Vec<_>>(), [4, 3]);
}

#[test]
fn a_full_disk_names_the_file_and_what_to_do() {
    let path = scratch("full");
    let mut store = Store::open(&path).unwrap();
    let pages = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
    let pages = store.connection.query_row("PRAGMA page_count", [], pages).unwrap();
    store
        .connection
        .query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
        .unwrap();
    plan(&mut store, &[job()]);
    let mut long = record(0);
    long.complaints = vec![(0, "x".repeat(100_000))];
    let told = keep(&mut store, &job(), long).unwrap_err().to_string();
    for part in [path.display().to_string().as_str(), "the disk is full", "make room"] {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    drop(store);
    fs::remove_file(path).unwrap();
}

#[test]
fn newer_files_jobs_and_results_are_refused_with_a_sentence() {
    let path = scratch("newer");
    let store = Store::open(&path).unwrap();
    store.connection.pragma_update(None, "user_version", 9).unwrap();
    drop(store);
    for opened in [Store::open(&path), Store::open_existing(&path)] {
        let refused = opened.err().unwrap().to_string();
        assert!(refused.contains("a newer Plyglot wrote it, in version 9"), "{refused}");
    }
    fs::remove_file(path).unwrap();
    let newer = |text: String| text.replace("\"version\":2", "\"version\":9");
    let refused = parse::<Job>(&newer(json(&job()))).unwrap_err().to_string();
    assert!(refused.contains("it has version 9; this program knows versions 1 to 2"), "{refused}");
    assert!(parse::<GameResult>(&newer(json(&record(0).result))).is_err());
}

/// A file that the first version wrote: `alphabeta(depth=2)` against `b=greedy`, two games.
fn first_version(name: &str) -> PathBuf {
    let path = scratch(name);
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    fs::copy(root.join("../../testdata/records/version1.sqlite"), &path).unwrap();
    path
}

#[test]
fn files_of_the_first_version_are_read_as_they_are() {
    let path = first_version("old");
    let before = fs::read(&path).unwrap();
    let store = Store::open_existing(&path).unwrap();
    assert_eq!(store.list(&Filter::default(), 9).unwrap().len(), 2);
    let runs = store.runs().unwrap();
    assert_eq!((runs.len(), runs[0].engine()), (1, None));
    let blocks = store.blocks(&runs[0].id).unwrap();
    assert_eq!(blocks[0].games.len(), 2);
    assert_eq!(blocks[0].job.engine, "");
    let mut games = 0;
    let visit = &mut |game: StoredGame| {
        let value = game.record.moves[0].value.unwrap();
        assert!(value.to_string().ends_with(" of unknown unit"), "{value}");
        assert!(game.record.moves.iter().all(|mv| mv.expected.is_none()));
        games += 1;
        Ok(())
    };
    store.each_game(Some(&runs[0].id), visit).unwrap();
    assert_eq!((games, store.warnings()), (2, Vec::new()));
    assert_eq!(store.others("reversi", "any").unwrap(), 2);
    drop(store);
    assert_eq!(fs::read(&path).unwrap(), before);
    fs::remove_file(path).unwrap();
}

#[test]
fn writing_brings_files_of_the_first_version_up_to_date() {
    let path = first_version("migrated");
    let mut store = Store::open(&path).unwrap();
    let old = store.runs().unwrap();
    assert_eq!(store.blocks(&old[0].id).unwrap()[0].games.len(), 2);
    store.begin_run(&run(1)).unwrap();
    plan(&mut store, &[job()]);
    keep(&mut store, &job(), record(0)).unwrap();
    drop(store);
    let store = Store::open_existing(&path).unwrap();
    assert_eq!((store.count().unwrap(), store.runs().unwrap().len()), (3, 2));
    assert_eq!(store.others("reversi", &job().engine).unwrap(), 2);
    drop(store);
    fs::remove_file(path).unwrap();
}

#[test]
fn weights_and_engine_are_part_of_a_job() {
    let mut heavier = job();
    heavier.agents[0].spec = "greedy(eval=default(mobility=2))".to_owned();
    let newer = Job { engine: "fedcba9876543210".to_owned(), ..job() };
    let mut shortened = job();
    shortened.agents[0].short = "anything".to_owned();
    assert_ne!(heavier.id(), job().id());
    assert_ne!(newer.id(), job().id());
    assert_eq!(shortened.id(), job().id());
}

#[test]
fn a_job_for_another_engine_is_not_played() {
    let catalog = Catalog::standard();
    let (mut roster, stop) = (Roster::new(&catalog), AtomicBool::new(false));
    let refused = play(&job(), 0, &mut roster, &stop).unwrap_err().to_string();
    assert!(refused.contains("is for engine \"0123456789abcdef\", this one is"), "{refused}");
    let own = Job { engine: SIGNATURE.to_owned(), ..job() };
    assert!(play(&own, 0, &mut roster, &stop).unwrap().is_some());
}

#[test]
fn a_run_keeps_one_text() {
    let mut store = Store::in_memory().unwrap();
    assert_eq!(store.annotation("a").unwrap(), None);
    store.annotate("a", "first").unwrap();
    store.annotate("a", "second").unwrap();
    assert_eq!(store.annotation("a").unwrap().as_deref(), Some("second"));
    assert_eq!(store.annotation("b").unwrap(), None);
}

#[test]
fn a_deleted_run_takes_its_games_along_but_for_those_of_others() {
    let mut store = Store::in_memory().unwrap();
    let (own, shared) = (Job { seed: 5, ..job() }, job());
    let first = run(1).with_source(Some("game = \"reversi\"".to_owned()));
    store.begin_run(&first).unwrap();
    plan(&mut store, &[own.clone(), shared.clone()]);
    for index in 0..2 {
        keep(&mut store, &own, record(index)).unwrap();
        keep(&mut store, &shared, record(index)).unwrap();
    }
    store.begin_run(&run(2)).unwrap();
    plan(&mut store, &[shared]);
    store.end_run(None).unwrap();
    store.annotate(&first.id, "{}").unwrap();
    assert_eq!(store.runs().unwrap()[0].source, first.source);
    assert_eq!((store.count().unwrap(), store.blocks(&first.id).unwrap().len()), (4, 2));
    assert_eq!(store.pace(&first.id).unwrap().0, 4);
    assert!(store.delete_run(&first.id).unwrap());
    assert!(!store.delete_run(&first.id).unwrap(), "it is gone");
    assert_eq!((store.count().unwrap(), store.blocks(&run(2).id).unwrap().len()), (2, 1));
    assert_eq!(store.annotation(&first.id).unwrap(), None);
    assert_eq!(store.runs().unwrap().len(), 1);
}

#[test]
fn a_run_in_play_is_seen_and_not_deleted() {
    let path = scratch("in-play");
    let (mut one, mut other) = (Store::open(&path).unwrap(), Store::open(&path).unwrap());
    one.begin_run(&run(1)).unwrap();
    plan(&mut one, &[job()]);
    let before = other.changes().unwrap();
    keep(&mut one, &job(), record(0)).unwrap();
    assert!(other.is_played(&run(1).id) && !other.is_played(&run(2).id));
    assert_ne!(other.changes().unwrap(), before);
    assert!(other.delete_run(&run(1).id).unwrap_err().to_string().contains("is playing"));
    one.end_run(Some("accepted")).unwrap();
    assert!(!other.is_played(&run(1).id));
    assert_eq!(other.runs().unwrap()[0].verdict.as_deref(), Some("accepted"));
    one.begin_run(&run(1)).unwrap();
    plan(&mut one, &[job()]);
    one.store(&[]).unwrap();
    assert_eq!(other.runs().unwrap()[0].verdict, None, "who goes on may come to another");
    one.end_run(None).unwrap();
    assert!(other.delete_run(&run(1).id).unwrap());
    assert_eq!(one.count().unwrap(), 0);
    fs::remove_file(&path).unwrap();
}

#[test]
fn blocks_are_followed_as_they_are_finished() {
    let mut store = Store::in_memory().unwrap();
    let jobs = [job(), Job { seed: 2, ..job() }, Job { seed: 3, ..job() }];
    store.begin_run(&run(1)).unwrap();
    plan(&mut store, &jobs);
    let mut follow = Follow::new(&run(1).id);
    let mut finish = |store: &mut Store, job: &Job, index| {
        keep(store, job, record(index)).unwrap();
        follow.next(store).unwrap().iter().map(|own| own.job.seed).collect::<Vec<_>>()
    };
    assert!(finish(&mut store, &jobs[0], 0).is_empty());
    assert!(finish(&mut store, &jobs[1], 0).is_empty());
    assert!(finish(&mut store, &jobs[1], 1).is_empty(), "in the order of the schedule");
    assert_eq!(finish(&mut store, &jobs[0], 1), [1, 2]);
    assert!(finish(&mut store, &jobs[2], 0).is_empty());
    let mut rest = Follow::new(&run(1).id);
    assert_eq!(rest.rest(&store).unwrap().len(), 2);
    keep(&mut store, &jobs[2], record(1)).unwrap();
    assert_eq!(rest.rest(&store).unwrap().len(), 1);
    assert!(rest.rest(&store).unwrap().is_empty() && rest.next(&store).unwrap().is_empty());
}
