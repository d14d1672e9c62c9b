//! A game with a known value is learnt, files survive and refuse, odds add up.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use plyglot_core::{
    Count, Evaluate as _, Features, Game, Layout, Pattern, Patterns, Payoffs, Planes, Player, Rng,
};

use crate::{
    Label, Learned, Model, ModelError, Pedigree, Samples, Settings, Target, calibrate, loss,
    loss_by_stage, odds, points, teach, train,
};

/// Cells that are empty, own or the other's at random: no rules, only positions.
#[derive(Clone)]
struct Cells {
    players: u8,
}

/// Stones of every seat, and how many cells there are.
#[derive(Clone, Debug, PartialEq)]
struct Board {
    stones: [u64; 3],
}

const CELLS: u64 = 12;

impl Game for Cells {
    type State = Board;
    type Move = u8;
    type Undo = ();

    fn players(&self) -> u8 {
        self.players
    }
    fn start(&self) -> Board {
        Board { stones: [0; 3] }
    }
    fn to_move(&self, _state: &Board) -> Player {
        Player(0)
    }
    fn moves(&self, _state: &Board, _out: &mut Vec<u8>) {}
    fn make(&self, _state: &mut Board, _mv: u8) {}
    fn unmake(&self, _state: &mut Board, _mv: u8, _undo: ()) {}
    fn outcome(&self, _state: &Board) -> Option<Payoffs> {
        None
    }
    fn hash(&self, _state: &Board) -> u64 {
        0
    }
}

/// Pairs of neighbours, the number of own stones, and the number of the others'.
struct Seen {
    patterns: Patterns,
}

impl Features<Cells> for Seen {
    fn stages(&self) -> usize {
        2
    }
    fn stage(&self, _game: &Cells, state: &Board) -> usize {
        usize::from(all(state).count_ones() > 6)
    }
    fn patterns(&self, _game: &Cells) -> Option<&Patterns> {
        Some(&self.patterns)
    }
    fn planes(&self, _game: &Cells, state: &Board, seat: Player) -> Planes {
        let own = state.stones[usize::from(seat.0)];
        [own, all(state) & !own, 0, 0]
    }
    fn counts(&self) -> &'static [Count] {
        &[Count { name: "own", values: CELLS as u16 + 1 }]
    }
    fn count(&self, _game: &Cells, state: &Board, seat: Player, out: &mut [u16]) {
        out[0] = state.stones[usize::from(seat.0)].count_ones() as u16;
    }
    fn sums(&self) -> &'static [&'static str] {
        &["others"]
    }
    fn sum(&self, _game: &Cells, state: &Board, seat: Player, out: &mut [i16]) {
        out[0] = (all(state) & !state.stones[usize::from(seat.0)]).count_ones() as i16;
    }
    fn in_play(&self, _game: &Cells, state: &Board, seat: Player) -> bool {
        state.stones[usize::from(seat.0)] != 0
    }
}

fn all(state: &Board) -> u64 {
    state.stones.iter().fold(0, |all, stones| all | stones)
}

fn seen() -> &'static Seen {
    let pair = |from: u8| Pattern { cells: vec![from, from + 1], digits: [1, 2, 0, 0] };
    let mirror = (0..CELLS as u8).map(|cell| CELLS as u8 - 1 - cell).collect();
    let shapes: Vec<_> = (0..6).map(pair).collect();
    Box::leak(Box::new(Seen { patterns: Patterns::new(&shapes, &[mirror]) }))
}

/// The true value of a position to a seat: every pair of own neighbours counts one, every own stone two
/// thirds, every other stone takes a third.
fn worth(state: &Board, seat: Player) -> f32 {
    let own = state.stones[usize::from(seat.0)];
    let pairs = (own & own >> 1).count_ones() as f32;
    let others = (all(state) & !own).count_ones() as f32;
    pairs + own.count_ones() as f32 * 2.0 / 3.0 - others / 3.0
}

fn random(rng: &mut Rng, players: usize) -> Board {
    let mut stones = [0; 3];
    for cell in 0..CELLS {
        let of = rng.below(players + 1);
        if of < players {
            stones[of] |= 1 << cell;
        }
    }
    Board { stones }
}

fn noise(rng: &mut Rng) -> f32 {
    (0..4).map(|_| rng.below(1000) as f32 / 1000.0 - 0.5).sum()
}

/// Luck of which the difference of two draws is as chances are: who leads by one wins with 73 %.
fn upset(rng: &mut Rng) -> f32 {
    let drawn = (rng.below(1_000_000) as f32 + 0.5) / 1e6;
    -(-drawn.ln()).ln()
}

