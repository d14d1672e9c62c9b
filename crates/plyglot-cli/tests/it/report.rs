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
        for part in ["Standings", "Cross table", "Time per move"] {
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
            let mut piece =
                serde_json::json!({ "cell": cell, "owner": owner, "kind": kind, "label": label });
            if kind == "king" {
                piece["crown"] = true.into();
            }
            pieces.push(piece);
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
    let db = folder.records("chexers", &["a=random", "b=random", "c=random"], "60");
    let json = plyglot(&["report", &db, "--json"]).json();
    assert_eq!(json["runs"][0]["standings"]["games"], 60);
    assert_eq!(json["runs"][0]["ratings"].as_array().unwrap().len(), 3);
    assert_eq!(json["runs"][0]["curves"][0]["points"][0].as_array().unwrap().len(), 2);
    assert_eq!(json["games"].as_array().unwrap().len(), 60);
    let said = plyglot(&["report", &db, "--svg"]).ok();
    assert!(said.contains("games.svg"), "{said}");
    let svg = fs::read_to_string(folder.file("games.svg")).unwrap();
    well_formed(&svg);
    for plot in ["Score over time", "Game lengths", "Ratings", "Time per move", "Seats"] {
        assert!(svg.contains(&format!(">{plot}<")), "{plot}");
    }
}

/// The row of an agent in the standings of a page, without its markup.
fn standing(page: &str, name: &str) -> Vec<String> {
    let table = page.split("class=\"standings\"").nth(1).unwrap().split("</table>").next().unwrap();
    let own = format!("title=\"{name}\"");
    let row = table.split("<tr>").find(|row| row.contains(&own)).unwrap();
    let text = |cell: &str| {
        let pieces = cell.split('<').filter_map(|piece| piece.split_once('>'));
        pieces
            .map(|(_, text)| text.trim())
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    row.split("<td").skip(1).map(|cell| text(&format!("<td{cell}"))).collect()
}

#[test]
fn the_same_games_have_the_same_numbers_everywhere() {
    // All sorts of results: close, one-sided, one block, won altogether, drawn altogether.
    let cases: [(&str, &[&str], &str); 6] = [
        ("reversi", &["greedy", "random"], "20"),
        ("dala", &["alphabeta(depth=1)", "random"], "24"),
        ("reversi", &["greedy", "random"], "2"),
        ("checkers", &["alphabeta(depth=3)", "random"], "12"),
        ("chexers", &["a=random", "b=random"], "12"),
        ("halma(variant=duel8)", &["a=random", "b=greedy", "c=random"], "12"),
    ];
    for (game, agents, games) in cases {
        let folder = Folder::new();
        let db = folder.file("games.db");
        let args = [&["match", game, "--games", games, "--db", &db, "--agents"], agents].concat();
        let told = plyglot(&[&args[..], &["--json"]].concat()).json();
        let text = plyglot(&args).ok();
        let page = page(&folder, &db);
        let report = plyglot(&["report", &db, "--json"]).json();
        let own = &told["standings"]["agents"];
        assert_eq!(own, &report["runs"][0]["standings"]["agents"], "{game}");
        let name = told["first"]["name"].as_str().unwrap();
        let line = own.as_array().unwrap().iter().find(|line| line["name"] == name).unwrap();
        for part in ["score", "elo"] {
            assert_eq!(line[part], told["first"]["summary"][part], "{game}: {part}");
        }
        // The end of the curve is the score of the table.
        for (line, curve) in
            own.as_array().unwrap().iter().zip(report["runs"][0]["curves"].as_array().unwrap())
        {
            assert_eq!(curve["points"].as_array().unwrap().last().unwrap()[1], line["score"]);
        }
        let said = text.split("by its score: ").nth(1).unwrap().lines().next().unwrap();
        let said = said.split(", superior").next().unwrap().trim_start_matches("Elo ");
        let cell = &standing(&page, name)[1];
        let plain = said.replace('-', "−").replace(", ", " to ").replace(['[', ']'], "");
        assert_eq!(*cell, plain, "{game}");
        for forbidden in ["3600", "2280", "+0, +0]", "-0"] {
            assert!(!said.contains(forbidden), "{game}: {said}");
        }
    }
}

#[test]
fn one_block_tells_no_strength_and_draws_no_empty_plot() {
    let folder = Folder::new();
    let db = folder.records("reversi", &["greedy", "random"], "2");
    let page = page(&folder, &db);
    assert_eq!(standing(&page, "greedy")[..2], ["100.0 %", "too few games to tell"]);
    for plot in ["Score over time", "Ratings", "Seats", "Game lengths"] {
        assert!(!page.contains(&format!(">{plot}<")), "{plot}");
    }
    let json = plyglot(&["report", &db, "--json"]).json();
    let elo = &json["runs"][0]["standings"]["agents"][0]["elo"];
    assert_eq!(elo, &serde_json::json!({ "value": null, "low": null, "high": null }));
}

#[test]
fn the_page_is_laid_out_for_readers() {
    let folder = Folder::new();
    let db = folder.records("chexers", &["a=random", "b=greedy", "c=random"], "12");
    let page = page(&folder, &db);
    let (_, table) = page.split_once("class=\"standings\"").unwrap();
    let place =
        |head: &str| table.find(&format!(">{head}</th>")).unwrap_or_else(|| panic!("{head}"));
    assert!(place("Score") < place("Elo by score") && place("Elo by score") < place("Games"));
    assert!(place("Games") < place("Drawn"));
    // Specifications are folded, and can be copied.
    assert!(page.contains(
        "<details class=\"spec\"><summary>b</summary><div class=\"copied\"><pre>greedy("
    ));
    assert!(page.contains("hidden>Copy</button>"));
    // Every series has a sign of its own.
    let signs: Vec<&str> = table.split("class=\"chart swatch\"").skip(1).take(3).collect();
    assert!(signs[0].contains("<circle") && signs[1].contains("<polygon"));
    for id in ["legend", "curves", "measure", "values", "board", "moves", "seats"] {
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
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
