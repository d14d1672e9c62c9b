//! Plays two evaluations against each other, from random openings, each of them in all seats.
//!
//! `compare [EVALUATION [EVALUATION [SEARCH [RULES [PAIRS [NODES]]]]]]`, for example
//! `compare "default(aside=0)" default "alphabeta(depth=2)" "halma(variant=duel8)" 100`: opposite
//! corners of four share an evaluation, the nodes are those of one decision.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, Game, History, Listed, NoClock, Options, Rng, Spec, options::no_files,
};
use plyglot_halma::{Halma, State};
use plyglot_search::{Parts, SEARCHES, Search, Task, build};

/// Random decisions of each player before the game.
const OPENING: u64 = 3;
/// Rounds after which a game counts as drawn.
const ROUNDS: u32 = 400;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = |default: &str| words.next().unwrap_or_else(|| default.to_owned());
    let (evals, search) = ([word("default"), word("material")], word("greedy(ties=random)"));
    let game = rules(&word("halma(level=turn)"));
    let pairs: u64 = word("100").parse().expect("pairs are a number");
    let nodes: u64 = word("1000000").parse().expect("nodes are a number");
    let mut players = evals.map(|eval| player(&search, &eval));
    let (mut points, mut games, mut rounds) = (Vec::new(), [0; 3], 0);
    for pair in 0..pairs {
        let opening = opening(&game, &mut Rng::stream(1, pair));
        let results = [0, 1].map(|seat| {
            let (result, length) = play(&game, opening.clone(), &mut players, seat, nodes, pair);
            rounds += length;
            games[(result + 1) as usize] += 1;
            result
        });
        points.push(f64::from(2 + results[0] + results[1]) / 4.0);
    }
    let mean = points.iter().sum::<f64>() / points.len() as f64;
    let spread = points.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>();
    let error = spread.sqrt() / points.len() as f64;
    let [lost, drawn, won] = games;
    let length = f64::from(rounds) / (2 * pairs) as f64;
    println!(
        "+{won} ={drawn} -{lost}: {:.1}% ± {:.1}, {length:.0} rounds",
        100.0 * mean,
        196.0 * error
    );
}

fn rules(text: &str) -> Halma {
    let spec = Spec::parse(text).expect("a specification");
    let options = Options::check("halma", Halma::OPTIONS, &spec.given, &no_files);
    Halma::build(&options.expect("known options")).expect("options that fit")
}

fn player(search: &str, eval: &str) -> Box<dyn Search<Halma>> {
    let spec = Spec::parse(eval).expect("a specification");
    let entry = Halma::EVALUATIONS.iter().find(|entry| entry.name == spec.name);
    let entry = entry.expect("the name of an evaluation");
    let options = Options::check(&spec.name, entry.weights, &spec.given, &no_files);
    let eval = (entry.build)(&options.expect("known weights"));
    let spec = Spec::parse(search).expect("a specification");
    let entry = SEARCHES.iter().find(|entry| entry.name == spec.name).expect("a search");
    let options = Options::check(&spec.name, entry.options, &spec.given, &no_files);
    let order = Some((Halma::ORDERS[0].build)());
    build(entry.name, &options.expect("known options"), Parts { eval, order }).expect("a search")
}

/// A position after some random turns, in which the game is not over.
fn opening(game: &Halma, rng: &mut Rng) -> State {
    loop {
        let mut state = game.start();
        for _ in 0..OPENING * u64::from(game.players()) {
            if let Some(mv) = game.random_move(&state, &mut Vec::new(), rng) {
                game.make(&mut state, mv);
            }
        }
        if game.outcome(&state).is_none() {
            return state;
        }
    }
}

/// What the first player gets as `seat` (and the seat opposite, of four), and the rounds played.
fn play(
    game: &Halma,
    mut state: State,
    players: &mut [Box<dyn Search<Halma>>; 2],
    seat: u8,
    nodes: u64,
    seed: u64,
) -> (i32, u32) {
    players.iter_mut().for_each(|player| player.new_game());
    let (history, stop) = (History::default(), AtomicBool::new(false));
    let side = |player: u8| if game.players() == 2 { player } else { (player ^ player >> 1) & 1 };
    let mut decision = 1000 * seed;
    while state.round() < ROUNDS {
        if let Some(payoffs) = game.outcome(&state) {
            let best = |wanted: u8| {
                let of_side = (0..game.players()).filter(|player| side(*player) == wanted);
                of_side.map(|player| payoffs.0[usize::from(player)]).max()
            };
            let gain = best(seat).cmp(&best(1 - seat)) as i32;
            return (gain, state.round());
        }
        decision += 1;
        let task = Task { game, state: &state, history: &history, lines: 1, seed: decision };
        let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
        let player = &mut players[usize::from(side(game.to_move(&state).0) != seat)];
        let thought = player.think(&task, &mut control, &mut |_| {});
        game.make(&mut state, thought.lines[0].moves[0]);
    }
    (0, ROUNDS)
}
