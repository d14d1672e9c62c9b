//! A review: what every ply of a game gave away, from what one agent thinks of every position.
//!
//! All is told in expected scores. What a ply cost is what its player could expect before it less what was
//! left after it, by the same agent; what it gave to others are their differences.

use serde::{Deserialize, Serialize};

use crate::Line;

/// What an agent thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The expected score of every seat, where it is known.
    pub expected: Vec<Option<f64>>,
    /// The best line; none once the game is over.
    pub best: Option<Line>,
    /// Whether there was one legal ply only.
    pub forced: bool,
}

/// How good a ply was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// There was no other.
    Forced,
    /// What the agent would have played.
    Best,
    /// It cost little or nothing.
    Good,
    /// It cost something.
    Inaccuracy,
    /// It cost much.
    Mistake,
    /// It cost most of what there was.
    Blunder,
}

/// A ply with what it cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReviewedPly))]
pub struct Reviewed {
    /// Its number, from 0.
    pub ply: usize,
    /// Who played it.
    pub seat: u8,
    /// The expected scores after it.
    pub expected: Vec<Option<f64>>,
    /// What its player lost of the expected score.
    pub loss: Option<f64>,
    /// How good it was.
    pub judgement: Judgement,
    /// What would have been better, where something would.
    pub best: Option<Line>,
    /// What it gave to each seat.
    pub gained: Vec<Option<f64>>,
}

/// How well a seat played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatReview {
    /// From 0 to 100; none if it had no choice that could be judged.
    pub accuracy: Option<f64>,
    /// How many of each.
    pub inaccuracies: u32,
    /// How many of each.
    pub mistakes: u32,
    /// How many of each.
    pub blunders: u32,
}

/// The losses of the expected score from which on a ply is an inaccuracy, a mistake or a blunder. A score goes
/// from 0 to 1 with any number of players, so the bounds are the same for all.
pub const BOUNDS: [f64; 3] = [0.05, 0.10, 0.15];

/// How fast accuracy falls with the loss: a seat that loses a twentieth of the score with every ply has 78.
const FALL: f64 = 5.0;

/// How judgements and accuracy are made, in words.
pub const ABOUT: &str = "A move costs what its player's expected score falls by, as the same agent sees \
    the positions before and after it; a score goes from 0 (last) to 100 (first). 5, 10 and 15 points are an \
    inaccuracy, a mistake and a blunder. Accuracy is the mean of 100·exp(−5·loss), the loss from 0 to 1, over a \
    player's moves with a choice. All of it is only as good as the agent and its number of positions a move.";

/// Judges a ply by the opinions of the position before and after it. `played` is its canonical spelling.
pub fn judge(ply: usize, seat: u8, played: &str, before: &Opinion, after: &Opinion) -> Reviewed {
    let own = usize::from(seat);
    let seats = before.expected.len();
    let difference = |at: usize| Some(after.expected[at]? - before.expected[at]?);
    let gained: Vec<_> = (0..seats).map(difference).collect();
    let is_best = before.best.as_ref().is_some_and(|line| line.ply.as_deref() == Some(played));
    let loss = gained[own].map(|gain| (-gain).max(0.0));
    // What the agent would have played itself cannot be held against anybody.
    let loss = if is_best || before.forced { loss.map(|_| 0.0) } else { loss };
    let judgement = match loss {
        _ if before.forced => Judgement::Forced,
        _ if is_best => Judgement::Best,
        Some(loss) if loss >= BOUNDS[2] => Judgement::Blunder,
        Some(loss) if loss >= BOUNDS[1] => Judgement::Mistake,
        Some(loss) if loss >= BOUNDS[0] => Judgement::Inaccuracy,
        _ => Judgement::Good,
    };
    let bad = matches!(judgement, Judgement::Inaccuracy | Judgement::Mistake | Judgement::Blunder);
    let best = before.best.clone().filter(|_| bad);
    Reviewed { ply, seat, expected: after.expected.clone(), loss, judgement, best, gained }
}

/// How well each seat played, and who gained by whose losses: `[who erred][who gained]`.
pub fn sum_up(plies: &[Reviewed], seats: usize) -> (Vec<SeatReview>, Vec<Vec<f64>>) {
    let mut told = vec![SeatReview::default(); seats];
    let mut profited = vec![vec![0.0; seats]; seats];
    let mut sums = vec![(0.0, 0_u32); seats];
    for ply in plies {
        let own = usize::from(ply.seat);
        let seat = &mut told[own];
        match ply.judgement {
            Judgement::Inaccuracy => seat.inaccuracies += 1,
            Judgement::Mistake => seat.mistakes += 1,
            Judgement::Blunder => seat.blunders += 1,
            Judgement::Forced | Judgement::Best | Judgement::Good => {}
        }
        let Some(loss) = ply.loss.filter(|_| ply.judgement != Judgement::Forced) else { continue };
        sums[own].0 += 100.0 * (-FALL * loss).exp();
        sums[own].1 += 1;
        if loss > 0.0 {
            for (at, gain) in ply.gained.iter().enumerate().filter(|(at, _)| *at != own) {
                profited[own][at] += gain.unwrap_or(0.0).max(0.0);
            }
        }
    }
    for (seat, (sum, count)) in told.iter_mut().zip(sums) {
        seat.accuracy = (count > 0).then(|| sum / f64::from(count));
    }
    (told, profited)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(expected: &[f64], best: &str) -> Opinion {
        let line = Line {
            ply: Some(best.to_owned()),
            pv: vec![best.to_owned()],
            value: None,
            values: Vec::new(),
            expected: Vec::new(),
            words: String::new(),
        };
        let expected = expected.iter().copied().map(Some).collect();
        Opinion { expected, best: Some(line), forced: false }
    }

    #[test]
    fn losses_are_told_with_what_would_have_been_better_and_who_gained() {
        let two = judge(0, 0, "b", &opinion(&[0.6, 0.4], "a"), &opinion(&[0.52, 0.48], "c"));
        assert_eq!(two.judgement, Judgement::Inaccuracy);
        assert_eq!(two.best.unwrap().ply.as_deref(), Some("a"));
        let three =
            judge(0, 1, "b", &opinion(&[0.5, 0.6, 0.4], "a"), &opinion(&[0.5, 0.48, 0.52], "c"));
        assert_eq!(three.judgement, Judgement::Mistake);
        let (seats, profited) = sum_up(&[three], 3);
        assert_eq!((seats[1].mistakes, seats[0].accuracy), (1, None));
        assert!((profited[1][2] - 0.12).abs() < 1e-9 && profited[1][0] == 0.0);
    }

    #[test]
    fn what_the_agent_would_play_and_what_is_forced_costs_nothing() {
        let before = opinion(&[0.6, 0.4], "a");
        let same = judge(3, 0, "a", &before, &opinion(&[0.1, 0.9], "x"));
        assert_eq!((same.judgement, same.loss), (Judgement::Best, Some(0.0)));
        let forced = Opinion { forced: true, ..before };
        let only = judge(3, 0, "b", &forced, &opinion(&[0.1, 0.9], "x"));
        assert_eq!((only.judgement, only.loss), (Judgement::Forced, Some(0.0)));
        let (seats, _) = sum_up(&[same, only], 2);
        assert_eq!(seats[0].accuracy, Some(100.0));
    }
}
