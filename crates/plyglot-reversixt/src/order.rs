//! Which moves to try first: the places that are hardest to lose, then what gives most.

use plyglot_core::{Game, Order, OrderEntry};

use crate::{
    Move, ReversiXt, State,
    board::Board,
    eval::terrain::is_edge,
    map::{BONUS, CHOICE, Content, INVERSION, STONE, is_free, is_occupied},
    moves::TAKE_OVERRIDE,
};

/// The orderings by name.
pub(crate) const ORDERS: &[OrderEntry<ReversiXt>] = &[OrderEntry {
    name: "default",
    about: "corners, special tiles and edges first, override stones last; bombs among the enemies",
    build: || Box::new(Places),
}];

/// What a tile protected along 0 to 4 axes is good for.
const PROTECTED: [i32; 5] = [0, 2, 5, 10, 60];
/// Beside a free corner.
const BESIDE_SAFE: i32 = -15;
/// A tile that gives a bomb or an override stone.
const GIVES: i32 = 50;
/// An override stone is spent.
const SPENDS: i32 = -40;

/// Prefers moves by their places.
struct Places;

impl Order<ReversiXt> for Places {
    fn priority(&self, game: &ReversiXt, state: &State, mv: Move) -> i32 {
        match mv {
            Move::Place { square, choice } => placing(game, state, square as usize, choice),
            Move::Bomb { square } => bombing(game, state, square as usize),
            Move::Pass | Move::Disqualify(_) => 0,
        }
    }

    fn is_noisy(&self, game: &ReversiXt, state: &State, mv: Move) -> bool {
        match mv {
            Move::Place { square, .. } => {
                let exchanges = |content| content == CHOICE || content == INVERSION;
                exchanges(state.board.content(square as usize))
                    || game.terrain().protection[square as usize] == 4
            }
            _ => false,
        }
    }

    fn is_costly(&self, _game: &ReversiXt, state: &State, mv: Move) -> bool {
        match mv {
            Move::Place { square, .. } => is_occupied(state.board.content(square as usize)),
            _ => false,
        }
    }
}

fn placing(game: &ReversiXt, state: &State, square: usize, choice: u8) -> i32 {
    let terrain = game.terrain();
    let protection = terrain.protection[square];
    let content = state.board.content(square);
    let mut priority = PROTECTED[usize::from(protection)];
    if !is_edge(protection) && is_beside_free_safe(game, state, square) {
        priority += BESIDE_SAFE;
    }
    priority + extra(game, state, content, choice) - free_beside(game, state, square)
}

/// How many ways a move opens to others.
fn free_beside(game: &ReversiXt, state: &State, square: usize) -> i32 {
    neighbours(game, square).filter(|&beside| is_free(state.board.content(beside))).count() as i32
}

/// What lies in each of the eight directions.
fn neighbours(game: &ReversiXt, square: usize) -> impl Iterator<Item = usize> {
    let links = game.map().links[8 * square..8 * square + 8].iter();
    links.map(|link| *link as usize / 8).filter(|&beside| beside < game.map().squares())
}

/// What the content of a tile adds.
fn extra(game: &ReversiXt, state: &State, content: Content, choice: u8) -> i32 {
    match content {
        BONUS => GIVES + i32::from(choice == TAKE_OVERRIDE),
        CHOICE => {
            let stones = |seat: u8| state.stones(seat) as i32;
            let most = (0..game.players()).map(stones).max().unwrap_or(0);
            GIVES + stones(choice.wrapping_sub(1) % game.players()) - most
        }
        _ if is_occupied(content) => SPENDS,
        _ => 0,
    }
}

fn is_beside_free_safe(game: &ReversiXt, state: &State, square: usize) -> bool {
    let is_safe = |beside: usize| game.terrain().protection[beside] == 4;
    neighbours(game, square).any(|beside| is_safe(beside) && is_free(state.board.content(beside)))
}

/// Stones of others that a bomb destroys, less own ones, which count as much as all of theirs. On
/// large boards only those next to its place are looked at.
fn bombing(game: &ReversiXt, state: &State, square: usize) -> i32 {
    let own = STONE + state.turn;
    let rivals = i32::from(game.players()) - 1;
    match (&state.board, &game.terrain().sets) {
        (Board::Small(board), Some(sets)) => {
            let [.., stones] = board.planes();
            let hit = sets.blasts[square] & stones;
            let hit_own = hit & board.squares_of(own);
            (hit ^ hit_own).count_ones() as i32 - rivals * hit_own.count_ones() as i32
        }
        _ => {
            let near = neighbours(game, square).filter(|_| game.map().radius > 0);
            let near = near.chain([square]).map(|beside| state.board.content(beside));
            let worth =
                |content| if content == own { -rivals } else { i32::from(content >= STONE) };
            near.map(worth).sum()
        }
    }
}
