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
    Tree { seed: 3, players: 2, teams: 2, width: 3, decisions: 1, turns: 6, spread: 9 };

/// What was asked of a solver and of the search beside it.
#[derive(Clone, Debug, PartialEq)]
enum Asked {
    Solver(Sought),
    Search { nodes_left: u64 },
}

type Log = Arc<Mutex<Vec<Asked>>>;

/// Answers what it was told to, or spends all that it has in vain.
struct Scripted {
    log: Log,
    usual: [f64; 2],
    answers: [Option<(i32, Bound)>; 2],
}

impl Solver<Tree> for Scripted {
    fn solve(
        &mut self,
        _game: &Tree,
        _state: &Node,
        sought: Sought,
        control: &mut Control<'_>,
    ) -> Option<Exact<u8>> {
        self.log.lock().unwrap().push(Asked::Solver(sought));
        let Some((payoff, bound)) = self.answers[sought as usize] else {
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

/// Tells what is left for it.
struct Beside(Log);

impl Search<Tree> for Beside {
    fn think(
        &mut self,
        _task: &Task<'_, Tree>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<u8>),
    ) -> Thought<u8> {
        self.0.lock().unwrap().push(Asked::Search { nodes_left: control.remaining() });
        let lines = vec![Line::unknown(vec![0])];
        Thought { lines, depth: 1, nodes: control.nodes, table: 0, proven: false }
    }
}

fn scripted(
    usual: [f64; 2],
    answers: [Option<(i32, Bound)>; 2],
) -> (Advised<Tree, Finish<Tree>>, Log) {
    let log = Log::default();
    let solver = Scripted { log: log.clone(), usual, answers };
    (Advised::new(Box::new(Beside(log.clone())), Finish::new(Box::new(solver))), log)
}

const VERDICT: Asked = Asked::Solver(Sought::Verdict);
const PAYOFF: Asked = Asked::Solver(Sought::Payoff);
const WON: Option<(i32, Bound)> = Some((2, Bound::AtLeast));
const LOST: Option<(i32, Bound)> = Some((-2, Bound::AtMost));

fn asked(usual: [f64; 2], answers: [Option<(i32, Bound)>; 2]) -> (Thought<u8>, Vec<Asked>) {
    let (mut finish, log) = scripted(usual, answers);
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
fn a_win_without_its_payoff_is_played() {
    // First what would be too long, then what turns out to be.
    for (usual, nodes) in [([100.0, 5000.0], 10), ([100.0, 200.0], 1010)] {
        let (thought, log) = asked(usual, [WON, None]);
        assert_eq!(log.len(), if nodes == 10 { 1 } else { 2 });
        let bound = Bound::AtLeast;
        assert_eq!(worth(&thought), Some(Value { worth: Worth::Payoff(2), bound }));
        assert_eq!(thought.lines[0].moves, [0]);
        assert!(thought.nodes.abs_diff(nodes) <= 10, "{thought:?}");
    }
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
        let (mut finish, log) = scripted([1.0, 1.0], [WON, WON]);
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
    let (mut finish, log) = scripted([1e5, 1e5], [None, None]);
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
