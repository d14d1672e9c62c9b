//! The likelihood of rankings and its maximum.

use super::Game;
use crate::linear::{Matrix, dot};
use std::{collections::BTreeMap, ops::Range};

/// Steps below this (in natural logarithms of strength) end a fit: far below any interval.
const SMALL_STEP: f64 = 1e-9;
/// The same for samples of a bootstrap, whose own noise is larger by far.
const SMALL_SAMPLE_STEP: f64 = 1e-5;

/// A set of sides from which one set is chosen to come next: the parameters of each side.
type Menu = Vec<Side>;

/// The parameters of a side: its player and, where seats count, its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    player: usize,
    seat: Option<usize>,
}

/// All games as choices from menus. Equal menus of different games are one.
///
/// Parameters are the logarithms of strengths of players, then of seats, then of tie weights.
pub(super) struct Model {
    players: usize,
    seats: usize,
    /// The sizes of ties that occur, ascending; each has a parameter.
    orders: Vec<usize>,
    /// The inverse variance of the prior.
    precision: f64,
    menus: Vec<Menu>,
    games: Vec<Choices>,
}

/// What happened in a game: from which menus was chosen, and the sum of the features of the choices.
struct Choices {
    menus: Vec<usize>,
    features: Vec<(usize, f64)>,
}

impl Model {
    pub(super) fn new(
        players: usize,
        games: &[Game],
        with_seats: bool,
        precision_root: f64,
    ) -> Self {
        let most_sides = games.iter().map(|game| game.players.len()).max().unwrap_or(0);
        let seats = if with_seats { most_sides } else { 0 };
        let mut orders: Vec<usize> =
            games.iter().flat_map(groups).map(|group| group.len()).collect();
        orders.retain(|&order| order > 1);
        orders.sort_unstable();
        orders.dedup();
        let precision = precision_root * precision_root;
        let mut model =
            Model { players, seats, orders, precision, menus: Vec::new(), games: Vec::new() };
        let mut known = BTreeMap::new();
        model.games = games.iter().map(|game| model.choices(game, &mut known)).collect();
        model.menus = vec![Menu::new(); known.len()];
        known.into_iter().for_each(|(menu, index)| model.menus[index] = menu);
        model
    }

    fn choices(&self, game: &Game, known: &mut BTreeMap<Menu, usize>) -> Choices {
        let side = |place: usize| Side {
            player: game.players[place],
            seat: (self.seats > 0).then_some(self.players + place),
        };
        let groups = groups(game);
        let mut choices = Choices { menus: Vec::new(), features: Vec::new() };
        for (index, group) in groups.iter().enumerate() {
            let mut menu: Menu =
                groups[index..].iter().flatten().map(|&place| side(place)).collect();
            if menu.len() < 2 {
                break;
            }
            menu.sort_unstable();
            let next = known.len();
            choices.menus.push(*known.entry(menu).or_insert(next));
            let share = 1.0 / group.len() as f64;
            for side in group.iter().map(|&place| side(place)) {
                choices.features.extend(side.parameters().map(|parameter| (parameter, share)));
            }
            choices
                .features
                .extend(self.order_parameter(group.len()).map(|parameter| (parameter, 1.0)));
        }
        choices
    }

    pub(super) fn start(&self) -> Vec<f64> {
        vec![0.0; self.players + self.seats + self.orders.len()]
    }

    pub(super) fn seat_range(&self) -> Range<usize> {
        self.players..self.players + self.seats
    }

    /// The sizes of ties and their parameters.
    pub(super) fn ties(&self) -> impl Iterator<Item = (usize, usize)> {
        let first = self.players + self.seats;
        self.orders.iter().enumerate().map(move |(index, &order)| (order, first + index))
    }

    fn order_parameter(&self, order: usize) -> Option<usize> {
        self.ties().find(|&(tied, _)| tied == order).map(|(_, parameter)| parameter)
    }

