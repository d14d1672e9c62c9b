use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, Evaluate, Game, History, NoClock, Notation, Options, Player, Rng, Score, seats,
};
use plyglot_halma::{Ending, Halma, Level, Move, Square, State, VARIANTS};
use plyglot_search::{Search, Task, Thought};
use serde_json::{Value, json};

use super::{
    Measure, PLAYERS, Race, Weights, check_row,
    eval::{Course, EARLIEST, EARLY, SIMPLE},
    evaluation, explain, rows,
};

const RECORDED: &str = include_str!("../../../../testdata/halma/classic_eval.jsonl");

fn recorded() -> Vec<Value> {
    let rows = RECORDED.lines().map(|line| serde_json::from_str(line).expect("a row is JSON"));
    rows.collect()
}

fn player(name: &str, given: &[(&str, &str)]) -> Box<dyn Search<Halma>> {
    let entry = PLAYERS.iter().find(|entry| entry.name == name).expect("a known player");
    let given: Vec<_> =
        given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let options = Options::check(name, entry.options, &given, &|path| Err(path.to_owned()))
        .expect("good options");
    (entry.build)(&options).expect("a player")
}

fn think(player: &mut dyn Search<Halma>, game: &Halma, state: &State, nodes: u64) -> Thought<Move> {
    let (stop, history) = (AtomicBool::new(false), History::default());
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history: &history, only: &[], lines: 1, seed: 7 };
    player.think(&task, &mut control, &mut |_| {})
}

fn read(text: &str) -> (Halma, State) {
    let team = Halma::named("team16").expect("a variant");
    team.parse_state(text).expect("a position")
}

fn is_legal(game: &Halma, state: &State, line: &[Move]) -> bool {
    let mut state = state.clone();
    line.iter().all(|mv| {
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let known = legal.contains(mv);
        if known {
            game.make(&mut state, *mv);
        }
        known
    }) && !line.is_empty()
}

/// Positions some random decisions into games of every variant, in mid-turn too.
fn scattered(decisions: usize, seed: u64) -> Vec<(Halma, State)> {
    let mut rng = Rng::new(seed);
    let levels = [Level::Action, Level::Turn];
    let named = VARIANTS.iter().filter_map(|variant| Halma::named(variant.name));
    let games = named.flat_map(|game| levels.into_iter().filter_map(move |at| game.at_level(at)));
    let mut found = Vec::new();
    for game in games {
        let mut state = game.start();
        for _ in 0..decisions {
            let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) else { break };
            game.make(&mut state, mv);
        }
        if game.outcome(&state).is_none() {
            found.push((game, state));
        }
    }
    found
}

#[test]
fn recorded_evaluations_and_choices_agree() {
    let wrong: Vec<_> = recorded()
        .iter()
        .enumerate()
        .filter_map(|(at, row)| check_row(row).err().map(|why| format!("row {at}: {why}")))
        .collect();
    assert!(wrong.is_empty(), "{} rows differ: {}", wrong.len(), wrong.join("\n"));
}

#[test]
fn differences_are_noticed() {
    let changes = [
        ("final", json!([0, 0, 0, 0])),
        ("complex", json!([0, 0, 0])),
        ("final_best_score", json!(1000)),
        ("simple_best", json!(["a1-b2"])),
        ("position", json!("team16 nonsense")),
    ];
    for (field, value) in changes {
        let mut row = recorded()[1].clone();
        row[field] = value;
        assert!(check_row(&row).is_err(), "{field}");
    }
    let position = recorded()[0]["position"].clone();
    assert!(check_row(&json!({ "position": position })).is_err());
    assert_eq!(rows(&json!([1, 2])).len(), 2);
    assert_eq!(rows(&json!({ "position": "" })).len(), 1);
}

#[test]
fn the_diagonal_costs_as_tabulated() {
    let expected = [0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6];
    let game = Halma::named("team16").expect("a variant");
    for (x, cost) in (0..16).zip(expected) {
        let aside = |seat, x, y| Course::of(&game, Player(seat)).aside(Square::new(x, y));
        assert_eq!((aside(0, x, 0), aside(3, 0, x)), (cost, cost), "column {x}");
        assert_eq!((aside(1, 15 - x, 0), aside(2, 15, x)), (cost, cost), "column {x}");
    }
}

#[test]
fn the_start_is_worth_what_hand_reckoning_says() {
    let game = Halma::named("team16").expect("a variant");
    let state = game.start();
    for seat in seats(4) {
        let value = |weights| Race { weights }.score(&game, &state, seat);
        assert_eq!(value(Weights::default()), -6);
        assert_eq!(value(Weights::with(SIMPLE)), -33);
        assert_eq!(value(Weights::complex()), 0);
        // One's own worth less the three others'.
        let own = Weights { ally: 0, opponents: 0, ..Weights::with(EARLY) };
        assert_eq!(value(Weights::with(EARLY)), -2 * value(own));
    }
}

