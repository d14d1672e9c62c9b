//! The estimate after a sequential stop.

use plyglot_stats::{cells::Cells, elo, sprt::Sprt, stopped};

#[test]
fn a_passed_test_is_corrected_downwards() {
    let cells = Cells::pentanomial([177, 1629, 3083, 1780, 221]);
    for text in ["elo0=0,elo1=4.2,kind=normalized", "elo0=0,elo1=3"] {
        let test = Sprt::parse(text).expect("a good test");
        let summary = elo::summary(&cells, 2);
        let plain = if text.contains("kind") { summary.normalized } else { summary.elo };
        let found = stopped::estimate(&test, &cells, 2);
        assert!(
            found.high < plain.high + 2.0 && found.low > plain.low - 2.0,
            "{plain:?} {found:?}"
        );
        assert!(found.low < found.value && found.value < found.high);
        assert!(found.value < plain.value && found.value > plain.low, "{plain:?} {found:?}");
    }
}

#[test]
fn extreme_samples_have_an_estimate() {
    for counts in [[0, 0, 0, 0, 30], [30, 0, 0, 0, 0], [0, 0, 40, 0, 0], [1, 0, 0, 0, 0]] {
        for kind in ["logistic", "normalized"] {
            let test = Sprt::parse(&format!("elo0=0,elo1=50,kind={kind}")).expect("a good test");
            let found = stopped::estimate(&test, &Cells::pentanomial(counts), 2);
            assert!(found.low <= found.value && found.value <= found.high);
        }
    }
}
