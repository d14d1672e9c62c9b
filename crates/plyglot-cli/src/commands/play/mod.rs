//! `plyglot play`: a game at the keyboard.

mod lines;
mod orders;
mod saved;
mod seats;
mod table;

use std::{
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use plyglot_catalog::{Budget, Catalog};
use signal_hook::{consts::SIGINT, flag};

use self::{lines::Lines, orders::Next, seats::Seats, table::Table};
use super::{Done, Out};
use crate::{
    args::PlayArgs,
    draw,
    error::Error,
    input::{open_place, seconds},
};

pub(super) fn run(catalog: &Catalog, args: &PlayArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    let seats = Seats::open(catalog, &args.seats, &opened)
        .map_err(|error| Error::Input(format!("--seats: {error}")))?;
    let stop = Arc::new(AtomicBool::new(false));
    flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&stop))?;
    flag::register(SIGINT, Arc::clone(&stop))?;
    let (budget, seed) = (budget(args)?, args.seed);
    let mut table = Table { catalog, opened, seats, budget, seed, stop };
    table.introduce(out)?;
    play(&mut table, &mut Lines::open(), out)?;
    table.farewell(out)?;
    Ok(ExitCode::SUCCESS)
}

/// What an agent's move may cost: one second if nothing is said.
fn budget(args: &PlayArgs) -> Result<Budget, Error> {
    let time = match (&args.time, args.nodes) {
        (Some(time), _) => Some(seconds("--time", time)?),
        (None, None) => Some(Duration::from_secs(1)),
        (None, Some(_)) => None,
    };
    Ok(Budget { nodes: args.nodes, time })
}

/// Plays until somebody leaves, or the game is over and nobody is there to take a move back.
fn play(table: &mut Table<'_>, lines: &mut Lines, out: Out<'_>) -> Result<(), Error> {
    let mut changed = true;
    loop {
        if table.plays_itself() {
            table.advance(out)?;
            if table.is_left() {
                return Ok(());
            }
            changed = true;
            continue;
        }
        if changed {
            writeln!(out)?;
            draw::draw(table.session(), out)?;
        }
        if !table.seats.any_human() {
            return Ok(());
        }
        let words = orders::words(table.session());
        let Some(line) = lines.ask(&table.prompt(), words, out)? else { return Ok(()) };
        match orders::obey(table, line.trim(), out)? {
            Next::Ask => changed = false,
            Next::Draw => changed = true,
            Next::Leave => return Ok(()),
        }
    }
}
