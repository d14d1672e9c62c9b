//! The laws of every game, on built-in and random maps, and the two representations compared.

use plyglot_core::{
    Game, Handover, Notation, Player, Rng,
    laws::{self, LawConfig},
    perft::{PerftConfig, perft},
};

use super::{builtin, enlarged, free_ends, game, play_out, random_map};
use crate::{Move, RankTies, ReversiXt, Settings, State, StockRange, board::Board, options::MAPS};

fn check(game: &ReversiXt, start: &State, config: &LawConfig) {
    let report = laws::check(game, start, config);
    assert!(report.broken.is_empty(), "{}", report.broken.join("\n"));
}

#[test]
fn laws_hold_on_built_in_maps() {
    for (name, _) in MAPS.iter().filter(|(name, _)| *name != "arena50") {
        let game = builtin(name);
        let config = LawConfig { games: 6, perft_depth: 3, perft_every: 20, ..Default::default() };
        check(&game, &game.start(), &config);
    }
}

#[test]
fn laws_hold_on_small_random_maps() {
    for index in 0..600 {
        let mut rng = Rng::stream(2, index);
        let (width, height) = (1 + rng.below(8), 1 + rng.below(8));
        let joined = [0, 30, 100][rng.below(3)];
        let game = game(&random_map(&mut rng, width, height, joined));
        let config = LawConfig { games: 2, perft_every: 30, seed: index, ..Default::default() };
        check(&game, &game.start(), &config);
    }
}

#[test]
fn laws_hold_on_middling_random_maps() {
    for index in 0..100 {
        let mut rng = Rng::stream(3, index);
        let (width, height) = (5 + rng.below(8), 13 + rng.below(3));
        let joined = [0, 30, 100][rng.below(3)];
        let game = game(&random_map(&mut rng, width, height, joined));
        let config = LawConfig { games: 1, perft_every: 100, seed: index, ..Default::default() };
        check(&game, &game.start(), &config);
    }
}

#[test]
fn laws_hold_under_every_setting() {
    for bits in 0..8 {
        let settings = Settings {
            rank_ties: [RankTies::Shared, RankTies::LowerFirst][bits & 1],
            stock_range: [StockRange::Reject, StockRange::Wrap][bits >> 1 & 1],
            disqualified_in_choice: bits & 4 == 0,
            ..Settings::default()
        };
        for name in ["octet8", "swap7", "cross3", "spin5"] {
            let text = crate::options::builtin(name);
            let game = ReversiXt::new(text, settings).unwrap();
            let mut start = game.start();
            let config = LawConfig { games: 2, ..Default::default() };
            check(&game, &start, &config);
            game.disqualify(&mut start, Player(1));
            check(&game, &start, &config);
        }
    }
}

#[test]
fn laws_hold_on_large_maps() {
    let config = LawConfig { games: 2, max_plies: 3, perft_every: 9, ..Default::default() };
    let arena = builtin("arena50");
    check(&arena, &arena.start(), &config);
    let hostile = game(&random_map(&mut Rng::new(4), 50, 50, 100));
    let mut state = hostile.start();
    let mut rng = Rng::new(5);
    for plies in [0, 300] {
        for _ in 0..plies {
            let mv = hostile.random_move(&state, &mut Vec::new(), &mut rng).unwrap();
            hostile.make(&mut state, mv);
        }
        check(&hostile, &state, &config);
    }
}

#[test]
fn random_games_end_on_hostile_large_maps() {
    for index in 0..4 {
        let mut rng = Rng::stream(6, index);
        let game = game(&random_map(&mut rng, 50, 50, 100));
        let mut state = game.start();
        play_out(&game, &mut state, &mut rng);
        let text = game.write_state(&state);
        let (again, back) = game.parse_state(&text).unwrap();
        assert_eq!(again.write_state(&back), text);
    }
}

/// A whole game can be taken back, move by move.
#[test]
fn whole_games_are_unmade() {
    for (index, name) in [(0, "arena50"), (1, "octet8"), (2, "mirror")] {
        let game = builtin(name);
        let (mut state, mut rng) = (game.start(), Rng::new(index));
        let mut past = Vec::new();
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            let hash = game.hash(&state);
            past.push((mv, game.make(&mut state, mv), hash));
        }
        while let Some((mv, undo, hash)) = past.pop() {
            game.unmake(&mut state, mv, undo);
            assert_eq!(game.hash(&state), hash);
        }
        assert_eq!(state, game.start());
    }
}

