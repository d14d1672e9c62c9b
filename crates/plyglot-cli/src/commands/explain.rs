//! `plyglot explain`: what an agent's evaluation makes of a position, term by term.

use std::process::ExitCode;

use plyglot_catalog::{Catalog, Explained};
use plyglot_core::AnySession;
use serde::Serialize;

use super::{Done, Out, json};
use crate::{
    args::ExplainArgs,
    draw,
    error::Error,
    input::{open_place, read_file},
};

pub(super) fn run(catalog: &Catalog, args: &ExplainArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    let explained = catalog.explain(&args.agent, &opened, &read_file)?;
    let session = &*opened.session;
    if args.json {
        let told = Told {
            game: &opened.spec,
            position: session.position(),
            agent: &explained.agent,
            players: plyglot_lab::explain(&explained, session),
        };
        writeln!(out, "{}", json(&told))?;
    } else {
        draw::draw(session, out)?;
        print(session, &explained, out)?;
        let short = catalog.agent(&args.agent, &opened, &read_file)?.short().to_owned();
        writeln!(out, "\n{}", if args.full { explained.agent } else { short })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// An evaluation taken apart, with what it is of.
#[derive(Serialize)]
struct Told<'a> {
    game: &'a str,
    position: String,
    agent: &'a str,
    players: Vec<plyglot_lab::SeatTerms>,
}

/// A table a seat, all with the same columns.
fn print(session: &dyn AnySession, explained: &Explained, out: Out<'_>) -> Result<(), Error> {
    let mut tables = Vec::new();
    for seat in &explained.seats {
        let terms = seat.terms.iter().map(|(name, value)| (name.as_str(), number(*value)));
        let rows: Vec<_> = terms.chain([("total", number(seat.total()))]).collect();
        tables.push((seat.seat, rows));
    }
    let rows = || tables.iter().flat_map(|(_, rows)| rows);
    let names = rows().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let numbers = rows().map(|(_, number)| number.len()).max().unwrap_or(0);
    for (seat, rows) in &tables {
        writeln!(out, "\n{}", draw::seat_name(session, *seat))?;
        for (name, number) in rows {
            writeln!(out, "  {name:<names$}  {number:>numbers$}")?;
        }
    }
    Ok(())
}

/// A value with three decimals at most.
fn number(value: f64) -> String {
    if value.fract() == 0.0 {
        return format!("{value}");
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
