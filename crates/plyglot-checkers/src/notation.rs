//! What is read and written, and how a game's end is called.

use std::cmp::Ordering;

use plyglot_core::{
    Draw, Notation, Player, Referee, Setup, Stamp, TextError, Verdict, compare_numerically,
};

use crate::{
    Checkers, Csc384Board, Move, Position,
    board::Side,
    diagram,
    driver::Driver,
    fen, generate, ply,
    scene::{self, LOOKS},
};

impl Notation for Checkers {
    fn player_name(&self, player: Player) -> String {
        if player.0 == 0 { "black" } else { "white" }.to_owned()
    }

    fn write_state(&self, state: &Position) -> String {
        fen::write(state)
    }

    fn parse_state(&self, text: &str) -> Result<(Self, Position), TextError> {
        let position = match Form::of(text) {
            Form::Start => Position::start(self.first),
            Form::Fen => fen::read(text, self.crown_row_men)?,
            Form::Csc384 => Csc384Board::read(text, self.crown_row_men)?.position()?,
            Form::OpenSpiel => diagram::read_openspiel(text, self.crown_row_men)?,
        };
        Ok((*self, position))
    }

    fn setup(&self, state: &Position) -> Option<Setup> {
        let mut palette = vec![Stamp::neutral("empty", '.')];
        let stamp =
            |(side, _, kind, label): (Side, bool, _, _)| Stamp::of(side.player(), kind, label);
        palette.extend(LOOKS.map(stamp));
        let setup = Setup::new(&self.scene(state), palette, Some(state.side.player()));
        Some(setup.counting(None, scene::QUIET, state.quiet_plies(), u16::MAX))
    }

    fn write_setup(&self, setup: &Setup) -> Option<String> {
        let turn = [Side::Black, Side::White][setup.seat()];
        let piece = |number| {
            let here = setup.cells[scene::cell(number)];
            LOOKS.iter().find(|look| look.3 == here).map(|(side, king, ..)| (*side, *king))
        };
        let quiet = setup.value(None, scene::QUIET);
        let counter = if quiet == 0 { String::new() } else { format!(":H{quiet}") };
        Some(fen::compose(turn, piece) + &counter)
    }

    fn write_ply(&self, _state: &Position, decisions: &[Move]) -> String {
        decisions.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    fn parse_ply(&self, state: &Position, text: &str) -> Result<Vec<Move>, TextError> {
        ply::read(self, state, text).map(|mv| vec![mv])
    }

    fn compare_plies(&self, a: &str, b: &str) -> Ordering {
        compare_numerically(a, b)
    }

    fn verdict(&self, state: &Position, repeated: bool) -> Option<Verdict> {
        if !state.must_pass && !generate::any(state) {
            return Some(Verdict::word(state.side.other().word(), Some("no-moves")));
        }
        if repeated {
            return Some(Verdict::word("draw", Some("repetition")));
        }
        self.counted_out(state).then(|| Verdict::word("draw", Some("forty-move")))
    }

    fn referee(&self) -> Option<Box<dyn Referee<Self>>> {
        self.driver_2021.then(|| Box::new(Driver::default()) as Box<dyn Referee<Self>>)
    }
}

/// The kinds of position text.
enum Form {
    Start,
    Fen,
    Csc384,
    OpenSpiel,
}

impl Form {
    /// What a text means to be, by its first characters.
    fn of(text: &str) -> Form {
        if text.trim() == "startpos" {
            return Form::Start;
        }
        let mut chars = text.chars().filter(|c| !c.is_whitespace());
        match (chars.next(), chars.next()) {
            (Some('8'), _) => Form::OpenSpiel,
            (Some('.' | 'r' | 'R'), _) => Form::Csc384,
            (Some('b' | 'B'), Some('.' | 'r' | 'R' | 'b' | 'B')) => Form::Csc384,
            _ => Form::Fen,
        }
    }
}
