//! Standings as text.

use anstyle::Style;
use plyglot_arena::{
    schedule::Test,
    standings::{Line, Standings},
};
use plyglot_core::{AnySession, Player, shorten};
use plyglot_stats::elo::{Estimate, Summary};

use crate::{
    columns::{Head, Table},
    commands::Out,
    error::Error,
    words::{counted, decimals, plain},
};

const BOLD: Style = Style::new().bold();

/// The agents, what they spent, seats and lengths.
pub(crate) fn print(
    standings: &Standings,
    session: &dyn AnySession,
    out: Out<'_>,
) -> Result<(), Error> {
    agents(standings, out)?;
    cross(standings, out)?;
    sides(standings, session, out)?;
    let lengths = &standings.lengths;
    let (shortest, median, longest) = (lengths.shortest, lengths.median, lengths.longest);
    writeln!(out, "\n{BOLD}plies{BOLD:#}     {shortest} to {longest}, half up to {median}")?;
    let [rules, faults, cut] = standings.endings;
    writeln!(
        out,
        "{BOLD}endings{BOLD:#}   {rules} by the rules, {faults} by faults, {cut} cut short"
    )?;
    let (games, blocks, distinct) = (standings.games, standings.blocks, standings.distinct);
    let blocks = counted(blocks, "block", "blocks");
    writeln!(out, "{BOLD}games{BOLD:#}     {games} in {blocks}, {distinct} different")?;
    if 2 * distinct < games {
        writeln!(
            out,
            "          Most games repeat others: more openings (--random-plies) would tell more."
        )?;
    }
    Ok(())
}

fn agents(standings: &Standings, out: Out<'_>) -> Result<(), Error> {
    let mut table = Table::new(vec![
        Head::words("agent", 0),
        Head::numbers("games", 1),
        Head::numbers("won", 2),
        Head::numbers("drawn", 4),
        Head::numbers("lost", 3),
        Head::words("score", 0),
        Head::numbers("s/move", 5),
        Head::numbers("slowest", 8),
        Head::numbers("depth", 6),
        Head::numbers("nodes", 7),
    ]);
    for line in &standings.agents {
        let cells = vec![
            shorten(&line.name).to_string(),
            line.games.to_string(),
            line.wins.to_string(),
            line.draws.to_string(),
            line.losses.to_string(),
            percent(&line.score),
            decimals(line.seconds, 4),
            decimals(line.slowest, 4),
            format!("{:.1}", line.depth),
            short(line.nodes),
        ];
        table.row(cells, faults(line));
    }
    Ok(table.print(out)?)
}

fn faults(line: &Line) -> Vec<String> {
    let told = |(kind, count): (&&'static str, &usize)| {
        let reason = line.reasons.get(kind).map_or(String::new(), |reason| plain(reason));
        format!("lost by faults: {kind} {count}; the first: {reason}")
    };
    line.faults.iter().map(told).collect()
}

/// Row against column, if there are more than two.
fn cross(standings: &Standings, out: Out<'_>) -> Result<(), Error> {
    let count = standings.agents.len();
    if count < 3 {
        return Ok(());
    }
    let mut heads = vec![Head::words("against", 0)];
    heads.extend((1..=count).map(|at| Head::numbers(at.to_string(), at)));
    let mut table = Table::new(heads);
    for (at, (line, row)) in standings.agents.iter().zip(&standings.cross).enumerate() {
        let mut cells = vec![format!("{} {}", at + 1, shorten(&line.name))];
        cells.extend(row.iter().map(|cell| match cell {
            Some(cell) => format!("{:.1} %", 100.0 * cell.score.value),
            None => "·".to_owned(),
        }));
        table.row(cells, Vec::new());
    }
    writeln!(out)?;
    Ok(table.print(out)?)
}

fn sides(standings: &Standings, session: &dyn AnySession, out: Out<'_>) -> Result<(), Error> {
    write!(out, "\n{BOLD}seats{BOLD:#}    ")?;
    for side in &standings.sides {
        let names: Vec<_> =
            side.seats.iter().map(|seat| session.player_name(Player(*seat as u8))).collect();
        write!(out, " {} {} ", names.join("+"), percent(&side.score))?;
    }
    writeln!(out)?;
    Ok(())
}

/// A share with its interval, unless that is everything from none to all.
pub(crate) fn percent(share: &Estimate) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|own| 100.0 * own);
    match low < 0.05 && high > 99.95 {
        true => format!("{value:.1} %"),
        false => format!("{value:.1} % [{low:.1}, {high:.1}]"),
    }
}

/// The Elo of a score and how likely its side is the stronger one, as far as games tell.
pub(crate) fn strength(summary: &Summary) -> String {
    let Some(share) = summary.superiority.map(|share| 100.0 * share) else {
        return summary.elo.to_string();
    };
    let superior = match share {
        share if share > 99.99 => "above 99.99 %".to_owned(),
        share if share < 0.01 => "below 0.01 %".to_owned(),
        share => format!("{share:.2} %"),
    };
    format!("Elo {}, superior with {superior}", summary.elo)
}

/// What a sequential test says.
pub(crate) fn test(test: &Test, verdict: Option<&str>, out: Out<'_>) -> Result<(), Error> {
    let (llr, lower, upper) = (test.status.llr, test.status.lower, test.status.upper);
    let verdict = verdict.unwrap_or("not decided");
    writeln!(out, "test      {verdict}; LLR {llr:.2} of {lower:.2} to {upper:.2}")?;
    let corrected = test.corrected;
    writeln!(out, "          in the Elo of the test, corrected for its stop: {corrected}")?;
    Ok(())
}

/// A large number in few letters.
fn short(number: f64) -> String {
    match number {
        n if n >= 1e7 => format!("{:.0} M", n / 1e6),
        n if n >= 1e4 => format!("{:.0} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}
