//! How the points of agents translate into scores, by the games they played.

use std::{collections::BTreeMap, process::ExitCode};

use plyglot_arena::{
    standings::seat_scores,
    store::{Store, StoredGame},
};
use plyglot_core::Spec;
use plyglot_lab::Unit;
use plyglot_stats::calibration::{Fit, Told, fit};
use serde::Serialize;

use super::{find_run, in_file, open, warn};
use crate::{
    args::records::CalibrateArgs,
    commands::{Done, Out, json},
    error::Error,
    words::{self, counted},
};

/// What an agent's points are worth in a game.
#[derive(Serialize)]
struct Calibrated {
    game: String,
    agent: String,
    specification: String,
    games: usize,
    positions: usize,
    /// With nothing as the value of an even position.
    compared: Option<Fit>,
    /// With the value of an even position fitted, too.
    shifted: Option<Fit>,
}

pub(super) fn run(args: &CalibrateArgs, out: Out<'_>) -> Done {
    let store = open(&args.db)?;
    let run = args.run.as_ref().map(|id| find_run(&store, &args.db, id)).transpose()?;
    let all = calibrate(&store, args, run.as_ref().map(|run| run.id.as_str()))?;
    warn(&store, &args.db);
    if args.json {
        writeln!(out, "{}", json(&all))?;
        return Ok(ExitCode::SUCCESS);
    }
    if all.is_empty() {
        writeln!(out, "no agent of these games told points of an evaluation")?;
    }
    for own in &all {
        print(own, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The points that every agent told in every game of the catalogue, with the scores that followed.
type Values = BTreeMap<(String, String, String), Vec<Told>>;

fn calibrate(
    store: &Store,
    args: &CalibrateArgs,
    run: Option<&str>,
) -> Result<Vec<Calibrated>, Error> {
    let (mut values, mut number) = (Values::new(), 0);
    let visited = store.each_game(run, &mut |game| {
        note(&game, number, &mut values);
        number += 1;
        Ok(())
    });
    visited.map_err(in_file(&args.db))?;
    let calibrated = |((game, agent, specification), told): (_, Vec<Told>)| {
        let mut games: Vec<usize> = told.iter().map(|own| own.game).collect();
        games.dedup();
        Calibrated {
            game,
            agent,
            specification,
            games: games.len(),
            positions: told.len(),
            compared: fit(&told, false),
            shifted: fit(&told, true),
        }
    };
    Ok(values.into_iter().map(calibrated).collect())
}

/// Notes the points of a game. Of more than two sides the others are taken to lack what one has.
fn note(game: &StoredGame, number: usize, values: &mut Values) {
    let result = &game.record.result;
    let (scores, job) = (seat_scores(result), &game.job);
    let sides = result.sides.iter().max().map_or(1, |last| last + 1) as f64;
    let name = Spec::parse(&job.game).map_or_else(|_| job.game.clone(), |spec| spec.name);
    for mv in &game.record.moves {
        let Some(points) = mv.value.filter(|value| value.unit == Unit::Points) else { continue };
        let agent = &job.agents[job.seatings[result.index][mv.seat]];
        let key = (name.clone(), agent.name.clone(), agent.spec.clone());
        let value = points.amount * sides / (sides - 1.0).max(1.0);
        values.entry(key).or_default().push(Told { game: number, value, score: scores[mv.seat] });
    }
}

fn print(own: &Calibrated, out: Out<'_>) -> Result<(), Error> {
    let bold = anstyle::Style::new().bold();
    let Calibrated { game, agent, games, positions, .. } = own;
    let (positions, games) = (counted(*positions, "position", "positions"), words::games(*games));
    writeln!(out, "{bold}{agent}{bold:#} in {game}: {positions} of {games}")?;
    let Some(compared) = &own.compared else {
        writeln!(out, "  too little to tell: results do not go with the points")?;
        return Ok(());
    };
    let Fit { unit, unit_error, loss, base_loss, .. } = compared;
    writeln!(
        out,
        "  a lead of {unit:.3} ± {unit_error:.3} points is worth 73.1 %; loss {loss:.3} bits, {base_loss:.3} without"
    )?;
    if let Some(shifted) = &own.shifted {
        let Fit { unit, even, loss, .. } = shifted;
        writeln!(out, "  if {even:.3} points are even: {unit:.3}; loss {loss:.3} bits")?;
    }
    for (expected, score, count) in &compared.tenths {
        let (expected, score) = (100.0 * expected, 100.0 * score);
        let count = counted(*count, "position", "positions");
        writeln!(out, "  expected {expected:>5.1} %  got {score:>5.1} %  {count}")?;
    }
    Ok(())
}
