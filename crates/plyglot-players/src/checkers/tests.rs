use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_checkers::{Checkers, Move, Position, Side};
use plyglot_core::{
    Control, Evaluate, Game, History, NoClock, Notation, Options, Rng, options::no_files,
};
use plyglot_search::{Search, Task, Thought};
use serde_json::Value;

use super::{board::Board, heap::Heap, *};

const PLAYER: &str = include_str!("../../../../testdata/checkers/classic_player.json");
const MINIMAX: &str = include_str!("../../../../testdata/checkers/minimax.json");

fn read(text: &str) -> Position {
    Checkers::default().parse_state(text).expect("a position").1
}

fn check_all(file: &str) -> usize {
    let rows = rows(&serde_json::from_str(file).expect("valid JSON"));
    for row in &rows {
        if let Err(why) = check_row(row) {
            panic!("{why}\n{row}");
        }
    }
    rows.len()
}

#[test]
fn recorded_evaluations_orders_and_searches() {
    assert_eq!(check_all(PLAYER), 81 + 50 + 136);
}

#[test]
fn recorded_exact_values() {
    assert_eq!(check_all(MINIMAX), 170);
}

/// Every number and every move of a row counts: whatever is changed is noticed.
#[test]
fn changed_rows_are_refused() {
    for file in [PLAYER, MINIMAX] {
        let all = rows(&serde_json::from_str(file).expect("valid JSON"));
        for row in all.iter().step_by(9) {
            if row["max_depth"].as_u64().is_some_and(|depth| depth > 4) {
                continue;
            }
            for changed in changes(row) {
                assert!(check_row(&changed).is_err(), "{changed}");
            }
        }
    }
    assert!(check_row(&serde_json::json!({"position": "W:W30:B1"})).is_err());
}

/// The row with each of its stated results altered in turn.
fn changes(row: &Value) -> Vec<Value> {
    let given = ["position", "variant", "max_depth", "depth"];
    let keys = row.as_object().expect("an object").keys();
    let results = keys.filter(|key| !given.contains(&key.as_str()));
    results.map(|key| with(row, key, altered(&row[key]))).collect()
}

fn with(row: &Value, key: &str, value: Value) -> Value {
    let mut row = row.clone();
    row[key] = value;
    row
}

fn altered(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_f64().unwrap_or(0.0) + 1.0),
        Value::String(text) => Value::from(format!("{text},")),
        Value::Array(items) => {
            Value::Array(items.iter().skip(1).cloned().chain([Value::from(0)]).collect())
        }
        Value::Object(fields) => {
            let (key, inner) = fields.iter().next().expect("a field");
            with(value, key, altered(inner))
        }
        other => other.clone(),
    }
}

fn player(name: &str, given: &[(&str, &str)]) -> Box<dyn Search<Checkers>> {
    let entry = PLAYERS.iter().find(|entry| entry.name == name).expect("a player");
    let given: Vec<_> =
        given.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let options = Options::check(name, entry.options, &given, &no_files).expect("valid options");
    (entry.build)(&options).expect("a player")
}

fn think(player: &mut dyn Search<Checkers>, state: &Position, nodes: u64) -> Thought<Move> {
    let (game, history, stop) = (Checkers::default(), History::default(), AtomicBool::new(false));
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let task = Task { game: &game, state, history: &history, only: &[], lines: 1, seed: 7 };
    player.think(&task, &mut control, &mut |_| {})
}

/// Positions of random games, Black and White to move in turn.
fn samples(seed: u64) -> Vec<Position> {
    let (game, mut rng) = (Checkers::default(), Rng::new(seed));
    let (mut state, mut positions, mut scratch) = (game.start(), Vec::new(), Vec::new());
    while let Some(mv) = game.random_move(&state, &mut scratch, &mut rng) {
        positions.push(state);
        game.make(&mut state, mv);
    }
    positions
}

fn legal(state: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    Checkers::default().moves(state, &mut moves);
    moves
}

#[test]
fn the_players_differ_as_program_and_description_do() {
    let [programmed, described] =
        [0, 1].map(|at: usize| Params::read(&Options::defaults(PLAYERS[at].options)));
    assert_eq!((programmed.leaf, described.leaf), (Leaf::Beyond, Leaf::At));
    assert_eq!((programmed.cache, described.cache), (Cache::Programmed, Cache::Described));
    assert_eq!((programmed.ordering.last_rows, described.ordering.last_rows), (4, 3));
    assert_eq!(programmed.evaluation, Evaluation::default());
    assert_eq!(described.evaluation, Evaluation::described());
    assert_eq!((programmed.max_depth, described.max_depth), (8, 8));
}

