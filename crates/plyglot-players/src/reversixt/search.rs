//! The search from the root: deeper and deeper, best moves first, in windows around the last value.

use std::{collections::VecDeque, time::Duration};

use plyglot_core::{Control, Game, Options, Worth};
use plyglot_reversixt::{Move, ReversiXt, State};
use plyglot_search::{Line, Search, Task, Thought};

use super::{
    bombing::{is_end, score_of_end},
    eval::ClassicEval,
    options::{Predict, Settings, Sort, StartNext},
    reach::within_reach,
    tree::Tree,
};

/// A classic player.
pub(super) struct Classic {
    pub(super) eval: ClassicEval,
    pub(super) settings: Settings,
}

/// A place in the list of moves at the root: one move, or all of a tile.
type Entry = Vec<Move>;

/// What an iteration found.
struct Round {
    value: f64,
    line: Vec<Move>,
    /// The list for the next iteration.
    list: Vec<Entry>,
    /// Whether every move was searched or cut off, rather than left for lack of time.
    complete: bool,
}

impl Classic {
    pub(super) fn read(options: &Options) -> Classic {
        Classic { eval: ClassicEval::read(options), settings: Settings::read(options) }
    }
}

impl Search<ReversiXt> for Classic {
    fn think(
        &mut self,
        task: &Task<'_, ReversiXt>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let ground = self.eval.ground(task.game);
        let pov = task.game.to_move(task.state);
        let mut tree = Tree {
            game: task.game,
            eval: &self.eval,
            ground: &ground,
            settings: &self.settings,
            usable: self.settings.usable(),
            control,
            pov,
            taking_turns: u8::MAX,
            moves: Vec::new(),
            lines: Vec::new(),
            stopped: false,
        };
        if self.settings.near_only {
            tree.taking_turns = within_reach(task.game, task.state, pov);
        }
        tree.deepen(task.state.clone(), report)
    }
}

impl Tree<'_, '_> {
    /// A line with what its value means.
    fn line(&self, moves: Vec<Move>, value: f64) -> Line<Move> {
        let opponents = self.game.sides().opponents(self.pov).count();
        let worth = match is_end(value) {
            true => {
                let score = score_of_end(self.eval.bombing.formula, value, opponents);
                Worth::End { score, distance: None }
            }
            false => Worth::Points(value),
        };
        Line::own(self.pov, moves, value, worth.into())
    }

    fn deepen(
        &mut self,
        mut state: State,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let mut list = self.entries(&state);
        let first = Line::unknown(vec![list[0][0]]);
        let mut thought =
            Thought { lines: vec![first], depth: 0, nodes: 0, table: 0, proven: false };
        for depth in 1..=self.settings.most_depth() {
            let nodes = self.control.nodes;
            let last = (depth > 1).then(|| thought.lines[0].value);
            let round = self.aspire(&mut state, &list, depth, last);
            // The first iteration counts as far as it came: there is nothing better yet.
            if round.complete || (depth == 1 && !round.line.is_empty()) {
                thought.lines = vec![self.line(round.line, round.value)];
            }
            if !round.complete {
                break;
            }
            thought.depth = depth;
            thought.nodes = self.control.nodes;
            report(&thought);
            list = round.list;
            if is_end(round.value) || !self.may_start(depth, self.control.nodes - nodes) {
                break;
            }
        }
        Thought { nodes: self.control.nodes, ..thought }
    }

    /// The moves at the root row by row: one by one, or together if they are on the same tile.
    fn entries(&mut self, state: &State) -> Vec<Entry> {
        self.list_moves(state);
        let mut list: Vec<Entry> = Vec::new();
        let by_tile = self.settings.sorts() && self.settings.sort == Sort::Full;
        for mv in std::mem::take(&mut self.moves) {
            match list.last_mut() {
                Some(entry) if by_tile && same_tile(entry[0], mv) => entry.push(mv),
                _ => list.push(vec![mv]),
            }
        }
        list
    }

    /// Searches to a depth, in windows if they are used: around the last value, again with the failed
    /// bound moved away, then without bounds.
    fn aspire(
        &mut self,
        state: &mut State,
        list: &[Entry],
        depth: u32,
        last: Option<f64>,
    ) -> Round {
        let infinite = (f64::NEG_INFINITY, f64::INFINITY);
        let Some(last) = last.filter(|_| self.settings.has_windows()) else {
            return self.iterate(state, list, depth, infinite);
        };
        let mut window = self.window(state, last, depth);
        let margin = self.settings.wider * self.ground.tiles() as f64;
        for _ in 0..2 {
            let round = self.iterate(state, list, depth, window);
            if !round.complete || (window.0 < round.value && round.value < window.1) {
                return round;
            }
            let failed = window;
            if round.value >= window.1 {
                window.1 = window.1.max(last + margin);
            } else {
                window.0 = window.0.min(last - margin);
            }
            if window == failed {
                break;
            }
        }
        self.iterate(state, list, depth, infinite)
    }

