//! The tables of a run as HTML.

use std::fmt::Write as _;

use plyglot_arena::standings::{Cross, Line};
use plyglot_stats::{elo::Estimate, rating::Rating};

use crate::{
    charts::series,
    summary::Run,
    text::{amount, count, escape, percent, seconds, short, signed},
};

/// The agents with their results and what they spent.
pub(crate) fn standings(run: &Run) -> String {
    let mut out = String::from(
        "<div class=\"scroll\"><table><caption>Standings</caption><thead><tr><th>#</th>\
         <th class=\"left\">Agent</th><th>Games</th><th>Won</th><th>Drawn</th><th>Lost</th>\
         <th>Score</th><th>Elo</th><th>Time a move</th><th>Slowest</th><th>Depth</th>\
         <th>Nodes a move</th><th>Faults</th></tr></thead><tbody>",
    );
    if run.population.is_some() {
        out = out.replace("<th>Time a move", "<th>Alpha-rank</th><th>Time a move");
    }
    for (at, line) in run.standings.agents.iter().enumerate() {
        let rating = run.ratings.iter().find(|own| own.name == line.name);
        let elo = rating.map_or("–".to_owned(), |own| elo_cell(&own.elo));
        let shares = run.population.iter().flatten();
        let share = shares.filter(|own| own.name == line.name).map(|own| percent(own.alpha_rank));
        let alpha: String = share.map(|share| format!("<td>{share}</td>")).collect();
        let faults: usize = line.faults.values().sum();
        let _ = write!(
            out,
            "<tr><td>{}</td><th scope=\"row\" class=\"left\" title=\"{}\">{}{}</th><td>{}</td>\
             <td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{elo}</td>{alpha}<td>{}</td><td>{}</td>\
             <td>{:.1}</td><td>{}</td><td{}>{faults}</td></tr>",
            at + 1,
            escape(&line.spec),
            swatch(run, line),
            short(&line.name, 40),
            count(line.games),
            count(line.wins),
            count(line.draws),
            count(line.losses),
            score_cell(line.score),
            seconds(line.seconds),
            seconds(line.slowest),
            line.depth,
            amount(line.nodes),
            if faults > 0 { " class=\"bad\"" } else { "" }
        );
    }
    out + "</tbody></table></div>"
}

fn swatch(run: &Run, line: &Line) -> String {
    let class = series(run, &line.name);
    format!(
        "<svg class=\"chart swatch\" viewBox=\"0 0 10 10\" aria-hidden=\"true\">\
         <circle cx=\"5\" cy=\"5\" r=\"5\" class=\"dot s{class}\"/></svg>"
    )
}

fn score_cell(score: Estimate) -> String {
    let Estimate { value, low, high } = score;
    format!("{} <small>{:.0}–{:.0}</small>", percent(value), 100.0 * low, 100.0 * high)
}

fn elo_cell(elo: &Rating) -> String {
    match elo.interval {
        Some((low, high)) => {
            format!("{} <small>{} … {}</small>", signed(elo.value), signed(low), signed(high))
        }
        None => format!("{} <small>?</small>", signed(elo.value)),
    }
}

/// Row against column, coloured by score.
pub(crate) fn cross(run: &Run) -> String {
    let agents = &run.standings.agents;
    if agents.len() < 2 {
        return String::new();
    }
    let mut out = String::from(
        "<div class=\"scroll\"><table class=\"cross\"><caption>Cross table <small>score of the row \
         against the column</small></caption><thead><tr><td></td>",
    );
    for (at, line) in agents.iter().enumerate() {
        let (name, shown) = (escape(&line.name), short(&line.name, 14));
        let _ = write!(
            out,
            "<th scope=\"col\" title=\"{name}\"><small>{}</small> {shown}</th>",
            at + 1
        );
    }
    out += "</tr></thead><tbody>";
    for (at, (line, row)) in agents.iter().zip(&run.standings.cross).enumerate() {
        let (name, shown) = (escape(&line.name), short(&line.name, 30));
        let _ = write!(
            out,
            "<tr><th scope=\"row\" class=\"left\" title=\"{name}\"><small>{}</small> {shown}</th>",
            at + 1
        );
        for (other, cell) in agents.iter().zip(row) {
            out += &match cell {
                Some(cell) => cross_cell(line, other, cell),
                None => "<td class=\"none\">·</td>".to_owned(),
            };
        }
        out += "</tr>";
    }
    out + "</tbody></table></div>"
}

