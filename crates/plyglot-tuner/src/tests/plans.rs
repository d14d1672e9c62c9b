//! Tuning files: what they mean, and what is said of wrong ones.

use plyglot_catalog::Catalog;
use plyglot_core::options::no_files;

use crate::{
    plan::{self, Plan},
    tuning::Budget,
};

fn read(text: &str) -> Result<Plan, String> {
    plan::read(text, &Catalog::standard(), &no_files).map_err(|error| error.to_string())
}

const HEAD: &str = "game = \"dala\"\nagent = \"hand\"\nmethod = \"spsa\"\n";

#[test]
fn ranges_and_starts_come_from_the_declared_options() {
    let plan = read(&format!(
        "{HEAD}[[parameters]]\nname = \"eval.lead\"\n[[parameters]]\nname = \"lmr\"\nhigh = 4\nstep = 1\n\
         [[parameters]]\nname = \"eval.gap*\"\n[[parameters]]\nname = \"eval.*\"\n"
    ))
    .unwrap();
    assert_eq!(plan.parameters[0].name, "eval.lead");
    assert_eq!((plan.parameters[0].start, plan.parameters[0].whole), (69.0, true));
    assert_eq!((plan.parameters[1].low, plan.parameters[1].high), (0.0, 4.0));
    // A wildcard takes all, and each once.
    assert!(plan.parameters.len() > 20);
    let names: std::collections::BTreeSet<_> =
        plan.parameters.iter().map(|own| &own.name).collect();
    assert_eq!(names.len(), plan.parameters.len());
    assert!(plan.parameters.iter().all(|own| own.step >= 1.0));
    assert_eq!(plan.budget, Budget::Games(4000));
}

#[test]
fn separate_seats_have_parameters_of_their_own() {
    let plan = read(&format!("{HEAD}seats = \"separate\"\n[[parameters]]\nname = \"eval.lead\"\n"));
    let plan = plan.unwrap();
    let seats: Vec<_> = plan.parameters.iter().map(|own| own.seat).collect();
    assert_eq!(seats, [Some(0), Some(1)]);
    let spec = plan.fill(&vec![vec![10.0, 20.0]]).unwrap();
    assert!(spec.starts_with("seats(1=alphabeta("), "{spec}");
    assert!(spec.contains("lead=10") && spec.contains("lead=20"), "{spec}");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let lead = "[[parameters]]\nname = \"eval.lead\"\n";
    let wrong = [
        (HEAD.to_owned(), "expected 1 to 1000 parameters"),
        (
            format!("{HEAD}[[parameters]]\nname = \"eval.laed\"\n"),
            "line 5, column 8: \"eval.laed\"",
        ),
        (
            format!("{HEAD}[[parameters]]\nname = \"order\"\n"),
            "expected an option that is a number",
        ),
        (
            format!("{HEAD}[[parameters]]\nname = \"eval.lead\"\nlow = 5\nhigh = 2\n"),
            "low below high",
        ),
        (format!("{HEAD}games = 10\ntime = 5.0\n{lead}"), "exclude each other"),
        (format!("{HEAD}time = -1.0\n{lead}"), "expected seconds above 0"),
        (format!("{HEAD}games = 0\n{lead}"), "games = 0: expected a number from 1"),
        (format!("{HEAD}{lead}[cmaes]\nopenings = 2\n"), "line 6, column 1: [cmaes] says nothing"),
        (format!("{HEAD}{lead}[spsa]\nopenings = 0\n"), "openings = 0: expected a number from 1"),
        (format!("{HEAD}{lead}[spsa]\nspeed = 1\n"), "unknown field `speed`"),
        (HEAD.replace("spsa", "magic"), "unknown variant `magic`"),
        (HEAD.replace("dala", "dalla"), "did you mean"),
        (HEAD.replace("hand", "hnad") + lead, "hnad"),
        (
            "game = \"dala\"\nagent = \"classic\"\nmethod = \"spsa\"\n[[parameters]]\nname = \"first_two\"\n"
                .to_owned(),
            "expected start = NUMBER",
        ),
        (format!("{}[contest]\npool = \"gone\"\n", HEAD.replace("spsa", "contest") + lead), "gone"),
        (
            format!("{}{lead}[texel]\nheld_out = 2.0\n", HEAD.replace("spsa", "texel")),
            "0.01 to 0.9",
        ),
    ];
    for (text, expected) in wrong {
        let told = read(&text).err().unwrap_or_else(|| panic!("{text} was taken"));
        assert!(told.contains(expected), "{text}\n{told}");
    }
}

#[test]
fn what_decides_games_is_in_the_fingerprint() {
    let lead = "[[parameters]]\nname = \"eval.lead\"\n";
    let config = |text: &str| read(text).unwrap().config;
    let first = config(&format!("{HEAD}{lead}"));
    assert_eq!(first, config(&format!("title = \"x\"\nconcurrency = 2\n{HEAD}{lead}")));
    for other in ["seed = 2\n", "games = 10\n", "probe = 0\n", "opponents = [\"random\"]\n"] {
        assert_ne!(first, config(&format!("{HEAD}{other}{lead}")), "{other}");
    }
    assert_ne!(first, config(&format!("{HEAD}{lead}[spsa]\nrate = 0.1\n")));
}
