//! Games of files as lists of games know them: plies, players and ranks instead of tags.

use plyglot_core::{FileGame, FileGameError, FileGames, Game, Heading, Notation};

use super::{PdnGame, PdnResult, ResultMeaning, read, write};
use crate::{Checkers, Move, Position, Side};

/// The text of a game whose players and ranks are those of a heading, in the usual order of tags.
pub(crate) fn write_headed(start: Position, moves: Vec<Move>, heading: &Heading) -> String {
    let result = match heading.ranks[..] {
        [black, white] if black < white => PdnResult::Win(Side::Black),
        [black, white] if black > white => PdnResult::Win(Side::White),
        [_, _] => PdnResult::Draw,
        _ => PdnResult::Unknown,
    };
    let sides = ["Black", "White"].map(str::to_owned);
    let players = sides.into_iter().zip(heading.players.iter().cloned());
    let tags = heading.tags.iter().cloned().chain(players).collect();
    write(&PdnGame { tags, start, moves, result }, ResultMeaning::default())
}

/// The games of a text, with the custom of English draughts that `1-0` is a win of Black.
pub(crate) fn read_headed<'a>(text: &'a str, rules: &Checkers) -> FileGames<'a> {
    let (rules, first) = (rules.perft_rules(), rules.first);
    let games = read(text, &rules, ResultMeaning::default());
    Box::new(games.map(move |game| match game {
        Ok(game) => Ok(headed(&rules, Position::start(first), game)),
        Err(error) => Err(FileGameError {
            ply: error.mv.is_some().then_some(error.ply + 1),
            why: format!("line {}, column {}: {}", error.line, error.column, error.why),
        }),
    }))
}

fn headed(rules: &Checkers, usual: Position, game: PdnGame) -> FileGame {
    let player = |name| game.tag(name).unwrap_or("").to_owned();
    let players = vec![player("Black"), player("White")];
    let ranks = match game.result {
        PdnResult::Win(Side::Black) => vec![1, 2],
        PdnResult::Win(Side::White) => vec![2, 1],
        PdnResult::Draw => vec![1, 1],
        PdnResult::Unknown => Vec::new(),
    };
    // What the game itself tells is written anew with it.
    let derived = |name: &str| matches!(name, "Black" | "White" | "Result" | "SetUp" | "FEN");
    let tags = game.tags.iter().filter(|(name, _)| !derived(name)).cloned().collect();
    FileGame {
        position: (game.start != usual).then(|| rules.write_state(&game.start)),
        plies: plies(rules, game.start, &game.moves),
        heading: Heading { players, ranks, tags },
    }
}

fn plies(rules: &Checkers, mut position: Position, moves: &[Move]) -> Vec<String> {
    let mut plies = Vec::with_capacity(moves.len());
    for mv in moves {
        plies.push(rules.write_ply(&position, &[*mv]));
        rules.make(&mut position, *mv);
    }
    plies
}
