//! Tests of the lab on real games.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use plyglot_catalog::{Caps, Catalog};
use plyglot_core::{self as core, Clock, Content, NoClock, Player, Rng, options::no_files};

use crate::{
    ClockRules, Code, DraftEdit, Drawing, Edit, Editor, Ending, Hold, Lab, Limits, Position,
    Question, Saved, Seat, SeatPlan, State, Symmetry, SymmetryKind, Trail, Tree, Unit, files,
    games,
};

fn with_lab<T>(work: impl FnOnce(&Lab<'_>) -> T) -> T {
    work(&Lab::new(&Catalog::standard(), &no_files))
}

/// A clock on which a millisecond passes with every look.
#[derive(Default)]
struct Stepping(AtomicU64);

impl Clock for Stepping {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

fn round_trip<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn lists_and_positions_of_every_game_are_data() {
    with_lab(|lab| {
        round_trip(&games::games(lab.catalog));
        for game in games::games(lab.catalog) {
            let mut opened = lab.open(&game.name, None).unwrap();
            round_trip(&games::agents(lab.catalog, &opened).unwrap());
            let mut rng = Rng::new(5);
            for _ in 0..20 {
                let position = Position::of(&opened.spec, &*opened.session);
                round_trip(&position);
                assert_eq!(position.turn.is_none(), position.over);
                opened.session.play_random(&mut rng);
            }
        }
        let entry = lab.catalog.search("alphabeta").unwrap();
        let search = games::search(lab.catalog, entry);
        assert!(!search.games.contains(&"chexers".to_owned()));
        round_trip(&search);
    });
}

#[test]
fn errors_have_a_code_a_place_and_what_was_expected() {
    with_lab(|lab| {
        let error = lab.open("checkers", Some("W:Wx9:B1")).err().unwrap();
        assert_eq!((error.code, error.at.field.as_str()), (Code::Syntax, "position"));
        assert!(error.at.column.is_some() && error.expected.is_some(), "{error:?}");
        round_trip(&error);
        assert_eq!(lab.open("chess", None).err().unwrap().code, Code::Spec);
        let mut opened = lab.open("checkers", None).unwrap();
        let error = opened.session.play("1-5").unwrap_err();
        assert_eq!(crate::Error::text("move", &error).code, Code::Illegal);
    });
}

#[test]
fn a_tree_goes_back_forward_and_across_branches() {
    with_lab(|lab| {
        for game in ["dala", "chexers", "checkers", "halma", "reversi", "reversixt"] {
            let opened = lab.open(game, None).unwrap();
            let mut tree = Tree::new(&opened, 400);
            let (mut rng, mut seen) = (Rng::new(3), vec![tree.position()]);
            for _ in 0..120 {
                let legal = tree.session().legal();
                if legal.is_empty() || rng.below(6) == 0 {
                    tree.go(rng.below(tree.nodes().len())).unwrap();
                } else {
                    let node = tree.play(&legal[rng.below(legal.len())]).unwrap();
                    if node == seen.len() {
                        seen.push(tree.position());
                    }
                }
                assert_eq!(tree.position(), seen[tree.current()], "{game}");
            }
            while tree.back() {}
            assert_eq!(tree.position(), seen[0]);
            while tree.forward() {
                assert_eq!(tree.position(), seen[tree.current()]);
            }
            tree.back();
            tree.promote();
            assert_eq!(tree.go(9999).unwrap_err().code, Code::NotFound);
            round_trip(&tree.nodes().to_vec());
        }
        let mut small = Tree::new(&lab.open("dala", None).unwrap(), 1);
        let first = small.session().legal()[0].clone();
        assert_eq!(small.play(&first).unwrap_err().code, Code::Limit);
        assert_eq!(small.session().played().len(), 0);
    });
}

#[test]
fn an_analysis_streams_holds_and_goes_deeper() {
    with_lab(|lab| {
        let opened = lab.open("checkers", None).unwrap();
        let hold = Hold { depth: Some(4), ..Hold::default() };
        let question = Question {
            agent: "alphabeta".to_owned(),
            lines: 3,
            hold,
            every: 0,
            ..Question::default()
        };
        let mut analysis = lab.analyse(&opened, question).unwrap();
        let (handle, mut depths) = (analysis.handle(), Vec::new());
        let report =
            analysis.run(&NoClock, &mut |own| depths.push(own.answer.as_ref().unwrap().depth));
        let report = report.unwrap();
        assert_eq!(report.state, State::Holding);
        let answer = report.answer.clone().unwrap();
        assert_eq!((answer.lines.len(), answer.depth), (3, 4));
        assert!(depths.is_sorted() && depths.contains(&2), "{depths:?}");
        round_trip(&report);
        handle.deepen(Hold { depth: Some(6), ..Hold::default() });
        let deeper = analysis.run(&NoClock, &mut |_| {}).unwrap();
        assert_eq!((deeper.state, deeper.answer.unwrap().depth), (State::Holding, 6));
        assert!(deeper.nodes > report.nodes);
        assert_eq!(handle.latest().unwrap().nodes, deeper.nodes);
        handle.cancel();
        assert_eq!(analysis.run(&NoClock, &mut |_| {}).unwrap().state, State::Cancelled);
    });
}

#[test]
fn an_analysis_is_restricted_to_given_moves() {
    with_lab(|lab| {
        for game in ["dala", "chexers", "checkers", "halma", "reversi", "reversixt"] {
            let opened = lab.open(game, None).unwrap();
            let legal = opened.session.legal();
            let only = vec![legal[legal.len() - 1].clone(), legal[legal.len() / 2].clone()];
            for entry in lab.catalog.searches() {
                if lab.catalog.fits(entry, &*opened.session).is_err() || entry.name == "solve" {
                    continue;
                }
                let hold = Hold { nodes: Some(500), ..Hold::default() };
                let (agent, only) = (entry.name.to_owned(), only.clone());
                let question =
                    Question { agent, only: only.clone(), hold, lines: 2, ..Question::default() };
                let mut analysis = lab.analyse(&opened, question).unwrap();
                let report = analysis.run(&NoClock, &mut |_| {}).unwrap();
                for line in report.answer.unwrap().lines {
                    assert!(only.contains(&line.pv[0]), "{game} {} {line:?}", entry.name);
                }
            }
        }
        // Several captures begin alike, and only one of them may be chosen.
        let mut opened = lab.open("dala", None).unwrap();
        ["c3", "d4", "d3", "c4"].iter().for_each(|ply| opened.session.play(ply).unwrap());
        for only in ["b3xc4", "b3xd4"].map(|ply| vec![ply.to_owned()]) {
            let hold = Hold { depth: Some(2), ..Hold::default() };
            let question = Question { only: only.clone(), hold, ..Question::default() };
            let mut plies = Vec::new();
            let report = lab.analyse(&opened, question).unwrap().run(&NoClock, &mut |report| {
                plies.extend(report.answer.iter().map(|answer| answer.lines[0].pv[0].clone()));
            });
            plies.push(report.unwrap().answer.unwrap().lines[0].pv[0].clone());
            assert!(plies.iter().all(|ply| *ply == only[0]), "{plies:?}");
        }
        let opened = lab.open("checkers", None).unwrap();
        let only = vec!["1-2".to_owned()];
        let question = Question { agent: "alphabeta".to_owned(), only, ..Question::default() };
        let refused = lab.analyse(&opened, question).unwrap().run(&NoClock, &mut |_| {});
        assert_eq!(refused.unwrap_err().at.field, "only");
    });
}

#[test]
fn reports_come_by_time_between_completed_steps() {
    with_lab(|lab| {
        let opened = lab.open("reversi", None).unwrap();
        let hold = Hold { millis: Some(3000), ..Hold::default() };
        let question = Question { agent: "alphabeta".to_owned(), hold, ..Question::default() };
        let mut analysis = lab.analyse(&opened, question).unwrap();
        let (mut nodes, mut depths) = (Vec::new(), Vec::new());
        let report = analysis.run(&Stepping::default(), &mut |report| {
            nodes.push(report.nodes);
            depths.push(report.answer.as_ref().unwrap().depth);
        });
        assert_eq!(report.unwrap().state, State::Holding);
        assert!(depths.windows(2).any(|two| two[0] == two[1]), "{depths:?}");
        assert!(nodes.is_sorted() && nodes.len() <= 31, "{nodes:?}");
    });
}

#[test]
fn values_have_units_for_every_seat_and_expected_scores_add_up() {
    with_lab(|lab| {
        for (game, agent, unit) in [
            ("checkers", "alphabeta(depth=3)", Unit::Points),
            ("checkers", "mcts(simulations=60)", Unit::Expected),
            ("chexers", "maxn(depth=2)", Unit::Points),
            ("halma", "alphabeta(depth=1)", Unit::Points),
            ("reversi(size=4)", "solve", Unit::Payoff),
        ] {
            let opened = lab.open(game, None).unwrap();
            let question = Question { agent: agent.to_owned(), ..Question::default() };
            let report = lab.analyse(&opened, question).unwrap().run(&NoClock, &mut |_| {});
            let line = report.unwrap().answer.unwrap().lines.remove(0);
            assert_eq!(line.value.unwrap().unit, unit, "{game} {agent}");
            let sides = opened.session.sides();
            let known: Vec<f64> = line.expected.iter().flatten().copied().collect();
            if known.len() == line.expected.len() {
                let seats = known.len() as f64;
                let sum: f64 = known.iter().sum();
                assert!((sum - seats / 2.0).abs() < 1e-9, "{game} {agent} {known:?}");
            } else {
                assert!(agent == "solve" && sides.count() == 2, "{game} {agent} {line:?}");
            }
        }
    });
}

fn person(name: &str) -> Seat {
    Seat::Person { name: name.to_owned() }
}

fn agent(spec: &str) -> Seat {
    Seat::Agent { spec: spec.to_owned(), limits: Limits { millis: None, nodes: Some(300) } }
}

#[test]
fn a_table_keeps_turns_clocks_and_what_was_agreed() {
    with_lab(|lab| {
        let seconds = Duration::from_secs;
        let clock = Some(ClockRules { base: 60_000, increment: 2_000 });
        let plan = SeatPlan { seats: vec![person("Ada"), agent("alphabeta")], clock, seed: 1 };
        let opened = lab.open("checkers", None).unwrap();
        let mut table = lab.table(opened, plan, seconds(100)).unwrap();
        assert_eq!(table.play(Player(1), "9-13", seconds(101)).unwrap_err().code, Code::Forbidden);
        assert!(table.think(seconds(101)).is_none());
        table.play(Player(0), "9-13", seconds(105)).unwrap();
        assert_eq!(table.left(Player(0), seconds(900)), Some(seconds(57)));
        let thinking = table.think(seconds(105)).unwrap();
        assert!(table.think(seconds(105)).is_none(), "it is being thought about");
        let thought = thinking.run(&NoClock, &AtomicBool::new(false));
        table.settle(thought, seconds(106)).unwrap();
        assert_eq!(table.session().to_move(), Player(0));
        let saved = table.save(seconds(110));
        round_trip(&saved);
        let again = lab.restore(&saved, seconds(5000)).unwrap();
        assert_eq!(again.save(seconds(5000)), saved);
        assert_eq!(again.left(Player(0), seconds(5001)), Some(seconds(52)));
        assert!(table.undo(seconds(120)));
        assert_eq!(table.session().played().len(), 0);
        assert!(table.check_time(seconds(120 + 58)));
        assert_eq!(table.ending(), Some(Ending::Time { seat: 0 }));
        assert_eq!(table.ranks(), Some(vec![2, 1]));
        assert_eq!(table.play(Player(0), "9-13", seconds(300)).unwrap_err().code, Code::Stale);
    });
}

#[test]
fn an_only_ply_is_thought_about_where_its_value_is_asked_for() {
    with_lab(|lab| {
        let plan =
            SeatPlan { seats: vec![agent("alphabeta"), person("Ada")], clock: None, seed: 1 };
        let position = "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15";
        let opened = || lab.open("checkers", Some(position)).unwrap();
        let mut table = lab.table(opened(), plan, Duration::ZERO).unwrap();
        let thought = table.think(Duration::ZERO).unwrap();
        let thought = thought.run(&NoClock, &AtomicBool::new(false));
        assert_eq!(thought.answer.unwrap().nodes, 0);
        let hold = Hold { nodes: Some(300), ..Hold::default() };
        for at_once in [false, true] {
            let question = Question { at_once, hold, ..Question::default() };
            let report = lab.analyse(&opened(), question).unwrap().run(&NoClock, &mut |_| {});
            assert_eq!(report.unwrap().answer.unwrap().nodes == 0, at_once);
        }
    });
}

#[test]
fn a_move_that_comes_too_late_is_stale() {
    with_lab(|lab| {
        let plan = SeatPlan { seats: vec![agent("random"), person("Bob")], clock: None, seed: 1 };
        let opened = lab.open("dala", None).unwrap();
        let mut table = lab.table(opened, plan, Duration::ZERO).unwrap();
        let thinking = table.think(Duration::ZERO).unwrap();
        table.resign(Player(1)).unwrap();
        let thought = thinking.run(&NoClock, &AtomicBool::new(false));
        assert_eq!(table.settle(thought, Duration::ZERO).unwrap_err().code, Code::Stale);
        assert_eq!(
            (table.ending(), table.ranks()),
            (Some(Ending::Resigned { seat: 1 }), Some(vec![1, 2]))
        );
    });
}

#[test]
fn a_draw_needs_all_sides() {
    with_lab(|lab| {
        let plan = SeatPlan { seats: vec![person("a"), person("b")], clock: None, seed: 1 };
        let mut table =
            lab.table(lab.open("reversi", None).unwrap(), plan, Duration::ZERO).unwrap();
        assert!(!table.offer_draw(Player(0)).unwrap());
        let first = table.session().legal()[0].clone();
        table.play(Player(0), &first, Duration::ZERO).unwrap();
        assert!(!table.offer_draw(Player(1)).unwrap(), "a move takes an offer back");
        assert!(table.offer_draw(Player(0)).unwrap());
        assert_eq!((table.ending(), table.ranks()), (Some(Ending::Agreed), Some(vec![1, 1])));
    });
}

#[test]
fn tables_of_agents_play_whole_games_and_survive_being_saved() {
    with_lab(|lab| {
        for game in ["dala", "chexers", "checkers", "reversi(size=6)", "reversixt(map=plain6)"] {
            let opened = lab.open(game, None).unwrap();
            let seats = vec![agent("greedy"); usize::from(opened.session.players())];
            let plan = SeatPlan { seats, clock: None, seed: 9 };
            let mut table = lab.table(opened, plan, Duration::ZERO).unwrap();
            for ply in 0..60 {
                if table.ending().is_some() {
                    break;
                }
                if ply % 7 == 3 {
                    let saved: Saved = table.save(Duration::ZERO);
                    table = lab.restore(&saved, Duration::ZERO).unwrap();
                    assert_eq!(table.save(Duration::ZERO), saved, "{game}");
                }
                let thinking = table.think(Duration::ZERO).unwrap();
                let thought = thinking.run(&NoClock, &AtomicBool::new(false));
                table.settle(thought, Duration::ZERO).unwrap();
            }
            assert!(table.session().played().len() > 10, "{game}");
        }
    });
}

#[test]
fn positions_are_edited_cell_by_cell_and_judged_by_the_reader() {
    with_lab(|lab| {
        for game in ["dala", "chexers", "checkers", "halma", "reversi", "reversixt"] {
            let mut opened = lab.open(game, None).unwrap();
            let mut rng = Rng::new(11);
            for _ in 0..12 {
                opened.session.play_random(&mut rng);
                while opened.session.mid_turn() {
                    opened.session.play_random(&mut rng);
                }
            }
            let wanted = Editor::new(&opened).unwrap().setup();
            round_trip(&wanted);
            let mut editor = Editor::new(&lab.open(game, None).unwrap()).unwrap();
            editor.edit(&Edit::Clear).unwrap();
            for (cell, label) in wanted.cells.iter().enumerate().filter(|(_, label)| **label != ' ')
            {
                editor.edit(&Edit::Cell { cell, label: *label }).unwrap();
            }
            for (counter, stock) in wanted.counters.iter().enumerate() {
                editor.edit(&Edit::Counter { counter, value: stock.counter.value }).unwrap();
            }
            if let Some(seat) = wanted.turn {
                editor.edit(&Edit::Turn { seat }).unwrap();
            }
            editor.edit(&Edit::Stage { stage: wanted.stage }).unwrap();
            assert_eq!(editor.position().unwrap().position, opened.session.position(), "{game}");
        }
        let mut editor = Editor::new(&lab.open("checkers", None).unwrap()).unwrap();
        assert_eq!(
            editor.edit(&Edit::Cell { cell: 9999, label: 'x' }).unwrap_err().code,
            Code::NotFound
        );
        assert_eq!(editor.edit(&Edit::Turn { seat: 7 }).unwrap_err().code, Code::Rules);
        editor.edit(&Edit::Clear).unwrap();
        let refused = editor.position().err();
        assert!(refused.is_none_or(|error| error.at.field == "setup"));
    });
}

/// Every game with every geometry that it has.
const BOARDS: [&str; 14] = [
    "dala",
    "chexers",
    "checkers",
    "reversi",
    "reversi(size=4)",
    "reversi(size=6)",
    "reversixt",
    "reversixt(map=octet8)",
    "reversixt(map=arena50)",
    "halma",
    "halma(level=turn)",
    "halma(variant=usc16)",
    "halma(variant=duel8)",
    "halma(variant=team8)",
];

#[test]
fn what_a_board_shows_is_what_moves_accept() {
    with_lab(|lab| {
        for game in BOARDS {
            let session = lab.open(game, None).unwrap().session;
            let scene = session.scene();
            for (ply, clicks) in session.click_paths() {
                for name in
                    clicks.iter().filter_map(|own| own.cell()).map(|at| &scene.cells[at].name)
                {
                    assert!(
                        !name.is_empty() && ply.contains(name.as_str()),
                        "{game}: {name}, {ply}"
                    );
                }
            }
            for label in &scene.labels {
                let line = |cell: &&core::Cell| cell.x == label.x || cell.y == label.y;
                let digits = label.text.chars().all(|sign| sign.is_ascii_digit());
                let apart = |sign: char| sign.is_ascii_digit() != digits || sign == ',';
                let has = |cell: &core::Cell| cell.name.split(apart).any(|part| part == label.text);
                assert!(scene.cells.iter().any(|cell| line(&cell)), "{game}: {label:?}");
                assert!(scene.cells.iter().filter(line).all(has), "{game}: {label:?}");
            }
        }
    });
}

#[test]
fn all_that_the_last_move_did_is_marked() {
    // The names of the cells of the three lists.
    let trail = |game: &str, position: Option<&str>, moves: &[&str]| {
        with_lab(|lab| {
            let mut session = lab.open(game, position).unwrap().session;
            moves.iter().for_each(|ply| session.play(ply).unwrap());
            let scene = session.scene();
            let Trail { path, turned, taken } = Trail::latest(&*session);
            [path, turned, taken].map(|cells| {
                let names: Vec<_> = cells.iter().map(|at| scene.cells[*at].name.clone()).collect();
                names.join(" ")
            })
        })
    };
    assert_eq!(trail("reversi", None, &[]), ["", "", ""]);
    assert_eq!(trail("reversi", None, &["d3"]), ["d3", "d4", ""]);
    assert_eq!(trail("checkers", None, &["11-15", "22-18", "15x22"]), ["15 22", "", "18"]);
    assert_eq!(trail("chexers", None, &["MOVE(-3,0)(-2,0)"]), ["(-3,0) (-2,0)", "", ""]);
    let beside = Some("1ggg/5/6/rg4b/r4b/r3b/r2b r 0,0,0 0");
    let jumped = trail("chexers", beside, &["JUMP(-3,0)(-1,0)"]);
    assert_eq!(jumped, ["(-3,0) (-1,0)", "(-2,0)", ""]);
    // The end of a turn touches nothing, so that the marks of the move before stay.
    let ended = trail("halma", None, &["0 (2,0) (4,2)", "0 null null"]);
    assert_eq!(ended, ["(2,0) (4,2)", "", ""]);
}

#[test]
fn the_host_sets_caps() {
    let caps =
        Caps { memory_mb: Some(64), threads: Some(1), time: Some(Duration::from_millis(50)) };
    let catalog = Catalog::standard().with_caps(caps);
    let lab = Lab::new(&catalog, &no_files);
    let opened = lab.open("reversi", None).unwrap();
    for greedy in ["alphabeta(tt=65)", "alphabeta(threads=2)", "mcts(memory=65)"] {
        let refused = lab.agent(greedy, &opened).err().unwrap();
        assert!(refused.message.contains("than the"), "{refused}");
    }
    let question = Question { agent: "alphabeta".to_owned(), ..Question::default() };
    let clock = Stepping::default();
    let report = lab.analyse(&opened, question).unwrap().run(&clock, &mut |_| {}).unwrap();
    assert!(report.millis < 1000 && report.state == State::Holding, "{report:?}");
}

#[test]
fn broken_rows_of_a_file_are_told_and_the_next_are_read() {
    let catalog = Catalog::standard();
    let opened = catalog.open("reversi", &no_files).unwrap();
    let text = "{\"moves\":[\"d3\"]}\n{broken\n[{\"moves\":[\"c4\",3]},{\"plies\":[\"c4\"],\"ranks\":[1,2]}]\n{\"a\":1}\n{\"moves\":[\"f5\"],\"size\":6}";
    let file = Content::new(text);
    let games: Vec<_> = files::read(&opened, "jsonl", &file).unwrap().collect();
    let told: Vec<String> = games
        .iter()
        .map(|game| match game {
            Ok(game) => format!("{:?} {:?}", game.game.plies, game.rules),
            Err(error) => error.to_string(),
        })
        .collect();
    let expected = [
        "[\"d3\"] None",
        "line 2: not JSON: key must be a string",
        "ply 2: 3 is not a text",
        "[\"c4\"] None",
        "it has no list \"moves\"",
        "[\"f5\"] Some(\"reversi(size=6)\")",
    ];
    assert_eq!(told, expected);
    assert_eq!(games[3].as_ref().unwrap().game.heading.ranks, [1, 2]);
    assert!(files::read(&opened, "pdn", &Content::default()).is_err());
    let checkers = catalog.game("checkers").unwrap();
    assert_eq!(files::format_of(checkers, "a/B.PDN").map(|own| own.name), Some("pdn"));
    assert_eq!(files::format_of(checkers, "b.json"), Some(files::JSON));
    assert_eq!(files::format_of(checkers, "b.txt"), None);
}

#[test]
fn maps_of_every_game_that_has_them_are_drafts() {
    with_lab(|lab| {
        let mut drawn = 0;
        for game in lab.catalog.games() {
            let Ok((_, editor)) = lab.map_editor(game.name) else { continue };
            for (name, text) in editor.builtin {
                let draft = lab.draft(game.name, Some(text), &Drawing::default()).unwrap();
                round_trip(&draft);
                assert_eq!(&draft.text, text, "{name}");
                let spec = format!("{}({}={name})", game.name, editor.option);
                let scene = crate::Scene::from(&lab.open(&spec, None).unwrap().session.scene());
                let shown = (&draft.scene.cells, &draft.scene.pieces);
                assert_eq!(shown, (&scene.cells, &scene.pieces), "{spec}");
                assert_eq!(draft.scene.links.len(), scene.links.len(), "{spec}");
                drawn += 1;
            }
        }
        assert!(drawn > 10);
    });
}

#[test]
fn a_view_of_a_map_without_a_name_is_opened_again() {
    with_lab(|lab| {
        let map = "2\n0\n0 0\n1 5\n0 2 1 0 0\n";
        let opened = lab.open("reversixt(rank_ties=lower_first)", Some(map)).unwrap();
        let view = Position::of(&opened.spec, &*opened.session);
        assert!(view.game.contains("map=?"), "{}", view.game);
        let again = lab.open(&view.game, Some(&view.position)).unwrap();
        assert_eq!(Position::of(&again.spec, &*again.session), view);
        assert_eq!(lab.open(&view.game, None).err().unwrap().code, Code::Spec);
    });
}

#[test]
fn drawing_is_a_function_of_texts() {
    let edits = vec![
        DraftEdit::Resize { width: 5, height: 5, left: 0, top: 0 },
        DraftEdit::Number { name: "players".to_owned(), value: 4 },
        DraftEdit::Paint { cells: vec![0], label: '1' },
        DraftEdit::Link { from: (0, 0), to: (4, 45) },
    ];
    let symmetry = Symmetry { kind: SymmetryKind::QuarterTurn, change_players: true };
    let drawing = Drawing { symmetry, edits };
    round_trip(&drawing);
    with_lab(|lab| {
        let draft = lab.draft("reversixt", None, &drawing).unwrap();
        assert_eq!((draft.scene.links.len(), draft.images.len()), (4, 3));
        assert_eq!(draft.images[0], [0, -1, 4, 1, 0, 0]);
        let owners: Vec<_> = draft.scene.pieces.iter().map(|own| own.owner).collect();
        assert_eq!(owners, [Some(0), Some(1), Some(3), Some(2)]);
        let again = lab.draft("reversixt", Some(&draft.text), &Drawing::default()).unwrap();
        assert_eq!((again.text, again.scene), (draft.text, draft.scene));
        let refused = |game, text, edit| {
            let drawing = Drawing { symmetry: Symmetry::default(), edits: vec![edit] };
            let error = lab.draft(game, text, &drawing).unwrap_err();
            (error.code, error.at.field)
        };
        let clear = || DraftEdit::Act { name: "clear".to_owned() };
        assert_eq!(refused("dala", None, clear()), (Code::Rules, "game".to_owned()));
        assert_eq!(refused("chess", None, clear()), (Code::Spec, "game".to_owned()));
        let text = Some("2\n0\n0 0\n1 1\nq");
        assert_eq!(refused("reversixt", text, clear()), (Code::Syntax, "text".to_owned()));
        let paint = DraftEdit::Paint { cells: vec![64], label: '1' };
        assert_eq!(refused("reversixt", None, paint), (Code::Rules, "edits".to_owned()));
    });
}
