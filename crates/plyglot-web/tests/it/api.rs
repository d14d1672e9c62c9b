//! The API as a program uses it: over a socket, with and without the right to.

use crate::common::{Lab, places};
use serde_json::{Value, json};

#[test]
fn nothing_is_read_or_changed_without_the_token() {
    let lab = Lab::start("token");
    for path in ["/hello", "/games", "/tables", "/tables/x", "/analyses/x", "/reviews/x"] {
        assert_eq!(lab.ask("GET", path, None, &[]).0, 401, "{path}");
        assert_eq!(lab.ask("GET", path, Some("wrong"), &[]).0, 401, "{path}");
    }
    assert_eq!(lab.ask("GET", "/health", None, &[]).0, 200);
    let (status, problem) = lab.ask("GET", "/nothing", Some(&lab.token), &[]);
    assert_eq!((status, &problem["code"]), (404, &json!("not_found")));
}

#[test]
fn other_hosts_origins_and_sites_are_refused() {
    let lab = Lab::start("origin");
    let own = format!("http://{}", lab.address);
    let asked =
        |name: &str, value: &str| lab.ask("GET", "/hello", Some(&lab.token), &[(name, value)]).0;
    assert_eq!(asked("host", "evil.example"), 421);
    assert_eq!(asked("host", &format!("evil.example:{}", lab.address.port())), 421);
    assert_eq!(asked("host", &format!("localhost:{}", lab.address.port())), 200);
    assert_eq!(asked("origin", "http://evil.example"), 403);
    assert_eq!(asked("origin", "null"), 403);
    assert_eq!(asked("origin", &own), 200);
    assert_eq!(asked("sec-fetch-site", "cross-site"), 403);
    assert_eq!(asked("sec-fetch-site", "same-origin"), 200);
}

#[test]
fn every_game_is_played_to_its_end() {
    let lab = Lab::start("play");
    for game in lab.get("/games")["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let seats = game["sample"]["players"].as_array().unwrap().len();
        let mut plan = vec![json!({ "who": "person", "name": "somebody" }); seats];
        plan[seats - 1] = json!({ "who": "agent", "spec": "random", "limits": {} });
        let mut table = lab.post("/tables", json!({ "game": name, "seats": plan, "seed": 3 }));
        let id = table["id"].as_str().unwrap().to_owned();
        for step in 0.. {
            if !table["ending"].is_null() {
                break;
            }
            let turn = table["view"]["turn"].as_u64().unwrap();
            if turn as usize == seats - 1 {
                table = lab.wait(&format!("/tables/{id}"), |own| {
                    own["view"]["turn"].as_u64() != Some(turn) || !own["ending"].is_null()
                });
                continue;
            }
            let moves = table["view"]["moves"].as_array().unwrap();
            let ply = &moves[step * 7 % moves.len()]["move"];
            let at = table["view"]["plies"].as_array().unwrap().len();
            let body = json!({ "seat": turn, "move": ply, "at": at });
            table = lab.post(&format!("/tables/{id}/play"), body);
        }
        assert!(table["ranks"].is_array() && table["outcome"].is_string(), "{name}");
    }
}

#[test]
fn moves_of_others_and_of_the_past_are_refused() {
    let lab = Lab::start("stale");
    let table = lab.two_people("reversi");
    let play = |seat: u8, ply: &str, at: usize| {
        lab.try_post(
            &format!("/tables/{table}/play"),
            json!({ "seat": seat, "move": ply, "at": at }),
        )
    };
    assert_eq!(play(1, "d3", 0).0, 403);
    assert_eq!(play(0, "a1", 0).0, 422);
    assert_eq!(play(0, "d3", 0).0, 200);
    let (status, problem) = play(1, "c3", 0);
    assert_eq!((status, &problem["code"]), (409, &json!("stale")));
    assert_eq!(play(7, "c3", 1).0, 403);
    let undone = lab.post(&format!("/tables/{table}/undo"), json!({ "seat": 0 }));
    assert_eq!(undone["view"]["plies"], json!([]));
}

