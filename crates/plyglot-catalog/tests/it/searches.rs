//! Laws of searches on the real games.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use plyglot_catalog::{Answer, AnswerLine, Budget, Caps, Catalog, Opened, Request, WallClock};
use plyglot_core::{AnySession, Clock, OptionKind, OptionSpec, Rng, Value, options::no_files};

/// Games of every shape, small enough for exhaustive comparison.
const GAMES: &[&str] = &[
    "dala",
    "dala(rules=per-line)",
    "chexers",
    "reversixt(map=cross3)",
    "reversixt(map=bombs4)",
    "reversixt(map=octet8)",
    "reversi",
    "checkers",
    "halma(variant=team8)",
    "halma(variant=team8,level=turn)",
    "halma(variant=duel6)",
];

fn open(spec: &str) -> Opened {
    Catalog::standard().open(spec, &no_files).unwrap()
}

/// Some positions of a game, from its start to its middle.
fn positions(opened: &Opened) -> Vec<Box<dyn AnySession>> {
    let play = |plies: u64| {
        let (mut session, mut rng) = (opened.session.boxed(), Rng::stream(11, plies));
        (0..plies).for_each(|_| {
            session.play_random(&mut rng);
        });
        session
    };
    let positions = [0, 5, 11, 24, 31].into_iter().map(play);
    positions.filter(|session| session.outcome().is_none()).collect()
}

fn think(opened: &Opened, agent: &str, session: &dyn AnySession, budget: Budget) -> Answer {
    let mut agent = Catalog::standard().agent(agent, opened, &no_files).unwrap();
    let stop = AtomicBool::new(false);
    let clock = WallClock::start();
    let request = Request { budget, seed: 7, ..Request::new(&clock, &stop) };
    agent.think(session, &request, &mut |_| {}).unwrap()
}

fn value(opened: &Opened, agent: &str, session: &dyn AnySession) -> Value {
    think(opened, agent, session, Budget::default()).value().expect("a search knows a value")
}

/// Everything that may not change a value, switched off.
const PLAIN: &str = "tt=0,order=off,killers=off,history=off,pvs=off,deepen=off,early_exit=off";

#[test]
fn switches_do_not_change_the_value_at_a_fixed_depth() {
    let switches = [
        "early_exit=off,tt_exact=on",
        "early_exit=off,tt_exact=on,counter=on,aspiration=fixed,window=3",
        "early_exit=off,tt=0,aspiration=tiles,window=1",
        "early_exit=off,tt_exact=on,pvs=off,order=off",
    ];
    for game in GAMES {
        let opened = open(game);
        for session in positions(&opened) {
            for search in ["paranoid", "brs", "brs+"] {
                for with in switches {
                    // What the others play in brs+ is their first move in the game's ordering.
                    let order = if search == "brs+" { "order=default" } else { "order=off" };
                    let (plain, with) = if search == "brs+" && !has_order(&opened) {
                        (PLAIN.to_owned(), with.to_owned())
                    } else {
                        (PLAIN.replace("order=off", order), with.replace("order=off", order))
                    };
                    let wanted = value(&opened, &format!("{search}(depth=2,{plain})"), &*session);
                    let found = value(&opened, &format!("{search}(depth=2,{with})"), &*session);
                    let position = session.position();
                    assert_eq!(found, wanted, "{game} {search} {with} in {position}");
                }
            }
        }
    }
}

fn has_order(opened: &Opened) -> bool {
    !(opened.entry.orders)().is_empty()
}

#[test]
fn two_sides_make_the_searches_one() {
    for game in ["dala", "reversi", "checkers", "halma(variant=duel6)"] {
        let opened = open(game);
        for session in positions(&opened) {
            let wanted = value(&opened, &format!("alphabeta(depth=3,{PLAIN})"), &*session);
            for search in ["paranoid", "brs", "brs+"] {
                let found = value(&opened, &format!("{search}(depth=3,{PLAIN})"), &*session);
                assert_eq!(found, wanted, "{game} {search} in {}", session.position());
            }
        }
    }
}

