//! From what was typed to who takes part: names, full specifications and the files they need.

use std::{cell::RefCell, collections::BTreeMap};

use plyglot_catalog::{Catalog, Opened};
use plyglot_core::{OptionSpec, Spec, options::Loader, shorten};
use plyglot_protocol::BotSpec;

use crate::{Entrant, Error};

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

/// Reads `SPEC` or `NAME=SPEC`, makes the agent once to see that it can be made, and writes its
/// specification out in full. A depth goes into specifications that have such an option and leave it
/// open.
pub fn entrant(
    catalog: &Catalog,
    opened: &Opened,
    text: &str,
    depth: Option<u32>,
    files: &Files<'_>,
) -> Result<Entrant, Error> {
    let (name, text) = split_name(text);
    let mut spec = Spec::parse(text)?;
    if BotSpec::is_bot(&spec) {
        let bot = BotSpec::parse(&spec)?;
        let name = name.or(bot.name.as_deref()).unwrap_or(text).to_owned();
        return Ok(Entrant { name, spec: bot.to_string() });
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
    let name = name.unwrap_or(text).to_owned();
    Ok(Entrant { name, spec: agent.spec().to_owned() })
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

/// Splits `NAME=SPEC`; an equals sign inside brackets belongs to an option.
fn split_name(text: &str) -> (Option<&str>, &str) {
    let text = text.trim();
    let before_brackets = text.split('(').next().unwrap_or("");
    match before_brackets.split_once('=') {
        Some((name, _)) => (Some(name.trim()), text[name.len() + 1..].trim()),
        None => (None, text),
    }
}

/// The entrants of a list and where each item of it stands among them: items with the same name and
/// specification are one entrant.
pub fn merge(listed: Vec<Entrant>) -> Result<(Vec<Entrant>, Vec<usize>), Error> {
    let (mut entrants, mut places): (Vec<Entrant>, Vec<usize>) = (Vec::new(), Vec::new());
    for entrant in listed {
        match entrants.iter().position(|own| own.name == entrant.name) {
            Some(at) if entrants[at] == entrant => places.push(at),
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

/// Whether an agent stops thinking by itself, without limits from outside.
pub fn ends_by_itself(catalog: &Catalog, entrant: &Entrant) -> bool {
    let Ok(spec) = Spec::parse(&entrant.spec) else { return false };
    let Ok(search) = catalog.search(&spec.name) else {
        // Classic players end by their own rules; bots are trusted to, and waited for within reason.
        return true;
    };
    let set = |own: &OptionSpec| {
        let given = spec.given.iter().find(|(name, _)| name == own.name);
        given.is_some_and(|(_, value)| *value != own.default)
    };
    search.options.iter().filter(|own| is_limit(own.name)).any(set)
}

fn is_limit(option: &str) -> bool {
    matches!(option, "depth" | "simulations")
}
