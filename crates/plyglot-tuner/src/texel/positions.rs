//! From recorded games to what an evaluation is made of in their positions.

use std::sync::atomic::AtomicBool;

use plyglot_arena::{Error, standings::seat_scores, store::StoredGame};
use plyglot_catalog::{AnyAgent, Budget, Catalog, Judge, Request, WallClock};
use plyglot_core::{AnySession, options::no_files};
use plyglot_stats::random::Random;

use crate::{plan::Plan, space::set};

/// A position as its evaluation sees it, from one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The game it is from.
    pub game: usize,
    /// What it is worth with the weights at the start.
    pub base: f64,
    /// What one more of each weight adds.
    pub slopes: Vec<f32>,
    /// The score of the seat in the end.
    pub score: f64,
}

/// Takes positions out of games.
pub struct Positions<'a> {
    catalog: &'a Catalog,
    plan: &'a Plan,
    /// The evaluation at the start, with each weight changed alone, and with all changed at once.
    base: Judge,
    changed: Vec<(Judge, f64)>,
    all: Judge,
    agent: Option<Box<dyn AnyAgent>>,
    random: Random,
    games: usize,
    /// Squares of what the evaluation says and of how far a sum of its parts is from that.
    said: f64,
    missed: f64,
}

impl<'a> Positions<'a> {
    /// Positions for the parameters of a plan, which must be weights of the agent's evaluation.
    pub fn new(plan: &'a Plan, catalog: &'a Catalog) -> Result<Positions<'a>, Error> {
        let judge = |values: &[(usize, f64)]| {
            let mut spec = plan.template.spec.clone();
            for (at, value) in values {
                let path: Vec<&str> = plan.parameters[*at].name.split('.').collect();
                set(&mut spec, &path, &value.to_string())?;
            }
            catalog.judge(&spec.to_string(), plan.opened(), &no_files)
        };
        let (mut changed, mut all) = (Vec::new(), Vec::new());
        for (at, own) in plan.parameters.iter().enumerate() {
            if !own.name.starts_with("eval.") {
                let name = &own.name;
                return Err(Error::Input(format!("texel fits weights of eval only, not {name}")));
            }
            // Far enough that rounding to whole points says little.
            let reach = (8.0 * own.step).max(100.0);
            let up = own.high - own.start >= own.start - own.low;
            let there = own.fit(own.start + if up { reach } else { -reach });
            changed.push((judge(&[(at, there)])?, there - own.start));
            all.push((at, there));
        }
        Ok(Positions {
            base: judge(&[])?,
            changed,
            all: judge(&all)?,
            agent: agent(plan, catalog)?,
            random: Random::new(plan.seed ^ 0x7465_7865),
            catalog,
            plan,
            games: 0,
            said: 0.0,
            missed: 0.0,
        })
    }

    /// The positions of a game.
    pub fn of_game(&mut self, game: &StoredGame) -> Result<Vec<Sample>, Error> {
        let options = self.plan.texel();
        let mut session = game.job.start(self.catalog)?;
        let plies = game.plies();
        let first = game.job.opening.moves.len() + options.skip;
        let wanted = self.chosen(first, plies.len(), options.positions);
        let scores = seat_scores(&game.record.result);
        let mut samples = Vec::new();
        for (at, ply) in plies.iter().enumerate() {
            if wanted.contains(&at) {
                self.sample(&*session, &scores, &mut samples)?;
            }
            let broken = |error| Error::Input(format!("game {}: {error}", game.id));
            session.play(ply).map_err(broken)?;
        }
        self.games += 1;
        Ok(samples)
    }

    /// How far the evaluation is from a sum of its weighted terms, as a share of what it says.
    pub fn bent(&self) -> f64 {
        (self.missed / self.said.max(1e-9)).sqrt()
    }

    /// Some plies of a range, in order.
    fn chosen(&mut self, first: usize, end: usize, count: usize) -> Vec<usize> {
        let mut plies: Vec<usize> = (first..end).collect();
        while plies.len() > count {
            plies.swap_remove(self.random.below(plies.len()));
        }
        plies
    }

    /// Adds what the evaluation says of a position: for one seat if there are two sides, else for all.
    fn sample(
        &mut self,
        session: &dyn AnySession,
        scores: &[f64],
        samples: &mut Vec<Sample>,
    ) -> Result<(), Error> {
        let Some(quiet) = self.quiet(session)? else { return Ok(()) };
        let base = (self.base)(&*quiet);
        let changed: Vec<Vec<i64>> = self.changed.iter().map(|(own, _)| own(&*quiet)).collect();
        let all = (self.all)(&*quiet);
        let sides = quiet.sides();
        let seats = sides.first_seats().take(if sides.count() == 2 { 1 } else { 8 });
        for seat in seats.map(|own| own.idx()) {
            let ahead = |own: &Vec<i64>| (own[seat] - base[seat]) as f64;
            let sum: f64 = changed.iter().map(ahead).sum();
            let whole = (all[seat] - base[seat]) as f64;
            self.said += whole * whole;
            self.missed += (whole - sum) * (whole - sum);
            let slopes = changed.iter().zip(&self.changed);
            let slopes = slopes.map(|(own, (_, by))| (ahead(own) / by) as f32).collect();
            let (game, base) = (self.games, base[seat] as f64);
            samples.push(Sample { game, base, slopes, score: scores[seat] });
        }
        Ok(())
    }

    /// The position that the agent foresees; nothing if the game is over there.
    fn quiet(&mut self, session: &dyn AnySession) -> Result<Option<Box<dyn AnySession>>, Error> {
        let mut quiet = session.boxed();
        if let Some(agent) = &mut self.agent {
            let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
            // Depth ends it; nodes are for games in which a single move explodes.
            let budget = Budget { nodes: Some(100_000), time: None };
            let request = Request { budget, ..Request::new(&clock, &stop) };
            agent.new_game();
            let answer = agent.think(session, &request, &mut |_| {});
            let answer = answer.map_err(|error| Error::Input(error.to_string()))?;
            for ply in &answer.lines[0].plies {
                // Searches that let players reply out of turn foresee no line that can be played on.
                if quiet.outcome().is_some() || quiet.play(ply).is_err() {
                    break;
                }
            }
        }
        Ok(quiet.outcome().is_none().then_some(quiet))
    }
}

/// The agent that looks for quiet positions, if it can be told how deep.
fn agent(plan: &Plan, catalog: &Catalog) -> Result<Option<Box<dyn AnyAgent>>, Error> {
    let depth = plan.texel().depth;
    let search = catalog.search(&plan.template.spec.name);
    let can = search.is_ok_and(|own| own.options.iter().any(|option| option.name == "depth"));
    if depth == 0 || !can {
        return Ok(None);
    }
    let mut spec = plan.template.spec.clone();
    set(&mut spec, &["depth"], &depth.to_string())?;
    Ok(Some(catalog.agent(&spec.to_string(), plan.opened(), &no_files)?))
}
