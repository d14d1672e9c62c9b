//! Hosted games: fetched together, played by the arena, kept among its records.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use plyglot_arena::{
    Adjudication, Entrant, GameRecord, Job, Limits, Opening, Roster, Version, import::Judged,
    job::Imported, play::play_before,
};
use plyglot_catalog::Catalog;
use plyglot_core::{AnySession, Heading, Rng};

use crate::Error;

/// Games to be hosted.
pub struct Hosting {
    /// The full specifications of the games, which take turns.
    pub games: Vec<String>,
    /// The files that they name.
    pub files: BTreeMap<String, String>,
    /// Who plays, in the order of seats; the list is as long as the largest game needs.
    pub agents: Vec<Entrant>,
    /// What moves may cost.
    pub limits: Limits,
    /// How many games are played, and how many of them at a time.
    pub count: usize,
    /// How many of them at a time.
    pub at_once: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// The protocol's name, for records.
    pub protocol: String,
}

/// A hosted game that is over.
pub struct Hosted {
    /// Its number, from 0.
    pub number: usize,
    /// The specification of its game.
    pub game: String,
    /// What every seat was called.
    pub names: Vec<String>,
    /// The game as a record.
    pub judged: Judged,
}

impl Hosted {
    /// What a file of games tells of it besides its moves.
    pub fn heading(&self) -> Heading {
        let Imported { tags, .. } = self.judged.job.imported.clone().unwrap_or_default();
        let ranks = self.judged.record.result.ranks.clone();
        let ending = ("Termination".to_owned(), self.judged.record.result.verdict.clone());
        let tags = tags.into_iter().chain([ending]).collect();
        Heading { players: self.names.clone(), ranks, tags }
    }
}

/// Sees hosted games as they are played.
pub trait Onlooker: Sync {
    /// A game has begun, or a ply was played.
    fn look(&self, number: usize, session: &dyn AnySession);
    /// A game is over.
    fn over(&self, game: Hosted) -> Result<(), Error>;
}

/// Plays hosted games until all are played or `stop` is raised.
pub fn host(
    catalog: &Catalog,
    hosting: &Hosting,
    onlooker: &dyn Onlooker,
    stop: &AtomicBool,
) -> Result<(), Error> {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
    thread::scope(|scope| {
        for _ in 0..hosting.at_once.clamp(1, hosting.count.max(1)) {
            scope.spawn(|| {
                let mut roster = Roster::new(catalog);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= hosting.count || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let played = play_one(catalog, hosting, number, &mut roster, onlooker, stop);
                    if let Err(error) = played {
                        *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        stop.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            });
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn play_one(
    catalog: &Catalog,
    hosting: &Hosting,
    number: usize,
    roster: &mut Roster<'_>,
    onlooker: &dyn Onlooker,
    stop: &AtomicBool,
) -> Result<(), Error> {
    let job = hosting.job(catalog, number)?;
    let mut show = |session: &dyn AnySession| onlooker.look(number, session);
    let Some((record, names)) = play_before(&job, 0, roster, stop, &mut show)? else {
        return Ok(());
    };
    let game = job.game.clone();
    let judged = hosting.judged(job, record, &names);
    onlooker.over(Hosted { number, game, names, judged })
}

impl Hosting {
    fn job(&self, catalog: &Catalog, number: usize) -> Result<Job, Error> {
        let game = &self.games[number % self.games.len()];
        let load = |path: &str| {
            self.files.get(path).cloned().ok_or_else(|| format!("{path} was not read"))
        };
        let opened = catalog.open(game, &load)?;
        let seats = usize::from(opened.session.players());
        // On smaller maps clients are the first who are not needed.
        let few = || Error(format!("{} players for a game of {seats}", self.agents.len()));
        let spare = self.agents.len().checked_sub(seats).ok_or_else(few)?;
        let agents = &self.agents[spare..];
        Ok(Job {
            version: Version,
            engine: catalog.signature(opened.entry.name)?,
            game: opened.spec,
            opening: Opening { name: "start".to_owned(), position: None, moves: Vec::new() },
            seed: Rng::stream(self.seed, number as u64).next_u64(),
            agents: agents.to_vec(),
            // Everybody has every seat in turn.
            seatings: vec![(0..seats).map(|seat| (seat + number) % seats).collect()],
            limits: self.limits.clone(),
            adjudication: Adjudication::default(),
            files: self.files.clone(),
            imported: None,
        })
    }

    /// The record of a game, under the names that its players told, and told apart from all others.
    fn judged(&self, mut job: Job, record: GameRecord, names: &[String]) -> Judged {
        for (seat, name) in job.seatings[0].iter().zip(names) {
            job.agents[*seat].name.clone_from(name);
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        let tags = vec![
            ("Protocol".to_owned(), self.protocol.clone()),
            ("Ended".to_owned(), format!("{}.{:06}", now.as_secs(), now.subsec_micros())),
        ];
        job.imported = Some(Imported { course: format!("{:016x}", record.result.course), tags });
        Judged { job, record, note: None }
    }
}
