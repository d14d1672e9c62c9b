//! The estimate after a sequential stop.

use plyglot_stats::{cells::Cells, elo, sprt::Sprt, stopped};

#[test]
fn a_passed_test_is_corrected_downwards() {
    let cells = Cells::pentanomial([177, 1629, 3083, 1780, 221]);
    for text in ["elo0=0,elo1=4.2,kind=normalized", "elo0=0,elo1=3"] {
        let test = Sprt::parse(text).expect("a good test");
        let summary = elo::summary(&cells, 2);
        let plain = if text.contains("kind") { summary.normalized } else { summary.elo };
        let [Some(low), Some(value), Some(high)] = [plain.low, plain.value, plain.high] else {
            panic!("{plain:?}");
        };
        let plain = elo::Estimate { value, low, high };
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

#[test]
fn what_cannot_be_told_is_not() {
    let test = Sprt::parse("elo0=0,elo1=50").expect("a good test");
    let told = |counts| stopped::strength(&test, &Cells::pentanomial(counts), 2).to_string();
    assert_eq!(told([0, 0, 0, 0, 1]), "too few games to tell");
    assert_eq!(told([0, 0, 0, 0, 0]), "too few games to tell");
    assert!(told([0, 0, 0, 0, 30]).starts_with("above +"), "{}", told([0, 0, 0, 0, 30]));
    assert!(told([30, 0, 0, 0, 0]).starts_with("below -"), "{}", told([30, 0, 0, 0, 0]));
}
