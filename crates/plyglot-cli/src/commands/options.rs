//! Lists of options, printed or as JSON: the same for games, searches and evaluations.

use plyglot_core::{OptionKind, OptionSpec};
use serde_json::{Value, json};

use super::Out;
use crate::error::Error;

/// Prints the options of `owner`, with what they take and what they do.
pub(super) fn print(owner: &str, options: &[OptionSpec], out: Out<'_>) -> Result<(), Error> {
    let Some(first) = options.first() else {
        writeln!(out, "no options")?;
        return Ok(());
    };
    let bold = anstyle::Style::new().bold();
    writeln!(out, "\noptions, written {owner}({}=…):", first.name)?;
    for option in options {
        let default =
            if option.default.is_empty() { "as the rest decides" } else { option.default };
        writeln!(out, "  {bold}{}{bold:#} = {}", option.name, option.kind)?;
        writeln!(out, "      {}; default: {default}", option.help)?;
    }
    Ok(())
}

/// The same as JSON.
pub(super) fn values(options: &[OptionSpec]) -> Value {
    options.iter().map(value).collect()
}

fn value(option: &OptionSpec) -> Value {
    let (kind, values) = match option.kind {
        OptionKind::Flag => ("flag", Value::Null),
        OptionKind::Int { min, max } => ("int", json!([min, max])),
        OptionKind::Megabytes { min, max } => ("megabytes", json!([min, max])),
        OptionKind::Threads { max } => ("threads", json!([1, max])),
        OptionKind::Real { min, max } => ("real", json!([min, max])),
        OptionKind::Spec => ("spec", Value::Null),
        OptionKind::Choice(among) => ("choice", json!(among)),
        OptionKind::File(builtin) => ("file", json!(builtin)),
    };
    json!({
        "name": option.name,
        "kind": kind,
        "values": values,
        "default": (!option.default.is_empty()).then_some(option.default),
        "help": option.help,
    })
}
