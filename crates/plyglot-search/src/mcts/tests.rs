//! What several threads may leave behind, and what holds in every tree.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use plyglot_core::{Control, Game, History, NoClock, PerPlayer, Player, Rng};

use super::{
    MctsParams, Policy,
    answer::Ranking,
    select::Lore,
    tree::{Node, Tree},
    value::{Packing, Scale},
    worker::{Shared, Worker, best_proven, best_word, won_by},
};
use crate::{
    params::Repetition,
    past::Past,
    tests::tree::{self, Values},
};

/// Simulates in a tree, from its root on.
fn simulate(game: &tree::Tree, params: &MctsParams, grown: &Tree<<tree::Tree as Game>::Move>) {
    let (state, root) = (game.start(), Player(0));
    let shared = Shared {
        game,
        eval: &Values,
        params,
        state: &state,
        root,
        scale: Scale::new(game, params, root),
        packing: Packing::new(game.players()),
        only: &[],
        tree: grown,
        lore: &Lore::new(false),
        simulations: AtomicU64::new(0),
        nodes: AtomicU64::new(0),
    };
    let stop = AtomicBool::new(false);
    let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
    let past = Past::new(game, &History::default(), Repetition::Rule);
    Worker::new(&shared, &mut control, Rng::new(1), past).run(&mut |_, _| {});
}

#[test]
fn a_proof_that_two_threads_missed_is_made_by_the_next_simulation() {
    let game =
        tree::Tree { seed: 4, players: 2, teams: 2, width: 4, decisions: 1, turns: 9, spread: 9 };
    let params = MctsParams { simulations: 3, ..MctsParams::default() };
    let (grown, packing) = (Tree::new(1 << 20, Player(0)), Packing::new(2));
    simulate(&game, &params, &grown);
    assert!(grown.root.proof().is_none() && !grown.root.children().is_empty());
    let drawn = packing.pack(&PerPlayer([0.5; 8]));
    grown.root.children().iter().for_each(|child| child.prove(drawn));
    simulate(&game, &params, &grown);
    assert_eq!(grown.root.proof(), Some(drawn));
}

#[test]
fn every_node_has_the_evaluation_of_its_best_child() {
    fn check<M: Copy>(node: &Node<M>, packing: Packing, checked: &mut u32) {
        let word = |child: &Node<M>| child.proof().unwrap_or(child.heuristic());
        let values = node.children().iter().map(|child| packing.of(word(child), child.seat));
        let Some(best) = values.reduce(f64::max) else { return };
        let chooser = node.children()[0].seat;
        assert_eq!(packing.of(node.heuristic(), chooser), best);
        *checked += 1;
        node.children().iter().for_each(|child| check(child, packing, checked));
    }
    let eval = MctsParams { playout_limit: 0, implicit: 0.5, ..MctsParams::default() };
    for (players, solver) in [(2, true), (3, true), (4, true), (2, false), (3, false)] {
        let mut checked = 0;
        for seed in 0..20 {
            let (teams, width, decisions) = (players, 4, 1);
            let game = tree::Tree { seed, players, teams, width, decisions, turns: 12, spread: 9 };
            let params = MctsParams { simulations: 500, exploration: 0.1, solver, ..eval.clone() };
            let params = MctsParams { scale: 5.0, ..params };
            let grown = Tree::new(1 << 24, Player(0));
            simulate(&game, &params, &grown);
            check(&grown.root, Packing::new(players), &mut checked);
        }
        assert!(checked > 200, "{checked}");
    }
}

#[test]
fn who_is_indifferent_decides_nothing_for_certain() {
    let game =
        tree::Tree { seed: 4, players: 3, teams: 3, width: 4, decisions: 1, turns: 9, spread: 9 };
    let params = MctsParams { simulations: 400, ..MctsParams::default() };
    let (grown, packing) = (Tree::new(1 << 20, Player(0)), Packing::new(3));
    simulate(&game, &params, &grown);
    let won_by = |winner: usize| {
        let mut values = PerPlayer([0.25; 8]);
        values.0[winner] = 1.0;
        packing.pack(&values)
    };
    // The reply to one of the moves: player 1 has lost and says who wins.
    let reply = grown.root.children().iter().find(|child| child.children().len() > 1).unwrap();
    let prove = |node: &Node<_>, words: [u64; 2]| {
        let children = node.children().iter();
        children.enumerate().for_each(|(at, child)| child.prove(words[at % 2]));
    };
    prove(reply, [won_by(0), won_by(2)]);
    let (word, agreed) = best_word(reply, packing).unwrap();
    let halves = reply.children().len().is_multiple_of(2);
    assert!(!agreed && packing.of(word, Player(1)) == packing.of(won_by(0), Player(1)));
    assert!(!halves || (packing.of(word, Player(0)) - 0.625).abs() < 1e-6);
    assert_eq!(best_proven(reply, false, packing), None, "either may win");
    assert!(best_proven(reply, true, packing).is_some(), "to player 1 it is all the same");
    prove(reply, [won_by(2), won_by(2)]);
    assert_eq!(best_proven(reply, false, packing), Some(won_by(2)));
}

