//! Statistics of matches and tournaments as pure functions: no files, no clocks, and randomness from
//! a seed alone.
//!
//! The observation is the **block**: one opening played with the line-up through all seats. Games of a
//! block depend on each other, blocks do not, so every interval and test here counts blocks.
//!
//! - scores of games -> [`blocks`] -> [`cells::Cells`] -> [`elo::summary`], [`sprt::Sprt`],
//!   [`stopped::estimate`];
//! - ranks of games -> [`rating::rate`];
//! - pairs of costs -> [`ratio::geometric_mean`];
//! - values of two depths -> [`regression::straight`];
//! - tables of payoffs -> [`alpharank`], [`nash`].
//!
//! [`simulate`] plays games of known strength to try all this on.

pub mod alpharank;
pub mod blocks;
pub mod calibration;
pub mod cells;
pub mod elo;
mod likelihood;
mod linear;
pub mod nash;
pub mod normal;
pub mod random;
pub mod rating;
pub mod ratio;
pub mod regression;
pub mod simulate;
pub mod sprt;
pub mod stopped;
