//! Best-first minimax and the mixed player against trying everything.

use plyglot_core::{Evaluate, Game, PerPlayer, Player, seats};

use super::{
    players::{forest, search, think},
    tree::{Node, Tree, Values},
};
use crate::{
    mixed::{Mixed, MixedParams},
    outlook::{Outlook, Stance},
};

/// Max^n by trying everything, `turns` turns deep; the first of equals is taken.
fn exhaustive(
    outlook: &Outlook<'_, Tree, Values>,
    state: &Node,
    turns: u32,
    ending: bool,
) -> PerPlayer<i64> {
    let game = outlook.game;
    let outcome = game.outcome(state);
    if outcome.is_some() || turns == 0 && ending {
        return outlook.values(state, outcome.as_ref());
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let seat = game.to_move(state);
    let values = moves.into_iter().map(|mv| {
        let mut child = state.clone();
        game.make(&mut child, mv);
        let whole = !game.mid_turn(&child);
        exhaustive(outlook, &child, turns - u32::from(whole), whole)
    });
    values.reduce(|best, next| if next[seat] > best[seat] { next } else { best }).unwrap()
}

#[test]
fn best_first_minimax_ends_at_the_value_of_the_game() {
    for game in forest(10).map(|tree| Tree { width: 3, turns: 4, ..tree }) {
        for (word, stance) in [("maxn", Stance::Maxn), ("paranoid", Stance::Paranoid)] {
            let outlook =
                Outlook { game: &game, eval: &Values, root: Player(0), stance, contempt: 0.0 };
            let expected = exhaustive(&outlook, &game.start(), 99, true)[Player(0)];
            let given = [("backup", word)];
            let mut search = search("ubfm", &given);
            let thought = think(&mut *search, &game, &game.start(), u64::MAX, 1);
            assert_eq!(thought.lines[0].value, expected as f64, "{game:?} {word}");
            assert_eq!(thought.proven, game.teams == 2);
        }
    }
}

#[test]
fn best_first_minimax_keeps_to_its_limits() {
    let game =
        Tree { seed: 2, players: 3, teams: 3, width: 12, decisions: 2, turns: 40, spread: 9 };
    let mut legal = Vec::new();
    game.moves(&game.start(), &mut legal);
    for final_move in ["visits", "value"] {
        for nodes in [0, 1, 2, 20, 2000, 100_000] {
            let run = || {
                let given = [("memory", "1"), ("final", final_move)];
                let mut search = search("ubfm", &given);
                think(&mut *search, &game, &game.start(), nodes, 1)
            };
            let thought = run();
            assert_eq!(thought, run());
            assert!(legal.contains(&thought.lines[0].moves[0]));
            assert!(thought.table <= 1000 && thought.nodes <= nodes + 1);
        }
    }
}

#[test]
fn mixed_finds_the_best_by_its_stance() {
    let mut stances = Vec::new();
    for game in forest(15) {
        for depth in 1..=3 {
            let params =
                MixedParams { depth, defend: 10.0, offend: 10.0, ..MixedParams::default() };
            let stance = Mixed { eval: Box::new(Values), params }.stance(&game, &game.start());
            stances.push(stance);
            let outlook =
                Outlook { game: &game, eval: &Values, root: Player(0), stance, contempt: 0.0 };
            let expected = exhaustive(&outlook, &game.start(), depth, true)[Player(0)];
            let given = [("depth", ["1", "2", "3"][depth as usize - 1])];
            let mut search = search("mixed", &given);
            let thought = think(&mut *search, &game, &game.start(), u64::MAX, 1);
            assert_eq!(thought.lines[0].value, expected as f64);
            for nodes in [0, 1, 9] {
                let thought = think(&mut *search, &game, &game.start(), nodes, 1);
                assert!(!thought.lines[0].moves.is_empty());
            }
        }
    }
    assert!(stances.contains(&Stance::Maxn) && stances.contains(&Stance::Paranoid));
    assert!(stances.iter().any(|stance| matches!(stance, Stance::Against(_))));
}

#[test]
fn the_stance_follows_the_standing() {
    for game in forest(30).filter(|game| game.teams > 2) {
        let state = game.start();
        let scores = Values.scores(&game, &state);
        let most = seats(game.players).map(|seat| scores[seat]).max().unwrap();
        let params = MixedParams { depth: 1, defend: 0.0, offend: 0.0, ..MixedParams::default() };
        let stance = Mixed { eval: Box::new(Values), params }.stance(&game, &state);
        match stance {
            Stance::Paranoid => assert_eq!(scores[Player(0)], most),
            Stance::Against(leader) => assert_eq!(scores[leader], most),
            Stance::Maxn => panic!("with no threshold nobody is left alone"),
        }
        let params = MixedParams { depth: 1, defend: 1e9, offend: 1e9, ..MixedParams::default() };
        let stance = Mixed { eval: Box::new(Values), params }.stance(&game, &state);
        assert_eq!(stance, Stance::Maxn);
    }
}
