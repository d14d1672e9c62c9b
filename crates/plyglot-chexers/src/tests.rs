//! Tests: laws, vector files, and corners of the rules. Text, puzzles and evaluations have files of
//! their own.

mod eval;
mod features;
mod log;
mod puzzles;
mod solo;
mod text;

use std::collections::HashSet;

use plyglot_conform::{Subject, assert_games, assert_perft, check_games};
use plyglot_core::{
    AnySession, Draw, Game, GameEntry, Handover, Listed, Notation, Options, Player, Rng, Session,
    Tint,
    laws::{self, LawConfig},
    perft::{PerftConfig, perft},
    playout::Playout,
};

use crate::{Chexers, Hex, Kind, LastTurn, Mode, Move, OnIllegal, State};

const ENTRY: GameEntry = GameEntry::of::<Chexers>();

/// The rules under options given as `name=value` words.
fn rules(words: &str) -> Chexers {
    let split = |word: &str| word.split_once('=').map(|(a, b)| (a.to_owned(), b.to_owned()));
    let given: Vec<_> = words.split_whitespace().filter_map(split).collect();
    let options = Options::check("chexers", Chexers::OPTIONS, &given, &|_| Err(String::new()));
    Chexers::build(&options.unwrap()).unwrap()
}

fn position(game: &Chexers, text: &str) -> State {
    game.parse_state(text).unwrap_or_else(|error| panic!("{text}: {error}")).1
}

fn session(words: &str, text: &str) -> Session<Chexers> {
    let game = rules(words);
    let state = position(&game, text);
    Session::at(game, state)
}

fn result(session: &Session<Chexers>) -> String {
    let verdict = session.verdict();
    verdict.map_or("none".to_owned(), |v| plyglot_conform::result_value(&v.result).to_string())
}

fn check_laws(words: &str, text: &str, games: u64) {
    let game = rules(words);
    let start = if text.is_empty() { game.start() } else { position(&game, text) };
    let report = laws::check(&game, &start, &LawConfig { games, ..LawConfig::default() });
    assert!(report.broken.is_empty(), "{words} {text}: {:#?}", report.broken);
    assert!(report.positions >= games);
}

#[test]
fn laws_hold_under_all_options() {
    check_laws("", "", 30);
    check_laws("last_turn=draw turns_per_player=10", "", 30);
    check_laws("exits_to_win=1 repetition=0", "", 30);
    check_laws("exits_to_win=12 on_illegal=abort", "", 10);
    check_laws("mode=warmup", "", 10);
    check_laws("mode=warmup turns_per_player=9", "", 10);
}

#[test]
fn laws_hold_in_odd_positions() {
    check_laws("", "3g/b4/gb4/rgb4/bg4/g4/4 r 1,0,1 90", 10);
    check_laws("", "4/5/6/3r3/2r3/5/1r2 g 3,3,3 301", 10);
    check_laws("", "1g2/2b2/3r2/1g3b1/2r3/1b3/1g2 r 2,1,1 765", 10);
    check_laws("", "b2g/5/6/r6/6/5/4 b 3,3,3 767", 10);
    check_laws("", "3g/5/6/r6/6/5/4 r 3,3,4 768", 2);
    check_laws("", "x2x/2x2/r1x2g/1x1g1x1/x4b/1xbx1/x2x r 1,1,1 30", 10);
    check_laws("exits_to_win=1", "4/rrrrr/5r/7/rrr3/2rr1/r3 b 0,0,0 2", 10);
    check_laws("mode=warmup", "4/5/6/r6/r2x2/xx3/4 r 1,0,0 60", 10);
    check_laws("mode=warmup", "4/1xx2/1xgx2/2xx3/6/5/4 g 0,0,0 1", 10);
}

#[test]
fn random_moves_are_uniform() {
    let game = Chexers::default();
    let mut rng = Rng::new(5);
    for text in [
        "gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0 0",
        "3r/4r/4b1/1g2b2/2g3/1g3/r2b r 3,0,0 120",
        "r1r1/2r1r/r1r1r1/1r1r2r/3r2/5/4 r 0,0,1 300",
    ] {
        let mut state = position(&game, text);
        for _ in 0..20 {
            let deviation = laws::uniformity(&game, &state, 20_000, rng.next_u64());
            assert!(deviation < 5.0, "{deviation} in {}", game.write_state(&state));
            let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) else { break };
            game.make(&mut state, mv);
        }
    }
}

