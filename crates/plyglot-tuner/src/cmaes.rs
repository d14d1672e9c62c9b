//! The evolution strategy that learns the shape of the search space: a cloud of individuals plays, and the
//! better half tells where the next cloud lies, how it is stretched and how wide it is.
//!
//! Constants are those of Hansen's tutorial. Crates that have the method call a function for every
//! individual; here games are asked for and results told later, possibly by another process.

use nalgebra::{DMatrix, DVector, SymmetricEigen};
use plyglot_stats::random::Random;
use serde::{Deserialize, Serialize};

use crate::{
    method::{Meeting, Method, Played, Step, Trial},
    space::{Individual, Parameter, Point},
};

/// The numbers of the method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Individuals of a generation; 0 is what is usual for the number of parameters.
    pub population: usize,
    /// With how many openings each plays, in all seats.
    pub openings: usize,
    /// The width of the first cloud, in steps of the parameters.
    pub sigma: f64,
    /// The least width: narrower ones drown in the noise of games.
    pub least: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options { population: 0, openings: 2, sigma: 1.5, least: 1.0 }
    }
}

/// The search. Coordinates are in steps from the start.
pub struct CmaEs {
    parameters: Vec<Parameter>,
    options: Options,
    /// Whether individuals play the opponents of the run instead of the middle of their cloud.
    field: bool,
    random: Random,
    rates: Rates,
    mean: DVector<f64>,
    sigma: f64,
    covariance: DMatrix<f64>,
    path: DVector<f64>,
    sigma_path: DVector<f64>,
    generation: usize,
    cloud: Vec<DVector<f64>>,
    /// The middle of every cloud so far.
    middles: Vec<DVector<f64>>,
}

/// Constants that follow from the number of parameters.
struct Rates {
    weights: Vec<f64>,
    effective: f64,
    path: f64,
    sigma: f64,
    damping: f64,
    rank_one: f64,
    rank_many: f64,
    /// The length of a normal vector.
    length: f64,
}

impl Rates {
    fn new(dimension: usize, population: usize) -> Rates {
        let (n, half) = (dimension as f64, population / 2);
        let raw = |at: usize| ((population as f64 + 1.0) / 2.0).ln() - (at as f64 + 1.0).ln();
        let total: f64 = (0..half).map(raw).sum();
        let weights: Vec<f64> = (0..half).map(|at| raw(at) / total).collect();
        let effective = 1.0 / weights.iter().map(|own| own * own).sum::<f64>();
        let sigma = (effective + 2.0) / (n + effective + 5.0);
        let rank_one = 2.0 / ((n + 1.3).powi(2) + effective);
        let many = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective);
        Rates {
            path: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            damping: 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + sigma,
            rank_many: many.min(1.0 - rank_one),
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            effective,
            sigma,
            rank_one,
        }
    }
}

impl CmaEs {
    /// A search from the start of the parameters.
    pub fn new(parameters: Vec<Parameter>, mut options: Options, field: bool, seed: u64) -> CmaEs {
        let n = parameters.len();
        if options.population == 0 {
            options.population = 4 * (4 + (3.0 * (n as f64).ln()).floor() as usize);
        }
        options.population = options.population.max(4);
        CmaEs {
            rates: Rates::new(n, options.population),
            sigma: options.sigma,
            mean: DVector::zeros(n),
            covariance: DMatrix::identity(n, n),
            path: DVector::zeros(n),
            sigma_path: DVector::zeros(n),
            generation: 0,
            cloud: Vec::new(),
            middles: Vec::new(),
            random: Random::new(seed),
            parameters,
            options,
            field,
        }
    }

    fn values(&self, place: &DVector<f64>) -> Point {
        let each = self.parameters.iter().zip(place.iter());
        each.map(|(own, at)| (own.start + own.step * at).clamp(own.low, own.high)).collect()
    }

    fn individual(&self, place: &DVector<f64>) -> Individual {
        let values = self.values(place);
        vec![self.parameters.iter().zip(values).map(|(own, value)| own.fit(value)).collect()]
    }

    /// A place of the cloud, brought back to where the parameters have values.
    fn sample(&mut self, axes: &DMatrix<f64>) -> DVector<f64> {
        let normal = DVector::from_fn(self.mean.len(), |_, _| self.random.normal());
        let place = &self.mean + self.sigma * (axes * normal);
        let values = self.values(&place);
        let each = self.parameters.iter().zip(values).map(|(own, at)| (at - own.start) / own.step);
        DVector::from_iterator(place.len(), each)
    }

