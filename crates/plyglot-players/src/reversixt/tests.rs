//! Recorded values, examples worked out by hand, and what every player must do.

use std::{
    cell::Cell,
    sync::{Mutex, atomic::AtomicBool},
    time::Duration,
};

use plyglot_core::{
    Clock, Control, Evaluate, Game, History, Listed, NoClock, Notation, Options, Player, Rng, Spec,
    options::no_files, seats,
};
use plyglot_reversixt::{Move, Phase, ReversiXt, Settings, State, Tile};
use plyglot_search::{Search, Task, Thought};
use serde_json::Value;

use super::{
    CLASSIC_OPTIONS, ClassicEval, MOST, PLAYERS, check_row, explain, explosion, ground::Ground,
    options::Settings as SearchSettings, rows, tree::Tree, within_reach,
};

const BOMBING: &str = include_str!("../../../../testdata/reversixt/classic_bombing.json");
const MAPS: [&str; 10] = [
    "plain4", "armed8", "bombs4", "cross3", "expand6", "islands4", "octet8", "spin5", "swap7",
    "torus6",
];

fn builtin(map: &str) -> ReversiXt {
    let given = [("map".to_owned(), map.to_owned())];
    let options = Options::check("reversixt", ReversiXt::OPTIONS, &given, &no_files).unwrap();
    ReversiXt::build(&options).unwrap()
}

fn read(text: &str) -> (ReversiXt, State) {
    let game = ReversiXt::new(text, Settings::default()).unwrap();
    let state = game.start();
    (game, state)
}

fn checked(spec: &str) -> (usize, Options) {
    let spec = Spec::parse(spec).unwrap();
    let at = PLAYERS.iter().position(|entry| entry.name == spec.name).unwrap();
    (at, Options::check(&spec.name, PLAYERS[at].options, &spec.given, &no_files).unwrap())
}

fn player(spec: &str) -> Box<dyn Search<ReversiXt>> {
    let (at, options) = checked(spec);
    (PLAYERS[at].build)(&options).unwrap()
}

fn eval(spec: &str) -> ClassicEval {
    ClassicEval::read(&checked(spec).1)
}

fn think_on(spec: &str, game: &ReversiXt, state: &State, nodes: u64) -> Thought<Move> {
    let stop = AtomicBool::new(false);
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let history = History::default();
    let task = Task { game, state, history: &history, only: &[], lines: 1, seed: 1 };
    player(spec).think(&task, &mut control, &mut |_| ())
}

fn think(spec: &str, game: &ReversiXt, state: &State) -> Thought<Move> {
    think_on(spec, game, state, u64::MAX)
}

fn moves(game: &ReversiXt, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// Positions of random games, a few of each.
fn positions(maps: &[&str], each: u64) -> Vec<(ReversiXt, State)> {
    let mut all = Vec::new();
    for map in maps {
        let game = builtin(map);
        for stream in 0..each {
            let mut rng = Rng::stream(7, stream);
            let mut state = game.start();
            for _ in 0..rng.below(60) {
                let before = state.clone();
                let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) else { break };
                game.make(&mut state, mv);
                if game.outcome(&state).is_some() {
                    state = before;
                    break;
                }
            }
            all.push((game.clone(), state));
        }
    }
    all
}

#[test]
fn recorded_values_agree() {
    let file: Value = serde_json::from_str(BOMBING).unwrap();
    let rows = rows(&file);
    assert_eq!(rows.len(), 37);
    for (number, row) in rows.iter().enumerate() {
        check_row(row).unwrap_or_else(|error| panic!("row {number}: {error}"));
    }
}

#[test]
fn wrong_rows_are_found_out() {
    let file: Value = serde_json::from_str(BOMBING).unwrap();
    let mut row = rows(&file)[0].clone();
    row["values"][1] = 2517.into();
    assert!(check_row(&row).unwrap_err().contains("value of player 2"));
    row["values"] = Value::Array(vec![1.into()]);
    assert!(check_row(&row).is_err());
    assert!(check_row(&serde_json::json!({"position": row["position"]})).is_err());
    assert!(check_row(&serde_json::json!({"values": []})).is_err());
}

