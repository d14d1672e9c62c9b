//! From recorded games to positions to learn from.

use std::thread;

use plyglot_arena::{
    Error,
    store::{Store, StoredGame},
};
use plyglot_catalog::{
    Judge, Student,
    model::{Samples, Target},
};
use plyglot_core::{AnySession, mix};

use crate::{
    label::{End, told},
    lessons::share_of,
    plan::Plan,
};

/// Positions of games, and what else is known of them.
pub struct Material {
    /// Positions to learn from.
    pub samples: Samples,
    /// What the searches of their moves told, row by row; between two sides only.
    pub told: Vec<f32>,
    /// Positions held out.
    pub held_out: Samples,
    /// The score of the player to move, row by row; between two sides only.
    pub scores: Vec<f32>,
    /// What the hand-made evaluation says of the rows of positions held out, if there is one.
    pub hand: Vec<f32>,
    /// Games that were used.
    pub games: u64,
    /// Games that were not, because a fault decided them or they were cut short.
    pub left_out: u64,
}

impl Material {
    /// Nothing yet; for networks with what stands where.
    fn new(student: &Student, planes: bool) -> Material {
        let empty = || {
            let samples = Samples::new(student.layout().clone());
            if planes { samples.with_planes() } else { samples }
        };
        let (told, scores, hand) = (Vec::new(), Vec::new(), Vec::new());
        Material { samples: empty(), told, held_out: empty(), scores, hand, games: 0, left_out: 0 }
    }

    fn append(&mut self, other: &Material) {
        self.samples.append(&other.samples);
        self.told.extend_from_slice(&other.told);
        self.held_out.append(&other.held_out);
        self.scores.extend_from_slice(&other.scores);
        self.hand.extend_from_slice(&other.hand);
        self.games += other.games;
        self.left_out += other.left_out;
    }
}

/// What is taken of a run.
#[derive(Clone, Copy)]
pub struct Part {
    /// Its first games, so many.
    pub games: usize,
    /// One of so many plies.
    pub every: u32,
    /// The share of games; of fewer than all, nothing is held out.
    pub share: f64,
}

/// Takes positions out of games.
pub struct Collector {
    student: Student,
    hand: Option<Judge>,
    /// The variants by their specifications, at their start.
    starts: Vec<(String, Box<dyn AnySession>)>,
    sides: usize,
    target: Target,
    held_out: f64,
    planes: bool,
    seed: u64,
    threads: usize,
}

/// How many games every thread replays at a time.
const BATCH: usize = 256;

impl Collector {
    /// Collects for a plan, with so many threads.
    pub fn new(plan: &Plan, threads: usize) -> Result<Collector, Error> {
        let first = &plan.variants[0];
        let start = |own: &plyglot_catalog::Opened| (own.spec.clone(), own.session.boxed());
        Ok(Collector {
            student: plan.catalog.student(first)?,
            // A start without an evaluation leaves nothing to compare with.
            hand: plan.catalog.judge(&plan.hand, first, &|path: &str| plan.load(path)).ok(),
            starts: plan.variants.iter().map(start).collect(),
            sides: plan.sides(),
            target: plan.model.target,
            held_out: plan.model.held_out,
            planes: plan.model.hidden > 0,
            seed: plan.seed,
            threads: threads.max(1),
        })
    }

    /// The positions of a run, in the order of its schedule; with whether it was stopped.
    pub fn collect(
        &self,
        store: &Store,
        run: &str,
        part: Part,
        into: &mut Option<Material>,
        go_on: &dyn Fn(usize) -> bool,
    ) -> Result<bool, Error> {
        let all = into.get_or_insert_with(|| Material::new(&self.student, self.planes));
        let (mut batch, mut taken) = (Vec::new(), 0);
        let mut stopped = false;
        store.each_scheduled(run, &mut |game| {
            stopped = stopped || taken % BATCH == 0 && !go_on(taken);
            if stopped || taken == part.games {
                return Ok(());
            }
            taken += 1;
            batch.push(game);
            if batch.len() == BATCH * self.threads {
                self.study_all(&batch, part, all)?;
                batch.clear();
            }
            Ok(())
        })?;
        self.study_all(&batch, part, all)?;
        Ok(stopped)
    }

