//! Opening books: those that come with games, those of files, and how players play from them.

use std::{sync::Arc, time::Duration};

use plyglot_book::Book;
use plyglot_core::{
    AnySession, Listed, OptionKind, OptionSpec, OptionValue, Options, Rng, Session, Spec,
    SpecError, Value,
    options::{Loader, option},
    seats, shorten,
};

use crate::{
    Catalog, Opened,
    answer::{Answer, AnswerLine, Request},
    files::{self, check_digest, digest},
};

/// The words of the option `book`.
pub(crate) const OFF: &str = "off";
const ON: &str = "on";

const OPTIONS: &[OptionSpec] = &[
    option(
        "file",
        OptionKind::File(&[]),
        "",
        "a book that comes with the game, by name, or a file that `plyglot book` wrote",
    ),
    option(
        "digest",
        OptionKind::Spec,
        "",
        "the beginning of the checksum that the book must have; results tell it",
    ),
    option(
        "band",
        OptionKind::Real { min: 0.0, max: 0.5 },
        "0",
        "choose by the seed among plies whose expected scores are that close to the best",
    ),
];

/// What a second of thinking is taken to be in nodes, where time is limited and not nodes: so many the players of Reversi and
/// checkers visit, and no clock decides whether a ply comes from the book.
const NODES_A_SECOND: f64 = 4e6;

/// A book that a player plays from.
#[derive(Clone)]
pub(crate) struct Booked {
    name: String,
    book: Arc<Book>,
    band: f64,
}

impl Booked {
    /// Reads the option `book`. `on` without a file is the book that comes with the game for these rules; where none
    /// does, there is none, and the normal form says so.
    pub(crate) fn read<G: Listed>(
        text: &str,
        session: &dyn AnySession,
        rules: &str,
        load: Loader<'_>,
    ) -> Result<Option<Booked>, SpecError> {
        let spec = Spec::parse(text)?;
        match &*spec.name {
            OFF if spec.given.is_empty() => return Ok(None),
            ON => {}
            _ => {
                let text = shorten(text);
                return Err(SpecError(format!(
                    "option book={text}: expected off, on or on(file=FILE)"
                )));
            }
        }
        let own = |path: &str| G::BOOKS.iter().find(|(name, _)| *name == path);
        let read = |path: &str| own(path).map_or_else(|| load(path), |own| Ok(own.1.to_owned()));
        let options = Options::check("book", OPTIONS, &spec.given, &read)?;
        let start = start::<G>(session);
        let (name, book) = match options.get("file") {
            Some(OptionValue::File(name, Some(text))) => {
                (name.clone(), remembered(text, rules, &*start))
            }
            _ => match shipped(G::BOOKS, rules) {
                Some((name, text)) => (name.to_owned(), remembered(text, rules, &*start)),
                None => return Ok(None),
            },
        };
        let refuse = |why: String| SpecError(format!("book: file {}: {why}", shorten(&name)));
        let book = book.map_err(&refuse)?;
        let wanted = options.spec("digest").unwrap_or_default();
        check_digest(book.checksum(), wanted).map_err(&refuse)?;
        Ok(Some(Booked { name, book, band: options.real("band").unwrap_or(0.0) }))
    }

    /// The specification that tells everything.
    pub(crate) fn normal_form(&self) -> String {
        self.written(Some(("digest".to_owned(), digest(self.book.checksum()))))
    }

    /// The shortest specification that means the same.
    pub(crate) fn short(&self) -> String {
        self.written(None)
    }

    fn written(&self, digest: Option<(String, String)>) -> String {
        let mut given = vec![("file".to_owned(), self.name.clone())];
        given.extend(digest);
        if self.band > 0.0 {
            given.push(("band".to_owned(), self.band.to_string()));
        }
        Spec { name: ON.to_owned(), given }.to_string()
    }