#[test]
fn a_follower_can_be_worth_more_than_a_leader_of_a_small_bonus() {
    let mut text = "state phase=2 turn=1 overrides=0,0,0,0,0 bombs=1,1,1,1,1 out=-\n".to_owned();
    text += "5\n0\n1 1\n50 50\n";
    for square in 0..2500 {
        text += match square {
            0..1249 => "1 ",
            1249..2499 => "2 ",
            _ => "0 ",
        };
    }
    let (game, state) = read(&text);
    assert_eq!(eval("classic").score(&game, &state, Player(0)), 3746.0);
    assert_eq!(eval("classic").score(&game, &state, Player(1)), 2500.0 + 5000.0 - 1249.0);
    assert_eq!(eval("classic-final").score(&game, &state, Player(1)), 12500.0 + 5000.0 - 1249.0);
}

#[test]
fn the_older_formula_divides() {
    let file: Value = serde_json::from_str(BOMBING).unwrap();
    let (game, state) = read(rows(&file)[3]["position"].as_str().unwrap());
    let old = |weights: &str| {
        eval(&format!("classic(formula=old{weights})")).score(&game, &state, Player(0))
    };
    assert_eq!(old(""), 3.0 / (6.0 * 4.0 * 2.0));
    assert_eq!(old(",stones_power=2,bombs_power=0"), 9.0 / (4.0 * 2.0));
}

#[test]
fn ends_are_worth_most_or_least() {
    let text = "state phase=3 turn=0 overrides=0,0,0,0 bombs=0,0,0,0 out=4\n\
                4\n0\n0 1\n1 7\n1 1 2 2 3 4 4\n";
    let (game, state) = read(text);
    let end = |spec: &str, seat| {
        let payoffs = game.outcome(&state).unwrap();
        eval(spec).terminal(&game, &state, &payoffs, Player(seat))
    };
    assert_eq!([0, 1, 2].map(|seat| end("classic", seat)), [MOST - 2.0, MOST - 2.0, 6.0 - MOST]);
    let old = [0, 1, 2].map(|seat| end("classic(formula=old)", seat));
    assert_eq!(old, [MOST, MOST, -MOST]);
}

#[test]
fn the_first_position_of_the_smallest_board() {
    let game = builtin("plain4");
    let ground = Ground::new(&game);
    assert_eq!(ground.influence[..6], [10, 10, 10, 10, 10, 12]);
    assert_eq!((ground.mean_influence, ground.mean_neighbours), (10.5, 5.25));
    assert_eq!(ground.ends[..6], [15, 11, 11, 15, 14, 0]);
    // Four stones beside a free corner: 400 and 8 times 12 each, two stones a player.
    let score = eval("classic").score(&game, &game.start(), Player(0));
    assert_eq!(score, -2.0 * 12.0 * 408.0);
}

#[test]
fn firm_stones_hold_their_neighbours() {
    // Along the row: influence 5 + 1 + 1 + 1 - 3. Player 1 owns an end and what it holds.
    let (game, state) = read("2\n1\n1 1\n1 5\n1 1 2 0 b\n");
    let eval = eval("classic");
    let stock = 1000.0 + (200.0 * 1.6f64).floor();
    let own = 2.0 * 400.0 * 5.0 + stock;
    // The second player's stone is fixed along three axes only, beside a free end of three lines.
    let other = 120.0 * 5.0 - 8.0 * 5.0 + stock;
    assert_eq!(eval.score(&game, &state, Player(0)), 2.0 * own - other);
    assert_eq!(eval.score(&game, &state, Player(1)), 2.0 * other - own - 1e7);
}

#[test]
fn bonus_choice_and_inversion_tiles_matter() {
    let value = |tile: &str, seat| {
        let (game, state) = read(&format!("3\n1\n0 1\n1 5\n1 2 {tile} 0 3\n"));
        eval("classic").score(&game, &state, Player(seat))
    };
    let (stock, hidden) = (1000.0, 400.0 * 1000.0);
    let (first, last) = (400.0 * 5.0 + stock, (400.0 - 8.0) * 5.0 + stock);
    let middle = (120.0 - 8.0) * 5.0 + stock;
    assert_eq!(value("0", 0), 3.0 * first - middle - last);
    assert_eq!(value("c", 0), 3.0 * first - middle - last - 1e7);
    // The stones of the first player will be the second's.
    assert_eq!(value("i", 1), 3.0 * first - middle - last);
    let beside_bonus = -hidden - 8.0 * 5.0 + stock;
    assert_eq!(value("b", 0), 3.0 * first - beside_bonus - last);
}

#[test]
fn joined_lines_are_one() {
    // The row is closed to a ring, and the single tile below its first one hangs on it.
    let (game, _) = read("2\n0\n0 0\n2 3\n1 2 0\n0 - -\n0 0 6 <-> 2 0 2\n2 0 4 <-> 0 1 2\n");
    let ground = Ground::new(&game);
    // Vertical: the two of the first column; the last tile's vertical is joined to the fourth's row.
    assert_eq!(ground.influence, [3 + 2 + 1 + 1 - 3, 3 + 1 + 1 + 2 - 3, 3 + 2 + 1 + 1 - 3, 4]);
}

