//! Tests: files of counts and games, the laws on many maps, corner cases by hand, hostile text, evaluations, drafts,
//! maps made up by a seed.

mod corners;
mod drafts;
mod eval;
mod features;
mod generate;
mod hostile;
mod laws;
mod log;
mod text;
mod vectors;

use plyglot_core::{AnySession, Game, Notation, Rng, Session};

use crate::{ReversiXt, Settings, State, map::DIRECTIONS, options};

/// The game on a text, under default settings.
fn game(text: &str) -> ReversiXt {
    ReversiXt::new(text, Settings::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The game on a built-in map.
fn builtin(name: &str) -> ReversiXt {
    game(options::builtin(name))
}

/// A session at the start of a text.
fn session(text: &str) -> Session<ReversiXt> {
    Session::new(game(text))
}

/// The legal moves as one text.
fn legal(session: &Session<ReversiXt>) -> String {
    session.legal().join(" ")
}

/// The rows of tiles in a position, without spaces, joined by `/`.
fn rows(session: &Session<ReversiXt>) -> String {
    let text = session.position();
    let rows = text.lines().skip(5).filter(|line| !line.contains("<->"));
    rows.map(|row| row.replace(' ', "")).collect::<Vec<_>>().join("/")
}

/// The first line of a position.
fn head(session: &Session<ReversiXt>) -> String {
    session.position().lines().next().unwrap_or_default().to_owned()
}

fn pick<'a>(rng: &mut Rng, among: &[&'a str]) -> &'a str {
    among[rng.below(among.len())]
}

/// A random map text. Every end without a neighbour is joined to another with a chance of `joined`
/// percent.
fn random_map(rng: &mut Rng, width: usize, height: usize, joined: usize) -> String {
    let players = 2 + rng.below(7);
    let stones: Vec<String> = (1..=players).map(|player| player.to_string()).collect();
    let filled = 20 + rng.below(60);
    let tiles: Vec<&str> = (0..width * height)
        .map(|_| match rng.below(100) {
            roll if roll < filled => stones[rng.below(players)].as_str(),
            roll if roll % 4 == 0 => pick(rng, &["b", "c", "i", "x", "-"]),
            _ => "0",
        })
        .collect();
    let head = format!("{players}\n{}\n{} {}", rng.below(3), rng.below(3), rng.below(3));
    let mut text = format!("{head}\n{height} {width}\n");
    for row in tiles.chunks(width) {
        text += &format!("{}\n", row.join(" "));
    }
    let mut ends = free_ends(&tiles, width);
    for idx in (1..ends.len()).rev() {
        ends.swap(idx, rng.below(idx + 1));
    }
    for pair in ends.chunks_exact(2).filter(|_| rng.below(100) < joined) {
        text += &format!("{} <-> {}\n", pair[0], pair[1]);
    }
    text
}

/// The places where transitions may end.
fn free_ends(tiles: &[&str], width: usize) -> Vec<String> {
    let height = tiles.len() / width;
    let tile = |x: isize, y: isize| {
        let inside = x >= 0 && y >= 0 && x < width as isize && y < height as isize;
        inside && tiles[y as usize * width + x as usize] != "-"
    };
    let mut ends = Vec::new();
    for (x, y) in (0..height as isize).flat_map(|y| (0..width as isize).map(move |x| (x, y))) {
        for (direction, (dx, dy)) in DIRECTIONS.iter().enumerate() {
            if tile(x, y) && !tile(x + dx, y + dy) {
                ends.push(format!("{x} {y} {direction}"));
            }
        }
    }
    ends
}

/// The same position with holes added to the right and below, so that it is too large for bit sets.
fn enlarged(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let head = usize::from(text.starts_with("state")) + 3;
    let size: Vec<usize> = lines[head].split(' ').map(|n| n.parse().unwrap()).collect();
    let (height, width) = (size[0], size[1]);
    lines[head] = format!("{} {}", height + 9, width + 9);
    for row in &mut lines[head + 1..=head + height] {
        row.push_str(&" -".repeat(9));
    }
    let below = vec!["-"; width + 9].join(" ");
    lines.splice(head + height + 1..head + height + 1, std::iter::repeat_n(below, 9));
    lines.join("\n") + "\n"
}

/// Plays a random game to its end.
fn play_out(game: &ReversiXt, state: &mut State, rng: &mut Rng) -> u32 {
    let mut plies = 0;
    while let Some(mv) = game.random_move(state, &mut Vec::new(), rng) {
        game.make(state, mv);
        plies += 1;
    }
    assert!(game.outcome(state).is_some(), "{}", game.write_state(state));
    plies
}
