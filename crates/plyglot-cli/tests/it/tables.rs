//! Tables of endings: counted, kept in files, asked.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::{Ran, plyglot, run_to_end, scratch, testdata};

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
    // A win in 45 plies may be none where fewer without progress draw. Where a search comes to positions that
    // are won in time, it is one.
    for (limit, code) in [(40, 0), (20, 1)] {
        let late = format!("checkers(quiet_limit={limit})");
        let position = ["--position", "W:W5,21:BK23", "--tables", &file, "--nodes", "2000"];
        let searched = plyglot(&[&["solve", &late][..], &position].concat());
        assert_eq!(searched.code, code, "{limit}: {}", searched.out);
        assert!(searched.err.contains("a draw rule could come before the end"), "{}", searched.err);
    }
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
    assert!(told.contains("5 pieces are the most without a folder"), "{told}");
    let told = plyglot(&["tables", "checkers", "--pieces", "4000000000", "--dry-run"]).refused();
    assert!(told.contains("tables for 7 pieces have") && told.contains("at a time"), "{told}");
    let told = plyglot(&["tables", "checkers", "--pieces", "7"]).refused();
    assert!(told.contains("tables for 7 pieces have 39715204180 positions"), "{told}");
    let small = ["tables", "halma(variant=duel4)", "--pieces", "4000000000"];
    for more in [&[][..], &["--dry-run"]] {
        let told = plyglot(&[&small[..], more].concat()).refused();
        assert!(told.contains("endings have 6 pieces or fewer, found 4000000000"), "{told}");
    }
    let told = plyglot(&["tables", "dala(no_move=pass)"]).refused();
    assert!(told.contains("these rules have no tables"), "{told}");
    let told =
        plyglot(&["think", "reversi", "--agent", "alphabeta(tables=4)", "--depth", "1"]).refused();
    assert!(
        told.contains("option tables=4: reversi has no tables of endings, expected 0"),
        "{told}"
    );
    let told = plyglot(&["tables", "checkers", "--pieces", "1"]).refused();
    assert!(told.contains("endings have 2 pieces or more, found 1"), "{told}");
    let told = plyglot(&["tables", "chexers"]).refused();
    assert!(
        told.contains("chexers has no tables of endings; games that have: dala, checkers, halma"),
        "{told}"
    );
    let told = plyglot(&["solve", "checkers", "--tables", "no-such.tables"]).refused();
    assert!(told.contains("no-such.tables: cannot be read"), "{told}");
}

#[test]
fn what_is_to_be_built_anew_is_told_with_all_its_rules() {
    let file = scratch("duel4.tables");
    plyglot(&["tables", "halma(variant=duel4)", "-o", &file]).ok();
    let strict = "halma(variant=duel4,win=strict)";
    let told = plyglot(&["solve", strict, "--tables", &file]).refused();
    let command = format!("plyglot tables \"{strict}\" --pieces 6");
    assert!(told.trim_end().ends_with(&format!("build them anew with {command}")), "{told}");
    plyglot(&["tables", strict, "--pieces", "6", "-o", &file]).ok();
    plyglot(&["solve", strict, "--tables", &file]).ok();
}

#[test]
fn solving_tells_what_a_folder_has_not() {
    let folder = scratch_folder("gaps-tables");
    let solve = || {
        let place = ["--position", "W:WK27,K31:BK19", "--nodes", "100"];
        plyglot(&[&["solve", "checkers", "--tables", &folder][..], &place].concat())
    };
    fs::create_dir(&folder).unwrap();
    let told = solve().refused();
    assert!(told.contains("gaps-tables: it has no tables.json; expected a folder that"), "{told}");
    plyglot(&["tables", "checkers", "--pieces", "2", "--folder", &folder]).ok();
    let told = solve().err;
    assert!(told.contains("the tables, for up to 2 pieces, do not have this position"), "{told}");
    plyglot(&["tables", "checkers", "--pieces", "3", "--folder", &folder]).ok();
    assert_eq!(solve().err, "");
    // Some slices of three pieces are left, and then none at all.
    let slices =
        |folder: &str| contents(folder).into_keys().filter(|name| name.ends_with(".slice"));
    let first = slices(&folder).next().unwrap();
    fs::remove_file(Path::new(&folder).join(first)).unwrap();
    let told = solve().err;
    assert!(
        told.contains("some slices are missing, there are ") && told.contains(" of "),
        "{told}"
    );
    slices(&folder).for_each(|name| fs::remove_file(Path::new(&folder).join(name)).unwrap());
    let told = solve().refused();
    assert!(told.contains("it has no slice that tables.json tells of"), "{told}");
}

