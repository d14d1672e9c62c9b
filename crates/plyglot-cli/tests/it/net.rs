//! Hosts and clients as users run them, with the small bots of the examples.

use std::{
    io::{BufRead, BufReader, Read},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use serde_json::Value;

use crate::plyglot;

const PROGRAM: &str = env!("CARGO_BIN_EXE_plyglot");

fn bot(name: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    root.join("examples/bots").join(name).display().to_string()
}

/// A running host, with the address that it names.
struct Host {
    child: Child,
    port: String,
}

impl Host {
    /// Runs `plyglot host` at a free port.
    fn run(args: &[&str]) -> Host {
        let mut child = Command::new(PROGRAM)
            .args(["host"])
            .args(args)
            .args(["--port", "0", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        let port = loop {
            line.clear();
            assert!(errors.read_line(&mut line).unwrap() > 0, "the host told no address");
            if let Some((_, rest)) = line.split_once(" at 127.0.0.1:") {
                break rest.split_whitespace().next().unwrap().to_owned();
            }
        };
        // Somebody must read what it says on.
        std::thread::spawn(move || errors.read_to_end(&mut Vec::new()));
        Host { child, port }
    }

    fn join(&self, protocol: &str, args: &[&str]) -> Child {
        let server = format!("127.0.0.1:{}", self.port);
        let mut command = Command::new(PROGRAM);
        command.args(["join", protocol, &server, "--json"]).args(args);
        command.stdout(Stdio::piped()).spawn().unwrap()
    }

    fn python(&self, script: &str) -> Child {
        let mut command = Command::new("python3");
        command.args([bot(script).as_str(), "127.0.0.1", &self.port]).env("PLYGLOT", PROGRAM);
        command.stdout(Stdio::piped()).spawn().unwrap()
    }

    /// The games, once all are over; clients are waited for.
    fn games(mut self, clients: Vec<Child>) -> Vec<Value> {
        let mut out = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert!(self.child.wait().unwrap().success(), "{out}");
        for client in clients {
            let done = client.wait_with_output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
        }
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[track_caller]
fn no_fault(games: &[Value], count: usize) {
    assert_eq!(games.len(), count);
    for game in games {
        assert_eq!(game["faults"], serde_json::json!({}), "{game}");
        assert!(game["plies"].as_u64().unwrap() > 0, "{game}");
    }
}

#[test]
fn small_bots_and_our_agents_play_over_tcp() {
    let quick = ["--nodes", "50"];
    let host = Host::run(&["reversixt", "reversixt(map=cross3)", "--agents", "random", "--no-db"]);
    let clients = vec![host.python("reversixt_tcp.py"), host.join("reversixt", &quick)];
    no_fault(&host.games(clients), 1);

    let host = Host::run(&["chexers", "--no-db"]);
    let mut clients: Vec<Child> = (0..2).map(|_| host.join("chexers", &quick)).collect();
    clients.push(host.python("chexers_net.py"));
    no_fault(&host.games(clients), 1);

    let host = Host::run(&["dala", "--no-db"]);
    let clients = vec![host.python("dala_random.py"), host.join("dala", &quick)];
    no_fault(&host.games(clients), 1);

    let host = Host::run(&["dxp", "--agents", "random", "--no-db"]);
    let clients = vec![host.python("dxp_random.py")];
    no_fault(&host.games(clients), 1);
}

#[test]
fn small_programs_play_over_pipes_and_files() {
    let cases = [
        ("checkers-line", "checkers_random.py", "random"),
        ("nboard", "nboard_random.py", "random"),
        ("dala", "dala_random.py", "random"),
        // Whoever moves at random comes to no end.
        ("usc16", "usc16_greedy.py", "paranoid(depth=1)"),
    ];
    for (protocol, script, agent) in cases {
        let command = format!("python3 {}", bot(script));
        let args = ["host", protocol, "--agents", agent, "--time", "20", "--no-db", "--json"];
        let ran = plyglot(&[&args[..], &["--bots", &command]].concat());
        let game: Value = serde_json::from_str(&ran.ok()).unwrap();
        no_fault(&[game], 1);
    }
}

#[test]
fn hosted_games_are_kept_under_the_names_of_their_clients() {
    let folder = std::env::temp_dir().join(format!("plyglot-net-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (db, logs) = (folder.join("games.db"), folder.join("logs"));
    let (db, logs) = (db.to_str().unwrap(), logs.to_str().unwrap());
    let host = Host::run(&["chexers", "--games", "2", "--db", db, "--logs", logs]);
    let named = |name: &str| host.join("chexers", &["--name", name, "--agent", "random"]);
    let clients: Vec<Child> = ["ann", "bob", "cid", "dan", "eve", "flo"].map(named).into();
    no_fault(&host.games(clients), 2);
    let listed = plyglot(&["games-db", "list", db]).ok();
    assert!(
        listed.contains("ann") && listed.contains("flo") && listed.contains("2 games"),
        "{listed}"
    );
    let shown = plyglot(&["games-db", "show", db, "1"]).ok();
    assert!(shown.contains("Protocol chexers") && shown.contains("hosted, ended"), "{shown}");
    let report = folder.join("report.html");
    plyglot(&["report", db, "--output", report.to_str().unwrap()]).ok();
    // The log of the course comes back in.
    let log = format!("{logs}/game00001.log");
    let told = plyglot(&["import", "chexers", &log, "--db", db]).ok();
    assert!(told.contains("1 game, 1 new"), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_client_takes_a_seat_of_a_match() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let net = format!("net(protocol=reversixt,port={port},name=guest)");
    let args = ["match", "reversixt(map=plain6)", "--agents", &net, "random", "--games", "2"];
    let runner = Command::new(PROGRAM)
        .args(args)
        .args(["--time", "10", "--no-db", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let server = format!("127.0.0.1:{port}");
    let joined = plyglot(&[
        "join",
        "reversixt",
        &server,
        "--agent",
        "random",
        "--games",
        "2",
        "--retry",
        "60",
        "--json",
    ]);
    assert_eq!(joined.ok().lines().count(), 2);
    let done = runner.wait_with_output().unwrap();
    let told: Value = serde_json::from_slice(&done.stdout).unwrap();
    let text = told.to_string();
    assert!(text.contains("\"guest\"") && !text.contains("illegal"), "{text}");
}

#[test]
fn what_cannot_be_hosted_or_joined_is_told() {
    let refused = |args: &[&str]| plyglot(args).refused();
    assert!(refused(&["host", "chess"]).contains("\"chess\" is no protocol; there are: reversixt"));
    assert!(refused(&["join", "chess"]).contains("is no protocol"));
    assert!(refused(&["host", "chexers", "dala"]).contains("is for chexers, not for dala"));
    let free = refused(&["host", "nboard", "--agents", "random", "--no-db"]);
    assert!(free.contains("nobody can connect, so 1 seats are free"), "{free}");
    let many = ["host", "dala", "--agents", "random", "random", "random", "--no-db"];
    assert!(refused(&many).contains("3 bots and agents for a game of 2"));
    assert!(refused(&["join", "nboard", "somewhere:1"]).contains("leave out \"somewhere:1\""));
    assert!(refused(&["join", "chexers", "host:port"]).contains("expected HOST:PORT"));
    let nobody = refused(&["join", "reversixt", "127.0.0.1:1", "--retry", "0"]);
    assert!(nobody.contains("cannot connect to 127.0.0.1:1"), "{nobody}");
    let list = plyglot(&["host"]).ok();
    for name in ["reversixt", "chexers", "halma", "usc16", "dala", "checkers-line", "dxp", "nboard"]
    {
        assert!(list.lines().any(|line| line.starts_with(name)), "{list}");
    }
}
