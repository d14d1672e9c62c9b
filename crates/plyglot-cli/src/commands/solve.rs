//! `plyglot solve`: what a position is worth under best play, proven.

use std::{
    cmp::Ordering,
    process::ExitCode,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_catalog::{
    Aim, Budget, Catalog, Endings, Method, Proof, Question, SolveConfig, Values,
};
use serde_json::json;

use super::{Done, Out};
use crate::{
    args::solve::{SolveArgs, SolveMethod},
    error::{Error, warn},
    input::{open_place, seconds},
    progress, tables,
    words::{counted, pace},
};

pub(super) fn run(catalog: &Catalog, args: &SolveArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    if opened.session.outcome().is_some() {
        return Err(Error::Input("the game is over: there is nothing to solve".to_owned()));
    }
    let known =
        args.tables.as_deref().map(|text| tables::get(catalog, &opened, text)).transpose()?;
    let method = match args.method {
        SolveMethod::Auto | SolveMethod::Alphabeta => Method::AlphaBeta,
        SolveMethod::Proof => Method::ProofNumber,
    };
    let config = SolveConfig {
        method,
        distance: args.distance,
        table: args.tt as usize,
        aim: Aim::at(args.goal),
        ..SolveConfig::default()
    };
    let time = args.time.as_deref().map(|text| seconds("--time", text)).transpose()?;
    let stop = AtomicBool::new(false);
    let own = args.method == SolveMethod::Auto && args.goal.is_none();
    let budget = Budget { nodes: args.nodes, time };
    let spinner = progress::spinner("solving");
    let start = Instant::now();
    let told =
        known.as_ref().map(|tables| Ok::<_, Error>(catalog.tables(&opened)?.prove(&**tables)));
    let proof = match told.transpose()? {
        Some(Some(proof)) => proof,
        untold => {
            // A fault was told when it came up.
            let whole = known.as_ref().filter(|tables| tables.fault().is_none());
            if let (Some(_), Some(tables)) = (untold, whole) {
                let why = why_untold(&catalog.tables(&opened)?, &**tables);
                warn(&format!("{why}: it is searched, and they are asked on the way"));
            }
            let question = Question { config, own, tables: known.as_ref(), budget, stop: &stop };
            catalog.solve(&opened, &question)?
        }
    };
    let spent = start.elapsed();
    spinner.finish_and_clear();
    if args.json {
        let answer = json!({
            "game": opened.spec,
            "position": opened.session.position(),
            "value": proof.at_least.filter(|_| proof.at_least == proof.at_most),
            "at_least": proof.at_least,
            "at_most": proof.at_most,
            "verdict": proof.verdict.map(verdict_word),
            "distance": proof.distance,
            "pv": proof.plies,
            "nodes": proof.nodes,
            "seconds": spent.as_secs_f64(),
        });
        writeln!(out, "{answer}")?;
    } else {
        print(&proof, spent, out)?;
    }
    Ok(if proof.verdict.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Why tables prove nothing of a position.
fn why_untold(endings: &Endings<'_>, tables: &dyn Values) -> String {
    if endings.probe(tables).is_some() {
        return "a draw rule could come before the end that the tables tell of this position"
            .to_owned();
    }
    // There is no such number where slices are missing, and then that was told.
    let pieces = tables.pieces();
    let most = if pieces > 0 { format!(", for up to {pieces} pieces,") } else { String::new() };
    format!("the tables{most} do not have this position")
}

pub(super) fn verdict_word(verdict: Ordering) -> &'static str {
    match verdict {
        Ordering::Greater => "win",
        Ordering::Equal => "draw",
        Ordering::Less => "loss",
    }
}

fn print(proof: &Proof, spent: Duration, out: Out<'_>) -> Result<(), Error> {
    let verdict = proof.verdict.map_or("not proven within the limits", verdict_word);
    let bounds = match (proof.at_least, proof.at_most) {
        (Some(least), Some(most)) if least == most => format!(", payoff {least}"),
        (Some(least), Some(most)) => format!(", payoff from {least} to {most}"),
        (Some(least), None) => format!(", payoff at least {least}"),
        (None, Some(most)) => format!(", payoff at most {most}"),
        (None, None) => String::new(),
    };
    let distance = proof
        .distance
        .map_or(String::new(), |plies| format!(" in {}", counted(plies, "ply", "plies")));
    writeln!(out, "{verdict}{distance}{bounds}, for the player to move")?;
    if !proof.plies.is_empty() {
        writeln!(out, "best play: {}", proof.plies.join(" "))?;
    }
    writeln!(out, "{}", pace(proof.nodes, spent.as_secs_f64()))?;
    Ok(())
}
