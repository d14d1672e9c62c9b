//! Every command that the documents and the help texts print works as it stands there.
//!
//! A shell runs them, so quotes, redirections and continued lines are read as a user's shell reads
//! them. Only limits are made smaller, and a folder has the files that the texts take for granted.

use std::{
    collections::{HashSet, VecDeque},
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::{Ran, plyglot, run_to_end};

/// Words that stand for something: a command with one of them is a pattern.
const PLACEHOLDERS: &[&str] =
    &["FILE", "GAME", "SPEC", "NAME", "SEARCH", "EVAL", "PLIES", "TEXT", "ID", "N", "S"];

/// Options that every run of a command gets, in the place of its own.
const LIMITS: &[(&str, &str, &str)] = &[
    ("match", "--games", "2"),
    ("match", "--max-plies", "12"),
    ("match", "--nodes", "50"),
    ("match", "--margin", "10"),
    ("perft", "--depth", "4"),
    ("random", "--games", "5"),
    ("conform", "--games", "3"),
    ("conform", "--max-nodes", "10000"),
    ("think", "--nodes", "500"),
    ("solve", "--time", "0.5"),
    ("watch", "--nodes", "20"),
    ("play", "--nodes", "20"),
    ("bench", "--seconds", "0.001"),
    ("book", "--nodes", "100"),
    ("book", "--positions", "30"),
    ("fit-cuts", "--games", "2"),
    ("fit-cuts", "--depth", "3"),
    ("experiment", "--games", "1"),
    ("experiment", "--positions", "1"),
    ("experiment", "--max-plies", "12"),
];

/// Values that are made smaller where an option is given.
const SMALLER: &[(&str, &str)] =
    &[("--time", "0.01"), ("--clock", "5+0.1"), ("--hash", "1"), ("--tt", "1"), ("--pieces", "3")];

/// Commands without a limit that would make them short, or with programs that have to be installed; their
/// words are read, and that is all.
const ONLY_READ: &[&str] = &[
    "--part search",
    "--part switches",
    "--part threads",
    "--part endgame",
    "--part overrun",
    "--part arena",
    "--part web",
    "--part net",
    "plyglot web",
    "plyglot host",
    "plyglot join",
    "net(protocol",
    "connect_four web",
    "examples/outside",
];

/// What begins like a command in running text and is none: hidden ones, and lines that files begin with.
const NO_COMMANDS: &[&str] = &["plyglot bot-guard", "plyglot slice 1"];

/// How the documents run the game in one file.
const EXAMPLE: &str = "cargo run --release --example connect_four -- ";

#[test]
fn commands_of_the_documents_work() {
    let mut documents = vec![root().join("README.md")];
    for folder in ["docs", "docs/protocols"] {
        let pages = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let is_text = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
        documents.extend(pages.filter(is_text));
    }
    let mut found = Vec::new();
    for path in documents {
        let text = fs::read_to_string(&path).unwrap();
        found.extend(blocks(&text).into_iter().chain(spans(&text)));
    }
    assert!(found.len() > 80, "only {found:#?}");
    Folder::new("documents").check(found);
}

#[test]
fn commands_of_the_help_texts_work() {
    let mut found = blocks(&plyglot(&["watch"]).ok());
    let mut topics = VecDeque::from([String::new()]);
    while let Some(topic) = topics.pop_front() {
        let words: Vec<_> = topic.split_whitespace().chain(["--help"]).collect();
        let text = plyglot(&words).ok();
        topics.extend(below(&text).into_iter().map(|name| format!("{topic} {name}")));
        found.extend(blocks(&text));
    }
    assert!(found.len() > 50, "only {found:#?}");
    Folder::new("help").check(found);
}

/// The subcommands that a help text lists.
fn below(help: &str) -> Vec<&str> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

/// The commands in code blocks: lines of their own, fenced or indented.
pub(crate) fn blocks(text: &str) -> Vec<String> {
    let (mut found, mut fenced, mut at) = (Vec::new(), false, 0);
    for line in text.split_inclusive('\n') {
        fenced ^= line.starts_with("```");
        let start = line.trim_start();
        let start = start.strip_prefix("$ ").unwrap_or(start);
        let is_command = start.starts_with("plyglot ") || start.starts_with(EXAMPLE);
        if is_command && (fenced || line.starts_with("  ")) {
            found.push(command(&text[at + line.len() - start.len()..]));
        }
        at += line.len();
    }
    found
}

/// The command with which a text begins: up to the end of the line or the remark after two blanks,
/// both outside of quotes.
fn command(text: &str) -> String {
    let (mut quote, mut end) = (None, text.len());
    for (at, letter) in text.char_indices() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if (text[at..].starts_with("  ") || letter == '\n')
                && !text[..at].trim_end().ends_with('\\') =>
            {
                end = at;
                break;
            }
            None => {}
        }
    }
    text[..end].trim_end().to_owned()
}

