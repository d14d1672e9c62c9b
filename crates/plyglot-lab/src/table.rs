//! A table: a game in progress between people and agents.
//!
//! The table keeps the rules of playing together: whose turn it is, clocks, taking back, resignation and
//! draws by agreement. Time is told by the host with every call, as a span since a moment of its choice, and
//! thinking is handed out as [`Thinking`], to be done on any thread and brought back.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_catalog::{AnyAgent, Budget, Opened, Request};
use plyglot_core::{AnySession, Click, Clock, Player, Rng, ranks, seats};
use serde::{Deserialize, Serialize};

use crate::{Answer, Code, Error, Lab, Position};

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Seat {
    /// Somebody who plays by hand.
    Person {
        /// What they are called.
        name: String,
    },
    /// An agent of the catalogue.
    Agent {
        /// Its specification.
        spec: String,
        /// What its moves may cost; with a clock, its share of that counts too.
        limits: Limits,
    },
}

/// What a move of an agent may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Limits {
    /// Milliseconds.
    pub millis: Option<u64>,
    /// Nodes, in the units of the agent.
    pub nodes: Option<u64>,
}

/// A clock for every seat, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockRules {
    /// What each seat has at the start.
    pub base: u64,
    /// What each turn adds.
    pub increment: u64,
}

/// What a table begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatPlan {
    /// Who sits in each seat.
    pub seats: Vec<Seat>,
    /// The clock, if there is one.
    #[serde(default)]
    pub clock: Option<ClockRules>,
    /// Seed of the agents' random choices.
    #[serde(default)]
    pub seed: u64,
}

/// Why a game at a table is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Ending {
    /// The rules ended it.
    Rules,
    /// A seat gave up.
    Resigned {
        /// The seat.
        seat: u8,
    },
    /// A seat's time was over.
    Time {
        /// The seat.
        seat: u8,
    },
    /// All sides agreed on a draw.
    Agreed,
}

/// A table as it is kept: restored, it is the same to the last microsecond.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Saved {
    /// The version of this form.
    pub version: u32,
    /// The specification of the game.
    pub game: String,
    /// The position it began with.
    pub position: String,
    /// The plies so far.
    pub moves: Vec<String>,
    /// Who plays under which conditions.
    pub plan: SeatPlan,
    /// Microseconds left to every seat at the beginning of the turn.
    pub left: Vec<u64>,
    /// Microseconds that the turn at hand has taken.
    pub taken: u64,
    /// The seats that have offered a draw.
    pub offers: Vec<u8>,
    /// Why it is over, if something else than the rules decided.
    pub ending: Option<Ending>,
}

const VERSION: u32 = 1;

/// A game in progress between people and agents.
pub struct Table {
    opened: Opened,
    /// The position it began with.
    first: String,
    plan: SeatPlan,
    agents: Vec<Option<Box<dyn AnyAgent>>>,
    left: Vec<Duration>,
    /// When the turn at hand began.
    since: Duration,
    offers: Vec<u8>,
    /// What each agent expected when it moved last.
    opinions: Vec<Option<f64>>,
    ending: Option<Ending>,
}

/// A move to be thought about on any thread, and brought back to its table.
pub struct Thinking {
    seat: Player,
    plies: usize,
    position: String,
    agent: Box<dyn AnyAgent>,
    session: Box<dyn AnySession>,
    budget: Budget,
    seed: u64,
}

/// A move that was thought about.
pub struct Thought {
    seat: Player,
    plies: usize,
    position: String,
    agent: Box<dyn AnyAgent>,
    /// What the agent answered.
    pub answer: Result<plyglot_catalog::Answer, Error>,
}

impl Lab<'_> {
    /// A table for the opened game, which begins `now`.
    pub fn table(&self, opened: Opened, plan: SeatPlan, now: Duration) -> Result<Table, Error> {
        let players = usize::from(opened.session.players());
        if plan.seats.len() != players {
            let message = format!("{} seats for a game of {players}", plan.seats.len());
            return Err(Error::new(Code::Rules, "seats", message));
        }
        let mut agents = Vec::new();
        for seat in &plan.seats {
            agents.push(match seat {
                Seat::Person { .. } => None,
                Seat::Agent { spec, .. } => Some(self.agent(spec, &opened)?),
            });
        }
        let base = Duration::from_millis(plan.clock.map_or(0, |clock| clock.base));
        Ok(Table {
            first: first_position(&*opened.session),
            opened,
            plan,
            agents,
            left: vec![base; players],
            since: now,
            offers: Vec::new(),
            opinions: vec![None; players],
            ending: None,
        })
    }

    /// A table that was saved, going on `now`.
    pub fn restore(&self, saved: &Saved, now: Duration) -> Result<Table, Error> {
        if saved.version != VERSION {
            let message = format!("version {} of a saved table; {VERSION} is read", saved.version);
            return Err(Error::new(Code::Syntax, "version", message));
        }
        let mut opened = self.open(&saved.game, Some(&saved.position))?;
        for ply in &saved.moves {
            opened.session.play(ply).map_err(|error| Error::text("moves", &error))?;
        }
        let mut table = self.table(opened, saved.plan.clone(), now)?;
        if saved.left.len() != table.left.len() {
            return Err(Error::new(Code::Rules, "left", "expected the time left of every seat"));
        }
        table.first.clone_from(&saved.position);
        table.left = saved.left.iter().copied().map(Duration::from_micros).collect();
        table.since = now.saturating_sub(Duration::from_micros(saved.taken));
        (table.offers, table.ending) = (saved.offers.clone(), saved.ending);
        Ok(table)
    }
}

