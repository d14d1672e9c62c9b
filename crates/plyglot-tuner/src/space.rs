//! The numbers that are looked for, and agents made of them.

use plyglot_core::{Spec, SpecError};
use plyglot_stats::random::Random;
use serde::{Deserialize, Serialize};

/// A number of an agent that is looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The option: `depth` of the agent itself, `eval.turn` of what it names.
    pub name: String,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// Whether it is a whole number.
    pub whole: bool,
    /// The value at the start.
    pub start: f64,
    /// How far a usual change goes.
    pub step: f64,
    /// The seat that it belongs to, if it says nothing to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
}

impl Parameter {
    /// The nearest value that it can have.
    pub fn fit(&self, value: f64) -> f64 {
        let value = if self.whole { value.round() } else { value };
        // Adding zero takes the sign off a negative zero, which would be written.
        value.clamp(self.low, self.high) + 0.0
    }

    /// A whole number by chance, so that values between two come to their mean; others as they are.
    pub fn dither(&self, value: f64, random: &mut Random) -> f64 {
        match self.whole {
            true => self.fit((value + random.unit()).floor()),
            false => self.fit(value),
        }
    }

    /// Any value of the range, all alike.
    pub fn any(&self, random: &mut Random) -> f64 {
        match self.whole {
            true => self.fit(self.low + random.below((self.high - self.low) as usize + 1) as f64),
            false => self.low + random.unit() * (self.high - self.low),
        }
    }

    /// The name with the seat.
    pub fn title(&self) -> String {
        match self.seat {
            Some(seat) => format!("{} ({})", self.name, seat + 1),
            None => self.name.clone(),
        }
    }
}

/// A value for every parameter.
pub type Point = Vec<f64>;

/// A player: one point for all seats, or one for each.
pub type Individual = Vec<Point>;

/// The values at the start.
pub fn start(parameters: &[Parameter]) -> Point {
    parameters.iter().map(|own| own.start).collect()
}

/// The player of the best individual of every seat: where each parameter belongs to a seat, the values
/// that each has in its own, and otherwise one whole point for every seat.
pub fn join(parameters: &[Parameter], by_seat: &[Individual]) -> Individual {
    let point = |seat: usize| by_seat[seat].get(seat).unwrap_or(&by_seat[seat][0]);
    if parameters.iter().all(|own| own.seat.is_some()) {
        let value = |(at, own): (usize, &Parameter)| point(own.seat.unwrap_or(0))[at];
        return vec![parameters.iter().enumerate().map(value).collect()];
    }
    let points: Individual = (0..by_seat.len()).map(|seat| point(seat).clone()).collect();
    match points.iter().all(|own| *own == points[0]) {
        true => vec![points[0].clone()],
        false => points,
    }
}

/// An agent with places for parameters.
#[derive(Clone, Debug)]
pub struct Template {
    /// The full specification of the agent at the start.
    pub spec: Spec,
    /// How many seats the game has, if each has parameters of its own.
    pub separate: Option<u8>,
}

impl Template {
    /// The specification of an individual.
    pub fn fill(&self, parameters: &[Parameter], own: &Individual) -> Result<String, SpecError> {
        let seats = match (self.separate, own.len()) {
            (Some(players), _) => usize::from(players),
            (None, 1) => return self.fill_seat(parameters, &own[0], None),
            (None, seats) => seats,
        };
        let mut given = Vec::new();
        for seat in 0..seats {
            let point = own.get(seat).unwrap_or(&own[0]);
            let only = self.separate.map(|_| seat);
            given.push(((seat + 1).to_string(), self.fill_seat(parameters, point, only)?));
        }
        Ok(Spec { name: plyglot_catalog::SEATS.to_owned(), given }.to_string())
    }

    /// The same of one seat; `only` leaves out the parameters of others.
    fn fill_seat(
        &self,
        parameters: &[Parameter],
        point: &Point,
        only: Option<usize>,
    ) -> Result<String, SpecError> {
        let mut spec = self.spec.clone();
        for (own, value) in parameters.iter().zip(point) {
            if only.is_none() || own.seat == only {
                let path: Vec<&str> = own.name.split('.').collect();
                set(&mut spec, &path, &own.fit(*value).to_string())?;
            }
        }
        Ok(spec.to_string())
    }
}

/// Gives an option a value, inside of what other options name if the path has several names.
pub(crate) fn set(spec: &mut Spec, path: &[&str], value: &str) -> Result<(), SpecError> {
    let [name, inner @ ..] = path else { return Ok(()) };
    let known = spec.given.iter_mut().find(|(own, _)| own == name);
    match (known, inner.is_empty()) {
        (Some((_, text)), true) => *text = value.to_owned(),
        (None, true) => spec.given.push(((*name).to_owned(), value.to_owned())),
        (Some((_, text)), false) => {
            let mut nested = Spec::parse(text)?;
            set(&mut nested, inner, value)?;
            *text = nested.to_string();
        }
        (None, false) => {
            let told = path.join(".");
            return Err(SpecError(format!("{told}: {} has no option {name:?}", spec.name)));
        }
    }
    Ok(())
}

/// The value of an option, if it is set.
pub(crate) fn get(spec: &Spec, path: &[&str]) -> Option<String> {
    let [name, inner @ ..] = path else { return None };
    let (_, text) = spec.given.iter().find(|(own, _)| own == name)?;
    if inner.is_empty() { Some(text.clone()) } else { get(&Spec::parse(text).ok()?, inner) }
}
