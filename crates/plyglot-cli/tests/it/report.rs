//! The report, as a file that somebody opens.

use std::{fs, io::Read as _};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value;

use super::{games_db::Folder, plyglot};

/// Makes the page of a file of records.
fn page(folder: &Folder, db: &str) -> String {
    let file = folder.file("report.html");
    let said = plyglot(&["report", db, "-o", &file]).ok();
    assert!(said.contains("report.html") && said.contains(" kB"), "{said}");
    fs::read_to_string(file).unwrap()
}

/// What the page carries for its script.
fn embedded(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn unpack(game: &Value) -> Value {
    let packed = STANDARD.decode(game["replay"].as_str().unwrap()).unwrap();
    let mut text = String::new();
    flate2::read::ZlibDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_page_needs_nothing_else_and_has_every_game() {
    for game in ["reversi", "chexers", "checkers", "dala", "halma(variant=duel8)", "reversixt"] {
        let folder = Folder::new();
        let db = folder.records(game, &["one=random", "two=random"], "4");
        let page = page(&folder, &db);
        for outside in ["http://", "https://", "src=", "<link", "@import", "url("] {
            assert!(!page.contains(outside), "{game}: {outside}");
        }
        for part in [
            "Standings",
            "Cross table",
            "Ratings",
            "Score over time",
            "Game lengths",
            "Time per move",
            "Seats",
        ] {
            assert!(page.contains(part), "{game}: {part}");
        }
        let data = embedded(&page);
        let exported = plyglot(&["games-db", "export", &db]).ok();
        let exported: Vec<Value> =
            exported.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let games = data["games"].as_array().unwrap();
        assert_eq!(games.len(), exported.len());
        for (own, line) in games.iter().zip(&exported) {
            assert_eq!(own["id"], line["id"]);
            check_replay(
                &data["boards"][own["board"].as_u64().unwrap() as usize],
                &unpack(own),
                line,
            );
        }
    }
}

/// The changes of all plies lead to the board that the game ended with.
fn check_replay(board: &Value, replay: &Value, line: &Value) {
    assert_eq!(replay["plies"], line["plies"]);
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let mut looks: Vec<usize> = replay["first"].as_array().unwrap().iter().map(number).collect();
    for changes in replay["changes"].as_array().unwrap() {
        for change in changes.as_array().unwrap().chunks(2) {
            looks[number(&change[0])] = number(&change[1]);
        }
    }
    let moves: Vec<&str> =
        line["plies"].as_array().unwrap().iter().map(|ply| ply.as_str().unwrap()).collect();
    let spec = line["game"].as_str().unwrap();
    let shown = plyglot(&["show", spec, "--moves", &moves.join(";"), "--json"]).json();
    let mut pieces = Vec::new();
    for (cell, look) in looks.iter().enumerate() {
        let piece = board["looks"][*look][3].as_array().map(Vec::as_slice);
        if let Some([owner, kind, label]) = piece {
            pieces.push(
                serde_json::json!({ "cell": cell, "owner": owner, "kind": kind, "label": label }),
            );
        }
    }
    let mut wanted = shown["scene"]["pieces"].as_array().unwrap().clone();
    wanted.sort_by_key(|piece| piece["cell"].as_u64());
    assert_eq!(pieces, wanted, "{spec}");
}

#[test]
fn hostile_names_stay_text() {
    let folder = Folder::new();
    let evil = "</script><script>alert`1`</script><img onerror\u{1b}[31m \"'&";
    let db = folder.records("reversi", &[&format!("{evil}=random"), "tame=random"], "2");
    let page = page(&folder, &db);
    assert_eq!(page.matches("<script").count(), 2, "the data and the page's own");
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<img"));
    assert!(!page.contains('\u{1b}'));
    let agents = &embedded(&page)["games"][0]["agents"];
    assert!(agents.as_array().unwrap().iter().any(|name| name == evil), "{agents}");
    let svg = folder.file("plots.svg");
    plyglot(&["report", &db, "--svg", "-o", &svg]).ok();
    let svg = fs::read_to_string(svg).unwrap();
    assert!(!svg.contains("<script") && !svg.contains("<img"));
    well_formed(&svg);
    let listed = plyglot(&["games-db", "list", &db]).ok();
    assert!(!listed.contains('\u{1b}'), "{listed:?}");
}

/// Every element is closed, and text has no bare sign of markup.
fn well_formed(text: &str) {
    let mut open = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, rest) = part.split_once('>').expect("a tag ends");
        assert!(!rest.contains('>') || open.last() == Some(&"style"), "{part}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split_whitespace().next().unwrap()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn numbers_and_plots_come_alone_too() {
    let folder = Folder::new();
    let db = folder.records("chexers", &["a=random", "b=random", "c=random"], "12");
    let json = plyglot(&["report", &db, "--json"]).json();
    assert_eq!(json["runs"][0]["standings"]["games"], 12);
    assert_eq!(json["runs"][0]["ratings"].as_array().unwrap().len(), 3);
    assert_eq!(json["runs"][0]["curves"][0]["points"][0].as_array().unwrap().len(), 2);
    assert_eq!(json["games"].as_array().unwrap().len(), 12);
    let said = plyglot(&["report", &db, "--svg"]).ok();
    assert!(said.contains("games.svg"), "{said}");
    let svg = fs::read_to_string(folder.file("games.svg")).unwrap();
    well_formed(&svg);
    assert_eq!(svg.matches("class=\"title\"").count(), 5);
}

#[test]
fn pages_of_equal_records_are_equal_and_games_can_be_left_out() {
    let folder = Folder::new();
    let db = folder.records("reversi", &["a=random", "b=random"], "6");
    assert_eq!(page(&folder, &db), page(&folder, &db));
    let file = folder.file("few.html");
    let said = plyglot(&["report", &db, "-o", &file, "--games", "2"]).ok();
    assert!(said.contains("6 games, 2 of them to replay"), "{said}");
    let few = fs::read_to_string(&file).unwrap();
    let ids: Vec<i64> = embedded(&few)["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_i64().unwrap())
        .collect();
    assert_eq!(ids, [5, 6], "the newest");
    assert!(few.contains("2 of 6 games are in this page"));
    let own = plyglot(&["report", &db, "-o", &db]).refused();
    assert!(own.contains("that is the file of records"), "{own}");
}

#[test]
fn an_empty_file_of_records_gives_an_empty_page() {
    let folder = Folder::new();
    let db = folder.file("empty.db");
    drop(plyglot_arena::store::Store::open(db.as_ref()).unwrap());
    assert!(page(&folder, &db).contains("There is no run in this file yet"));
    assert_eq!(plyglot(&["report", &db, "--json"]).json()["games_stored"], 0);
    assert!(plyglot(&["games-db", "list", &db]).ok().contains("0 games"));
    let svg = folder.file("empty.svg");
    plyglot(&["report", &db, "--svg", "-o", &svg]).ok();
    well_formed(&fs::read_to_string(svg).unwrap());
    let missing = plyglot(&["report", &folder.file("missing.db")]).refused();
    assert!(missing.contains("there is no such file of records"), "{missing}");
}
