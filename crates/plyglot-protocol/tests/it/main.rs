//! Bots as programs, and the engine as a program would drive it.

mod bots;
mod engine;
mod runners;
