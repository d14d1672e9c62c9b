//! The solver against trying everything: random trees, graphs with cycles, small boards.

use std::{cmp::Ordering, sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, Ending, Game, Handover, History, NoClock, Oracle, Payoffs, Player, Rng, mix,
};
use plyglot_reversi::{Reversi, Size};
use plyglot_reversixt::ReversiXt;

use super::{
    games::rules,
    players::forest,
    tree::{Node, Tree},
};
use crate::{Aim, Method, SolveConfig, Solved, solve};

const METHODS: [Method; 2] = [Method::AlphaBeta, Method::ProofNumber];

fn run<G: Handover>(game: &G, state: &G::State, config: &SolveConfig) -> Solved<G::Move> {
    let stop = AtomicBool::new(false);
    let mut control = Control::new(400_000, Duration::MAX, &NoClock, &stop);
    let mut history = History::default();
    history.push(game.hash(state));
    solve(game, state, &history, None, config, &mut control)
}

/// The result that a player is sure of, and how soon, by trying everything.
fn exhaustive<G: Game>(
    game: &G,
    state: &G::State,
    root: Player,
    result: &dyn Fn(&Payoffs) -> i32,
) -> (i32, u32) {
    if let Some(payoffs) = game.outcome(state) {
        return (result(&payoffs), 0);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let all = moves.into_iter().map(|mv| {
        let mut child = state.clone();
        game.make(&mut child, mv);
        let (result, plies) = exhaustive(game, &child, root, result);
        (result, plies + 1)
    });
    // Whoever is ahead hurries, whoever is behind delays.
    let own = game.team(game.to_move(state)) == game.team(root);
    let key = |(result, plies): &(i32, u32)| match result {
        1.. => (*result, u32::MAX - plies),
        0 => (0, 0),
        _ => (*result, *plies),
    };
    if own { all.max_by_key(key).unwrap() } else { all.min_by_key(key).unwrap() }
}

#[test]
fn agrees_with_trying_everything_on_trees() {
    let mut verdicts = [0; 3];
    for game in forest(12).map(|tree| Tree { width: 4, turns: 4, spread: 6, ..tree }) {
        let (state, root) = (game.start(), Player(0));
        let standing = |payoffs: &Payoffs| game.sides().standing(payoffs, root) as i32;
        let (rank, plies) = exhaustive(&game, &state, root, &standing);
        verdicts[(rank + 1) as usize] += 1;
        for table in [1, 16] {
            let config = SolveConfig { distance: true, table, ..SolveConfig::default() };
            let solved = run(&game, &state, &config);
            assert_eq!(solved.verdict, Some(rank.cmp(&0)));
            assert_eq!((solved.at_least, solved.at_most), (None, None));
            assert_eq!(solved.distance, (rank != 0).then_some(plies));
            assert_eq!(replay(&game, &state, &solved.line).map(|end| standing(&end)), Some(rank));
            if rank != 0 {
                assert_eq!(solved.line.len() as u32, plies);
            }
            for method in METHODS {
                let config = SolveConfig { method, distance: false, ..config };
                assert_eq!(run(&game, &state, &config).verdict, Some(rank.cmp(&0)));
            }
        }
        let payoff = exhaustive(&game, &state, root, &|payoffs| payoffs[root]).0;
        for (method, goal) in METHODS.into_iter().flat_map(|it| (-1..9).map(move |goal| (it, goal)))
        {
            let config =
                SolveConfig { method, aim: Aim::at(Some(goal)), table: 1, ..Default::default() };
            let solved = run(&game, &state, &config);
            let expected = if payoff >= goal { (Some(goal), None) } else { (None, Some(goal - 1)) };
            assert_eq!((solved.at_least, solved.at_most), expected, "{method:?} {goal}");
            assert_eq!(solved.verdict, None, "a payoff tells no rank here");
        }
    }
    assert!(verdicts.iter().all(|count| *count > 0), "{verdicts:?}");
}

#[test]
fn a_verdict_follows_ranks_where_payoffs_are_stones() {
    let (mut behind, mut ahead) = (0, 0);
    for (map, seed) in
        ["plain4", "bombs4"].into_iter().flat_map(|map| (0..20).map(move |it| (map, it)))
    {
        let game = rules::<ReversiXt>(&format!("map={map}"));
        let mut past = vec![game.start()];
        let mut rng = Rng::new(seed);
        while let Some(mv) = game.random_move(past.last().unwrap(), &mut Vec::new(), &mut rng) {
            let mut next = past.last().unwrap().clone();
            game.make(&mut next, mv);
            past.push(next);
        }
        let state = &past[past.len().saturating_sub(5)];
        let root = game.to_move(state);
        let standing = |payoffs: &Payoffs| game.sides().standing(payoffs, root) as i32;
        let (rank, _) = exhaustive(&game, state, root, &standing);
        let payoff = exhaustive(&game, state, root, &|payoffs| payoffs[root]).0;
        behind += i32::from(rank < 0 && payoff > 0);
        ahead += i32::from(rank > 0);
        for method in METHODS {
            let solved = run(&game, state, &SolveConfig { method, ..SolveConfig::default() });
            assert_eq!(solved.verdict, Some(rank.cmp(&0)), "{map} {seed} {method:?}");
        }
    }
    assert!(behind > 0 && ahead > 0, "{behind} {ahead}");
}

#[test]
fn no_goal_is_too_far_out() {
    let game = Reversi { size: Size::Four, ..Reversi::default() };
    for method in METHODS {
        for (goal, expected) in
            [(i32::MIN, (Some(i32::MIN), None)), (i32::MAX, (None, Some(i32::MAX - 1)))]
        {
            let config = SolveConfig { method, aim: Aim::at(Some(goal)), ..SolveConfig::default() };
            let solved = run(&game, &game.start(), &config);
            assert_eq!((solved.at_least, solved.at_most), expected, "{method:?}");
        }
    }
}

/// What everybody gets at the end of a line that ends the game.
fn replay(game: &Tree, state: &Node, line: &[u8]) -> Option<Payoffs> {
    let mut state = state.clone();
    for mv in line {
        game.make(&mut state, *mv);
    }
    game.outcome(&state)
}

/// A game on a random graph full of cycles: two players move a token in turn; some places end it.
#[derive(Clone, Debug)]
struct Maze {
    seed: u64,
    places: u64,
    repetition: u32,
}

impl Maze {
    fn roll(&self, place: u64, what: u64, sides: u64) -> u64 {
        mix(self.seed ^ mix(place ^ mix(what))) % sides
    }
}

impl Game for Maze {
    type State = (u64, u8);
    type Move = u8;
    type Undo = (u64, u8);

    fn players(&self) -> u8 {
        2
    }
    fn start(&self) -> (u64, u8) {
        (0, 0)
    }
    fn to_move(&self, state: &(u64, u8)) -> Player {
        Player(state.1)
    }
    fn moves(&self, state: &(u64, u8), out: &mut Vec<u8>) {
        if self.outcome(state).is_none() {
            out.extend(0..=self.roll(state.0, 1, 3) as u8);
        }
    }
    fn make(&self, state: &mut (u64, u8), mv: u8) -> (u64, u8) {
        let before = *state;
        *state = (self.roll(before.0, 10 + u64::from(mv), self.places), 1 - before.1);
        before
    }
    fn unmake(&self, state: &mut (u64, u8), _mv: u8, undo: (u64, u8)) {
        *state = undo;
    }
    fn outcome(&self, state: &(u64, u8)) -> Option<Payoffs> {
        let ended = state.0 != 0 && self.roll(state.0, 2, 6) == 0;
        let winner = Player(self.roll(state.0, 3, 2) as u8);
        let drawn = self.roll(state.0, 4, 5) == 0;
        ended.then(|| Payoffs::duel((!drawn).then_some(winner)))
    }
    fn hash(&self, state: &(u64, u8)) -> u64 {
        mix(state.0 * 2 + u64::from(state.1))
    }
    fn repetition(&self) -> u32 {
        self.repetition
    }
}

impl Handover for Maze {
    fn give_turn(&self, state: &mut (u64, u8), to: Player) -> Player {
        Player(std::mem::replace(&mut state.1, to.0))
    }
}

/// Plies within which `winner` forces a win from each position, found backwards from the ends.
fn distances(game: &Maze, winner: Player) -> Vec<Option<u32>> {
    let mut all = vec![None; game.places as usize * 2];
    for plies in 0..=all.len() as u32 {
        let before = all.clone();
        for place in 0..game.places {
            for turn in 0..2u8 {
                let (state, slot) = ((place, turn), place as usize * 2 + usize::from(turn));
                if before[slot].is_some() {
                    continue;
                }
                if let Some(payoffs) = game.outcome(&state) {
                    all[slot] = (payoffs[winner] > 0).then_some(0);
                    continue;
                }
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let wins = |mv: u8| {
                    let mut child = state;
                    game.make(&mut child, mv);
                    before[child.0 as usize * 2 + usize::from(child.1)].is_some()
                };
                let mut moves = moves.into_iter();
                let forced = if turn == winner.0 { moves.any(wins) } else { moves.all(wins) };
                all[slot] = forced.then_some(plies);
            }
        }
    }
    all
}

#[test]
fn proves_the_truth_where_positions_repeat() {
    let (mut verdicts, mut draws) = ([0; 3], Vec::new());
    for seed in 0..100 {
        for repetition in [0, 2, 3] {
            let game = Maze { seed, places: 24, repetition };
            let (own, other) = (distances(&game, Player(0))[0], distances(&game, Player(1))[0]);
            let expected = match (own, other) {
                (Some(_), _) => Ordering::Greater,
                (_, Some(_)) => Ordering::Less,
                _ => Ordering::Equal,
            };
            verdicts[(expected as i8 + 1) as usize] += 1;
            for (method, table) in METHODS.into_iter().flat_map(|it| [(it, 1), (it, 4)]) {
                let config = SolveConfig {
                    method,
                    table,
                    distance: true,
                    aim: Aim { goal: None, deepest: 60 },
                    ..Default::default()
                };
                let solved = run(&game, &game.start(), &config);
                // Wins and losses are always found. Draws by repetition are only claimed by
                // proof-number search, where there is such a rule and the budget lasts.
                if expected.is_eq() && repetition > 0 && method == Method::ProofNumber {
                    draws.push(solved.verdict.is_some());
                }
                assert!(solved.verdict.is_some() || expected.is_eq(), "{game:?} {method:?}");
                assert!(solved.verdict.is_none_or(|verdict| verdict == expected));
                assert_eq!(solved.distance, own.or(other).filter(|_| expected.is_ne()));
            }
        }
    }
    assert!(verdicts.iter().all(|count| *count > 20), "{verdicts:?}");
    let claimed = draws.iter().filter(|claimed| **claimed).count();
    assert!(claimed * 10 >= draws.len() * 9, "{claimed} of {}", draws.len());
}

/// Knows how every other place of a maze ends.
struct Half {
    distances: [Vec<Option<u32>>; 2],
}

impl Oracle<Maze> for Half {
    fn pieces(&self, _game: &Maze, state: &(u64, u8)) -> Option<u32> {
        state.0.is_multiple_of(2).then_some(1)
    }

    fn ending(&self, game: &Maze, state: &(u64, u8), _most: u32) -> Option<Ending> {
        self.pieces(game, state)?;
        let slot = state.0 as usize * 2 + usize::from(state.1);
        let [own, other] =
            [state.1, 1 - state.1].map(|side| self.distances[usize::from(side)][slot]);
        Some(own.map_or_else(|| other.map_or(Ending::Draw, Ending::Loss), Ending::Win))
    }
}

#[test]
fn known_endings_change_nothing_but_the_work() {
    let (mut nodes, mut drawn) = ([0; 2], 0);
    for seed in 0..200 {
        let game = Maze { seed, places: 24, repetition: 3 };
        let distances = [0, 1].map(|side| distances(&game, Player(side)));
        let (own, other) = (distances[0][0], distances[1][0]);
        let expected =
            own.map_or(other.map_or(Ordering::Equal, |_| Ordering::Less), |_| Ordering::Greater);
        let config = SolveConfig {
            table: 1,
            distance: true,
            aim: Aim { goal: None, deepest: 60 },
            ..SolveConfig::default()
        };
        let half = Half { distances };
        let with = |oracle: Option<&dyn Oracle<Maze>>| {
            let stop = AtomicBool::new(false);
            let mut control = Control::new(1_000_000, Duration::MAX, &NoClock, &stop);
            let history = History::default();
            solve(&game, &game.start(), &history, oracle, &config, &mut control)
        };
        let (blind, seeing) = (with(None), with(Some(&half)));
        assert!(seeing.verdict.is_none_or(|verdict| verdict == expected), "{game:?}");
        assert!(seeing.verdict.is_some() || expected.is_eq(), "{game:?}");
        assert_eq!(seeing.distance, own.or(other), "{game:?}");
        drawn += u32::from(seeing.verdict == Some(Ordering::Equal) && blind.verdict.is_none());
        nodes = [nodes[0] + blind.nodes, nodes[1] + seeing.nodes];
    }
    assert!(nodes[1] < nodes[0] && drawn > 0, "{nodes:?} {drawn}");
}

#[test]
fn a_position_of_the_past_is_drawn_when_it_comes_back() {
    let mut changed = 0;
    for seed in 0..200 {
        let game = Maze { seed, places: 24, repetition: 2 };
        let state = game.start();
        let small = SolveConfig {
            table: 1,
            aim: Aim { goal: None, deepest: 60 },
            ..SolveConfig::default()
        };
        let free = run(&game, &state, &small);
        let Some(mv) = free.line.first().filter(|_| free.verdict == Some(Ordering::Greater)) else {
            continue;
        };
        // The winning move leads to a position that has been there before.
        let mut after = state;
        game.make(&mut after, *mv);
        let mut history = History::default();
        history.push(game.hash(&after));
        history.push(game.hash(&state));
        for method in METHODS {
            let stop = AtomicBool::new(false);
            let mut control = Control::new(1_000_000, Duration::MAX, &NoClock, &stop);
            let config = SolveConfig { method, ..small };
            let solved = solve(&game, &state, &history, None, &config, &mut control);
            if game.outcome(&after).is_none() && solved.verdict == Some(Ordering::Greater) {
                assert_ne!(solved.line.first(), Some(mv));
            } else {
                changed += 1;
            }
        }
    }
    assert!(changed > 0);
}

#[test]
fn small_reversi_boards() {
    let four = Reversi { size: Size::Four, ..Reversi::default() };
    let solved = run(&four, &four.start(), &SolveConfig::default());
    assert_eq!(solved.value(), Some(-8));
    for method in METHODS {
        let config = SolveConfig { method, ..SolveConfig::default() };
        assert_eq!(run(&four, &four.start(), &config).verdict, Some(Ordering::Less));
        for (goal, expected) in [(-8, (Some(-8), None)), (-7, (None, Some(-8)))] {
            let solved =
                run(&four, &four.start(), &SolveConfig { aim: Aim::at(Some(goal)), ..config });
            assert_eq!((solved.at_least, solved.at_most), expected);
        }
    }
    let six = Reversi { size: Size::Six, ..Reversi::default() };
    for seed in 0..4 {
        let (mut state, mut rng) = (six.start(), Rng::new(seed));
        for _ in 0..20 {
            let Some(mv) = six.random_move(&state, &mut Vec::new(), &mut rng) else { break };
            six.make(&mut state, mv);
        }
        let exact = run(&six, &state, &SolveConfig::default());
        let root = six.to_move(&state);
        let expected = plain(&six, &mut state.clone(), root, -100, 100);
        assert_eq!(exact.value(), Some(expected));
        let config = SolveConfig { method: Method::ProofNumber, ..SolveConfig::default() };
        assert_eq!(run(&six, &state, &config).verdict, Some(expected.cmp(&0)));
    }
}

/// Alpha-beta as simple as it gets.
fn plain<G: Game>(
    game: &G,
    state: &mut G::State,
    root: Player,
    mut low: i32,
    mut high: i32,
) -> i32 {
    if let Some(payoffs) = game.outcome(state) {
        return payoffs[root];
    }
    let own = game.to_move(state) == root;
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        let undo = game.make(state, mv);
        let value = plain(game, state, root, low, high);
        game.unmake(state, mv, undo);
        if own {
            low = low.max(value)
        } else {
            high = high.min(value)
        }
        if low >= high {
            break;
        }
    }
    if own { low } else { high }
}
