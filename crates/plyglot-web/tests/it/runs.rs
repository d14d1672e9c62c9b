//! Runs through the API: started, paused, resumed, looked at and deleted.

use crate::common::Lab;
use serde_json::{Value, json};

fn id(run: &Value) -> String {
    run["id"].as_str().unwrap_or_else(|| panic!("{run}")).to_owned()
}

fn plan(games: u32, nodes: u32) -> Value {
    json!({ "kind": "match", "plan": {
        "game": "reversi(size=6)", "schedule": "match", "games": games, "seed": 3,
        "concurrency": 2, "limits": { "nodes": nodes }, "openings": { "random_plies": 4 },
        "agents": [{ "name": "a", "spec": "alphabeta" }, { "spec": "greedy" }],
    } })
}

/// What every game of a run was, whenever it ended.
fn results(lab: &Lab, id: &str) -> Vec<String> {
    let games = lab.get(&format!("/runs/{id}/games?limit=200"))["games"].clone();
    let told = |game: &Value| {
        let moves = lab.get(&format!("/runs/{id}/games/{}", game["id"]))["moves"].clone();
        format!("{} {} {} {moves}", game["opening"], game["names"], game["result"])
    };
    let mut all: Vec<String> = games.as_array().unwrap().iter().map(told).collect();
    all.sort();
    all
}

fn is_done(run: &Value) -> bool {
    run["state"] == "done"
}

#[test]
fn a_run_that_was_paused_comes_to_what_it_would_have_come_to() {
    let whole = Lab::start("whole");
    let run = id(&whole.post("/runs", plan(60, 3000)));
    let done = whole.wait(&format!("/runs/{run}"), is_done);
    let uninterrupted = results(&whole, &run);
    assert_eq!(uninterrupted.len(), 60);

    let lab = Lab::start("paused");
    let run = id(&lab.post("/runs", plan(60, 3000)));
    let path = format!("/runs/{run}");
    lab.wait(&path, |run| run["games"].as_u64() > Some(4));
    let (status, refused) = lab.try_as(Some(&lab.token), "DELETE", &path, Value::Null);
    assert_eq!((status, &refused["code"]), (409, &json!("stale")), "{refused}");
    let paused = lab.post(&format!("{path}/pause"), json!({}));
    assert_eq!(paused["state"], "paused", "{paused}");
    assert_eq!(lab.try_post(&format!("{path}/pause"), json!({})).0, 409);
    // A server that comes back finds it as it was left.
    let lab = lab.restart();
    let found = lab.get("/runs");
    assert_eq!(found["runs"][0]["state"], "paused", "{found}");
    lab.post(&format!("{path}/resume"), json!({}));
    let resumed = lab.wait(&path, is_done);
    assert_eq!(results(&lab, &run), uninterrupted);
    for what in ["first", "cross", "games", "total", "sides"] {
        assert_eq!(resumed[what], done[what], "{what}");
    }
    assert_eq!((&resumed["games"], &resumed["total"]), (&json!(60), &json!(60)));
    assert!(resumed["command"].as_str().unwrap().contains("plyglot match"), "{resumed}");
    assert!(resumed["toml"].as_str().unwrap().contains("schedule = \"match\""), "{resumed}");
}

#[test]
fn a_server_that_is_ended_leaves_its_runs_to_be_resumed() {
    let lab = Lab::start("ended");
    let run = id(&lab.post("/runs", plan(40, 3000)));
    let lab = lab.restart();
    let path = format!("/runs/{run}");
    assert_eq!(lab.get(&path)["state"], "paused");
    lab.post(&format!("{path}/resume"), json!({}));
    assert_eq!(lab.wait(&path, is_done)["games"], 40);
}

