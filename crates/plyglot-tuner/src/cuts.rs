//! How values of shallow and deep searches go together: the numbers of selective search.
//!
//! Positions come from games that an agent plays against itself, with random moves at the beginning and now and
//! then after it, so that they stand as unevenly as those in a tree. Each is searched to every depth without
//! anything that leaves moves out; a line is fitted through the values of each pair of depths. Games have
//! seeds of their own, so the numbers are the same with any number of threads.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use plyglot_arena::Error;
use plyglot_catalog::{AnyAgent, Budget, Calm, Catalog, Judge, Opened, Pair, Request, WallClock};
use plyglot_core::{AnySession, Rng, Spec, Worth, options::Loader};
use plyglot_stats::regression::{Straight, straight};

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Fitting {
    /// How many games positions are taken from.
    pub games: usize,
    /// The most positions of a game.
    pub per_game: usize,
    /// How deep they are searched.
    pub depth: u32,
    /// Random plies at the beginning of a game.
    pub random_plies: usize,
    /// What all that is random comes from.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

/// The values of a position for its mover: by the evaluation, then by searches to depth 1, 2, and so on, until
/// the end of the game is in sight.
pub type Values = Vec<f64>;

/// The line of a pair of depths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The depth of the value that is foretold.
    pub depth: u32,
    /// The depth of the value that foretells it.
    pub check: u32,
    /// How well.
    pub line: Straight,
}

/// What switches off everything that leaves moves out, ends a search early or knows better than the evaluation.
const WHOLE: [(&str, &str); 21] = [
    ("lmr", "0"),
    ("lmr_log", "0"),
    ("costly", "0"),
    ("null", "0"),
    ("probcut", "0"),
    ("margin", "0"),
    ("iir", "0"),
    ("aspiration", "off"),
    ("deepen", "on"),
    ("early_exit", "off"),
    ("plan", "off"),
    ("alone", "off"),
    ("width", "0"),
    ("replies", "0"),
    ("random_ties", "off"),
    ("soft", "0"),
    ("hard", "0"),
    ("threads", "1"),
    ("solver", "off"),
    // What tables know of a far end is no value of an evaluation, and one of them spoils a line.
    ("tables", "0"),
    ("book", "off"),
];

/// Nodes of a move in the games that positions come from.
const NODES: u64 = 400;
/// Of so many moves one is random.
const WILD: usize = 4;
/// Plies after which a game is left.
const LONGEST: usize = 400;

/// The agent as it searches with nothing left out, to this depth. It must be one of the alpha-beta family.
pub fn whole(
    catalog: &Catalog,
    opened: &Opened,
    agent: &str,
    depth: u32,
    load: Loader<'_>,
) -> Result<Spec, Error> {
    let agent = catalog.agent(agent, opened, load)?;
    let mut spec = Spec::parse(agent.spec())?;
    if !spec.given.iter().any(|(name, _)| name == "probcut") {
        let name = &spec.name;
        return Err(Error::Input(format!(
            "{name} cannot cut by numbers: expected alphabeta, paranoid, brs, brs+, or a player made of them"
        )));
    }
    if spec.given.iter().any(|(name, value)| name == "eval" && value == "none") {
        let name = &spec.name;
        return Err(Error::Input(format!(
            "{name}(eval=none) has no evaluation, and the numbers are made of its values: expected eval=EVALUATION"
        )));
    }
    spec.given.retain(|(name, _)| name != "cuts");
    let depth = depth.to_string();
    for (name, value) in WHOLE.into_iter().chain([("depth", &*depth)]) {
        if let Some(given) = spec.given.iter_mut().find(|(own, _)| own == name) {
            given.1 = value.to_owned();
        }
    }
    Ok(spec)
}

/// Refuses to begin games so randomly that none of any of the variants goes on after it.
pub fn check_openings(variants: &[Opened], fitting: &Fitting) -> Result<(), Error> {
    let plies = fitting.random_plies;
    let goes_on = |opened: &Opened, game: usize| {
        let mut session = opened.session.boxed();
        let mut rng = Rng::stream(fitting.seed, game as u64);
        (0..plies).all(|_| session.play_random(&mut rng)) && session.outcome().is_none()
    };
    let any = |opened| (0..fitting.games).any(|game| goes_on(opened, game));
    match plies < LONGEST && variants.iter().any(any) {
        true => Ok(()),
        false => Err(Error::Input(format!(
            "no game goes on after {plies} random plies, and {LONGEST} are the most of any: expected fewer"
        ))),
    }
}

/// The values of all positions, in the order of games. `done` hears of every finished game.
pub fn sample(
    catalog: &Catalog,
    opened: &Opened,
    spec: &Spec,
    fitting: &Fitting,
    load: Loader<'_>,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Values>, Error> {
    let make = |_| Sampler::new(catalog, opened, spec, fitting, load);
    let samplers = (0..fitting.threads.max(1)).map(make).collect::<Result<Vec<_>, Error>>()?;
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![Vec::new(); fitting.games]));
    let work = |mut sampler: Sampler<'_>| -> Result<(), Error> {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= fitting.games {
                return Ok(());
            }
            // Nobody needs the rest if one game fails.
            let values = sampler.game(game).inspect_err(|_| {
                next.store(fitting.games, Ordering::Relaxed);
            })?;
            found.lock().expect("no thread panics with it")[game] = values;
            done();
        }
    };
    thread::scope(|scope| {
        let work = &work;
        let threads = samplers.into_iter().map(|own| scope.spawn(move || work(own)));
        let threads: Vec<_> = threads.collect();
        threads.into_iter().try_for_each(|own| own.join().expect("no thread panics"))
    })?;
    Ok(found.into_inner().expect("no thread panics with it").into_iter().flatten().collect())
}

