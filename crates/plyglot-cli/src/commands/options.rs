//! Lists of options, the same for games, searches and evaluations.

use plyglot_core::OptionSpec;

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
