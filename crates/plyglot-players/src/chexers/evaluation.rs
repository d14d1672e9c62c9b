//! The evaluation: exits, pieces, the way gone and pieces side by side, in decreasing weight.

use plyglot_chexers::{Chexers, State};
use plyglot_core::{Evaluate, Payoffs, PerPlayer, Player, choices, options, seats};

use super::board::{Board, advance};

options! {
    /// The named weights.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Weights {
        /// what an exit is worth without a majority of the pieces
        pub score: f64 = "100" in -1e6..=1e6,
        /// what an exit is worth with more pieces than both others have together, exits included
        pub score_ahead: f64 = "10000" in -1e6..=1e6,
        /// what a piece is worth, on the board or off it
        pub pieces: f64 = "1000" in -1e6..=1e6,
        /// weight of the way the pieces went
        pub advance: f64 = "1" in -1e6..=1e6,
        /// what a piece is worth for every own piece next to it
        pub adjacent: f64 = "10" in -1e6..=1e6,
        /// what the way of a piece counts: the root of the steps it went from its home edge, or one
        /// over the root of the turns it needs to leave the board
        pub distance: Distance = "reversed_sqrt",
    }
}

choices! {
    /// How the way of a piece counts.
    pub enum Distance {
        /// The root of the steps from the home edge: 0 there, the root of 6 on the exit edge.
        ReversedSqrt = "reversed_sqrt",
        /// One over the root of the steps to the exit edge and the exit itself: 1 on that edge.
        InverseSqrt = "inverse_sqrt",
    }
}

/// The evaluation under its weights.
#[derive(Clone, Debug)]
pub struct Classic {
    weights: Weights,
    /// What the way of a piece counts, by the steps gone from its home edge.
    ways: [f64; 7],
}

/// The terms of an evaluation in the order in which they are added up.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Terms {
    score: f64,
    pieces: f64,
    advance: f64,
    adjacent: f64,
}

impl Classic {
    /// The evaluation under some weights.
    pub fn new(weights: Weights) -> Classic {
        let way = |gone: u32| match weights.distance {
            Distance::ReversedSqrt => f64::from(gone).sqrt(),
            Distance::InverseSqrt => 1.0 / f64::from(7 - gone).sqrt(),
        };
        Classic { weights, ways: [0, 1, 2, 3, 4, 5, 6].map(way) }
    }

    /// How good a board is for a colour, finished games included: a win has no value of its own.
    pub fn value(&self, board: &Board, me: u8) -> f64 {
        let Terms { score, pieces, advance, adjacent } = self.terms(board, me);
        score + pieces + advance + adjacent
    }

    fn terms(&self, board: &Board, me: u8) -> Terms {
        let weights = &self.weights;
        let exits = net_exits(board, me);
        let (mut count, mut touching) = (exits, 0);
        // Two sums, each in the order of the hexes: so the last digit is the program's.
        let (mut own, mut others) = (0.0, 0.0);
        for (place, colour) in board.pieces() {
            let way = self.ways[advance(colour, place)];
            if colour == me {
                count += 1;
                own += way;
                touching += board.neighbours(place, me);
            } else {
                count -= 1;
                others += way;
            }
        }
        let score = if count > 0 { weights.score_ahead } else { weights.score };
        Terms {
            score: score * f64::from(exits),
            pieces: weights.pieces * f64::from(count),
            advance: weights.advance * (own - others),
            adjacent: weights.adjacent * f64::from(touching),
        }
    }
}

/// A colour's exits less those of the others.
fn net_exits(board: &Board, me: u8) -> i32 {
    let all: i32 = board.exits.iter().map(|exits| i32::from(*exits)).sum();
    2 * i32::from(board.exits[usize::from(me)]) - all
}

impl Default for Classic {
    fn default() -> Self {
        Classic::new(Weights::default())
    }
}

impl Evaluate<Chexers> for Classic {
    type Score = f64;

    fn score(&self, _game: &Chexers, state: &State, pov: Player) -> f64 {
        self.value(&Board::of(state), pov.0)
    }

    fn scores(&self, _game: &Chexers, state: &State) -> PerPlayer<f64> {
        let (board, mut all) = (Board::of(state), PerPlayer::default());
        for seat in seats(3) {
            all[seat] = self.value(&board, seat.0);
        }
        all
    }

    /// The same as of any other position.
    fn terminal(&self, game: &Chexers, state: &State, _payoffs: &Payoffs, pov: Player) -> f64 {
        self.score(game, state, pov)
    }
}

/// The terms that add up, one after the other, to the value of a position for a seat.
pub fn explain(
    _game: &Chexers,
    state: &State,
    pov: Player,
    evaluation: &Classic,
) -> Vec<(String, f64)> {
    let terms = evaluation.terms(&Board::of(state), pov.0);
    let named = [
        ("score", terms.score),
        ("pieces", terms.pieces),
        ("advance", terms.advance),
        ("adjacent", terms.adjacent),
    ];
    named.map(|(name, value)| (name.to_owned(), value)).to_vec()
}
