//! A gauntlet: some entrants against each of the others, who do not meet.

use super::{Frame, Versus, round_robin::every_encounter};
use crate::{Error, seating::duel};

/// Every challenger (entrants by number) against everybody who is none: `blocks` openings each.
pub fn gauntlet(frame: Frame, challengers: &[usize], blocks: usize) -> Result<Versus, Error> {
    let sides = frame.sides.count();
    let others: Vec<usize> =
        (0..frame.entrants().len()).filter(|entrant| !challengers.contains(entrant)).collect();
    if challengers.is_empty() || others.is_empty() {
        return Err(Error::Input(
            "a gauntlet needs a challenger and somebody who is none".to_owned(),
        ));
    }
    let mut encounters = Vec::new();
    for challenger in challengers {
        encounters.extend(others.iter().map(|other| duel(*challenger, *other, sides)));
    }
    every_encounter(frame, encounters, blocks)
}
