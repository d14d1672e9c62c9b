//! The evaluation of both phases, for this player and for any other search.

use std::sync::{Arc, Mutex, PoisonError};

use plyglot_core::{Evaluate, Game, Options, Payoffs, Player};
use plyglot_reversixt::{Phase, ReversiXt, State};

use super::{
    bombing::{self, ENDS, MOST, Terms},
    building,
    ground::Ground,
    weights::{BombingWeights, BuildingWeights},
};

/// The evaluation of the classic players.
#[derive(Debug)]
pub struct ClassicEval {
    /// What counts while stones are placed.
    pub building: BuildingWeights,
    /// What counts while bombs are thrown.
    pub bombing: BombingWeights,
    /// The map last seen with what is known of it.
    known: Mutex<Option<(ReversiXt, Arc<Ground>)>>,
}

impl ClassicEval {
    /// An evaluation with these weights.
    pub fn new(building: BuildingWeights, bombing: BombingWeights) -> Self {
        ClassicEval { building, bombing, known: Mutex::new(None) }
    }

    /// An evaluation with the weights among a player's checked options.
    pub fn read(options: &Options) -> Self {
        ClassicEval::new(BuildingWeights::read(options), BombingWeights::read(options))
    }

    /// What is known of a map, remembered for the next time.
    pub(super) fn ground(&self, game: &ReversiXt) -> Arc<Ground> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some((of, ground)) if of.shares_map(game) => Arc::clone(ground),
            _ => {
                let ground = Arc::new(Ground::new(game));
                *known = Some((game.clone(), Arc::clone(&ground)));
                ground
            }
        }
    }

    /// How good a position is for `pov`, finished or not.
    pub(super) fn value(
        &self,
        ground: &Ground,
        game: &ReversiXt,
        state: &State,
        pov: Player,
    ) -> f64 {
        let sum = |terms: Terms| terms.into_iter().map(|(_, term)| term).sum::<f64>();
        let value = match state.phase() {
            Phase::Over => return bombing::end(&self.bombing, game, state, pov),
            Phase::Bombing => sum(bombing::terms(&self.bombing, game, state, pov)),
            Phase::Building => sum(self.building_terms(ground, game, state, pov)),
        };
        value.clamp(ENDS + 1.0 - MOST, MOST - ENDS - 1.0)
    }

    fn building_terms(
        &self,
        ground: &Ground,
        game: &ReversiXt,
        state: &State,
        pov: Player,
    ) -> Terms {
        let players = game.players();
        let ratings = building::ratings(&self.building, ground, game, state);
        let own = ratings.of[pov.idx()];
        let times_players = |term: i64| term as f64 * f64::from(players);
        vec![
            ("own stones, times players", times_players(own.stones)),
            ("own stones beside bonus tiles, times players", times_players(own.beside_bonus)),
            ("own stones beside better tiles, times players", times_players(own.beside_better)),
            ("own stones beside free tiles, times players", times_players(own.frontier)),
            ("own override stones, times players", times_players(own.overrides)),
            ("own bombs, times players", times_players(own.bombs)),
            ("ratings of the others", -(ratings.others(players, pov) as f64)),
            (
                "players with a higher rating",
                -(self.building.better as f64 * ratings.better(players, pov) as f64),
            ),
        ]
    }
}

impl Evaluate<ReversiXt> for ClassicEval {
    type Score = f64;

    fn score(&self, game: &ReversiXt, state: &State, pov: Player) -> f64 {
        self.value(&self.ground(game), game, state, pov)
    }

    fn terminal(&self, game: &ReversiXt, state: &State, _payoffs: &Payoffs, pov: Player) -> f64 {
        bombing::end(&self.bombing, game, state, pov)
    }
}

/// The terms of a position's value for `pov`, which add up to it.
pub fn explain(
    game: &ReversiXt,
    state: &State,
    pov: Player,
    eval: &ClassicEval,
) -> Vec<(String, f64)> {
    let terms = match state.phase() {
        Phase::Over => vec![("end of the game", bombing::end(&eval.bombing, game, state, pov))],
        Phase::Bombing => bombing::terms(&eval.bombing, game, state, pov),
        Phase::Building => eval.building_terms(&eval.ground(game), game, state, pov),
    };
    terms.into_iter().map(|(name, term)| (name.to_owned(), term)).collect()
}
