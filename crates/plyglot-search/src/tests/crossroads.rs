//! A game of a few named places: draws that are disdained, places that come back, losses that nobody wants.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, Evaluate, Game, Handover, History, NoClock, Payoffs, PerPlayer, Player,
};

use super::players::options;
use crate::{Parts, SEARCHES, Search, Task, Thought, build};

/// What there is at a place.
enum Place {
    /// Somebody chooses where to go on; until then it is worth so much to each.
    Fork(u8, &'static [usize], [i64; 3]),
    /// The end, with what everybody gets.
    End([i32; 3]),
}

use Place::{End, Fork};

/// Places by number; the game begins at the first.
#[derive(Clone)]
struct Crossroads(&'static [Place]);

impl Game for Crossroads {
    type State = usize;
    type Move = usize;
    type Undo = usize;

    fn players(&self) -> u8 {
        3
    }
    fn start(&self) -> usize {
        0
    }
    fn to_move(&self, state: &usize) -> Player {
        match self.0[*state] {
            Fork(seat, ..) => Player(seat),
            End(_) => Player(0),
        }
    }
    fn moves(&self, state: &usize, out: &mut Vec<usize>) {
        if let Fork(_, ways, _) = self.0[*state] {
            out.extend_from_slice(ways);
        }
    }
    fn make(&self, state: &mut usize, mv: usize) -> usize {
        std::mem::replace(state, mv)
    }
    fn unmake(&self, state: &mut usize, _mv: usize, before: usize) {
        *state = before;
    }
    fn outcome(&self, state: &usize) -> Option<Payoffs> {
        let End([red, green, blue]) = self.0[*state] else { return None };
        Some(PerPlayer([red, green, blue, 0, 0, 0, 0, 0]))
    }
    fn hash(&self, state: &usize) -> u64 {
        *state as u64
    }
    fn repetition(&self) -> u32 {
        3
    }
    fn payoff_sum(&self) -> Option<i32> {
        None
    }
}

impl Handover for Crossroads {
    /// Whose turn it is belongs to the place.
    fn give_turn(&self, state: &mut usize, _to: Player) -> Player {
        self.to_move(state)
    }
}

struct Signs;

impl Evaluate<Crossroads> for Signs {
    type Score = i64;

    fn score(&self, game: &Crossroads, state: &usize, pov: Player) -> i64 {
        match game.0[*state] {
            Fork(_, _, worth) => worth[pov.idx()],
            End(_) => 0,
        }
    }
}

/// Where a search goes from the first place after having come by the others.
fn choice(
    places: &'static [Place],
    past: &[u64],
    name: &str,
    given: &[(&str, &str)],
) -> Thought<usize> {
    let game = Crossroads(places);
    let entry = SEARCHES.iter().find(|entry| entry.name == name).expect("a listed search");
    let parts =
        Parts { eval: Box::new(Signs), order: None, solver: None, oracle: None, planner: None };
    let mut search: Box<dyn Search<Crossroads>> =
        build(name, &options(entry.options, given), parts).expect("a listed search");
    let mut history = History::default();
    past.iter().chain(&[0]).for_each(|place| history.push(*place));
    let stop = AtomicBool::new(false);
    let mut control = Control::new(3000, Duration::MAX, &NoClock, &stop);
    let task = Task { game: &game, state: &0, history: &history, only: &[], lines: 1, seed: 3 };
    search.think(&task, &mut control, &mut |_| {})
}

fn way(places: &'static [Place], past: &[u64], name: &str, given: &[(&str, &str)]) -> usize {
    choice(places, past, name, given).lines[0].moves[0]
}

/// Red may draw, or go where it is worse off.
const DRAW_OR_WORSE: &[Place] = &[
    Fork(0, &[1, 2], [0; 3]),
    End([0; 3]),
    Fork(1, &[3], [-60, 30, 30]),
    Fork(2, &[4], [-60, 30, 30]),
    Fork(0, &[5], [-60, 30, 30]),
    End([0, 1, 0]),
];

#[test]
fn every_search_can_disdain_a_draw() {
    for (name, more, contempt) in [
        ("maxn", ("depth", "2"), "90"),
        ("ubfm", ("steps", "1"), "90"),
        ("mixed", ("depth", "1"), "90"),
        ("mcts", ("playout_limit", "0"), "0.5"),
        ("greedy", ("ties", "first"), "90"),
        ("hops", ("moves", "1"), "90"),
        ("rollout", ("count", "0"), "90"),
        ("paranoid", ("depth", "2"), "90"),
        ("brs", ("depth", "2"), "90"),
        ("brs+", ("depth", "2"), "90"),
    ] {
        assert_eq!(way(DRAW_OR_WORSE, &[], name, &[more]), 1, "{name}");
        let disdains = [more, ("contempt", contempt)];
        assert_eq!(way(DRAW_OR_WORSE, &[], name, &disdains), 2, "{name}");
    }
}

#[test]
fn random_games_of_rollout_end_in_draws_that_are_disdained_too() {
    // Whoever goes on is sure to draw; whoever stays is sure to lose a little.
    let rolls = [("count", "3"), ("divisor", "1")];
    assert_eq!(way(DRAW_LATER, &[], "rollout", &rolls), 1);
    let disdains = [rolls[0], rolls[1], ("contempt", "90")];
    assert_eq!(way(DRAW_LATER, &[], "rollout", &disdains), 2);
}

/// Red may go where a draw follows, or where it is worse off for ever.
const DRAW_LATER: &[Place] = &[
    Fork(0, &[1, 2], [0; 3]),
    Fork(1, &[3], [0; 3]),
    Fork(1, &[4], [-20, 10, 10]),
    End([0; 3]),
    Fork(2, &[4], [-20, 10, 10]),
];

/// Red may go where it was before, which looks better, or somewhere new; both go on for ever.
const BACK_OR_ON: &[Place] = &[
    Fork(0, &[1, 2], [0; 3]),
    Fork(1, &[3], [90, -40, -40]),
    Fork(1, &[4], [20, -9, -9]),
    Fork(2, &[1], [90, -40, -40]),
    Fork(2, &[5], [20, -9, -9]),
    Fork(0, &[6], [20, -9, -9]),
    End([2, 1, 1]),
];

#[test]
fn a_place_that_comes_back_can_count_as_a_draw() {
    let simple = ["greedy", "hops", "rollout"];
    let trees = ["maxn", "ubfm", "mixed", "mcts", "paranoid", "brs", "brs+"];
    for name in simple.into_iter().chain(trees) {
        let more: &[(&str, &str)] = match name {
            "greedy" | "hops" => &[],
            "rollout" => &[("count", "0")],
            "mixed" => &[("depth", "1")],
            "mcts" => &[("playout_limit", "0"), ("simulations", "1000")],
            "ubfm" => &[("steps", "1"), ("final", "value")],
            _ => &[("depth", "1")],
        };
        let once: Vec<_> = more.iter().copied().chain([("repetition", "once")]).collect();
        assert_eq!(way(BACK_OR_ON, &[1], name, &once), 2, "{name}");
        if name != "mcts" {
            assert_eq!(way(BACK_OR_ON, &[1], name, more), 1, "{name}");
        }
    }
}

/// Red may go to a place where green could let blue win, but would rather win itself a little later by another
/// way that leaves red the second place, or to one where blue wins in the end whatever anybody does.
const LOSSES: &[Place] = &[
    Fork(0, &[1, 3], [0; 3]),
    Fork(1, &[2, 6], [0; 3]),
    End([-1, -1, 2]),
    Fork(1, &[4], [0; 3]),
    Fork(2, &[5], [0; 3]),
    Fork(0, &[2], [0; 3]),
    Fork(2, &[7], [5, 50, -9]),
    Fork(0, &[7, 6], [5, 50, -9]),
];

#[test]
fn where_all_others_together_can_win_hope_asks_whether_they_want_to() {
    for name in ["paranoid", "brs+"] {
        let lost = choice(LOSSES, &[], name, &[("depth", "8")]);
        assert_eq!(lost.lines[0].moves[0], 3, "{name}: the latest loss");
        assert!(lost.lines[0].value < -1e11);
        let hopeful = choice(LOSSES, &[], name, &[("depth", "8"), ("hope", "on")]);
        assert_eq!(hopeful.lines[0].moves[0], 1, "{name}");
        assert!(hopeful.nodes > lost.nodes.min(4));
    }
}
