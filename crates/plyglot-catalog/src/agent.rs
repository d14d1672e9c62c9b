//! Agents: a search with a game's evaluation and move ordering, behind one object-safe interface.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_core::{
    AnySession, Clock, Control, Eval, Evaluate, Game, Listed, Options, Order, Player, Session,
    Spec, SpecError, Tint,
    options::{Loader, no_files},
    seats, shorten,
};
use plyglot_players::Classics;
use plyglot_search::{Parts, Search, SearchEntry, Task, Thought};

use crate::Caps;

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

/// A question to an agent.
pub struct Request<'a> {
    /// What the answer may cost.
    pub budget: Budget,
    /// How many of the best moves are wanted.
    pub lines: usize,
    /// Seed of the agent's random choices.
    pub seed: u64,
    /// Measures the time of the budget.
    pub clock: &'a dyn Clock,
    /// Raised by somebody else to have the answer at once.
    pub stop: &'a AtomicBool,
}

/// An agent's answer, or its state on the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
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
}

/// A ply, what is expected after it, and what that is worth to the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerLine {
    /// The plies in canonical spelling; in the final answer the first one is whole.
    pub plies: Vec<String>,
    /// The value.
    pub value: f64,
}

/// A player of one game.
pub trait AnyAgent: Send {
    /// The full normal form of its specification.
    fn spec(&self) -> &str;
    /// Thinks about the position of a session of its own game, which must not be over.
    fn think(
        &mut self,
        session: &dyn AnySession,
        request: &Request<'_>,
        report: &mut dyn FnMut(&Answer),
    ) -> Answer;
    /// Forgets what was learnt in the game so far.
    fn new_game(&mut self);
}

struct Agent<G: Listed> {
    search: Box<dyn Search<G>>,
    spec: String,
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

impl<G: Listed> AnyAgent for Agent<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn think(
        &mut self,
        session: &dyn AnySession,
        request: &Request<'_>,
        report: &mut dyn FnMut(&Answer),
    ) -> Answer {
        let session = session.as_any().downcast_ref::<Session<G>>();
        let session = session.expect("an agent is asked about its own game");
        let (clock, time) = (request.clock, request.budget.time.unwrap_or(Duration::MAX));
        let deadline = clock.now().saturating_add(time);
        let mut nodes_left = request.budget.nodes.unwrap_or(u64::MAX);
        let (game, mut state) = (session.game(), session.state().clone());
        let mut first: Option<Thought<G::Move>> = None;
        // A search may answer with only the first decisions of a ply: it is asked on until whole.
        loop {
            let mut control = Control::new(nodes_left, deadline, clock, request.stop);
            let lines = if first.is_none() { request.lines } else { 1 };
            let history = session.history();
            let task = Task { game, state: &state, history, only: &[], lines, seed: request.seed };
            let thought = self.search.think(&task, &mut control, &mut |thought| {
                if first.is_none() {
                    report(&answer(session, thought));
                }
            });
            nodes_left = nodes_left.saturating_sub(control.nodes);
            let whole = advance(game, &mut state, &thought.lines[0].moves);
            match &mut first {
                None => first = Some(thought),
                Some(first) => {
                    first.nodes += thought.nodes;
                    first.lines[0].moves.extend(&thought.lines[0].moves);
                }
            }
            if whole {
                break;
            }
        }
        answer(session, &first.expect("the loop thinks at least once"))
    }
}

/// Plays decisions of the ply in progress; true once it is whole.
fn advance<G: Game>(game: &G, state: &mut G::State, decisions: &[G::Move]) -> bool {
    for mv in decisions {
        game.make(state, *mv);
        if !(G::PLY_IS_TURN && game.mid_turn(state)) {
            return true;
        }
    }
    false
}