    /// The maximum for games that count so much each, from a start near it. With the inverse of a
    /// curvature near the right one (of the full data for a sample), most fits need no other.
    pub(super) fn fit(&self, weights: &[f64], start: &[f64], inverse: Option<&Matrix>) -> Vec<f64> {
        let data = self.weigh(weights);
        let small = if inverse.is_some() { SMALL_SAMPLE_STEP } else { SMALL_STEP };
        let mut parameters = start.to_vec();
        let mut last = f64::INFINITY;
        for _ in 0..20 {
            let Some(inverse) = inverse else { break };
            let step = inverse.times(&self.slope(&data, &parameters).1);
            let length = longest(&step);
            if length > 0.7 * last {
                break;
            }
            last = length;
            parameters.iter_mut().zip(&step).for_each(|(parameter, step)| *parameter += step);
            if length < small {
                return parameters;
            }
        }
        self.climb(&data, parameters, small)
    }

    /// Newton's method; steps are halved until they climb, which concavity makes sufficient.
    fn climb(&self, data: &Weighted, mut parameters: Vec<f64>, small: f64) -> Vec<f64> {
        for _ in 0..100 {
            let (height, slope) = self.slope(data, &parameters);
            let mut step = self.weighted_curvature(data, &parameters).solve(slope);
            let mut next = moved(&parameters, &step);
            for _ in 0..40 {
                // The tolerance is for the rounding of heights at the top.
                if self.slope(data, &next).0 >= height - 1e-10 * height.abs() {
                    break;
                }
                step.iter_mut().for_each(|part| *part *= 0.5);
                next = moved(&parameters, &step);
            }
            parameters = next;
            if longest(&step) < small {
                break;
            }
        }
        parameters
    }

    /// The negative second derivative for games that count so much each.
    pub(super) fn curvature(&self, weights: &[f64], parameters: &[f64]) -> Matrix {
        self.weighted_curvature(&self.weigh(weights), parameters)
    }

    fn weigh(&self, weights: &[f64]) -> Weighted {
        let mut data = Weighted { menus: vec![0.0; self.menus.len()], features: self.start() };
        for (game, &weight) in self.games.iter().zip(weights).filter(|&(_, &weight)| weight > 0.0) {
            game.menus.iter().for_each(|&menu| data.menus[menu] += weight);
            game.features
                .iter()
                .for_each(|&(parameter, share)| data.features[parameter] += weight * share);
        }
        data
    }

    /// The logarithm of the likelihood with the prior, and its slope.
    fn slope(&self, data: &Weighted, parameters: &[f64]) -> (f64, Vec<f64>) {
        let mut height =
            dot(&data.features, parameters) - 0.5 * self.precision * dot(parameters, parameters);
        let mut slope: Vec<f64> = data
            .features
            .iter()
            .zip(parameters)
            .map(|(sum, at)| sum - self.precision * at)
            .collect();
        let mut choice = Choice::default();
        for (menu, &weight) in
            self.menus.iter().zip(&data.menus).filter(|&(_, &weight)| weight > 0.0)
        {
            height -= weight * choice.fill(self, menu, parameters);
            for (parameter, expected) in choice.expected(self, menu) {
                slope[parameter] -= weight * expected;
            }
        }
        (height, slope)
    }

    fn weighted_curvature(&self, data: &Weighted, parameters: &[f64]) -> Matrix {
        let mut curvature = Matrix::zero(parameters.len());
        (0..parameters.len()).for_each(|index| *curvature.at(index, index) = self.precision);
        let mut choice = Choice::default();
        for (menu, &weight) in
            self.menus.iter().zip(&data.menus).filter(|&(_, &weight)| weight > 0.0)
        {
            choice.fill(self, menu, parameters);
            choice.add_covariance(self, menu, weight, &mut curvature);
        }
        curvature
    }
}

/// The games of a sample: how often was chosen from each menu, and the sum of all choices' features.
struct Weighted {
    menus: Vec<f64>,
    features: Vec<f64>,
}

/// The probabilities of all sets that may be chosen from a menu, by bit mask of its sides.
#[derive(Default)]
struct Choice {
    sums: Vec<f64>,
    probabilities: Vec<f64>,
}

