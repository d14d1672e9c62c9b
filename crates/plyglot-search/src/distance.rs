//! Wins that are worth less the farther they are, and losses that cost less.

use plyglot_core::Score;

/// What a decision of delay costs a win: more than any difference of payoffs, far less than a win.
pub(crate) const DELAY: i64 = 1_000_000;

/// Above it a value is a win over somebody, below its opposite a loss.
pub(crate) fn decisive<S: Score>() -> S {
    S::from_real(S::WIN.real() / 2.0)
}

/// Whether a value is one of evaluations, rather than of the end of a game or of an ending that tables know, as certain
/// or as one that may come too late for the counters.
pub(crate) fn is_judged<S: Score>(value: S) -> bool {
    let most = S::from_real(S::WIN.real() / 8.0);
    value < most && value > -most
}

/// A value as it is `ply` decisions nearer the root, or farther from it if negative.
pub(crate) fn delayed<S: Score>(value: S, ply: i64) -> S {
    let delay = S::from_int(ply * DELAY);
    if value > decisive() {
        value - delay
    } else if value < -decisive::<S>() {
        value + delay
    } else {
        value
    }
}
