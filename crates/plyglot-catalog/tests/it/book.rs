//! Opening books: those that come with games, those of files, and who plays from them.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_catalog::{
    Answer, Budget, Catalog, Opened, Request, WallClock,
    books::{Book, Found, Settings},
};
use plyglot_core::{Rng, options::no_files};

fn open(catalog: &Catalog, text: &str) -> Opened {
    catalog.open(text, &no_files).unwrap()
}

/// A book of at least so many positions, by searches that claim to have visited 1000 nodes.
fn grown(catalog: &Catalog, opened: &Opened, positions: usize) -> String {
    let settings = Settings {
        game: opened.spec.clone(),
        agent: "made-up".to_owned(),
        nodes: 1000,
        omega: 30,
        plies: 20,
        seed: 1,
    };
    let start = &*opened.session;
    let mut book = Book::new(settings, "e", start).unwrap();
    let mut agent = catalog.agent("alphabeta(depth=3)", opened, &no_files).unwrap();
    let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
    loop {
        let mut all = Vec::new();
        for (at, only) in book.unsearched() {
            let request = Request { only: &only, ..Request::new(&clock, &stop) };
            let session = book.session(start, at).unwrap();
            let answer = agent.think(&*session, &request, &mut |_| {}).unwrap();
            let (ply, value) = (answer.lines[0].plies[0].clone(), answer.expected().unwrap());
            all.push((at, Found { ply, value, depth: 3, nodes: 1000 }));
        }
        book.tell(&all).unwrap();
        if book.positions() >= positions || book.open(start).unwrap() == 0 {
            return book.write();
        }
    }
}

/// What an agent answers who may read the book.
fn ask(agent: &str, opened: &Opened, book: &str, request: &Request<'_>) -> Answer {
    let load = |_: &str| Ok(book.to_owned());
    let mut agent = Catalog::standard().agent(agent, opened, &load).unwrap();
    agent.think(&*opened.session, request, &mut |_| {}).unwrap()
}

#[test]
fn plies_lead_where_they_are_said_to() {
    let catalog = Catalog::standard();
    for game in catalog.games() {
        let (mut session, mut rng) = (open(&catalog, game.name).session, Rng::new(5));
        for _ in 0..30 {
            let reaches = session.reaches();
            let plies: Vec<_> = reaches.iter().map(|own| own.ply.clone()).collect();
            assert_eq!(plies, session.legal());
            for reach in &reaches {
                let mut after = session.boxed();
                after.play(&reach.ply).unwrap();
                assert_eq!(after.key(), reach.key, "{}", game.name);
                if reach.end.is_none() {
                    let sides = session.sides();
                    let again = sides.of(after.to_move()) == sides.of(session.to_move());
                    assert_eq!(again, reach.again, "{}", game.name);
                }
            }
            session.play_random(&mut rng);
        }
    }
}

#[test]
fn players_play_from_a_book_that_knows_as_much_as_they_could_find_out() {
    let catalog = Catalog::standard();
    let opened = open(&catalog, "reversi");
    let book = grown(&catalog, &opened, 30);
    let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
    let plain = Request { at_once: true, ..Request::new(&clock, &stop) };
    let with = |nodes: Option<u64>, time: Option<u64>| Request {
        budget: Budget { nodes, time: time.map(Duration::from_micros) },
        ..plain
    };
    let agent = "alphabeta(book=on(file=x))";
    let asked = |request: &Request<'_>| ask(agent, &opened, &book, request);
    let known = asked(&with(Some(20_000), None));
    assert!(known.book && known.nodes == 0 && known.depth == 3, "{known:?}");
    let line = &known.lines[0];
    assert!(
        line.plies.len() > 2 && (line.expected.iter().flatten().sum::<f64>() - 1.0).abs() < 1e-9
    );
    // All positions below rest on about 30000 nodes.
    assert!(!asked(&with(Some(100_000), None)).book);
    assert!(asked(&with(None, Some(5_000))).book, "a second is four million nodes");
    assert!(!asked(&with(None, Some(25_000))).book);
    // Whoever asks what a position is worth is not put off with what was known before.
    assert!(!asked(&Request { at_once: false, ..with(Some(3000), None) }).book);
    assert!(asked(&Request { at_once: false, book: true, ..with(Some(3000), None) }).book);
    // Who has a limit of his own is content with the book.
    assert!(ask("alphabeta(depth=4,book=on(file=x))", &opened, &book, &plain).book);
    // The book may know too few plies.
    let all = Request { lines: 4, ..with(Some(3000), None) };
    assert_eq!(asked(&all).lines.len(), 4);
    let only = ["e6".to_owned()];
    let one = asked(&Request { only: &only, ..with(Some(3000), None) });
    assert_eq!((one.book, &*one.lines[0].plies[0]), (true, "e6"));
    assert!(!ask("alphabeta(depth=4)", &opened, &book, &plain).book, "off if nothing is said");
}

