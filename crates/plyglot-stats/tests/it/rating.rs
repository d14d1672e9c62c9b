//! Laws of the ratings, and the two-player case against Davidson's closed forms.

use plyglot_stats::{
    elo::Strength,
    rating::{Game, Options, Ratings, Standing, rate},
};

fn game(players: &[usize], ranks: &[u32], block: u64) -> Game {
    Game { players: players.to_vec(), ranks: ranks.to_vec(), block }
}

fn quick() -> Options {
    Options { rounds: 0, seats: false, ..Options::default() }
}

fn values(ratings: &Ratings) -> Vec<f64> {
    ratings.players.iter().map(|rating| rating.value).collect()
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
}

#[test]
fn tied_winners_are_equal_and_the_order_is_kept() {
    for seats in [false, true] {
        for copies in [1, 5, 40] {
            // With seat effects every player must see every seat, or seats and players are one.
            let games: Vec<Game> = (0..copies)
                .flat_map(|_| 0..5)
                .map(|turn| {
                    let players: Vec<usize> = (0..5).map(|seat| (seat + turn) % 5).collect();
                    let ranks: Vec<u32> =
                        players.iter().map(|&player| [1, 1, 2, 3, 4][player]).collect();
                    game(&players, &ranks, 0)
                })
                .collect();
            let found =
                values(&rate(5, &games, &Options { seats, ..quick() }).expect("good games"));
            close(found[0], found[1], 1e-6);
            assert!(
                found[1] > found[2] + 1.0 && found[2] > found[3] + 1.0 && found[3] > found[4] + 1.0,
                "{found:?}"
            );
            // Only the winners can be compared: the others lost everything to them.
            close(found[0] + found[1], 0.0, 1e-6);
        }
    }
    let once = values(
        &rate(5, &[game(&[0, 1, 2, 3, 4], &[1, 1, 2, 3, 4], 0)], &quick()).expect("a good game"),
    );
    close(once[0], once[1], 1e-6);
    assert!(once[1] > once[2] && once[2] > once[3] && once[3] > once[4], "{once:?}");
}

#[test]
fn order_of_players_and_games_does_not_matter() {
    let games = [
        game(&[0, 1, 2], &[1, 2, 2], 0),
        game(&[2, 0, 1], &[1, 2, 3], 0),
        game(&[1, 0], &[1, 1], 1),
        game(&[2, 1, 0, 0], &[4, 2, 2, 1], 2),
    ];
    let rename = [2, 0, 1];
    let mut renamed: Vec<Game> = games
        .iter()
        .map(|old| {
            game(
                &old.players.iter().map(|&player| rename[player]).collect::<Vec<_>>(),
                &old.ranks,
                old.block,
            )
        })
        .collect();
    renamed.reverse();
    let (first, second) =
        (rate(3, &games, &Options::default()), rate(3, &renamed, &Options::default()));
    let (first, second) =
        (values(&first.expect("good games")), values(&second.expect("good games")));
    (0..3).for_each(|player| close(first[player], second[rename[player]], 1e-5));
}

#[test]
fn sides_may_be_listed_in_any_order_without_seats() {
    let one = rate(3, &[game(&[0, 1, 2], &[1, 2, 2], 0)], &quick()).expect("a good game");
    let other = rate(3, &[game(&[2, 0, 1], &[2, 1, 2], 0)], &quick()).expect("a good game");
    (0..3).for_each(|player| close(values(&one)[player], values(&other)[player], 1e-9));
}

/// Two players with w wins, l losses and d draws: the strengths have the ratio w / l, and the draw
/// weight is d / sqrt(w * l).
#[test]
fn two_players_are_davidsons_model() {
    let (wins, losses, draws) = (60, 20, 40);
    let results = [(wins, [1, 2]), (losses, [2, 1]), (draws, [1, 1])];
    let games: Vec<Game> = results
        .iter()
        .flat_map(|(count, ranks)| (0..*count).map(|_| game(&[0, 1], ranks, 0)))
        .collect();
    let found = rate(2, &games, &Options { prior: 1e7, ..quick() }).expect("good games");
    close(found.players[0].value - found.players[1].value, 400.0 * 3f64.log10(), 1e-4);
    assert_eq!((found.ties.len(), found.ties[0].sides), (1, 2));
    close(found.ties[0].weight, 40.0 / 1200f64.sqrt(), 1e-6);
}

/// Two seats of equal players: the seat effect is the Elo of the first seat's wins.
#[test]
fn seats_take_their_own_advantage() {
    let games: Vec<Game> = (0..100)
        .flat_map(|i| {
            let ranks = if i < 75 { [1, 2] } else { [2, 1] };
            [game(&[0, 1], &ranks, i), game(&[1, 0], &ranks, i)]
        })
        .collect();
    let found = rate(2, &games, &Options { prior: 1e7, ..Options::default() }).expect("good games");
    close(found.players[0].value, 0.0, 1e-4);
    close(found.seats[0].value - found.seats[1].value, 400.0 * 3f64.log10(), 1e-3);
    let (low, high) = found.seats[0].interval.expect("a hundred blocks");
    assert!(low < found.seats[0].value && found.seats[0].value < high);
    assert_eq!(found.sides, [200, 200]);
}

#[test]
fn unbeaten_players_stay_finite_and_more_wins_tell_more() {
    let sweep = |count: u64| {
        let games: Vec<Game> = (0..count).map(|i| game(&[0, 1], &[1, 2], i)).collect();
        rate(2, &games, &quick()).expect("good games").players[0].value
    };
    let (few, many) = (sweep(3), sweep(1000));
    assert!(100.0 < few && few < many && many < 1500.0, "{few} {many}");
}

