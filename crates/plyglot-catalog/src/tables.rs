//! Tables of endings: built for an opened game, and asked about its position.

use plyglot_core::{AnySession, Listed, Session, SpecError, Tabled};
use plyglot_tables::{Ending, Plan, Tables, best_line, build, probe};

use crate::{Proof, answer::write_plies};

/// What a game with numbered endings is asked.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    layout: &'static str,
    plan: fn(u32) -> Result<Plan, SpecError>,
    build: Builder,
    restore: fn(Plan, &[u8]) -> Option<Tables>,
    about: fn(u32) -> String,
    probe: fn(&dyn AnySession, &Tables) -> Option<Probed>,
    prove: fn(&dyn AnySession, &Tables) -> Option<Proof>,
}

type Builder = fn(&dyn AnySession, Plan, usize, &mut dyn FnMut(u64)) -> Result<Tables, SpecError>;

impl Asked {
    /// Nothing for a game whose endings have no numbers.
    pub(crate) fn of<G: Listed>() -> Option<Self> {
        let layout = G::TABLES?.layout();
        let plan = |pieces| Plan::new(index::<G>(), pieces).map_err(told);
        Some(Asked {
            layout,
            plan,
            build: |game, plan, threads, progress| {
                build(typed::<G>(game).game(), index::<G>(), plan, threads, progress).map_err(told)
            },
            restore: |plan, values| Tables::from_values(index::<G>(), plan, values),
            about: |slice| index::<G>().about(slice),
            probe: probed::<G>,
            prove: prove::<G>,
        })
    }
}

/// What tables say of a position. They know no draws by counters or repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// How it ends, for the side to move.
    pub ending: Ending,
    /// Every legal ply with how it ends for the side that plays it, the best first; `None` where it leads to a
    /// position that is not in the tables.
    pub plies: Vec<(String, Option<Ending>)>,
    /// Best play to the end, if it is won or lost.
    pub line: Vec<String>,
}

/// Tables of an opened game.
pub struct Endings<'a> {
    asked: Asked,
    session: &'a dyn AnySession,
}

impl<'a> Endings<'a> {
    pub(crate) fn new(asked: Asked, session: &'a dyn AnySession) -> Self {
        Endings { asked, session }
    }

    /// The name of the numbering, which a file of tables has to share.
    pub fn layout(&self) -> &'static str {
        self.asked.layout
    }

    /// What tables for up to so many pieces are, or why they cannot be had.
    pub fn plan(&self, pieces: u32) -> Result<Plan, SpecError> {
        (self.asked.plan)(pieces)
    }

    /// Works out all values with so many threads; `progress` is told how many are done.
    pub fn build(
        &self,
        plan: Plan,
        threads: usize,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Tables, SpecError> {
        (self.asked.build)(self.session, plan, threads, progress)
    }

    /// Tables from their values, as [`Tables::values`] tells them; `None` if they are not as many as planned.
    pub fn restore(&self, plan: Plan, values: &[u8]) -> Option<Tables> {
        (self.asked.restore)(plan, values)
    }

    /// What is in a slice, in words.
    pub fn about(&self, slice: u32) -> String {
        (self.asked.about)(slice)
    }

    /// What tables say of the present position; `None` if they do not have it.
    pub fn probe(&self, tables: &Tables) -> Option<Probed> {
        (self.asked.probe)(self.session, tables)
    }

    /// What tables prove of the present position under all rules: a draw, or a win that no counter and no
    /// repetition can spoil.
    pub fn prove(&self, tables: &Tables) -> Option<Proof> {
        (self.asked.prove)(self.session, tables)
    }
}

fn told(error: plyglot_tables::BuildError) -> SpecError {
    SpecError(error.to_string())
}

fn index<G: Listed>() -> &'static dyn Tabled<G> {
    G::TABLES.expect("only games with tables are asked")
}

fn typed<G: Listed>(session: &dyn AnySession) -> &Session<G> {
    let session = session.as_any().downcast_ref::<Session<G>>();
    session.expect("the catalogue asks about its own game")
}

fn probed<G: Listed>(session: &dyn AnySession, tables: &Tables) -> Option<Probed> {
    let (game, state) = (typed::<G>(session).game(), typed::<G>(session).state());
    let ending = probe(game, index::<G>(), tables, state)?;
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let judged = moves.into_iter().map(|mv| {
        let mut child = state.clone();
        game.make(&mut child, mv);
        let ending = probe(game, index::<G>(), tables, &child).map(Ending::before);
        (game.write_ply(state, &[mv]), ending)
    });
    let mut plies: Vec<_> = judged.collect();
    plies.sort_by_key(|(_, ending)| std::cmp::Reverse(ending.map(Ending::rank)));
    let line = best_line(game, index::<G>(), tables, state);
    Some(Probed { ending, plies, line: write_plies(game, state.clone(), &line) })
}

fn prove<G: Listed>(session: &dyn AnySession, tables: &Tables) -> Option<Proof> {
    let session = typed::<G>(session);
    let (game, state) = (session.game(), session.state());
    let ending = probe(game, index::<G>(), tables, state)?;
    if ending != Ending::Draw && !holds(session, ending.plies()) {
        return None;
    }
    let (line, mover) = (best_line(game, index::<G>(), tables, state), game.to_move(state));
    let mut end = state.clone();
    line.iter().for_each(|mv| drop(game.make(&mut end, *mv)));
    let payoffs = match ending {
        Ending::Draw => game.draw(),
        _ => game.outcome(&end)?,
    };
    Some(Proof {
        at_least: Some(payoffs[mover]),
        at_most: Some(payoffs[mover]),
        verdict: Some(ending.verdict()),
        distance: (ending != Ending::Draw).then(|| ending.plies()),
        plies: write_plies(game, state.clone(), &line),
        nodes: 0,
    })
}

/// Whether an end so many plies away comes before every draw that tables do not know. On the way there no
/// position comes twice, so one that repeats has been there before.
fn holds<G: Listed>(session: &Session<G>, plies: u32) -> bool {
    let (game, history) = (session.game(), session.history());
    let (present, times) = (game.hash(session.state()), game.repetition());
    let often = |key: &u64| *key != present && history.count(*key) + 1 >= times;
    plies < game.horizon(session.state()) && (times == 0 || !history.keys().iter().any(often))
}
