//! Writing a game for a file.

use plyglot_core::Game;

use super::{PdnGame, ResultMeaning};
use crate::{Checkers, Position, Side, fen, ply};

/// The longest line of move text.
const COLUMNS: usize = 80;

/// What stands at the end of a game's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ending {
    /// Its result, as most programs write it.
    #[default]
    Result,
    /// A star, as version 3.0 has it: the result is in its tag alone.
    Star,
}

/// The text of a game, an empty line at its end. `Result`, `SetUp` and `FEN` follow from the game,
/// whatever its tags say.
pub fn write(game: &PdnGame, meaning: ResultMeaning, ending: Ending) -> String {
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
    let last = if ending == Ending::Star { "*" } else { result };
    for word in words(game).iter().map(String::as_str).chain([last]) {
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

fn tag(name: &str, value: &str) -> String {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    format!("[{name} \"{escaped}\"]\n")
}

/// Move numbers and moves, with what stands beside them. A number stands before Black's ply, and one with
/// three dots before White's at the beginning and after a setup.
fn words(game: &PdnGame) -> Vec<String> {
    let rules = Checkers::default().perft_rules();
    let (mut words, mut legal) = (Vec::new(), Vec::new());
    let mut position = game.start;
    let mut number = 1;
    for (idx, mv) in game.moves.iter().enumerate() {
        let setup = game.setups.iter().rev().find(|(before, _)| *before == idx);
        if let Some((_, own)) = setup {
            words.push(format!("/FEN \"{}\"/", fen::write(own)));
            position = *own;
        }
        if position.side == Side::Black {
            words.push(format!("{number}."));
        } else if idx == 0 || setup.is_some() {
            words.push(format!("{number}..."));
        }
        if position.side == Side::White {
            number += 1;
        }
        legal.clear();
        rules.moves(&position, &mut legal);
        let (glued, beside) =
            game.marks.get(idx).map_or(("", Vec::new()), |mark| mark.write(position.side));
        words.push(ply::short(&legal, *mv) + glued);
        words.extend(beside);
        rules.make(&mut position, *mv);
    }
    words
}
