//! Learns the values of edges and corners that the endgame solver guesses with.
//!
//! `cargo test --release -p plyglot-reversi learn_patterns -- --ignored --nocapture` plays games up to
//! the last squares, solves those, and fits the values to the scores by stochastic gradient descent.

use plyglot_core::{Game, Rng};

use crate::{
    Move, Reversi, ScoreRule, Size, State,
    endgame::{
        Solver,
        patterns::{CORNERS, COUNTS, EDGES, counts, places},
    },
    eval::{Features, Weights},
};

const GAMES: u64 = 30_000;
const EPOCHS: u32 = 30;
/// Random plies at the start of a game, and percent of random ones after that.
const OPENING: u32 = 10;
const SLIPS: usize = 4;
/// Positions with so few empty squares are solved, and those with 10 to so many are learnt from.
const SOLVED: u32 = 13;
const LEARNT: u32 = 25;
/// Solutions are counted of positions that are won by so many stones at most.
const CLOSE: i32 = 16;
/// Typical sizes of what is counted.
const SCALE: [f64; COUNTS] = [1.0, 1.0, 8.0, 4.0, 16.0, 6.0, 6.0];

struct Row {
    places: [usize; 8],
    counts: [f64; COUNTS],
    score: f64,
}

#[test]
#[ignore = "takes minutes and writes a source file"]
fn learn_patterns() {
    let rows = play_games();
    let (values, weights) = fit(&rows);
    let bytes: Vec<u8> = (0..EDGES + CORNERS)
        .map(|place| {
            (4.0 * values[place.min(twin(place))]).round().clamp(-127.0, 127.0) as i8 as u8
        })
        .collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/endgame/patterns.bin");
    std::fs::write(path, bytes).unwrap();
    println!("WEIGHTS: {weights:?} from {} positions", rows.len());
}

/// What [`crate::endgame::Endings`] says of the nodes that solutions take.
#[test]
#[ignore = "measures"]
fn usual_nodes() {
    let game = Reversi::default();
    for wanted in (8..=20).step_by(2) {
        let (mut nodes, mut solved) = ([0.0, 0.0], 0.0);
        for number in 0..60 {
            let Some(state) = played_to(&game, wanted, &mut Rng::stream(78, number)) else {
                continue;
            };
            let (own, opponent) = (state.own(), state.opponent());
            let fresh = || Solver::new(game.size, game.score, 16);
            let verdict = fresh().verdict(own, opponent, &mut |_| true).unwrap();
            let payoff = fresh().solve(own, opponent, &mut |_| true).unwrap();
            // Games that are decided long before tell little of those between equals.
            if payoff.score.abs() > CLOSE {
                continue;
            }
            for (sum, solution) in nodes.iter_mut().zip([verdict, payoff]) {
                *sum += solution.nodes as f64;
            }
            solved += 1.0;
        }
        let [verdict, payoff] = nodes.map(|sum| sum / solved);
        println!("{wanted} empty: verdict {verdict:.0}, payoff {payoff:.0} nodes, {solved} games");
    }
}

/// A position of a game with so many empty squares, unless it is over before that.
fn played_to(game: &Reversi, wanted: u32, rng: &mut Rng) -> Option<State> {
    let (mut state, weights) = (game.start(), Weights::default());
    while empties(&state) > wanted {
        let free = 60 - empties(&state) < OPENING;
        let random = game.random_move(&state, &mut Vec::new(), rng)?;
        let mv = if free { random } else { best(game, &weights, &state) };
        game.make(&mut state, mv);
    }
    (!state.is_over()).then_some(state)
}

fn play_games() -> Vec<Row> {
    let game = Reversi { score: ScoreRule::Othello, ..Reversi::default() };
    let mut solver = Solver::new(Size::Eight, ScoreRule::Othello, 4);
    let (weights, mut rows) = (Weights::default(), Vec::new());
    for number in 0..GAMES {
        let (mut state, mut rng, mut path) = (game.start(), Rng::stream(77, number), Vec::new());
        while empties(&state) > SOLVED && !state.is_over() {
            let free = 60 - empties(&state) < OPENING || rng.below(100) < SLIPS;
            let random = game.random_move(&state, &mut Vec::new(), &mut rng);
            let mv = random.filter(|_| free).unwrap_or_else(|| best(&game, &weights, &state));
            game.make(&mut state, mv);
            path.push(state);
        }
        let solution = solver.solve(state.own(), state.opponent(), &mut |_| true).unwrap();
        let (score, mover) = (solution.score, state.to_move());
        for mv in solution.line.into_iter().filter(|mv| *mv != Move::PASS) {
            game.make(&mut state, mv);
            path.push(state);
        }
        let seen = path.iter().filter(|state| (10..=LEARNT).contains(&empties(state)));
        rows.extend(
            seen.map(|state| row(state, if state.to_move() == mover { score } else { -score })),
        );
    }
    rows
}

