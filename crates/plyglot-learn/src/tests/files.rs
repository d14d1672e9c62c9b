//! Learning files that say something wrong.

use plyglot_catalog::{Catalog, model::Target};
use plyglot_core::options::no_files;

use crate::plan::{self, Guide, Plan};

const GOOD: &str = r#"
game = "reversi(size=6)"
start = "alphabeta(depth=1)"
player = "alphabeta(eval=learned)"

[[generations]]
games = 10
nodes = 100
random = [2, 6]
others = { share = 0.5, agents = ["random"] }

[[generations]]
nodes = 200

[model]
target = "payoff"
lambda = 0.5

[proof]
games = 4
"#;

fn read(text: &str) -> Result<Plan, String> {
    plan::read(text, &Catalog::standard(), &no_files).map_err(|error| error.to_string())
}

#[test]
fn what_a_generation_does_not_say_is_as_before() {
    let plan = read(GOOD).unwrap();
    let [first, second] = &plan.generations[..] else { panic!("two generations") };
    assert_eq!((first.games, first.nodes, first.random), (10, 100, (2, 6)));
    assert_eq!((second.games, second.nodes, second.random), (10, 200, (2, 6)));
    assert_eq!((second.share, &second.others[0][..]), (0.5, "random"));
    assert_eq!((plan.model.target, plan.model.lambda), (Target::Payoff, 0.5));
    assert_eq!((plan.proof.games, plan.proof.limits.nodes), (4, Some(200)));
    assert!(first.guide.is_none() && second.guide.is_none());
    assert_eq!((plan.seed, plan.model.epochs), (1, 8), "what is not given is as usual");
}

#[test]
fn players_think_with_one_thread() {
    for (from, to) in [
        ("alphabeta(depth=1)", "alphabeta(depth=1,threads=2)"),
        ("alphabeta(eval=learned)", "alphabeta(eval=learned,threads=2)"),
        ("[\"random\"]", "[\"seats(1=random,2=mcts(threads=3))\"]"),
    ] {
        let told = read(&GOOD.replace(from, to)).err().unwrap();
        assert!(told.contains("line ") && told.contains("threads: expected 1"), "{told}");
    }
    assert!(read(&GOOD.replace("alphabeta(depth=1)", "alphabeta(threads=1)")).is_ok());
}

#[test]
fn a_guide_goes_on_guiding() {
    let guided = "nodes = 100\nguide = { share = 0.8, nodes = 50 }";
    let plan = read(&GOOD.replacen("nodes = 100", guided, 1)).unwrap();
    let expected = Some(Guide { share: 0.8, nodes: 50 });
    assert!(plan.generations.iter().all(|own| own.guide == expected));
}

#[test]
fn ranges_stand_for_many_variants() {
    let maps = "reversixt(map=generated,players=2,seed={1..3})";
    let spaced = maps.replace(',', ", ");
    let text = GOOD.replace("reversi(size=6)", &spaced).replace("\"payoff\"", "\"result\"");
    let plan = read(&text).unwrap();
    assert_eq!((plan.variants.len(), &plan.rules[..]), (3, &[maps.to_owned()][..]));
    assert!(plan.variants[2].short.contains("seed=3"), "{}", plan.variants[2].short);
}

#[test]
fn bad_files_are_told_what_would_be_right() {
    let cases = [
        ("game = \"reversi(size=6)\"", "game = \"nothing\"", "line 2, column 8: there is no game"),
        ("size=6", "size=5", "size"),
        ("size=6", "size={6}", "line 2, column 8: reversi(size={6}): expected {1..24}"),
        ("size=6", "size={6..8}", "line 2, column 8: reversi: option size=7: expected one of"),
        (
            "game = \"reversi",
            "variants = [\"reversi\"]\ngame = \"reversi",
            "with the same features",
        ),
        ("start = \"alphabeta", "start = \"alphabetta", "line 3, column 9"),
        ("eval=learned", "depth=2", "expected an agent that says where the weights go"),
        ("games = 10\n", "", "the first of generations has no games: expected games = 10000"),
        ("nodes = 100\n", "", "the first of generations has no nodes"),
        ("nodes = 100", "nodes = 0", "nodes = 0: expected a number from 1"),
        ("random = [2, 6]", "random = [6, 2]", "expected the fewest and the most random plies"),
        ("share = 0.5", "share = 2.0", "expected a share from 0 to 1"),
        (
            "nodes = 100",
            "nodes = 100\nguide = { share = 1.5, nodes = 50 }",
            "line 9, column 9: guide: expected a share from 0 to 1 and nodes from 1 on",
        ),
        (
            "nodes = 100",
            "nodes = 100\nguide = { share = 0.5, nodes = 0 }",
            "guide: expected a share from 0 to 1 and nodes from 1 on",
        ),
        ("nodes = 100", "nodes = 100\nguide = { share = 0.5 }", "missing field `nodes`"),
        ("\"random\"", "\"rondom\"", "rondom"),
        ("target = \"payoff\"", "target = \"fame\"", "unknown variant `fame`"),
        ("lambda = 0.5", "lambda = 1.5", "[model] lambda = 1.5: expected 0 to 1"),
        ("lambda = 0.5", "held_out = 0.0", "held_out = 0: expected 0.001 to 0.5"),
        ("lambda = 0.5", "epochs = 0", "epochs = 0: expected a number from 1 to 1000"),
        (
            "lambda = 0.5",
            "hidden = 17",
            "[model] hidden = 17: expected 0 or one of [16, 32, 64, 128]",
        ),
        ("lambda = 0.5", "linear = false", "linear = false: expected a hidden layer"),
        ("lambda = 0.5", "lambada = 0.5", "unknown field `lambada`"),
        ("games = 4", "elo0 = 5.0\nelo1 = 5.0", "elo0 5 is not below elo1 5"),
        ("games = 4", "nodes = 5\ncpu_time = 0.1", "nodes and cpu_time exclude each other"),
        ("games = 4", "cpu_time = -1.0", "cpu_time = -1: expected seconds"),
    ];
    for (good, bad, expected) in cases {
        assert!(GOOD.contains(good), "{good}");
        let told = read(&GOOD.replacen(good, bad, 1)).err().unwrap_or_else(|| panic!("{bad}"));
        assert!(told.contains(expected), "{bad}: {told}");
    }
    let wide = GOOD.replacen("reversi(size=6)", "halma(variant=duel8)", 1);
    let told = read(&wide.replacen("lambda = 0.5", "hidden = 16", 1)).err().unwrap();
    assert!(told.contains("hidden = 16: expected 0: a network sees"), "{told}");
    let none = GOOD.split("[[generations]]").next().unwrap().to_owned() + "generations = []\n";
    assert!(read(&none).err().unwrap().contains("expected one or more, as [[generations]]"));
}
