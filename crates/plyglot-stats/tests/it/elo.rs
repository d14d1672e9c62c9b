//! Elo of scores and its intervals.

use plyglot_stats::{
    cells::Cells,
    elo::{from_effect, from_score, summary, to_effect, to_score},
};

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
}

#[test]
fn scores_and_elo_are_inverse() {
    close(to_score(400.0), 10.0 / 11.0, 1e-12);
    close(from_score(0.75), 190.848_502, 1e-6);
    for elo in [-900.0, -3.0, 0.0, 55.5, 1200.0] {
        close(from_score(to_score(elo)), elo, 1e-6);
        close(from_effect(to_effect(elo, 6), 6), elo, 1e-9);
    }
    assert!(from_score(0.0).is_finite() && from_score(1.0).is_finite());
}

/// With many blocks the interval is the usual one: mean plus or minus 1.96 errors.
#[test]
fn large_samples_have_the_normal_interval() {
    let cells = Cells::pentanomial([177, 1629, 3083, 1780, 221]);
    let found = summary(&cells, 2);
    let mean = cells.mean();
    let variance: f64 =
        cells.values.iter().zip(&cells.counts).map(|(v, n)| (v - mean).powi(2) * n).sum::<f64>()
            / 6890.0;
    let error = (variance / 6890.0).sqrt();
    close(found.score.value, mean, 1e-12);
    close(found.score.low, mean - 1.96 * error, 2e-5);
    close(found.score.high, mean + 1.96 * error, 2e-5);
    let effect = (mean - 0.5) / variance.sqrt();
    close(found.normalized.value, from_effect(effect, 2), 1e-3);
    close(
        found.normalized.high - found.normalized.low,
        2.0 * from_effect(1.96 / 6890f64.sqrt(), 2),
        0.02,
    );
    assert!(found.superiority > 0.999 && found.superiority < 1.0);
}

#[test]
fn extreme_samples_have_wide_finite_intervals() {
    for blocks in [1, 2, 3, 10, 100, 10_000] {
        let won = summary(&Cells::pentanomial([0, 0, 0, 0, blocks]), 2);
        let lost = summary(&Cells::pentanomial([blocks, 0, 0, 0, 0]), 2);
        assert!(won.score.low < 1.0 && won.score.low > 0.0 || blocks < 2, "{won:?}");
        assert!(
            won.elo.high.is_finite()
                && won.normalized.high.is_finite()
                && won.normalized.low < won.normalized.high
        );
        close(won.score.low + lost.score.high, 1.0, 1e-9);
        close(won.superiority + lost.superiority, 1.0, 1e-9);
    }
    let ten = summary(&Cells::pentanomial([0, 0, 0, 0, 10]), 2);
    close(ten.score.low, 0.78, 0.02);
}

#[test]
fn no_block_says_nothing() {
    let found = summary(&Cells::grid(4), 2);
    assert_eq!((found.score.value, found.score.low, found.score.high), (0.5, 0.0, 1.0));
    assert_eq!(found.superiority, 0.5);
}