    /// Where the later half of the clouds lay: games are noisy, and so is every single one.
    fn settled(&self) -> DVector<f64> {
        let later = &self.middles[self.middles.len() / 2..];
        match later.len() {
            0 => self.mean.clone(),
            count => later.iter().sum::<DVector<f64>>() / count as f64,
        }
    }

    /// Takes over the better half of the cloud, by number from the best on.
    fn update(&mut self, order: &[usize]) {
        let (n, rates) = (self.mean.len() as f64, &self.rates);
        let moves: Vec<DVector<f64>> = (order.iter().take(rates.weights.len()))
            .map(|at| (&self.cloud[*at] - &self.mean) / self.sigma)
            .collect();
        let mut shift = DVector::zeros(self.mean.len());
        for (own, weight) in moves.iter().zip(&rates.weights) {
            shift += *weight * own;
        }
        self.mean += self.sigma * &shift;
        self.middles.push(self.mean.clone());
        let whitened = inverse_root(&self.covariance) * &shift;
        let keep = (rates.sigma * (2.0 - rates.sigma) * rates.effective).sqrt();
        self.sigma_path = (1.0 - rates.sigma) * &self.sigma_path + keep * whitened;
        self.generation += 1;
        let settled = 1.0 - (1.0 - rates.sigma).powi(2 * self.generation as i32);
        let length = self.sigma_path.norm() / settled.sqrt();
        let on_course = length < (1.4 + 2.0 / (n + 1.0)) * rates.length;
        let course = if on_course { 1.0 } else { 0.0 };
        let keep = course * (rates.path * (2.0 - rates.path) * rates.effective).sqrt();
        self.path = (1.0 - rates.path) * &self.path + keep * &shift;
        let missed = (1.0 - course) * rates.path * (2.0 - rates.path);
        let kept = 1.0 - rates.rank_one - rates.rank_many + rates.rank_one * missed;
        let mut covariance =
            kept * &self.covariance + rates.rank_one * &self.path * self.path.transpose();
        for (own, weight) in moves.iter().zip(&rates.weights) {
            covariance += rates.rank_many * *weight * own * own.transpose();
        }
        self.covariance = tamed(covariance);
        let stretch = rates.sigma / rates.damping * (self.sigma_path.norm() / rates.length - 1.0);
        self.sigma = (self.sigma * stretch.min(1.0).exp()).max(self.options.least);
    }
}

/// A covariance of the volume of the first cloud, of which no axis is much longer than another: noise would
/// stretch it for no reason, and width is for sigma to tell.
fn tamed(covariance: DMatrix<f64>) -> DMatrix<f64> {
    const MOST: f64 = 9.0;
    let eigen = SymmetricEigen::new(covariance);
    let logarithms = eigen.eigenvalues.map(|own| own.max(1e-12).ln());
    let usual = logarithms.mean();
    let lengths = logarithms.map(|own| (own - usual).exp().clamp(1.0 / MOST, MOST));
    &eigen.eigenvectors * DMatrix::from_diagonal(&lengths) * eigen.eigenvectors.transpose()
}

/// The axes of the cloud: a root of its covariance.
fn axes(covariance: &DMatrix<f64>) -> DMatrix<f64> {
    let eigen = SymmetricEigen::new(covariance.clone());
    let roots = eigen.eigenvalues.map(|own| own.max(1e-12).sqrt());
    eigen.eigenvectors * DMatrix::from_diagonal(&roots)
}

fn inverse_root(covariance: &DMatrix<f64>) -> DMatrix<f64> {
    let eigen = SymmetricEigen::new(covariance.clone());
    let roots = eigen.eigenvalues.map(|own| 1.0 / own.max(1e-12).sqrt());
    &eigen.eigenvectors * DMatrix::from_diagonal(&roots) * eigen.eigenvectors.transpose()
}

impl Method for CmaEs {
    fn ask(&mut self, _progress: f64) -> Option<Trial> {
        let axes = axes(&self.covariance);
        self.cloud = (0..self.options.population).map(|_| self.sample(&axes)).collect();
        let mut players: Vec<Individual> =
            self.cloud.iter().map(|place| self.individual(place)).collect();
        let second = (!self.field).then_some(players.len());
        let meetings = (0..players.len()).map(|first| Meeting { first, second }).collect();
        players.extend((!self.field).then(|| self.individual(&self.mean)));
        Some(Trial { players, meetings, openings: self.options.openings })
    }

    fn tell(&mut self, played: &Played) -> Step {
        let scores: Vec<f64> = (0..self.cloud.len()).map(|at| played.mean(at)).collect();
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        self.update(&order);
        let score = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        Step { values: self.values(&self.settled()), score, taken: true }
    }

    fn best(&self) -> Individual {
        self.individual(&self.settled())
    }
}
