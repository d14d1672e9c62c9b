//! Monte-Carlo tree search: convergence, proofs, repeatability, bounded memory, kept trees.

use plyglot_core::{Control, Evaluate, Game, History, NoClock, PerPlayer, Player, seats};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use super::{
    players::{forest, options, search, think},
    tree::{Node, Tree, Values},
};
use crate::{
    Search, Task,
    mcts::{Mcts, MctsParams, Policy, Scale},
};

/// Settings in which a value tells every payoff apart.
const EXACT: [(&str, &str); 2] = [("margin", "1"), ("span", "20")];

/// Settings in which leaves get children that are scored together.
const BATCHED: [(&str, &str); 2] = [("batch", "on"), ("playout_limit", "0")];

fn params(given: &[(&str, &str)]) -> MctsParams {
    let all: Vec<_> = EXACT.iter().chain(given).copied().collect();
    MctsParams::read(&options(&MctsParams::OPTIONS, &all))
}

/// The value of everybody under best play by the policy, by trying everything.
fn exhaustive(game: &Tree, scale: &Scale, state: &Node) -> PerPlayer<f64> {
    if let Some(payoffs) = game.outcome(state) {
        return scale.finished(&payoffs);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let seat = game.to_move(state);
    let values = moves.into_iter().map(|mv| {
        let mut child = state.clone();
        game.make(&mut child, mv);
        exhaustive(game, scale, &child)
    });
    values.reduce(|best, next| if next[seat] > best[seat] { next } else { best }).unwrap()
}

/// Small trees with hardly any ties.
fn copse(seeds: u64) -> impl Iterator<Item = Tree> {
    forest(seeds).map(|tree| {
        let decisions = tree.decisions.min(2);
        Tree { width: 3, turns: 4, spread: 60, decisions, ..tree }
    })
}

/// How often the move found is one of the best and how many trees there were.
fn hits(
    simulations: &str,
    given: &[(&str, &str)],
    trees: impl Iterator<Item = Tree>,
) -> (u32, u32) {
    let given: Vec<_> = given.iter().copied().chain([("simulations", simulations)]).collect();
    let params = params(&given);
    let (mut right, mut all) = (0, 0);
    for game in trees {
        let state = game.start();
        let scale = Scale::new(&game, &params, Player(0));
        let best = exhaustive(&game, &scale, &state)[Player(0)];
        let mut search = Mcts::new(Box::new(Values), params.clone());
        let thought = think(&mut search, &game, &state, u64::MAX, 11);
        let mut child = state.clone();
        game.make(&mut child, thought.lines[0].moves[0]);
        let value = exhaustive(&game, &scale, &child)[Player(0)];
        right += u32::from((value - best).abs() < 1e-9);
        all += 1;
        if thought.proven {
            assert!((thought.lines[0].value - best).abs() < 1e-4, "a false proof");
        }
    }
    (right, all)
}

#[test]
fn converges_to_the_best_move_without_the_solver() {
    for policy in ["maxn", "paranoid"] {
        let given = [("solver", "off"), ("policy", policy), ("exploration", "0.7")];
        let (right, all) = hits("40000", &given, copse(6));
        assert!(right * 100 >= all * 95, "{policy}: {right} of {all}");
    }
}

#[test]
fn finds_the_best_move_with_the_solver() {
    let two_sides = || copse(25).filter(|game| game.teams == 2);
    assert_eq!(hits("20000", &[], two_sides()), (75, 75));
    let (right, all) = hits("40000", &[("exploration", "0.7")], copse(6));
    assert!(right * 100 >= all * 95, "{right} of {all}");
}

#[test]
fn converges_with_every_helper_switched_on() {
    let helpers: [&[(&str, &str)]; 6] = [
        &[("batch", "on"), ("playout_limit", "0"), ("scale", "20")],
        &[("history", "2")],
        &[("bias", "1"), ("scale", "20")],
        &[("implicit", "0.2"), ("scale", "20")],
        &[("lookahead", "1"), ("epsilon", "0.2"), ("scale", "20")],
        &[("lookahead", "2"), ("playout_limit", "2"), ("expand", "5"), ("virtual_loss", "3")],
    ];
    for helper in helpers {
        let given: Vec<_> = helper.iter().copied().chain([("exploration", "0.3")]).collect();
        let (right, all) = hits("5000", &given, copse(6));
        assert!(right * 100 >= all * 90, "{helper:?}: {right} of {all}");
    }
}

#[test]
fn proves_nothing_false() {
    for game in copse(40).filter(|game| game.teams == 2) {
        for share in [("margin", "0"), ("margin", "1")] {
            for batch in ["off", "on"] {
                let leaves = [("playout_limit", "0"), ("batch", batch)];
                let given = [share, ("span", "20"), ("simulations", "3000"), leaves[0], leaves[1]];
                let limit = if batch == "on" { &given[..] } else { &given[..3] };
                let params = MctsParams::read(&options(&MctsParams::OPTIONS, limit));
                let scale = Scale::new(&game, &params, Player(0));
                let best = exhaustive(&game, &scale, &game.start())[Player(0)];
                let mut search = Mcts::new(Box::new(Values), params);
                let thought = think(&mut search, &game, &game.start(), u64::MAX, 5);
                if thought.proven {
                    assert!((thought.lines[0].value - best).abs() < 1e-4);
                }
            }
        }
    }
}

/// Counts positions that are asked about alone and together.
#[derive(Default)]
struct Asked {
    alone: AtomicU64,
    together: AtomicU64,
    batches: AtomicU64,
}

impl Evaluate<Tree> for Asked {
    type Score = i64;

    fn score(&self, game: &Tree, state: &Node, pov: Player) -> i64 {
        Values.score(game, state, pov)
    }

    fn scores(&self, game: &Tree, state: &Node) -> PerPlayer<i64> {
        self.alone.fetch_add(1, Relaxed);
        Values.scores(game, state)
    }

    fn scores_of(&self, game: &Tree, states: &[Node], found: &mut Vec<PerPlayer<i64>>) {
        self.together.fetch_add(states.len() as u64, Relaxed);
        self.batches.fetch_add(1, Relaxed);
        Values.scores_of(game, states, found);
    }
}

#[test]
fn all_children_of_a_leaf_are_scored_together_and_none_alone() {
    for players in [2, 3] {
        let game = wood(players);
        for batch in ["on", "off"] {
            let asked = Arc::new(Asked::default());
            let limits = [("simulations", "100"), ("scale", "20"), ("expand", "1")];
            let given: Vec<_> = limits.into_iter().chain([BATCHED[1], ("batch", batch)]).collect();
            let mut search = Mcts::new(Box::new(Arc::clone(&asked)), params(&given));
            think(&mut search, &game, &game.start(), u64::MAX, 2);
            let count = |own: &AtomicU64| own.load(Relaxed);
            let (alone, batches) = (count(&asked.alone), count(&asked.batches));
            // Some simulations come to an end of the game, where nobody is asked.
            let (most, none) = if batch == "on" { (batches, alone) } else { (alone, batches) };
            assert!(none == 0 && (60..=100).contains(&most), "{batch}: {alone} {batches}");
            assert!(count(&asked.together) >= 3 * batches, "several each");
        }
    }
}

#[test]
fn a_win_among_the_children_of_a_leaf_is_seen_with_them() {
    for game in copse(20).filter(|game| game.teams == 2) {
        let given = [("simulations", "1"), ("scale", "20"), BATCHED[0], BATCHED[1]];
        let params = MctsParams::read(&options(&MctsParams::OPTIONS, &given));
        let mut state = game.start();
        // The last decision of the game.
        while let Some(mv) = last_but_one(&game, &state) {
            game.make(&mut state, mv);
        }
        let mut search = Mcts::new(Box::new(Values), params.clone());
        let thought = think(&mut search, &game, &state, u64::MAX, 5);
        let scale = Scale::new(&game, &params, game.to_move(&state));
        let best = exhaustive(&game, &scale, &state)[game.to_move(&state)];
        assert!(thought.proven, "one simulation sees all ends");
        assert!((thought.lines[0].value - best).abs() < 1e-4);
    }
}

/// A move after which the game goes on, if there is one.
fn last_but_one(game: &Tree, state: &Node) -> Option<<Tree as Game>::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().find(|mv| {
        let mut child = state.clone();
        game.make(&mut child, *mv);
        game.outcome(&child).is_none()
    })
}

