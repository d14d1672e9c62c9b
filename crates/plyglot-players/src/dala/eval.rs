//! The evaluation of five factors, its terminal values, and its terms one by one.

use plyglot_core::{Evaluate, Game, Payoffs, Player, choices, options};
use plyglot_dala::{
    COLUMN, Dala, ROW, State, beside,
    runs::{STEP_SHIFTS, arrived, drop_scores, step_scores},
    squares,
};

use super::seats::{MOST_WEIGHT, Seat, classic_seats};

options! {
    /// How the factors are read.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Readings {
        /// what V_LINE counts: rows and columns where a drop scores, or pairs that a drop completes
        pub lines("v3"): Lines = "rows_and_columns",
        /// what V_MOVEO counts: pieces whose leaving scores, or all with a step that scores; V_MOVE then
        /// counts the targets of such steps
        pub moves_out("v5"): MovesOut = "departure",
        /// V_TWO and V_LINE count while the player himself, or anybody, has pieces in hand
        pub dropping: Dropping = "own",
    }
}

options! {
    /// What finished games are worth.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Ends {
        /// what a won game is worth
        pub win: i64 = "1000000000" in 0..=1_000_000_000_000i64,
        /// what each piece more than the loser's adds to a win
        pub win_piece: i64 = "1000000" in 0..=MOST_WEIGHT,
    }
}

choices! {
    /// What the third factor counts.
    pub enum Lines {
        /// Rows and columns on which a drop scores.
        RowsAndColumns = "rows_and_columns",
        /// Pairs of own pieces that a drop completes to a run of three.
        Pairs = "pairs",
    }
}

choices! {
    /// What the fifth factor counts, and with it the fourth.
    pub enum MovesOut {
        /// Pieces whose leaving scores; the fourth factor counts squares where arriving scores.
        Departure = "departure",
        /// Pieces with a step that scores in any way; the fourth factor counts the targets of such steps.
        Source = "source",
    }
}

choices! {
    /// Whose pieces in hand keep a player in the dropping phase.
    pub enum Dropping {
        /// The player's own.
        Own = "own",
        /// Anybody's.
        Any = "any",
    }
}

/// The evaluation: what a seat's parameters make of the player's five factors, less what they make
/// of the enemy's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicEval {
    /// The parameters of the first and the second player.
    pub seats: [Seat; 2],
    /// How the factors are read.
    pub readings: Readings,
    /// What finished games are worth.
    pub ends: Ends,
}

impl Default for ClassicEval {
    fn default() -> Self {
        let (readings, ends) = (Readings::default(), Ends::default());
        ClassicEval { seats: classic_seats(), readings, ends }
    }
}

impl Evaluate<Dala> for ClassicEval {
    type Score = i64;

    fn score(&self, game: &Dala, state: &State, pov: Player) -> i64 {
        self.value(game, state, pov, pov) - self.value(game, state, enemy_of(pov), pov)
    }

    fn terminal(&self, _game: &Dala, state: &State, payoffs: &Payoffs, pov: Player) -> i64 {
        let lead = i64::from(state.total(pov)) - i64::from(state.total(enemy_of(pov)));
        i64::from(payoffs[pov].signum()) * self.ends.win
            + i64::from(payoffs[pov] != 0) * lead * self.ends.win_piece
    }
}

impl ClassicEval {
    /// What `player` has, by the parameters of the seat `by`.
    pub fn value(&self, game: &Dala, state: &State, player: Player, by: Player) -> i64 {
        self.terms(game, state, player, by).iter().sum()
    }

    /// The five factors: pieces captured, squares and lines where a drop scores, squares to step into
    /// and pieces to step out with for a capture.
    pub fn factors(&self, game: &Dala, state: &State, player: Player) -> [i64; 5] {
        let own = state.pieces(player);
        let empty = game.board().squares & !(own | state.pieces(enemy_of(player)));
        let captured = game.pieces().saturating_sub(state.total(enemy_of(player)));
        let drops = if game.rules().drop_capture {
            drop_scores(own, game.rules().arrival) & empty
        } else {
            0
        };
        let lines = match self.readings.lines {
            Lines::RowsAndColumns => rows_and_columns(game, own, drops),
            Lines::Pairs => pairs(game, own, drops),
        };
        let (moves_in, moves_out) = self.steps(game, own, empty);
        let count = |set: u64| i64::from(set.count_ones());
        [captured.into(), count(drops), lines, count(moves_in), count(moves_out)]
    }

