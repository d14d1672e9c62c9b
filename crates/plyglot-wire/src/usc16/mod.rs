//! Two-player Halma by files: a program is run once for every turn, reads `input.txt`, and writes `output.txt`.

mod client;
pub mod codec;
mod files;
mod guest;
#[cfg(test)]
mod tests;

use plyglot_arena::{Clock, Limits};
use plyglot_core::{AnySession, Session};
use plyglot_halma::Halma;

use crate::{Program, Protocol, show_text};

/// The protocol.
pub static PROTOCOL: Protocol = Protocol {
    name: "usc16",
    about: "two-player Halma by files: a program is run once for every turn",
    games: &["halma"],
    game: "halma(variant=usc16)",
    show: show_text,
    net: None,
    program: Some(Program { guest: guest::new }),
    limits: || {
        let clock = Some(Clock { base: 300_000, increment: 0 });
        Limits { clock, margin: 0, ..Limits::default() }
    },
    join: client::join,
};

/// The game, if it is the one that the files are for.
fn typed(session: &dyn AnySession) -> Result<&Session<Halma>, String> {
    let own: Option<&Session<Halma>> = session.as_any().downcast_ref();
    let fits = |own: &&Session<Halma>| own.game().rules().variant.name == "usc16";
    own.filter(fits).ok_or_else(|| "the protocol usc16 is for the variant usc16".to_owned())
}
