//! Recorded conversations, byte for byte, and our own clients under our own host.

use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
};

use serde::Deserialize;

use super::*;
use crate::testing::{Bench, host_and_join};

#[derive(Deserialize)]
struct Transcript {
    what: String,
    map: String,
    depth_limit: u32,
    clients: std::collections::BTreeMap<String, Vec<(String, String)>>,
    r#final: String,
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
}

/// Says and hears what a client did.
fn replay(mut stream: TcpStream, events: &[(String, String)]) -> Result<(), String> {
    for (number, (who, hex)) in events.iter().enumerate() {
        let wanted = bytes(hex);
        match who.as_str() {
            "C" => stream.write_all(&wanted).map_err(|error| error.to_string())?,
            "S" => {
                let mut found = vec![0; wanted.len()];
                stream.read_exact(&mut found).map_err(|error| format!("{number}: {error}"))?;
                if found != wanted {
                    let (found, wanted) = (codec::show(&found), codec::show(&wanted));
                    return Err(format!("event {number}: {found}, not {wanted}"));
                }
            }
            _ => {
                let mut rest = Vec::new();
                stream.read_to_end(&mut rest).map_err(|error| error.to_string())?;
                assert!(rest.is_empty(), "event {number}: {rest:?} after the end");
            }
        }
    }
    Ok(())
}

#[test]
fn recorded_games_are_the_same_to_the_byte() {
    let text = include_str!("../../../../testdata/reversixt/transcripts.json");
    let transcripts: Vec<Transcript> = serde_json::from_str(text).unwrap();
    assert_eq!(transcripts.len(), 9);
    for transcript in transcripts {
        let mut bench = Bench::new(&PROTOCOL, "reversixt(map=recorded)", transcript.clients.len());
        bench.hosting.files.insert("recorded".to_owned(), transcript.map.clone());
        bench.hosting.limits.depth = Some(transcript.depth_limit);
        let address = bench.address;
        let clients = thread::spawn(move || {
            let talks: Vec<_> = transcript.clients.into_values().collect();
            let talks: Vec<_> = talks
                .into_iter()
                .map(|events| {
                    let stream = TcpStream::connect(address).unwrap();
                    thread::spawn(move || replay(stream, &events))
                })
                .collect();
            talks.into_iter().try_for_each(|talk| talk.join().unwrap())
        });
        let games = bench.play();
        clients.join().unwrap().unwrap_or_else(|why| panic!("{}: {why}", transcript.what));
        assert_eq!(games[0].last_position, transcript.r#final, "{}", transcript.what);
    }
}

#[test]
fn our_clients_play_under_our_host() {
    for (game, players) in [("reversixt(map=cross3)", 3), ("reversixt(map=octet8)", 8)] {
        let mut bench = Bench::new(&PROTOCOL, game, players);
        bench.hosting.count = 20;
        bench.hosting.at_once = 5;
        let (games, joined) = host_and_join(bench, "random", players * 20);
        assert_eq!((games.len(), joined.len()), (20, players * 20));
        for hosted in games {
            assert_eq!(hosted.ending, plyglot_arena::Ending::Rules);
            assert!(hosted.out.is_empty(), "{:?}", hosted.out);
        }
        for own in joined {
            assert!(own.result.contains("stones"), "{own:?}");
        }
    }
}

#[test]
fn whoever_misbehaves_is_out_and_the_others_play_on() {
    // Wrong lengths, unknown types, moves out of turn, half a message, too much, nothing.
    let misdeeds: [&[u8]; 6] = [
        b"\x05\x00\x00\x00\x04\x00\x00\x00\x00",
        b"\x63\x00\x00\x00\x00",
        b"\x05\x00\x00\x00\x05\xff\xff\xff\xff\xff",
        b"\x05\x00\x00",
        b"\x05\xff\xff\xff\xff\x00\x00\x00\x00",
        b"",
    ];
    for misdeed in misdeeds {
        let mut bench = Bench::new(&PROTOCOL, "reversixt(map=cross3)", 3);
        let address = bench.address;
        bench.hosting.limits.time = Some(2000);
        let bad = thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(&Message::Group(13).encode()).unwrap();
            // Once it has its number it says what it should not.
            let mut head = vec![0; 5];
            stream.read_exact(&mut head).unwrap();
            stream.write_all(misdeed).unwrap();
            if misdeed.is_empty() {
                return;
            }
            let _ = stream.read_to_end(&mut Vec::new());
        });
        let (games, joined) = host_and_join(bench, "random", 2);
        bad.join().unwrap();
        let game = &games[0];
        assert_eq!(game.out.len(), 1, "{misdeed:?}");
        assert_eq!(game.ending, plyglot_arena::Ending::Rules, "{misdeed:?}");
        assert_eq!(game.names.iter().filter(|name| *name == "group 13").count(), 1);
        assert!(joined.iter().all(|own| own.result.contains("stones")), "{joined:?}");
    }
}

#[test]
fn who_greets_wrongly_takes_nobodys_seat() {
    let bench = Bench::new(&PROTOCOL, "reversixt(map=plain4)", 2);
    let address = bench.address;
    for bad in
        [&b"GET / HTTP/1.1\r\n\r\n"[..], b"\x01\0\0\0\x01\x64", b"\x05\0\0\0\0", &[0xff; 100_000]]
    {
        let mut stream = TcpStream::connect(address).unwrap();
        let _ = stream.write_all(bad);
        let _ = stream.read_to_end(&mut Vec::new());
    }
    drop(TcpStream::connect(address).unwrap());
    let (games, _) = host_and_join(bench, "random", 2);
    assert_eq!(games[0].ending, plyglot_arena::Ending::Rules);
}

#[test]
fn messages_survive_the_way_and_garbage_does_not() {
    let mut rng = plyglot_core::Rng::new(3);
    for _ in 0..20_000 {
        let length = rng.below(14);
        let mut garbage: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
        if let Some(kind) = garbage.first_mut() {
            *kind %= 11;
        }
        if garbage.len() >= 5 && rng.below(2) == 0 {
            garbage[1..5].copy_from_slice(&(length as u32 - 5).to_be_bytes());
        }
        codec::show(&garbage);
        if let Ok(message) = codec::decode(&garbage) {
            assert_eq!(message.encode(), garbage);
        }
    }
}
