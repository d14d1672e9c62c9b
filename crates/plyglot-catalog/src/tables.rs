//! Tables of endings: built for an opened game, asked about its position, and what players ask.

use std::{
    io::{BufRead, Write},
    sync::{Arc, OnceLock},
};

use plyglot_core::{AnySession, Listed, Oracle, Session, SpecError, Tabled, comes_first};
use plyglot_tables::{
    BuildError, Ending, Known, Plan, Tables, Values, best_line, build, file, groups, judged_turns,
    probe, solve_group,
};

use crate::{Proof, answer::write_plies};

/// Where a host keeps tables of endings beyond those that come with the games.
pub trait Shelf: Send + Sync {
    /// Those for rules that number their positions so, if it has any.
    fn tables(&self, game: &str, endings: &Endings<'_>) -> Option<Arc<dyn Values>>;
}

/// What a game with numbered endings is asked.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    name: &'static str,
    layout: fn(&dyn AnySession) -> Option<String>,
    plan: fn(&dyn AnySession, u32) -> Result<Plan, SpecError>,
    build: Builder,
    fewest: u32,
    most: u32,
    groups: Groups,
    size: fn(&dyn AnySession, u32) -> u64,
    group: GroupBuilder,
    read: fn(&dyn AnySession, &str, &mut dyn BufRead) -> Result<Tables, String>,
    about: fn(u32) -> String,
    probe: fn(&dyn AnySession, &dyn Values) -> Option<Probed>,
    prove: fn(&dyn AnySession, &dyn Values) -> Option<Proof>,
}

type Builder = fn(&dyn AnySession, Plan, usize, &mut dyn FnMut(u64)) -> Result<Tables, SpecError>;
type Groups = fn(&dyn AnySession, u32) -> Result<Vec<Vec<u32>>, SpecError>;
type GroupBuilder =
    fn(&dyn AnySession, &dyn Values, &[u32], usize) -> Result<Vec<Vec<u8>>, SpecError>;

