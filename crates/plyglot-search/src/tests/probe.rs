//! Tables of endings in a search: at the root, in the tree, and beside draw rules.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use plyglot_checkers::{Checkers, DrawRules, Position};
use plyglot_core::{
    Control, Ending, Game, History, Listed, NoClock, Notation, Options, Oracle, Worth,
};
use plyglot_tables::{Known, Plan, Tables, build};

use crate::{Parts, Search, Task, Thought};

fn tables() -> Arc<Tables> {
    let (game, index) = (Checkers::default(), Checkers::TABLES.unwrap());
    let plan = Plan::new(&game, index, 3).unwrap();
    Arc::new(build(&game, index, plan, 1, &mut |_| {}).unwrap())
}

fn oracle(tables: &Arc<Tables>) -> Box<dyn Oracle<Checkers>> {
    Box::new(Known::new(Checkers::TABLES.unwrap(), tables.clone(), 3))
}

/// A search to a depth, with tables or without.
fn search(depth: u32, tables: Option<&Arc<Tables>>, threads: u32) -> Box<dyn Search<Checkers>> {
    searching(&[("depth", &depth.to_string()), ("threads", &threads.to_string())], tables)
}

/// A search with captures followed and these options.
fn searching(given: &[(&str, &str)], tables: Option<&Arc<Tables>>) -> Box<dyn Search<Checkers>> {
    let given = given.iter().chain(&[("quiescence", "8")]);
    let given: Vec<_> = given.map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let entry = crate::SEARCHES.iter().find(|entry| entry.name == "alphabeta").unwrap();
    let files = &plyglot_core::options::no_files;
    let options = Options::check("alphabeta", entry.options, &given, files).unwrap();
    let eval = &Checkers::EVALUATIONS[0];
    let parts = Parts {
        eval: (eval.build)(&Options::defaults(eval.weights)),
        order: Some((Checkers::ORDERS[0].build)()),
        solver: None,
        oracle: tables.map(oracle),
        planner: None,
    };
    crate::build("alphabeta", &options, parts).unwrap()
}

fn think(
    search: &mut dyn Search<Checkers>,
    game: &Checkers,
    state: &Position,
    history: &History,
    lines: usize,
) -> Thought<<Checkers as Game>::Move> {
    let stop = AtomicBool::new(false);
    let mut control = Control::new(1_000_000, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history, only: &[], lines, seed: 1 };
    search.think(&task, &mut control, &mut |_| {})
}

fn at(game: &Checkers, text: &str) -> (Position, History) {
    let (state, mut history) = (game.parse_state(text).unwrap().1, History::default());
    history.push(game.hash(&state));
    (state, history)
}

#[test]
fn known_wins_and_losses_are_played_to_the_end_without_a_search() {
    let (game, tables) = (Checkers::default(), tables());
    for (text, plies) in [("W:WK27,K31:BK19", 3), ("W:WK1:B9,25", 42), ("W:W5,21:BK23", 45)] {
        let (mut state, mut history) = at(&game, text);
        for left in (1..=plies).rev() {
            let thought = think(&mut *search(1, Some(&tables), 1), &game, &state, &history, 1);
            let line = &thought.lines[0];
            assert!(thought.proven && thought.nodes < 40, "{text}");
            assert_eq!((thought.depth, line.moves.len() as u32), (left, left), "{text}");
            let Some(Worth::End { distance, .. }) =
                line.worth[game.to_move(&state)].map(|v| v.worth)
            else {
                panic!("{text}: {line:?}")
            };
            assert_eq!(distance, Some(left), "{text}");
            game.make(&mut state, line.moves[0]);
            history.push(game.hash(&state));
        }
        assert!(game.outcome(&state).is_some(), "{text}");
    }
}