/// A path for a folder of one test, where nothing is yet.
fn scratch_folder(name: &str) -> String {
    let path = scratch(name);
    let _ = fs::remove_dir_all(&path);
    path
}

/// Every file of a folder.
fn contents(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let named = files.map(|file| file.file_name().into_string().unwrap());
    named.map(|name| (name.clone(), fs::read(Path::new(folder).join(name)).unwrap())).collect()
}

#[test]
fn a_folder_that_was_left_at_any_time_is_finished_with_the_same_files() {
    let (whole, killed) = (scratch_folder("whole-tables"), scratch_folder("killed-tables"));
    let build = |folder: &str| {
        ["tables", "checkers", "--pieces", "4", "--folder", folder].map(String::from)
    };
    let told = plyglot(&build(&whole).each_ref().map(|word| &**word)).ok();
    assert!(told.contains("6209316  2574304  1717922  1917090  109 plies"), "{told}");
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(build(&killed))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let list = Path::new(&killed).join("tables.json");
    while !list.exists() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = fs::read_to_string(&list).unwrap();
    assert_ne!(left, fs::read_to_string(Path::new(&whole).join("tables.json")).unwrap());
    plyglot(&build(&killed).each_ref().map(|word| &**word)).ok();
    let mut finished = contents(&killed);
    // What was being written when it was killed is no part of it.
    finished.retain(|name, _| !name.ends_with(".part"));
    assert_eq!(finished.keys().collect::<Vec<_>>(), contents(&whole).keys().collect::<Vec<_>>());
    assert!(finished == contents(&whole), "the files differ");

    // Nothing is left to do, and what is removed is built anew.
    let one = Path::new(&killed).join("00065.slice");
    fs::remove_file(&one).unwrap();
    let plan = ["tables", "checkers", "--pieces", "4", "--folder", &killed, "--dry-run", "--json"];
    let steps = plyglot(&plan).json()["steps"].clone();
    assert!(steps[0]["done"].as_u64() < steps[0]["numbers"].as_u64(), "{steps}");
    assert_eq!(steps[2]["done"], steps[2]["numbers"]);
    plyglot(&build(&killed).each_ref().map(|word| &**word)).ok();
    assert!(fs::read(one).unwrap() == contents(&whole)["00065.slice"]);

    let position = ["--position", "W:WK27,K31:BK19", "--json"];
    let asked = [&["tables", "checkers", "--folder", &whole][..], &position].concat();
    assert_eq!(plyglot(&asked).json()["found"]["ending"], json!({"verdict": "win", "distance": 3}));
    let asked = [&["solve", "checkers", "--tables", &whole][..], &position].concat();
    assert_eq!(plyglot(&asked).json()["distance"], json!(3));
}

#[test]
fn damaged_folders_are_refused() {
    let folder = scratch_folder("damaged-tables");
    plyglot(&["tables", "checkers", "--pieces", "3", "--folder", &folder]).ok();
    let (slice, list) = (format!("{folder}/00065.slice"), format!("{folder}/tables.json"));
    let again = |game: &str| plyglot(&["tables", game, "--pieces", "4", "--folder", &folder]);
    let refused = |path: &str, bytes: &[u8], why: &str| {
        let good = fs::read(path).unwrap();
        fs::write(path, bytes).unwrap();
        let told = again("checkers");
        assert_eq!(told.code, 2, "{}{}", told.out, told.err);
        assert!(told.err.contains(why), "{}\nexpected {why}", told.err);
        fs::write(path, good).unwrap();
    };
    let bytes = fs::read(&slice).unwrap();
    refused(&slice, b"", "expected a file that begins with \"plyglot slice 1\"");
    refused(&slice, &bytes[..bytes.len() - 3], "bytes, its blocks tell of");
    refused(&slice, &[&bytes[..], b"more"].concat(), "bytes, its blocks tell of");
    refused(&slice, &fs::read(format!("{folder}/00066.slice")).unwrap(), "does not have");
    let mut other = bytes.clone();
    *other.last_mut().unwrap() ^= 1;
    refused(&slice, &other, "block 0 of slice 65 is not what was written (checksum)");
    refused(&list, b"{}", "is no list of tables");
    refused(&list, &vec![b' '; 2 << 20], "expected no such list");
    let told = fs::read_to_string(&list).unwrap();
    refused(
        &list,
        told.replace("english-1", "polish-1").as_bytes(),
        "numbered as polish-1, expected",
    );
    refused(
        &list,
        told.replace("\"pieces\": 2", "\"pieces\": 4000000000").as_bytes(),
        "pieces: remove it",
    );
    let other = again("dala(board=4)").refused();
    assert!(other.contains("they are of checkers numbered as english-1, expected dala"), "{other}");
}

