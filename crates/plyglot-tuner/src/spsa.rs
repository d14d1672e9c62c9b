//! Simultaneous perturbation: all parameters are pushed at once, one way and the other, the two play, and
//! everything goes a little toward the winner. Gains shrink as testing sites of chess let them.

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
    /// With how many openings the two play, in all seats.
    pub openings: usize,
    /// The gain at the end of the budget, in pushes for a game ahead.
    pub rate: f64,
    /// How fast the gain shrinks.
    pub alpha: f64,
    /// How fast pushes shrink.
    pub gamma: f64,
    /// The share of the budget by which the first gains are damped.
    pub damping: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options { openings: 4, rate: 0.02, alpha: 0.602, gamma: 0.101, damping: 0.1 }
    }
}

/// The search. A push at the end of the budget is the step of a parameter.
pub struct Spsa {
    parameters: Vec<Parameter>,
    options: Options,
    /// Whether the two play the opponents of the run instead of each other.
    field: bool,
    random: Random,
    centre: Point,
    iteration: usize,
    /// The pushes of the trial in play.
    pushes: Point,
    /// What a game ahead moves, in pushes.
    gain: f64,
}

impl Spsa {
    /// A search from the start of the parameters, whose two players meet each other or a field.
    pub fn new(parameters: Vec<Parameter>, options: Options, field: bool, seed: u64) -> Spsa {
        let (centre, random) = (start(&parameters), Random::new(seed));
        let pushes = Point::new();
        Spsa { parameters, options, field, random, centre, iteration: 0, pushes, gain: 0.0 }
    }

    /// Sets pushes and gain for the iteration, of about so many.
    fn set_gains(&mut self, iterations: f64) {
        let Options { rate, alpha, gamma, damping, .. } = self.options;
        let (number, damping) = (self.iteration as f64 + 1.0, damping * iterations);
        let push = (iterations / number).powf(gamma).max(1.0);
        let gain = rate * ((damping + iterations) / (damping + number)).powf(alpha);
        self.gain = gain / (push * push);
        let random = &mut self.random;
        let sign = |bits: u64| if bits & 1 == 0 { 1.0 } else { -1.0 };
        let pushes = self.parameters.iter().map(|own| own.step * push * sign(random.bits() >> 32));
        self.pushes = pushes.collect();
    }

    fn pushed(&mut self, way: f64) -> Individual {
        let values = self.centre.iter().zip(&self.pushes).map(|(value, push)| value + way * push);
        let fitted = self.parameters.iter().zip(values);
        vec![fitted.map(|(own, value)| own.dither(value, &mut self.random)).collect()]
    }
}

impl Method for Spsa {
    fn ask(&mut self, progress: f64) -> Option<Trial> {
        const AT_FIRST: f64 = 1000.0;
        let iterations = match self.iteration {
            0 => AT_FIRST,
            done => done as f64 / progress.max(1e-6),
        };
        self.set_gains(iterations.max(1.0));
        let players = vec![self.pushed(1.0), self.pushed(-1.0)];
        let openings = self.options.openings;
        let against = |first, second| Meeting { first, second };
        let meetings = match self.field {
            true => vec![against(0, None), against(1, None)],
            false => vec![against(0, Some(1))],
        };
        Some(Trial { players, meetings, openings })
    }

    fn tell(&mut self, played: &Played) -> Step {
        // Points ahead: of a game between the two, or of a game of each against the field.
        let ahead = match self.field {
            true => played.mean(0) - played.mean(1),
            false => 2.0 * played.mean(0) - 1.0,
        };
        let games = 2.0 * self.options.openings as f64;
        let each = self.parameters.iter().zip(&mut self.centre).zip(&self.pushes);
        for ((own, value), push) in each {
            *value = (*value + self.gain * push * ahead * games).clamp(own.low, own.high);
        }
        self.iteration += 1;
        Step { values: self.centre.clone(), score: 0.5 + 0.5 * ahead, taken: true }
    }

    fn best(&self) -> Individual {
        let fitted = self.parameters.iter().zip(&self.centre);
        vec![fitted.map(|(own, value)| own.fit(*value)).collect()]
    }
}
