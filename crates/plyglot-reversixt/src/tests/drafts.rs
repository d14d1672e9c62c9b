//! Maps in the making: what is drawn is what is written, and the reader agrees with the problems told.

use plyglot_core::{Draft, DraftEdit, Rng, Symmetry, SymmetryKind};

use super::{hostile::damaged, random_map};
use crate::{ReversiXt, Settings, draft::EDITOR, options::MAPS};

fn draw(text: Option<&str>, kind: SymmetryKind, edits: &[DraftEdit]) -> Result<Draft, String> {
    let symmetry = Symmetry { kind, change_players: false };
    (EDITOR.draw)(text, symmetry, edits).map_err(|error| error.to_string())
}

fn drawn(text: &str, edits: &[DraftEdit]) -> Draft {
    draw(Some(text), SymmetryKind::None, edits).unwrap()
}

/// The reader of maps, with the sizes that drafts have.
fn accepted(text: &str) -> bool {
    ReversiXt::new(text, Settings { map_limit: 50, ..Settings::default() }).is_ok()
}

fn act(name: &str) -> DraftEdit {
    DraftEdit::Act { name: name.to_owned() }
}

fn number(name: &str, value: u32) -> DraftEdit {
    DraftEdit::Number { name: name.to_owned(), value }
}

fn paint(cells: &[usize], label: char) -> DraftEdit {
    DraftEdit::Paint { cells: cells.to_vec(), label }
}

fn resize(width: usize, height: usize) -> DraftEdit {
    DraftEdit::Resize { width, height, left: 0, top: 0 }
}

#[test]
fn built_in_maps_are_drafts_without_problems() {
    for (name, text) in MAPS {
        let draft = drawn(text, &[]);
        assert_eq!(draft.text, text, "{name}");
        assert!(draft.problems.is_empty() && draft.playable, "{name}: {:?}", draft.problems);
    }
}

#[test]
fn an_empty_map_becomes_the_usual_one() {
    let empty = draw(None, SymmetryKind::None, &[]).unwrap();
    assert!(empty.problems.is_empty() && !empty.playable);
    assert!(empty.warnings[0].what.contains("over before it begins"), "{:?}", empty.warnings);
    assert_eq!(drawn(&empty.text, &[act("start stones")]).text, MAPS[0].1);
    let torus = drawn(&empty.text, &[resize(6, 6), act("wrap around")]);
    assert!(torus.free.is_empty() && torus.scene.links.len() == 34, "{}", torus.text);
    let eight = [number("players", 8), resize(12, 10), act("start stones")];
    assert!(drawn(&empty.text, &eight).playable);
}

#[test]
fn edits_change_what_they_name_and_refuse_what_is_not_there() {
    let strip = "2\n0\n0 0\n1 4\n0 2 1 0\n";
    let link = DraftEdit::Link { from: (0, 270), to: (3, 90) };
    let linked = drawn(strip, std::slice::from_ref(&link));
    assert_eq!(linked.text, format!("{strip}0 0 6 <-> 3 0 2\n"));
    assert!(!linked.free.contains(&(0, 270)) && linked.free.contains(&(0, 0)));
    let refused =
        |edit: DraftEdit| draw(Some(&linked.text), SymmetryKind::None, &[edit]).unwrap_err();
    assert!(refused(link).contains("already has a neighbour in direction 6"));
    assert!(refused(DraftEdit::Link { from: (0, 0), to: (0, 0) }).contains("no effect"));
    assert!(refused(DraftEdit::Link { from: (0, 90), to: (3, 0) }).contains("direction 2"));
    assert!(refused(DraftEdit::Link { from: (0, 7), to: (3, 0) }).contains("no direction"));
    assert!(refused(DraftEdit::Unlink { end: (1, 0) }).contains("no transition"));
    assert!(refused(paint(&[4], 'b')).contains("no cell 4"));
    assert!(refused(paint(&[0], '3')).contains("none of 0, b, c, i, x, -, 1, 2"));
    assert!(refused(number("bombs", 256)).contains("from 0 to 255"));
    assert!(refused(number("lives", 3)).contains("none of players"));
    assert!(refused(resize(51, 1)).contains("up to 50"));
    let unlink = DraftEdit::Unlink { end: (3, 90) };
    assert_eq!(drawn(&linked.text, &[unlink]).text, strip);
    assert_eq!(drawn(&linked.text, &[paint(&[3, 0], '-')]).text, "2\n0\n0 0\n1 4\n- 2 1 -\n");
    let grown = DraftEdit::Resize { width: 5, height: 2, left: 1, top: 1 };
    let grown = drawn(strip, &[grown, number("bombs", 3), number("bomb radius", 2)]);
    assert_eq!(grown.text, "2\n0\n3 2\n2 5\n0 0 0 0 0\n0 0 2 1 0\n");
}

