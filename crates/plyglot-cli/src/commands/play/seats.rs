//! Who sits where.

use plyglot_catalog::{AnyAgent, Catalog, Opened};
use plyglot_core::{Player, SpecError, shorten};

use crate::input::read_file;

const HUMAN: &str = "human";

/// Somebody who plays.
pub(super) enum Seat {
    /// Moves are typed.
    Human,
    /// Moves are thought out by an agent.
    Agent {
        /// The agent as it was asked for.
        text: String,
        /// The agent.
        agent: Box<dyn AnyAgent>,
    },
}

impl Seat {
    fn name(&self) -> &str {
        match self {
            Seat::Human => HUMAN,
            Seat::Agent { text, .. } => text,
        }
    }

    fn full_name(&self) -> &str {
        match self {
            Seat::Human => HUMAN,
            Seat::Agent { agent, .. } => agent.spec(),
        }
    }
}

/// All seats of a game, in order.
pub(super) struct Seats(Vec<Seat>);

impl Seats {
    /// Reads seats separated by commas. Seats left over go to the last agent named, or to the usual
    /// one after a human.
    pub(super) fn open(catalog: &Catalog, text: &str, opened: &Opened) -> Result<Self, SpecError> {
        let mut names: Vec<String> =
            split(text).into_iter().map(|name| name.trim().to_owned()).collect();
        let players = usize::from(opened.session.players());
        if names.len() > players {
            let (game, count) = (opened.entry.name, names.len());
            return Err(SpecError(format!("{count} seats for the {players} players of {game}")));
        }
        let rest = names.last().filter(|name| *name != HUMAN).cloned();
        names.resize(players, rest.unwrap_or_else(|| usual_agent(opened)));
        let seats = (1..).zip(names).map(|(number, name)| {
            let seat = open_seat(catalog, name, opened);
            seat.map_err(|SpecError(why)| SpecError(format!("seat {number}: {why}")))
        });
        Ok(Seats(seats.collect::<Result<_, _>>()?))
    }

    /// Whether a seat is a human's.
    pub(super) fn human(&self, seat: Player) -> bool {
        matches!(self.0[seat.idx()], Seat::Human)
    }

    /// Whether anybody is at the keyboard.
    pub(super) fn any_human(&self) -> bool {
        self.0.iter().any(|seat| matches!(seat, Seat::Human))
    }

    /// The agent of a seat.
    pub(super) fn agent(&mut self, seat: Player) -> Option<&mut dyn AnyAgent> {
        match &mut self.0[seat.idx()] {
            Seat::Human => None,
            Seat::Agent { agent, .. } => Some(&mut **agent),
        }
    }

    /// Lets all agents forget the game so far, as it did not come to be.
    pub(super) fn forget(&mut self) {
        for seat in &mut self.0 {
            if let Seat::Agent { agent, .. } = seat {
                agent.new_game();
            }
        }
    }

    /// The seats as they were asked for.
    pub(super) fn names(&self) -> Vec<&str> {
        self.0.iter().map(Seat::name).collect()
    }

    /// The seats with everything that their agents are made of.
    pub(super) fn full_names(&self) -> Vec<&str> {
        self.0.iter().map(Seat::full_name).collect()
    }
}

/// The agent that plays and gives hints when none is named: the best one the game has.
pub(super) fn usual_agent(opened: &Opened) -> String {
    let best = opened.entry.presets.iter().any(|preset| preset.name == "best");
    (if best { "best" } else { "paranoid" }).to_owned()
}

fn open_seat(catalog: &Catalog, text: String, opened: &Opened) -> Result<Seat, SpecError> {
    match text.as_str() {
        HUMAN => Ok(Seat::Human),
        "" => Err(SpecError(format!("expected {HUMAN} or an agent, found nothing"))),
        _ => {
            let agent = catalog.agent(&text, opened, &read_file);
            let agent = agent.map_err(|SpecError(why)| {
                SpecError(format!("{:?} is neither {HUMAN} nor an agent: {why}", shorten(&text)))
            })?;
            Ok(Seat::Agent { text, agent })
        }
    }
}

/// Splits at commas outside quotes and brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut open, mut quoted) = (0i32, false);
    let parts = text.split(|sign| {
        match sign {
            '"' => quoted = !quoted,
            '(' if !quoted => open += 1,
            ')' if !quoted => open -= 1,
            _ => {}
        }
        sign == ',' && open <= 0 && !quoted
    });
    parts.collect()
}
