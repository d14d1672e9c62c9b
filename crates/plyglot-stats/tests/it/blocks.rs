//! Scores of games and blocks.

use plyglot_stats::blocks::{SeatPoints, cells, mean, rank_scores, versus};

#[test]
fn ranks_give_even_steps_and_ties_share() {
    assert_eq!(rank_scores(&[1, 2]), [1.0, 0.0]);
    assert_eq!(rank_scores(&[5, 5]), [0.5, 0.5]);
    assert_eq!(rank_scores(&[3, 1, 2]), [0.0, 1.0, 0.5]);
    assert_eq!(rank_scores(&[1, 1, 2, 3, 4]), [0.875, 0.875, 0.5, 0.25, 0.0]);
    assert_eq!(rank_scores(&[1]), [0.5]);
    assert_eq!(rank_scores::<u32>(&[]), [0.0; 0]);
}

/// Equal players average one half over both line-ups, whatever the seats are worth.
#[test]
fn balanced_line_ups_are_fair() {
    for points in [[1.0, 0.5, 0.0], [1.0, 0.0, 0.0], [0.25, 0.75, 0.5]] {
        let scores: Vec<f64> = [true, false]
            .into_iter()
            .flat_map(|single_a| {
                (0..3).map(move |seat| [0, 1, 2].map(|place| (place == seat) == single_a))
            })
            .map(|is_a| versus(&points, &is_a))
            .collect();
        assert!((mean(&scores).expect("six games") - 0.5).abs() < 1e-12);
    }
}

#[test]
fn a_game_of_two_is_the_points_of_the_first() {
    for points in [0.0, 0.5, 1.0] {
        assert_eq!(versus(&[points, 1.0 - points], &[true, false]), points);
        assert_eq!(versus(&[1.0 - points, points], &[false, true]), points);
    }
    assert_eq!(versus(&[1.0, 0.0], &[true, true]), 0.5);
    assert_eq!(cells(2, 2).values, [0.0, 0.25, 0.5, 0.75, 1.0]);
    assert_eq!(cells(3, 6).values.len(), 25);
    assert_eq!(mean(&[]), None);
}

#[test]
fn seats_are_counted_by_block() {
    let block = |first: f64| vec![vec![first, 1.0 - first]; 2];
    let mut points = SeatPoints::default();
    (0..60).for_each(|i| points.add(&block(if i % 3 == 0 { 0.0 } else { 1.0 })));
    let seats = points.estimates();
    assert!(
        (seats[0].value - 2.0 / 3.0).abs() < 1e-12 && (seats[1].value - 1.0 / 3.0).abs() < 1e-12
    );
    // The error of 60 blocks, not of 120 games: sqrt(2/9 / 60) = 0.061.
    assert!((seats[0].high - seats[0].low - 2.0 * 2.0 * 0.061).abs() < 0.02, "{seats:?}");
    assert!(SeatPoints::default().estimates().is_empty());
}
