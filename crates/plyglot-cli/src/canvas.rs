//! Where the cells of a scene come to stand on a screen of signs.

use std::{collections::BTreeMap, fmt::Write as _};

use anstyle::Style;
use plyglot_core::{Cell, Label, Piece, Scene};

/// Columns left of everything.
const INDENT: usize = 2;

/// How a board is laid out.
pub(crate) struct Layout {
    /// Columns from one cell to the next.
    pitch: usize,
    /// Columns that a cell paints.
    span: usize,
    /// Columns for the sign of a piece.
    pub(crate) sign: usize,
    /// Columns for the name of a cell, where the board has no labels.
    pub(crate) name: Option<usize>,
    /// Columns beside the sign, for brackets.
    pub(crate) rims: usize,
    /// The heights in use, from the top, in thousandths.
    rows: Vec<i32>,
}

impl Layout {
    /// The most spacious layout that fits into so many columns; if none does, how many the narrowest
    /// needs.
    pub(crate) fn fitting(scene: &Scene, columns: Option<usize>) -> Result<Layout, usize> {
        let layouts = if scene.labels.is_empty() { vec![named(scene)] } else { plain(scene) };
        let narrowest = layouts.last().map_or(0, |layout| layout.width(scene));
        let fits = |layout: &Layout| columns.is_none_or(|columns| layout.width(scene) <= columns);
        layouts.into_iter().find(fits).ok_or(narrowest)
    }

    /// Columns that the board needs with its labels.
    fn width(&self, scene: &Scene) -> usize {
        let cells = scene.cells.iter().map(|cell| (self.left(cell.x), self.span as i32));
        let labels = scene.labels.iter().map(|label| (self.label_start(label), 1));
        let (mut first, mut last) = (i32::MAX, 0);
        for (start, long) in cells.chain(labels) {
            (first, last) = (first.min(start), last.max(start + long));
        }
        INDENT + last.saturating_sub(first).max(0) as usize
    }

    fn left(&self, x: f32) -> i32 {
        (x * self.pitch as f32).round() as i32
    }

    fn row(&self, y: f32) -> i32 {
        self.rows.binary_search(&rounded(y)).unwrap_or_else(|next| next) as i32
    }

    /// Where a label begins: it ends under the sign of a cell, and a column away from cells beside it.
    fn label_start(&self, label: &Label) -> i32 {
        let gap = i32::from(self.rims == 0 && label.x < 0.0);
        self.left(label.x) + self.rims.min(1) as i32 + 1 - gap - label.text.chars().count() as i32
    }
}

/// The one layout of a board with the names of its cells on them.
fn named(scene: &Scene) -> Layout {
    let names = scene.cells.iter().map(|cell| cell.name.chars().count());
    let name = names.max().unwrap_or(0);
    let sign = 1 + usize::from(scene.pieces.iter().any(Piece::is_crowned));
    let span = sign + name + 2;
    // Half a step, as between rows of hexes, takes whole columns.
    let span = if halves(scene) { span.next_multiple_of(2) } else { span };
    Layout { pitch: span, span, sign, name: Some(span - sign - 2), rims: 2, rows: rows(scene) }
}

/// The layouts of a board with labels beside it, the widest first.
fn plain(scene: &Scene) -> Vec<Layout> {
    let widths: &[(usize, usize)] =
        if halves(scene) { &[(4, 2), (2, 0)] } else { &[(3, 2), (2, 1), (1, 0)] };
    let layout = |(pitch, rims): &(usize, usize)| {
        let (pitch, rims) = (*pitch, *rims);
        Layout { pitch, span: rims + 1, sign: 1, name: None, rims, rows: rows(scene) }
    };
    widths.iter().map(layout).collect()
}

fn halves(scene: &Scene) -> bool {
    scene.cells.iter().any(|cell| (cell.x * 2.0).round() as i32 % 2 != 0)
}

fn rows(scene: &Scene) -> Vec<i32> {
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

/// A sign with its style, by row and column.
#[derive(Default)]
pub(crate) struct Canvas(BTreeMap<(i32, i32), (char, Style)>);

impl Canvas {
    /// Puts the text of a cell down: its rims in a style of their own.
    pub(crate) fn cell(
        &mut self,
        layout: &Layout,
        cell: &Cell,
        text: &str,
        own: Style,
        rim: Style,
    ) {
        let (row, left, last) = (layout.row(cell.y), layout.left(cell.x), layout.span - 1);
        for (at, sign) in text.chars().enumerate() {
            let outside = (at == 0 && layout.rims > 0) || (at == last && layout.rims > 1);
            let style = if outside { rim } else { own };
            self.0.insert((row, left + at as i32), (sign, style));
        }
    }

    /// Puts a label down, unless it would touch another.
    pub(crate) fn label(&mut self, layout: &Layout, label: &Label, style: Style) {
        let (row, start) = (layout.row(label.y), layout.label_start(label));
        if self.0.contains_key(&(row, start - 1)) {
            return;
        }
        for (column, sign) in (start..).zip(label.text.chars()) {
            self.0.entry((row, column)).or_insert((sign, style));
        }
    }

    /// The rows, each at its indent.
    pub(crate) fn print(&self) -> String {
        let left = self.0.keys().map(|(_, column)| *column).min().unwrap_or(0);
        let indent = " ".repeat(INDENT);
        let (mut text, mut at, mut style) = (indent.clone(), (0, left), Style::new());
        for ((row, column), (sign, own)) in &self.0 {
            if at != (*row, *column) || *own != style {
                let _ = write!(text, "{style:#}");
                style = Style::new();
            }
            while at.0 < *row {
                text.push('\n');
                text.push_str(&indent);
                at = (at.0 + 1, left);
            }
            while at.1 < *column {
                text.push(' ');
                at.1 += 1;
            }
            if *own != style {
                let _ = write!(text, "{own}");
                style = *own;
            }
            text.push(*sign);
            at.1 += 1;
        }
        let _ = writeln!(text, "{style:#}");
        text
    }
}
