//! `plyglot legal`: the legal moves.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use serde_json::json;

use super::{Done, Out};
use crate::{args::PositionArgs, input::open_place};

pub(super) fn run(catalog: &Catalog, args: &PositionArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    let legal = opened.session.legal();
    if args.json {
        let position = opened.session.position();
        let answer = json!({ "game": opened.spec, "position": position, "legal": legal });
        writeln!(out, "{answer}")?;
    } else {
        for text in legal {
            writeln!(out, "{text}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