#[test]
fn terms_add_up() {
    for (game, state) in positions(&MAPS, 6) {
        for (spec, seat) in ["classic", "classic-final", "classic(formula=old)"]
            .into_iter()
            .flat_map(|spec| seats(game.players()).map(move |seat| (spec, seat)))
        {
            let eval = eval(spec);
            let terms = explain(&game, &state, seat, &eval);
            let sum: f64 = terms.iter().map(|(_, term)| term).sum();
            assert_eq!(sum, eval.score(&game, &state, seat), "{}", game.write_state(&state));
        }
    }
}

#[test]
fn refinements_do_not_change_the_value() {
    let variants = [
        "algorithm=4",
        "algorithm=4,window=0",
        "algorithm=4,window=100",
        "algorithm=4,far=1.5",
        "algorithm=4,predict=described",
        "algorithm=4,predict=expected",
        "algorithm=4,sort=full",
        "algorithm=3",
        "algorithm=3,sort=full",
        "algorithm=4,predict=expected,far=2",
    ];
    for (game, state) in positions(&MAPS, 3) {
        if moves(&game, &state).len() > 20 {
            continue;
        }
        let plain = think("classic(algorithm=1,depth=3)", &game, &state);
        let pruned = think("classic(algorithm=2,depth=3)", &game, &state);
        assert_eq!(plain.lines, pruned.lines, "{}", game.write_state(&state));
        assert!(plain.nodes >= pruned.nodes);
        for variant in variants {
            let thought = think(&format!("classic({variant},depth=3)"), &game, &state);
            assert_eq!(thought.lines[0].value, plain.lines[0].value, "{variant}");
            assert_eq!(thought.depth, plain.depth, "{variant}");
        }
    }
}

#[test]
fn windows_are_passed_on() {
    let game = builtin("plain8");
    let nodes = |spec: &str| think(spec, &game, &game.start()).nodes;
    let sorted = nodes("classic(depth=4)");
    assert_ne!(nodes("classic(depth=4,algorithm=4)"), sorted);
    assert_eq!(nodes("classic(depth=4,algorithm=4,window=1000000000)"), sorted);
    assert!(nodes("classic(depth=4,algorithm=2)") < nodes("classic(depth=4,algorithm=1)"));
}

#[test]
fn minimax_visits_every_position() {
    let game = builtin("plain8");
    let thought = think("classic(algorithm=1,depth=4)", &game, &game.start());
    assert_eq!(thought.nodes, 4 * 4 + 3 * 12 + 2 * 56 + 244);
    assert_eq!(thought.lines[0].moves.len(), 4);
}

#[test]
fn lines_lead_to_their_values() {
    for (game, state) in positions(&MAPS, 3) {
        let thought = think("classic(depth=2)", &game, &state);
        let mut end = state.clone();
        for mv in &thought.lines[0].moves {
            assert!(moves(&game, &end).contains(mv));
            game.make(&mut end, *mv);
        }
        let eval = eval("classic");
        let pov = game.to_move(&state);
        let value = eval.value(&eval.ground(&game), &game, &end, pov);
        assert_eq!(value, thought.lines[0].value);
    }
}

#[test]
fn any_budget_gives_a_legal_move_and_always_the_same() {
    for (game, state) in positions(&MAPS, 4) {
        for spec in ["classic", "classic-final", "classic(algorithm=4)", "classic(formula=old)"] {
            for nodes in [0, 1, 2, 50, 1000] {
                let thought = think_on(spec, &game, &state, nodes);
                assert!(moves(&game, &state).contains(&thought.lines[0].moves[0]), "{spec}");
                assert!(thought.nodes <= nodes + 1);
                assert_eq!(thought, think_on(spec, &game, &state, nodes));
            }
        }
    }
}

#[test]
fn override_stones_are_kept_in_the_end() {
    for (game, state) in positions(&["armed8", "expand6"], 10) {
        let is_override = |mv: &Move| match mv {
            Move::Place { square, .. } => game.tile(&state, *square as usize).is_occupied(),
            _ => false,
        };
        let legal = moves(&game, &state);
        if legal.iter().any(is_override) && !legal.iter().all(is_override) {
            let thought = think("classic-final(depth=1)", &game, &state);
            assert!(!is_override(&thought.lines[0].moves[0]));
        }
    }
}

