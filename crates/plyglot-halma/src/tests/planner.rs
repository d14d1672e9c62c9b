//! Plans of players who are by themselves, against all positions of a small board worked out backwards.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{Control, Game, Listed, NoClock, Planner, Rng};

use super::{arrived_but, rules};
use crate::{
    Board, Ending, Halma, Level, Move, Square, State,
    eval::matching::{matching, steps},
};

fn planner(width: usize) -> Box<dyn Planner<Halma>> {
    (Halma::PLANNER.expect("a planner"))(width)
}

/// A plan made with so many nodes, and the nodes that it took.
fn plan(
    planner: &mut dyn Planner<Halma>,
    game: &Halma,
    state: &State,
    nodes: u64,
) -> (Option<Vec<Move>>, u64) {
    let stop = AtomicBool::new(false);
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let plan = planner.plan(game, state, &mut control);
    (plan, control.nodes)
}

/// A team position by whole turns in which only player 0 is not at his goal.
fn alone(elsewhere: &[&str]) -> (Halma, State) {
    arrived_but("(level=turn)", 0, 40, elsewhere)
}

/// Plays a plan, the others passing; whether it ends in the target, never breaking a rule.
fn arrives(game: &Halma, state: &State, plan: &[Move]) -> bool {
    let mut state = state.clone();
    for (idx, mv) in plan.iter().enumerate() {
        assert!(!game.is_complete(&state, 0), "turn {idx} is one too many");
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        assert!(legal.contains(mv), "turn {idx} is not legal");
        state.carry(0, *mv);
    }
    game.is_complete(&state, 0)
}

#[test]
fn a_plan_arrives() {
    let cases: [&[&str]; 3] =
        [&["p16>l12"], &["p16>m13", "o16>n13"], &["p16>k11", "p15>j10", "o16>i9", "n14>l10"]];
    for elsewhere in cases {
        let (game, state) = alone(elsewhere);
        let found = plan(&mut *planner(500), &game, &state, u64::MAX).0.expect("a plan");
        assert!(arrives(&game, &state, &found));
        // Hops over others save some of the steps.
        let (own, target) = (state.pieces[0], game.tables.target[0]);
        let steps = matching(own & !target, target & !own) as usize;
        assert!(found.len() < steps, "{} turns, {steps} steps", found.len());
    }
}

#[test]
fn a_plan_is_remembered_while_it_is_followed() {
    let (game, state) = alone(&["p16>k11", "p15>j10", "o16>i9"]);
    let mut own = planner(64);
    let first = plan(&mut *own, &game, &state, u64::MAX).0.expect("a plan");
    let mut after = state.clone();
    after.carry(0, first[0]);
    // Without a node for anything new.
    let (second, nodes) = plan(&mut *own, &game, &after, 0);
    assert_eq!((second.expect("the rest"), nodes <= 1), (first[1..].to_vec(), true));
    own.plan(&game, &state, &mut Control::new(0, Duration::MAX, &NoClock, &AtomicBool::new(false)));
    own.forget();
    assert_eq!(plan(&mut *own, &game, &after, 0).0, None, "what is forgotten is not followed");
}

#[test]
fn others_in_the_way_end_the_planning() {
    let planned =
        |game: &Halma, state: &State| plan(&mut *planner(64), game, state, u64::MAX).0.is_some();
    let (game, state) = alone(&["p16>l12"]);
    assert!(planned(&game, &state));
    assert!(!planned(&game, &game.start()), "everybody is still to be met");
    // Of player 1, whose target is at a16: in the way, and far from it but with the way before him.
    for stranger in ["a16>n13", "a16>m4"] {
        let (game, state) = alone(&["p16>l12", stranger]);
        assert!(!planned(&game, &state), "{stranger}");
    }
    let (game, state) = arrived_but("(level=turn)", 1, 40, &["p16>l12"]);
    assert!(!planned(&game, &state), "who has arrived has nothing to plan");
    let (game, state) = arrived_but("", 0, 40, &["p16>l12"]);
    assert!(!planned(&game, &state), "plans are of whole turns");
}

#[test]
fn equal_budgets_give_equal_plans() {
    let (game, state) = alone(&["p16>k11", "p15>j10", "o16>i9", "n14>l10"]);
    let once = || plan(&mut *planner(100), &game, &state, 2000);
    assert_eq!(once(), once());
    assert!(once().1 <= 2001);
}