#[test]
fn a_node_limit_gives_the_same_answer_every_time() {
    for game in GAMES {
        let opened = open(game);
        for search in Catalog::standard().searches() {
            if Catalog::standard().fits(search, &*opened.session).is_err() {
                continue;
            }
            for session in positions(&opened).iter().take(2) {
                let budget = Budget { nodes: Some(3000), time: None };
                let answer = think(&opened, search.name, &**session, budget);
                assert_eq!(answer, think(&opened, search.name, &**session, budget));
            }
        }
    }
}

#[test]
fn every_search_answers_with_a_legal_move_whatever_the_budget() {
    for game in GAMES {
        let opened = open(game);
        for search in Catalog::standard().searches() {
            if Catalog::standard().fits(search, &*opened.session).is_err() {
                continue;
            }
            for session in positions(&opened) {
                let legal = session.legal();
                for (nodes, time) in
                    [(Some(0), None), (Some(1), None), (None, Some(Duration::ZERO))]
                {
                    let answer = think(&opened, search.name, &*session, Budget { nodes, time });
                    let first = &answer.lines[0].plies[0];
                    assert!(legal.contains(first), "{game} {} plays {first}", search.name);
                }
            }
        }
    }
}

#[test]
fn a_planned_turn_is_played_to_its_end() {
    let (actions, turns) = (open("halma(variant=team8)"), open("halma(variant=team8,level=turn)"));
    let catalog = Catalog::standard();
    let planner = "paranoid(depth=2,plan=on)";
    let mut agent = catalog.agent(planner, &actions, &no_files).unwrap();
    let (stop, mut longest) = (AtomicBool::new(false), 0);
    let clock = WallClock::start();
    let request = Request { seed: 7, ..Request::new(&clock, &stop) };
    let (mut session, mut whole) = (actions.session.boxed(), turns.session.boxed());
    for _ in 0..40 {
        let seat = session.to_move();
        let expected = think(&turns, "paranoid(depth=2)", &*whole, Budget::default());
        whole.play(&expected.lines[0].plies[0]).unwrap();
        let mut count = 0;
        while session.to_move() == seat {
            let answer = agent.think(&*session, &request, &mut |_| {}).unwrap();
            assert_eq!(answer.nodes > 0, count == 0, "only the first decision is thought about");
            assert_eq!(answer.value(), expected.value());
            session.play(&answer.lines[0].plies[0]).unwrap();
            count += 1;
        }
        longest = longest.max(count);
        assert_eq!(session.position(), whole.position());
    }
    assert!(longest > 3);
}

#[test]
fn best_moves_come_in_order() {
    for game in ["chexers", "checkers", "dala"] {
        let opened = open(game);
        let mut agent = Catalog::standard().agent("paranoid(depth=3)", &opened, &no_files).unwrap();
        let stop = AtomicBool::new(false);
        let clock = WallClock::start();
        let request = Request { lines: 4, ..Request::new(&clock, &stop) };
        let answer = agent.think(&*opened.session, &request, &mut |_| {}).unwrap();
        assert_eq!(answer.lines.len(), 4);
        let expected = |line: &AnswerLine| line.expected[answer.mover.idx()].unwrap();
        assert!(answer.lines.is_sorted_by(|a, b| expected(a) >= expected(b)), "{answer:?}");
    }
}

#[test]
fn what_agents_ask_for_is_capped_by_the_host() {
    let caps = Caps { memory_mb: Some(20480), threads: Some(2), time: None };
    let catalog = Catalog::standard().with_caps(caps);
    let agent = |game: &str, agent: &str| {
        catalog.agent(agent, &open(game), &no_files).map_err(|error| error.0).map(drop)
    };
    assert_eq!(
        agent("reversi", "alphabeta(tt=65536)"),
        Err("alphabeta: option tt=65536: 65536 MB are more than the 20480 MB that this machine can \
             give"
            .to_owned())
    );
    assert_eq!(
        agent("dala", "mcts(threads=3)"),
        Err("mcts: option threads=3: 3 threads are more than the 2 that this machine can give"
            .to_owned())
    );
    for spec in ["brs(tt=20481)", "ubfm(memory=30000)", "classic-paranoid(tt=50000)"] {
        assert!(agent("chexers", spec).unwrap_err().contains("20480 MB"), "{spec}");
    }
    for spec in ["brs(tt=1,threads=2)", "mcts(memory=20480)", "classic-paranoid(tt=1)"] {
        assert_eq!(agent("chexers", spec), Ok(()), "{spec}");
    }
}

