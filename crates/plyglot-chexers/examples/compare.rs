//! Plays two evaluations against each other from random openings.
//!
//! `compare [EVALUATION [EVALUATION [SEARCH [NODES [OPENINGS]]]]]`, for example
//! `compare "default(leap=0)" default "brs(quiescence=4)" 3000 50`: the nodes are those of one move.
//! Every opening is played six times: one seat for the first evaluation against two for the second and
//! the other way round. A win of either evaluation counts by the seats that it had.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_chexers::Chexers;
use plyglot_core::{
    Control, Game, Listed, NoClock, Options, Player, Rng, Session, Spec, options::no_files,
};
use plyglot_search::{Parts, SEARCHES, Search, Task, build};

/// Random turns before the game.
const OPENING: u64 = 6;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = |default: &str| words.next().unwrap_or_else(|| default.to_owned());
    let (evals, search) = ([word("default"), word("material")], word("paranoid"));
    let nodes: u64 = word("3000").parse().expect("nodes are a number");
    let openings: u64 = word("50").parse().expect("openings are a number");
    let mut players = evals.map(|eval| player(&search, &eval));
    let (mut points, mut wins, mut drawn) = (Vec::new(), [0; 2], 0);
    for opening in 0..openings {
        let mut sum = 0.0;
        for seats in [0b001, 0b010, 0b100, 0b110, 0b101, 0b011] {
            let winner = play(&mut players, seats, nodes, opening).map(|seat| side(seats, seat));
            sum += winner.map_or(0.5, |side| if side == 0 { 1.0 } else { 0.0 });
            match winner {
                Some(side) => wins[side] += 1,
                None => drawn += 1,
            }
        }
        points.push(sum / 6.0);
    }
    let mean = points.iter().sum::<f64>() / points.len() as f64;
    let spread = points.iter().map(|point| (point - mean).powi(2)).sum::<f64>();
    let error = spread.sqrt() / points.len() as f64;
    let [won, lost] = wins;
    println!("+{won} ={drawn} -{lost}: {:.1}% ± {:.1}", 100.0 * mean, 196.0 * error);
}

fn player(search: &str, eval: &str) -> Box<dyn Search<Chexers>> {
    let spec = Spec::parse(eval).expect("a specification");
    let entry = Chexers::EVALUATIONS.iter().find(|entry| entry.name == spec.name);
    let entry = entry.expect("the name of an evaluation");
    let options = Options::check(&spec.name, entry.weights, &spec.given, &no_files);
    let eval = (entry.build)(&options.expect("known weights"));
    let spec = Spec::parse(search).expect("a specification");
    let entry = SEARCHES.iter().find(|entry| entry.name == spec.name).expect("a search");
    let options = Options::check(&spec.name, entry.options, &spec.given, &no_files);
    let order = Some((Chexers::ORDERS[0].build)());
    build(entry.name, &options.expect("known options"), Parts { eval, order }).expect("a search")
}

/// Which evaluation a seat has; `seats` are those of the first one.
fn side(seats: u8, seat: Player) -> usize {
    usize::from(seats >> seat.0 & 1 == 0)
}

/// Who wins.
fn play(
    players: &mut [Box<dyn Search<Chexers>>; 2],
    seats: u8,
    nodes: u64,
    opening: u64,
) -> Option<Player> {
    let (mut rng, stop) = (Rng::stream(1, opening), AtomicBool::new(false));
    let mut session = Session::new(Chexers::default());
    for _ in 0..OPENING {
        let mv = session.game().random_move(session.state(), &mut Vec::new(), &mut rng);
        session.push(vec![mv.expect("nobody wins so early")]);
    }
    players.iter_mut().for_each(|player| player.new_game());
    while session.outcome().is_none() {
        let (game, state, history) = (session.game(), session.state(), session.history());
        let task = Task { game, state, history, lines: 1, seed: rng.next_u64() };
        let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
        let player = &mut players[side(seats, game.to_move(state))];
        let thought = player.think(&task, &mut control, &mut |_| {});
        session.push(vec![thought.lines[0].moves[0]]);
    }
    session.outcome().and_then(|payoffs| (0..3).map(Player).find(|seat| payoffs[*seat] > 0))
}
