//! Rules, laws and text; files of vectors and games in the modules below.

use plyglot_core::{
    AnySession, Game, GameEntry, Handover, Listed, Notation, Options, Player, ResultWords, Rng,
    Session, TextError, Verdict,
    laws::{self, LawConfig},
    perft::{PerftConfig, perft},
};

use crate::{Checkers, DrawRules, Move, Position, Side};

mod csc384;
mod eval;
mod fuzz;
mod naive;
mod pdn;
mod text;
mod trial;
mod vectors;

/// Positions with corners in them: kings, rings, blocked and missing pieces, full boards.
const POSITIONS: [&str; 10] = [
    "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
    "W:WK2:B6,7,14,15",
    "W:W15,30:B11,19,25,26",
    "W:W5:B1,K9",
    "W:W:B1",
    "B:WK32,K31:BK1,K2",
    "W:WK12,20,26:B7,14,15,18,K31",
    "W:WK1,K3,K5,K7,K21,K23,K29,K31:B6,8,9,11,14,16,17,19,22,24,25,27",
    "B:WK6-8,K14-16,K22-24:BK1,K3,K17,K19,K32",
    "W:WK1-4,K9-12,K17-20:BK29-32",
];

fn game(options: &str) -> Checkers {
    let spec = plyglot_core::Spec::parse(&format!("checkers({options})")).unwrap();
    let no_file = |path: &str| Err(path.to_owned());
    Checkers::build(&Options::check("checkers", Checkers::OPTIONS, &spec.given, &no_file).unwrap())
        .unwrap()
}

fn at(text: &str) -> Position {
    Checkers::default().parse_state(text).unwrap().1
}

fn legal(game: &Checkers, state: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut texts: Vec<_> = moves.iter().map(Move::to_string).collect();
    texts.sort_by(|a, b| game.compare_plies(a, b));
    texts
}

#[test]
fn sizes_are_small() {
    assert_eq!(size_of::<Move>(), 8);
    assert_eq!(size_of::<Position>(), 16);
}

#[test]
fn laws_hold_under_every_option() {
    let variants = ["", "draws=none", "draws=openspiel", "draws=fifty-fourfold,start=csc384"];
    for options in variants {
        let game = game(options);
        let config = LawConfig { games: 30, perft_depth: 3, ..LawConfig::default() };
        for text in POSITIONS.iter().chain(&["startpos"]) {
            let state = game.parse_state(text).unwrap().1;
            let report = laws::check(&game, &state, &config);
            assert!(report.broken.is_empty(), "{options} {text}: {:#?}", report.broken);
        }
    }
}

#[test]
fn random_moves_are_uniform() {
    let game = Checkers::default();
    let extra = ["startpos", "B:W14,22:B9,1", "W:W11,K32,23,K18:B7,8,27,15,1", "W:WK14,22:B1"];
    for text in POSITIONS.iter().chain(&extra) {
        let deviation = laws::uniformity(&game, &at(text), 40_000, 7);
        assert!(deviation < 5.0, "{text}: {deviation}");
    }
}

#[test]
fn nine_pieces_can_be_taken_in_one_move() {
    let game = Checkers::default();
    let state = at("W:WK1:B6,7,8,14,15,16,22,23,24");
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let longest = moves.iter().max_by_key(|mv| mv.jumps()).unwrap();
    assert_eq!(longest.jumps(), 9);
    let mut after = state;
    game.make(&mut after, *longest);
    assert_eq!(game.write_state(&after), "B:WK28:B");
    assert!(moves.iter().any(|mv| mv.to_string() == "1x10x19x28"));
}

