//! Those who play: agents of the catalogue and external bots behind one question.

use std::{collections::BTreeMap, sync::atomic::AtomicBool, time::Duration};

use plyglot_catalog::{AnyAgent, Budget, Catalog, Opened, Request, WallClock};
use plyglot_core::{self as core, AnySession, Spec};
use plyglot_lab::Value;
use plyglot_protocol::{Bot, BotSpec, Fault, FaultKind, Position, SeatClock};

use crate::{Clock, Error, Job, Limits, ProcessorClock};

/// What a contestant answers.
pub(crate) struct Choice {
    pub(crate) ply: String,
    /// Whether an agent of the catalogue answered.
    pub(crate) own: bool,
    /// What it thinks the position is worth to it, in its own unit.
    pub(crate) value: Option<Value>,
    /// The score that it expects, if it tells.
    pub(crate) expected: Option<f64>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) spent: Duration,
}

/// A question to a contestant: the game so far, what it may cost, and what is left on the clocks.
pub(crate) struct Question<'a> {
    pub(crate) session: &'a dyn AnySession,
    pub(crate) position: Option<&'a str>,
    pub(crate) moves: &'a [String],
    pub(crate) limits: &'a Limits,
    pub(crate) clocks: &'a [Duration],
    pub(crate) turn: &'a Turn,
    pub(crate) seed: u64,
    pub(crate) stop: &'a AtomicBool,
}

/// What limits by turn know of the turn in progress; limits by ply know every ply as a turn.
#[derive(Default)]
pub(crate) struct Turn {
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

    fn nodes_left(&self, limits: &Limits) -> Option<u64> {
        limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes).max(1))
    }
}

/// A player of one seat.
pub(crate) enum Contestant {
    Own(Box<dyn AnyAgent>),
    External { spec: BotSpec, game: String, bot: Option<Box<Bot>> },
}

impl Contestant {
    pub(crate) fn new_game(&mut self) -> Result<(), Fault> {
        match self {
            Contestant::Own(agent) => {
                agent.new_game();
                Ok(())
            }
            Contestant::External { spec, game, bot } => {
                let mut running = match bot.take() {
                    Some(running) => running,
                    None => Box::new(Bot::start(spec, game)?),
                };
                running.new_game()?;
                *bot = Some(running);
                Ok(())
            }
        }
    }

    /// The contestant's move. After a fault an external bot is ended; the next game starts it anew.
    pub(crate) fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        match self {
            Contestant::Own(agent) => ask_agent(&mut **agent, question),
            Contestant::External { bot, .. } => {
                let running = bot.as_mut().expect("a game begins with new_game");
                ask_bot(running, question)
            }
        }
    }

    /// What an external bot wrote to its standard error.
    pub(crate) fn complaint(&mut self) -> Option<String> {
        match self {
            Contestant::External { bot: Some(bot), .. } => Some(bot.stderr()),
            _ => None,
        }
    }
}

fn ask_agent(agent: &mut dyn AnyAgent, question: &Question<'_>) -> Result<Choice, Fault> {
    let clock: Box<dyn core::Clock> = match question.limits.cpu_time {
        Some(_) => Box::new(ProcessorClock::start()),
        None => Box::new(WallClock::start()),
    };
    let (budget, seed) = (budget(question), question.seed);
    let request = Request { budget, seed, ..Request::new(&*clock, question.stop) };
    let answer = agent.think(question.session, &request, &mut |_| {});
    let spent = clock.now();
    let mut answer = answer.map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
    let (value, expected) = (answer.value().map(Value::from), answer.expected());
    let mut line = answer.lines.swap_remove(0);
    Ok(Choice {
        ply: line.plies.swap_remove(0),
        own: true,
        value,
        expected,
        depth: answer.depth,
        nodes: answer.nodes,
        spent,
    })
}

fn budget(question: &Question<'_>) -> Budget {
    let (limits, turn) = (question.limits, question.turn);
    let of_clock = |clock: Clock| {
        let share = Budget::of_clock(turn.clock, Duration::from_millis(clock.increment)).time;
        share.map(|share| share.saturating_sub(turn.spent))
    };
    let time = turn.time_left(limits).or_else(|| limits.clock.and_then(of_clock));
    Budget { nodes: turn.nodes_left(limits), time }
}

fn ask_bot(bot: &mut Bot, question: &Question<'_>) -> Result<Choice, Fault> {
    let (limits, turn) = (question.limits, question.turn);
    let milliseconds = Duration::from_millis;
    let clock = |clock: Clock| {
        let increment = milliseconds(clock.increment);
        question.clocks.iter().map(|left| SeatClock { left: *left, increment }).collect()
    };
    let seat = question.session.to_move().idx();
    let time = turn.time_left(limits);
    let wall = match (time, limits.clock) {
        (Some(time), _) => time + milliseconds(limits.margin),
        (None, Some(_)) => question.clocks[seat] + milliseconds(limits.margin),
        (None, None) => milliseconds(limits.patience),
    };
    let told = plyglot_protocol::Limits {
        time: time.map(|time| time.max(milliseconds(1))),
        clocks: limits.clock.map(clock).unwrap_or_default(),
        nodes: turn.nodes_left(limits),
        depth: limits.depth,
    };
    let position = Position { start: question.position, moves: question.moves };
    let answer = bot.think(&position, &told, wall, question.stop)?;
    Ok(Choice {
        ply: answer.ply,
        own: false,
        value: answer.value,
        expected: answer.expected.get(seat).copied().flatten(),
        depth: answer.depth.unwrap_or(0),
        nodes: answer.nodes.unwrap_or(0),
        spent: answer.elapsed,
    })
}

