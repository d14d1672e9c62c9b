//! Scenes as pictures: one drawing for every game, in SVG.

use std::fmt::Write as _;

use plyglot_core::{AnySession, Cell, Link, Piece, Scene, Shape};
use plyglot_lab::{
    Trail,
    palette::{self, Colour, Ground, SeatColours},
};

use crate::{draw::seat_colours, notes};

/// Pixels a cell.
const UNIT: f32 = 40.0;
/// Pictures are shown no larger than this at first; they can be enlarged without loss.
const LARGEST: f32 = 1000.0;
/// Pixels a line of text.
const LINE: f32 = 22.0;
/// With more connections than this each is drawn fainter.
const MANY_LINKS: usize = 40;
const PAPER: &str = "#fdfcf8";
const QUIET: &str = "#5b6877";
const INK: &str = "#1d2733";

/// What is needed to draw a board.
struct Picture<'a> {
    scene: &'a Scene,
    seats: Vec<SeatColours>,
    ground: Ground,
    /// The least x and y.
    corner: (f32, f32),
    /// Whether colours alone tell pieces apart, as black and white do.
    plain: bool,
    out: String,
}

/// The position of a game as a self-contained SVG picture.
pub(crate) fn picture(session: &dyn AnySession) -> String {
    let scene = session.scene();
    let (left, right) =
        extent(scene.cells.iter().map(|c| c.x).chain(scene.labels.iter().map(|l| l.x)));
    let (top, bottom) =
        extent(scene.cells.iter().map(|c| c.y).chain(scene.labels.iter().map(|l| l.y)));
    let (seats, trail) = (seat_colours(session), Trail::latest(session));
    let notes = notes(session, &scene, &trail);
    let widest = notes.iter().map(|note| note.1.chars().count()).max().unwrap_or(0);
    let width = ((right - left + 2.0) * UNIT).max(UNIT + 7.5 * widest as f32);
    let board = (bottom - top + 2.2) * UNIT;
    let height = board + LINE * notes.len() as f32;
    let shrink = (LARGEST / width.max(height)).min(1.0);
    let mut picture = Picture {
        scene: &scene,
        plain: seats.iter().all(|own| palette::BLACK_AND_WHITE.contains(own)),
        seats,
        ground: palette::of_board(scene.material.into()),
        corner: (left, top),
        out: format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{:.0}\" height=\"{:.0}\" font-family=\"sans-serif\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n",
            width * shrink,
            height * shrink
        ),
    };
    picture.board(&trail);
    for (line, (fill, note)) in (0u16..).zip(&notes) {
        picture.note(board + LINE * f32::from(line), fill.as_ref(), note);
    }
    picture.out.push_str("</svg>\n");
    picture.out
}

fn extent(values: impl Iterator<Item = f32>) -> (f32, f32) {
    values.fold((0.0, 0.0), |(low, high), value| (value.min(low), value.max(high)))
}

/// Lines below the board, some with the colour of a seat: counters, the legend, and who moves or how it
/// ended.
fn notes(session: &dyn AnySession, scene: &Scene, trail: &Trail) -> Vec<(Option<Colour>, String)> {
    let mut notes = Vec::new();
    for (owner, text) in notes::counters(session, scene) {
        let Some(seat) = owner else {
            notes.push((None, text));
            continue;
        };
        let name = session.player_name(seat);
        notes.push((Some(palette::of_seat(&name, seat.idx()).fill), format!("{name}: {text}")));
    }
    let mut add = |text: String| notes.push((None, text));
    notes::signs(scene).into_iter().for_each(&mut add);
    if !scene.links.is_empty() {
        add(format!("{}, drawn as curves", notes::transitions(scene)));
    }
    let told = [
        (&trail.path, "frame: last move"),
        (&trail.turned, "broken ring: turned over"),
        (&trail.taken, "cross: taken"),
    ];
    let told: Vec<&str> = told.iter().filter(|own| !own.0.is_empty()).map(|own| own.1).collect();
    if !told.is_empty() {
        add(told.join("; "));
    }
    add(match session.verdict() {
        Some(verdict) => format!("game over: {}", verdict.result),
        None => format!("{} to move", session.player_name(session.to_move())),
    });
    notes
}

/// How a text is set.
struct Type<'a> {
    size: u8,
    anchor: &'a str,
    fill: &'a str,
}

impl<'a> Type<'a> {
    fn centred(size: u8, fill: &'a str) -> Self {
        Type { size, anchor: "middle", fill }
    }
}

