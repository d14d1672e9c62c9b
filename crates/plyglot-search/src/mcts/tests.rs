//! What several threads may leave behind.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use plyglot_core::{Control, Game, History, NoClock, PerPlayer, Player, Rng};

use super::{
    MctsParams,
    select::Lore,
    tree::Tree,
    value::{Packing, Scale},
    worker::{Shared, Worker},
};
use crate::{
    params::Repetition,
    past::Past,
    tests::tree::{self, Values},
};

#[test]
fn a_proof_that_two_threads_missed_is_made_by_the_next_simulation() {
    let game =
        tree::Tree { seed: 4, players: 2, teams: 2, width: 4, decisions: 1, turns: 9, spread: 9 };
    let (state, root) = (game.start(), Player(0));
    let params = MctsParams { simulations: 3, ..MctsParams::default() };
    let (grown, packing) = (Tree::new(1 << 20, root), Packing::new(2));
    let simulate = || {
        let shared = Shared {
            game: &game,
            eval: &Values,
            params: &params,
            state: &state,
            root,
            scale: Scale::new(&game, &params, root),
            packing,
            only: &[],
            tree: &grown,
            lore: &Lore::new(false),
            simulations: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
        };
        let stop = AtomicBool::new(false);
        let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
        let past = Past::new(&game, &History::default(), Repetition::Rule);
        Worker::new(&shared, &mut control, Rng::new(1), past).run(&mut |_, _| {});
    };
    simulate();
    assert!(grown.root.proof().is_none() && !grown.root.children().is_empty());
    let drawn = packing.pack(&PerPlayer([0.5; 8]));
    grown.root.children().iter().for_each(|child| child.prove(drawn));
    simulate();
    assert_eq!(grown.root.proof(), Some(drawn));
}
