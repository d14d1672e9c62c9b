//! Boards of any size: a content per square, a journal to take moves back, and the free tiles that
//! touch a stone, since nothing else can be placed on without an override stone.

use plyglot_core::{MAX_PLAYERS, Rng};

use crate::{
    cells::{CONTENTS, Cells},
    map::{CHOICE, Content, EXPANSION, HOLE, INVERSION, Map, STONE, is_free, is_occupied},
};

/// A board. Everything but the cells follows from them, or is a hint, or belongs to the past.
#[derive(Debug)]
pub(crate) struct Large {
    cells: Cells,
    fringe: Fringe,
    /// Squares changed by the moves so far with their old contents: `square * 16 + content`.
    journal: Vec<u32>,
    /// A tile where each player could place a stone when last asked: the first to try next time.
    hints: [u32; MAX_PLAYERS],
}

/// What takes a move back, together with the journal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    journal: usize,
    fringe: usize,
}

impl Clone for Large {
    fn clone(&self) -> Self {
        Large {
            cells: self.cells.clone(),
            fringe: self.fringe.clone(),
            journal: self.journal.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.cells.clone_from(&other.cells);
        self.fringe.members.clone_from(&other.fringe.members);
        self.fringe.slots.clone_from(&other.fringe.slots);
        self.journal.clone_from(&other.journal);
        self.hints = other.hints;
    }
}

impl PartialEq for Large {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl Large {
    pub(crate) fn new(map: &Map, contents: &[Content]) -> Large {
        let mut board = Large {
            cells: Cells::new(map, contents),
            fringe: Fringe { members: Vec::new(), slots: vec![0; contents.len()] },
            journal: Vec::new(),
            hints: [0; MAX_PLAYERS],
        };
        for (square, content) in contents.iter().enumerate() {
            if is_occupied(*content) {
                board.widen_fringe(map, square);
            }
        }
        board
    }

    /// The contents of the squares.
    #[inline]
    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Whether a stone of `seat` on `square` would capture anything.
    #[inline]
    pub(crate) fn captures(&self, map: &Map, seat: u8, square: usize) -> bool {
        (0..8).any(|direction| self.line_captures(map, STONE + seat, 8 * square + direction))
    }

    #[inline]
    fn line_captures(&self, map: &Map, own: Content, start: usize) -> bool {
        let square = start / 8;
        let mut step = map.links[start] as usize;
        let first = self.cells.get(step / 8);
        if !is_occupied(first) || first == own {
            return false;
        }
        loop {
            let content = self.cells.get(step / 8);
            if step / 8 == square || !is_occupied(content) {
                return false;
            }
            if content == own {
                return true;
            }
            step = map.links[step] as usize;
        }
    }

    /// Whether `seat` can place a stone on `square`.
    #[inline]
    pub(crate) fn can_place(&self, map: &Map, seat: u8, overrides: bool, square: usize) -> bool {
        match self.cells.get(square) {
            HOLE => false,
            EXPANSION => overrides,
            content if is_free(content) => self.captures(map, seat, square),
            _ => overrides && self.captures(map, seat, square),
        }
    }

    /// Whether `seat` can place a stone anywhere.
    pub(crate) fn can_move(&mut self, map: &Map, seat: u8, overrides: bool) -> bool {
        let own = STONE + seat;
        if overrides && self.cells.count(EXPANSION) > 0 {
            return true;
        }
        if self.cells.count(own) == 0 {
            return false;
        }
        let hint = self.hints[usize::from(seat)];
        if self.can_place(map, seat, overrides, hint as usize) {
            return true;
        }
        let free = self.free_placements(map, seat).next();
        let found = free.or_else(|| overrides.then(|| self.some_override(map, seat))?);
        self.hints[usize::from(seat)] = found.unwrap_or(hint);
        found.is_some()
    }

