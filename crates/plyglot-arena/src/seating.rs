//! Who sits where: line-ups and the seatings that balance them.

use serde::Serialize;

use crate::Error;

/// The most seatings of one block: all orders of six sides.
pub const MOST_SEATINGS: usize = 720;

/// Which orders of a line-up a block plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Orders {
    /// Every rotation, and every rotation of the reversed order: each agent has each seat and each
    /// neighbour equally often.
    Rotations,
    /// Every order.
    All,
}

/// The distinct orders of a line-up, in a fixed order.
pub fn orders(line_up: &[usize], orders: Orders) -> Result<Vec<Vec<usize>>, Error> {
    let mut found: Vec<Vec<usize>> = match orders {
        Orders::Rotations => {
            let reversed: Vec<usize> = line_up.iter().rev().copied().collect();
            rotations(line_up).chain(rotations(&reversed)).collect()
        }
        Orders::All => permutations(line_up)?,
    };
    let mut seen = Vec::new();
    found.retain(|order| {
        let new = !seen.contains(order);
        seen.push(order.clone());
        new
    });
    Ok(found)
}

fn rotations(line_up: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    (0..line_up.len()).map(move |by| {
        let mut rotated = line_up.to_vec();
        rotated.rotate_right(by);
        rotated
    })
}

/// All distinct orders, in lexicographic order of agents.
fn permutations(line_up: &[usize]) -> Result<Vec<Vec<usize>>, Error> {
    let mut current = line_up.to_vec();
    current.sort_unstable();
    let mut all = vec![current.clone()];
    while next_permutation(&mut current) {
        if all.len() == MOST_SEATINGS {
            return Err(Error::Input(format!(
                "all seatings of {} sides are more than {MOST_SEATINGS} games a block; rotations balance seats with {}",
                line_up.len(),
                2 * line_up.len()
            )));
        }
        all.push(current.clone());
    }
    Ok(all)
}

fn next_permutation(order: &mut [usize]) -> bool {
    let Some(fall) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]) else {
        return false;
    };
    let swap = (fall..order.len()).rev().find(|&at| order[at] > order[fall - 1]);
    order.swap(fall - 1, swap.unwrap_or(fall));
    order[fall..].reverse();
    true
}

/// The blocks of a match: for each, the line-ups that together balance its agents over `sides`.
///
/// As many agents as sides are one line-up. Of fewer, every two meet in a block of two line-ups: one of
/// the first among others all of the second, and the reverse. Of more, every choice of as many as there
/// are sides is a block.
pub fn match_blocks(agents: usize, sides: usize) -> Vec<Vec<Vec<usize>>> {
    if agents == sides {
        return vec![vec![(0..sides).collect()]];
    }
    if agents > sides {
        return choices(agents, sides).into_iter().map(|line_up| vec![line_up]).collect();
    }
    choices(agents, 2).into_iter().map(|pair| duel(pair[0], pair[1], sides)).collect()
}

/// The blocks of a match for which agents were listed, some perhaps more than once: as many as there are
/// sides are one line-up; of others each counts once.
pub fn listed_blocks(listed: &[usize], agents: usize, sides: usize) -> Vec<Vec<Vec<usize>>> {
    match listed.len() == sides {
        true => vec![vec![listed.to_vec()]],
        false => match_blocks(agents, sides),
    }
}

/// The line-ups that compare two agents in a game of any number of sides.
pub fn duel(first: usize, second: usize, sides: usize) -> Vec<Vec<usize>> {
    let one_among = |one, others| {
        let mut line_up = vec![others; sides];
        line_up[0] = one;
        line_up
    };
    if sides == 2 {
        return vec![vec![first, second]];
    }
    vec![one_among(first, second), one_among(second, first)]
}

/// Every choice of `count` among the first `of` numbers.
pub fn choices(of: usize, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for last in count - 1..of {
        for mut choice in choices(last, count - 1) {
            choice.push(last);
            all.push(choice);
        }
    }
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_give_every_agent_every_seat_equally_often() {
        for sides in 2..=8 {
            let line_up: Vec<usize> = (0..sides).collect();
            let found = orders(&line_up, Orders::Rotations).unwrap();
            for agent in 0..sides {
                for seat in 0..sides {
                    let times = found.iter().filter(|order| order[seat] == agent).count();
                    assert_eq!(times * sides, found.len());
                }
            }
        }
    }

    #[test]
    fn every_order_comes_once() {
        assert_eq!(orders(&[0, 1], Orders::Rotations).unwrap(), [[0, 1], [1, 0]]);
        assert_eq!(orders(&[0, 1, 2], Orders::Rotations).unwrap().len(), 6);
        assert_eq!(orders(&[0, 1, 1], Orders::All).unwrap().len(), 3);
        assert_eq!(orders(&[0, 1, 1], Orders::Rotations).unwrap().len(), 3);
        assert_eq!(orders(&[0, 1, 2, 3], Orders::All).unwrap().len(), 24);
        assert!(orders(&[0, 1, 2, 3, 4, 5, 6, 7], Orders::All).is_err());
    }

    #[test]
    fn line_ups_fit_the_number_of_sides() {
        assert_eq!(match_blocks(2, 2), [[[0, 1]]]);
        assert_eq!(match_blocks(2, 3), [[[0, 1, 1], [1, 0, 0]]]);
        assert_eq!(match_blocks(3, 2).len(), 3);
        assert_eq!(match_blocks(5, 3).len(), 10);
        assert_eq!(match_blocks(3, 4).len(), 3);
    }
}
