//! The live view of a tuning run: how far it is, the parameters, and how they do.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plyglot_arena::{
    desk::{Progress, Watch},
    schedule::Block,
};
use plyglot_tuner::course::Course;

use super::show;

const PAUSE: Duration = Duration::from_millis(250);
const LINE: Duration = Duration::from_secs(30);
/// The bar counts thousandths of the budget.
const WHOLE: u64 = 1000;

/// A bar on standard error with the course below it, or a line now and then where that is no terminal.
pub(super) struct TuneLive {
    bar: ProgressBar,
    course: Arc<Mutex<Course>>,
    shown: Instant,
    found: bool,
}

impl TuneLive {
    pub(super) fn new(course: Arc<Mutex<Course>>) -> TuneLive {
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(Some(WHOLE), target);
        let style = ProgressStyle::with_template(
            "{wide_bar} {percent:>3} %  {elapsed} gone, {eta} to go\n{msg}",
        );
        bar.set_style(style.expect("the template is valid"));
        bar.enable_steady_tick(Duration::from_millis(500));
        TuneLive { bar, course, shown: Instant::now(), found: false }
    }
}

impl Drop for TuneLive {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for TuneLive {
    fn game(&mut self, progress: &Progress<'_>) {
        let course = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        let share = (course.progress * WHOLE as f64) as u64;
        if !self.found {
            // What was found in the records took no time.
            self.found = true;
            self.bar.set_position(share);
            self.bar.reset_eta();
        }
        if self.shown.elapsed() < if self.bar.is_hidden() { LINE } else { PAUSE } {
            return;
        }
        self.shown = Instant::now();
        if self.bar.is_hidden() {
            let percent = 100.0 * course.progress;
            let (games, standing) = (progress.finished, show::standing(&course));
            anstream::eprintln!("{percent:.0} %, {games} games  {standing}");
            return;
        }
        self.bar.set_position(share);
        let games = format!("{} games  {}", progress.finished, show::standing(&course));
        self.bar.set_message(format!("{games}\n{}", show::values(&course, 10).join("\n")));
    }

    fn block(&mut self, _block: &Block) {}
}
