//! Team Halma and its family.
