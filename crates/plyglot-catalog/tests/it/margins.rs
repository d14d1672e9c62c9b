//! Won endings of Reversi: with win or draw in hand the rest of the budget goes for the margin.

use std::sync::atomic::AtomicBool;

use plyglot_catalog::{Answer, Budget, Catalog, Request, WallClock};
use plyglot_core::{Bound, Worth, options::no_files};

/// A problem of the FFO endgame suite, with nodes that are enough to prove the win and not the margin.
struct Problem {
    ffo: u32,
    nodes: u64,
    position: &'static str,
    /// The moves that win, the best first, and by how much.
    wins: &'static [(&'static str, i32)],
}

const PROBLEMS: &[Problem] = &[
    Problem {
        ffo: 1,
        nodes: 100_000,
        position: "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
        wins: &[("g8", 18), ("h1", 12), ("h7", 6), ("a2", 6), ("a3", 4)],
    },
    Problem {
        ffo: 6,
        nodes: 100_000,
        position: "--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X",
        wins: &[("a1", 14), ("h3", 14), ("a8", 12), ("h2", 8), ("g2", 8), ("h4", 4), ("g7", 4)],
    },
    Problem {
        ffo: 8,
        nodes: 150_000,
        position: "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
        wins: &[("e1", 8), ("h2", 4), ("g2", 4), ("b2", 4), ("g7", 4), ("b1", 2)],
    },
    Problem {
        ffo: 11,
        nodes: 150_000,
        position: "---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO- O",
        wins: &[
            ("b3", 30),
            ("c2", 26),
            ("a6", 24),
            ("g7", 20),
            ("c3", 18),
            ("d2", 16),
            ("b4", 10),
            ("e1", 6),
        ],
    },
    Problem {
        ffo: 14,
        nodes: 250_000,
        position: "--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X",
        wins: &[("a3", 18), ("a4", 12), ("b1", 8)],
    },
    Problem {
        ffo: 16,
        nodes: 250_000,
        position: "-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O- X",
        wins: &[("f8", 24), ("c7", 20), ("a5", 6), ("h1", 6)],
    },
    Problem {
        ffo: 19,
        nodes: 250_000,
        position: "--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X",
        wins: &[("b6", 8), ("h8", 4)],
    },
    Problem {
        ffo: 40,
        nodes: 4_000_000,
        position: "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        wins: &[
            ("a2", 38),
            ("c7", 36),
            ("d8", 34),
            ("c1", 30),
            ("b1", 30),
            ("g7", 28),
            ("d7", 28),
            ("c6", 28),
            ("f7", 26),
            ("a6", 24),
        ],
    },
];

fn think(position: &str, budget: Budget) -> Answer {
    let catalog = Catalog::standard();
    let opened = catalog.open("reversi", &no_files).unwrap();
    let mut session = opened.session.boxed();
    session.set_position(position).unwrap();
    let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
    let request = Request { budget, seed: 1, ..Request::new(&clock, &stop) };
    let mut agent = catalog.agent("best", &opened, &no_files).unwrap();
    agent.think(&*session, &request, &mut |_| {}).unwrap()
}

#[test]
fn a_proven_win_is_won_by_as_much_as_can_be_found() {
    let mut lost = 0;
    for problem in PROBLEMS {
        let answer = think(problem.position, Budget { nodes: Some(problem.nodes), time: None });
        let ply = &answer.lines[0].plies[0];
        let won = problem.wins.iter().find(|(own, _)| own == ply);
        let (_, margin) = won.unwrap_or_else(|| panic!("FFO {}: {ply} wins not", problem.ffo));
        let value = answer.value().unwrap();
        let Worth::Payoff(told) = value.worth else { panic!("FFO {}: {value:?}", problem.ffo) };
        assert!(answer.proven && value.bound == Bound::AtLeast && 0 < told && told <= *margin);
        assert!(answer.nodes <= problem.nodes + 5000, "FFO {}: {}", problem.ffo, answer.nodes);
        lost += problem.wins[0].1 - margin;
    }
    assert!(lost <= 10, "{lost} stones fewer than there are");
}
