//! What best-reply search was compared with: max^n and paranoid search with the same evaluation.

use plyglot_chexers::{Chexers, Kind, Move, State};
use plyglot_core::{
    Eval, OptionKind, OptionSpec, Options, Order, SpecError, options::flag, options::no_files,
};
use plyglot_search::{ALPHABETA_OPTIONS, MAXN_OPTIONS, Parts, Search, build_maxn, build_paranoid};

use super::{
    board::priority,
    evaluation::{ADJACENT, ADVANCE, Classic, DISTANCE, PIECES, SCORE, SCORE_AHEAD, Weights},
};

const fn depth(default: &'static str) -> OptionSpec {
    let kind = OptionKind::Int { min: 1, max: 200 };
    OptionSpec { name: "depth", kind, default, help: "turns to look ahead" }
}

const DEEPEN: OptionSpec =
    flag("deepen", "on", "search to depth 1, 2, 3, ... instead of to the full depth at once");
const EARLY_EXIT: OptionSpec = flag("early_exit", "on", "play the winning exit at once");
const REPETITION: OptionSpec = OptionSpec {
    name: "repetition",
    kind: OptionKind::Choice(&["off", "rule", "once"]),
    default: "off",
    help: "whether the search stops at repetitions: by the rule, or already at the first one",
};
const TIES: OptionSpec = OptionSpec {
    name: "ties",
    kind: OptionKind::Choice(&["first", "last", "worst", "best", "random"]),
    default: "first",
    help: "which of the moves that are equal for their player counts: the first or last generated, \
           the worst or best for the player at the root, or a random one",
};
const TT: OptionSpec = OptionSpec {
    name: "tt",
    kind: OptionKind::Megabytes { min: 0, max: 65536 },
    default: "0",
    help: "megabytes of the transposition table",
};
const KILLERS: OptionSpec =
    flag("killers", "off", "try first what refuted another move at the same distance");
const HISTORY: OptionSpec =
    flag("history", "off", "order moves by how often they have refuted anything");
const PVS: OptionSpec = flag("pvs", "off", "probe later moves with an empty window");

/// The options of max^n. Nothing can be cut off in it, so it looks one turn less far ahead.
pub(super) const MAXN: &[OptionSpec] = &[
    depth("4"),
    DEEPEN,
    EARLY_EXIT,
    REPETITION,
    TIES,
    SCORE,
    SCORE_AHEAD,
    PIECES,
    ADVANCE,
    ADJACENT,
    DISTANCE,
];

/// The options of paranoid search.
pub(super) const PARANOID: &[OptionSpec] = &[
    depth("5"),
    DEEPEN,
    EARLY_EXIT,
    REPETITION,
    TT,
    KILLERS,
    HISTORY,
    PVS,
    SCORE,
    SCORE_AHEAD,
    PIECES,
    ADVANCE,
    ADJACENT,
    DISTANCE,
];

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
pub(super) fn maxn(options: &Options) -> Result<Box<dyn Search<Chexers>>, SpecError> {
    Ok(build_maxn(&switches("classic-maxn", MAXN_OPTIONS, MAXN, options)?, parts(options)))
}

/// Paranoid search with the classic evaluation.
pub(super) fn paranoid(options: &Options) -> Result<Box<dyn Search<Chexers>>, SpecError> {
    let switches = switches("classic-paranoid", ALPHABETA_OPTIONS, PARANOID, options)?;
    Ok(build_paranoid(&switches, parts(options)))
}

fn parts(options: &Options) -> Parts<Chexers> {
    let evaluation = Classic::new(Weights::read(options));
    Parts { eval: Eval::Real(Box::new(evaluation)), order: Some(Box::new(AsProgrammed)) }
}

/// The options of a general search that its player has too, with the player's values. A win has no
/// value of its own here, so there is none to be nearer or farther.
fn switches(
    player: &str,
    general: &[OptionSpec],
    own: &[OptionSpec],
    options: &Options,
) -> Result<Options, SpecError> {
    let shared = own.iter().filter(|spec| general.iter().any(|other| other.name == spec.name));
    let value = |spec: &OptionSpec| options.get(spec.name).map(|value| value.to_string());
    let mut given: Vec<(String, String)> =
        shared.filter_map(|spec| Some((spec.name.to_owned(), value(spec)?))).collect();
    given.push(("fastest".to_owned(), "off".to_owned()));
    Options::check(player, general, &given, &no_files)
}
