//! Who beat whom leads to which pool and which player.

use std::sync::Arc;

use plyglot_arena::{
    Ending, GameResult, Job, SeatUse, Version,
    schedule::{Block, Schedule},
};
use plyglot_catalog::Catalog;
use plyglot_core::{Spec, mix, options::no_files};

use crate::{
    generate::{From, Generate, Options},
    method::{Member, Method, Played},
    plan,
    space::{Parameter, Template, get, join},
};

fn parameters(seats: &[Option<usize>]) -> Vec<Parameter> {
    let parameter = |(number, seat): (usize, &Option<usize>)| Parameter {
        name: format!("p{number}"),
        low: 0.0,
        high: 1000.0,
        whole: true,
        start: 500.0,
        step: 50.0,
        seat: *seat,
    };
    seats.iter().enumerate().map(parameter).collect()
}

fn generate(patience: usize) -> Generate {
    let options = Options { from: From::Agent, patience, ..Options::default() };
    Generate::new(parameters(&[None, None, None]), options, 3)
}

/// The newcomer and the best of a trial.
fn asked(method: &mut Generate) -> (Vec<f64>, Vec<f64>) {
    let trial = method.ask(0.0).unwrap();
    assert_eq!(trial.openings, 1);
    (trial.players[0][0].clone(), trial.players[1][0].clone())
}

fn told(method: &mut Generate, score: f64) -> bool {
    method.tell(&Played { scores: vec![vec![score]] }).taken
}

#[test]
fn a_newcomer_must_beat_the_best() {
    let mut method = generate(50);
    assert_eq!(method.pool(), [Member { parent: None, values: vec![500.0; 3], score: None }]);
    let (first, best) = asked(&mut method);
    assert_eq!(best, [500.0; 3]);
    assert!(first != best && !told(&mut method, 0.5), "a draw is not enough");
    let (second, best) = asked(&mut method);
    assert_eq!(best, [500.0; 3]);
    assert!(told(&mut method, 0.75));
    let (third, best) = asked(&mut method);
    assert_eq!(best, second);
    assert!(!told(&mut method, 0.25) && third != best);
    assert_eq!(method.best()[0], second);
    let recorded = Member { parent: Some(0), values: second.clone(), score: Some(0.75) };
    assert_eq!(method.pool()[1..], [recorded]);
    assert_eq!(method.finalists(), [[second]]);
}

#[test]
fn after_many_failures_it_starts_again_at_random() {
    let mut method = generate(3);
    asked(&mut method);
    assert!(told(&mut method, 1.0));
    let champion = method.best();
    for _ in 0..3 {
        assert_eq!(asked(&mut method).1, champion[0]);
        told(&mut method, 0.0);
    }
    assert_eq!(method.pool().len(), 3);
    assert_eq!(method.pool()[2].parent, None);
    assert_ne!(method.best(), champion);
    assert_eq!(method.finalists(), [champion, method.best()]);
    // Failures are counted anew.
    for _ in 0..2 {
        asked(&mut method);
        told(&mut method, 0.0);
    }
    assert_eq!(method.pool().len(), 3);
}

#[test]
fn slight_changes_stay_near_and_great_ones_go_anywhere() {
    let (mut near, mut far, mut several) = (0, 0, 0);
    let mut method = generate(1_000_000);
    for _ in 0..3000 {
        let (newcomer, best) = asked(&mut method);
        told(&mut method, 0.0);
        let moved = newcomer.iter().zip(&best).map(|(new, old)| (new - old).abs());
        let moved: Vec<f64> = moved.filter(|by| *by > 0.0).collect();
        assert!(!moved.is_empty() || newcomer == best);
        near += usize::from(moved.iter().all(|by| *by <= 50.0));
        far += usize::from(moved.iter().any(|by| *by > 50.0));
        several += usize::from(moved.len() > 1);
    }
    // A great change leaves the near in 9 of 10 cases; two of 100 newcomers change in several places.
    assert!((200..400).contains(&far), "{far} of 3000 went far");
    assert!((20..120).contains(&several), "{several} of 3000 changed in several places");
    assert_eq!(near + far, 3000);
}