#[test]
fn every_problem_is_told_and_tidied() {
    let text = "9\n0\n256 0\n1 4\n0 5 1 -\n0 0 6 <-> 3 0 2\n0 0 0 <-> 9 0 2\n0 0 9 <-> 1 0 2\n\
                0 0 1 <-> 1 0 1\n1 0 1 <-> 2 0 1\n2 0 0 <-> 2 0 0\n";
    let draft = drawn(text, &[number("players", 2)]);
    let told: Vec<_> = draft.problems.iter().map(|problem| problem.what.as_str()).collect();
    let wanted = [
        "bombs: 256",
        "stones of player 5, but there are 2",
        "(3,0) is a hole",
        "(9,0) is outside",
        "direction 9",
        "(1,0) already has a neighbour in direction 2",
        "(1,0) already has a neighbour in direction 1",
    ];
    assert_eq!(told.len(), wanted.len(), "{told:?}");
    for (told, wanted) in told.iter().zip(wanted) {
        assert!(told.contains(wanted), "{told}, {wanted}");
    }
    assert_eq!(draft.problems[1].cells, [1]);
    let tidy = drawn(text, &[act("tidy")]);
    assert!(tidy.problems.is_empty(), "{:?}", tidy.problems);
    assert_eq!(tidy.text, "8\n0\n255 0\n1 4\n0 5 1 -\n0 0 1 <-> 1 0 1\n");
    assert!(
        drawn("2\n0\n0 0\n1 3\n1 2 0\n0 0 0 <-> 0 0 0\n", &[]).warnings[0]
            .what
            .contains("no effect")
    );
}

/// An edit of a map of some size; not always one that can be made.
fn random_edit(rng: &mut Rng, draft: &Draft) -> DraftEdit {
    let cell = |rng: &mut Rng| rng.below(draft.scene.cells.len() + 1);
    let side = |rng: &mut Rng| match draft.free.len() {
        0 => (0, 0),
        free => draft.free[rng.below(free)],
    };
    match rng.below(16) {
        0..6 => {
            let label = draft.palette[rng.below(draft.palette.len())].label;
            DraftEdit::Paint { cells: (0..rng.below(6)).map(|_| cell(rng)).collect(), label }
        }
        6..11 => DraftEdit::Link { from: side(rng), to: side(rng) },
        11 => DraftEdit::Unlink { end: (cell(rng), 45 * rng.below(9) as u16) },
        12 => DraftEdit::Resize {
            width: rng.below(9),
            height: 1 + rng.below(8),
            left: rng.below(5) as i32 - 2,
            top: rng.below(5) as i32 - 2,
        },
        13 => {
            let number = draft.numbers[rng.below(4)];
            DraftEdit::Number { name: number.name.to_owned(), value: rng.below(10) as u32 }
        }
        14 => act(draft.actions[rng.below(draft.actions.len())].0),
        _ => DraftEdit::Symmetrise,
    }
}

#[test]
fn whatever_is_drawn_the_reader_agrees_with_the_problems() {
    let mut rng = Rng::new(7);
    let (mut sound, mut unsound) = (0, 0);
    for round in 0..240 {
        let text = random_map(&mut rng, 1 + round % 7, 1 + round % 5, 30);
        let mut draft = drawn(&text, &[]);
        for step in 0..40 {
            let kind = SymmetryKind::ALL[rng.below(6)];
            let edit = random_edit(&mut rng, &draft);
            let text =
                if step % 3 == 0 { damaged(&mut rng, &draft.text) } else { draft.text.clone() };
            match draw(Some(&text), kind, &[edit]) {
                Ok(next) => draft = next,
                Err(_) => continue,
            }
            let sound_now = draft.problems.is_empty();
            assert_eq!(accepted(&draft.text), sound_now, "{:?} in\n{}", draft.problems, draft.text);
            assert_eq!(drawn(&draft.text, &[]), draft);
            assert!(sound_now || !draft.playable);
            if sound_now { sound += 1 } else { unsound += 1 }
        }
        assert!(drawn(&draft.text, &[act("tidy")]).problems.is_empty());
    }
    assert!(sound > 1000 && unsound > 50, "{sound} {unsound}");
}

