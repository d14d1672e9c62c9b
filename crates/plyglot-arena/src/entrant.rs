//! From what was typed to who takes part: names, full specifications and the files they need.

#[cfg(test)]
mod tests;

use std::{cell::RefCell, collections::BTreeMap, mem, path::Path};

use plyglot_catalog::{Catalog, Opened, SEATS, agent_spec, books::Book, model::Model};
use plyglot_core::{OptionSpec, Spec, options::Loader, shorten};

use crate::{Entrant, Error, Limits, guest, job::RECORDED};

/// The most agents of a run: tables have a place for every two of them.
pub const MOST_AGENTS: usize = 1000;

/// Refuses more agents than a run can have.
pub fn check_count(agents: usize) -> Result<(), Error> {
    match agents <= MOST_AGENTS {
        true => Ok(()),
        false => Err(Error::Input(format!(
            "{agents} agents are too many: a run has at most {MOST_AGENTS}"
        ))),
    }
}

/// A loader that keeps what it read, so that jobs can carry it along.
pub struct Files<'a> {
    load: Loader<'a>,
    read: RefCell<BTreeMap<String, String>>,
}

impl<'a> Files<'a> {
    /// Nothing read yet.
    pub fn new(load: Loader<'a>) -> Self {
        Files { load, read: RefCell::new(BTreeMap::new()) }
    }

    /// Reads a file and keeps it.
    pub fn load(&self, path: &str) -> Result<String, String> {
        let text = (self.load)(path)?;
        self.read.borrow_mut().insert(path.to_owned(), text.clone());
        Ok(text)
    }

    /// Everything that was read.
    pub fn into_read(self) -> BTreeMap<String, String> {
        self.read.into_inner()
    }
}

/// Takes learnt weights and opening books out of the files of a run; the catalogue that is returned knows them by
/// the paths that name them. Specifications tell their checksums, so that jobs need not carry them along.
pub fn lift_weights(catalog: &Catalog, files: &mut BTreeMap<String, String>) -> Catalog {
    let (mut lifted, all) = (catalog.clone(), mem::take(files));
    for (path, text) in all {
        match Model::pedigree_of(&text).is_ok() || Book::settings_of(&text).is_ok() {
            true => lifted = lifted.with_weights(&path, &text),
            false => {
                files.insert(path, text);
            }
        }
    }
    lifted
}

/// Reads `SPEC`, `NAME=SPEC` or `"NAME"=SPEC`, makes the agent once to see that it can be made, and
/// writes its specification out in full. A depth goes into specifications that have such an option and
/// leave it open. Who has no name is called by the short specification, however it was typed; a preset's
/// name counts as one, and so does that of the file of `@FILE`.
pub fn entrant(
    catalog: &Catalog,
    opened: &Opened,
    text: &str,
    depth: Option<u32>,
    files: &Files<'_>,
) -> Result<Entrant, Error> {
    let (name, text) = split_name(text)?;
    // What such a file says is in the specification; jobs need not carry it along.
    let mut spec = agent_spec(text, files.load)?;
    let name = name.or_else(|| file_stem(text));
    if let Some(kind) = guest::kind(&spec) {
        let checked = (kind.check)(&spec, &opened.spec)?;
        let short = spec.to_string();
        let name = name.or(checked.name).unwrap_or_else(|| short.clone());
        return Ok(Entrant { name, spec: checked.full, short });
    }
    if spec.name == RECORDED {
        let why = "the players of imported games can be shown, but not asked for moves";
        return Err(Error::Input(format!("{RECORDED}: {why}")));
    }
    let load = |path: &str| files.load(path);
    let mut agent = catalog.agent(&spec.to_string(), opened, &load)?;
    if let Some(depth) = depth
        && spec.given.iter().all(|(option, _)| option != "depth")
        && options(catalog, opened, &Spec::parse(agent.spec())?.name).any(|own| own.name == "depth")
    {
        spec.given.push(("depth".to_owned(), depth.to_string()));
        agent = catalog.agent(&spec.to_string(), opened, &load)?;
    }
    let preset = opened.entry.presets.iter().any(|preset| preset.name == spec.name);
    let short = if preset { spec.to_string() } else { agent.short().to_owned() };
    let name = name.unwrap_or_else(|| short.clone());
    Ok(Entrant { name, spec: agent.spec().to_owned(), short })
}

/// The name that a file gives to the agent in it.
fn file_stem(text: &str) -> Option<String> {
    Some(Path::new(text.strip_prefix('@')?).file_stem()?.to_string_lossy().into_owned())
}

