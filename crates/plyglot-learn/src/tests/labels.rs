//! What positions are labelled with.

use plyglot_arena::MoveRecord;
use plyglot_catalog::model::{Label, Target};
use plyglot_core::Player;

use crate::label::{End, blend, shares, told};

#[test]
fn shares_are_scores_above_the_least() {
    assert_eq!(shares(&[1.0, 0.25, 0.25]), [1.0, 0.0, 0.0]);
    assert_eq!(shares(&[0.0, 1.0, 0.5]), [0.0, 2.0 / 3.0, 1.0 / 3.0]);
    assert_eq!(shares(&[0.5, 0.5, 0.5, 0.5]), [0.25; 4]);
    assert_eq!(shares(&[0.75, 0.75, 0.0]), [0.5, 0.5, 0.0]);
}

#[test]
fn ranks_are_labelled_with_scores_and_results_with_shares() {
    let end = End::scored(vec![1.0, 0.25, 0.25], None);
    let label = |target, sides| end.label(target, Player(1), sides);
    assert_eq!(label(Target::Rank, 3), Label::Scores(vec![1.0, 0.25, 0.25]));
    assert_eq!(label(Target::Result, 3), Label::Shares(vec![1.0, 0.0, 0.0]));
    assert_eq!(label(Target::Rank, 2), Label::Mover(0.25), "between two it is the result");
}

fn searched(expected: Option<f64>) -> MoveRecord {
    let (seat, micros, depth, nodes) = (0, 0, 1, 1);
    MoveRecord { ply: String::new(), seat, micros, depth, nodes, value: None, expected }
}

#[test]
fn searches_have_the_share_that_results_leave() {
    let all = [Some(0.8), None, Some(0.4)];
    let heard: Vec<f32> = all.map(|own| told(&searched(own), Target::Result)).to_vec();
    let mut labels = [1.0, 1.0, 0.0];
    blend(&mut labels, &heard, Target::Result, 0.75);
    assert_eq!(labels, [0.95, 1.0, 0.1], "where nothing was told the result counts alone");
}

#[test]
fn odds_become_payoffs_by_what_they_were_worth() {
    // Odds of e to one brought ten, and their opposite lost ten.
    let odds = |lead: f64| Some(1.0 / (1.0 + (-lead).exp()));
    let heard: Vec<f32> =
        [1.0, -1.0, 2.0].map(|lead| told(&searched(odds(lead)), Target::Payoff)).to_vec();
    let mut labels = [10.0, -10.0, 20.0];
    let unit = blend(&mut labels, &heard, Target::Payoff, 0.5);
    assert!((unit - 10.0).abs() < 1e-3, "{unit}");
    assert!((labels[2] - 20.0).abs() < 1e-2, "{labels:?}");
    let certain = told(&searched(Some(1.0)), Target::Payoff);
    assert!(certain.is_finite() && certain > 6.0, "{certain}");
}
