//! Dala: drops, steps and captures on 6x6.
