//! Our agent as such a program: one turn, from one file to the other.

use std::{path::PathBuf, sync::atomic::Ordering, time::Duration};

use plyglot_catalog::Budget;
use plyglot_core::Notation;

use super::{
    codec::{Input, Output},
    files::{self, INPUT, OUTPUT},
    typed,
};
use crate::{Ask, Error, Join, Joined, ears};

/// The share of the time that is for thinking: the program's own start is counted, too.
const SHARE: f64 = 0.9;

/// Plays one turn. The address is the folder of the files, if it is not the present one.
pub(super) fn join(join: &mut Join<'_>) -> Result<Joined, Error> {
    let folder = PathBuf::from(join.address.as_deref().unwrap_or("."));
    let trace = ears().trace(join.protocol.show);
    let text = files::read(&folder.join(INPUT)).map_err(|why| Error(format!("{INPUT}: {why}")))?;
    trace.received(&INPUT, text.as_bytes());
    let input = Input::decode(&text).map_err(|why| Error(format!("{INPUT}, {why}")))?;
    let game = if join.game.is_empty() { join.protocol.game } else { &join.game };
    join.mind.begin(game, Some(&input.position()))?;
    (join.show)(join.mind.session());
    let (ply, output) = turn(join, &input)?;
    let text = output.encode();
    trace.sent(&OUTPUT, text.as_bytes());
    let written = std::fs::write(folder.join(OUTPUT), text);
    written.map_err(|error| Error(format!("{OUTPUT}: {error}")))?;
    join.mind.play(&ply)?;
    (join.show)(join.mind.session());
    let seat = Some(1 + usize::from(input.white));
    Ok(Joined { seat, result: format!("played {ply}"), plies: 1 })
}

/// The agent's turn, as a ply and as a path.
fn turn(join: &mut Join<'_>, input: &Input) -> Result<(String, Output), Error> {
    if join.mind.session().legal().is_empty() {
        return Err(Error(format!("{INPUT}: the game is over")));
    }
    let share = || Budget::of_clock(input.time, Duration::ZERO).time;
    let time = if input.single { Some(input.time.mul_f64(SHARE)) } else { share() };
    let ply = join.mind.choose(&Ask { time, ..Ask::default() }, join.stop)?;
    if join.stop.load(Ordering::Relaxed) {
        return Err(Error("stopped before the turn".to_owned()));
    }
    let own = typed(join.mind.session()).map_err(Error)?;
    let moves =
        own.game().parse_ply(own.state(), &ply).map_err(|error| Error(error.to_string()))?;
    let path = moves.first().map(|mv| own.game().path(own.state(), *mv)).unwrap_or_default();
    Ok((ply, Output(path)))
}