#[test]
fn plies_that_are_almost_as_good_are_chosen_by_the_seed() {
    let catalog = Catalog::standard();
    let opened = open(&catalog, "checkers");
    let book = grown(&catalog, &opened, 60);
    let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
    let first = |agent: &str, seed: u64| {
        let budget = Budget { nodes: Some(1), time: None };
        let request = Request { budget, seed, at_once: true, ..Request::new(&clock, &stop) };
        ask(agent, &opened, &book, &request).lines[0].plies[0].clone()
    };
    let plies = |agent: &str| {
        let mut all: Vec<_> = (0..40).map(|seed| first(agent, seed)).collect();
        assert_eq!(all[7], first(agent, 7), "the same seed chooses the same");
        all.sort();
        all.dedup();
        all.len()
    };
    assert_eq!(plies("alphabeta(book=on(file=x))"), 1);
    assert!(plies("alphabeta(book=on(file=x,band=0.2))") > 1);
}

#[test]
fn the_full_name_of_a_player_tells_its_book() {
    let catalog = Catalog::standard();
    let opened = open(&catalog, "reversi");
    let book = grown(&catalog, &opened, 10);
    let load = |_: &str| Ok(book.clone());
    let spec = |text: &str, opened: &Opened| {
        let agent = catalog.agent(text, opened, &load).map_err(|error| error.to_string())?;
        let again = catalog.agent(agent.spec(), opened, &load).unwrap();
        assert_eq!((agent.spec(), agent.short()), (again.spec(), again.short()));
        Ok::<_, String>((agent.spec().to_owned(), agent.short().to_owned()))
    };
    let (full, short) = spec("alphabeta(book=on(file=x,band=0.1))", &opened).unwrap();
    let read = Book::read(&book, &opened.spec, &*opened.session).unwrap();
    let digest = &read.checksum()[..12];
    assert!(full.contains(&format!("book=on(file=x,digest={digest},band=0.1)")), "{full}");
    assert_eq!(short, "alphabeta(book=on(file=x,band=0.1))");
    let refused = |text: &str, opened: &Opened| spec(text, opened).unwrap_err();
    let other = refused("alphabeta(book=on(file=x,digest=abc))", &opened);
    assert!(other.contains("book: file x: expected the checksum abc, found"), "{other}");
    let rules = refused("alphabeta(book=on(file=x))", &open(&catalog, "reversi(size=6)"));
    assert!(rules.contains("this book is for reversi(pass=skip,score=stones,size=8)"), "{rules}");
    let word = refused("alphabeta(book=maybe)", &opened);
    assert!(word.contains("option book=maybe: expected off, on or on(file=FILE)"), "{word}");
    // What is not there changes nothing but strength.
    for game in ["reversi(size=6)", "chexers", "dala"] {
        let (full, _) = spec("paranoid(book=on)", &open(&catalog, game)).unwrap();
        assert!(full.contains("book=off"), "{full}");
    }
}

#[test]
fn the_books_that_come_with_games_are_whole_and_used_by_the_best() {
    let catalog = Catalog::standard();
    for game in ["reversi", "checkers"] {
        let opened = open(&catalog, game);
        let (name, book) = catalog.book(&opened).unwrap().unwrap();
        assert!(book.positions() > 500, "{game}: {}", book.positions());
        let agent = catalog.agent("best", &opened, &no_files).unwrap();
        assert!(agent.spec().contains(&format!("book=on(file={name},digest=")), "{}", agent.spec());
        let hand = catalog.agent("hand", &opened, &no_files).unwrap();
        assert!(hand.spec().contains("book=off"), "{}", hand.spec());
        // Its plies are the same from wherever the position came.
        let first = book.moves(&*opened.session).unwrap();
        let mut there = open(&catalog, game);
        there.session.play(&first[0].ply).unwrap();
        let mut set = open(&catalog, game);
        set.session.set_position(&there.session.position()).unwrap();
        assert_eq!(book.moves(&*there.session), book.moves(&*set.session));
    }
    for text in games(&catalog) {
        let opened = open(&catalog, text);
        if let Some((_, book)) = catalog.book(&opened).unwrap() {
            assert_eq!(book.settings.game, opened.spec);
        }
    }
}

fn games(catalog: &Catalog) -> Vec<&'static str> {
    catalog.games().map(|game| game.name).collect()
}