/// The commands between backticks in running text. A mere name of a command becomes a question for
/// its help.
fn spans(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    let spans = prose.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " "));
    let spans =
        spans.filter(|span| span.starts_with("plyglot ") && !NO_COMMANDS.contains(&&**span));
    let named = |span: String| match span.split(' ').collect::<Vec<_>>()[1..] {
        [name] | ["games-db", name] if !name.starts_with('-') => format!("{span} --help"),
        _ => span,
    };
    spans.map(named).collect()
}

fn is_pattern(command: &str) -> bool {
    let mut words = command.split(|letter: char| !letter.is_alphanumeric());
    command.contains('…') || words.any(|word| PLACEHOLDERS.contains(&word))
}

/// The same command with smaller limits.
fn shortened(command: &str) -> String {
    if ONLY_READ.iter().any(|part| command.contains(part)) {
        return format!("{command} --help");
    }
    let name = command.split(' ').nth(1).unwrap_or_default();
    let mut short = command.to_owned();
    for (option, value) in SMALLER {
        short = replaced(&short, option, value).unwrap_or(short);
    }
    for (_, option, value) in LIMITS.iter().filter(|(of, ..)| *of == name) {
        let added = || short.replacen(name, &format!("{name} {option} {value}"), 1);
        short = replaced(&short, option, value).unwrap_or_else(added);
    }
    short
}

/// The command with another value of an option, if it gives that option.
fn replaced(command: &str, option: &str, value: &str) -> Option<String> {
    let (before, after) = command.split_once(&format!(" {option} "))?;
    let rest = after.find(char::is_whitespace).map_or("", |at| &after[at..]);
    Some(format!("{before} {option} {value}{rest}"))
}

