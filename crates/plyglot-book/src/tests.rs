//! Values and costs on made-up graphs, and books of real games with a made-up search.

use plyglot_core::{AnySession, Reach, Session, mix};
use plyglot_dala::Dala;
use plyglot_reversi::Reversi;

use crate::{
    Book, BookError, Found, STEP, Settings,
    graph::{Graph, Node},
};

/// A position: its identity, those that its plies lead to, and which of them leads out of the book, with its value.
type Made<'a> = (u64, &'a [u64], Option<(usize, u32)>);

/// A graph of positions; plies to those that are not listed lead out of it.
fn graph(nodes: &[Made<'_>]) -> Graph {
    let mut graph = Graph::default();
    for (key, targets, leaf) in nodes {
        let reach = |to: &u64| Reach { ply: to.to_string(), key: *to, again: false, end: None };
        let reaches = targets.iter().map(reach).collect();
        let plies = u32::from(*key > 0);
        graph.push(Node { leaf: *leaf, ..Node::new(*key, None, plies, reaches) });
    }
    graph.settle();
    graph
}

fn values(graph: &Graph) -> Vec<u32> {
    graph.nodes.iter().map(|node| node.value).collect()
}

#[test]
fn values_are_backed_up_from_the_other_side() {
    // Position 1 is worth 4000 to who moves there, so 6000 to who came from 0; 2 is better for its mover.
    let two = graph(&[
        (0, &[1, 2, 9], Some((2, 5500))),
        (1, &[8], Some((0, 4000))),
        (2, &[7], Some((0, 7000))),
    ]);
    assert_eq!(values(&two), [6000, 4000, 7000]);
    // The best ply out of the book is better than what is in it.
    let out = graph(&[(0, &[1, 9], Some((1, 6500))), (1, &[8], Some((0, 4000)))]);
    assert_eq!(values(&out), [6500, 4000]);
}

#[test]
fn who_moves_again_and_who_ends_the_game_is_told_apart() {
    let reach = |key, again, end| Reach { ply: format!("{key}"), key, again, end };
    let mut graph = Graph::default();
    let plies = vec![reach(1, true, None), reach(2, false, Some(0.3))];
    graph.push(Node::new(0, None, 0, plies));
    let leaf = Some((0, 2000));
    graph.push(Node { leaf, ..Node::new(1, Some((0, 0)), 1, vec![reach(5, false, None)]) });
    graph.settle();
    assert_eq!(values(&graph), [3000, 2000]);
    graph.nodes[1].leaf = Some((0, 8000));
    graph.settle();
    assert_eq!(values(&graph), [8000, 8000]);
    assert!(graph.unsearched().is_empty());
}

#[test]
fn circles_are_draws_and_end() {
    // Both do better to go round than to leave.
    let round = graph(&[(0, &[1, 9], Some((1, 3000))), (1, &[0, 8], Some((1, 3000)))]);
    assert_eq!(values(&round), [5000, 5000]);
    // One of them does better to leave.
    let left = graph(&[(0, &[1, 9], Some((1, 6000))), (1, &[0, 8], Some((1, 3000)))]);
    assert_eq!(values(&left), [6000, 4000]);
    // A circle of three, in which the sides change.
    let odd = graph(&[(0, &[1], None), (1, &[2, 9], Some((1, 5200))), (2, &[0], None)]);
    assert_eq!(values(&odd), [4800, 5200, 5200]);
}

#[test]
fn the_cheapest_line_is_the_next() {
    // From the start, 1 keeps the value, and 2 gives 1000 away: with omega 20 that is two plies.
    let nodes: &[Made<'_>] = &[
        (0, &[1, 2, 9], Some((2, 4000))),
        (1, &[3, 8], Some((1, 3000))),
        (2, &[7], Some((0, 6000))),
        (3, &[6], Some((0, 5000))),
    ];
    let graph = graph(nodes);
    assert_eq!(values(&graph), [5000, 5000, 6000, 5000]);
    let unit = 10_000;
    assert_eq!(graph.costs(20), [0, unit, 3 * unit, 2 * unit]);
    let open = |omega, most| graph.cheapest(10, omega, most);
    // Plies out of the book cost 3 (from 0 and 3), 4 (from 2) and 6 (from 1).
    assert_eq!(open(20, 9), [(0, 2), (3, 0), (2, 0), (1, 1)]);
    // Where errors cost nothing, it is the shorter line; where they cost much, only the best is looked at.
    assert_eq!(open(0, 9), [(0, 2), (1, 1), (2, 0), (3, 0)]);
    assert_eq!(open(200, 9)[0], (3, 0));
    assert_eq!(open(20, 1), [(0, 2)], "nothing is farther than the most plies");
    assert_eq!(graph.cheapest(2, 20, 9).len(), 2);
}

#[test]
fn two_ways_to_a_position_are_looked_at_once() {
    let graph =
        graph(&[(0, &[1, 2], None), (1, &[9], Some((0, 5000))), (2, &[9], Some((0, 5000)))]);
    assert_eq!(graph.cheapest(10, 20, 9), [(1, 0)]);
    assert_eq!(graph.below(0).0, 3);
}

fn settings(game: &str) -> Settings {
    let game = game.to_owned();
    Settings { game, agent: "made-up".to_owned(), nodes: 7, omega: 30, plies: 20, seed: 1 }
}

fn reversi() -> Session<Reversi> {
    Session::new(Reversi::default())
}

/// Values that depend on the position alone, whoever asks and when.
fn search(session: &dyn AnySession, plies: &[String]) -> Found {
    let worth = |ply: &String| {
        let mut after = session.boxed();
        after.play(ply).unwrap();
        mix(after.key()) % 2001
    };
    let best = plies.iter().max_by_key(|ply| worth(ply)).unwrap();
    let value = 0.4 + worth(best) as f64 / 10_000.0;
    Found { ply: best.clone(), value, depth: 3, nodes: 7 }
}

/// Grows a book to so many positions.
fn grow(book: &mut Book, start: &dyn AnySession, positions: usize) {
    loop {
        let found: Vec<(usize, Found)> = book
            .unsearched()
            .into_iter()
            .map(|(at, plies)| (at, search(&*book.session(start, at).unwrap(), &plies)))
            .collect();
        book.tell(&found).unwrap();
        if book.positions() >= positions || book.open(start).unwrap() == 0 {
            return;
        }
    }
}

#[test]
fn a_book_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let start = reversi();
    let mut whole = Book::new(settings("reversi"), "e", &start).unwrap();
    grow(&mut whole, &start, 200);
    let mut half = Book::new(settings("reversi"), "e", &start).unwrap();
    grow(&mut half, &start, 80);
    let mut rest = Book::read(&half.write(), "reversi", &start).unwrap();
    assert_eq!(rest, half, "what is read is what was written");
    grow(&mut rest, &start, 200);
    assert_eq!(rest.write(), whole.write());
    assert!((200..200 + STEP).contains(&whole.positions()));
    assert!(whole.unsearched().is_empty());
}

