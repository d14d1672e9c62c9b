//! Turns that may go in circles: a made-up walk through rooms, as long as one likes, and Halma with chains that
//! may return to their squares.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, Evaluate, Game, Handover, History, Listed, NoClock, Notation, Options, Payoffs,
    PerPlayer, Player, Rng, mix,
};
use plyglot_halma::Halma;

use super::games::{Dice, rules};
use crate::{
    Parts, SEARCHES, Search, Task, Thought,
    best_reply::BestReply,
    best_reply_plus::BestReplyPlus,
    deepen::AlphaBeta,
    maxn::MaxN,
    params::{Count, Params, Silent, Ties},
    view::{InTurn, View},
};

/// Whoever is to move takes the stone from room to room, as far as they like.
#[derive(Clone)]
struct Walk {
    seed: u64,
    players: u8,
    rooms: u64,
}

#[derive(Clone, PartialEq, Debug)]
struct Stone {
    room: u64,
    walking: bool,
    turn: u8,
}

impl Game for Walk {
    type State = Stone;
    type Move = u64;
    type Undo = Stone;

    fn players(&self) -> u8 {
        self.players
    }
    fn start(&self) -> Stone {
        Stone { room: 0, walking: false, turn: 0 }
    }
    fn to_move(&self, state: &Stone) -> Player {
        Player(state.turn)
    }
    fn mid_turn(&self, state: &Stone) -> bool {
        state.walking
    }
    /// The rooms behind the doors, which open to one side only, and the room itself for stopping there.
    fn moves(&self, state: &Stone, out: &mut Vec<u64>) {
        let door = |to: &u64| mix(self.seed ^ mix(state.room << 8 ^ to)).is_multiple_of(3);
        out.extend((0..self.rooms).filter(|to| *to != state.room && door(to)));
        out.push(state.room);
    }
    fn make(&self, state: &mut Stone, mv: u64) -> Stone {
        let before = state.clone();
        state.walking = mv != state.room;
        state.room = mv;
        if !state.walking {
            state.turn = (state.turn + 1) % self.players;
        }
        before
    }
    fn unmake(&self, state: &mut Stone, _mv: u64, undo: Stone) {
        *state = undo;
    }
    fn outcome(&self, _state: &Stone) -> Option<Payoffs> {
        None
    }
    fn hash(&self, state: &Stone) -> u64 {
        mix(self.seed ^ state.room << 9 ^ u64::from(state.turn) << 1 ^ u64::from(state.walking))
    }
}

impl Handover for Walk {
    fn give_turn(&self, state: &mut Stone, to: Player) -> Player {
        Player(std::mem::replace(&mut state.turn, to.0))
    }
}

/// The values of a position for everybody where no turn comes back to where it was, `choose` saying which of two
/// the mover takes; nothing if there is no other way.
fn plain<G: Game, S: Copy>(
    game: &G,
    state: &G::State,
    depth: u32,
    been: &mut Vec<u64>,
    leaf: &dyn Fn(&G::State) -> S,
    choose: &dyn Fn(Player, S, S) -> S,
) -> Option<S> {
    if depth == 0 {
        return Some(leaf(state));
    }
    let (mut moves, mover) = (Vec::new(), game.to_move(state));
    game.moves(state, &mut moves);
    let values = moves.into_iter().filter_map(|mv| {
        let mut child = state.clone();
        game.make(&mut child, mv);
        if !game.mid_turn(&child) {
            return plain(game, &child, depth - 1, &mut Vec::new(), leaf, choose);
        }
        let key = game.hash(&child);
        if been.contains(&key) {
            return None;
        }
        been.push(key);
        let value = plain(game, &child, depth, been, leaf, choose);
        been.pop();
        value
    });
    values.reduce(|best, other| choose(mover, best, other))
}

fn think<G: Game>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    nodes: u64,
) -> Thought<G::Move> {
    let (stop, history) = (AtomicBool::new(false), History::default());
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history: &history, only: &[], lines: 1, seed: 1 };
    let thought = search.think(&task, &mut control, &mut |_| {});
    let mut state = state.clone();
    for mv in &thought.lines[0].moves {
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        assert!(legal.contains(mv), "{mv:?} is not legal in {state:?}");
        game.make(&mut state, *mv);
    }
    thought
}

fn alphabeta<G: Handover, V: View<G>>(params: &Params) -> AlphaBeta<G, V, Dice> {
    AlphaBeta::new(Box::new(Dice), Some(Box::new(Dice)), params.clone()).unwrap()
}

