//! The solver on endings whose results and distances are known from tables made backwards.

use std::{cmp::Ordering, sync::atomic::AtomicBool, time::Duration};

use plyglot_checkers::Checkers;
use plyglot_core::{Control, Handover, History, Listed, NoClock, Options};
use plyglot_dala::Dala;

use crate::{Method, SolveConfig, Solved, solve};

/// Positions with their distances: wins in an odd number of plies, losses in an even one.
const DALA: [(&str, u32); 8] = [
    ("....../....../.o..../.o..../xox.../.x.... x 0 0 0 60", 3),
    (".xo.../....../....x./..o.../...o../..x... o 0 0 0 60", 7),
    ("....../..xo../..oo../....../.....x/x..... o 0 0 0 60", 3),
    ("....../....../...o../x.oo../x...../..x... o 0 0 0 60", 3),
    ("....../....../o...../o.ox../x...../.x.... x 0 0 0 60", 6),
    ("....../....../.x..../o..o../.xx.../...o.. o 0 0 0 60", 6),
    ("..x.o./....../..x.o./....../.....o/x..... o 0 0 0 60", 5),
    ("....../....../..o.x./...x../....x./o.o... o 0 0 0 60", 2),
];

const CHECKERS: [(&str, u32); 10] = [
    ("W:WK27,K31:BK19", 3),
    ("B:W28:BK3,K15", 3),
    ("W:WK8:BK5,K31", 12),
    ("B:W11:BK6", 7),
    ("W:WK27:BK16", 9),
    ("B:WK32:BK24,28", 11),
    ("B:WK10:B5,8,K19", 9),
    ("W:WK15:B3,K6,K32", 10),
    ("W:W32:B16,K17,K31", 4),
    ("W:WK12,18,K25:BK30", 3),
];

fn run<G: Handover>(game: &G, state: &G::State, method: Method) -> Solved<G::Move> {
    let stop = AtomicBool::new(false);
    let mut control = Control::new(2_000_000, Duration::MAX, &NoClock, &stop);
    let mut history = History::default();
    history.push(game.hash(state));
    let config = SolveConfig { method, distance: true, table: 16, ..SolveConfig::default() };
    solve(game, state, &history, None, &config, &mut control)
}

fn check<G: Listed>(endings: &[(&str, u32)]) {
    let rules = G::build(&Options::defaults(G::OPTIONS)).unwrap();
    for (text, plies) in endings {
        let (game, state) = rules.parse_state(text).unwrap();
        for method in [Method::AlphaBeta, Method::ProofNumber] {
            let solved = run(&game, &state, method);
            let expected = if plies % 2 == 1 { Ordering::Greater } else { Ordering::Less };
            assert_eq!(solved.verdict, Some(expected), "{text} {method:?}");
            assert_eq!(solved.distance, Some(*plies), "{text} {method:?}");
            let mut end = state.clone();
            solved.line.iter().for_each(|mv| drop(game.make(&mut end, *mv)));
            let payoffs = game.outcome(&end).expect("the line ends the game");
            assert_eq!(payoffs[game.to_move(&state)].cmp(&0), expected, "{text}");
        }
    }
}

#[test]
fn dala_three_against_three() {
    check::<Dala>(&DALA);
}

#[test]
fn checkers_with_few_pieces() {
    check::<Checkers>(&CHECKERS);
}

#[test]
fn dala_on_the_small_board_is_won_by_the_first_player() {
    for (pieces, plies) in [("3", 5), ("4", 13)] {
        let given = [("board", "4"), ("pieces", pieces)].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let options = Options::check("dala", Dala::OPTIONS, &given, &|_| Err(String::new()));
        let game = Dala::build(&options.unwrap()).unwrap();
        let start = plyglot_core::Game::start(&game);
        for method in [Method::AlphaBeta, Method::ProofNumber] {
            let solved = run(&game, &start, method);
            assert_eq!(solved.verdict, Some(Ordering::Greater));
            assert_eq!(solved.distance, Some(plies));
        }
    }
}
