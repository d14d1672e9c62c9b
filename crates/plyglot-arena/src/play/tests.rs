use std::{collections::BTreeMap, sync::Mutex};

use plyglot_catalog::Catalog;
use plyglot_core::options::no_files;

use super::*;
use crate::{
    Adjudication, Clock, Limits, Opening, guest,
    heap::{COUNTED, Heap, frame},
    job::DrawRule,
};

fn catalog() -> Catalog {
    Catalog::standard().with::<Heap>()
}

fn job(agents: [&str; 2], limits: Limits) -> Job {
    frame(&agents, limits).job(&[vec![0, 1]], 0).unwrap()
}

fn choice(spent: u64) -> Choice {
    Choice {
        ply: "1".to_owned(),
        own: true,
        value: None,
        expected: None,
        depth: 1,
        nodes: 1,
        spent: Duration::from_millis(spent),
    }
}

/// What the first plies of the first seat make of its clock, if each takes so long.
fn play_plies(limits: Limits, spent: u64) -> Result<Duration, Fault> {
    let (job, catalog) = (job(["random", "random"], limits), catalog());
    let session = Roster::new(&catalog).start(&job).unwrap();
    let mut game = Game::new(&job, 0, session);
    for _ in 0..2 {
        game.begin_ply(0);
        game.advance(0, choice(spent))?;
    }
    assert_eq!(game.session.to_move(), Player(1));
    Ok(game.clocks[0])
}

#[test]
fn a_turn_gets_one_increment_and_one_limit() {
    let clock = Some(Clock { base: 60_000, increment: 500 });
    for (per, left) in [(Per::Ply, 59_000), (Per::Turn, 58_500)] {
        let limits = Limits { clock, per, ..Limits::default() };
        assert_eq!(play_plies(limits, 1000).unwrap(), Duration::from_millis(left));
    }
    for cpu in [false, true] {
        let (time, cpu_time) = if cpu { (None, Some(1000)) } else { (Some(1000), None) };
        let limits = |per| Limits { time, cpu_time, per, margin: 0, ..Limits::default() };
        assert!(play_plies(limits(Per::Ply), 600).is_ok());
        assert!(play_plies(limits(Per::Turn), 500).is_ok());
        assert_eq!(play_plies(limits(Per::Turn), 600).unwrap_err().kind, FaultKind::Late);
    }
}

#[test]
fn a_turn_shares_what_its_plies_may_cost() {
    let most = |per: Per| {
        let limits = Limits { nodes: Some(200), per, ..Limits::default() };
        let (job, catalog) = (job(["paranoid(tt=0)", "random"], limits), catalog());
        let stop = AtomicBool::new(false);
        let record = play(&job, 0, &mut Roster::new(&catalog), &stop).unwrap().unwrap();
        assert_eq!(record.result.ending, Ending::Rules);
        let own = record.moves.iter().filter(|mv| mv.seat == 0);
        let own: Vec<u64> = own.map(|mv| mv.nodes).collect();
        own.chunks(2).map(|turn| turn.iter().sum::<u64>()).max().unwrap()
    };
    let (by_ply, by_turn) = (most(Per::Ply), most(Per::Turn));
    assert!(by_ply > 300 && by_turn <= 210, "{by_ply} and {by_turn}");
}

#[test]
fn an_only_ply_costs_nothing() {
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    let (job, catalog) = (job(["alphabeta", "alphabeta"], limits), catalog());
    let moves = ["11-15", "22-18"].map(str::to_owned).to_vec();
    let opening = Opening { moves, ..Opening::default() };
    let job = Job { game: "checkers".to_owned(), opening, ..job };
    let stop = AtomicBool::new(false);
    let record = play(&job, 0, &mut Roster::new(&catalog), &stop).unwrap().unwrap();
    let own = record.moves.iter().find(|mv| mv.ply == "15x22").unwrap();
    assert_eq!((own.nodes, own.value), (0, None));
}

