//! `plyglot show`: a position drawn in the terminal or as a picture, or its scene as JSON.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_conform::result_value;
use plyglot_core::{AnySession, Click, Player, Scene, Shape, Tint, ranks};
use serde_json::{Value, json};

use super::{Done, Out};
use crate::{args::ShowArgs, draw, input::open_place, svg};

pub(super) fn run(catalog: &Catalog, args: &ShowArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    let session = &*opened.session;
    if args.json {
        writeln!(out, "{}", describe(&opened.spec, session))?;
    } else if args.svg {
        write!(out, "{}", svg::picture(session))?;
    } else {
        draw::draw(session, out)?;
        let position = session.position();
        let gap = if position.contains('\n') { "\n" } else { " " };
        writeln!(out, "  position:{gap}{}", position.trim_end())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Everything a drawing needs to know, click paths included.
fn describe(spec: &str, session: &dyn AnySession) -> Value {
    let over = session.outcome();
    let names: Vec<_> = (0..session.players()).map(|p| session.player_name(Player(p))).collect();
    let moves = session.click_paths().into_iter().map(|(text, clicks)| {
        let clicks: Vec<_> = clicks.iter().map(click_value).collect();
        json!({ "move": text, "clicks": clicks })
    });
    let verdict = session.verdict();
    json!({
        "game": spec,
        "position": session.position(),
        "players": names,
        "turn": if over.is_none() { json!(session.to_move().0) } else { Value::Null },
        "over": over.is_some(),
        "result": verdict.as_ref().map(|verdict| result_value(&verdict.result)),
        "reason": verdict.and_then(|verdict| verdict.reason),
        "ranks": over.map(|payoffs| ranks(&payoffs, session.players())),
        "last": session.last_clicks().iter().map(click_value).collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "scene": scene_value(&session.scene()),
    })
}

fn click_value(click: &Click) -> Value {
    match click {
        Click::Cell(cell) => json!(cell),
        Click::Choice(name) => json!(name),
    }
}

fn scene_value(scene: &Scene) -> Value {
    let cells = scene.cells.iter().map(|cell| {
        let shape = match cell.shape {
            Shape::Square => "square",
            Shape::Hex => "hex",
            Shape::Round => "round",
        };
        let (tint, base) = match cell.tint {
            Tint::Plain => ("plain", None),
            Tint::Dark => ("dark", None),
            Tint::Special => ("special", None),
            Tint::Base(player) => ("base", Some(player.0)),
            Tint::Blocked => ("blocked", None),
        };
        json!({ "name": cell.name, "shape": shape, "x": cell.x, "y": cell.y, "tint": tint,
            "base": base, "mark": cell.mark })
    });
    let pieces = scene.pieces.iter().map(|piece| {
        let owner = piece.owner.map(|owner| owner.0);
        json!({ "cell": piece.cell, "owner": owner, "kind": piece.kind, "label": piece.label })
    });
    let links = scene.links.iter().map(|link| json!({ "from": link.from, "to": link.to }));
    let labels = scene.labels.iter().map(|l| json!({ "x": l.x, "y": l.y, "text": l.text }));
    let counters = scene.counters.iter().map(|counter| {
        let owner = counter.owner.map(|owner| owner.0);
        json!({ "owner": owner, "name": counter.name, "value": counter.value })
    });
    json!({
        "cells": cells.collect::<Vec<_>>(),
        "pieces": pieces.collect::<Vec<_>>(),
        "links": links.collect::<Vec<_>>(),
        "labels": labels.collect::<Vec<_>>(),
        "counters": counters.collect::<Vec<_>>(),
        "phase": scene.phase,
    })
}
