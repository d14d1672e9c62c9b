//! Clients that mean no good, or are broken: the server outlives them, tells them nothing and serves the others.

use std::{
    fs,
    io::Write as _,
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    common::Lab,
    wire::{BINARY, CLOSE, Heard, PING, TEXT, Wire, handshake, raw, status},
};

/// The server answers, plays, and tells a new socket of it.
fn assert_well(lab: &Lab) {
    let table = lab.two_people("reversi");
    let mut wire = Wire::greeted(lab);
    wire.say(&json!({ "t": "sub", "ch": format!("tables/{table}") }));
    wire.until(|message| message["t"] == "state");
    lab.post(&format!("/tables/{table}/play"), json!({ "seat": 0, "move": "d3", "at": 0 }));
    wire.until(|message| message["d"]["view"]["plies"] == json!(["d3"]));
}

/// The same bytes for the same seed.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn whoever_does_not_say_who_it_is_is_shown_out() {
    let lab = Lab::start("stranger");
    let deep = format!("{}1{}", "[".repeat(1500), "]".repeat(1500));
    let wrong = json!({ "t": "auth", "token": "x".repeat(43) }).to_string();
    let guest = json!({ "t": "auth", "token": format!("abc.{}", "x".repeat(43)) }).to_string();
    let number = json!({ "t": "auth", "token": 7 }).to_string();
    let firsts: [&[u8]; 8] = [
        b"",
        b"hello",
        b"{}",
        b"{\"t\":\"sub\",\"ch\":\"tables\"}",
        wrong.as_bytes(),
        guest.as_bytes(),
        number.as_bytes(),
        deep.as_bytes(),
    ];
    for first in firsts {
        let mut wire = Wire::open(&lab);
        wire.send(TEXT, first);
        assert_eq!(wire.hear(), Heard::Closed(Some(4001)), "{}", String::from_utf8_lossy(first));
    }
    let mut wire = Wire::open(&lab);
    wire.send(BINARY, json!({ "t": "auth", "token": lab.token }).to_string().as_bytes());
    assert_eq!(wire.hear(), Heard::Closed(Some(4001)));
    assert_well(&lab);
}

#[test]
fn silence_is_not_waited_for() {
    let lab = Lab::start("silence");
    let mut wires: Vec<Wire> = (0..20).map(|_| Wire::open(&lab)).collect();
    let start = Instant::now();
    for wire in &mut wires {
        assert_eq!(wire.hear(), Heard::Closed(Some(4001)));
    }
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    assert_well(&lab);
}

#[test]
fn bytes_that_are_no_frames_end_the_socket_alone() {
    let lab = Lab::start("bytes");
    for seed in 0..60 {
        let mut wire = if seed % 2 == 0 { Wire::open(&lab) } else { Wire::greeted(&lab) };
        wire.bytes(&noise(seed, 1 + seed as usize * 37));
        drop(wire);
    }
    // Reserved kinds, a frame without a mask, one that claims to be endless, text that is none.
    let bad: [&[u8]; 5] = [
        &[0x83, 0x80, 1, 2, 3, 4],
        &[0xf1, 0x80, 1, 2, 3, 4],
        &[0x81, 0x02, b'{', b'}'],
        &[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4],
        &[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28],
    ];
    for bytes in bad {
        let mut wire = Wire::greeted(&lab);
        wire.bytes(bytes);
        wire.end();
    }
    let mut wire = Wire::greeted(&lab);
    wire.send(CLOSE, &[0, 1, 2]);
    wire.end();
    assert_well(&lab);
}

#[test]
fn messages_that_are_too_long_end_the_socket() {
    let lab = Lab::start("long");
    for length in [4097, 65_535, 65_536, 3_000_000] {
        let mut wire = Wire::greeted(&lab);
        wire.send(TEXT, &vec![b' '; length]);
        wire.end();
        let mut wire = Wire::greeted(&lab);
        wire.pieces(&vec![b' '; length], 1000, |_| {});
        wire.end();
    }
    assert_well(&lab);
}

