//! Files that say what is played: TOML with limits, openings and adjudication, the same in every kind of
//! file, and errors that tell where they stand.

use std::ops::{Range, RangeInclusive};

use plyglot_catalog::Opened;
use plyglot_core::{Content, options::Loader};
use serde::{Deserialize, de::DeserializeOwned};
use toml::Spanned;

use crate::{Adjudication, Clock, Error, Limits, Opening, Per, job, limits, opening};

/// The table `[limits]`.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct LimitsTable {
    time: Option<Spanned<f64>>,
    clock: Option<Spanned<String>>,
    cpu_time: Option<Spanned<f64>>,
    per: Option<Per>,
    nodes: Option<Spanned<i64>>,
    depth: Option<Spanned<i64>>,
    margin: Option<Spanned<f64>>,
    patience: Option<Spanned<f64>>,
}

/// The table `[openings]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsTable {
    random_plies: Option<Spanned<i64>>,
    file: Option<Spanned<String>>,
    plies: Option<Spanned<i64>>,
}

impl OpeningsTable {
    /// The file that it names, and how many plies are taken of its games.
    pub fn file(&self) -> Option<(String, Option<u32>)> {
        let plies = self.plies.as_ref().and_then(|plies| u32::try_from(*plies.get_ref()).ok());
        self.file.as_ref().map(|file| (file.get_ref().clone(), plies))
    }
}

/// The table `[adjudication]`.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct AdjudicationTable {
    max_plies: Option<Spanned<i64>>,
    draw: Option<Spanned<DrawTable>>,
    resign: Option<Spanned<ResignTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawTable {
    #[serde(default)]
    after: u32,
    moves: u32,
    score: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResignTable {
    moves: u32,
    score: f64,
}

/// A text with places for errors.
pub struct Source<'a>(pub &'a str);

