//! The evaluation that a model makes.

use std::sync::Arc;

use plyglot_core::{
    Evaluate, Features, Game, Layout, MOST_COUNTS, MOST_SUMS, PerPlayer, Planes, Player, Tracker,
    seats,
};

use crate::{Model, ModelError, Network, network::Units, odds};

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
        let fits =
            model.weights.len() == wanted || model.weights.is_empty() && model.network.is_some();
        if model.digest != layout.digest || !fits {
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
        let planes = self.features.planes(game, state, seat);
        let network = model.network.as_ref().map_or(0, |own| own.value(&planes, stage));
        network + self.weighed(game, state, seat, stage, &planes)
    }

    /// The same, following the position that the seat saw last.
    #[inline]
    fn follow(&self, game: &G, state: &G::State, seat: Player, last: &mut Last) -> i32 {
        let Fitted { layout, model, .. } = &*self.fitted;
        let stage = self.features.stage(game, state).min(layout.stages - 1);
        let (planes, before) = (self.features.planes(game, state, seat), last.planes);
        last.planes = planes;
        let follow = |own: &Network| own.follow(&mut last.units, &before, &planes, stage);
        let network = model.network.as_ref().map_or(0, follow);
        network + self.weighed(game, state, seat, stage, &planes)
    }

    /// What the weights of its stage say of a position.
    #[inline]
    fn weighed(
        &self,
        game: &G,
        state: &G::State,
        seat: Player,
        stage: usize,
        planes: &Planes,
    ) -> i32 {
        let Fitted { layout, model, .. } = &*self.fitted;
        if model.weights.is_empty() {
            return 0;
        }
        let weights = &model.weights[stage * layout.size..][..layout.size];
        let mut value = 0;
        if let Some(patterns) = self.features.patterns(game) {
            let lanes = patterns.indices(planes);
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
        self.claims_by(game, state, |seat| self.sum(game, state, seat))
    }

    /// The same, where somebody knows what a seat says.
    #[inline]
    fn claims_by(
        &self,
        game: &G,
        state: &G::State,
        mut sum: impl FnMut(Player) -> i32,
    ) -> PerPlayer<Option<i32>> {
        let mut claims = PerPlayer::default();
        for seat in seats(game.players()) {
            if self.features.in_play(game, state, seat) {
                claims[seat] = Some(sum(seat));
            }
        }
        claims
    }
}

/// What is known of the position that a seat saw last.
#[derive(Clone)]
struct Last {
    planes: Planes,
    units: Units,
}

/// The evaluation as it follows a search, seat by seat.
struct Following<G: Game> {
    learned: Learned<G>,
    last: Vec<Last>,
}

impl<G: Game> Tracker<G, i64> for Following<G> {
    #[inline]
    fn score(&mut self, game: &G, state: &G::State, pov: Player) -> i64 {
        let Following { learned, last } = self;
        if learned.fitted.two_sided {
            let mover = game.to_move(state);
            let value = learned.follow(game, state, mover, &mut last[mover.idx()]);
            let value = i64::from(value);
            return if game.team(mover) == game.team(pov) { value } else { -value };
        }
        let sum = |seat: Player| learned.follow(game, state, seat, &mut last[seat.idx()]);
        against_others(&learned.claims_by(game, state, sum), game.players(), pov)
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

    /// Networks follow. Patterns are read anew, which is faster: two boards of Reversi that are asked about one after the
    /// other differ in most groups of cells.
    fn tracker(&self, game: &G) -> Option<Box<dyn Tracker<G, i64>>> {
        let units = self.fitted.model.network.as_ref()?.empty();
        let last = vec![Last { planes: Planes::default(), units }; usize::from(game.players())];
        Some(Box::new(Following { learned: self.clone(), last }))
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
