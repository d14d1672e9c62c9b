//! `seats(1=…,2=…)`: one agent that plays every seat as another agent would.

use plyglot_core::{AnySession, Player, Scale, Spec, SpecError};

use crate::{Answer, AnyAgent, AskError, Request};

/// The name in specifications.
pub const SEATS: &str = "seats";

/// An agent of its own for every seat.
pub(crate) struct Seats {
    /// By seat.
    agents: Vec<Box<dyn AnyAgent>>,
    spec: String,
    short: String,
}

impl Seats {
    /// The agents of a specification, which names one for every seat; `make` makes each.
    pub(crate) fn build(
        spec: &Spec,
        players: u8,
        make: impl Fn(&str) -> Result<Box<dyn AnyAgent>, SpecError>,
    ) -> Result<Seats, SpecError> {
        let texts = seat_texts(spec, players)?;
        let agents: Vec<_> = texts.iter().map(|text| make(text)).collect::<Result<_, _>>()?;
        let numbered = |texts: Vec<&str>| {
            let seats = (1..).map(|seat: u8| seat.to_string());
            let given = seats.zip(texts.into_iter().map(str::to_owned)).collect();
            Spec { name: SEATS.to_owned(), given }.to_string()
        };
        let spec = numbered(agents.iter().map(|own| own.spec()).collect());
        let short = numbered(agents.iter().map(|own| own.short()).collect());
        Ok(Seats { agents, spec, short })
    }
}

/// The specifications of all seats, each given once by its number.
fn seat_texts(spec: &Spec, players: u8) -> Result<Vec<&str>, SpecError> {
    let refuse = |why: String| {
        let wanted: Vec<_> = (1..=players).map(|seat| format!("{seat}=AGENT")).collect();
        SpecError(format!("{SEATS}: {why}; expected {SEATS}({})", wanted.join(",")))
    };
    let number = |name: &str| name.parse().ok().filter(|seat| (1..=players).contains(seat));
    if let Some((name, _)) = spec.given.iter().find(|(name, _)| number(name).is_none()) {
        return Err(refuse(format!("there is no seat {name:?}")));
    }
    let text = |seat: u8| {
        let mut of_seat = spec.given.iter().filter(|(name, _)| number(name) == Some(seat));
        match (of_seat.next(), of_seat.next()) {
            (Some((_, text)), None) => Ok(text.as_str()),
            (None, _) => Err(refuse(format!("seat {seat} has no agent"))),
            _ => Err(refuse(format!("seat {seat} is given twice"))),
        }
    };
    (1..=players).map(text).collect()
}

impl AnyAgent for Seats {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn short(&self) -> &str {
        &self.short
    }

    fn ends_by_itself(&self) -> bool {
        self.agents.iter().all(|own| own.ends_by_itself())
    }

    fn scale(&self, mover: Player) -> Option<Scale> {
        self.agents.get(mover.idx())?.scale(mover)
    }

    fn think(
        &mut self,
        session: &dyn AnySession,
        request: &Request<'_>,
        report: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, AskError> {
        let agent = self.agents.get_mut(session.to_move().idx()).ok_or(AskError::OtherGame)?;
        agent.think(session, request, report)
    }

    fn new_game(&mut self) {
        self.agents.iter_mut().for_each(|own| own.new_game());
    }
}
