//! Positions in one line, moves in one word.
//!
//! A line end inside the text of a position is written `\n`, a backslash `\\`. A blank inside a move
//! is written `_`, so no game may use that sign in its moves.

/// The longest line that an engine or a bot may send, in bytes.
pub const LONGEST_ANSWER: usize = 1 << 16;

/// The longest line that an engine reads, in bytes: a large map and a long game fit.
pub const LONGEST_COMMAND: usize = 1 << 24;

/// A position's text as one line.
pub fn position_line(text: &str) -> String {
    text.trim_end_matches('\n').replace('\\', "\\\\").replace('\n', "\\n")
}

/// The text of a position that came as one line.
pub fn position_text(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, letters.as_str().chars().next()) {
            ('\\', Some('n')) => text.push('\n'),
            ('\\', Some('\\')) => text.push('\\'),
            _ => {
                text.push(letter);
                continue;
            }
        }
        letters.next();
    }
    text
}

/// A move as one word.
pub fn move_word(ply: &str) -> String {
    ply.replace(' ', "_")
}

/// The move that a word stands for.
pub fn move_text(word: &str) -> String {
    word.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_whole() {
        for text in ["", "a b", "one\ntwo\n\nthree", "back\\slash\\n and\nline"] {
            let line = position_line(text);
            assert!(!line.contains('\n'));
            assert_eq!(position_text(&line), text);
        }
        assert_eq!(position_text("a\\qb\\"), "a\\qb\\");
        assert_eq!(move_text(&move_word("0 (0,1) (2,3)")), "0 (0,1) (2,3)");
    }
}
