//! The tables of a run as HTML.

use std::fmt::Write as _;

use plyglot_arena::standings::{Cross, Line};
use plyglot_stats::{
    elo::{Estimate, Strength},
    rating::Standing,
};

use crate::{
    chart,
    charts::{self, series},
    summary::Run,
    text::{amount, count, escape, percent, range, seconds, short, signed},
};

/// A column of the standings: its head, what that means, and the cell of an agent.
struct Column<'a> {
    head: &'static str,
    says: &'static str,
    cell: Box<dyn Fn(&Line) -> String + 'a>,
}

fn column<'a>(
    head: &'static str,
    says: &'static str,
    cell: impl Fn(&Line) -> String + 'a,
) -> Column<'a> {
    Column { head, says, cell: Box::new(cell) }
}

/// The columns after the agent, the most important first.
fn columns(run: &Run) -> Vec<Column<'_>> {
    let mut columns = vec![
        column(
            "Score",
            "share of the other agents that it was ahead of, with its 95 % interval",
            |line| {
                let Estimate { value, low, high } = line.score;
                format!("<b>{}</b><small>{}</small>", percent(value), range(low, high))
            },
        ),
        column(
            "Elo by score",
            "the Elo difference of this score, with its 95 % interval",
            |line| strength_cell(&line.elo),
        ),
    ];
    if charts::rated(run) {
        let says =
            "strength from all games at once, with the advantage of seats taken out; 0 is the mean";
        columns.push(column("Rating", says, |line| {
            let rating = run.ratings.iter().find(|own| own.name == line.name);
            rating.map_or("–".to_owned(), |own| match own.standing {
                Standing::Told => strength_cell(&own.elo),
                _ => format!("<small>{}</small>", escape(&own.words(signed))),
            })
        }));
    }
    if let Some(population) = &run.population {
        let says = "share of the time that evolution would spend with it";
        columns.push(column("Alpha-rank", says, |line| {
            let share = population.iter().find(|own| own.name == line.name);
            share.map_or("–".to_owned(), |own| percent(own.alpha_rank))
        }));
    }
    type Cell = fn(&Line) -> String;
    let all: [(_, _, Cell); 9] = [
        ("Games", "games, counted once for every side it had", |line| count(line.games)),
        ("Won", "games in which it was ahead of everybody", |line| count(line.wins)),
        ("Drawn", "games in which it shared the first rank", |line| count(line.draws)),
        ("Lost", "games in which somebody was ahead of it", |line| count(line.losses)),
        ("Time a move", "mean thinking time", |line| seconds(line.seconds)),
        ("Slowest", "its slowest move", |line| seconds(line.slowest)),
        ("Depth", "mean depth of the moves that it searched for", |line| {
            format!("{:.1}", line.depth)
        }),
        ("Nodes a move", "mean number of positions visited", |line| amount(line.nodes)),
        ("Faults", "games lost by a fault", |line| match line.faults.values().sum() {
            0 => "0".to_owned(),
            faults => format!("<span class=\"bad\">{}</span>", count(faults)),
        }),
    ];
    columns.extend(all.map(|(head, says, cell)| column(head, says, cell)));
    columns
}

/// The agents with their results and what they spent.
pub(crate) fn standings(run: &Run) -> String {
    let columns = columns(run);
    let mut out = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Standings\">\
         <table class=\"standings\"><caption>Standings</caption><thead><tr><th class=\"left\">Agent</th>",
    );
    for Column { head, says, .. } in &columns {
        let _ = write!(out, "<th title=\"{says}\">{head}</th>");
    }
    out += "</tr></thead><tbody>";
    for (at, line) in run.standings.agents.iter().enumerate() {
        let _ = write!(
            out,
            "<tr><th scope=\"row\" class=\"left\" title=\"{}\"><span><small>{}</small> {}{}</span></th>",
            escape(&line.name),
            at + 1,
            swatch(run, line),
            short(&line.name, 40),
        );
        columns.iter().for_each(|column| out += &format!("<td>{}</td>", (column.cell)(line)));
        out += "</tr>";
    }
    out + "</tbody></table></div>"
}

fn swatch(run: &Run, line: &Line) -> String {
    let mark = chart::marker((5.0, 5.0), series(run, &line.name), "");
    format!("<svg class=\"chart swatch\" viewBox=\"-1 -1 12 12\" aria-hidden=\"true\">{mark}</svg>")
}