impl Picture<'_> {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        ((x - self.corner.0 + 1.0) * UNIT, (y - self.corner.1 + 1.0) * UNIT)
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(element);
        self.out.push('\n');
    }

    fn text(&mut self, (x, y): (f32, f32), kind: &Type<'_>, what: &str) {
        let what = what.replace('&', "&amp;").replace('<', "&lt;");
        let Type { size, anchor, fill } = kind;
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{fill}\">{what}</text>"
        ));
    }

    fn board(&mut self, trail: &Trail) {
        let scene = self.scene;
        for cell in &scene.cells {
            self.cell(cell);
        }
        for idx in &trail.path {
            self.frame(&scene.cells[*idx]);
        }
        for link in &scene.links {
            self.link(link);
        }
        let mut named: Vec<Option<&Piece>> = vec![None; scene.cells.len()];
        for piece in &scene.pieces {
            named[piece.cell] = Some(piece);
            self.piece(piece, trail.turned.contains(&piece.cell));
        }
        for idx in &trail.taken {
            self.cross(&scene.cells[*idx]);
        }
        if scene.labels.is_empty() {
            let cells = scene.cells.iter().zip(named).filter(|(cell, _)| !cell.name.is_empty());
            cells.for_each(|(cell, piece)| self.name(cell, piece));
        }
        for label in &scene.labels {
            let (x, y) = self.place(label.x, label.y);
            self.text((x, y + 5.0), &Type::centred(14, QUIET), &label.text);
        }
    }

    fn cell(&mut self, cell: &Cell) {
        let place = self.place(cell.x, cell.y);
        let fill = notes::ground(cell.tint, &self.ground, &self.seats);
        let edge = fill.mixed(palette::RING[0], 0.35);
        self.outline(cell.shape, place, 0.5, &format!("fill=\"{fill}\" stroke=\"{edge}\""));
        if let Some(mark) = cell.mark {
            let ink = fill.ink().to_string();
            self.text((place.0, place.1 + 6.0), &Type::centred(18, &ink), &mark.to_string());
        }
    }

    /// The outline of a cell, so many pixels inside it.
    fn outline(&mut self, shape: Shape, (x, y): (f32, f32), inset: f32, style: &str) {
        match shape {
            Shape::Square => {
                let (left, top, side) = (x - UNIT / 2.0, y - UNIT / 2.0, UNIT - 2.0 * inset);
                self.put(format_args!(
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" {style}/>",
                    left + inset,
                    top + inset
                ));
            }
            Shape::Round => {
                let r = UNIT * 0.48 - inset;
                self.put(format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" {style}/>"
                ));
            }
            Shape::Hex => {
                let points = hexagon((x, y), UNIT / 3f32.sqrt() - inset);
                self.put(format_args!("<polygon points=\"{points}\" {style}/>"));
            }
        }
    }

    /// Marks a cell of the last move.
    fn frame(&mut self, cell: &Cell) {
        let place = self.place(cell.x, cell.y);
        let (last, ring) = (palette::LAST[0], palette::RING[0]);
        self.outline(
            cell.shape,
            place,
            2.0,
            &format!("fill=\"none\" stroke=\"{ring}\" stroke-width=\"4\""),
        );
        let style =
            format!("fill=\"{last}\" fill-opacity=\"0.35\" stroke=\"{last}\" stroke-width=\"2.5\"");
        self.outline(cell.shape, place, 2.0, &style);
    }

    /// Marks a cell on which something was captured.
    fn cross(&mut self, cell: &Cell) {
        let (x, y) = self.place(cell.x, cell.y);
        let reach = UNIT * 0.26;
        let path = format!(
            "M{:.1} {:.1}l{d:.1} {d:.1}m0 -{d:.1}l-{d:.1} {d:.1}",
            x - reach,
            y - reach,
            d = 2.0 * reach
        );
        for (colour, width) in [(palette::RING[0], 6), (palette::LAST[0], 3)] {
            self.put(format_args!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\"/>"
            ));
        }
    }

    fn piece(&mut self, piece: &Piece, turned: bool) {
        let cell = &self.scene.cells[piece.cell];
        let (x, y) = self.place(cell.x, cell.y);
        // Names stand in the corner of squares, and on the pieces of others.
        let (named, square) = (self.scene.labels.is_empty(), cell.shape == Shape::Square);
        let (x, y, r) = match named && square {
            true => (x + 2.0, y + 2.0, UNIT * 0.33),
            false => (x, y, UNIT * 0.375),
        };
        let fill = piece.owner.map_or(palette::NEUTRAL, |own| self.seats[own.idx()].fill);
        let (ring, ink) = (palette::RING[0], fill.ink().to_string());
        self.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{fill}\" stroke=\"{ring}\" \
             stroke-width=\"{:.1}\"/>",
            UNIT * 0.05
        ));
        if turned {
            let last = palette::LAST[0];
            for style in [
                format!("stroke=\"{ring}\" stroke-width=\"4\""),
                format!("stroke=\"{last}\" stroke-width=\"2.5\" stroke-dasharray=\"6 4\""),
            ] {
                self.put(format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" {style}/>",
                    r + 2.5
                ));
            }
        }
        let (lift, size) = if named && !square { (5.0, 15) } else { (0.0, 17) };
        if piece.is_crowned() {
            self.put(format_args!("<path d=\"{}\" fill=\"{ink}\"/>", crown(x, y - lift)));
        } else if !self.plain || piece.owner.is_none() {
            let at = (x, y + 6.0 - lift);
            self.text(at, &Type::centred(size, &ink), &piece.label.to_string());
        }
    }

    /// The name of a cell, where a piece leaves room for it.
    fn name(&mut self, cell: &Cell, piece: Option<&Piece>) {
        let (x, y) = self.place(cell.x, cell.y);
        let ground = notes::ground(cell.tint, &self.ground, &self.seats);
        if cell.shape == Shape::Square {
            let ink = ground.ink().to_string();
            let kind = Type { size: 9, anchor: "start", fill: &ink };
            return self.text((x - UNIT / 2.0 + 2.0, y - UNIT / 2.0 + 9.0), &kind, &cell.name);
        }
        let owner = piece.and_then(|piece| piece.owner);
        let under = owner.map_or(ground, |own| self.seats[own.idx()].fill);
        let (ink, low) = (under.ink().to_string(), if piece.is_some() { 10.0 } else { 3.0 });
        self.text((x, y + low), &Type::centred(9, &ink), &cell.name);
    }

    /// A curve between two cells, which it leaves and enters in the directions of the connection.
    fn link(&mut self, link: &Link) {
        let end = |(cell, degrees): (usize, u16), reach: f32| {
            let (cell, angle) = (&self.scene.cells[cell], f32::from(degrees).to_radians());
            let (x, y) = self.place(cell.x + reach * angle.sin(), cell.y - reach * angle.cos());
            format!("{x:.1} {y:.1}")
        };
        let (from, to) = (link.from, link.to);
        let path =
            format!("M{} C{} {} {}", end(from, 0.42), end(from, 1.6), end(to, 1.6), end(to, 0.42));
        let faint = if self.scene.links.len() > MANY_LINKS { 0.3 } else { 0.65 };
        self.put(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" opacity=\"{faint}\"/>",
            palette::SPECIAL[0]
        ));
    }

    fn note(&mut self, y: f32, fill: Option<&Colour>, note: &str) {
        let left = 0.5 * UNIT;
        if let Some(fill) = fill {
            self.put(format_args!(
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"6\" fill=\"{fill}\" stroke=\"{}\"/>",
                left + 6.0,
                y - 5.0,
                palette::RING[0]
            ));
        }
        let kind = Type { size: 15, anchor: "start", fill: INK };
        self.text((left + if fill.is_some() { 18.0 } else { 0.0 }, y), &kind, note);
    }
}

/// The corners of a hexagon with one of them on top.
fn hexagon((x, y): (f32, f32), radius: f32) -> String {
    let corner = |k: u8| {
        let angle = f32::from(k) * std::f32::consts::FRAC_PI_3;
        format!("{:.1},{:.1}", x + radius * angle.sin(), y - radius * angle.cos())
    };
    (0..6).map(corner).collect::<Vec<_>>().join(" ")
}

/// A crown around a place: five points, and a band below.
fn crown(x: f32, y: f32) -> String {
    let points: [(f32, f32); 9] = [
        (-0.24, 0.18),
        (-0.26, -0.12),
        (-0.13, 0.01),
        (-0.07, -0.19),
        (0.0, -0.02),
        (0.07, -0.19),
        (0.13, 0.01),
        (0.26, -0.12),
        (0.24, 0.18),
    ];
    let corners =
        points.map(|(right, down)| format!("{:.1} {:.1}", x + right * UNIT, y + down * UNIT));
    format!("M{}Z", corners.join("L"))
}
