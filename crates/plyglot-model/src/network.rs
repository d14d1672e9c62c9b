//! A small network beside the weights: one hidden layer over what stands where.
//!
//! Its inputs are the pieces of the planes that patterns are read from, so a game need declare nothing more. A unit of the
//! hidden layer adds what every piece says to it, and what is left between 0 and 1 counts as its square: so it sees what
//! pieces far apart mean together, which patterns do not. Every stage has outputs of its own. All of it is whole
//! numbers, and what a position is worth does not depend on the order in which they are added.

use plyglot_core::{PLANES, Planes};

/// What can stand somewhere: planes times cells.
pub(crate) const INPUTS: usize = PLANES * 64;
/// A unit's sum of 1.
const ONE: i16 = 128;
/// An output of 1.
const OUTPUT: f32 = 64.0;
/// Points are a sum of squares times outputs, less so many bits: 1 times 1 is 1,024 points.
const SHIFT: u32 = 10;
/// The most that an input may add, so that a full board fits into 16 bits.
pub(crate) const MOST_INPUT: f32 = 3.0;
/// The most that an output may be, so that its product with a unit fits, too.
pub(crate) const MOST_OUTPUT: f32 = 255.0 / OUTPUT;

/// The sizes of a hidden layer.
pub const SIZES: [usize; 4] = [16, 32, 64, 128];

/// The largest of them.
const MOST_HIDDEN: usize = 128;

/// What the units of a hidden layer add up to, as far as there are any.
pub(crate) type Units = [i16; MOST_HIDDEN];

/// A hidden layer with its outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Units of the hidden layer, one of [`SIZES`].
    pub(crate) hidden: usize,
    /// What every piece on every cell adds to the units, then what they begin with.
    pub(crate) inputs: Vec<i16>,
    /// What the units add to the value, stage by stage.
    pub(crate) outputs: Vec<i16>,
}

impl Network {
    /// Numbers of a network of so many units and stages.
    pub(crate) fn size(hidden: usize, stages: usize) -> usize {
        (INPUTS + 1 + stages) * hidden
    }

    /// The network of these numbers, all that it has one after the other.
    pub(crate) fn of(hidden: usize, mut numbers: Vec<i16>) -> Network {
        let outputs = numbers.split_off((INPUTS + 1) * hidden);
        Network { hidden, inputs: numbers, outputs }
    }

    /// The stages that it has outputs for.
    pub(crate) fn stages(&self) -> usize {
        self.outputs.len() / self.hidden
    }

    /// All its numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = i16> {
        self.inputs.iter().chain(&self.outputs).copied()
    }

    /// The network nearest to one of real numbers.
    pub(crate) fn quantised(hidden: usize, inputs: &[f32], outputs: &[f32]) -> Network {
        let near =
            |number: &f32, one: f32, most: f32| (number.clamp(-most, most) * one).round() as i16;
        let inputs = inputs.iter().map(|own| near(own, f32::from(ONE), MOST_INPUT)).collect();
        let outputs = outputs.iter().map(|own| near(own, OUTPUT, MOST_OUTPUT)).collect();
        Network { hidden, inputs, outputs }
    }

    /// Its inputs and outputs as real numbers, to learn on from.
    pub(crate) fn reals(&self) -> (Vec<f32>, Vec<f32>) {
        let inputs = self.inputs.iter().map(|own| f32::from(*own) / f32::from(ONE)).collect();
        (inputs, self.outputs.iter().map(|own| f32::from(*own) / OUTPUT).collect())
    }

    /// What the units add up to on an empty board.
    pub(crate) fn empty(&self) -> Units {
        let mut units = [0; MOST_HIDDEN];
        units[..self.hidden].copy_from_slice(&self.inputs[INPUTS * self.hidden..]);
        units
    }

    /// What it makes of a position in points.
    #[inline]
    pub(crate) fn value(&self, planes: &Planes, stage: usize) -> i32 {
        self.follow(&mut self.empty(), &Planes::default(), planes, stage)
    }

    /// The same, where `units` are known for another position and are brought to this one.
    #[inline]
    pub(crate) fn follow(
        &self,
        units: &mut Units,
        from: &Planes,
        to: &Planes,
        stage: usize,
    ) -> i32 {
        // The size is known to the compiler, so that sums stay in registers.
        match self.hidden {
            16 => self.follow_of::<16>(units, from, to, stage),
            32 => self.follow_of::<32>(units, from, to, stage),
            64 => self.follow_of::<64>(units, from, to, stage),
            _ => self.follow_of::<MOST_HIDDEN>(units, from, to, stage),
        }
    }

    fn follow_of<const H: usize>(
        &self,
        kept: &mut Units,
        from: &Planes,
        to: &Planes,
        stage: usize,
    ) -> i32 {
        let mut units = [0i16; H];
        units.copy_from_slice(&kept[..H]);
        let differ = |from: &Planes, to: &Planes| -> Planes {
            std::array::from_fn(|plane| to[plane] & !from[plane])
        };
        for input in pieces(&differ(from, to)) {
            let row = &self.inputs[input * H..][..H];
            for (unit, more) in units.iter_mut().zip(row) {
                *unit = unit.wrapping_add(*more);
            }
        }
        for input in pieces(&differ(to, from)) {
            let row = &self.inputs[input * H..][..H];
            for (unit, less) in units.iter_mut().zip(row) {
                *unit = unit.wrapping_sub(*less);
            }
        }
        kept[..H].copy_from_slice(&units);
        let outputs = &self.outputs[stage * H..][..H];
        let mut sum = 0;
        for (unit, output) in units.iter().zip(outputs) {
            let unit = (*unit).clamp(0, ONE);
            sum += i32::from(unit.wrapping_mul(*output)) * i32::from(unit);
        }
        sum >> SHIFT
    }
}

/// The number of every piece on a board.
#[inline]
pub(crate) fn pieces(planes: &Planes) -> impl Iterator<Item = usize> {
    planes.iter().enumerate().flat_map(|(at, plane)| {
        let mut rest = *plane;
        std::iter::from_fn(move || {
            let cell = rest.trailing_zeros() as usize;
            let is_some = rest != 0;
            rest &= rest.wrapping_sub(1);
            is_some.then_some(64 * at + cell)
        })
    })
}
