//! Exact endgames against a plain solver, published scores and small boards.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{Bound, Control, Game, NoClock, Rng, Solver as _, Sought};

use super::{read, vectors};
use crate::{
    Move, Reversi, ScoreRule, Size, State,
    bitboard::{flips, mobility, squares},
    endgame::{Endings, Solution, Solver},
};

const BOTH_RULES: [ScoreRule; 2] = [ScoreRule::Stones, ScoreRule::Othello];

fn solve(game: &Reversi, state: &State) -> Solution {
    let mut solver = Solver::new(game.size, game.score, 1);
    solver.solve(state.own(), state.opponent(), &mut |_| true).expect("no limit")
}

/// The score by trying everything.
fn plain(game: &Reversi, own: u64, opponent: u64, alpha: i32, beta: i32) -> i32 {
    let board = game.size.squares();
    let moves = mobility(own, opponent) & board;
    if moves == 0 && mobility(opponent, own) & board == 0 {
        let difference = own.count_ones() as i32 - opponent.count_ones() as i32;
        let empty = (board & !(own | opponent)).count_ones() as i32;
        let to_winner = if game.score == ScoreRule::Othello { empty } else { 0 };
        return difference + difference.signum() * to_winner;
    }
    if moves == 0 {
        return -plain(game, opponent, own, -beta, -alpha);
    }
    let mut best = alpha;
    for square in squares(moves) {
        let turned = flips(own, opponent, square);
        let (next, other) = (opponent ^ turned, own ^ turned ^ (1 << square));
        best = best.max(-plain(game, next, other, -beta, -best));
        if best >= beta {
            break;
        }
    }
    best
}

/// A position with so many empty squares, reached by random moves.
fn random_position(game: &Reversi, empties: u32, rng: &mut Rng) -> State {
    loop {
        let mut state = game.start();
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), rng) {
            let stones = (state.own() | state.opponent()).count_ones();
            if game.size.squares().count_ones() - stones == empties {
                return state;
            }
            game.make(&mut state, mv);
        }
    }
}

/// Plays the line out and checks that it ends with the score.
fn check_line(game: &Reversi, state: &State, solution: &Solution) {
    let (mut own, mut opponent, mut sign) = (state.own(), state.opponent(), 1);
    for mv in &solution.line {
        let moves = mobility(own, opponent) & game.size.squares();
        match mv.square() {
            Some(square) => {
                assert!(moves >> square & 1 != 0);
                let turned = flips(own, opponent, square);
                (own, opponent) = (opponent ^ turned, own ^ turned ^ (1 << square));
            }
            None => {
                assert_eq!(moves, 0);
                (own, opponent) = (opponent, own);
            }
        }
        sign = -sign;
    }
    let board = game.size.squares();
    assert_eq!((mobility(own, opponent) | mobility(opponent, own)) & board, 0);
    assert_eq!(plain(game, own, opponent, -64, 64) * sign, solution.score);
}

#[test]
fn random_endgames_agree_with_a_plain_solver() {
    let mut rng = Rng::new(12);
    for size in [Size::Six, Size::Eight] {
        for round in 0..240 {
            for score in BOTH_RULES {
                let game = Reversi { score, size, ..Reversi::default() };
                let state = random_position(&game, 1 + round % 10, &mut rng);
                let solution = solve(&game, &state);
                let expected = plain(&game, state.own(), state.opponent(), -64, 64);
                assert_eq!(solution.score, expected, "{state:?}");
                check_line(&game, &state, &solution);
            }
        }
    }
}

#[test]
fn lopsided_endgames_agree_with_a_plain_solver() {
    let mut rng = Rng::new(7);
    for round in 0..300 {
        // Random stones with all proportions of both colours: early ends and many stable stones.
        let mut empty = 0u64;
        while empty.count_ones() < round % 10 {
            empty |= 1 << rng.below(64);
        }
        let sets = [rng.next_u64(), rng.next_u64(), rng.next_u64()];
        let own = [sets[0], sets[0] & sets[1], sets[0] | sets[1] | sets[2]][round as usize % 3];
        let (own, opponent) = (own & !empty, !own & !empty);
        for score in BOTH_RULES {
            let game = Reversi { score, ..Reversi::default() };
            let mut solver = Solver::new(Size::Eight, score, 1);
            let solution = solver.solve(own, opponent, &mut |_| true).unwrap();
            let expected = plain(&game, own, opponent, -64, 64);
            assert_eq!(solution.score, expected, "{own:x} {opponent:x} {score:?}");
        }
    }
}

