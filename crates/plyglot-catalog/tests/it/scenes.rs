//! What the games tell drawings and readers of their boards.

use plyglot_core::{Change, Piece, Player, Rng, Setup, Tint, seats};

use super::open;

/// A row of four tiles whose ends are linked, and one bomb.
const BOMBS: &str = "state phase=2 turn=1 overrides=0,0 bombs=1,0 out=-\n2\n0\n1 1\n1 4\n1 2 c 2\n\
                     0 0 6 <-> 3 0 2\n";

/// The changes that a ply makes to the pieces of a position, in words.
fn changes(spec: &str, position: &str, ply: &str) -> Vec<String> {
    let mut session = open(spec);
    session.set_position(position).unwrap();
    session.play(ply).unwrap();
    let scene = session.scene();
    let name = |cell: &usize| scene.cells[*cell].name.clone();
    let piece = |piece: &Piece| {
        let owner = piece.owner.map_or("no".to_owned(), |Player(seat)| seat.to_string());
        format!("{owner} {} {}", piece.kind, name(&piece.cell))
    };
    let told = |change: &Change| match change {
        Change::Moved(route) => Some(route.iter().map(name).collect::<Vec<_>>().join(" ")),
        Change::Placed(new) => Some(format!("+ {}", piece(new))),
        Change::Removed(old) => Some(format!("- {}", piece(old))),
        Change::Converted { to, .. } => Some(format!("now {}", piece(to))),
        Change::Promoted { to, .. } => Some(format!("better {}", piece(to))),
        Change::Ground { cell, .. } => Some(format!("ground {}", name(cell))),
        Change::Unlinked(link) => Some(format!("cut {} {}", name(&link.from.0), name(&link.to.0))),
        Change::Linked(_) | Change::Counted { .. } | Change::Phase(_) => None,
    };
    session.changes().iter().filter_map(told).collect()
}

#[test]
fn a_ply_tells_what_it_changes() {
    let king = changes("checkers", "B:W26,15:B10,22", "22x31");
    assert_eq!(king, ["22 31", "- 1 man 26", "better 0 king 31"]);
    let round = "W:WK12:B8,15,16,7";
    assert_eq!(changes("checkers", round, "12x3x10x19x12")[0], "12 3 10 19 12");
    let jump = changes("chexers", "gggg/5/6/rb5/r4b/r3b/r2b r 0,0,0 0", "JUMP(-3,0)(-1,0)");
    assert_eq!(jump, ["(-3,0) (-1,0)", "now 0 piece (-2,0)"]);
    let flip = changes("reversi(size=4)", "-----OX--XO----- X", "b1");
    assert_eq!(flip, ["+ 0 stone b1", "now 0 stone b2"]);
    let drop = changes("dala", "....../....../..oo../..xx../....../...... x 10 10 0 4", "b3xc4");
    assert_eq!(drop, ["+ 0 piece b3", "- 1 piece c4"]);
}

#[test]
fn a_bomb_tells_the_stones_tiles_and_links_that_go() {
    let bomb = changes("reversixt", BOMBS, "0,0,0");
    // Across the link the blast reaches the far end, too.
    let gone = ["- 0 stone 0,0", "- 1 stone 1,0", "- 1 stone 3,0"];
    let ground = ["ground 0,0", "ground 1,0", "ground 3,0", "cut 0,0 3,0"];
    assert_eq!(bomb, [&gone[..], &ground].concat());
}

#[test]
fn a_chain_of_hops_is_told_hop_by_hop() {
    let (mut session, mut longest) = (open("halma(variant=duel8)"), 0);
    let mut rng = Rng::new(3);
    while session.played().len() < 200 && session.play_random(&mut rng) {
        let scene = session.scene();
        for change in session.changes() {
            let Change::Moved(route) = change else { continue };
            longest = longest.max(route.len());
            for leg in route.windows(2) {
                let [from, to] = [leg[0], leg[1]].map(|cell| &scene.cells[cell]);
                let (dx, dy) = ((from.x - to.x).abs(), (from.y - to.y).abs());
                assert!(dx.max(dy) == 2.0 && dx * dy != 2.0 || dx.max(dy) == 1.0, "{route:?}");
            }
        }
    }
    assert!(longest > 3, "{longest}");
}

