//! The shortest solutions of the warm-up puzzles.
//!
//! Four pieces on 37 hexes stand in 66,045 ways, and fewer pieces in fewer: every position of a puzzle
//! can be visited in the order of its distance from the first one, which needs no guess at what is left.

use std::collections::HashSet;

use plyglot_core::{Game, Notation, PuzzleCheck, PuzzleError, PuzzleSolution, TextError};

use crate::{Chexers, Mode, Move, State, action};

/// A position with the action that led there first and the number of the position before it.
struct Step {
    state: State,
    from: usize,
    mv: Move,
}

/// The fewest actions that bring all pieces off the board, if any do, and the nodes visited.
fn shortest(game: &Chexers, start: State) -> (Option<Vec<Move>>, u64) {
    let mut steps = vec![Step { state: start, from: 0, mv: Move::PASS }];
    // Blocks never move, so the pieces are the position.
    let (mut seen, mut moves) = (HashSet::from([start.pieces[0]]), Vec::new());
    let mut at = 0;
    while let Some(state) = steps.get(at).map(|step| step.state) {
        game.moves(&state, &mut moves);
        for mv in moves.drain(..) {
            let mut child = state;
            game.make(&mut child, mv);
            if !seen.insert(child.pieces[0]) {
                continue;
            }
            steps.push(Step { state: child, from: at, mv });
            if child.pieces[0] == 0 {
                return (Some(path(&steps)), steps.len() as u64);
            }
        }
        at += 1;
    }
    (None, steps.len() as u64)
}

/// The actions that lead to the last position.
fn path(steps: &[Step]) -> Vec<Move> {
    let (mut found, mut at) = (Vec::new(), steps.len() - 1);
    while at > 0 {
        found.push(steps[at].mv);
        at = steps[at].from;
    }
    found.reverse();
    found
}

impl Chexers {
    /// The puzzle of a text and its shortest solution, with the nodes visited.
    fn solved(&self, text: &str) -> Result<(Chexers, State, Vec<Move>, u64), PuzzleError> {
        let puzzles = Chexers { mode: Mode::Warmup, ..self.clone() };
        let (rules, state) = puzzles.parse_state(text).map_err(PuzzleError::Puzzle)?;
        if state.pieces[0] == 0 {
            return Err(PuzzleError::Puzzle(TextError::rules("no piece is left on the board")));
        }
        // A solution takes as long as it takes.
        let rules = Chexers { ply_limit: u32::MAX, ..rules };
        match shortest(&rules, state) {
            (Some(moves), nodes) => Ok((rules, state, moves, nodes)),
            (None, nodes) => {
                let why = "no sequence of actions brings all pieces off the board";
                Err(PuzzleError::Unsolved(format!("{why}: {nodes} positions can be reached")))
            }
        }
    }

    /// The shortest solution, an action a line.
    pub(crate) fn solve_warmup(&self, text: &str) -> Result<PuzzleSolution, PuzzleError> {
        let (_, _, moves, nodes) = self.solved(text)?;
        let lines: Vec<_> = moves.iter().map(|mv| action::write_sentence(*mv) + "\n").collect();
        let summary = actions(moves.len());
        Ok(PuzzleSolution {
            text: format!("# {summary}\n{}", lines.concat()),
            first: lines[0].clone(),
            plies: moves.iter().map(|mv| action::write(*mv)).collect(),
            summary,
            nodes,
        })
    }

    /// Checks a solution: an action a line, lines that begin with `#` and empty ones aside.
    pub(crate) fn check_warmup(
        &self,
        text: &str,
        solution: &str,
    ) -> Result<PuzzleCheck, PuzzleError> {
        let (rules, mut state, best, nodes) = self.solved(text)?;
        let best = best.len();
        let mut plies = 0;
        for (number, line) in (1..).zip(solution.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            match rules.parse_ply(&state, line) {
                Ok(decisions) => decisions.into_iter().for_each(|mv| {
                    rules.make(&mut state, mv);
                }),
                Err(TextError::Syntax { column, found, expected, .. }) => {
                    let error = TextError::Syntax { line: number, column, found, expected };
                    return Err(PuzzleError::Solution(error));
                }
                Err(error) => {
                    let fault = Some(format!("line {number}: {error}"));
                    return Ok(PuzzleCheck { plies, best, fault, nodes });
                }
            }
            plies += 1;
        }
        let left = state.pieces[0].count_ones();
        let fault = match plies {
            _ if left == 1 => Some("a piece is still on the board at the end".to_owned()),
            _ if left > 1 => Some(format!("{left} pieces are still on the board at the end")),
            more if more > best => Some(format!("{} instead of {best}", actions(more))),
            _ => None,
        };
        Ok(PuzzleCheck { plies, best, fault, nodes })
    }
}

fn actions(count: usize) -> String {
    format!("{count} action{}", if count == 1 { "" } else { "s" })
}
