//! Positions taken apart, for editors of boards: what stands where, stocks, turn and stage.

use crate::{Counter, Player, Scene, TextError};

/// A position in parts that can be changed one by one. Whether they make a position again, only the
/// game's reader of positions decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// What can stand on a cell; the first is the empty cell. No two have the same label.
    pub palette: Vec<Stamp>,
    /// The label of what stands on each cell of the scene; a blank where nothing can.
    pub cells: Vec<char>,
    /// Stocks and counters, with the greatest value each can have.
    pub counters: Vec<(Counter, i64)>,
    /// Whose turn it is; `None` where the board decides that.
    pub turn: Option<Player>,
    /// The parts of a game, where the position tells in which it is.
    pub stages: Vec<&'static str>,
    /// Which of them it is in.
    pub stage: usize,
}

/// Something that can be put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Whose it is; nobody's for grounds and neutral pieces.
    pub owner: Option<Player>,
    /// What it is: `man`, `king`, `hole`, `empty`.
    pub kind: &'static str,
    /// The letter that stands for it.
    pub label: char,
}

impl Stamp {
    /// Something that a player has.
    pub fn of(owner: Player, kind: &'static str, label: char) -> Self {
        Stamp { owner: Some(owner), kind, label }
    }

    /// Something that nobody has.
    pub fn neutral(kind: &'static str, label: char) -> Self {
        Stamp { owner: None, kind, label }
    }
}

impl Setup {
    /// The board of a scene, whose pieces have the labels of the palette; cells without a name can hold
    /// nothing.
    pub fn new(scene: &Scene, palette: Vec<Stamp>, turn: Option<Player>) -> Self {
        let empty = palette[0].label;
        let cell = |cell: &crate::Cell| if cell.name.is_empty() { ' ' } else { empty };
        let mut cells: Vec<char> = scene.cells.iter().map(cell).collect();
        scene.pieces.iter().for_each(|piece| cells[piece.cell] = piece.label);
        Setup { palette, cells, counters: Vec::new(), turn, stages: Vec::new(), stage: 0 }
    }

    /// With a counter from zero to `most`.
    pub fn counting(
        mut self,
        owner: Option<Player>,
        name: &'static str,
        value: impl Into<i64>,
        most: impl Into<i64>,
    ) -> Self {
        self.counters.push((Counter { owner, name, value: value.into() }, most.into()));
        self
    }

    /// The value of a counter; zero if there is none of that name.
    pub fn value(&self, owner: Option<Player>, name: &str) -> i64 {
        let wanted = |(own, _): &&(Counter, i64)| (own.owner, own.name) == (owner, name);
        self.counters.iter().find(wanted).map_or(0, |(own, _)| own.value)
    }

    /// The seat whose turn it is, counted from zero.
    pub fn seat(&self) -> usize {
        self.turn.map_or(0, Player::idx)
    }

    /// Refuses a setup that is not one of the same game: this one is.
    pub fn check(&self, edited: &Setup, players: u8) -> Result<(), TextError> {
        let names = |setup: &Setup| -> Vec<_> {
            setup.counters.iter().map(|(own, most)| (own.owner, own.name, *most)).collect()
        };
        let same_shape = edited.palette == self.palette
            && edited.cells.len() == self.cells.len()
            && names(edited) == names(self)
            && edited.stages == self.stages
            && edited.turn.is_some() == self.turn.is_some();
        if !same_shape {
            return Err(TextError::rules("the setup is one of another board or other rules"));
        }
        if let Some(Player(seat)) = edited.turn.filter(|turn| turn.0 >= players) {
            return Err(TextError::rules(format!("seat {seat} is to move, there are {players}")));
        }
        if edited.stage > self.stages.len().saturating_sub(1) {
            let (stage, stages) = (edited.stage, self.stages.join(", "));
            return Err(TextError::rules(format!("there is no stage {stage} of {stages}")));
        }
        for (cell, (own, label)) in self.cells.iter().zip(&edited.cells).enumerate() {
            if (*own == ' ') != (*label == ' ') {
                return Err(TextError::rules(format!("cell {cell} holds nothing, ever")));
            }
            if *label != ' ' && !self.palette.iter().any(|stamp| stamp.label == *label) {
                let labels: Vec<_> = self.palette.iter().map(|s| s.label.to_string()).collect();
                let labels = labels.join(", ");
                let what = format!("{label:?} on cell {cell} is none of {labels}");
                return Err(TextError::rules(what));
            }
        }
        Ok(())
    }
}

/// A row of a board with runs of empty cells as numbers: `r4b` for `r....b`.
pub fn run_lengths(row: impl IntoIterator<Item = char>, empty: char) -> String {
    let (mut text, mut gap) = (String::new(), 0);
    let mut close = |gap: &mut u32, sign: Option<char>| {
        if *gap > 0 {
            text.push_str(&gap.to_string());
            *gap = 0;
        }
        text.extend(sign);
    };
    for sign in row {
        if sign == empty { gap += 1 } else { close(&mut gap, Some(sign)) }
    }
    close(&mut gap, None);
    text
}
