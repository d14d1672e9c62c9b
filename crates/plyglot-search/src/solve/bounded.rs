//! What a side can force within a number of plies.
//!
//! A win within so many plies does not depend on how the position came about, so that the table holds
//! for all paths; and the quickest win repeats no position.

use plyglot_core::{Control, Ending, Game};

use super::{Problem, moves::Moves, table::Table};

/// What is known of a position.
#[derive(Clone, Copy)]
struct Entry {
    /// The goal is forced within this many plies, looking so many decisions ahead.
    forced: Option<(u32, u32)>,
    /// It is not forced within this many plies, looking so many decisions ahead.
    open: Option<(u32, u32)>,
    /// The move that forced it or refuted it, counted in the order of generation.
    best: u16,
}

/// An answer with how many decisions were looked ahead for it.
#[derive(Clone, Copy)]
struct Found {
    forced: bool,
    height: u32,
}

/// One side and its goal.
pub(crate) struct Bounded<'a, G: Game> {
    problem: &'a Problem<'a, G>,
    /// Whether it is the root's team that forces.
    own: bool,
    /// The root's result is to reach this, or to stay below it.
    goal: i32,
    table: Table<Entry>,
    /// Something was left open at the limit of plies.
    cut: bool,
    moves: Moves<G::Move>,
}

impl<'a, G: Game> Bounded<'a, G> {
    /// A side that wants the root's result to reach the goal (`own`) or to stay below it.
    pub(crate) fn new(problem: &'a Problem<'a, G>, own: bool, goal: i32, megabytes: usize) -> Self {
        let table = Table::new(megabytes);
        Bounded { problem, own, goal, table, cut: true, moves: Moves::new() }
    }

    /// Whether the last answer holds for any number of plies.
    pub(crate) fn is_complete(&self) -> bool {
        !self.cut
    }

    /// Whether the side forces its goal within `plies` plies.
    pub(crate) fn proves_root(
        &mut self,
        state: &G::State,
        plies: u32,
        control: &mut Control<'_>,
    ) -> bool {
        self.cut = false;
        self.forces(&mut state.clone(), plies, control).forced
    }

    /// The answer after a move, which may have ended the game.
    fn forces_after(
        &mut self,
        state: &mut G::State,
        plies: u32,
        control: &mut Control<'_>,
    ) -> Found {
        match self.problem.worth(state) {
            Some(worth) => Found { forced: (worth >= self.goal) == self.own, height: 0 },
            None => self.forces(state, plies, control),
        }
    }

    /// The answer for an unfinished game.
    fn forces(&mut self, state: &mut G::State, plies: u32, control: &mut Control<'_>) -> Found {
        let game = self.problem.game;
        // 1. The end of the budget, and what tables of endings know.
        if !control.tick() {
            return Found { forced: false, height: 0 };
        }
        if let Some(found) = self.told(state, plies) {
            return found;
        }
        // 2. The end of the plies.
        if plies == 0 && !(G::PLY_IS_TURN && game.mid_turn(state)) {
            self.cut = true;
            return Found { forced: false, height: 0 };
        }
        // 3. What the table knows.
        let (key, horizon) = (game.hash(state), game.horizon(state));
        let known = self.table.get(key);
        if let Some(found) = known.and_then(|entry| self.recall(entry, plies, horizon)) {
            return found;
        }
        // 4. All moves, until one decides.
        let attacks = self.problem.is_own(state) == self.own;
        let first = known.map(|entry| entry.best);
        let base = self.moves.push(self.problem, state, first, plies > 1, control);
        let (mut found, mut best) = (Found { forced: !attacks, height: 0 }, 0);
        for at in base..self.moves.len() {
            let (number, mv) = self.moves.get(at);
            let undo = game.make(state, mv);
            let left = plies.saturating_sub(self.problem.plies(state));
            let child = self.forces_after(state, left, control);
            game.unmake(state, mv, undo);
            if control.spent() {
                break;
            }
            found.height = found.height.max(child.height + 1);
            if child.forced == attacks {
                (found, best) = (Found { forced: attacks, height: found.height }, number);
                break;
            }
        }
        self.moves.truncate(base);
        // 5. What was learnt.
        if !control.spent() && found.height < horizon {
            self.learn(key, known, found, plies, best);
        }
        found
    }

    /// The answer of a known ending. A goal that is not forced, or not so soon, is so whatever counters say.
    fn told(&mut self, state: &G::State, plies: u32) -> Option<Found> {
        let known = self.problem.ending(state)?;
        let attacks = self.problem.is_own(state) == self.own;
        match (known.ending, attacks) {
            (Ending::Win(needed), true) | (Ending::Loss(needed), false) => {
                if needed <= plies {
                    return known.certain.then_some(Found { forced: true, height: needed });
                }
                self.cut = true;
            }
            _ => {}
        }
        Some(Found { forced: false, height: 0 })
    }

    /// The answer of an entry, if it has one that holds here.
    fn recall(&mut self, entry: Entry, plies: u32, horizon: u32) -> Option<Found> {
        let holds = |answer: Option<(u32, u32)>| answer.filter(|(_, height)| *height < horizon);
        if let Some((within, height)) = holds(entry.forced)
            && within <= plies
        {
            return Some(Found { forced: true, height });
        }
        let (within, height) = holds(entry.open)?;
        if within < plies {
            return None;
        }
        self.cut = true;
        Some(Found { forced: false, height })
    }

    fn learn(&mut self, key: u64, known: Option<Entry>, found: Found, plies: u32, best: u16) {
        let mut entry = known.unwrap_or(Entry { forced: None, open: None, best });
        let answer = Some((plies, found.height));
        if found.forced {
            entry.forced = answer;
        } else {
            entry.open = answer;
        }
        entry.best = best;
        self.table.put(key, plies, entry);
    }

    /// Best play of both sides from a position in which the goal is forced within exactly `plies`:
    /// the other side holds out as long as it can.
    pub(crate) fn line(
        &mut self,
        state: &G::State,
        mut plies: u32,
        control: &mut Control<'_>,
    ) -> Vec<G::Move> {
        let game = self.problem.game;
        let (mut state, mut line) = (state.clone(), Vec::new());
        while line.is_empty() || self.problem.worth(&state).is_none() {
            let attacks = self.problem.is_own(&state) == self.own;
            let (mut moves, mut choice) = (Vec::new(), None);
            game.moves(&state, &mut moves);
            for mv in moves {
                let undo = game.make(&mut state, mv);
                let left = plies.saturating_sub(self.problem.plies(&state));
                let needed = self.plies_needed(&mut state, left, control);
                game.unmake(&mut state, mv, undo);
                let Some(needed) = needed else { continue };
                let better = |other: u32| other != needed && (needed < other) == attacks;
                if choice.is_none_or(|(other, _)| better(other)) {
                    choice = Some((needed, mv));
                }
            }
            let Some((needed, mv)) = choice.filter(|_| !control.spent()) else { break };
            game.make(&mut state, mv);
            line.push(mv);
            plies = needed;
        }
        line
    }

    /// The least number of plies, up to `most`, within which the goal is forced.
    fn plies_needed(
        &mut self,
        state: &mut G::State,
        most: u32,
        control: &mut Control<'_>,
    ) -> Option<u32> {
        (0..=most).find(|plies| self.forces_after(state, *plies, control).forced)
    }
}