#[test]
fn a_message_may_come_in_pieces() {
    let lab = Lab::start("pieces");
    let auth = json!({ "t": "auth", "token": lab.token }).to_string();
    let mut wire = Wire::open(&lab);
    wire.pieces(auth.as_bytes(), 7, |_| {});
    wire.until(|message| message["t"] == "hello");
    wire.pieces(br#"{"t":"ping"}"#, 3, |wire| wire.send(PING, b"there?"));
    wire.until(|message| message["t"] == "pong");
}

#[test]
fn messages_that_mean_nothing_are_refused_and_the_socket_goes_on() {
    let lab = Lab::start("wrong");
    let table = lab.two_people("reversi");
    let mut wire = Wire::greeted(&lab);
    let deep = format!("{}1{}", "[".repeat(1900), "]".repeat(1900));
    let long = json!({ "t": "sub", "ch": "x".repeat(3500) }).to_string();
    let wrong = [
        "",
        "null",
        "[]",
        "{}",
        "{\"t\":1}",
        "{\"t\":\"nothing\"}",
        "{\"t\":\"sub\"}",
        "{\"t\":\"sub\",\"ch\":5}",
        "{\"t\":\"sub\",\"ch\":null}",
        "{\"t\":\"sub\",\"ch\":\"\"}",
        "{\"t\":\"sub\",\"ch\":\"/\"}",
        "{\"t\":\"sub\",\"ch\":\"tables/../../token\"}",
        "{\"t\":\"sub\",\"ch\":\"tables/' OR 1=1\"}",
        "{\"t\":\"sub\",\"ch\":\"analyses/\"}",
        "{\"t\":\"sub\",\"ch\":\"reviews/\\u0000\"}",
        "{\"t\":\"sub\",\"ch\":\"runs/-1\"}",
        "{\"t\":\"auth\",\"token\":\"again\"}",
        "{\"t\":\"sub\",\"t\":\"ping\",\"ch\":\"tables\"}",
        &deep,
        &long,
    ];
    for text in wrong {
        wire.send(TEXT, text.as_bytes());
        let Heard::Message(answer) = wire.hear() else { panic!("closed after {text}") };
        assert!(answer["t"] == "error" || answer["t"] == "gone", "{text}: {answer}");
    }
    wire.send(BINARY, b"{\"t\":\"ping\"}");
    assert_eq!(wire.until(|message| message["t"] == "error")["error"]["code"], "syntax");
    // What was never subscribed can be left, twice, and what is subscribed twice is told once.
    for _ in 0..2 {
        wire.say(&json!({ "t": "unsub", "ch": "tables/none" }));
        wire.say(&json!({ "t": "sub", "ch": format!("tables/{table}") }));
    }
    wire.until(|message| message["t"] == "state");
    wire.say(&json!({ "t": "ping" }));
    wire.until(|message| {
        assert_ne!(message["t"], "state");
        message["t"] == "pong"
    });
    // What is gone is told so.
    assert_eq!(
        lab.try_as(Some(&lab.token), "DELETE", &format!("/tables/{table}"), Value::Null).0,
        204
    );
    wire.until(|message| message["t"] == "gone");
}

#[test]
fn floods_end_the_socket_that_makes_them() {
    let lab = Lab::start("flood");
    let mut other = Wire::greeted(&lab);
    for kind in [TEXT, BINARY, PING] {
        let mut wire = Wire::greeted(&lab);
        for _ in 0..2000 {
            wire.send(kind, b"{\"t\":\"ping\"}");
        }
        assert!(matches!(wire.end(), Some(4008) | None), "{kind}");
    }
    other.say(&json!({ "t": "ping" }));
    other.until(|message| message["t"] == "pong");
    assert_well(&lab);
}

#[test]
fn a_socket_hears_of_so_many_channels_and_no_more() {
    let lab = Lab::start("channels");
    let tables: Vec<String> = (0..70).map(|_| lab.two_people("reversi(size=4)")).collect();
    let mut wire = Wire::greeted(&lab);
    let (mut states, mut refused) = (0, 0);
    for some in tables.chunks(20) {
        for table in some {
            wire.say(&json!({ "t": "sub", "ch": format!("tables/{table}") }));
        }
        for _ in some {
            match wire.hear() {
                Heard::Message(message) if message["t"] == "state" => states += 1,
                Heard::Message(message) => {
                    assert_eq!(message["error"]["code"], "limit", "{message}");
                    refused += 1;
                }
                Heard::Closed(code) => panic!("closed with {code:?}"),
            }
        }
        // So many messages are allowed in a second.
        thread::sleep(Duration::from_millis(600));
    }
    assert_eq!((states, refused), (64, 6));
}

/// How many files this process may have open, where that is told.
fn open_files() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find(|line| line.starts_with("Max open files"))?;
    line.split_whitespace().nth(3)?.parse().ok()
}