/// An Elo difference, its interval below it; words where there is too little to tell.
fn strength_cell(elo: &Strength) -> String {
    let words = elo.write(signed);
    match words.split_once(" [") {
        Some((value, rest)) => {
            let range = rest.trim_end_matches(']').replace(", ", " to ");
            format!("<b>{value}</b><small>{range}</small>")
        }
        None if elo.nearest().is_some() => format!("<b>{words}</b>"),
        None => format!("<small>{words}</small>"),
    }
}

/// Row against column, coloured by score.
pub(crate) fn cross(run: &Run) -> String {
    let agents = &run.standings.agents;
    if agents.len() < 2 {
        return String::new();
    }
    let mut out = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Cross table\"><table class=\"cross\"><caption>Cross table <small>score of the row \
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
            "<tr><th scope=\"row\" class=\"left\" title=\"{name}\"><span><small>{}</small> {shown}</span></th>",
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
        "{} against {}: {}{}, {} won, {} drawn, {} lost",
        own.name,
        other.name,
        percent(cell.score.value),
        match range(cell.score.low, cell.score.high) {
            range if range.is_empty() => range,
            range => format!(" (95 % interval {range} %)"),
        },
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
         <th class=\"left\">The first of them</th></tr></thead><tbody>",
    );
    for line in faulty {
        for (kind, games) in &line.faults {
            let (name, games) = (short(&line.name, 40), count(*games));
            let reason = line.reasons.get(kind).map_or(String::new(), |reason| escape(reason));
            let _ = write!(
                out,
                "<tr><th scope=\"row\" class=\"left\">{name}</th><td class=\"left\">{kind}</td>\
                 <td class=\"bad\">{games}</td><td class=\"left wrap\">{reason}</td></tr>"
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
        ("Game", specification(name_of(&info.game), &info.game)),
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
    if run.is_search() {
        rows.retain(|(name, _)| *name != "Ended by");
    }
    if let Some(verdict) = &info.verdict {
        rows.push(("Verdict", format!("<strong>{}</strong>", escape(verdict))));
    }
    let agents = table.agents.iter().map(|line| specification(&line.name, &line.spec));
    let agents: String = agents.map(|agent| format!("<div>{agent}</div>")).collect();
    if !agents.is_empty() {
        rows.push(("Agents", agents));
    }
    if let Some(found) = run.course.as_ref().and_then(|course| course.result.as_ref()) {
        rows.push(("Found", copied(found)));
    }
    let engine = match (info.engine(), run.current) {
        (Some(engine), true) => format!("<code>{}</code>", escape(engine)),
        (Some(engine), false) => {
            format!(
                "<code>{}</code>, another version than the one that made this page",
                escape(engine)
            )
        }
        (None, _) if info.is_import() => "none: others played the games".to_owned(),
        (None, _) => "not known; another version than the one that made this page".to_owned(),
    };
    rows.push(("Engine", engine));
    rows.push(("Repeat it", copied(&info.command)));
    let rows = rows.iter().map(|(name, value)| format!("<dt>{name}</dt><dd>{value}</dd>"));
    let config = serde_json::to_string_pretty(&info.config).unwrap_or_default();
    format!(
        "<dl>{}</dl><details><summary>Configuration</summary>{}</details>",
        rows.collect::<String>(),
        copied(&config)
    )
}

/// What a specification is of, before its options.
fn name_of(spec: &str) -> &str {
    spec.split('(').next().unwrap_or(spec)
}

/// A name with its specification, which is folded unless it says no more than the name.
fn specification(name: &str, spec: &str) -> String {
    match name == spec {
        true => format!("<span class=\"plain\">{}</span>", escape(spec)),
        false => format!(
            "<details class=\"spec\"><summary>{}</summary>{}</details>",
            short(name, 60),
            copied(spec)
        ),
    }
}

/// Text to take along. Without the script there is no button.
fn copied(text: &str) -> String {
    format!(
        "<div class=\"copied\"><pre>{}</pre><button type=\"button\" hidden>Copy</button></div>",
        escape(text)
    )
}

fn games(run: &Run) -> String {
    let table = &run.standings;
    let mut text = format!(
        "{} in {}, {} of them different",
        count(table.games),
        if table.blocks == 1 {
            "one block".to_owned()
        } else {
            format!("{} blocks", count(table.blocks))
        },
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
