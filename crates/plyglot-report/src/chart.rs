//! The few shapes that plots are made of, as SVG. Colours are classes, so that one style sheet serves
//! pages and pictures, light and dark.

use std::fmt::Write as _;

use crate::text::{escape, short};

/// Width of every plot.
pub(crate) const WIDTH: f64 = 480.0;
/// How many colours tell series apart.
pub(crate) const SERIES: usize = 8;

/// A plot: where numbers are on it, and what has been drawn.
pub(crate) struct Plot {
    /// What it is called, escaped.
    pub(crate) title: String,
    /// Its height with the title.
    pub(crate) height: f64,
    /// The drawing, without the frame of a document.
    pub(crate) body: String,
}

/// From numbers to places along one axis.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// Numbers `from` to `to` at the places `start` to `end`.
    pub(crate) fn new((from, to): (f64, f64), (start, end): (f64, f64)) -> Self {
        let to = if to - from > 1e-12 { to } else { from + 1.0 };
        Scale { from, to, start, end }
    }

    /// The place of a number; numbers beyond the axis are brought to its end.
    pub(crate) fn at(&self, number: f64) -> f64 {
        let share = (number.clamp(self.from, self.to) - self.from) / (self.to - self.from);
        self.start + share * (self.end - self.start)
    }

    /// Round numbers along the axis, about so many.
    pub(crate) fn ticks(&self, about: f64) -> Vec<f64> {
        let rough = (self.to - self.from) / about;
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| *step >= rough * 0.999).unwrap_or(rough);
        let first = (self.from / step - 1e-9).ceil() as i64;
        let last = (self.to / step + 1e-9).floor() as i64;
        (first..=last).map(|number| number as f64 * step).collect()
    }
}

impl Plot {
    /// An empty plot with a title and a line that says what the numbers are.
    pub(crate) fn new(title: &str, says: &str, height: f64) -> Plot {
        let mut plot = Plot { title: escape(title), height, body: String::new() };
        plot.text((0.0, 16.0), "title", title);
        plot.text((0.0, 34.0), "says", says);
        plot
    }

    /// The plot as an SVG element of a page.
    pub(crate) fn element(&self) -> String {
        format!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            self.height, self.title, self.body
        )
    }

    pub(crate) fn text(&mut self, (x, y): (f64, f64), class: &str, what: &str) {
        let what = escape(what);
        let _ =
            write!(self.body, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{what}</text>");
    }

    /// The name of a row: shortened, whole when pointed at.
    pub(crate) fn name(&mut self, (x, y): (f64, f64), name: &str) {
        let (whole, shown) = (escape(name), short(name, 20));
        let _ = write!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"name\"><title>{whole}</title>{shown}</text>"
        );
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = write!(
            self.body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        );
    }

    /// A bar or box with what it says when pointed at.
    pub(crate) fn bar(&mut self, from: (f64, f64), to: (f64, f64), class: &str, says: &str) {
        let (x, y, width, height) = (from.0, from.1, to.0 - from.0, to.1 - from.1);
        let says = escape(says);
        let _ = write!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             class=\"{class}\"><title>{says}</title></rect>"
        );
    }

    pub(crate) fn dot(&mut self, (x, y): (f64, f64), class: &str, says: &str) {
        let says = escape(says);
        let _ = write!(
            self.body,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"{class}\"><title>{says}</title></circle>"
        );
    }

    /// The sign of a series.
    pub(crate) fn marker(&mut self, place: (f64, f64), series: usize, says: &str) {
        self.body += &marker(place, series, says);
    }

    pub(crate) fn curve(&mut self, points: &[(f64, f64)], shape: &str, class: &str) {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(self.body, "<{shape} points=\"{}\" class=\"{class}\"/>", points.join(" "));
    }
}

/// The sign of a series, of a shape of its own: colours alone do not tell everybody apart, nor curves
/// that lie on each other.
pub(crate) fn marker((x, y): (f64, f64), series: usize, says: &str) -> String {
    // Corners around the centre, in turns clockwise from the top; none is a circle.
    let (corners, turn, radius) = match series % SERIES {
        0 => (0, 0.0, 4.6),
        1 => (4, 0.125, 6.2),
        2 => (3, 0.0, 6.2),
        3 => (4, 0.0, 6.2),
        4 => (3, 0.5, 6.2),
        5 => (6, 0.0, 5.4),
        6 => (3, 0.25, 6.2),
        _ => (5, 0.0, 5.6),
    };
    let title = match says {
        "" => String::new(),
        says => format!("<title>{}</title>", escape(says)),
    };
    let class = format!("dot s{}", series % SERIES);
    if corners == 0 {
        return format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" class=\"{class}\">{title}</circle>"
        );
    }
    let corner = |at: usize| {
        let angle = std::f64::consts::TAU * (turn + at as f64 / corners as f64);
        format!("{:.1},{:.1}", x + radius * angle.sin(), y - radius * angle.cos())
    };
    let points = (0..corners).map(corner).collect::<Vec<_>>().join(" ");
    format!("<polygon points=\"{points}\" class=\"{class}\">{title}</polygon>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale::new((-37.0, 212.0), (0.0, 100.0));
        assert_eq!(scale.ticks(5.0), [0.0, 50.0, 100.0, 150.0, 200.0]);
        assert_eq!(Scale::new((0.0, 1.0), (0.0, 1.0)).ticks(4.0).len(), 3);
        let empty = Scale::new((3.0, 3.0), (0.0, 100.0));
        assert!(empty.ticks(4.0).iter().all(|tick| (3.0..=4.0).contains(tick)));
        assert_eq!((scale.at(-100.0), scale.at(1000.0)), (0.0, 100.0));
    }
}
