//! Selective search: numbers that say nothing change nothing, others save nodes, and where they have no say they
//! are not asked.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{Control, Game, History, NoClock, Order};

use super::{
    alphabeta::{Shuffled, trees},
    plain,
    tree::{Node, Tree, Values},
};
use crate::{
    CutSide, Fitted, Pair, Params, Search, Selection, Task, Thought, cut::Cuts, deepen::AlphaBeta,
    view::InTurn,
};

/// Calls all moves noisy, as if every one were a capture.
struct Loud;

impl Order<Tree> for Loud {
    fn priority(&self, _game: &Tree, _state: &Node, _mv: u8) -> i32 {
        0
    }
    fn is_noisy(&self, _game: &Tree, _state: &Node, _mv: u8) -> bool {
        true
    }
}

fn pairs(depths: impl Iterator<Item = (u32, u32)>, deviation: f64) -> Fitted {
    let pair = |(depth, check)| Pair { depth, check, slope: 1.0, shift: 0.0, deviation };
    Fitted(Some(depths.map(|own| pair(own).to_string()).collect::<Vec<_>>().join("/")))
}

/// Every depth by one of the same parity, the nearest to the leaves by the evaluation.
fn selection(probcut: f64, margin: f64, deviation: f64) -> Selection {
    let depths = [(1, 0), (2, 0), (3, 1), (4, 2), (5, 1), (6, 2)];
    Selection {
        probcut,
        margin,
        cuts: pairs(depths.into_iter(), deviation),
        ..Selection::default()
    }
}

fn think(params: &Params, order: Option<Box<dyn Order<Tree>>>, at: &(Tree, Node)) -> Thought<u8> {
    let mut search =
        AlphaBeta::<Tree, InTurn, Values>::new(Box::new(Values), order, params.clone()).unwrap();
    let (stop, history) = (AtomicBool::new(false), History::default());
    let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
    let (game, state) = at;
    let task = Task { game, state, history: &history, only: &[], lines: 1, seed: 7 };
    search.think(&task, &mut control, &mut |_| {})
}

fn nodes(params: &Params, order: fn() -> Option<Box<dyn Order<Tree>>>) -> u64 {
    trees().iter().map(|at| think(params, order(), at).nodes).sum()
}

fn shuffled() -> Option<Box<dyn Order<Tree>>> {
    Some(Box::new(Shuffled))
}

fn base() -> Params {
    Params { pvs: true, ..Params::plain(6) }
}

#[test]
fn numbers_that_say_nothing_change_no_value() {
    for at in &trees() {
        let expected = plain::paranoid(&at.0, &at.1, 5, at.0.to_move(&at.1)) as f64;
        for tt in [0, 1] {
            let selection = selection(2.0, 2.0, 1e6);
            let params = Params { tt, depth: 5, deepen: tt == 1, selection, ..base() };
            assert_eq!(think(&params, shuffled(), at).lines[0].value, expected, "{at:?}");
        }
    }
}

#[test]
fn every_kind_of_cut_saves_nodes() {
    let whole = nodes(&base(), shuffled);
    let with = |selection| nodes(&Params { selection, ..base() }, shuffled);
    let (checked, judged) = (with(selection(1.0, 0.0, 1.0)), with(selection(0.0, 1.0, 1.0)));
    assert!(10 * checked < 9 * whole && 10 * judged < 9 * whole, "{checked} {judged} {whole}");
    // The less is asked for, the more is cut; and on one side less than on both.
    let bold = with(selection(0.01, 0.0, 100.0));
    let careful = with(selection(3.0, 0.0, 100.0));
    let high = with(Selection { cut_side: CutSide::High, ..selection(0.01, 0.0, 100.0) });
    assert!(bold < careful && careful < whole, "{bold} {careful} {whole}");
    assert!(bold < high && high < whole, "{bold} {high} {whole}");
}

#[test]
fn nothing_is_cut_where_all_moves_are_noisy() {
    let loud = || Some(Box::new(Loud) as Box<dyn Order<Tree>>);
    let cut = Params { selection: selection(1.0, 1.0, 0.0), ..base() };
    assert_eq!(nodes(&cut, loud), nodes(&base(), loud));
}

