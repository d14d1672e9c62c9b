//! Games as other programs keep them: [`ggf`], `transcript`, `wthor`, `trial`.
//!
//! They all mean the 8x8 board. Some write passes and some leave them out: `replay` finds them by the rules
//! and gives back what the game's own rules count.

pub mod ggf;
mod replay;
mod transcript;
mod trial;
mod wthor;

use plyglot_core::{Content, FileGames, Format, Heading, ludii};

use crate::{Move, Reversi, Size, State};

/// The formats.
pub(crate) const FORMATS: &[Format] = &[
    Format::new("ggf", "game records of Othello servers and of NBoard, any number in a file"),
    Format::new("transcript", "squares one after the other (F5D6C3), a game a line"),
    Format::read_only(
        "wtb",
        "WTHOR, the database of the French federation, with names of .jou and .trn files beside it",
    )
    .with(wthor::BESIDE),
    Format::new("trl", "a trial of the Ludii system"),
];

pub(crate) fn read<'a>(
    rules: &'a Reversi,
    format: &str,
    file: &'a Content,
) -> Option<FileGames<'a>> {
    match format {
        "ggf" => Some(Box::new(ggf::Games::new(rules, file.text()))),
        "transcript" => Some(transcript::read(rules, file.text())),
        "wtb" => Some(wthor::read(rules, file)),
        "trl" => Some(ludii::read(file.text(), "Reversi", replay::Replay::start(rules))),
        _ => None,
    }
}

/// The text of a game; none of one on a smaller board.
pub(crate) fn write(
    rules: &Reversi,
    format: &str,
    first: &State,
    moves: &[Move],
    heading: &Heading,
) -> Option<String> {
    match format {
        _ if rules.size != Size::Eight => None,
        "ggf" => Some(ggf::write(first, moves, heading)),
        "transcript" => transcript::write(first, moves),
        "trl" => trial::write(first, moves, heading),
        _ => None,
    }
}