#[test]
fn the_same_seed_gives_the_same_thought() {
    for game in forest(4) {
        for policy in ["maxn", "paranoid", "brs"] {
            let helped: &[_] = &[("history", "1"), ("bias", "1"), ("implicit", "0.3")];
            for more in [helped, &BATCHED] {
                let given: Vec<_> = more.iter().copied().chain([("policy", policy)]).collect();
                let mut legal = Vec::new();
                game.moves(&game.start(), &mut legal);
                for nodes in [0, 1, 2, 3, 50, 5000] {
                    let run = || {
                        let mut search = search("mcts", &given);
                        think(&mut *search, &game, &game.start(), nodes, 9)
                    };
                    let thought = run();
                    assert_eq!(thought, run());
                    assert!(legal.contains(&thought.lines[0].moves[0]));
                    assert!(thought.nodes <= nodes + 1);
                }
            }
        }
    }
}

/// A tree too large to be held.
fn wood(players: u8) -> Tree {
    Tree { seed: 2, players, teams: players, width: 12, decisions: 2, turns: 40, spread: 9 }
}

#[test]
fn memory_stays_below_its_cap() {
    let game = wood(3);
    let given = [("memory", "1"), ("expand", "1"), ("simulations", "60000"), ("solver", "off")];
    let mut search = Mcts::new(Box::new(Values), params(&given));
    let mut state = game.start();
    for _ in 0..4 {
        let thought = think(&mut search, &game, &state, u64::MAX, 2);
        assert!(search.memory_used() <= 1 << 20);
        assert!(thought.table <= 1000);
        game.make(&mut state, thought.lines[0].moves[0]);
        assert!(game.outcome(&state).is_none());
    }
    assert!(search.memory_used() > 1 << 19, "the cap was never approached");
}

