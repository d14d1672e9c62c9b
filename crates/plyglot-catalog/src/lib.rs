//! The one list of games. Everything above works on what it opens; nothing below knows of it.

#[cfg(test)]
mod tests;

use plyglot_core::{
    AnySession, GameEntry, Listed, Options, Spec, SpecError, options::Loader, shorten,
};

/// The games that can be named in a specification.
#[derive(Clone)]
pub struct Catalog {
    games: Vec<GameEntry>,
}

/// A game opened by its specification.
pub struct Opened {
    /// What was opened.
    pub entry: GameEntry,
    /// The options as written.
    pub given: Vec<(String, String)>,
    /// The full normal form of the specification.
    pub spec: String,
    /// The game at its start position.
    pub session: Box<dyn AnySession>,
}

impl Catalog {
    /// The games of the project.
    pub fn standard() -> Self {
        Catalog { games: Vec::new() }
            .with::<plyglot_dala::Dala>()
            .with::<plyglot_chexers::Chexers>()
            .with::<plyglot_reversixt::ReversiXt>()
            .with::<plyglot_reversi::Reversi>()
            .with::<plyglot_checkers::Checkers>()
            .with::<plyglot_halma::Halma>()
    }

    /// The same with one more game.
    pub fn with<G: Listed>(mut self) -> Self {
        self.games.push(GameEntry::of::<G>());
        self
    }

    /// All games, in the order of lists.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// The game of that name.
    pub fn game(&self, name: &str) -> Result<&GameEntry, SpecError> {
        self.games.iter().find(|game| game.name == name).ok_or_else(|| {
            let known: Vec<_> = self.games.iter().map(|game| game.name).collect();
            SpecError(format!(
                "there is no game {:?}; there are: {}",
                shorten(name),
                known.join(", ")
            ))
        })
    }

    /// Opens `name(option=value, …)`; `load` reads the files that options name.
    pub fn open(&self, text: &str, load: Loader<'_>) -> Result<Opened, SpecError> {
        let spec = Spec::parse(text)?;
        let entry = *self.game(&spec.name)?;
        let options = Options::check(entry.name, entry.options, &spec.given, load)?;
        let session = entry.build(&options)?;
        let normal = format!("{}{}", entry.name, options.normal_form());
        Ok(Opened { entry, given: spec.given, spec: normal, session })
    }
}