#[test]
fn a_guest_has_its_seat_and_nothing_else() {
    let lab = Lab::start("guest");
    let table = lab.two_people("checkers");
    let code = lab.post(&format!("/tables/{table}/seats/1/code"), json!({}))["code"].clone();
    let joined = lab.try_as(None, "POST", "/join", json!({ "code": code, "name": "Ada" })).1;
    assert_eq!((&joined["table"], &joined["seat"]), (&json!(table), &json!(1)));
    let token = joined["token"].as_str().unwrap();
    assert_eq!(lab.try_as(None, "POST", "/join", json!({ "code": code })).0, 404, "once only");
    let guest = |method: &str, path: &str, body| lab.try_as(Some(token), method, path, body);
    for path in ["/tables", "/analyses/x", "/reviews/x"] {
        assert_eq!(lab.ask("GET", path, Some(token), &[]).0, 403, "{path}");
    }
    let other = lab.two_people("reversi");
    assert_eq!(lab.ask("GET", &format!("/tables/{other}"), Some(token), &[]).0, 403);
    let own = lab.ask("GET", &format!("/tables/{table}"), Some(token), &[]).1;
    assert_eq!((&own["yours"], &own["seats"][1]["name"]), (&json!([1]), &json!("Ada")));
    // The host does not play the guest's seat, nor the guest the host's.
    let ply = own["view"]["moves"][0]["move"].clone();
    let body = json!({ "seat": 0, "move": ply, "at": 0 });
    assert_eq!(guest("POST", &format!("/tables/{table}/play"), body.clone()).0, 403);
    assert_eq!(lab.try_post(&format!("/tables/{table}/play"), body).0, 200);
    // Taking back and a draw are questions.
    let asked = lab.post(&format!("/tables/{table}/undo"), json!({ "seat": 0 }));
    assert_eq!(asked["undo_asked"], 0);
    assert_eq!(guest("POST", &format!("/tables/{table}/decline"), json!({ "seat": 1 })).0, 200);
    assert!(lab.get(&format!("/tables/{table}"))["undo_asked"].is_null());
    lab.post(&format!("/tables/{table}/draw"), json!({ "seat": 0 }));
    let agreed = guest("POST", &format!("/tables/{table}/draw"), json!({ "seat": 1 })).1;
    assert_eq!(agreed["ending"]["by"], "agreed");
    // The rematch keeps everybody, one seat further.
    let next = lab.post(&format!("/tables/{table}/rematch"), json!({}));
    let again = guest("POST", &format!("/tables/{table}/rematch"), json!({})).1;
    assert_eq!((&next["id"], &again["yours"]), (&again["id"], &json!([0])));
}

#[test]
fn wrong_codes_are_counted() {
    let lab = Lab::start("codes");
    let tried = |code: &str| lab.try_as(None, "POST", "/join", json!({ "code": code })).0;
    let answers: Vec<u16> = (0..8).map(|number| tried(&format!("aaaaaaa{number}"))).collect();
    assert_eq!(answers, [404, 404, 404, 404, 404, 429, 429, 429]);
}

#[test]
fn a_server_that_comes_back_has_lost_nothing() {
    let lab = Lab::start("restart");
    let table = lab.two_people("dala");
    let ply = lab.get(&format!("/tables/{table}"))["view"]["moves"][1]["move"].clone();
    lab.post(&format!("/tables/{table}/play"), json!({ "seat": 0, "move": ply, "at": 0 }));
    let code = lab.post(&format!("/tables/{table}/seats/0/code"), json!({}))["code"].clone();
    let before = lab.get(&format!("/tables/{table}"));
    let lab = lab.restart();
    assert_eq!(lab.get(&format!("/tables/{table}")), before);
    let board = before["view"]["board"].as_str().unwrap();
    assert!(lab.get(&format!("/boards/{board}"))["cells"].is_array());
    assert_eq!(lab.get("/tables")["tables"][0]["id"], json!(table));
    assert_eq!(lab.try_as(None, "POST", "/join", json!({ "code": code })).0, 200);
}