impl Source<'_> {
    /// Reads all keys.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        toml::from_str(self.0).map_err(|error| match error.span() {
            Some(span) => self.error(span, error.message()),
            None => Error::Input(error.message().to_owned()),
        })
    }

    /// An error with its line and column.
    pub fn error(&self, at: Range<usize>, message: impl std::fmt::Display) -> Error {
        let before = self.0.get(..at.start).unwrap_or(self.0);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Error::Input(format!("line {line}, column {column}: {message}"))
    }

    /// A whole number in a range.
    pub fn number(
        &self,
        name: &str,
        value: &Option<Spanned<i64>>,
        range: RangeInclusive<i64>,
    ) -> Result<Option<u64>, Error> {
        let Some(value) = value else { return Ok(None) };
        if range.contains(value.get_ref()) {
            return Ok(Some(*value.get_ref() as u64));
        }
        let (found, low, high) = (value.get_ref(), range.start(), range.end());
        let expected = format!("{name} = {found}: expected a number from {low} to {high}");
        Err(self.error(value.span(), expected))
    }

    /// A span of time in milliseconds from one in seconds.
    fn milliseconds(
        &self,
        name: &str,
        value: &Option<Spanned<f64>>,
        least: u64,
    ) -> Result<Option<u64>, Error> {
        let Some(value) = value else { return Ok(None) };
        let found = limits::milliseconds(*value.get_ref(), least);
        found.map(Some).map_err(|why| self.error(value.span(), format!("{name} = {why}")))
    }

    /// What moves may cost.
    pub fn limits(&self, table: &LimitsTable) -> Result<Limits, Error> {
        let usual = Limits::default();
        let clock = table.clock.as_ref().map(|clock| self.clock(clock)).transpose()?;
        let spans = [&table.time, &table.cpu_time].map(|own| own.as_ref().map(Spanned::span));
        let spans = spans.into_iter().chain([table.clock.as_ref().map(Spanned::span)]);
        if let Some(second) = spans.flatten().nth(1) {
            let message = "time and cpu_time for each move and a clock for the whole game exclude \
                           each other";
            return Err(self.error(second, message));
        }
        let depth = self.number("depth", &table.depth, 1..=1000)?;
        Ok(Limits {
            time: self.milliseconds("time", &table.time, 1)?,
            clock,
            cpu_time: self.milliseconds("cpu_time", &table.cpu_time, 1)?,
            per: table.per.unwrap_or_default(),
            nodes: self.number("nodes", &table.nodes, 1..=i64::MAX)?,
            depth: depth.map(|depth| depth as u32),
            margin: self.milliseconds("margin", &table.margin, 0)?.unwrap_or(usual.margin),
            patience: self.milliseconds("patience", &table.patience, 1)?.unwrap_or(usual.patience),
        })
    }

    fn clock(&self, text: &Spanned<String>) -> Result<Clock, Error> {
        let clock = text.get_ref().parse::<Clock>();
        clock.map_err(|why| self.error(text.span(), format!("clock = {why}")))
    }

    /// How games begin: as the table says, or as is usual in the game; and what of a file of games is left
    /// out. `load` reads files.
    pub fn openings(
        &self,
        table: &Option<Spanned<OpeningsTable>>,
        opened: &Opened,
        load: Loader<'_>,
    ) -> Result<(opening::Source, Vec<String>), Error> {
        let Some(table) = table else {
            return Ok((opening::Source::usual(opened), Vec::new()));
        };
        let span = table.span();
        let table = table.get_ref();
        let random = self.number("random_plies", &table.random_plies, 0..=1000)?;
        let plies = self.number("plies", &table.plies, 0..=1000)?;
        match (random, &table.file) {
            (Some(random), None) if plies.is_none() => {
                Ok((opening::Source::Random(random as u32), Vec::new()))
            }
            (None, Some(path)) => {
                let refused = |why: String| self.error(path.span(), why);
                let file = Content::new(load(path.get_ref()).map_err(refused)?);
                let plies = plies.map(|plies| plies as u32);
                let list = Opening::read_file(path.get_ref(), &file, opened, plies);
                let (list, left_out) =
                    list.map_err(|error| refused(format!("{}: {error}", path.get_ref())))?;
                Ok((opening::Source::List(list), left_out))
            }
            _ => Err(self.error(span, "expected either random_plies or file")),
        }
    }

    /// When games of so many sides are cut short.
    pub fn adjudication(
        &self,
        table: &AdjudicationTable,
        sides: usize,
    ) -> Result<Adjudication, Error> {
        if let Some(rule) = table.resign.as_ref().filter(|_| sides != 2) {
            let message = format!("resign is for games of two sides; this one has {sides}");
            return Err(self.error(rule.span(), message));
        }
        let usual = Adjudication::default();
        let most = i64::from(u32::MAX);
        let max_plies = self.number("max_plies", &table.max_plies, 1..=most)?;
        let agreed = |span: Range<usize>, what: &str, moves: u32, score: f64| {
            if moves > 0 && (0.0..=0.5).contains(&score) {
                return Ok(());
            }
            let message = format!("{what}: expected moves from 1 and a score from 0 to 0.5");
            Err(self.error(span, message))
        };
        if let Some(rule) = &table.draw {
            agreed(rule.span(), "draw", rule.get_ref().moves, rule.get_ref().score)?;
        }
        if let Some(rule) = &table.resign {
            agreed(rule.span(), "resign", rule.get_ref().moves, rule.get_ref().score)?;
        }
        let draw = table.draw.as_ref().map(Spanned::get_ref);
        let resign = table.resign.as_ref().map(Spanned::get_ref);
        Ok(Adjudication {
            max_plies: max_plies.map_or(usual.max_plies, |plies| plies as u32),
            draw: draw.map(|rule| job::DrawRule {
                after: rule.after,
                moves: rule.moves,
                score: rule.score,
            }),
            resign: resign.map(|rule| job::ResignRule { moves: rule.moves, score: rule.score }),
        })
    }
}
