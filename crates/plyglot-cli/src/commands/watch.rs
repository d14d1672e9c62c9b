//! `plyglot watch` and the exhibition: a game played out on the board.

use std::{
    io::{self, IsTerminal},
    process::ExitCode,
    thread,
    time::Duration,
};

use plyglot_catalog::Catalog;
use plyglot_core::{AnySession, Rng};

use super::{Done, Out};
use crate::{args::WatchArgs, draw, error::Error, input::open_game};

/// What a newcomer sees: a game, and what to try next.
pub(super) fn exhibition(catalog: &Catalog, out: Out<'_>) -> Done {
    let args = WatchArgs { game: "reversi".to_owned(), seed: 1, delay: 0.15 };
    run(catalog, &args, out)?;
    writeln!(
        out,
        "
That was an exhibition game of random movers. What next:
  plyglot games                        the games and their options
  plyglot watch halma                  another game
  plyglot show chexers                 a board
  plyglot legal dala --moves \"c3 d4\"   the legal moves of a position
  plyglot perft checkers --depth 10    count positions
  plyglot random dala --games 1000     random games, how long and who wins
  plyglot conform checkers             check a game against the laws of all games
  plyglot bench                        how fast the rules are
  plyglot --help                       everything"
    )?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run(catalog: &Catalog, args: &WatchArgs, out: Out<'_>) -> Done {
    let opened = open_game(catalog, &args.game)?;
    let mut session = opened.session;
    let mut rng = Rng::new(args.seed);
    let live = io::stdout().is_terminal();
    let delay = Duration::try_from_secs_f64(args.delay)
        .map_err(|_| Error::Input(format!("--delay {}: expected seconds from 0", args.delay)))?;
    writeln!(out, "{}, random movers, seed {}\n", opened.spec, args.seed)?;
    let mut height = frame(&*session, 0, out)?;
    while session.play_random(&mut rng) {
        if live {
            thread::sleep(delay);
            height = frame(&*session, height, out)?;
        }
    }
    if !live {
        frame(&*session, 0, out)?;
    }
    let plies = session.played().len();
    writeln!(
        out,
        "  {plies} moves; plyglot watch \"{}\" --seed {} repeats it",
        opened.spec, args.seed
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Draws over the last `height` lines and tells how many lines this frame has.
fn frame(session: &dyn AnySession, height: usize, out: Out<'_>) -> Result<usize, Error> {
    let mut picture = Vec::new();
    draw::draw(session, &mut picture)?;
    if height > 0 {
        write!(out, "\x1b[{height}A\x1b[J")?;
    }
    out.write_all(&picture)?;
    out.flush()?;
    Ok(picture.iter().filter(|byte| **byte == b'\n').count())
}
