//! Recorded messages and games, our own clients under our own host, and peers that do as they like.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
};

use plyglot_arena::Ending;
use plyglot_checkers::Checkers;
use plyglot_core::{AnySession, Rng, Session};
use plyglot_protocol::FaultKind;
use serde::Deserialize;
use serde_json::Value;

use super::{codec::*, *};
use crate::testing::{Bench, Seen, host_and_join, join_as, join_one, python};

#[derive(Deserialize)]
struct Vectors {
    messages: Vec<Value>,
    hostile: Vec<Value>,
    framing: Vec<Value>,
    recorded_10x10: Vec<(String, String)>,
    recorded_english: Vec<(String, String)>,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../../../testdata/outside/dxp.json")).unwrap()
}

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn cut_all(segments: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    let (mut received, mut found) = (Vec::new(), Vec::new());
    for segment in segments {
        received.extend(segment);
        while let Some(message) = FRAMING.cut(&mut received)? {
            found.push(message);
        }
    }
    Ok(found)
}

fn session(position: &str) -> Session<Checkers> {
    let mut session = Session::new(Checkers::default());
    session.set_position(position).unwrap();
    session
}

fn colour(side: plyglot_checkers::Side) -> &'static str {
    if side == plyglot_checkers::Side::White { "W" } else { "Z" }
}

/// The fields of a message as the vectors name them.
fn fields(message: &Message) -> Value {
    match message {
        Message::Request(own) => {
            let mut fields = serde_json::json!({
                "type": "GAMEREQ", "version": 1, "name": own.name, "follower": colour(own.follower),
                "minutes": own.time.as_secs() / 60, "moves": own.moves,
                "start": if own.board.is_some() { "B" } else { "A" },
            });
            if let Some(own) = &own.board {
                fields["turn"] = colour(own.turn).into();
                fields["fen"] = board::position(own).unwrap().into();
            }
            fields
        }
        Message::Accept { name, code } => {
            serde_json::json!({ "type": "GAMEACC", "name": name, "code": code })
        }
        Message::Move(own) => serde_json::json!({
            "type": "MOVE", "seconds": own.seconds, "from": own.from, "to": own.to,
            "captured": own.captured,
        }),
        Message::End(own) => serde_json::json!({
            "type": "GAMEEND", "reason": own.reason, "stop": u8::from(own.last),
        }),
        Message::Chat(text) => {
            serde_json::json!({ "type": "CHAT", "text": String::from_utf8_lossy(text) })
        }
        Message::Back { number, turn } => {
            serde_json::json!({ "type": "BACKREQ", "move": number, "turn": colour(*turn) })
        }
        Message::BackAnswer(code) => serde_json::json!({ "type": "BACKACC", "code": code }),
    }
}

#[test]
fn messages_are_read_and_written_to_the_byte() {
    let vectors = vectors();
    assert_eq!(vectors.messages.len(), 14);
    for own in vectors.messages {
        let hex = bytes(&own["hex"]);
        let text = &hex[..hex.len() - 1];
        assert_eq!(text, own["text"].as_str().unwrap().as_bytes());
        let message = decode(text).unwrap();
        assert_eq!(fields(&message), own["fields"], "{}", own["name"]);
        assert_eq!(message.encode(), hex, "{}", own["name"]);
        let Message::Move(played) = &message else { continue };
        let Some(position) = own["position"].as_str() else { continue };
        let mut session = session(position);
        let ply = board::ply(&session, played).unwrap();
        assert_eq!(Some(&*ply), own["path"].as_str().unwrap().split(" or ").next());
        AnySession::play(&mut session, &ply).unwrap();
        let sent = board::last_move(&session, played.seconds).unwrap();
        let mut rising = played.captured.clone();
        rising.sort_unstable();
        assert_eq!(sent, Played { captured: rising, ..played.clone() });
    }
}

#[test]
fn what_is_hostile_is_known_for_it() {
    for own in vectors().hostile {
        let (expect, raw) = (own["expect"].as_str().unwrap(), bytes(&own["hex"]));
        let framed = cut_all(&[raw]);
        if expect.starts_with("too long") || expect.starts_with("close") {
            assert!(framed.unwrap_err().contains("more than 127"), "{own}");
            continue;
        }
        let read = decode(&framed.unwrap()[0]);
        let found = match &read {
            Err(Bad::Noise(_)) => "ignore".to_owned(),
            Err(Bad::Request { code, .. }) => format!("refuse with GAMEACC code {code}"),
            Err(Bad::Move(_)) => "protocol fault".to_owned(),
            Ok(Message::Chat(text)) => {
                assert_eq!(show(text), "hi\u{fffd}");
                "accept as chat".to_owned()
            }
            Ok(Message::Request(request)) => format!("accept: {} seconds", request.time.as_secs()),
            Ok(Message::Move(played)) => {
                let start = session("startpos");
                assert_eq!(board::ply(&start, played).unwrap_err().kind, FaultKind::Garbage);
                "protocol fault".to_owned()
            }
            Ok(other) => format!("{other:?}"),
        };
        assert!(expect.starts_with(&found), "{own}: {found}");
    }
}