#[test]
fn isolation_looks_at_its_lopsided_window() {
    let early =
        Weights { ally: 0, opponents: 0, distance: 0, goal: 0, home: 0, ..Weights::with(EARLY) };
    let lonely = |row: &str| {
        let rest = "16/16/16/16/CC12DD/CCC10DDD/CCCC8DDDD/CCCC8DDDD 0 0 - *";
        let top = "AAAA8BBBB/AAAA8BBBB/AAA10BBB/14BB/16/16/16";
        let (game, state) = read(&format!("team16 {top}/{row}/{rest}"));
        -Race { weights: early }.score(&game, &state, Player(0)) / 2
    };
    assert_eq!(lonely("3AA11"), 0);
    // The window reaches two back but only one ahead: f8 sees d8, which does not see f8.
    assert_eq!(lonely("3A1A10"), 1);
    assert_eq!(lonely("3A2A9"), 2);
    // The last column is never looked at.
    assert_eq!(lonely("14AA"), 1);
}

#[test]
fn weights_of_the_options_are_those_of_the_descriptions() {
    let weights = |name: &str| {
        let entry = PLAYERS.iter().find(|entry| entry.name == name).expect("a known player");
        evaluation(&Options::defaults(entry.options)).weights
    };
    let last = Weights {
        reach: 32,
        distance: 1,
        measure: Measure::Manhattan,
        resting: false,
        diagonal: 1,
        settled: 10,
        isolated: 0,
        goal: 7,
        home: 4,
        ally: 0,
        opponents: 0,
        win: true,
        loss: false,
    };
    for name in ["classic", "classic-rollout", "classic-mcts"] {
        assert_eq!(weights(name), last, "{name}");
    }
    let simple = Weights { reach: 30, diagonal: 0, goal: 5, home: 5, ..last };
    for name in ["classic-nodiag", "classic-ab8"] {
        assert_eq!(weights(name), simple, "{name}");
    }
    let straight = Weights { reach: 0, measure: Measure::Euclid, diagonal: 0, win: false, ..last };
    let early = Weights { isolated: 2, goal: 4, ally: -1, opponents: 1, ..straight };
    assert_eq!(weights("classic-ab"), early);
    let earliest = Weights { resting: true, goal: 1, home: 1, ..straight };
    assert_eq!(weights("classic-greedy1"), earliest);
}

#[test]
fn explanations_add_up() {
    let all =
        [Weights::default(), Weights::complex(), Weights::with(EARLY), Weights::with(EARLIEST)];
    for (game, state) in scattered(60, 3) {
        for (weights, seat) in
            all.into_iter().flat_map(|w| seats(game.players()).map(move |s| (w, s)))
        {
            let eval = Race { weights };
            let sum: f64 = explain(&game, &state, seat, &eval).iter().map(|(_, term)| term).sum();
            assert_eq!(sum, eval.value(&game, &state, seat) as f64);
        }
    }
}

#[test]
fn the_first_of_equal_turns_is_played() {
    let game = Halma::named("team16").expect("a variant");
    let thought = think(&mut *player("classic", &[]), &game, &game.start(), u64::MAX);
    let words = |mv: &Move| game.write_ply(&game.start(), &[*mv]);
    let line: Vec<_> = thought.lines[0].moves.iter().map(words).collect();
    assert_eq!(line, ["0 (1,0) (3,2)", "0 null null"]);
    assert_eq!((thought.lines[0].value, thought.nodes), (2.0, 32));
}

#[test]
fn a_planned_chain_is_sent_without_thinking_again() {
    let long = recorded().into_iter().find_map(|row| {
        let (game, state) = read(row["position"].as_str()?);
        let mut classic = player("classic", &[]);
        let first = think(&mut *classic, &game, &state, u64::MAX);
        (first.lines[0].moves.len() > 4).then_some((game, state, classic, first))
    });
    let (game, mut state, mut classic, first) = long.expect("a long chain");
    game.make(&mut state, first.lines[0].moves[0]);
    for (at, mv) in first.lines[0].moves.iter().enumerate().skip(1) {
        let next = think(&mut *classic, &game, &state, u64::MAX);
        assert_eq!(next.lines[0].moves, first.lines[0].moves[at..]);
        assert_eq!(next.nodes, 0);
        game.make(&mut state, *mv);
    }
}

#[test]
fn the_level_of_turns_chooses_alike() {
    for row in recorded().iter().step_by(5) {
        let (game, state) = read(row["position"].as_str().expect("a position"));
        let turns = game.at_level(Level::Turn).expect("both levels");
        for name in ["classic", "classic-nodiag"] {
            let by_action = think(&mut *player(name, &[]), &game, &state, u64::MAX);
            let by_turn = think(&mut *player(name, &[]), &turns, &state, u64::MAX);
            assert_eq!(by_action.nodes, by_turn.nodes, "{row}");
            let moves: Vec<_> = by_action.lines[0].moves.iter().filter(|mv| !mv.is_end()).collect();
            let ends = moves
                .first()
                .map_or(Move::END, |mv| Move { from: mv.from, to: moves[moves.len() - 1].to });
            assert_eq!(by_turn.lines[0].moves, [ends], "{row}");
        }
    }
}

