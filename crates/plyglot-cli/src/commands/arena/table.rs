//! Standings as text.

use anstyle::Style;
use plyglot_arena::standings::{Line, Standings};
use plyglot_core::{AnySession, Player, shorten};
use plyglot_stats::elo::Estimate;

use crate::{
    commands::Out,
    error::Error,
    words::{counted, decimals},
};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

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
    let width = width(standings);
    writeln!(
        out,
        "{BOLD}{:<width$}  {:>6} {:>5} {:>5} {:>5}  {:<21} {:>9} {:>9} {:>6} {:>8}{BOLD:#}",
        "agent", "games", "won", "drawn", "lost", "score", "s/move", "slowest", "depth", "nodes"
    )?;
    for line in &standings.agents {
        writeln!(
            out,
            "{:<width$}  {:>6} {:>5} {:>5} {:>5}  {:<21} {:>9} {:>9} {:>6.1} {:>8}",
            shorten(&line.name),
            line.games,
            line.wins,
            line.draws,
            line.losses,
            percent(&line.score),
            decimals(line.seconds, 4),
            decimals(line.slowest, 4),
            line.depth,
            short(line.nodes),
        )?;
        faults(line, out)?;
    }
    Ok(())
}

fn faults(line: &Line, out: Out<'_>) -> Result<(), Error> {
    if !line.faults.is_empty() {
        let kinds: Vec<String> =
            line.faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        writeln!(out, "  {DIM}lost by faults: {}{DIM:#}", kinds.join(", "))?;
    }
    Ok(())
}

/// Row against column, if there are more than two.
fn cross(standings: &Standings, out: Out<'_>) -> Result<(), Error> {
    if standings.agents.len() < 3 {
        return Ok(());
    }
    let width = width(standings);
    write!(out, "\n{BOLD}{:<width$}", "against")?;
    for at in 1..=standings.agents.len() {
        write!(out, " {at:>7}")?;
    }
    writeln!(out, "{BOLD:#}")?;
    for (at, (line, row)) in standings.agents.iter().zip(&standings.cross).enumerate() {
        write!(out, "{:<width$}", format!("{} {}", at + 1, shorten(&line.name)))?;
        for cell in row {
            match cell {
                Some(cell) => write!(out, " {:>5.1} %", 100.0 * cell.score.value)?,
                None => write!(out, " {:>7}", "·")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
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

fn width(standings: &Standings) -> usize {
    let longest = standings.agents.iter().map(|line| shorten(&line.name).chars().count() + 2).max();
    longest.unwrap_or(0).clamp(8, 44)
}

/// A strength with its interval; of one who won or lost all games only one end says anything.
pub(crate) fn elo(strength: &Estimate) -> String {
    const BEYOND: f64 = 3000.0;
    let Estimate { value, low, high } = *strength;
    match value {
        value if value > BEYOND => format!("above {low:+.1}"),
        value if value < -BEYOND => format!("below {high:+.1}"),
        _ => format!("{value:+.1} [{low:+.1}, {high:+.1}]"),
    }
}

/// A share with its interval.
pub(crate) fn percent(share: &Estimate) -> String {
    format!("{:.1} % [{:.1}, {:.1}]", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
}

/// A large number in few letters.
fn short(number: f64) -> String {
    match number {
        n if n >= 1e7 => format!("{:.0} M", n / 1e6),
        n if n >= 1e4 => format!("{:.0} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}