#[test]
fn whole_numbers_change_by_one_at_least() {
    let mut small = parameters(&[None]);
    (small[0].low, small[0].high, small[0].start) = (1.0, 10.0, 3.0);
    let options = Options { from: From::Agent, great: 0.0, extra: 0.0, ..Options::default() };
    let mut method = Generate::new(small, options, 1);
    for _ in 0..30 {
        let (newcomer, _) = asked(&mut method);
        told(&mut method, 0.0);
        assert!(newcomer == [2.0] || newcomer == [4.0], "{newcomer:?}");
    }
}

#[test]
fn the_winners_of_the_seats_are_joined() {
    let [first, second] = [vec![vec![1.0, 2.0]], vec![vec![3.0, 4.0]]];
    let separate = parameters(&[Some(0), Some(1)]);
    assert_eq!(join(&separate, &[first.clone(), second.clone()]), [[1.0, 4.0]]);
    let shared = parameters(&[None, None]);
    assert_eq!(join(&shared, &[first.clone(), second]), [[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(join(&shared, &[first.clone(), first.clone()]), first);
    let template = Template { spec: Spec::parse("x(p0=5,p1=6)").unwrap(), separate: None };
    let joined = join(&shared, &[first, vec![vec![3.0, 4.0]]]);
    let text = template.fill(&shared, &joined).unwrap();
    assert_eq!(text, "seats(1=x(p0=1,p1=2),2=x(p0=3,p1=4))");
    let template = Template { separate: Some(2), ..template };
    let text = template.fill(&separate, &vec![vec![1.0, 4.0]]).unwrap();
    assert_eq!(text, "seats(1=x(p0=1,p1=6),2=x(p0=5,p1=4))");
}

/// Lets a job go as a function of the specifications in their seats says.
fn play(job: Job, strength: &dyn Fn(&Job, usize, usize, &Spec) -> f64) -> Block {
    let game = |index: usize| {
        let values: Vec<f64> = (job.seatings[index].iter().enumerate())
            .map(|(seat, agent)| {
                let spec = Spec::parse(&job.agents[*agent].spec).unwrap();
                strength(&job, index, seat, &spec)
            })
            .collect();
        let rank = |own: &f64| 1 + values.iter().filter(|other| *other > own).count() as u8;
        GameResult {
            version: Version,
            index,
            ranks: values.iter().map(rank).collect(),
            sides: (0..values.len()).collect(),
            ending: Ending::Rules,
            verdict: String::new(),
            plies: 10,
            course: 0,
            seats: vec![SeatUse { micros: 1000, ..SeatUse::default() }; values.len()],
            out: Vec::new(),
        }
    };
    Block { games: (0..job.seatings.len()).map(game).collect(), job: Arc::new(job) }
}

/// Plays a schedule to its end; the ids of its jobs.
fn drive(
    schedule: &mut dyn Schedule,
    strength: &dyn Fn(&Job, usize, usize, &Spec) -> f64,
) -> Vec<String> {
    let mut ids = Vec::new();
    loop {
        let mut blocks = Vec::new();
        while let Some(job) = schedule.next().unwrap() {
            ids.push(job.id());
            blocks.push(play(job, strength));
        }
        if blocks.is_empty() {
            return ids;
        }
        blocks.iter().for_each(|block| schedule.note(block));
    }
}

fn number(spec: &Spec, name: &str) -> f64 {
    get(spec, &[name]).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

#[test]
fn a_contest_joins_the_best_of_every_seat() {
    let text = "game = \"dala\"\nagent = \"classic\"\nmethod = \"contest\"\n\
        [contest]\npool = \"pool\"\n\
        [[parameters]]\nname = \"first_two\"\nseat = 1\n\
        [[parameters]]\nname = \"second_two\"\nseat = 2\n";
    // The best first player is the 3rd of 23, the best second one the 17th.
    let line = |at: usize| {
        let first = if at == 3 { 99 } else { (17 * at + 5) % 98 };
        let second = if at == 17 { 99 } else { 31 * at % 98 };
        format!("classic(first_two={first},second_two={second})\n")
    };
    let pool: String = (0..23).map(line).collect();
    let load = |_: &str| Ok(pool.clone());
    let catalog = Catalog::standard();
    let plan = plan::read(text, &catalog, &load).unwrap();
    let mut tuning = plan.tuning(&catalog).unwrap();
    let strength = |_: &Job, _: usize, seat: usize, spec: &Spec| {
        number(spec, ["first_two", "second_two"][seat])
    };
    drive(&mut tuning, &strength);
    assert_eq!(tuning.result(), Some(&vec![vec![99.0, 99.0]]));
    let course = tuning.course();
    let course = course.lock().unwrap();
    // Groups of ten, ten and three; the best of each seat go on, and then the winners of the seats.
    assert_eq!(course.ladder.len(), 2);
    assert!(course.ladder[0].len() <= 6);
    assert_eq!(course.ladder[1].len(), 2);
    assert_eq!(course.result.as_deref(), Some("classic(first_two=99,second_two=99)"));
}

const RUN: &str = "game = \"chexers\"\nagent = \"brs(depth=1)\"\ngames = 300\nprobe = 6\n\
    [[parameters]]\nname = \"eval.exit\"\n[[parameters]]\nname = \"eval.leader\"\n";

/// Every method runs in a game of three players, alone and against a field, and does the same again.
#[test]
fn equal_results_give_equal_runs() {
    let luck = |job: &Job, index: usize, seat: usize, spec: &Spec| {
        let bytes = job.id().bytes().chain(spec.to_string().bytes()).collect::<Vec<_>>();
        let hash = bytes.iter().fold(index as u64, |hash, byte| mix(hash ^ u64::from(*byte)));
        (mix(hash ^ seat as u64) % 3) as f64
    };
    let catalog = Catalog::standard();
    for method in ["generate", "spsa", "cmaes", "bayes"] {
        for field in ["", "opponents = [\"greedy\", \"random\"]\n"] {
            let text = format!("{field}method = \"{method}\"\n{RUN}");
            let plan = plan::read(&text, &catalog, &no_files).unwrap();
            let run = || {
                let mut tuning = plan.tuning(&catalog).unwrap();
                let ids = drive(&mut tuning, &luck);
                let course = tuning.course().lock().unwrap().clone();
                (ids, tuning.result().cloned(), course)
            };
            let first = run();
            assert_eq!(first, run(), "{method}");
            assert!(first.2.games >= 300 && first.2.progress == 1.0, "{method}");
            assert!((1..=10).contains(&first.2.probes.len()), "{method}");
            assert!(first.1.is_some() && first.2.result.is_some(), "{method}");
        }
    }
}

#[test]
fn variants_take_turns() {
    let text = "game = \"reversixt\"\nvariants = [\"reversixt(map=cross3)\", \"reversixt(map=armed8)\"]\n\
        agent = \"paranoid(depth=1)\"\nmethod = \"spsa\"\ngames = 120\nprobe = 0\n\
        opponents = [\"greedy\"]\n[[parameters]]\nname = \"eval.mobility\"\n";
    let catalog = Catalog::standard();
    let plan = plan::read(text, &catalog, &no_files).unwrap();
    let mut tuning = plan.tuning(&catalog).unwrap();
    let mut games = std::collections::BTreeMap::new();
    while let Some(job) = tuning.next().unwrap() {
        *games.entry(job.game.clone()).or_insert(0) += job.seatings.len();
        tuning.note(&play(job, &|_, _, seat, _| seat as f64));
    }
    assert_eq!(games.len(), 3, "{games:?}");
    assert!(games.values().all(|own| *own >= 20), "{games:?}");
    assert!(tuning.result().is_some());
    let strange = text.replace("reversixt(map=cross3)", "dala");
    let told = plan::read(&strange, &catalog, &no_files).err().unwrap().to_string();
    assert!(told.contains("line 2") && told.contains("expected a variant of reversixt"), "{told}");
}

#[test]
fn ranges_are_as_many_variants() {
    let text = "game = \"reversixt(map=generated,seed={1..3})\"\n\
        variants = [\"reversixt(map=cross3)\", \"reversixt(map=generated,seed={8..9})\"]\n\
        agent = \"paranoid(depth=1)\"\nmethod = \"spsa\"\n[[parameters]]\nname = \"eval.mobility\"\n";
    let catalog = Catalog::standard();
    let plan = plan::read(text, &catalog, &no_files).unwrap();
    let games: Vec<&str> = plan.settings().map(|setting| &*setting.opened.short).collect();
    let made = |seed: u32| match seed {
        1 => "reversixt(map=generated)".to_owned(),
        _ => format!("reversixt(map=generated,seed={seed})"),
    };
    let cross = "reversixt(map=cross3)".to_owned();
    assert_eq!(games, [made(1), made(2), made(3), cross, made(8), made(9)]);
    let wrong = text.replace("{8..9}", "{9..8}");
    let told = plan::read(&wrong, &catalog, &no_files).err().unwrap().to_string();
    assert!(told.contains("line 2") && told.contains("{1..24}"), "{told}");
}

#[test]
fn a_budget_of_time_counts_thinking() {
    let catalog = Catalog::standard();
    let text = format!("method = \"spsa\"\n{}", RUN.replace("games = 300", "time = 0.5"));
    let plan = plan::read(&text, &catalog, &no_files).unwrap();
    let mut tuning = plan.tuning(&catalog).unwrap();
    drive(&mut tuning, &|_, _, seat, _| seat as f64);
    // Every seat of a game thinks for a thousandth of a second.
    let games = tuning.course().lock().unwrap().games;
    assert!((167..400).contains(&games), "{games}");
}

#[test]
fn parts_that_matter_are_told_from_those_that_do_not() {
    let text = "game = \"dala\"\nagent = \"paranoid(depth=1)\"\nmethod = \"ablate\"\n\
        [[parameters]]\nname = \"eval.lead\"\n[[parameters]]\nname = \"eval.piece_step\"\n\
        [[parameters]]\nname = \"eval.gap_drop\"\n[ablate]\ngames = 400\nworth = 50.0\n";
    let catalog = Catalog::standard();
    let plan = plan::read(text, &catalog, &no_files).unwrap();
    let mut ablation = plan.ablation(&catalog).unwrap();
    let strength = |job: &Job, index: usize, seat: usize, spec: &Spec| {
        let luck = mix(job.seed ^ mix((7 * index + seat) as u64)) % 1000;
        let eval = Spec::parse(&get(spec, &["eval"]).unwrap()).unwrap();
        let out = number(&eval, "lead") == 0.0;
        luck as f64 - if out { 400.0 } else { 0.0 }
    };
    drive(&mut ablation, &strength);
    let course = ablation.course();
    let course = course.lock().unwrap();
    let told: Vec<(&str, &str)> = (course.parts.iter())
        .map(|own| (own.name.as_str(), own.verdict.as_deref().unwrap()))
        .collect();
    assert_eq!(told[0], ("eval.lead", "earns its place"));
    assert!(course.parts[0].games < 400 && course.parts[0].elo.low.is_some_and(|low| low > 0.0));
    assert_eq!(told[1].0, "eval.piece_step");
    assert!(told[1..].iter().all(|(_, verdict)| *verdict != "earns its place"), "{told:?}");
    assert_eq!((course.parts.len(), course.progress), (3, 1.0));
}
