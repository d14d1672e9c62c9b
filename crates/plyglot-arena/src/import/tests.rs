use plyglot_core::{FileGame, Heading, options::no_files};

use super::*;

fn reversi() -> (Catalog, Opened) {
    let catalog = Catalog::standard();
    let opened = catalog.open("reversi(size=4)", &no_files).unwrap();
    (catalog, opened)
}

fn game(plies: &[&str], ranks: &[u8]) -> ReadGame {
    let plies = plies.iter().map(|ply| (*ply).to_owned()).collect();
    let heading = Heading { ranks: ranks.to_vec(), ..Heading::default() };
    ReadGame { game: FileGame { plies, heading, ..FileGame::default() }, ..ReadGame::default() }
}

#[test]
fn a_stated_result_must_be_one() {
    let (catalog, opened) = reversi();
    let ply = opened.session.legal().remove(0);
    let judged = |ranks: &[u8]| judge(&catalog, &opened, &game(&[&ply], ranks), &no_files);
    assert_eq!(judged(&[2, 1]).unwrap().record.result.ranks, [2, 1]);
    for bad in [&[1][..], &[2, 2], &[1, 3], &[0, 1], &[1, 1, 1]] {
        let why = judged(bad).unwrap_err().why;
        assert!(why.contains("expected one of each of 2 seats"), "{why}");
    }
    assert!(judged(&[]).unwrap_err().why.contains("no result"));
}

#[test]
fn rules_that_a_game_brings_are_its_own() {
    let (catalog, opened) = reversi();
    let other = ReadGame { rules: Some("dala".to_owned()), ..game(&["c3"], &[1, 2]) };
    let refused = judge(&catalog, &opened, &other, &no_files).unwrap_err();
    assert_eq!(refused.to_string(), "it is a game of dala, not of reversi");
    let large = ReadGame { rules: Some("reversi".to_owned()), ..game(&["d3"], &[1, 1]) };
    let judged = judge(&catalog, &opened, &large, &no_files).unwrap();
    assert!(judged.job.game.contains("size=8"), "{}", judged.job.game);
    assert_eq!(judged.job.agents.len(), 1, "both are unknown");
    assert_ne!(judged.job.id(), Job { imported: None, ..judged.job.clone() }.id());
}
