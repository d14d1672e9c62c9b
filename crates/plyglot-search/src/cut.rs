//! Selective search by measured numbers: cuts where a shallower search, or the evaluation, says enough,
//! and reductions that grow.
//!
//! A value `v` found with depth `d'` foretells the one with depth `d` as `slope * v + shift`, give or take a
//! standard deviation; the option `cuts` has these numbers for every pair of depths, in points of the
//! evaluation and from the mover's side. All of a search has one confidence and its table belongs to it
//! alone, so entries need not tell how selectively they were found.

use plyglot_core::{
    Evaluate, Game, OptionKind, OptionSpec, Options, Score, SpecError, choices, options, shorten,
};

use crate::{
    distance::is_judged,
    node::{LATE, TABLE_DEPTH, Window, Worker, previous},
    params::Params,
    view::View,
};

options! {
    /// What is left out because numbers say that it hardly matters.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Selection {
        /// cut where a shallower search is this many standard deviations beyond the bound, by the pairs of
        /// depths in cuts; 0 for never
        pub probcut: f64 = "0" in 0.0..=20.0,
        /// cut near the leaves where the evaluation itself is this many standard deviations beyond the
        /// bound, by the pairs N-0 in cuts; 0 for never
        pub margin: f64 = "0" in 0.0..=20.0,
        /// cut where things are too good or too bad for the mover, or only where they are too good
        pub cut_side: CutSide = "both",
        /// The numbers of both.
        pub cuts: Fitted,
        /// late-move reductions that grow: at least this times log(depth) times log(place in the order), and
        /// no less than lmr
        pub lmr_log: f64 = "0" in 0.0..=4.0,
        /// search a ply less deep, from this depth on, where the table has no move to try first; 0 for never
        pub iir: u32 = "0" in 0..=200,
    }
}

choices! {
    /// On which side of the window a search may cut by numbers.
    pub enum CutSide {
        /// Where it is too good and where it is too bad for the mover.
        Both = "both",
        /// Only where it is too good, so that the opponent will avoid the position.
        High = "high",
    }
}

/// The text of the option `cuts`, if it is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted(pub Option<String>);

impl Fitted {
    pub(crate) const OPTIONS: [OptionSpec; 1] = [OptionSpec {
        name: "cuts",
        kind: OptionKind::Spec,
        default: "",
        help: "how values of two depths go together, as plyglot fit-cuts prints it: \
               DEPTH-SHALLOWER:SLOPE:SHIFT:DEVIATION, more after a /",
    }];

    pub(crate) fn read(options: &Options) -> Self {
        Fitted(options.find_spec("cuts").map(str::to_owned))
    }
}

/// How a value found with less depth foretells the one of a depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The depth of the value that is foretold.
    pub depth: u32,
    /// The lesser depth; 0 for the evaluation itself.
    pub check: u32,
    /// By what the shallower value is multiplied.
    pub slope: f64,
    /// What is added then.
    pub shift: f64,
    /// The standard deviation of what is left.
    pub deviation: f64,
}

/// Pairs that a list may have.
const MOST_PAIRS: usize = 256;

impl Pair {
    /// Reads the option `cuts`. The error names what cannot be read.
    pub fn read_list(text: &str) -> Result<Vec<Pair>, SpecError> {
        let parts: Vec<&str> = text.split('/').collect();
        if parts.len() > MOST_PAIRS {
            let count = parts.len();
            return Err(refused(text, &format!("at most {MOST_PAIRS} pairs, found {count}")));
        }
        parts.iter().map(|part| Pair::read(part.trim())).collect()
    }

    fn read(text: &str) -> Result<Pair, SpecError> {
        Pair::split(text).ok_or_else(|| {
            refused(
                text,
                "DEPTH-SHALLOWER:SLOPE:SHIFT:DEVIATION such as 4-2:0.97:-12:250, depths to 200, the second \
                 less than the first, slope 0.05 to 20, deviation not negative",
            )
        })
    }

    fn split(text: &str) -> Option<Pair> {
        let mut parts = text.split(':');
        let (depth, check) = parts.next()?.split_once('-')?;
        let mut number = || parts.next()?.parse::<f64>().ok().filter(|own| own.abs() <= 1e9);
        let (slope, shift, deviation) = (number()?, number()?, number()?);
        let pair = Pair {
            depth: depth.parse().ok()?,
            check: check.parse().ok()?,
            slope,
            shift,
            deviation,
        };
        let depths = pair.check < pair.depth && pair.depth <= 200;
        let numbers = (0.05..=20.0).contains(&slope) && deviation >= 0.0;
        (depths && numbers && parts.next().is_none()).then_some(pair)
    }

    /// The same pair as it is taken for a greater depth of the same parity: the check grows half as fast.
    fn deeper(self, depth: u32) -> Pair {
        Pair { depth, check: self.check + 2 * ((depth - self.depth) / 4), ..self }
    }
}

impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Pair { depth, check, slope, shift, deviation } = self;
        write!(f, "{depth}-{check}:{slope}:{shift}:{deviation}")
    }
}

