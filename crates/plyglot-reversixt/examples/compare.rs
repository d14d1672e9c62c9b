//! Plays two evaluations against each other from random openings, in every other seat and then the
//! seats exchanged, and prints the share of opponents that the first one finishes ahead of.
//!
//! `compare [EVALUATION [EVALUATION [SEARCH [MAP,… [PAIRS [NODES]]]]]]`, for example
//! `compare "default(stable=0)" default "paranoid(depth=3)" plain8,islands4 100 5000`: maps are
//! built in or files, the nodes are those of one move.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, Game, History, Listed, NoClock, Options, Rng, Spec, options::no_files,
};
use plyglot_reversixt::{ReversiXt, State};
use plyglot_search::{Parts, SEARCHES, Search, Task, build};

/// Random moves of each player before the game, on average.
const OPENING: u64 = 3;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = |default: &str| words.next().unwrap_or_else(|| default.to_owned());
    let (evals, search) = ([word("default"), word("material")], word("paranoid"));
    let maps = word("plain8,armed8,islands4");
    let pairs: u64 = word("100").parse().expect("pairs are a number");
    let nodes: u64 = word("1000").parse().expect("nodes are a number");
    for map in maps.split(',') {
        let game = rules(map);
        let mut players = evals.each_ref().map(|eval| player(&search, eval));
        let pair = |pair| {
            let opening = opening(&game, &mut Rng::stream(1, pair));
            let mut play = |seat| play(&game, opening.clone(), &mut players, seat, nodes);
            (play(0) + play(1)) / 2.0
        };
        let points: Vec<f64> = (0..pairs).map(pair).collect();
        let mean = points.iter().sum::<f64>() / pairs as f64;
        let spread = points.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>();
        let error = 196.0 * spread.sqrt() / pairs as f64;
        println!("{map}: {:.1}% ± {error:.1} of {pairs} pairs", 100.0 * mean);
    }
}

fn rules(map: &str) -> ReversiXt {
    let load = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let given = [("map".to_owned(), map.to_owned())];
    let options = Options::check("reversixt", ReversiXt::OPTIONS, &given, &load);
    ReversiXt::build(&options.expect("a map")).expect("a map that can be played")
}

fn player(search: &str, eval: &str) -> Box<dyn Search<ReversiXt>> {
    let spec = Spec::parse(eval).expect("a specification");
    let entry = ReversiXt::EVALUATIONS.iter().find(|entry| entry.name == spec.name);
    let entry = entry.expect("the name of an evaluation");
    let options = Options::check(&spec.name, entry.weights, &spec.given, &no_files);
    let eval = (entry.build)(&options.expect("known weights"));
    let spec = Spec::parse(search).expect("a specification");
    let entry = SEARCHES.iter().find(|entry| entry.name == spec.name).expect("a search");
    let options = Options::check(&spec.name, entry.options, &spec.given, &no_files);
    let order = Some((ReversiXt::ORDERS[0].build)());
    build(entry.name, &options.expect("known options"), Parts { eval, order }).expect("a search")
}

fn opening(game: &ReversiXt, rng: &mut Rng) -> State {
    let mut state = game.start();
    for _ in 0..OPENING * u64::from(game.players()) {
        if let Some(mv) = game.random_move(&state, &mut Vec::new(), rng) {
            game.make(&mut state, mv);
        }
    }
    state
}

/// The share of points that the first player's seats get from the others' when it begins in `seat`.
fn play(
    game: &ReversiXt,
    mut state: State,
    players: &mut [Box<dyn Search<ReversiXt>>; 2],
    seat: usize,
    nodes: u64,
) -> f64 {
    players.iter_mut().for_each(|player| player.new_game());
    let (history, stop) = (History::default(), AtomicBool::new(false));
    let payoffs = loop {
        if let Some(payoffs) = game.outcome(&state) {
            break payoffs;
        }
        let task = Task { game, state: &state, history: &history, lines: 1, seed: 1 };
        let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
        let player = &mut players[(game.to_move(&state).idx() + seat) % 2];
        let thought = player.think(&task, &mut control, &mut |_| {});
        game.make(&mut state, thought.lines[0].moves[0]);
    };
    let seats = &payoffs.0[..usize::from(game.players())];
    let of = |side: usize| seats.iter().skip(side).step_by(2);
    let duels = of(seat).flat_map(|own| of(1 - seat).map(move |other| own.cmp(other) as i32));
    let results: Vec<f64> = duels.map(|result| f64::from(1 + result) / 2.0).collect();
    results.iter().sum::<f64>() / results.len() as f64
}