fn samples(game: &Cells, seen: &Seen, seed: u64, count: usize, target: Target) -> Samples {
    let mut rng = Rng::new(seed);
    let mut samples = Samples::new(Layout::of(seen, game));
    for _ in 0..count {
        let state = random(&mut rng, usize::from(game.players));
        let label = match (target, game.players) {
            (Target::Payoff, _) => Label::Mover(worth(&state, Player(0)) + noise(&mut rng)),
            (Target::Result | Target::Rank, 2) => {
                let chance = 1.0 / (1.0 + (-worth(&state, Player(0))).exp());
                Label::Mover(f32::from(u8::from(rng.below(1_000_000) as f32 / 1e6 < chance)))
            }
            (Target::Result, players) => {
                let claims = (0..players).map(|seat| worth(&state, Player(seat)).exp());
                let claims: Vec<_> = claims.collect();
                let total: f32 = claims.iter().sum();
                Label::Shares(claims.iter().map(|claim| claim / total).collect())
            }
            (Target::Rank, players) => {
                let scores = (0..players).map(|seat| worth(&state, Player(seat)) + upset(&mut rng));
                Label::Scores(scores.collect())
            }
        };
        samples.push(seen, game, &state, &label);
    }
    samples
}

fn learnt(game: &Cells, seen: &'static Seen, target: Target, count: usize) -> Model {
    let train_on = samples(game, seen, 1, count, target);
    let test_on = samples(game, seen, 2, count / 10, target);
    let settings = Settings { target, epochs: 12, ..Settings::default() };
    let trained = train(&train_on, &test_on, None, &settings);
    let digest = Layout::of(seen, game).digest;
    Model {
        game: "cells".to_owned(),
        target,
        digest,
        scale: target.unit(),
        pedigree: Pedigree::default(),
        weights: trained.quantised(target),
        network: None,
        checksum: String::new(),
    }
}

#[test]
fn a_linear_value_is_recovered() {
    let (game, seen) = (Cells { players: 2 }, seen());
    let model = learnt(&game, seen, Target::Payoff, 200_000);
    let eval = Learned::new(seen, &game, model).unwrap();
    let mut rng = Rng::new(9);
    for _ in 0..500 {
        let state = random(&mut rng, 2);
        let found = eval.score(&game, &state, Player(0)) as f64 / Target::Payoff.unit();
        let true_worth = f64::from(worth(&state, Player(0)));
        assert!((found - true_worth).abs() < 0.15, "{state:?}: {found} for {true_worth}");
        assert_eq!(
            eval.score(&game, &state, Player(1)),
            -eval.score(&game, &state, Player(0)),
            "the other side has the opposite"
        );
    }
}

#[test]
fn results_teach_the_odds() {
    let (game, seen) = (Cells { players: 2 }, seen());
    let model = learnt(&game, seen, Target::Result, 300_000);
    let eval = Learned::new(seen, &game, model).unwrap();
    let (mut rng, mut error, mut count) = (Rng::new(9), 0.0, 0);
    for _ in 0..500 {
        let state = random(&mut rng, 2);
        let true_worth = f64::from(worth(&state, Player(0)));
        if true_worth.abs() < 3.0 {
            let found = eval.score(&game, &state, Player(0)) as f64 / Target::Result.unit();
            error += (found - true_worth).abs();
            count += 1;
        }
    }
    assert!(error / f64::from(count) < 0.15, "mean error {}", error / f64::from(count));
}

#[test]
fn seats_are_compared_and_the_dead_have_nothing() {
    let (game, seen) = (Cells { players: 3 }, seen());
    let model = learnt(&game, seen, Target::Result, 100_000);
    let eval = Learned::new(seen, &game, model).unwrap();
    let mut rng = Rng::new(9);
    for _ in 0..300 {
        let mut state = random(&mut rng, 3);
        let claims = [0, 1, 2].map(|seat| f64::from(worth(&state, Player(seat))));
        let others = (claims[1].exp() + claims[2].exp()).ln();
        let found = eval.score(&game, &state, Player(0)) as f64 / Target::Result.unit();
        let wanted = claims[0] - others;
        if state.stones.iter().all(|stones| *stones != 0) && wanted.abs() < 3.0 {
            assert!((found - wanted).abs() < 0.4, "{state:?}: {found} for {wanted}");
        }
        let scores = eval.scores(&game, &state);
        for seat in [0, 1, 2].map(Player) {
            assert_eq!(scores[seat], eval.score(&game, &state, seat));
        }
        state.stones[2] = 0;
        let (first, second) =
            (eval.score(&game, &state, Player(0)), eval.score(&game, &state, Player(1)));
        if state.stones[0] != 0 && state.stones[1] != 0 {
            assert_eq!(first, -second, "two are left, and share everything");
        }
        assert!(eval.score(&game, &state, Player(2)) <= first.min(second).min(-1_000_000));
    }
}

