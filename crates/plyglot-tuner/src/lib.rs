//! Tuning: better parameters for any agent of any game, by play.
//!
//! A [`method::Method`] asks for games between individuals and is told their scores; it knows nothing of
//! agents, files or threads. [`tuning::Tuning`] makes it a schedule of the arena, so that its games are
//! played, kept and resumed like all others. A [`plan::Plan`] is a file that says what to look for and how; a
//! [`bench::Bench`] carries it out.

pub mod ablate;
pub mod bayes;
pub mod bench;
pub mod cmaes;
pub mod course;
pub mod cuts;
mod declared;
pub mod generate;
mod keep;
pub mod method;
pub mod plan;
pub mod pool;
pub mod setting;
pub mod space;
pub mod spsa;
#[cfg(test)]
mod tests;
pub mod texel;
pub mod tuning;

pub use keep::Keep;
