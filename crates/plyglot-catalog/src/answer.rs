//! Questions to agents, and what they answer.

use std::{
    fmt,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_core::{
    Clock, Game, Listed, PerPlayer, Player, Pulse, Scale, Session, TextError, Value, Worth, seats,
};
use plyglot_search::Thought;

/// What one move may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// Nodes, in the units of the search.
    pub nodes: Option<u64>,
    /// Time on the clock of the request.
    pub time: Option<Duration>,
}

impl Budget {
    /// A share of a game clock: what is left is spread over the moves still to be expected, the
    /// increment is mostly spent at once, and a reserve for the way of the move is kept.
    pub fn of_clock(left: Duration, increment: Duration) -> Budget {
        const MOVES_TO_COME: u32 = 25;
        const RESERVE: Duration = Duration::from_millis(20);
        let share = left / MOVES_TO_COME + increment.mul_f64(0.8);
        let time = share.min(left.saturating_sub(RESERVE).mul_f64(0.9));
        Budget { nodes: None, time: Some(time) }
    }
}

/// Wall time since its making.
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A question to an agent. [`Request::new`] asks for one line without limits.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// What the answer may cost.
    pub budget: Budget,
    /// How many of the best moves are wanted.
    pub lines: usize,
    /// The plies to choose from; all if it is empty.
    pub only: &'a [String],
    /// Seed of the agent's random choices.
    pub seed: u64,
    /// Whether an only legal ply is the answer at once, without thought and without a value: who plays wants a
    /// move, who analyses wants to know what it is worth.
    pub at_once: bool,
    /// Whether the opening book of an agent may answer, as it may where the answer is wanted at once.
    pub book: bool,
    /// Measures the time of the budget.
    pub clock: &'a dyn Clock,
    /// Raised by somebody else to have the answer at once.
    pub stop: &'a AtomicBool,
    /// Hears of the nodes while they are visited.
    pub pulse: Option<Pulse<'a>>,
}

impl<'a> Request<'a> {
    /// A question for the best move, whatever it costs.
    pub fn new(clock: &'a dyn Clock, stop: &'a AtomicBool) -> Request<'a> {
        Request {
            budget: Budget::default(),
            lines: 1,
            only: &[],
            seed: 0,
            at_once: false,
            book: false,
            clock,
            stop,
            pulse: None,
        }
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The position is of another game than the agent's.
    OtherGame,
    /// The game is over.
    Over,
    /// A ply to choose from cannot be played.
    Ply(TextError),
    /// The agent cannot be restricted to some plies.
    Unrestricted,
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::OtherGame => f.write_str("the agent was made for another game"),
            AskError::Over => f.write_str("the game is over: there is nothing to think about"),
            AskError::Ply(error) => error.fmt(f),
            AskError::Unrestricted => {
                f.write_str("this agent cannot be restricted to some of the moves; searches can")
            }
        }
    }
}

impl std::error::Error for AskError {}

/// An agent's answer, or its state on the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Who is to move.
    pub mover: Player,
    /// The best plies with what is expected to follow, best first.
    pub lines: Vec<AnswerLine>,
    /// How deep the work was completed.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Share of the table in use, in thousandths.
    pub table: u32,
    /// Whether the value is proven to be that of the game.
    pub proven: bool,
    /// Whether it comes from an opening book, and nothing was searched.
    pub book: bool,
}

/// A ply, what is expected after it, and what that is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerLine {
    /// The plies in canonical spelling; in the final answer the first one is whole.
    pub plies: Vec<String>,
    /// What it is worth to every seat, in the unit of the agent, where the agent knows it.
    pub values: Vec<Option<Value>>,
    /// The expected score of every seat, where the value tells it.
    pub expected: Vec<Option<f64>>,
}

impl AnswerLine {
    /// What it is worth to a seat, in words: the agent's own value and the expected score, as far as known.
    pub fn words(&self, seat: Player) -> String {
        let Some(value) = self.values[seat.idx()] else { return "value unknown".to_owned() };
        let needs_score = matches!(value.worth, Worth::Points(_) | Worth::Payoff(_));
        match self.expected[seat.idx()].filter(|_| needs_score) {
            Some(score) => format!("{value}, {:.1} %", 100.0 * score),
            None => value.to_string(),
        }
    }
}

impl Answer {
    /// What the best line is worth to the player to move.
    pub fn value(&self) -> Option<Value> {
        self.lines.first()?.values[self.mover.idx()]
    }

