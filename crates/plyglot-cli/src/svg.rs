//! Scenes as pictures: one drawing for every game, in SVG.

use std::fmt::Write as _;

use plyglot_core::{AnySession, Cell, Click, Piece, Player, Scene, Shape, Tint, seats};

/// Pixels a cell.
const UNIT: f32 = 40.0;
/// One colour a seat, each readable on the ground colours.
const COLOURS: [&str; 8] =
    ["#c0392b", "#1e8449", "#1f618d", "#b7950b", "#7d3c98", "#148f77", "#5d6d7e", "#784212"];

/// The position of a game as a self-contained SVG picture.
pub(crate) fn picture(session: &dyn AnySession) -> String {
    let scene = session.scene();
    let (left, right) =
        extent(scene.cells.iter().map(|c| c.x).chain(scene.labels.iter().map(|l| l.x)));
    let (top, bottom) =
        extent(scene.cells.iter().map(|c| c.y).chain(scene.labels.iter().map(|l| l.y)));
    let notes = notes(session, &scene);
    let width = (right - left + 2.0).max(6.0) * UNIT;
    let height = (bottom - top + 2.2) * UNIT + 22.0 * notes.len() as f32;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fdfcf8\"/>\n"
    );
    let place = |x: f32, y: f32| ((x - left + 1.0) * UNIT, (y - top + 1.0) * UNIT);
    let last = session.last_clicks();
    for (idx, cell) in scene.cells.iter().enumerate() {
        draw_cell(&mut out, cell, place(cell.x, cell.y), last.contains(&Click::Cell(idx)));
    }
    for piece in &scene.pieces {
        let cell = &scene.cells[piece.cell];
        draw_piece(&mut out, piece, place(cell.x, cell.y));
    }
    for label in &scene.labels {
        let (x, y) = place(label.x, label.y);
        text(&mut out, x, y + 5.0, 14, "middle", "#888", &label.text);
    }
    for (line, note) in (0u16..).zip(&notes) {
        let y = (bottom - top + 2.2) * UNIT + 22.0 * f32::from(line);
        text(&mut out, 0.5 * UNIT, y, 15, "start", note.0, &note.1);
    }
    out.push_str("</svg>\n");
    out
}

fn extent(values: impl Iterator<Item = f32>) -> (f32, f32) {
    values.fold((0.0, 0.0), |(low, high), value| (value.min(low), value.max(high)))
}

fn colour(player: Player) -> &'static str {
    COLOURS[player.idx() % COLOURS.len()]
}

fn draw_cell(out: &mut String, cell: &Cell, (x, y): (f32, f32), marked: bool) {
    let (fill, base) = match cell.tint {
        _ if marked => ("#f7dc6f", None),
        Tint::Plain => ("#f3ead7", None),
        Tint::Dark => ("#d9c7a3", None),
        Tint::Special => ("#e8daef", None),
        Tint::Blocked => ("#5f6a6a", None),
        Tint::Base(player) => ("#f3ead7", Some(colour(player))),
    };
    let stroke = base.unwrap_or("#a99a7c");
    let _ = match cell.shape {
        Shape::Square => writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{s:.1}\" height=\"{s:.1}\" fill=\"{fill}\" \
             stroke=\"{stroke}\"/>",
            x - UNIT / 2.0 + 1.0,
            y - UNIT / 2.0 + 1.0,
            s = UNIT - 2.0
        ),
        Shape::Round => {
            let r = UNIT * 0.46;
            writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
            )
        }
        Shape::Hex => {
            let points = hexagon(x, y);
            writeln!(out, "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{stroke}\"/>")
        }
    };
    if let Some(mark) = cell.mark {
        text(out, x, y + 5.0, 16, "middle", "#7d6608", &mark.to_string());
    }
}

/// The corners of a hexagon with one of them on top.
fn hexagon(x: f32, y: f32) -> String {
    let corner = |k: u8| {
        let angle = f32::from(k) * std::f32::consts::FRAC_PI_3;
        let radius = (UNIT - 2.0) / 3f32.sqrt();
        format!("{:.1},{:.1}", x + radius * angle.sin(), y - radius * angle.cos())
    };
    (0..6).map(corner).collect::<Vec<_>>().join(" ")
}

fn draw_piece(out: &mut String, piece: &Piece, (x, y): (f32, f32)) {
    let fill = piece.owner.map_or("#808b96", colour);
    let r = UNIT * 0.38;
    let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{fill}\"/>");
    text(out, x, y + 6.0, 17, "middle", "#fff", &piece.label.to_string());
}

fn text(out: &mut String, x: f32, y: f32, size: u8, anchor: &str, fill: &str, what: &str) {
    let what = what.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
         fill=\"{fill}\">{what}</text>"
    );
}

/// Lines below the board: each seat's counters, then who moves or how it ended.
fn notes(session: &dyn AnySession, scene: &Scene) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    for seat in seats(session.players()) {
        let own = scene.counters.iter().filter(|counter| counter.owner == Some(seat));
        let own: Vec<_> = own.map(|one| format!("{} {}", one.name, one.value)).collect();
        let name = session.player_name(seat);
        notes.push((colour(seat), format!("{name}: {}", own.join(", "))));
    }
    let end = match session.verdict() {
        Some(verdict) => format!("game over: {}", verdict.result),
        None => format!("{} to move", session.player_name(session.to_move())),
    };
    notes.push(("#333", end));
    notes
}