#[test]
fn messages_are_cut_wherever_the_segments_end() {
    for own in vectors().framing {
        let whole = own.get("hex").map(|hex| vec![bytes(hex)]);
        let parts = || own["hex_segments"].as_array().unwrap().iter().map(bytes).collect();
        let found = cut_all(&whole.unwrap_or_else(parts)).unwrap();
        let texts: Vec<String> =
            found.into_iter().map(|text| String::from_utf8(text).unwrap()).collect();
        assert_eq!(Value::from(texts), own["messages"]);
    }
}

#[test]
fn a_recorded_session_of_10x10_draughts_is_understood() {
    let mut refused = Vec::new();
    for (_, text) in vectors().recorded_10x10 {
        match decode(text.as_bytes()) {
            Ok(message) => assert_eq!(message.encode().strip_suffix(b"\0"), Some(text.as_bytes())),
            Err(Bad::Request { code, .. }) => refused.push(code),
            Err(bad) => assert_eq!((&*text, matches!(bad, Bad::Noise(_))), ("Xhello", true)),
        }
    }
    assert_eq!(refused, [1, 2]);
}

/// A client that is spoken to by hand.
struct Hand(TcpStream);

impl Hand {
    fn new(address: SocketAddr) -> Hand {
        Hand(TcpStream::connect(address).unwrap())
    }

    fn say(&mut self, text: &str) {
        self.0.write_all(&[text.as_bytes(), b"\0"].concat()).unwrap();
    }

    /// The next message, or nothing at the end.
    fn hear(&mut self) -> String {
        let (mut text, mut byte) = (Vec::new(), [0]);
        while self.0.read(&mut byte).is_ok_and(|count| count == 1) && byte != [0] {
            text.extend(byte);
        }
        String::from_utf8(text).unwrap()
    }

    /// Hears a request and takes the game.
    fn accept(&mut self, name: &str) -> String {
        let request = self.hear();
        self.say(&format!("A{name:32}0"));
        request
    }
}

/// A move without the time that it took.
fn timeless(text: &str) -> String {
    if text.starts_with('M') { format!("M----{}", &text[5..]) } else { text.to_owned() }
}

#[test]
fn a_recorded_game_is_the_same_to_the_byte() {
    let recorded = vectors().recorded_english;
    let mut bench = Bench::new(&PROTOCOL, "checkers", 2);
    bench.hosting.agents.iter_mut().for_each(|agent| agent.name = "DXP Client".to_owned());
    let (mut black, mut white) = (Hand::new(bench.address), Hand::new(bench.address));
    let script = recorded.clone();
    let follower = thread::spawn(move || {
        for (who, text) in script {
            match who.as_str() {
                "follower" => black.say(&text),
                _ => assert_eq!(timeless(&black.hear()), timeless(&text)),
            }
        }
    });
    // The initiator's moves are those of the one in the other seat.
    let opponent = thread::spawn(move || {
        assert!(white.accept("White").starts_with("R01Mock "));
        for (who, text) in recorded.into_iter().filter(|(_, text)| text.starts_with('M')) {
            match who.as_str() {
                "initiator" => white.say(&text),
                _ => assert_eq!(timeless(&white.hear()), timeless(&text)),
            }
        }
        assert_eq!(white.hear(), "E10");
        white.say("E00");
    });
    let games = bench.play();
    follower.join().unwrap();
    opponent.join().unwrap();
    assert_eq!(games[0].plies, ["11-15", "22-18", "15x22", "25x18"]);
    assert_eq!(games[0].names, ["Mock", "White"]);
    assert!(matches!(&games[0].ending, Ending::Forfeit { seat: 0, fault }
        if fault.detail.contains("before the rules did, saying: no result")));
}

#[test]
fn our_clients_play_under_our_host_one_game_after_the_other() {
    let mut bench = Bench::new(&PROTOCOL, "checkers", 2);
    (bench.hosting.count, bench.hosting.at_once) = (24, 3);
    let (games, joined) = host_and_join(bench, "random", 6);
    assert_eq!((games.len(), joined.len()), (24, 6));
    for game in &games {
        assert_eq!(game.ending, Ending::Rules, "{game:?}");
        assert!(game.names.iter().all(|name| name.starts_with("client ")), "{:?}", game.names);
    }
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    assert_eq!(joined.iter().map(|own| own.plies).sum::<usize>(), 2 * plies);
    let ended = |own: &crate::Joined| {
        ["no-moves", "repetition", "forty-move"].map(|why| own.result.contains(why))
    };
    assert!(joined.iter().all(|own| ended(own).contains(&true)), "{joined:?}");
}

