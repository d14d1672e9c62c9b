//! Plays two evaluations against each other after random openings, each with both colours.
//!
//! `compare [EVALUATION [EVALUATION [NODES [OPENINGS]]]]`, for example
//! `compare "default(parity=0)" default 20000 200`: the nodes are those of one move.

use plyglot_core::{
    Eval, Evaluate, Game, Listed, Options, Order, Rng, Score, Spec, options::no_files,
};
use plyglot_reversi::{Move, Reversi, State};

type Scored = dyn Evaluate<Reversi, Score = i64>;

/// Random plies at the start of a game.
const OPENING: u32 = 8;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = |default: &str| words.next().unwrap_or_else(|| default.to_owned());
    let evals = [evaluation(&word("default")), evaluation(&word("material"))];
    let nodes = word("5000").parse().expect("nodes are a number");
    let openings: u64 = word("100").parse().expect("openings are a number");
    let (game, mut pairs, mut games, mut stones) = (Reversi::default(), Vec::new(), [0; 3], 0);
    for number in 0..openings {
        let (mut opening, mut rng) = (game.start(), Rng::stream(1, number));
        for _ in 0..OPENING {
            if let Some(mv) = game.random_move(&opening, &mut Vec::new(), &mut rng) {
                game.make(&mut opening, mv);
            }
        }
        let ends = [0, 1].map(|seat| play(&game, opening, &evals, seat, nodes));
        ends.iter().for_each(|end| games[(end.signum() + 1) as usize] += 1);
        stones += ends[0] + ends[1];
        pairs.push(f64::from(2 + ends[0].signum() + ends[1].signum()) / 4.0);
    }
    let mean = pairs.iter().sum::<f64>() / pairs.len() as f64;
    let spread = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>();
    let error = spread.sqrt() / pairs.len() as f64;
    let [lost, drawn, won] = games;
    let lead = f64::from(stones) / 2.0 / openings as f64;
    println!(
        "+{won} ={drawn} -{lost}: {:.1}% ± {:.1}, {lead:+.1} stones",
        100.0 * mean,
        196.0 * error
    );
}

fn evaluation(text: &str) -> Box<Scored> {
    let spec = Spec::parse(text).expect("a specification");
    let entry = Reversi::EVALUATIONS.iter().find(|entry| entry.name == spec.name);
    let entry = entry.expect("the name of an evaluation");
    let options = Options::check(&spec.name, entry.weights, &spec.given, &no_files);
    match (entry.build)(&options.expect("known weights")) {
        Eval::Int(eval) => eval,
        Eval::Real(_) => unreachable!("scores are integers here"),
    }
}

/// What the first evaluation gets when it has this seat.
fn play(game: &Reversi, mut state: State, evals: &[Box<Scored>; 2], seat: u8, nodes: u64) -> i32 {
    let order = (Reversi::ORDERS[0].build)();
    loop {
        if let Some(payoffs) = game.outcome(&state) {
            return payoffs.0[usize::from(seat)];
        }
        let eval = &*evals[usize::from(state.to_move().0 != seat)];
        let search = Search { game, eval, order: &*order, nodes, spent: 0 };
        let mv = search.best(&state);
        game.make(&mut state, mv);
    }
}

/// Alpha-beta with iterative deepening until the nodes are spent.
struct Search<'a> {
    game: &'a Reversi,
    eval: &'a Scored,
    order: &'a dyn Order<Reversi>,
    nodes: u64,
    spent: u64,
}

impl Search<'_> {
    fn best(mut self, state: &State) -> Move {
        let mut moves = self.sorted(state);
        for depth in 0..60 {
            let (mut alpha, mut best) = (-i64::INFINITE, 0);
            for (at, mv) in moves.iter().enumerate().filter(|_| moves.len() > 1) {
                let value = self.after(state, *mv, depth, alpha, i64::INFINITE);
                if self.spent >= self.nodes {
                    break;
                }
                if value > alpha {
                    (alpha, best) = (value, at);
                }
            }
            moves[..=best].rotate_right(1);
            if self.spent >= self.nodes || moves.len() == 1 {
                break;
            }
        }
        moves[0]
    }

    /// The value of a move for the player who makes it and who may be to move again.
    fn after(&mut self, state: &State, mv: Move, depth: u32, alpha: i64, beta: i64) -> i64 {
        let mut child = *state;
        self.game.make(&mut child, mv);
        let mover = state.to_move();
        if let Some(payoffs) = self.game.outcome(&child) {
            return self.eval.terminal(self.game, &child, &payoffs, mover);
        }
        if child.to_move() == mover {
            self.value(&child, depth, alpha, beta)
        } else {
            -self.value(&child, depth, -beta, -alpha)
        }
    }

    fn value(&mut self, state: &State, depth: u32, mut alpha: i64, beta: i64) -> i64 {
        self.spent += 1;
        if depth == 0 || self.spent >= self.nodes {
            return self.eval.score(self.game, state, state.to_move());
        }
        for mv in self.sorted(state) {
            alpha = alpha.max(self.after(state, mv, depth - 1, alpha, beta));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    fn sorted(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves.sort_by_key(|mv| -self.order.priority(self.game, state, *mv));
        moves
    }
}