#[test]
fn any_budget_gives_a_legal_move() {
    for (game, state) in scattered(9, 5).into_iter().chain(scattered(150, 6)) {
        for entry in PLAYERS {
            for nodes in [0, 1, 50] {
                let thought = think(&mut *player(entry.name, &[]), &game, &state, nodes);
                let line = &thought.lines[0].moves;
                assert!(is_legal(&game, &state, line), "{} with {nodes}: {line:?}", entry.name);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    for row in recorded().iter().step_by(40) {
        let (game, state) = read(row["position"].as_str().expect("a position"));
        for entry in PLAYERS {
            for nodes in [700, 5000] {
                let answer = || think(&mut *player(entry.name, &[]), &game, &state, nodes);
                assert_eq!(answer(), answer(), "{}", entry.name);
            }
        }
    }
}

#[test]
fn players_take_their_turns_to_the_end() {
    let game = Halma::named("team8").expect("a variant");
    for entry in PLAYERS {
        let mut seats: Vec<_> = (0..4).map(|_| player(entry.name, &[])).collect();
        let mut state = game.start();
        for _ in 0..120 {
            if game.outcome(&state).is_some() {
                break;
            }
            let seat = game.to_move(&state).idx();
            let line = think(&mut *seats[seat], &game, &state, 2000).lines[0].moves.clone();
            assert!(is_legal(&game, &state, &line), "{}", entry.name);
            game.make(&mut state, line[0]);
        }
        assert!(state.round() > 3, "{} hops for ever", entry.name);
    }
}

#[test]
fn options_change_the_play() {
    let (game, state) = read(recorded()[4]["position"].as_str().expect("a position"));
    let value = |name, given: &[_]| {
        think(&mut *player(name, given), &game, &state, u64::MAX).lines[0].value
    };
    assert_eq!(value("classic", &[]), 301.0);
    let nodiag = [("diagonal", "0"), ("reach", "30"), ("goal", "5"), ("home", "5"), ("hops", "10")];
    assert_eq!(value("classic", &nodiag), 297.0);
    assert_eq!(value("classic-rollout", &[("rollouts", "0")]), 301.0);
    assert!(value("classic", &[("hops", "0")]) <= 301.0);
    assert!(value("classic", &[("depth", "2")]) > 301.0);
}

#[test]
fn a_win_is_worth_more_than_anything() {
    let text = "team16 DDDD8CCCC/DDDD8CCCC/DDD10CCC/DD12CC/16/16/16/16/16/16/B15/13A2/1B13A/\
                BBB10AAA/BBBB8AAAA/BBBB8AAAA 0 120 - *";
    let (game, state) = read(text);
    for name in ["classic", "classic-nodiag", "classic-ab8"] {
        let thought = think(&mut *player(name, &[]), &game, &state, u64::MAX);
        assert_eq!(thought.lines[0].value, i64::WIN.real(), "{name}");
        let mut after = state.clone();
        for mv in &thought.lines[0].moves {
            game.make(&mut after, *mv);
        }
        assert_eq!(after.ending(), Ending::Won(0), "{name}");
    }
}

/// Minimax without bounds, for comparison.
fn minimax(game: &Halma, state: &State, depth: u32, pov: Player) -> i64 {
    let eval = Race { weights: Weights::with(EARLY) };
    if depth == 0 || game.outcome(state).is_some() {
        return eval.value(game, state, pov);
    }
    let mover = game.to_move(state);
    let course = Course::of(game, mover);
    let left = |at| course.distance(at, Measure::Euclid);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.iter().filter(|mv| mv.is_end() || left(mv.to) <= left(mv.from)).map(|mv| {
        let mut after = state.clone();
        game.make(&mut after, *mv);
        minimax(game, &after, depth - 1, pov)
    });
    let own = game.team(mover) == game.team(pov);
    let best = if own { values.max() } else { values.min() };
    best.unwrap_or_else(|| eval.value(game, state, pov))
}

#[test]
fn bounds_do_not_change_the_value() {
    let game = Halma::named("team8").expect("a variant");
    let mut rng = Rng::new(11);
    let mut state = game.start();
    for _ in 0..40 {
        let mv = game.random_move(&state, &mut Vec::new(), &mut rng).expect("a move");
        game.make(&mut state, mv);
        let found = think(&mut *player("classic-ab", &[]), &game, &state, u64::MAX);
        let value = minimax(&game, &state, 3, game.to_move(&state));
        assert_eq!(found.lines[0].value, value as f64);
    }
}

#[test]
fn one_ply_of_the_deep_player_is_its_best_action() {
    for row in recorded().iter().step_by(10) {
        let (game, state) = read(row["position"].as_str().expect("a position"));
        let options = [("depth", "1"), ("follow", "20"), ("skip", "off")];
        let found = think(&mut *player("classic-ab8", &options), &game, &state, u64::MAX);
        // Followed to their ends, chains of hops are all the turns there are.
        assert_eq!(Some(found.lines[0].value), row["simple_best_score"].as_f64(), "{row}");
    }
}
