//! What searches ask of a game beyond its rules: how good a position is, which moves to try first.

use std::{
    fmt::Debug,
    ops::{Add, Neg, Sub},
    sync::Arc,
};

use crate::{
    Bound, Control, Game, OptionSpec, Options, Payoffs, PerPlayer, Player, Scale, player::seats,
};

/// A value of a position: a 64-bit integer or a double-precision real. Greater is better.
pub trait Score:
    Copy
    + PartialOrd
    + Debug
    + Default
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// Above every value.
    const INFINITE: Self;
    /// What beating one opponent at the end of the game is worth; evaluations stay well below.
    const WIN: Self;

    /// A whole number as a score.
    fn from_int(value: i64) -> Self;
    /// The nearest score to a real number.
    fn from_real(value: f64) -> Self;
    /// The score as a real number, for reports.
    fn real(self) -> f64;
    /// The next greater score: the far side of a null window.
    fn next(self) -> Self;
    /// The score as bits, for tables.
    fn to_bits(self) -> u64;
    /// The score of those bits.
    fn from_bits(bits: u64) -> Self;
}

impl Score for i64 {
    const INFINITE: i64 = i64::MAX / 4;
    const WIN: i64 = 1_000_000_000_000;

    fn from_int(value: i64) -> i64 {
        value
    }
    fn from_real(value: f64) -> i64 {
        value.round() as i64
    }
    fn real(self) -> f64 {
        self as f64
    }
    fn next(self) -> i64 {
        self + 1
    }
    fn to_bits(self) -> u64 {
        self as u64
    }
    fn from_bits(bits: u64) -> i64 {
        bits as i64
    }
}

impl Score for f64 {
    const INFINITE: f64 = f64::INFINITY;
    const WIN: f64 = 1e12;

    fn from_int(value: i64) -> f64 {
        value as f64
    }
    fn from_real(value: f64) -> f64 {
        value
    }
    fn real(self) -> f64 {
        self
    }
    fn next(self) -> f64 {
        self.next_up()
    }
    fn to_bits(self) -> u64 {
        f64::to_bits(self)
    }
    fn from_bits(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
}

/// A static evaluation. Any evaluation of a game goes with any search.
pub trait Evaluate<G: Game>: Send + Sync {
    /// Integers or reals.
    type Score: Score;

    /// How good an unfinished position is for `pov`.
    fn score(&self, game: &G, state: &G::State, pov: Player) -> Self::Score;

    /// The same for every seat at once.
    fn scores(&self, game: &G, state: &G::State) -> PerPlayer<Self::Score> {
        let mut all = PerPlayer::default();
        for seat in seats(game.players()) {
            all[seat] = self.score(game, state, seat);
        }
        all
    }

    /// The same for several positions, whose scores replace what is in `found`. It says of each what [`Evaluate::scores`]
    /// says of it alone; positions that differ little may cost less together.
    fn scores_of(&self, game: &G, states: &[G::State], found: &mut Vec<PerPlayer<Self::Score>>) {
        found.clear();
        found.extend(states.iter().map(|state| self.scores(game, state)));
    }

    /// The same for one thread of a search, where following it is faster than to begin anew with every position.
    fn tracker(&self, _game: &G) -> Option<Box<dyn Tracker<G, Self::Score>>> {
        None
    }

    /// How good a finished game is for `pov`. By default a win for every opponent beaten, a loss for
    /// every opponent ahead, and the payoff itself between equals.
    fn terminal(&self, game: &G, _state: &G::State, payoffs: &Payoffs, pov: Player) -> Self::Score {
        let own = payoffs[pov];
        let mut value = Self::Score::from_int(own.into());
        for other in seats(game.players()).filter(|seat| game.team(*seat) != game.team(pov)) {
            if own > payoffs[other] {
                value = value + Self::Score::WIN;
            } else if own < payoffs[other] {
                value = value - Self::Score::WIN;
            }
        }
        value
    }
}

/// An evaluation that follows a search: what it worked out of the position that it was asked about last need not be
/// worked out again for one that differs little. It says what the evaluation says of every position, in whatever order it is
/// asked, so no search has to tell it what is played and what is taken back.
pub trait Tracker<G: Game, S: Score>: Send {
    /// How good an unfinished position is for `pov`.
    fn score(&mut self, game: &G, state: &G::State, pov: Player) -> S;
}

/// An evaluation that several searches share.
impl<G: Game, E: Evaluate<G> + ?Sized> Evaluate<G> for Arc<E> {
    type Score = E::Score;