#[test]
fn a_damaged_slice_is_told_as_what_it_is() {
    let folder = scratch_folder("damaged-slice");
    plyglot(&["tables", "checkers", "--pieces", "3", "--folder", &folder]).ok();
    for (name, mut bytes) in contents(&folder) {
        if name.ends_with(".slice") {
            *bytes.last_mut().unwrap() ^= 1;
            fs::write(Path::new(&folder).join(name), bytes).unwrap();
        }
    }
    let position = ["--position", "W:WK27,K31:BK19"];
    let why = "damaged-slice: block 0 of slice ";
    let asked = [&["tables", "checkers", "--pieces", "3", "--folder", &folder][..], &position];
    let told = plyglot(&asked.concat()).refused();
    assert!(told.contains(why) && told.contains("remove its file"), "{told}");
    let asked = [&["solve", "checkers", "--tables", &folder, "--nodes", "100"][..], &position];
    let told = plyglot(&asked.concat()).err;
    assert!(told.contains(why) && told.contains("no more is read of them"), "{told}");
    assert!(!told.contains("do not have"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

/// Runs the program with a folder for its data.
fn with_data(data: &str, args: &[&str]) -> Ran {
    run_to_end(Command::new(env!("CARGO_BIN_EXE_plyglot")).args(args).env("XDG_DATA_HOME", data))
}

#[test]
fn players_ask_what_there_is_and_say_so() {
    let data = scratch_folder("tables-data");
    let agents = |game| with_data(&data, &["agents", game]).ok();
    assert!(agents("checkers").contains("up to 4 pieces, which come with the program; "));
    let none = agents("dala");
    assert!(
        none.contains("tables of endings") && none.contains("dala-squares6-1 has none"),
        "{none}"
    );

    // What a player is called tells how much it knows.
    let small =
        ["think", "dala(board=4)", "--agent", "alphabeta(tables=8)", "--depth", "2", "--json"];
    let agent = |ran: Ran| ran.json()["agent"].as_str().unwrap().to_owned();
    assert!(agent(with_data(&data, &small)).contains("tables=0"));
    with_data(&data, &["tables", "dala(board=4)", "--keep"]).ok();
    assert!(agent(with_data(&data, &small)).contains("tables=6"));

    // A numbering that ends with six pieces has no more of them.
    with_data(&data, &["tables", "halma(variant=duel4)", "--keep"]).ok();
    let few = with_data(&data, &["agents", "halma(variant=duel4)"]).ok();
    assert!(few.contains("up to 6 pieces, found in "), "{few}");

    // Damaged tables cost strength and nothing else.
    let list = format!("{data}/plyglot/tables/dala-squares4-1/tables.json");
    fs::write(list, "nothing").unwrap();
    let without = with_data(&data, &small);
    assert!(without.err.contains("players do without it"), "{}", without.err);
    assert!(agent(without).contains("tables=0"));
    let told = with_data(&data, &["agents", "dala(board=4)"]);
    assert_eq!(told.err.matches("players do without it").count(), 1, "{}", told.err);
    assert!(told.out.contains("none; ") && told.out.contains("dala-squares4-1 is damaged"));
}

#[test]
fn sample_endings_are_proven_with_what_comes_with_the_program() {
    let vectors: Value =
        serde_json::from_str(&fs::read_to_string(testdata("checkers/egdb.json")).unwrap()).unwrap();
    for row in vectors["probes"].as_array().unwrap().iter().step_by(40) {
        let position = row["position"].as_str().unwrap();
        let args = ["solve", "checkers", "--position", position, "--tables", "4", "--json"];
        let proof = plyglot(&args).json();
        assert_eq!(proof["verdict"], row["result"], "{position}");
        assert_eq!(proof["distance"], row["plies"], "{position}");
    }
}