#[test]
fn perft_file() {
    let tally =
        assert_perft(ENTRY, include_str!("../../../testdata/chexers/perft.json"), 300_000_000);
    assert_eq!((tally.passed, tally.skipped), (69, 0));
}

#[test]
fn playout_file() {
    let text = include_str!("../../../testdata/chexers/playouts.jsonl");
    assert_eq!(assert_games(ENTRY, text).passed, 36);
}

#[test]
fn real_game_file() {
    let text = include_str!("../../../testdata/chexers/real_games.jsonl");
    assert_eq!(assert_games(ENTRY, text).passed, 20);
}

/// The referee's result where it differs, under the option that follows the referee.
#[test]
fn playout_file_under_the_referee() {
    let text = include_str!("../../../testdata/chexers/playouts.jsonl");
    let differs = |line: &&str| line.contains("result_course_referee");
    for line in text.lines().filter(differs) {
        let line =
            line.replace("\"result\"", "\"other\"").replace("result_course_referee", "result");
        let given = vec![("last_turn".to_owned(), "draw".to_owned())];
        let subject = Subject::with(ENTRY, given, &|_| Err(String::new()));
        assert_eq!(check_games(&subject, &line, &mut |_| {}).unwrap().passed, 1);
    }
    assert_eq!(text.lines().filter(differs).count(), 1);
}

#[test]
fn options_are_read() {
    let game =
        rules("last_turn=draw turns_per_player=7 repetition=0 exits_to_win=2 on_illegal=abort");
    assert_eq!(game.ply_limit, 21);
    assert_eq!((game.repetition(), game.exits_to_win()), (0, 2));
    assert_eq!((game.last_turn, game.on_illegal()), (LastTurn::Draw, OnIllegal::Abort));
    assert_eq!(rules(""), Chexers::default());
    assert_eq!(rules("mode=warmup").mode(), Mode::Warmup);
}

#[test]
fn a_move_is_small() {
    assert_eq!(size_of::<Move>(), 8);
    assert_eq!(size_of::<State>(), 48);
}

/// Counts the legal moves hex by hex, as the rules are written.
fn plain_count(state: &State) -> u64 {
    let own = |hex: Hex| state.owner(hex) == Some(Player(state.turn));
    let mut count = 0;
    for (q, r) in (-3..=3).flat_map(|q| (-3..=3).map(move |r| (q, r))) {
        let Some(hex) = Hex::at(q, r).filter(|hex| own(*hex)) else { continue };
        count += u64::from(hex.progress(usize::from(state.turn)) == 3);
        for (dq, dr) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
            let is_empty = |hex: Hex| state.occupied() & hex.bit() == 0;
            let next = Hex::at(q + dq, r + dr);
            let behind = Hex::at(q + 2 * dq, r + 2 * dr);
            count += u64::from(match next {
                Some(next) if is_empty(next) => true,
                Some(_) => behind.is_some_and(is_empty),
                None => false,
            });
        }
    }
    count.max(1)
}

/// Any board at all, blocks and crowds included.
#[test]
fn generation_agrees_with_the_plain_rules() {
    let (game, mut rng) = (Chexers::default(), Rng::new(3));
    for _ in 0..5_000 {
        let density = 1 + rng.below(12);
        let mut sets = [0; 4];
        for hex in crate::board::hexes(crate::board::BOARD) {
            let kind = rng.below(4 + density);
            if kind < 4 {
                sets[kind] |= hex.bit();
            }
        }
        let [red, green, blue, blocks] = sets;
        let turn = rng.below(3) as u8;
        let state = State::new([red, green, blue], blocks, [0; 3], turn, u32::from(turn));
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert_eq!(moves.len() as u64, plain_count(&state));
        assert_eq!(game.count_plies(&state, &mut Vec::new()), plain_count(&state));
    }
}

#[test]
fn a_corner_is_never_converted() {
    let (game, mut rng, mut moves) = (Chexers::default(), Rng::new(8), Vec::new());
    let corners = [(3, -3), (3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3)];
    let corners: Vec<Hex> = corners.iter().filter_map(|(q, r)| Hex::at(*q, *r)).collect();
    let mut state = game.start();
    while game.outcome(&state).is_none() {
        moves.clear();
        game.moves(&state, &mut moves);
        assert!(moves.iter().all(|mv| !corners.contains(&mv.over())));
        game.make(&mut state, moves[rng.below(moves.len())]);
        let count = |p| state.piece_count(Player(p)) + u32::from(state.exits(Player(p)));
        assert_eq!((0..3).map(count).sum::<u32>(), 12);
    }
}

