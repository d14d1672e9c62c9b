//! Agents: a search with a game's evaluation and move ordering, behind one object-safe interface.

use std::time::Duration;

use plyglot_core::{
    AnySession, Game, Listed, OptionKind, Options, Order, Player, Scale, Session, Spec, SpecError,
    Tint, did_you_mean,
    options::{Loader, no_files},
    shorten,
};
use plyglot_players::Classics;
use plyglot_search::{Line, Parts, Search, SearchEntry, Thought};

use crate::{
    Caps,
    answer::{Answer, AskError, Request, answer},
    book::{self, Booked},
    choice::Asked,
    evaluation::{self, Chosen},
    tables::{Asking, Stock},
};

/// A player of one game.
pub trait AnyAgent: Send {
    /// The full normal form of its specification, nested ones included.
    fn spec(&self) -> &str;
    /// The shortest specification that means the same.
    fn short(&self) -> &str;
    /// Whether it stops thinking without limits from outside, because its work is of a fixed size.
    fn ends_by_itself(&self) -> bool;
    /// How its points translate, where it has any, when that player is to move.
    fn scale(&self, mover: Player) -> Option<Scale>;
    /// Thinks about the position of a session of its own game. `report` hears of every completed step, and
    /// of searches that grow a tree every tenth of a second.
    fn think(
        &mut self,
        session: &dyn AnySession,
        request: &Request<'_>,
        report: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, AskError>;
    /// Forgets what was learnt in the game so far.
    fn new_game(&mut self);
}

struct Agent<G: Listed> {
    search: Box<dyn Search<G>>,
    spec: String,
    short: String,
    scale: Option<Scale>,
    ends_by_itself: bool,
    /// What it plays from as long as it knows the position.
    book: Option<Booked>,
    /// What the host allows for one answer.
    most_time: Duration,
}

impl<G: Listed> AnyAgent for Agent<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn short(&self) -> &str {
        &self.short
    }

    fn ends_by_itself(&self) -> bool {
        self.ends_by_itself
    }

