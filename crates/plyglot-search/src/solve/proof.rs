//! Depth-first proof-number search (df-pn) for one goal, with a table of bounded size.
//!
//! The side that attacks must make its goal happen; a position that occurs twice on a path counts
//! against it. A disproof that rests on such a repetition holds on its path only and stays out of the
//! table, which answers the graph-history-interaction problem. What the children of a position are
//! known to be is kept with the position while it is being searched, so that progress never depends
//! on what the table has room for.

use plyglot_core::{Control, Game, History};

use super::{Problem, SolveConfig, table::Table};

/// Proof and disproof numbers at and above this mean: never.
const INFINITE: u32 = 1 << 30;

/// How far a position is from being proven and disproven.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// Decisions looked ahead, once it is solved.
    height: u32,
    /// Whether it holds on any path.
    pure: bool,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1, height: 0, pure: true };

    fn decided(reached: bool, pure: bool) -> Numbers {
        let (proof, disproof) = if reached { (0, INFINITE) } else { (INFINITE, 0) };
        Numbers { proof, disproof, height: 0, pure }
    }

    fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number that the player choosing wants to be small, and the other one.
    fn seen(self, attacks: bool) -> (u32, u32) {
        if attacks { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }
}

/// A child of a position being searched.
#[derive(Clone, Copy)]
struct Child<M> {
    mv: M,
    numbers: Numbers,
}

/// The search for one goal.
pub(crate) struct Proof<'a, G: Game> {
    problem: &'a Problem<'a, G>,
    /// Whether the root's team attacks.
    own: bool,
    /// The root's result is to reach this, or to stay below it.
    goal: i32,
    epsilon: f64,
    table: Table<Numbers>,
    path: History,
    children: Vec<Child<G::Move>>,
    scratch: Vec<G::Move>,
    first: Option<G::Move>,
}

impl<'a, G: Game> Proof<'a, G> {
    /// A search for the side that wants the root's result to reach the goal (`own`) or to stay below.
    pub(crate) fn new(
        problem: &'a Problem<'a, G>,
        own: bool,
        goal: i32,
        config: &SolveConfig,
    ) -> Self {
        Proof {
            problem,
            own,
            goal,
            epsilon: config.epsilon,
            table: Table::new(config.table),
            path: History::default(),
            children: Vec::new(),
            scratch: Vec::new(),
            first: None,
        }
    }

    /// Whether the attacking side forces its goal; `None` if that stays open. Without a repetition
    /// rule, endless play is nobody's result, and a disproof that rests on it says nothing.
    pub(crate) fn solve(&mut self, state: &G::State, control: &mut Control<'_>) -> Option<bool> {
        let limits = (INFINITE, INFINITE);
        let numbers = self.search(&mut state.clone(), limits, 0, control);
        if control.spent() || !numbers.is_solved() {
            return None;
        }
        let reached = numbers.proof == 0;
        let sound = reached || numbers.pure || self.problem.game.repetition() > 0;
        sound.then_some(reached)
    }

    /// The decision at the root that decided it, if it was the attacking side's.
    pub(crate) fn first_move(&self, state: &G::State) -> Option<G::Move> {
        self.first.filter(|_| self.problem.is_own(state))
    }

    /// Searches an unfinished position until it is solved or a number reaches its limit.
    fn search(
        &mut self,
        state: &mut G::State,
        limits: (u32, u32),
        ply: u32,
        control: &mut Control<'_>,
    ) -> Numbers {
        let game = self.problem.game;
        let (key, horizon) = (game.hash(state), game.horizon(state));
        let attacks = self.problem.is_own(state) == self.own;
        // 1. The children and what is known of them.
        self.path.push(key);
        let base = self.children.len();
        if !self.list_children(state, control) {
            self.children.truncate(base);
            self.path.pop();
            return Numbers::UNKNOWN;
        }
        // 2. The most promising child, again and again, until the limits are met.
        let numbers = loop {
            let numbers = summary(&self.children[base..], attacks);
            let (wanted, other) = numbers.seen(attacks);
            let (most_wanted, most_other) = if attacks { limits } else { (limits.1, limits.0) };
            if wanted >= most_wanted || other >= most_other || numbers.is_solved() {
                break numbers;
            }
            let (at, second) = most_promising(&self.children[base..], attacks);
            let child = self.children[base + at];
            let (_, child_other) = child.numbers.seen(attacks);
            let stay = (f64::from(second) * (1.0 + self.epsilon)).ceil() as u32;
            let child_wanted = most_wanted.min(stay.max(second.saturating_add(1)));
            let child_most = (most_other - other).saturating_add(child_other).min(INFINITE);
            let child_limits =
                if attacks { (child_wanted, child_most) } else { (child_most, child_wanted) };
            // 3. One step deeper.
            let undo = game.make(state, child.mv);
            let found = self.search(state, child_limits, ply + 1, control);
            game.unmake(state, child.mv, undo);
            if control.spent() {
                break Numbers::UNKNOWN;
            }
            self.children[base + at].numbers = found;
        };
        if ply == 0 && numbers.is_solved() {
            self.first = deciding(&self.children[base..], numbers.proof == 0);
        }
        self.children.truncate(base);
        self.path.pop();
        // 4. What was learnt.
        let storable = !numbers.is_solved() || numbers.pure && numbers.height < horizon;
        if !control.spent() && storable {
            let work = numbers.proof.saturating_add(numbers.disproof);
            self.table.put(key, if numbers.is_solved() { u32::MAX } else { work }, numbers);
        }
        numbers
    }

