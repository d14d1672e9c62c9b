//! Presets: names for specifications.

use std::sync::atomic::AtomicBool;

use plyglot_catalog::{Budget, Catalog, Preset, Request, WallClock};
use plyglot_core::{OptionKind, Rng, options::no_files};

/// Every game under every named variant or map it has.
fn games(catalog: &Catalog) -> Vec<String> {
    let mut all = Vec::new();
    for game in catalog.games() {
        all.push(game.name.to_owned());
        for option in game.options {
            let (OptionKind::Choice(names) | OptionKind::File(names)) = option.kind else {
                continue;
            };
            all.extend(names.iter().map(|name| format!("{}({}={name})", game.name, option.name)));
        }
    }
    all
}

#[test]
fn every_game_has_a_best_that_plays_all_its_variants() {
    let catalog = Catalog::standard();
    let stop = AtomicBool::new(false);
    // Some values need others beside them and cannot be had alone.
    let opened = games(&catalog).into_iter().filter_map(|text| {
        let opened = catalog.open(&text, &no_files).ok()?;
        Some((text, opened))
    });
    let opened: Vec<_> = opened.collect();
    assert!(opened.len() > 60, "only {} variants", opened.len());
    for (text, opened) in opened {
        let mut agent = catalog.agent("best", &opened, &no_files).unwrap();
        let (mut session, mut rng) = (opened.session.boxed(), Rng::new(1));
        for _ in 0..4 {
            if session.outcome().is_some() {
                break;
            }
            let budget = Budget { nodes: Some(200), time: None };
            let clock = WallClock::start();
            let request = Request { budget, seed: rng.next_u64(), ..Request::new(&clock, &stop) };
            let answer = agent.think(&*session, &request, &mut |_| {}).unwrap();
            let ply = &answer.lines[0].plies[0];
            session.play(ply).unwrap_or_else(|error| panic!("{text}: {ply}: {error}"));
            (0..5).for_each(|_| {
                session.play_random(&mut rng);
            });
        }
    }
}

#[test]
fn what_is_given_overrides_the_preset() {
    let (game, name, about) = ("reversi", "mine", "a test");
    let preset = Preset { game, name, about, spec: "alphabeta(depth=3,tt=8)" };
    let catalog = Catalog::standard().with_presets(&[preset]);
    let opened = catalog.open("reversi", &no_files).unwrap();
    let spec = |text: &str| catalog.agent(text, &opened, &no_files).unwrap().spec().to_owned();
    assert_eq!(spec("mine"), spec("alphabeta(depth=3,tt=8)"));
    assert_eq!(spec("mine(depth=5)"), spec("alphabeta(depth=5,tt=8)"));
    let dala = catalog.open("dala", &no_files).unwrap();
    let refused = catalog.agent("mine", &dala, &no_files).err().unwrap().to_string();
    assert!(refused.contains("best") && refused.contains("classic"), "{refused}");
}