#[test]
fn counter_follows_its_rules() {
    let standard = Checkers::default();
    let mut state = at("B:WK32:B9,K1:H5");
    assert_eq!((state.quiet_plies(), standard.horizon(&state)), (5, 75));
    let play = |game: &Checkers, state: &mut Position, text: &str| {
        let mv = game.parse_ply(state, text).unwrap()[0];
        game.make(state, mv);
    };
    play(&standard, &mut state, "1-6");
    assert_eq!(state.quiet_plies(), 6);
    play(&standard, &mut state, "32-27");
    play(&standard, &mut state, "9-14");
    assert_eq!(state.quiet_plies(), 0);
    let openspiel = game("draws=openspiel");
    let mut state = at("B:WK32:B9,K1:H38");
    play(&openspiel, &mut state, "9-14");
    assert_eq!((state.quiet_plies(), openspiel.horizon(&state)), (39, 1));
    assert_eq!(openspiel.outcome(&state), None);
    play(&openspiel, &mut state, "32-27");
    assert_eq!(openspiel.outcome(&state), Some(openspiel.draw()));
    assert_eq!(openspiel.verdict(&state, false).unwrap().reason, Some("forty-move"));
    assert_eq!(legal(&openspiel, &state), Vec::<String>::new());
    assert_eq!(openspiel.count_plies(&state, &mut Vec::new()), 0);
    assert_eq!(openspiel.random_move(&state, &mut Vec::new(), &mut Rng::new(1)), None);
    let capture = at("W:WK14:B1,18:H79");
    let mut after = capture;
    play(&standard, &mut after, "14x23");
    assert_eq!(after.quiet_plies(), 0);
}

#[test]
fn losing_comes_before_drawing() {
    let game = Checkers::default();
    let state = at("W:W5:B1,K9:H80");
    let verdict = game.verdict(&state, true).unwrap();
    assert_eq!(verdict, plyglot_core::Verdict::word("black", Some("no-moves")));
    let payoffs = game.outcome(&state).unwrap();
    assert_eq!((payoffs[Player(0)], payoffs[Player(1)]), (1, -1));
    let state = at("B:WK32:BK1:H80");
    assert_eq!(game.verdict(&state, true).unwrap().reason, Some("repetition"));
    assert_eq!(game.verdict(&state, false).unwrap().reason, Some("forty-move"));
}

#[test]
fn draw_rules_end_games_when_they_say() {
    for (options, plies) in [
        ("", 8),
        ("draws=fifty-fourfold", 12),
        ("draws=openspiel", 40),
        ("repetition=off", 80),
        ("draws=none,quiet_limit=33", 33),
        ("draws=none,repetition=2", 4),
        ("draws=fifty-fourfold,repetition=0", 100),
    ] {
        let game = game(options);
        let mut session = Session::at(game, at("B:WK32:BK1"));
        let mut played = 0;
        while session.outcome().is_none() {
            let text = ["1-6", "32-27", "6-1", "27-32"][played % 4];
            session.push(game.parse_ply(session.state(), text).unwrap());
            played += 1;
        }
        assert_eq!(played, plies, "{options}");
    }
    let endless = game("draws=none");
    assert_eq!((endless.repetition(), endless.horizon(&endless.start())), (0, u32::MAX));
}

/// Plays to and fro until the driver of 2021 ends the game: plies, result, reason.
fn driven(position: &str, moves: [&str; 4]) -> (usize, String, Option<&'static str>) {
    let mut session = Session::at(game("draws=csc384-2021"), at(position));
    for played in 0.. {
        if let Some(verdict) = session.verdict() {
            assert!(session.legal().is_empty() && session.outcome().is_some());
            // The driver forgets what is taken back: the same ply ends the game once more.
            assert!(session.pop() && session.verdict().is_none());
            session.play(moves[(played - 1) % 4]).unwrap();
            assert_eq!(session.verdict().as_ref(), Some(&verdict));
            let ResultWords::Word(word) = verdict.result else { panic!("{verdict:?}") };
            return (played, word, verdict.reason);
        }
        session.play(moves[played % 4]).unwrap();
    }
    unreachable!()
}

#[test]
fn the_driver_of_2021_ends_games_that_go_round() {
    let driver = Some("driver");
    let found = driven("B:WK32:BK1", ["1-6", "32-27", "6-1", "27-32"]);
    assert_eq!(found, (13, "draw".to_owned(), driver), "as many pieces: a draw");
    let found = driven("B:WK32:BK1,K3", ["1-6", "32-27", "6-1", "27-32"]);
    assert_eq!(found, (13, "black".to_owned(), driver), "the counter is used up");
    let found = driven("W:WK32:BK1,K3", ["32-27", "1-6", "27-32", "6-1"]);
    assert_eq!(found, (12, "black".to_owned(), driver), "fewer pieces and nearly used up");
    let stuck = Session::at(game("draws=csc384-2021"), at("W:W5:B1,K9"));
    assert_eq!(stuck.verdict(), Some(Verdict::word("black", Some("no-moves"))));
}

