//! Records of matches and tournaments as something to look at.
//!
//! [`gather()`] turns a file of records into plain [`Data`]; [`html()`] makes one self-contained page of it,
//! [`svg()`] one picture of its plots, [`json`] the numbers behind both. [`figure`] draws curves of anything. Equal records give equal pages.

mod chart;
mod charts;
mod gather;
mod html;
mod replay;
mod style;
mod summary;
mod svg;
mod tables;
mod text;
mod tuning;

pub use gather::{Data, Wanted, gather};
pub use html::html;
pub use replay::{About, Board, Game, Look, Replay};
pub use summary::{Curve, Run, Times};
pub use svg::{Curves, Picture, Theme, figure, plots, svg};
pub use tuning::Line;

/// The numbers of the page, without the moves of its games.
pub fn json(data: &Data) -> serde_json::Value {
    serde_json::json!({
        "source": data.source,
        "runs": data.runs,
        "games": data.games.iter().map(|game| &game.about).collect::<Vec<_>>(),
        "games_stored": data.stored,
        "warnings": data.warnings,
    })
}
