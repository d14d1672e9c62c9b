//! What a game declares of its positions for evaluations that are learnt.

use super::Checker;
use crate::{Features, Listed, MOST_COUNTS, MOST_SUMS, Player, seats};

/// What a seat sees: the stage, the canonical index of every instance by shape, counts and sums.
type Seen = (usize, Vec<(usize, u16)>, Vec<u16>, Vec<i16>);

impl<G: Listed> Checker<'_, G> {
    /// In a running game features keep to their limits, whoever looks, and symmetric positions look the same
    /// to the player to move.
    pub(super) fn features(&mut self, state: &G::State) {
        let Some(features) = G::FEATURES.filter(|_| self.game.outcome(state).is_none()) else {
            return;
        };
        let limits: Vec<_> = features.counts().iter().map(|count| count.values).collect();
        let few = limits.len() <= MOST_COUNTS && features.sums().len() <= MOST_SUMS;
        self.law(few, state, || "more counts or sums than there may be".to_owned());
        for seat in seats(self.game.players()) {
            let (stage, _, counts, _) = seen(features, self.game, state, seat);
            self.law(stage < features.stages(), state, || format!("stage {stage}"));
            let within = counts.iter().zip(&limits).all(|(count, limit)| count < limit);
            self.law(within, state, || format!("counts {counts:?} of {limits:?} for {seat:?}"));
        }
        if !features.is_symmetric() {
            return;
        }
        let own = seen(features, self.game, state, self.game.to_move(state));
        for image in self.game.symmetric(state) {
            let other = seen(features, self.game, &image, self.game.to_move(&image));
            self.same(other, own.clone(), &image, "features of a symmetric position");
        }
    }
}

fn seen<G: Listed>(features: &dyn Features<G>, game: &G, state: &G::State, seat: Player) -> Seen {
    let mut tied = Vec::new();
    if let Some(patterns) = features.patterns(game) {
        let lanes = patterns.indices(&features.planes(game, state, seat));
        let pairs = patterns.instances().iter().zip(lanes.as_flattened());
        tied.extend(pairs.map(|(shape, lane)| (*shape, patterns.canonical(*shape, *lane))));
        tied.sort_unstable();
    }
    let (mut counts, mut sums) = (vec![0; features.counts().len()], vec![0; features.sums().len()]);
    features.count(game, state, seat, &mut counts);
    features.sum(game, state, seat, &mut sums);
    (features.stage(game, state), tied, counts, sums)
}
