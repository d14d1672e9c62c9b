//! Experiments: claims about players, each a small file with a question, what was claimed, and the
//! measurements that decide.
//!
//! A measurement is a match ([`matches::Match`]), a comparison of node counts ([`count::Count`]) or the memory of a
//! search ([`memory::Memory`]). Each gives a [`part::Part`] with an interval, and [`verdict::decide`] makes a verdict
//! of all of them: the claim holds, does not hold, or there is too little to tell.

pub mod count;
pub mod file;
pub mod listed;
pub mod matches;
pub mod memory;
pub mod part;
mod places;
pub mod verdict;
