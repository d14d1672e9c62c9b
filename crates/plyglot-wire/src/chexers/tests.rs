//! The recorded game, byte for byte on both sides; our own clients under our own host; hostile peers.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use plyglot_arena::Ending;
use plyglot_catalog::Catalog;
use plyglot_core::{Rng, options::no_files};
use plyglot_protocol::{Fault, FaultKind};
use serde_json::{Value, json};

use super::{
    client::{Client, Step},
    *,
};
use crate::{
    Join, Mind,
    testing::{Bench, host_and_join, join_one, python},
};

const RECORDED: &str = include_str!("../../../../testdata/chexers/wire_game.txt");

/// A client that reads and writes lines.
struct Peer {
    reading: BufReader<TcpStream>,
    writing: TcpStream,
}

impl Peer {
    fn connect(address: SocketAddr) -> Peer {
        let writing = TcpStream::connect(address).unwrap();
        Peer { reading: BufReader::new(writing.try_clone().unwrap()), writing }
    }

    /// One that has greeted and was taken in.
    fn greeted(address: SocketAddr, name: &str, channel: &str) -> Peer {
        let mut peer = Peer::connect(address);
        peer.say(&Message::Play { name: name.to_owned(), channel: channel.to_owned() });
        assert_eq!(peer.hear(), Some(Message::Okay));
        peer
    }

    fn say(&mut self, message: &Message) {
        // Whoever has gone is noticed by what is heard next.
        let _ = self.writing.write_all(&message.encode());
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.reading.read_line(&mut line).unwrap_or(0);
        line
    }

    /// The next message; none at the end.
    fn hear(&mut self) -> Option<Message> {
        let line = self.line();
        (!line.is_empty()).then(|| codec::decode(line.as_bytes()).unwrap())
    }

    /// Plays these actions and acknowledges all else; what it hears last.
    fn play(mut self, actions: Vec<Value>) -> Message {
        let (mut actions, mut last) = (actions.into_iter(), Message::Okay);
        while let Some(message) = self.hear() {
            match &message {
                Message::Turn => match actions.next() {
                    Some(action) => self.say(&Message::Action(action)),
                    None => break,
                },
                Message::Okay | Message::Init(_) | Message::Update(..) => self.say(&Message::Okay),
                _ => {}
            }
            last = message;
        }
        last
    }
}

/// What a colour did in the recorded game.
fn recorded_actions(seat: usize) -> Vec<Value> {
    let told = RECORDED.lines().filter_map(|line| line.strip_prefix("S "));
    let told = told.map(|line| codec::decode(line.as_bytes()).unwrap());
    let own = told.filter_map(|message| match message {
        Message::Update(who, action) if who == seat => Some(action),
        _ => None,
    });
    own.collect()
}

/// A seed whose lot leaves the players in the order of arrival.
const IN_ORDER: u64 = 13;

#[test]
fn the_recorded_game_is_the_same_to_the_byte_under_our_host() {
    let mut bench = Bench::new(&PROTOCOL, "chexers", 3);
    bench.hosting.seed = IN_ORDER;
    let address = bench.address;
    let clients = thread::spawn(move || {
        let mut alice = Peer::connect(address);
        let mut lines = RECORDED.lines();
        alice.writing.write_all(format!("{}\n", &lines.next().unwrap()[2..]).as_bytes()).unwrap();
        assert_eq!(alice.line(), format!("{}\n", &lines.next().unwrap()[2..]));
        let others = ["bob", "carol"].map(|name| Peer::greeted(address, name, "test"));
        let mut seat = 0;
        let others = others.map(|peer| {
            seat += 1;
            let actions = recorded_actions(seat);
            thread::spawn(move || peer.play(actions))
        });
        for (number, line) in lines.enumerate() {
            match line.split_at(2) {
                ("C ", said) => alice.writing.write_all(format!("{said}\n").as_bytes()).unwrap(),
                (_, heard) => assert_eq!(alice.line(), format!("{heard}\n"), "line {number}"),
            }
        }
        assert_eq!(alice.line(), "", "the connection is closed");
        others.map(|other| other.join().unwrap())
    });
    let games = bench.play();
    let last = clients.join().unwrap();
    assert_eq!(last, [0, 1].map(|_| Message::Over("winner: Red".to_owned())));
    assert_eq!(games[0].names, ["alice", "bob", "carol"]);
    assert_eq!(games[0].ending, Ending::Rules);
    assert_eq!(games[0].ranks, [1, 2, 2]);
}