impl Asked {
    /// Nothing for a game whose endings have no numbers.
    pub(crate) fn of<G: Listed>() -> Option<Self> {
        let (fewest, most) = (G::TABLES?.fewest(), G::TABLES?.most());
        Some(Asked {
            name: G::NAME,
            layout: |game| index::<G>().layout(rules::<G>(game)),
            plan: |game, pieces| Plan::new(rules::<G>(game), index::<G>(), pieces).map_err(told),
            build: |game, plan, threads, progress| {
                build(rules::<G>(game), index::<G>(), plan, threads, progress).map_err(told)
            },
            fewest,
            most,
            groups: |game, pieces| groups(rules::<G>(game), index::<G>(), pieces).map_err(told),
            size: |game, slice| index::<G>().size(rules::<G>(game), slice),
            group: |game, known, slices, threads| {
                solve_group(rules::<G>(game), index::<G>(), known, slices, threads).map_err(told)
            },
            read: |game, spec, from| {
                file::read(from, G::NAME, spec, rules::<G>(game), index::<G>())
            },
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
    layout: String,
    /// The specification of the rules.
    spec: String,
}

impl<'a> Endings<'a> {
    /// Nothing where the rules of the game have no tables.
    pub(crate) fn new(asked: Asked, session: &'a dyn AnySession, spec: &str) -> Option<Self> {
        let layout = (asked.layout)(session)?;
        Some(Endings { asked, session, layout, spec: session.spec(spec) })
    }

    /// The name of the numbering, which a file of tables has to share.
    pub fn layout(&self) -> &str {
        &self.layout
    }

    /// What tables in memory for up to so many pieces are, or why they cannot be had.
    pub fn plan(&self, pieces: u32) -> Result<Plan, SpecError> {
        (self.asked.plan)(self.session, pieces)
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

    /// The fewest pieces that endings have.
    pub fn fewest(&self) -> u32 {
        self.asked.fewest
    }

    /// The most pieces that endings have, whether or not those can be worked out.
    pub fn most(&self) -> u32 {
        self.asked.most
    }

    /// The groups of slices with exactly so many pieces, in the order in which they are to be worked out, or why
    /// they cannot be.
    pub fn groups(&self, pieces: u32) -> Result<Vec<Vec<u32>>, SpecError> {
        (self.asked.groups)(self.session, pieces)
    }

    /// How many numbers a slice has.
    pub fn size(&self, slice: u32) -> u64 {
        (self.asked.size)(self.session, slice)
    }

    /// Works out the values of the slices of a group; `known` has all that come before it.
    pub fn build_group(
        &self,
        known: &dyn Values,
        slices: &[u32],
        threads: usize,
    ) -> Result<Vec<Vec<u8>>, SpecError> {
        (self.asked.group)(self.session, known, slices, threads)
    }

    /// Reads tables as [`Endings::write`] writes them, and refuses everything else.
    pub fn read(&self, from: &mut dyn BufRead) -> Result<Tables, String> {
        (self.asked.read)(self.session, &self.spec, from)
    }

    /// Writes tables as one file.
    pub fn write(&self, tables: &Tables, out: &mut dyn Write) -> std::io::Result<()> {
        file::write(tables, self.asked.name, &self.layout, out)
    }

    /// What is in a slice, in words.
    pub fn about(&self, slice: u32) -> String {
        (self.asked.about)(slice)
    }

    /// What tables say of the present position; `None` if they do not have it.
    pub fn probe(&self, tables: &dyn Values) -> Option<Probed> {
        (self.asked.probe)(self.session, tables)
    }

    /// What tables prove of the present position under all rules: a draw, or a win that no counter and no
    /// repetition can spoil.
    pub fn prove(&self, tables: &dyn Values) -> Option<Proof> {
        (self.asked.prove)(self.session, tables)
    }
}

/// The tables that players of a game may ask: those that come with the game and, if they know more, those of the
/// host. They are looked for when they are first asked for.
#[derive(Clone, Default)]
pub(crate) struct Stock {
    shelf: Option<Arc<dyn Shelf>>,
    found: Arc<OnceLock<Found>>,
}

/// The tables of a numbering: rules of one game may have several.
struct Found {
    layout: String,
    tables: Option<Arc<dyn Values>>,
}

/// Up to how many pieces a search may ask, and what.
pub(crate) type Asking<G> = (u32, Box<dyn Oracle<G>>);

impl Stock {
    pub(crate) fn of(shelf: Arc<dyn Shelf>) -> Self {
        Stock { shelf: Some(shelf), found: Arc::default() }
    }

    /// Tables for the rules of an opened game, if there are any.
    pub(crate) fn get<G: Listed>(&self, session: &dyn AnySession) -> Option<Arc<dyn Values>> {
        let endings = Endings::new(Asked::of::<G>()?, session, G::NAME)?;
        let layout = endings.layout().to_owned();
        let look = || Found { layout, tables: self.look::<G>(&endings) };
        let found = self.found.get_or_init(look);
        // Whoever plays by other rules than the first to ask looks again.
        match found.layout == endings.layout() {
            true => found.tables.clone(),
            false => self.look::<G>(&endings),
        }
    }

    fn look<G: Listed>(&self, endings: &Endings<'_>) -> Option<Arc<dyn Values>> {
        let shipped = shipped::<G>(endings);
        let more = self.shelf.as_ref().and_then(|shelf| shelf.tables(G::NAME, endings));
        let least = shipped.as_ref().map_or(0, |tables| tables.pieces());
        match (shipped, more.filter(|more| more.pieces() > least)) {
            (Some(shipped), Some(more)) => Some(Arc::new(Joined { shipped, more })),
            (shipped, more) => more.or(shipped),
        }
    }

    /// What a search may ask that wants to know positions with up to so many pieces.
    pub(crate) fn oracle<G: Listed>(
        &self,
        session: &dyn AnySession,
        pieces: u32,
    ) -> Option<Asking<G>> {
        let tables = self.get::<G>(session)?;
        let most = pieces.min(tables.pieces());
        (most >= G::TABLES?.fewest()).then(|| {
            let known: Box<dyn Oracle<G>> = Box::new(Known::new(index::<G>(), tables, most));
            (most, known)
        })
    }
}

/// Tables of a host that know more than those that come with a game. Both have the same values where both have any,
/// and what comes with the game is in memory and whole: it is asked first, and whatever becomes of the other.
struct Joined {
    shipped: Arc<dyn Values>,
    more: Arc<dyn Values>,
}

impl Values for Joined {
    fn pieces(&self) -> u32 {
        self.more.pieces()
    }

    fn pieces_of(&self, slice: u32) -> Option<u32> {
        self.shipped.pieces_of(slice).or_else(|| self.more.pieces_of(slice))
    }

    fn value(&self, slice: u32, index: u64) -> Option<u8> {
        self.shipped.value(slice, index).or_else(|| self.more.value(slice, index))
    }

    fn fault(&self) -> Option<&str> {
        self.more.fault()
    }
}

/// The tables that come with a game, if they are of these rules.
fn shipped<G: Listed>(endings: &Endings<'_>) -> Option<Arc<dyn Values>> {
    let fits = G::SHIPPED.is_some_and(|(layout, _)| layout == endings.layout());
    let (_, mut bytes) = G::SHIPPED.filter(|_| fits)?;
    let tables = endings.read(&mut bytes).expect("a test reads what comes with the games");
    Some(Arc::new(tables))
}

/// What a solver may ask.
pub(crate) fn oracle_of<G: Listed>(tables: &Arc<dyn Values>) -> Option<Known<G>> {
    G::TABLES.map(|index| Known::new(index, tables.clone(), tables.pieces()))
}

fn told(error: BuildError) -> SpecError {
    SpecError(error.to_string())
}

fn index<G: Listed>() -> &'static dyn Tabled<G> {
    G::TABLES.expect("only games with tables are asked")
}

fn typed<G: Listed>(session: &dyn AnySession) -> &Session<G> {
    let session = session.as_any().downcast_ref::<Session<G>>();
    session.expect("the catalogue asks about its own game")
}

fn rules<G: Listed>(session: &dyn AnySession) -> &G {
    typed::<G>(session).game()
}

fn probed<G: Listed>(session: &dyn AnySession, tables: &dyn Values) -> Option<Probed> {
    let (game, state) = (typed::<G>(session).game(), typed::<G>(session).state());
    let ending = probe(game, index::<G>(), tables, state)?;
    let turns = judged_turns(game, index::<G>(), tables, state).into_iter();
    let mut plies: Vec<_> =
        turns.map(|(turn, ending)| (game.write_ply(state, &turn), ending)).collect();
    plies.sort_by_key(|(_, ending)| std::cmp::Reverse(ending.map(Ending::rank)));
    let line = best_line(game, index::<G>(), tables, state);
    Some(Probed { ending, plies, line: write_plies(game, state.clone(), &line) })
}

fn prove<G: Listed>(session: &dyn AnySession, tables: &dyn Values) -> Option<Proof> {
    let session = typed::<G>(session);
    let (game, state) = (session.game(), session.state());
    let ending = probe(game, index::<G>(), tables, state)?;
    if ending != Ending::Draw && !comes_first(game, state, session.history(), ending.plies()) {
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
