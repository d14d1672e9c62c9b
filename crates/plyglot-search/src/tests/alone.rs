//! A planner beside a search: when it is asked, and what becomes of its answers.

use std::{
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::Duration,
};

use plyglot_core::{Control, Game, History, NoClock, OwnPlanner, Planner};

use super::{
    players::{options, think},
    tree::{Node, Tree, Values},
};
use crate::{Line, Parts, SEARCHES, Search, Task, Thought, advised::Advised, alone::Alone, build};

const TREE: Tree =
    Tree { seed: 3, players: 2, teams: 2, width: 3, decisions: 1, turns: 6, spread: 9 };

/// What was asked, with the nodes that were left.
#[derive(Clone, Debug, PartialEq)]
enum Asked {
    Planner(u64),
    Search(u64),
    Forget,
}

type Log = Arc<Mutex<Vec<Asked>>>;

struct Scripted {
    log: Log,
    plan: Option<Vec<u8>>,
}

impl Planner<Tree> for Scripted {
    fn plan(&mut self, _: &Tree, _: &Node, control: &mut Control<'_>) -> Option<Vec<u8>> {
        self.log.lock().unwrap().push(Asked::Planner(control.remaining()));
        control.spend(100);
        self.plan.clone()
    }

    fn forget(&mut self) {
        self.log.lock().unwrap().push(Asked::Forget);
    }
}

struct Beside(Log);

impl Search<Tree> for Beside {
    fn think(
        &mut self,
        _task: &Task<'_, Tree>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<u8>),
    ) -> Thought<u8> {
        self.0.lock().unwrap().push(Asked::Search(control.remaining()));
        let lines = vec![Line::unknown(vec![0])];
        Thought { lines, depth: 1, nodes: control.nodes, table: 0, proven: false }
    }
}

fn scripted(plan: Option<Vec<u8>>) -> (Advised<Tree, Alone<Tree>>, Log) {
    let log = Log::default();
    let planner = Scripted { log: log.clone(), plan };
    (Advised::new(Box::new(Beside(log.clone())), Alone(Box::new(planner))), log)
}

#[test]
fn a_plan_is_played_and_its_length_told() {
    let (mut alone, log) = scripted(Some(vec![1, 2, 0]));
    let thought = think(&mut alone, &TREE, &TREE.start(), 1000, 1);
    assert_eq!(thought.lines, [Line::unknown(vec![1])]);
    assert_eq!((thought.depth, thought.nodes, thought.proven), (3, 100, false));
    alone.new_game();
    assert_eq!(*log.lock().unwrap(), [Asked::Planner(900), Asked::Forget]);
}

#[test]
fn without_a_plan_the_search_gets_the_rest() {
    let (mut alone, log) = scripted(None);
    let thought = think(&mut alone, &TREE, &TREE.start(), 1000, 1);
    assert_eq!(thought.lines[0].moves, [0]);
    assert_eq!(*log.lock().unwrap(), [Asked::Planner(900), Asked::Search(900)]);
}

#[test]
fn several_lines_or_some_moves_only_are_left_to_the_search() {
    let (stop, history, state) = (AtomicBool::new(false), History::default(), TREE.start());
    for (lines, only) in [(2, &[][..]), (1, &[0])] {
        let (mut alone, log) = scripted(Some(vec![1]));
        let mut control = Control::new(1000, Duration::MAX, &NoClock, &stop);
        let task = Task { game: &TREE, state: &state, history: &history, only, lines, seed: 1 };
        alone.think(&task, &mut control, &mut |_| {});
        assert_eq!(*log.lock().unwrap(), [Asked::Search(1000)]);
    }
}

#[test]
fn the_switch_needs_a_planner_and_whole_turns() {
    let planner: OwnPlanner<Tree> =
        |width| Box::new(Scripted { log: Log::default(), plan: Some(vec![width as u8]) });
    for name in ["alphabeta", "paranoid", "brs", "brs+"] {
        let entry = SEARCHES.iter().find(|entry| entry.name == name).expect("a listed search");
        let made = |given: &[(&str, &str)], planner| {
            let parts =
                Parts { eval: Box::new(Values), order: None, solver: None, oracle: None, planner };
            build(name, &options(entry.options, given), parts)
        };
        let refused = |given: &[(&str, &str)], planner| {
            made(given, planner).err().expect("refused").to_string()
        };
        let told = refused(&[("alone", "on"), ("plan", "on")], None);
        assert!(told.contains("alone=on: this game has no planner of its own"), "{told}");
        let told = refused(&[("alone", "on")], Some(planner));
        assert!(told.contains("expected plan=on too"), "{told}");
        let given = [("alone", "on"), ("plan", "on"), ("beam", "2")];
        let mut search = made(&given, Some(planner)).expect("a search");
        let thought = think(&mut *search, &TREE, &TREE.start(), 1000, 1);
        assert_eq!((thought.lines[0].moves[0], thought.depth), (2, 1));
    }
}