/// Twelve men, four of them at home; all are backed by men or the edge of the board.
#[test]
fn start_position_by_hand() {
    let start = Checkers::default().start();
    let terms = Evaluation::default().terms(&start, Side::White);
    assert_eq!(terms, Terms { men: 12, back_row: 4, stable: 12, ..Terms::default() });
    assert_eq!(Evaluation::described().value(&start, Side::White), 48.0 + 4.0 + 36.0);
    assert_eq!(Evaluation::default().value(&start, Side::White), 0.0);
}

/// A man on 18 with a man before it on 15 and nothing behind is risky; so is 15 itself.
#[test]
fn risky_pieces_by_hand() {
    let state = read("W:W18:B15");
    let terms = Evaluation::default().terms(&state, Side::White);
    assert_eq!(terms, Terms { men: 1, centre: 1, risky: 1, ..Terms::default() });
    assert_eq!(Evaluation::described().value(&state, Side::White), 4.0 + 2.0 - 3.0);
    assert_eq!(Evaluation::default().value(&state, Side::White), 0.0);
}

/// A king on 23 behind the man on 18 threatens it, which only the description sees.
#[test]
fn kings_from_behind_by_hand() {
    let state = read("W:W18:BK23");
    assert_eq!(Evaluation::default().terms(&state, Side::White).risky, 0);
    assert_eq!(Evaluation::described().terms(&state, Side::White).risky, 1);
    // On the outer column the program looks at the one square behind, the description at none.
    let edge = read("W:W21:B1");
    assert_eq!(Evaluation::default().terms(&edge, Side::White).stable, 0);
    assert_eq!(Evaluation::described().terms(&edge, Side::White).stable, 1);
}

#[test]
fn terms_add_up_and_sides_agree() {
    let game = Checkers::default();
    for state in samples(3) {
        let turned = &game.symmetric(&state)[0];
        for evaluation in [Evaluation::default(), Evaluation::described()] {
            for side in [Side::Black, Side::White] {
                let value = evaluation.score(&game, &state, side.player());
                let terms = explain(&game, &state, side.player(), &evaluation);
                assert_eq!(terms.iter().map(|(_, term)| term).sum::<f64>(), value);
                assert_eq!(evaluation.score(&game, turned, side.other().player()), value);
                assert!(value.abs() < evaluation.win);
            }
        }
    }
}

/// A jump that crowns gets 2 for the piece, 3 for the last row and 2 for being advanced.
#[test]
fn ordering_by_hand() {
    let score = |ordering: Ordering, text: &str, mv: &str| {
        let state = read(text);
        let moves = legal(&state);
        ordering.score(state.side(), *moves.iter().find(|m| m.to_string() == mv).expect("legal"))
    };
    assert_eq!(score(Ordering::default(), "W:W10:B6", "10x1"), 7.0);
    assert_eq!(score(Ordering::default(), "B:W26:B22", "22x31"), 7.0);
    assert_eq!(score(Ordering::default(), "W:WK25:B1", "25-29"), 2.0);
    assert_eq!(score(Ordering::default(), "W:W22:B1", "22-18"), 21.0);
    // The fourth row from the end counts as advanced in the program only.
    assert_eq!(score(Ordering::default(), "W:W18:B1", "18-15"), 23.0);
    assert_eq!(score(Params::described().ordering, "W:W18:B1", "18-15"), 21.0);
}

/// The orders that the heap of Python's library gives.
#[test]
fn heap_order_among_equals() {
    let order = |keys: &[f64]| {
        let mut heap = Heap::new();
        keys.iter().enumerate().for_each(|(at, key)| heap.push(*key, at));
        std::iter::from_fn(|| heap.pop()).collect::<Vec<_>>()
    };
    assert_eq!(order(&[0.0; 3]), [0, 1, 2]);
    assert_eq!(order(&[0.0; 7]), [0, 2, 5, 6, 4, 1, 3]);
    assert_eq!(order(&[0.0, -21.0, 0.0, -21.0, -2.0]), [1, 3, 4, 0, 2]);
    assert_eq!(
        order(&[-23.0, 0.0, 0.0, -21.0, -2.0, -21.0, -2.0, 0.0, -4.0, -23.0]),
        [0, 9, 5, 3, 8, 6, 4, 2, 7, 1]
    );
}

