//! The live view of games to learn from: how far they are, how fast they go, how they end.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plyglot_arena::{
    desk::{Progress, Watch},
    schedule::Block,
    standings::Duel,
};

use crate::commands::arena::table;

const PAUSE: Duration = Duration::from_millis(250);
const LINE: Duration = Duration::from_secs(30);

/// A bar on standard error, or a line now and then where that is no terminal.
pub(super) struct LearnLive {
    bar: ProgressBar,
    games: usize,
    what: String,
    first: String,
    duel: Duel,
    began: Instant,
    shown: Instant,
    plies: u64,
}

impl LearnLive {
    /// A view of so many games, with how the first of their players does against others.
    pub(super) fn new(games: usize, what: &str, first: &str) -> LearnLive {
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(Some(games as u64), target);
        let style = ProgressStyle::with_template(
            "{wide_bar} {pos} of {len} games  {elapsed} gone, {eta} to go\n{msg}",
        );
        bar.set_style(style.expect("the template is valid"));
        bar.enable_steady_tick(Duration::from_millis(500));
        let (what, first, duel) = (what.to_owned(), first.to_owned(), Duel::default());
        let (began, shown) = (Instant::now(), Instant::now());
        LearnLive { bar, games, what, first, duel, began, shown, plies: 0 }
    }
}

impl Drop for LearnLive {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for LearnLive {
    fn game(&mut self, progress: &Progress<'_>) {
        let played = progress.finished - progress.found;
        if played == 1 {
            // What was found in the records took no time.
            self.bar.set_position(progress.found as u64);
            self.bar.reset_eta();
        }
        self.plies += u64::from(progress.result.plies);
        if self.shown.elapsed() < if self.bar.is_hidden() { LINE } else { PAUSE } {
            return;
        }
        self.shown = Instant::now();
        let pace = played as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let plies = self.plies as f64 / played.max(1) as f64;
        let score = match self.duel.games() {
            0 => String::new(),
            _ => format!(", against others {}", table::percent(&self.duel.summary().score)),
        };
        let told = format!("{}: {pace:.1} games/s, {plies:.0} plies each{score}", self.what);
        if self.bar.is_hidden() {
            let left = (self.games - progress.finished.min(self.games)) as f64 / pace.max(1e-9);
            anstream::eprintln!(
                "{} of {} games, {left:.0} s to go; {told}",
                progress.finished,
                self.games
            );
            return;
        }
        self.bar.set_position(progress.finished as u64);
        self.bar.set_message(told);
    }

    fn block(&mut self, block: &Block) {
        self.duel.add_against_all(block, &self.first);
    }
}
