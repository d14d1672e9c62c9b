//! Evaluations taken apart on the command line.

use serde_json::Value;

use crate::plyglot;

/// Every classic player that evaluates positions, with its game.
fn classics() -> Vec<(String, String)> {
    let all = plyglot(&["agents", "--json"]).json();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
    let rows = all.as_array().unwrap().iter();
    let named = rows.map(|row| (text(row, "game"), text(row, "name")));
    named.filter(|(_, name)| name.starts_with("classic") && name != "classic-random").collect()
}

/// A move or more from the start that change the evaluation.
fn moves(game: &str) -> &'static str {
    match game {
        "dala" => "c3 c4 d3",
        "chexers" => "MOVE(-3,0)(-2,0)",
        "checkers" => "11-15 22-18 15x22",
        "reversixt" => "2,3,0",
        "halma" => "0 (0,2) (2,4)",
        _ => panic!("no moves of {game} are known here"),
    }
}

fn explain(game: &str, agent: &str, moves: &str) -> Value {
    plyglot(&["explain", game, "--agent", agent, "--moves", moves, "--json"]).json()
}

/// The totals of all players, each checked against its terms.
#[track_caller]
fn totals(explained: &Value) -> Vec<f64> {
    let total = |player: &Value| {
        let terms = player["terms"].as_array().unwrap().iter();
        let sum: f64 = terms.map(|term| term["value"].as_f64().unwrap()).sum();
        assert_eq!(player["total"], sum, "{player}");
        sum
    };
    explained["players"].as_array().unwrap().iter().map(total).collect()
}

#[test]
fn the_terms_of_every_classic_player_add_up() {
    let all = classics();
    assert!(all.len() >= 5, "{all:?}");
    for (game, name) in all {
        let start = explain(&game, &name, "");
        let shown = plyglot(&["show", &game, "--json"]).json();
        assert_eq!(totals(&start).len(), shown["players"].as_array().unwrap().len());
        assert!(start["agent"].as_str().unwrap().starts_with(&format!("{name}(")));
        assert!(start["players"][0]["terms"].as_array().unwrap().len() > 1);
        let later = explain(&game, &name, moves(&game));
        assert!(totals(&later) != totals(&start), "{later}");
    }
}

#[test]
fn the_totals_are_those_worked_out_by_hand() {
    let dala = "....../.oo.../.xxxx./..o.../...o../....x. x 0 0 0 40";
    let args = ["explain", "dala", "--agent", "classic", "--position", dala, "--json"];
    assert_eq!(totals(&plyglot(&args).json()), [2_568_388.0, -1_701_405.0]);
    assert_eq!(totals(&explain("chexers", "classic", "")), [-3940.0; 3]);
    assert_eq!(totals(&explain("halma", "classic", "")), [-6.0; 4]);
}

#[test]
fn weights_are_options() {
    let terms = |agent: &str| {
        let position = "W:W25,29,K6:B7,11,12";
        let args = ["explain", "checkers", "--position", position, "--agent", agent, "--json"];
        plyglot(&args).json()["players"].clone()
    };
    let (usual, dear) = (terms("classic"), terms("classic(king=100)"));
    let white = |players: &Value| {
        players.as_array().unwrap().iter().find(|player| player["name"] == "white").unwrap().clone()
    };
    let total = |players: &Value| white(players)["total"].as_f64().unwrap();
    assert_eq!(total(&dear) - total(&usual), 92.0);
}

#[test]
fn a_finished_game_is_explained_by_its_end() {
    let over = ["explain", "checkers", "--position", "W:W:BK1", "--agent", "classic", "--json"];
    let over = plyglot(&over).json();
    assert_eq!(over["players"][0]["terms"][0]["name"], "end of the game");
    assert_eq!(totals(&over).iter().sum::<f64>(), 0.0);
}

#[test]
fn the_evaluation_of_a_search_is_one_term() {
    for game in ["dala", "chexers", "reversixt", "reversi", "checkers", "halma"] {
        let explained = explain(game, "paranoid", "");
        assert_eq!(explained["players"][0]["terms"].as_array().unwrap().len(), 1, "{explained}");
        totals(&explained);
    }
}

#[test]
fn the_board_is_drawn_above_the_terms() {
    let out = plyglot(&["explain", "chexers", "--agent", "classic"]).ok();
    let (board, terms) = out.split_once("to move").unwrap();
    assert!(board.contains("g(0,-3)"), "{out}");
    for word in ["red", "green", "blue", "adjacent", "total", "classic"] {
        assert!(terms.contains(word), "{word} is not in {out}");
    }
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let refused = |game, agent| plyglot(&["explain", game, "--agent", agent]).refused();
    assert!(refused("dala", "modern").contains("players of dala: "));
    assert!(refused("dala", "classic(deep=3)").contains("deep"));
    assert!(refused("chexers", "classic-random").contains("evaluates no positions"));
    assert!(refused("reversi", "random").contains("evaluates no positions"));
}