/// What our client needs, without a server.
fn with_client(test: impl FnOnce(&mut Client<'_, '_>)) {
    let (catalog, stop) = (Catalog::standard(), AtomicBool::new(false));
    let mut join = Join {
        protocol: &PROTOCOL,
        address: None,
        mind: Mind::new(&catalog, &no_files, ("chexers", "random"), 1).unwrap(),
        game: String::new(),
        name: "alice".to_owned(),
        channel: "test".to_owned(),
        group: 0,
        retry: std::time::Duration::ZERO,
        stop: &stop,
        show: &mut |_| {},
        input: Box::new(std::io::empty()),
        output: Box::new(std::io::sink()),
    };
    test(&mut Client::new(&mut join));
}

#[test]
fn the_recorded_game_is_the_same_to_the_byte_for_our_client() {
    let mut lines = RECORDED.lines().peekable();
    let hello = Message::Play { name: "alice".to_owned(), channel: "test".to_owned() };
    assert_eq!(&lines.next().unwrap().as_bytes()[2..], hello.encode().trim_ascii_end());
    let mut own = recorded_actions(0).into_iter().map(|action| action.to_string());
    with_client(|client| {
        while let Some(line) = lines.next() {
            let message = codec::decode(&line.as_bytes()[2..]).unwrap();
            let step = client.obey(message, |join| {
                // The agent's answer is a ply as the game writes it.
                let mut session = join.mind.session().boxed();
                session.play(&own.next().unwrap()).unwrap();
                Ok(session.played().last().unwrap().clone())
            });
            let answer = lines.next_if(|line| line.starts_with("C "));
            match step.unwrap() {
                Step::Say(message) => assert_eq!(
                    String::from_utf8_lossy(&message.encode()).trim_end(),
                    &answer.unwrap_or_else(|| panic!("no answer to {line}"))[2..]
                ),
                Step::Wait => assert_eq!(answer, None, "{line}"),
                Step::Over(result) => {
                    assert_eq!((result.as_str(), lines.peek()), ("winner: Red", None));
                }
            }
        }
    });
}