fn cross_cell(own: &Line, other: &Line, cell: &Cross) -> String {
    let lead = cell.score.value - 0.5;
    let colour = if lead >= 0.0 { "0,114,178" } else { "213,94,0" };
    let says = format!(
        "{} against {}: {} (95 % interval {} to {}), {} won, {} drawn, {} lost",
        own.name,
        other.name,
        percent(cell.score.value),
        percent(cell.score.low),
        percent(cell.score.high),
        cell.wins,
        cell.draws,
        cell.losses
    );
    format!(
        "<td style=\"background:rgba({colour},{:.2})\" title=\"{}\">{:.0} %<br><small>+{} ={} −{}</small></td>",
        lead.abs() * 0.9,
        escape(&says),
        100.0 * cell.score.value,
        cell.wins,
        cell.draws,
        cell.losses
    )
}

/// Which agents lost games by which faults.
pub(crate) fn faults(run: &Run) -> String {
    let faulty: Vec<&Line> =
        run.standings.agents.iter().filter(|line| !line.faults.is_empty()).collect();
    if faulty.is_empty() {
        return "<p class=\"quiet\">No game was lost by a fault.</p>".to_owned();
    }
    let mut out = String::from(
        "<div class=\"scroll\"><table><caption>Faults <small>games lost by them</small></caption>\
         <thead><tr><th class=\"left\">Agent</th><th class=\"left\">Fault</th><th>Games</th>\
         </tr></thead><tbody>",
    );
    for line in faulty {
        for (kind, games) in &line.faults {
            let (name, games) = (short(&line.name, 40), count(*games));
            let _ = write!(
                out,
                "<tr><th scope=\"row\" class=\"left\">{name}</th><td class=\"left\">{kind}</td>\
                 <td class=\"bad\">{games}</td></tr>"
            );
        }
    }
    out + "</tbody></table></div>"
}

/// What was played, with the command that repeats it.
pub(crate) fn facts(run: &Run) -> String {
    let (info, table) = (&run.info, &run.standings);
    let [rules, forfeits, adjudicated] = table.endings;
    let mut rows = vec![
        ("Game", format!("<code>{}</code>", escape(&info.game))),
        ("Began", format!("{} UTC", escape(&info.started))),
        ("Games", games(run)),
        (
            "Ended by",
            format!(
                "rules {}, faults {}, adjudication {}",
                count(rules),
                count(forfeits),
                count(adjudicated)
            ),
        ),
    ];
    if let Some(verdict) = &info.verdict {
        rows.push(("Verdict", format!("<strong>{}</strong>", escape(verdict))));
    }
    for line in &table.agents {
        rows.push((
            "Agent",
            format!("{} <code>{}</code>", short(&line.name, 60), escape(&line.spec)),
        ));
    }
    let engine = match (info.engine(), run.current) {
        (Some(engine), true) => format!("<code>{}</code>", escape(engine)),
        (Some(engine), false) => {
            format!(
                "<code>{}</code>, another version than the one that made this page",
                escape(engine)
            )
        }
        (None, _) => "not known; another version than the one that made this page".to_owned(),
    };
    rows.push(("Engine", engine));
    rows.push(("Repeat it", format!("<pre>{}</pre>", escape(&info.command))));
    let rows = rows.iter().map(|(name, value)| format!("<dt>{name}</dt><dd>{value}</dd>"));
    let config = serde_json::to_string_pretty(&info.config).unwrap_or_default();
    format!(
        "<dl>{}</dl><details><summary>Configuration</summary><pre>{}</pre></details>",
        rows.collect::<String>(),
        escape(&config)
    )
}

fn games(run: &Run) -> String {
    let table = &run.standings;
    let mut text = format!(
        "{} in {} blocks, {} of them different",
        count(table.games),
        count(table.blocks),
        count(table.distinct)
    );
    if run.stored > table.games {
        let _ = write!(
            text,
            "; {} more belong to unfinished blocks, which tables leave out",
            count(run.stored - table.games)
        );
    }
    text
}
