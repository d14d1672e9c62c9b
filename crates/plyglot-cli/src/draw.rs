//! Scenes in the terminal: one drawing for every game.
//!
//! Cells are painted in the colours of [`palette`], and everything can be told by its sign as well: without
//! colour the drawing loses nothing.

use std::{env, io, sync::LazyLock};

use anstyle::{Ansi256Color, Color, RgbColor, Style};
use plyglot_core::{AnySession, Cell, Piece, Player, Scene, Tint, seats};
use plyglot_lab::{
    Trail,
    palette::{self, Colour, Ground, SeatColours},
};

use crate::{
    canvas::{Canvas, Layout},
    notes, screen,
};

/// What is needed to draw a board in its colours.
struct View<'a> {
    scene: &'a Scene,
    seats: Vec<SeatColours>,
    ground: Ground,
    trail: Trail,
}

/// Draws the board, the counters and what is to be said about the game.
pub(crate) fn draw(session: &dyn AnySession, out: &mut dyn io::Write) -> io::Result<()> {
    let scene = session.scene();
    let view = View {
        scene: &scene,
        seats: seat_colours(session),
        ground: palette::of_board(scene.material.into()),
        trail: Trail::latest(session),
    };
    match Layout::fitting(&scene, screen::columns()) {
        Ok(layout) => {
            out.write_all(view.board(&layout).as_bytes())?;
            view.legend(&layout, out)?;
        }
        Err(needed) => {
            let columns = screen::columns().unwrap_or(0);
            writeln!(
                out,
                "  The board needs {needed} columns and does not fit into {columns}: \
                 `plyglot show --svg` makes a picture of it."
            )?;
        }
    }
    writeln!(out)?;
    for (owner, text) in notes::counters(session, &scene) {
        match owner {
            Some(seat) => writeln!(out, "  {}: {text}", seat_name(session, seat))?,
            None => writeln!(out, "  {text}")?,
        }
    }
    status(session, &scene, out)
}

/// The colours of all seats.
pub(crate) fn seat_colours(session: &dyn AnySession) -> Vec<SeatColours> {
    let colours = |seat: Player| palette::of_seat(&session.player_name(seat), seat.idx());
    seats(session.players()).map(colours).collect()
}

/// A seat's name in its colour.
pub(crate) fn seat_name(session: &dyn AnySession, seat: Player) -> String {
    let name = session.player_name(seat);
    let style = piece_style(palette::of_seat(&name, seat.idx()).fill);
    format!("{style}{name}{style:#}")
}

fn status(session: &dyn AnySession, scene: &Scene, out: &mut dyn io::Write) -> io::Result<()> {
    if let Some(verdict) = session.verdict() {
        let reason = verdict.reason.map_or(String::new(), |reason| format!(" ({reason})"));
        return writeln!(out, "  game over: {}{reason}", verdict.result);
    }
    let phase = scene.phase.as_ref().map_or(String::new(), |phase| format!(" ({phase})"));
    writeln!(out, "  {} to move{phase}", seat_name(session, session.to_move()))
}

/// What the last move did to a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    None,
    Path,
    Turned,
    Taken,
}