#[test]
fn two_clients_play_if_one_listens_and_the_other_asks() {
    for (role, seat) in [("initiator", 1), ("initiator-white", 2)] {
        // A port that was free a moment ago.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let following =
            thread::spawn(move || join_as(&PROTOCOL, ("checkers", "listen"), address, "random", 2));
        let asked = loop {
            // Nobody may listen yet.
            if let Ok(asked) = join_as(&PROTOCOL, ("checkers", role), address, "random", 1) {
                break asked;
            }
        };
        let followed = following.join().unwrap().unwrap();
        assert_eq!((asked.seat, followed.seat), (Some(seat), Some(3 - seat)));
        assert_eq!((asked.plies, &asked.result), (followed.plies, &followed.result));
        assert!(asked.plies > 10);
    }
    let nowhere = ([127, 0, 0, 1], 1).into();
    let refused = join_as(&PROTOCOL, ("checkers", "leader"), nowhere, "random", 1).unwrap_err();
    assert!(refused.to_string().contains("expected follower, listen, initiator"), "{refused}");
}

#[test]
fn a_client_that_asks_itself_gets_the_game_if_it_is_the_same() {
    let bench = Bench::new(&PROTOCOL, "checkers", 2);
    let (mut black, mut white) = (Hand::new(bench.address), Hand::new(bench.address));
    let asking = thread::spawn(move || {
        let name = format!("{:32}", "Hand");
        let start = "BZzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww";
        assert!(black.hear().starts_with("R01"));
        black.say(&format!("R01{name}Z005000{start}"));
        assert!(black.hear().ends_with('2'), "it would be the other colour");
        black.say(&format!("R01{name}W005000{start}"));
        assert!(black.hear().ends_with('0'));
        black.say("M0000111500");
        assert_eq!(black.hear(), "E10", "white left");
    });
    let leaving = thread::spawn(move || {
        white.accept("White");
        white.hear();
    });
    let game = bench.play().remove(0);
    asking.join().unwrap();
    leaving.join().unwrap();
    assert_eq!((&*game.names[0], &game.plies[..]), ("Hand", &["11-15".to_owned()][..]));
}

#[test]
fn a_follower_refuses_what_it_cannot_play() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let client = thread::spawn(move || join_one(&PROTOCOL, address, "random", 2));
    let mut hand = Hand(listener.accept().unwrap().0);
    let name = format!("{:32}", "Hand");
    let start = "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww";
    let requests = [
        // The normal start of another game, another board, nobody who can move, an unknown version.
        (format!("R01{name}W005000A"), '2'),
        (format!("R01{name}W005000BW{}", "e".repeat(50)), '2'),
        (format!("R01{name}W005000BWz{}", "e".repeat(31)), '2'),
        (format!("R02{name}W005000BZ{start}"), '1'),
        (format!("R01{name}W000000BZ{start}"), '2'),
    ];
    for (request, code) in requests {
        hand.say("E00");
        hand.say(&request);
        assert_eq!(hand.hear(), format!("A{:32}{code}", "client 2"), "{request}");
    }
    hand.say(&format!("R01{name}W005000BZ{start}"));
    assert!(hand.hear().ends_with('0'));
    // In a game it neither goes back nor takes another one, and says nothing to noise.
    hand.say("Xhello");
    hand.say("Cconsole time 300");
    hand.say("K0");
    hand.say("B001Z");
    assert_eq!(hand.hear(), "K1");
    hand.say(&format!("R01{name}W005000BZ{start}"));
    assert!(hand.hear().ends_with('2'));
    hand.say("M0000111500");
    assert!(hand.hear().starts_with("M0"));
    hand.say("E31");
    assert_eq!(hand.hear(), "E01");
    let joined = client.join().unwrap().unwrap();
    assert_eq!((joined.seat, joined.plies), (Some(2), 2));
    assert!(joined.result.contains("saying: it wins"), "{joined:?}");
}

#[test]
fn who_ends_the_game_and_leaves_at_once_has_been_heard() {
    for moves in ["", "M0000111500\0"] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let client = thread::spawn(move || join_one(&PROTOCOL, address, "random", 2));
        let mut hand = Hand(listener.accept().unwrap().0);
        let board = "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww";
        hand.say(&format!("R01{:32}W005000BZ{board}", "Hand"));
        assert!(hand.hear().ends_with('0'));
        hand.0.write_all(format!("{moves}E10\0").as_bytes()).unwrap();
        drop(hand);
        let joined = client.join().unwrap().unwrap();
        assert!(joined.result.contains("saying: it loses"), "{joined:?}");
    }
}

