//! The search: alpha-beta to a fixed depth with a cache of states.

use std::collections::HashMap;

use plyglot_checkers::{Move, Position, Side};
use plyglot_core::{Control, Game, OptionSpec, Options, choices, declare::with, options};

use super::{
    board::{Board, RULES},
    evaluation::Evaluation,
    ordering::Ordering,
};

options! {
    /// Everything that makes up the player; the defaults are those of the player as programmed.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Params {
        /// the limit of the depth, in plies
        pub max_depth: u32 = "8" in 0..=100,
        /// whether leaves lie one ply beyond the limit or at it
        pub leaf: Leaf = "beyond",
        /// when a cached state is used again; the first two may take a bound for a value
        pub cache: Cache = "as-programmed",
        /// How leaves are judged.
        pub evaluation: Evaluation,
        /// Which moves are tried first.
        pub ordering: Ordering,
        /// generate moves as on a board file that uses the squares of the other colour
        pub mirrored: bool = "off",
    }
}

/// The options of the player as described.
pub(super) const DESCRIBED: [OptionSpec; Params::OPTIONS.len()] = with(
    Params::OPTIONS,
    &[
        ("leaf", "at"),
        ("cache", "as-described"),
        ("evaluation", "as-described"),
        ("last_rows", "3"),
    ],
);

choices! {
    /// Where the limit of the depth puts the leaves.
    pub enum Leaf {
        /// One ply beyond it, as programmed.
        Beyond = "beyond",
        /// At it, as described.
        At = "at",
    }
}

choices! {
    /// When a cached state is used again in place of a search.
    pub enum Cache {
        /// With the same window, or one no wider on the side that the player to move pushes against.
        Programmed = "as-programmed",
        /// With a window strictly narrower on that side.
        Described = "as-described",
        /// Only where it cannot change the value: at the same depth, and bounds as bounds.
        Sound = "sound",
        /// Never.
        Off = "off",
    }
}

impl Params {
    /// The player as described.
    pub(super) fn described() -> Params {
        Params::read(&Options::defaults(&DESCRIBED))
    }

    /// The depth at which positions are evaluated.
    pub fn leaf_depth(&self) -> u32 {
        self.max_depth + u32::from(self.leaf == Leaf::Beyond)
    }
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The value for White.
    pub value: f64,
    /// The best move and what is expected to follow, as far as known; empty if there is no move.
    pub line: Vec<Move>,
    /// Calls of the search function.
    pub nodes: u64,
    /// How many of them a cached state answered.
    pub cache_hits: u64,
    /// Whether the budget lasted to the end.
    pub complete: bool,
}

/// Searches a position in which White, the player, is to move. When the budget ends early, the answer
/// is the best of the moves that were searched, or the first in order.
pub fn search(params: &Params, position: &Position, control: &mut Control<'_>) -> Answer {
    let board = Board::new(*position, params.mirrored);
    let before = control.nodes;
    let mut minimax = Minimax { params, control, cache: HashMap::new(), hits: 0 };
    let found = minimax.value(&board, 0, Window::FULL);
    let (hits, complete) = (minimax.hits, found.is_some() && !control.spent());
    let Found { value, mut line } =
        found.filter(|found| found.value.is_finite()).unwrap_or_default();
    if line.is_empty() {
        line.extend(params.ordering.heap(&board).pop());
    }
    Answer { value, line, nodes: control.nodes - before, cache_hits: hits, complete }
}

/// A value with the moves that lead to it.
#[derive(Clone, Default)]
struct Found {
    value: f64,
    line: Vec<Move>,
}

/// The values that still matter.
#[derive(Clone, Copy, PartialEq)]
struct Window {
    alpha: f64,
    beta: f64,
}

impl Window {
    const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// Whether the opponent of the player to move would avoid a position of this value.
    fn is_left(self, value: f64, white: bool) -> bool {
        if white { value >= self.beta } else { value <= self.alpha }
    }

