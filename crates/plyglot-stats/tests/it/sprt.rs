//! The log-likelihood ratio against fishtest's, the text form, and what must hold at the edges.

use plyglot_stats::{
    cells::Cells,
    sprt::{Kind, Sprt, Verdict, llr_logistic, llr_normalized},
};

const TESTS: [(f64, f64); 3] = [(0.0, 3.0), (0.0, 5.0), (-3.0, 1.0)];

/// Logistic and normalized ratio of each of the tests.
type Ratios = [(f64, f64); 3];

/// Counts of game pairs, then for each of the tests the logistic and the normalized ratio.
const REFERENCE: [([u64; 5], Ratios); 7] = [
    ([177, 1629, 3083, 1780, 221], [(4.27431, 2.91286), (5.55062, 4.28433), (8.83782, 5.02457)]),
    ([175, 1567, 3096, 1649, 223], [(2.89651, 2.06878), (3.27453, 2.89218), (6.96464, 3.86964)]),
    ([35, 6182, 14113, 6439, 44], [(1.55633, 2.83562), (-6.61404, 2.50505), (20.48563, 8.22291)]),
    ([0, 0, 10, 0, 0], [(-0.08169, -0.00084), (-0.13943, -0.00270), (0.05681, 0.00075)]),
    ([10, 20, 40, 25, 5], [(-0.09750, -0.06732), (-0.17856, -0.12046), (-0.09793, -0.07321)]),
    ([1, 2, 3, 4, 5], [(0.08542, 0.08528), (0.14134, 0.14094), (0.11594, 0.11608)]),
    ([60, 0, 100, 0, 80], [(0.28083, 0.30191), (0.45112, 0.48333), (0.40824, 0.44222)]),
];

#[test]
fn ratios_are_those_of_fishtest() {
    for (counts, ratios) in REFERENCE {
        let cells = Cells::pentanomial(counts);
        for ((elo0, elo1), (logistic, normalized)) in TESTS.into_iter().zip(ratios) {
            let found = llr_logistic(elo0, elo1, &cells);
            assert!(
                (found - logistic).abs() < 5.001e-6,
                "{counts:?} {elo0} {elo1}: {found} {logistic}"
            );
            let found = llr_normalized(elo0, elo1, &cells, 2);
            assert!(
                (found - normalized).abs() < 5.001e-6,
                "{counts:?} {elo0} {elo1}: {found} {normalized}"
            );
        }
    }
}

#[test]
fn blocks_of_two_games_are_pairs() {
    let counts = [3, 7, 11, 9, 4];
    let mut cells = Cells::grid(4);
    for (step, count) in counts.into_iter().enumerate() {
        (0..count).for_each(|_| cells.add(step as f64 / 4.0));
    }
    assert_eq!(cells, Cells::pentanomial(counts));
}

#[test]
fn a_mirrored_sample_mirrors_the_ratio() {
    let (cells, mirror) =
        (Cells::pentanomial([10, 20, 40, 25, 5]), Cells::pentanomial([5, 25, 40, 20, 10]));
    let sum = llr_logistic(-2.0, 7.0, &cells) + llr_logistic(-7.0, 2.0, &mirror);
    assert!(sum.abs() < 1e-9);
    let sum = llr_normalized(-2.0, 7.0, &cells, 2) + llr_normalized(-7.0, 2.0, &mirror, 2);
    assert!(sum.abs() < 1e-9);
}

#[test]
fn extreme_samples_have_finite_ratios_of_the_right_sign() {
    for counts in [[1000, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0, 100_000, 0, 0, 0]] {
        let (lost, mut won) = (Cells::pentanomial(counts), counts);
        won.reverse();
        let won = Cells::pentanomial(won);
        for kind in [Kind::Logistic, Kind::Normalized] {
            let test = Sprt { elo0: 0.0, elo1: 50.0, kind, ..Sprt::default() };
            let (down, up) = (test.llr(&lost, 2), test.llr(&won, 2));
            assert!(down.is_finite() && down < 0.0, "{kind} {counts:?}: {down}");
            assert!(up.is_finite() && up > 0.0, "{kind} {counts:?}: {up}");
        }
    }
    assert_eq!(Sprt::default().llr(&Cells::grid(4), 2), 0.0);
    assert_eq!(Sprt::default().llr(&Cells::default(), 2), 0.0);
}

#[test]
fn verdicts_follow_the_bounds() {
    let test = Sprt::parse("elo0=0,elo1=3").expect("a good test");
    let status = test.status(&Cells::pentanomial([177, 1629, 3083, 1780, 221]), 2);
    assert_eq!(status.verdict, Verdict::AcceptH1);
    assert!((status.upper - 2.94444).abs() < 1e-5 && (status.lower + 2.94444).abs() < 1e-5);
    let status = test.status(&Cells::pentanomial([175, 1567, 3096, 1649, 223]), 2);
    assert_eq!(status.verdict, Verdict::Running);
    let test = Sprt::parse("elo0=0,elo1=5").expect("a good test");
    assert_eq!(
        test.status(&Cells::pentanomial([35, 6182, 14113, 6439, 44]), 2).verdict,
        Verdict::AcceptH0
    );
}

#[test]
fn text_is_read_and_written_in_full() {
    let test = Sprt::parse(" elo0=-1.5, elo1 = 10 ").expect("a good test");
    assert_eq!(test.to_string(), "elo0=-1.5,elo1=10,alpha=0.05,beta=0.05,kind=logistic");
    let text = "elo0=0,elo1=2,alpha=0.01,beta=0.1,kind=normalized";
    assert_eq!(Sprt::parse(text).expect("a good test").to_string(), text);
}

#[test]
fn bad_texts_are_explained() {
    for (text, part) in [
        ("", "not NAME=VALUE"),
        ("elo0=0", "elo1 is missing"),
        ("elo0=x,elo1=3", "elo0 'x' is not a number"),
        ("elo0=0,elo1=nan", "elo1 is missing"),
        ("elo0=0,elo1=inf", "not in -1000..=1000"),
        ("elo0=5,elo1=5", "not below"),
        ("elo0=0,elo1=5,alpha=0", "alpha 0 is not above 0"),
        ("elo0=0,elo1=5,beta=0.6", "beta 0.6"),
        ("elo0=0,elo0=1,elo1=5", "given twice"),
        ("elo0=0,elo1=5,gamma=1", "unknown 'gamma'"),
        ("elo0=0,elo1=5,kind=bayes", "unknown kind 'bayes'"),
    ] {
        let error = Sprt::parse(text).expect_err(text);
        assert!(error.contains(part) && error.contains("right would be"), "{text}: {error}");
    }
}