#[test]
fn drawn_positions_are_kept_by_a_search_among_the_moves_that_draw() {
    let (game, tables, index) = (Checkers::default(), tables(), Checkers::TABLES.unwrap());
    let (known, mut tried) = (oracle(&tables), 0);
    for slice in index.groups(&game, 3).into_iter().flatten() {
        for number in (0..index.size(&game, slice)).step_by(61) {
            let Some(state) = index.state(&game, slice, number) else { continue };
            if game.outcome(&state).is_some()
                || known.ending(&game, &state, 3) != Some(Ending::Draw)
            {
                continue;
            }
            let mut history = History::default();
            history.push(game.hash(&state));
            for threads in [1, 2] {
                let mut search = search(2, Some(&tables), threads);
                let thought = think(&mut *search, &game, &state, &history, 1);
                let mut after = state;
                game.make(&mut after, thought.lines[0].moves[0]);
                assert_eq!(known.ending(&game, &after, 3), Some(Ending::Draw), "{state:?}");
            }
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

#[test]
fn the_tree_sees_what_tables_know() {
    let (game, tables) = (Checkers::default(), tables());
    // The exchange leaves two kings against one, which takes long to win.
    let (state, history) = at(&game, "B:W19,K29:BK1,K15");
    let blind = think(&mut *search(2, None, 1), &game, &state, &history, 1);
    let seeing = think(&mut *search(2, Some(&tables), 1), &game, &state, &history, 1);
    let worth = |thought: &Thought<_>| thought.lines[0].worth[game.to_move(&state)].unwrap().worth;
    assert!(matches!(worth(&blind), Worth::Points(_)), "{blind:?}");
    assert!(matches!(worth(&seeing), Worth::End { score: 1.0, .. }), "{seeing:?}");
    assert!(!seeing.proven, "the past may draw");
}

#[test]
fn what_counters_can_draw_is_no_win_and_every_line_has_its_value() {
    let draws = DrawRules { quiet_limit: 20, ..DrawRules::STANDARD };
    let (late, tables) = (Checkers { draws, ..Checkers::default() }, tables());
    let (state, history) = at(&late, "W:W5,21:BK23");
    let thought = think(&mut *search(1, Some(&tables), 1), &late, &state, &history, 1);
    assert!(!thought.proven);
    let worth = thought.lines[0].worth[late.to_move(&state)].unwrap().worth;
    assert!(matches!(worth, Worth::Points(points) if points > 1e9), "{worth:?}");
    let mut moves = Vec::new();
    late.moves(&state, &mut moves);
    let all = think(&mut *search(1, Some(&tables), 1), &late, &state, &history, 9);
    assert_eq!(all.lines.len(), moves.len());
    assert!(all.lines.is_sorted_by(|one, next| one.value >= next.value));
}

#[test]
fn a_winning_move_that_repeats_a_position_is_not_played() {
    let (game, tables) = (Checkers::default(), tables());
    let (state, mut history) = at(&game, "W:WK27,K31:BK14");
    let first = think(&mut *search(1, Some(&tables), 1), &game, &state, &history, 1);
    assert!(first.proven);
    let mut after = state;
    game.make(&mut after, first.lines[0].moves[0]);
    history.clear();
    for position in [&after, &state, &after, &state] {
        history.push(game.hash(position));
    }
    let other = think(&mut *search(1, Some(&tables), 1), &game, &state, &history, 1);
    assert_ne!(other.lines[0].moves[0], first.lines[0].moves[0]);
    assert!(other.lines[0].value > 0.0 && !other.proven);
}

/// Whether the player to move wins before the counter draws.
fn wins_in_time(game: &Checkers, known: &dyn Oracle<Checkers>, state: &Position) -> bool {
    let Some(Ending::Win(plies)) = known.ending(game, state, 3) else { return false };
    plies < game.horizon(state)
        || after_each(game, state).iter().any(|after| loses_in_time(game, known, after))
}

/// Whether the player to move loses before the counter draws.
fn loses_in_time(game: &Checkers, known: &dyn Oracle<Checkers>, state: &Position) -> bool {
    if let Some(payoffs) = game.outcome(state) {
        return payoffs[game.to_move(state)] < game.draw()[game.to_move(state)];
    }
    let Some(Ending::Loss(plies)) = known.ending(game, state, 3) else { return false };
    plies < game.horizon(state)
        || after_each(game, state)
            .iter()
            .all(|after| game.outcome(after).is_none() && wins_in_time(game, known, after))
}

fn after_each(game: &Checkers, state: &Position) -> Vec<Position> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |mv| {
        let mut after = *state;
        game.make(&mut after, mv);
        after
    };
    moves.into_iter().map(after).collect()
}

#[test]
fn a_win_that_the_counter_presses_is_not_given_away() {
    let (game, tables, index) = (Checkers::default(), tables(), Checkers::TABLES.unwrap());
    let (known, mut tried) = (oracle(&tables), 0);
    for slice in index.groups(&game, 3).into_iter().flatten() {
        for number in (0..index.size(&game, slice)).step_by(97) {
            let Some(state) = index.state(&game, slice, number) else { continue };
            let (state, history) = at(&game, &format!("{}:H76", game.write_state(&state)));
            let late = game.outcome(&state).is_none()
                && matches!(known.ending(&game, &state, 3), Some(Ending::Win(plies)) if plies >= 4);
            if !late || !wins_in_time(&game, &*known, &state) {
                continue;
            }
            // What is cut by evaluations must not cut this.
            let cuts = "1-0:1:0:50/2-0:1:0:50/3-1:1:0:50/4-2:1:0:50/5-1:1:0:50";
            let selective = [("margin", "1"), ("probcut", "1"), ("cuts", cuts)];
            for more in [&[][..], &selective] {
                let given: Vec<_> = more.iter().chain(&[("depth", "6")]).copied().collect();
                let mut search = searching(&given, Some(&tables));
                let thought = think(&mut *search, &game, &state, &history, 1);
                let mut after = state;
                game.make(&mut after, thought.lines[0].moves[0]);
                assert!(loses_in_time(&game, &*known, &after), "{state:?} {:?}", thought.lines[0]);
            }
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}
