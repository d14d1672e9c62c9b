//! Plays two evaluations against each other from the three-move ballots, each with both colours.
//!
//! `compare [EVALUATION [EVALUATION [NODES]]]`, for example
//! `compare "default(trade=0)" default 20000`: the nodes are those of one move.

use plyglot_checkers::{Checkers, Move, Position, ballots};
use plyglot_core::{
    Eval, Evaluate, Game, Listed, Notation, Options, Order, Score, Session, Spec, options::no_files,
};

type Scored = dyn Evaluate<Checkers, Score = i64>;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = |default: &str| words.next().unwrap_or_else(|| default.to_owned());
    let evals = [evaluation(&word("default")), evaluation(&word("material"))];
    let nodes = word("5000").parse().expect("nodes are a number");
    let (mut pairs, mut games) = (Vec::new(), [0; 3]);
    for ballot in ballots::ballots().filter(|ballot| !ballot.barred) {
        let points = [0, 1].map(|seat| play(&ballot, &evals, seat, nodes));
        points.iter().for_each(|point| games[(point + 1) as usize] += 1);
        pairs.push(f64::from(2 + points[0] + points[1]) / 4.0);
    }
    let mean = pairs.iter().sum::<f64>() / pairs.len() as f64;
    let squares = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>();
    let error = 1.96 * squares.sqrt() / pairs.len() as f64;
    let [lost, drawn, won] = games;
    println!("+{won} ={drawn} -{lost}: {:.1}% ± {:.1}", 100.0 * mean, 100.0 * error);
}

fn evaluation(text: &str) -> Box<Scored> {
    let spec = Spec::parse(text).expect("a specification");
    let entry = Checkers::EVALUATIONS.iter().find(|entry| entry.name == spec.name);
    let entry = entry.expect("the name of an evaluation");
    let options = Options::check(&spec.name, entry.weights, &spec.given, &no_files);
    match (entry.build)(&options.expect("known weights")) {
        Eval::Int(eval) => eval,
        Eval::Real(_) => unreachable!("scores are integers here"),
    }
}

/// What the first evaluation gets when it has this seat.
fn play(ballot: &ballots::Ballot, evals: &[Box<Scored>; 2], seat: usize, nodes: u64) -> i32 {
    let mut session = Session::new(Checkers::default());
    for text in ballot.moves {
        session.push(session.game().parse_ply(session.state(), text).expect("a legal opening"));
    }
    let order = (Checkers::ORDERS[0].build)();
    while session.outcome().is_none() {
        let eval = &*evals[usize::from(session.state().side().player().idx() != seat)];
        let search = Search { game: session.game(), eval, order: &*order, left: nodes };
        let mv = search.best(&session);
        session.push(vec![mv]);
    }
    session.outcome().map_or(0, |payoffs| payoffs.0[seat])
}

/// Alpha-beta, deeper and deeper until no nodes are left. Captures cost no depth.
struct Search<'a> {
    game: &'a Checkers,
    eval: &'a Scored,
    order: &'a dyn Order<Checkers>,
    left: u64,
}

impl Search<'_> {
    fn best(mut self, session: &Session<Checkers>) -> Move {
        let mut children = self.children(session.state());
        let depths = if children.len() > 1 { 60 } else { 0 };
        for depth in 0..depths {
            let (mut alpha, mut best) = (-i64::INFINITE, 0);
            for (at, (_, child)) in children.iter().enumerate() {
                let seen = session.history().count(self.game.hash(child)) > 0;
                let value =
                    if seen { 0 } else { -self.value(child, depth, -i64::INFINITE, -alpha) };
                if self.left > 0 && value > alpha {
                    (alpha, best) = (value, at);
                }
            }
            children[..=best].rotate_right(1);
            if self.left == 0 || alpha.abs() > i64::WIN / 2 {
                break;
            }
        }
        children[0].0
    }

    fn value(&mut self, state: &Position, depth: i64, mut alpha: i64, beta: i64) -> i64 {
        self.left = self.left.saturating_sub(1);
        let mover = state.side().player();
        if let Some(payoffs) = self.game.outcome(state) {
            return i64::from(payoffs[mover]) * (i64::WIN + depth);
        }
        let children = self.children(state);
        let noisy = self.order.is_noisy(self.game, state, children[0].0);
        if depth <= 0 && !noisy || self.left == 0 {
            return self.eval.score(self.game, state, mover);
        }
        for (_, child) in children {
            alpha = alpha.max(-self.value(&child, depth - i64::from(!noisy), -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// The moves, best first, and where they lead.
    fn children(&self, state: &Position) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves.sort_by_key(|mv| -self.order.priority(self.game, state, *mv));
        let mut children: Vec<_> = moves.into_iter().map(|mv| (mv, *state)).collect();
        for (mv, child) in &mut children {
            self.game.make(child, *mv);
        }
        children
    }
}