/// The mean chance to end ahead of the others, as a lead.
fn mean_lead(claims: &[f64], seat: usize) -> f64 {
    let others = (0..claims.len()).filter(|other| *other != seat);
    let chances = others.map(|other| 1.0 / (1.0 + (claims[other] - claims[seat]).exp()));
    let mean = chances.sum::<f64>() / (claims.len() - 1) as f64;
    (mean / (1.0 - mean)).ln()
}

#[test]
fn ranks_teach_who_ends_ahead() {
    let (game, seen) = (Cells { players: 3 }, seen());
    let model = learnt(&game, seen, Target::Rank, 100_000);
    let eval = Learned::new(seen, &game, model).unwrap();
    let (mut rng, mut error, mut count) = (Rng::new(9), 0.0, 0);
    for _ in 0..500 {
        let state = random(&mut rng, 3);
        let claims = [0, 1, 2].map(|seat| f64::from(worth(&state, Player(seat))));
        let wanted = mean_lead(&claims, 0);
        if state.stones.iter().all(|stones| *stones != 0) && wanted.abs() < 3.0 {
            let found = eval.score(&game, &state, Player(0)) as f64 / Target::Rank.unit();
            error += (found - wanted).abs();
            count += 1;
        }
        let scores = eval.scores(&game, &state);
        for seat in [0, 1, 2].map(Player) {
            assert_eq!(scores[seat], eval.score(&game, &state, seat));
        }
    }
    assert!(error / f64::from(count) < 0.2, "mean error {}", error / f64::from(count));
}

#[test]
fn a_pedigree_is_one_line_whatever_the_number_of_rules() {
    let told =
        |rules: &str| Pedigree { rules: rules.to_owned(), ..Pedigree::default() }.to_string();
    assert!(told("cells").contains(" in cells, seed"));
    assert!(
        told("cells cells(size=4) cells(size=5)")
            .contains(" in cells and under 2 other rules, seed")
    );
}

/// Only numbers that add up: stones, those on even cells, and how many are anybody's.
struct Sums;

impl Features<Cells> for Sums {
    fn stages(&self) -> usize {
        2
    }
    fn stage(&self, _game: &Cells, state: &Board) -> usize {
        usize::from(all(state).count_ones() > 6)
    }
    fn sums(&self) -> &'static [&'static str] {
        &["stones", "even", "all"]
    }
    fn sum(&self, _game: &Cells, state: &Board, seat: Player, out: &mut [i16]) {
        let own = state.stones[seat.idx()];
        let even = own & 0x5555_5555_5555_5555;
        let counts = [own, even, all(state)].map(|set| set.count_ones() as i16);
        out.copy_from_slice(&counts);
    }
}

#[test]
fn sums_are_solved_for_between_two_as_well() {
    let game = Cells { players: 2 };
    let layout = Layout::of(&Sums, &game);
    let value = |state: &Board| 0.3 * state.stones[0].count_ones() as f32 - 2.0;
    let collect = |seed: u64, count: usize| {
        let (mut rng, mut samples) = (Rng::new(seed), Samples::new(layout.clone()));
        for _ in 0..count {
            let state = random(&mut rng, 2);
            let won = f32::from(u8::from(value(&state) + upset(&mut rng) > 0.0));
            samples.push(&Sums, &game, &state, &Label::Mover(won));
        }
        samples
    };
    let settings = Settings { target: Target::Rank, epochs: 30, ..Settings::default() };
    let trained = train(&collect(1, 60_000), &collect(2, 6_000), None, &settings);
    let by_chance = loss(&collect(2, 6_000), &vec![0.0; 18_000], Target::Rank);
    assert!(trained.held_out < by_chance - 0.02, "{} {by_chance}", trained.held_out);
}