#[test]
fn symmetric_positions_are_one() {
    let start = reversi();
    let mut book = Book::new(settings("reversi"), "e", &start).unwrap();
    grow(&mut book, &start, 60);
    let first = book.moves(&start).unwrap();
    assert_eq!(first.len(), 4, "all four are the same: {first:?}");
    let mut seen = Vec::new();
    for ply in ["d3", "c4", "f5", "e6"] {
        let mut session = reversi();
        AnySession::play(&mut session, ply).unwrap();
        let moves = book.moves(&session).unwrap();
        seen.push(moves.iter().map(|own| (own.value, own.positions)).collect::<Vec<_>>());
        let value = first.iter().find(|own| own.ply == ply).unwrap().value;
        assert!((value - (1.0 - moves[0].value)).abs() < 1e-9, "the best reply decides");
    }
    assert!(seen.windows(2).all(|two| two[0] == two[1]), "{seen:?}");
    let mut far = reversi();
    (0..30).for_each(|_| {
        far.play_random(&mut plyglot_core::Rng::new(3));
    });
    assert_eq!(book.moves(&far), None);
}

#[test]
fn lines_and_openings_can_be_played() {
    let start = reversi();
    let mut book = Book::new(settings("reversi"), "e", &start).unwrap();
    grow(&mut book, &start, 150);
    let best = book.moves(&start).unwrap()[0].ply.clone();
    let line = book.line(&start, &best);
    assert!(line.len() > 2);
    let openings = book.balanced(None, 0.05);
    assert!(openings.len() > 5, "{}", openings.len());
    assert!(book.balanced(None, 0.0).len() < openings.len());
    assert!(book.balanced(Some(3), 0.5).iter().all(|own| own.len() == 3));
    for plies in openings.iter().chain([&line]) {
        let mut session = start.boxed();
        plies.iter().for_each(|ply| session.play(ply).unwrap());
    }
    let shown = book.first_lines(20);
    assert!(shown.len() >= 20 && shown[0].plies == 1);
    assert!(shown.windows(2).all(|two| two[1].plies <= two[0].plies + 1), "each follows another");
}

