//! What an agent declares about its options: their kinds, ranges and values.

use plyglot_catalog::{Catalog, Opened};
use plyglot_core::{OptionKind, OptionSpec, Spec, did_you_mean};

use crate::space::get;

/// An option of an agent, or of what it names.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// Its path: `depth`, `eval.turn`.
    pub(crate) name: String,
    pub(crate) option: &'static OptionSpec,
    /// Its value in the specification, if it has one.
    pub(crate) value: Option<String>,
}

impl Declared {
    /// The least and the greatest value, and whether it is whole, of a number.
    pub(crate) fn range(&self) -> Option<(f64, f64, bool)> {
        match self.option.kind {
            OptionKind::Int { min, max } => Some((min as f64, max as f64, true)),
            OptionKind::Real { min, max } => Some((min, max, false)),
            _ => None,
        }
    }
}

/// All options of an agent and of its evaluation. The specification is a full one.
pub(crate) fn all(catalog: &Catalog, opened: &Opened, spec: &Spec) -> Vec<Declared> {
    let players = catalog.players(opened.entry.name).unwrap_or_default();
    let player = players.iter().find(|player| player.name == spec.name).map(|own| own.options);
    let own = player.or(catalog.search(&spec.name).ok().map(|own| own.options)).unwrap_or(&[]);
    let eval = get(spec, &["eval"]).and_then(|text| Spec::parse(&text).ok());
    let evaluations = (opened.entry.evaluations)();
    let eval = eval.and_then(|eval| evaluations.iter().find(|own| own.name == eval.name));
    let weights = eval.map_or(&[][..], |own| own.options);
    let named = |prefix: &str, option: &'static OptionSpec| {
        let name = format!("{prefix}{}", option.name);
        let value = get(spec, &name.split('.').collect::<Vec<_>>());
        Declared { name, option, value }
    };
    let own = own.iter().map(|option| named("", option));
    own.chain(weights.iter().map(|option| named("eval.", option))).collect()
}

/// The options that a name means: one, or all numbers and switches below `eval.*` or `*`.
pub(crate) fn find(all: &[Declared], name: &str) -> Result<Vec<Declared>, String> {
    let prefix = name.strip_suffix('*');
    let meant = |own: &&Declared| match prefix {
        Some(prefix) => {
            let rest = own.name.strip_prefix(prefix);
            rest.is_some_and(|rest| !rest.contains('.'))
                && (own.range().is_some() || matches!(own.option.kind, OptionKind::Flag))
        }
        None => own.name == name,
    };
    let found: Vec<Declared> = all.iter().filter(meant).cloned().collect();
    match found.is_empty() {
        false => Ok(found),
        true => {
            let names: Vec<&str> = all.iter().map(|own| own.name.as_str()).collect();
            let hint = did_you_mean(name, names.iter().copied());
            Err(format!(
                "{name:?}: the agent has no such option; it has: {}{hint}",
                names.join(", ")
            ))
        }
    }
}
