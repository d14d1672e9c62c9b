//! The evaluation that a model makes.

use std::sync::Arc;

use plyglot_core::{
    Evaluate, Features, Game, Layout, MAX_PLAYERS, MOST_COUNTS, MOST_SUMS, PerPlayer, Planes,
    Player, Tracker, seats,
};

use crate::{Model, ModelError, Network, Samples, Target, network::Units, odds, samples::Position};

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
    /// Whether all seats are asked at once: among more than two sides, if there are only sums.
    at_once: bool,
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
        let network = model.network.as_ref();
        let fits = fits && network.is_none_or(|own| own.stages() == layout.stages);
        if model.digest != layout.digest || !fits {
            return Err(ModelError::Layout);
        }
        model.untie(&layout, features.patterns(game));
        let two_sided = game.sides().count() == 2;
        let only_sums = layout.instances.is_empty() && layout.counts.is_empty();
        let at_once = !two_sided && only_sums && model.network.is_none() && layout.sum_count <= FEW;
        Ok(Learned { features, fitted: Arc::new(Fitted { layout, model, two_sided, at_once }) })
    }

    /// What it was made from.
    pub fn model(&self) -> &Model {
        &self.fitted.model
    }

    /// What the features of a position add up to as a seat sees it.
    #[inline]
    fn sum(&self, game: &G, state: &G::State, seat: Player) -> i32 {
        self.sum_with(game, state, seat, |network, planes, stage| network.value(planes, stage))
    }

    /// The same, following the position that the seat saw last.
    #[inline]
    fn follow(&self, game: &G, state: &G::State, seat: Player, last: &mut Last) -> i32 {
        self.sum_with(game, state, seat, |network, planes, stage| {
            let before = std::mem::replace(&mut last.planes, *planes);
            network.follow(&mut last.units, &before, planes, stage)
        })
    }

    /// The same, where somebody asks the network, if there is one.
    #[inline]
    fn sum_with(
        &self,
        game: &G,
        state: &G::State,
        seat: Player,
        ask: impl FnOnce(&Network, &Planes, usize) -> i32,
    ) -> i32 {
        let Fitted { layout, model, .. } = &*self.fitted;
        let stage = self.features.stage(game, state).min(layout.stages - 1);
        let planes = self.features.planes(game, state, seat);
        let network = model.network.as_ref().map_or(0, |own| ask(own, &planes, stage));
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
        weigh(&weights[layout.sums as usize..], sums)
    }

    /// What every seat in play says of itself, as somebody knows it; nothing for the others.
    #[inline]
    fn claims(
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

    /// The same for all seats at once.
    fn claims_at_once(&self, game: &G, state: &G::State) -> PerPlayer<Option<i32>> {
        let Fitted { layout, model, .. } = &*self.fitted;
        let stage = self.features.stage(game, state).min(layout.stages - 1);
        let weights = &model.weights[stage * layout.size..][..layout.size];
        let mut all = [0; FEW * MAX_PLAYERS];
        self.features.sum_all(
            game,
            state,
            &mut all[..layout.sum_count * usize::from(game.players())],
        );
        let row = |seat: Player| &all[seat.idx() * layout.sum_count..][..layout.sum_count];
        self.claims(game, state, |seat| weigh(weights, row(seat)))
    }

    /// How good a position is for `pov`, where somebody knows what a seat says of itself.
    #[inline]
    fn score_by(
        &self,
        game: &G,
        state: &G::State,
        pov: Player,
        mut sum: impl FnMut(Player) -> i32,
    ) -> i64 {
        if self.fitted.two_sided {
            let mover = game.to_move(state);
            return for_side(game, mover, i64::from(sum(mover)), pov);
        }
        let claims = self.claims(game, state, sum);
        rated(self.fitted.model.target, &claims, game.players(), pov)
    }

    /// The same for every seat.
    #[inline]
    fn scores_by(
        &self,
        game: &G,
        state: &G::State,
        mut sum: impl FnMut(Player) -> i32,
    ) -> PerPlayer<i64> {
        let mut scores = PerPlayer::default();
        if self.fitted.two_sided {
            let mover = game.to_move(state);
            let value = i64::from(sum(mover));
            seats(game.players())
                .for_each(|seat| scores[seat] = for_side(game, mover, value, seat));
            return scores;
        }
        self.rate_all(game, &self.claims(game, state, sum))
    }

    fn rate_all(&self, game: &G, claims: &PerPlayer<Option<i32>>) -> PerPlayer<i64> {
        let mut scores = PerPlayer::default();
        for seat in seats(game.players()) {
            scores[seat] = rated(self.fitted.model.target, claims, game.players(), seat);
        }
        scores
    }
}

/// What is known of the position that a seat saw last.
#[derive(Clone)]
struct Last {
    planes: Planes,
    units: Units,
}