/// What is said after plies from a position.
fn said(spec: &str, position: &str, plies: &[&str]) -> String {
    let mut session = open(spec);
    session.set_position(position).unwrap();
    plies.iter().for_each(|ply| session.play(ply).unwrap());
    session.says()
}

#[test]
fn plies_passes_and_ends_are_told_in_words() {
    assert_eq!(open("chexers").says(), "Red to move.");
    let board = "gggg/5/6/rb5/r4b/r3b/r2b r 0,0,0 0";
    let jump = said("chexers", board, &["JUMP(-3,0)(-1,0)"]);
    assert_eq!(jump, "Red (-3,0) to (-1,0), converts 1 blue. Green to move.");
    let exit = said("chexers", "3r/5/6/6x/6/5/4 r 1,0,0 0", &["EXIT(3,-3)"]);
    assert_eq!(exit, "Red (3,-3) leaves the board. Green must pass: it has no piece left.");
    let king = said("checkers", "B:W26,15:B10,22", &["22x31"]);
    assert_eq!(king, "Black 22 to 31, takes 1 white, becomes king. White to move.");
    let last = said("checkers", "B:W26:B22", &["22x31"]);
    assert!(last.ends_with("becomes king. Black wins (no-moves)."), "{last}");
    let capture = "....../....../..oo../..xx../....../...... x 10 10 0 4";
    assert_eq!(said("dala", capture, &["b3xc4"]), "X on b3, takes 1 o. O to move.");
    let ends = said("reversi(size=4)", "XXXXXXXXXXXXXXO- X", &["d4"]);
    assert_eq!(ends, "Black on d4, converts 1 white. Black wins: stones 16,0, rank 1,2.");
    let start = open("halma(variant=duel8)").position();
    let hop = said("halma(variant=duel8)", &start, &["c1-e1"]);
    assert_eq!(hop, "Player 0 c1 to e1. Player 1 to move.");
    let bomb = said("reversixt", BOMBS, &["1,0,0"]);
    let did = "Player 1 bombs 1,0, takes 1 of player 2, loses 1, closes 3 cells.";
    assert_eq!(bomb, format!("{did} Player 2 wins: stones 0,1, rank 2,1."));
}

#[test]
fn cells_are_told_with_what_stands_on_them() {
    let told = |spec: &str, position: &str, cell: &str| {
        let mut session = open(spec);
        session.set_position(position).unwrap();
        let cell = session.scene().cells.iter().position(|one| one.name == cell);
        session.describe(cell.unwrap())
    };
    assert_eq!(told("checkers", "B:WK18:B1", "18"), "18, white king");
    assert_eq!(told("reversixt", BOMBS, "1,0"), "1,0, player 2 stone");
    assert_eq!(
        told("dala", "....../....../..oo../..xx../....../...... x 10 10 0 4", "a1"),
        "a1, empty"
    );
}

#[test]
fn who_waits_has_moves_to_prepare() {
    let mut session = open("chexers");
    let premoves = session.premoves(Player(2));
    assert!(session.premoves(Player(0)).is_empty() && session.premoves(Player(7)).is_empty());
    session.play("MOVE(-3,0)(-2,0)").unwrap();
    session.play("MOVE(0,-3)(0,-2)").unwrap();
    // Nothing that red and green did stands in blue's way.
    assert_eq!(premoves, session.click_paths());
    let mut halma = open("halma");
    halma.play("0 (3,0) (5,0)").unwrap_or_else(|_| halma.play("0 (2,0) (4,0)").unwrap());
    assert!(halma.mid_turn() && halma.premoves(Player(1)).is_empty());
}

#[test]
fn passes_and_skipped_players_have_reasons() {
    let alone = "-OX---------XO-- X";
    let pass = said("reversi(size=4,pass=move)", alone, &["a1"]);
    assert_eq!(pass, "Black on a1, converts 1 white. White must pass: it has no move.");
    let passed = said("reversi(size=4,pass=move)", alone, &["a1", "pass"]);
    assert_eq!(passed, "White passes. Black to move.");
    let skipped = said("reversi(size=4)", alone, &["a1"]);
    assert_eq!(skipped, "Black on a1, converts 1 white. White is skipped. Black to move.");
    let mut round = open("halma(order=clockwise)");
    for ply in ["0 (3,0) (4,0)", "0 null null", "1 (12,0) (11,0)", "1 null null"] {
        let _ = round.play(ply);
    }
    assert!(round.skipped().is_empty() && round.to_move() == Player(3), "{}", round.says());
}

