//! Writing a game for a file.

use plyglot_core::{Game, Heading};

use super::{PdnGame, PdnResult, ResultMeaning};
use crate::{Checkers, Move, Position, Side, fen, ply};

/// The longest line of move text.
const COLUMNS: usize = 80;

/// The text of a game, an empty line at its end. `Result`, `SetUp` and `FEN` follow from the game,
/// whatever its tags say.
pub fn write(game: &PdnGame, meaning: ResultMeaning) -> String {
    let mut text = String::new();
    let result = game.result.write(meaning);
    let derived = |name: &str| matches!(name, "Result" | "SetUp" | "FEN");
    for (name, value) in game.tags.iter().filter(|(name, _)| !derived(name)) {
        text += &tag(name, value);
    }
    text += &tag("Result", result);
    if game.start != Position::start(Side::Black) {
        text += &tag("SetUp", "1");
        text += &tag("FEN", &fen::write(&game.start));
    }
    let mut width = 0;
    for word in words(game).iter().map(String::as_str).chain([result]) {
        if width > 0 && width + 1 + word.len() > COLUMNS {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += word.len();
    }
    text + "\n\n"
}

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

fn tag(name: &str, value: &str) -> String {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    format!("[{name} \"{escaped}\"]\n")
}

/// Move numbers and moves. A number stands before Black's ply; a game that White begins has dots in
/// the place of Black's first.
fn words(game: &PdnGame) -> Vec<String> {
    let rules = Checkers::default().perft_rules();
    let (mut words, mut legal) = (Vec::new(), Vec::new());
    let mut position = game.start;
    let mut number = 1;
    for (idx, mv) in game.moves.iter().enumerate() {
        if position.side == Side::Black {
            words.push(format!("{number}."));
        } else if idx == 0 {
            words.extend(["1.".to_owned(), "...".to_owned()]);
        }
        if position.side == Side::White {
            number += 1;
        }
        legal.clear();
        rules.moves(&position, &mut legal);
        words.push(ply::short(&legal, *mv));
        rules.make(&mut position, *mv);
    }
    words
}