#[test]
fn so_many_sockets_are_open_and_no_more() {
    // Both ends are here, and other tests have theirs.
    if open_files().is_some_and(|most| most < 4096) {
        eprintln!("not tried: this process may have few files open");
        return;
    }
    let lab = Lab::start("sockets");
    let origin = format!("http://{}", lab.address);
    let mut open = Vec::new();
    let refused = loop {
        let mut stream = TcpStream::connect(lab.address).unwrap();
        stream.write_all(handshake(&lab, &origin).as_bytes()).unwrap();
        let mut head = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut head).unwrap();
        if status(&head) != 101 {
            break status(&head);
        }
        open.push(stream);
        assert!(open.len() < 5000, "there is no limit");
    };
    assert_eq!(refused, 503);
    assert_eq!(lab.ask("GET", "/health", None, &[]).0, 200, "requests are still answered");
    drop(open);
    for _ in 0..500 {
        thread::sleep(Duration::from_millis(20));
        if status(&raw(&lab, handshake(&lab, "http://evil.example").as_bytes())) == 403 {
            break;
        }
    }
    thread::sleep(Duration::from_millis(200));
    assert_well(&lab);
}

#[test]
fn whoever_does_not_read_delays_nobody() {
    let lab = Lab::start("slow");
    let table = lab.two_people("reversi");
    let channel = json!({ "t": "sub", "ch": format!("tables/{table}") });
    let mut slow: Vec<Wire> = (0..10).map(|_| Wire::greeted(&lab)).collect();
    slow.iter_mut().for_each(|wire| wire.say(&channel));
    let mut quick = Wire::greeted(&lab);
    quick.say(&channel);
    quick.until(|message| message["t"] == "state");
    let path = format!("/tables/{table}");
    let (mut worst, mut version) = (Duration::ZERO, 0);
    for number in 0..400 {
        let premove =
            json!({ "seat": 1, "move": if number % 2 == 0 { json!("c3") } else { Value::Null } });
        let start = Instant::now();
        version = lab.post(&format!("{path}/premove"), premove)["version"].as_u64().unwrap();
        quick.until(|message| message["d"]["version"].as_u64() == Some(version));
        worst = worst.max(start.elapsed());
    }
    assert!(worst < Duration::from_secs(2), "the slowest took {worst:?}");
    // Whoever reads at last gets the latest state, not all of them.
    slow[0].until(|message| message["d"]["version"].as_u64() == Some(version));
    slow[0].say(&json!({ "t": "ping" }));
    slow[0].until(|message| message["t"] == "pong");
    assert_well(&lab);
}