#[test]
fn what_was_prepared_is_played_when_the_turn_comes() {
    let lab = Lab::start("premove");
    let table = lab.two_people("checkers");
    let path = |call: &str| format!("/tables/{table}/{call}");
    let place = json!({ "game": "checkers", "seat": 1 });
    assert!(!lab.post("/positions/premoves", place)["moves"].as_array().unwrap().is_empty());
    let prepared = lab.post(&path("premove"), json!({ "seat": 1, "move": "23-18" }));
    assert_eq!(prepared["premove"], "23-18");
    let played = lab.post(&path("play"), json!({ "seat": 0, "move": "11-15", "at": 0 }));
    assert_eq!(played["view"]["plies"], json!(["11-15", "23-18"]));
    // One that turns out to be illegal is forgotten.
    lab.post(&path("premove"), json!({ "seat": 1, "move": "1-5" }));
    let ply = played["view"]["moves"][0]["move"].clone();
    let played = lab.post(&path("play"), json!({ "seat": 0, "move": ply, "at": 2 }));
    assert_eq!(played["view"]["plies"].as_array().unwrap().len(), 3);
    assert!(lab.get(&format!("/tables/{table}"))["premove"].is_null());
}

#[test]
fn clocks_run_and_end_the_game() {
    let lab = Lab::start("clock");
    let seats = json!([{ "who": "person", "name": "a" }, { "who": "person", "name": "b" }]);
    let clock = json!({ "base": 150, "increment": 0 });
    let table = lab.post("/tables", json!({ "game": "reversi", "seats": seats, "clock": clock }));
    let path = format!("/tables/{}", table["id"].as_str().unwrap());
    let over = lab.wait(&path, |own| !own["ending"].is_null());
    assert_eq!((&over["ending"]["by"], &over["ranks"]), (&json!("time"), &json!([2, 1])));
}

#[test]
fn an_analysis_holds_goes_deeper_and_ends() {
    let lab = Lab::start("analysis");
    let hold = json!({ "nodes": 2000, "millis": null, "depth": null });
    let asked = json!({ "game": "chexers", "agent": "best", "lines": 3, "hold": hold });
    let begun = lab.post("/analyses", asked);
    let path = format!("/analyses/{}", begun["id"].as_str().unwrap());
    let held = lab.wait(&path, |own| own["state"] == "holding");
    assert_eq!(held["answer"]["lines"].as_array().unwrap().len(), 3);
    assert_eq!(held["answer"]["lines"][0]["expected"].as_array().unwrap().len(), 3);
    let deeper = json!({ "hold": { "nodes": 20000, "millis": null, "depth": null } });
    lab.post(&format!("{path}/deepen"), deeper);
    let more = lab.wait(&path, |own| own["state"] == "holding" && own["nodes"] != held["nodes"]);
    assert!(more["nodes"].as_u64() > held["nodes"].as_u64());
    assert_eq!(lab.try_as(Some(&lab.token), "DELETE", &path, Value::Null).0, 204);
    assert_eq!(lab.ask("GET", &path, Some(&lab.token), &[]).0, 404);
    // What the next player would do if the mover passed.
    let threat = json!({ "game": "checkers", "threat": true, "hold": { "nodes": 500 } });
    let begun = lab.post("/analyses", threat);
    let path = format!("/analyses/{}", begun["id"].as_str().unwrap());
    let held = lab.wait(&path, |own| own["state"] == "holding" || own["state"] == "done");
    assert_eq!(held["answer"]["seat"], 1);
}

#[test]
fn a_review_judges_every_ply() {
    let lab = Lab::start("review");
    let moves = json!(["f5", "d6", "c3", "d3", "c4", "b3"]);
    let asked = json!({ "game": "reversi", "moves": moves, "nodes": 300 });
    let begun = lab.post("/reviews", asked);
    let path = format!("/reviews/{}", begun["id"].as_str().unwrap());
    let done = lab.wait(&path, |own| own["state"] == "done");
    assert_eq!(done["done"], 7);
    let plies = done["plies"].as_array().unwrap();
    assert!(plies.len() == 6 && plies.iter().all(|ply| ply["judgement"].is_string()));
    assert!(done["seats"].as_array().unwrap().iter().all(|seat| seat["accuracy"].is_number()));
    assert_eq!(lab.try_as(Some(&lab.token), "DELETE", &path, Value::Null).0, 204);
}

