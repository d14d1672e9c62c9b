//! Alpha-rank and Nash averages against OpenSpiel's (see `openspiel_reference.py`), and their laws.

use plyglot_stats::{
    alpharank::{Selection, mixed_payoffs, multi_population, single_population},
    nash::average,
};
use serde_json::Value;

fn reference(part: &str) -> Vec<Value> {
    let all: Value =
        serde_json::from_str(include_str!("../openspiel_reference.json")).expect("good JSON");
    all[part].as_array().expect("a list").clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(|number| number.as_f64().expect("a number"))
        .collect()
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().expect("a list").iter().map(numbers).collect()
}

fn selection(value: &Value) -> Selection {
    match value["noise"].as_f64() {
        Some(noise) => Selection::Infinite { noise },
        None => Selection::Finite {
            alpha: value["alpha"].as_f64().expect("a number"),
            population: value["population"].as_u64().expect("a number") as u32,
        },
    }
}

fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    let furthest =
        found.iter().zip(expected).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
    assert!(furthest < tolerance, "{found:?} is not {expected:?}: {furthest}");
}

#[test]
fn one_population_is_ranked_as_by_openspiel() {
    let cases = reference("single");
    assert!(cases.len() > 40);
    for case in cases {
        let found = single_population(&rows(&case["payoffs"]), selection(&case["selection"]));
        close(&found.expect("good payoffs"), &numbers(&case["shares"]), 1e-6);
    }
}

#[test]
fn many_populations_are_ranked_as_by_openspiel() {
    let cases = reference("multi");
    assert!(cases.len() > 30);
    for case in cases {
        let strategies: Vec<usize> =
            numbers(&case["strategies"]).iter().map(|&count| count as usize).collect();
        let found =
            multi_population(&strategies, &rows(&case["payoffs"]), selection(&case["selection"]));
        let found = found.expect("good payoffs");
        close(&found.profiles, &numbers(&case["shares"]), 1e-6);
        for shares in found.strategies {
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn nash_averages_are_those_of_openspiel() {
    for case in reference("nash") {
        let found = average(&rows(&case["payoffs"])).expect("good payoffs");
        // The solver behind OpenSpiel stops at about 5e-6 in the shares.
        close(&found.shares, &numbers(&case["shares"]), 1e-5);
        close(&found.ratings, &numbers(&case["ratings"]), 1e-6);
    }
}

const CYCLE: [[f64; 3]; 3] = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]];

#[test]
fn nash_averages_are_exact_where_the_answer_is_known() {
    let cycle: Vec<Vec<f64>> = CYCLE.iter().map(|row| row.to_vec()).collect();
    close(&average(&cycle).expect("good payoffs").shares, &[1.0 / 3.0; 3], 1e-7);
    let best = [vec![0.0, 0.1, 0.3], vec![-0.1, 0.0, 0.2], vec![-0.3, -0.2, 0.0]];
    let found = average(&best).expect("good payoffs");
    close(&found.shares, &[1.0, 0.0, 0.0], 1e-7);
    close(&found.ratings, &[0.0, -0.1, -0.3], 1e-7);
    // Copies share the weight of the original, and the ratings stay.
    let with_copy = |a: usize, b: usize| CYCLE[a.min(2)][b.min(2)];
    let copied: Vec<Vec<f64>> = (0..4).map(|a| (0..4).map(|b| with_copy(a, b)).collect()).collect();
    let found = average(&copied).expect("good payoffs");
    close(&found.shares, &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0], 1e-7);
    close(&average(&[vec![0.0]]).expect("one agent").shares, &[1.0], 1e-12);
    close(&average(&vec![vec![0.0; 5]; 5]).expect("equal agents").shares, &[0.2; 5], 1e-9);
}

#[test]
fn nash_averages_are_equilibria_of_large_tables() {
    let mut state = 1u64;
    for size in [12, 30] {
        let mut payoffs = vec![vec![0.0; size]; size];
        for (a, b) in (0..size).flat_map(|a| (0..a).map(move |b| (a, b))) {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            payoffs[a][b] = (state >> 40) as f64 / (1u64 << 24) as f64 - 0.5;
            payoffs[b][a] = -payoffs[a][b];
        }
        let found = average(&payoffs).expect("good payoffs");
        assert!(found.ratings.iter().all(|&rating| rating < 1e-7), "{:?}", found.ratings);
        assert!((found.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

/// Strong selection goes where OpenSpiel's eigenvectors fail: to the one that beats all others.
#[test]
fn strong_selection_stays_finite() {
    let payoffs = [vec![0.5, 0.9, 0.6], vec![0.1, 0.5, 0.7], vec![0.4, 0.3, 0.5]];
    for alpha in [1e2, 1e4, 1e6] {
        let found = single_population(&payoffs, Selection::Finite { alpha, population: 50 });
        close(&found.expect("good payoffs"), &[1.0, 0.0, 0.0], 1e-9);
    }
    close(
        &single_population(&[vec![0.3]], Selection::default()).expect("one agent"),
        &[1.0],
        1e-12,
    );
}

#[test]
fn games_of_more_players_reduce_to_pairs() {
    let two = mixed_payoffs(3, 2, |r, s, _| CYCLE[r][s]);
    assert_eq!(two, CYCLE.map(|row| row.to_vec()));
    // Three players: a strategy gets its number, less where it is common.
    let three = mixed_payoffs(2, 3, |r, _, count| r as f64 - 0.5 * count as f64);
    assert_eq!(three, [[-0.75, -0.75], [0.25, 0.25]]);
}

#[test]
fn bad_tables_are_explained() {
    let infinite = Selection::default();
    for (found, part) in [
        (single_population(&[], infinite).map(drop), "0 states"),
        (
            single_population(&[vec![0.0], vec![1.0]], infinite).map(drop),
            "row 0 of the payoffs has 1 entries, not 2",
        ),
        (single_population(&[vec![f64::NAN]], infinite).map(drop), "not a finite number"),
        (single_population(&[vec![0.0]], Selection::Infinite { noise: 0.0 }).map(drop), "noise 0"),
        (
            single_population(&[vec![0.0]], Selection::Finite { alpha: -1.0, population: 9 })
                .map(drop),
            "intensity -1",
        ),
        (
            multi_population(&[2, 2], &[vec![0.0; 4]], infinite).map(drop),
            "2 players have 1 payoff tables",
        ),
        (multi_population(&[100; 9], &vec![vec![]; 9], infinite).map(drop), "states"),
        (multi_population(&[2, 0], &[vec![], vec![]], infinite).map(drop), "0 states"),
        (average(&[]).map(drop), "no agents"),
        (average(&[vec![0.0, 1.0], vec![1.0, 0.0]]).map(drop), "do not sum to 0"),
        (average(&[vec![f64::NAN]]).map(drop), "do not sum to 0"),
        (average(&[vec![0.0, 1.0]]).map(drop), "row 0"),
    ] {
        let error = found.expect_err(part);
        assert!(error.contains(part), "{error}");
    }
}