#[test]
fn a_jump_converts_others_and_leaves_own_and_blocks() {
    let text = "4/5/x5/1rg1xr1/xx4/xxx2/xx2 r 1,0,1 60";
    let mut game = session("", text);
    game.play("JUMP(-2,0)(0,0)").unwrap();
    assert_eq!(game.position(), "4/5/x5/2rrxr1/xx4/xxx2/xx2 g 1,0,1 61");
    game.play("PASS").unwrap();
    game.play("PASS").unwrap();
    game.play("JUMP(-1,0)(-3,0)").unwrap_err();
    game.play("JUMP(0,0)(-2,0)").unwrap();
    assert_eq!(game.position(), "4/5/x5/1rr1xr1/xx4/xxx2/xx2 g 1,0,1 64");
    game.play("PASS").unwrap();
    game.play("PASS").unwrap();
    game.play("JUMP(2,0)(0,0)").unwrap();
    assert_eq!(game.position(), "4/5/x5/1rrrx2/xx4/xxx2/xx2 g 1,0,1 67");
}

#[test]
fn the_last_turn_wins_or_draws() {
    let text = "b2g/5/6/r6/6/5/4 b 3,3,3 767";
    for (words, wanted, payoff) in [("", "\"blue\"", 2), ("last_turn=draw", "\"draw:turns\"", 0)] {
        let mut game = session(words, text);
        assert_eq!(result(&game), "none");
        game.play("EXIT(0,-3)").unwrap();
        assert_eq!(result(&game), wanted);
        assert_eq!(game.outcome().unwrap()[Player(2)], payoff);
        assert!(game.legal().is_empty());
        assert_eq!(
            game.play("PASS").unwrap_err().to_string(),
            "PASS is not legal here: the game is over"
        );
    }
    let mut earlier = session("last_turn=draw", "b2g/5/6/r6/6/5/4 b 3,3,3 764");
    earlier.play("EXIT(0,-3)").unwrap();
    assert_eq!(result(&earlier), "\"blue\"");
}

#[test]
fn the_number_of_exits_that_wins_is_an_option() {
    let mut game = session("exits_to_win=1", "ggg1/5/6/6r/bbbrr1/4r/b2g r 0,0,0 30");
    assert_eq!(result(&game), "none");
    game.play("EXIT(3,0)").unwrap();
    assert_eq!(result(&game), "\"red\"");
    assert_eq!(game.outcome().unwrap().0[..3], [2, -1, -1]);
}

fn shuffle(game: &mut Session<Chexers>, rounds: usize) {
    for _ in 0..rounds {
        for mv in ["MOVE(-3,0)(-2,0)", "MOVE(0,-3)(0,-2)", "MOVE(3,0)(2,0)"] {
            game.play(mv).unwrap();
        }
        for mv in ["MOVE(-2,0)(-3,0)", "MOVE(0,-2)(0,-3)", "MOVE(2,0)(3,0)"] {
            game.play(mv).unwrap();
        }
    }
}

#[test]
fn repetition_is_an_option() {
    let mut game = Session::new(rules(""));
    shuffle(&mut game, 2);
    assert_eq!(result(&game), "none");
    shuffle(&mut game, 1);
    assert_eq!(result(&game), "\"draw:repetition\"");
    assert!(game.legal().is_empty());
    let mut game = Session::new(rules("repetition=2"));
    shuffle(&mut game, 1);
    assert_eq!(result(&game), "\"draw:repetition\"");
    let mut game = Session::new(rules("repetition=0 turns_per_player=20"));
    shuffle(&mut game, 10);
    assert_eq!(result(&game), "\"draw:turns\"");
    let mut both = Session::new(rules("turns_per_player=6"));
    shuffle(&mut both, 3);
    assert_eq!(result(&both), "\"draw:repetition\"");
}

