//! Who sits where, as typed.

use plyglot_catalog::Opened;
use plyglot_core::shorten;
use plyglot_lab::{Lab, Limits, Seat, SeatPlan, games::usual_agent};

const HUMAN: &str = "human";

/// Reads seats separated by commas. Seats left over go to the last agent named, or to the usual one
/// after a human.
pub(super) fn read(
    lab: &Lab<'_>,
    opened: &Opened,
    text: &str,
    limits: Limits,
    seed: u64,
) -> Result<SeatPlan, String> {
    let mut names: Vec<String> =
        split(text).into_iter().map(|name| name.trim().to_owned()).collect();
    let players = usize::from(opened.session.players());
    if names.len() > players {
        let (game, count) = (opened.entry.name, names.len());
        return Err(format!("{count} seats for the {players} players of {game}"));
    }
    let rest = names.last().filter(|name| *name != HUMAN).cloned();
    names.resize(players, rest.unwrap_or_else(|| usual_agent(&opened.entry).to_owned()));
    let mut seats = Vec::new();
    for (number, name) in (1..).zip(names) {
        let seat = seat(lab, opened, name, limits);
        seats.push(seat.map_err(|why| format!("seat {number}: {why}"))?);
    }
    Ok(SeatPlan { seats, clock: None, seed })
}

fn seat(lab: &Lab<'_>, opened: &Opened, text: String, limits: Limits) -> Result<Seat, String> {
    match text.as_str() {
        HUMAN => Ok(Seat::Person { name: text }),
        "" => Err(format!("expected {HUMAN} or an agent, found nothing")),
        _ => match lab.agent(&text, opened) {
            Ok(_) => Ok(Seat::Agent { spec: text, limits }),
            Err(why) => Err(format!("{:?} is neither {HUMAN} nor an agent: {why}", shorten(&text))),
        },
    }
}

/// A seat as it was asked for.
pub(super) fn name(seat: &Seat) -> &str {
    match seat {
        Seat::Person { name } => name,
        Seat::Agent { spec, .. } => spec,
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
