//! Learning: an evaluation for any game that declares features, by play.
//!
//! A [`plan::Plan`] is a file that says who plays, how much and what is learnt. A generation plays its games
//! as a schedule of the arena ([`lessons`]), so that they are kept and resumed like all others; their
//! positions, replayed from the records ([`material`]) and labelled by what became of them ([`label`]),
//! make the weights that the next generation plays with. At the end a sequential test ([`proof`]) says
//! whether the last weights are better than the start. A [`bench::Bench`] carries all of it out and leaves a
//! [`course::Course`].

pub mod bench;
pub mod course;
pub mod label;
pub mod lessons;
pub mod material;
pub mod plan;
pub mod proof;
#[cfg(test)]
mod tests;
pub mod training;
mod weights;