#[test]
fn players_out_of_reach_are_left_out() {
    // Two islands with two players each.
    let text = "4\n0\n0 1\n3 9\n1 2 0 0 - 3 4 0 0\n0 0 0 0 - 0 0 0 0\n2 1 0 0 - 4 3 0 0\n";
    let (game, state) = read(text);
    assert_eq!(within_reach(&game, &state, Player(0)), 0b0011);
    assert_eq!(within_reach(&game, &state, Player(3)), 0b1100);
    let thought = think("classic-final(depth=2)", &game, &state);
    let mut after = state.clone();
    game.make(&mut after, thought.lines[0].moves[0]);
    assert_eq!(game.to_move(&after), Player(1));
    let deeper = think("classic-final(depth=3)", &game, &state);
    let goes_far = |line: &[Move]| {
        let far = |mv: &Move| matches!(mv, Move::Place { square, .. } if square % 9 > 4);
        line.iter().any(far)
    };
    assert!(!goes_far(&deeper.lines[0].moves));
    assert!(goes_far(&think("classic(depth=3)", &game, &state).lines[0].moves));
}

#[test]
fn free_tiles_are_no_bridges() {
    let (game, state) = read("3\n0\n0 1\n1 8\n1 2 0 x 0 0 3 3\n");
    assert_eq!(within_reach(&game, &state, Player(0)), 0b011);
}

#[test]
fn leaving_players_out_can_be_taken_back() {
    let settings = SearchSettings::read(&Options::defaults(CLASSIC_OPTIONS));
    for (game, mut state) in positions(&MAPS, 10) {
        let eval = eval("classic");
        let ground = Ground::new(&game);
        let stop = AtomicBool::new(false);
        let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
        let pov = game.to_move(&state);
        for taking_turns in [1 << pov.0, 0b0101_0101 | 1 << pov.0] {
            let tree = Tree {
                game: &game,
                eval: &eval,
                ground: &ground,
                settings: &settings,
                usable: None,
                control: &mut control,
                pov,
                taking_turns,
                moves: Vec::new(),
                lines: Vec::new(),
                stopped: false,
            };
            for mv in moves(&game, &state) {
                let before = state.clone();
                let undo = tree.make(&mut state, mv);
                let next = game.to_move(&state);
                assert!(state.phase() == Phase::Over || taking_turns >> next.0 & 1 != 0);
                game.unmake(&mut state, mv, undo);
                assert_eq!(state, before);
            }
        }
    }
}

#[test]
fn marks_are_what_bombs_destroy() {
    for (game, state) in positions(&["bombs4", "islands4", "octet8", "torus6", "spin5"], 20) {
        for mv in moves(&game, &state) {
            let Move::Bomb { square } = mv else { continue };
            let marks = explosion(&game, &state, square as usize);
            let mut after = state.clone();
            game.make(&mut after, mv);
            for (at, mark) in marks.iter().enumerate() {
                let was_tile = game.tile(&state, at) != Tile::Hole;
                let destroyed = was_tile && game.tile(&after, at) == Tile::Hole;
                assert_eq!(mark.is_some(), destroyed);
            }
        }
    }
}

/// A clock that goes on a little at every look.
struct Ticking(Mutex<Cell<Duration>>);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        let cell = self.0.lock().unwrap();
        cell.set(cell.get() + Duration::from_micros(300));
        cell.get()
    }
}

fn iterations(spec: &str) -> (u32, Duration) {
    let game = builtin("plain8");
    let (stop, history) = (AtomicBool::new(false), History::default());
    let clock = Ticking(Mutex::new(Cell::new(Duration::ZERO)));
    let mut control = Control::new(u64::MAX, Duration::MAX, &clock, &stop);
    let state = game.start();
    let task = Task { game: &game, state: &state, history: &history, only: &[], lines: 1, seed: 1 };
    let thought = player(spec).think(&task, &mut control, &mut |_| ());
    (thought.depth, control.elapsed())
}

#[test]
fn time_is_kept() {
    let (depth, elapsed) = iterations("classic(time=0.06)");
    assert!(depth > 1 && elapsed <= Duration::from_millis(11));
    let (depth, elapsed) = iterations("classic(time=0.05)");
    assert!(depth == 0 && elapsed <= Duration::from_millis(1));
    let (depth, elapsed) = iterations("classic-final(time=0.17)");
    assert!(depth > 1 && elapsed <= Duration::from_millis(21));
    assert_eq!(iterations("classic(time=0.06,depth=5)").0, 5);
}