/// Searches that know no other values than the plain one, by turns and by decisions.
fn check<G: Handover>(game: &G, state: &G::State, depth: u32) {
    let pov = game.to_move(state);
    let mut been: Vec<_> = game.mid_turn(state).then(|| game.hash(state)).into_iter().collect();
    let leaf = |state: &G::State| Dice.score(game, state, pov);
    let choose = |mover: Player, a: i64, b: i64| match game.team(mover) == game.team(pov) {
        true => a.max(b),
        false => a.min(b),
    };
    let expected = plain(game, state, depth, &mut been, &leaf, &choose).unwrap();
    let plainest = Params { depth, count: Count::Turn, ..Params::plain(1) };
    let table = Params { tt: 1, tt_exact: true, deepen: true, ..plainest.clone() };
    let all = Params { pvs: true, killers: true, history: true, counter: true, ..table.clone() };
    for params in [plainest.clone(), table, all] {
        let mut search = alphabeta::<G, InTurn>(&params);
        let found = think(&mut search, game, state, u64::MAX).lines[0].value;
        assert_eq!(found as i64, expected, "{state:?} {params:?}");
        if game.players() == 2 {
            let mut reply = alphabeta::<G, BestReply<G::Move>>(&params);
            let mut plus = alphabeta::<G, BestReplyPlus<G::Move>>(&params);
            let others: [&mut dyn Search<G>; 2] = [&mut reply, &mut plus];
            for search in others {
                let found = think(search, game, state, u64::MAX).lines[0].value;
                assert_eq!(found as i64, expected, "{state:?} {params:?}");
            }
        }
    }
    let leaf = |state: &G::State| Evaluate::<G>::scores(&Dice, game, state);
    let choose = |mover: Player, a: PerPlayer<i64>, b: PerPlayer<i64>| {
        if b[mover] > a[mover] { b } else { a }
    };
    let expected = plain(game, state, depth, &mut been, &leaf, &choose).unwrap();
    let params = Params { ties: Ties::First, ..plainest };
    let thought = think(&mut MaxN::new(Box::new(Dice), None, params), game, state, u64::MAX);
    assert_eq!(thought.lines[0].value as i64, expected[pov], "{state:?}");
}

#[test]
fn whoever_comes_back_to_where_the_turn_was_gains_nothing() {
    for seed in 0..120 {
        for (players, rooms, deepest) in [(2, 5, 4), (3, 5, 3)] {
            let game = Walk { seed, players, rooms };
            let walking = Stone { room: seed % rooms, walking: true, turn: 1 };
            for state in [game.start(), walking] {
                for depth in 1..=deepest {
                    check(&game, &state, depth);
                }
            }
        }
    }
}

#[test]
fn silent_opponents_end_turns_that_could_go_on_for_ever() {
    for seed in 0..60 {
        for players in [3, 4] {
            let game = Walk { seed, players, rooms: 6 };
            for silent in [Silent::Order, Silent::Eval] {
                let params = Params { depth: 3, silent, count: Count::Turn, ..Params::default() };
                let mut search = alphabeta::<Walk, BestReplyPlus<u64>>(&params);
                let thought = think(&mut search, &game, &game.start(), 200_000);
                assert!(thought.lines[0].value.abs() <= 100.0, "{thought:?}");
            }
        }
    }
}

/// A listed search as it is by default.
fn listed(name: &str) -> Box<dyn Search<Halma>> {
    let entry = SEARCHES.iter().find(|entry| entry.name == name).unwrap();
    let eval = &Halma::EVALUATIONS[0];
    let parts = Parts {
        eval: (eval.build)(&Options::defaults(eval.weights)),
        order: Some((Halma::ORDERS[0].build)()),
        solver: None,
        oracle: None,
        planner: None,
    };
    crate::build(name, &Options::defaults(entry.options), parts).unwrap()
}

#[test]
fn every_search_thinks_inside_chains_that_may_return_to_their_squares() {
    let game = rules::<Halma>("variant=team16a");
    let mut state = game.start();
    for decision in game.parse_ply(&state, "0 (0,2) (2,4)").unwrap() {
        game.make(&mut state, decision);
    }
    assert!(game.mid_turn(&state));
    for entry in SEARCHES.iter().filter(|entry| entry.name != "solve") {
        think(&mut *listed(entry.name), &game, &state, 50_000);
    }
    let mut rng = Rng::new(3);
    let small = rules::<Halma>("variant=team8,revisit=true");
    for _ in 0..12 {
        let mut state = small.start();
        for _ in 0..5 + rng.below(40) {
            let Some(mv) = small.random_move(&state, &mut Vec::new(), &mut rng) else { break };
            small.make(&mut state, mv);
        }
        if small.outcome(&state).is_none() {
            check(&small, &state, 1);
        }
    }
}

#[test]
fn turns_played_decision_by_decision_end() {
    let game = rules::<Halma>("variant=team16a");
    for name in ["alphabeta", "brs", "brs+", "maxn", "mixed", "ubfm"] {
        let (mut search, mut state, mut decisions) = (listed(name), game.start(), 0);
        for _ in 0..250 {
            let thought = think(&mut *search, &game, &state, 5_000);
            game.make(&mut state, thought.lines[0].moves[0]);
            decisions = if game.mid_turn(&state) { decisions + 1 } else { 0 };
            assert!(decisions < 64, "{name}: {state:?}");
        }
    }
}
