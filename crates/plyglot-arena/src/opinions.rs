//! What agents think of a game, as far as that can end it.

use crate::Adjudication;

/// For how many of its moves in a row each side has held the game even, lost or won.
pub(crate) struct Opinions {
    even: Vec<u32>,
    lost: Vec<u32>,
    won: Vec<u32>,
}

impl Opinions {
    pub(crate) fn new(sides: usize) -> Self {
        Opinions { even: vec![0; sides], lost: vec![0; sides], won: vec![0; sides] }
    }

    /// Notes what a side expects. One that does not tell holds nothing.
    pub(crate) fn note(&mut self, rules: &Adjudication, side: usize, expected: Option<f64>) {
        let holds = |count: &mut u32, so: bool| *count = if so { *count + 1 } else { 0 };
        let within = |test: &dyn Fn(f64) -> bool| expected.is_some_and(test);
        if let Some(rule) = rules.draw {
            holds(&mut self.even[side], within(&|score| (score - 0.5).abs() <= rule.score));
        }
        if let Some(rule) = rules.resign {
            holds(&mut self.lost[side], within(&|score| score <= rule.score));
            holds(&mut self.won[side], within(&|score| score >= 1.0 - rule.score));
        }
    }

    pub(crate) fn even(&self, moves: u32, after: u32, plies: u32) -> bool {
        plies >= after && self.even.iter().all(|run| *run >= moves)
    }

    /// The side that both of two sides hold lost.
    pub(crate) fn loser(&self, moves: u32) -> Option<usize> {
        let lost = |side: &usize| self.lost[*side] >= moves && self.won[1 - side] >= moves;
        if self.lost.len() == 2 { (0..2).find(lost) } else { None }
    }
}
