//! The evaluations of the players: how far the pieces of a player have come.
//!
//! They differ in their weights only. The worth of a player's pieces is
//! `Σ (reach - distance·d) - diagonal·Σ ⌈off/2⌉ - isolated·(lonely pieces) + goal·(in target) - home·(at home)`,
//! where `d` is the distance to the far corner of the target and `off` the distance from the diagonal
//! between home and target. A seat's score is its own worth, `ally` times that of an ally added and
//! `opponents` times that of everybody else taken off.

use std::ops::RangeInclusive;

use plyglot_core::{
    Evaluate, Game, Options, Payoffs, Player, Score, choices,
    declare::{Defaults, with},
    options, seats,
};
use plyglot_halma::{Board, Halma, Square, State};

/// The pieces that `settled` counts by: other numbers of pieces are scaled to it.
const USUAL_PIECES: i64 = 13;

choices! {
    /// How the distance to the far corner of the target is measured.
    pub enum Measure {
        /// Rows plus columns.
        Manhattan = "manhattan",
        /// The straight line, rounded down.
        Euclid = "euclid",
    }
}

options! {
    /// Every reward and penalty of the evaluations; the defaults are those of `classic`: Manhattan
    /// distance, the diagonal, rewards for arriving and for leaving.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Weights {
        /// for every piece
        pub reach: i64 = "32" in RANGE,
        /// off for every square to the far corner of the target
        pub distance: i64 = "1" in RANGE,
        /// distance in rows and columns, or straight and rounded down
        pub measure: Measure = "manhattan",
        /// pieces in the target count neither reach nor distance
        pub resting: bool = "off",
        /// off for every two squares off the diagonal
        pub diagonal: i64 = "1" in RANGE,
        /// pieces in the target, of 13, from which on the diagonal does not count
        pub settled: i64 = "10" in 0..=14,
        /// off for every piece without a neighbour
        pub isolated: i64 = "0" in RANGE,
        /// for every piece in the target
        pub goal: i64 = "7" in RANGE,
        /// off for every piece still at home
        pub home: i64 = "4" in RANGE,
        /// how often the ally's pieces count
        pub ally: i64 = "0" in RANGE,
        /// how often the opponents' count against
        pub opponents: i64 = "0" in RANGE,
        /// a won game is worth more than anything
        pub win: bool = "on",
        /// a lost game is worth less than anything
        pub loss: bool = "off",
    }
}

const RANGE: RangeInclusive<i64> = -1000..=1000;

/// What was different before the diagonal was thought of.
pub(super) const SIMPLE: Defaults =
    &[("reach", "30"), ("diagonal", "0"), ("goal", "5"), ("home", "5")];
/// What was different in the first alpha-beta player: straight distances, isolation, and everybody an
/// enemy.
pub(super) const EARLY: Defaults = &[
    ("reach", "0"),
    ("measure", "euclid"),
    ("diagonal", "0"),
    ("isolated", "2"),
    ("goal", "4"),
    ("ally", "-1"),
    ("opponents", "1"),
    ("win", "off"),
];
/// What was different in the earliest player: straight distances of the pieces that have not arrived.
pub(super) const EARLIEST: Defaults = &[
    ("reach", "0"),
    ("measure", "euclid"),
    ("resting", "on"),
    ("diagonal", "0"),
    ("goal", "1"),
    ("home", "1"),
    ("win", "off"),
];

impl Weights {
    /// The weights with other defaults.
    pub(super) fn with(defaults: Defaults) -> Weights {
        Weights::read(&Options::defaults(&with(Weights::OPTIONS, defaults)))
    }

    /// Those before the diagonal was thought of, for all players: allies count for, opponents against.
    pub(super) fn complex() -> Weights {
        Weights { ally: 1, opponents: 1, ..Weights::with(SIMPLE) }
    }
}

/// The evaluation under its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// The weights.
    pub weights: Weights,
}

impl Race {
    /// The value of a position for a seat, the end of the game included.
    pub fn value(&self, game: &Halma, state: &State, pov: Player) -> i64 {
        match game.outcome(state) {
            Some(payoffs) => self.terminal(game, state, &payoffs, pov),
            None => self.score(game, state, pov),
        }
    }

    /// What a player's pieces are worth.
    fn worth(&self, game: &Halma, state: &State, player: Player) -> i64 {
        self.terms(game, state, player).iter().map(|(_, value)| value).sum()
    }

