//! The alpha-beta family allocates nothing per node once its buffers have grown.

// An allocator can only be written with `unsafe`; this one counts and passes on.
#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use plyglot_core::{Control, Evaluate, Game, History, NoClock, Options, Order, Player, Spec};
use plyglot_reversi::{Move, Reversi, State};
use plyglot_search::{Parts, SEARCHES, Search, Task, build};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

struct Freedom;

impl Evaluate<Reversi> for Freedom {
    type Score = i64;

    fn score(&self, _game: &Reversi, state: &State, pov: Player) -> i64 {
        let moves = i64::from(state.mobility().count_ones());
        if state.to_move() == pov { moves } else { -moves }
    }
}

impl Order<Reversi> for Freedom {
    fn priority(&self, _game: &Reversi, _state: &State, mv: Move) -> i32 {
        mv.square().map_or(0, |square| i32::from(square % 5 == 0))
    }
    fn is_noisy(&self, _game: &Reversi, _state: &State, mv: Move) -> bool {
        mv.square().is_some_and(|square| square % 7 == 0)
    }
}

fn search(name: &str, options: &str) -> Box<dyn Search<Reversi>> {
    let entry = SEARCHES.iter().find(|entry| entry.name == name).unwrap();
    let spec = Spec::parse(&format!("x({options})")).unwrap();
    let options = Options::check("x", entry.options, &spec.given, &|_| Err(String::new())).unwrap();
    let parts = Parts {
        eval: Box::new(Freedom),
        order: Some(Box::new(Freedom)),
        solver: None,
        oracle: None,
        planner: None,
    };
    build(name, &options, parts).unwrap()
}

/// Nodes and allocations of the second of two thoughts about the same position.
fn second_thought(mut search: Box<dyn Search<Reversi>>) -> (u64, u64) {
    let game = Reversi::default();
    let state = game.start();
    let (stop, history) = (AtomicBool::new(false), History::default());
    let task = Task { game: &game, state: &state, history: &history, only: &[], lines: 1, seed: 1 };
    let mut counted = (0, 0);
    for _ in 0..2 {
        search.new_game();
        let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let thought = search.think(&task, &mut control, &mut |_| {});
        counted = (thought.nodes, ALLOCATIONS.load(Ordering::Relaxed) - before);
    }
    counted
}

#[test]
fn nodes_cost_no_allocation() {
    let all = "tt=1,counter=on,aspiration=fixed,window=2,quiescence=3,extend=both,lmr=1,null=2";
    let cuts = "probcut=1,margin=1,lmr_log=0.5,iir=3,cuts=1-0:1:0:2/3-1:1:0:2/4-2:1:0:2";
    let cuts = format!("depth=9,{cuts}");
    for text in ["depth=8", "depth=7,tt=0", &format!("depth=8,{all}"), "depth=9,deepen=off", &cuts]
    {
        check(second_thought(search("paranoid", text)));
        check(second_thought(search("brs", text)));
    }
    check(second_thought(search("brs+", "depth=8")));
    check(second_thought(search("maxn", "depth=6")));
}

/// What a thought allocates is its answer and its list of root moves.
fn check((nodes, allocations): (u64, u64)) {
    assert!(nodes > 2000, "only {nodes} nodes say nothing");
    assert!(allocations < 250, "{allocations} allocations in {nodes} nodes");
}
