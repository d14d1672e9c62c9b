//! Plays two evaluations against each other from random openings, each with both seats.
//!
//! `compare [EVALUATION [EVALUATION [NODES [PAIRS [OPTIONS [SEED]]]]]]`, for example
//! `compare "default(lead=0)" default 5000 200 quiescence=4`: the nodes are those of one decision,
//! the options those of `alphabeta` for both, and the seed chooses the openings.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    AnySession, Control, Eval, Game, Listed, NoClock, Options, Rng, Session, Spec,
    options::no_files,
};
use plyglot_dala::{Dala, Move};
use plyglot_search::{ALPHABETA_OPTIONS, Parts, Search, Task, build};

type Player = Box<dyn Search<Dala>>;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = |default: &str| words.next().unwrap_or_else(|| default.to_owned());
    let names = [word("default"), word("material")];
    let nodes = word("5000").parse().expect("nodes are a number");
    let pairs: u64 = word("200").parse().expect("pairs are a number");
    let switches = word("tt=1,quiescence=4,repetition=once");
    let seed = word("1").parse().expect("a seed is a number");
    let mut players = names.map(|name| player(&name, &switches));
    let (mut points, mut games) = (Vec::new(), [0; 3]);
    for number in 0..pairs {
        let opening = opening(seed, number);
        let pair = [0, 1].map(|seat| play(opening.clone(), &mut players, seat, nodes));
        pair.iter().for_each(|point| games[(point + 1) as usize] += 1);
        points.push(f64::from(2 + pair[0] + pair[1]) / 4.0);
    }
    let mean = points.iter().sum::<f64>() / points.len() as f64;
    let spread = points.iter().map(|point| (point - mean).powi(2)).sum::<f64>();
    let error = spread.sqrt() / points.len() as f64;
    let [lost, drawn, won] = games;
    println!("+{won} ={drawn} -{lost}: {:.1}% ± {:.1}", 100.0 * mean, 196.0 * error);
}

fn player(evaluation: &str, switches: &str) -> Player {
    let order = Some((Dala::ORDERS[0].build)());
    let spec = Spec::parse(&format!("alphabeta({switches})")).expect("options");
    let options = Options::check("alphabeta", ALPHABETA_OPTIONS, &spec.given, &no_files);
    let parts = Parts { eval: self::evaluation(evaluation), order };
    build("alphabeta", &options.expect("known options"), parts).expect("a search")
}

fn evaluation(text: &str) -> Eval<Dala> {
    let spec = Spec::parse(text).expect("a specification");
    let entry = Dala::EVALUATIONS.iter().find(|entry| entry.name == spec.name);
    let entry = entry.expect("the name of an evaluation");
    let options = Options::check(&spec.name, entry.weights, &spec.given, &no_files);
    (entry.build)(&options.expect("known weights"))
}

/// The four drops in the centre and up to five more at random.
fn opening(seed: u64, number: u64) -> Session<Dala> {
    let mut rng = Rng::stream(seed, number);
    let mut session = Session::new(Dala::default());
    for _ in 0..4 + rng.below(6) {
        session.play_random(&mut rng);
    }
    session
}

/// What the first player gets in this seat.
fn play(mut session: Session<Dala>, players: &mut [Player; 2], seat: usize, nodes: u64) -> i32 {
    players.iter_mut().for_each(|player| player.new_game());
    loop {
        if let Some(payoffs) = Session::outcome(&session) {
            return payoffs.0[seat];
        }
        let player =
            &mut players[usize::from(session.game().to_move(session.state()).idx() != seat)];
        let ply = turn(&session, player, nodes);
        session.push(ply);
    }
}

/// The decisions of one turn.
fn turn(session: &Session<Dala>, player: &mut Player, nodes: u64) -> Vec<Move> {
    let (game, mut state, mut ply) = (session.game(), *session.state(), Vec::new());
    let stop = AtomicBool::new(false);
    loop {
        let history = session.history();
        let task = Task { game, state: &state, history, lines: 1, seed: 1 };
        let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
        let mv = player.think(&task, &mut control, &mut |_| {}).lines[0].moves[0];
        game.make(&mut state, mv);
        ply.push(mv);
        if !game.mid_turn(&state) {
            return ply;
        }
    }
}
