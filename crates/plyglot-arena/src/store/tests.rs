use std::{collections::BTreeMap, env, fs, process, thread};

use plyglot_core::Value;

use super::*;
use crate::{Adjudication, Entrant, Limits, MoveRecord, Opening, SeatUse, Version};

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

#[test]
fn storing_twice_changes_nothing() {
    let mut store = Store::in_memory().unwrap();
    store.plan(&[job()]).unwrap();
    for _ in 0..2 {
        store.store(&job(), &record(1).written(&job())).unwrap();
    }
    assert_eq!(store.count().unwrap(), 1);
    assert_eq!(store.finished(&job()).unwrap(), [record(1).result]);
    let stored = store.game(1).unwrap().unwrap();
    assert_eq!((stored.job, stored.record), (job(), record(1)));
}

#[test]
fn equal_jobs_have_one_id_on_every_machine() {
    assert_eq!(job().id(), "ccf9c760e32efb55bb9c1c8e2c725a78");
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