impl Table {
    /// The table as it stands, to be kept.
    pub fn save(&self, now: Duration) -> Saved {
        Saved {
            version: VERSION,
            game: self.opened.spec.clone(),
            position: self.first.clone(),
            moves: self.session().played().to_vec(),
            plan: self.plan.clone(),
            left: self.left.iter().map(|left| left.as_micros() as u64).collect(),
            taken: now.saturating_sub(self.since).as_micros() as u64,
            offers: self.offers.clone(),
            ending: self.ending,
        }
    }

    /// The game.
    pub fn session(&self) -> &dyn AnySession {
        &*self.opened.session
    }

    /// The game with the specification it was opened by.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// Who plays under which conditions.
    pub fn plan(&self) -> &SeatPlan {
        &self.plan
    }

    /// The position.
    pub fn position(&self) -> Position {
        Position::of(&self.opened.spec, self.session())
    }

    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<Ending> {
        self.ending.or_else(|| self.session().outcome().map(|_| Ending::Rules))
    }

    /// The rank of every seat, once the game is over.
    pub fn ranks(&self) -> Option<Vec<u8>> {
        let session = self.session();
        Some(match self.ending()? {
            Ending::Rules => ranks(&session.outcome()?, session.players()),
            Ending::Agreed => vec![1; usize::from(session.players())],
            Ending::Resigned { seat } | Ending::Time { seat } => {
                session.sides().forfeit_ranks(Player(seat))
            }
        })
    }

    /// The agent of a seat; none while it thinks, and none of a person's.
    pub fn agent(&self, seat: Player) -> Option<&dyn AnyAgent> {
        self.agents[seat.idx()].as_deref()
    }

    /// Whether somebody plays this seat by hand.
    pub fn is_person(&self, seat: Player) -> bool {
        matches!(self.plan.seats.get(seat.idx()), Some(Seat::Person { .. }))
    }

    /// What a seat has left on its clock; nothing without one.
    pub fn left(&self, seat: Player, now: Duration) -> Option<Duration> {
        self.plan.clock?;
        let running = self.ending().is_none() && self.session().to_move() == seat;
        let taken = if running { now.saturating_sub(self.since) } else { Duration::ZERO };
        Some(self.left[seat.idx()].saturating_sub(taken))
    }

    /// Ends the game if the time of whoever is to move is over; true if it did.
    pub fn check_time(&mut self, now: Duration) -> bool {
        let seat = self.session().to_move();
        let over = self.ending().is_none() && self.left(seat, now) == Some(Duration::ZERO);
        if over {
            self.left[seat.idx()] = Duration::ZERO;
            self.ending = Some(Ending::Time { seat: seat.0 });
        }
        over
    }

    /// Plays a ply of somebody who plays by hand.
    pub fn play(&mut self, seat: Player, text: &str, now: Duration) -> Result<(), Error> {
        self.check_turn(seat, now)?;
        if !self.is_person(seat) {
            return Err(Error::new(Code::Forbidden, "seat", "an agent plays this seat"));
        }
        self.advance(text, now)
    }

    /// Plays what is legal alone and leaves the board as it is: a forced pass, or the end of a turn.
    pub fn play_forced(&mut self, now: Duration) -> Option<String> {
        let ply = self.ending().is_none().then(|| only_pass(self.session())).flatten()?;
        self.advance(&ply, now).ok()?;
        Some(ply)
    }

    /// The move of the agent to move, to be thought about; none if it is somebody else's turn or already
    /// being thought about.
    pub fn think(&mut self, now: Duration) -> Option<Thinking> {
        if self.ending().is_some() {
            return None;
        }
        let (seat, session) = (self.session().to_move(), self.session().boxed());
        let Seat::Agent { limits, .. } = self.plan.seats[seat.idx()] else { return None };
        let agent = self.agents[seat.idx()].take()?;
        let share = self.plan.clock.and_then(|clock| {
            let increment = Duration::from_millis(clock.increment);
            Budget::of_clock(self.left(seat, now)?, increment).time
        });
        let own = limits.millis.map(Duration::from_millis);
        let time = [own, share].into_iter().flatten().min();
        let plies = session.played().len();
        // Every ply has random numbers of its own, the same however the game came there.
        let seed = Rng::stream(self.plan.seed, plies as u64).next_u64();
        let budget = Budget { nodes: limits.nodes, time };
        Some(Thinking { seat, plies, position: session.position(), agent, session, budget, seed })
    }