    /// The window once the player to move can have this value.
    fn narrowed(self, value: f64, white: bool) -> Window {
        if white {
            Window { alpha: self.alpha.max(value), ..self }
        } else {
            Window { beta: self.beta.min(value), ..self }
        }
    }
}

/// What a value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// Of a value found with a window.
    fn of(value: f64, window: Window) -> Bound {
        if value >= window.beta {
            Bound::AtLeast
        } else if value <= window.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }
}

/// A cached state.
struct Entry {
    depth: u32,
    /// The window as it was when the state was stored, narrowed by what had been found.
    window: Window,
    bound: Bound,
    value: f64,
    mv: Option<Move>,
}

impl Entry {
    fn serves(&self, rule: Cache, depth: u32, now: Window, white: bool) -> bool {
        let then = self.window;
        let deep_enough = self.depth <= depth;
        match rule {
            Cache::Programmed if white => deep_enough && (now == then || now.beta <= then.beta),
            Cache::Programmed => deep_enough && (now == then || now.alpha >= then.alpha),
            Cache::Described if white => deep_enough && now.beta < then.beta,
            Cache::Described => deep_enough && now.alpha > then.alpha,
            Cache::Sound => self.depth == depth && self.settles(now),
            Cache::Off => false,
        }
    }

    /// Whether the value is exact, or as a bound falls outside a window.
    fn settles(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= window.beta,
            Bound::AtMost => self.value <= window.alpha,
        }
    }
}

struct Minimax<'a, 'c> {
    params: &'a Params,
    control: &'a mut Control<'c>,
    cache: HashMap<u64, Entry>,
    hits: u64,
}

impl Minimax<'_, '_> {
    /// The value of a board, or `None` once the budget is spent.
    fn value(&mut self, board: &Board, depth: u32, window: Window) -> Option<Found> {
        if !self.control.tick() {
            return None;
        }
        let position = &board.position;
        let key = RULES.hash(position);
        let white = position.side() == Side::White;
        if let Some(entry) = self.cache.get(&key)
            && entry.serves(self.params.cache, depth, window, white)
        {
            self.hits += 1;
            return Some(Found { value: entry.value, line: entry.mv.into_iter().collect() });
        }
        if let Some(value) = self.terminal(position) {
            return Some(Found { value, line: Vec::new() });
        }
        if depth >= self.params.leaf_depth() {
            let value = self.params.evaluation.value(position, Side::White);
            return Some(Found { value, line: Vec::new() });
        }
        self.expand(board, depth, window, key)
    }

    /// The value of a game that is over, whoever is to move once a side has no pieces.
    fn terminal(&self, position: &Position) -> Option<f64> {
        let win = self.params.evaluation.win;
        if position.count(Side::Black) == (0, 0) {
            Some(win)
        } else if position.count(Side::White) == (0, 0) {
            Some(-win)
        } else {
            let stuck = RULES.outcome(position).is_some();
            stuck.then_some(if position.side() == Side::White { -win } else { win })
        }
    }

    /// The value by the moves. At the root a spent budget gives the best so far.
    fn expand(&mut self, board: &Board, depth: u32, window: Window, key: u64) -> Option<Found> {
        let white = board.position.side() == Side::White;
        let worst = if white { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut best = Found { value: worst, line: Vec::new() };
        let mut narrow = window;
        let mut heap = self.params.ordering.heap(board);
        while let Some(mv) = heap.pop() {
            let Some(found) = self.value(&board.after(mv), depth + 1, narrow) else {
                return (depth == 0).then_some(best);
            };
            if if white { found.value > best.value } else { found.value < best.value } {
                best.value = found.value;
                best.line.clear();
                best.line.push(mv);
                best.line.extend(found.line);
            }
            if narrow.is_left(best.value, white) {
                break;
            }
            narrow = narrow.narrowed(best.value, white);
        }
        if self.params.cache != Cache::Off {
            let (value, mv) = (best.value, best.line.first().copied());
            let bound = Bound::of(value, window);
            self.cache.insert(key, Entry { depth, window: narrow, bound, value, mv });
        }
        Some(best)
    }
}