/// A folder with the files that the texts speak of.
struct Folder {
    path: PathBuf,
    /// What to write for the run that the texts call `3f2a`.
    run: String,
}

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("commands-of-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("testdata/dala")).unwrap();
        fs::create_dir_all(path.join("examples/tournaments")).unwrap();
        fs::create_dir_all(path.join("examples/tuning")).unwrap();
        let mut folder = Self { path, run: String::new() };
        folder.add_data();
        folder.add_tournaments();
        folder.add_tuning();
        folder.add_learning();
        folder.add_bots();
        folder.add_records();
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path.join(name), text).unwrap();
    }

    fn add_data(&self) {
        let copies = [
            ("perft.json", "perft.json"),
            ("eval.json", "eval.json"),
            ("classic_choice.json", "choices.json"),
            ("playouts.jsonl", "a.jsonl"),
            ("playouts.jsonl", "b.jsonl"),
            ("playouts.jsonl", "games.jsonl"),
        ];
        for (source, name) in copies {
            let path = format!("testdata/dala/{source}");
            let text = fs::read_to_string(root().join(&path)).unwrap();
            self.write(&path, &text);
            self.write(name, &text);
        }
        self.write("warmup.json", r#"{"colour": "red", "pieces": [[0,0]], "blocks": [[1,0]]}"#);
        self.write("board.txt", &("........\n".repeat(6) + ".b.R....\nB.......\n"));
        let games = fs::read_to_string(root().join("testdata/checkers/corpus.pdn")).unwrap();
        let map = fs::read_to_string(root().join("crates/plyglot-reversixt/maps/cross3.map"));
        fs::create_dir_all(self.path.join("maps (old)")).unwrap();
        self.write("maps (old)/one,two.map", &map.unwrap());
        self.write("club.pdn", &games[..games.find("[Event \"Corpus game 9\"]").unwrap()]);
        self.add_formats();
    }

    /// A file for each of the formats that games have of their own.
    fn add_formats(&self) {
        let read = |path: &str| fs::read_to_string(root().join("testdata").join(path)).unwrap();
        let json = |path: &str| serde_json::from_str::<Value>(&read(path)).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let ggf = json("reversi/ggf.json");
        self.write("cup.ggf", &text(&ggf["games"][1]["text"]));
        self.write("games.transcript", &text(&ggf["games"][1]["transcript"]));
        let hex = text(&json("reversi/wthor.json")["files"][0]["hex"]);
        let byte = |at: usize| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..hex.len() / 2).map(byte).collect();
        fs::write(self.path.join("base.wtb"), bytes).unwrap();
        self.write("race.log", &read("chexers/wire_game.log"));
        let lines = json("halma/protocol.json")[0]["log"].clone();
        let lines: Vec<String> = lines.as_array().unwrap().iter().map(text).collect();
        self.write("team.log", &lines.join("\n"));
        let made = "plyglot random 'dala(rules=ludii)' --seed 1 --json > dala.jsonl && \
                    plyglot import 'dala(rules=ludii)' dala.jsonl --db dala.db && \
                    plyglot games-db export dala.db --format trl -o game.trl";
        self.shell(made).ok();
        self.write("server.log", "move 0: player 1 moved (2,3,0). time left: 5 msecs\n");
    }

    fn add_tournaments(&self) {
        let path = "examples/tournaments/round-robin.toml";
        let text = fs::read_to_string(root().join(path)).unwrap();
        let text = text.replace("blocks = 10", "blocks = 1").replace("nodes = 5000", "nodes = 50");
        self.write(path, &text);
        self.write("cup.toml", &text.replace("round-robin", "knockout"));
        self.add_fields();
    }

    /// The fields of all searches, a few plies of each game and a few of the line-ups.
    fn add_fields(&self) {
        self.add_shortened("examples/strength", |line| match line.split_once(" = ") {
            Some(("blocks", _)) => "blocks = 1".to_owned(),
            Some(("sample", _)) => "sample = 7".to_owned(),
            Some(("limits", _)) => "limits.nodes = 20\nadjudication.max_plies = 12".to_owned(),
            Some(("adjudication", _)) => String::new(),
            _ => line.to_owned(),
        });
    }

    /// All tuning files with budgets that are over at once, and one that texts call theirs.
    fn add_tuning(&self) {
        self.add_shortened("examples/tuning", |line| match line.split_once(" = ") {
            Some(("games", _)) => "games = 30".to_owned(),
            Some(("validate", _)) => "validate = 2".to_owned(),
            Some(("nodes", _)) => "nodes = 50".to_owned(),
            Some(("agent", "\"classic\"")) => "agent = \"classic(depth=1)\"".to_owned(),
            _ => line.to_owned(),
        });
        let folder = &self.path;
        fs::copy(folder.join("examples/tuning/reversi-texel.toml"), folder.join("mine.toml"))
            .unwrap();
        self.write("mine.agent", "alphabeta(eval=default(turn=0))\n");
    }

    /// Every TOML file of a folder, its lines made shorter runs of.
    fn add_shortened(&self, folder: &str, small: impl Fn(&str) -> String) {
        fs::create_dir_all(self.path.join(folder)).unwrap();
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let text = text.lines().map(&small).collect::<Vec<_>>().join("\n");
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            self.write(&format!("{folder}/{name}"), &text);
        }
    }

    /// All learning files with few games, and one that texts call theirs.
    fn add_learning(&self) {
        self.add_shortened("examples/learning", |line| match line.split_once(" = ") {
            Some(("games", _)) => "games = 4".to_owned(),
            Some(("nodes", _)) => "nodes = 50".to_owned(),
            _ => line.to_owned(),
        });
        let lesson = r#"
            game = "reversi"
            start = "random"
            player = "alphabeta(eval=learned)"
            generations = [{ games = 10, nodes = 50 }]
            model = { held_out = 0.3 }
            proof = { games = 0 }
        "#;
        self.write("lesson.toml", lesson);
        self.shell("plyglot learn lesson.toml").ok();
    }

    /// The bots of the examples, and one that texts call theirs.
    fn add_bots(&self) {
        fs::create_dir_all(self.path.join("examples/bots")).unwrap();
        let bots = fs::read_dir(root().join("examples/bots")).unwrap();
        let bots = bots.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        for path in bots {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            self.write(&format!("examples/bots/{name}"), &text);
            if name == "reversi_ugi.py" {
                self.write("bot.py", &text);
            }
        }
    }

    /// Files of twenty games each.
    fn add_records(&mut self) {
        let play =
            "plyglot match checkers --agents best random --games 20 --nodes 10 --max-plies 20";
        self.shell(play).ok();
        let played = self.path.join("plyglot.db");
        fs::copy(&played, self.path.join("games.db")).unwrap();
        let records = rusqlite::Connection::open(&played).unwrap();
        let id = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        self.run = records.query_row("SELECT substr(id, 1, 4) FROM runs", [], id).unwrap();
    }

    /// Runs a command line in the folder, with the program and the example in the search path.
    fn shell(&self, line: &str) -> Ran {
        let programs = Path::new(env!("CARGO_BIN_EXE_plyglot")).parent().unwrap();
        let usual = env::var_os("PATH").unwrap_or_default();
        let places = [programs.to_owned(), programs.join("examples")].into_iter();
        let path = env::join_paths(places.chain(env::split_paths(&usual))).unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(&self.path).env("PATH", path);
        run_to_end(shell.env("XDG_DATA_HOME", self.path.join("data")))
    }

    /// Runs commands that are no patterns, each once, and complains of those that fail.
    fn check(&self, mut commands: Vec<String>) {
        let (python, mut known) = (has_python(), HashSet::new());
        commands.retain(|line| !is_pattern(line) && (python || !line.contains("python3")));
        commands.retain(|line| known.insert(line.clone()));
        let complaints: Vec<_> = commands.iter().filter_map(|line| self.complaint(line)).collect();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }

    /// What is wrong with a command, or with the one that it prints to repeat it.
    fn complaint(&self, command: &str) -> Option<String> {
        let line = command.replace(EXAMPLE, "connect_four ").replace("3f2a", &self.run);
        let line = shortened(&line);
        let ran = self.shell(&line);
        let unproven = line.starts_with("plyglot solve ") && ran.code == 1;
        if ran.code != 0 && !unproven {
            return Some(format!("{command}\nas {line}\ngave {}: {}", ran.code, ran.err));
        }
        if ran.out.contains(" by faults") && !ran.out.contains(" 0 by faults") {
            return Some(format!("{command}\nas {line}\nhad faults: {}", ran.out));
        }
        let (_, repeated) = ran.out.split_once("To repeat it:\n")?;
        let again = self.shell(repeated);
        let found = again.code == 0 && again.out.contains("nothing was played");
        (!found).then(|| format!("{command}\nrepeated as {repeated}{}{}", again.out, again.err))
    }
}

fn has_python() -> bool {
    Command::new("python3").arg("--version").output().is_ok_and(|done| done.status.success())
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
