//! How values translate into scores: logistic regression of the results of games on what was thought of
//! their positions.

use serde::Serialize;

/// A value that was told in a game, and the score that its teller got in the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// The game: values of one game are no independent observations.
    pub game: usize,
    /// The value.
    pub value: f64,
    /// The score, from 0 to 1.
    pub score: f64,
}

/// The model `score = logistic((value - even) / unit)` with its best numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The value above `even` that is worth 73 %.
    pub unit: f64,
    /// The standard error of the unit, from one game to the next.
    pub unit_error: f64,
    /// The value that is worth half.
    pub even: f64,
    /// The mean cross entropy, in bits.
    pub loss: f64,
    /// The same for somebody who always says the mean score.
    pub base_loss: f64,
    /// By tenths of the values: mean expected score, mean score, and how many.
    pub tenths: Vec<(f64, f64, usize)>,
}

/// Fits the model; `even` is left at nothing unless `shift`. Nothing without enough to go by: both better and
/// worse results, and values that go with them.
pub fn fit(told: &[Told], shift: bool) -> Option<Fit> {
    const STEPS: usize = 50;
    let spread =
        (told.iter().map(|own| own.value * own.value).sum::<f64>() / told.len() as f64).sqrt();
    if !(spread.is_finite() && spread > 0.0) {
        return None;
    }
    // Values in units of their spread, so that the numbers sought are near one.
    let rows: Vec<(f64, f64)> = told.iter().map(|own| (own.value / spread, own.score)).collect();
    let (mut intercept, mut slope) = (0.0, 0.0);
    for _ in 0..STEPS {
        let (gradient, curvature) = derivatives(&rows, intercept, slope);
        let step = newton(gradient, curvature, shift)?;
        intercept += step.0;
        slope += step.1;
        if step.0.abs() + step.1.abs() < 1e-12 {
            break;
        }
    }
    if !(slope.is_finite() && slope > 1e-6) {
        return None;
    }
    let error = slope_error(told, &rows, (intercept, slope), shift)?;
    let expected = |row: &(f64, f64)| logistic(intercept + slope * row.0);
    let mean = rows.iter().map(|row| row.1).sum::<f64>() / rows.len() as f64;
    Some(Fit {
        unit: spread / slope,
        unit_error: spread * error / (slope * slope),
        even: 0.0 - intercept / slope * spread,
        loss: loss(rows.iter().map(|row| (expected(row), row.1))),
        base_loss: loss(rows.iter().map(|row| (mean, row.1))),
        tenths: tenths(rows.iter().map(|row| (expected(row), row.1)).collect()),
    })
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Gradient and curvature (three numbers of a symmetric matrix) of the log-likelihood.
fn derivatives(rows: &[(f64, f64)], intercept: f64, slope: f64) -> ([f64; 2], [f64; 3]) {
    let (mut gradient, mut curvature) = ([0.0; 2], [0.0; 3]);
    for (value, score) in rows {
        let expected = logistic(intercept + slope * value);
        let (missing, weight) = (score - expected, expected * (1.0 - expected));
        gradient[0] += missing;
        gradient[1] += missing * value;
        curvature[0] += weight;
        curvature[1] += weight * value;
        curvature[2] += weight * value * value;
    }
    (gradient, curvature)
}

/// The step of Newton's method, at most one unit long.
fn newton([first, second]: [f64; 2], [a, b, c]: [f64; 3], shift: bool) -> Option<(f64, f64)> {
    let step = if shift {
        let determinant = a * c - b * b;
        ((c * first - b * second) / determinant, (a * second - b * first) / determinant)
    } else {
        (0.0, second / c)
    };
    let length = step.0.hypot(step.1);
    let shorter = if length > 1.0 { 1.0 / length } else { 1.0 };
    length.is_finite().then_some((step.0 * shorter, step.1 * shorter))
}

/// The standard error of the slope with games as the units of observation.
fn slope_error(
    told: &[Told],
    rows: &[(f64, f64)],
    (intercept, slope): (f64, f64),
    shift: bool,
) -> Option<f64> {
    let mut games: Vec<(usize, [f64; 2])> = Vec::new();
    for (own, (value, score)) in told.iter().zip(rows) {
        let missing = score - logistic(intercept + slope * value);
        match games.last_mut().filter(|(game, _)| *game == own.game) {
            Some((_, sum)) => *sum = [sum[0] + missing, sum[1] + missing * value],
            None => games.push((own.game, [missing, missing * value])),
        }
    }
    let (_, curvature) = derivatives(rows, intercept, slope);
    let influence = |sum: [f64; 2]| influence_on_slope(sum, curvature, shift);
    let variance: f64 = games.iter().map(|(_, sum)| influence(*sum).powi(2)).sum();
    variance.is_finite().then(|| variance.sqrt())
}

fn influence_on_slope([first, second]: [f64; 2], [a, b, c]: [f64; 3], shift: bool) -> f64 {
    if shift { (a * second - b * first) / (a * c - b * b) } else { second / c }
}

fn loss(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (expected, score) in pairs {
        let expected: f64 = expected.clamp(1e-12, 1.0 - 1e-12);
        sum -= score * expected.log2() + (1.0 - score) * (1.0 - expected).log2();
        count += 1.0;
    }
    sum / count
}

fn tenths(mut pairs: Vec<(f64, f64)>) -> Vec<(f64, f64, usize)> {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = pairs.len().div_ceil(10).max(1);
    let mean = |part: &[(f64, f64)]| {
        let sum = part.iter().fold((0.0, 0.0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
        (sum.0 / part.len() as f64, sum.1 / part.len() as f64, part.len())
    };
    pairs.chunks(size).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of ten values each whose results follow the model exactly on average.
    fn told(unit: f64, even: f64) -> Vec<Told> {
        let mut all = Vec::new();
        for game in 0..4000 {
            let value = even + unit * (game as f64 / 500.0 - 4.0);
            all.push(Told { game, value, score: logistic((value - even) / unit) });
        }
        all
    }

    #[test]
    fn the_true_numbers_are_found() {
        let found = fit(&told(37.0, 0.0), false).unwrap();
        assert!((found.unit - 37.0).abs() < 1e-6 && found.even == 0.0, "{found:?}");
        let found = fit(&told(5.0, 88.0), true).unwrap();
        assert!((found.unit - 5.0).abs() < 1e-6 && (found.even - 88.0).abs() < 1e-6, "{found:?}");
        assert!(found.loss < found.base_loss && found.tenths.len() == 10);
    }

    #[test]
    fn what_tells_nothing_has_no_scale() {
        assert_eq!(fit(&[], false), None);
        let flat: Vec<Told> = (0..9).map(|game| Told { game, value: 0.0, score: 1.0 }).collect();
        assert_eq!(fit(&flat, true), None);
        let wrong: Vec<Told> =
            told(3.0, 0.0).iter().map(|own| Told { value: -own.value, ..*own }).collect();
        assert_eq!(fit(&wrong, false), None);
    }
}