#[test]
fn every_option_that_takes_from_the_machine_says_so() {
    let catalog = Catalog::standard();
    let named = |options: &[OptionSpec], name: &str| {
        let option = options.iter().find(|option| option.name == name);
        option.map(|option| option.kind)
    };
    let players = catalog.games().flat_map(|game| catalog.players(game.name).unwrap());
    let lists = catalog.searches().iter().map(|search| search.options);
    for options in lists.chain(players.map(|player| player.options)) {
        for name in ["tt", "memory", "threads"] {
            assert!(
                matches!(
                    named(options, name),
                    None | Some(OptionKind::Megabytes { .. } | OptionKind::Threads { .. })
                ),
                "{name}"
            );
        }
    }
}

#[test]
fn refused_agents_say_what_is_possible() {
    let opened = open("chexers");
    let refused =
        |agent: &str| Catalog::standard().agent(agent, &opened, &no_files).err().unwrap().0;
    assert!(refused("deepblue").contains("there are: random, greedy"));
    assert!(refused("alphabeta").contains("needs exactly two sides, and this game has 3"));
    assert!(refused("paranoid(depth=0)").contains("a number from 1 to"));
    assert!(refused("paranoid(speed=9)").contains("it has: eval, order, depth"));
    assert!(
        refused("paranoid(eval=magic)").contains("chexers has no evaluation \"magic\"; it has:")
    );
    assert!(refused("paranoid(order=magic)").contains("chexers has no move ordering"));
    for (agent, meant) in [
        ("pranoid", "paranoid"),
        ("clasic", "classic"),
        ("paranoid(eval=defualt)", "default"),
        ("paranoid(order=of)", "off"),
        ("paranoid(dept=3)", "depth"),
    ] {
        let message = refused(agent);
        assert!(message.ends_with(&format!("; did you mean {meant}?")), "{message}");
    }
}

#[test]
fn a_board_too_large_for_a_search_is_told_as_that() {
    let (side, mut rows) = (300, vec![vec!["0"; 300]; 300]);
    (rows[1][1], rows[1][2], rows[2][1], rows[2][2]) = ("1", "2", "2", "1");
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    let map = format!("2\n0\n0 1\n{side} {side}\n{}\n", rows.join("\n"));
    let load = move |_: &str| Ok(map.clone());
    let opened = Catalog::standard().open("reversixt(map=large.map)", &load).unwrap();
    let agent = |spec| Catalog::standard().agent(spec, &opened, &no_files).map(|_| ());
    let told = agent("paranoid").unwrap_err().to_string();
    assert_eq!(
        told,
        "paranoid plays on boards of at most 65536 cells; that of this reversixt has 90000"
    );
    assert!(agent("random").is_ok());
}

#[test]
fn a_clock_is_never_overdrawn() {
    let seconds = Duration::from_secs_f64;
    let share = |left, increment| Budget::of_clock(seconds(left), seconds(increment)).time.unwrap();
    assert_eq!(share(60.0, 0.5), seconds(2.8));
    assert_eq!(share(0.01, 0.0), Duration::ZERO);
    let mut left = 10.0;
    for _ in 0..500 {
        let spent = share(left, 0.1).as_secs_f64();
        assert!(spent < left);
        left += 0.1 - spent;
    }
}

/// A clock on which an hour passes between two looks.
struct Hours(AtomicU64);

impl Clock for Hours {
    fn now(&self) -> Duration {
        Duration::from_secs(3600 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn the_clock_of_the_request_measures_time() {
    let opened = open("reversi");
    let mut agent = Catalog::standard().agent("paranoid", &opened, &no_files).unwrap();
    let (clock, stop) = (Hours(AtomicU64::new(50)), AtomicBool::new(false));
    let budget = Budget { nodes: None, time: Some(Duration::from_secs(5 * 3600)) };
    let request = Request { budget, ..Request::new(&clock, &stop) };
    let answer = agent.think(&*opened.session, &request, &mut |_| {}).unwrap();
    assert!((2..10).contains(&answer.nodes), "{answer:?}");
}
