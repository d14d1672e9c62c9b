//! What agents say of positions, as data.

use plyglot_catalog::{self as catalog, Explained, Opened};
use plyglot_core::AnySession;
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::value::Amount;
use crate::{Error, Value};

/// An agent's answer, or its state on the way there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Answer {
    /// Who is to move.
    pub seat: u8,
    /// The best plies with what is expected to follow, best first.
    pub lines: Vec<Line>,
    /// How deep the work was completed, in the units of the search.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Share of the table in use, in thousandths.
    pub table_permille: u32,
    /// Whether the value is proven to be that of the game.
    pub proven: bool,
    /// Whether it comes from an opening book, and nothing was searched.
    pub book: bool,
}

/// A ply, what is expected after it, and what that is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Line {
    /// The ply to be played.
    #[serde(rename = "move")]
    pub ply: Option<String>,
    /// It and what is expected to follow.
    pub pv: Vec<String>,
    /// What it is worth to the player to move, in the unit of the agent.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Amount>))]
    pub value: Option<Value>,
    /// The same for every seat of which the agent knows it.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Option<Amount>>))]
    pub values: Vec<Option<Value>>,
    /// The expected score of every seat, from 0 to 1, where the value tells it.
    pub expected: Vec<Option<f64>>,
    /// What it is worth to the player to move, in words.
    pub words: String,
}

impl From<&catalog::Answer> for Answer {
    fn from(answer: &catalog::Answer) -> Answer {
        let line = |line: &catalog::AnswerLine| {
            let values: Vec<_> = line.values.iter().map(|own| own.map(Value::from)).collect();
            Line {
                ply: line.plies.first().cloned(),
                pv: line.plies.clone(),
                value: values[answer.mover.idx()],
                values,
                expected: line.expected.clone(),
                words: line.words(answer.mover),
            }
        };
        Answer {
            seat: answer.mover.0,
            lines: answer.lines.iter().map(line).collect(),
            depth: answer.depth,
            nodes: answer.nodes,
            table_permille: answer.table,
            proven: answer.proven,
            book: answer.book,
        }
    }
}

/// What a position is worth to a seat, term by term.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatTerms {
    /// The seat.
    pub player: u8,
    /// Its name in the game's own words.
    pub name: String,
    /// The terms, in the order in which they are added up.
    pub terms: Vec<Term>,
    /// Their sum.
    pub total: f64,
}

/// One term of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Term {
    /// What it looks at.
    pub name: String,
    /// What it adds.
    pub value: f64,
}

/// What an evaluation makes of a position, seat by seat.
pub fn explain(explained: &Explained, session: &dyn AnySession) -> Vec<SeatTerms> {
    let term = |(name, value): &(String, f64)| Term { name: name.clone(), value: *value };
    let seat = |own: &catalog::SeatTerms| SeatTerms {
        player: own.seat.0,
        name: session.player_name(own.seat),
        terms: own.terms.iter().map(term).collect(),
        total: own.total(),
    };
    explained.seats.iter().map(seat).collect()
}

/// What a piece adds to an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Attribution {
    /// The cell that it stands on.
    pub cell: usize,
    /// How much more each term is with it than without: by seat, then by term.
    pub values: Vec<Vec<f64>>,
}

/// The most pieces that are taken away one by one.
const MOST_PIECES: usize = 400;

/// What each piece of a position adds to the terms of an evaluation, found by taking it away. Pieces without
/// which there is no position are left out, and so are all in games that cannot be set up.
pub fn attribute(
    opened: &Opened,
    terms: &[SeatTerms],
    judge: &dyn Fn(&Opened) -> Result<Explained, Error>,
) -> Vec<Attribution> {
    let Some(setup) = opened.session.setup() else { return Vec::new() };
    let pieces = opened.session.scene().pieces;
    if pieces.len() > MOST_PIECES || setup.palette.is_empty() {
        return Vec::new();
    }
    let without = |cell: usize| {
        let (mut setup, mut opened) = (setup.clone(), opened.clone());
        *setup.cells.get_mut(cell)? = setup.palette[0].label;
        opened.session.set_setup(&setup).ok()?;
        let rest = explain(&judge(&opened).ok()?, &*opened.session);
        let difference = |(with, without): (&SeatTerms, &SeatTerms)| {
            let pairs = with.terms.iter().zip(&without.terms);
            pairs.map(|(with, without)| with.value - without.value).collect()
        };
        Some(Attribution { cell, values: terms.iter().zip(&rest).map(difference).collect() })
    };
    pieces.iter().filter_map(|piece| without(piece.cell)).collect()
}