#[test]
fn sums_are_solved_for_and_asked_of_all_seats_at_once() {
    let game = Cells { players: 3 };
    let layout = Layout::of(&Sums, &game);
    let value = |state: &Board, seat: usize| {
        let own = state.stones[seat];
        let even = (own & 0x5555_5555_5555_5555).count_ones() as f32;
        0.3 * own.count_ones() as f32 - 0.5 * even
    };
    let collect = |seed: u64, count: usize| {
        let (mut rng, mut samples) = (Rng::new(seed), Samples::new(layout.clone()));
        for _ in 0..count {
            let state = random(&mut rng, 3);
            let scores = (0..3).map(|seat| value(&state, seat) + upset(&mut rng)).collect();
            samples.push(&Sums, &game, &state, &Label::Scores(scores));
        }
        samples
    };
    let settings = Settings { target: Target::Rank, epochs: 30, ..Settings::default() };
    // However far away it starts.
    let start = [9.0, -20.0, 0.0, -5.0, 30.0, 0.0];
    let trained = train(&collect(1, 60_000), &collect(2, 6_000), Some(&start), &settings);
    let seen = trained.weights.chunks(3).zip(collect(1, 60_000).stages());
    for (weights, _) in seen.filter(|(_, count)| *count > 5_000) {
        assert!((weights[0] - 0.3).abs() < 0.03, "{weights:?}");
        assert!((weights[1] + 0.5).abs() < 0.03, "{weights:?}");
        assert_eq!(weights[2], 0.0, "what all have alike says nothing");
    }
    let by_chance = loss(&collect(2, 6_000), &vec![0.0; 18_000], Target::Rank);
    assert!((by_chance - 2f64.ln()).abs() < 1e-6 && trained.held_out < 0.65, "{by_chance}");
    let model = Model {
        game: "cells".to_owned(),
        target: Target::Rank,
        digest: layout.digest,
        scale: Target::Rank.unit(),
        pedigree: Pedigree::default(),
        weights: trained.quantised(Target::Rank),
        network: None,
        checksum: String::new(),
    };
    let eval = Learned::new(&Sums, &game, model).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..200 {
        let state = random(&mut rng, 3);
        let claims = [0, 1, 2].map(|seat| f64::from(value(&state, seat)));
        let scores = eval.scores(&game, &state);
        for seat in 0..3 {
            let found = scores[Player(seat)] as f64 / Target::Rank.unit();
            assert!((found - mean_lead(&claims, seat.into())).abs() < 0.2, "{state:?}: {found}");
            assert_eq!(scores[Player(seat)], eval.score(&game, &state, Player(seat)));
        }
    }
}

#[test]
fn those_in_play_share_what_was_to_be_shared() {
    let (game, seen) = (Cells { players: 3 }, seen());
    let mut samples = Samples::new(Layout::of(seen, &game));
    let shares = Label::Shares(vec![0.5, 0.3, 0.2]);
    samples.push(seen, &game, &Board { stones: [1, 0, 2] }, &shares);
    samples.push(seen, &game, &Board { stones: [1, 4, 2] }, &shares);
    samples.push(seen, &game, &Board { stones: [0, 0, 2] }, &shares);
    assert_eq!(samples.labels(), [0.5 / 0.7, 0.2 / 0.7, 0.5, 0.3, 0.2]);
    assert_eq!(samples.rows().collect::<Vec<_>>(), [0..2, 2..5], "one alone teaches nothing");
    assert_eq!(samples.stages(), [2, 0]);
}

#[test]
fn losses_are_those_of_training() {
    let (game, seen) = (Cells { players: 2 }, seen());
    let own = samples(&game, seen, 1, 500, Target::Payoff);
    let test = samples(&game, seen, 2, 200, Target::Payoff);
    let settings = Settings { target: Target::Payoff, ..Settings::default() };
    let trained = train(&own, &test, None, &settings);
    let told = loss(&test, &test.values(&trained.weights), Target::Payoff);
    assert!((told - trained.held_out).abs() < 1e-9, "{told} {}", trained.held_out);
    let by_stage = loss_by_stage(&test, &test.values(&trained.weights), Target::Payoff);
    let parts = by_stage.iter().zip(test.stages()).map(|(loss, count)| loss * count as f64);
    assert!((parts.sum::<f64>() / test.len() as f64 - told).abs() < 1e-9);
}

/// What only two cells far apart mean together: nothing that pairs of neighbours could tell.
fn far_apart(state: &Board) -> f32 {
    let own = |cell: u64| state.stones[0] >> cell & 1 == 1;
    if own(0) == own(7) { 2.0 } else { -2.0 }
}

