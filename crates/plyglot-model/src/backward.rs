//! A network from samples: steps by batches down the loss that the weights have left.
//!
//! The steps are Adam's, the units' first numbers are drawn from the seed, and everything is added in one fixed order.

use plyglot_core::{Rng, mix};

use crate::{
    Epoch, Settings, Target,
    network::{INPUTS, MOST_INPUT, MOST_OUTPUT, Network, pieces},
    samples::{Position, Samples},
    train::{shuffle, turn},
};

/// Positions of a step.
const BATCH: usize = 256;
/// The size of the first steps; the last ones are a tenth of it.
const RATE: f32 = 0.002;
/// How much of the mean of slopes, and of that of their squares, a step keeps.
const KEEP: (f32, f32) = (0.9, 0.999);
/// So many rounds in a row that help nothing end it.
const MOST_WORSE: u32 = 2;

/// What came out of training.
pub struct Taught {
    /// The network.
    pub network: Network,
    /// All rounds, 0 being before the first; of all stages together, which count as one.
    pub course: Vec<Epoch>,
}

/// Learns a network of so many units for what `base` and `held_base`, the values of all rows, leave to be said; it starts
/// from another if there is one.
pub fn teach(
    (samples, base): (&Samples, &[f32]),
    (held_out, held_base): (&Samples, &[f32]),
    hidden: usize,
    start: Option<&Network>,
    settings: &Settings<'_>,
) -> Taught {
    let mut going = Going::new(hidden, samples, start.filter(|own| own.hidden == hidden), settings);
    let told = |going: &Going| mean_loss(going, held_out, held_base, settings.target);
    let round = |epoch, loss, held_out| Epoch { stage: 0, epoch, loss, held_out };
    let mut course = vec![round(0, f64::NAN, told(&going))];
    let (mut best, mut least) = (going.quantised(), course[0].held_out);
    let mut order = samples.positions.clone();
    let (steps, mut done, mut worse) = (order.len().div_ceil(BATCH) as f32, 0.0, 0);
    for epoch in 1..=settings.epochs {
        shuffle(&mut order, mix(settings.seed ^ u64::from(epoch) << 40));
        let mut learnt = 0.0;
        for batch in order.chunks(BATCH) {
            if settings.is_stopped() {
                return Taught { network: best, course };
            }
            let rate = RATE * (1.0 - 0.9 * done / (steps * settings.epochs as f32));
            learnt += going.step(samples, base, batch, settings.target, rate);
            done += 1.0;
        }
        let loss = told(&going);
        course.push(round(epoch, learnt / order.len().max(1) as f64, loss));
        if loss < least {
            (best, least, worse) = (going.quantised(), loss, 0);
        } else {
            worse += 1;
            if worse == MOST_WORSE {
                break;
            }
        }
    }
    Taught { network: best, course }
}

/// What a network makes of every row, in units of the target.
pub(crate) fn values(network: &Network, samples: &Samples, target: Target) -> Vec<f32> {
    let unit = target.unit() as f32;
    let of = |own: &Position| {
        let stage = usize::from(own.stage);
        own.range().map(move |row| network.value(&samples.planes[row], stage) as f32 / unit)
    };
    samples.positions.iter().flat_map(of).collect()
}

/// The value of an output of 1 in units of the target.
fn worth(target: Target) -> f32 {
    (1024.0 / target.unit()) as f32
}

fn mean_loss(going: &Going, held_out: &Samples, base: &[f32], target: Target) -> f64 {
    let mut units = vec![0.0; going.hidden];
    let (mut total, mut told) = (0.0, Vec::new());
    for position in &held_out.positions {
        told.clear();
        for row in position.range() {
            going.sums(held_out, row, &mut units);
            told.push(base[row] + worth(target) * going.told(&units, usize::from(position.stage)));
        }
        total += turn(target, &mut told, &held_out.labels[position.range()]);
    }
    total / held_out.len().max(1) as f64
}

