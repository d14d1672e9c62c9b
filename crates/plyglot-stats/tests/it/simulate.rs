//! Tests and intervals on games of players whose strength is known. Seeds are fixed, so nothing here
//! fails by chance; the limits say what chance allows: a share `p` seen in `n` trials has the
//! deviation sqrt(p (1 - p) / n), and 2.5 of them are allowed.

use plyglot_stats::{
    blocks,
    cells::Cells,
    elo,
    random::Random,
    rating::{Game, Options, rate},
    simulate::{Match, Outcomes},
    sprt::{Sprt, Verdict},
    stopped,
};

/// Draws as often as either win among equals.
const DRAWS: [f64; 1] = [1.0];
/// Seat effects of +0.6, 0 and -0.4 natural logarithms in Elo.
const THREE_SEATS: [f64; 3] = [104.2, 0.0, -69.5];

fn limit(share: f64, trials: usize) -> f64 {
    share + 2.5 * (share * (1.0 - share) / trials as f64).sqrt()
}

#[test]
fn probabilities_are_those_of_the_model() {
    let outcomes = Outcomes::new(&[0.0, 400.0 * 3f64.log10()], &[]);
    assert_eq!(outcomes.all().len(), 2);
    let won: f64 =
        outcomes.all().iter().filter(|(ranks, _)| ranks[1] == 1).map(|(_, share)| share).sum();
    assert!((won - 0.75).abs() < 1e-12);
    let ties = Outcomes::new(&[10.0, 0.0, -30.0, 5.0], &[0.3, 0.2, 0.1]);
    assert_eq!(ties.all().len(), 75);
    assert!((ties.all().iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-12);
}

/// How often the intervals of 1,000 matches hold the true score and the true normalized Elo.
fn coverage(game: &Match, sides: usize, blocks: usize) -> (usize, usize) {
    let mut random = Random::new(11);
    let (mut score, mut normalized) = (0, 0);
    for _ in 0..1000 {
        let mut cells = blocks::cells(sides, game.games_per_block());
        (0..blocks).for_each(|_| cells.add(game.block(&mut random)));
        let found = elo::summary(&cells, game.games_per_block());
        score += usize::from(found.score.low <= game.score() && game.score() <= found.score.high);
        let truth = game.normalized();
        let (low, high) = (found.normalized.low, found.normalized.high);
        let inside = low.is_none_or(|low| low <= truth) && high.is_none_or(|high| truth <= high);
        normalized += usize::from(inside);
    }
    (score, normalized)
}

#[test]
fn intervals_hold_the_truth_in_95_of_100_matches() {
    for (elo, blocks) in [(0.0, 100), (60.0, 40), (250.0, 100)] {
        let (score, normalized) = coverage(&Match::new(elo, &[30.0, 0.0], &DRAWS), 2, blocks);
        println!("pairs {elo} {blocks}: {score} {normalized}");
        assert!((930..=970).contains(&score), "{elo}: {score}");
        assert!((930..=970).contains(&normalized), "{elo}: {normalized}");
    }
    let (score, normalized) = coverage(&Match::new(50.0, &THREE_SEATS, &[]), 3, 60);
    println!("three: {score} {normalized}");
    assert!(
        (930..=970).contains(&score) && (930..=970).contains(&normalized),
        "{score} {normalized}"
    );
}

/// A finished sequential test: whether the alternative was accepted, and its blocks.
fn run(
    test: &Sprt,
    game: &Match,
    sides: usize,
    every: usize,
    random: &mut Random,
) -> (bool, Cells) {
    let mut cells = blocks::cells(sides, game.games_per_block());
    loop {
        (0..every).for_each(|_| cells.add(game.block(random)));
        match test.status(&cells, game.games_per_block()).verdict {
            Verdict::Running => {}
            verdict => return (verdict == Verdict::AcceptH1, cells),
        }
    }
}

/// The share of tests that accept the alternative, and the mean number of blocks.
fn accepted(test: &Sprt, game: &Match, sides: usize, trials: usize) -> (f64, f64) {
    let mut random = Random::new(3);
    let (mut accepted, mut blocks) = (0.0, 0.0);
    for _ in 0..trials {
        let (passed, cells) = run(test, game, sides, 4, &mut random);
        accepted += f64::from(u8::from(passed));
        blocks += cells.total();
    }
    (accepted / trials as f64, blocks / trials as f64)
}

#[test]
fn sequential_tests_of_pairs_keep_their_errors() {
    let trials = 500;
    for text in ["elo0=0,elo1=40", "elo0=0,elo1=40,kind=normalized"] {
        let test = Sprt::parse(text).expect("a good test");
        let game = |elo: f64| {
            if text.contains("kind") {
                Match::with_normalized(elo, &[30.0, 0.0], &DRAWS)
            } else {
                with_logistic(elo)
            }
        };
        let (false_accept, _) = accepted(&test, &game(0.0), 2, trials);
        let (true_accept, blocks) = accepted(&test, &game(40.0), 2, trials);
        println!("{text}: {false_accept} {} {blocks}", 1.0 - true_accept);
        assert!(false_accept <= limit(0.05, trials), "{text}: {false_accept}");
        assert!(1.0 - true_accept <= limit(0.05, trials), "{text}: {true_accept}");
    }
}

/// Pairs whose mean score is that of a logistic Elo.
fn with_logistic(elo: f64) -> Match {
    let (mut low, mut high) = (-1000.0, 1000.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let score = Match::new(middle, &[30.0, 0.0], &DRAWS).score();
        if score < elo::to_score(elo) { low = middle } else { high = middle }
    }
    Match::new(low, &[30.0, 0.0], &DRAWS)
}

#[test]
fn sequential_tests_of_three_players_keep_their_errors() {
    let trials = 300;
    let test = Sprt::parse("elo0=0,elo1=20,kind=normalized").expect("a good test");
    let (false_accept, null_blocks) =
        accepted(&test, &Match::new(0.0, &THREE_SEATS, &[]), 3, trials);
    let stronger = Match::with_normalized(20.0, &THREE_SEATS, &[]);
    let (true_accept, blocks) = accepted(&test, &stronger, 3, trials);
    println!("three: {false_accept} {} {null_blocks} {blocks}", 1.0 - true_accept);
    assert!(false_accept <= limit(0.05, trials), "{false_accept}");
    assert!(1.0 - true_accept <= limit(0.05, trials), "{true_accept}");
    assert!(
        (250.0..350.0).contains(&null_blocks) && (250.0..350.0).contains(&blocks),
        "{null_blocks} {blocks}"
    );
}

/// After a stop the corrected estimate is as often above the truth as below, and its interval holds it.
#[test]
fn estimates_after_a_stop_are_not_biased() {
    let trials = 400;
    for (text, elo) in [("elo0=0,elo1=60", 30.0), ("elo0=0,elo1=60,kind=normalized", 50.0)] {
        let test = Sprt::parse(text).expect("a good test");
        let game = with_logistic(elo);
        let truth = if text.contains("kind") { game.normalized() } else { elo };
        let mut random = Random::new(8);
        let (mut above, mut inside) = (0.0, 0.0);
        for _ in 0..trials {
            let (_, cells) = run(&test, &game, 2, 1, &mut random);
            let found = stopped::estimate(&test, &cells, 2);
            above += f64::from(u8::from(found.value > truth)) / f64::from(trials);
            inside +=
                f64::from(u8::from(found.low <= truth && truth <= found.high)) / f64::from(trials);
        }
        println!("{text}: above {above} inside {inside}");
        assert!((above - 0.5).abs() < 0.0625, "{text}: {above}");
        assert!((inside - 0.95).abs() < 0.0275, "{text}: {inside}");
    }
}

/// Blocks of three rotations of players 0, 0 and 1.
fn three_player_games(
    blocks: u64,
    random: &mut Random,
    strengths: [f64; 3],
    ties: &[f64],
) -> Vec<Game> {
    let rotation = |turn: usize| [0, 1, 2].map(|seat| (seat + turn) % 3);
    let outcomes: Vec<Outcomes> = (0..3)
        .map(|turn| {
            let side = |seat: usize| strengths[rotation(turn)[seat]] + THREE_SEATS[seat];
            Outcomes::new(&[side(0), side(1), side(2)], ties)
        })
        .collect();
    let mut game = |block: u64, turn: usize| Game {
        players: rotation(turn).to_vec(),
        ranks: outcomes[turn].draw(random).to_vec(),
        block,
    };
    (0..blocks)
        .flat_map(|block| [0, 1, 2].map(|turn| (block, turn)))
        .map(|(block, turn)| game(block, turn))
        .collect()
}

#[test]
fn ratings_of_many_games_find_the_truth() {
    let ties = [0.4, 0.2];
    let games = three_player_games(6667, &mut Random::new(2), [60.0, 0.0, -60.0], &ties);
    let started = std::time::Instant::now();
    let found = rate(3, &games, &Options::default()).expect("good games");
    println!(
        "{} games, {} rounds: {:?}\n{found:?}",
        games.len(),
        Options::default().rounds,
        started.elapsed()
    );
    let seat_mean = THREE_SEATS.iter().sum::<f64>() / 3.0;
    let truths = [60.0, 0.0, -60.0].into_iter().chain(THREE_SEATS.map(|seat| seat - seat_mean));
    for (rating, truth) in found.players.iter().chain(&found.seats).zip(truths) {
        let (low, high) = rating.interval.expect("many blocks");
        assert!((rating.value - truth).abs() < 1.5 * (high - low), "{rating:?} {truth}");
        assert!(high - low < 20.0 && high - low > 1.0);
    }
    for (tie, truth) in found.ties.iter().zip(ties) {
        assert!((tie.weight - truth).abs() < 0.05, "{tie:?}");
    }
}

#[test]
fn rating_intervals_hold_the_truth() {
    let (trials, mut random) = (200, Random::new(7));
    let mut inside = 0.0;
    for _ in 0..trials {
        let games = three_player_games(60, &mut random, [60.0, 0.0, -60.0], &[0.4]);
        let found = rate(3, &games, &Options::default()).expect("good games");
        let (low, high) = found.players[0].interval.expect("sixty blocks");
        inside += f64::from(u8::from(low <= 60.0 && 60.0 <= high)) / f64::from(trials);
    }
    println!("rating intervals: {inside}");
    // Percentile intervals of sixty blocks are a little short, hence one percent more below.
    assert!((0.90..=0.985).contains(&inside), "{inside}");
}
