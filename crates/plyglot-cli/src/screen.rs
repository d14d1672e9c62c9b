//! How much room there is for what is printed.

use std::env;

use terminal_size::{Width, terminal_size_of};

/// The columns of the screen: what `COLUMNS` says, else those of the terminal; `None` where there is no
/// screen, as in a file or a pipe.
pub(crate) fn columns() -> Option<usize> {
    let told = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let seen = || terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| columns.into());
    told.filter(|columns| *columns > 0).or_else(seen)
}