#[test]
fn positions_are_edited_explained_written_and_read_again() {
    let lab = Lab::start("files");
    for place in places(&lab) {
        let view = lab.post("/positions", place.clone());
        let name = view["name"].as_str().unwrap().to_owned();
        let explained = lab.post("/positions/explain", place.clone());
        assert!(!explained["seats"][0]["terms"].as_array().unwrap().is_empty(), "{name}");
        let formats = lab.get("/games")["games"].clone();
        let own = formats.as_array().unwrap().iter().find(|own| own["name"] == view["name"]);
        for format in own.unwrap()["formats"].as_array().unwrap() {
            let mut asked = place.clone();
            asked["format"] = format["name"].clone();
            let text = lab.post("/files/write", asked)["text"].clone();
            let read = lab.post("/files/read", json!({ "game": view["game"], "text": text }));
            assert_eq!(read["games"][0]["moves"], view["plies"], "{name} {format}");
            assert!(read["games"][0]["error"].is_null(), "{name} {read}");
        }
        let read =
            lab.post("/files/read", json!({ "game": view["game"], "text": view["position"] }));
        assert_eq!(read["format"], "position", "{name}");
        assert_eq!(read["games"][0]["position"], view["position"], "{name}");
    }
    let cleared = json!({ "game": "checkers", "edits": [{ "set": "clear" }] });
    let empty = lab.post("/setups", cleared);
    assert!(empty["look"]["pieces"].as_array().unwrap().is_empty(), "{empty}");
    let edits = json!([{ "set": "clear" }, { "set": "cell", "cell": 20, "label": "w" }]);
    let (status, refused) = lab.try_post("/setups", json!({ "game": "checkers", "edits": edits }));
    assert!(status == 200 || refused["code"].is_string(), "{refused}");
}

#[test]
fn files_and_programs_are_not_for_pages() {
    let lab = Lab::start("exec");
    let (status, problem) =
        lab.try_post("/positions", json!({ "game": "reversixt(map=/etc/passwd)" }));
    assert_eq!(status, 422);
    assert!(problem["message"].as_str().unwrap().contains("--allow-exec"), "{problem}");
    for map in ["maps/../token", "maps/..%2ftoken", "maps//etc/passwd"] {
        let asked = json!({ "game": format!("reversixt(map={map})") });
        assert_eq!(lab.try_post("/positions", asked).0, 422, "{map}");
    }
}

#[test]
fn bad_questions_are_told_what_would_be_right() {
    let lab = Lab::start("bad");
    let (status, problem) = lab.try_post("/positions", json!({ "game": "reversy" }));
    assert_eq!((status, &problem["at"]["field"]), (422, &json!("game")));
    let asked = json!({ "game": "reversi", "moves": ["d3", "zz"] });
    let (status, problem) = lab.try_post("/positions", asked);
    assert_eq!(status, 400, "{problem}");
    assert!(problem["message"].as_str().unwrap().starts_with("ply 2"), "{problem}");
    assert_eq!(lab.try_post("/positions", json!({ "gaem": "reversi" })).0, 422);
    let long = "x".repeat(5000);
    assert_eq!(lab.try_post("/positions", json!({ "game": long })).0, 429);
    let seats = json!([{ "who": "agent", "spec": "bset", "limits": {} }]);
    let (_, problem) = lab.try_post("/tables", json!({ "game": "reversi", "seats": seats }));
    assert!(problem["message"].as_str().unwrap().contains("best"), "{problem}");
}

#[test]
fn the_opening_book_tells_what_it_knows_of_a_position() {
    let lab = Lab::start("book");
    let ask = |place: Value| lab.post("/positions/book", place);
    let first = ask(json!({ "game": "reversi" }));
    assert_eq!(first["book"], json!("board8"));
    let moves = first["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4, "{first}");
    assert!(moves[0]["positions"].as_u64().unwrap() > 100, "{first}");
    let next = ask(json!({ "game": "reversi", "moves": ["d3"] }));
    let best = next["moves"][0]["expected"].as_f64().unwrap();
    assert!((best + moves[0]["expected"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{next}");
    let far = ["d3", "c3", "b3", "b2", "b1"];
    assert_eq!(ask(json!({ "game": "reversi", "moves": far }))["moves"], json!([]));
    assert_eq!(ask(json!({ "game": "chexers" })), json!({ "book": null, "moves": [] }));
}

/// `PLYGLOT_UPDATE_SNAPSHOT=1 cargo test -p plyglot-web --test it` writes it anew.
#[test]
fn the_description_of_the_api_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let now = plyglot_web::description();
    if std::env::var_os("PLYGLOT_UPDATE_SNAPSHOT").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == now, "openapi.json is not what the code says: see the comment of this test");
}
