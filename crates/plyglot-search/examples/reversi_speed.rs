//! Speed of alpha-beta on Reversi with a mobility and corner evaluation, in processor time.
//!
//! `cargo run --release --example reversi_speed -- [DEPTH] [OPTIONS]`, such as
//! `reversi_speed 11 tt=64,pvs=off`.

use std::{
    fs,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_core::{
    Control, Eval, Evaluate, Game, History, NoClock, Options, Order, Player, Rng, Spec,
};
use plyglot_reversi::{Move, Reversi, State, mobility};
use plyglot_search::{ALPHABETA_OPTIONS, Parts, Task, build_paranoid};

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally next to a corner.
const TRAPS: u64 = 0x0042_0000_0000_4200;

struct Mobility;

impl Evaluate<Reversi> for Mobility {
    type Score = i64;

    fn score(&self, _game: &Reversi, state: &State, pov: Player) -> i64 {
        let [black, white] = state.stones();
        let moves = [mobility(black, white), mobility(white, black)].map(u64::count_ones);
        let corners = [black, white].map(|set| (set & CORNERS).count_ones());
        let value = |side: usize| i64::from(moves[side]) + 8 * i64::from(corners[side]);
        value(pov.idx()) - value(1 - pov.idx())
    }
}

struct Corners;

impl Order<Reversi> for Corners {
    fn priority(&self, _game: &Reversi, _state: &State, mv: Move) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        if CORNERS >> square & 1 == 1 {
            2
        } else if TRAPS >> square & 1 == 1 {
            -1
        } else {
            0
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().unwrap_or("10".to_owned());
    let given = format!("x(depth={depth},{})", arguments.next().unwrap_or_default());
    let spec = Spec::parse(&given).expect("options");
    let no_file = |_: &str| Err("no files here".to_owned());
    let options = Options::check("alphabeta", ALPHABETA_OPTIONS, &spec.given, &no_file);
    let options = options.unwrap_or_else(|error| panic!("{error}"));
    println!("alphabeta{}", options.normal_form());
    let (mut nodes, mut cpu, mut wall) = (0, 0.0, 0.0);
    for seed in 0..6 {
        let game = Reversi::default();
        let state = midgame(&game, seed);
        let (eval, order) = (Eval::Int(Box::new(Mobility)), Some(Box::new(Corners) as _));
        let mut search = build_paranoid(&options, Parts { eval, order });
        let (stop, history) = (AtomicBool::new(false), History::default());
        let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
        let task = Task { game: &game, state: &state, history: &history, lines: 1, seed: 1 };
        let (begin, before) = (Instant::now(), processor_seconds());
        let thought = search.think(&task, &mut control, &mut |_| {});
        let (passed, used) = (begin.elapsed().as_secs_f64(), processor_seconds() - before);
        println!(
            "{:>12} nodes {:6.2} s cpu {:6.2} s wall {:6.2} M nodes/s cpu  value {} table {}",
            thought.nodes,
            used,
            passed,
            thought.nodes as f64 / used / 1e6,
            thought.lines[0].value,
            thought.table
        );
        nodes += thought.nodes;
        cpu += used;
        wall += passed;
    }
    println!(
        "total {nodes} nodes, {cpu:.2} s cpu, {wall:.2} s wall, {:.2} M nodes/s cpu, {:.2} wall",
        nodes as f64 / cpu / 1e6,
        nodes as f64 / wall / 1e6
    );
}

/// A position after twelve random moves.
fn midgame(game: &Reversi, seed: u64) -> State {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    for _ in 0..12 {
        if let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            game.make(&mut state, mv);
        }
    }
    state
}

/// Processor time of all threads so far, ended ones included.
fn processor_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}
