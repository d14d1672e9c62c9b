//! Games of files as lists of games know them: plies, players and ranks instead of tags.

use plyglot_core::{FileGame, FileGameError, FileGames, Game, Heading, Notation};

use super::{Ending, Mark, PdnGame, PdnResult, ResultMeaning, read, write};
use crate::{Checkers, Move, Position, Side};

/// The text of a game whose players and ranks are those of a heading, in the usual order of tags.
pub(crate) fn write_headed(
    start: Position,
    moves: Vec<Move>,
    heading: &Heading,
    ending: Ending,
) -> String {
    let result = match heading.ranks[..] {
        [black, white] if black < white => PdnResult::Win(Side::Black),
        [black, white] if black > white => PdnResult::Win(Side::White),
        [_, _] => PdnResult::Draw,
        _ => PdnResult::Unknown,
    };
    let sides = ["Black", "White"].map(str::to_owned);
    let players = sides.into_iter().zip(heading.players.iter().cloned());
    let told = heading.tags.iter().filter(|(name, _)| !matches!(name.as_str(), CLOCKS | SECONDS));
    let tags = told.cloned().chain(players).collect();
    let marks = marks(start, &moves, heading);
    let game = PdnGame { tags, start, moves, marks, setups: Vec::new(), result };
    write(&game, ResultMeaning::default(), ending)
}

/// Tags that keep what stands beside moves, one word each: seconds left to the mover and seconds taken, `-`
/// where the file does not tell.
const CLOCKS: &str = "Clocks";
const SECONDS: &str = "Seconds";

/// What such tags tell of each move.
fn marks(start: Position, moves: &[Move], heading: &Heading) -> Vec<Mark> {
    let numbers = |name| {
        let words = heading.tag(name).unwrap_or("").split(' ');
        words.map(|word| word.parse::<f64>().ok().map(|seconds| seconds.round() as u32))
    };
    let (mut clocks, mut seconds) = (numbers(CLOCKS), numbers(SECONDS));
    let mut side = start.side();
    let mark = |_: &Move| {
        let mut mark = Mark { elapsed: seconds.next().flatten(), ..Mark::default() };
        clocks.next().flatten().into_iter().for_each(|left| mark.set_clock(side, left));
        side = side.other();
        mark
    };
    moves.iter().map(mark).collect()
}

/// The games of a text, with the custom of English draughts that `1-0` is a win of Black.
pub(crate) fn read_headed<'a>(text: &'a str, rules: &Checkers) -> FileGames<'a> {
    let (rules, first) = (rules.perft_rules(), rules.first);
    let games = read(text, &rules, ResultMeaning::default());
    Box::new(games.map(move |game| match game {
        Ok(PdnGame { setups, .. }) if !setups.is_empty() => {
            let why = "a position is set up inside the game, which is no game from one position";
            Err(FileGameError::at_ply(setups[0].0 + 1, why))
        }
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
    let told = game.tags.iter().filter(|(name, _)| !derived(name)).cloned();
    let tags = told.chain(times(&game)).collect();
    FileGame {
        position: (game.start != usual).then(|| rules.write_state(&game.start)),
        plies: plies(rules, game.start, &game.moves),
        heading: Heading { players, ranks, tags },
    }
}

/// The times that stand beside moves, as tags.
fn times(game: &PdnGame) -> impl Iterator<Item = (String, String)> {
    let tag = |name: &str, seconds: Vec<Option<u32>>| {
        let word = |own: &Option<u32>| own.map_or("-".to_owned(), |own| own.to_string());
        let words: Vec<String> = seconds.iter().map(word).collect();
        let some = seconds.iter().any(Option::is_some);
        some.then(|| (name.to_owned(), words.join(" ")))
    };
    let mut side = game.start.side();
    let left = |mark: &Mark| {
        let left = mark.clock(side);
        side = side.other();
        left
    };
    let clocks = tag(CLOCKS, game.marks.iter().map(left).collect());
    let taken = tag(SECONDS, game.marks.iter().map(|mark| mark.elapsed).collect());
    clocks.into_iter().chain(taken)
}

fn plies(rules: &Checkers, mut position: Position, moves: &[Move]) -> Vec<String> {
    let mut plies = Vec::with_capacity(moves.len());
    for mv in moves {
        plies.push(rules.write_ply(&position, &[*mv]));
        rules.make(&mut position, *mv);
    }
    plies
}
