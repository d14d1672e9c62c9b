//! Tests: squares and rules against slow ones, files of counts and games, text, laws.

mod endgame;
mod eval;
mod features;
mod files;
mod learn;
mod squares;
mod text;
mod vectors;

use plyglot_core::{
    Game, Handover, Listed, Notation, Options, ResultWords, Rng, Spec,
    laws::{self, LawConfig},
    perft::{PerftConfig, perft},
};

use crate::{
    Move, PassRule, Reversi, ScoreRule, Size, State,
    board::{BLACK, WHITE},
};

/// Black has no move, white has c1.
const BLACK_BLOCKED: &str =
    "OX------ -------- -------- -------- -------- -------- -------- --------";

fn every_rule_set() -> Vec<Reversi> {
    let mut all = Vec::new();
    for pass in [PassRule::Skip, PassRule::Move] {
        for score in [ScoreRule::Stones, ScoreRule::Othello] {
            all.extend([Size::Four, Size::Six, Size::Eight].map(|size| Reversi {
                pass,
                score,
                size,
            }));
        }
    }
    all
}

fn build(text: &str) -> Reversi {
    let spec = Spec::parse(text).unwrap();
    let load = |_: &str| Err(String::new());
    Reversi::build(&Options::check("reversi", Reversi::OPTIONS, &spec.given, &load).unwrap())
        .unwrap()
}

fn read(game: &Reversi, text: &str) -> State {
    game.parse_state(text).unwrap_or_else(|error| panic!("{text}: {error}")).1
}

fn legal(game: &Reversi, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|mv| game.write_ply(state, &[mv])).collect()
}

#[test]
fn options_choose_the_rules() {
    assert_eq!(build("reversi"), Reversi::default());
    let other = Reversi { pass: PassRule::Move, score: ScoreRule::Othello, size: Size::Six };
    assert_eq!(build("reversi(pass=move,score=othello,size=6)"), other);
    assert_eq!(build("reversi(size=4)").size, Size::Four);
}

#[test]
fn start_positions() {
    for size in [Size::Four, Size::Six, Size::Eight] {
        let game = Reversi { size, ..Reversi::default() };
        let middle = size.side() / 2;
        let names = |squares: [(usize, usize); 4]| {
            squares
                .map(|(column, row)| crate::notation::square_name(size, size.square(column, row)))
        };
        let (near, far) = (middle - 2, middle + 1);
        let expected =
            names([(middle - 1, near), (near, middle - 1), (far, middle), (middle, far)]);
        assert_eq!(legal(&game, &game.start()), expected);
        assert_eq!(game.to_move(&game.start()), BLACK);
        assert_eq!(game.count(&game.start()), [2, 2]);
    }
    assert_eq!(legal(&Reversi::default(), &Reversi::default().start()), ["d3", "c4", "f5", "e6"]);
}

#[test]
fn published_counts() {
    let skip = Reversi::default();
    let pass = Reversi { pass: PassRule::Move, ..skip };
    let count = |game: &Reversi, depth| perft(game, &game.start(), &PerftConfig::new(depth));
    for (depth, nodes) in [4, 12, 56, 244, 1396, 8200, 55092, 390_216].into_iter().enumerate() {
        assert_eq!(count(&skip, depth as u32 + 1), nodes);
        assert_eq!(count(&pass, depth as u32 + 1), nodes);
    }
    assert_eq!([9, 10].map(|depth| count(&skip, depth)), [3_005_320, 24_571_192]);
    let expected = [3_005_288, 24_571_056, 212_258_216];
    assert_eq!([9, 10, 11].map(|depth| count(&pass, depth)), expected);
}

#[test]
fn laws_hold_for_every_rule_set() {
    for game in every_rule_set() {
        let config = LawConfig { games: 12, perft_depth: 3, perft_every: 40, ..Default::default() };
        let report = laws::check(&game, &game.start(), &config);
        assert_eq!(report.broken, Vec::<String>::new(), "{game:?}");
        assert_eq!(report.finished, 12);
    }
}

#[test]
fn laws_hold_in_odd_positions() {
    let full = format!("{}X", "XO".repeat(32));
    let empty = format!("{}O", "-".repeat(64));
    let lonely = format!("X{} X", "-".repeat(63));
    let white_only = format!("OXXO{}X{} X", "-".repeat(5), "-".repeat(54));
    let other_side = format!("{BLACK_BLOCKED} O");
    let blocked = format!("{BLACK_BLOCKED} X");
    for text in [full, empty, lonely, white_only, other_side, blocked] {
        for game in every_rule_set() {
            let (game, state) = game.parse_state(&text).unwrap();
            let config = LawConfig { games: 4, perft_every: 7, ..LawConfig::default() };
            assert_eq!(laws::check(&game, &state, &config).broken, Vec::<String>::new(), "{text}");
        }
    }
}