/// Takes positions out of games of its own.
struct Sampler<'a> {
    start: Box<dyn AnySession>,
    fitting: &'a Fitting,
    agent: Box<dyn AnyAgent>,
    judge: Judge,
    calm: Calm,
}

impl<'a> Sampler<'a> {
    fn new(
        catalog: &Catalog,
        opened: &Opened,
        spec: &Spec,
        fitting: &'a Fitting,
        load: Loader<'_>,
    ) -> Result<Self, Error> {
        let spec = spec.to_string();
        Ok(Sampler {
            start: opened.session.boxed(),
            fitting,
            agent: catalog.agent(&spec, opened, load)?,
            judge: catalog.judge(&spec, opened, load)?,
            calm: catalog.calm(&spec, opened, load)?,
        })
    }

    /// The values of some positions of a game.
    fn game(&mut self, game: usize) -> Result<Vec<Values>, Error> {
        let mut rng = Rng::stream(self.fitting.seed, game as u64);
        let mut calm = self.positions(&mut rng)?;
        while calm.len() > self.fitting.per_game {
            calm.remove(rng.below(calm.len()));
        }
        calm.iter().map(|session| self.values(&**session)).collect()
    }

    /// Plays a game and keeps the positions after its random beginning that can be judged as they stand.
    fn positions(&mut self, rng: &mut Rng) -> Result<Vec<Box<dyn AnySession>>, Error> {
        let (mut session, mut calm) = (self.start.boxed(), Vec::new());
        self.agent.new_game();
        for ply in 0..LONGEST {
            if session.outcome().is_some() {
                break;
            }
            if ply >= self.fitting.random_plies && (self.calm)(&*session) {
                calm.push(session.boxed());
            }
            if ply < self.fitting.random_plies || rng.below(WILD) == 0 {
                session.play_random(rng);
            } else {
                let budget = Budget { nodes: Some(NODES), time: None };
                let ply = self.think(&*session, budget, &mut |_, _| {})?;
                session.play(&ply).map_err(|error| Error::Input(error.to_string()))?;
            }
        }
        Ok(calm)
    }

    fn values(&mut self, session: &dyn AnySession) -> Result<Values, Error> {
        let mover = session.to_move().idx();
        let mut values = vec![(self.judge)(session)[mover] as f64];
        self.agent.new_game();
        self.think(session, Budget::default(), &mut |depth, points| {
            if values.len() == depth as usize {
                values.extend(points);
            }
        })?;
        Ok(values)
    }

    /// The ply of the agent; `each` hears of the points of every depth, if it has any.
    fn think(
        &mut self,
        session: &dyn AnySession,
        budget: Budget,
        each: &mut dyn FnMut(u32, Option<f64>),
    ) -> Result<String, Error> {
        let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
        let request = Request { budget, ..Request::new(&clock, &stop) };
        let answer = self.agent.think(session, &request, &mut |answer| {
            let points = answer.value().and_then(|value| match value.worth {
                Worth::Points(points) => Some(points),
                _ => None,
            });
            each(answer.depth, points);
        });
        let answer = answer.map_err(|error| Error::Input(error.to_string()))?;
        Ok(answer.lines[0].plies[0].clone())
    }
}

/// The lines of all pairs of depths of equal parity, and of every depth with the evaluation.
pub fn lines(samples: &[Values], depth: u32) -> Vec<Line> {
    let mut all = Vec::new();
    for depth in 1..=depth {
        for check in (0..depth).filter(|check| *check == 0 || (depth - check).is_multiple_of(2)) {
            let both = |values: &Values| {
                Some((*values.get(check as usize)?, *values.get(depth as usize)?))
            };
            let points: Vec<(f64, f64)> = samples.iter().filter_map(both).collect();
            all.extend(straight(&points).map(|line| Line { depth, check, line }));
        }
    }
    all
}

/// Depths to which the evaluation alone may speak for a search.
const NEAR: u32 = 4;
/// The least depth that is worth a check.
const CHECKED: u32 = 3;

/// The depth of the check of a depth: about half, and of the same parity.
pub fn check_depth(depth: u32) -> u32 {
    2 * (depth / 4) + depth % 2
}

/// The lines that searches use, as the option `cuts` has them: of depths near the leaves with the evaluation, of
/// others with their check.
pub fn pairs(lines: &[Line]) -> Vec<Pair> {
    let used = lines.iter().filter(|own| {
        let near = own.check == 0 && own.depth <= NEAR;
        near || own.depth >= CHECKED && own.check == check_depth(own.depth)
    });
    let used = used.filter(|own| (0.05..=20.0).contains(&own.line.slope));
    let rounded = |number: f64, to: f64| (number * to).round() / to;
    let pair = |own: &Line| Pair {
        depth: own.depth,
        check: own.check,
        slope: rounded(own.line.slope, 1e3),
        shift: rounded(own.line.shift, 100.0),
        deviation: rounded(own.line.deviation, 100.0),
    };
    used.map(pair).collect()
}

/// Pairs as one text.
pub fn text(pairs: &[Pair]) -> String {
    pairs.iter().map(Pair::to_string).collect::<Vec<_>>().join("/")
}