    /// The free tiles where `seat` captures, in no order, some of them perhaps more than once. They are
    /// looked for from the rarer side: around the free tiles, or around the player's own stones.
    pub(crate) fn free_placements(&self, map: &Map, seat: u8) -> impl Iterator<Item = u32> {
        let own = STONE + seat;
        let by_stones = (self.cells.count(own) as usize) < self.fringe().len() / 2;
        let fringe = if by_stones { &[] } else { self.fringe() };
        let fringe =
            fringe.iter().filter(move |square| self.captures(map, seat, **square as usize));
        let stones = by_stones.then(|| self.cells.squares_of(own)).into_iter().flatten();
        let steps = stones.flat_map(|square| 8 * square..8 * square + 8);
        fringe.copied().chain(steps.filter_map(move |step| self.line_to_free(map, own, step)))
    }

    /// The free tile at the end of a line that leaves an own stone over foreign ones.
    #[inline]
    fn line_to_free(&self, map: &Map, own: Content, start: usize) -> Option<u32> {
        let mut step = map.links[start] as usize;
        let mut crossed = false;
        loop {
            let content = self.cells.get(step / 8);
            if !is_occupied(content) || content == own {
                return (crossed && is_free(content)).then_some((step / 8) as u32);
            }
            crossed = true;
            step = map.links[step] as usize;
        }
    }

    /// Some occupied tile where `seat` captures. All of them lie on lines that leave an own stone over
    /// foreign ones; which do not capture after all can only be told where lines return.
    fn some_override(&self, map: &Map, seat: u8) -> Option<u32> {
        let own = STONE + seat;
        let mut steps = self.cells.squares_of(own).flat_map(|square| 8 * square..8 * square + 8);
        steps.find_map(|start| {
            let mut step = map.links[start] as usize;
            while is_occupied(self.cells.get(step / 8)) && self.cells.get(step / 8) != own {
                step = map.links[step] as usize;
                let square = step / 8;
                if is_occupied(self.cells.get(square)) && self.captures(map, seat, square) {
                    return Some(square as u32);
                }
            }
            None
        })
    }

    /// The occupied tiles where `seat` can place an override stone, in order.
    pub(crate) fn overrides(&self, map: &Map, seat: u8) -> impl Iterator<Item = u32> {
        let occupied = (0..map.squares()).filter(|&square| is_occupied(self.cells.get(square)));
        let can_place = move |square: &u32| self.can_place(map, seat, true, *square as usize);
        occupied.map(|square| square as u32).filter(can_place)
    }

    /// The free tiles that touch a stone.
    #[inline]
    pub(crate) fn fringe(&self) -> &[u32] {
        &self.fringe.members
    }

    /// A random square that is no hole. There must be one.
    pub(crate) fn random_tile(&self, map: &Map, rng: &mut Rng) -> usize {
        for _ in 0..32 {
            let square = rng.below(map.squares());
            if self.cells.get(square) != HOLE {
                return square;
            }
        }
        let tiles = (0..map.squares()).filter(|&square| self.cells.get(square) != HOLE);
        let mut tiles = tiles.skip(rng.below(self.cells.tiles() as usize));
        tiles.next().unwrap_or(0)
    }

    /// Where the past ends now, for [`Large::undo`].
    pub(crate) fn mark(&self) -> Mark {
        Mark { journal: self.journal.len(), fringe: self.fringe.members.len() }
    }

    /// Places a stone; `choice` is the seat chosen on a choice tile.
    pub(crate) fn place(&mut self, map: &Map, seat: u8, square: usize, choice: u8) {
        let base = self.journal.len();
        for direction in 0..8 {
            self.collect(map, STONE + seat, 8 * square + direction);
        }
        let content = self.cells.get(square);
        self.journal.push(entry(square, content));
        for idx in base..self.journal.len() {
            let (square, _) = from_entry(self.journal[idx]);
            self.cells.set(map, square, STONE + seat);
        }
        if is_free(content) {
            self.fringe.remove(square);
            self.widen_fringe(map, square);
        }
        match content {
            INVERSION => self.cells.invert(map.players, false),
            CHOICE => self.cells.swap(seat, choice),
            _ => {}
        }
    }

