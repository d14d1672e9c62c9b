//! Tests of the crate: files of counts and games, laws, rules, text, and the smallest board solved.

mod eval;
mod features;
mod laws;
mod levels;
mod log;
mod naive;
mod planner;
mod rules;
mod solved;
mod text;

use plyglot_conform::{assert_games, assert_perft};
use plyglot_core::{Cursor, Game, GameEntry, Listed, Notation, Options, Spec, SpecError};

use crate::{Ending, Halma, State, position::read_square};

const ENTRY: GameEntry = GameEntry::of::<Halma>();

/// The rules that a specification such as `(variant=duel8,win=filled)` gives.
fn build(options: &str) -> Result<Halma, SpecError> {
    let spec = Spec::parse(&format!("halma{options}"))?;
    let load = |_: &str| Err("no files".to_owned());
    Halma::build(&Options::check("halma", Halma::OPTIONS, &spec.given, &load)?)
}

fn rules(options: &str) -> Halma {
    build(options).unwrap_or_else(|error| panic!("{options}: {error}"))
}

/// A position and the rules it brings under some options.
fn read(options: &str, text: &str) -> (Halma, State) {
    rules(options).parse_state(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position in which everybody has arrived, except for some pieces put elsewhere: `d2>d3`.
fn arrived_but(options: &str, turn: u8, round: u32, elsewhere: &[&str]) -> (Halma, State) {
    let game = rules(options);
    let mut pieces = game.tables.target;
    let square = |name: &str| read_square(&mut Cursor::new(name), 16).expect("a square");
    for (from, to) in elsewhere.iter().filter_map(|text| text.split_once('>')) {
        let own = pieces.iter_mut().find(|own| own.has(square(from))).expect("a piece");
        own.toggle(square(from));
        own.toggle(square(to));
    }
    let text = game.write_state(&game.assemble(pieces, turn, round, Ending::Open));
    read(options, &text)
}

/// The texts of the legal plies, sorted.
fn legal(game: &Halma, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut texts: Vec<_> = moves.iter().map(|mv| game.write_ply(state, &[*mv])).collect();
    texts.sort();
    texts
}

/// Plays plies given as text.
fn play(game: &Halma, state: &mut State, plies: &[&str]) {
    for ply in plies {
        let decisions = game.parse_ply(state, ply).unwrap_or_else(|error| panic!("{error}"));
        decisions.into_iter().for_each(|mv| _ = game.make(state, mv));
    }
}

/// The fields of a position's text after the board.
fn tail(game: &Halma, state: &State) -> String {
    game.write_state(state).splitn(3, ' ').last().unwrap_or_default().to_owned()
}

#[test]
fn perft_agrees() {
    assert_perft(ENTRY, include_str!("../../../testdata/halma/perft.json"), u64::MAX);
}

#[test]
fn games_agree() {
    assert_games(ENTRY, include_str!("../../../testdata/halma/playouts.jsonl"));
}
