//! Our own clients under our own host over both ways, the example, and those who misbehave.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    thread,
};

use plyglot_arena::Ending;
use plyglot_core::{Rng, options::no_files};
use plyglot_protocol::FaultKind;

use super::{
    codec::{Action, Outcome, ServerLine},
    *,
};
use crate::{
    driving::{Driven, host_engines, host_scripts},
    testing::{Bench, host_and_join, python},
};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/dala_random.py");

#[test]
fn our_clients_find_out_what_happens() {
    let games = [
        ("dala", 40),
        ("dala(rules=ludii,no_move=pass)", 12),
        ("dala(rules=per-line)", 6),
        ("dala(rules=three-plus)", 6),
        ("dala(board=4)", 6),
    ];
    for (game, count) in games {
        let mut bench = Bench::new(&PROTOCOL, game, 2);
        (bench.hosting.count, bench.hosting.at_once) = (count, 4);
        let (games, joined) = host_and_join(bench, "random", 2 * count);
        assert_eq!((games.len(), joined.len()), (count, 2 * count));
        for hosted in games {
            assert_eq!(hosted.ending, Ending::Rules, "{game}");
            assert!(hosted.names.iter().all(|name| name.starts_with("client ")));
        }
        let count = |word: &str| joined.iter().filter(|own| own.result.starts_with(word)).count();
        assert_eq!(count("won"), count("lost"), "{joined:?}");
        assert_eq!(count("won") + count("lost") + count("draw"), joined.len(), "{joined:?}");
    }
}

#[test]
fn our_clients_play_over_pipes() {
    for hosted in host_engines(&PROTOCOL, "dala", "random", 1) {
        assert_eq!(hosted.ending, Ending::Rules);
    }
}

#[test]
fn the_example_plays_whole_games_over_pipes_and_over_tcp() {
    for hosted in host_scripts(&PROTOCOL, EXAMPLE, 3) {
        assert_eq!(hosted.ending, Ending::Rules);
        assert_eq!(hosted.names, ["random", "random"]);
    }
    let bench = Bench::new(&PROTOCOL, "dala", 2);
    let words = [bench.address.ip().to_string(), bench.address.port().to_string()];
    let mut bots: Vec<_> = (0..2).map(|_| python("dala_random.py", &words)).collect();
    assert_eq!(bench.play()[0].ending, Ending::Rules);
    assert!(bots.iter_mut().all(|bot| bot.wait().unwrap().success()));
}

/// A client that has greeted, and answers its first turn with some words: what it hears until the end.
fn answer(bench: &Bench, words: &'static [u8]) -> thread::JoinHandle<Vec<String>> {
    // Seats go by arrival.
    let mut reader = BufReader::new(TcpStream::connect(bench.address).unwrap());
    thread::spawn(move || {
        let mut heard = Vec::new();
        let mut line = String::new();
        while reader.read_line(&mut line).is_ok_and(|count| count > 0) {
            heard.push(line.trim_end().to_owned());
            match &*line {
                "TURN\n" if words.is_empty() => return heard,
                "TURN\n" => reader.get_mut().write_all(words).unwrap(),
                greeting if greeting.starts_with("DALA") => {
                    reader.get_mut().write_all(b"NAME \x07bad\x1b bot \n").unwrap();
                }
                _ => {}
            }
            line.clear();
        }
        heard
    })
}