    /// Appends the children of a position; false once the budget is spent.
    fn list_children(&mut self, state: &mut G::State, control: &mut Control<'_>) -> bool {
        let game = self.problem.game;
        self.scratch.clear();
        game.moves(state, &mut self.scratch);
        let moves = std::mem::take(&mut self.scratch);
        for mv in &moves {
            if !control.tick() {
                break;
            }
            let undo = game.make(state, *mv);
            let numbers = self.first_look(state);
            game.unmake(state, *mv, undo);
            self.children.push(Child { mv: *mv, numbers });
        }
        self.scratch = moves;
        !control.spent()
    }

    /// What is known of a position without searching it.
    fn first_look(&self, state: &G::State) -> Numbers {
        let game = self.problem.game;
        if let Some(worth) = self.problem.worth(state) {
            return Numbers::decided((worth >= self.goal) == self.own, true);
        }
        let key = game.hash(state);
        if self.path.count(key) > 0 {
            return Numbers::decided(false, false);
        }
        let known = self.table.get(key);
        let holds =
            |numbers: &Numbers| !numbers.is_solved() || numbers.height < game.horizon(state);
        known.filter(holds).unwrap_or(Numbers::UNKNOWN)
    }
}

/// The numbers of a position from those of its children: the least of what the player choosing wants
/// small, the sum of the other.
fn summary<M>(children: &[Child<M>], attacks: bool) -> Numbers {
    let (mut least, mut sum) = (INFINITE, 0u32);
    for child in children {
        let (wanted, other) = child.numbers.seen(attacks);
        least = least.min(wanted);
        sum = sum.saturating_add(other).min(INFINITE);
    }
    // One child decides for the player choosing; against them all children must.
    let chosen = |child: &&Child<M>| child.numbers.seen(attacks).0 == 0;
    let deciding = children.iter().filter(chosen).min_by_key(|child| {
        let Numbers { pure, height, .. } = child.numbers;
        (!pure, height)
    });
    let (height, pure) = match deciding {
        Some(child) => (child.numbers.height, child.numbers.pure),
        None => (
            children.iter().map(|child| child.numbers.height).max().unwrap_or(0),
            children.iter().all(|child| child.numbers.pure),
        ),
    };
    // A position with a deciding child is solved, whatever its other children are.
    let sum = if least == 0 { INFINITE } else { sum };
    let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
    let solved = proof == 0 || disproof == 0;
    Numbers { proof, disproof, height: if solved { height + 1 } else { 0 }, pure: !solved || pure }
}

/// The child that is nearest to what the player choosing wants, and the number of the next one.
fn most_promising<M>(children: &[Child<M>], attacks: bool) -> (usize, u32) {
    let (mut best, mut second) = ((0, INFINITE), INFINITE);
    for (at, child) in children.iter().enumerate() {
        let wanted = child.numbers.seen(attacks).0;
        if wanted < best.1 {
            second = best.1;
            best = (at, wanted);
        } else {
            second = second.min(wanted);
        }
    }
    (best.0, second)
}

/// The move to a child that is proven, or disproven.
fn deciding<M: Copy>(children: &[Child<M>], proven: bool) -> Option<M> {
    let number = |child: &&Child<M>| {
        if proven { child.numbers.proof == 0 } else { child.numbers.disproof == 0 }
    };
    children.iter().find(number).map(|child| child.mv)
}