impl Last {
    /// What is known of an empty board.
    fn none(network: &Network) -> Last {
        Last { planes: Planes::default(), units: network.empty() }
    }
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
        learned.score_by(game, state, pov, |seat| {
            learned.follow(game, state, seat, &mut last[seat.idx()])
        })
    }
}

impl<G: Game> Evaluate<G> for Learned<G> {
    type Score = i64;

    #[inline]
    fn score(&self, game: &G, state: &G::State, pov: Player) -> i64 {
        if self.fitted.at_once {
            let claims = self.claims_at_once(game, state);
            return rated(self.fitted.model.target, &claims, game.players(), pov);
        }
        self.score_by(game, state, pov, |seat| self.sum(game, state, seat))
    }

    fn scores(&self, game: &G, state: &G::State) -> PerPlayer<i64> {
        if self.fitted.at_once {
            return self.rate_all(game, &self.claims_at_once(game, state));
        }
        self.scores_by(game, state, |seat| self.sum(game, state, seat))
    }

    /// Networks follow from one position to the next, seat by seat.
    fn scores_of(&self, game: &G, states: &[G::State], found: &mut Vec<PerPlayer<i64>>) {
        found.clear();
        let Some(network) = &self.fitted.model.network else {
            found.extend(states.iter().map(|state| self.scores(game, state)));
            return;
        };
        let mut last: PerPlayer<Option<Last>> = PerPlayer::default();
        found.extend(states.iter().map(|state| {
            self.scores_by(game, state, |seat| {
                let last = last[seat].get_or_insert_with(|| Last::none(network));
                self.follow(game, state, seat, last)
            })
        }));
    }

    /// Networks follow. Patterns are read anew, which is faster: two boards of Reversi that are asked about one after the
    /// other differ in most groups of cells.
    fn tracker(&self, game: &G) -> Option<Box<dyn Tracker<G, i64>>> {
        let none = Last::none(self.fitted.model.network.as_ref()?);
        let last = vec![none; usize::from(game.players())];
        Some(Box::new(Following { learned: self.clone(), last }))
    }
}

/// What is worth so much to a player, for another in a game of two sides.
#[inline]
fn for_side<G: Game>(game: &G, player: Player, value: i64, other: Player) -> i64 {
    if game.team(player) == game.team(other) { value } else { -value }
}

/// As many sums as most games have at most.
const FEW: usize = 32;

/// Far below everybody in play.
const OUT: i64 = -1_000_000;

/// What everybody's claims are worth to a seat.
#[inline]
fn rated(target: Target, claims: &PerPlayer<Option<i32>>, players: u8, seat: Player) -> i64 {
    match target {
        Target::Rank => ahead_of_others(claims, players, seat),
        _ => against_others(claims, players, seat),
    }
}

/// What the evaluation says of every row of samples, in points, where a model makes these values of them, in
/// units of its target.
pub fn points(samples: &Samples, values: &[f32], target: Target) -> Vec<f64> {
    let claim = |row: usize| f64::from(values[row]) * target.unit();
    let of = |own: &Position| -> Vec<f64> {
        let rows = own.range();
        if rows.len() == 1 {
            return vec![claim(rows.start)];
        }
        let mut claims = PerPlayer::default();
        let seated = seats(own.players).zip(rows);
        seated.clone().for_each(|(seat, row)| claims[seat] = Some(claim(row).round() as i32));
        seated.map(|(seat, _)| rated(target, &claims, own.players, seat) as f64).collect()
    };
    samples.positions.iter().flat_map(of).collect()
}

/// The claim of a seat against those of all others together. Who is out has nothing to hope for, and
/// what was theirs goes to the others.
fn against_others(claims: &PerPlayer<Option<i32>>, players: u8, seat: Player) -> i64 {
    let Some(own) = claims[seat] else { return OUT };
    let others = seats(players).filter(|other| *other != seat).filter_map(|other| claims[other]);
    others.reduce(odds::add).map_or(-OUT, |others| i64::from(own) - i64::from(others))
}

/// The mean of a seat's chances to end ahead of the others, as the lead over one other that has it. Whoever is out is
/// behind everybody.
fn ahead_of_others(claims: &PerPlayer<Option<i32>>, players: u8, seat: Player) -> i64 {
    let Some(own) = claims[seat] else { return odds::lead(0) };
    let others = seats(players).filter(|other| *other != seat).map(|other| claims[other]);
    let certain = odds::chance(i64::MAX);
    let chance = |other: Option<i32>| {
        other.map_or(certain, |other| odds::chance(i64::from(own) - i64::from(other)))
    };
    odds::lead(others.map(chance).sum::<i64>() / i64::from(players - 1).max(1))
}

/// What sums are worth by their weights.
#[inline]
fn weigh(weights: &[i16], sums: &[i16]) -> i32 {
    weights.iter().zip(sums).map(|(weight, times)| i32::from(*weight) * i32::from(*times)).sum()
}
