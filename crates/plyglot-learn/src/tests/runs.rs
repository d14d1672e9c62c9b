//! Whole runs of small games.

use std::collections::HashSet;

use plyglot_arena::store::Store;
use plyglot_catalog::{Catalog, model::Model};

use super::host::{Memory, carry_out, carry_out_with};

const TINY: &str = r#"
game = "reversi(size=4)"
start = "alphabeta(depth=1)"
player = "alphabeta(eval=learned)"
seed = 5

[[generations]]
games = 120
nodes = 60
random = [1, 4]
others = { share = 0.3, agents = ["random", "alphabeta(depth=2)"] }

[[generations]]
games = 80

[model]
target = "payoff"
lambda = 0.5
held_out = 0.2
keep = 0.5

[proof]
games = 20
"#;

fn store() -> Store {
    Store::in_memory().unwrap()
}

#[test]
fn a_run_learns_proves_and_says_so() {
    let (catalog, host) = (Catalog::standard(), Memory::new(2));
    let (course, run, _) = carry_out(&catalog, TINY, &host, store()).unwrap();
    assert!(run.played >= 200 && !run.interrupted);
    let [first, second] = &course.generations[..] else { panic!("{course:?}") };
    assert_eq!((first.games, first.player.as_str()), (120, "alphabeta(depth=1)"));
    assert_eq!(second.player, "alphabeta(eval=learned(file=learnt-g1))");
    assert!(second.games > 100 && second.games < 200, "half of the older games: {}", second.games);
    assert!(first.loss < first.base_loss && first.hand_loss.is_some());
    assert!(first.curve.len() > 2 && first.curve[0].learnt.is_none());
    let model = Model::read(&host.file("-g2.model"), "reversi").unwrap();
    assert_eq!((model.pedigree.generation, model.pedigree.seed), (2, 5));
    assert_eq!(model.pedigree.plan, TINY);
    assert_eq!(model.scale, second.calibration.scale);
    let proof = course.proof.unwrap();
    assert_eq!(model.pedigree.proof, proof.says);
    assert!(proof.games > 0 && proof.says.contains("better: "), "{}", proof.says);
    assert!(host.lines.borrow().iter().any(|line| line.contains("by hand")));
}

#[test]
fn workers_and_ends_in_the_middle_change_nothing() {
    let catalog = Catalog::standard();
    let calm = Memory::new(1);
    carry_out(&catalog, TINY, &calm, store()).unwrap();
    let (hurried, mut kept) = (Memory::new(3), store());
    // Games that end at once are told some at a time, so a run ends later than it is asked to, but always before
    // it learns from them.
    let mut interrupted = |stopping: &dyn Fn()| {
        stopping();
        let store = std::mem::replace(&mut kept, store());
        let (_, run, store) = carry_out(&catalog, TINY, &hurried, store).unwrap();
        assert!(run.interrupted);
        kept = store;
        hurried.go_on();
    };
    interrupted(&|| hurried.stop_after(30));
    interrupted(&|| hurried.stops_training.set(true));
    assert!(hurried.files.borrow().is_empty(), "weights that were not learnt to the end are none");
    interrupted(&|| hurried.stop_after(35));
    let (_, run, kept) = carry_out(&catalog, TINY, &hurried, kept).unwrap();
    assert!(run.found >= 120 && !run.interrupted, "{run:?}");
    assert_eq!(*calm.files.borrow(), *hurried.files.borrow());
    // Another proof needs no other weights, and they tell it.
    let text = TINY.replace("games = 20\n", "games = 10\n");
    let (_, run, kept) = carry_out(&catalog, &text, &hurried, kept).unwrap();
    assert!(run.played <= 10, "{run:?}");
    let model = Model::read(&hurried.file("-g2.model"), "reversi").unwrap();
    assert_eq!(model.pedigree.plan, text);
    let (_, _, kept) = carry_out(&catalog, TINY, &hurried, kept).unwrap();
    // Once more finds everything; a file that is gone is made again.
    hurried.files.borrow_mut().remove("-g1.model");
    let (_, run, _) = carry_out(&catalog, TINY, &hurried, kept).unwrap();
    assert_eq!(run.played, 0);
    assert_eq!(*calm.files.borrow(), *hurried.files.borrow());
}

/// The openings of a run's first generation, move by move.
fn openings(text: &str, threads: usize) -> (Vec<Vec<String>>, Memory) {
    let host = Memory::new(threads);
    let (.., store) = carry_out(&Catalog::standard(), text, &host, store()).unwrap();
    let mut openings = Vec::new();
    let run = store.runs().unwrap().into_iter().find(|run| run.kind() == "learn").unwrap().id;
    store
        .each_scheduled(&run, &mut |game| {
            openings.push(game.job.opening.moves.clone());
            Ok(())
        })
        .unwrap();
    (openings, host)
}

