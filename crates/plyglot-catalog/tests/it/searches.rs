//! Laws of searches on the real games.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use plyglot_catalog::{Answer, AnswerLine, Budget, Caps, Catalog, Opened, Request, WallClock};
use plyglot_core::{
    AnySession, Bound, Clock, OptionKind, OptionSpec, Rng, Value, Worth, options::no_files,
};

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

#[test]
fn a_game_has_defaults_of_its_own_for_searches_that_ask_its_evaluation() {
    let catalog = Catalog::standard();
    for entry in catalog.games() {
        let opened = open(entry.name);
        let made = |spec: &str| {
            let agent = catalog.agent(spec, &opened, &no_files).unwrap();
            (agent.spec().to_owned(), agent.short().to_owned())
        };
        let usual: Vec<_> = entry.usual("mcts").collect();
        assert!(!usual.is_empty(), "{}", entry.name);
        let (spec, short) = made("mcts");
        for (name, value) in &usual {
            let value = if *value == "on" { "true" } else { value };
            assert!(spec.contains(&format!(",{name}={value},")), "{spec}");
        }
        assert_eq!(short, "mcts");
        // What is given counts, and is told where it differs.
        let (spec, short) = made("mcts(playout_limit=1000)");
        assert!(spec.contains(",playout_limit=1000,"), "{spec}");
        assert_eq!(short, "mcts(playout_limit=1000)");
        // Without an evaluation games are played out.
        let (spec, _) = made("mcts(eval=none)");
        assert!(spec.contains(",playout_limit=1000,") && spec.contains(",exploration=0.7,"));
        assert!(!made("ubfm").0.contains("playout_limit"));
    }
}

#[test]
fn an_only_ply_is_played_at_once_by_everybody() {
    let agents = ["random", "greedy", "alphabeta", "mcts", "ubfm", "solve", "best", "classic"];
    let mut seen = 0;
    for game in ["dala(rules=per-line)", "chexers", "reversixt(map=bombs4)", "reversi", "checkers"]
    {
        let (catalog, opened) = (Catalog::standard(), open(game));
        let made = agents.iter().filter_map(|own| catalog.agent(own, &opened, &no_files).ok());
        let mut made: Vec<_> = made.collect();
        let (mut session, mut rng) = (opened.session.boxed(), Rng::new(3));
        for _ in 0..150 {
            if session.outcome().is_some() {
                break;
            }
            let legal = session.legal();
            // Without any limit, so that whoever thinks is heard of.
            let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
            let request = Request { at_once: true, ..Request::new(&clock, &stop) };
            for agent in made.iter_mut().filter(|_| legal.len() == 1) {
                let answer = agent.think(&*session, &request, &mut |_| {}).unwrap();
                let told = (&answer.lines[0].plies, answer.nodes, answer.value());
                assert_eq!(told, (&legal, 0, None), "{game} {}", agent.spec());
                seen += 1;
            }
            session.play_random(&mut rng);
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn an_only_ply_has_a_value_for_who_wants_to_know() {
    let (opened, mut session) = (open("checkers"), open("checkers").session);
    ["11-15", "22-18"].iter().for_each(|ply| session.play(ply).unwrap());
    assert_eq!(session.legal().len(), 1);
    let budget = Budget { nodes: Some(5000), time: None };
    let answer = think(&opened, "alphabeta", &*session, budget);
    assert!(answer.nodes > 1000 && answer.value().is_some(), "{answer:?}");
}

/// A game of Reversi with so many stones on the board.
fn reversi_with(stones: usize) -> Box<dyn AnySession> {
    let (mut session, mut rng) = (open("reversi").session, Rng::new(8));
    (4..stones).for_each(|_| {
        session.play_random(&mut rng);
    });
    session
}

#[test]
fn endings_are_played_by_the_games_own_solver() {
    let opened = open("reversi");
    let session = reversi_with(50);
    let budget = Budget { nodes: Some(2_000_000), time: None };
    let by_search = think(&opened, "best", &*session, Budget::default());
    let proven = think(&opened, "best(solver=on)", &*session, budget);
    let Some(Value { worth: Worth::Payoff(payoff), bound: Bound::Exact }) = proven.value() else {
        panic!("{proven:?}");
    };
    assert_eq!((proven.proven, proven.depth), (true, 14));
    assert_eq!(proven.expected(), by_search.expected(), "{payoff}");
    // Without limits, with many squares left or with several lines wanted it is the search as ever.
    let opening = reversi_with(30);
    let small = Budget { nodes: Some(20_000), time: None };
    for (session, budget) in [(&session, Budget::default()), (&opening, small)] {
        let on = think(&opened, "best(depth=6,solver=on)", &**session, budget);
        assert_eq!(on, think(&opened, "best(depth=6)", &**session, budget));
    }
}

#[test]
fn a_new_game_is_solved_as_if_it_were_the_first() {
    let (opened, session) = (open("reversi"), reversi_with(48));
    let mut agent = Catalog::standard().agent("best(solver=on)", &opened, &no_files).unwrap();
    let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
    let budget = Budget { nodes: Some(20_000_000), time: None };
    let request = Request { budget, ..Request::new(&clock, &stop) };
    let mut think = || agent.think(&*session, &request, &mut |_| {}).unwrap();
    let (first, again) = (think(), think());
    assert!(again.nodes < first.nodes, "it remembers");
    agent.new_game();
    assert_eq!(agent.think(&*session, &request, &mut |_| {}).unwrap(), first);
}

#[test]
fn a_solver_that_a_game_has_not_is_refused() {
    let refused = Catalog::standard().agent("alphabeta(solver=on)", &open("dala"), &no_files);
    let told = "option solver=on: this game has no solver of its own, expected off";
    assert_eq!(refused.err().unwrap().0, told);
    assert!(Catalog::standard().agent("brs(solver=on)", &open("reversi"), &no_files).is_ok());
}