#[test]
fn jobs_with_files_keep_their_agents() {
    let mut job = job(["greedy(eval=counted)", "random"], Limits::default());
    job.files.insert("map".to_owned(), "one".to_owned());
    let (catalog, stop) = (catalog(), AtomicBool::new(false));
    let mut roster = Roster::new(&catalog);
    let mut made = |job: &Job| {
        play(job, 0, &mut roster, &stop).unwrap().unwrap();
        COUNTED.load(Ordering::Relaxed)
    };
    assert_eq!([made(&job), made(&job), made(&job)], [1, 1, 1]);
    let files = BTreeMap::from([("map".to_owned(), "two".to_owned())]);
    assert_eq!(made(&Job { files, ..job.clone() }), 2, "another file is another game");
    assert_eq!(made(&job), 2);
}

#[test]
fn moves_of_a_plan_have_no_depth() {
    let (job, catalog) = (job(["random", "random"], Limits::default()), catalog());
    let session = Roster::new(&catalog).start(&job).unwrap();
    let mut game = Game::new(&job, 0, session);
    game.advance(0, Choice { depth: 6, nodes: 100, ..choice(1) }).unwrap();
    game.advance(0, Choice { depth: 6, nodes: 0, ..choice(1) }).unwrap();
    let spent = game.uses[0];
    assert_eq!((spent.moves, spent.depths, spent.recalled), (2, 6, 1));
}

#[test]
fn games_are_even_by_expected_scores_and_not_by_numbers() {
    let draw = Some(DrawRule { after: 4, moves: 2, score: 0.02 });
    let rules = Adjudication { draw, ..Adjudication::default() };
    let agreed = |scores: &[Option<f64>]| {
        let mut opinions = Opinions::new(2);
        scores.iter().enumerate().for_each(|(at, own)| opinions.note(&rules, at % 2, *own));
        opinions.even(2, 4, scores.len() as u32)
    };
    assert!(agreed(&[Some(0.51); 4]));
    // What a Monte Carlo search says of a lost game is less than ten, too.
    assert!(!agreed(&[Some(0.56), Some(0.44), Some(0.56), Some(0.44)]));
    assert!(!agreed(&[Some(0.5), None, Some(0.5), None]), "who tells nothing agrees to nothing");
}

/// A guest that plays what the list of legal moves begins with, and notes what it is told. Its specification says
/// after how many moves it fails, or that it fails as the game begins.
struct Noted {
    fails: usize,
    absent: bool,
    seat: usize,
    news: &'static Mutex<Vec<String>>,
}

static NEWS: Mutex<Vec<String>> = Mutex::new(Vec::new());

static NOTED: [guest::Kind; 1] = [guest::Kind {
    takes: |spec| spec.name == "noted",
    check: |spec, _| Ok(guest::Checked { full: spec.to_string(), name: None }),
    make: |spec, _| {
        let fails = spec.given.iter().find(|(option, _)| option == "fails");
        let fails = fails.map_or(usize::MAX, |(_, moves)| moves.parse().unwrap());
        let absent = spec.given.iter().any(|(option, _)| option == "absent");
        Ok(Box::new(Noted { fails, absent, seat: 0, news: &NEWS }))
    },
}];

impl Noted {
    fn note(&self, words: String) {
        self.news.lock().unwrap().push(format!("{}: {words}", self.seat));
    }
}

impl guest::Guest for Noted {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        self.seat = begin.seat;
        self.note(format!("begin {}", begin.names.join(" ")));
        // Who is to fail at once does so before its first turn.
        let absent = || Fault::new(FaultKind::Closed, "has left");
        if self.absent { Err(absent()) } else { Ok(()) }
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        let fails = self.fails == 0;
        self.fails = self.fails.saturating_sub(1);
        let ply = if fails { "no move".to_owned() } else { question.session.legal().remove(0) };
        Ok(Choice { ply, ..Choice::default() })
    }

    fn told(&mut self, news: &News<'_>) -> Result<(), Fault> {
        if let Event::Out { seat, fault } = news.event {
            self.note(format!("out {seat}: {}", fault.kind));
        }
        Ok(())
    }

    fn end(&mut self, over: &Over<'_>) {
        self.note(format!("ranks {:?}", over.ranks));
    }

    fn name(&self) -> Option<String> {
        Some(format!("guest{}", self.seat))
    }
}