fn far_samples(game: &Cells, seen: &Seen, seed: u64, count: usize) -> Samples {
    let mut rng = Rng::new(seed);
    let mut samples = Samples::new(Layout::of(seen, game)).with_planes();
    for _ in 0..count {
        let state = random(&mut rng, 2);
        samples.push(seen, game, &state, &Label::Mover(far_apart(&state)));
    }
    samples
}

#[test]
fn a_network_sees_what_weights_do_not() {
    let (game, seen, target) = (Cells { players: 2 }, seen(), Target::Payoff);
    let own = far_samples(&game, seen, 1, 30_000);
    let test = far_samples(&game, seen, 2, 2_000);
    let settings = Settings { target, epochs: 8, ..Settings::default() };
    let trained = train(&own, &test, None, &settings);
    assert!(trained.held_out > 3.5, "weights alone tell nothing: {}", trained.held_out);
    let weights = trained.quantised(target);
    let mut model = Model { weights, ..learnt(&game, seen, target, 100) };
    let teach = |model: &Model| {
        let (base, held_base) = (model.values(&own), model.values(&test));
        teach((&own, &base), (&test, &held_base), 16, None, &settings)
    };
    let taught = teach(&model);
    let again = teach(&model);
    assert_eq!(taught.network, again.network, "the same seed, the same network");
    let last = taught.course.last().unwrap();
    assert!(last.held_out < 0.2, "{:?}", taught.course);
    model.network = Some(taught.network);
    let told = loss(&test, &model.values(&test), target);
    assert!((told - last.held_out).abs() < 0.1, "in whole numbers the same: {told}");
    // Files keep it, and the evaluation says what it says of samples.
    let text = model.write(2);
    let read = Model::read(&text, "cells").unwrap();
    assert_eq!((&read.network, &read.weights), (&model.network, &model.weights));
    let bad = text.replacen("\"hidden\":16", "\"hidden\":17", 1);
    assert!(matches!(Model::read(&bad, "cells"), Err(ModelError::Header(_))));
    let bad = text.replacen("\"hidden\":16", "\"hidden\":32", 1);
    let refused = Err(ModelError::Header("it is not what was written".to_owned()));
    assert_eq!(Model::read(&bad, "cells"), refused);
    let alone = Model { weights: Vec::new(), ..model.clone() };
    let bad = alone.write(2).replacen("\"stages\":2,", "\"stages\":257,", 1);
    let told = Model::read(&bad, "cells").unwrap_err().to_string();
    assert!(told.contains("257 stages: expected at most 256"), "{told}");
    // A file that was made for it could say that the network has fewer stages than the game.
    let mut fewer = alone.clone();
    fewer.network.as_mut().unwrap().outputs.truncate(16);
    let fewer = Model::read(&fewer.write(1), "cells").unwrap();
    assert_eq!(Learned::new(seen, &game, fewer).err(), Some(ModelError::Layout));
    for model in [model, alone] {
        let values = model.values(&test);
        let eval = Learned::new(seen, &game, model).unwrap();
        let mut rng = Rng::new(2);
        for value in values.iter().take(200) {
            let state = random(&mut rng, 2);
            let points = eval.score(&game, &state, Player(0)) as f64;
            assert!((points - f64::from(*value) * target.unit()).abs() < 1.0, "{points} {value}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_file() {
    let (game, seen) = (Cells { players: 2 }, seen());
    let file = |count| learnt(&game, seen, Target::Result, count).write(2);
    assert_eq!(file(5_000), file(5_000));
    assert_ne!(file(5_000), file(5_001));
}

#[test]
fn files_are_read_back_and_bad_ones_refused() {
    let (game, seen) = (Cells { players: 2 }, seen());
    let model = learnt(&game, seen, Target::Payoff, 2_000);
    let text = model.write(2);
    let read = Model::read(&text, "cells").unwrap();
    assert_eq!(read.weights, model.weights);
    assert_eq!(read.checksum.len(), 64);
    assert_eq!(Model::pedigree_of(&text), Ok(model.pedigree.clone()));
    assert_eq!(Model::read(&text, "chess"), Err(ModelError::Game("cells".to_owned())));
    assert_eq!(Model::read("", "cells"), Err(ModelError::Foreign));
    assert_eq!(Model::read("{}", "cells"), Err(ModelError::Foreign));
    assert!(matches!(Model::read("plyglot model 2\n{", "cells"), Err(ModelError::Header(_))));
    let lines: Vec<_> = text.lines().collect();
    for cut in [3, lines.len() - 1] {
        let short = lines[..cut].join("\n");
        assert!(matches!(Model::read(&short, "cells"), Err(ModelError::Damaged(_))), "{cut}");
    }
    let mut longer = text.clone();
    longer.push_str(lines[lines.len() - 1]);
    assert!(matches!(Model::read(&longer, "cells"), Err(ModelError::Damaged(_))));
    let mut packed = STANDARD.decode(lines[2..].concat()).unwrap();
    packed.extend([0; 9]);
    let followed = [lines[0], lines[1], &STANDARD.encode(packed)].join("\n");
    assert!(matches!(Model::read(&followed, "cells"), Err(ModelError::Damaged(_))));
    let other = text.replacen(&lines[2][..4], "AAAA", 1);
    assert!(matches!(Model::read(&other, "cells"), Err(ModelError::Damaged(_))));
    let many = text.replacen(
        &format!("\"weights\":{}", model.weights.len()),
        "\"weights\":99999999998",
        1,
    );
    assert_eq!(Model::read(&many, "cells"), Err(ModelError::TooLarge(99_999_999_998)));
    for (own, other) in [("\"scale\":128", "\"scale\":129"), ("\"stages\":2", "\"stages\":1")] {
        let changed = text.replacen(own, other, 1);
        assert_ne!(changed, text);
        let refused = Err(ModelError::Header("it is not what was written".to_owned()));
        assert_eq!(Model::read(&changed, "cells"), refused, "{other}");
    }
    let foreign = Model { digest: 7, ..read };
    assert_eq!(Learned::new(seen, &game, foreign).err(), Some(ModelError::Layout));
}

/// What the scale is measured on is what searches are told.
#[test]
fn points_of_samples_are_those_of_the_evaluation() {
    let seen = seen();
    for (players, target) in [(2, Target::Result), (3, Target::Result), (3, Target::Rank)] {
        let game = Cells { players };
        let model = learnt(&game, seen, target, 2000);
        let eval = Learned::new(seen, &game, model.clone()).unwrap();
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let state = random(&mut rng, usize::from(players));
            let mut samples = Samples::new(Layout::of(seen, &game));
            let label = match (target, players) {
                (_, 2) => Label::Mover(0.0),
                _ => Label::Scores(vec![0.0; usize::from(players)]),
            };
            samples.push(seen, &game, &state, &label);
            let told = points(&samples, &model.values(&samples), target);
            let asked = crate::asked(seen, &game, &state);
            assert_eq!(told.len(), asked.len());
            for (seat, told) in asked.into_iter().zip(told) {
                let found = eval.score(&game, &state, seat) as f64;
                assert!((found - told).abs() <= 0.5, "{state:?} {seat:?}: {found} for {told}");
            }
        }
    }
}

#[test]
fn chances_and_leads_are_each_other_s_inverse() {
    for lead in -4000..4000 {
        let back = odds::lead(odds::chance(lead));
        assert!((back - lead).abs() <= 2 + lead.abs() / 80, "{lead} {back}");
        assert_eq!(odds::chance(lead) + odds::chance(-lead), odds::chance(i64::MAX));
    }
    assert!(odds::lead(0) < -8000 && odds::lead(odds::chance(i64::MAX)) > 8000);
}

#[test]
fn odds_add_up() {
    let unit = Target::Result.unit();
    for (a, b) in [(0, 0), (100, -3000), (-5000, 2000), (1 << 20, -(1 << 20))] {
        let sum = (f64::from(a - a.max(b)) / unit).exp() + (f64::from(b - a.max(b)) / unit).exp();
        let wanted = f64::from(a.max(b)) + unit * sum.ln();
        assert!((f64::from(odds::add(a, b)) - wanted).abs() <= 1.0, "{a} {b}");
    }
}

#[test]
fn the_scale_is_found_again() {
    let mut rng = Rng::new(3);
    let leads: Vec<_> = (0..20_000)
        .map(|_| {
            let lead = rng.below(4001) as f64 - 2000.0;
            let chance = 1.0 / (1.0 + (-lead / 500.0).exp());
            (lead, f64::from(u8::from((rng.below(1_000_000) as f64) < 1e6 * chance)))
        })
        .collect();
    let found = calibrate(&leads, 128.0);
    assert!((found.scale - 500.0).abs() < 25.0, "{}", found.scale);
    assert!(found.bins.iter().all(|bin| (bin.expected - bin.scored).abs() < 0.05), "{found:?}");
    assert_eq!(found.bins.iter().map(|bin| bin.count).sum::<u64>(), 20_000);
}
