//! Evaluations taken apart: what a position is worth to every seat, term by term.

use plyglot_core::{
    AnySession, Listed, Options, Player, Score, Session, Spec, SpecError, options::Loader, seats,
};
use plyglot_players::Classics;

use crate::{
    agent::{checked_search, ordering},
    evaluation::Chosen,
};

/// What an agent's evaluation makes of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    /// The full normal form of the agent's specification.
    pub agent: String,
    /// What the position is worth to each seat.
    pub seats: Vec<SeatTerms>,
}

/// What a position is worth to a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatTerms {
    /// The seat.
    pub seat: Player,
    /// Named terms, in the order in which they are added up.
    pub terms: Vec<(String, f64)>,
}

impl SeatTerms {
    /// The value: the sum of the terms.
    pub fn total(&self) -> f64 {
        self.terms.iter().fold(0.0, |sum, (_, value)| sum + value)
    }
}

/// What positions of one game are worth by an evaluation, in its points, for every seat.
pub type Judge = Box<dyn Fn(&dyn AnySession) -> Vec<i64> + Send + Sync>;

pub(crate) type JudgeMaker = fn(&Spec, &dyn AnySession, Loader<'_>) -> Result<Judge, SpecError>;

/// The evaluation of a search by itself, to judge many positions. They must be of its own game and not over.
pub(crate) fn judge<G: Listed>(
    spec: &Spec,
    session: &dyn AnySession,
    load: Loader<'_>,
) -> Result<Judge, SpecError> {
    let (entry, options) = checked_search::<G>(spec, session, load)?;
    let name = options.find_spec("eval").ok_or_else(|| no_evaluation(entry.name))?;
    let eval = Chosen::<G>::read(name, session, load)?.build();
    Ok(Box::new(move |session| {
        let session = own::<G>(session);
        let scores = eval.scores(session.game(), session.state());
        seats(session.game().players()).map(|seat| scores[seat]).collect()
    }))
}

/// Whether a position of one game can be judged as it stands.
pub type Calm = Box<dyn Fn(&dyn AnySession) -> bool + Send + Sync>;

pub(crate) type CalmMaker = fn(&Spec, &dyn AnySession, Loader<'_>) -> Result<Calm, SpecError>;

/// Whether positions can be judged as they stand in the eyes of a search: the mover is between turns and has a
/// move that its ordering does not call noisy. They must be of its own game and not over.
pub(crate) fn calm<G: Listed>(
    spec: &Spec,
    session: &dyn AnySession,
    load: Loader<'_>,
) -> Result<Calm, SpecError> {
    let (_, options) = checked_search::<G>(spec, session, load)?;
    let order = options.find_spec("order").map_or(Ok(None), ordering::<G>)?;
    Ok(Box::new(move |session| {
        let session = own::<G>(session);
        let (game, state) = (session.game(), session.state());
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let noisy = |mv| order.as_ref().is_some_and(|order| order.is_noisy(game, state, mv));
        !game.mid_turn(state) && moves.into_iter().any(|mv| !noisy(mv))
    }))
}

pub(crate) type Explainer = fn(&Spec, &dyn AnySession, Loader<'_>) -> Result<Explained, SpecError>;

/// Takes apart the evaluation of a classic player, or gives the total of a search's.
pub(crate) fn explain_classic<G: Classics>(
    spec: &Spec,
    session: &dyn AnySession,
    load: Loader<'_>,
) -> Result<Explained, SpecError> {
    let Some(entry) = G::CLASSICS.iter().find(|entry| entry.name == spec.name) else {
        return explain::<G>(spec, session, load);
    };
    let options = Options::check(entry.name, entry.options, &spec.given, load)?;
    let terms = entry.explain.ok_or_else(|| no_evaluation(entry.name))?;
    let session = own::<G>(session);
    let agent = format!("{}{}", entry.name, options.normal_form());
    for_seats(agent, session, |seat| terms(&options, session.game(), session.state(), seat))
}

/// Gives the value by the evaluation of a search, which is one term.
pub(crate) fn explain<G: Listed>(
    spec: &Spec,
    session: &dyn AnySession,
    load: Loader<'_>,
) -> Result<Explained, SpecError> {
    let (entry, options) = checked_search::<G>(spec, session, load)?;
    let name = options.find_spec("eval").ok_or_else(|| no_evaluation(entry.name))?;
    let eval = Chosen::<G>::read(name, session, load)?.build();
    let session = own::<G>(session);
    let over = session.outcome();
    let agent = format!("{}{}", entry.name, options.normal_form());
    for_seats(agent, session, |seat| {
        let value = match &over {
            Some(payoffs) => eval.terminal(session.game(), session.state(), payoffs, seat),
            None => eval.score(session.game(), session.state(), seat),
        };
        Ok(vec![(format!("evaluation {}", Spec::parse(name)?.name), value.real())])
    })
}

fn for_seats<G: Listed>(
    agent: String,
    session: &Session<G>,
    terms: impl Fn(Player) -> Result<Vec<(String, f64)>, SpecError>,
) -> Result<Explained, SpecError> {
    // A negative zero would only puzzle readers.
    let positive = |(name, value): (String, f64)| (name, value + 0.0);
    let of_seat = |seat| {
        let terms = terms(seat)?.into_iter().map(positive).collect();
        Ok(SeatTerms { seat, terms })
    };
    let seats = seats(session.game().players()).map(of_seat);
    Ok(Explained { agent, seats: seats.collect::<Result<_, SpecError>>()? })
}

fn own<G: Listed>(session: &dyn AnySession) -> &Session<G> {
    session.as_any().downcast_ref().expect("an evaluation is asked about its own game")
}

fn no_evaluation(name: &str) -> SpecError {
    SpecError(format!("{name} evaluates no positions: there is nothing to explain"))
}
