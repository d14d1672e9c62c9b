//! What best-reply search was compared with: max^n and paranoid search with the same evaluation.

use plyglot_chexers::{Chexers, Kind, Move, State};
use plyglot_core::{
    OptionSpec, Options, Order,
    declare::{join, only, with},
};
use plyglot_search::{Built, Params, Search};

use super::{
    board::priority,
    evaluation::{Classic, Weights},
};

/// The options of max^n. Nothing can be cut off in it, so it looks one turn less far ahead.
pub(super) const MAXN: [OptionSpec; 5 + Weights::OPTIONS.len()] = join(&[
    &with(
        only(&Params::OPTIONS, ["depth", "deepen", "early_exit", "repetition", "ties"]),
        &[("depth", "4"), ("repetition", "off"), ("ties", "first")],
    ),
    &Weights::OPTIONS,
]);

/// The options of paranoid search.
pub(super) const PARANOID: [OptionSpec; 8 + Weights::OPTIONS.len()] = join(&[
    &with(
        only(
            &Params::OPTIONS,
            ["depth", "deepen", "early_exit", "repetition", "tt", "killers", "history", "pvs"],
        ),
        &[
            ("depth", "5"),
            ("repetition", "off"),
            ("tt", "0"),
            ("killers", "off"),
            ("history", "off"),
            ("pvs", "off"),
        ],
    ),
    &Weights::OPTIONS,
]);

/// The order in which the program tries actions: by kind, then hex by hex and direction by direction.
pub struct AsProgrammed;

impl Order<Chexers> for AsProgrammed {
    fn priority(&self, _game: &Chexers, _state: &State, mv: Move) -> i32 {
        priority(mv)
    }

    fn is_noisy(&self, _game: &Chexers, _state: &State, mv: Move) -> bool {
        matches!(mv.kind(), Kind::Exit | Kind::Jump)
    }
}

/// Max^n with the classic evaluation.
pub(super) fn maxn(options: &Options) -> Box<dyn Search<Chexers>> {
    plyglot_search::maxn(evaluation(options), order(), params(options))
}

/// Paranoid search with the classic evaluation.
pub(super) fn paranoid(options: &Options) -> Built<Chexers> {
    plyglot_search::paranoid(evaluation(options), order(), params(options))
}

fn evaluation(options: &Options) -> Box<Classic> {
    Box::new(Classic::new(Weights::read(options)))
}

fn order() -> Option<Box<dyn Order<Chexers>>> {
    Some(Box::new(AsProgrammed))
}

/// A win has no value of its own here, so there is none to be nearer or farther.
fn params(options: &Options) -> Params {
    Params { fastest: false, ..Params::read(options) }
}