fn empties(state: &State) -> u32 {
    64 - (state.own() | state.opponent()).count_ones()
}

fn features(state: &State) -> Features {
    let replies = crate::mobility(state.opponent(), state.own());
    Features::of(Size::Eight, [state.own(), state.opponent()], [state.mobility(), replies])
}

fn row(state: &State, score: i32) -> Row {
    let places = places(state.own(), state.opponent()).map(|place| place.min(twin(place)));
    Row { places, counts: counts(&features(state)).map(f64::from), score: score.into() }
}

/// The same edge read from the other end, or the same corner mirrored.
fn twin(place: usize) -> usize {
    let (base, from): (usize, &[usize]) = if place < EDGES {
        (0, &[7, 6, 5, 4, 3, 2, 1, 0])
    } else {
        (EDGES, &[0, 3, 6, 1, 4, 7, 2, 5, 8])
    };
    let digit = |at: usize| (place - base) / 3usize.pow(at as u32) % 3;
    base + from.iter().rev().fold(0, |number, at| number * 3 + digit(*at))
}

/// The best move three plies deep.
fn best(game: &Reversi, weights: &Weights, state: &State) -> Move {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let (mut best, mut alpha) = (moves[0], -i32::MAX);
    for mv in moves {
        let value = after(game, weights, state, mv, 2, [alpha, i32::MAX]);
        if value > alpha {
            (best, alpha) = (mv, value);
        }
    }
    best
}

fn after(
    game: &Reversi,
    weights: &Weights,
    state: &State,
    mv: Move,
    depth: u32,
    window: [i32; 2],
) -> i32 {
    let mut child = *state;
    game.make(&mut child, mv);
    if child.to_move() == state.to_move() {
        value(game, weights, &child, depth, window)
    } else {
        -value(game, weights, &child, depth, [-window[1], -window[0]])
    }
}

fn value(game: &Reversi, weights: &Weights, state: &State, depth: u32, window: [i32; 2]) -> i32 {
    if let Some(payoffs) = game.outcome(state) {
        return 100 * payoffs[state.to_move()];
    }
    if depth == 0 {
        return weights.judge(&features(state));
    }
    let ([mut alpha, beta], mut moves) = (window, Vec::new());
    game.moves(state, &mut moves);
    for mv in moves {
        alpha = alpha.max(after(game, weights, state, mv, depth - 1, [alpha, beta]));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Values in stones by place, rare ones kept small, and weights in hundredths of a stone.
fn fit(rows: &[Row]) -> (Vec<f64>, [i32; COUNTS]) {
    let (mut values, mut weights) = (vec![0.0; EDGES + CORNERS], [0.0; COUNTS]);
    let mut seen = vec![0.0; EDGES + CORNERS];
    rows.iter().flat_map(|row| row.places).for_each(|place| seen[place] += 1.0);
    let mut rng = Rng::new(4);
    for epoch in 0..EPOCHS {
        let rate = 0.02 / (1.0 + f64::from(epoch) / 6.0);
        for _ in 0..rows.len() {
            let row = &rows[rng.below(rows.len())];
            let scaled: [f64; COUNTS] = std::array::from_fn(|at| row.counts[at] / SCALE[at]);
            let learnt: f64 = row.places.iter().map(|place| values[*place]).sum();
            let counted: f64 =
                scaled.iter().zip(&weights).map(|(count, weight)| count * weight).sum();
            let error = row.score - learnt - counted;
            for place in row.places {
                let decay = 2.4 / (seen[place] + 8.0);
                values[place] += rate * (error - decay * values[place]);
            }
            for (weight, count) in weights.iter_mut().zip(scaled) {
                *weight += 0.1 * rate * error * count;
            }
        }
    }
    (values, std::array::from_fn(|at| (100.0 * weights[at] / SCALE[at]).round() as i32))
}
