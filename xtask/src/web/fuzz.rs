//! Requests that nobody would think of, made of the description of the API.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use super::{program, scratch, target};
use crate::{cargo, install, run};

/// The version that is used.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";
/// So many requests are enough.
const REQUESTS: u64 = 10_000;

/// Fails on any answer that is a fault of the server, and if it is not there at the end.
pub(crate) fn fuzz() -> Result<(), String> {
    cargo(&["build", "--quiet"])?;
    let tool = tool()?;
    let folder = scratch("fuzz")?;
    let server = Served::start(&folder)?;
    let wild = server.description()?;
    let mut tame = wild.clone();
    tame_schemas(&mut tame);
    let mut requests = 0;
    // Whatever the description allows and forbids; then what makes sense, so that something comes of it.
    let wild_phases = "examples,coverage,fuzzing,stateful";
    let (mut faults, rounds) = (
        Vec::new(),
        [
            ("wild", wild, "all", wild_phases, "150"),
            ("tame", tame, "positive", "fuzzing,stateful", "150"),
        ],
    );
    for (name, description, mode, phases, examples) in rounds {
        let (schema, report) =
            (folder.join(format!("{name}.json")), folder.join(format!("{name}.ndjson")));
        fs::write(&schema, description.to_string()).map_err(|error| format!("xtask: {error}"))?;
        let ran = run(Command::new(&tool)
            .arg("run")
            .arg(&schema)
            .args(["--url", &server.address, "--mode", mode, "--phases", phases])
            .args(["--header", &format!("Authorization: Bearer {}", server.token)])
            .args(["--checks", "not_a_server_error", "--max-examples", examples])
            .args(["--workers", "2", "--continue-on-failure", "--no-color", "--warnings", "off"])
            .args(["--suppress-health-check", "all", "--request-timeout", "60"])
            .arg("--report-ndjson-path")
            .arg(&report));
        faults.extend(ran.err());
        requests += count(&report);
    }
    println!("xtask: {requests} requests");
    server.is_there()?;
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    match requests >= REQUESTS {
        true => Ok(()),
        false => Err(format!("xtask: only {requests} requests were made, {REQUESTS} are wanted")),
    }
}

/// Words for fields that take any text but make sense of few.
const WORDS: [(&str, &[&str]); 8] = [
    ("game", &["reversi", "checkers", "dala", "chexers", "halma(variant=duel4)", "reversixt"]),
    ("agent", &["best", "random", "alphabeta(depth=2)"]),
    ("spec", &["best", "random", "mcts(nodes=10)"]),
    ("format", &["jsonl", "pdn", "position"]),
    ("move", &["d3", "c3", "9-13", "a3"]),
    ("evaluation", &["default", "material"]),
    ("map", &["plain4", "maps/a"]),
    ("label", &["w", "b", "x", "o", "1", "-"]),
];

/// Narrows a description to requests that can be answered.
fn tame_schemas(value: &mut Value) {
    if let Some(Value::Object(fields)) = value.get_mut("properties") {
        for (name, field) in fields {
            let text = field["type"] == "string"
                || field["type"].as_array().is_some_and(|kinds| kinds.contains(&json!("string")));
            let words = WORDS.iter().find(|(own, _)| own == name);
            match (name.as_str(), words) {
                (_, Some((_, words))) if text && field["enum"].is_null() => {
                    *field = json!({ "type": "string", "enum": words });
                }
                ("position", _) => *field = json!({ "type": "null" }),
                ("moves", _) => {
                    let ply = json!({ "type": "string", "enum": ["d3", "9-13", "a3"] });
                    *field = json!({ "type": "array", "items": ply, "maxItems": 1 });
                }
                ("seats", _) => (field["minItems"], field["maxItems"]) = (json!(2), json!(2)),
                _ => {}
            }
        }
    }
    match value {
        Value::Object(fields) => fields.values_mut().for_each(tame_schemas),
        Value::Array(items) => items.iter_mut().for_each(tame_schemas),
        _ => {}
    }
}

/// Schemathesis in an environment of its own.
fn tool() -> Result<PathBuf, String> {
    install("python3", "python3-venv")?;
    let place = target().join("web").join("schemathesis");
    let (pip, tool) = (place.join("bin/pip"), place.join("bin/schemathesis"));
    if !tool.is_file() {
        println!("xtask: {SCHEMATHESIS} is missing: pip installs it into {}", place.display());
        let made = run(Command::new("python3").args(["-m", "venv"]).arg(&place));
        made.map_err(|error| format!("{error}\nxtask: Debian has it in the package python3-venv"))?;
        run(Command::new(pip).args(["install", "--quiet", SCHEMATHESIS]))?;
    }
    Ok(tool)
}

/// Requests that a report tells of.
fn count(report: &Path) -> u64 {
    let Ok(file) = fs::File::open(report) else { return 0 };
    let lines = BufReader::new(file).lines().map_while(Result::ok);
    lines.map(|line| line.matches("\"status_code\":").count() as u64).sum()
}

/// A server that ends with this value.
struct Served {
    child: Child,
    address: String,
    token: String,
}

impl Served {
    fn start(folder: &Path) -> Result<Served, String> {
        let failed = |error: std::io::Error| format!("xtask: the server: {error}");
        let mut child = Command::new(program("plyglot"))
            .args(["web", "--no-open", "--port", "0", "--data"])
            .arg(folder.join("data"))
            .arg("--db")
            .arg(folder.join("records.db"))
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let out = child.stdout.take().ok_or("xtask: the server says nothing")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).map_err(failed)?;
        let link = line.split_whitespace().find(|word| word.starts_with("http://"));
        let link = link.and_then(|link| link.split_once("/#k="));
        let (address, token) = link.ok_or_else(|| format!("xtask: the server says {line:?}"))?;
        Ok(Served { child, address: address.to_owned(), token: token.to_owned() })
    }

    /// What it says of its API.
    fn description(&self) -> Result<Value, String> {
        let text = self.ask("/api/v1/openapi.json")?;
        serde_json::from_str(&text).map_err(|error| format!("xtask: openapi.json: {error}"))
    }

    /// Whether it still answers.
    fn is_there(&self) -> Result<(), String> {
        self.ask("/api/v1/health").map(|_| ())
    }

    /// The body of an answer.
    fn ask(&self, path: &str) -> Result<String, String> {
        let host = self.address.trim_start_matches("http://");
        let ask = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect(host)?;
            write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n")?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer)
        };
        let answer =
            ask().map_err(|error| format!("xtask: the server does not answer: {error}"))?;
        match answer.split_once("\r\n\r\n") {
            Some((head, body)) if head.contains(" 200 ") => Ok(body.to_owned()),
            _ => Err(format!("xtask: the server answers {answer:?} to {path}")),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