#[test]
fn a_guide_plays_openings_but_for_their_last_ply() {
    let text = TINY.replacen("[[generations]]\ngames = 80\n\n", "", 1);
    let guide = "random = [5, 5]\nguide = { share = 1.0, nodes = 40 }";
    let text =
        text.replacen("random = [1, 4]", guide, 1).replace("held_out = 0.2", "held_out = 0.5");
    let (guided, host) = openings(&text, 1);
    let begins =
        |all: &[Vec<String>]| all.iter().map(|own| own[..4].to_vec()).collect::<HashSet<_>>();
    let lasts: HashSet<_> = guided.iter().map(|own| own[4].clone()).collect();
    assert_eq!(begins(&guided).len(), 1, "alpha-beta of one ply always plays the same: {guided:?}");
    assert!(lasts.len() > 1, "the last ply is random: {lasts:?}");
    let (random, _) = openings(&text.replacen("share = 1.0", "share = 0.0", 1), 1);
    assert!(begins(&random).len() > 10, "nobody guides: {random:?}");
    // However many workers there are.
    let (again, hurried) = openings(&text, 3);
    assert_eq!(guided, again);
    assert_eq!(*host.files.borrow(), *hurried.files.borrow());
}

/// Every game that declares features can be learnt, whatever else it is like.
#[test]
fn every_game_with_features_learns() {
    let catalog = Catalog::standard();
    let mut learnt = Vec::new();
    for game in catalog.games() {
        let opened = catalog.open(game.name, &plyglot_core::options::no_files).unwrap();
        if catalog.student(&opened).is_err() {
            continue;
        }
        let text = format!(
            r#"
            game = "{}"
            start = "random"
            player = "brs(eval=learned,depth=1)"
            generations = [{{ games = 12, nodes = 20, random = [2, 6] }}]
            model = {{ held_out = 0.3, epochs = 2 }}
            proof = {{ games = 1 }}
            adjudication = {{ max_plies = 60 }}
            "#,
            game.name
        );
        let host = Memory::new(2);
        let (course, ..) = carry_out(&catalog, &text, &host, store())
            .unwrap_or_else(|error| panic!("{}: {error}", game.name));
        assert!(course.proof.is_some(), "{}", game.name);
        assert_eq!(course.generations[0].hand_loss, None, "random has no evaluation");
        Model::read(&host.file("-g1.model"), game.name).unwrap();
        learnt.push(game.name);
    }
    assert!(learnt.contains(&"reversi"), "{learnt:?}");
}

#[test]
fn weights_of_another_run_start_one_and_jobs_carry_none() {
    let (catalog, host) = (Catalog::standard(), Memory::new(1));
    carry_out(&catalog, TINY, &host, store()).unwrap();
    let old = host.file("-g2.model");
    let load =
        |path: &str| if path == "old.model" { Ok(old.clone()) } else { Err("no".to_owned()) };
    let text = TINY.replace(
        "start = \"alphabeta(depth=1)\"",
        "start = \"alphabeta(depth=1,eval=learned(file=old.model))\"",
    );
    let host = Memory::new(1);
    let (course, _, store) = carry_out_with(&catalog, &text, &host, store(), &load).unwrap();
    assert!(course.generations[0].hand_loss.is_some(), "the start has an evaluation");
    let mut specs = Vec::new();
    store
        .each_game(None, &mut |game| {
            assert!(game.job.files.is_empty());
            specs.extend(game.job.agents.into_iter().map(|own| own.spec));
            Ok(())
        })
        .unwrap();
    assert!(specs.iter().any(|spec| spec.contains("learned(file=old.model,digest=")), "{specs:?}");
    assert!(specs.iter().any(|spec| spec.contains("learned(file=learnt-g1,digest=")), "{specs:?}");
}

#[test]
fn too_little_to_learn_from_is_told() {
    let few = TINY.replace("games = 120", "games = 1");
    let told = carry_out(&Catalog::standard(), &few, &Memory::new(1), store()).err().unwrap();
    assert!(told.to_string().contains("generation 1: "), "{told}");
    assert!(told.to_string().contains("expected more games"), "{told}");
    let late = TINY.replace("random = [1, 4]", "random = [40, 50]");
    let told = carry_out(&Catalog::standard(), &late, &Memory::new(1), store()).err().unwrap();
    assert!(told.to_string().contains("expected fewer plies"), "{told}");
}
