//! Tests of the statistics against tables of other programs, laws and simulations.

mod elo;
mod sprt;
mod stopped;