#[test]
fn half_open_connections_hold_nobody_up() {
    let lab = Lab::start("half");
    let starts: [&[u8]; 4] = [
        b"",
        b"GET /api/v1/health HTTP/1.1\r\nHost: ",
        b"POST /api/v1/positions HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n{",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ];
    let mut open = Vec::new();
    for number in 0..300 {
        let mut stream = TcpStream::connect(lab.address).unwrap();
        stream.write_all(starts[number % starts.len()]).unwrap();
        open.push(stream);
    }
    let start = Instant::now();
    assert_well(&lab);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn sockets_are_for_pages_of_this_server() {
    let lab = Lab::start("origins");
    let own = format!("http://{}", lab.address);
    let https = format!("https://{}", lab.address);
    for origin in
        ["", "null", "http://evil.example", "file://", &https, &format!("{own}.evil.example")]
    {
        let answer = raw(
            &lab,
            handshake(&lab, origin).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n").as_bytes(),
        );
        assert_eq!(status(&answer), 403, "{origin:?}");
    }
    let host =
        handshake(&lab, &own).replace(&format!("Host: {}", lab.address), "Host: evil.example");
    assert_eq!(status(&raw(&lab, host.as_bytes())), 421);
    Wire::greeted(&lab);
}

#[test]
fn no_path_leads_out_of_the_pages() {
    let lab = Lab::start("paths");
    let paths = [
        "/../token",
        "/assets/../token",
        "/assets/../../token",
        "/assets/%2e%2e/token",
        "/assets/%2e%2e%2ftoken",
        "/assets/..%5ctoken",
        "/assets/....//token",
        "//etc/passwd",
        "/etc/passwd",
        "/token",
        "/tables.db",
        "/server.json",
        "/maps/../token",
        "/assets//etc/passwd",
        "/assets/C:\\windows\\win.ini",
        "/index.html%00.js",
        "/.git/config",
        "/api/v1/../../token",
        "/api/v1/maps/..%2ftoken",
        "/api/v1/maps/%2e%2e",
        "/api/v1/boards/..%2f..%2ftoken",
        "/%c0%ae%c0%ae/token",
        "/%",
        "http://evil.example/token",
        "*",
    ];
    for path in paths {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
            lab.address, lab.token
        );
        let answer = raw(&lab, request.as_bytes());
        let text = String::from_utf8_lossy(&answer);
        assert!(
            !text.contains(&lab.token) && !text.contains("root:") && !text.contains("SQLite"),
            "{path}"
        );
        assert!(
            matches!(status(&answer), 200 | 400 | 404 | 405 | 421),
            "{path}: {}",
            status(&answer)
        );
    }
    assert_well(&lab);
}

#[test]
fn bodies_have_limits() {
    let lab = Lab::start("bodies");
    let post = |path: &str, head: &str, body: &[u8]| {
        let head = format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n{head}\r\n",
            lab.address, lab.token
        );
        status(&raw(&lab, &[head.as_bytes(), body].concat()))
    };
    let of =
        |length: usize| format!("Content-Type: application/json\r\nContent-Length: {length}\r\n");
    let large = format!("{{\"game\":\"{}\"}}", "x".repeat(2 << 20));
    assert_eq!(post("/positions", &of(large.len()), large.as_bytes()), 413);
    let deep = "[".repeat(200_000);
    assert!(matches!(post("/positions", &of(deep.len()), deep.as_bytes()), 400 | 422));
    let deep = format!("{{\"game\":{}", "{\"a\":".repeat(50_000));
    assert!(matches!(post("/positions", &of(deep.len()), deep.as_bytes()), 400 | 422));
    let chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    let chunk = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
    assert_eq!(post("/positions", chunked, &chunk.repeat(40)), 413);
    assert_eq!(post("/positions", "Content-Type: text/plain\r\nContent-Length: 2\r\n", b"{}"), 415);
    assert_eq!(post("/positions", &of(2), &[0xff, 0xfe]), 400);
    // Numbers beyond all measure, names without end, lists without end.
    let bad = [
        json!({ "game": "reversi", "moves": vec!["d3"; 6000] }),
        json!({ "game": "reversi(size=99999999999999999999)" }),
        json!({ "game": "(".repeat(4000) }),
        json!({ "game": "reversi", "position": "x".repeat(900_000) }),
        json!({ "game": "reversi\u{0}" }),
    ];
    for body in bad {
        let (status, answer) = lab.try_post("/positions", body);
        assert!((400..500).contains(&status), "{status} {answer}");
    }
    let seats = json!(vec![json!({ "who": "person", "name": "x".repeat(100_000) }); 2]);
    assert_eq!(lab.try_post("/tables", json!({ "game": "reversi", "seats": seats })).0, 429);
    let header = format!("X-Long: {}\r\nContent-Length: 0\r\n", "y".repeat(2 << 20));
    assert!(matches!(post("/positions", &header, b""), 0 | 431));
    assert_well(&lab);
}
