//! What positions are labelled with.

use plyglot_arena::{Ending, MoveRecord, standings::seat_scores, store::StoredGame};
use plyglot_catalog::model::{Label, Target};
use plyglot_core::{AnySession, Payoffs, Player};

/// How a game ended, as far as labels need it.
pub struct End {
    /// The score of every seat.
    pub scores: Vec<f64>,
    /// What the rules paid, if they ended it.
    payoffs: Option<Payoffs>,
    /// The share of every seat.
    shares: Vec<f32>,
}

impl End {
    /// The end of a game that was replayed to the end; nothing if a fault decided it, or if the target needs
    /// payoffs and the rules paid none.
    pub fn of(game: &StoredGame, last: &dyn AnySession, target: Target) -> Option<End> {
        let result = &game.record.result;
        let fault = matches!(result.ending, Ending::Forfeit { .. }) || !result.out.is_empty();
        let payoffs = last.outcome();
        if fault || target == Target::Payoff && payoffs.is_none() {
            return None;
        }
        Some(End::scored(seat_scores(result), payoffs))
    }

    /// The end of a game with these scores.
    pub(crate) fn scored(scores: Vec<f64>, payoffs: Option<Payoffs>) -> End {
        let shares = shares(&scores);
        End { scores, payoffs, shares }
    }

    /// The label of a position in which that player is to move, among so many sides.
    pub fn label(&self, target: Target, mover: Player, sides: usize) -> Label {
        if sides > 2 {
            return match target {
                Target::Rank => Label::Scores(self.scores.iter().map(|own| *own as f32).collect()),
                _ => Label::Shares(self.shares.clone()),
            };
        }
        Label::Mover(match (target, &self.payoffs) {
            (Target::Payoff, Some(payoffs)) => payoffs[mover] as f32,
            _ => self.scores[mover.idx()] as f32,
        })
    }
}

/// The scores less the least of them, so that all add up to 1; equal parts of it if all are equal.
pub fn shares(scores: &[f64]) -> Vec<f32> {
    let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
    let all: f64 = scores.iter().map(|score| score - least).sum();
    let even = 1.0 / scores.len().max(1) as f64;
    let share = |score: &f64| if all > 0.0 { (score - least) / all } else { even };
    scores.iter().map(|score| share(score) as f32).collect()
}

/// What the search of a move expected for its player: the expected score, or for payoffs the logarithm of its
/// odds, which what a unit of it pays turns into a payoff ([`blend`]). `NAN` where it told nothing.
pub fn told(played: &MoveRecord, target: Target) -> f32 {
    let Some(expected) = played.expected else { return f32::NAN };
    match target {
        Target::Result | Target::Rank => expected as f32,
        Target::Payoff => {
            // A win that is certain has no odds; as far as most are that are not.
            let expected = expected.clamp(0.002, 0.998);
            (expected / (1.0 - expected)).ln() as f32
        }
    }
}

/// Mixes labels of one row each with what searches told, which gets the share that `lambda` leaves. Returns
/// what a unit of the told was worth: for payoffs fitted to the labels by least squares.
pub fn blend(labels: &mut [f32], told: &[f32], target: Target, lambda: f64) -> f64 {
    let known = || labels.iter().zip(told).filter(|(_, told)| !told.is_nan());
    let unit = match target {
        Target::Result | Target::Rank => 1.0,
        Target::Payoff => {
            let product = known().map(|(label, told)| f64::from(*label) * f64::from(*told));
            let square = known().map(|(_, told)| f64::from(*told).powi(2)).sum::<f64>();
            if square > 0.0 { product.sum::<f64>() / square } else { 0.0 }
        }
    };
    for (label, told) in labels.iter_mut().zip(told).filter(|(_, told)| !told.is_nan()) {
        let searched = unit * f64::from(*told);
        *label = (lambda * f64::from(*label) + (1.0 - lambda) * searched) as f32;
    }
    unit
}
