//! The page: one file with everything inside.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    Data, charts,
    replay::Game,
    style,
    summary::Run,
    tables,
    text::{count, escape, short},
};

const VIEWER: &str = include_str!("../assets/viewer.html");
const SCRIPTS: [&str; 4] = [
    include_str!("../assets/board.js"),
    include_str!("../assets/player.js"),
    include_str!("../assets/list.js"),
    include_str!("../assets/copy.js"),
];

/// The report as one page that needs no other file and no network.
pub fn html(data: &Data) -> String {
    let script = format!("(() => {{\n'use strict';\n{}}})();\n", SCRIPTS.join("\n"));
    let title = match &data.runs[..] {
        [run] => short(&run.title(), 160),
        _ => escape(&data.source),
    };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · Plyglot</title>\n\
         <style>\n{}{}</style>\n</head>\n<body>\n",
        policy(&script),
        style::charts(),
        style::page()
    );
    out += &head(data, &title);
    for (at, run) in data.runs.iter().enumerate() {
        out += &section(at, run, data.runs.len() > 1);
    }
    out += &viewer(data);
    let _ = write!(
        out,
        "<footer>Plyglot {} · {}</footer>\n\
         <script type=\"application/json\" id=\"data\">{}</script>\n<script>{script}</script>\n\
         </body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        escape(&data.source),
        embedded(data)
    );
    out
}

/// Nothing is loaded, and no script runs but the page's own, whatever names and texts contain.
fn policy(script: &str) -> String {
    let hash = STANDARD.encode(Sha256::digest(script.as_bytes()));
    format!("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'")
}

fn head(data: &Data, title: &str) -> String {
    let mut out = format!(
        "<header><p class=\"quiet\">Plyglot report</p><h1>{title}</h1><p class=\"quiet\">{} · {} games",
        escape(&data.source),
        count(data.stored)
    );
    if data.runs.is_empty() {
        return out + "</p><p>There is no run in this file yet.</p></header>\n";
    }
    out += "</p>";
    for warning in &data.warnings {
        let _ = write!(out, "<p class=\"bad\">{}</p>", escape(warning));
    }
    out += "<nav aria-label=\"Parts\">";
    for (at, run) in data.runs.iter().enumerate().filter(|_| data.runs.len() > 1) {
        let _ = write!(out, "<a href=\"#run{at}\">{}</a> ", short(&run.title(), 160));
    }
    out + "<a href=\"#games\">Games to replay</a></nav></header>\n"
}

fn section(at: usize, run: &Run, titled: bool) -> String {
    let heading =
        if titled { format!("<h2>{}</h2>", short(&run.title(), 160)) } else { String::new() };
    let plots = charts::all(run);
    let figures = plots.iter().map(|plot| format!("<figure>{}</figure>\n", plot.element()));
    let figures: String = figures.collect();
    if run.standings.games == 0 {
        return format!(
            "<section id=\"run{at}\">{heading}{}<p>No block of games is finished yet.</p>\
             <div class=\"charts\">{figures}</div></section>\n",
            tables::facts(run)
        );
    }
    if run.is_search() {
        return format!(
            "<section id=\"run{at}\">{heading}\n<div class=\"charts\">{figures}</div>\n\
             <h3>What was played</h3>{}</section>\n",
            tables::facts(run)
        );
    }
    format!(
        "<section id=\"run{at}\">{heading}\n{}\n{}\n<div class=\"charts\">{figures}</div>\n{}\n\
         <h3>What was played</h3>{}</section>\n",
        tables::standings(run),
        tables::cross(run),
        tables::faults(run),
        tables::facts(run)
    )
}

fn viewer(data: &Data) -> String {
    if data.games.is_empty() {
        return String::new();
    }
    let says = if data.games.len() < data.stored {
        format!(
            "{} of {} games are in this page: those with faults, then the newest. \
             <code>plyglot games-db replay</code> shows the others.",
            count(data.games.len()),
            count(data.stored)
        )
    } else {
        format!("All {} games.", count(data.stored))
    };
    VIEWER.replace("{says}", &says)
}

/// The games for the script. No text inside can end the element it stands in.
fn embedded(data: &Data) -> String {
    let games: Vec<Value> = data.games.iter().map(embedded_game).collect();
    let runs: Vec<String> = data.runs.iter().map(|run| run.title()).collect();
    let text = json!({ "runs": runs, "boards": data.boards, "games": games }).to_string();
    text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn embedded_game(game: &Game) -> Value {
    let mut value = json!(game.about);
    match &game.packed {
        Ok(packed) => value["replay"] = json!(packed),
        Err(why) => value["refused"] = json!(why),
    }
    value
}
