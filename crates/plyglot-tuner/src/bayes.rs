//! Few games for few parameters: a Gaussian process learns the score as a function of the values, with
//! the noise that so few games have, and the next trial is where it expects most to be gained.
//!
//! Crates that have the method call a function for every trial; here games are asked for and results
//! told later, possibly by another process.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};
use plyglot_stats::random::Random;
use serde::{Deserialize, Serialize};

use crate::{
    method::{Meeting, Method, Played, Step, Trial},
    space::{Individual, Parameter, Point, start},
};

/// The numbers of the method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// With how many openings each trial is played, in all seats.
    pub openings: usize,
    /// Trials with random values at the start; 0 is three for every parameter.
    pub first: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { openings: 10, first: 0 }
    }
}

/// The search. Places are shares of the ranges.
pub struct Bayes {
    parameters: Vec<Parameter>,
    options: Options,
    /// Whether trials are against the opponents of the run instead of the start.
    field: bool,
    random: Random,
    places: Vec<Point>,
    scores: Vec<f64>,
    chosen: Point,
}

/// Places that the next trial is chosen among, half of them near the best.
const CANDIDATES: usize = 1024;

impl Bayes {
    /// A search in the ranges of the parameters.
    pub fn new(parameters: Vec<Parameter>, mut options: Options, field: bool, seed: u64) -> Bayes {
        if options.first == 0 {
            options.first = 3 * parameters.len();
        }
        let chosen = start(&parameters);
        let (random, places, scores) = (Random::new(seed), Vec::new(), Vec::new());
        Bayes { parameters, options, field, random, places, scores, chosen }
    }

    fn values(&self, place: &Point) -> Point {
        let each = self.parameters.iter().zip(place);
        each.map(|(own, share)| own.fit(own.low + share * (own.high - own.low))).collect()
    }

    fn place(&self, values: &Point) -> Point {
        let each = self.parameters.iter().zip(values);
        each.map(|(own, value)| (value - own.low) / (own.high - own.low).max(1e-12)).collect()
    }

    fn anywhere(&mut self) -> Point {
        self.parameters.iter().map(|_| self.random.unit()).collect()
    }

    fn near(&mut self, place: &Point) -> Point {
        let width = 0.1 * self.random.unit();
        let random = &mut self.random;
        place.iter().map(|own| (own + width * random.normal()).clamp(0.0, 1.0)).collect()
    }

    /// The place among candidates that is worth most.
    fn best_of(&mut self, around: &Point, worth: impl Fn(&Point) -> f64) -> Point {
        let (mut best, mut most) = (around.clone(), worth(around));
        for number in 0..CANDIDATES {
            let place = if number % 2 == 0 { self.anywhere() } else { self.near(&best.clone()) };
            let own = worth(&place);
            if own > most {
                (best, most) = (place, own);
            }
        }
        best
    }

    fn process(&self) -> Process {
        // A score of one opening in two seats varies by a third or so, whatever the game.
        let noise = 0.1 / self.options.openings as f64;
        Process::fit(&self.places, &self.scores, noise)
    }

    /// The place of the greatest expected score, among those tried and around them.
    fn expected_best(&mut self) -> Point {
        let process = self.process();
        let tried = self.places.iter().max_by(|a, b| process.at(a).0.total_cmp(&process.at(b).0));
        let Some(tried) = tried.cloned() else { return self.place(&start(&self.parameters)) };
        self.best_of(&tried, |place| process.at(place).0)
    }
}

impl Method for Bayes {
    fn ask(&mut self, _progress: f64) -> Option<Trial> {
        let place = match self.places.len() {
            0 => self.place(&start(&self.parameters)),
            tried if tried < self.options.first => self.anywhere(),
            _ => {
                let (process, best) = (self.process(), self.expected_best());
                let most = process.at(&best).0;
                self.best_of(&best, |place| process.improvement(place, most))
            }
        };
        self.chosen = self.values(&place);
        let second = (!self.field).then_some(1);
        let mut players: Vec<Individual> = vec![vec![self.chosen.clone()]];
        players.extend(second.map(|_| vec![start(&self.parameters)]));
        let meetings = vec![Meeting { first: 0, second }];
        Some(Trial { players, meetings, openings: self.options.openings })
    }

