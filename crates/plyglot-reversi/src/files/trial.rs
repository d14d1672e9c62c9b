//! Trials of the Ludii system: sites count from the bottom left, a forced pass is a decision, and a finished
//! game ends with two.

use plyglot_core::{
    FileGame, FileGameError, Game, Heading,
    ludii::{self, Step, Trial},
};

use super::replay::{Replay, STRICT, is_start, with_passes};
use crate::{Move, State, bitboard, board::BLACK};

/// Where Ludii keeps the game.
const PATH: &str = "/lud/board/space/territory/Reversi.lud";

/// The site of a square, and the other way round: rows are counted from the other end.
fn site(square: u32) -> u32 {
    8 * (7 - square / 8) + square % 8
}

impl ludii::Replay for Replay {
    fn play(&mut self, step: &Step<'_>) -> Result<(), FileGameError> {
        if step.node.action("Pass").is_some() {
            return Replay::play(self, Move::PASS);
        }
        let ply = self.next_ply();
        let Some((_, to)) = step.sites().filter(|(_, to)| *to < 64) else {
            let why = "expected a site up to 63 or a pass";
            return Err(FileGameError::at_ply(ply, why));
        };
        self.settle();
        let due = u32::from(self.to_move().0) + 1;
        if step.mover != due {
            let why = format!("it is the turn of player {due}, not of {}", step.mover);
            return Err(FileGameError::at_ply(ply, why));
        }
        Replay::play(self, Move::place(site(to)))
    }

    fn end(self, heading: Heading) -> Result<FileGame, FileGameError> {
        Ok(Replay::end(self, heading))
    }
}

/// The trial of a game; none of one that does not begin at the start.
pub(super) fn write(first: &State, moves: &[Move], heading: &Heading) -> Option<String> {
    if !is_start(first) {
        return None;
    }
    let mut trial = Trial::new(PATH, heading);
    for (square, state) in [(35, 1), (28, 1), (36, 2), (27, 2)] {
        trial.place(site(square), &format!("what=1,state={state}"));
    }
    let (all, last) = with_passes(first, moves);
    let mut state = STRICT.start();
    for (player, mv) in all {
        let mover = u32::from(player.0) + 1;
        match mv.square() {
            None => trial.pass(mover),
            Some(square) => place(&mut trial, &state, mover, square),
        }
        STRICT.make(&mut state, mv);
    }
    if last.is_over() {
        let next = if state.to_move() == BLACK { [1, 2] } else { [2, 1] };
        next.into_iter().for_each(|mover| trial.pass(mover));
    }
    Some(trial.end(heading, last.is_over()))
}

/// A stone, with every stone that it turns over and what both players have then.
fn place(trial: &mut Trial, before: &State, mover: u32, square: u32) {
    let mut after = *before;
    STRICT.make(&mut after, Move::place(square));
    let to = site(square);
    let mut actions = Vec::new();
    for (at, flipped) in turned(before, square).into_iter().enumerate() {
        let decision = if at == 0 { ",decision=true" } else { "" };
        let flipped = site(flipped);
        actions.push(format!("[Add:type=Cell,to={to},what=1,state={mover}{decision}]"));
        actions.push(format!("[SetState:type=Cell,to={flipped},state={mover}{decision}]"));
    }
    for (player, stones) in (1..).zip(STRICT.count(&after)) {
        actions.push(format!("[SetScore:player={player},score={stones}]"));
    }
    trial.step(mover, Some((to, to)), &actions);
}

/// The stones that a move turns over, from the top clockwise and outwards.
fn turned(before: &State, square: u32) -> Vec<u32> {
    let flips = bitboard::flips(before.own, before.opponent, square);
    let (column, row) = ((square % 8) as i32, (square / 8) as i32);
    let directions = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
    let mut turned = Vec::with_capacity(flips.count_ones() as usize);
    for (x, y) in directions {
        for distance in 1..8 {
            let (column, row) = (column + x * distance, row + y * distance);
            let on_board = (0..8).contains(&column) && (0..8).contains(&row);
            if !on_board || flips & 1 << (8 * row + column) == 0 {
                break;
            }
            turned.push((8 * row + column) as u32);
        }
    }
    turned
}
