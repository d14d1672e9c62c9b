//! `plyglot play`: a game at the keyboard.

mod lines;
mod orders;
mod saved;
mod seats;
mod table;

use std::{
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
};

use plyglot_catalog::{Catalog, WallClock};
use plyglot_core::Clock as _;
use plyglot_lab::Lab;
use signal_hook::{consts::SIGINT, flag};

use self::{lines::Lines, orders::Next, table::Table};
use super::{Done, Out};
use crate::{
    args::PlayArgs,
    draw,
    error::Error,
    input::{open_place, read_file, seconds},
};

pub(super) fn run(catalog: &Catalog, args: &PlayArgs, out: Out<'_>) -> Done {
    let (lab, opened) = (Lab::new(catalog, &read_file), open_place(catalog, &args.place)?);
    let time = args.time.as_deref().map(|time| seconds("--time", time)).transpose()?;
    let limits = table::limits(time, args.nodes);
    let plan = seats::read(&lab, &opened, &args.seats, limits, args.seed)
        .map_err(|why| Error::Input(format!("--seats: {why}")))?;
    let stop = Arc::new(AtomicBool::new(false));
    flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&stop))?;
    flag::register(SIGINT, Arc::clone(&stop))?;
    let clock = WallClock::start();
    let game = lab.table(opened, plan, clock.now())?;
    let mut table = Table { lab, game, limits, stop, clock };
    table.introduce(out)?;
    play(&mut table, &mut Lines::open(), out)?;
    table.farewell(out)?;
    Ok(ExitCode::SUCCESS)
}

/// Plays until somebody leaves, or the game is over and nobody is there to take a move back.
fn play(table: &mut Table<'_>, lines: &mut Lines, out: Out<'_>) -> Result<(), Error> {
    let mut changed = true;
    loop {
        if table.advance(out)? {
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
        if !table.any_human() {
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
