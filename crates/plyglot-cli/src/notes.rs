//! What is written and painted around a board alike in the terminal and in pictures.

use plyglot_core::{AnySession, Link, Player, Scene, Tint, seats};
use plyglot_lab::palette::{self, Colour, Ground, SeatColours};

use crate::words::counted;

/// So many connections are listed; a picture shows all.
const LISTED: usize = 12;

/// A line of counters per seat that has any, then those that belong to nobody.
pub(crate) fn counters(session: &dyn AnySession, scene: &Scene) -> Vec<(Option<Player>, String)> {
    let owners = seats(session.players()).map(Some).chain([None]);
    let line = |owner: Option<Player>| {
        let own = scene.counters.iter().filter(|counter| counter.owner == owner);
        let own: Vec<_> = own.map(|one| format!("{} {}", one.name, one.value)).collect();
        (!own.is_empty()).then(|| (owner, own.join(", ")))
    };
    owners.filter_map(line).collect()
}

/// What the signs mean that are on the board now.
pub(crate) fn signs(scene: &Scene) -> Vec<String> {
    let shown = |mark: char| {
        scene.cells.iter().any(|cell| cell.mark == Some(mark))
            || scene.pieces.iter().any(|piece| piece.owner.is_none() && piece.label == mark)
    };
    let legend = scene.legend.iter().filter(|(mark, _)| shown(*mark));
    legend.map(|(mark, means)| format!("{mark}  {means}")).collect()
}

/// What the signs on the board mean, and which cells are connected beyond it.
pub(crate) fn legend(scene: &Scene) -> Vec<String> {
    let mut lines = signs(scene);
    if scene.links.is_empty() {
        return lines;
    }
    let links: Vec<String> =
        scene.links.iter().take(LISTED).map(|link| connection(scene, link)).collect();
    lines.push(format!("{}:", transitions(scene)));
    lines.extend(links.chunks(3).map(|row| format!("  {}", row.join("   "))));
    let more = scene.links.len().saturating_sub(LISTED);
    if more > 0 {
        lines.push(format!("  and {more} more, which --svg draws and --json lists"));
    }
    lines
}

/// How many connections there are.
pub(crate) fn transitions(scene: &Scene) -> String {
    counted(scene.links.len() as u64, "transition", "transitions")
}

/// A connection in words: whoever leaves the first cell in that direction comes to the second.
fn connection(scene: &Scene, link: &Link) -> String {
    const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];
    let end = |(cell, degrees): (usize, u16)| {
        format!("{}{}", scene.cells[cell].name, ARROWS[usize::from(degrees / 45 % 8)])
    };
    format!("{} = {}", end(link.from), end(link.to))
}

/// The colour of an empty cell on a light page.
pub(crate) fn ground(tint: Tint, ground: &Ground, seats: &[SeatColours]) -> Colour {
    let [plain, dark] = ground.light;
    match tint {
        Tint::Plain => plain,
        Tint::Dark => dark,
        Tint::Special => plain.mixed(palette::SPECIAL[0], palette::SPECIAL_SHARE),
        Tint::Blocked => palette::BLOCKED[0],
        Tint::Base(seat) => plain.mixed(seats[seat.idx()].fill, palette::BASE_SHARE),
    }
}
