//! The choice of one set of sides from several: Davidson-Luce probabilities and their moments.

use super::MOST_SIDES;

/// The logarithm of the weight of ties by the number of their sides; single sides have 0, and sizes
/// that never occur have none.
pub(super) type Ties = [Option<f64>; MOST_SIDES + 1];

/// What is expected of a choice.
pub(super) struct Expectation {
    /// The logarithm of the sum of all sets' weights.
    pub(super) denominator: f64,
    /// By side: the expected share it has in the chosen set, one over the set's size.
    pub(super) shares: [f64; MOST_SIDES],
    /// By size: the probability that the chosen set has it.
    pub(super) orders: [f64; MOST_SIDES + 1],
}

/// The moments of a choice among sides of these logarithmic strengths.
///
/// The weights of all sets of one size sum to an elementary symmetric polynomial of roots of the
/// strengths, so no set is visited: this is the inner loop of every fit.
pub(super) fn expectation(strengths: &[f64], ties: &Ties) -> Expectation {
    // Strengths are taken relative to the strongest, so that no exponential overflows.
    let top = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares = [0.0; MOST_SIDES];
    let mut orders = [0.0; MOST_SIDES + 1];
    for order in 1..=strengths.len() {
        let Some(tie) = ties[order] else { continue };
        let mut roots = [0.0; MOST_SIDES];
        roots
            .iter_mut()
            .zip(strengths)
            .for_each(|(root, strength)| *root = ((strength - top) / order as f64).exp());
        let roots = &roots[..strengths.len()];
        let sums = symmetric_sums(roots, order);
        let weight = tie.exp();
        orders[order] = weight * sums[order];
        for (share, root) in shares.iter_mut().zip(roots) {
            // The sums without this side, each from the one before.
            let without = (1..order).fold(1.0, |without, size| sums[size] - root * without);
            *share += weight * root * without.max(0.0) / order as f64;
        }
    }
    let total: f64 = orders.iter().sum();
    shares.iter_mut().chain(&mut orders).for_each(|value| *value /= total);
    Expectation { denominator: total.ln() + top, shares, orders }
}

/// The elementary symmetric polynomials of the roots up to a degree.
fn symmetric_sums(roots: &[f64], degree: usize) -> [f64; MOST_SIDES + 1] {
    let mut sums = [0.0; MOST_SIDES + 1];
    sums[0] = 1.0;
    for root in roots {
        for size in (1..=degree).rev() {
            sums[size] += root * sums[size - 1];
        }
    }
    sums
}

/// Every set that may be chosen, as a bit mask of the sides, with its probability.
pub(super) fn sets(strengths: &[f64], ties: &Ties, denominator: f64) -> Vec<(usize, f64)> {
    let probability = |set: usize| {
        let order = set.count_ones() as usize;
        let sum: f64 = members(set).map(|side| strengths[side]).sum();
        ties[order].map(|tie| (set, (sum / order as f64 + tie - denominator).exp()))
    };
    (1..1 << strengths.len()).filter_map(probability).collect()
}

/// The sides in a bit mask.
pub(super) fn members(set: usize) -> impl Iterator<Item = usize> {
    (0..MOST_SIDES).filter(move |side| set >> side & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_over_sets_are_those_of_the_polynomials() {
        let strengths = [0.3, -1.0, 4.0, 0.3, -9.0, 2.0, 0.0, 1.5];
        let ties =
            [None, Some(0.0), Some(-0.7), None, Some(0.4), None, None, Some(-2.0), Some(-1.0)];
        for count in 2..=MOST_SIDES {
            let found = expectation(&strengths[..count], &ties);
            let (mut shares, mut orders) = ([0.0; MOST_SIDES], [0.0; MOST_SIDES + 1]);
            for (set, probability) in sets(&strengths[..count], &ties, found.denominator) {
                let order = set.count_ones() as usize;
                orders[order] += probability;
                members(set).for_each(|side| shares[side] += probability / order as f64);
            }
            assert!((orders.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            (0..MOST_SIDES)
                .for_each(|side| assert!((shares[side] - found.shares[side]).abs() < 1e-10));
            (0..=MOST_SIDES)
                .for_each(|size| assert!((orders[size] - found.orders[size]).abs() < 1e-10));
        }
    }
}