    /// Adds what a line captures to the journal.
    fn collect(&mut self, map: &Map, own: Content, start: usize) {
        let (square, base) = (start / 8, self.journal.len());
        let mut step = map.links[start] as usize;
        loop {
            let content = self.cells.get(step / 8);
            if step / 8 == square || !is_occupied(content) {
                self.journal.truncate(base);
                return;
            }
            if content == own {
                return;
            }
            self.journal.push(entry(step / 8, content));
            step = map.links[step] as usize;
        }
    }

    fn widen_fringe(&mut self, map: &Map, square: usize) {
        for step in &map.links[8 * square..8 * square + 8] {
            let beside = *step as usize / 8;
            if is_free(self.cells.get(beside)) {
                self.fringe.insert(beside);
            }
        }
    }

    /// Destroys everything within the radius. The journal is the queue of the search: what has been
    /// reached is a hole already, and the distances are those of the board before.
    pub(crate) fn explode(&mut self, map: &Map, square: usize) {
        let mut ring = self.journal.len();
        self.destroy(map, square);
        for _ in 0..map.radius {
            let end = self.journal.len();
            if ring == end {
                break;
            }
            for idx in ring..end {
                let (square, _) = from_entry(self.journal[idx]);
                for step in 8 * square..8 * square + 8 {
                    let beside = map.links[step] as usize / 8;
                    if self.cells.get(beside) != HOLE {
                        self.destroy(map, beside);
                    }
                }
            }
            ring = end;
        }
    }

    fn destroy(&mut self, map: &Map, square: usize) {
        self.journal.push(entry(square, self.cells.get(square)));
        self.cells.set(map, square, HOLE);
    }

    /// Takes back what `seat` did since the mark was made: one placement, one explosion, or nothing.
    pub(crate) fn undo(&mut self, map: &Map, seat: u8, choice: u8, mark: Mark) {
        let Some(last) = self.journal[mark.journal..].last() else { return };
        let (square, content) = from_entry(*last);
        let placed = self.cells.get(square) != HOLE;
        match content {
            INVERSION if placed => self.cells.invert(map.players, true),
            CHOICE if placed => self.cells.swap(seat, choice),
            _ => {}
        }
        while self.journal.len() > mark.journal {
            if let Some(last) = self.journal.pop() {
                let (square, content) = from_entry(last);
                self.cells.set(map, square, content);
            }
        }
        if placed && is_free(content) {
            self.fringe.undo_removal(square, mark.fringe);
        }
    }
}

fn entry(square: usize, content: Content) -> u32 {
    (square * CONTENTS) as u32 | u32::from(content)
}

fn from_entry(entry: u32) -> (usize, Content) {
    (entry as usize / CONTENTS, (entry % CONTENTS as u32) as Content)
}

/// A set of squares that can be listed, drawn from, and put back as it was.
#[derive(Clone, Debug)]
struct Fringe {
    members: Vec<u32>,
    /// Where each member stands among `members`. What others have here means nothing, save that one
    /// just removed still has its old place.
    slots: Vec<u32>,
}

impl Fringe {
    #[inline]
    fn contains(&self, square: usize) -> bool {
        self.members.get(self.slots[square] as usize) == Some(&(square as u32))
    }

    fn insert(&mut self, square: usize) {
        if !self.contains(square) {
            self.slots[square] = self.members.len() as u32;
            self.members.push(square as u32);
        }
    }

    fn remove(&mut self, square: usize) {
        if self.contains(square) {
            let slot = self.slots[square];
            self.members.swap_remove(slot as usize);
            if let Some(moved) = self.members.get(slot as usize) {
                self.slots[*moved as usize] = slot;
            }
        }
    }

    /// Takes back the removal of a member and the insertions since, when there were `len` members.
    fn undo_removal(&mut self, square: usize, len: usize) {
        self.members.truncate(len - 1);
        let slot = self.slots[square];
        if let Some(moved) = self.members.get_mut(slot as usize) {
            let moved = std::mem::replace(moved, square as u32);
            self.slots[moved as usize] = self.members.len() as u32;
            self.members.push(moved);
        } else {
            self.members.push(square as u32);
        }
    }
}