impl View<'_> {
    fn board(&self, layout: &Layout) -> String {
        let mut pieces: Vec<Option<&Piece>> = vec![None; self.scene.cells.len()];
        self.scene.pieces.iter().for_each(|piece| pieces[piece.cell] = Some(piece));
        let mut canvas = Canvas::default();
        for (idx, (cell, piece)) in self.scene.cells.iter().zip(pieces).enumerate() {
            let touch = self.touch(idx);
            let (text, style) = (self.text(layout, cell, piece, touch), self.style(cell, piece));
            let rim = match touch {
                Touch::Path => painted(palette::LAST[0]).bold(),
                _ => style,
            };
            // A piece keeps its colour between the brackets of the last move, if there are any.
            let whole = piece.is_none() || layout.rims == 0;
            let inside = if touch == Touch::Path && whole { rim } else { style };
            canvas.cell(layout, cell, &text, inside, rim);
        }
        let dim = Style::new().dimmed();
        self.scene.labels.iter().for_each(|label| canvas.label(layout, label, dim));
        canvas.print()
    }

    fn touch(&self, cell: usize) -> Touch {
        let Trail { path, turned, taken } = &self.trail;
        let lists = [(path, Touch::Path), (turned, Touch::Turned), (taken, Touch::Taken)];
        let found = lists.into_iter().find(|(cells, _)| cells.binary_search(&cell).is_ok());
        found.map_or(Touch::None, |(_, touch)| touch)
    }

    /// A cell in as many signs as it has columns.
    fn text(&self, layout: &Layout, cell: &Cell, piece: Option<&Piece>, touch: Touch) -> String {
        let mut sign = match piece {
            Some(piece) if piece.is_crowned() && layout.sign > 1 => format!("{}♛", piece.label),
            Some(piece) => piece.label.to_string(),
            None if touch == Touch::Taken => "*".to_owned(),
            None => empty_sign(layout, cell).to_string(),
        };
        if let Some(name) = layout.name {
            sign = format!("{sign:<0$}{1:<name$}", layout.sign, cell.name);
        }
        let [open, close] = match touch {
            Touch::Path => ['[', ']'],
            Touch::Turned => ['<', '>'],
            Touch::None | Touch::Taken => [' ', ' '],
        };
        match layout.rims {
            0 => sign,
            1 => format!("{open}{sign}"),
            _ => format!("{open}{sign}{close}"),
        }
    }

    fn style(&self, cell: &Cell, piece: Option<&Piece>) -> Style {
        if let Some(piece) = piece {
            let fill = piece.owner.map_or(palette::NEUTRAL, |own| self.seats[own.idx()].fill);
            return piece_style(fill);
        }
        painted(notes::ground(cell.tint, &self.ground, &self.seats))
    }

    fn names(&self, cells: &[usize]) -> String {
        let named = cells.iter().take(NAMED).map(|cell| self.scene.cells[*cell].name.as_str());
        let more = cells.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        named.collect::<Vec<_>>().join(" ") + &more
    }

    /// What the signs on the board mean that are there now.
    fn legend(&self, layout: &Layout, out: &mut dyn io::Write) -> io::Result<()> {
        let Trail { path, turned, taken } = &self.trail;
        let signs = match layout.rims {
            0 => ["last move:", "turned over:"],
            1 => ["[ last move", "< turned over"],
            _ => ["[ ] last move", "< > turned over"],
        };
        let lists = [(path, signs[0]), (turned, signs[1]), (taken, "* taken")];
        // Where there is no room for brackets the cells are named.
        let told = lists.iter().filter(|own| !own.0.is_empty()).map(|(cells, sign)| match sign {
            sign if sign.ends_with(':') => format!("{sign} {}", self.names(cells)),
            sign => (*sign).to_owned(),
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            writeln!(out, "\n  {}", told.join("   "))?;
        }
        let lines = notes::legend(self.scene);
        if !lines.is_empty() {
            writeln!(out)?;
        }
        lines.iter().try_for_each(|line| writeln!(out, "  {line}"))
    }
}

/// So many cells are named.
const NAMED: usize = 8;

/// The sign of a cell on which nothing stands.
fn empty_sign(layout: &Layout, cell: &Cell) -> char {
    cell.mark.unwrap_or(match cell.tint {
        Tint::Blocked => '#',
        // Where cells show their names no other sign is needed.
        _ if layout.name.is_some() => ' ',
        Tint::Special => '+',
        Tint::Base(_) => ':',
        Tint::Plain | Tint::Dark => '·',
    })
}

fn piece_style(fill: Colour) -> Style {
    on(fill.ink(), fill).bold()
}

/// An empty place of a colour, with signs that stay in the background.
fn painted(fill: Colour) -> Style {
    on(fill.ink().mixed(fill, 0.3), fill)
}

fn on(ink: Colour, fill: Colour) -> Style {
    Style::new().fg_color(Some(shown(ink))).bg_color(Some(shown(fill)))
}

/// Whether the terminal says that it shows every colour.
static ALL_COLOURS: LazyLock<bool> = LazyLock::new(|| {
    env::var("COLORTERM").is_ok_and(|kind| kind == "truecolor" || kind == "24bit")
});

fn shown(colour: Colour) -> Color {
    match *ALL_COLOURS {
        true => RgbColor(colour.0, colour.1, colour.2).into(),
        false => nearest(colour).into(),
    }
}

/// The nearest of the 240 colours that all terminals agree on: a cube of six steps a side, and greys.
fn nearest(colour: Colour) -> Ansi256Color {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let cube = (0..216u8).map(|at| {
        let part = |by: u8| STEPS[usize::from(at / by % 6)];
        (16 + at, Colour(part(36), part(6), part(1)))
    });
    let greys = (0..24u8).map(|at| (232 + at, Colour(8 + 10 * at, 8 + 10 * at, 8 + 10 * at)));
    let far = |other: Colour| {
        let part = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        part(colour.0, other.0) + part(colour.1, other.1) + part(colour.2, other.2)
    };
    let best = cube.chain(greys).min_by_key(|(_, other)| far(*other));
    Ansi256Color(best.map_or(16, |(number, _)| number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_stay_apart_in_the_colours_of_a_terminal() {
        let colours = palette::SEATS.iter().chain(&palette::BLACK_AND_WHITE);
        let numbers: Vec<u8> = colours.map(|own| nearest(own.fill).0).collect();
        for (at, number) in numbers[..8].iter().enumerate() {
            assert!(!numbers[..at].contains(number), "{numbers:?}");
        }
        assert_ne!(numbers[8], numbers[9]);
    }
}
