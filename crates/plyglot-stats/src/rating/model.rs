//! The likelihood of rankings and its maximum.

use super::{
    Game, MOST_SIDES,
    choice::{Ties, expectation, members, sets},
};
use crate::linear::{Matrix, dot};
use std::{collections::BTreeMap, ops::Range};

/// Steps below this (in natural logarithms of strength) end a fit: far below any interval.
const SMALL_STEP: f64 = 1e-9;
/// The same for samples of a bootstrap, whose own noise is larger by far: what such a step leaves to do
/// is below a tenth of an Elo.
const SMALL_SAMPLE_STEP: f64 = 1e-3;

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
            // Weights of ties that a sample lacks fall for long, and ratings hardly feel it.
            let length = longest(&step[..self.seat_range().end]);
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
        let ties = self.tie_weights(parameters);
        for (menu, weight) in self.counted(data) {
            let expectation = expectation(Strengths::new(menu, parameters).all(), &ties);
            height -= weight * expectation.denominator;
            for (side, share) in menu.iter().zip(expectation.shares) {
                side.parameters().for_each(|parameter| slope[parameter] -= weight * share);
            }
            for (order, parameter) in self.ties() {
                slope[parameter] -= weight * expectation.orders[order];
            }
        }
        (height, slope)
    }

    fn weighted_curvature(&self, data: &Weighted, parameters: &[f64]) -> Matrix {
        let mut curvature = Matrix::zero(parameters.len());
        (0..parameters.len()).for_each(|index| *curvature.at(index, index) = self.precision);
        let ties = self.tie_weights(parameters);
        for (menu, weight) in self.counted(data) {
            let strengths = Strengths::new(menu, parameters);
            self.add_covariance(menu, weight, strengths.all(), &ties, &mut curvature);
        }
        curvature
    }

    /// Adds the covariance of the features of a choice, `weight` times.
    fn add_covariance(
        &self,
        menu: &Menu,
        weight: f64,
        strengths: &[f64],
        ties: &Ties,
        sum: &mut Matrix,
    ) {
        let expected = expectation(strengths, ties);
        let mut features: Vec<(usize, f64)> = Vec::new();
        for (side, share) in menu.iter().zip(expected.shares) {
            features.extend(side.parameters().map(|parameter| (parameter, share)));
        }
        features.extend(self.ties().map(|(order, parameter)| (parameter, expected.orders[order])));
        add_square(&features, -weight, sum);
        for (set, probability) in sets(strengths, ties, expected.denominator) {
            let order = set.count_ones() as usize;
            features.clear();
            for side in members(set) {
                features.extend(
                    menu[side].parameters().map(|parameter| (parameter, 1.0 / order as f64)),
                );
            }
            features.extend(self.order_parameter(order).map(|parameter| (parameter, 1.0)));
            add_square(&features, weight * probability, sum);
        }
    }

    /// The menus of a sample and how often was chosen from each.
    fn counted<'a>(&'a self, data: &'a Weighted) -> impl Iterator<Item = (&'a Menu, f64)> {
        self.menus.iter().zip(data.menus.iter().copied()).filter(|&(_, weight)| weight > 0.0)
    }

    fn tie_weights(&self, parameters: &[f64]) -> Ties {
        let mut weights = Ties::default();
        weights[1] = Some(0.0);
        self.ties().for_each(|(order, parameter)| weights[order] = Some(parameters[parameter]));
        weights
    }
}

/// The logarithmic strengths of the sides of a menu.
struct Strengths {
    values: [f64; MOST_SIDES],
    count: usize,
}

impl Strengths {
    fn new(menu: &Menu, parameters: &[f64]) -> Self {
        let mut values = [0.0; MOST_SIDES];
        for (value, side) in values.iter_mut().zip(menu) {
            *value = side.parameters().map(|parameter| parameters[parameter]).sum();
        }
        Strengths { values, count: menu.len() }
    }

    fn all(&self) -> &[f64] {
        &self.values[..self.count]
    }
}

/// Adds the product of sparse features with themselves.
fn add_square(features: &[(usize, f64)], weight: f64, sum: &mut Matrix) {
    for &(row, one) in features {
        features.iter().for_each(|&(column, other)| *sum.at(row, column) += weight * one * other);
    }
}

/// The games of a sample: how often was chosen from each menu, and the sum of all choices' features.
struct Weighted {
    menus: Vec<f64>,
    features: Vec<f64>,
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
