//! Agents that may choose from some of the plies, where a ply is several decisions.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plyglot_catalog::{Answer, Budget, Catalog, Opened, Request, WallClock};
use plyglot_core::{AnySession, Rng, options::no_files};

fn open(spec: &str) -> Opened {
    Catalog::standard().open(spec, &no_files).unwrap()
}

/// The first positions of random games in which a ply is more than one decision.
fn captures(opened: &Opened, count: u64) -> Vec<Box<dyn AnySession>> {
    let find = |seed| {
        let (mut session, mut rng) = (opened.session.boxed(), Rng::new(seed));
        while session.outcome().is_none() && !session.legal().iter().any(|own| own.contains('x')) {
            session.play_random(&mut rng);
        }
        session
    };
    (0..count).map(find).filter(|session| session.outcome().is_none()).collect()
}

/// What an agent answers who may play only these, and every report on the way there.
fn ask(
    opened: &Opened,
    agent: &str,
    session: &dyn AnySession,
    only: &[String],
    budget: Budget,
) -> (Answer, Vec<Answer>) {
    let mut agent = Catalog::standard().agent(agent, opened, &no_files).unwrap();
    let (clock, stop, mut reports) = (WallClock::start(), AtomicBool::new(false), Vec::new());
    let request = Request { budget, lines: 3, only, seed: 7, ..Request::new(&clock, &stop) };
    let mut report = |answer: &Answer| reports.push(answer.clone());
    (agent.think(session, &request, &mut report).unwrap(), reports)
}

#[test]
fn an_answer_is_always_one_of_the_plies_to_choose_from() {
    let agents =
        ["random", "greedy", "alphabeta", "brs+", "maxn", "mcts", "mcts(threads=2)", "ubfm"];
    for game in ["dala", "dala(rules=per-line)", "dala(board=4)"] {
        let opened = open(game);
        for (seed, session) in captures(&opened, 6).iter().enumerate() {
            let mut rng = Rng::new(seed as u64);
            // Most of the plies are captures that begin alike, and any of them are left out.
            let (mut only, most) = (session.legal(), 1 + 5 * seed);
            while only.len() > most {
                only.remove(rng.below(only.len()));
            }
            for agent in agents {
                for nodes in [0, 1, 100, 3000] {
                    let budget = Budget { nodes: Some(nodes), time: None };
                    let (answer, reports) = ask(&opened, agent, &**session, &only, budget);
                    let ply = &answer.lines[0].plies[0];
                    assert!(only.contains(ply), "{game} {agent}: {ply} of {only:?}");
                    // Of other lines the first ply may be unfinished.
                    for line in reports.iter().chain([&answer]).flat_map(|own| &own.lines) {
                        let begins = |own: &String| own.starts_with(&line.plies[0]);
                        assert!(only.iter().any(begins), "{game} {agent}: {line:?} of {only:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_best_of_some_plies_is_the_best_of_each_alone() {
    let (opened, agent) = (open("dala"), "alphabeta(depth=2,tt=0,early_exit=off)");
    for session in captures(&opened, 3) {
        let value = |only: &[String]| {
            let (answer, _) = ask(&opened, agent, &*session, only, Budget::default());
            (answer.lines[0].plies[0].clone(), answer.expected().unwrap())
        };
        // Captures that begin alike, without the best of them, and whatever else there is.
        let (best, most) = value(&[]);
        let rest = session.legal().into_iter().filter(|ply| *ply != best);
        let only: Vec<String> = rest.step_by(3).collect();
        let each: Vec<f64> = only.iter().map(|ply| value(std::slice::from_ref(ply)).1).collect();
        let wanted = each.iter().copied().fold(0.0, f64::max);
        let (chosen, found) = value(&only);
        assert!(
            (found - wanted).abs() < 1e-9 && found <= most,
            "{chosen} {found} of {only:?} {each:?}"
        );
        let at = only.iter().position(|ply| *ply == chosen).unwrap();
        assert!((each[at] - wanted).abs() < 1e-9, "{chosen} of {only:?} {each:?}");
    }
}

#[test]
fn who_is_stopped_at_any_time_has_thought_about_all() {
    let opened = open("dala");
    let mut session = opened.session;
    ["c3", "d4", "d3", "c4"].iter().for_each(|ply| session.play(ply).unwrap());
    let opened = Opened { session, ..open("dala") };
    let only = ["b3xc4", "a1", "e3xd4"].map(str::to_owned);
    let mut agent = Catalog::standard().agent("alphabeta", &opened, &no_files).unwrap();
    let (clock, stop, nodes) = (WallClock::start(), AtomicBool::new(false), AtomicU64::new(0));
    let pulse = |more| {
        if nodes.fetch_add(more, Ordering::Relaxed) > 600_000 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let all = Request { lines: 3, only: &only, ..Request::new(&clock, &stop) };
    let answer = agent
        .think(&*opened.session, &Request { pulse: Some(&pulse), ..all }, &mut |_| {})
        .unwrap();
    assert!(answer.depth > 1 && answer.nodes > 600_000, "{answer:?}");
    let mut plies: Vec<_> = answer.lines.iter().map(|line| &*line.plies[0]).collect();
    plies.sort();
    assert_eq!(plies, ["a1", "b3xc4", "e3xd4"]);
    assert!(answer.lines.iter().all(|line| line.values[0].is_some()), "{answer:?}");
}
