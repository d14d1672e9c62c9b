//! `plyglot solve-puzzle`: the puzzles of the games' own literature.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use plyglot_catalog::{Catalog, PuzzleLimits, Puzzles};
use plyglot_core::{PuzzleError, PuzzleSolution};
use serde_json::json;

use super::{Done, Out};
use crate::{
    args::solve::PuzzleArgs,
    error::Error,
    input::{open_game, read_file, seconds},
    output::write_whole,
    progress,
    words::pace,
};

pub(super) fn run(catalog: &Catalog, args: &PuzzleArgs, out: Out<'_>) -> Done {
    let opened = open_game(catalog, &args.game)?;
    let time = seconds("--time", &args.time)?;
    let limits = PuzzleLimits { plies: args.plies, time, table: args.tt as usize };
    let puzzles = catalog.puzzles(&opened, limits)?;
    let task = Task {
        puzzles,
        input: named(&args.input, &args.inputfile).unwrap_or_default(),
        output: named(&args.output, &args.outputfile),
        args,
    };
    if args.validate { task.validate(out) } else { task.solve(out) }
}

/// A file that was named in one way or the other.
fn named(plain: &Option<PathBuf>, option: &Option<PathBuf>) -> Option<String> {
    let path: Option<&Path> = plain.as_deref().or(option.as_deref());
    path.map(|path| path.to_string_lossy().into_owned())
}

/// A puzzle and its files.
struct Task<'a> {
    puzzles: Puzzles<'a>,
    input: String,
    output: Option<String>,
    args: &'a PuzzleArgs,
}

impl Task<'_> {
    fn solve(&self, out: Out<'_>) -> Done {
        let text = read_file(&self.input).map_err(Error::Input)?;
        let spinner = progress::spinner("solving");
        let start = Instant::now();
        let solved = self.puzzles.solve(&text);
        let spent = start.elapsed().as_secs_f64();
        spinner.finish_and_clear();
        let solution = solved.map_err(|error| self.error(error))?;
        let PuzzleSolution { text, first, plies, summary, nodes } = &solution;
        let written = if self.args.single { first } else { text };
        if let Some(path) = &self.output {
            write_whole(Path::new(path), |file| Ok(file.write_all(written.as_bytes())?))?;
        }
        if self.args.json {
            let answer = json!({
                "summary": summary,
                "moves": plies,
                "solution": written,
                "nodes": nodes,
                "seconds": spent,
            });
            writeln!(out, "{answer}")?;
        } else if self.output.is_some() {
            writeln!(out, "{summary}\n{}", pace(*nodes, spent))?;
        } else {
            write!(out, "{written}")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn validate(&self, out: Out<'_>) -> Done {
        let Some(path) = &self.output else {
            let what = "--validate needs the file of the solution after that of the puzzle";
            return Err(Error::Input(what.to_owned()));
        };
        let text = read_file(&self.input).map_err(Error::Input)?;
        let solution = read_file(path).map_err(Error::Input)?;
        let spinner = progress::spinner("solving");
        let checked = self.puzzles.check(&text, &solution);
        spinner.finish_and_clear();
        let check = checked.map_err(|error| self.error(error))?;
        if self.args.json {
            let answer = json!({
                "correct": check.fault.is_none(),
                "fault": check.fault,
                "moves": check.plies,
                "best": check.best,
                "nodes": check.nodes,
            });
            writeln!(out, "{answer}")?;
        } else if let Some(fault) = &check.fault {
            writeln!(out, "{path}: {fault}")?;
        } else {
            writeln!(out, "{path}: correct, and of the best length, {}", check.best)?;
        }
        Ok(if check.fault.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// An error with the file at fault.
    fn error(&self, error: PuzzleError) -> Error {
        let (input, output) = (&self.input, self.output.as_deref().unwrap_or_default());
        match error {
            PuzzleError::Puzzle(why) => Error::Input(format!("{input}: {why}")),
            PuzzleError::Solution(why) => Error::Input(format!("{output}: {why}")),
            PuzzleError::Unsolved(why) => Error::Unsolved(format!("{input}: {why}")),
        }
    }
}