fn answer<G: Listed>(session: &Session<G>, thought: &Thought<G::Move>) -> Answer {
    let lines = thought.lines.iter().map(|line| AnswerLine {
        plies: write_plies(session.game(), session.state().clone(), &line.moves),
        value: line.value,
    });
    Answer {
        lines: lines.collect(),
        depth: thought.depth,
        nodes: thought.nodes,
        table: thought.table,
        proven: thought.proven,
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

/// Makes an agent for a game with classic players: one of them, or a search.
pub(crate) fn build_classic<G: Classics>(
    spec: &Spec,
    session: &dyn AnySession,
    load: Loader<'_>,
    caps: &Caps,
) -> Result<Box<dyn AnyAgent>, SpecError> {
    let Some(entry) = G::CLASSICS.iter().find(|entry| entry.name == spec.name) else {
        return build::<G>(spec, session, load, caps);
    };
    let options = Options::check(entry.name, entry.options, &spec.given, load)?;
    caps.check(entry.name, &options)?;
    let search = (entry.build)(&options)?;
    Ok(Box::new(Agent { search, spec: format!("{}{}", entry.name, options.normal_form()) }))
}

/// Makes an agent for a game from the specification of a search.
pub(crate) fn build<G: Listed>(
    spec: &Spec,
    session: &dyn AnySession,
    _load: Loader<'_>,
    caps: &Caps,
) -> Result<Box<dyn AnyAgent>, SpecError> {
    let (entry, options) = checked_search::<G>(spec, session)?;
    caps.check(entry.name, &options)?;
    let eval = options.find_spec("eval").map_or(Ok(nothing()), evaluation::<G>)?;
    let order = options.find_spec("order").map_or(Ok(None), ordering::<G>)?;
    let search = plyglot_search::build(entry.name, &options, Parts { eval, order })?;
    Ok(Box::new(Agent { search, spec: format!("{}{}", entry.name, options.normal_form()) }))
}

/// The search of a specification with its options, those that the game decides filled in.
pub(crate) fn checked_search<G: Listed>(
    spec: &Spec,
    session: &dyn AnySession,
) -> Result<(&'static SearchEntry, Options), SpecError> {
    let entry = search_entry(&spec.name)?;
    fits(entry, session)?;
    let given = with_game_defaults::<G>(entry, &spec.given, session);
    Ok((entry, Options::check(entry.name, entry.options, &given, &no_files)?))
}

/// Fills in what the game decides, so that the normal form tells everything.
fn with_game_defaults<G: Listed>(
    entry: &SearchEntry,
    given: &[(String, String)],
    session: &dyn AnySession,
) -> Vec<(String, String)> {
    let cells = || session.scene().cells.iter().filter(|cell| cell.tint != Tint::Blocked).count();
    let decided = [
        ("eval", G::EVALUATIONS.first().map_or("none", |eval| eval.name).to_owned()),
        ("order", G::ORDERS.first().map_or("off", |order| order.name).to_owned()),
        ("cells", cells().to_string()),
    ];
    let mut given = given.to_vec();
    for (name, value) in decided {
        let known = entry.options.iter().any(|option| option.name == name);
        if known && !given.iter().any(|(own, _)| own == name) {
            given.push((name.to_owned(), value));
        }
    }
    given
}

/// The search of that name.
pub(crate) fn search_entry(name: &str) -> Result<&'static SearchEntry, SpecError> {
    let searches = plyglot_search::SEARCHES;
    searches.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let known: Vec<_> = searches.iter().map(|entry| entry.name).collect();
        let name = shorten(name);
        SpecError(format!("there is no search {name:?}; there are: {}", known.join(", ")))
    })
}

/// Whether a search can play a game, and if not, why.
pub(crate) fn fits(entry: &SearchEntry, session: &dyn AnySession) -> Result<(), SpecError> {
    let mut teams: Vec<u8> = seats(session.players()).map(|seat| session.team(seat)).collect();
    teams.sort_unstable();
    teams.dedup();
    if entry.two_sides && teams.len() != 2 {
        let (name, sides) = (entry.name, teams.len());
        return Err(SpecError(format!(
            "{name} needs exactly two sides, and this game has {sides}; paranoid takes any number"
        )));
    }
    Ok(())
}

/// The evaluation of a game by its specification.
pub(crate) fn evaluation<G: Listed>(text: &str) -> Result<Eval<G>, SpecError> {
    let spec = Spec::parse(text)?;
    if spec.name == "none" {
        return Ok(nothing());
    }
    let found = G::EVALUATIONS.iter().find(|entry| entry.name == spec.name);
    let entry = found.ok_or_else(|| {
        unknown::<G>(
            "evaluation",
            &spec.name,
            "none",
            G::EVALUATIONS.iter().map(|entry| entry.name),
        )
    })?;
    Ok((entry.build)(&Options::check(entry.name, entry.weights, &spec.given, &no_files)?))
}

fn ordering<G: Listed>(name: &str) -> Result<Option<Box<dyn Order<G>>>, SpecError> {
    if name == "off" {
        return Ok(None);
    }
    let found = G::ORDERS.iter().find(|entry| entry.name == name);
    let entry = found.ok_or_else(|| {
        unknown::<G>("move ordering", name, "off", G::ORDERS.iter().map(|entry| entry.name))
    })?;
    Ok(Some((entry.build)()))
}

fn unknown<G: Listed>(
    what: &str,
    name: &str,
    always: &'static str,
    known: impl Iterator<Item = &'static str>,
) -> SpecError {
    let known: Vec<_> = known.chain([always]).collect();
    let (game, name) = (G::NAME, shorten(name));
    SpecError(format!("{game} has no {what} {name:?}; it has: {}", known.join(", ")))
}

fn nothing<G: Game>() -> Eval<G> {
    Eval::Int(Box::new(Nothing))
}

/// Knows nothing but finished games.
struct Nothing;

impl<G: Game> Evaluate<G> for Nothing {
    type Score = i64;

    fn score(&self, _game: &G, _state: &G::State, _pov: Player) -> i64 {
        0
    }
}
