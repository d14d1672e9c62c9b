//! Ratings, populations and points as text.

use anstyle::Style;
use plyglot_arena::{standings::Standings, strength::Strengths};
use plyglot_core::{AnySession, shorten};

use crate::{
    columns::{Head, Table},
    commands::Out,
    error::Error,
};

const BOLD: Style = Style::new().bold();

/// How strong everybody is, to be printed.
pub(crate) struct Strength(pub(crate) Strengths);

impl Strength {
    /// One line for every agent, the strongest first, and one for the seats.
    pub(crate) fn print(
        &self,
        standings: &Standings,
        session: &dyn AnySession,
        out: Out<'_>,
    ) -> Result<(), Error> {
        let mut table = Table::new(self.heads());
        for rated in &self.0.ratings.agents {
            let line = standings.agents.iter().find(|line| line.name == rated.name);
            let by_score = line.map_or(String::new(), |line| line.elo.to_string());
            let mut cells = vec![shorten(&rated.name).to_string(), by_score, rated.words(signed)];
            cells.extend(self.cells(&rated.name));
            table.row(cells, Vec::new());
        }
        writeln!(out)?;
        table.print(out)?;
        writeln!(
            out,
            "Elo by score: against everybody it met; rating: all games at once, seats taken out"
        )?;
        self.print_seats(session, out)
    }

    /// Whether every share of the population has its part in the Nash mixture.
    fn has_nash(&self) -> bool {
        self.0.population.iter().flatten().any(|share| share.nash.is_some())
    }

    /// The columns, those that only some tournaments have at the end.
    fn heads(&self) -> Vec<Head> {
        let mut heads = vec![
            Head::words("strength", 0),
            Head::words("Elo by score", 0),
            Head::words("rating", 1),
        ];
        if self.0.population.is_some() {
            heads.push(Head::numbers("alpha-rank", 3));
        }
        if self.has_nash() {
            heads.push(Head::numbers("Nash share", 5));
            heads.push(Head::numbers("against Nash", 4));
        }
        if self.0.points.is_some() {
            heads.push(Head::numbers("points", 2));
        }
        heads
    }

    /// What is known of an agent besides its score and rating, in the order of the heads.
    fn cells(&self, name: &str) -> Vec<String> {
        let percent = |share: Option<f64>| {
            share.map_or(String::new(), |share| format!("{:.1} %", 100.0 * share))
        };
        let share = self.0.population.iter().flatten().find(|own| own.name == name);
        let mut cells = Vec::new();
        if self.0.population.is_some() {
            cells.push(percent(share.map(|own| own.alpha_rank)));
        }
        if self.has_nash() {
            cells.push(percent(share.and_then(|own| own.nash)));
            cells.push(percent(share.and_then(|own| own.against_nash).map(|own| 0.5 + own)));
        }
        if let Some(points) = &self.0.points {
            cells.push(format!("{:.1}", points.get(name).copied().unwrap_or(0.0)));
        }
        cells
    }

    fn print_seats(&self, session: &dyn AnySession, out: Out<'_>) -> Result<(), Error> {
        write!(out, "\n{BOLD}seats, rating{BOLD:#}")?;
        let told = self.0.ratings.sides.iter().any(|rating| rating.nearest().is_some());
        for (seat, rating) in
            session.sides().first_seats().zip(&self.0.ratings.sides).filter(|_| told)
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