#[test]
fn random_moves_are_uniform() {
    let game = Reversi::default();
    let mut state = game.start();
    let mut rng = Rng::new(5);
    while let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
        let deviation = laws::uniformity(&game, &state, 4000, 9);
        assert!(deviation < 5.0, "{deviation} in {}", game.write_state(&state));
        game.make(&mut state, mv);
    }
}

#[test]
fn a_player_without_a_move_is_skipped_or_passes() {
    let skip = Reversi::default();
    let pass = Reversi { pass: PassRule::Move, ..skip };
    let text = format!("{BLACK_BLOCKED} X");
    let handed_on = read(&skip, &text);
    assert_eq!(skip.to_move(&handed_on), WHITE);
    assert_eq!(handed_on, read(&skip, &format!("{BLACK_BLOCKED} O")));

    let mut state = read(&pass, &text);
    assert_eq!((pass.to_move(&state), legal(&pass, &state)), (BLACK, vec!["pass".to_owned()]));
    let undo = pass.make(&mut state, Move::PASS);
    assert_eq!(state, read(&pass, &format!("{BLACK_BLOCKED} O")));
    pass.unmake(&mut state, Move::PASS, undo);
    assert_eq!(state, read(&pass, &text));
}

#[test]
fn the_same_player_may_move_again() {
    let game = Reversi::default();
    // Black never has a move: both white stones stand in corners.
    let text = "OX------ -------- -------- -------- -------- -------- -------- OX------ O";
    let mut state = read(&game, text);
    assert_eq!(legal(&game, &state), ["c1", "c8"]);
    let undo = game.make(&mut state, Move::place(2));
    assert_eq!((game.to_move(&state), legal(&game, &state)), (WHITE, vec!["c8".to_owned()]));
    game.make(&mut state, Move::place(58));
    assert_eq!(game.outcome(&state).unwrap()[WHITE], 6);
    game.unmake(&mut state, Move::place(2), undo);
    assert_eq!(state, read(&game, text));
}

#[test]
fn handing_the_turn_to_a_blocked_player_offers_a_pass() {
    let game = Reversi::default();
    let before = read(&game, &format!("{BLACK_BLOCKED} O"));
    let mut state = before;
    assert_eq!(game.give_turn(&mut state, BLACK), WHITE);
    assert_eq!(legal(&game, &state), ["pass"]);
    assert_eq!(game.outcome(&state), None);
    game.make(&mut state, Move::PASS);
    assert_eq!(state, before);
}

#[test]
fn scores_and_verdicts() {
    let text = format!("XXX{} X", "-".repeat(61));
    let stones = Reversi::default();
    let othello = Reversi { score: ScoreRule::Othello, ..stones };
    let state = read(&stones, &text);
    assert_eq!(stones.outcome(&state).unwrap().0[..2], [3, -3]);
    assert_eq!(othello.outcome(&state).unwrap().0[..2], [64, -64]);
    let rows = vec![("stones", vec![3, 0]), ("rank", vec![1, 2])];
    assert_eq!(stones.verdict(&state, false).unwrap().result, ResultWords::Table(rows));
    let rows = vec![("stones", vec![3, 0]), ("rank", vec![1, 2]), ("score", vec![64, 0])];
    assert_eq!(othello.verdict(&state, false).unwrap().result, ResultWords::Table(rows));

    let drawn = read(&othello, &format!("X{}O O", "-".repeat(62)));
    assert_eq!(othello.outcome(&drawn).unwrap().0[..2], [0, 0]);
    let rows = vec![("stones", vec![1, 1]), ("rank", vec![1, 1]), ("score", vec![32, 32])];
    assert_eq!(othello.verdict(&drawn, false).unwrap().result, ResultWords::Table(rows));
    assert_eq!(othello.verdict(&othello.start(), false), None);
}

#[test]
fn symmetries_are_distinct_and_keep_the_count() {
    let game = Reversi::default();
    let state = read(&game, &vectors::problems()[0].position);
    let images = game.symmetric(&state);
    assert_eq!(images.len(), 15);
    let mut texts: Vec<_> = images.iter().map(|image| game.write_state(image)).collect();
    texts.push(game.write_state(&state));
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 16);
}

#[test]
fn hashes_tell_positions_apart() {
    let game = Reversi::default();
    let mut seen = std::collections::HashMap::new();
    for index in 0..200 {
        let (mut state, mut rng) = (game.start(), Rng::stream(3, index));
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            game.make(&mut state, mv);
            let known = seen.entry(game.hash(&state)).or_insert(state);
            assert_eq!(*known, state);
        }
    }
    assert!(seen.len() > 10_000);
}
