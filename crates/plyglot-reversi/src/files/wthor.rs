//! WTHOR, the database of the French federation: a header and games of 68 bytes, numbers little-endian.
//!
//! The names of players and tournaments are in files of their own, of which these have only the numbers:
//! where such a file does not lie beside, the numbers must do.

use std::cmp::Ordering;

use plyglot_core::{Content, FileGame, FileGameError, FileGames, Heading};

use super::replay::{Replay, ranks};
use crate::{Move, Reversi, Size};

/// The bytes before the first game.
const HEADER: usize = 16;
/// The bytes of a game.
const RECORD: usize = 68;
/// Those of them before its moves.
const BEFORE_MOVES: usize = 8;
/// The bytes of a player's name and of a tournament's.
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;
/// How the names of the files with these end.
pub(super) const BESIDE: &[&str] = &["jou", "trn"];
/// From how many empty squares on the theoretical score is meant if the file does not tell.
const USUAL_DEPTH: u8 = 22;

/// The games of a file.
pub(super) fn read<'a>(rules: &'a Reversi, file: &'a Content) -> FileGames<'a> {
    let bytes = file.bytes();
    let names = Names {
        players: file.beside("jou").unwrap_or_default(),
        tournaments: file.beside("trn").unwrap_or_default(),
    };
    match Header::read(bytes) {
        Err(why) => Box::new([Err(FileGameError::new(why))].into_iter()),
        Ok(header) => {
            let body = &bytes[HEADER..];
            let records = body.chunks_exact(RECORD).take(header.games as usize);
            let games = records.map(move |record| game(rules, &header, &names, record));
            Box::new(games.chain(header.mismatch(body.len()).map(Err)))
        }
    }
}

/// The files of names.
struct Names<'a> {
    players: &'a [u8],
    tournaments: &'a [u8],
}

impl Names<'_> {
    fn player(&self, number: u16) -> String {
        name(self.players, PLAYER, number).unwrap_or_else(|| format!("player {number}"))
    }

    fn tournament(&self, number: u16) -> String {
        name(self.tournaments, TOURNAMENT, number).unwrap_or_else(|| number.to_string())
    }
}

/// The name of that number in a file of names, if it is there: Latin-1, filled with zeros.
fn name(file: &[u8], length: usize, number: u16) -> Option<String> {
    let record = file.get(HEADER..)?.chunks_exact(length).nth(usize::from(number))?;
    let name: String =
        record.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

#[derive(Clone, Copy)]
struct Header {
    games: u32,
    year: u16,
    depth: u8,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, String> {
        let Some(head) = bytes.get(..HEADER) else {
            let len = bytes.len();
            return Err(format!("a WTHOR file begins with {HEADER} bytes, and this has {len}"));
        };
        match (head[12], head[13]) {
            (0 | 8, 0) => {}
            (0 | 8, kind) => {
                return Err(format!("byte 13 says {kind}, not 0: it is no file of games"));
            }
            (size, _) => return Err(format!("byte 12 says board {size}; only 0 and 8 are 8x8")),
        }
        Ok(Header {
            games: u32::from_le_bytes([head[4], head[5], head[6], head[7]]),
            year: number(&head[10..12]),
            depth: if head[14] == 0 { USUAL_DEPTH } else { head[14] },
        })
    }

    /// What is wrong if so many bytes follow the header.
    fn mismatch(&self, body: usize) -> Option<FileGameError> {
        let (wanted, has) = (u64::from(self.games) * RECORD as u64, body as u64);
        let (games, whole) = (self.games, body / RECORD);
        let why = match has.cmp(&wanted) {
            Ordering::Equal => return None,
            Ordering::Less => format!(
                "the file is cut off: it announces {games} games of {RECORD} bytes and has {whole}, and {} \
                 bytes more",
                body % RECORD
            ),
            Ordering::Greater => {
                format!("{} bytes follow the {games} games that the file announces", has - wanted)
            }
        };
        Some(FileGameError::new(why))
    }
}

fn number(bytes: &[u8]) -> u16 {
    u16::from_le_bytes([bytes[0], bytes[1]])
}

fn game(
    rules: &Reversi,
    header: &Header,
    names: &Names<'_>,
    record: &[u8],
) -> Result<FileGame, FileGameError> {
    let (head, moves) = record.split_at(BEFORE_MOVES);
    let (score, theory) = (head[6], head[7]);
    if score > 64 || theory > 64 {
        let why = format!("scores {score} and {theory}: expected at most 64 stones");
        return Err(FileGameError::new(why));
    }
    let mut replay = Replay::start(rules);
    let count = moves.iter().position(|code| *code == 0).unwrap_or(moves.len());
    for code in &moves[..count] {
        let (row, column) = (usize::from(code / 10), usize::from(code % 10));
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            let why = format!("{code} is no square: expected 11 to 88, both digits from 1 to 8");
            return Err(FileGameError::at_ply(replay.next_ply(), why));
        }
        replay.play(Move::place(Size::Eight.square(column - 1, row - 1)))?;
    }
    if moves[count..].iter().any(|code| *code != 0) {
        let why = "a move follows the zeros that end the game";
        return Err(FileGameError::at_ply(replay.next_ply(), why));
    }
    let tag = |name: &str, value: String| (name.to_owned(), value);
    let tags = vec![
        tag("Date", header.year.to_string()),
        tag("Event", names.tournament(number(head))),
        tag("Score", format!("{score}-{}", 64 - score)),
        tag("TheoreticalScore", format!("{theory}-{}", 64 - theory)),
        tag("TheoreticalDepth", header.depth.to_string()),
    ];
    let players = [2, 4].map(|at| names.player(number(&head[at..]))).to_vec();
    Ok(replay.end(Heading { players, ranks: ranks(f64::from(score) - 32.0), tags }))
}
