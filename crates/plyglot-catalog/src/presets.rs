//! Presets: what they stand for under the rules at hand.

use plyglot_core::{LEARNED, Spec, SpecError, options::Loader};

use crate::{Listing, Opened, agent_spec};

/// What a preset has that was fitted to its learnt evaluation, in the points of that one: 0 leaves it out.
const FITTED: [&str; 2] = ["probcut", "margin"];

/// A specification of a player with the name of a preset replaced by what it stands for; options that
/// are given override the preset's own. Where its learnt evaluation falls back to another one, what was fitted
/// to it is off.
pub(crate) fn expanded(
    text: &str,
    listing: &Listing,
    opened: &Opened,
    load: Loader<'_>,
) -> Result<Spec, SpecError> {
    let spec = agent_spec(text, load)?;
    let mut presets = opened.entry.presets_of(opened.session.sides().count());
    let Some(preset) = presets.find(|preset| preset.name == spec.name) else {
        return Ok(spec);
    };
    let mut expanded = Spec::parse(preset.spec)?;
    let eval = value(&spec, "eval").or_else(|| value(&expanded, "eval"));
    if eval.is_some_and(|eval| falls_back(eval, listing, opened)) {
        let fitted = expanded.given.iter_mut().filter(|(name, _)| FITTED.contains(&&**name));
        fitted.for_each(|(_, value)| *value = "0".to_owned());
    }
    for (name, value) in spec.given {
        expanded.given.retain(|(own, _)| *own != name);
        expanded.given.push((name, value));
    }
    Ok(expanded)
}

fn value<'a>(spec: &'a Spec, option: &str) -> Option<&'a str> {
    spec.given.iter().find(|(name, _)| name == option).map(|(_, value)| &**value)
}

/// Whether an evaluation stands for learnt weights that come with the game, and none are for these rules.
fn falls_back(eval: &str, listing: &Listing, opened: &Opened) -> bool {
    let comes_with_game = |eval: Spec| eval.name == LEARNED && value(&eval, "file").is_none();
    Spec::parse(eval).is_ok_and(comes_with_game)
        && !(listing.learnt)(&*opened.session).iter().any(|weights| weights.used)
}