/// Numbers that are being learnt, with what their steps remember.
struct Learning {
    numbers: Vec<f32>,
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Learning {
    fn new(numbers: Vec<f32>) -> Learning {
        let zeros = || vec![0.0; numbers.len()];
        Learning { slopes: zeros(), means: zeros(), squares: zeros(), numbers }
    }

    /// One step for the numbers of a range, whose slopes begin anew.
    fn step(&mut self, range: std::ops::Range<usize>, rate: f32, most: f32) {
        let own = self.numbers[range.clone()].iter_mut().zip(&mut self.slopes[range.clone()]);
        let kept = self.means[range.clone()].iter_mut().zip(&mut self.squares[range]);
        for ((number, slope), (mean, square)) in own.zip(kept) {
            *mean = KEEP.0 * *mean + (1.0 - KEEP.0) * *slope;
            *square = KEEP.1 * *square + (1.0 - KEEP.1) * *slope * *slope;
            *number = (*number + rate * *mean / (square.sqrt() + 1e-8)).clamp(-most, most);
            *slope = 0.0;
        }
    }
}

struct Going {
    hidden: usize,
    inputs: Learning,
    outputs: Learning,
    /// The inputs that occur.
    used: Vec<usize>,
    /// What units have added up to, row by row of a batch's position.
    units: Vec<f32>,
}

impl Going {
    fn new(
        hidden: usize,
        samples: &Samples,
        start: Option<&Network>,
        settings: &Settings,
    ) -> Going {
        let (inputs, outputs) = start.map_or_else(
            || {
                let mut rng = Rng::new(mix(settings.seed ^ hidden as u64));
                let mut draw =
                    |reach: f32| reach * ((rng.next_u64() >> 40) as f32 / 8_388_608.0 - 1.0);
                let mut inputs: Vec<f32> = (0..INPUTS * hidden).map(|_| draw(0.15)).collect();
                // Units begin in the middle of where they say anything.
                inputs.extend((0..hidden).map(|_| 0.3 + draw(0.2)));
                let outputs = (0..samples.layout.stages * hidden).map(|_| draw(0.1)).collect();
                (inputs, outputs)
            },
            Network::reals,
        );
        let mut seen = [false; INPUTS];
        for planes in &samples.planes {
            pieces(planes).for_each(|input| seen[input] = true);
        }
        let used = (0..INPUTS).filter(|input| seen[*input]).chain([INPUTS]).collect();
        let (inputs, outputs) = (Learning::new(inputs), Learning::new(outputs));
        Going { hidden, inputs, outputs, used, units: Vec::new() }
    }

    fn quantised(&self) -> Network {
        let mut inputs = vec![0.0; self.inputs.numbers.len()];
        for row in self.used.iter().map(|input| input * self.hidden..(input + 1) * self.hidden) {
            inputs[row.clone()].copy_from_slice(&self.inputs.numbers[row]);
        }
        Network::quantised(self.hidden, &inputs, &self.outputs.numbers)
    }

    /// What the units add up to.
    fn sums(&self, samples: &Samples, row: usize, units: &mut [f32]) {
        units.copy_from_slice(&self.inputs.numbers[INPUTS * self.hidden..]);
        for input in pieces(&samples.planes[row]) {
            let more = &self.inputs.numbers[input * self.hidden..][..self.hidden];
            units.iter_mut().zip(more).for_each(|(unit, more)| *unit += more);
        }
    }

    /// What the units say by the outputs of a stage.
    fn told(&self, units: &[f32], stage: usize) -> f32 {
        let outputs = &self.outputs.numbers[stage * self.hidden..][..self.hidden];
        units.iter().zip(outputs).map(|(unit, output)| unit.clamp(0.0, 1.0).powi(2) * output).sum()
    }

    /// One step for the positions of a batch; the sum of their losses before it.
    fn step(
        &mut self,
        samples: &Samples,
        base: &[f32],
        batch: &[Position],
        target: Target,
        rate: f32,
    ) -> f64 {
        let hidden = self.hidden;
        let (mut told, mut loss) = (Vec::new(), 0.0);
        for position in batch {
            let (rows, stage) = (position.range(), usize::from(position.stage));
            let mut units = std::mem::take(&mut self.units);
            units.resize(hidden * rows.len(), 0.0);
            told.clear();
            for (row, units) in rows.clone().zip(units.chunks_mut(hidden)) {
                self.sums(samples, row, units);
                told.push(base[row] + worth(target) * self.told(units, stage));
            }
            loss += turn(target, &mut told, &samples.labels[rows.clone()]);
            for ((row, units), error) in rows.zip(units.chunks_mut(hidden)).zip(&told) {
                self.back(samples, row, stage, units, *error);
            }
            self.units = units;
        }
        for input in &self.used {
            self.inputs.step(input * hidden..(input + 1) * hidden, rate, MOST_INPUT);
        }
        self.outputs.step(0..self.outputs.numbers.len(), rate, MOST_OUTPUT);
        loss
    }

    /// Adds the slopes of a row, whose value should move that way; its units are used up.
    fn back(&mut self, samples: &Samples, row: usize, stage: usize, units: &mut [f32], error: f32) {
        let hidden = self.hidden;
        let outputs = &self.outputs.numbers[stage * hidden..][..hidden];
        let slopes = &mut self.outputs.slopes[stage * hidden..][..hidden];
        for ((unit, output), slope) in units.iter_mut().zip(outputs).zip(slopes) {
            let kept = unit.clamp(0.0, 1.0);
            *slope += error * kept * kept;
            // Nothing moves a unit that is out of reach.
            *unit = if *unit == kept { error * output * 2.0 * kept } else { 0.0 };
        }
        for input in pieces(&samples.planes[row]).chain([INPUTS]) {
            let slopes = &mut self.inputs.slopes[input * hidden..][..hidden];
            slopes.iter_mut().zip(&*units).for_each(|(slope, unit)| *slope += unit);
        }
    }
}
