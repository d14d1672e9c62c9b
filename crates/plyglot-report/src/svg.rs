//! One picture of all plots.

use std::fmt::Write as _;

use crate::{
    Data,
    chart::{Plot, WIDTH},
    charts, style,
    summary::Run,
    text::short,
    tuning::{self, Line},
};

/// Room around plots.
const GAP: f64 = 28.0;
/// Plots side by side.
const COLUMNS: usize = 2;

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A plot of a run as a picture of its own.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its name in addresses: small letters and hyphens.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The picture, which needs no other file and runs no script.
    pub svg: String,
}

/// The plots of a run, each as a picture of its own.
pub fn plots(run: &Run, theme: Theme) -> Vec<Picture> {
    let style = style::charts_in(theme);
    let picture = |plot: Plot| {
        let Plot { title, height, body } = plot;
        let name = title.to_lowercase().replace(|sign: char| !sign.is_ascii_alphanumeric(), "-");
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
             width=\"{WIDTH}\" height=\"{height:.0}\" class=\"picture\">\n\
             <style>{style}</style>\n{body}</svg>\n"
        );
        Picture { name, title, svg }
    };
    charts::all(run).into_iter().map(picture).collect()
}

/// The plots of all runs as one self-contained picture.
pub fn svg(data: &Data) -> String {
    let width = GAP + (WIDTH + GAP) * COLUMNS as f64;
    let (mut body, mut y) = (String::new(), GAP);
    for run in &data.runs {
        y += 20.0;
        let title = short(&run.title(), 90);
        let _ = writeln!(body, "<text x=\"{GAP}\" y=\"{y:.0}\" class=\"run\">{title}</text>");
        y += GAP;
        for plots in charts::all(run).chunks(COLUMNS) {
            row(&mut body, plots, y);
            y += plots.iter().map(|plot| plot.height).fold(0.0, f64::max) + GAP;
        }
    }
    if data.runs.is_empty() {
        y += 20.0;
        let _ = writeln!(body, "<text x=\"{GAP}\" y=\"{y:.0}\" class=\"run\">no games yet</text>");
        y += GAP;
    }
    framed(&body, width, y)
}

/// Curves of a figure, over one axis.
#[derive(Clone, Debug)]
pub struct Curves {
    /// What they are called.
    pub title: String,
    /// What the numbers are.
    pub says: String,
    /// What the axis below is.
    pub below: String,
    /// The curves.
    pub lines: Vec<Line>,
}

/// Curves as one self-contained picture; those of fewer than two points are left out.
pub fn figure(title: &str, parts: &[Curves]) -> String {
    let width = GAP + (WIDTH + GAP) * COLUMNS as f64;
    let mut body = format!(
        "<text x=\"{GAP}\" y=\"{:.0}\" class=\"run\">{}</text>\n",
        GAP + 20.0,
        short(title, 90)
    );
    let write = |number: f64| match number.abs() {
        size if size >= 10.0 => format!("{number:.0}"),
        size if size >= 1.0 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    };
    let plot = |own: &Curves| {
        tuning::curves(&own.title, &own.says, &own.lines, (&own.below, &write), None)
    };
    let plots: Vec<Plot> = parts.iter().filter_map(plot).collect();
    let mut y = 2.0 * GAP + 20.0;
    for plots in plots.chunks(COLUMNS) {
        row(&mut body, plots, y);
        y += plots.iter().map(|plot| plot.height).fold(0.0, f64::max) + GAP;
    }
    framed(&body, width, y)
}

/// A picture of that size with its ground and its colours.
fn framed(body: &str, width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" class=\"picture\">\n<style>{}</style>\n\
         <rect width=\"100%\" height=\"100%\" class=\"ground\"/>\n{body}</svg>\n",
        style::charts()
    )
}

fn row(body: &mut String, plots: &[Plot], y: f64) {
    for (column, plot) in plots.iter().enumerate() {
        let x = GAP + (WIDTH + GAP) * column as f64;
        let _ = writeln!(
            body,
            "<g transform=\"translate({x:.0} {y:.0})\" role=\"img\" aria-label=\"{}\">{}</g>",
            plot.title, plot.body
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_has_all_curves_that_are_some() {
        let line = |name: &str, points| Line { name: name.to_owned(), points };
        let part = |title: &str, lines| Curves {
            title: title.to_owned(),
            says: "in units".to_owned(),
            below: "rounds".to_owned(),
            lines,
        };
        let lines =
            vec![line("one", vec![(0.0, 1.0), (2.0, 3.0)]), line("<two>", vec![(0.0, 2.0)])];
        let drawn = figure("Losses & more", &[part("Some", lines), part("Nothing", Vec::new())]);
        assert!(drawn.contains("Losses &amp; more") && drawn.contains("&lt;two&gt;"), "{drawn}");
        assert!(drawn.contains("Some") && !drawn.contains("Nothing"), "{drawn}");
    }
}