    fn score(&self, game: &G, state: &G::State, pov: Player) -> E::Score {
        (**self).score(game, state, pov)
    }

    fn scores(&self, game: &G, state: &G::State) -> PerPlayer<E::Score> {
        (**self).scores(game, state)
    }

    fn scores_of(&self, game: &G, states: &[G::State], found: &mut Vec<PerPlayer<E::Score>>) {
        (**self).scores_of(game, states, found);
    }

    fn tracker(&self, game: &G) -> Option<Box<dyn Tracker<G, E::Score>>> {
        (**self).tracker(game)
    }

    fn terminal(&self, game: &G, state: &G::State, payoffs: &Payoffs, pov: Player) -> E::Score {
        (**self).terminal(game, state, payoffs, pov)
    }
}

/// A game's own knowledge of moves.
pub trait Order<G: Game>: Send + Sync {
    /// How promising a move looks before it is searched; greater first.
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32;

    /// Whether the move upsets the balance so much that a position should not be judged before it,
    /// as captures do: what quiescence search looks at.
    fn is_noisy(&self, _game: &G, _state: &G::State, _mv: G::Move) -> bool {
        false
    }

    /// Whether the game sees at a glance, between turns, that the mover has no noisy move. Where it does not, the
    /// moves have to tell.
    fn is_calm(&self, _game: &G, _state: &G::State) -> bool {
        false
    }

    /// Whether the move spends what is better kept while there are other moves, as an override stone:
    /// what searches can look at less deeply. It is asked of moves of any seat, whoever is to move.
    fn is_costly(&self, _game: &G, _state: &G::State, _mv: G::Move) -> bool {
        false
    }
}

/// An evaluation of a game's list, ready for use. Its scores are integers, so that every search is
/// compiled once a game; a player that needs reals makes its search itself.
pub type Eval<G> = Box<dyn Evaluate<G, Score = i64>>;

/// A named evaluation of a game, with its weights as options.
pub struct EvalEntry<G: Game> {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it looks at.
    pub about: &'static str,
    /// How its points translate into expected scores, measured.
    pub scale: Scale,
    /// Its weights.
    pub weights: &'static [OptionSpec],
    /// The evaluation under checked weights.
    pub build: fn(&Options) -> Eval<G>,
}

/// A named move ordering of a game.
pub struct OrderEntry<G: Game> {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it prefers.
    pub about: &'static str,
    /// The ordering.
    pub build: fn() -> Box<dyn Order<G>>,
}

/// What is to be proven of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// Whether it is won, drawn or lost.
    Verdict,
    /// What the rules pay.
    Payoff,
}

/// The proven value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact<M> {
    /// What the player to move gets under best play.
    pub payoff: i32,
    /// How the true payoff stands to that one, where only a verdict was asked for.
    pub bound: Bound,
    /// Best play, as far as it was kept; at least its first move, unless the game is over.
    pub line: Vec<M>,
    /// Moves to the end at most.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// A game's own exact solver, where it has one that beats general search: of two sides whose payoffs have a constant
/// sum. What it has seen it may remember from one position to the next.
pub trait Solver<G: Game>: Send {
    /// What is asked for, or `None` once the control is spent.
    fn solve(
        &mut self,
        game: &G,
        state: &G::State,
        sought: Sought,
        control: &mut Control<'_>,
    ) -> Option<Exact<G::Move>>;

    /// The nodes that this usually takes, measured, in positions as they occur in games.
    fn usual_nodes(&self, game: &G, state: &G::State, sought: Sought) -> f64;

    /// Forgets all that it has seen.
    fn forget(&mut self);
}

/// Makes a game's own solver with a table of so many MB, which it takes when it is first asked.
pub type OwnSolver<G> = fn(usize) -> Box<dyn Solver<G>>;

/// A game's own planner, for a player whom nobody can help or hinder any more: it looks at his turns alone.
/// What it has planned it may remember from one position to the next.
pub trait Planner<G: Game>: Send {
    /// The turns that bring the player to move to his end soonest, the one to be played now first. `None` while
    /// others matter to him, or if the control was spent before there was any.
    fn plan(
        &mut self,
        game: &G,
        state: &G::State,
        control: &mut Control<'_>,
    ) -> Option<Vec<G::Move>>;

    /// Forgets what it has planned.
    fn forget(&mut self);
}

/// Makes a game's own planner that keeps so many positions after every turn at most.
pub type OwnPlanner<G> = fn(usize) -> Box<dyn Planner<G>>;
