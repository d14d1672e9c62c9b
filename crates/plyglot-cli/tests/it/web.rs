//! The lab in the browser, as a program.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use crate::documents::root;

/// A server that ends with the test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server, and reads the address that it prints.
fn serve(args: &[&str], folder: &Path) -> (Serving, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.args(args).current_dir(folder).env("HOME", folder).env("XDG_DATA_HOME", folder);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"] {
        command.env_remove(name);
    }
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    // Whoever writes to a pipe that nobody reads gets stuck or killed.
    std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
    (Serving(child), first)
}

fn link(line: &str) -> &str {
    line.split_whitespace().find(|word| word.starts_with("http://")).unwrap()
}

/// Asks for a path and tells the whole answer.
fn ask(link: &str, path: &str) -> String {
    let host = link.trim_start_matches("http://").split('/').next().unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_second_start_finds_the_first() {
    let folder = folder("web-second");
    let data = folder.join("data");
    let args = ["web", "--no-open", "--port", "0", "--data", data.to_str().unwrap()];
    let (first, line) = serve(&args, &folder);
    assert!(line.starts_with("The lab is open: http://127.0.0.1:"), "{line}");
    let page = ask(link(&line), "/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<!doctype html>"), "{page}");
    assert!(page.contains("content-security-policy: default-src 'none'"), "{page}");
    let (_second, again) = serve(&args, &folder);
    assert!(again.starts_with("The lab runs already: "), "{again}");
    assert_eq!(link(&again), link(&line));
    drop(first);
    // After a server that was killed a new one starts, with the same token.
    let (_third, line) = serve(&args, &folder);
    assert!(line.starts_with("The lab is open: "), "{line}");
    assert_eq!(link(&line).split("#k=").nth(1), link(&again).split("#k=").nth(1));
}

#[test]
fn without_a_command_the_lab_is_open() {
    let (_serving, line) = serve(&[], &folder("web-front-door"));
    assert!(ask(link(&line), "/api/v1/health").contains("\"name\":\"plyglot\""), "{line}");
}

#[test]
fn pages_are_files_of_the_program_and_nothing_else() {
    let folder = folder("web-paths");
    let data = folder.join("data");
    let args = ["web", "--no-open", "--port", "0", "--data", data.to_str().unwrap()];
    let (_serving, line) = serve(&args, &folder);
    let link = link(&line);
    for path in [
        "/assets/../../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/assets//etc/passwd",
        "/assets/.",
        "/index.html%00",
        "/Cargo.toml",
    ] {
        let answer = ask(link, path);
        assert!(!answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
}

/// The scripts of docs/api.md are those of examples/api, and do what they say.
#[test]
fn the_examples_of_the_api_work() {
    let folder = folder("web-examples");
    let data = folder.join("data");
    let args = ["web", "--no-open", "--port", "0", "--data", data.to_str().unwrap()];
    let (_serving, line) = serve(&args, &folder);
    let text = fs::read_to_string(root().join("docs/api.md")).unwrap();
    let cases: [(&str, &[&str], &str); 2] =
        [("bot.py", &["dala"], "moves"), ("analyse.py", &["reversi", "d3"], "white")];
    for (name, more, word) in cases {
        let script = root().join("examples/api").join(name);
        let code = fs::read_to_string(&script).unwrap();
        assert!(text.contains(&code), "docs/api.md does not show {name}");
        assert!(code.lines().count() <= 31, "{name}");
        let run = Command::new("python3").arg(script).arg(link(&line)).args(more).output().unwrap();
        let (out, err) =
            (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success() && out.contains(word), "{name}: {out}{err}");
    }
}