/// The games and contestants of one worker, kept from game to game. External bots end with it.
pub struct Roster<'a> {
    catalog: &'a Catalog,
    /// Games as specifications and the files that came with them have it.
    games: Vec<(String, BTreeMap<String, String>, Opened)>,
    /// Those who have nothing to play just now, the longest idle first.
    idle: Vec<(Key, Contestant)>,
}

/// The place of the game in the roster, the specification, and how many seats before have the same.
type Key = (usize, String, usize);

/// How many may wait for their next game: each has its tables or its process.
const MOST_IDLE: usize = 32;
/// How many games are kept open.
const MOST_GAMES: usize = 32;

impl<'a> Roster<'a> {
    /// Nobody yet; whoever a job names is made when first asked for.
    pub fn new(catalog: &'a Catalog) -> Self {
        Roster { catalog, games: Vec::new(), idle: Vec::new() }
    }

    /// The game of a job at its start. A job for another engine is refused: its games would be others.
    pub(crate) fn start(&mut self, job: &Job) -> Result<Box<dyn AnySession>, Error> {
        let game = self.open(job)?;
        let opened = &self.games[game].2;
        let own = self.catalog.signature(opened.entry.name)?;
        if job.engine != own {
            let (id, wanted) = (job.id(), &job.engine);
            return Err(Error::Input(format!(
                "job {id} is for engine {wanted:?}, this one is {own}"
            )));
        }
        Ok(opened.session.boxed())
    }

    /// The place of the job's game.
    fn open(&mut self, job: &Job) -> Result<usize, Error> {
        let known = |(game, files, _): &(_, _, _)| *game == job.game && *files == job.files;
        if let Some(at) = self.games.iter().position(known) {
            return Ok(at);
        }
        if self.games.len() == MOST_GAMES {
            self.games.clear();
            self.idle.clear();
        }
        let opened = self.catalog.open(&job.game, &load_from(job))?;
        self.games.push((job.game.clone(), job.files.clone(), opened));
        Ok(self.games.len() - 1)
    }

    /// The contestants of a game taken out of the roster, one for every seat: the same agent in two
    /// seats plays as two.
    pub(crate) fn take(&mut self, job: &Job, seating: &[usize]) -> Result<Vec<Contestant>, Error> {
        let game = self.open(job)?;
        let mut taken = Vec::with_capacity(seating.len());
        for (seat, key) in keys(game, job, seating).into_iter().enumerate() {
            let kept = self.idle.iter().position(|(own, _)| *own == key);
            taken.push(match kept {
                Some(at) => self.idle.remove(at).1,
                None => self.make(game, job, &job.agents[seating[seat]].spec)?,
            });
        }
        Ok(taken)
    }

    /// Puts contestants back for the next game, except for one at fault, who is made anew.
    pub(crate) fn put_back(
        &mut self,
        job: &Job,
        seating: &[usize],
        contestants: Vec<Contestant>,
        faulty: Option<usize>,
    ) -> Result<(), Error> {
        let keys = keys(self.open(job)?, job, seating);
        let back = keys.into_iter().zip(contestants).enumerate();
        let back = back.filter(|(seat, _)| Some(*seat) != faulty).map(|(_, back)| back);
        self.idle.extend(back);
        let surplus = self.idle.len().saturating_sub(MOST_IDLE);
        self.idle.drain(..surplus);
        Ok(())
    }

    fn make(&self, game: usize, job: &Job, text: &str) -> Result<Contestant, Error> {
        let spec = Spec::parse(text)?;
        if BotSpec::is_bot(&spec) {
            let (spec, game) = (BotSpec::parse(&spec)?, job.game.clone());
            return Ok(Contestant::External { spec, game, bot: None });
        }
        let opened = &self.games[game].2;
        Ok(Contestant::Own(self.catalog.agent(text, opened, &load_from(job))?))
    }
}

/// What tells the contestants of a game apart.
fn keys(game: usize, job: &Job, seating: &[usize]) -> Vec<Key> {
    let key = |seat: usize| {
        let spec = &job.agents[seating[seat]].spec;
        let same = |other: &&usize| job.agents[**other].spec == *spec;
        (game, spec.clone(), seating[..seat].iter().filter(same).count())
    };
    (0..seating.len()).map(key).collect()
}

/// Reads the files that came with a job.
fn load_from(job: &Job) -> impl Fn(&str) -> Result<String, String> {
    let files = job.files.clone();
    move |path| files.get(path).cloned().ok_or_else(|| format!("{path} did not come with the job"))
}
