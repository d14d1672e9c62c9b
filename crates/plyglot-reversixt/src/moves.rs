//! The moves of a position: listed, counted, and drawn at random.

use plyglot_core::{Game, Rng};

use crate::{
    Move, ReversiXt, State,
    board::Phase,
    large::Large,
    map::{BONUS, CHOICE, Content, is_occupied},
    small::{Small, nth_square, squares},
};

/// The third number of a move on a bonus tile that takes a bomb.
pub(crate) const TAKE_BOMB: u8 = 20;
/// The third number of a move on a bonus tile that takes an override stone.
pub(crate) const TAKE_OVERRIDE: u8 = 21;

/// How often a random place is tried before all moves are listed.
const TRIES: u32 = 48;

impl ReversiXt {
    /// Whether a player may be named on a choice tile.
    pub(crate) fn can_choose(&self, state: &State, seat: u8) -> bool {
        seat < self.players() && (self.settings().disqualified_in_choice || !state.is_out(seat))
    }

    /// How many moves there are on a choice tile.
    fn choices(&self, state: &State) -> u32 {
        if self.settings().disqualified_in_choice {
            u32::from(self.players())
        } else {
            self.players_left(state)
        }
    }

    /// The third number of the `index`-th move on a tile, if there are as many.
    fn choice(&self, state: &State, content: Content, index: usize) -> Option<u8> {
        match content {
            BONUS => [TAKE_BOMB, TAKE_OVERRIDE].get(index).copied(),
            CHOICE => {
                let seats = (0..self.players()).filter(|&seat| self.can_choose(state, seat));
                seats.map(|seat| seat + 1).nth(index)
            }
            _ => (index == 0).then_some(0),
        }
    }

    #[inline]
    fn push_choices(&self, state: &State, square: usize, content: Content, out: &mut Vec<Move>) {
        match content {
            BONUS | CHOICE => {
                let choices = (0..).map_while(|index| self.choice(state, content, index));
                out.extend(choices.map(|choice| Move::place(square, choice)));
            }
            _ => out.push(Move::place(square, 0)),
        }
    }

    /// Lists the placements on a small board, row by row.
    pub(crate) fn small_placements(&self, state: &State, board: &Small, out: &mut Vec<Move>) {
        let (bonus, choice) = board.special_targets();
        if bonus | choice == 0 {
            out.extend(squares(board.targets).map(|square| Move::place(square, 0)));
            return;
        }
        for square in squares(board.targets) {
            self.push_choices(state, square, board.content(square), out);
        }
    }

    /// Lists the placements on a large board, row by row.
    pub(crate) fn large_placements(&self, state: &State, board: &Large, out: &mut Vec<Move>) {
        let (map, seat, base) = (self.map(), state.turn, out.len());
        for square in board.free_placements(map, seat) {
            let square = square as usize;
            self.push_choices(state, square, board.cells().get(square), out);
        }
        if state.overrides(seat) > 0 {
            let overrides = board.overrides(map, seat);
            out.extend(overrides.map(|square| Move::place(square as usize, 0)));
        }
        sort_and_dedup(out, base);
    }

    /// The number of moves on a small board, not counting a pass.
    pub(crate) fn count_targets(&self, state: &State, board: &Small) -> usize {
        let count = board.targets.count_ones();
        if state.phase != Phase::Building {
            return count as usize;
        }
        let (bonus, choice) = board.special_targets();
        let on_choice = choice.count_ones() * (self.choices(state) - 1);
        (count + bonus.count_ones() + on_choice) as usize
    }

    /// A random move on a small board of an unfinished game.
    pub(crate) fn random_target(&self, state: &State, board: &Small, rng: &mut Rng) -> Move {
        let count = self.count_targets(state, board);
        if count == 0 {
            return Move::Pass;
        }
        let pick = rng.below(count);
        if state.phase == Phase::Bombing {
            return Move::bomb(nth_square(board.targets, pick));
        }
        let (bonus, choice) = board.special_targets();
        let plain = board.targets & !(bonus | choice);
        let n_plain = plain.count_ones() as usize;
        let n_bonus = 2 * bonus.count_ones() as usize;
        if pick < n_plain {
            return Move::place(nth_square(plain, pick), 0);
        }
        let (kind, set, pick, each) = if pick < n_plain + n_bonus {
            (BONUS, bonus, pick - n_plain, 2)
        } else {
            (CHOICE, choice, pick - n_plain - n_bonus, self.choices(state) as usize)
        };
        let number = self.choice(state, kind, pick % each).unwrap_or(0);
        Move::place(nth_square(set, pick / each), number)
    }

    /// A random move on a large board of an unfinished game. Trying places is quicker than listing
    /// moves unless there are few of them.
    pub(crate) fn random_large(
        &self,
        state: &State,
        board: &Large,
        scratch: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        let seat = state.turn;
        if state.is_out(seat) {
            return Move::Pass;
        }
        if state.phase == Phase::Bombing {
            let armed = state.bombs(seat) > 0;
            return if armed { Move::bomb(board.random_tile(self.map(), rng)) } else { Move::Pass };
        }
        let sampled = (0..TRIES).find_map(|_| self.sample(state, board, rng));
        sampled.unwrap_or_else(|| {
            let base = scratch.len();
            self.moves(state, scratch);
            let mv = scratch[base + rng.below(scratch.len() - base)];
            scratch.truncate(base);
            mv
        })
    }

    /// Draws one of the places a move could have, each with the same chance, and gives the move if
    /// there is one. Every move has one place: a fringe tile for the first choice on it, a place of its
    /// own for every further choice, a square for an override stone.
    fn sample(&self, state: &State, board: &Large, rng: &mut Rng) -> Option<Move> {
        let (map, seat) = (self.map(), state.turn);
        let overrides = state.overrides(seat) > 0;
        let further = usize::from(self.players()) - 1;
        let squares = if overrides { map.squares() } else { 0 };
        let on_choice = further * map.choice_tiles.len();
        let kinds = [board.fringe().len(), map.bonus_tiles.len(), on_choice, squares];
        let all: usize = kinds.iter().sum();
        let mut pick = (all > 0).then(|| rng.below(all))?;
        let mut kind = 0;
        while pick >= kinds[kind] {
            pick -= kinds[kind];
            kind += 1;
        }
        let (square, index) = match kind {
            0 => (board.fringe()[pick] as usize, 0),
            1 => (map.bonus_tiles[pick] as usize, 1),
            2 => (map.choice_tiles[pick / further] as usize, 1 + pick % further),
            _ => (pick, 0),
        };
        let content = board.cells().get(square);
        let choice = self.choice(state, content, index)?;
        let fits = is_occupied(content) == (kind == 3);
        let legal = fits && board.can_place(map, seat, overrides, square);
        legal.then(|| Move::place(square, choice))
    }
}

/// Puts the moves from `base` on in order, each once.
fn sort_and_dedup(moves: &mut Vec<Move>, base: usize) {
    moves[base..].sort_unstable_by_key(|mv| match mv {
        Move::Place { square, choice } => u64::from(*square) << 8 | u64::from(*choice),
        _ => 0,
    });
    let mut kept = base;
    for idx in base..moves.len() {
        if idx == base || moves[idx] != moves[kept - 1] {
            moves[kept] = moves[idx];
            kept += 1;
        }
    }
    moves.truncate(kept);
}
