//! Recorded conversations, byte for byte, our own clients under our own host, and those who misbehave.

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpStream},
    thread,
    time::Duration,
};

use plyglot_arena::Ending;
use plyglot_core::Rng;
use plyglot_protocol::FaultKind;
use serde::Deserialize;

use super::{codec::ServerLine, *};
use crate::testing::{Bench, Seen, host_and_join, python};

#[derive(Deserialize)]
struct Conversation {
    name: String,
    timeout_ms: u64,
    events: Vec<Event>,
}

#[derive(Deserialize)]
struct Event {
    client: Option<usize>,
    send: Option<String>,
    recv: Option<String>,
    #[serde(default)]
    close: bool,
    #[serde(default)]
    reset: bool,
}

/// A client that says what it is told to.
struct Talker(BufReader<TcpStream>);

impl Talker {
    fn at(address: SocketAddr) -> Talker {
        Talker(BufReader::new(TcpStream::connect(address).unwrap()))
    }

    fn say(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The next line with nothing but its end cut off.
    fn hear(&mut self) -> String {
        let mut line = String::new();
        match self.0.read_line(&mut line).unwrap() {
            0 => "<closed>".to_owned(),
            _ => line.strip_suffix('\n').unwrap().to_owned(),
        }
    }

    fn hear_until(&mut self, wanted: &str) {
        while self.hear() != wanted {}
    }

    fn rest(&mut self) -> Vec<String> {
        std::iter::repeat_with(|| self.hear()).take_while(|line| line != "<closed>").collect()
    }

    /// Ends the connection with a reset.
    fn reset(self) {
        let stream = self.0.into_inner();
        stream.set_nonblocking(true).unwrap();
        crate::link::runtime().block_on(async {
            let stream = tokio::net::TcpStream::from_std(stream).unwrap();
            stream.set_zero_linger().unwrap();
        });
    }
}

fn replay(address: SocketAddr, events: &[Event]) {
    let mut clients: Vec<_> = (0..4).map(|_| Some(Talker::at(address))).collect();
    let mut turn = String::new();
    for (number, event) in events.iter().enumerate() {
        let Some(index) = event.client else { continue };
        if event.close {
            clients[index] = None;
        } else if event.reset {
            clients[index].take().unwrap().reset();
        } else if let Some(line) = &event.send {
            clients[index].as_mut().unwrap().say(line);
            // What is said out of turn has to come before the turn does.
            if !turn.is_empty() && !turn.ends_with(&index.to_string()) {
                thread::sleep(Duration::from_millis(50));
            }
        } else if let Some(wanted) = &event.recv {
            assert_eq!(clients[index].as_mut().unwrap().hear(), *wanted, "event {number}");
            if wanted.starts_with("PLAY") {
                turn.clone_from(wanted);
            }
        }
    }
}

#[test]
fn recorded_games_are_the_same_to_the_byte() {
    let text = include_str!("../../../../testdata/halma/protocol.json");
    let conversations: Vec<Conversation> = serde_json::from_str(text).unwrap();
    assert_eq!(conversations.len(), 6);
    for conversation in conversations {
        let mut bench = Bench::new(&PROTOCOL, "halma", 4);
        bench.hosting.limits.time = Some(conversation.timeout_ms);
        let address = bench.address;
        let clients = thread::spawn(move || replay(address, &conversation.events));
        let games = bench.play();
        clients.join().unwrap_or_else(|_| panic!("{}", conversation.name));
        assert!(matches!(games[0].ending, Ending::Forfeit { .. }), "{}", conversation.name);
        assert_eq!(games[0].names, ["alpha", "beta", "gamma one", "delta"]);
    }
}

#[test]
fn our_clients_play_under_our_host() {
    for (game, count) in [("halma", 6), ("halma(variant=team8)", 40)] {
        let mut bench = Bench::new(&PROTOCOL, game, 4);
        bench.hosting.limits.time = Some(20_000);
        (bench.hosting.count, bench.hosting.at_once) = (count, 4);
        let (games, joined) = host_and_join(bench, "random", 4 * count);
        assert_eq!((games.len(), joined.len()), (count, 4 * count));
        for hosted in games {
            assert_eq!(hosted.ending, Ending::Rules);
        }
        for own in joined {
            assert!(own.result.starts_with("team ") && !own.result.contains('('), "{own:?}");
        }
    }
}

#[test]
fn agents_play_hop_chains_as_they_planned_them() {
    for agent in ["classic", "best(depth=1)"] {
        let mut bench = Bench::new(&PROTOCOL, "halma", 4);
        bench.hosting.limits.time = Some(20_000);
        let (games, joined) = host_and_join(bench, agent, 4);
        assert_eq!(games[0].ending, Ending::Rules);
        assert!(games[0].plies.iter().any(|ply| ply.ends_with("null null")));
        let winners = joined.iter().filter(|own| own.result.contains("our team"));
        assert_eq!(winners.count(), 2, "{agent}: {joined:?}");
    }
}

/// A game of four talkers, one of which does something in the second seat once the first has moved.
fn misbehave(misdeed: impl FnOnce(Talker) + Send + 'static) -> (Seen, Vec<String>) {
    let mut bench = Bench::new(&PROTOCOL, "halma", 4);
    bench.hosting.limits.time = Some(20_000);
    let address = bench.address;
    let clients = thread::spawn(move || {
        let mut talkers: Vec<_> = (0..4).map(|_| Talker::at(address)).collect();
        talkers.iter_mut().for_each(|own| own.say("START  a\u{7} name "));
        talkers[0].hear_until("PLAY Player-0");
        assert_eq!(talkers[1].hear(), "START Player-1 a name");
        let bad = thread::spawn({
            let bad = talkers.remove(1);
            move || misdeed(bad)
        });
        let mut first = talkers.remove(0);
        first.say("0 (3,1) (4,2)");
        let rest = first.rest();
        bad.join().unwrap();
        rest
    });
    let game = bench.play().remove(0);
    (game, clients.join().unwrap())
}

#[test]
fn whoever_misbehaves_loses_the_game_for_his_team() {
    let flood = |mut own: Talker| {
        own.hear_until("PLAY Player-1");
        (0..150).for_each(|number| own.say(&format!("nonsense {number}")));
        own.rest();
    };
    let endless = |mut own: Talker| {
        own.hear_until("PLAY Player-1");
        // It may be shown out before it has said all of it.
        let _ = own.0.get_mut().write_all(&vec![b'x'; 1_000_000]);
    };
    let foreign = |mut own: Talker| {
        own.hear_until("PLAY Player-1");
        own.say("2 null null");
        own.rest();
    };
    let outside = |mut own: Talker| {
        own.hear_until("PLAY Player-1");
        own.say("1 (12,1) (12,2147483647)");
        own.rest();
    };
    let half = |mut own: Talker| {
        own.hear_until("PLAY Player-1");
        own.0.get_mut().write_all(b"1 (12,1").unwrap();
    };
    type Misdeed = fn(Talker);
    let misdeeds: [(Misdeed, FaultKind, &str); 5] = [
        (flood, FaultKind::Flood, "DISCONNECTION Player-1"),
        (endless, FaultKind::Garbage, "DISCONNECTION Player-1"),
        (foreign, FaultKind::Illegal, "ILLEGAL MOVE: Player 2 end turn"),
        (outside, FaultKind::Illegal, "ILLEGAL MOVE: Player 1 move from (B,13) to (?,13)"),
        (half, FaultKind::Closed, "DISCONNECTION Player-1"),
    ];
    for (misdeed, kind, reason) in misdeeds {
        let (game, heard) = misbehave(misdeed);
        let Ending::Forfeit { seat, fault } = &game.ending else { panic!("{:?}", game.ending) };
        assert_eq!((*seat, fault.kind), (1, kind), "{fault}");
        let said = [format!("GAMEOVER {reason}"), "WINNER Player-0".to_owned()];
        assert_eq!(heard[heard.len() - 2..], said);
        assert_eq!(game.ranks, [1, 3, 3, 1]);
    }
}

#[test]
fn who_greets_wrongly_takes_nobodys_seat() {
    let mut bench = Bench::new(&PROTOCOL, "halma(variant=team8)", 4);
    bench.hosting.limits.time = Some(20_000);
    for bad in ["GET / HTTP/1.1", "STARTING", &"START".repeat(200), "0 null null"] {
        let mut talker = Talker::at(bench.address);
        talker.say(bad);
        assert_eq!(talker.hear(), "<closed>", "{bad}");
    }
    drop(Talker::at(bench.address));
    let (games, _) = host_and_join(bench, "random", 4);
    assert_eq!(games[0].ending, Ending::Rules);
}

#[test]
fn a_game_that_is_stopped_is_cancelled() {
    let bench = Bench::new(&PROTOCOL, "halma", 4);
    let stop = &std::sync::atomic::AtomicBool::new(false);
    thread::scope(|scope| {
        let address = bench.address;
        let talkers = scope.spawn(move || {
            let mut talkers: Vec<_> = (0..4).map(|_| Talker::at(address)).collect();
            talkers.iter_mut().for_each(|own| own.say("START name"));
            talkers[0].hear_until("PLAY Player-0");
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            talkers.iter_mut().map(Talker::rest).collect::<Vec<_>>()
        });
        bench.play_until(stop);
        for heard in talkers.join().unwrap() {
            assert_eq!(heard[heard.len() - 2..], ["GAMEOVER USER CANCEL", "UNDECIDED"]);
        }
    });
}

#[test]
fn other_variants_are_refused_in_words() {
    let bench = Bench::new(&PROTOCOL, "halma(variant=duel8)", 2);
    let Ending::Forfeit { fault, .. } = &bench.play()[0].ending else { panic!() };
    assert!(fault.detail.contains("team variants"), "{fault}");
}

#[test]
fn the_example_plays_a_whole_game() {
    let mut bench = Bench::new(&PROTOCOL, "halma", 4);
    bench.hosting.limits.time = Some(60_000);
    for seat in [1, 2] {
        bench.hosting.agents[seat].spec = "greedy".to_owned();
    }
    let words = [bench.address.ip().to_string(), bench.address.port().to_string()];
    let mut bots: Vec<_> = (0..2).map(|_| python("halma_greedy.py", &words)).collect();
    let games = bench.play();
    assert_eq!(games[0].ending, Ending::Rules, "{:?}", games[0].plies.last());
    for bot in &mut bots {
        assert!(bot.wait().unwrap().success());
    }
}

#[test]
fn lines_survive_the_way_and_garbage_does_not() {
    let good = [
        "START Player-2 gamma one",
        "PLAY Player-3",
        "GAMEOVER ",
        "GAMEOVER TIMEOUT Player-0",
        "WINNER Player-1",
        "DRAW",
        "UNDECIDED",
        "0 (2,0) (4,2)",
        "3 null null",
    ];
    for line in good {
        let read = ServerLine::read(line.as_bytes()).unwrap();
        assert_eq!(read.encode(), format!("{line}\n").as_bytes());
    }
    assert!(ServerLine::read(b"PLAY Player-9").unwrap_err().contains("Player-0 to Player-3"));
    assert_eq!(codec::read_hello(b"START  gamma one "), Some("gamma one".to_owned()));
    let mut rng = Rng::new(5);
    for _ in 0..20_000 {
        let mut line = good[rng.below(good.len())].as_bytes().to_vec();
        for _ in 0..rng.below(4) {
            let at = rng.below(line.len());
            line[at] = rng.next_u64() as u8;
        }
        line.truncate(rng.below(line.len() + 1));
        codec::read_hello(&line);
        if let Ok(action) = codec::read_action(&line) {
            codec::pretty(&action);
        }
        if let Ok(read) = ServerLine::read(&line) {
            let again = read.to_string();
            assert_eq!(ServerLine::read(again.as_bytes()).unwrap(), read);
        }
    }
}
