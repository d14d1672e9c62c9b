//! Guests: players from outside, as programs or connections, behind one set of questions.
//!
//! The arena plays the game and judges it; a guest is told what happens, and asked for moves. How that is
//! said is the affair of its protocol. [`exec`](plyglot_protocol::BotSpec) with the line protocol is known
//! here; a program that knows others offers them once with [`offer`].

use std::{
    collections::BTreeMap,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use plyglot_core::{AnySession, Spec, SpecError};
use plyglot_lab::Value;
use plyglot_protocol::{Bot, BotSpec, Fault, Position, SeatClock};

use crate::{Clock, Ending, Limits};

/// A player from outside, in one seat of one game after the other: it arrives, meets the others, begins, is
/// asked and told, and told the end, which may come at any time. Nothing that it is asked may take longer
/// than limits and patience say. After a fault it is dropped.
pub trait Guest: Send {
    /// It is wanted for a game: starts or awaits whoever plays. Names are not known yet.
    fn arrive(&mut self, _begin: &Begin<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// All are there and have names.
    fn meet(&mut self, _begin: &Begin<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// The game begins, seat by seat.
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault>;

    /// Its move.
    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault>;

    /// Something happened in the game, in its own turn or in others'.
    fn told(&mut self, _news: &News<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// The game is over.
    fn end(&mut self, _over: &Over<'_>) {}

    /// Whether it has left, though nobody asked it anything.
    fn lost(&mut self) -> Option<Fault> {
        None
    }

    /// What it calls itself, once it has said so.
    fn name(&self) -> Option<String> {
        None
    }

    /// What it wrote to its standard error.
    fn complaint(&mut self) -> Option<String> {
        None
    }
}

/// What a guest is told at the beginning of a game.
pub struct Begin<'a> {
    /// Its seat.
    pub seat: usize,
    /// The game at its beginning, after the opening.
    pub session: &'a dyn AnySession,
    /// The full specification of the game.
    pub game: &'a str,
    /// The files that it names, with their contents.
    pub files: &'a BTreeMap<String, String>,
    /// The text of the first position, unless it is the start position of the game.
    pub position: Option<&'a str>,
    /// The specification of the player of every seat, in full.
    pub specs: &'a [String],
    /// What every seat is called.
    pub names: &'a [String],
    /// What moves may cost.
    pub limits: &'a Limits,
    /// The number of this game, different for all games of this process.
    pub number: u64,
    /// A seed of the game's own, for whatever is to be drawn by lot.
    pub seed: u64,
    /// To be raised when the guest has left while somebody else is waited for.
    pub alarm: &'a Alarm,
    /// Raised when the game is to be left.
    pub stop: &'a AtomicBool,
}

/// Something that happened in a game.
pub struct News<'a> {
    /// What it was.
    pub event: Event<'a>,
    /// The game after it.
    pub session: &'a dyn AnySession,
    /// What moves may cost; its patience is for answers that no other limit ends.
    pub limits: &'a Limits,
    /// Raised when the game is to be left.
    pub stop: &'a AtomicBool,
}

/// What can happen in a game.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// A seat played a ply, in canonical spelling.
    Ply {
        /// The seat.
        seat: usize,
        /// The ply.
        ply: &'a str,
    },
    /// A seat is out because of a fault, and the others play on.
    Out {
        /// The seat.
        seat: usize,
        /// What went wrong.
        fault: &'a Fault,
    },
}

/// What a guest is told at the end of a game.
pub struct Over<'a> {
    /// Why it is over.
    pub ending: &'a Ending,
    /// The rank of every seat.
    pub ranks: &'a [u8],
    /// The result in the game's own words.
    pub verdict: &'a str,
    /// The game.
    pub session: &'a dyn AnySession,
}

/// What a contestant answers.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The move as it was written; nobody has checked whether it is legal.
    pub ply: String,
    /// Whether an agent of the catalogue answered.
    pub own: bool,
    /// What it thinks the position is worth to it, in its own unit.
    pub value: Option<Value>,
    /// The score that it expects, if it tells.
    pub expected: Option<f64>,
    /// How deep it looked; 0 if it does not tell.
    pub depth: u32,
    /// Nodes it visited; 0 if it does not tell.
    pub nodes: u64,
    /// The time from the question to the answer.
    pub spent: Duration,
}

/// A question to a contestant: the game so far, what it may cost, and what is left on the clocks.
pub struct Question<'a> {
    /// The game.
    pub session: &'a dyn AnySession,
    /// The text of the first position, unless it is the start position of the game.
    pub position: Option<&'a str>,
    /// The plies since.
    pub moves: &'a [String],
    /// What moves may cost.
    pub limits: &'a Limits,
    /// What is left to every seat.
    pub clocks: &'a [Duration],
    /// What the turn in progress has cost.
    pub turn: &'a Turn,
    /// Seed of random choices.
    pub seed: u64,
    /// Raised when nobody wants the answer any more.
    pub stop: &'a AtomicBool,
    /// Raised by a guest who has left: the question is then asked again, if it is still open.
    pub alarm: &'a Alarm,
}

