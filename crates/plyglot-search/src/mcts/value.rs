//! What positions are worth, as one number from 0 to 1 per seat.
//!
//! - A finished game is worth the share of opponents beaten, ties counting half; with `margin` a part
//!   of the value is the logistic function of the payoff's lead, in units of `span`.
//! - An unfinished one is worth the logistic function of the lead of its evaluation, in units of
//!   `scale`. The lead is the own score less the mean of the opponents' scores, so that evaluations
//!   that count only own assets and evaluations that already compare serve alike.
//! - Under the paranoid policies every opponent gets what the root's team lacks of 1.

use plyglot_core::{Game, Payoffs, PerPlayer, Player, Score, Sides, seats};

use super::params::{MctsParams, Policy};

/// A value per seat.
pub(crate) type Values = PerPlayer<f64>;

/// How results and evaluations become values in one search.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    sides: Sides,
    players: u8,
    /// The seat against which everybody else plays, under the paranoid policies.
    against: Option<Player>,
    margin: f64,
    span: f64,
    root: Player,
    /// What a draw is worth less to the root.
    contempt: f64,
    /// The lead in evaluation that is worth 73 %.
    pub(crate) scale: f64,
}

impl Scale {
    /// The scale of a search for `root`.
    pub(crate) fn new<G: Game>(game: &G, params: &MctsParams, root: Player) -> Self {
        Scale {
            sides: game.sides(),
            players: game.players(),
            against: (params.policy != Policy::Maxn).then_some(root),
            margin: params.margin,
            span: params.span.max(1e-9),
            root,
            contempt: params.contempt,
            scale: params.scale.max(1e-9),
        }
    }

    /// Whether two sides play for one sum, so that a proven value is that of the game.
    pub(crate) fn two_sided(&self) -> bool {
        self.sides.count() <= 2
    }

    /// The values of a finished game.
    pub(crate) fn finished(&self, payoffs: &Payoffs) -> Values {
        let drawn = seats(self.players).all(|seat| payoffs[seat] == payoffs.0[0]);
        self.per_seat(|seat| {
            let disdained = drawn && self.sides.of(seat) == self.sides.of(self.root);
            let contempt = if disdained { self.contempt } else { 0.0 };
            let share = self.sides.score(payoffs, seat) - contempt;
            if self.margin == 0.0 {
                return share;
            }
            let lead = self.lead(seat, |seat| payoffs[seat].into());
            (1.0 - self.margin) * share + self.margin * logistic(lead / self.span)
        })
    }

    /// What a finished game of these values is worth to a seat of the root's side by the rules, whatever the root thinks of
    /// draws. Those that nobody else plays for, as paranoid ones, cannot be told from a loss if contempt takes all.
    pub(crate) fn undisdained(&self, values: &Values, seat: Player) -> f64 {
        // Among eight players values are kept in steps of 1/255.
        let close = |value: f64, other: f64| (value - other).abs() < 1.0 / 500.0;
        let draw = 0.5 - self.contempt;
        let others = self.sides.opponents(seat).all(|other| match self.against {
            None => close(values[other], 0.5),
            Some(_) => draw > 1.0 / 500.0 && close(values[other], 1.0 - draw),
        });
        let drawn = self.contempt > 0.0 && close(values[seat], draw) && others;
        if drawn { 0.5 } else { values[seat] }
    }

    /// The values of an unfinished game by its evaluation.
    pub(crate) fn unfinished<S: Score>(&self, scores: &PerPlayer<S>) -> Values {
        self.per_seat(|seat| logistic(self.lead(seat, |seat| scores[seat].real()) / self.scale))
    }

    /// Half for everybody.
    pub(crate) fn drawn(&self) -> Values {
        PerPlayer([0.5; 8])
    }

    /// How far a seat is ahead of the mean of its opponents.
    pub(crate) fn lead(&self, seat: Player, score: impl Fn(Player) -> f64) -> f64 {
        let (mut sum, mut opponents) = (0.0, 0.0);
        for other in self.sides.opponents(seat) {
            sum += score(other);
            opponents += 1.0;
        }
        score(seat) - if opponents > 0.0 { sum / opponents } else { 0.0 }
    }

    /// A value per seat, as the policy sees it.
    fn per_seat(&self, value: impl Fn(Player) -> f64) -> Values {
        let mut values = Values::default();
        match self.against {
            None => seats(self.players).for_each(|seat| values[seat] = value(seat)),
            Some(root) => {
                let own = value(root);
                for seat in seats(self.players) {
                    let mate = self.sides.of(seat) == self.sides.of(root);
                    values[seat] = if mate { own } else { 1.0 - own };
                }
            }
        }
        values
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Packs a value per seat into one word, so that threads exchange it whole: 32 bits per seat for two
/// players, 8 for eight. 0 and 1 are exact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    players: u8,
    bits: u32,
    /// What 1 is packed into.
    most: f64,
}

impl Packing {
    /// The packing for a number of players.
    pub(crate) fn new(players: u8) -> Self {
        let bits = 64 / u32::from(players.max(2));
        Packing { players, bits, most: ((1u64 << bits) - 1) as f64 }
    }

    /// The word of these values.
    pub(crate) fn pack(self, values: &Values) -> u64 {
        seats(self.players).fold(0, |word, seat| {
            let level = (values[seat] * self.most).round() as u64;
            word | level << (u32::from(seat.0) * self.bits)
        })
    }

    /// The values of a word.
    pub(crate) fn unpack(self, word: u64) -> Values {
        let mut values = Values::default();
        seats(self.players).for_each(|seat| values[seat] = self.of(word, seat));
        values
    }

    /// The word of the mean of the values of some words; there must be one.
    pub(crate) fn mean(self, words: impl Iterator<Item = u64>) -> u64 {
        let (mut sum, mut count) = (Values::default(), 0.0);
        for word in words {
            let values = self.unpack(word);
            seats(self.players).for_each(|seat| sum[seat] += values[seat]);
            count += 1.0;
        }
        seats(self.players).for_each(|seat| sum[seat] /= count);
        self.pack(&sum)
    }

    /// Whether all who have not won in full are worth the same.
    pub(crate) fn beaten_alike(self, word: u64) -> bool {
        let values = seats(self.players).map(|seat| self.of(word, seat));
        let mut beaten = values.filter(|value| *value < 1.0);
        let first = beaten.next();
        beaten.all(|value| Some(value) == first)
    }

    /// The value of one seat.
    #[inline]
    pub(crate) fn of(self, word: u64, seat: Player) -> f64 {
        let level = word >> (u32::from(seat.0) * self.bits) & ((1u64 << self.bits) - 1);
        level as f64 / self.most
    }
}