#[test]
fn a_game_of_turns_has_a_book_too() {
    let start = Session::new(Dala::default());
    let mut book = Book::new(settings("dala"), "e", &start).unwrap();
    grow(&mut book, &start, 40);
    let text = book.write();
    assert_eq!(Book::read(&text, "dala", &start).unwrap().write(), text);
}

#[test]
fn a_ply_that_does_not_lead_out_of_the_book_is_refused() {
    let start = Session::new(Dala::default());
    let mut book = Book::new(settings("dala"), "e", &start).unwrap();
    grow(&mut book, &start, 20);
    let inside = book.way(1)[0].to_owned();
    for ply in [&*inside, "a1xa2", "no ply"] {
        let found = Found { ply: ply.to_owned(), value: 0.5, depth: 3, nodes: 7 };
        assert_eq!(book.tell(&[(0, found)]), Err(BookError::Ply(ply.to_owned())));
    }
}

#[test]
fn bad_files_are_refused_with_a_reason() {
    let start = reversi();
    let mut book = Book::new(settings("reversi"), "e", &start).unwrap();
    grow(&mut book, &start, 30);
    let text = book.write();
    let why = |text: &str| Book::read(text, "reversi", &start).unwrap_err();
    assert_eq!(why("plyglot model 2\n"), BookError::Foreign);
    assert_eq!(why(""), BookError::Foreign);
    assert!(matches!(why("plyglot book 1\n{}\n"), BookError::Header(_)));
    let other = Book::read(&text, "reversi(size=6)", &start).unwrap_err();
    assert_eq!(other.to_string(), "this book is for reversi, expected one for reversi(size=6)");
    let cut = &text[..text.trim_end().rfind('\n').unwrap() + 1];
    assert!(why(cut).to_string().contains("were announced"), "{}", why(cut));
    let changed = text.replace("\t3\t7\t", "\t4\t7\t");
    assert!(why(&changed).to_string().contains("checksum"), "{}", why(&changed));
    let many = text.replace(&format!("\"positions\":{}", book.positions()), "\"positions\":999999");
    assert_eq!(why(&many), BookError::TooLarge(999_999));
    assert_eq!(Book::read(&text.replace('\n', "\r\n"), "reversi", &start).unwrap(), book);
}

#[test]
fn rows_that_cannot_be_are_refused() {
    let start = reversi();
    let mut book = Book::new(settings("reversi"), "e", &start).unwrap();
    grow(&mut book, &start, 10);
    let text = book.write();
    let rows: Vec<&str> = text.lines().skip(2).collect();
    let read = |rows: &[String]| {
        let body: String = rows.iter().map(|row| format!("{row}\n")).collect();
        let sum = super::file::checksum(&body);
        let head = text.lines().nth(1).unwrap();
        let from = head.find("\"positions\"").unwrap();
        let head = format!("{}\"positions\":{},\"sha256\":\"{sum}\"}}", &head[..from], rows.len());
        let file = format!("plyglot book 1\n{head}\n{body}");
        Book::read(&file, "reversi", &start).unwrap_err().to_string()
    };
    let with = |at: usize, row: &str| {
        let mut rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        rows[at] = row.to_owned();
        read(&rows)
    };
    assert!(with(1, "0\ta1\t3\t7\tc3\t5000").contains("line 4: a1 cannot be played"));
    assert!(with(1, "7\td3\t3\t7\tc3\t5000").contains("it follows a line after it"));
    assert!(with(1, "\t\t3\t7\tc3\t5000").contains("it follows no line"));
    assert!(with(1, "x").contains("expected 6 fields, found 1"));
    assert!(with(0, "\t\t3\t7\tc4\t50000").contains("50000 is more than 10000"));
    assert!(with(0, "\t\t3\tmany\tc4\t5000").contains("expected a number, found \"many\""));
    let busy = rows[1].replace("\t7\t", &format!("\t{}\t", u64::MAX));
    let told = with(1, &busy);
    assert!(told.contains("line 4: its 18446744073709551615 nodes, with those before"), "{told}");
    assert!(with(2, rows[1]).contains("its position came before"));
    let last = rows.len() - 1;
    let silent: Vec<&str> = rows[last].split('\t').take(4).collect();
    assert!(with(last, &format!("{}\t\t", silent.join("\t"))).contains("says nothing of plies"));
}