/// The options of a search or a classic player.
fn options(
    catalog: &Catalog,
    opened: &Opened,
    name: &str,
) -> impl Iterator<Item = &'static OptionSpec> {
    let players = catalog.players(opened.entry.name).unwrap_or_default();
    let player = players.iter().find(|player| player.name == name).map(|player| player.options);
    let search = catalog.search(name).map(|search| search.options);
    player.or(search.ok()).unwrap_or_default().iter()
}

/// Splits `NAME=SPEC`; an equals sign inside brackets belongs to an option. A name in quotes may have
/// anything in it, quotes and backslashes after a backslash.
fn split_name(text: &str) -> Result<(Option<String>, &str), Error> {
    let text = text.trim();
    if let Some(quoted) = text.strip_prefix('"') {
        let mut name = String::new();
        let mut signs = quoted.char_indices();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '"' => match quoted[at + 1..].trim_start().strip_prefix('=') {
                    Some(spec) => return Ok((Some(name), spec.trim())),
                    None => break,
                },
                '\\' => name.extend(signs.next().map(|(_, sign)| sign)),
                sign => name.push(sign),
            }
        }
        let text = shorten(text);
        return Err(Error::Input(format!("{text}: expected \"NAME\"=SPEC, the name in quotes")));
    }
    let before_brackets = text.split('(').next().unwrap_or("");
    Ok(match before_brackets.split_once('=') {
        Some((name, _)) => (Some(name.trim().to_owned()), text[name.len() + 1..].trim()),
        None => (None, text),
    })
}

/// What [`entrant`] reads as the same again.
pub fn typed(entrant: &Entrant) -> String {
    let Entrant { name, spec, short } = entrant;
    let spec = if short.is_empty() { spec } else { short };
    let plain = name.trim() == name && !name.starts_with('"') && !name.contains(['(', '=']);
    match name {
        name if name == spec => spec.clone(),
        name if plain => format!("{name}={spec}"),
        name => format!("\"{}\"={spec}", name.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// The entrants of a list and where each item of it stands among them: items with the same name and
/// specification are one entrant.
pub fn merge(listed: Vec<Entrant>) -> Result<(Vec<Entrant>, Vec<usize>), Error> {
    let (mut entrants, mut places): (Vec<Entrant>, Vec<usize>) = (Vec::new(), Vec::new());
    for entrant in listed {
        match entrants.iter().position(|own| own.name == entrant.name) {
            Some(at) if entrants[at].spec == entrant.spec => places.push(at),
            Some(_) => {
                let name = shorten(&entrant.name);
                return Err(Error::Input(format!("two different agents are called {name:?}")));
            }
            None => {
                places.push(entrants.len());
                entrants.push(entrant);
            }
        }
    }
    Ok((entrants, places))
}

/// The entrants of a list under every variant of the rules, called as under the first, and where each item stands
/// among them.
pub fn merge_all(
    listed: impl IntoIterator<Item = Vec<Entrant>>,
) -> Result<(Vec<Vec<Entrant>>, Vec<usize>), Error> {
    let mut listed = listed.into_iter();
    let (first, places) = merge(listed.next().unwrap_or_default())?;
    let mut all = vec![first];
    for items in listed {
        let mut entrants = all[0].clone();
        for (place, item) in places.iter().zip(items) {
            let name = entrants[*place].name.clone();
            entrants[*place] = Entrant { name, ..item };
        }
        all.push(entrants);
    }
    Ok((all, places))
}

/// Gives a tenth of a second a move where there is no limit and some agent needs one.
pub fn limit_thinking(catalog: &Catalog, entrants: &[Entrant], limits: &mut Limits) {
    if limits.are_free() && !entrants.iter().all(|own| ends_by_itself(catalog, own)) {
        limits.time = Some(100);
    }
}

/// Whether an agent stops thinking by itself, without limits from outside.
pub fn ends_by_itself(catalog: &Catalog, entrant: &Entrant) -> bool {
    spec_ends_by_itself(catalog, &entrant.spec)
}

fn spec_ends_by_itself(catalog: &Catalog, text: &str) -> bool {
    let Ok(spec) = Spec::parse(text) else { return false };
    if spec.name == SEATS {
        return spec.given.iter().all(|(_, own)| spec_ends_by_itself(catalog, own));
    }
    // Classic players end by their own rules; bots are trusted to, and waited for within reason.
    let search = catalog.search(&spec.name);
    search.map_or(true, |search| plyglot_catalog::ends_by_itself(search, &spec.given))
}