    /// What a player's pieces are worth, term by term.
    fn terms(&self, game: &Halma, state: &State, player: Player) -> [(&'static str, i64); 5] {
        let weights = &self.weights;
        let own = state.pieces(player);
        let arrived = own & game.target(player);
        let counted = if weights.resting { own & !arrived } else { own };
        let course = Course::of(game, player);
        let way =
            |at: Square| weights.reach - weights.distance * course.distance(at, weights.measure);
        let aside = |at: Square| if weights.diagonal == 0 { 0 } else { course.aside(at) };
        let settled = count(arrived) >= self.settled(game);
        let alone = |at: &Square| weights.isolated != 0 && is_alone(game, state, *at);
        let lonely = own.squares().filter(alone).count() as i64;
        let off: i64 = if settled { 0 } else { own.squares().map(aside).sum() };
        [
            ("way", counted.squares().map(way).sum()),
            ("diagonal", -weights.diagonal * off),
            ("isolated", -weights.isolated * lonely),
            ("goal", weights.goal * count(arrived)),
            ("home", -weights.home * count(own & game.home(player))),
        ]
    }

    /// Pieces in the target from which on the diagonal no longer counts.
    fn settled(&self, game: &Halma) -> i64 {
        let pieces = i64::from(game.rules().variant.pieces());
        (self.weights.settled * pieces + USUAL_PIECES - 1) / USUAL_PIECES
    }

    /// How often another player's worth counts for a seat.
    fn share(&self, game: &Halma, pov: Player, other: Player) -> i64 {
        if other == pov {
            1
        } else if game.team(other) == game.team(pov) {
            self.weights.ally
        } else {
            -self.weights.opponents
        }
    }
}

impl Evaluate<Halma> for Race {
    type Score = i64;

    fn score(&self, game: &Halma, state: &State, pov: Player) -> i64 {
        let worth = |seat| match self.share(game, pov, seat) {
            0 => 0,
            share => share * self.worth(game, state, seat),
        };
        seats(game.players()).map(worth).sum()
    }

    fn terminal(&self, game: &Halma, state: &State, payoffs: &Payoffs, pov: Player) -> i64 {
        match payoffs[pov] {
            1.. if self.weights.win => i64::WIN,
            ..=-1 if self.weights.loss => -i64::WIN,
            _ => self.score(game, state, pov),
        }
    }
}

/// The terms that add up to the value of a position for a seat: one won or lost term at the end of
/// the game where it counts, else those of the own pieces, then what the others' pieces come to.
pub fn explain(game: &Halma, state: &State, pov: Player, eval: &Race) -> Vec<(String, f64)> {
    let value = eval.value(game, state, pov);
    if value.abs() == i64::WIN {
        let word = if value > 0 { "won" } else { "lost" };
        return vec![(word.to_owned(), value as f64)];
    }
    let own = eval.terms(game, state, pov);
    let mut terms: Vec<_> =
        own.iter().map(|(name, term)| ((*name).to_owned(), *term as f64)).collect();
    for other in seats(game.players()).filter(|seat| *seat != pov) {
        let share = eval.share(game, pov, other);
        if share != 0 {
            let worth = share * eval.worth(game, state, other);
            terms.push((format!("player {}", other.0), worth as f64));
        }
    }
    terms
}

/// The way of a player across the board.
#[derive(Clone, Copy)]
pub(super) struct Course {
    goal_x: i64,
    goal_y: i64,
    /// The coordinate of the last row and column.
    far: i64,
}

impl Course {
    /// To the far corner of the player's target.
    pub(super) fn of(game: &Halma, player: Player) -> Course {
        let variant = game.rules().variant;
        let far = i64::from(variant.size) - 1;
        let corner = variant.home(player.0) ^ 3;
        Course {
            goal_x: far * i64::from(corner & 1),
            goal_y: far * i64::from(corner >> 1 & 1),
            far,
        }
    }

    /// The distance of a square from that corner.
    pub(super) fn distance(&self, at: Square, measure: Measure) -> i64 {
        let dx = (i64::from(at.x()) - self.goal_x).abs();
        let dy = (i64::from(at.y()) - self.goal_y).abs();
        match measure {
            Measure::Manhattan => dx + dy,
            Measure::Euclid => (dx * dx + dy * dy).isqrt(),
        }
    }

    /// Half the distance from the diagonal, rounded up.
    pub(super) fn aside(&self, at: Square) -> i64 {
        let (x, y) = (i64::from(at.x()), i64::from(at.y()));
        let columns = if self.goal_x == self.goal_y { x - y } else { x + y - self.far }.abs();
        // columns/√2 is the distance; half of it is the root of columns²/8.
        let square = columns * columns;
        (0..).find(|half| 8 * half * half >= square).unwrap_or(0)
    }
}

/// Whether no other piece lies in the window that the program looks at, which is not symmetric and
/// never sees the last row and column.
fn is_alone(game: &Halma, state: &State, at: Square) -> bool {
    let last = game.rules().variant.size - 2;
    let window = |centre: u8| centre.saturating_sub(2)..=(centre + 1).min(last);
    let seen = |x, y| Square::new(x, y) != at && state.occupied().has(Square::new(x, y));
    !window(at.y()).any(|y| window(at.x()).any(|x| seen(x, y)))
}

fn count(board: Board) -> i64 {
    i64::from(board.len())
}
