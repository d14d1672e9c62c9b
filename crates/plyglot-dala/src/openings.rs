//! Openings from which neither player has much the better game.
//!
//! From the bare centre the first player wins nearly all games between equals, so matches begin with
//! two more drops each. 1100 such openings in which nobody scores were drawn at random. Those below
//! are the ones that alpha-beta held even after 600 thousand nodes (-70 to 35 hundredths of a piece
//! for the first player) and after 2.5 million (-60 to 40), and that each seat won at least once in
//! two or four games between variants of alpha-beta. No other player had a part in the choice, and
//! none is the image of another.

/// The openings, each as eight plies.
pub(crate) fn openings() -> impl Iterator<Item = Vec<String>> {
    TABLE.lines().flat_map(|line| {
        let (centre, rest) = line.split_once(' ').unwrap_or((line, ""));
        rest.split(' ').map(move |drops| plies(centre).chain(plies(drops)).collect())
    })
}

/// The squares of a text of drops, each two letters long.
fn plies(drops: &str) -> impl Iterator<Item = String> {
    drops.as_bytes().chunks(2).map(|square| String::from_utf8_lossy(square).into_owned())
}

/// The four drops in the centre, then the next four to choose from.
const TABLE: &str = "\
c3c4d3d4 a1a4f1c6 a1a6c6d6 a1b2a3f3 a1b3b5f5 a1b3f2f4 a1b5c6e5 a1b5c6e6 a1c1f5c2 a1c6a4f5
c3c4d3d4 a1d1f6e3 a1f2c5f3 a2a1a3c6 a2a3a6e5 a2a3b6b2 a2b2b4b5 a2b2e1e2 a2b2f2e5 a2b3a4b5
c3c4d3d4 a2b5a6b6 a2c1d6c5 a2c2f6d1 a2d6e2f6 a2e3b6f1 a3a1d6b6 a3b2a5e2 a3b2b1c1 a3b3b6e1
c3c4d3d4 a3c1a5c6 a3c2e1e2 a3d1b3f1 a3d2a6f4 a3d2c2d6 a3d5b4f3 a3e5c6f4 a4a6d6d2 a4b1a6e5
c3c4d3d4 a4b3f6f4 a4c1f6f5 a4d2f6f3 a4e1a5e3 a4e2b6f3 a4e3e6f4 a5a4e6c5 a5b2c5b5 a5b3b6d1
c3c4d3d4 a5b3e1e2 a5b5e5d2 a5b6f5d1 a5c2c1e6 a5c6b6d2 a5c6d1e3 a6a3d6b3 a6c2d1d5 a6d2b2e2
c3c4d3d4 a6d6e4e5 a6e5e2f5 b1b2c6e6 b5a2e6b3 b5b2d1b3 b5b3c5d5 b5c5e6d2 b5d5d2e5 b6b2c6e5
c3c4d3d4 b6d2c1e3 b6d6c1f6 c1c2c6d1 c1d5c5e5
c3c4d4d3 a1a2b5b4 a1a2f4e4 a1a4f4b2 a1a5d1e6 a1b3d1d6 a1b3f2f4 a1b4e6f2 a1b4f5f4 a1c5e6f4
c3c4d4d3 a1c6b6f4 a1c6d2d6 a2a1e6e3 a2a1f1c2 a2b1e5c2 a2b2b4d1 a2b3f2e6 a2b3f2f1 a2c1e3e2
c3c4d4d3 a2c2d2e6 a2c2e2e5 a2c2f3e5 a2c6e4d2 a2d1c5f2 a3b2f1b5 a3b4d1d2 a4a2f3c2 a4a5f1b4
c3c4d4d3 a4a5f1e4 a4b1e5c2 a4b2d1c6 a4b3c6f3 a4b4d2c6 a4b4e1e6 a4b5b6d1 a4c2a5e2 a4c2c6d1
c3c4d4d3 a4c5e5e1 a4d2a5e4 a4e2b5e4 a5a2f2c5 a5a3e4b3 a5a4e5b2 a5a6b6c2 a5a6e4c5 a5b6f2d5
c3c4d4d3 a5c1a6e3 a5c2b5d2 a5d1c2e3 a5d5d2f4 a5d6a6e4 a6a2e4b3 a6b4c2c1 b2b4e3d5";