#[test]
fn where_the_rules_put_a_seat_out_the_others_play_on() {
    guest::offer(&NOTED);
    let catalog = Catalog::standard();
    let opened = catalog.open("reversixt(map=cross3)", &no_files).unwrap();
    let spec = |text: &str| crate::Entrant {
        name: text.to_owned(),
        spec: text.to_owned(),
        short: String::new(),
    };
    let job = |agents: [&str; 3]| Job {
        game: opened.spec.clone(),
        agents: agents.map(spec).to_vec(),
        seatings: vec![vec![0, 1, 2]],
        engine: catalog.signature("reversixt").unwrap(),
        opening: crate::Opening { name: String::new(), position: None, moves: Vec::new() },
        files: BTreeMap::new(),
        ..frame(&["random", "random"], Limits::default()).job(&[vec![0, 1]], 0).unwrap()
    };
    let stop = AtomicBool::new(false);
    let mut roster = Roster::new(&catalog);
    NEWS.lock().unwrap().clear();
    let one_bad = job(["noted", "noted(fails=2)", "random"]);
    let (record, names) =
        play_before(&one_bad, 0, &mut roster, &stop, &mut |_| {}).unwrap().unwrap();
    assert_eq!(names, ["guest0", "guest1", "random"]);
    let result = &record.result;
    assert_eq!((&result.ending, result.ranks[1]), (&Ending::Rules, 3));
    assert_eq!(result.fault(1).map(|fault| fault.kind), Some(FaultKind::Illegal));
    assert!(result.fault(0).is_none() && record.moves.iter().any(|own| own.ply == "!2"));
    let news = NEWS.lock().unwrap().clone();
    let heard = |words: &str| news.iter().filter(|own| own.contains(words)).count();
    assert_eq!((heard("0: out 1: illegal"), heard("1: out 1: illegal")), (1, 1), "{news:?}");
    assert_eq!((heard("0: ranks"), heard("1: ranks")), (1, 0), "{news:?}");
    // The record can be replayed, and kept.
    let mut session = opened.session.boxed();
    record.moves.iter().for_each(|own| session.play(&own.ply).unwrap());
    assert!(session.outcome().is_some());
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<GameRecord>(&text).unwrap(), record);
    // Two who fail end it for the third.
    let both = job(["noted(fails=1)", "noted(fails=2)", "random"]);
    let (record, _) = play_before(&both, 0, &mut roster, &stop, &mut |_| {}).unwrap().unwrap();
    assert!(matches!(record.result.ending, Ending::Forfeit { seat: 1, .. }));
    assert_eq!(record.result.ranks, [2, 2, 1]);
    assert_eq!(record.result.out.len(), 1);
    // Who fails while the game begins is told of when all others know of the game.
    NEWS.lock().unwrap().clear();
    let absent = job(["noted(absent=1)", "noted", "noted"]);
    let (record, _) = play_before(&absent, 0, &mut roster, &stop, &mut |_| {}).unwrap().unwrap();
    assert_eq!((record.result.ending, record.result.out.len()), (Ending::Rules, 1));
    let news = NEWS.lock().unwrap().clone();
    let first = |words: &str| news.iter().position(|own| own.starts_with(words)).unwrap();
    for seat in [1, 2] {
        let (begin, out) = (first(&format!("{seat}: begin")), first(&format!("{seat}: out 0")));
        assert!(begin < out, "{news:?}");
    }
}