    /// What the player to move expects of the best line.
    pub fn expected(&self) -> Option<f64> {
        self.lines.first()?.expected[self.mover.idx()]
    }
}

/// A thought about the position of a session, in words that need no type of the game.
pub(crate) fn answer<G: Listed>(
    session: &Session<G>,
    thought: &Thought<G::Move>,
    scale: Option<Scale>,
) -> Answer {
    let game = session.game();
    let players = usize::from(game.players());
    let lines = thought.lines.iter().map(|line| AnswerLine {
        plies: write_plies(game, session.state().clone(), &line.moves),
        values: line.worth.0[..players].to_vec(),
        expected: expected(game, &line.worth, scale),
    });
    Answer {
        mover: game.to_move(session.state()),
        lines: lines.collect(),
        depth: thought.depth,
        nodes: thought.nodes,
        table: thought.table,
        proven: thought.proven,
        book: false,
    }
}

/// A sequence of decisions as the plies it makes up; the last one may be unfinished.
pub(crate) fn write_plies<G: Listed>(
    game: &G,
    mut state: G::State,
    decisions: &[G::Move],
) -> Vec<String> {
    let (mut plies, mut start, mut from) = (Vec::new(), state.clone(), 0);
    for (at, mv) in decisions.iter().enumerate() {
        game.make(&mut state, *mv);
        if !(G::PLY_IS_TURN && game.mid_turn(&state)) || at + 1 == decisions.len() {
            plies.push(game.write_ply(&start, &decisions[from..=at]));
            (start, from) = (state.clone(), at + 1);
        }
    }
    plies
}

/// The expected scores of all seats from what is known of some. Where all sides are known they add up
/// to half the number of sides.
pub(crate) fn expected<G: Game>(
    game: &G,
    values: &PerPlayer<Option<Value>>,
    scale: Option<Scale>,
) -> Vec<Option<f64>> {
    let players = game.players();
    if seats(players).all(|seat| values[seat].is_none()) {
        return vec![None; players.into()];
    }
    let sides = game.sides();
    let of_side = |side| {
        let mut mates = seats(game.players()).filter(|seat| sides.of(*seat) == side);
        mates.find_map(|seat| Some(values[seat]?.worth))
    };
    let worths: Vec<Option<Worth>> = (0..sides.count()).map(of_side).collect();
    let points = |worth: &Option<Worth>| match worth {
        Some(Worth::Points(points)) => Some(*points),
        _ => None,
    };
    let all: Option<Vec<f64>> = worths.iter().map(points).collect();
    let scores = match (all, scale) {
        (Some(all), Some(scale)) => scale.scores(&all).into_iter().map(Some).collect(),
        _ => {
            let alone = worths.iter().map(|worth| score_alone(game, (*worth)?, scale));
            adding_up(alone.collect(), &worths)
        }
    };
    seats(game.players()).map(|seat| scores[sides.of(seat)]).collect()
}

/// The expected score of a side by its own value.
fn score_alone<G: Game>(game: &G, worth: Worth, scale: Option<Scale>) -> Option<f64> {
    let sides = game.sides();
    match worth {
        Worth::Points(points) => Some(scale?.score_alone(points, sides.count())),
        Worth::Expected(score) | Worth::End { score, .. } => Some(score),
        // Between two sides that share a fixed sum, what one gets tells who is ahead.
        Worth::Payoff(payoff) => {
            let even = f64::from(game.payoff_sum()?) / f64::from(game.players());
            let ahead = f64::from(payoff).partial_cmp(&even)?;
            (sides.count() == 2).then_some(f64::from(ahead as i8 + 1) / 2.0)
        }
    }
}

/// Scores of which all are known, with the estimates among them changed so that they add up.
fn adding_up(mut scores: Vec<Option<f64>>, worths: &[Option<Worth>]) -> Vec<Option<f64>> {
    let Some(sum) = scores.iter().copied().sum::<Option<f64>>() else { return scores };
    let is_end = |worth: &Option<Worth>| matches!(worth, Some(Worth::End { .. }));
    let fixed: f64 =
        scores.iter().zip(worths).filter(|own| is_end(own.1)).filter_map(|own| *own.0).sum();
    let wanted = scores.len() as f64 / 2.0 - fixed;
    if sum > fixed {
        for (score, _) in scores.iter_mut().zip(worths).filter(|own| !is_end(own.1)) {
            *score = score.map(|score| (score * wanted / (sum - fixed)).clamp(0.0, 1.0));
        }
    }
    scores
}
