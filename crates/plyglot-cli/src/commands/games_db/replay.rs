//! A game again, move by move.

use std::{
    io::{self, IsTerminal},
    process::ExitCode,
    thread,
};

use plyglot_arena::store::StoredGame;
use plyglot_catalog::Catalog;

use super::{find_game, show};
use crate::{
    args::records::ReplayArgs,
    commands::{Done, Out, watch},
    input::seconds,
    words::{decimals, plain},
};

pub(super) fn run(catalog: &Catalog, args: &ReplayArgs, out: Out<'_>) -> Done {
    let game = find_game(&args.db, args.game)?;
    let delay = seconds("--delay", &args.delay)?;
    let mut session = game.job.start(catalog)?;
    show::heading(catalog, &game, &*session, false, out)?;
    writeln!(out)?;
    let live = io::stdout().is_terminal();
    let plies = game.plies();
    let last = args.ply.unwrap_or(plies.len()).min(plies.len());
    let mut height = if live { watch::frame(&*session, "", 0, out)? } else { 0 };
    let mut said = String::new();
    for (at, ply) in plies[..last].iter().enumerate() {
        let seat = session.player_name(session.to_move());
        show::play(&mut *session, at, ply)?;
        said = format!(
            "ply {} of {}: {seat} played {}{}",
            at + 1,
            plies.len(),
            plain(ply),
            thought(&game, at)
        );
        if live {
            thread::sleep(delay);
            height = watch::frame(&*session, &said, height, out)?;
        }
    }
    if !live {
        watch::frame(&*session, &said, 0, out)?;
    }
    if last == plies.len() {
        writeln!(out, "  {}", plain(&game.record.result.verdict))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What whoever made a ply thought of it.
fn thought(game: &StoredGame, at: usize) -> String {
    let Some(own) = at.checked_sub(game.job.opening.moves.len()) else {
        return " (opening)".to_owned();
    };
    if !show::timed(game) {
        return String::new();
    }
    let mv = &game.record.moves[own];
    let value = mv.value.map_or(String::new(), |value| format!(", value {value}"));
    format!("{value}, depth {}, {} ms", mv.depth, decimals(mv.micros as f64 / 1000.0, 1))
}
