//! The style sheets of pages and pictures: what is written by hand, and the colours of the lab's palette.

use std::fmt::Write as _;

use plyglot_lab::palette::{self, Colour};

use crate::Theme;

/// What the rules of dark pages stand in.
const DARK: &str = "@media (prefers-color-scheme: dark)";
const CHART: &str = include_str!("../assets/chart.css");
const BOARD: &str = include_str!("../assets/board.css");
const PAGE: &str = include_str!("../assets/page.css");

/// The style of plots: series are told apart by the colours of seats.
pub(crate) fn charts() -> String {
    let series = |of: fn(&palette::SeatColours) -> Colour| {
        palette::SEATS.iter().enumerate().fold(String::new(), |mut out, (at, own)| {
            let colour = of(own);
            let _ = write!(
                out,
                ".curve.s{at}, .whisker.s{at}, .ring.s{at} {{ stroke: {colour}; }}\n\
                 .dot.s{at}, .band.s{at}, .bar.s{at}, .box.s{at} {{ fill: {colour}; }}\n"
            );
            out
        })
    };
    both(CHART, &series(|own| own.line), &series(|own| own.dark))
}

/// The style of plots in one theme, whatever the system prefers.
pub(crate) fn charts_in(theme: Theme) -> String {
    let dark = if theme == Theme::Dark { "@media all" } else { "@media not all" };
    charts().replace(DARK, dark)
}

/// The style of the page, with the colours of boards and seats as variables.
pub(crate) fn page() -> String {
    let [light, dark] = [0, 1].map(|theme| format!(":root {{\n{}}}\n", variables(theme)));
    both("", &light, &dark) + BOARD + PAGE
}

fn both(common: &str, light: &str, dark: &str) -> String {
    format!("{common}{light}{DARK} {{\n{dark}}}\n")
}

/// The palette on a light page (0) or a dark one (1). A seat's colour has a name, one for lines and one for
/// what is written on it.
fn variables(theme: usize) -> String {
    let mut out = String::new();
    let mut set = |name: &str, colour: Colour| {
        let _ = writeln!(out, "  --{name}: {colour};");
    };
    for own in palette::SEATS.iter().chain(&palette::BLACK_AND_WHITE) {
        let (fill, line) = if theme == 0 { (own.fill, own.line) } else { (own.dark, own.dark) };
        set(own.name, fill);
        set(&format!("line-{}", own.name), line);
        set(&format!("on-{}", own.name), fill.ink());
    }
    for own in palette::GROUNDS {
        let material = format!("{:?}", own.material).to_lowercase();
        let [plain, deep] = if theme == 0 { own.light } else { own.dark };
        set(&material, plain);
        set(&format!("{material}-deep"), deep);
    }
    set("cell-blocked", palette::BLOCKED[theme]);
    set("link", palette::SPECIAL[theme]);
    set("rim", palette::RING[theme]);
    set("mark", palette::LAST[theme]);
    set("nobody", palette::NEUTRAL);
    set("on-nobody", palette::NEUTRAL.ink());
    out
}
