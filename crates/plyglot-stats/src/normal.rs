//! The normal distribution and Student's, as far as intervals need them.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI};

/// The probability that a standard normal variable is at most `z`.
pub fn cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * FRAC_1_SQRT_2)
}

/// `exp(exponent) * cdf(z)`, also where the first factor overflows and the second vanishes.
pub(crate) fn exp_times_cdf(exponent: f64, z: f64) -> f64 {
    if z > -12.0 {
        return exponent.exp() * cdf(z);
    }
    // The asymptotic series of Mills' ratio; its next term is below 1e-6 of the first here.
    let inverse = 1.0 / (z * z);
    let series = 1.0 - inverse * (1.0 - inverse * (3.0 - inverse * 15.0));
    (exponent - 0.5 * z * z).exp() * series / (-z * (2.0 * PI).sqrt())
}

/// The `z` with `cdf(z) == probability`, for a probability strictly between 0 and 1.
pub(crate) fn quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if cdf(middle) < probability { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The quantile of Student's distribution for a probability above one half (Hill, algorithm 396;
/// exact for one and two degrees of freedom, better than 1e-4 beyond).
pub(crate) fn student_quantile(probability: f64, freedom: f64) -> f64 {
    let tails = 2.0 * (1.0 - probability);
    if freedom < 1.5 {
        return 1.0 / (tails * FRAC_PI_2).tan();
    }
    if freedom < 2.5 {
        return (2.0 / (tails * (2.0 - tails)) - 2.0).sqrt();
    }
    let a = 1.0 / (freedom - 0.5);
    let b = (48.0 / a) / a;
    let c = ((20700.0 * a / b - 98.0) * a - 16.0) * a + 96.36;
    let d = ((94.5 / (b + c) - 3.0) / b + 1.0) * (a * FRAC_PI_2).sqrt() * freedom;
    let y = (d * tails).powf(2.0 / freedom);
    (freedom * if y > 0.05 + a { central(tails, freedom, a, b, c, d) } else { far(y, freedom, d) })
        .sqrt()
}

fn central(tails: f64, freedom: f64, a: f64, b: f64, c: f64, d: f64) -> f64 {
    let x = quantile(0.5 * tails);
    let squared = x * x;
    let c = if freedom < 5.0 { c + 0.3 * (freedom - 4.5) * (x + 0.6) } else { c };
    let c = (((0.05 * d * x - 5.0) * x - 7.0) * x - 2.0) * x + b + c;
    let y = (((((0.4 * squared + 6.3) * squared + 36.0) * squared + 94.5) / c - squared - 3.0) / b
        + 1.0)
        * x;
    (a * y * y).exp_m1()
}

fn far(y: f64, freedom: f64, d: f64) -> f64 {
    let inner = (freedom + 6.0) / (freedom * y) - 0.089 * d - 0.822;
    let first = 1.0 / (inner * (freedom + 2.0) * 3.0) + 0.5 / (freedom + 4.0);
    (first * y - 1.0) * (freedom + 1.0) / (freedom + 2.0) + 1.0 / y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        assert!((quantile(0.975) - 1.959_963_984_540).abs() < 1e-11);
        assert!((cdf(1.0) - 0.841_344_746_068_543).abs() < 1e-14);
        for (freedom, expected) in [
            (1.0, 12.70620),
            (2.0, 4.30265),
            (3.0, 3.18245),
            (5.0, 2.57058),
            (10.0, 2.22814),
            (60.0, 2.00030),
        ] {
            let found = student_quantile(0.975, freedom);
            assert!((found - expected).abs() < 2e-4, "{freedom}: {found}");
        }
    }

    #[test]
    fn product_does_not_jump_where_the_series_starts() {
        let (direct, series) =
            (exp_times_cdf(70.0, -11.999_999_9), exp_times_cdf(70.0, -12.000_000_1));
        assert!((direct / series - 1.0).abs() < 1e-5);
        assert!(exp_times_cdf(5000.0, -100.0).is_finite());
    }
}
