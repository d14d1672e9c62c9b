//! The rules that a run is played by: one game, or all that ranges in its options stand for.

use plyglot_catalog::{Catalog, Opened};
use plyglot_core::options::Loader;

use crate::Error;

/// One or more variants of a game, with as many players and sides in each: other numbers would be another kind of
/// observation.
pub struct Rules {
    /// What a run is listed as: the full specification of the game, or ranges as they were written.
    pub listed: String,
    /// The variants, one at least.
    pub variants: Vec<Opened>,
}

impl Rules {
    /// Opens what a specification stands for; `seed={1..24}` in it are 24 variants.
    pub fn open(catalog: &Catalog, text: &str, load: Loader<'_>) -> Result<Rules, Error> {
        let variants = catalog.open_all(text, load)?;
        let shape =
            |own: &Opened| (own.entry.name, own.session.sides().count(), own.session.players());
        if let Some(odd) = variants.iter().find(|own| shape(own) != shape(&variants[0])) {
            let (odd, first) = (&odd.short, &variants[0].short);
            let told = format!("{odd}: expected as many players and sides as in {first}");
            return Err(Error::Input(told));
        }
        let listed = match &variants[..] {
            [one] => one.spec.clone(),
            _ => text.trim().to_owned(),
        };
        Ok(Rules { listed, variants })
    }

    /// The first variant, which speaks for all where one is enough.
    pub fn first(&self) -> &Opened {
        &self.variants[0]
    }

    /// The shortest text that stands for the same.
    pub fn short(&self) -> &str {
        match &self.variants[..] {
            [one] => &one.short,
            _ => &self.listed,
        }
    }
}
