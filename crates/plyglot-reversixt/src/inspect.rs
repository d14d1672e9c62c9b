//! What players look at in a position: tiles and their neighbours.

use std::sync::Arc;

use plyglot_core::Player;

use crate::{
    Phase, ReversiXt, State,
    map::{BONUS, CHOICE, EMPTY, EXPANSION, HOLE, INVERSION, STONE},
};

/// What a square holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// No tile at all, or one that a bomb has destroyed.
    Hole,
    /// Nothing.
    Empty,
    /// Nothing yet; a stone placed here gives a bomb or an override stone.
    Bonus,
    /// Nothing yet; a stone placed here exchanges the stones of two players.
    Choice,
    /// Nothing yet; a stone placed here gives everybody's stones to the next player.
    Inversion,
    /// A stone of nobody.
    Expansion,
    /// A player's stone.
    Stone(Player),
}

impl Tile {
    /// Whether a stone can be placed without an override stone.
    #[inline]
    pub fn is_free(self) -> bool {
        matches!(self, Tile::Empty | Tile::Bonus | Tile::Choice | Tile::Inversion)
    }

    /// Whether there is a stone, be it a player's or an expansion stone.
    #[inline]
    pub fn is_occupied(self) -> bool {
        matches!(self, Tile::Expansion | Tile::Stone(_))
    }
}

impl ReversiXt {
    /// The number of squares, holes included. They are numbered row by row from 0.
    pub fn squares(&self) -> usize {
        self.map().squares()
    }

    /// How many steps an explosion reaches.
    pub fn radius(&self) -> u32 {
        self.map().radius
    }

    /// What a square holds.
    #[inline]
    pub fn tile(&self, state: &State, square: usize) -> Tile {
        match state.board.content(square) {
            HOLE => Tile::Hole,
            EMPTY => Tile::Empty,
            BONUS => Tile::Bonus,
            CHOICE => Tile::Choice,
            INVERSION => Tile::Inversion,
            EXPANSION => Tile::Expansion,
            content => Tile::Stone(Player(content.saturating_sub(STONE))),
        }
    }

    /// The square next to a tile in one of the directions 0 to 7, up first and then clockwise, and the
    /// direction in which a walk goes on there. Tiles that bombs have destroyed since the start count.
    pub fn neighbour(&self, square: usize, direction: usize) -> Option<(usize, usize)> {
        let step = self.map().links[8 * square + direction % 8];
        (step != self.map().nowhere()).then_some((step as usize / 8, step as usize % 8))
    }

    /// Whether both are rules on the very same map, so that what is known of one holds for the other.
    pub fn shares_map(&self, other: &ReversiXt) -> bool {
        Arc::ptr_eq(&self.map, &other.map) && Arc::ptr_eq(&self.start, &other.start)
    }

    /// Ends the phase whatever the players could still do, for searches that leave some of them out:
    /// bombs are thrown next, the player after `last` first, or the game is over. Taking back the
    /// move before takes this back too.
    pub fn end_phase(&self, state: &mut State, last: Player) {
        match state.phase {
            Phase::Building => {
                state.phase = Phase::Bombing;
                self.advance(state, last.0);
            }
            Phase::Bombing | Phase::Over => self.end(state),
        }
    }
}