    /// Takes an agent back, and plays its move if the game still stands where it was asked.
    pub fn settle(&mut self, thought: Thought, now: Duration) -> Result<Answer, Error> {
        let Thought { seat, plies, position, agent, answer } = thought;
        self.agents[seat.idx()] = Some(agent);
        let answer = answer?;
        let session = self.session();
        if session.played().len() != plies || session.position() != position {
            return Err(Error::new(Code::Stale, "move", "the game has gone on without this move"));
        }
        self.check_turn(seat, now)?;
        let ply = answer.lines.first().and_then(|line| line.plies.first());
        let ply =
            ply.ok_or_else(|| Error::new(Code::Illegal, "move", "the agent found no move"))?;
        self.advance(ply, now)?;
        self.opinions[seat.idx()] = answer.expected();
        Ok((&answer).into())
    }

    /// Goes back to the last time somebody who plays by hand had a choice; false if there was none. What was
    /// taken back takes no time back.
    pub fn undo(&mut self, now: Duration) -> bool {
        let mut earlier = self.session().boxed();
        while earlier.undo() {
            if self.is_person(earlier.to_move()) && only_pass(&*earlier).is_none() {
                self.opened.session = earlier;
                self.agents.iter_mut().flatten().for_each(|agent| agent.new_game());
                (self.ending, self.since) = (None, now);
                self.offers.clear();
                return true;
            }
        }
        false
    }

    /// A seat gives up: its side is last, all others share the first rank.
    pub fn resign(&mut self, seat: Player) -> Result<(), Error> {
        self.check_running()?;
        self.ending = Some(Ending::Resigned { seat: seat.0 });
        Ok(())
    }

    /// A seat offers a draw, or accepts one; true once all agree. An agent agrees if it thought itself no
    /// better off when it moved last.
    pub fn offer_draw(&mut self, seat: Player) -> Result<bool, Error> {
        self.check_running()?;
        if !self.offers.contains(&seat.0) {
            self.offers.push(seat.0);
        }
        let content = |own: Player| {
            let opinion = self.opinions[own.idx()];
            let agent = !self.is_person(own);
            self.offers.contains(&own.0) || agent && opinion.is_some_and(|score| score <= 0.5)
        };
        if seats(self.session().players()).all(content) {
            self.ending = Some(Ending::Agreed);
        }
        Ok(self.ending.is_some())
    }

    /// Refuses all offers of a draw.
    pub fn decline_draw(&mut self) {
        self.offers.clear();
    }

    fn check_running(&self) -> Result<(), Error> {
        match self.ending() {
            Some(_) => Err(Error::new(Code::Stale, "game", "the game is over")),
            None => Ok(()),
        }
    }

    fn check_turn(&mut self, seat: Player, now: Duration) -> Result<(), Error> {
        self.check_running()?;
        if self.check_time(now) {
            return Err(Error::new(Code::Stale, "game", "the time is over"));
        }
        if self.session().to_move() != seat {
            let mover = self.session().player_name(self.session().to_move());
            return Err(Error::new(Code::Forbidden, "seat", format!("it is {mover}'s turn")));
        }
        Ok(())
    }

    /// Plays a ply of whoever is to move, and hands the clock on once the turn is over.
    fn advance(&mut self, text: &str, now: Duration) -> Result<(), Error> {
        let seat = self.session().to_move();
        self.opened.session.play(text).map_err(|error| Error::text("move", &error))?;
        self.offers.clear();
        if self.plan.clock.is_some() && !self.session().mid_turn() {
            let increment = self.plan.clock.map_or(0, |clock| clock.increment);
            let taken = now.saturating_sub(self.since);
            let left = self.left[seat.idx()].saturating_sub(taken);
            self.left[seat.idx()] = left + Duration::from_millis(increment);
        }
        if !self.session().mid_turn() {
            self.since = now;
        }
        Ok(())
    }
}

impl Thinking {
    /// Whose move it is.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// Thinks on this thread, until done or until `stop` is raised.
    pub fn run(mut self, clock: &dyn Clock, stop: &AtomicBool) -> Thought {
        let (budget, seed) = (self.budget, self.seed);
        let request = Request { budget, seed, at_once: true, ..Request::new(clock, stop) };
        let answer = self.agent.think(&*self.session, &request, &mut |_| {});
        let answer = answer.map_err(|error| Error::ask(&error));
        let Thinking { seat, plies, position, agent, .. } = self;
        Thought { seat, plies, position, agent, answer }
    }
}

/// The position that a session began with.
pub fn first_position(session: &dyn AnySession) -> String {
    let mut first = session.boxed();
    while first.undo() {}
    first.position()
}

/// The only legal ply if it leaves the board alone: a pass, or the end of a turn.
fn only_pass(session: &dyn AnySession) -> Option<String> {
    let mut paths = session.click_paths();
    let (ply, clicks) = paths.pop().filter(|_| paths.is_empty())?;
    clicks.iter().all(|click| matches!(click, Click::Choice(_))).then_some(ply)
}
