//! Intervals as bars of text.

use plyglot_experiment::part::{Part, Unit};
use plyglot_stats::elo::Estimate;

/// Places of a bar, an odd number so that zero can be in the middle.
const WIDTH: usize = 37;
/// Strengths beyond this are drawn at the edge.
const MOST_ELO: f64 = 800.0;

/// An axis for parts of one unit; where nothing is gained is zero.
pub(super) struct Axis {
    low: f64,
    high: f64,
    unit: Unit,
}

impl Axis {
    /// The axis that has room for all of these.
    pub(super) fn new(unit: Unit, parts: &[&Part]) -> Axis {
        let ends = parts.iter().filter_map(|part| part.found).flat_map(|own| [own.low, own.high]);
        let reach =
            |least: f64| ends.clone().map(|end| place(unit, end).abs()).fold(least, f64::max);
        let (low, high) = match unit {
            Unit::Elo => (-reach(50.0).min(MOST_ELO), reach(50.0).min(MOST_ELO)),
            Unit::Ratio => (-reach(0.1).min(5.0), reach(0.1).min(5.0)),
            Unit::Mebibytes => (0.0, reach(2.0)),
        };
        Axis { low, high, unit }
    }

    /// What stands above the bars: the ends of the axis and where nothing is gained.
    pub(super) fn head(&self) -> String {
        let text = |place: f64| match self.unit {
            Unit::Elo => format!("{place:+.0}"),
            Unit::Ratio => format!("{:.2}", place.exp()),
            Unit::Mebibytes => format!("{place:.1}"),
        };
        let (low, high) = (text(self.low), text(self.high));
        let middle = match self.unit {
            Unit::Elo => "0",
            Unit::Ratio => "1",
            Unit::Mebibytes => "",
        };
        let left = (WIDTH / 2).saturating_sub(low.len());
        let right = (WIDTH - WIDTH / 2 - middle.len()).saturating_sub(high.len());
        format!("{low}{:left$}{middle}{:right$}{high}", "", "")
    }

    /// The bar of an interval, or the empty axis.
    pub(super) fn bar(&self, found: Option<&Estimate>) -> String {
        let mut cells = [' '; WIDTH];
        cells[self.cell(0.0)] = '│';
        if let Some(found) = found {
            let [low, value, high] =
                [found.low, found.value, found.high].map(|own| self.cell(place(self.unit, own)));
            cells[low..=high].fill('─');
            (cells[low], cells[high]) = ('├', '┤');
            cells[value] = '●';
        }
        cells.iter().collect()
    }

    fn cell(&self, place: f64) -> usize {
        let share = ((place - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        (share * (WIDTH - 1) as f64).round() as usize
    }
}

/// Ratios are drawn by their logarithm, so that half and twice are as far from one.
fn place(unit: Unit, value: f64) -> f64 {
    match unit {
        Unit::Ratio => value.ln(),
        Unit::Elo | Unit::Mebibytes => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_a_bar_on_its_axis() {
        let axis = Axis { low: -180.0, high: 180.0, unit: Unit::Elo };
        let found = Estimate { value: 50.0, low: 20.0, high: 100.0 };
        assert_eq!(axis.head(), "-180              0              +180");
        assert_eq!(axis.bar(Some(&found)), "                  │ ├──●────┤        ");
        assert_eq!(axis.bar(None), "                  │                  ");
        let beyond = Estimate { value: 900.0, low: -900.0, high: 900.0 };
        assert_eq!(axis.bar(Some(&beyond)), format!("├{}●", "─".repeat(WIDTH - 2)));
    }
}
