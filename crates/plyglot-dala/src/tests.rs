//! Tests of the game: vector files, laws under every option, corner cases, text, and solved endings.

mod corners;
mod eval;
mod naive;
mod openings;
mod solved;
mod text;
mod trial;

use plyglot_conform::{assert_games, assert_perft};
use plyglot_core::{
    Game, GameEntry, Listed, Notation, Options, Spec,
    laws::{self, LawConfig},
};

use crate::{Dala, State};

/// The game of a specification such as `dala(rules=ludii)`.
fn game(text: &str) -> Dala {
    try_game(text).unwrap()
}

fn try_game(text: &str) -> Result<Dala, String> {
    let build = || {
        let spec = Spec::parse(text)?;
        let options = Options::check("dala", Dala::OPTIONS, &spec.given, &|_| Err(String::new()))?;
        Dala::build(&options)
    };
    build().map_err(|error| error.0)
}

fn state(game: &Dala, text: &str) -> State {
    game.parse_state(text).unwrap().1
}

/// Positions with long runs, a locked player, few pieces, odd reserves.
const ODD: [&str; 12] = [
    ".ox.../.o.x../..x.../.xxx../..x.../xoxo.. x 0 0 5 72",
    "..xo../.oxo../xox.../o.xx../.ox.../.xxxo. x 0 0 3 28",
    "....../....../....../oo..../x...../xxo... o 0 0 4 80",
    "....../....../....../o...../xo..../xxo... x 0 0 5 81",
    "....../....../....../o...../xo..../xxo... o 0 0 5 81",
    "....../....../....../o...../xo..../xxo... o 0 0 99 81",
    "xoxoxo/oxoxox/xoxoxo/....../oxoxo./x..... x 0 0 0 24",
    "..xoxo/.ooxo./oooxxo/..xo../...xxx/....xx o 0 1 0 23",
    "...o../...x.x/.....o/.x..../....../....o. x 0 0 0 60",
    "...x../...x../...x../xxx.xx/...x../...o.. x 1 11 0 3",
    "xx.xx./...x../...x../....../....../...... x 2 12 7 3",
    "....../..x.../..xx../..xx../....../...... x 7 12 0 0",
];

const VARIANTS: [&str; 13] = [
    "dala",
    "dala(rules=per-line)",
    "dala(rules=no-vacate)",
    "dala(rules=three-plus)",
    "dala(rules=ludii)",
    "dala(drop_capture=false, centre_first=off)",
    "dala(rules=three-plus, captures=per_line)",
    "dala(rules=no-vacate, captures=per_line)",
    "dala(rules=no-vacate, captures=ludii)",
    "dala(rules=three-plus, captures=ludii, no_move=draw)",
    "dala(rules=ludii, no_move=pass)",
    "dala(no_move=draw, repetition=off, quiet_limit=30, ply_limit=120)",
    "dala(pieces=5, quiet_limit=off, ply_limit=200)",
];

#[test]
fn perft_counts_agree() {
    let text = include_str!("../../../testdata/dala/perft.json");
    assert_perft(GameEntry::of::<Dala>(), text, 50_000_000);
}

#[test]
fn played_games_agree() {
    let text = include_str!("../../../testdata/dala/playouts.jsonl");
    assert_games(GameEntry::of::<Dala>(), text);
}

fn assert_laws(game: &Dala, start: &State, games: u64) {
    let config = LawConfig { games, max_plies: 260, ..LawConfig::default() };
    let report = laws::check(game, start, &config);
    assert!(report.broken.is_empty(), "{}", report.broken.join("\n"));
}

#[test]
fn laws_hold_from_the_start() {
    for variant in VARIANTS {
        let game = game(variant);
        assert_laws(&game, &game.start(), 6);
    }
}

#[test]
fn laws_hold_in_odd_positions() {
    for variant in &VARIANTS[..11] {
        let game = game(variant);
        for text in ODD {
            assert_laws(&game, &state(&game, text), 2);
        }
    }
}

#[test]
fn laws_hold_on_the_small_board() {
    for options in ["", ", pieces=3", ", pieces=5, rules=ludii", ", pieces=4, rules=per-line"] {
        let game = game(&format!("dala(board=4{options})"));
        assert_laws(&game, &game.start(), 6);
    }
}

#[test]
fn random_moves_are_uniform() {
    let game = game("dala(rules=per-line)");
    for text in ODD.into_iter().chain(["....../....../....../....../....../...... x 12 12 0 0"]) {
        let mut state = state(&game, text);
        for ply in 0..8 {
            let deviation = laws::uniformity(&game, &state, 20_000, ply);
            assert!(deviation < 5.0, "{deviation} in {text} after {ply}");
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let Some(mv) = moves.get(moves.len() / 2) else { break };
            game.make(&mut state, *mv);
        }
    }
}
