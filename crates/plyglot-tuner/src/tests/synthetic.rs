//! A game whose best parameters are known: the probability of a win is a logistic function of how far the
//! two players are from a hidden optimum.

use plyglot_stats::{elo, random::Random};

use crate::{
    bayes::{self, Bayes},
    cmaes::{self, CmaEs},
    generate::{self, Generate},
    method::{Method, Played},
    space::{Individual, Parameter},
    spsa::{self, Spsa},
};

/// Elo lost at one range from the optimum in a single parameter.
const STEEP: f64 = 1600.0;

struct Hidden {
    optimum: Vec<f64>,
}

impl Hidden {
    fn new(count: usize, random: &mut Random) -> Hidden {
        Hidden { optimum: (0..count).map(|_| 20.0 + 60.0 * random.unit()).collect() }
    }

    fn distance(&self, own: &Individual) -> f64 {
        let far = own[0].iter().zip(&self.optimum).map(|(a, b)| ((a - b) / 100.0).powi(2));
        far.sum::<f64>().sqrt()
    }

    fn strength(&self, own: &Individual) -> f64 {
        -STEEP * self.distance(own).powi(2)
    }
}

fn parameters(count: usize) -> Vec<Parameter> {
    let parameter = |number| Parameter {
        name: format!("p{number}"),
        low: 0.0,
        high: 100.0,
        whole: true,
        start: 50.0,
        step: 10.0,
        seat: None,
    };
    (0..count).map(parameter).collect()
}

/// Lets a method play so many games; how far its choice is from the optimum, in ranges.
fn distance(method: &mut dyn Method, hidden: &Hidden, games: usize, seed: u64) -> f64 {
    let (mut random, mut played) = (Random::new(seed), 0);
    while played < games {
        let Some(trial) = method.ask(played as f64 / games as f64) else { break };
        let mut told = Played::default();
        for meeting in &trial.meetings {
            let first = hidden.strength(&trial.players[meeting.first]);
            let second = meeting.second.map(|own| hidden.strength(&trial.players[own]));
            let chance = elo::to_score(first - second.unwrap_or(0.0));
            let mut game = || if random.unit() < chance { 0.5 } else { 0.0 };
            told.scores.push((0..trial.openings).map(|_| game() + game()).collect());
            played += 2 * trial.openings;
        }
        method.tell(&told);
    }
    hidden.distance(&method.best())
}

/// The distances of ten seeds, the nearest first.
fn distances(games: usize, count: usize, make: impl Fn(u64) -> Box<dyn Method>) -> Vec<f64> {
    let mut found: Vec<f64> = (0..10)
        .map(|seed| {
            let hidden = Hidden::new(count, &mut Random::new(100 + seed));
            distance(&mut *make(seed), &hidden, games, 200 + seed)
        })
        .collect();
    found.sort_by(f64::total_cmp);
    found
}

fn generate(count: usize) -> impl Fn(u64) -> Box<dyn Method> {
    let options = generate::Options { openings: 16, ..generate::Options::default() };
    move |seed| Box::new(Generate::new(parameters(count), options.clone(), seed))
}

fn spsa(count: usize) -> impl Fn(u64) -> Box<dyn Method> {
    move |seed| Box::new(Spsa::new(parameters(count), spsa::Options::default(), false, seed))
}

fn cmaes(count: usize) -> impl Fn(u64) -> Box<dyn Method> {
    move |seed| Box::new(CmaEs::new(parameters(count), cmaes::Options::default(), false, seed))
}

fn bayes(count: usize) -> impl Fn(u64) -> Box<dyn Method> {
    move |seed| Box::new(Bayes::new(parameters(count), bayes::Options::default(), false, seed))
}

/// Nine of ten seeds come as near as said; the start is 0.25 to 0.35 away.
#[test]
fn every_method_comes_near_a_hidden_optimum() {
    let near = |found: Vec<f64>, within: f64| assert!(found[8] <= within, "{found:?}");
    near(distances(8000, 2, generate(2)), 0.22);
    near(distances(2000, 4, spsa(4)), 0.08);
    near(distances(2000, 4, cmaes(4)), 0.13);
    near(distances(1000, 2, bayes(2)), 0.13);
}

#[test]
fn methods_differ_in_what_they_make_of_games() {
    let median = |found: Vec<f64>| 0.5 * (found[4] + found[5]);
    let of_four = |make: &dyn Fn(u64) -> Box<dyn Method>| median(distances(2000, 4, make));
    let found = [of_four(&spsa(4)), of_four(&cmaes(4)), of_four(&generate(4))];
    assert!(found.is_sorted(), "{found:?}");
    let few = [median(distances(500, 2, bayes(2))), median(distances(500, 2, generate(2)))];
    assert!(few.is_sorted(), "{few:?}");
}

/// Asking twice what it would choose changes nothing in what it does.
#[test]
fn looking_does_not_disturb() {
    let twice = |make: &dyn Fn(u64) -> Box<dyn Method>| (make(7), make(7));
    let pairs = [twice(&generate(2)), twice(&spsa(2)), twice(&cmaes(2)), twice(&bayes(2))];
    for (mut calm, mut watched) in pairs {
        for number in 0..12 {
            let trial = calm.ask(0.05 * f64::from(number));
            watched.best();
            assert_eq!(trial, watched.ask(0.05 * f64::from(number)));
            let score = |at| 0.25 * f64::from((number + at) % 5);
            let meetings = trial.map_or(0, |own| own.meetings.len()) as i32;
            let told = Played { scores: (0..meetings).map(|at| vec![score(at)]).collect() };
            assert_eq!(calm.tell(&told), watched.tell(&told));
            watched.finalists();
        }
    }
}
