//! Tests of the statistics against tables of other programs, laws and simulations.

mod blocks;
mod elo;
mod openspiel;
mod rating;
mod simulate;
mod sprt;
mod stopped;
