//! The live view of a run: a bar with an estimate, the score, the last game.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plyglot_arena::{
    desk::{Progress, Watch},
    ratings::Ranked,
    schedule::Block,
    standings::{self, Duel, Tally},
};
use plyglot_core::shorten;
use plyglot_stats::sprt::Sprt;

use super::table;

/// How often the score is worked out anew.
const PAUSE: Duration = Duration::from_millis(200);
/// How often a line tells how far it is where there is no terminal.
const LINE: Duration = Duration::from_secs(30);

/// What becomes of a run: a progress bar on standard error, or a line now and then where that is no
/// terminal, and the tables at the end.
pub(crate) struct Live {
    bar: ProgressBar,
    games: Option<usize>,
    first: String,
    sprt: Option<Sprt>,
    /// The tables of all finished blocks.
    pub(crate) tally: Tally,
    /// What ratings need, if they are wanted.
    pub(crate) ranked: Option<Ranked>,
    shown: Instant,
    began: Instant,
}

impl Live {
    /// A view of so many games; the score shown is that of the first agent, with the test if there is
    /// one.
    pub(crate) fn new(games: Option<usize>, first: &str, sprt: Option<Sprt>) -> Live {
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(games.map(|games| games as u64), target);
        let style = ProgressStyle::with_template(
            "{wide_bar} {pos} of {len} games  {elapsed} gone, {eta} to go\n{msg}",
        );
        bar.set_style(style.expect("the template is valid"));
        bar.enable_steady_tick(Duration::from_millis(500));
        let (first, tally) = (first.to_owned(), Tally::default());
        let (shown, began) = (Instant::now(), Instant::now());
        Live { bar, games, first, sprt, tally, ranked: None, shown, began }
    }

    /// The first agent against all others, once it has finished a block.
    pub(crate) fn duel(&self) -> Option<&Duel> {
        self.tally.duel(&self.first)
    }

    /// The score, the test and the speed.
    fn score(&self, progress: &Progress<'_>) -> String {
        let Some(duel) = self.duel() else {
            return "no block of games is finished yet".to_owned();
        };
        let summary = duel.summary();
        let played = (progress.finished - progress.found) as f64;
        let test = self.sprt.map_or(String::new(), |sprt| {
            let status = sprt.status(&duel.cells, duel.games_per_block);
            format!("  LLR {:.2} [{:.2}, {:.2}]", status.llr, status.lower, status.upper)
        });
        format!(
            "{} {}  {}  {:.2} games/s{test}",
            shorten(&self.first),
            table::percent(&summary.score),
            table::strength(&summary),
            played / self.began.elapsed().as_secs_f64().max(1e-3),
        )
    }

    /// Takes the view away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Watch for Live {
    fn game(&mut self, progress: &Progress<'_>) {
        if progress.finished == progress.found + 1 {
            self.bar.set_position(progress.found as u64);
            self.bar.reset_eta();
        }
        if self.shown.elapsed() < if self.bar.is_hidden() { LINE } else { PAUSE } {
            return;
        }
        self.shown = Instant::now();
        if self.bar.is_hidden() {
            let of = self.games.map_or(String::new(), |games| format!(" of {games}"));
            anstream::eprintln!("{}{of} games  {}", progress.finished, self.score(progress));
            return;
        }
        self.bar.set_position(progress.finished as u64);
        let names = standings::names(progress.job, progress.result).join(", ");
        let (score, verdict) = (self.score(progress), &progress.result.verdict);
        self.bar.set_message(format!("{score}\nlast: {verdict} ({})", shorten(&names)));
    }

    fn block(&mut self, block: &Block) {
        self.tally.add(block);
        if let Some(ranked) = &mut self.ranked {
            ranked.add(block);
        }
    }
}