fn refused(text: &str, expected: &str) -> SpecError {
    SpecError(format!("option cuts: {:?}: expected {expected}", shorten(text)))
}

/// Depths and places in the order beyond which reductions grow no more.
const REDUCED: usize = 64;
/// Depths beyond which nothing is cut: more than any search has.
const DEEPEST: u32 = 255;

/// The numbers of a search, made ready for its nodes.
pub(crate) struct Cuts {
    /// The pairs of every depth, in the order of the list.
    pairs: Vec<Vec<Ready>>,
    high_only: bool,
    /// By depth and place in the order; empty if they do not grow.
    reductions: Vec<u8>,
}

/// A pair with the confidence that is asked for.
#[derive(Clone, Copy)]
struct Ready {
    check: u32,
    slope: f64,
    shift: f64,
    /// How far beyond the bound the foretold value must be.
    reach: f64,
}

impl Cuts {
    /// What the parameters ask for; nothing if they ask for nothing. An error if the pairs cannot be read.
    pub(crate) fn new(params: &Params) -> Result<Option<Cuts>, SpecError> {
        let Selection { probcut, margin, cut_side, ref cuts, lmr_log, .. } = params.selection;
        // They are read even where nothing asks for them: what is wrong is told when it is written.
        let given = cuts.0.as_deref().map(Pair::read_list).transpose()?;
        if probcut == 0.0 && margin == 0.0 && lmr_log == 0.0 {
            return Ok(None);
        }
        let pairs = match given {
            Some(pairs) => pairs,
            None if probcut == 0.0 && margin == 0.0 => Vec::new(),
            None => {
                let (name, value) =
                    if probcut > 0.0 { ("probcut", probcut) } else { ("margin", margin) };
                return Err(SpecError(format!(
                    "option {name}={value}: expected cuts with it, which plyglot fit-cuts measures"
                )));
            }
        };
        let ready = |depth| {
            let all = listed(&pairs, depth).into_iter().map(|pair| {
                let confidence = if pair.check == 0 { margin } else { probcut };
                let Pair { check, slope, shift, deviation, .. } = pair;
                (confidence > 0.0).then_some(Ready {
                    check,
                    slope,
                    shift,
                    reach: confidence * deviation,
                })
            });
            all.flatten().collect()
        };
        Ok(Some(Cuts {
            pairs: (0..=DEEPEST).map(ready).collect(),
            high_only: cut_side == CutSide::High,
            reductions: if lmr_log > 0.0 { reductions(lmr_log, params.lmr) } else { Vec::new() },
        }))
    }

    #[inline]
    fn at(&self, depth: u32) -> &[Ready] {
        self.pairs.get(depth as usize).map_or(&[], Vec::as_slice)
    }

    /// By how much less deep a quiet move at a place in the order is searched first, if that grows.
    #[inline]
    pub(crate) fn reduction(&self, depth: u32, place: usize) -> Option<u32> {
        let at = (depth as usize).min(REDUCED - 1) * REDUCED + place.min(REDUCED - 1);
        self.reductions.get(at).map(|own| u32::from(*own))
    }
}

/// The pairs of a depth: those of the list or, beyond its end, the last ones of the same parity with checks
/// that grow along. The evaluation alone says nothing there.
fn listed(pairs: &[Pair], depth: u32) -> Vec<Pair> {
    let checked = pairs.iter().filter(|pair| pair.check > 0);
    let last = checked.map(|pair| pair.depth).max().unwrap_or(0);
    if depth <= last || last == 0 {
        return pairs.iter().filter(|pair| pair.depth == depth).copied().collect();
    }
    let alike =
        pairs.iter().filter(|pair| pair.check > 0 && (depth - pair.depth).is_multiple_of(2));
    let from = alike.clone().map(|pair| pair.depth).max();
    alike.filter(|pair| Some(pair.depth) == from).map(|pair| pair.deeper(depth)).collect()
}