    /// What the book says, if it knows the position from searches of at least as many nodes as could be spent now,
    /// and as many plies as are asked for.
    pub(crate) fn answer(
        &self,
        session: &dyn AnySession,
        request: &Request<'_>,
        nodes: u64,
    ) -> Option<Answer> {
        let mut moves = self.book.moves(session)?;
        if !request.only.is_empty() {
            let only = canonical(session, request.only)?;
            moves.retain(|own| only.contains(&own.ply));
        }
        let best = moves.first()?.value;
        let good = moves.iter().take_while(|own| own.value >= best - self.band);
        let count = good.take_while(|own| own.nodes >= nodes).count();
        if count == 0 || moves.len() < request.lines {
            return None;
        }
        let chosen = match count {
            1 => 0,
            _ if self.band == 0.0 => 0,
            count => Rng::stream(request.seed, session.key()).below(count),
        };
        moves[..=chosen].rotate_right(1);
        let (mover, sides, players) = (session.to_move(), session.sides(), session.players());
        let depth = moves[0].depth;
        let lines = moves.into_iter().take(request.lines.max(1)).map(|own| {
            let side = sides.of(mover);
            let share = |seat| if sides.of(seat) == side { own.value } else { 1.0 - own.value };
            let shares = seats(players).map(share);
            AnswerLine {
                plies: self.book.line(session, &own.ply),
                values: shares.clone().map(|own| Some(Value::expected(own))).collect(),
                expected: shares.map(Some).collect(),
            }
        });
        let lines = lines.collect();
        Some(Answer { mover, lines, depth, nodes: 0, table: 0, proven: false, book: true })
    }
}

/// The nodes that a request allows, time taken as nodes; `None` if nothing limits them.
pub(crate) fn allowance(request: &Request<'_>, most_time: Duration) -> Option<u64> {
    let time = request.budget.time.unwrap_or(Duration::MAX).min(most_time);
    let timed = (time < Duration::MAX).then_some((time.as_secs_f64() * NODES_A_SECOND) as u64);
    request.budget.nodes.into_iter().chain(timed).min()
}

/// Plies in canonical spelling; `None` if one of them cannot be played.
fn canonical(session: &dyn AnySession, plies: &[String]) -> Option<Vec<String>> {
    let write = |ply: &String| {
        let mut after = session.boxed();
        after.play(ply).ok()?;
        after.played().last().cloned()
    };
    plies.iter().map(write).collect()
}

/// The start of the game that a session is of.
pub(crate) fn start<G: Listed>(session: &dyn AnySession) -> Box<dyn AnySession> {
    let own: &Session<G> = session.as_any().downcast_ref().expect("a game knows its own sessions");
    Box::new(Session::new(own.game().clone()))
}

/// The first of some books that is for these rules.
fn shipped(
    books: &'static [(&'static str, &'static str)],
    rules: &str,
) -> Option<(&'static str, &'static str)> {
    let fits = |text: &str| Book::settings_of(text).is_ok_and(|(own, _)| own.game == rules);
    books.iter().copied().find(|(_, text)| fits(text))
}

/// The book of a text, which must be for these rules.
fn remembered(text: &str, rules: &str, start: &dyn AnySession) -> Result<Arc<Book>, String> {
    let read = || Book::read(text, rules, start).map_err(|error| error.to_string());
    files::remembered(rules, text, read)
}

impl Catalog {
    /// The opening book that comes with an opened game for its rules, with its name.
    pub fn book(&self, opened: &Opened) -> Result<Option<(&'static str, Arc<Book>)>, SpecError> {
        let rules = opened.session.spec(&opened.spec);
        let Some((name, text)) = shipped(opened.entry.books, &rules) else { return Ok(None) };
        Ok(Some((name, self.read_book(opened, text)?)))
    }

    /// Reads a book, which must be for the rules of an opened game.
    pub fn read_book(&self, opened: &Opened, text: &str) -> Result<Arc<Book>, SpecError> {
        let rules = opened.session.spec(&opened.spec);
        remembered(text, &rules, &*self.start(opened)?).map_err(SpecError)
    }

    /// The start of an opened game.
    pub fn start(&self, opened: &Opened) -> Result<Box<dyn AnySession>, SpecError> {
        Ok((self.listing(opened.entry.name)?.start)(&*opened.session))
    }
}