#[test]
fn both_representations_agree() {
    for index in 0..600 {
        let mut rng = Rng::stream(7, index);
        let (width, height) = (1 + rng.below(8), 1 + rng.below(8));
        let joined = [0, 30, 100][rng.below(3)];
        let small = game(&random_map(&mut rng, width, height, joined));
        let mut state = small.start();
        loop {
            let text = small.write_state(&state);
            let large = game(&enlarged(&text));
            assert!(matches!(state.board, Board::Small(_)));
            assert!(matches!(large.start().board, Board::Large(_)));
            assert_eq!(texts(&small, &state), texts(&large, &large.start()), "{text}");
            if rng.below(8) == 0 {
                let config = PerftConfig::new(2);
                let counts =
                    [perft(&small, &state, &config), perft(&large, &large.start(), &config)];
                assert_eq!(counts[0], counts[1], "{text}");
            }
            let Some(mv) = small.random_move(&state, &mut Vec::new(), &mut rng) else { break };
            let next = play_enlarged(&small, &state, mv, &large);
            small.make(&mut state, mv);
            let (again, enlarged_state) = next;
            let small_text = enlarged(&small.write_state(&state));
            assert_eq!(again.write_state(&enlarged_state), small_text, "{mv:?} in {text}");
        }
    }
}

fn texts(game: &ReversiXt, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.iter().map(|mv| game.write_ply(state, &[*mv])).collect()
}

fn play_enlarged(
    small: &ReversiXt,
    state: &State,
    mv: Move,
    large: &ReversiXt,
) -> (ReversiXt, State) {
    let mut start = large.start();
    let ply = large.parse_ply(&start, &small.write_ply(state, &[mv])).unwrap();
    large.make(&mut start, ply[0]);
    (large.clone(), start)
}

#[test]
fn random_moves_are_uniform() {
    let crowded = "4\n2\n1 1\n5 16\n0 0 c 1 2 3 c 0 0 0 0 0 0 0 0 0\n0 b 1 2 3 4 1 b 0 0 0 0 0 0 0 0\n\
        0 0 2 x 4 1 2 0 0 0 0 0 0 0 0 0\n0 b 3 4 1 2 3 i 0 0 0 0 0 0 0 0\n0 0 0 c 2 3 0 0 0 0 0 0 0 0 0 0\n";
    let small = crowded.replace("5 16", "5 8").replace(" 0 0 0 0 0 0 0 0\n", "\n");
    let no_overrides = crowded.replace("4\n2\n", "4\n0\n");
    let bombs = crowded.replace("4\n2\n", "2\n0\n").replace(['1', '2', '3', '4'], "0");
    let bombs = bombs.replacen("0\n0\n0 0\n5 06", "2\n0\n1 1\n5 16", 1);
    for text in [crowded, &small, &no_overrides, &bombs] {
        let game = game(text);
        let mut state = game.start();
        for _ in 0..3 {
            let deviation = laws::uniformity(&game, &state, 40_000, 8);
            assert!(deviation < 5.0, "{deviation} in {}", game.write_state(&state));
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let Some(mv) = moves.first() else { break };
            game.make(&mut state, *mv);
        }
    }
}

#[test]
fn random_moves_on_disqualified_choices_are_uniform() {
    let settings = Settings { disqualified_in_choice: false, ..Settings::default() };
    for width in [5, 70] {
        let padding = " 0".repeat(width - 5);
        let text = format!("4\n0\n0 0\n1 {width}\nc 2 1 2 c{padding}\n");
        let game = ReversiXt::new(&text, settings).unwrap();
        let mut state = game.start();
        game.disqualify(&mut state, Player(2));
        assert_eq!(texts(&game, &state).len(), 6);
        assert!(laws::uniformity(&game, &state, 20_000, 9) < 5.0);
    }
}

#[test]
fn a_turn_given_to_somebody_without_moves_is_passed() {
    for name in ["octet8", "second_starts", "islands4"] {
        let game = builtin(name);
        let (mut state, mut rng) = (game.start(), Rng::new(10));
        let mut passes = 0;
        loop {
            for seat in (0..game.players()).map(Player) {
                if game.outcome(&state).is_some() {
                    break;
                }
                let mut given = state.clone();
                game.give_turn(&mut given, seat);
                if texts(&game, &given) == ["pass"] {
                    let ply = game.parse_ply(&given, "pass").unwrap();
                    game.make(&mut given, ply[0]);
                    assert_ne!(texts(&game, &given), ["pass"], "the turn goes to somebody who can");
                    passes += 1;
                }
            }
            let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) else { break };
            game.make(&mut state, mv);
        }
        assert!(passes > 0, "{name}");
    }
}

#[test]
fn the_generator_of_maps_finds_free_ends() {
    assert_eq!(free_ends(&["0", "-"], 2).len(), 8);
    assert_eq!(free_ends(&["0", "0"], 2).len(), 14);
}