    fn scale(&self, _mover: Player) -> Option<Scale> {
        self.scale
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn think(
        &mut self,
        session: &dyn AnySession,
        request: &Request<'_>,
        report: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, AskError> {
        let any = session;
        let session = session.as_any().downcast_ref::<Session<G>>().ok_or(AskError::OtherGame)?;
        if session.outcome().is_some() {
            return Err(AskError::Over);
        }
        if request.at_once
            && let Some(only) = only_ply(session)
        {
            let lines = vec![Line::unknown(only)];
            let thought = Thought { lines, depth: 0, nodes: 0, table: 0, proven: false };
            return Ok(answer(session, &thought, self.scale));
        }
        if let Some(answer) = self.look_up(any, request) {
            report(&answer);
            return Ok(answer);
        }
        let allowed = self.allowed(session, request.only)?;
        let asked = Asked { session, request, most_time: self.most_time };
        let told = &mut |thought: &Thought<_>| report(&answer(session, thought, self.scale));
        let thought = asked.think(&mut *self.search, &allowed, told);
        Ok(answer(session, &thought, self.scale))
    }
}

impl<G: Listed> Agent<G> {
    /// What the book says, where it rests on at least as much as could be searched now.
    fn look_up(&self, session: &dyn AnySession, request: &Request<'_>) -> Option<Answer> {
        let book = self.book.as_ref().filter(|_| request.at_once || request.book)?;
        let nodes = match book::allowance(request, self.most_time) {
            Some(nodes) => nodes,
            // Whoever ends by itself has set its own limit; without any, the search goes beyond every book.
            None if self.ends_by_itself => 0,
            None => return None,
        };
        book.answer(session, request, nodes)
    }

    /// The plies to choose from, as decisions; none if all may be played.
    fn allowed(
        &self,
        session: &Session<G>,
        only: &[String],
    ) -> Result<Vec<Vec<G::Move>>, AskError> {
        if !only.is_empty() && !self.search.can_restrict() {
            return Err(AskError::Unrestricted);
        }
        let read = |text: &String| session.game().parse_ply(session.state(), text);
        only.iter().map(read).collect::<Result<_, _>>().map_err(AskError::Ply)
    }
}

/// Plays decisions of the ply in progress; true once it is whole.
pub(crate) fn advance<G: Game>(game: &G, state: &mut G::State, decisions: &[G::Move]) -> bool {
    for mv in decisions {
        game.make(state, *mv);
        if !(G::PLY_IS_TURN && game.mid_turn(state)) {
            return true;
        }
    }
    false
}

/// The decisions of the only legal ply, if there is just one.
fn only_ply<G: Listed>(session: &Session<G>) -> Option<Vec<G::Move>> {
    let (game, mut state) = (session.game(), session.state().clone());
    let (mut made, mut moves) = (Vec::new(), Vec::new());
    loop {
        moves.clear();
        game.moves(&state, &mut moves);
        let [only] = moves[..] else { return None };
        made.push(only);
        if advance(game, &mut state, &[only]) {
            return Some(made);
        }
    }
}

/// What an agent is made with: files that are named, what it may ask for, tables of endings, and the rules in full.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub(crate) load: Loader<'a>,
    pub(crate) caps: &'a Caps,
    pub(crate) stock: &'a Stock,
    pub(crate) rules: &'a str,
}

/// Makes an agent for a game with classic players: one of them, or a search.
pub(crate) fn build_classic<G: Classics>(
    spec: &Spec,
    session: &dyn AnySession,
    means: Means<'_>,
) -> Result<Box<dyn AnyAgent>, SpecError> {
    let Some(entry) = G::CLASSICS.iter().find(|entry| entry.name == spec.name) else {
        return build::<G>(spec, session, means);
    };
    let Means { load, caps, .. } = means;
    let options = Options::check(entry.name, entry.options, &spec.given, load)?;
    caps.check(entry.name, &options)?;
    let given = options.changed(&Options::defaults(entry.options));
    Ok(Box::new(Agent {
        search: (entry.build)(&options)?,
        spec: format!("{}{}", entry.name, options.normal_form()),
        short: Spec { name: entry.name.to_owned(), given }.to_string(),
        scale: entry.scale,
        ends_by_itself: true,
        book: None,
        most_time: caps.time.unwrap_or(Duration::MAX),
    }))
}

/// The parameters of a classic player as the file that programs of its kind read, if there is such a file.
pub(crate) fn own_file<G: Classics>(
    spec: &Spec,
    load: Loader<'_>,
) -> Result<Option<String>, SpecError> {
    let entry = G::CLASSICS.iter().find(|entry| entry.name == spec.name);
    let Some((entry, write)) = entry.and_then(|entry| Some((entry, entry.own_file?))) else {
        return Ok(None);
    };
    write(&Options::check(entry.name, entry.options, &spec.given, load)?).map(Some)
}

/// Makes an agent for a game from the specification of a search.
pub(crate) fn build<G: Listed>(
    spec: &Spec,
    session: &dyn AnySession,
    means: Means<'_>,
) -> Result<Box<dyn AnyAgent>, SpecError> {
    let Means { caps, load, .. } = means;
    let (entry, mut options) = checked_search::<G>(spec, session, load)?;
    let wanted = wanted_tables(entry, &options);
    let oracle = asked_tables::<G>(wanted.unwrap_or(0), session, means.stock)?;
    let booked = options.find_spec("book");
    let read = |text: &str| Booked::read::<G>(text, session, means.rules, load);
    let book = booked.map(read).transpose()?.flatten();
    // What it is called says what it asks: less than was wanted where less is there.
    let pieces = oracle.as_ref().map_or(0, |(pieces, _)| *pieces).to_string();
    let from = book.as_ref().map_or_else(|| book::OFF.to_owned(), Booked::normal_form);
    let tables = wanted.filter(|wanted| wanted.to_string() != pieces).map(|_| ("tables", &pieces));
    let found: Vec<_> = tables
        .into_iter()
        .chain(booked.filter(|text| *text != from).map(|_| ("book", &from)))
        .collect();
    if !found.is_empty() {
        let with = |spec: Spec, (name, value): (&str, &String)| with_option(&spec, name, value);
        let spec = found.into_iter().fold(spec.clone(), with);
        options = checked_search::<G>(&spec, session, load)?.1;
    }
    caps.check(entry.name, &options)?;
    let named = options.find_spec("eval").unwrap_or(evaluation::NONE);
    let judge = Chosen::<G>::read(named, session, load)?;
    let (scale, eval) = (judge.scale(), judge.build());
    let order = options.find_spec("order").map_or(Ok(None), ordering::<G>)?;
    let oracle = oracle.map(|(_, oracle)| oracle);
    let parts = Parts { eval, order, solver: G::SOLVER, oracle, planner: G::PLANNER };
    let search = plyglot_search::build(entry.name, &options, parts)?;
    Ok(Box::new(Agent {
        search,
        spec: format!("{}{}", entry.name, options.normal_form()),
        short: short_form::<G>(entry, &options, book.as_ref(), session, load)?,
        scale,
        ends_by_itself: ends_by_itself(entry, &spec.given),
        book,
        most_time: caps.time.unwrap_or(Duration::MAX),
    }))
}

/// The tables that options ask for, if the search knows any.
fn wanted_tables(entry: &SearchEntry, options: &Options) -> Option<i64> {
    let declared = entry.options.iter().any(|option| option.name == "tables");
    if declared { options.int("tables") } else { None }
}

/// The tables up to that many pieces: up to how many there are, and what they know.
fn asked_tables<G: Listed>(
    wanted: i64,
    session: &dyn AnySession,
    stock: &Stock,
) -> Result<Option<Asking<G>>, SpecError> {
    if wanted > 0 && G::TABLES.is_none() {
        let game = G::NAME;
        return Err(SpecError(format!(
            "option tables={wanted}: {game} has no tables of endings, expected 0"
        )));
    }
    Ok(if wanted > 0 { stock.oracle::<G>(session, wanted as u32) } else { None })
}

/// A specification with an option changed.
fn with_option(spec: &Spec, name: &str, value: &str) -> Spec {
    let mut given = spec.given.clone();
    given.retain(|(own, _)| own != name);
    given.push((name.to_owned(), value.to_owned()));
    Spec { name: spec.name.clone(), given }
}

/// The specification of a search without what would be the same if it were not given.
fn short_form<G: Listed>(
    entry: &SearchEntry,
    options: &Options,
    book: Option<&Booked>,
    session: &dyn AnySession,
    load: Loader<'_>,
) -> Result<String, SpecError> {
    let bare = Spec { name: entry.name.to_owned(), given: Vec::new() };
    let (_, usual) = checked_search::<G>(&bare, session, load)?;
    let mut given = options.changed(&usual);
    for (name, text) in &mut given {
        match (&**name, book) {
            ("eval", _) => *text = Chosen::<G>::read(text, session, load)?.short(),
            ("book", Some(book)) => *text = book.short(),
            _ => {}
        }
    }
    Ok(Spec { given, ..bare }.to_string())
}

/// The search of a specification with its options, those that the game decides filled in.
pub(crate) fn checked_search<G: Listed>(
    spec: &Spec,
    session: &dyn AnySession,
    load: Loader<'_>,
) -> Result<(&'static SearchEntry, Options), SpecError> {
    let entry = search_entry(&spec.name)?;
    fits(entry, session)?;
    let mut given = with_game_defaults::<G>(entry, &spec.given, session)?;
    // A name alone would not tell its weights, which another version may have changed.
    let evaluated = entry.options.iter().any(|option| option.name == "eval");
    for (_, text) in given.iter_mut().filter(|(name, _)| evaluated && name == "eval") {
        *text = Chosen::<G>::read(text, session, load)?.normal_form();
    }
    Ok((entry, Options::check(entry.name, entry.options, &given, &no_files)?))
}

/// Fills in what the game decides, so that the normal form tells everything.
fn with_game_defaults<G: Listed>(
    entry: &SearchEntry,
    given: &[(String, String)],
    session: &dyn AnySession,
) -> Result<Vec<(String, String)>, SpecError> {
    let cells = || session.scene().cells.iter().filter(|cell| cell.tint != Tint::Blocked).count();
    let decided = [
        ("eval", G::EVALUATIONS.first().map_or("none", |eval| eval.name).to_owned()),
        ("order", G::ORDERS.first().map_or("off", |order| order.name).to_owned()),
        ("cells", cells().to_string()),
    ];
    let mut given = given.to_vec();
    for (name, value) in decided {
        let known = entry.options.iter().find(|option| option.name == name);
        if let Some(OptionKind::Int { max, .. }) = known.map(|option| &option.kind)
            && value.parse::<i64>().is_ok_and(|value| value > *max)
        {
            let (search, game) = (entry.name, G::NAME);
            return Err(SpecError(format!(
                "{search} plays on boards of at most {max} cells; that of this {game} has {value}"
            )));
        }
        if known.is_some() && !given.iter().any(|(own, _)| own == name) {
            given.push((name.to_owned(), value));
        }
    }
    // What is usual was found with an evaluation: without one there is nothing but games played out.
    if !given.iter().any(|(name, value)| name == "eval" && value == evaluation::NONE) {
        for (_, name, value) in G::USUAL.iter().filter(|(search, ..)| *search == entry.name) {
            if !given.iter().any(|(own, _)| own == name) {
                given.push(((*name).to_owned(), (*value).to_owned()));
            }
        }
    }
    Ok(given)
}

/// Whether a search with these options stops by itself: because its work is of a fixed size, or because
/// one of them ends it that does not usually.
pub fn ends_by_itself(entry: &SearchEntry, given: &[(String, String)]) -> bool {
    let limits =
        entry.options.iter().filter(|own| matches!(own.name, "depth" | "simulations" | "steps"));
    let changed = |(name, value): &(String, String)| {
        limits.clone().any(|own| own.name == name && own.default != value)
    };
    !entry.open_ended || given.iter().any(changed)
}

/// The search of that name.
pub(crate) fn search_entry(name: &str) -> Result<&'static SearchEntry, SpecError> {
    let searches = plyglot_search::SEARCHES;
    searches.iter().find(|entry| entry.name == name).ok_or_else(|| no_search(name, "", &[]))
}

