//! What a piece is worth to the evaluations, measured on games of moderate skill: the number that every game
//! declares, so that engines can tell values in hundredths of a piece.

use std::sync::atomic::AtomicBool;

use plyglot_catalog::{AnyAgent, Catalog, Judge, Opened, Request};
use plyglot_core::{AnySession, NoClock, Player, Rng, options::no_files};

/// A game with its judge and somebody who plays it.
struct Lot {
    catalog: Catalog,
    opened: Opened,
    judge: Judge,
    agent: Box<dyn AnyAgent>,
    /// The unit of the judge's points.
    unit: f64,
}

impl Lot {
    fn new(game: &str) -> Lot {
        let catalog = Catalog::standard();
        let opened = catalog.open(game, &no_files).unwrap();
        let judge = catalog.judge("best", &opened, &no_files).unwrap();
        // Not every search has a depth.
        let limit = if game == "chexers" { "simulations=300" } else { "depth=2" };
        let agent = catalog.agent(&format!("best({limit})"), &opened, &no_files).unwrap();
        let unit = agent.scale(Player(0)).unwrap().unit;
        Lot { catalog, opened, judge, agent, unit }
    }

    /// Plays a game after some random plies, and shows every position of it, and the last one.
    fn play(
        &mut self,
        seed: u64,
        mut see: impl FnMut(&dyn AnySession, &Judge),
    ) -> Box<dyn AnySession> {
        let (mut session, mut rng) = (self.opened.session.boxed(), Rng::new(seed));
        for _ in 0..8 {
            session.play_random(&mut rng);
        }
        self.agent.new_game();
        for _ in 0..150 {
            if session.outcome().is_some() {
                break;
            }
            see(&*session, &self.judge);
            let stop = AtomicBool::new(false);
            let request = Request { seed, ..Request::new(&NoClock, &stop) };
            let answer = self.agent.think(&*session, &request, &mut |_| {}).unwrap();
            session.play(&answer.lines[0].plies[0]).unwrap();
        }
        session
    }

    #[track_caller]
    fn check(&self, measured: f64) {
        let declared = self.opened.entry.pieces;
        let (name, ratio) = (self.opened.entry.name, measured / declared);
        assert!((0.9..=1.1).contains(&ratio), "{name}: {measured} measured, {declared} declared");
    }
}

/// How many pieces make the unit, by what a piece is worth on the average: to its owner, who has it and then
/// has not, or to another, to whom it goes over where none is ever taken off the board.
fn by_changing(game: &str, goes_over: bool) -> (Lot, f64) {
    let mut lot = Lot::new(game);
    let (mut points, mut pieces) = (0.0, 0.0);
    for seed in 0..12 {
        lot.play(seed, |session, judge| {
            let Some(setup) = session.setup() else { return };
            let before = judge(session);
            for piece in session.scene().pieces {
                let (Some(owner), false) = (piece.owner, piece.is_crowned()) else { continue };
                let next = Player((owner.0 + 1) % session.players());
                let others = setup.palette.iter().find(|stamp| stamp.owner == Some(next)).unwrap();
                let (stamp, whose) =
                    if goes_over { (others, next) } else { (&setup.palette[0], owner) };
                let (mut changed, mut edited) = (session.boxed(), setup.clone());
                edited.cells[piece.cell] = stamp.label;
                if changed.set_setup(&edited).is_ok() && changed.outcome().is_none() {
                    points += (before[whose.idx()] - judge(&*changed)[whose.idx()]) as f64;
                    pieces += 1.0;
                }
            }
        });
    }
    let measured = lot.unit / (points / pieces).abs();
    (lot, measured)
}

/// The slope of `y` over `x`, through nothing.
fn slope(pairs: &[(f64, f64)]) -> f64 {
    let products: f64 = pairs.iter().map(|(x, y)| x * y).sum();
    products / pairs.iter().map(|(x, _)| x * x).sum::<f64>()
}

/// How many discs more than the other the first player has.
fn lead(session: &dyn AnySession) -> f64 {
    let pieces = session.scene().pieces;
    let count = |seat| pieces.iter().filter(|piece| piece.owner == Some(Player(seat))).count();
    count(0) as f64 - count(1) as f64
}

#[test]
fn a_piece_more_or_less_is_worth_what_it_is_said_to_be() {
    for (game, goes_over) in [("checkers", false), ("dala", false), ("chexers", true)] {
        let (lot, measured) = by_changing(game, goes_over);
        lot.check(measured);
    }
}

#[test]
fn discs_at_the_end_are_those_that_were_told() {
    for game in ["reversi", "reversixt(map=plain8)"] {
        let mut lot = Lot::new(game);
        let mut pairs = Vec::new();
        for seed in 0..100 {
            let mut points = Vec::new();
            let end = lot.play(seed, |session, judge| {
                points.push(judge(session)[0] as f64);
            });
            let lead = lead(&*end);
            pairs.extend(points.iter().map(|points| (points / lot.unit, lead)));
        }
        let measured = slope(&pairs);
        lot.check(measured);
    }
}

#[test]
fn the_way_that_is_left_is_told_in_steps() {
    let mut lot = Lot::new("halma");
    let steps = lot.catalog.judge("paranoid(eval=distance)", &lot.opened, &no_files).unwrap();
    let mut pairs = Vec::new();
    let unit = lot.unit;
    for seed in 0..8 {
        lot.play(seed, |session, judge| {
            pairs.push((judge(session)[0] as f64 / unit, steps(session)[0] as f64));
        });
    }
    let measured = slope(&pairs);
    lot.check(measured);
}