#[test]
fn games_and_plots_of_a_run_are_shown() {
    let lab = Lab::start("shown");
    let run = id(&lab.post("/runs", plan(10, 50)));
    let path = format!("/runs/{run}");
    lab.wait(&path, is_done);
    let games = lab.get(&format!("{path}/games?offset=2&limit=3"));
    assert_eq!((&games["all"], games["games"].as_array().unwrap().len()), (&json!(10), 3));
    let game = lab.get(&format!("{path}/games/{}", games["games"][0]["id"]));
    assert_eq!(game["moves"].as_array().unwrap().len(), game["expected"].as_array().unwrap().len());
    let place =
        json!({ "game": game["game"], "position": game["position"], "moves": game["moves"] });
    let view = lab.post("/positions", place);
    assert_eq!((&view["over"], &view["ranks"]), (&json!(true), &game["ranks"]), "{view}");
    let plots = lab.get(&format!("{path}/plots"));
    let name = plots["plots"][0]["name"].as_str().unwrap();
    let svg = lab.get(&format!("{path}/plots/{name}.svg?theme=dark"));
    let svg = svg.as_str().unwrap();
    assert!(svg.starts_with("<svg") && !svg.contains("<script"), "{svg}");
    let token = Some(lab.token.as_str());
    assert_eq!(lab.ask("GET", &format!("{path}/games/999999"), token, &[]).0, 404);
    assert_eq!(lab.try_as(token, "DELETE", &path, Value::Null).0, 204);
    assert_eq!(lab.ask("GET", &path, token, &[]).0, 404);
    assert_eq!(lab.get("/runs")["runs"], json!([]));
}

#[test]
fn tournaments_and_searches_are_played_from_their_files() {
    let lab = Lab::start("schedules");
    let templates = lab.get("/runs/templates");
    let all = templates["templates"].as_array().unwrap();
    let swiss = all.iter().find(|own| own["name"] == "swiss").unwrap();
    let run = lab.post("/runs", json!({ "kind": "tournament", "toml": swiss["toml"] }));
    let swiss = lab.wait(&format!("/runs/{}", id(&run)), is_done);
    assert_eq!(swiss["agents"].as_array().unwrap().len(), 7, "{swiss}");
    assert_eq!(swiss["ratings"].as_array().unwrap().len(), 7);
    assert!(swiss["places"][0].as_str().unwrap().starts_with("1. "), "{}", swiss["places"]);
    let toml = "game = \"dala\"\nagent = \"classic(depth=1)\"\nmethod = \"spsa\"\ngames = 16\n\
                validate = 4\nprobe = 4\n[spsa]\nopenings = 2\n[[parameters]]\nname = \"first_lost\"\n\
                low = 0\nhigh = 1000000\nstart = 876294\nstep = 120000\nseat = 1\n";
    let run = lab.post("/runs", json!({ "kind": "tune", "toml": toml }));
    let tuned = lab.wait(&format!("/runs/{}", id(&run)), is_done);
    assert!(tuned["course"]["parameters"][0]["name"].is_string(), "{tuned}");
}

#[test]
fn every_example_is_understood_and_nothing_is_played_by_looking() {
    let lab = Lab::start("templates");
    for own in lab.get("/runs/templates")["templates"].as_array().unwrap() {
        let checked =
            lab.try_post("/runs/check", json!({ "kind": own["kind"], "toml": own["toml"] }));
        assert_eq!(checked.0, 200, "{}: {}", own["name"], checked.1);
    }
    let checked = lab.post("/runs/check", plan(10, 10));
    assert_eq!((&checked["games"], &checked["known"]), (&json!(10), &json!(false)), "{checked}");
    assert_eq!(lab.get("/runs")["runs"], json!([]), "nothing was played");
}

#[test]
fn programs_files_and_nonsense_are_refused() {
    let lab = Lab::start("refused");
    for (spec, code) in [("exec(cmd=./bot)", "forbidden"), ("@file", "spec"), ("nobody", "spec")] {
        let mut asked = plan(10, 10);
        asked["plan"]["agents"][0]["spec"] = json!(spec);
        let (status, refused) = lab.try_post("/runs", asked);
        assert!(status == 403 || status == 422, "{spec}: {status}");
        assert_eq!(refused["code"], code, "{spec}: {refused}");
    }
    let mut asked = plan(10, 10);
    asked["plan"]["openings"] = json!({ "file": "/etc/hostname" });
    assert_eq!(lab.try_post("/runs", asked).0, 422);
    assert_eq!(lab.try_post("/runs", json!({ "kind": "match" })).0, 400);
    let other = json!({ "kind": "tune", "toml": "game = \"dala\"" });
    assert_eq!(lab.try_post("/runs", other).0, 422);
    assert_eq!(lab.try_post("/runs/nothing/resume", json!({})).0, 404);
    assert_eq!(lab.get("/runs")["runs"], json!([]));
}
