//! Scenes in the terminal: one drawing for every game.

use std::{collections::BTreeMap, fmt::Write as _, io};

use anstyle::{AnsiColor, Effects, Style};
use plyglot_core::{AnySession, Cell, Click, Counter, Piece, Player, Scene, Tint};

/// One colour a seat.
const COLOURS: [AnsiColor; 8] = [
    AnsiColor::BrightRed,
    AnsiColor::BrightGreen,
    AnsiColor::BrightBlue,
    AnsiColor::BrightYellow,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightCyan,
    AnsiColor::White,
    AnsiColor::Yellow,
];

/// The style of a seat's pieces and name.
pub(crate) fn seat_style(player: Player) -> Style {
    COLOURS[player.idx() % COLOURS.len()].on_default().bold()
}

/// Draws the board, the counters and what is to be said about the game.
pub(crate) fn draw(session: &dyn AnySession, out: &mut dyn io::Write) -> io::Result<()> {
    let scene = session.scene();
    out.write_all(board(&scene, &last_cells(session)).as_bytes())?;
    writeln!(out)?;
    counters(session, &scene, out)?;
    status(session, &scene, out)
}

/// The cells of the last ply that touched the board; passes and ends of turns do not.
fn last_cells(session: &dyn AnySession) -> Vec<usize> {
    let mut session = session.boxed();
    loop {
        let cells: Vec<usize> = session.last_clicks().iter().filter_map(Click::cell).collect();
        if !cells.is_empty() || !session.undo() {
            return cells;
        }
    }
}

/// A character with its style, by place on the screen.
type Canvas = BTreeMap<(i32, i32), (char, Style)>;

fn board(scene: &Scene, marked: &[usize]) -> String {
    let rows = row_numbers(scene);
    let row = |y: f32| rows.iter().position(|own| *own == rounded(y)).unwrap_or(0) as i32;
    // Half steps between columns, as on hexes, need twice the room.
    let halves = scene.cells.iter().any(|cell| (cell.x * 2.0).round() as i32 % 2 != 0);
    let scale = if halves { 4.0 } else { 2.0 };
    let column = |x: f32| (x * scale).round() as i32;
    let pieces: BTreeMap<usize, &Piece> =
        scene.pieces.iter().map(|piece| (piece.cell, piece)).collect();
    let mut canvas = Canvas::new();
    for (idx, cell) in scene.cells.iter().enumerate() {
        let (sign, mut style) = sign_of(cell, pieces.get(&idx).copied());
        if marked.contains(&idx) {
            style = style.effects(style.get_effects() | Effects::INVERT);
        }
        canvas.insert((row(cell.y), column(cell.x)), (sign, style));
    }
    for label in &scene.labels {
        let width = label.text.chars().count() as i32;
        for (at, sign) in (0..).zip(label.text.chars()) {
            let place = (row(label.y), column(label.x) - (width - 1) + at);
            canvas.entry(place).or_insert((sign, Style::new().dimmed()));
        }
    }
    print_canvas(&canvas)
}

/// The distinct heights in use, from the top, in thousandths.
fn row_numbers(scene: &Scene) -> Vec<i32> {
    let cells = scene.cells.iter().map(|cell| rounded(cell.y));
    let mut rows: Vec<i32> =
        cells.chain(scene.labels.iter().map(|label| rounded(label.y))).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

fn rounded(y: f32) -> i32 {
    (y * 1000.0).round() as i32
}

fn sign_of(cell: &Cell, piece: Option<&Piece>) -> (char, Style) {
    match (piece, cell.tint) {
        (Some(Piece { owner: Some(owner), label, .. }), _) => (*label, seat_style(*owner)),
        (Some(piece), _) => (piece.label, Style::new().bold()),
        (None, Tint::Blocked) => (cell.mark.unwrap_or('#'), Style::new().dimmed()),
        (None, Tint::Base(owner)) => {
            (cell.mark.unwrap_or('·'), COLOURS[owner.idx() % COLOURS.len()].on_default().dimmed())
        }
        (None, Tint::Special) => (cell.mark.unwrap_or('+'), AnsiColor::Yellow.on_default()),
        (None, _) => (cell.mark.unwrap_or('·'), Style::new().dimmed()),
    }
}

fn print_canvas(canvas: &Canvas) -> String {
    let left = canvas.keys().map(|(_, column)| *column).min().unwrap_or(0);
    let (mut text, mut at) = (String::from("  "), (0, left));
    for ((row, column), (sign, style)) in canvas {
        while at.0 < *row {
            text.push_str("\n  ");
            at = (at.0 + 1, left);
        }
        while at.1 < *column {
            text.push(' ');
            at.1 += 1;
        }
        let _ = write!(text, "{style}{sign}{style:#}");
        at.1 += 1;
    }
    text.push('\n');
    text
}

/// A line of counters per seat, then those that belong to nobody.
fn counters(session: &dyn AnySession, scene: &Scene, out: &mut dyn io::Write) -> io::Result<()> {
    let owners = (0..session.players()).map(|seat| Some(Player(seat))).chain([None]);
    for owner in owners {
        let own: Vec<&Counter> =
            scene.counters.iter().filter(|counter| counter.owner == owner).collect();
        if own.is_empty() {
            continue;
        }
        let text: Vec<_> = own.iter().map(|one| format!("{} {}", one.name, one.value)).collect();
        match owner {
            Some(seat) => writeln!(out, "  {}: {}", seat_name(session, seat), text.join(", "))?,
            None => writeln!(out, "  {}", text.join(", "))?,
        }
    }
    Ok(())
}

/// A seat's name in its colour.
pub(crate) fn seat_name(session: &dyn AnySession, seat: Player) -> String {
    let style = seat_style(seat);
    format!("{style}{}{style:#}", session.player_name(seat))
}

fn status(session: &dyn AnySession, scene: &Scene, out: &mut dyn io::Write) -> io::Result<()> {
    if let Some(verdict) = session.verdict() {
        let reason = verdict.reason.map_or(String::new(), |reason| format!(" ({reason})"));
        return writeln!(out, "  game over: {}{reason}", verdict.result);
    }
    let phase = scene.phase.as_ref().map_or(String::new(), |phase| format!(" ({phase})"));
    writeln!(out, "  {} to move{phase}", seat_name(session, session.to_move()))
}