#[test]
fn our_client_takes_any_order_of_keys_and_refuses_what_cannot_be() {
    let read = |line: &str| codec::decode(line.as_bytes()).unwrap();
    let never = |_: &mut Join<'_>| -> Result<String, crate::Error> { panic!("nobody asked") };
    with_client(|client| {
        let early = client.obey(Message::Turn, never).unwrap_err();
        assert!(early.0.contains("before it has told our colour"), "{early}");
        client.obey(read(r#" { "mtype" : "OKAY", "and": [1] } "#), never).unwrap();
        let init = r#"{"mtype":"INIT","more":{"x":null},"colour":"green"}"#;
        assert_eq!(client.obey(read(init), never).unwrap(), Step::Say(Message::Okay));
        let turn = client.obey(Message::Turn, never).unwrap_err();
        assert!(turn.0.contains("it is red's turn"), "{turn}");
        let other = Message::Update(2, json!(["PASS", null]));
        let other = client.obey(other, never).unwrap_err();
        assert!(other.0.contains("says that blue acted"), "{other}");
        let bad = client.obey(Message::Update(0, json!(["PASS", null])), never).unwrap_err();
        assert!(bad.0.contains("nothing else to do"), "{bad}");
        let only = client.obey(Message::Action(Value::Null), never).unwrap_err();
        assert!(only.0.contains("only clients"), "{only}");
    });
    with_client(|client| {
        let refused = client.obey(read(r#"{"mtype":"ERRO","reason":"no\u001b[2J"}"#), never);
        let words = "the server broke the game off: no[2J".to_owned();
        assert_eq!(refused.unwrap(), Step::Over(words));
    });
}

#[test]
fn our_clients_play_under_our_host() {
    let mut bench = Bench::new(&PROTOCOL, "chexers", 3);
    (bench.hosting.count, bench.hosting.at_once) = (24, 6);
    let (games, joined) = host_and_join(bench, "random", 3 * 24);
    assert_eq!((games.len(), joined.len()), (24, 3 * 24));
    for game in games {
        assert_eq!(game.ending, Ending::Rules, "{game:?}");
        assert!(game.names.iter().all(|name| name.starts_with("client ")), "{:?}", game.names);
    }
    for own in joined {
        let ended = own.result.starts_with("winner: ") || own.result.starts_with("draw detected: ");
        assert!(ended && own.seat.is_some() && own.plies > 30, "{own:?}");
    }
}

#[test]
fn only_those_of_one_channel_meet() {
    let bench = Bench::new(&PROTOCOL, "chexers", 3);
    let address = bench.address;
    let other = thread::spawn(move || {
        let other = Peer::greeted(address, "lonely", "elsewhere");
        other.writing.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
        other
    });
    let mut other = other.join().unwrap();
    let (games, _) = host_and_join(bench, "random", 3);
    assert!(!games[0].names.contains(&"lonely".to_owned()));
    assert_eq!(other.line(), "", "nobody of its channel came, so it was not even asked");
}

/// A game of two of our clients and one that plays some actions, then does what it should not.
fn misdeed(deed: &'static [u8], when: fn(&Message) -> bool) -> (Fault, Vec<String>, String) {
    let mut bench = Bench::new(&PROTOCOL, "chexers", 3);
    bench.hosting.limits.patience = 20_000;
    let address = bench.address;
    let bad = thread::spawn(move || {
        let mut peer = Peer::greeted(address, "bad", "");
        while let Some(message) = peer.hear() {
            if when(&message) {
                let _ = peer.writing.write_all(deed);
                if deed.is_empty() {
                    return String::new();
                }
                break;
            }
            match message {
                // Red alone is asked before it is told anything.
                Message::Turn => peer.say(&Message::Action(json!(["MOVE", [[-3, 0], [-2, 0]]]))),
                Message::Okay | Message::Init(_) | Message::Update(..) => peer.say(&Message::Okay),
                _ => {}
            }
        }
        let mut rest = String::new();
        let _ = peer.reading.read_to_string(&mut rest);
        rest.lines().last().unwrap_or_default().to_owned()
    });
    let (games, joined) = host_and_join(bench, "random", 2);
    let Ending::Forfeit { seat, fault } = &games[0].ending else { panic!("{:?}", games[0]) };
    assert_eq!(games[0].names[*seat], "bad");
    let results = joined.into_iter().map(|own| own.result).collect();
    (fault.clone(), results, bad.join().unwrap())
}

#[test]
fn whoever_misbehaves_ends_the_game_as_the_protocol_says() {
    let turn: fn(&Message) -> bool = |message| *message == Message::Turn;
    let told: fn(&Message) -> bool = |message| matches!(message, Message::Update(..));
    let init: fn(&Message) -> bool = |message| matches!(message, Message::Init(_));
    let broke = "opponent broke protocol";
    let invalid = "game error: invalid action";
    static NESTED: [u8; 9000] = {
        let mut line = [b'['; 9000];
        line[8999] = b'\n';
        line
    };
    static LONG: [u8; 1_000_000] = [b'x'; 1_000_000];
    let cases: [(&[u8], _, _, &str); 13] = [
        (b"{\"mtype\":\"ACTN\",\"action\":[\"PASS\",null]}\n", turn, FaultKind::Illegal, invalid),
        (b"{\"mtype\":\"ACTN\",\"action\":{\"a\":7}}\n", turn, FaultKind::Illegal, invalid),
        (b"{\"mtype\":\"ACTN\"}\n", turn, FaultKind::Garbage, broke),
        (b"{\"mtype\":\"OKAY\"}\n", turn, FaultKind::Garbage, broke),
        (b"{\"mtype\":\"WHAT\"}\n", told, FaultKind::Garbage, broke),
        (b"{\"mtype\":\"ACTN\",\"action\":null}\n", told, FaultKind::Garbage, broke),
        (b"\xff\xfe\n", told, FaultKind::Garbage, broke),
        (b"\n", init, FaultKind::Garbage, broke),
        (b"{\"mtype\":\n", init, FaultKind::Garbage, broke),
        (&NESTED, turn, FaultKind::Garbage, broke),
        (&LONG, turn, FaultKind::Garbage, broke),
        (b"", turn, FaultKind::Closed, "opponent disconnected"),
        (b"", told, FaultKind::Closed, "opponent disconnected"),
    ];
    for (deed, when, kind, words) in cases {
        let (found, results, own) = misdeed(deed, when);
        let shown = String::from_utf8_lossy(&deed[..deed.len().min(40)]);
        assert_eq!(found.kind, kind, "{shown}: {found}");
        assert!(results.iter().all(|result| result.ends_with(words)), "{shown}: {results:?}");
        // Who sent what cannot be cut into lines is not told any more; who has left cannot be.
        let told = deed.len() < 100_000 && !deed.is_empty();
        assert_eq!(own.contains(words), told, "{shown}: {own}");
    }
}

#[test]
fn who_greets_wrongly_is_told_and_takes_nobodys_seat() {
    let bench = Bench::new(&PROTOCOL, "chexers", 3);
    let long = json!({"mtype": "PLAY", "name": "x", "channel": "c".repeat(300)}).to_string();
    let cases = [
        ("GET / HTTP/1.1", "found what is no JSON"),
        ("[1, 2]", "[1,2], a JSON object was expected"),
        ("{\"mtype\":\"PLAY\",\"name\":\"x\"}", "without \"channel\""),
        ("{\"mtype\":\"PLAY\",\"name\":7,\"channel\":\"\"}", "7 under \"name\""),
        ("{\"mtype\":\"OKAY\"}", "found another message"),
        (&long, "at most 256 bytes"),
        (&"[".repeat(5000), "recursion limit"),
    ];
    for (greeting, words) in cases {
        let mut peer = Peer::connect(bench.address);
        peer.writing.write_all(format!("{greeting}\n").as_bytes()).unwrap();
        let Some(Message::Error(reason)) = peer.hear() else { panic!("{greeting}") };
        assert!(reason.contains(words), "{greeting}: {reason}");
        assert_eq!(peer.line(), "", "the connection is closed");
    }
    let mut flood = Peer::connect(bench.address);
    let _ = flood.writing.write_all(&vec![b'x'; 1_000_000]);
    assert_eq!(flood.line(), "");
    drop(Peer::connect(bench.address));
    drop(Peer::greeted(bench.address, "gone", ""));
    let (games, _) = host_and_join(bench, "random", 3);
    assert_eq!(games[0].ending, Ending::Rules);
    assert!(!games[0].names.contains(&"gone".to_owned()));
}

/// Three clients who have been seated in the order in which they are called.
fn in_order(address: SocketAddr) -> [Peer; 3] {
    ["red", "green", "blue"].map(|name| Peer::greeted(address, name, ""))
}

#[test]
fn draws_are_worded_as_the_referee_does() {
    let there = [[(-3, 0), (-2, 0)], [(3, -3), (3, -2)], [(0, 3), (0, 2)]];
    let cases = [
        ("chexers", "draw detected: game state occurred 4 times."),
        ("chexers(repetition=3)", "draw detected: game state occurred 3 times."),
        ("chexers(turns_per_player=2)", "draw detected: maximum number of turns reached."),
    ];
    for (game, words) in cases {
        let mut bench = Bench::new(&PROTOCOL, game, 3);
        bench.hosting.seed = IN_ORDER;
        let address = bench.address;
        let clients = thread::spawn(move || {
            let mut seats = there.into_iter();
            let talks = in_order(address).map(|peer| {
                let [home, away] = seats.next().unwrap();
                let step = |number| if number % 2 == 0 { [home, away] } else { [away, home] };
                let actions = (0..20).map(|number| json!(["MOVE", step(number)])).collect();
                thread::spawn(move || peer.play(actions))
            });
            talks.map(|talk| talk.join().unwrap())
        });
        assert_eq!(bench.play()[0].ranks, [1, 1, 1]);
        let told = clients.join().unwrap();
        assert_eq!(told, [0, 1, 2].map(|_| Message::Over(words.to_owned())));
    }
}

#[test]
fn a_game_that_is_stopped_is_broken_off_before_the_host_is_gone() {
    let mut bench = Bench::new(&PROTOCOL, "chexers", 3);
    bench.hosting.seed = IN_ORDER;
    let (address, stop) = (bench.address, AtomicBool::new(false));
    let peers = thread::scope(|scope| {
        let clients = scope.spawn(|| {
            let talks = in_order(address).map(|mut peer| {
                // Red is asked, and the others wait.
                let last =
                    |message: &Message| matches!(message, Message::Turn | Message::Init(1..));
                thread::spawn(move || {
                    while let Some(message) = peer.hear() {
                        if matches!(message, Message::Okay | Message::Init(_)) {
                            peer.say(&Message::Okay);
                        }
                        if last(&message) {
                            break;
                        }
                    }
                    peer
                })
            });
            let peers = talks.map(|talk| talk.join().unwrap());
            stop.store(true, Ordering::Relaxed);
            peers
        });
        assert!(bench.play_until(&stop).is_empty());
        clients.join().unwrap()
    });
    for mut peer in peers {
        // Nothing is waited for: a program that hosts ends here.
        peer.writing.set_nonblocking(true).unwrap();
        assert_eq!(peer.hear(), Some(Message::Error("the game was stopped".to_owned())));
    }
}

#[test]
fn who_does_not_answer_a_ping_with_one_is_out() {
    let bench = Bench::new(&PROTOCOL, "chexers", 3);
    let address = bench.address;
    let mut rude = Peer::greeted(address, "rude", "");
    let first = Peer::greeted(address, "first", "");
    assert_eq!(rude.hear(), Some(Message::Okay));
    rude.say(&Message::Turn);
    assert_eq!(rude.hear(), None, "the connection is closed");
    let first = thread::spawn(move || first.play(Vec::new()));
    let (games, _) = host_and_join(bench, "random", 2);
    assert!(games[0].names.contains(&"first".to_owned()), "{:?}", games[0].names);
    assert!(matches!(
        first.join().unwrap(),
        Message::Game(_) | Message::Update(..) | Message::Init(_)
    ));
}

#[test]
fn a_match_has_seats_for_all_kinds() {
    let mut bench = Bench::new(&PROTOCOL, "chexers", 3);
    bench.hosting.agents[1].spec = "random".to_owned();
    let (games, joined) = host_and_join(bench, "random", 2);
    assert_eq!((&games[0].ending, joined.len()), (&Ending::Rules, 2), "{games:?}");
    assert_eq!(games[0].names[1], "seat 1");
}

#[test]
fn who_does_not_answer_in_time_ends_the_game() {
    let mut bench = Bench::new(&PROTOCOL, "chexers", 3);
    bench.hosting.limits.patience = 300;
    let address = bench.address;
    let (games, joined) = thread::scope(|scope| {
        // Taken in, told of the game, and then silent.
        scope.spawn(move || {
            let mut peer = Peer::greeted(address, "silent", "");
            while let Some(message) = peer.hear() {
                if message == Message::Okay {
                    peer.say(&Message::Okay);
                }
            }
        });
        host_and_join(bench, "random", 2)
    });
    let Ending::Forfeit { fault, .. } = &games[0].ending else { panic!("{:?}", games[0]) };
    assert_eq!(fault.kind, FaultKind::Late);
    assert!(joined.iter().all(|own| own.result.contains("did not answer in time")), "{joined:?}");
}

#[test]
fn a_client_leaves_a_server_that_talks_nonsense() {
    let cases: [(&[u8], &str); 4] = [
        (b"hello\n", "sent what is no JSON"),
        (b"{\"mtype\":\"PLAY\",\"name\":\"\",\"channel\":\"\"}\n", "only clients"),
        (b"{\"mtype\":\"INIT\",\"colour\":\"mauve\"}\n", "the colour \"mauve\""),
        (b"", "the server has left"),
    ];
    for (said, words) in cases {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut hello = String::new();
            BufReader::new(stream.try_clone().unwrap()).read_line(&mut hello).unwrap();
            stream.write_all(said).unwrap();
            hello
        });
        let joined = join_one(&PROTOCOL, address, "random", 5);
        let told = joined.map_or_else(|error| error.0, |joined| joined.result);
        assert!(told.contains(words), "{told}");
        let hello = "{\"name\":\"client 5\",\"channel\":\"\",\"mtype\":\"PLAY\"}\n";
        assert_eq!(server.join().unwrap(), hello);
    }
}

#[test]
fn the_example_bot_plays_whole_games() {
    let net = include_str!("../../../../examples/bots/chexers_net.py");
    let player = include_str!("../../../../examples/bots/chexers_player.py");
    assert!([net, player].iter().all(|script| script.lines().count() <= 40));
    let mut bench = Bench::new(&PROTOCOL, "chexers", 3);
    bench.hosting.count = 2;
    let port = bench.address.port().to_string();
    let words = |number| ["127.0.0.1".to_owned(), port.clone(), format!("bot {number}")];
    let bots: Vec<_> = (0..6).map(|bot| python("chexers_net.py", &words(bot))).collect();
    for game in bench.play() {
        assert_eq!(game.ending, Ending::Rules, "{game:?}");
    }
    for mut bot in bots {
        assert!(bot.wait().unwrap().success());
    }
}

#[test]
fn what_is_not_ascii_is_escaped_like_the_original_does() {
    let play = Message::Play { name: "Zoë 🐍\u{7f}\n\"\\".to_owned(), channel: String::new() };
    let line = r#"{"name":"Zo\u00eb \ud83d\udc0d\u007f\n\"\\","channel":"","mtype":"PLAY"}"#;
    assert_eq!(play.encode(), format!("{line}\n").into_bytes());
    assert_eq!(codec::decode(line.as_bytes()), Ok(play));
}

#[test]
fn messages_survive_the_way_and_garbage_harms_nobody() {
    let texts: Vec<&[u8]> = RECORDED.lines().map(|line| &line.as_bytes()[2..]).collect();
    for text in &texts {
        let message = codec::decode(text).unwrap();
        assert_eq!(message.encode().trim_ascii_end(), *text);
    }
    let mut rng = Rng::new(11);
    for _ in 0..20_000 {
        let mut text = texts[rng.below(texts.len())].to_vec();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(text.len());
            match rng.below(4) {
                0 => text[at] = rng.next_u64() as u8,
                1 => _ = text.remove(at),
                2 => text.insert(at, b"[]{}\",:-9\\u"[rng.below(11)]),
                _ => text.truncate(at + 1),
            }
            if text.is_empty() {
                break;
            }
        }
        if let Ok(message) = codec::decode(&text) {
            assert_eq!(codec::decode(&message.encode()), Ok(message));
        }
        let garbage: Vec<u8> = (0..rng.below(40)).map(|_| rng.next_u64() as u8).collect();
        assert!(codec::decode(&garbage).is_err());
        codec::action_of_ply(&String::from_utf8_lossy(&text));
    }
}