/// Nothing has that name, neither a search nor one of the `players` that are `told` of besides.
pub(crate) fn no_search(name: &str, told: &str, players: &[&str]) -> SpecError {
    let known: Vec<_> = plyglot_search::SEARCHES.iter().map(|entry| entry.name).collect();
    let hint = did_you_mean(name, known.iter().chain(players).copied());
    let (name, known) = (shorten(name), known.join(", "));
    SpecError(format!("there is no search {name:?}; there are: {known}{told}{hint}"))
}

/// Whether a search can play a game, and if not, why.
pub(crate) fn fits(entry: &SearchEntry, session: &dyn AnySession) -> Result<(), SpecError> {
    let (name, sides) = (entry.name, session.sides().count());
    if entry.two_sides && sides != 2 {
        return Err(SpecError(format!(
            "{name} needs exactly two sides, and this game has {sides}; paranoid takes any number"
        )));
    }
    Ok(())
}

/// The move ordering of a game by its name; none if it says so.
pub(crate) fn ordering<G: Listed>(name: &str) -> Result<Option<Box<dyn Order<G>>>, SpecError> {
    if name == "off" {
        return Ok(None);
    }
    let found = G::ORDERS.iter().find(|entry| entry.name == name);
    let entry = found.ok_or_else(|| {
        unknown::<G>("move ordering", name, "off", G::ORDERS.iter().map(|entry| entry.name))
    })?;
    Ok(Some((entry.build)()))
}

pub(crate) fn unknown<G: Listed>(
    what: &str,
    name: &str,
    always: &'static str,
    known: impl Iterator<Item = &'static str>,
) -> SpecError {
    let known: Vec<_> = known.chain([always]).collect();
    let hint = did_you_mean(name, known.iter().copied());
    let (game, name, known) = (G::NAME, shorten(name), known.join(", "));
    SpecError(format!("{game} has no {what} {name:?}; it has: {known}{hint}"))
}
