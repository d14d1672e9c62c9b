//! Positions to measure on: random play from a seed.

use plyglot_arena::Error;
use plyglot_catalog::Opened;
use plyglot_core::{AnySession, Rng};

/// How many times as many games as positions are tried before a range of plies is given up.
const TRIES: u64 = 50;

/// Positions with a choice after so many random plies, as many of every number in the range as of any other.
pub(crate) fn places(
    opened: &Opened,
    (first, last): (u32, u32),
    count: usize,
    seed: u64,
) -> Result<Vec<Box<dyn AnySession>>, Error> {
    let lengths = u64::from(last - first) + 1;
    let tried = (0..TRIES * count as u64).map(|index| {
        let mut rng = Rng::stream(seed, index);
        let mut session = opened.session.boxed();
        let plies = u64::from(first) + index % lengths;
        let whole = (0..plies).all(|_| session.play_random(&mut rng));
        (whole && session.outcome().is_none() && session.legal().len() > 1).then_some(session)
    });
    let found: Vec<_> = tried.flatten().take(count).collect();
    match found.len() == count {
        true => Ok(found),
        false => Err(Error::Input(format!(
            "{}: only {} of {count} positions after {first} to {last} random plies have a choice",
            opened.spec,
            found.len()
        ))),
    }
}
