//! What the games tell drawings and readers of their boards.

use plyglot_core::{Change, Piece, Player, Rng};

use super::open;

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
    let map = "state phase=2 turn=1 overrides=0,0 bombs=1,0 out=-\n2\n0\n1 1\n1 4\n1 2 c 2\n\
               0 0 6 <-> 3 0 2\n";
    let bomb = changes("reversixt", map, "0,0,0");
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
