//! A solver beside a search: when it is asked, and what becomes of its answers.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use plyglot_core::{
    Bound, Clock, Control, Exact, Game, History, NoClock, Solver, Sought, Value, Worth,
};

use super::{
    players::think,
    tree::{Node, Tree},
};
use crate::{Line, Search, Task, Thought, advised::Advised, finish::Finish};

const TREE: Tree =
    Tree { seed: 2, players: 2, teams: 2, width: 3, decisions: 1, turns: 6, spread: 9 };

/// What was asked of a solver and of the search beside it.
#[derive(Clone, Debug, PartialEq)]
enum Asked {
    Solver(Sought),
    /// About the position after a move.
    After(u8),
    Search {
        nodes_left: u64,
    },
    /// Which of some moves is best.
    Among(Vec<u8>),
}

type Log = Arc<Mutex<Vec<Asked>>>;

/// A payoff and what it is to the true one; nothing for what cannot be found.
type Found = Option<(i32, Bound)>;

/// Answers what it was told to, or spends all that it has in vain.
struct Scripted {
    log: Log,
    usual: [f64; 2],
    answers: [Found; 2],
    /// What it says after every move, for who is to move there.
    after: [Found; 3],
}

impl Solver<Tree> for Scripted {
    fn solve(
        &mut self,
        _game: &Tree,
        state: &Node,
        sought: Sought,
        control: &mut Control<'_>,
    ) -> Option<Exact<u8>> {
        let led = (0..3).find(|mv| *state == after(*mv));
        let (asked, answer) = match led {
            Some(mv) => (Asked::After(mv), self.after[mv as usize]),
            None => (Asked::Solver(sought), self.answers[sought as usize]),
        };
        self.log.lock().unwrap().push(asked);
        let Some((payoff, bound)) = answer else {
            while control.spend(10) {}
            return None;
        };
        control.spend(10);
        Some(Exact { payoff, bound, line: vec![sought as u8], depth: 6, nodes: 10 })
    }

    fn usual_nodes(&self, _game: &Tree, _state: &Node, sought: Sought) -> f64 {
        self.usual[sought as usize]
    }

    fn forget(&mut self) {}
}

/// The position after a first move.
fn after(mv: u8) -> Node {
    let mut state = TREE.start();
    TREE.make(&mut state, mv);
    state
}

/// Tells what is left for it; of some moves it likes the last best.
struct Beside(Log);

impl Search<Tree> for Beside {
    fn think(
        &mut self,
        task: &Task<'_, Tree>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<u8>),
    ) -> Thought<u8> {
        let some = task.only.len() > 1;
        let asked = match some {
            true => Asked::Among(task.only.to_vec()),
            false => Asked::Search { nodes_left: control.remaining() },
        };
        self.0.lock().unwrap().push(asked);
        if some {
            control.spend(control.remaining());
        }
        let lines = vec![Line::unknown(vec![*task.only.last().unwrap_or(&0), 7])];
        Thought { lines, depth: 1, nodes: control.nodes, table: 0, proven: false }
    }
}

fn scripted(
    usual: [f64; 2],
    answers: [Found; 2],
    after: [Found; 3],
) -> (Advised<Tree, Finish<Tree>>, Log) {
    let log = Log::default();
    let solver = Scripted { log: log.clone(), usual, answers, after };
    (Advised::new(Box::new(Beside(log.clone())), Finish::new(Box::new(solver))), log)
}

const VERDICT: Asked = Asked::Solver(Sought::Verdict);
const PAYOFF: Asked = Asked::Solver(Sought::Payoff);
const WON: Found = Some((2, Bound::AtLeast));
const LOST: Found = Some((-2, Bound::AtMost));
/// No move is proven to be anything.
const UNKNOWN: [Found; 3] = [None; 3];

fn asked(usual: [f64; 2], answers: [Found; 2]) -> (Thought<u8>, Vec<Asked>) {
    asked_after(usual, answers, UNKNOWN)
}

fn asked_after(
    usual: [f64; 2],
    answers: [Found; 2],
    after: [Found; 3],
) -> (Thought<u8>, Vec<Asked>) {
    let (mut finish, log) = scripted(usual, answers, after);
    let thought = think(&mut finish, &TREE, &TREE.start(), 1000, 1);
    let log = log.lock().unwrap().clone();
    (thought, log)
}

fn worth(thought: &Thought<u8>) -> Option<Value> {
    thought.lines[0].worth[plyglot_core::Player(0)]
}

#[test]
fn the_verdict_comes_first_and_then_the_payoff() {
    let (thought, log) = asked([100.0, 200.0], [WON, Some((4, Bound::Exact))]);
    assert_eq!(log, [VERDICT, PAYOFF]);
    assert_eq!(worth(&thought), Some(Worth::Payoff(4).into()));
    assert_eq!((thought.proven, thought.depth, thought.nodes), (true, 6, 20));
    assert_eq!(thought.lines[0].moves, [1]);
}