    /// Replays games, each thread its share, and takes what they found in the order of the games.
    fn study_all(&self, games: &[StoredGame], part: Part, all: &mut Material) -> Result<(), Error> {
        let chunks = games.chunks(games.len().div_ceil(self.threads).max(1));
        let (student, hand) = (&self.student, self.hand.as_ref());
        let rules = Rules {
            student,
            hand,
            sides: self.sides,
            target: self.target,
            held_out: self.held_out,
            planes: self.planes,
            seed: self.seed,
        };
        let found = thread::scope(|scope| {
            let spawn = |games| {
                let starts = self.starts.iter().map(|(spec, own)| (spec.clone(), own.boxed()));
                let starts: Vec<_> = starts.collect();
                scope.spawn(move || rules.study(games, &starts, part))
            };
            let threads: Vec<_> = chunks.map(spawn).collect();
            let join = |own: thread::ScopedJoinHandle<'_, _>| {
                own.join().unwrap_or_else(|_| {
                    Err(Error::Panic("replaying games made the program panic".to_owned()))
                })
            };
            threads.into_iter().map(join).collect::<Result<Vec<_>, Error>>()
        })?;
        found.iter().for_each(|own| all.append(own));
        Ok(())
    }
}

/// What a thread needs to know.
#[derive(Clone, Copy)]
struct Rules<'a> {
    student: &'a Student,
    hand: Option<&'a Judge>,
    sides: usize,
    target: Target,
    held_out: f64,
    planes: bool,
    seed: u64,
}

impl Rules<'_> {
    fn study(
        self,
        games: &[StoredGame],
        starts: &[(String, Box<dyn AnySession>)],
        part: Part,
    ) -> Result<Material, Error> {
        let mut found = Material::new(self.student, self.planes);
        for game in games {
            let start = starts.iter().find(|(spec, _)| *spec == game.job.game);
            let (_, start) = start.ok_or_else(|| {
                Error::Store(format!("game {}: {} is no game of this plan", game.id, game.job.game))
            })?;
            self.study_game(game, start.boxed(), part, &mut found)?;
        }
        Ok(found)
    }

    /// Replays a game and takes positions on the way back, since only the end tells what they led to.
    fn study_game(
        self,
        game: &StoredGame,
        mut session: Box<dyn AnySession>,
        part: Part,
        found: &mut Material,
    ) -> Result<(), Error> {
        game.job.opening.play(&mut *session)?;
        // By opening, not by game: what follows one opening, or its mirror image, must not be on both sides.
        let drawn = mix(session.key() ^ mix(self.seed));
        let held_out = share_of(drawn) < self.held_out;
        if part.share < 1.0 && (held_out || share_of(mix(drawn)) >= part.share) {
            return Ok(());
        }
        let moves = &game.record.moves;
        for played in moves {
            let broken = |error| Error::Store(format!("game {}: {error}", game.id));
            session.play(&played.ply).map_err(broken)?;
        }
        let Some(end) = End::of(game, &*session, self.target) else {
            found.left_out += 1;
            return Ok(());
        };
        found.games += 1;
        let first = (mix(game.job.seed) % u64::from(part.every)) as usize;
        for (at, played) in moves.iter().enumerate().rev() {
            session.undo();
            if at % part.every as usize != first || !self.student.is_quiet(&*session) {
                continue;
            }
            let mover = session.to_move();
            let label = end.label(self.target, mover, self.sides);
            if !held_out {
                self.student.push(&mut found.samples, &*session, &label);
                if self.sides == 2 {
                    found.told.push(told(played, self.target));
                }
                continue;
            }
            self.student.push(&mut found.held_out, &*session, &label);
            if self.sides == 2 {
                found.scores.push(end.scores[mover.idx()] as f32);
            }
            if let Some(hand) = self.hand {
                let points = hand(&*session);
                let asked = self.student.asked(&*session);
                found.hand.extend(asked.iter().map(|seat| points[seat.idx()] as f32));
            }
        }
        Ok(())
    }
}
