//! Playing the games of a file, with every pass.

use plyglot_core::{FileGame, FileGameError, Game, Heading, Notation, Player, TextError};

use crate::{
    Move, PassRule, Reversi, ScoreRule, Size, State,
    notation::{PASS, refusal, square_name},
};

/// The rules that files are replayed by: passes are moves, empty squares go to the winner.
pub(crate) const STRICT: Reversi =
    Reversi { pass: PassRule::Move, score: ScoreRule::Othello, size: Size::Eight };

/// A game of a file while it is read.
pub(crate) struct Replay {
    /// The rules of whoever reads it: they decide whether a pass is a ply.
    own: Reversi,
    first: State,
    state: State,
    plies: Vec<String>,
}

impl Replay {
    /// A game from the start position.
    pub(crate) fn start(own: &Reversi) -> Replay {
        Replay::from(own, STRICT.start())
    }

    /// A game from a position of [`STRICT`] rules.
    pub(crate) fn from(own: &Reversi, first: State) -> Replay {
        Replay { own: *own, first, state: first, plies: Vec::new() }
    }

    /// Whose turn it is: of a player who must pass if the pass has not come yet.
    pub(crate) fn to_move(&self) -> Player {
        self.state.to_move()
    }

    /// The number of the ply that comes next, from 1.
    pub(crate) fn next_ply(&self) -> usize {
        self.plies.len() + 1
    }

    /// Puts in the pass that a file left out, if there must be one.
    pub(crate) fn settle(&mut self) {
        if self.state.mobility == 0 && !self.state.is_over() {
            self.make(Move::PASS);
        }
    }

    /// Plays a move of the file. Passes after the end of the game, which some write, are nothing.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), FileGameError> {
        if mv == Move::PASS && self.state.is_over() {
            return Ok(());
        }
        if mv != Move::PASS {
            self.settle();
        }
        match refusal(&STRICT, &self.state, mv) {
            Some(why) => {
                let error = TextError::illegal(name(mv), why);
                Err(FileGameError::at_ply(self.next_ply(), error))
            }
            None => {
                self.make(mv);
                Ok(())
            }
        }
    }

    fn make(&mut self, mv: Move) {
        if mv != Move::PASS || self.own.pass == PassRule::Move {
            self.plies.push(name(mv));
        }
        STRICT.make(&mut self.state, mv);
    }

    /// The game, when all moves have been played. It brings its position along if the reader's own game begins
    /// with another one.
    pub(crate) fn end(self, heading: Heading) -> FileGame {
        let usual = self.first == STRICT.start() && self.own.size == Size::Eight;
        let rules = Reversi { size: Size::Eight, ..self.own };
        let first = rules.position(self.first.stones(), self.first.to_move());
        let position = (!usual).then(|| rules.write_state(&first));
        FileGame { position, plies: self.plies, heading }
    }
}

fn name(mv: Move) -> String {
    mv.square().map_or(PASS.to_owned(), |square| square_name(Size::Eight, square))
}

/// The moves of a game with every pass in it, as files that write passes have them, and where they lead to.
pub(crate) fn with_passes(first: &State, moves: &[Move]) -> (Vec<(Player, Move)>, State) {
    let mut state = STRICT.position(first.stones(), first.to_move());
    let mut all = Vec::with_capacity(moves.len());
    for mv in moves {
        let left_out = *mv != Move::PASS && state.mobility == 0;
        for mv in [Move::PASS].into_iter().filter(|_| left_out).chain([*mv]) {
            all.push((state.to_move(), mv));
            STRICT.make(&mut state, mv);
        }
    }
    (all, state)
}

/// Whether a position is the start of the game.
pub(crate) fn is_start(first: &State) -> bool {
    let start = STRICT.start();
    first.stones() == start.stones() && first.to_move() == start.to_move()
}

/// Ranks by the stones of black and white.
pub(crate) fn ranks(difference: f64) -> Vec<u8> {
    match difference {
        _ if difference > 0.0 => vec![1, 2],
        _ if difference < 0.0 => vec![2, 1],
        _ => vec![1, 1],
    }
}
