//! Elo of scores and its intervals.

use plyglot_stats::{
    cells::Cells,
    elo::{
        Estimate, Strength, from_effect, from_score, score_within, summary, to_effect, to_score,
    },
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
    let surer = score_within(&cells, 0.99);
    close(surer.low, mean - 2.576 * error, 2e-5);
    close(surer.high, mean + 2.576 * error, 2e-5);
    let effect = (mean - 0.5) / variance.sqrt();
    let Strength { value: Some(value), low: Some(low), high: Some(high) } = found.normalized else {
        panic!("{found:?}");
    };
    close(value, from_effect(effect, 2), 1e-3);
    close(high - low, 2.0 * from_effect(1.96 / 6890f64.sqrt(), 2), 0.02);
    assert!(found.superiority.is_some_and(|share| share > 0.999 && share < 1.0));
}

#[test]
fn extreme_samples_tell_one_end() {
    for blocks in [2, 3, 10, 100, 10_000] {
        let won = summary(&Cells::pentanomial([0, 0, 0, 0, blocks]), 2);
        let lost = summary(&Cells::pentanomial([blocks, 0, 0, 0, 0]), 2);
        assert!(won.score.low < 1.0 && won.score.low > 0.0, "{won:?}");
        for (won, lost) in [(won.elo, lost.elo), (won.normalized, lost.normalized)] {
            assert_eq!((won.value, won.high, lost.value, lost.low), (None, None, None, None));
            assert!(won.low.is_none_or(|low| low <= 1000.0), "{won:?}");
            assert_eq!(won.low.map(f64::round), lost.high.map(|high| -high.round()), "{blocks}");
        }
        close(won.score.low + lost.score.high, 1.0, 1e-9);
        assert_eq!(won.superiority.is_some(), won.elo != Strength::default());
        if let (Some(won), Some(lost)) = (won.superiority, lost.superiority) {
            close(won + lost, 1.0, 1e-9);
        }
    }
    let ten = summary(&Cells::pentanomial([0, 0, 0, 0, 10]), 2);
    close(ten.score.low, 0.78, 0.02);
    assert!(ten.elo.to_string().starts_with("above +2"), "{}", ten.elo);
    let many = summary(&Cells::pentanomial([0, 0, 0, 0, 10_000]), 2);
    assert_eq!(many.elo.to_string(), "above +1000");
}

#[test]
fn too_few_games_are_told_in_words() {
    let words = "too few games to tell";
    for counts in [[0, 0, 0, 0, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0]] {
        let found = summary(&Cells::pentanomial(counts), 2);
        assert_eq!((found.score.low, found.score.high), (0.0, 1.0));
        assert_eq!([found.elo.to_string(), found.normalized.to_string()], [words, words]);
        assert_eq!(found.superiority, None);
    }
    // Draws alone have an interval like everything else, and it gets narrow.
    let drawn = |blocks| summary(&Cells::pentanomial([0, 0, blocks, 0, 0]), 2).elo;
    assert_eq!(drawn(2).to_string(), words);
    let Strength { value: Some(value), low: Some(low), high: Some(high) } = drawn(100) else {
        panic!("{:?}", drawn(100));
    };
    close(value, 0.0, 1e-9);
    assert!(-60.0 < low && low < -1.0 && 1.0 < high && high < 60.0, "{low} {high}");
}

#[test]
fn strengths_say_what_is_known() {
    let told = |value, low, high| Strength::of(Estimate { value, low, high }).to_string();
    assert_eq!(told(529.0, 302.0, 865.0), "+529 [+302, +865]");
    assert_eq!(told(529.0, 302.0, 3600.0), "+529 [above +302]");
    assert_eq!(told(-80.0, -1800.0, 302.4), "-80 [below +302]");
    assert_eq!(told(3600.0, 212.0, 3600.0), "above +212");
    assert_eq!(told(-3600.0, -3600.0, -1100.0), "below -1000");
    assert_eq!(told(3600.0, 1300.0, 3600.0), "above +1000");
    assert_eq!(told(-0.3, -20.0, 20.0), "+0 [-20, +20]");
    assert_eq!(told(0.0, -3600.0, 3600.0), "too few games to tell");
    assert_eq!(told(3600.0, -3600.0, 3600.0), "too few games to tell");
}
