//! A straight line through points, by least squares.

/// A line and how far the points are from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straight {
    /// What one more to the right adds.
    pub slope: f64,
    /// The height at nothing.
    pub shift: f64,
    /// The standard deviation of the points from the line.
    pub deviation: f64,
    /// How many points there were.
    pub count: usize,
}

/// The line through points `(x, y)` that foretells `y` best. Nothing for fewer than three points, or where all
/// of them have the same `x`.
pub fn straight(points: &[(f64, f64)]) -> Option<Straight> {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x_mean, y_mean) = (mean(|own| own.0), mean(|own| own.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| {
        points.iter().map(|(x, y)| of(x - x_mean, y - y_mean)).sum::<f64>()
    };
    let width = sum(&|x, _| x * x);
    if points.len() < 3 || width <= 0.0 {
        return None;
    }
    let slope = sum(&|x, y| x * y) / width;
    let rest = sum(&|x, y| (y - slope * x).powi(2));
    Some(Straight {
        slope,
        shift: y_mean - slope * x_mean,
        deviation: (rest / (count - 2.0)).sqrt(),
        count: points.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_noise_is_found_again() {
        let noise = |at: i32| f64::from((at * 7919).rem_euclid(13) - 6);
        let points: Vec<(f64, f64)> =
            (-50..50).map(|at| (f64::from(at), 3.0 + 0.5 * f64::from(at) + noise(at))).collect();
        let found = straight(&points).unwrap();
        assert!((found.slope - 0.5).abs() < 0.05, "{found:?}");
        assert!((found.shift - 3.0).abs() < 0.7, "{found:?}");
        let spread = points.iter().map(|(x, y)| (y - 3.0 - 0.5 * x).powi(2)).sum::<f64>() / 100.0;
        assert!((found.deviation - spread.sqrt()).abs() < 0.5, "{found:?}");
        assert_eq!(found.count, 100);
    }

    #[test]
    fn too_little_gives_no_line() {
        assert_eq!(straight(&[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(straight(&[(2.0, 1.0), (2.0, 2.0), (2.0, 5.0)]), None);
        let exact = straight(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).unwrap();
        assert_eq!((exact.slope, exact.shift, exact.deviation), (2.0, 1.0, 0.0));
    }
}
