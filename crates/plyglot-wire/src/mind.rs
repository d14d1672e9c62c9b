//! One of our agents at a game that somebody else runs.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_catalog::{Answer, AnswerLine, AnyAgent, Budget, Catalog, Opened, Request, WallClock};
use plyglot_core::{AnySession, Listed, Player, Rng, Spec, options::Loader};

use crate::{Error, Margin, margin::crowd};

/// How long to think where nothing says so.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// What a move may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ask {
    /// Time until the answer must have arrived at the other side; a margin is kept of it.
    pub time: Option<Duration>,
    /// Depth of the search.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Whether what the move is worth is wanted, too, even if there is no other.
    pub worth: bool,
}

/// An agent with its game.
pub struct Mind<'a> {
    catalog: &'a Catalog,
    load: Loader<'a>,
    /// The agent as it was asked for.
    spec: String,
    opened: Opened,
    /// The agent, and the depth that was put into it.
    agent: (Box<dyn AnyAgent>, Option<u32>),
    seed: u64,
    /// What is kept back of time limits.
    pub margin: Margin,
    /// What moves may cost at most, whatever the other side allows.
    pub most: Ask,
}

impl<'a> Mind<'a> {
    /// An agent at the start of a game.
    pub fn new(
        catalog: &'a Catalog,
        load: Loader<'a>,
        (game, agent): (&str, &str),
        seed: u64,
    ) -> Result<Mind<'a>, Error> {
        let opened = catalog.open(game, load)?;
        let made = catalog.agent(agent, &opened, load)?;
        Ok(Mind {
            catalog,
            load,
            spec: agent.to_owned(),
            opened,
            agent: (made, None),
            seed,
            margin: Margin::new(Duration::from_millis(30)),
            most: Ask::default(),
        })
    }

    /// Begins another game, from its start position or another one.
    pub fn begin(&mut self, game: &str, position: Option<&str>) -> Result<(), Error> {
        let mut opened = self.catalog.open(game, self.load)?;
        if let Some(text) = position {
            opened.session.set_position(text).map_err(|error| Error(error.to_string()))?;
            opened.spec = opened.session.spec(&opened.spec);
        }
        let fits = opened.entry.name == self.opened.entry.name;
        self.opened = opened;
        // The rules may be others though the game is the same.
        self.agent = (self.make(None)?, None);
        if !fits {
            self.margin = Margin::new(Duration::from_millis(30));
        }
        Ok(())
    }

    fn make(&self, depth: Option<u32>) -> Result<Box<dyn AnyAgent>, Error> {
        let mut spec = Spec::parse(&self.spec)?;
        if let Some(depth) = depth {
            spec.given.retain(|(name, _)| name != "depth");
            spec.given.push(("depth".to_owned(), depth.to_string()));
        }
        let made = self.catalog.agent(&spec.to_string(), &self.opened, self.load);
        // Agents without a depth play as they do.
        let plain = |_| self.catalog.agent(&self.spec, &self.opened, self.load);
        Ok(if depth.is_some() { made.or_else(plain) } else { made }?)
    }

    /// The game.
    pub fn session(&self) -> &dyn AnySession {
        &*self.opened.session
    }

    /// Takes the last ply back; false at the beginning.
    pub fn undo(&mut self) -> bool {
        self.opened.session.undo()
    }

    /// Plays a ply, whoever made it.
    pub fn play(&mut self, ply: &str) -> Result<(), Error> {
        self.opened.session.play(ply).map_err(|error| Error(error.to_string()))
    }

    /// The agent's answer, whose first line begins with a whole legal ply. An only legal ply is
    /// played at once.
    pub fn think(&mut self, ask: &Ask, stop: &AtomicBool) -> Result<Answer, Error> {
        self.think_and_tell(ask, stop, &mut |_| {})
    }

    /// The same, telling of every step.
    pub fn think_and_tell(
        &mut self,
        ask: &Ask,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Error> {
        self.consider(1, ask, stop, tell)
    }

    /// The same with so many lines, as far as the agent can tell of several.
    pub fn consider(
        &mut self,
        lines: usize,
        ask: &Ask,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Error> {
        let begun = Instant::now();
        let depth = smaller(ask.depth, self.most.depth);
        if self.agent.1 != depth {
            self.agent = (self.make(depth)?, depth);
        }
        crowd().into_iter().for_each(|runners| self.margin.note_crowd(runners));
        let told = ask.time.map(|time| self.margin.usable(time));
        let time = smaller(told, self.most.time);
        let nodes = smaller(ask.nodes, self.most.nodes);
        let free = time.is_none() && nodes.is_none() && !self.agent.0.ends_by_itself();
        let time = if free { Some(USUAL_TIME) } else { time };
        // What making the agent took counts, too.
        let left = time.map(|time| time.saturating_sub(begun.elapsed()));
        let budget = Budget { nodes, time: left };
        let session = &*self.opened.session;
        let seed = Rng::stream(self.seed, session.played().len() as u64).next_u64();
        let clock = WallClock::start();
        let at_once = !ask.worth;
        let request = Request { budget, seed, lines, at_once, ..Request::new(&clock, stop) };
        let answer = self.agent.0.think(session, &request, tell);
        if let Some(meant) = time {
            self.margin.note_overrun(begun.elapsed(), meant);
        }
        answer.map_err(|error| Error(error.to_string()))
    }

    /// The ply of [`Mind::think`].
    pub fn choose(&mut self, ask: &Ask, stop: &AtomicBool) -> Result<String, Error> {
        let mut answer = self.think(ask, stop)?;
        Ok(answer.lines.swap_remove(0).plies.swap_remove(0))
    }
}

/// What a line is worth to a seat in pieces of the game that is meant, by the score that it expects.
pub(crate) fn pieces<G: Listed>(line: &AnswerLine, seat: Player) -> Option<f64> {
    let score = line.expected[seat.idx()]?;
    // In units of an evaluation's scale, of which the game tells the pieces.
    Some(G::PIECES * (score / (1.0 - score)).ln())
}

fn smaller<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    [one, other].into_iter().flatten().min()
}