#[test]
fn what_was_cut_is_not_proven() {
    let (mut proven, mut after_cuts) = (0, 0);
    for at in trees().iter().filter(|at| at.0.teams == 2) {
        let whole = Params { deepen: true, depth: 8, ..base() };
        proven += u32::from(think(&whole, None, at).proven);
        let cut = Params { selection: selection(1.0, 0.0, 5.0), ..whole };
        after_cuts += u32::from(think(&cut, None, at).proven);
    }
    assert!(proven > 0 && after_cuts == 0, "{proven} {after_cuts}");
}

#[test]
fn a_node_without_a_move_to_try_first_costs_a_ply_less() {
    let with = |tt, iir| {
        let selection = Selection { iir, ..Selection::default() };
        nodes(&Params { tt, deepen: true, selection, ..base() }, shuffled)
    };
    assert!(with(1, 3) < with(1, 0));
    assert_eq!(with(0, 3), with(0, 0), "without a table no node has one");
}

#[test]
fn reductions_grow_with_depth_and_place() {
    let cuts = |lmr, lmr_log| {
        let selection = Selection { lmr_log, ..Selection::default() };
        Cuts::new(&Params { lmr, selection, ..Params::plain(9) }).unwrap()
    };
    assert!(cuts(2, 0.0).is_none(), "what is off costs nothing");
    let cuts = cuts(1, 0.6).unwrap();
    let at = |depth, place| cuts.reduction(depth, place).unwrap();
    assert_eq!([at(12, 0), at(12, 2), at(2, 9)], [0, 0, 0]);
    assert_eq!([at(3, 3), at(8, 4), at(12, 12), at(60, 60)], [1, 1, 3, 10]);
    assert!((3..64).all(|depth| (3..64).all(|place| at(depth, place) + 2 <= depth)));
    assert_eq!(at(500, 500), at(63, 63));
}

#[test]
fn lists_are_read_as_they_are_written() {
    let text = "1-0:1.5:-2.25:30/4-2:0.97:12:250.5";
    let read = Pair::read_list(text).unwrap();
    let second = Pair { depth: 4, check: 2, slope: 0.97, shift: 12.0, deviation: 250.5 };
    assert_eq!((read.len(), read[1]), (2, second));
    assert_eq!(read.iter().map(Pair::to_string).collect::<Vec<_>>().join("/"), text);
    for wrong in [
        "",
        "4",
        "4-2",
        "4-2:1:2",
        "4-2:1:2:3:4",
        "4-4:1:2:3",
        "4-6:1:2:3",
        "x-2:1:2:3",
        "4-2:0:2:3",
        "4-2:-1:2:3",
        "4-2:1:2:-3",
        "4-2:1:nan:3",
        "4-2:1:2:inf",
        "4-2:1:2:3/",
        "201-2:1:2:3",
    ] {
        let error = Pair::read_list(wrong).unwrap_err().0;
        assert!(
            error.starts_with("option cuts: ") && error.contains("4-2:0.97:-12:250"),
            "{error}"
        );
    }
    let many = vec!["4-2:1:2:3"; 300].join("/");
    assert!(Pair::read_list(&many).unwrap_err().0.contains("at most 256 pairs, found 300"));
}

#[test]
fn a_confidence_needs_numbers() {
    for (probcut, margin, name) in [(1.5, 0.0, "probcut=1.5"), (0.0, 2.0, "margin=2")] {
        let selection = Selection { probcut, margin, ..Selection::default() };
        let params = Params { selection, ..Params::plain(4) };
        let made = AlphaBeta::<Tree, InTurn, Values>::new(Box::new(Values), None, params);
        let error = made.err().unwrap().0;
        assert!(error.contains(name) && error.contains("plyglot fit-cuts"), "{error}");
    }
}

#[test]
fn numbers_are_read_though_nothing_asks_for_them() {
    for wrong in ["xx", "1-0:nan:0:1"] {
        let cuts = Fitted(Some(wrong.to_owned()));
        let selection = Selection { cuts, ..Selection::default() };
        let error = Cuts::new(&Params { selection, ..Params::plain(4) }).err().unwrap().0;
        assert!(error.contains(wrong) && error.contains("4-2:0.97:-12:250"), "{error}");
    }
    let selection = selection(0.0, 0.0, 1.0);
    assert!(Cuts::new(&Params { selection, ..Params::plain(4) }).unwrap().is_none());
}