/// A game of a client that does something after it has taken it, in the first seat, and one of ours, with so much
/// time for a move.
fn game_against(millis: u64, deed: impl FnOnce(&mut Hand) + Send + 'static) -> Seen {
    let mut bench = Bench::new(&PROTOCOL, "checkers", 2);
    bench.hosting.limits = Limits { time: Some(millis), margin: 0, ..Limits::default() };
    let mut hand = Hand::new(bench.address);
    let bad = thread::spawn(move || {
        hand.accept("Bad");
        deed(&mut hand);
    });
    let (mut games, joined) = host_and_join(bench, "random", 1);
    bad.join().unwrap();
    assert!(joined[0].result.contains("saying: it loses"), "{joined:?}");
    games.remove(0)
}

#[test]
fn whoever_misbehaves_has_lost() {
    let misdeeds: [(&[u8], FaultKind); 8] = [
        (b"M0000152202 18\0", FaultKind::Garbage),
        (b"M0000293300\0", FaultKind::Garbage),
        (b"M0000111600\0M0000121600\0", FaultKind::Garbage),
        (b"M0000010500\0", FaultKind::Illegal),
        (b"M000011150118\0", FaultKind::Illegal),
        (&[b'a'; 200], FaultKind::Garbage),
        (b"E20\0", FaultKind::Closed),
        (b"", FaultKind::Late),
    ];
    for (misdeed, kind) in misdeeds {
        let millis = if kind == FaultKind::Late { 300 } else { 60_000 };
        let game = game_against(millis, move |hand| {
            hand.0.write_all(misdeed).unwrap();
            let _ = hand.0.read_to_end(&mut Vec::new());
        });
        let Ending::Forfeit { seat: 0, fault } = &game.ending else { panic!("{game:?}") };
        assert_eq!(fault.kind, kind, "{misdeed:?}: {fault}");
    }
    let noise = game_against(60_000, |hand| {
        let _ = hand.0.write_all(&b"Xnoise\0".repeat(200));
        let _ = hand.0.read_to_end(&mut Vec::new());
    });
    assert!(
        matches!(noise.ending, Ending::Forfeit { seat: 0, fault } if fault.kind == FaultKind::Flood)
    );
    let left = game_against(60_000, |_| {});
    assert!(
        matches!(left.ending, Ending::Forfeit { seat: 0, fault } if fault.kind == FaultKind::Closed)
    );
}

#[test]
fn who_does_not_take_the_game_is_not_waited_for() {
    for (code, why) in [('1', "version 01"), ('2', "this game"), ('3', "no games")] {
        let bench = Bench::new(&PROTOCOL, "checkers", 2);
        let (mut black, _white) = (Hand::new(bench.address), Hand::new(bench.address));
        let shy = thread::spawn(move || {
            black.hear();
            black.say(&format!("A{:32}{code}", "Shy"));
        });
        let game = bench.play().remove(0);
        shy.join().unwrap();
        assert!(
            matches!(game.ending, Ending::Forfeit { seat: 0, fault } if fault.detail.contains(why))
        );
    }
}

#[test]
fn the_minimal_bot_plays_whole_games() {
    let mut bench = Bench::new(&PROTOCOL, "checkers", 2);
    bench.hosting.count = 5;
    let words = ["127.0.0.1".to_owned(), bench.address.port().to_string()];
    let bots = [(); 2].map(|()| python("dxp_random.py", &words));
    let games = bench.play();
    for mut bot in bots {
        assert!(bot.wait().unwrap().success());
    }
    assert_eq!(games.len(), 5);
    assert!(games.iter().all(|game| game.ending == Ending::Rules), "{games:?}");
    assert_eq!(games[0].names, ["Python bot", "Python bot"]);
}

#[test]
fn garbage_is_read_or_refused_and_never_more() {
    let good: Vec<Vec<u8>> = vectors().messages.iter().map(|own| bytes(&own["hex"])).collect();
    let mut rng = Rng::new(5);
    for _ in 0..20_000 {
        let mut text = good[rng.below(good.len())].clone();
        text.pop();
        for _ in 0..rng.below(4) {
            match (rng.below(3), text.len()) {
                (0, length) if length > 0 => text.truncate(rng.below(length)),
                (1, length) if length > 0 => text[rng.below(length)] = rng.next_u64() as u8,
                _ => text.push(rng.next_u64() as u8),
            }
        }
        show(&text);
        if let Ok(message) = decode(&text) {
            let again = message.encode();
            let whole = decode(&again[..again.len() - 1]);
            let told_again =
                matches!(message, Message::Request(_) | Message::Chat(_) | Message::Accept { .. });
            assert!(whole.is_ok() && (told_again || whole == Ok(message)), "{text:?}");
        }
    }
}
