//! Ratings, populations and points as text.

use std::collections::BTreeMap;

use anstyle::Style;
use plyglot_arena::ratings::{self, Ranked, Ratings, Share};
use plyglot_core::{AnySession, shorten};
use plyglot_stats::rating::Rating;
use serde_json::{Value, json};

use crate::{commands::Out, error::Error};

const BOLD: Style = Style::new().bold();

/// Samples of the blocks behind the intervals of ratings.
const BOOTSTRAP: usize = 200;

/// How strong everybody is, beyond scores.
pub(crate) struct Strength {
    /// Ratings of agents and seats.
    ratings: Ratings,
    /// What evolution would settle on, if everybody met everybody.
    population: Option<Vec<Share>>,
    /// Points by rank, if a table for them is given.
    points: Option<BTreeMap<String, f64>>,
}

impl Strength {
    /// Works everything out from finished games.
    pub(crate) fn of(ranked: &Ranked, points: Option<&[f64]>, seed: u64) -> Result<Self, Error> {
        Ok(Strength {
            ratings: ratings::ratings(ranked, BOOTSTRAP, seed)?,
            population: ratings::population(ranked),
            points: points.map(|table| ratings::table_points(ranked, table)),
        })
    }

    /// All of it as JSON.
    pub(crate) fn json(&self) -> Value {
        json!({ "ratings": self.ratings, "population": self.population, "points": self.points })
    }

    /// One line for every agent, the strongest first, and one for the seats.
    pub(crate) fn print(&self, session: &dyn AnySession, out: Out<'_>) -> Result<(), Error> {
        let width = self.ratings.agents.iter().map(|own| shorten(&own.name).chars().count()).max();
        let width = width.unwrap_or(0).clamp(8, 44);
        let nash = self.population.iter().flatten().any(|share| share.nash.is_some());
        let mut head = format!("{:<width$}  {:>6}  {:<16}", "strength", "Elo", "95 % interval");
        head.push_str(if self.population.is_some() { "  alpha-rank" } else { "" });
        head.push_str(if nash { "  Nash share  against Nash" } else { "" });
        head.push_str(if self.points.is_some() { "    points" } else { "" });
        writeln!(out, "\n{BOLD}{}{BOLD:#}", head.trim_end())?;
        for rated in &self.ratings.agents {
            let (name, elo) = (shorten(&rated.name), &rated.elo);
            let mut line =
                format!("{name:<width$}  {:>6}  {:<16}", signed(elo.value), interval(elo));
            line.push_str(&self.columns(&rated.name));
            writeln!(out, "{}", line.trim_end())?;
        }
        self.print_seats(session, out)
    }

    /// What is known of an agent besides its rating.
    fn columns(&self, name: &str) -> String {
        let mut columns = String::new();
        if let Some(share) = self.population.iter().flatten().find(|own| own.name == name) {
            columns += &format!("  {:>8.1} %", 100.0 * share.alpha_rank);
            if let (Some(part), Some(against)) = (share.nash, share.against_nash) {
                columns +=
                    &format!("  {:>8.1} %  {:>10.1} %", 100.0 * part, 50.0 + 100.0 * against);
            }
        }
        if let Some(points) = &self.points {
            columns += &format!("  {:>8.1}", points.get(name).copied().unwrap_or(0.0));
        }
        columns
    }

    fn print_seats(&self, session: &dyn AnySession, out: Out<'_>) -> Result<(), Error> {
        write!(out, "\n{BOLD}seats, Elo{BOLD:#}")?;
        for (seat, rating) in session.sides().first_seats().zip(&self.ratings.sides) {
            let name = session.player_name(seat);
            write!(out, "  {name} {} {}", signed(rating.value), interval(rating))?;
        }
        writeln!(out)?;
        Ok(())
    }
}

fn interval(rating: &Rating) -> String {
    let range = rating.interval.map(|(low, high)| format!("[{}, {}]", signed(low), signed(high)));
    range.unwrap_or_else(|| "[?]".to_owned())
}

/// A whole number with its sign; the sum makes minus zero plus zero.
fn signed(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}
