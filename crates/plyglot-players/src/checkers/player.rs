//! The search as a player of either side.

use plyglot_checkers::{Checkers, Move, Side};
use plyglot_core::{Control, Game};
use plyglot_search::{Line, Search, Task, Thought};

use super::minimax::{Answer, Params, search};

/// The classic player. It knows only White's side: to play Black it turns the board by half a circle.
pub struct Classic {
    /// Everything that makes it up.
    pub params: Params,
}

impl Search<Checkers> for Classic {
    fn think(
        &mut self,
        task: &Task<'_, Checkers>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let turned = task.state.side() == Side::Black;
        let position = match task.game.symmetric(task.state).first() {
            Some(other) if turned => *other,
            _ => *task.state,
        };
        let answer = search(&self.params, &position, control);
        let (seat, moves) = (task.game.to_move(task.state), line(task, &answer, turned));
        let thought = Thought {
            lines: vec![Line::points(seat, moves, answer.value)],
            depth: if answer.complete { self.params.leaf_depth() } else { 0 },
            nodes: answer.nodes,
            table: 0,
            proven: false,
        };
        if answer.complete {
            report(&thought);
        }
        thought
    }
}

/// The answer's line on the board as it stands, up to where a draw would end the game.
fn line(task: &Task<'_, Checkers>, answer: &Answer, turned: bool) -> Vec<Move> {
    let mut state = *task.state;
    let (mut line, mut legal) = (Vec::new(), Vec::new());
    for mv in &answer.line {
        let mut wanted = mv.squares();
        if turned {
            wanted.iter_mut().for_each(|number| *number = 33 - *number);
        }
        legal.clear();
        task.game.moves(&state, &mut legal);
        let Some(found) = legal.iter().find(|mv| mv.is_pass() || mv.squares() == wanted) else {
            break;
        };
        line.push(*found);
        task.game.make(&mut state, *found);
    }
    line
}