/// Reductions by depth and place: never so much that nothing is left, and none for the first moves.
fn reductions(factor: f64, least: u32) -> Vec<u8> {
    let mut all = vec![0; REDUCED * REDUCED];
    for depth in 1..REDUCED {
        for place in LATE..REDUCED {
            let grown = factor * (depth as f64).ln() * (place as f64).ln();
            let least = if depth as u32 > least + 1 { least } else { 0 };
            let most = (depth as u32).saturating_sub(2);
            all[depth * REDUCED + place] = (grown as u32).max(least).min(most) as u8;
        }
    }
    all
}

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, V, E> {
    /// The bound of the window that a node will not come back to by what the numbers say, if any: there is
    /// nothing but a bound to be found, no end of the game is in question, the mover is between turns and
    /// can keep quiet (the node's moves begin at `base`), and nothing rests on a repetition. The checks
    /// themselves are searched without such cuts. A check that came to the end of the game is no
    /// guess: then its own value is returned.
    pub(crate) fn try_cut(
        &mut self,
        cuts: &Cuts,
        state: &mut G::State,
        node: Place<E::Score>,
        maximise: bool,
    ) -> Option<E::Score> {
        let Place { depth, window, base, .. } = node;
        let pairs = cuts.at(depth);
        if pairs.is_empty()
            || self.checking
            || window.beta > window.alpha.next()
            || !is_judged(window.alpha)
            || !is_judged(window.beta)
            || self.game.mid_turn(state)
            || !self.can_rest(state, base)
        {
            return None;
        }
        let standing = self.estimate(state);
        let above = standing >= window.beta;
        if cuts.high_only && above != maximise {
            return None;
        }
        let bound = if above { window.beta } else { window.alpha };
        for pair in pairs {
            let goal = pair.goal(bound.real(), above, maximise);
            let goal = E::Score::from_real(goal);
            let beyond = |value: E::Score| if above { value >= goal } else { value <= goal };
            if pair.check == 0 {
                if beyond(standing) {
                    self.footing.estimated = true;
                    return Some(bound);
                }
            } else if is_judged(goal)
                && let Some(found) = self.check(state, pair.check, node.ply, goal, above)
                && beyond(found)
            {
                return Some(if self.footing.estimated { bound } else { found });
            }
        }
        None
    }

    /// By how much less deep a quiet move at a place in the order is searched first.
    #[inline]
    pub(crate) fn reduction(&self, depth: u32, place: usize) -> u32 {
        if place < LATE {
            return 0;
        }
        let grown = self.cuts.and_then(|cuts| cuts.reduction(depth, place));
        let fixed = if depth > self.params.lmr + 1 { self.params.lmr } else { 0 };
        grown.unwrap_or(fixed)
    }

    /// The depth of a node that the table has no move of to try first. A check keeps its own, whose parity
    /// matters.
    #[inline]
    pub(crate) fn without_lead(&self, depth: u32) -> u32 {
        let least = self.params.selection.iir;
        let less = least > 0 && depth >= least.max(TABLE_DEPTH) && !self.checking;
        depth - u32::from(less && self.table.is_some())
    }

    /// Searches a node less deep for whether its value is at least (or at most) `goal`. What it rests on is
    /// kept only if it is, and nothing is known if it rests on a repetition or on the clock.
    fn check(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        goal: E::Score,
        above: bool,
    ) -> Option<E::Score> {
        let window = if above {
            Window { alpha: previous(goal), beta: goal }
        } else {
            Window { alpha: goal, beta: goal.next() }
        };
        let before = self.footing;
        self.checking = true;
        let value = self.expand(state, depth, ply, window, false);
        self.checking = false;
        let beyond = if above { value >= goal } else { value <= goal };
        if !self.stopped && beyond && self.footing.is_lasting() {
            return Some(value);
        }
        self.footing = before;
        None
    }

    /// Whether the mover has a move that is not noisy, so that the evaluation means something.
    fn can_rest(&mut self, state: &mut G::State, base: usize) -> bool {
        let Some(order) = self.order else { return true };
        let moves = base..self.memory.moves.len();
        moves.into_iter().any(|at| {
            let mv = self.memory.moves[at];
            !self.view.is_noisy(self.game, state, order, mv)
        })
    }
}

impl Ready {
    /// What the shallower value must reach for the deeper one to be beyond the bound. Numbers are the
    /// mover's: for who minimises all signs change.
    fn goal(&self, bound: f64, above: bool, maximise: bool) -> f64 {
        let shift = if maximise { self.shift } else { -self.shift };
        let reach = if above { self.reach } else { -self.reach };
        (bound - shift + reach) / self.slope
    }
}

/// Where a node stands in the search.
#[derive(Clone, Copy)]
pub(crate) struct Place<S> {
    pub(crate) depth: u32,
    pub(crate) ply: usize,
    pub(crate) window: Window<S>,
    /// Where its moves begin.
    pub(crate) base: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_the_list_checks_grow_half_as_fast() {
        let pairs = Pair::read_list("2-0:1:0:1/5-1:1:0:5/7-3:1:0:7/8-2:1:0:8/8-4:1:0:9").unwrap();
        let at = |depth| {
            let pairs = listed(&pairs, depth);
            pairs.iter().map(|own| (own.check, own.deviation)).collect::<Vec<_>>()
        };
        assert_eq!(at(2), [(0, 1.0)]);
        assert_eq!(at(6), []);
        assert_eq!(at(8), [(2, 8.0), (4, 9.0)]);
        assert_eq!((at(9), at(11)), (vec![(3, 7.0)], vec![(5, 7.0)]));
        assert_eq!((at(10), at(12)), (vec![(2, 8.0), (4, 9.0)], vec![(4, 8.0), (6, 9.0)]));
    }

    #[test]
    fn goals_are_the_same_from_both_sides() {
        let pair = Ready { check: 2, slope: 0.5, shift: 10.0, reach: 40.0 };
        // 0.5 * 260 + 10 is 40 above 100, and 0.5 * 100 + 10 is 40 below it.
        assert_eq!(pair.goal(100.0, true, true), 260.0);
        assert_eq!(pair.goal(100.0, false, true), 100.0);
        assert_eq!(pair.goal(-100.0, false, false), -260.0);
        assert_eq!(pair.goal(-100.0, true, false), -100.0);
    }
}
