//! Laws of max^n: ordering changes nothing, under any rule for ties.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, Evaluate, Game, History, NoClock, Order, Payoffs, PerPlayer, Player, seats,
};

use super::{
    alphabeta::{Shuffled, trees},
    plain,
    tree::{Node, Tree, Values},
};
use crate::{
    Search, Task, Thought,
    maxn::MaxN,
    params::{Params, Ties},
};

/// What is worth 60 in all, shared out in proportion to the values; the first takes the rest.
struct Shares;

impl Evaluate<Tree> for Shares {
    type Score = i64;

    fn score(&self, game: &Tree, state: &Node, pov: Player) -> i64 {
        self.scores(game, state)[pov]
    }
    fn scores(&self, game: &Tree, state: &Node) -> PerPlayer<i64> {
        let mut shares = PerPlayer::default();
        let raw = |seat: Player| game.values(state)[seat];
        let sum: i64 = seats(game.players).map(raw).sum();
        for seat in seats(game.players) {
            shares[seat] = if sum == 0 { 0 } else { 60 * raw(seat) / sum };
        }
        shares[Player(0)] += 60 - shares.0.iter().sum::<i64>();
        shares
    }
    fn terminal(&self, game: &Tree, state: &Node, _payoffs: &Payoffs, pov: Player) -> i64 {
        self.score(game, state, pov)
    }
}

fn think<E: Evaluate<Tree, Score = i64> + 'static>(
    eval: E,
    params: &Params,
    ordered: bool,
    (game, state): (&Tree, &Node),
    (nodes, lines): (u64, usize),
) -> Thought<u8> {
    let order = ordered.then(|| Box::new(Shuffled) as Box<dyn Order<Tree>>);
    let mut search = MaxN::new(Box::new(eval), order, params.clone());
    let (stop, history) = (AtomicBool::new(false), History::default());
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history: &history, only: &[], lines, seed: 5 };
    search.think(&task, &mut control, &mut |_| {})
}

type Prefer = Box<dyn Fn(&PerPlayer<i64>, &PerPlayer<i64>) -> bool>;

fn rules(root: Player) -> Vec<(Ties, Prefer)> {
    vec![
        (Ties::First, Box::new(|_, _| false)),
        (Ties::Last, Box::new(|_, _| true)),
        (Ties::Worst, Box::new(move |new, old| new[root] < old[root])),
        (Ties::Best, Box::new(move |new, old| new[root] > old[root])),
    ]
}

#[test]
fn maxn_is_plain_maxn_under_every_rule() {
    for (game, state) in trees() {
        let root = game.to_move(&state);
        for (ties, prefer) in rules(root) {
            for depth in 1..=3 {
                let plain = plain::maxn(&game, &Shares, &state, depth, &*prefer)[root] as f64;
                for (ordered, deepen) in [(false, false), (true, false), (true, true)] {
                    let params = Params { depth, ties, deepen, ..Params::plain(1) };
                    let thought = think(Shares, &params, ordered, (&game, &state), (u64::MAX, 1));
                    assert_eq!(thought.lines[0].value, plain, "{game:?} {state:?} {params:?}");
                }
            }
        }
    }
}

#[test]
fn random_ties_do_not_depend_on_order() {
    for (game, state) in trees() {
        let params = Params { depth: 3, ties: Ties::Random, ..Params::plain(1) };
        let [plain, ordered] = [false, true]
            .map(|ordered| think(Shares, &params, ordered, (&game, &state), (u64::MAX, 2)).lines);
        assert_eq!(plain, ordered, "{game:?} {state:?}");
    }
}

#[test]
fn of_two_sides_with_opposite_values_it_is_minimax() {
    for (game, state) in trees().into_iter().filter(|(game, _)| game.teams == 2) {
        let root = game.to_move(&state);
        for depth in 1..=4 {
            let params = Params::plain(depth);
            let minimax = plain::paranoid(&game, &state, depth, root) as f64;
            let thought = think(Values, &params, true, (&game, &state), (u64::MAX, 1));
            assert_eq!(thought.lines[0].value, minimax);
        }
    }
}

#[test]
fn a_node_limit_gives_the_same_maxn_again() {
    for (game, state) in trees().into_iter().step_by(3) {
        for nodes in [0, 1, 2, 50, 600] {
            let params = Params { depth: 9, deepen: true, ..Params::plain(1) };
            let [first, second] =
                [(); 2].map(|()| think(Shares, &params, true, (&game, &state), (nodes, 1)));
            assert_eq!(first, second);
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            assert!(legal.contains(&first.lines[0].moves[0]));
        }
    }
}
