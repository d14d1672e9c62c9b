//! Opening books that are grown by search, for games of two sides.
//!
//! A book is a graph of positions. Each has the best ply that leads out of the book, as a search found it, and plies
//! that lead to other positions of the book; what is known of those is backed up. It grows where that costs least:
//! a ply costs one, and what a side gives away on the way costs more, so lines that both sides can play without loss
//! grow deep, and whoever errs is followed a little ([`Book::open`]).
//!
//! - [`Book`]: how it is grown and what it says ([`Book::moves`]); [`Settings`]: what it is made with
//! - `graph`: values and costs
//! - `file`: a book as text ([`Book::read`], [`Book::write`])
//!
//! Positions that the symmetries of the rules map to each other are one ([`plyglot_core::Reach`]). Nothing here reads a
//! clock or a file or searches: the host is told what to search, and tells what was found.

mod book;
mod file;
mod graph;
#[cfg(test)]
mod tests;

pub use book::{Book, BookMove, Found, MOST_POSITIONS, STEP, Settings, ShownLine};
pub use file::BookError;
