//! Progress bars, on standard error, that stay away when work is short or nobody watches.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar that shows what share is done and an estimate of the rest.
pub(crate) fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
    let style =
        ProgressStyle::with_template("{wide_bar} {percent:>3} %  {elapsed} gone, {eta} to go");
    bar.set_style(style.expect("the template is valid"));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A sign of life for work whose length nobody knows, until it is dropped.
pub(crate) struct Busy(ProgressBar);

impl Busy {
    /// Tells what takes a while.
    pub(crate) fn new(what: &'static str) -> Busy {
        Busy(spinner(what))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A sign of life for work whose length nobody knows.
pub(crate) fn spinner(what: &'static str) -> ProgressBar {
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed} gone");
    spinner.set_style(style.expect("the template is valid"));
    spinner.set_message(what);
    spinner.enable_steady_tick(Duration::from_millis(250));
    spinner
}
