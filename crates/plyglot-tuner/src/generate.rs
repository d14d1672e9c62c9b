//! Local search with random restarts: the best individual is changed a little, and a newcomer must beat it.

use plyglot_stats::random::Random;
use serde::{Deserialize, Serialize};

use crate::{
    method::{Member, Method, Played, Step, Trial},
    space::{Individual, Parameter, Point, start},
};

/// The numbers of the method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// A slight change multiplies by a factor that is no farther than this from one.
    pub slight: f64,
    /// The probability that a change is great: any value of the range.
    pub great: f64,
    /// The probability with which every parameter changes besides the one chosen.
    pub extra: f64,
    /// With how many openings a newcomer plays the best, in all seats.
    pub openings: usize,
    /// After so many newcomers in a row that did not beat the best it starts again.
    pub patience: usize,
    /// Where it starts for the first time.
    pub from: From,
}

/// Where a search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum From {
    /// With random values.
    Random,
    /// With the values of the agent.
    Agent,
}

impl Default for Options {
    fn default() -> Self {
        let from = From::Random;
        Options { slight: 0.1, great: 0.1, extra: 0.01, openings: 1, patience: 50, from }
    }
}

/// The search.
pub struct Generate {
    parameters: Vec<Parameter>,
    options: Options,
    random: Random,
    pool: Vec<Member>,
    /// The last recorded of every start, by number in the pool.
    champions: Vec<usize>,
    newcomer: Point,
    failures: usize,
}

impl Generate {
    /// A search from a start of its own for every seed.
    pub fn new(parameters: Vec<Parameter>, options: Options, seed: u64) -> Generate {
        let mut random = Random::new(seed);
        let first = match options.from {
            From::Random => parameters.iter().map(|own| own.any(&mut random)).collect(),
            From::Agent => start(&parameters),
        };
        let pool = vec![Member { parent: None, values: first, score: None }];
        let newcomer = Point::new();
        Generate { parameters, options, random, pool, champions: vec![0], newcomer, failures: 0 }
    }

    /// The number of the best in the pool.
    fn best_number(&self) -> usize {
        *self.champions.last().expect("there is one from the start")
    }

    fn best_values(&self) -> &Point {
        &self.pool[self.best_number()].values
    }

    /// A copy of the best with one parameter changed, and now and then others.
    fn mutated(&mut self) -> Point {
        let mut values = self.best_values().clone();
        let chosen = self.random.below(self.parameters.len());
        values[chosen] = self.changed(chosen, values[chosen]);
        for (at, value) in values.iter_mut().enumerate() {
            if self.random.unit() < self.options.extra {
                *value = self.changed(at, *value);
            }
        }
        values
    }

    fn changed(&mut self, at: usize, value: f64) -> f64 {
        let own = &self.parameters[at];
        if self.random.unit() < self.options.great {
            return own.any(&mut self.random);
        }
        let push = 2.0 * self.random.unit() - 1.0;
        let slight = value * (1.0 + self.options.slight * push);
        // A whole number changes by one at least, others by a hundredth of their range.
        let least = if own.whole { 1.0 } else { 0.01 * (own.high - own.low) };
        let far_enough = (slight - value).abs() >= least;
        own.fit(if far_enough { slight } else { value + least.copysign(push) })
    }

    fn record(&mut self, parent: Option<usize>, values: Point, score: Option<f64>) -> usize {
        self.pool.push(Member { parent, values, score });
        self.failures = 0;
        self.pool.len() - 1
    }

    fn restart(&mut self) {
        let values = self.parameters.iter().map(|own| own.any(&mut self.random)).collect();
        let number = self.record(None, values, None);
        self.champions.push(number);
    }
}

impl Method for Generate {
    fn ask(&mut self, _progress: f64) -> Option<Trial> {
        self.newcomer = self.mutated();
        let (newcomer, best) = (self.newcomer.clone(), self.best_values().clone());
        Some(Trial::duel(vec![newcomer], vec![best], self.options.openings))
    }

    fn tell(&mut self, played: &Played) -> Step {
        let (score, best) = (played.mean(0), self.best_number());
        let taken = score > 0.5;
        if taken {
            let newcomer = std::mem::take(&mut self.newcomer);
            let number = self.record(Some(best), newcomer, Some(score));
            *self.champions.last_mut().expect("there is one from the start") = number;
        } else {
            self.failures += 1;
            if self.failures >= self.options.patience {
                self.restart();
            }
        }
        Step { values: self.best_values().clone(), score, taken }
    }

    fn best(&self) -> Individual {
        vec![self.best_values().clone()]
    }

    fn finalists(&self) -> Vec<Individual> {
        self.champions.iter().map(|number| vec![self.pool[*number].values.clone()]).collect()
    }

    fn pool(&self) -> &[Member] {
        &self.pool
    }
}