    /// The first window of an iteration.
    fn window(&self, state: &State, last: f64, depth: u32) -> (f64, f64) {
        let Settings { far, window, predict, .. } = *self.settings;
        let margin = window * self.ground.tiles() as f64;
        let (low, high) = if far > 0.0 {
            ((last * far).min(last / far), (last * far).max(last / far))
        } else {
            (last - margin, last + margin)
        };
        let rises = self.is_own_ply(state, depth);
        match (predict, rises) {
            (Predict::Off, _) => (low, high),
            (Predict::Described, false) | (Predict::Expected, true) => (last, high),
            (Predict::Described, true) | (Predict::Expected, false) => (low, last),
        }
    }

    /// Whether the last of `depth` moves will be an own one if everybody moves in turn.
    fn is_own_ply(&self, state: &State, depth: u32) -> bool {
        let takes_part = |seat: &u8| !state.is_out(*seat) && self.taking_turns >> seat & 1 != 0;
        let players = (0..self.game.players()).filter(takes_part).count().max(1) as u32;
        (depth - 1).is_multiple_of(players)
    }

    /// Searches the moves of a list to a depth and makes the list for the next one.
    fn iterate(
        &mut self,
        state: &mut State,
        list: &[Entry],
        depth: u32,
        (mut alpha, beta): (f64, f64),
    ) -> Round {
        let mut round =
            Round { value: f64::NEG_INFINITY, line: Vec::new(), list: Vec::new(), complete: true };
        let mut next = NextList::default();
        for entry in list {
            let mut entry_value = f64::NEG_INFINITY;
            let before = round.value;
            for &mv in entry {
                if self.settings.prunes() && round.value >= beta {
                    break;
                }
                let undo = self.make(state, mv);
                let value = self.value(state, 1, depth - 1, alpha, beta);
                self.game.unmake(state, mv, undo);
                if self.stopped {
                    return Round { complete: false, ..round };
                }
                entry_value = entry_value.max(value);
                if value > round.value {
                    round.value = value;
                    round.line = [&[mv], self.lines[1].as_slice()].concat();
                }
                if self.settings.prunes() {
                    alpha = alpha.max(round.value);
                }
            }
            next.add(entry, entry_value, round.value > before);
        }
        round.list = next.sorted(self.settings);
        round
    }

    /// Whether there is time for another iteration after one of this depth and size.
    fn may_start(&self, depth: u32, nodes: u64) -> bool {
        let Some(usable) = self.usable.filter(|_| !self.settings.limits_depth()) else {
            return true;
        };
        let share = match self.settings.start_next {
            StartNext::Half => 2.0,
            StartNext::Growth => growth_share(depth, nodes),
        };
        self.control.elapsed() < Duration::from_secs_f64(usable.as_secs_f64() / share)
    }
}

/// By how much the time is divided after which no iteration is begun, as the last one grew.
fn growth_share(depth: u32, nodes: u64) -> f64 {
    const FIRST: f64 = 15.0;
    if depth < 2 {
        return FIRST;
    }
    ((nodes.max(1) as f64).ln() / f64::from(depth).ln()).floor() + 2.0
}

/// The list for the next iteration as it grows.
#[derive(Default)]
struct NextList {
    in_order: Vec<(Entry, f64)>,
    /// Every new best one at the front, the others at the end.
    front_first: VecDeque<Entry>,
}

impl NextList {
    fn add(&mut self, entry: &Entry, value: f64, is_best: bool) {
        self.in_order.push((entry.clone(), value));
        if is_best {
            self.front_first.push_front(entry.clone());
        } else {
            self.front_first.push_back(entry.clone());
        }
    }

    fn sorted(mut self, settings: &Settings) -> Vec<Entry> {
        if settings.sorts() && settings.sort == Sort::Front {
            return self.front_first.into();
        }
        if settings.sorts() {
            self.in_order.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        }
        self.in_order.into_iter().map(|(entry, _)| entry).collect()
    }
}

fn same_tile(a: Move, b: Move) -> bool {
    match (a, b) {
        (Move::Place { square: a, .. }, Move::Place { square: b, .. }) => a == b,
        _ => false,
    }
}