#[test]
fn of_equal_proofs_the_longest_is_played() {
    let game =
        tree::Tree { seed: 4, players: 2, teams: 2, width: 4, decisions: 1, turns: 9, spread: 9 };
    let params = MctsParams { simulations: 60, ..MctsParams::default() };
    let (grown, packing) = (Tree::new(1 << 20, Player(0)), Packing::new(2));
    simulate(&game, &params, &grown);
    let lost = packing.pack(&PerPlayer([0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    let children = grown.root.children();
    children.iter().for_each(|child| child.prove(lost));
    let most = children.iter().map(Node::visits).max().unwrap();
    assert!(children.iter().any(|child| child.visits() < most));
    let ranking = Ranking { packing, solver: true, by_mean: false };
    assert_eq!(ranking.ranked(&grown.root)[0].node.visits(), most);
}

#[test]
fn a_win_settles_nothing_where_another_may_have_others_second() {
    let game =
        tree::Tree { seed: 4, players: 3, teams: 3, width: 4, decisions: 1, turns: 9, spread: 9 };
    let params = MctsParams { simulations: 60, ..MctsParams::default() };
    let (grown, packing) = (Tree::new(1 << 20, Player(0)), Packing::new(3));
    simulate(&game, &params, &grown);
    let child = &grown.root.children()[0];
    let won = |others: [f64; 2]| {
        let [second, third] = others;
        packing.pack(&PerPlayer([1.0, second, third, 0.0, 0.0, 0.0, 0.0, 0.0]))
    };
    let (alike, apart) = (won([0.25, 0.25]), won([0.5, 0.0]));
    child.prove(alike);
    assert_eq!(won_by(child, false, packing), Some(alike));
    child.prove(apart);
    assert_eq!(won_by(child, false, packing), None);
    assert_eq!(won_by(child, true, packing), Some(apart), "whoever thinks has won");
}

#[test]
fn a_draw_is_told_as_one_however_it_is_disdained() {
    let game =
        tree::Tree { seed: 4, players: 2, teams: 2, width: 4, decisions: 1, turns: 9, spread: 9 };
    let params = MctsParams { contempt: 0.2, ..MctsParams::default() };
    let scale = Scale::new(&game, &params, Player(0));
    let drawn = scale.finished(&PerPlayer([0; 8]));
    assert_eq!((drawn[Player(0)], drawn[Player(1)]), (0.3, 0.5));
    let told = |own, other| {
        scale.undisdained(&PerPlayer([own, other, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]), Player(0))
    };
    assert_eq!(
        [(0.0, 1.0), (0.3, 0.5), (0.5, 0.5), (1.0, 0.0)].map(|(own, other)| told(own, other)),
        [0.0, 0.5, 0.5, 1.0]
    );
}

#[test]
fn a_loss_is_no_draw_however_much_draws_are_disdained() {
    for (players, contempt, lost) in [(2, 0.5, [0.0, 1.0, 0.0]), (3, 0.25, [0.25, 1.0, 0.25])] {
        let game = tree::Tree {
            seed: 4,
            players,
            teams: players,
            width: 4,
            decisions: 1,
            turns: 9,
            spread: 9,
        };
        for policy in [Policy::Maxn, Policy::Paranoid] {
            let params = MctsParams { contempt, policy, ..MctsParams::default() };
            let scale = Scale::new(&game, &params, Player(0));
            let mut payoffs = PerPlayer([0; 8]);
            payoffs[Player(1)] = 9;
            let values = scale.finished(&payoffs);
            assert!((values[Player(0)] - lost[0]).abs() < 1e-9);
            let told = scale.undisdained(&values, Player(0));
            if policy == Policy::Maxn || players == 2 {
                assert_eq!(told, lost[0], "{players} players");
            }
        }
    }
}
