//! The conditions under which all games of a run are played.

use std::collections::BTreeMap;

use plyglot_arena::{
    Adjudication, Entrant, Error, Limits,
    entrant::{Files, entrant},
    opening::Source,
    schedule::{Frame, Variant},
    seating::Orders,
};
use plyglot_catalog::{Catalog, Opened};

/// The conditions of a run.
#[derive(Clone)]
pub struct Setting {
    /// The game.
    pub opened: Opened,
    /// The signature of the engine.
    pub engine: String,
    /// What moves may cost.
    pub limits: Limits,
    /// When games are cut short.
    pub adjudication: Adjudication,
    /// How games begin.
    pub openings: Source,
    /// The files that specifications name.
    pub files: BTreeMap<String, String>,
}

impl Setting {
    /// The frame of a schedule between some entrants.
    pub fn frame(&self, entrants: Vec<Entrant>, seed: u64) -> Frame {
        let openings = self.openings.clone();
        Frame {
            engine: self.engine.clone(),
            game: self.opened.spec.clone(),
            variants: vec![Variant::new(&self.opened, entrants, openings, seed)],
            sides: self.opened.session.sides(),
            limits: self.limits.clone(),
            adjudication: self.adjudication.clone(),
            orders: Orders::Rotations,
            seed,
            files: self.files.clone(),
        }
    }

    /// An agent of that name and specification.
    pub fn entrant(&self, catalog: &Catalog, name: &str, spec: &str) -> Result<Entrant, Error> {
        let load = |path: &str| {
            self.files.get(path).cloned().ok_or_else(|| format!("{path} has not been read"))
        };
        let made = entrant(catalog, &self.opened, spec, self.limits.depth, &Files::new(&load))?;
        Ok(Entrant { name: name.to_owned(), ..made })
    }
}