#[test]
fn options_name_what_they_set() {
    assert_eq!(game(""), Checkers::default());
    assert_eq!(game("draws=openspiel").draws, DrawRules::OPENSPIEL);
    let csc384 = game("draws=none,start=csc384");
    assert!(csc384.write_state(&csc384.start()).starts_with("W:W21,22,23"));
    assert_eq!(csc384.to_move(&csc384.start()), Player(1));
    let text = "W:W1,22:B30";
    let strict = game("men_on_crown_row=strict");
    assert!(matches!(strict.parse_state(text), Err(TextError::Rules(_))));
    let lenient = game("men_on_crown_row=lenient");
    let (_, state) = lenient.parse_state(text).unwrap();
    assert_eq!(lenient.write_state(&state), "W:WK1,22:BK30");
    let keep = game("men_on_crown_row=keep");
    let (_, state) = keep.parse_state(text).unwrap();
    assert_eq!(
        (keep.write_state(&state).as_str(), legal(&keep, &state)),
        (text, legal(&keep, &at("W:W22:B")))
    );
    assert_eq!(GameEntry::of::<Checkers>().name, "checkers");
}

#[test]
fn a_given_turn_is_answered_with_a_pass() {
    let game = Checkers::default();
    let mut state = at("B:W5:B1,K9");
    let before = state;
    assert_eq!(game.give_turn(&mut state, Player(1)), Player(0));
    assert_eq!(legal(&game, &state), ["pass"]);
    assert_eq!(game.outcome(&state), None);
    assert_eq!(game.count_plies(&state, &mut Vec::new()), 1);
    assert_eq!(game.random_move(&state, &mut Vec::new(), &mut Rng::new(1)), Some(Move::PASS));
    assert_ne!(game.hash(&state), game.hash(&at("W:W5:B1,K9")));
    assert_eq!(game.parse_ply(&state, "pass"), Ok(vec![Move::PASS]));
    let mut passed = state;
    game.make(&mut passed, Move::PASS);
    assert_eq!(passed, before);
    game.give_turn(&mut state, Player(0));
    assert_eq!(state, before);
}

#[test]
fn turning_the_board_maps_squares_to_their_opposites() {
    let state = at("B:W18,24,K10:B12,16,K22");
    let turned = Checkers::default().symmetric(&state);
    assert_eq!(turned, [at("W:WK11,17,21:B9,15,K23")]);
    assert_eq!(turned[0].turned(), state);
}

#[test]
fn hashes_of_many_positions_differ() {
    // A table that is too small to help, but would be misled by equal hashes of unequal positions.
    let game = Checkers::default();
    let config = PerftConfig { hash_mb: 16, ..PerftConfig::new(9) };
    assert_eq!(perft(&game, &game.start(), &config), 3_963_680);
    let mut hashes = Vec::new();
    let (mut rng, mut scratch) = (Rng::new(3), Vec::new());
    let mut seen = Vec::new();
    for _ in 0..3000 {
        let mut state = game.start();
        while let Some(mv) = game.random_move(&state, &mut scratch, &mut rng) {
            game.make(&mut state, mv);
            seen.push((state.black, state.white, state.kings, state.side as u8));
            hashes.push(game.hash(&state));
        }
    }
    seen.sort_unstable();
    seen.dedup();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(seen.len(), hashes.len());
}

#[test]
fn pieces_are_told_by_square() {
    let state = at("B:W18,K10:B12");
    assert_eq!(state.piece(10), Some((Side::White, true)));
    assert_eq!(state.piece(12), Some((Side::Black, false)));
    assert_eq!(state.piece(1), None);
    assert_eq!((state.count(Side::White), state.count(Side::Black)), ((1, 1), (1, 0)));
    let mv = Checkers::default().parse_ply(&at("W:WK2:B6,7,14,15"), "2x9x18x11x2").unwrap()[0];
    assert_eq!((mv.from(), mv.to(), mv.jumps()), (2, 2, 4));
    assert_eq!(mv.captures().collect::<Vec<_>>(), [6, 7, 14, 15]);
}