impl Choice {
    /// Computes the probabilities and returns the logarithm of their common denominator.
    fn fill(&mut self, model: &Model, menu: &Menu, parameters: &[f64]) -> f64 {
        let masks = 1 << menu.len();
        self.sums.clear();
        self.sums.push(0.0);
        self.probabilities.clear();
        self.probabilities.resize(masks, 0.0);
        let mut total = 0.0;
        // Strengths are taken relative to the strongest, so that no exponential overflows.
        let strength =
            |side: &Side| side.parameters().map(|parameter| parameters[parameter]).sum::<f64>();
        let top = menu.iter().map(strength).fold(f64::NEG_INFINITY, f64::max);
        for mask in 1..masks {
            let side = &menu[mask.trailing_zeros() as usize];
            self.sums.push(self.sums[mask & (mask - 1)] + strength(side) - top);
            let order = mask.count_ones() as usize;
            let tie = if order == 1 {
                Some(0.0)
            } else {
                model.order_parameter(order).map(|at| parameters[at])
            };
            if let Some(tie) = tie {
                self.probabilities[mask] = (self.sums[mask] / order as f64 + tie).exp();
                total += self.probabilities[mask];
            }
        }
        self.probabilities.iter_mut().for_each(|probability| *probability /= total);
        total.ln() + top
    }

    /// The sets with their probabilities.
    fn sets(&self) -> impl Iterator<Item = (usize, f64)> {
        self.probabilities.iter().copied().enumerate().filter(|&(_, probability)| probability > 0.0)
    }

    /// The expected features by parameter; a parameter may come several times.
    fn expected(&self, model: &Model, menu: &Menu) -> Vec<(usize, f64)> {
        let mut shares = [0.0; super::MOST_SIDES];
        let mut orders = [0.0; super::MOST_SIDES + 1];
        for (mask, probability) in self.sets() {
            let order = mask.count_ones() as usize;
            orders[order] += probability;
            (0..menu.len())
                .filter(|place| mask >> place & 1 == 1)
                .for_each(|place| shares[place] += probability / order as f64);
        }
        let sides = menu
            .iter()
            .zip(shares)
            .flat_map(|(side, share)| side.parameters().map(move |at| (at, share)));
        sides.chain(model.ties().map(|(order, at)| (at, orders[order]))).collect()
    }

    /// Adds the covariance of the features, `weight` times.
    fn add_covariance(&self, model: &Model, menu: &Menu, weight: f64, sum: &mut Matrix) {
        let expected = self.expected(model, menu);
        for &(row, one) in &expected {
            expected
                .iter()
                .for_each(|&(column, other)| *sum.at(row, column) -= weight * one * other);
        }
        for (mask, probability) in self.sets() {
            let order = mask.count_ones() as usize;
            let share = 1.0 / order as f64;
            let members = menu.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
            let mut features: Vec<(usize, f64)> =
                members.flat_map(|(_, side)| side.parameters().map(|at| (at, share))).collect();
            features.extend(model.order_parameter(order).map(|at| (at, 1.0)));
            for &(row, one) in &features {
                features.iter().for_each(|&(column, other)| {
                    *sum.at(row, column) += weight * probability * one * other
                });
            }
        }
    }
}

impl Side {
    fn parameters(self) -> impl Iterator<Item = usize> {
        std::iter::once(self.player).chain(self.seat)
    }
}

/// The places of a game grouped by rank, best first.
fn groups(game: &Game) -> Vec<Vec<usize>> {
    let mut by_rank: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    game.ranks
        .iter()
        .enumerate()
        .for_each(|(place, &rank)| by_rank.entry(rank).or_default().push(place));
    by_rank.into_values().collect()
}

fn moved(from: &[f64], step: &[f64]) -> Vec<f64> {
    from.iter().zip(step).map(|(from, step)| from + step).collect()
}

fn longest(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |longest, part| part.abs().max(longest))
}
