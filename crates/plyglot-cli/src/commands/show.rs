//! `plyglot show`: a position drawn in the terminal or as a picture, or its scene as JSON.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_lab::Position;

use super::{Done, Out, json};
use crate::{args::ShowArgs, draw, input::open_place, svg};

pub(super) fn run(catalog: &Catalog, args: &ShowArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    let session = &*opened.session;
    if args.json {
        writeln!(out, "{}", json(&Position::of(&opened.spec, session)))?;
    } else if args.svg {
        write!(out, "{}", svg::picture(session))?;
    } else {
        draw::draw(session, out)?;
        let position = session.position();
        let gap = if position.contains('\n') { "\n" } else { " " };
        writeln!(out, "  position:{gap}{}", position.trim_end())?;
    }
    Ok(ExitCode::SUCCESS)
}
