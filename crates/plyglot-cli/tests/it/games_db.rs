//! Records, looked at and taken elsewhere.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;

use super::plyglot;

/// A folder that is gone after the test.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("plyglot-db-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(super) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// The file of records of a match.
    pub(super) fn records(&self, game: &str, agents: &[&str], games: &str) -> String {
        let db = self.file("games.db");
        let mut args = vec!["match", game, "--games", games, "--db", &db, "--agents"];
        args.extend(agents);
        plyglot(&args).ok();
        db
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn lines(db: &str) -> Vec<Value> {
    let out = plyglot(&["games-db", "export", db]).ok();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn words(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

#[test]
fn exported_moves_give_the_same_result() {
    for game in ["reversi", "chexers", "checkers", "dala", "halma(variant=duel8)"] {
        let folder = Folder::new();
        let db = folder.records(game, &["one=random", "two=random"], "2");
        let games = lines(&db);
        assert!(games.len() >= 2, "{game}");
        for line in &games[..2] {
            let spec = line["game"].as_str().unwrap();
            let moves = words(&line["plies"]).join(";");
            let shown = plyglot(&["show", spec, "--moves", &moves, "--json"]).json();
            assert_eq!(shown["over"], true, "{game}");
            assert_eq!(shown["ranks"], line["ranks"], "{game}");
            let opening = words(&line["opening"]["moves"]).len();
            let own = line["moves"].as_array().unwrap();
            assert_eq!(own.len() + opening, words(&line["plies"]).len(), "{game}");
            for key in ["ply", "seat", "micros", "depth", "nodes", "value"] {
                assert!(own[0].get(key).is_some(), "{game}: {key}");
            }
            let seats = line["ranks"].as_array().unwrap().len();
            assert_eq!(line["agents"].as_array().unwrap().len(), seats);
        }
    }
}

#[test]
fn a_map_travels_with_its_games() {
    let folder = Folder::new();
    let (map, away) = (folder.file("own.map"), folder.file("away.map"));
    fs::write(&map, "2\n1\n0 1\n6 6\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 1 2 0 0\n0 0 2 1 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n").unwrap();
    let db = folder.records(&format!("reversixt(map={map})"), &["a=random", "b=random"], "2");
    fs::rename(&map, &away).unwrap();
    let shown = plyglot(&["games-db", "show", &db, "1"]).ok();
    assert!(shown.contains("game over"), "{shown}");
    let html = folder.file("page.html");
    plyglot(&["report", &db, "-o", &html]).ok();
    assert!(!fs::read_to_string(&html).unwrap().contains("\"refused\""));
}

#[test]
fn pdn_is_read_back() {
    use plyglot_checkers::{
        Checkers,
        pdn::{PdnGame, PdnResult, ResultMeaning, read},
    };
    let folder = Folder::new();
    let db = folder.records("checkers", &["one=random", "two \"2\"=random"], "4");
    let file = folder.file("games.pdn");
    let said = plyglot(&["games-db", "export", &db, "--format", "pdn", "-o", &file]).ok();
    assert!(said.contains("games.pdn: 4 games"), "{said}");
    let text = fs::read_to_string(&file).unwrap();
    let games = read(&text, &Checkers::default(), ResultMeaning::default());
    let games: Vec<PdnGame> = games.map(|game| game.unwrap()).collect();
    let lines = lines(&db);
    assert_eq!(games.len(), lines.len());
    for (game, line) in games.iter().zip(&lines) {
        let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, words(&line["plies"]));
        assert_eq!(game.tag("Black"), line["agents"][0]["name"].as_str());
        assert_eq!(game.tag("White"), line["agents"][1]["name"].as_str());
        let drawn = line["ranks"][0] == line["ranks"][1];
        assert_eq!(game.result == PdnResult::Draw, drawn);
    }
    let other = Folder::new();
    let db = other.records("reversi", &["a=random", "b=random"], "2");
    let refused = plyglot(&["games-db", "export", &db, "--format", "pdn"]).refused();
    assert!(refused.contains("cannot be written as pdn; jsonl and csv"), "{refused}");
    let unknown = plyglot(&["games-db", "export", &db, "--format", "pnd"]).refused();
    assert!(unknown.contains("there are: jsonl, csv,"), "{unknown}");
    assert!(unknown.contains("did you mean pdn"), "{unknown}");
    // A file that was there before survives an export that fails.
    let before = std::fs::read_to_string(&file).unwrap();
    plyglot(&["games-db", "export", &db, "--format", "pdn", "-o", &file]).refused();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn csv_has_a_header_and_quotes() {
    let folder = Folder::new();
    let db = folder.records("chexers", &["a, \"b\"=random", "c=random", "d=random"], "6");
    let text = plyglot(&["games-db", "export", &db, "--format", "csv"]).ok();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|own| own == name).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len(), 6);
    for row in &rows {
        let names = ["agent_1", "agent_2", "agent_3"].map(|name| &row[column(name)]);
        assert!(names.contains(&"a, \"b\""), "{names:?}");
        let plies: usize = row[column("plies")].parse().unwrap();
        assert_eq!(row[column("moves")].split(';').count(), plies);
        assert_eq!(&row[column("ending")], "rules");
    }
}

#[test]
fn games_are_listed_shown_and_replayed() {
    let folder = Folder::new();
    let db = folder.records("reversi", &["first=paranoid(depth=2)", "second=random"], "4");
    let all = plyglot(&["games-db", "list", &db]).ok();
    assert!(all.contains("4 games") && all.contains("first") && all.contains("rules"), "{all}");
    let some = plyglot(&["games-db", "list", &db, "--limit", "1", "--agent", "first"]).ok();
    assert!(some.contains("1 of 4 games"), "{some}");
    let none = plyglot(&["games-db", "list", &db, "--ending", "forfeit", "--json"]).json();
    assert_eq!(none, Value::Array(Vec::new()));
    let listed = plyglot(&["games-db", "list", &db, "--json"]).json();
    assert_eq!(listed[0]["id"], 4, "the newest first");
    assert_eq!(listed[0]["seats"].as_array().unwrap().len(), 2);
    let shown = plyglot(&["games-db", "show", &db, "2"]).ok();
    for word in ["first = paranoid(", "depth=2", "opening", "value", "game over", "seed"] {
        assert!(shown.contains(word), "{word} is not in {shown}");
    }
    let json = plyglot(&["games-db", "show", &db, "2", "--json"]).json();
    assert_eq!(json, lines(&db)[1]);
    let replayed = plyglot(&["games-db", "replay", &db, "2", "--ply", "6"]).ok();
    assert!(replayed.contains("ply 6 of ") && replayed.contains("to move"), "{replayed}");
    let whole = plyglot(&["games-db", "replay", &db, "2"]).ok();
    assert!(whole.contains("game over"), "{whole}");
}

#[test]
fn runs_are_chosen_by_the_beginning_of_their_id() {
    let folder = Folder::new();
    folder.records("reversi", &["a=random", "b=random"], "2");
    let db = folder.records("checkers", &["a=random", "b=random"], "4");
    let refused = plyglot(&["games-db", "list", &db, "--run", "zz"]).refused();
    assert!(refused.contains("--run zz: no run begins so; there are:"), "{refused}");
    let id = |game: &str| {
        let line = refused.lines().find(|line| line.contains(game)).unwrap();
        line.split_whitespace().next().unwrap()[..8].to_owned()
    };
    let checkers = plyglot(&["games-db", "list", &db, "--run", &id("checkers"), "--json"]).json();
    assert_eq!(checkers.as_array().unwrap().len(), 4);
    let lines = plyglot(&["games-db", "export", &db, "--run", &id("reversi")]).ok();
    assert_eq!(lines.lines().count(), 2);
}

#[test]
fn what_cannot_be_read_is_said() {
    let folder = Folder::new();
    let db = folder.records("reversi", &["a=random", "b=random"], "2");
    let refused = |args: &[&str]| plyglot(args).refused();
    let missing = folder.file("missing.db");
    assert!(refused(&["games-db", "list", &missing]).contains("there is no such file"));
    assert!(!Path::new(&missing).exists(), "reading makes no file");
    assert!(refused(&["games-db", "show", &db, "7"]).contains("there is no game 7; it has 2"));
    let text = folder.file("text.db");
    fs::write(&text, "this is no database, but long enough to be one ".repeat(100)).unwrap();
    assert!(refused(&["games-db", "list", &text]).contains("not a database"));
    let damaged = folder.file("damaged.db");
    let mut bytes = fs::read(&db).unwrap();
    let half = bytes.len() / 2;
    bytes[4096..].fill(0x5a);
    bytes.truncate(half.max(8192));
    fs::write(&damaged, bytes).unwrap();
    for args in [
        &["games-db", "list", &damaged][..],
        &["games-db", "export", &damaged],
        &["report", &damaged],
    ] {
        assert!(refused(args).contains("damaged.db"), "{args:?}");
    }
}
