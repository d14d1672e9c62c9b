//! The options of the players: each weight of an evaluation, then what is the player's own.

use plyglot_core::{
    OptionKind, OptionSpec,
    options::{flag, option},
};

const fn number(
    name: &'static str,
    (min, max): (i64, i64),
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    option(name, OptionKind::Int { min, max }, default, help)
}

/// The defaults of the weights, as text.
#[derive(Clone, Copy)]
struct Texts {
    reach: &'static str,
    measure: &'static str,
    resting: &'static str,
    diagonal: &'static str,
    isolated: &'static str,
    goal: &'static str,
    home: &'static str,
    ally: &'static str,
    opponents: &'static str,
    win: &'static str,
}

const FINAL: Texts = Texts {
    reach: "32",
    measure: "manhattan",
    resting: "off",
    diagonal: "1",
    isolated: "0",
    goal: "7",
    home: "4",
    ally: "0",
    opponents: "0",
    win: "on",
};
const SIMPLE: Texts = Texts { reach: "30", diagonal: "0", goal: "5", home: "5", ..FINAL };
const EARLY: Texts = Texts {
    reach: "0",
    measure: "euclid",
    diagonal: "0",
    isolated: "2",
    goal: "4",
    ally: "-1",
    opponents: "1",
    win: "off",
    ..FINAL
};
const EARLIEST: Texts = Texts {
    resting: "on",
    isolated: "0",
    goal: "1",
    home: "1",
    ally: "0",
    opponents: "0",
    ..EARLY
};

const WEIGHTS: usize = 13;
const RANGE: (i64, i64) = (-1000, 1000);

const fn weights(texts: Texts) -> [OptionSpec; WEIGHTS] {
    [
        number("reach", RANGE, texts.reach, "for every piece"),
        number("distance", RANGE, "1", "off for every square to the far corner of the target"),
        option(
            "measure",
            OptionKind::Choice(&["manhattan", "euclid"]),
            texts.measure,
            "distance in rows and columns, or straight and rounded down",
        ),
        flag("resting", texts.resting, "pieces in the target count neither reach nor distance"),
        number("diagonal", RANGE, texts.diagonal, "off for every two squares off the diagonal"),
        number(
            "settled",
            (0, 14),
            "10",
            "pieces in the target, of 13, from which on the diagonal does not count",
        ),
        number("isolated", RANGE, texts.isolated, "off for every piece without a neighbour"),
        number("goal", RANGE, texts.goal, "for every piece in the target"),
        number("home", RANGE, texts.home, "off for every piece still at home"),
        number("ally", RANGE, texts.ally, "how often the ally's pieces count"),
        number("opponents", RANGE, texts.opponents, "how often the opponents' count against"),
        flag("win", texts.win, "a won game is worth more than anything"),
        flag("loss", "off", "a lost game is worth less than anything"),
    ]
}

const fn join<const A: usize, const N: usize>(
    own: [OptionSpec; A],
    weights: [OptionSpec; WEIGHTS],
) -> [OptionSpec; N] {
    let mut all = [weights[0]; N];
    let mut idx = 0;
    while idx < N {
        all[idx] = if idx < A { own[idx] } else { weights[idx - A] };
        idx += 1;
    }
    all
}

const HOPS: OptionSpec = number("hops", (0, 1000), "10", "the most hops of a chain");
const TIES: OptionSpec = option(
    "ties",
    OptionKind::Choice(&["first", "random"]),
    "first",
    "which of equally good turns is played: the first met or one drawn by the seed",
);
const LENGTH: OptionSpec =
    number("length", (0, 100_000), "10", "decisions of a random continuation, by all players");

const fn greedy(rollouts: &'static str, texts: Texts) -> [OptionSpec; 6 + WEIGHTS] {
    let own = [
        HOPS,
        number(
            "depth",
            (1, 4),
            "1",
            "own turns looked at, the others playing at random in between",
        ),
        TIES,
        number("rollouts", (0, 100_000), rollouts, "random continuations of each turn"),
        LENGTH,
        number(
            "divisor",
            (1, 1_000_000),
            "10",
            "the mean of the continuations counts one part in this many",
        ),
    ];
    join(own, weights(texts))
}

/// Of `classic`.
pub(super) const CLASSIC: &[OptionSpec] = &greedy("0", FINAL);
/// Of `classic-nodiag`.
pub(super) const NODIAG: &[OptionSpec] = &greedy("0", SIMPLE);
/// Of `classic-rollout`.
pub(super) const ROLLOUT: &[OptionSpec] = &greedy("5", FINAL);

/// Of `classic-mcts`.
pub(super) const MCTS: &[OptionSpec] = &join::<6, { 6 + WEIGHTS }>(
    [
        number("iterations", (1, 10_000_000), "100", "descents for each turn"),
        number("rollouts", (1, 100_000), "5", "random continuations of a leaf"),
        LENGTH,
        option("constant", OptionKind::Real { min: 0.0, max: 1e9 }, "1", "weight of exploration"),
        flag("reuse", "on", "keep the tree for the next turn"),
        HOPS,
    ],
    weights(FINAL),
);

/// Of `classic-ab`.
pub(super) const AB: &[OptionSpec] = &join::<4, { 4 + WEIGHTS }>(
    [
        number("depth", (1, 20), "3", "actions looked ahead"),
        flag("skip", "on", "leave out actions that lead away from the mover's target"),
        number(
            "random_before",
            (0, 1_000_000),
            "0",
            "before this round the others get one random action each",
        ),
        number(
            "random_arrived",
            (0, 19),
            "0",
            "so they do once this many own pieces have arrived; 0 for never",
        ),
    ],
    weights(EARLY),
);

/// Of `classic-ab8`.
pub(super) const AB8: &[OptionSpec] = &join::<5, { 5 + WEIGHTS }>(
    [
        number("depth", (1, 40), "8", "plies looked ahead, one reply of each player included"),
        number("follow", (0, 20), "2", "actions that a hop is followed by within its ply"),
        option(
            "replies",
            OptionKind::Choice(&["first", "random"]),
            "first",
            "the one action of everybody else: the first that is no hop, or a random one",
        ),
        flag("skip", "on", "leave out own actions that lead away from the target"),
        flag("skip_undo", "on", "leave out an action that takes the previous own one back"),
    ],
    weights(SIMPLE),
);

/// Of `classic-greedy1`.
pub(super) const GREEDY1: &[OptionSpec] = &join::<1, { 1 + WEIGHTS }>(
    [number("hops", (0, 1000), "3", "hops of the list that are averaged with what can follow")],
    weights(EARLIEST),
);