#[test]
fn whoever_misbehaves_loses() {
    let cases: [(&[u8], FaultKind, &str); 9] = [
        (b"HELLO\n", FaultKind::Garbage, "BAD sent \"HELLO\", expected DROP r c"),
        (b"DROP 2 2 TAKE 1\n", FaultKind::Garbage, "BAD sent"),
        (b"DROP 6 2\n", FaultKind::Illegal, "BAD DROP 6 2: 6 2 is not on the board"),
        (b"DROP 0 0\n", FaultKind::Illegal, "BAD a6 is not legal here"),
        (b"DROP 2 2 TAKE 1 1\n", FaultKind::Illegal, "BAD c4xb5 is not legal here"),
        (b"MOVE 2 2 2 3\n", FaultKind::Illegal, "BAD c4-d4 is not legal here"),
        (b"\xff\xfe\n", FaultKind::Garbage, "BAD sent"),
        (b"DROP 2 ", FaultKind::Late, "END LOSS forfeit"),
        (b"", FaultKind::Closed, ""),
    ];
    for (words, kind, told) in cases {
        let mut bench = Bench::new(&PROTOCOL, "dala", 2);
        bench.hosting.agents[1].spec = "random".to_owned();
        bench.hosting.limits.time = Some(if kind == FaultKind::Late { 300 } else { 20_000 });
        let client = answer(&bench, words);
        let game = bench.play().remove(0);
        let heard = client.join().unwrap();
        let Ending::Forfeit { seat: 0, fault } = game.ending else { panic!("{words:?}") };
        assert_eq!(fault.kind, kind, "{fault}");
        assert_eq!(game.names[0], "bad bot");
        let turn = ["TURN", "000000", "000000", "000000", "000000", "000000", "000000"];
        assert!(heard.iter().skip(1).zip(turn).all(|(line, own)| line == own), "{heard:?}");
        if !words.is_empty() {
            assert!(heard[8].starts_with(told), "{heard:?}");
            assert_eq!(heard.last().unwrap(), "END LOSS forfeit");
        }
    }
}

#[test]
fn who_sends_a_million_bytes_takes_nobodys_seat() {
    let bench = Bench::new(&PROTOCOL, "dala", 2);
    let mut stream = TcpStream::connect(bench.address).unwrap();
    let _ = stream.write_all(&vec![b'x'; 1_000_000]);
    let (games, _) = host_and_join(bench, "random", 2);
    assert_eq!(games[0].ending, Ending::Rules);
}

#[test]
fn who_greets_wrongly_or_not_at_all_is_replaced() {
    let bench = Bench::new(&PROTOCOL, "dala", 2);
    drop(TcpStream::connect(bench.address).unwrap());
    let mut rude = TcpStream::connect(bench.address).unwrap();
    rude.write_all(b"WHO ARE YOU\n").unwrap();
    let silent = TcpStream::connect(bench.address).unwrap();
    let (games, joined) = host_and_join(bench, "random", 2);
    assert_eq!(games[0].ending, Ending::Rules);
    assert_eq!(joined.len(), 2);
    drop((rude, silent));
}

#[test]
fn who_leaves_loses_and_the_other_one_is_told() {
    let bench = Bench::new(&PROTOCOL, "dala", 2);
    let first = answer(&bench, b"");
    let second = answer(&bench, b"DROP 2 2\n");
    bench.play();
    first.join().unwrap();
    assert_eq!(second.join().unwrap(), ["DALA 1 2 30", "END WIN forfeit"]);
}

#[test]
fn nobody_waits_for_the_move_of_somebody_whose_enemy_has_left() {
    let mut bench = Bench::new(&PROTOCOL, "dala", 2);
    bench.hosting.limits.time = Some(600_000);
    // Half a line, and then nothing.
    let first = answer(&bench, b"DROP 2 ");
    let mut second = TcpStream::connect(bench.address).unwrap();
    second.write_all(b"NAME short\n").unwrap();
    let second = thread::spawn(move || {
        // It has been greeted, and leaves.
        second.read_exact(&mut [0; 12]).unwrap();
    });
    let game = bench.play().remove(0);
    assert!(matches!(game.ending, Ending::Forfeit { seat: 1, .. }), "{game:?}");
    second.join().unwrap();
    assert_eq!(first.join().unwrap().last().unwrap(), "END WIN forfeit");
}