#[test]
fn any_seat_answers_after_a_handover() {
    let game = Chexers::default();
    let mut state = position(&game, "4/5/6/3r3/2r3/5/1r2 g 3,3,3 301");
    assert_eq!(game.give_turn(&mut state, Player(2)), Player(1));
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert_eq!(moves, [Move::PASS]);
    game.make(&mut state, Move::PASS);
    assert_eq!((game.to_move(&state), state.ply()), (Player(0), 302));
    assert_eq!(game.count_plies(&state, &mut moves), 16);
}

/// Equal hashes only for equal positions, over a tree and over random games.
#[test]
fn hashes_differ() {
    let (game, mut rng) = (Chexers::default(), Rng::new(77));
    let (mut hashes, mut texts) = (HashSet::new(), HashSet::new());
    for _ in 0..200 {
        let mut state = game.start();
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            game.make(&mut state, mv);
            hashes.insert(game.hash(&state));
            let text = game.write_state(&state);
            texts.insert(text.rsplit_once(' ').unwrap().0.to_owned());
        }
    }
    assert_eq!(hashes.len(), texts.len());
    for blocks in ["4", "x3", "1x2", "xx2"] {
        let text = format!("{blocks}/5/6/r5b/r4b/r3b/r2b r 2,1,1 300");
        assert!(hashes.insert(game.hash(&position(&game, &text))));
    }
    let low: HashSet<u64> = hashes.iter().map(|hash| hash & 0xFFF).collect();
    let high: HashSet<u64> = hashes.iter().map(|hash| hash >> 52).collect();
    assert_eq!((low.len(), high.len()), (4096, 4096));
}

#[test]
fn perft_with_a_table_sees_the_turn_limit() {
    let game = rules("turns_per_player=2");
    for depth in 1..=7 {
        let plain = perft(&game, &game.start(), &PerftConfig::new(depth));
        let table = PerftConfig { hash_mb: 4, ..PerftConfig::new(depth) };
        assert_eq!(perft(&game, &game.start(), &table), plain);
        assert_eq!(plain == 0, depth > 6);
    }
}

#[test]
fn random_games_end() {
    let (game, mut rng) = (Chexers::default(), Rng::new(1));
    let mut playout = Playout::new();
    for _ in 0..200 {
        let end = playout.run(&game, &mut game.start(), &mut rng, u32::MAX);
        assert!(!end.cut && end.decisions <= 768);
    }
}

#[test]
fn the_scene_shows_edges_blocks_and_counters() {
    let game = Chexers::default();
    let scene = game.scene(&position(&game, "x2g/5/6/r6/6/5/4 b 3,3,3 767"));
    assert_eq!(scene.cells.len(), 37);
    assert_eq!(scene.cells[0].name, "(0,-3)");
    assert_eq!(scene.cells[0].tint, Tint::Blocked);
    assert_eq!(scene.cells[3].tint, Tint::Base(Player(0)));
    assert_eq!(scene.cells.iter().filter(|cell| cell.tint != Tint::Plain).count(), 12);
    assert_eq!(scene.pieces.len(), 3);
    assert_eq!(scene.counters.last().map(|c| (c.name, c.value)), Some(("turns left", 1)));
    let xs: Vec<f32> = [0, 4, 15].map(|idx: usize| scene.cells[idx].x).to_vec();
    assert_eq!(xs, [1.5, 1.0, 0.0]);
}

#[test]
fn kinds_of_moves() {
    let hex = |q, r| Hex::at(q, r).unwrap();
    let parts = |mv: Move| (mv.kind(), mv.origin(), mv.target(), mv.over());
    let nowhere = Hex::NOWHERE;
    assert_eq!(parts(Move::PASS), (Kind::Pass, nowhere, nowhere, nowhere));
    let exit = Move::exit(hex(3, 0).bit(), 0);
    assert_eq!(parts(exit), (Kind::Exit, hex(3, 0), nowhere, nowhere));
    let exit = Move::exit(hex(-3, 0).bit(), 2);
    assert_eq!(parts(exit), (Kind::Exit, hex(-3, 0), nowhere, nowhere));
    for (dq, dr) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
        let (from, next, to) = (hex(0, 0), hex(dq, dr), hex(2 * dq, 2 * dr));
        let step = Move::between(from.bit(), next.bit());
        assert_eq!(parts(step), (Kind::Move, from, next, nowhere));
        let jump = Move::between(from.bit(), to.bit());
        assert_eq!(parts(jump), (Kind::Jump, from, to, next));
    }
    assert_eq!(hex(-3, 3).distance(hex(3, -3)), 6);
}
