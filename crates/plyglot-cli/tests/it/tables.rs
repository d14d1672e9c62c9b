//! Tables of endings: counted, kept in files, asked.

use std::fs;

use serde_json::{Value, json};

use crate::{plyglot, scratch, testdata};

#[test]
fn tables_are_counted_kept_and_asked() {
    let file = scratch("checkers-3.tables");
    let built = plyglot(&["tables", "checkers", "--pieces", "3", "-o", &file]).ok();
    assert!(built.contains("196032  100250   8477  87305  62 plies"), "{built}");
    let told = format!("{file}: {} bytes", fs::metadata(&file).unwrap().len());
    assert!(built.contains(&told), "{built}");

    let ask = |position: &str| {
        plyglot(&["tables", "checkers", "--file", &file, "--position", position, "--json"])
    };
    let found = ask("W:WK27,K31:BK19").json()["found"].clone();
    assert_eq!(found["ending"], json!({"verdict": "win", "distance": 3}));
    assert_eq!(found["pv"].as_array().unwrap().len(), 3);
    assert_eq!(found["plies"][0]["ending"], found["ending"]);
    assert_eq!(
        ask("W:W24:BK1").json()["found"]["ending"],
        json!({"verdict": "draw", "distance": null})
    );
    let many = ask("W:W24,28:BK1,K2");
    assert_eq!(many.code, 1);
    assert!(many.out.contains("\"found\":null"), "{}", many.out);
}

#[test]
fn tables_prove_what_no_draw_rule_can_spoil() {
    let vectors: Value =
        serde_json::from_str(&fs::read_to_string(testdata("checkers/egdb.json")).unwrap()).unwrap();
    let file = scratch("solve-3.tables");
    plyglot(&["tables", "checkers", "--pieces", "3", "-o", &file]).ok();
    let rows = vectors["probes"].as_array().unwrap().iter();
    let few = rows.filter(|row| row["position"].as_str().unwrap().matches(',').count() < 2);
    for row in few.take(12) {
        let position = row["position"].as_str().unwrap();
        let proof =
            plyglot(&["solve", "checkers", "--position", position, "--tables", &file, "--json"]);
        assert_eq!(proof.err, "", "{position}");
        let proof = proof.json();
        assert_eq!((&proof["verdict"], &proof["nodes"]), (&row["result"], &json!(0)), "{position}");
        assert_eq!(proof["distance"], row["plies"], "{position}");
    }
    // A win in 45 plies is none where 40 without progress draw.
    let late = "checkers(quiet_limit=40)";
    let args = ["solve", late, "--position", "W:W5,21:BK23", "--tables", &file, "--nodes", "1000"];
    let unproven = plyglot(&args);
    assert_eq!(unproven.code, 1, "{}", unproven.out);
    assert!(unproven.err.contains("a draw rule could come before the end"), "{}", unproven.err);
}

#[test]
fn foreign_and_damaged_files_are_refused() {
    let (good, bad) = (scratch("good.tables"), scratch("bad.tables"));
    plyglot(&["tables", "checkers", "--pieces", "2", "-o", &good]).ok();
    let bytes = fs::read(&good).unwrap();
    let head = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&bad, bytes).unwrap();
        let told = plyglot(&["tables", "checkers", "--file", &bad]).refused();
        assert!(told.contains(why) && told.contains("bad.tables: "), "{told}\nexpected {why}");
    };
    let with_head = |from: &str, to: &str| {
        let text = str::from_utf8(&bytes[..head]).unwrap();
        assert!(text.contains(from), "{text}");
        [text.replacen(from, to, 1).as_bytes(), &bytes[head..]].concat()
    };
    refused(b"", "expected a file that begins with \"plyglot tables 1\"");
    refused(b"PK\x03\x04 something else entirely", "expected a file that begins with");
    refused(&bytes[..20], "the second line cannot be read");
    refused(&bytes[..bytes.len() - 9], "build them anew with plyglot tables checkers --pieces 2");
    refused(&with_head("\"checkers\"", "\"halma\""), "they are of halma, not of checkers");
    refused(
        &with_head("english-1", "polish-1"),
        "number positions as polish-1, expected english-1",
    );
    refused(&with_head("\"pieces\":2", "\"pieces\":3"), "the head tells of 3512 values, expected");
    refused(&with_head("\"pieces\":2", "\"pieces\":99"), "5 pieces are the most");
    refused(&with_head("\"checksum\":\"", "\"checksum\":\"f"), "(checksum)");
    refused(&[&bytes[..], b"more"].concat(), "something follows the values");
    let mut other = bytes.clone();
    *other.last_mut().unwrap() ^= 0x55;
    other[head + 40] ^= 0x10;
    refused(&other, "build them anew");
}

#[test]
fn what_cannot_be_built_is_refused() {
    let told = plyglot(&["tables", "checkers", "--pieces", "6"]).refused();
    assert!(told.contains("5 pieces are the most"), "{told}");
    let told = plyglot(&["tables", "checkers", "--pieces", "1"]).refused();
    assert!(told.contains("endings have 2 pieces or more, found 1"), "{told}");
    let told = plyglot(&["tables", "chexers"]).refused();
    assert!(told.contains("chexers has no tables of endings; games that have: checkers"), "{told}");
    let told = plyglot(&["solve", "checkers", "--tables", "no-such.tables"]).refused();
    assert!(told.contains("no-such.tables: cannot be read"), "{told}");
}
