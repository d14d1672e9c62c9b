//! The games of a generation as a schedule: one job each, with an opening of its own.

use std::{
    collections::{BTreeMap, HashSet},
    sync::atomic::AtomicBool,
};

use plyglot_arena::{
    Adjudication, Entrant, Error, Job, Limits, Opening, Version,
    schedule::{Block, Schedule},
};
use plyglot_catalog::{AnyAgent, Budget, Opened, Request, WallClock};
use plyglot_core::{AnySession, Rng, mix};
use serde_json::{Value, json};

use crate::plan::{Generation, Plan};

/// The games of a generation. Which they are depends on the plan and the players alone.
pub struct Lessons {
    variants: Vec<Opened>,
    engine: String,
    adjudication: Adjudication,
    files: BTreeMap<String, String>,
    generation: Generation,
    /// The player and then all others, in every variant.
    players: Vec<Vec<Entrant>>,
    /// The player as the guide of openings, in every variant; nobody if all their plies are random.
    guides: Vec<Box<dyn AnyAgent>>,
    seed: u64,
    next: usize,
    /// The positions that openings led to, by variant and identity.
    seen: HashSet<(usize, u64)>,
}

impl Lessons {
    /// The games of the generation of that number, counted from 0, between these players; `players[0]`
    /// is the one who learns, the rest the others, each in all variants. `guides` is the one who learns once more,
    /// in all variants, if the generation has a guide.
    pub fn new(
        plan: &Plan,
        number: usize,
        players: Vec<Vec<Entrant>>,
        guides: Vec<Box<dyn AnyAgent>>,
    ) -> Lessons {
        let seed = mix(plan.seed ^ mix(0x6c65_6172_6e00 + number as u64));
        Lessons {
            variants: plan.variants.clone(),
            engine: plan.engine.clone(),
            adjudication: plan.adjudication.clone(),
            files: plan.files.clone(),
            generation: plan.generations[number].clone(),
            players,
            guides,
            seed,
            next: 0,
            seen: HashSet::new(),
        }
    }

    /// The first of these games, so many.
    pub fn first(mut self, games: usize) -> Lessons {
        self.generation.games = self.generation.games.min(games);
        self
    }

    /// Everything that decides the games: runs for which this is equal are one run.
    pub fn config(&self) -> Value {
        let bare = |own: &Entrant| json!({ "name": own.name, "spec": own.spec });
        let agents: Vec<Value> = self.players.iter().flatten().map(bare).collect();
        let Generation { games: _, every: _, nodes, random, guide, share, others: _ } =
            &self.generation;
        let mut config = json!({
            "kind": "learn",
            "engine": self.engine,
            "games": self.variants.iter().map(|own| &own.spec).collect::<Vec<_>>(),
            "agents": agents,
            "nodes": nodes,
            "random": random,
            "share": share,
            "adjudication": self.adjudication,
            "seed": self.seed,
            "files": self.files,
        });
        if let Some(guide) = guide {
            config["guide"] = json!(guide);
        }
        config
    }

    fn job(&mut self) -> Result<Job, Error> {
        let mut rng = Rng::stream(self.seed, self.next as u64);
        let variant = self.next % self.variants.len();
        let opening = self.opening(variant, &mut rng)?;
        let opened = &self.variants[variant];
        let sides = opened.session.sides();
        let mut agents = vec![self.players[0][variant].clone()];
        let mut line_up = vec![0; sides.count()];
        let others = self.players.len() - 1;
        if others > 0 && chance(&mut rng) < self.generation.share {
            let own = rng.below(sides.count());
            for (_, place) in line_up.iter_mut().enumerate().filter(|(side, _)| *side != own) {
                let other = &self.players[1 + rng.below(others)][variant];
                let known = agents.iter().position(|own| own.name == other.name);
                *place = known.unwrap_or(agents.len());
                if known.is_none() {
                    agents.push(other.clone());
                }
            }
        }
        Ok(Job {
            version: Version,
            engine: self.engine.clone(),
            game: opened.spec.clone(),
            opening,
            seed: rng.next_u64(),
            agents,
            seatings: vec![sides.spread(&line_up)],
            limits: Limits { nodes: Some(self.generation.nodes), ..Limits::default() },
            adjudication: self.adjudication.clone(),
            files: self.files.clone(),
            imported: None,
        })
    }

    /// Plies to a position that no game has begun with, if there is one: random ones, or most of them by the guide.
    fn opening(&mut self, variant: usize, rng: &mut Rng) -> Result<Opening, Error> {
        /// So many tries are made for a position that is new, and so many for any.
        const TRIES: [usize; 2] = [50, 1000];
        let (low, high) = self.generation.random;
        let start = self.variants[variant].session.boxed();
        let mut known = None;
        for tries in 0..TRIES[1] {
            let mut session = start.boxed();
            let plies = low as usize + rng.below((high - low) as usize + 1);
            for left in (0..plies).rev() {
                self.opening_ply(variant, &mut *session, left, rng)?;
            }
            if session.outcome().is_some() {
                continue;
            }
            let moves = session.played().to_vec();
            if self.seen.insert((variant, session.key())) {
                known = Some(moves);
                break;
            }
            known = Some(moves);
            if tries >= TRIES[0] {
                break;
            }
        }
        let moves = known.ok_or_else(|| {
            let (game, range) = (&self.variants[variant].short, [low, high]);
            let told = "all openings end the game before it begins; expected fewer plies";
            Error::Input(format!("random = {range:?} in {game}: {told}"))
        })?;
        Ok(Opening { name: format!("random {}", self.next + 1), position: None, moves })
    }

    /// Plays a ply of an opening with so many left after it: a random one, or the guide's. The last is never the
    /// guide's: what follows a mistake is what games of those who play well show too little of.
    fn opening_ply(
        &mut self,
        variant: usize,
        session: &mut dyn AnySession,
        left: usize,
        rng: &mut Rng,
    ) -> Result<(), Error> {
        let guide = self.generation.guide.as_ref().filter(|_| left > 0);
        let Some(guide) =
            guide.filter(|own| session.outcome().is_none() && chance(rng) < own.share)
        else {
            session.play_random(rng);
            return Ok(());
        };
        let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
        let budget = Budget { nodes: Some(guide.nodes), time: None };
        let seed = rng.next_u64();
        let request = Request { budget, seed, at_once: true, ..Request::new(&clock, &stop) };
        let agent = &mut self.guides[variant];
        agent.new_game();
        let broken = |told: String| Error::Panic(format!("the guide of openings: {told}"));
        let answer = agent.think(session, &request, &mut |_| {});
        let answer = answer.map_err(|error| broken(error.to_string()))?;
        let ply = answer.lines.first().and_then(|line| line.plies.first());
        let ply = ply.ok_or_else(|| broken("it has no move".to_owned()))?;
        session.play(ply).map_err(|error| broken(error.to_string()))
    }
}

impl Schedule for Lessons {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        if self.next == self.generation.games {
            return Ok(None);
        }
        let job = self.job()?;
        self.next += 1;
        Ok(Some(job))
    }

    fn note(&mut self, _block: &Block) {}

    fn games(&self) -> Option<usize> {
        Some(self.generation.games)
    }
}

/// A number from 0 to below 1.
fn chance(rng: &mut Rng) -> f64 {
    share_of(rng.next_u64())
}

/// Where a hash stands among all, from 0 to below 1.
pub(crate) fn share_of(hash: u64) -> f64 {
    (hash >> 11) as f64 / (1u64 << 53) as f64
}