#[test]
fn matching_is_the_least_of_all_sums() {
    /// The least sum by trying everything.
    fn least(pieces: &[Square], free: &mut Vec<Square>) -> i32 {
        let Some((piece, rest)) = pieces.split_first() else { return 0 };
        let sums = (0..free.len()).map(|idx| {
            let place = free.swap_remove(idx);
            let sum = steps(*piece, place) + least(rest, free);
            free.push(place);
            let last = free.len() - 1;
            free.swap(idx, last);
            sum
        });
        sums.collect::<Vec<_>>().into_iter().min().unwrap_or(0)
    }
    let mut rng = Rng::new(3);
    for _ in 0..300 {
        let count = 1 + rng.below(5);
        let mut squares: Vec<Square> = Vec::new();
        while squares.len() < 2 * count {
            let square = Square(rng.below(256) as u8);
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        let (pieces, free) = squares.split_at(count);
        let set = |squares: &[Square]| squares.iter().copied().collect::<Board>();
        assert_eq!(matching(set(pieces), set(free)), least(pieces, &mut free.to_vec()));
    }
    let game = rules("(variant=duel16)");
    assert_eq!(matching(game.tables.target[0], Board::EMPTY), 0);
}

/// The board of six by six with the pieces of player 0 alone, as a word with a bit for every square.
mod small {
    const SIDE: i32 = 6;
    const SQUARES: usize = 36;
    const PIECES: usize = 6;

    /// How many positions there are.
    pub(super) const POSITIONS: usize = 1_947_792;
    /// Turns of a position that has not been met.
    const UNKNOWN: u8 = u8::MAX;

    fn bit(x: i32, y: i32) -> Option<u64> {
        let on = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
        on.then(|| 1 << (y * SIDE + x))
    }

    pub(super) fn base(mirror: bool) -> u64 {
        let squares = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)];
        let at = |v: i32| if mirror { SIDE - 1 - v } else { v };
        squares.iter().filter_map(|(x, y)| bit(at(*x), at(*y))).sum()
    }

    /// The fewest turns to the target from every position, by its number.
    pub(super) struct Turns {
        ways: [[u32; PIECES + 1]; SQUARES],
        near: [u64; SQUARES],
        /// For every square and direction the square beside it and the one behind that.
        hops: [[(u64, u64); 8]; SQUARES],
        pub(super) least: Vec<u8>,
    }

    impl Turns {
        /// Works them out from the target.
        pub(super) fn new() -> Self {
            let mut turns = Turns::empty();
            let target = base(true);
            let at = turns.number(target);
            turns.least[at] = 0;
            let mut last = vec![target];
            for count in 1.. {
                let mut next = Vec::new();
                last.iter().for_each(|after| turns.step_back(*after, target, count, &mut next));
                if next.is_empty() {
                    break;
                }
                last = next;
            }
            turns
        }

        fn empty() -> Self {
            let mut ways = [[0; PIECES + 1]; SQUARES];
            let (mut near, mut hops) = ([0; SQUARES], [[(0, 0); 8]; SQUARES]);
            for square in 0..SQUARES {
                ways[square][0] = 1;
                for pieces in 1..=PIECES.min(square) {
                    ways[square][pieces] = ways[square - 1][pieces - 1] + ways[square - 1][pieces];
                }
                let (x, y) = (square as i32 % SIDE, square as i32 / SIDE);
                let all = (0..9).filter(|way| *way != 4).map(|way| (way % 3 - 1, way / 3 - 1));
                for (idx, (dx, dy)) in all.enumerate() {
                    let beside = bit(x + dx, y + dy).unwrap_or(0);
                    near[square] |= beside;
                    hops[square][idx] = (beside, bit(x + 2 * dx, y + 2 * dy).unwrap_or(0));
                }
            }
            Turns { ways, near, hops, least: vec![UNKNOWN; POSITIONS] }
        }

        /// The number of a position among all.
        pub(super) fn number(&self, mut word: u64) -> usize {
            let mut number = 0;
            for pieces in 1..=PIECES {
                number += self.ways[word.trailing_zeros() as usize][pieces];
                word &= word - 1;
            }
            number as usize
        }

        /// Notes the positions from which one turn leads to `after`.
        fn step_back(&mut self, after: u64, target: u64, count: u8, next: &mut Vec<u64>) {
            for to in (0..SQUARES).filter(|to| after & 1 << to != 0) {
                let others = after & !(1 << to);
                // Nobody leaves the target: who was in it has ended in it.
                let locked = if target & 1 << to == 0 { target } else { 0 };
                let mut from = self.reach(others, to) & !locked;
                while from != 0 {
                    let before = others | from & from.wrapping_neg();
                    from &= from - 1;
                    let at = self.number(before);
                    if self.least[at] == UNKNOWN {
                        self.least[at] = count;
                        next.push(before);
                    }
                }
            }
        }

        /// Where a piece gets in one turn, all others standing still; the same both ways.
        fn reach(&self, others: u64, from: usize) -> u64 {
            let mut landed = 1 << from;
            let mut open: u64 = landed;
            while open != 0 {
                let at = open.trailing_zeros() as usize;
                open &= open - 1;
                for (over, onto) in self.hops[at] {
                    if over & others != 0 && onto & !others & !landed != 0 {
                        landed |= onto;
                        open |= onto;
                    }
                }
            }
            (self.near[from] & !others | landed) & !(1 << from)
        }
    }
}

#[test]
fn plans_on_the_small_board_are_hardly_longer_than_need_be() {
    let turns = small::Turns::new();
    assert_eq!(turns.least[turns.number(small::base(false))], 10, "from the start");
    assert_eq!(turns.least.iter().max(), Some(&14), "from anywhere");
    let game = rules("(variant=duel6)");
    assert_eq!(game.rules.level, Level::Turn);
    let (planned, least) = planned_and_least(&game, &turns, 200);
    assert!(planned <= least + 4, "{planned} turns where {least} do");
}

/// Turns of plans from random positions, and the fewest that would do. The other player has arrived, and all
/// pieces have passed him.
fn planned_and_least(game: &Halma, turns: &small::Turns, positions: usize) -> (usize, usize) {
    let (mut rng, mut sums) = (Rng::new(9), (0, 0));
    for _ in 0..positions {
        let mut own = Board::EMPTY;
        while own.len() < 6 {
            own |= Board::of(Square::new(rng.below(6) as u8, 3 + rng.below(3) as u8));
        }
        if game.tables.target[0] == own {
            continue;
        }
        let pieces = [own, game.tables.target[1], Board::EMPTY, Board::EMPTY];
        let state = game.assemble(pieces, 0, 20, Ending::Open);
        let found = plan(&mut *planner(500), game, &state, u64::MAX).0.expect("a plan");
        assert!(arrives(game, &state, &found));
        let word = own.squares().map(|at| 1 << (u64::from(at.y()) * 6 + u64::from(at.x()))).sum();
        let least = usize::from(turns.least[turns.number(word)]);
        assert!(found.len() >= least, "{} turns where {least} are needed", found.len());
        sums = (sums.0 + found.len(), sums.1 + least);
    }
    sums
}