#[test]
fn moved_pieces_go_to_the_end_of_their_list() {
    let texts = |board: &Board| board.moves().iter().map(Move::to_string).collect::<Vec<_>>();
    let mut board = Board::new(read("W:W22,K24:B1"), false);
    assert_eq!(texts(&board), ["22-17", "22-18", "24-28", "24-27", "24-19", "24-20"]);
    assert_eq!(
        texts(&Board::new(board.position, true)),
        ["24-27", "24-28", "24-20", "24-19", "22-18", "22-17"]
    );
    for text in ["22-17", "1-5"] {
        let moves = board.moves();
        board = board.after(*moves.iter().find(|mv| mv.to_string() == text).expect("legal"));
    }
    assert_eq!(texts(&board), ["24-28", "24-27", "24-19", "24-20", "17-13", "17-14"]);
}

/// A sound cache changes neither value nor move, and saves nodes somewhere.
#[test]
fn sound_cache_changes_nothing() {
    let (mut with, mut without) = (0, 0);
    for state in samples(11).iter().step_by(2) {
        let mut answers = ["sound", "off"].map(|cache| {
            think(&mut *player("classic", &[("cache", cache), ("max_depth", "4")]), state, u64::MAX)
        });
        with += answers[0].nodes;
        without += answers[1].nodes;
        answers.iter_mut().for_each(|thought| thought.lines[0].moves.truncate(1));
        assert_eq!(answers[0].lines, answers[1].lines);
    }
    assert!(with < without);
}

/// Plain minimax over the same leaves gives the same value.
#[test]
fn value_without_cache_is_that_of_minimax() {
    fn minimax(board: &Board, depth: u32, eval: &Evaluation) -> f64 {
        let white = board.position.side() == Side::White;
        let values = board.moves().into_iter().map(|mv| match depth {
            0 => 0.0,
            _ => minimax(&board.after(mv), depth - 1, eval),
        });
        let lost = if white { -eval.win } else { eval.win };
        match (values.reduce(if white { f64::max } else { f64::min }), depth) {
            (None, _) => lost,
            (Some(_), 0) => eval.value(&board.position, Side::White),
            (Some(value), _) => value,
        }
    }
    for state in samples(5).iter().filter(|state| state.side() == Side::White).step_by(3) {
        let thought = think(
            &mut *player("classic", &[("cache", "off"), ("max_depth", "3")]),
            state,
            u64::MAX,
        );
        let value = minimax(&Board::new(*state, false), 4, &Evaluation::default());
        assert_eq!(thought.lines[0].value, value);
    }
}

/// On the turned board Black finds the turned move, with the same nodes and value.
#[test]
fn black_plays_as_white_would() {
    for name in ["classic", "classic-report"] {
        for state in samples(2).iter().filter(|state| state.side() == Side::White).step_by(2) {
            let turned = Checkers::default().symmetric(state)[0];
            let mut player = player(name, &[("max_depth", "4")]);
            let (white, black) =
                (think(&mut *player, state, u64::MAX), think(&mut *player, &turned, u64::MAX));
            let squares = |thought: &Thought<Move>| -> Vec<Vec<u8>> {
                thought.lines[0].moves.iter().map(|mv| mv.squares()).collect()
            };
            let mut back = squares(&black);
            back.iter_mut().flatten().for_each(|number| *number = 33 - *number);
            assert_eq!(squares(&white), back);
            assert_eq!((white.nodes, white.lines[0].value), (black.nodes, black.lines[0].value));
        }
    }
}

#[test]
fn any_budget_gives_a_legal_move_and_always_the_same() {
    for state in samples(4) {
        for nodes in [0, 1, 2, 50, 400] {
            let mut player = player("classic", &[]);
            let thought = think(&mut *player, &state, nodes);
            let line = &thought.lines[0];
            assert!(legal(&state).contains(&line.moves[0]), "{}", line.moves[0]);
            assert!(line.value.is_finite());
            assert!(thought.depth == 0 || thought.nodes <= nodes);
            assert_eq!(think(&mut *player, &state, nodes), thought);
        }
    }
}

/// A line is playable to its end.
#[test]
fn lines_are_legal() {
    for state in samples(6).iter().step_by(3) {
        let thought = think(&mut *player("classic-report", &[("max_depth", "5")]), state, u64::MAX);
        let mut state = *state;
        for mv in &thought.lines[0].moves {
            assert!(legal(&state).contains(mv));
            Checkers::default().make(&mut state, *mv);
        }
    }
}

/// A side without an opponent has won already, but still has to move.
#[test]
fn without_an_opponent_any_move_will_do() {
    let state = read("W:W22:B");
    let thought = think(&mut *player("classic", &[]), &state, u64::MAX);
    assert_eq!((thought.lines[0].value, thought.nodes), (200.0, 1));
    assert!(legal(&state).contains(&thought.lines[0].moves[0]));
}