#[test]
fn every_seat_sees_its_base_at_the_same_place() {
    for spec in ["chexers", "halma", "halma(variant=duel8)", "halma(order=clockwise)"] {
        let session = open(spec);
        let scene = session.scene();
        let (width, height) =
            scene.cells.iter().fold((0f32, 0f32), |(x, y), cell| (x.max(cell.x), y.max(cell.y)));
        let seen = |seat: Player| {
            let angle = f32::from(session.orientation(seat)).to_radians();
            let own = scene.cells.iter().filter(|cell| cell.tint == Tint::Base(seat));
            let mut places: Vec<_> = own
                .map(|cell| {
                    let (x, y) = (cell.x - width / 2.0, cell.y - height / 2.0);
                    let turned =
                        (x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos());
                    ((turned.0 * 100.0).round() as i32, (turned.1 * 100.0).round() as i32)
                })
                .collect();
            places.sort_unstable();
            places
        };
        let first = seen(Player(0));
        assert!(seats(session.players()).all(|seat| seen(seat) == first), "{spec}");
    }
}

#[test]
fn edited_boards_are_judged_by_the_reader_of_positions() {
    let refused = |spec: &str, edit: &dyn Fn(&mut Setup)| {
        let mut session = open(spec);
        let (before, mut setup) = (session.position(), session.setup().unwrap());
        edit(&mut setup);
        let error = session.set_setup(&setup).unwrap_err().to_string();
        assert_eq!(session.position(), before);
        error
    };
    let crown = refused("checkers(men_on_crown_row=strict)", &|setup| setup.cells[1] = 'w');
    assert!(crown.contains("the white man on 1 stands on its crown row"), "{crown}");
    let light = refused("checkers", &|setup| setup.cells[0] = 'w');
    assert!(light.contains("cell 0 holds nothing"), "{light}");
    let unknown = refused("dala", &|setup| setup.cells[7] = '\n');
    assert!(unknown.contains("on cell 7 is none of ., x, o"), "{unknown}");
    let reserve = refused("dala", &|setup| setup.counters[0].0.value = -1);
    assert!(reserve.contains("a reserve from 0 to 12"), "{reserve}");
    let turn = refused("chexers", &|setup| setup.turn = Some(Player(2)));
    assert!(turn.contains("it is red's turn at ply 0"), "{turn}");
    let piece = refused("halma", &|setup| setup.cells[0] = '.');
    assert!(piece.contains("player 0 has 12 pieces"), "{piece}");
    let phase = refused("reversixt", &|setup| setup.stage = 1);
    assert!(phase.contains("is to throw a bomb, but has none"), "{phase}");
    let foreign = open("reversi").setup().unwrap();
    let other = refused("dala", &|setup| *setup = foreign.clone());
    assert!(other.contains("another board"), "{other}");
}

#[test]
fn a_board_is_edited_cell_by_cell() {
    let mut session = open("reversixt(map=plain4)");
    let mut setup = session.setup().unwrap();
    (setup.cells[0], setup.cells[15], setup.turn) = ('c', '-', Some(Player(1)));
    setup.counters.iter_mut().filter(|(own, _)| own.name == "bombs").for_each(|c| c.0.value = 2);
    session.set_setup(&setup).unwrap();
    let scene = session.scene();
    assert_eq!((scene.cells[0].mark, scene.cells[15].tint), (Some('c'), Tint::Blocked));
    assert_eq!(session.to_move(), Player(1));
    assert!(session.describe(0).starts_with("0,0, choice"), "{}", session.describe(0));
    assert!(session.position().contains("bombs=2,2"));
    let mut halma = open("halma");
    halma.play("0 (3,0) (5,0)").unwrap_or_else(|_| halma.play("0 (2,0) (4,0)").unwrap());
    assert!(halma.setup().is_none(), "in the middle of a turn");
}
