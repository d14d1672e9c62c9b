//! The live view of a run: a bar with an estimate, the score, the last game.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plyglot_arena::{pool::Progress, standings};
use plyglot_core::shorten;

/// How often the score is worked out anew.
const PAUSE: Duration = Duration::from_millis(200);

/// A progress bar on standard error, which stays away when nobody watches.
pub(crate) struct Live {
    bar: ProgressBar,
    first: String,
    shown: Option<Instant>,
    began: Instant,
    note: Box<dyn Fn(&Progress<'_>) -> String>,
}

impl Live {
    /// A view of so many games; the score shown is that of the first agent. `note` adds to it.
    pub(crate) fn new(
        games: Option<usize>,
        first: &str,
        note: Box<dyn Fn(&Progress<'_>) -> String>,
    ) -> Live {
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(games.map(|games| games as u64), target);
        let style = ProgressStyle::with_template(
            "{wide_bar} {pos} of {len} games  {elapsed} gone, {eta} to go\n{msg}",
        );
        bar.set_style(style.expect("the template is valid"));
        bar.enable_steady_tick(Duration::from_millis(500));
        Live { bar, first: first.to_owned(), shown: None, began: Instant::now(), note }
    }

    /// Shows a game that has just ended.
    pub(crate) fn show(&mut self, progress: &Progress<'_>) {
        if self.shown.is_none() {
            self.bar.set_position(progress.found as u64);
            self.bar.reset_eta();
        }
        if self.bar.is_hidden() || self.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        self.shown = Some(Instant::now());
        self.bar.set_position(progress.finished as u64);
        let summary = standings::first_against_all(progress.blocks, &self.first).summary();
        let (score, elo) = (summary.score, summary.elo);
        let played = (progress.finished - progress.found) as f64;
        let names = standings::names(progress.job, progress.result).join(", ");
        self.bar.set_message(format!(
            "{} {:.1} % [{:.1}, {:.1}]  Elo {:+.0} [{:+.0}, {:+.0}]  superior {:.1} %  {:.2} games/s{}\nlast: {} ({})",
            shorten(&self.first),
            100.0 * score.value,
            100.0 * score.low,
            100.0 * score.high,
            elo.value,
            elo.low,
            elo.high,
            100.0 * summary.superiority,
            played / self.began.elapsed().as_secs_f64().max(1e-3),
            (self.note)(progress),
            progress.result.verdict,
            shorten(&names),
        ));
    }

    /// Takes the view away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
