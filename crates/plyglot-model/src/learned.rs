//! The evaluation that a model makes.

use std::sync::Arc;

use plyglot_core::{
    Evaluate, Features, Game, Layout, MOST_COUNTS, MOST_SUMS, PerPlayer, Player, seats,
};

use crate::{Model, ModelError, odds};

/// How good a position is by what was learnt. Copies share the weights.
pub struct Learned<G: Game> {
    features: &'static dyn Features<G>,
    fitted: Arc<Fitted>,
}

/// A model with the layout that it fits.
struct Fitted {
    layout: Layout,
    model: Model,
    /// Whether there are only two sides, so that one seat tells everything.
    two_sided: bool,
}

impl<G: Game> Clone for Learned<G> {
    fn clone(&self) -> Self {
        Learned { features: self.features, fitted: Arc::clone(&self.fitted) }
    }
}

impl<G: Game> Learned<G> {
    /// The evaluation of a model under some rules, which must have the features that it is for.
    pub fn new(
        features: &'static dyn Features<G>,
        game: &G,
        mut model: Model,
    ) -> Result<Self, ModelError> {
        let layout = Layout::of(features, game);
        let wanted = layout.size * layout.stages;
        if model.digest != layout.digest || model.weights.len() != wanted {
            return Err(ModelError::Layout);
        }
        model.untie(&layout, features.patterns(game));
        let two_sided = game.sides().count() == 2;
        Ok(Learned { features, fitted: Arc::new(Fitted { layout, model, two_sided }) })
    }

    /// Whether these rules have the features that it is for.
    pub fn fits(&self, game: &G) -> Result<(), ModelError> {
        let same = Layout::of(self.features, game).digest == self.fitted.layout.digest
            && self.fitted.two_sided == (game.sides().count() == 2);
        if same { Ok(()) } else { Err(ModelError::Layout) }
    }

    /// What it was made from.
    pub fn model(&self) -> &Model {
        &self.fitted.model
    }

    /// What the features of a position add up to as a seat sees it.
    #[inline]
    fn sum(&self, game: &G, state: &G::State, seat: Player) -> i32 {
        let Fitted { layout, model, .. } = &*self.fitted;
        let stage = self.features.stage(game, state).min(layout.stages - 1);
        let weights = &model.weights[stage * layout.size..][..layout.size];
        let mut value = 0;
        if let Some(patterns) = self.features.patterns(game) {
            let lanes = patterns.indices(&self.features.planes(game, state, seat));
            for (from, lane) in layout.instances.iter().zip(lanes.as_flattened()) {
                value += i32::from(weights[*from as usize + usize::from(*lane)]);
            }
        }
        if !layout.counts.is_empty() {
            let mut counts = [0; MOST_COUNTS];
            let counts = &mut counts[..layout.counts.len()];
            self.features.count(game, state, seat, counts);
            for (from, count) in layout.counts.iter().zip(counts) {
                value += i32::from(weights[*from as usize + usize::from(*count)]);
            }
        }
        match layout.sum_count {
            0 => value,
            // Most games have few, and clearing room for all that there may be takes time.
            1..=FEW => value + self.sums::<FEW>(game, state, seat, weights),
            _ => value + self.sums::<MOST_SUMS>(game, state, seat, weights),
        }
    }

    /// What the sums of a position, at most `N`, are worth by the weights of its stage.
    fn sums<const N: usize>(
        &self,
        game: &G,
        state: &G::State,
        seat: Player,
        weights: &[i16],
    ) -> i32 {
        let layout = &self.fitted.layout;
        let mut sums = [0; N];
        let sums = &mut sums[..layout.sum_count];
        self.features.sum(game, state, seat, sums);
        let terms = weights[layout.sums as usize..].iter().zip(sums);
        terms.map(|(weight, times)| i32::from(*weight) * i32::from(*times)).sum()
    }

    /// What every seat in play says of itself; nothing for the others.
    fn claims(&self, game: &G, state: &G::State) -> PerPlayer<Option<i32>> {
        let mut claims = PerPlayer::default();
        for seat in seats(game.players()) {
            if self.features.in_play(game, state, seat) {
                claims[seat] = Some(self.sum(game, state, seat));
            }
        }
        claims
    }
}

impl<G: Game> Evaluate<G> for Learned<G> {
    type Score = i64;

    #[inline]
    fn score(&self, game: &G, state: &G::State, pov: Player) -> i64 {
        if self.fitted.two_sided {
            let mover = game.to_move(state);
            let value = i64::from(self.sum(game, state, mover));
            return if game.team(mover) == game.team(pov) { value } else { -value };
        }
        against_others(&self.claims(game, state), game.players(), pov)
    }

    fn scores(&self, game: &G, state: &G::State) -> PerPlayer<i64> {
        let mut scores = PerPlayer::default();
        if self.fitted.two_sided {
            for seat in seats(game.players()) {
                scores[seat] = self.score(game, state, seat);
            }
            return scores;
        }
        let claims = self.claims(game, state);
        for seat in seats(game.players()) {
            scores[seat] = against_others(&claims, game.players(), seat);
        }
        scores
    }
}

/// As many sums as most games have at most.
const FEW: usize = 32;

/// Far below everybody in play.
const OUT: i64 = -1_000_000;

/// The claim of a seat against those of all others together. Who is out has nothing to hope for, and
/// what was theirs goes to the others.
fn against_others(claims: &PerPlayer<Option<i32>>, players: u8, seat: Player) -> i64 {
    let Some(own) = claims[seat] else { return OUT };
    let others = seats(players).filter(|other| *other != seat).filter_map(|other| claims[other]);
    others.reduce(odds::add).map_or(-OUT, |others| i64::from(own) - i64::from(others))
}