    /// The squares to step into and the pieces to step out with for a capture, as if the player could
    /// step now.
    fn steps(&self, game: &Dala, own: u64, empty: u64) -> (u64, u64) {
        let (arrival, vacate) = (game.rules().arrival, game.rules().vacate_capture);
        match self.readings.moves_out {
            MovesOut::Departure => {
                let arrivals = step_scores(own, empty, arrival, false);
                let leavers = if vacate { own & beside(empty) & beside_threes(own) } else { 0 };
                (arrivals.iter().fold(0, |all, targets| all | targets), leavers)
            }
            MovesOut::Source => {
                let scoring = step_scores(own, empty, arrival, vacate).into_iter();
                scoring.zip(STEP_SHIFTS).fold((0, 0), |(targets, sources), (set, shift)| {
                    (targets | set, sources | set.rotate_right(shift.rem_euclid(64) as u32))
                })
            }
        }
    }

    /// The five terms of a player's value, factor by factor.
    fn terms(&self, game: &Dala, state: &State, player: Player, by: Player) -> [i64; 5] {
        let [captured, drops, lines, moves_in, moves_out] = self.factors(game, state, player);
        let (seat, reserve) = (&self.seats[by.idx() & 1], state.reserve(player));
        let in_hand = match self.readings.dropping {
            Dropping::Own => reserve,
            Dropping::Any => reserve.max(state.reserve(enemy_of(player))),
        };
        let dropping = i64::from(in_hand > 0);
        let divisor = if reserve > 1 { seat.reduction } else { 1 };
        let into = moves_in * seat.move_in;
        // The sum is divided, not its parts: the last term takes what rounding leaves.
        let both = (into + moves_out * seat.move_out) / divisor;
        [
            captured * seat.lost,
            drops * seat.two * dropping,
            lines * seat.line * dropping,
            into / divisor,
            both - into / divisor,
        ]
    }
}

const TERMS: [&str; 5] =
    ["pieces captured", "squares to drop on", "lines to drop on", "steps in", "steps out"];

/// The terms that add up to the value of a position for `pov`: each factor of both players times its
/// weight, or how the game has ended, draw rules left aside as the program does.
pub fn explain(game: &Dala, state: &State, pov: Player, eval: &ClassicEval) -> Vec<(String, f64)> {
    if let Some(payoffs) = game.perft_rules().outcome(state) {
        let value = eval.terminal(game, state, &payoffs, pov);
        let end = i64::from(payoffs[pov].signum()) * eval.ends.win;
        return vec![
            ("end of the game".to_owned(), end as f64),
            ("pieces at the end".to_owned(), (value - end) as f64),
        ];
    }
    let mut all = Vec::new();
    for (whose, player, sign) in [("own", pov, 1), ("enemy", enemy_of(pov), -1)] {
        let factors = eval.factors(game, state, player);
        let terms = eval.terms(game, state, player, pov);
        for ((name, factor), term) in TERMS.iter().zip(factors).zip(terms) {
            all.push((format!("{whose} {name}: {factor}"), (sign * term) as f64));
        }
    }
    all
}

/// The sum of the distances between all pairs of squares of a set, along files and ranks.
pub fn total_distance(set: u64) -> i64 {
    let mut sum = 0;
    let mut left = set;
    for one in squares(set) {
        left &= !one.bit();
        for other in squares(left) {
            let distance = one.file().abs_diff(other.file()) + one.rank().abs_diff(other.rank());
            sum += i64::from(distance);
        }
    }
    sum
}

/// The other player.
pub(super) fn enemy_of(player: Player) -> Player {
    Player(1 - (player.0 & 1))
}

/// How many rows and columns have a drop that scores along them.
fn rows_and_columns(game: &Dala, own: u64, drops: u64) -> i64 {
    let (mut rows, mut columns) = (0u8, 0u8);
    for square in squares(drops) {
        let [row, column] = arrived(own | square.bit(), square.bit(), game.rules().arrival);
        rows |= u8::from(row != 0) << square.rank();
        columns |= u8::from(column != 0) << square.file();
    }
    i64::from(rows.count_ones() + columns.count_ones())
}

/// How many pairs of pieces a drop completes to a run of three.
fn pairs(game: &Dala, own: u64, drops: u64) -> i64 {
    let mut found = Vec::new();
    for square in squares(drops) {
        let starts = arrived(own | square.bit(), square.bit(), game.rules().arrival);
        for (start, step) in starts.into_iter().zip([ROW, COLUMN]).filter(|(start, _)| *start != 0)
        {
            found.push((start | start << step | start << (2 * step)) & !square.bit());
        }
    }
    found.sort_unstable();
    found.dedup();
    found.len() as i64
}

/// The squares beside which a run of exactly three begins: a piece that stands there and leaves
/// makes it a run of its own.
fn beside_threes(own: u64) -> u64 {
    let along = |step: u32| {
        let before = own << step & own << (2 * step) & own << (3 * step) & !(own << (4 * step));
        let after = own >> step & own >> (2 * step) & own >> (3 * step) & !(own >> (4 * step));
        before | after
    };
    along(ROW) | along(COLUMN)
}
