//! English draughts over DamExchange: 32 squares, black begins.

use plyglot_checkers::{Checkers, Position, Side};
use plyglot_core::{AnySession, Game, Session};
use plyglot_protocol::{Fault, FaultKind};

use super::codec::{Board, Played};

/// The squares of the board.
const SQUARES: u8 = 32;

fn typed(session: &dyn AnySession) -> &Session<Checkers> {
    session.as_any().downcast_ref().expect("the protocol is for this game alone")
}

/// The side of a seat.
pub(super) fn side(seat: usize) -> Side {
    if seat == 0 { Side::Black } else { Side::White }
}

/// The position of a game.
pub(super) fn board(session: &dyn AnySession) -> Board {
    let position: &Position = typed(session).state();
    let letter = |number| match position.piece(number) {
        None => b'e',
        Some((Side::White, king)) => {
            if king {
                b'W'
            } else {
                b'w'
            }
        }
        Some((Side::Black, king)) => {
            if king {
                b'Z'
            } else {
                b'z'
            }
        }
    };
    Board { turn: position.side(), squares: (1..=SQUARES).map(letter).collect() }
}

/// The text of a position that a request tells; none of one on a 10x10 board.
pub(super) fn position(board: &Board) -> Option<String> {
    if board.squares.len() != usize::from(SQUARES) {
        return None;
    }
    let list = |man: u8, king: u8| {
        let own = board.squares.iter().enumerate().filter_map(|(at, own)| match own {
            own if *own == man => Some((at + 1).to_string()),
            own if *own == king => Some(format!("K{}", at + 1)),
            _ => None,
        });
        own.collect::<Vec<_>>().join(",")
    };
    let turn = board.turn.letter();
    Some(format!("{turn}:W{}:B{}", list(b'w', b'W'), list(b'z', b'Z')))
}

/// The last ply of a game, to be sent.
pub(super) fn last_move(session: &dyn AnySession, seconds: u16) -> Option<Played> {
    let ply = session.played().last()?;
    let mut before = session.boxed();
    before.undo();
    let found = legal(&*before).into_iter().find(|mv| mv.to_string() == *ply)?;
    let (from, to, captured) = (found.from(), found.to(), found.captures().collect());
    Some(Played { seconds, from, to, captured })
}

/// The ply that a message means. Where two ways take the same pieces, it is the first one in the order of moves.
pub(super) fn ply(session: &dyn AnySession, played: &Played) -> Result<String, Fault> {
    let Played { from, to, captured, .. } = played;
    if let Some(square) = [from, to].into_iter().chain(captured).find(|own| **own > SQUARES) {
        let why = format!("named square {square}, squares are 1 to {SQUARES}");
        return Err(Fault::new(FaultKind::Garbage, why));
    }
    let mut captured = captured.clone();
    captured.sort_unstable();
    let mut legal = legal(session);
    legal.sort_by_cached_key(|mv| mv.squares());
    let fits = legal.iter().find(|mv| {
        (mv.from(), mv.to()) == (*from, *to) && mv.captures().eq(captured.iter().copied())
    });
    fits.map(ToString::to_string).ok_or_else(|| {
        let squares: Vec<_> = captured.iter().map(u8::to_string).collect();
        let taken = if squares.is_empty() { "nothing".to_owned() } else { squares.join(", ") };
        let why = format!("moved from {from} to {to} taking {taken}, which is no legal move");
        Fault::new(FaultKind::Illegal, why)
    })
}

fn legal(session: &dyn AnySession) -> Vec<plyglot_checkers::Move> {
    let typed = typed(session);
    let mut moves = Vec::new();
    if typed.outcome().is_none() {
        typed.game().moves(typed.state(), &mut moves);
    }
    moves
}
