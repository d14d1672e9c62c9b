//! Ratings, populations and points as text.

use std::collections::BTreeMap;

use anstyle::Style;
use plyglot_arena::{
    ratings::{self, Ranked, Rated, Ratings, Share},
    standings::Standings,
};
use plyglot_core::{AnySession, shorten};
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
    pub(crate) fn print(
        &self,
        standings: &Standings,
        session: &dyn AnySession,
        out: Out<'_>,
    ) -> Result<(), Error> {
        let row = |rated: &Rated| {
            let line = standings.agents.iter().find(|line| line.name == rated.name);
            let by_score = line.map_or(String::new(), |line| line.elo.to_string());
            [shorten(&rated.name).to_string(), by_score, rated.words(signed)]
        };
        let mut rows = vec![["strength", "Elo by score", "rating"].map(str::to_owned)];
        rows.extend(self.ratings.agents.iter().map(row));
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let [names, scores, ratings] = [0, 1, 2].map(|column| width(column).unwrap_or(0));
        let heads = std::iter::once(self.heads());
        let rest = heads.chain(self.ratings.agents.iter().map(|own| self.columns(&own.name)));
        writeln!(out)?;
        for (at, ([name, score, rating], rest)) in rows.iter().zip(rest).enumerate() {
            let style = if at == 0 { BOLD } else { Style::new() };
            let line = format!("{name:<names$}  {score:<scores$}  {rating:<ratings$}{rest}");
            writeln!(out, "{style}{}{style:#}", line.trim_end())?;
        }
        writeln!(
            out,
            "Elo by score: against everybody it met; rating: all games at once, seats taken out"
        )?;
        self.print_seats(session, out)
    }

    /// The heads of the columns that only some tournaments have.
    fn heads(&self) -> String {
        let nash = self.population.iter().flatten().any(|share| share.nash.is_some());
        let mut heads = String::new();
        heads.push_str(if self.population.is_some() { "  alpha-rank" } else { "" });
        heads.push_str(if nash { "  Nash share  against Nash" } else { "" });
        heads.push_str(if self.points.is_some() { "    points" } else { "" });
        heads
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
        write!(out, "\n{BOLD}seats, rating{BOLD:#}")?;
        let told = self.ratings.sides.iter().any(|rating| rating.nearest().is_some());
        for (seat, rating) in
            session.sides().first_seats().zip(&self.ratings.sides).filter(|_| told)
        {
            write!(out, "  {} {rating}", session.player_name(seat))?;
        }
        if !told {
            write!(out, "  too few games to tell")?;
        }
        writeln!(out)?;
        Ok(())
    }
}

/// A whole number with its sign; the sum makes minus zero plus zero.
fn signed(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}