#[test]
fn of_moves_that_win_the_search_chooses() {
    // First what would be too long for its payoff, then what turns out to be.
    for (usual, tried) in [([100.0, 5000.0], false), ([100.0, 200.0], true)] {
        let (thought, log) =
            asked_after(usual, [WON, None], [None, None, Some((-4, Bound::AtMost))]);
        let rest = [Asked::Among(vec![0, 1, 2]), Asked::After(2)];
        let payoff = if tried { vec![PAYOFF] } else { Vec::new() };
        assert_eq!(log, [vec![VERDICT], payoff, rest.to_vec()].concat());
        let bound = Bound::AtLeast;
        assert_eq!(worth(&thought), Some(Value { worth: Worth::Payoff(4), bound }));
        assert_eq!((&*thought.lines[0].moves, thought.proven), (&[2, 7][..], true));
        assert!(thought.nodes <= 1010, "{thought:?}");
    }
}

#[test]
fn a_move_that_gives_the_win_away_is_not_played() {
    // A draw, and a win of the other side; then comes the move that is proven to win.
    let after = [None, Some((0, Bound::Exact)), Some((2, Bound::AtLeast))];
    let (thought, log) = asked_after([100.0, 5000.0], [WON, None], after);
    let among = [vec![0, 1, 2], vec![0, 1]].map(Asked::Among);
    assert_eq!(
        log,
        [VERDICT, among[0].clone(), Asked::After(2), among[1].clone(), Asked::After(1)]
    );
    let bound = Bound::AtLeast;
    assert_eq!(worth(&thought), Some(Value { worth: Worth::Payoff(2), bound }));
    assert_eq!((&*thought.lines[0].moves, thought.proven), (&[0][..], true));
}

#[test]
fn a_win_is_played_where_nothing_better_is_proven_in_time() {
    for usual in [[100.0, 5000.0], [100.0, 200.0]] {
        let (thought, log) = asked(usual, [WON, None]);
        assert_eq!(log[log.len() - 2..], [Asked::Among(vec![0, 1, 2]), Asked::After(2)]);
        let bound = Bound::AtLeast;
        assert_eq!(worth(&thought), Some(Value { worth: Worth::Payoff(2), bound }));
        assert_eq!((&*thought.lines[0].moves, thought.proven), (&[0][..], true));
        assert!((1000..=1030).contains(&thought.nodes), "{thought:?}");
    }
}

#[test]
fn a_draw_leaves_nothing_to_look_for() {
    let (thought, log) = asked([100.0, 5000.0], [Some((0, Bound::Exact)), None]);
    assert_eq!((log, worth(&thought)), (vec![VERDICT], Some(Worth::Payoff(0).into())));
}

#[test]
fn what_is_lost_or_not_solved_in_time_is_left_to_the_search() {
    let (thought, log) = asked([100.0, 5000.0], [LOST, None]);
    assert_eq!(log, [VERDICT, Asked::Search { nodes_left: 990 }]);
    assert!(!thought.proven);
    let (thought, log) = asked([100.0, 200.0], [LOST, Some((-2, Bound::Exact))]);
    assert_eq!((log, thought.proven), (vec![VERDICT, PAYOFF], true));
    let (_, log) = asked([100.0, 200.0], [None, None]);
    let [VERDICT, Asked::Search { nodes_left }] = log[..] else { panic!("{log:?}") };
    assert!((380..=400).contains(&nodes_left), "a share is kept for the search: {nodes_left}");
}

#[test]
fn it_is_not_asked_where_it_would_take_too_long_or_is_not_wanted() {
    let (_, log) = asked([600.0, 600.0], [WON, WON]);
    assert_eq!(log, [Asked::Search { nodes_left: 1000 }], "half of the nodes would not do");
    let (stop, history) = (AtomicBool::new(false), History::default());
    let (state, free) = (TREE.start(), u64::MAX);
    for (nodes, lines, only) in [(free, 1, &[][..]), (1000, 2, &[]), (1000, 1, &[0])] {
        let (mut finish, log) = scripted([1.0, 1.0], [WON, WON], UNKNOWN);
        let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
        let task = Task { game: &TREE, state: &state, history: &history, only, lines, seed: 1 };
        finish.think(&task, &mut control, &mut |_| {});
        assert_eq!(*log.lock().unwrap(), [Asked::Search { nodes_left: nodes }]);
    }
}

/// A clock that goes on by a millisecond whenever somebody looks.
#[derive(Default)]
struct Stepping(AtomicU64);

impl Clock for Stepping {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn its_speed_is_measured() {
    let (clock, stop, history) = (Stepping::default(), AtomicBool::new(false), History::default());
    let state = TREE.start();
    // At first a hundred thousand nodes are expected to take a hundredth of a second.
    let (mut finish, log) = scripted([1e5, 1e5], [None, None], UNKNOWN);
    let task = Task { game: &TREE, state: &state, history: &history, only: &[], lines: 1, seed: 1 };
    // The first time may have been spent on getting memory.
    for times in [2, 4, 5] {
        let deadline = clock.now() + Duration::from_secs(1);
        let mut control = Control::new(u64::MAX, deadline, &clock, &stop);
        finish.think(&task, &mut control, &mut |_| {});
        // But it takes a millisecond for ten.
        assert_eq!(log.lock().unwrap().len(), times);
    }
}
