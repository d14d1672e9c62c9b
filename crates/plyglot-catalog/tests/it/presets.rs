//! Presets: names for specifications.

use std::sync::atomic::AtomicBool;

use plyglot_catalog::{Budget, Catalog, Request, WallClock};
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
    let catalog = Catalog::standard();
    let dala = catalog.open("dala", &no_files).unwrap();
    let spec = |text: &str| catalog.agent(text, &dala, &no_files).unwrap().spec().to_owned();
    assert_eq!(spec("hand"), spec("alphabeta(lmr=1,quiescence=6)"));
    assert_eq!(spec("hand(depth=5,lmr=2)"), spec("alphabeta(depth=5,lmr=2,quiescence=6)"));
    assert!(spec("best(probcut=0)").contains("probcut=0,"), "{}", spec("best(probcut=0)"));
    let refused = catalog.agent("mine", &dala, &no_files).err().unwrap().to_string();
    assert!(refused.contains("best") && refused.contains("classic"), "{refused}");
}

#[test]
fn the_normal_form_has_every_weight_and_the_short_one_means_the_same() {
    let catalog = Catalog::standard();
    for game in catalog.games() {
        let opened = catalog.open(game.name, &no_files).unwrap();
        let agent = |text: &str| catalog.agent(text, &opened, &no_files).unwrap();
        for evaluation in (game.evaluations)() {
            let written = agent(&format!("paranoid(depth=3,eval={})", evaluation.name));
            for weight in evaluation.options.iter().filter(|weight| !weight.default.is_empty()) {
                let told = format!("{}={}", weight.name, weight.default);
                assert!(written.spec().contains(&told), "{told} is not in {}", written.spec());
            }
            assert!(!written.short().contains("=default("), "{}", written.short());
        }
        for preset in game.presets {
            let (own, again) = (agent(preset.name), agent(agent(preset.name).short()));
            assert_eq!((own.spec(), own.short()), (again.spec(), again.short()));
            assert_eq!(
                agent(own.spec()).short(),
                own.short(),
                "the full form has the same short one"
            );
        }
    }
}

#[test]
fn a_weight_that_is_given_stays_in_the_short_form() {
    let catalog = Catalog::standard();
    let opened = catalog.open("halma", &no_files).unwrap();
    let short = |text: &str| catalog.agent(text, &opened, &no_files).unwrap().short().to_owned();
    assert_eq!(short("brs( depth = 64, eval = default(aside=7) )"), "brs(eval=default(aside=7))");
    assert_eq!(short("paranoid(tt=16,eval=none)"), "paranoid(eval=none)");
}

#[test]
fn a_preset_may_stand_for_something_else_among_many() {
    let catalog = Catalog::standard();
    let spec = |game: &str, agent: &str| {
        let opened = catalog.open(game, &no_files).unwrap();
        catalog.agent(agent, &opened, &no_files).unwrap().short().to_owned()
    };
    let of = |players: u8| format!("reversixt(map=generated,players={players})");
    assert_eq!(spec(&of(2), "best"), spec("reversixt", "best"));
    for players in 3..=8 {
        assert!(spec(&of(players), "best").starts_with("mcts(eval=learned"), "{players}");
        assert_eq!(spec(&of(players), "hand"), spec("reversixt", "hand"));
    }
    // Weights that were made for many can be asked between two, and for many once more.
    for players in [6, 2, 3] {
        let eval = "mcts(eval=learned(file=many))";
        assert_eq!(spec(&of(players), eval), eval, "{players}");
    }
    assert!(spec(&of(6), "best(exploration=0.5)").contains("exploration=0.5"));
    for game in catalog.games() {
        let names = |sides| game.presets_of(sides).map(|preset| preset.name).collect::<Vec<_>>();
        assert_eq!(names(2), names(8), "{}", game.name);
    }
}

#[test]
fn what_was_fitted_to_learnt_weights_is_off_where_none_are_for_the_rules() {
    let catalog = Catalog::standard();
    let spec = |game: &str, agent: &str| {
        let opened = catalog.open(game, &no_files).unwrap();
        catalog.agent(agent, &opened, &no_files).unwrap().spec().to_owned()
    };
    for (fits, others) in [("dala", "dala(board=4)"), ("reversi", "reversi(size=6)")] {
        assert!(spec(fits, "best").contains(",probcut=1,margin=1,"), "{}", spec(fits, "best"));
        let best = spec(others, "best");
        assert!(best.contains("(eval=default(") && best.contains(",probcut=0,margin=0,"), "{best}");
        assert_eq!(spec(others, "best(eval=learned)"), best);
        let opened = catalog.open(others, &no_files).unwrap();
        let stands_for = catalog.stands_for("best", &opened).unwrap();
        assert!(stands_for.contains(",probcut=0,margin=0,cuts=1-0:"), "{stands_for}");
        assert_eq!(spec(others, &stands_for), best);
        // What somebody asks for is what he gets.
        assert!(spec(others, "best(probcut=1.5)").contains(",probcut=1.5,margin=0,"));
        assert_eq!(
            spec(others, &stands_for.replace("=0,", "=1,")),
            spec(others, "best(probcut=1,margin=1)")
        );
        let seats = spec(others, "seats(1=best,2=random)");
        assert!(seats.contains(",probcut=0,margin=0,"), "{seats}");
    }
    for game in catalog.games() {
        let opened = catalog.open(game.name, &no_files).unwrap();
        for preset in game.presets_of(opened.session.sides().count()) {
            assert_eq!(catalog.stands_for(preset.name, &opened).unwrap(), preset.spec);
        }
    }
}

#[test]
fn numbers_of_cuts_are_read_though_nothing_asks_for_them() {
    let catalog = Catalog::standard();
    let dala = catalog.open("dala", &no_files).unwrap();
    for (agent, wrong) in [
        ("alphabeta(cuts=xx)", "xx"),
        ("brs(cuts=1-0:nan:0:1)", "1-0:nan:0:1"),
        ("best(probcut=0,margin=0,cuts=4)", "4"),
    ] {
        let refused = catalog.agent(agent, &dala, &no_files).err().unwrap().0;
        let told =
            format!("option cuts: {wrong:?}: expected DEPTH-SHALLOWER:SLOPE:SHIFT:DEVIATION");
        assert!(refused.starts_with(&told), "{refused}");
    }
}
