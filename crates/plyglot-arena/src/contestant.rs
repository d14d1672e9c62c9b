//! Those who play: agents of the catalogue and external bots behind one question.

use std::{
    collections::HashMap,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_catalog::{AnyAgent, Budget, Catalog, Opened, Request, WallClock};
use plyglot_core::{AnySession, Spec};
use plyglot_protocol::{Bot, BotSpec, Fault, FaultKind, Position, SeatClock};

use crate::{Clock, Error, Job, Limits};

/// What a contestant answers.
pub(crate) struct Choice {
    pub(crate) ply: String,
    /// Whether the ply is spelt as records spell it.
    pub(crate) canonical: bool,
    pub(crate) value: Option<f64>,
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
    pub(crate) seed: u64,
    pub(crate) stop: &'a AtomicBool,
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

    /// Ends an external bot that misbehaved.
    pub(crate) fn dismiss(&mut self) {
        if let Contestant::External { bot, .. } = self {
            *bot = None;
        }
    }
}

fn ask_agent(agent: &mut dyn AnyAgent, question: &Question<'_>) -> Result<Choice, Fault> {
    let budget = budget(question);
    let clock = WallClock::start();
    let request = Request { budget, seed: question.seed, ..Request::new(&clock, question.stop) };
    let began = Instant::now();
    let answer = agent.think(question.session, &request, &mut |_| {});
    let spent = began.elapsed();
    let mut answer = answer.map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
    let value = answer.expected();
    let mut line = answer.lines.swap_remove(0);
    Ok(Choice {
        ply: line.plies.swap_remove(0),
        canonical: true,
        value,
        depth: answer.depth,
        nodes: answer.nodes,
        spent,
    })
}

fn budget(question: &Question<'_>) -> Budget {
    let limits = question.limits;
    let seat = question.session.to_move().idx();
    let time = match (limits.time, limits.clock) {
        (Some(time), _) => Some(Duration::from_millis(time)),
        (None, Some(clock)) => {
            let increment = Duration::from_millis(clock.increment);
            Budget::of_clock(question.clocks[seat], increment).time
        }
        (None, None) => None,
    };
    Budget { nodes: limits.nodes, time }
}

fn ask_bot(bot: &mut Bot, question: &Question<'_>) -> Result<Choice, Fault> {
    let limits = question.limits;
    let milliseconds = Duration::from_millis;
    let clock = |clock: Clock| {
        let increment = milliseconds(clock.increment);
        question.clocks.iter().map(|left| SeatClock { left: *left, increment }).collect()
    };
    let seat = question.session.to_move().idx();
    let wall = match (limits.time, limits.clock) {
        (Some(time), _) => milliseconds(time + limits.margin),
        (None, Some(_)) => question.clocks[seat] + milliseconds(limits.margin),
        (None, None) => milliseconds(limits.patience),
    };
    let told = plyglot_protocol::Limits {
        time: limits.time.map(milliseconds),
        clocks: limits.clock.map(clock).unwrap_or_default(),
        nodes: limits.nodes,
        depth: limits.depth,
    };
    let position = Position { start: question.position, moves: question.moves };
    let answer = bot.think(&position, &told, wall, question.stop)?;
    Ok(Choice {
        ply: answer.ply,
        canonical: false,
        value: answer.value,
        depth: answer.depth.unwrap_or(0),
        nodes: answer.nodes.unwrap_or(0),
        spent: answer.elapsed,
    })
}

/// The games and contestants of one worker, kept from game to game. External bots end with it.
pub struct Roster<'a> {
    catalog: &'a Catalog,
    opened: HashMap<String, Opened>,
    /// Those who have nothing to play just now, the longest idle first.
    idle: Vec<(Key, Contestant)>,
}

/// Game, specification and how many seats before have the same.
type Key = (String, String, usize);

/// How many may wait for their next game: each has its tables or its process.
const MOST_IDLE: usize = 32;

impl<'a> Roster<'a> {
    /// Nobody yet; whoever a job names is made when first asked for.
    pub fn new(catalog: &'a Catalog) -> Self {
        Roster { catalog, opened: HashMap::new(), idle: Vec::new() }
    }

    /// The game of a job at its start.
    pub(crate) fn start(&mut self, job: &Job) -> Result<Box<dyn AnySession>, Error> {
        Ok(self.open(job)?.session.boxed())
    }

    fn open(&mut self, job: &Job) -> Result<&Opened, Error> {
        // Files may differ between jobs under one name: such games are opened anew.
        if !job.files.is_empty() {
            self.opened.remove(&job.game);
            self.idle.clear();
        }
        if !self.opened.contains_key(&job.game) {
            let opened = self.catalog.open(&job.game, &load_from(job))?;
            self.opened.insert(job.game.clone(), opened);
        }
        Ok(&self.opened[&job.game])
    }

    /// The contestants of a game taken out of the roster, one for every seat: the same agent in two
    /// seats plays as two.
    pub(crate) fn take(&mut self, job: &Job, seating: &[usize]) -> Result<Vec<Contestant>, Error> {
        let mut taken = Vec::with_capacity(seating.len());
        for (seat, key) in keys(job, seating).into_iter().enumerate() {
            let kept = self.idle.iter().position(|(own, _)| *own == key);
            taken.push(match kept {
                Some(at) => self.idle.remove(at).1,
                None => self.make(job, &job.agents[seating[seat]].spec)?,
            });
        }
        Ok(taken)
    }

    /// Puts contestants back for the next game.
    pub(crate) fn put_back(&mut self, job: &Job, seating: &[usize], contestants: Vec<Contestant>) {
        self.idle.extend(keys(job, seating).into_iter().zip(contestants));
        let surplus = self.idle.len().saturating_sub(MOST_IDLE);
        self.idle.drain(..surplus);
    }

    fn make(&mut self, job: &Job, text: &str) -> Result<Contestant, Error> {
        let spec = Spec::parse(text)?;
        if BotSpec::is_bot(&spec) {
            let (spec, game) = (BotSpec::parse(&spec)?, job.game.clone());
            return Ok(Contestant::External { spec, game, bot: None });
        }
        let catalog = self.catalog;
        Ok(Contestant::Own(catalog.agent(text, self.open(job)?, &load_from(job))?))
    }
}

/// What tells the contestants of a game apart.
fn keys(job: &Job, seating: &[usize]) -> Vec<Key> {
    let key = |seat: usize| {
        let spec = &job.agents[seating[seat]].spec;
        let same = |other: &&usize| job.agents[**other].spec == *spec;
        (job.game.clone(), spec.clone(), seating[..seat].iter().filter(same).count())
    };
    (0..seating.len()).map(key).collect()
}

/// Reads the files that came with a job.
fn load_from(job: &Job) -> impl Fn(&str) -> Result<String, String> {
    let files = job.files.clone();
    move |path| files.get(path).cloned().ok_or_else(|| format!("{path} did not come with the job"))
}