impl Question<'_> {
    /// The seat that is asked.
    pub fn seat(&self) -> usize {
        self.session.to_move().idx()
    }

    /// The time that is left for the answer: of the move, or else of the clock. None without either.
    pub fn time(&self) -> Option<Duration> {
        let clock = || self.limits.clock.map(|_| self.clocks[self.seat()]);
        self.turn.time_left(self.limits).or_else(clock)
    }

    /// How long to wait for the answer.
    pub fn wall(&self) -> Duration {
        let margin = Duration::from_millis(self.limits.margin);
        self.time().map_or(Duration::from_millis(self.limits.patience), |time| time + margin)
    }
}

/// What limits by turn know of the turn in progress; limits by ply know every ply as a turn.
#[derive(Default)]
pub struct Turn {
    /// The clock of its seat when it began.
    pub(crate) clock: Duration,
    /// What its plies have cost.
    pub(crate) spent: Duration,
    pub(crate) nodes: u64,
}

impl Turn {
    /// The time left for the turn, where each move has its own.
    pub(crate) fn time_left(&self, limits: &Limits) -> Option<Duration> {
        limits.of_move().map(|time| time.saturating_sub(self.spent))
    }

    pub(crate) fn nodes_left(&self, limits: &Limits) -> Option<u64> {
        limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes).max(1))
    }
}

/// Raised by a guest who has left, so that nobody waits in vain; shared by the guests of a game.
#[derive(Clone, Default)]
pub struct Alarm(Arc<AtomicBool>);

impl Alarm {
    /// Raises it.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// The number of a game, different for all games of this process.
pub(crate) fn game_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A kind of guests: specifications that it takes, and how it makes players of them.
pub struct Kind {
    /// Whether a specification is one of this kind.
    pub takes: fn(&Spec) -> bool,
    /// Checks a specification for a game and writes it out in full.
    pub check: fn(&Spec, game: &str) -> Result<Checked, SpecError>,
    /// Makes a player; nothing is started or connected before its first game.
    pub make: Make,
}

/// Makes a player of a specification for a game.
pub type Make = fn(&Spec, game: &str) -> Result<Box<dyn Guest>, SpecError>;

/// A checked specification of a guest.
pub struct Checked {
    /// The full specification.
    pub full: String,
    /// The name that it gives.
    pub name: Option<String>,
}

static OFFERED: OnceLock<&'static [Kind]> = OnceLock::new();

/// Adds kinds of guests for all runs of this process. Only the first offer counts.
pub fn offer(kinds: &'static [Kind]) {
    let _ = OFFERED.set(kinds);
}

/// The kind that takes a specification; none for agents of the catalogue.
pub fn kind(spec: &Spec) -> Option<&'static Kind> {
    let offered = OFFERED.get().copied().unwrap_or_default();
    offered.iter().chain([&LINE]).find(|kind| (kind.takes)(spec))
}

/// Programs that speak the line protocol.
static LINE: Kind = Kind {
    takes: BotSpec::is_bot,
    check: |spec, _| {
        let bot = BotSpec::parse(spec)?;
        Ok(Checked { full: bot.to_string(), name: bot.name })
    },
    make: |spec, game| {
        Ok(Box::new(LineGuest { spec: BotSpec::parse(spec)?, game: game.to_owned(), bot: None }))
    },
};

/// A program that speaks the line protocol; it runs on from game to game.
struct LineGuest {
    spec: BotSpec,
    game: String,
    bot: Option<Box<Bot>>,
}

impl Guest for LineGuest {
    fn begin(&mut self, _begin: &Begin<'_>) -> Result<(), Fault> {
        let mut running = match self.bot.take() {
            Some(running) => running,
            None => Box::new(Bot::start(&self.spec, &self.game)?),
        };
        running.new_game()?;
        self.bot = Some(running);
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        let bot = self.bot.as_mut().expect("a game begins before it is played");
        let (limits, turn) = (question.limits, question.turn);
        let clock = |clock: Clock| {
            let increment = Duration::from_millis(clock.increment);
            question.clocks.iter().map(|left| SeatClock { left: *left, increment }).collect()
        };
        let told = plyglot_protocol::Limits {
            time: turn.time_left(limits).map(|time| time.max(Duration::from_millis(1))),
            clocks: limits.clock.map(clock).unwrap_or_default(),
            nodes: turn.nodes_left(limits),
            depth: limits.depth,
        };
        let position = Position { start: question.position, moves: question.moves };
        let answer = bot.think(&position, &told, question.wall(), question.stop)?;
        Ok(Choice {
            ply: answer.ply,
            own: false,
            value: answer.value,
            expected: answer.expected.get(question.seat()).copied().flatten(),
            depth: answer.depth.unwrap_or(0),
            nodes: answer.nodes.unwrap_or(0),
            spent: answer.elapsed,
        })
    }

    fn complaint(&mut self) -> Option<String> {
        self.bot.as_mut().map(|bot| bot.stderr())
    }
}