#[test]
fn a_client_goes_on_from_a_board_that_nothing_explains() {
    let mut driven = Driven::new(&PROTOCOL, "random");
    driven.say("DALA 1 2 0.5");
    assert_eq!(driven.hear(), "NAME client 1");
    let show = |driven: &mut Driven, rows: [&str; 6]| {
        driven.say("TURN");
        rows.iter().for_each(|row| driven.say(row));
    };
    // Four pieces each are there when it is first asked: eight are in hand.
    let rows = ["000000", "011000", "001200", "001200", "000220", "000000"];
    show(&mut driven, rows);
    let mut own: Vec<Vec<u8>> = rows.iter().map(|row| row.as_bytes().to_vec()).collect();
    for turn in 0..8 {
        let action = Action::read(&driven.hear_from("DROP")).unwrap();
        driven.say("OK");
        own[usize::from(action.to.0)][usize::from(action.to.1)] = b'2';
        for (row, column) in action.victims {
            own[usize::from(row)][usize::from(column)] = b'0';
        }
        // The enemy does what nobody can do: a piece of his disappears and comes back.
        let back = if turn % 2 == 0 { b'0' } else { b'1' };
        if own[1][1] != b'2' {
            own[1][1] = back;
        }
        let rows: Vec<String> =
            own.iter().map(|row| String::from_utf8(row.clone()).unwrap()).collect();
        driven.say("TURN");
        rows.iter().for_each(|row| driven.say(row));
    }
    assert!(driven.hear_from("MOVE").starts_with("MOVE"));
    driven.say("BAD no");
    driven.say("END LOSS forfeit");
    let (_, joined) = driven.end();
    let joined = joined.unwrap();
    assert_eq!((joined.seat, &*joined.result), (Some(2), "lost (forfeit): no"));
}

#[test]
fn plies_and_actions_are_the_same_thing() {
    let catalog = plyglot_catalog::Catalog::standard();
    let mut rng = Rng::new(4);
    for game in ["dala", "dala(rules=per-line)", "dala(board=4)"] {
        for _ in 0..10 {
            let mut session = catalog.open(game, &no_files).unwrap().session;
            while session.outcome().is_none() {
                let (_, size) = board(&*session);
                for ply in session.legal() {
                    let action = Action::of_ply(&ply, size).unwrap();
                    assert_eq!(Action::read(&action.to_string()).unwrap(), action);
                    assert_eq!(action.ply(size).unwrap(), ply);
                }
                session.play_random(&mut rng);
            }
        }
    }
    let action = Action::of_ply("d3xb4", 6).unwrap();
    assert_eq!(action.to_string(), "DROP 3 3 TAKE 2 1");
}

#[test]
fn lines_survive_the_way_and_garbage_does_not() {
    let lines =
        ["DALA 1 2 30", "DALA 1 1 0.25", "TURN", "OK", "BAD a word", "END WIN pieces", "END DRAW "];
    for line in lines {
        assert_eq!(ServerLine::read(line).unwrap().to_string(), line);
    }
    let end = ServerLine::read("END LOSS").unwrap();
    assert_eq!(end, ServerLine::End(Outcome::Loss, String::new()));
    let good = lines.into_iter().chain(["MOVE 2 2 2 3 TAKE 0 5", "DROP 3 3", "010201", "NAME x"]);
    let good: Vec<&str> = good.collect();
    let mut rng = Rng::new(11);
    for _ in 0..20_000 {
        let mut bytes = good[rng.below(good.len())].as_bytes().to_vec();
        for _ in 0..rng.below(4) {
            let at = rng.below(bytes.len());
            bytes[at] = rng.next_u64() as u8;
        }
        bytes.truncate(rng.below(bytes.len() + 2));
        let line = String::from_utf8_lossy(&bytes);
        codec::read_name(&line);
        let _ = codec::read_row(&line, 6);
        if let Ok(read) = ServerLine::read(&line) {
            assert_eq!(ServerLine::read(&read.to_string()).unwrap(), read);
        }
        if let Ok(action) = Action::read(&line) {
            assert_eq!(Action::read(&action.to_string()).unwrap(), action);
            let _ = action.ply(6);
        }
        if let Some(action) = Action::of_ply(&line, 6) {
            action.ply(6).unwrap();
        }
    }
}