#[test]
fn published_scores() {
    let game = Reversi { score: ScoreRule::Othello, ..Reversi::default() };
    for problem in vectors::problems().iter().take(19) {
        let state = read(&game, &problem.position);
        let solution = solve(&game, &state);
        assert_eq!(solution.score, problem.score, "{}", problem.position);
        check_line(&game, &state, &solution);
        let best = crate::notation::square_name(
            Size::Eight,
            solution.best().and_then(Move::square).expect("a stone"),
        );
        assert!(problem.best.contains(&best), "{best} in {}", problem.position);
    }
}

#[test]
fn the_smallest_board_is_won_by_the_second_player() {
    for score in BOTH_RULES {
        let game = Reversi { score, size: Size::Four, ..Reversi::default() };
        let solution = solve(&game, &game.start());
        assert_eq!(solution.score, if score == ScoreRule::Stones { -8 } else { -10 });
        check_line(&game, &game.start(), &solution);
    }
}

#[test]
fn finished_games_are_solved_at_once() {
    let game = Reversi { score: ScoreRule::Othello, ..Reversi::default() };
    let solution = solve(&game, &read(&game, &format!("XXX{} X", "-".repeat(61))));
    assert_eq!((solution.score, solution.best()), (64, None));
    let full = read(&game, &format!("{}{} O", "X".repeat(40), "O".repeat(24)));
    assert_eq!(solve(&game, &full).score.abs(), 16);
}

#[test]
fn a_stopped_solver_has_no_solution_and_can_go_on() {
    let game = Reversi { score: ScoreRule::Othello, ..Reversi::default() };
    let problem = &vectors::problems()[14];
    let state = read(&game, &problem.position);
    let mut solver = Solver::new(Size::Eight, ScoreRule::Othello, 1);
    for limit in [0, 10_000, 30_000] {
        assert_eq!(solver.solve(state.own(), state.opponent(), &mut |nodes| nodes < limit), None);
    }
    let solution = solver.solve(state.own(), state.opponent(), &mut |_| true).unwrap();
    assert_eq!(solution.score, problem.score);
    check_line(&game, &state, &solution);
    assert!(solver.solve(state.own(), state.opponent(), &mut |_| true).unwrap().nodes < 10_000);
}

#[test]
fn a_full_game_to_go_does_not_keep_it_from_stopping() {
    let game = Reversi::default();
    let mut solver = Solver::new(Size::Eight, ScoreRule::Othello, 1);
    let (mut last, state) = (0, game.start());
    let stopped = solver.solve(state.own(), state.opponent(), &mut |nodes| {
        last = nodes;
        nodes < 10_000
    });
    // It looks every few thousand nodes, and then does nothing more.
    assert!(stopped.is_none() && last < 20_000, "{last}");
}

#[test]
fn verdicts_bound_the_score_and_their_moves_keep_it() {
    let mut rng = Rng::new(5);
    for round in 0..400 {
        let score = BOTH_RULES[round as usize % 2];
        let game = Reversi { score, ..Reversi::default() };
        let state = random_position(&game, 1 + round % 12, &mut rng);
        let (own, opponent) = (state.own(), state.opponent());
        let mut solver = Solver::new(Size::Eight, score, 1);
        let verdict = solver.verdict(own, opponent, &mut |_| true).unwrap();
        let exact = solve(&game, &state).score;
        assert_eq!(verdict.score.signum(), exact.signum(), "{state:?}");
        assert!(verdict.score.abs() <= exact.abs(), "{state:?}");
        let mut child = state;
        game.make(&mut child, verdict.best().expect("the game is not over"));
        let sign = if child.to_move() == state.to_move() { 1 } else { -1 };
        let after = sign * solve(&game, &child).score;
        assert_eq!(after.signum(), exact.signum(), "{state:?}");
    }
}

#[test]
fn endings_are_solved_within_a_budget_and_under_any_rules() {
    let (stop, mut endings) = (AtomicBool::new(false), Endings::new(1));
    let control = |nodes| Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let mut rng = Rng::new(9);
    for size in [Size::Eight, Size::Six, Size::Eight] {
        for score in BOTH_RULES {
            let game = Reversi { score, size, ..Reversi::default() };
            let state = random_position(&game, 12, &mut rng);
            let mut spent = control(u64::MAX);
            let exact = endings.solve(&game, &state, Sought::Payoff, &mut spent).unwrap();
            assert_eq!((exact.payoff, exact.bound), (solve(&game, &state).score, Bound::Exact));
            assert_eq!((exact.depth, exact.nodes), (12, spent.nodes));
            let known = endings.solve(&game, &state, Sought::Verdict, &mut control(u64::MAX));
            assert_eq!(known.unwrap().payoff.signum(), exact.payoff.signum());
            let deep = random_position(&game, 20, &mut rng);
            assert_eq!(endings.solve(&game, &deep, Sought::Payoff, &mut control(5000)), None);
            let usual = |state| endings.usual_nodes(&game, state, Sought::Payoff);
            assert!(usual(&deep) > 10.0 * usual(&state));
        }
    }
}