#[test]
fn the_tree_is_kept_along_the_game() {
    let game = wood(2);
    let mut nodes = Vec::new();
    for reuse in ["on", "off"] {
        let given = [("reuse", reuse), ("simulations", "2000"), ("playout_limit", "4")];
        let mut search = Mcts::new(Box::new(Values), params(&given));
        let (mut state, mut history) = (game.start(), History::default());
        history.push(game.hash(&state));
        let stop = AtomicBool::new(false);
        let mut used = 0;
        for _ in 0..6 {
            let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
            let task = Task {
                game: &game,
                state: &state,
                history: &history,
                only: &[],
                lines: 1,
                seed: 4,
            };
            let thought = search.think(&task, &mut control, &mut |_| {});
            used += search.memory_used();
            for mv in thought.lines[0].moves.iter().take(2) {
                game.make(&mut state, *mv);
                history.push(game.hash(&state));
            }
        }
        nodes.push(used);
    }
    assert!(nodes[0] > nodes[1] * 11 / 10, "{nodes:?}");
}

#[test]
fn threads_share_the_work() {
    for players in [2, 4] {
        let game = wood(players);
        let given = [("threads", "3"), ("simulations", "9000"), ("virtual_loss", "2")];
        let mut search = Mcts::new(Box::new(Values), params(&given));
        let thought = think(&mut search, &game, &game.start(), u64::MAX, 2);
        assert!(thought.nodes >= 9000);
        let mut search = Mcts::new(Box::new(Values), params(&given[..1]));
        let thought = think(&mut search, &game, &game.start(), 30_000, 2);
        assert!((20_000..=30_003).contains(&thought.nodes), "{}", thought.nodes);
    }
}

#[test]
fn values_are_shares_that_two_sides_split() {
    for game in forest(6) {
        let params = MctsParams { policy: Policy::Maxn, ..params(&[]) };
        let scale = Scale::new(&game, &params, Player(0));
        let mut state = game.start();
        while let Some(mv) =
            game.random_move(&state, &mut Vec::new(), &mut plyglot_core::Rng::new(game.seed))
        {
            game.make(&mut state, mv);
        }
        let values = scale.finished(&game.outcome(&state).unwrap());
        assert!(seats(game.players).all(|seat| (0.0..=1.0).contains(&values[seat])));
        if game.teams == 2 {
            assert!((values[Player(0)] + values[Player(1)] - 1.0).abs() < 1e-9);
        }
    }
}