#[test]
fn anchors_are_zero_and_bad_input_is_explained() {
    let games = [game(&[0, 1], &[1, 2], 0), game(&[1, 0], &[1, 2], 1), game(&[0, 1], &[1, 2], 2)];
    let anchored =
        rate(2, &games, &Options { anchor: Some(1), ..Options::default() }).expect("good games");
    assert_eq!(anchored.players[1].value, 0.0);
    assert_eq!(anchored.players[1].interval, Some((0.0, 0.0)));
    for (games, players, anchor, part) in [
        (vec![game(&[0, 1], &[1], 0)], 2, None, "2 players but 1 ranks"),
        (vec![game(&[0], &[1], 0)], 2, None, "1 sides"),
        (vec![game(&[0, 7], &[1, 2], 0)], 2, None, "player 7"),
        (vec![], 2, Some(2), "anchor is player 2"),
    ] {
        let error =
            rate(players, &games, &Options { anchor, ..Options::default() }).expect_err(part);
        assert!(error.contains(part), "{error}");
    }
    let empty = rate(2, &[], &Options::default()).expect("no games");
    assert_eq!((empty.players[0].value, empty.players[0].interval), (0.0, None));
}

#[test]
fn equal_seeds_give_equal_intervals() {
    let games: Vec<Game> =
        (0..40).map(|i| game(&[0, 1, 2], &[1 + i % 3, 2, 3 - i % 2], u64::from(i / 2))).collect();
    let rated =
        |seed: u64| rate(3, &games, &Options { seed, ..Options::default() }).expect("good games");
    assert_eq!(rated(5), rated(5));
    assert_ne!(rated(5).players[0].interval, rated(6).players[0].interval);
}

/// Ten blocks of two games of every two players; `won` tells the rank of the first of them from the
/// block and whether it moves first.
fn round_robin(players: usize, won: impl Fn(usize, usize, u64, bool) -> bool) -> Vec<Game> {
    let mut games = Vec::new();
    for a in 0..players {
        for b in a + 1..players {
            for block in 0..10 {
                let number = ((a * players + b) * 10) as u64 + block;
                for first in [true, false] {
                    let ranks = if won(a, b, block, first) { [1, 2] } else { [2, 1] };
                    games.push(match first {
                        true => game(&[a, b], &ranks, number),
                        false => game(&[b, a], &[ranks[1], ranks[0]], number),
                    });
                }
            }
        }
    }
    games
}

#[test]
fn what_the_prior_decides_is_not_told() {
    // The first wins everything; the others win three of four against each other.
    let games = round_robin(4, |a, _, block, first| a == 0 || block % 2 == 0 || first);
    let found = rate(4, &games, &Options::default()).expect("good games");
    let standings: Vec<Standing> = found.players.iter().map(|own| own.standing).collect();
    assert_eq!(standings, [Standing::Above, Standing::Told, Standing::Told, Standing::Told]);
    assert_eq!(found.players[0].strength(), Strength::default());
    let told: f64 = found.players[1..].iter().map(|own| own.value).sum();
    close(told, 0.0, 1e-6);
    assert!(found.players[1..].iter().all(|own| own.strength().value.is_some()), "{found:?}");
    // The last loses everything.
    let games = round_robin(4, |_, b, block, first| b == 3 || block % 2 == 0 || first);
    let found = rate(4, &games, &Options::default()).expect("good games");
    assert_eq!(found.players[3].standing, Standing::Below);
    // Of two there is nothing to tell, nor where one never lost from one of the seats.
    for won in [|_| true, |(block, first): (u64, bool)| first || block > 1] {
        let games = round_robin(2, |_, _, block, first| won((block, first)));
        let found = rate(2, &games, &Options::default()).expect("good games");
        assert!(found.players.iter().all(|own| own.standing == Standing::Unknown), "{found:?}");
        assert!(found.players.iter().all(|own| own.strength() == Strength::default()));
    }
}

#[test]
fn two_blocks_of_a_player_are_too_few() {
    // Everybody met everybody once, in a block with a win for either.
    let games = round_robin(3, |_, _, block, first| (block == 0) == first);
    let once: Vec<Game> = games.into_iter().filter(|game| game.block % 10 == 0).collect();
    let found = rate(3, &once, &Options::default()).expect("good games");
    assert!(found.players.iter().all(|own| own.interval.is_none()), "{found:?}");
    assert!(found.players.iter().all(|own| own.strength() == Strength::default()));
}

#[test]
fn intervals_have_a_width() {
    // Every block has a win and a loss from either seat.
    let block = |number: u64| {
        let ranks = [[1, 2], [2, 1]];
        let games = |players: [usize; 2]| ranks.map(|ranks| game(&players, &ranks, number));
        games([0, 1]).into_iter().chain(games([1, 0]))
    };
    let found = |blocks: u64| {
        let games: Vec<Game> = (0..blocks).flat_map(block).collect();
        let found = rate(2, &games, &Options::default()).expect("good games");
        let (low, high) = found.players[0].interval.expect("several blocks");
        close(found.players[0].value, 0.0, 1e-6);
        close(low + high, 0.0, 1.0);
        high
    };
    let (few, many) = (found(10), found(1000));
    assert!(1.0 < many && many < 20.0 && many < few && few < 400.0, "{many} {few}");
}
