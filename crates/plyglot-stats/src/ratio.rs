//! Ratios of costs: how many times as much one way of doing something takes as another.

use crate::{elo::Estimate, normal};

/// The geometric mean of ratios above zero with an interval of that confidence, by Student's distribution of
/// their logarithms. Fewer than two leave nothing to tell an interval from.
pub fn geometric_mean(ratios: &[f64], confidence: f64) -> Option<Estimate> {
    let count = ratios.len() as f64;
    if ratios.len() < 2 {
        return None;
    }
    let logs: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    let mean = logs.iter().sum::<f64>() / count;
    let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    let reach = error * normal::student_quantile(0.5 + 0.5 * confidence, count - 1.0);
    Some(Estimate { value: mean, low: mean - reach, high: mean + reach }.map(f64::exp))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_has_the_interval_of_its_logarithm() {
        assert_eq!(geometric_mean(&[2.0], 0.95), None);
        // The logarithms to base 2 are 0, 1, 2: mean 1, error 1/sqrt(3), quantile 4.30265.
        let found = geometric_mean(&[1.0, 2.0, 4.0], 0.95).unwrap();
        assert!((found.value - 2.0).abs() < 1e-12);
        let reach = 4.30265 / 3f64.sqrt();
        assert!((found.low.log2() - (1.0 - reach)).abs() < 1e-3, "{found:?}");
        assert!((found.high.log2() - (1.0 + reach)).abs() < 1e-3, "{found:?}");
        let surer = geometric_mean(&[1.0, 2.0, 4.0], 0.99).unwrap();
        assert!(surer.low < found.low && surer.high > found.high);
    }
}
