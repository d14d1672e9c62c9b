//! Maps over the API: drawn, saved, named in specifications, and never a file of anywhere else.

use serde_json::{Value, json};

use crate::common::Lab;

fn put(lab: &Lab, name: &str, body: Value) -> (u16, Value) {
    lab.try_as(Some(&lab.token), "PUT", &format!("/maps/{name}"), body)
}

#[test]
fn maps_are_drawn_saved_and_played() {
    let lab = Lab::start("maps");
    let listed = lab.get("/maps")["games"].clone();
    let game = listed[0]["game"].as_str().unwrap();
    let option = listed[0]["option"].as_str().unwrap();
    for map in listed[0]["built_in"].as_array().unwrap() {
        assert_eq!(map["problems"], 0, "{map}");
    }
    let edits = json!([
        { "do": "resize", "width": 6, "height": 4 },
        { "do": "act", "name": "start stones" },
        { "do": "paint", "cells": [0], "label": "-" },
    ]);
    let symmetry = json!({ "kind": "both", "change_players": true });
    let ask = json!({ "game": game, "symmetry": symmetry, "edits": edits });
    let drawn = lab.post("/maps/draft", ask)["draft"].clone();
    assert_eq!((&drawn["playable"], &drawn["problems"]), (&json!(true), &json!([])), "{drawn}");
    let board = lab.get(&format!("/boards/{}", drawn["board"].as_str().unwrap()));
    assert_eq!(board["cells"].as_array().unwrap().len(), 24);
    let (status, brief) = put(&lab, "four-corners", json!({ "game": game, "text": drawn["text"] }));
    assert_eq!((status, &brief["width"]), (200, &json!(6)), "{brief}");
    let lab = lab.restart();
    assert_eq!(lab.get("/maps")["games"][0]["saved"], json!([brief]));
    assert_eq!(lab.get("/maps/four-corners")["text"], drawn["text"]);
    let again = lab.post("/maps/draft", json!({ "game": game, "map": "maps/four-corners" }));
    assert_eq!(again["draft"]["text"], drawn["text"]);
    let spec = format!("{game}({option}=maps/four-corners)");
    let table = lab.get(&format!("/tables/{}", lab.two_people(&spec)));
    assert_eq!(table["view"]["look"]["grounds"].as_array().unwrap().len(), 4, "{table}");
    let delete = || lab.try_as(Some(&lab.token), "DELETE", "/maps/four-corners", json!({})).0;
    assert_eq!((delete(), delete()), (204, 404));
    assert_eq!(lab.try_post("/positions", json!({ "game": spec })).0, 422);
}

#[test]
fn what_is_no_map_is_refused_with_a_reason() {
    let lab = Lab::start("no-maps");
    let refused = |ask: Value| {
        let drawn = lab.post("/maps/draft", ask);
        assert!(drawn["draft"].is_null(), "{drawn}");
        (drawn["refused"]["at"]["field"].clone(), drawn["refused"]["message"].clone())
    };
    let (field, why) = refused(json!({ "game": "reversixt", "text": "2 0 0 0 1 q" }));
    assert_eq!(field, "text");
    assert!(why.as_str().unwrap().contains("expected the width"), "{why}");
    let paint = json!([{ "do": "paint", "cells": [64], "label": "1" }]);
    assert_eq!(refused(json!({ "game": "reversixt", "edits": paint })).0, "edits");
    let clear = vec![json!({ "do": "act", "name": "clear" }); 51];
    let asks = [
        (422, json!({ "game": "dala" })),
        (422, json!({ "game": "chess" })),
        (404, json!({ "game": "reversixt", "map": "maps/nothing" })),
        (404, json!({ "game": "reversixt", "map": "../token" })),
        (400, json!({ "game": "reversixt", "map": "plain8", "text": "" })),
        (429, json!({ "game": "reversixt", "edits": clear })),
        (429, json!({ "game": "reversixt", "text": " ".repeat(70_000) })),
    ];
    for (status, ask) in asks {
        assert_eq!(lab.try_post("/maps/draft", ask.clone()).0, status, "{ask}");
    }
}

#[test]
fn no_name_leaves_the_folder_of_maps() {
    let lab = Lab::start("map-names");
    let text = lab.post("/maps/draft", json!({ "game": "reversixt" }))["draft"]["text"].clone();
    let long = "a".repeat(61);
    for name in ["..%2Ftoken", "%2e%2e", ".", "a.b", "a%00", "a%5Cb", "%C3%A4", long.as_str()] {
        let (status, problem) = put(&lab, name, json!({ "game": "reversixt", "text": text }));
        assert!((400..500).contains(&status), "{name}: {status} {problem}");
        let (status, _) = lab.ask("GET", &format!("/maps/{name}"), Some(&lab.token), &[]);
        assert!((400..500).contains(&status), "{name}: {status}");
    }
    assert_eq!(put(&lab, "no-map", json!({ "game": "reversixt", "text": "nothing" })).0, 400);
    assert_eq!(lab.get("/maps")["games"][0]["saved"], json!([]));
    for path in ["maps/../token", "maps/.", "/etc/hostname", "token"] {
        let spec = format!("reversixt(map={path})");
        assert_eq!(lab.try_post("/positions", json!({ "game": spec })).0, 422, "{path}");
    }
    assert_eq!(lab.ask("GET", "/maps", None, &[]).0, 401);
}