/// Whether a map equals its images.
fn is_symmetric(draft: &Draft, symmetry: Symmetry) -> bool {
    let labels = |cell: usize| {
        let piece = draft.scene.pieces.iter().find(|piece| piece.cell == cell);
        let ground = (draft.scene.cells[cell].tint, draft.scene.cells[cell].mark);
        (ground, piece.map(|piece| (piece.kind, piece.owner)))
    };
    let links: Vec<_> = draft.scene.links.iter().map(|link| [link.from, link.to]).collect();
    symmetry.images(draft.width, draft.height, draft.players).iter().all(|image| {
        let moved = |(cell, degrees): (usize, u16)| (image.cell(cell), image.direction(degrees));
        let stone = |cell: usize| {
            let (ground, piece) = labels(cell);
            let turned = |own: plyglot_core::Player| plyglot_core::Player(image.seat(own.0));
            (ground, piece.map(|(kind, owner)| (kind, owner.map(turned))))
        };
        let mut cells = 0..draft.scene.cells.len();
        // What stands on an axis is its own image, whoever has it.
        cells.all(|cell| image.cell(cell) == cell || labels(image.cell(cell)) == stone(cell))
            && links.iter().all(|link| {
                let [from, to] = link.map(moved);
                links.contains(&[from, to]) || links.contains(&[to, from])
            })
    })
}

#[test]
fn what_is_drawn_with_a_symmetry_is_symmetric() {
    let mut rng = Rng::new(3);
    let mut links = 0;
    for round in 0..120 {
        let kind = SymmetryKind::ALL[round % 6];
        let change_players = round % 4 > 1;
        // Where both mirrors meet a stone of a player, two images of it may be one cell.
        let symmetry =
            Symmetry { kind, change_players: change_players && kind != SymmetryKind::Both };
        let size = 2 * (1 + rng.below(4));
        let (width, height) = if round % 2 == 0 { (size, size) } else { (size + 1, size + 1) };
        let start = [resize(width, height), number("players", 2 + rng.below(7) as u32)];
        let draw = |text: Option<&str>, edits: &[DraftEdit]| (EDITOR.draw)(text, symmetry, edits);
        let mut draft = draw(None, &start).unwrap();
        for _ in 0..30 {
            let edit = random_edit(&mut rng, &draft);
            let painting = matches!(edit, DraftEdit::Paint { .. } | DraftEdit::Link { .. });
            let unlinking = matches!(edit, DraftEdit::Unlink { .. } | DraftEdit::Symmetrise);
            if !painting && !unlinking {
                continue;
            }
            if let Ok(next) = draw(Some(&draft.text), std::slice::from_ref(&edit)) {
                draft = next;
            }
            assert!(is_symmetric(&draft, symmetry), "{symmetry:?} {edit:?}\n{}", draft.text);
        }
        links += draft.scene.links.len();
    }
    assert!(links > 100, "{links}");
}

#[test]
fn any_map_can_be_made_symmetric() {
    let mut rng = Rng::new(9);
    for round in 0..60 {
        let text = random_map(&mut rng, 6, 6, 40);
        let symmetry = Symmetry { kind: SymmetryKind::ALL[round % 6], change_players: false };
        let draft = (EDITOR.draw)(Some(&text), symmetry, &[DraftEdit::Symmetrise]).unwrap();
        assert!(is_symmetric(&draft, symmetry), "{symmetry:?}\n{text}\n{}", draft.text);
        assert!(draft.problems.is_empty());
    }
    let corner = |kind, players: u32| {
        let symmetry = Symmetry { kind, change_players: true };
        let edits = [resize(3, 3), number("players", players), paint(&[0], '1')];
        let text = (EDITOR.draw)(None, symmetry, &edits).unwrap().text;
        text.lines().skip(4).collect::<Vec<_>>().join("/").replace(' ', "")
    };
    assert_eq!(corner(SymmetryKind::QuarterTurn, 4), "102/000/403");
    assert_eq!(corner(SymmetryKind::QuarterTurn, 8), "103/000/705");
    assert_eq!(corner(SymmetryKind::QuarterTurn, 3), "101/000/101");
    assert_eq!(corner(SymmetryKind::HalfTurn, 4), "100/000/003");
    assert_eq!(corner(SymmetryKind::Both, 2), "102/000/201");
    assert_eq!(corner(SymmetryKind::Both, 4), "102/000/304");
    assert_eq!(corner(SymmetryKind::LeftRight, 5), "101/000/000");
}
