//! Experiments in words: the list, and what one of them came to.

use std::process::ExitCode;

use anstyle::Style;
use plyglot_catalog::{Catalog, SIGNATURE};
use plyglot_experiment::{
    file::Size,
    listed,
    part::{Part, Unit},
};
use plyglot_stats::elo::{Estimate, Strength};
use serde_json::json;

use super::{Trial, plot::Axis};
use crate::{
    columns::{Head, Table},
    commands::{Done, Out, arena},
    error::Error,
};

const BOLD: Style = Style::new().bold();

/// All experiments with their questions.
pub(super) fn list(catalog: &Catalog, as_json: bool, out: Out<'_>) -> Done {
    for (name, _) in listed::FILES {
        let own = listed::find(name, catalog)?;
        match as_json {
            true => {
                let parts = own.parts();
                let (question, claimed, decides) = (own.question, own.claimed, own.decides);
                writeln!(
                    out,
                    "{}",
                    json!({ "experiment": name, "question": question, "claimed": claimed, "decides": decides, "parts": parts })
                )?;
            }
            false => writeln!(out, "{BOLD}{name}{BOLD:#}\n  {}", own.question)?,
        }
    }
    if !as_json {
        writeln!(
            out,
            "\n`plyglot experiment NAME` runs one in minutes, with --full as long as it takes to tell 10 Elo;\n\
             `plyglot experiment all` runs every one."
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What an experiment came to.
pub(super) fn print(trial: &Trial<'_>, out: Out<'_>) -> Result<(), Error> {
    let own = &trial.experiment;
    writeln!(out, "{BOLD}{}{BOLD:#}: {}", own.name, own.question)?;
    writeln!(out, "claimed   {}", own.claimed)?;
    writeln!(out, "decides   {}", own.decides)?;
    for (unit, title) in [
        (Unit::Elo, "Elo of the first"),
        (Unit::Ratio, "nodes with : without"),
        (Unit::Mebibytes, "MiB, least and most"),
    ] {
        let parts: Vec<&Part> = trial.parts.iter().filter(|part| part.unit == unit).collect();
        if !parts.is_empty() {
            print_parts(&parts, unit, title, out)?;
        }
    }
    let sure = 100.0 * own.confidence();
    let how = match trial.budget.size {
        Size::Full if !own.matches.is_empty() => ", matches by a sequential test that is as sure",
        Size::Full | Size::Quick => "",
    };
    writeln!(out, "\nintervals {sure:.2} % each, so that all together are 95 % sure{how}")?;
    writeln!(out, "verdict   {BOLD}{}{BOLD:#}", trial.verdict())?;
    writeln!(out, "engine    {SIGNATURE}")?;
    match own.matches.is_empty() {
        true => writeln!(out, "records   positions were counted; nothing was played")?,
        false => writeln!(out, "records   {}", arena::records(&trial.args.db, &trial.run, 0))?,
    }
    if trial.is_stopped() {
        writeln!(out, "interrupted; the same command goes on from here")?;
    }
    writeln!(out, "\nTo repeat it:\n{}", trial.command)?;
    Ok(())
}

fn print_parts(parts: &[&Part], unit: Unit, title: &str, out: Out<'_>) -> Result<(), Error> {
    let axis = Axis::new(unit, parts);
    let mut table = Table::new(vec![
        Head::words("", 0),
        Head::words(axis.head(), 2),
        Head::words(title, 0),
        Head::words("claim", 1),
    ]);
    for part in parts {
        let found = part.found.as_ref();
        let cells = vec![
            part.name.clone(),
            axis.bar(found),
            found.map_or("–".to_owned(), |found| interval(unit, found)),
            part.verdict.to_string(),
        ];
        table.row(cells, vec![part.seen.clone()]);
    }
    writeln!(out)?;
    Ok(table.print(out)?)
}

fn interval(unit: Unit, found: &Estimate) -> String {
    match unit {
        Unit::Elo => Strength::of(*found).write(|elo| format!("{elo:+.1}")),
        Unit::Ratio => format!("{:.3} [{:.3}, {:.3}]", found.value, found.low, found.high),
        Unit::Mebibytes => format!("{:.2} to {:.2}", found.low, found.high),
    }
}
