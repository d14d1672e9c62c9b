//! Those who play: agents of the catalogue and guests behind one set of questions.

use std::{collections::BTreeMap, time::Duration};

use plyglot_catalog::{AnyAgent, Budget, Catalog, Opened, Request, WallClock};
use plyglot_core::{self as core, AnySession, Spec};
use plyglot_lab::Value;
use plyglot_protocol::{Fault, FaultKind};

use crate::{
    Clock, Error, Job, Limits, ProcessorClock,
    guest::{self, Begin, Choice, Guest, Question},
};

/// A player of one seat.
pub(crate) enum Contestant {
    Own(Box<dyn AnyAgent>),
    Guest(Box<dyn Guest>),
}

impl Contestant {
    pub(crate) fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        match self {
            Contestant::Own(agent) => {
                agent.new_game();
                Ok(())
            }
            Contestant::Guest(guest) => guest.begin(begin),
        }
    }

    /// The contestant's move. After a fault a guest is dropped; the next game makes it anew.
    pub(crate) fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        match self {
            Contestant::Own(agent) => ask_agent(&mut **agent, question),
            Contestant::Guest(guest) => guest.choose(question),
        }
    }

    pub(crate) fn guest(&mut self) -> Option<&mut dyn Guest> {
        match self {
            Contestant::Guest(guest) => Some(&mut **guest),
            Contestant::Own(_) => None,
        }
    }
}

fn ask_agent(agent: &mut dyn AnyAgent, question: &Question<'_>) -> Result<Choice, Fault> {
    let clock: Box<dyn core::Clock> = match question.limits.cpu_time {
        Some(_) => Box::new(ProcessorClock::start()),
        None => Box::new(WallClock::start()),
    };
    let (budget, seed) = (budget(question), question.seed);
    let request = Request { budget, seed, at_once: true, ..Request::new(&*clock, question.stop) };
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
    let of_move = turn.time_left(limits).map(|left| left.saturating_sub(reserve(left, limits)));
    let time = of_move.or_else(|| limits.clock.and_then(of_clock));
    Budget { nodes: turn.nodes_left(limits), time }
}

/// What an agent keeps back of the time for a move, where being a little late is a fault: as much as a
/// busy machine may take from it.
fn reserve(left: Duration, limits: &Limits) -> Duration {
    const ENOUGH: Duration = Duration::from_millis(50);
    ENOUGH.saturating_sub(Duration::from_millis(limits.margin)).min(left / 3)
}

/// The games and contestants of one worker, kept from game to game. Guests leave with it.
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

    /// Puts contestants back for the next game, except for those at fault, who are made anew.
    pub(crate) fn put_back(
        &mut self,
        job: &Job,
        seating: &[usize],
        contestants: Vec<Contestant>,
        faulty: &[usize],
    ) -> Result<(), Error> {
        let keys = keys(self.open(job)?, job, seating);
        let back = keys.into_iter().zip(contestants).enumerate();
        let back = back.filter(|(seat, _)| !faulty.contains(seat)).map(|(_, back)| back);
        self.idle.extend(back);
        let surplus = self.idle.len().saturating_sub(MOST_IDLE);
        self.idle.drain(..surplus);
        Ok(())
    }

    fn make(&self, game: usize, job: &Job, text: &str) -> Result<Contestant, Error> {
        let spec = Spec::parse(text)?;
        if let Some(kind) = guest::kind(&spec) {
            return Ok(Contestant::Guest((kind.make)(&spec, &job.game)?));
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
