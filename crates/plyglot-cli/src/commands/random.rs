//! `plyglot random`: seeded random games.

use std::{collections::BTreeMap, process::ExitCode, time::Instant};

use plyglot_catalog::{Catalog, Opened};
use plyglot_conform::result_value;
use plyglot_core::{AnySession, Rng};
use serde_json::{Value, json};

use super::{Done, Out};
use crate::{
    args::RandomArgs,
    error::Error,
    input::open_place,
    progress,
    words::{counted, decimals},
};

pub(super) fn run(catalog: &Catalog, args: &RandomArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    if args.json {
        games(&opened, args, out)?
    } else {
        summary(&opened, args, out)?
    }
    Ok(ExitCode::SUCCESS)
}

/// The games as JSON lines that `conform` reads back.
fn games(opened: &Opened, args: &RandomArgs, out: Out<'_>) -> Result<(), Error> {
    for index in 0..args.games {
        let mut session = opened.session.boxed();
        let mut rng = Rng::stream(args.seed, index);
        let mut legal_counts = Vec::new();
        let first = session.position();
        loop {
            let legal = session.legal().len();
            if !session.play_random(&mut rng) {
                break;
            }
            legal_counts.push(legal);
        }
        let mut row = json!({ "name": format!("random {} game {index}", args.seed) });
        for (name, value) in &opened.given {
            row[name] = json!(value);
        }
        let verdict = session.verdict();
        row["position"] = json!(first);
        row["moves"] = json!(session.played());
        row["legal_counts"] = json!(legal_counts);
        row["final"] = json!(session.position());
        row["result"] = verdict.as_ref().map_or(Value::Null, |v| result_value(&v.result));
        if let Some(reason) = verdict.and_then(|verdict| verdict.reason) {
            row["reason"] = json!(reason);
        }
        writeln!(out, "{row}")?;
    }
    Ok(())
}

/// How long the games were and how they ended.
fn summary(opened: &Opened, args: &RandomArgs, out: Out<'_>) -> Result<(), Error> {
    let bar = progress::bar(args.games);
    let start = Instant::now();
    let mut results: BTreeMap<String, u64> = BTreeMap::new();
    let mut lengths = Vec::new();
    for index in 0..args.games {
        let mut session = opened.session.boxed();
        let mut rng = Rng::stream(args.seed, index);
        let mut plies = 0u64;
        while session.play_random(&mut rng) {
            plies += 1;
        }
        lengths.push(plies);
        *results.entry(result_line(&*session)).or_default() += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let (games, seconds) = (counted(args.games, "game", "games"), decimals(seconds, 2));
    writeln!(out, "{games} of {}, seed {}, {seconds} s", opened.short, args.seed)?;
    print_lengths(&mut lengths, out)?;
    for (result, count) in &results {
        let share = 100.0 * *count as f64 / args.games as f64;
        writeln!(out, "{count:>9}  {share:5.1} %  {result}")?;
    }
    Ok(())
}

/// Who was first, and why the game ended.
fn result_line(session: &dyn AnySession) -> String {
    let Some(verdict) = session.verdict() else { return "unfinished".to_owned() };
    let reason = verdict.reason.map_or(String::new(), |reason| format!(" ({reason})"));
    match &verdict.result {
        words @ plyglot_core::ResultWords::Word(_) => words.to_string() + &reason,
        plyglot_core::ResultWords::Table(_) => winners(session) + &reason,
    }
}

fn winners(session: &dyn AnySession) -> String {
    let payoffs = session.outcome().unwrap_or_default();
    let ranks = plyglot_core::ranks(&payoffs, session.players());
    let seats = (0..session.players()).map(plyglot_core::Player);
    let first = seats.filter(|seat| ranks[seat.idx()] == 1).map(|seat| session.player_name(seat));
    format!("first: {}", first.collect::<Vec<_>>().join(", "))
}

fn print_lengths(lengths: &mut [u64], out: Out<'_>) -> Result<(), Error> {
    if lengths.is_empty() {
        return Ok(());
    }
    lengths.sort_unstable();
    let at = |share: f64| lengths[((lengths.len() - 1) as f64 * share).round() as usize];
    let mean = lengths.iter().sum::<u64>() as f64 / lengths.len() as f64;
    writeln!(
        out,
        "moves: mean {mean:.1}, shortest {}, quarter {}, median {}, three quarters {}, longest {}",
        at(0.0),
        at(0.25),
        at(0.5),
        at(0.75),
        at(1.0)
    )?;
    Ok(())
}