    fn tell(&mut self, played: &Played) -> Step {
        let (score, place) = (played.mean(0), self.place(&self.chosen));
        self.places.push(place);
        self.scores.push(score);
        let best = self.expected_best();
        Step { values: self.values(&best), score, taken: true }
    }

    fn best(&self) -> Individual {
        // The generator of a copy: asking must not change what is tried next.
        let mut copy = Bayes {
            parameters: self.parameters.clone(),
            options: self.options.clone(),
            random: self.random.clone(),
            places: self.places.clone(),
            scores: self.scores.clone(),
            chosen: self.chosen.clone(),
            field: self.field,
        };
        let best = copy.expected_best();
        vec![self.values(&best)]
    }
}

/// A Gaussian process with a Matérn kernel (5/2) over observations with known noise.
struct Process {
    places: Vec<Point>,
    mean: f64,
    length: f64,
    signal: f64,
    factor: Cholesky<f64, Dyn>,
    /// The inverse of the covariance times the observations.
    solved: DVector<f64>,
}

impl Process {
    /// The likeliest of some lengths and heights.
    fn fit(places: &[Point], scores: &[f64], noise: f64) -> Process {
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        let lengths = [0.15, 0.3, 0.6, 1.2];
        let signals = [0.0025, 0.01, 0.04, 0.16];
        let tried = lengths.iter().flat_map(|length| signals.map(|signal| (*length, signal)));
        let made = tried
            .map(|(length, signal)| Process::with(places, scores, mean, length, signal, noise));
        let best = made.max_by(|a, b| a.1.total_cmp(&b.1));
        best.expect("there are some to try").0
    }

    /// The process of these numbers and its log-likelihood.
    fn with(
        places: &[Point],
        scores: &[f64],
        mean: f64,
        length: f64,
        signal: f64,
        noise: f64,
    ) -> (Process, f64) {
        let n = places.len();
        let covariance = DMatrix::from_fn(n, n, |a, b| {
            signal * matern(&places[a], &places[b], length) + if a == b { noise } else { 0.0 }
        });
        let factor = Cholesky::new(covariance).expect("noise keeps the covariance definite");
        let observed = DVector::from_iterator(n, scores.iter().map(|own| own - mean));
        let solved = factor.solve(&observed);
        let log_determinant: f64 = factor.l_dirty().diagonal().iter().map(|own| own.ln()).sum();
        let likelihood = -0.5 * observed.dot(&solved) - log_determinant;
        (Process { places: places.to_vec(), mean, length, signal, factor, solved }, likelihood)
    }

    /// The expected score at a place, and its deviation.
    fn at(&self, place: &Point) -> (f64, f64) {
        let near = self.places.iter().map(|own| self.signal * matern(own, place, self.length));
        let near = DVector::from_iterator(self.places.len(), near);
        let spread = self.signal - near.dot(&self.factor.solve(&near));
        (self.mean + near.dot(&self.solved), spread.max(1e-12).sqrt())
    }

    /// By how much a place is expected to exceed the best expectation.
    fn improvement(&self, place: &Point, best: f64) -> f64 {
        let (mean, spread) = self.at(place);
        let ahead = (mean - best) / spread;
        let density = (-0.5 * ahead * ahead).exp() / std::f64::consts::TAU.sqrt();
        (mean - best) * plyglot_stats::normal::cdf(ahead) + spread * density
    }
}

fn matern(a: &Point, b: &Point, length: f64) -> f64 {
    let squares: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    let far = (5.0 * squares).sqrt() / length;
    (1.0 + far + far * far / 3.0) * (-far).exp()
}
