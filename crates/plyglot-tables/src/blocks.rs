//! Values that lie somewhere else, read block by block as they are asked for, through a cache of fixed size.

use std::{
    io,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use crate::{
    Values,
    slice::{BLOCK, Head, Packed},
};

/// Something of which any part can be read at any time, as of a file.
pub trait ReadAt: Send + Sync {
    /// How long it is.
    fn length(&self) -> io::Result<u64>;

    /// Fills a buffer from a place on.
    fn read_at(&self, buffer: &mut [u8], place: u64) -> io::Result<()>;
}

/// Slices in blocks. All blocks are numbered in a row, and a block has one place in the cache, by its number: so
/// the cache never forgets anything as long as all of it fits.
pub struct Blocks {
    slices: Vec<Packed>,
    /// The number of the first block of every slice.
    firsts: Vec<u64>,
    /// Where a slice is in the list, plus one; 0 for one that is not there.
    places: Vec<u32>,
    pieces: u32,
    cache: Vec<Mutex<Slot>>,
    fault: OnceLock<String>,
    tell: Box<dyn Fn(&str) + Send + Sync>,
}

/// A place of the cache: the block that is there, by its number plus one, and its values.
#[derive(Default)]
struct Slot {
    block: u64,
    values: Vec<u8>,
}

impl Blocks {
    /// Nothing yet, with a cache of so many megabytes. After the first fault no more is read.
    pub fn new(megabytes: usize) -> Self {
        let slots = ((megabytes << 20) / BLOCK).max(1);
        Blocks {
            slices: Vec::new(),
            firsts: Vec::new(),
            places: Vec::new(),
            pieces: 0,
            cache: (0..slots).map(|_| Mutex::default()).collect(),
            fault: OnceLock::new(),
            tell: Box::new(|_| {}),
        }
    }

    /// Adds a slice of a game and numbering; `size` says how many values slices have. Answers with what it
    /// is, or with why it cannot be used.
    pub fn add(
        &mut self,
        from: Box<dyn ReadAt>,
        game: &str,
        layout: &str,
        size: impl Fn(u32) -> Option<u64>,
    ) -> Result<&Head, String> {
        let packed = Packed::open(from, game, layout, size)?;
        let at = packed.head.slice as usize;
        if self.places.len() <= at {
            self.places.resize(at + 1, 0);
        }
        let blocks = self.slices.last().map_or(0, Packed::blocks);
        self.firsts.push(self.firsts.last().map_or(0, |first| first + blocks));
        self.slices.push(packed);
        self.places[at] = self.slices.len() as u32;
        Ok(&self.slices[self.slices.len() - 1].head)
    }

    /// Says up to how many pieces all slices are there.
    pub fn complete(&mut self, pieces: u32) {
        self.pieces = pieces;
    }

    /// Who hears of the first fault, when it comes up; without one it waits to be asked for.
    pub fn on_fault(&mut self, tell: impl Fn(&str) + Send + Sync + 'static) {
        self.tell = Box::new(tell);
    }

    /// All values of a slice, if it is there and can be read.
    pub fn whole(&self, slice: u32) -> Result<Vec<u8>, String> {
        let at = self.place(slice).ok_or_else(|| format!("slice {slice} is not there"))?;
        let (mut all, mut block) = (Vec::new(), Vec::new());
        for number in 0..self.slices[at].blocks() {
            self.slices[at].read(number as usize, &mut block)?;
            all.extend_from_slice(&block);
        }
        Ok(all)
    }

    fn place(&self, slice: u32) -> Option<usize> {
        let place = *self.places.get(slice as usize)?;
        (place as usize).checked_sub(1)
    }

    /// A place of the cache with the block in it, read if it was not there.
    fn slot(&self, at: usize, block: u64) -> Option<MutexGuard<'_, Slot>> {
        let number = self.firsts[at] + block;
        let slot = &self.cache[(number % self.cache.len() as u64) as usize];
        // Whoever panicked left a whole block or one that is read again.
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.block == number + 1 {
            return Some(slot);
        }
        if self.fault.get().is_some() {
            return None;
        }
        slot.block = 0;
        match self.slices[at].read(block as usize, &mut slot.values) {
            Ok(()) => slot.block = number + 1,
            Err(why) => {
                if self.fault.set(why.clone()).is_ok() {
                    (self.tell)(&why);
                }
                return None;
            }
        }
        Some(slot)
    }
}

impl Values for Blocks {
    fn pieces(&self) -> u32 {
        self.pieces
    }

    fn pieces_of(&self, slice: u32) -> Option<u32> {
        Some(self.slices[self.place(slice)?].head.pieces)
    }

    fn value(&self, slice: u32, index: u64) -> Option<u8> {
        let at = self.place(slice)?;
        if index >= self.slices[at].head.bytes {
            return None;
        }
        let slot = self.slot(at, index / BLOCK as u64)?;
        slot.values.get((index % BLOCK as u64) as usize).copied()
    }

    fn fault(&self) -> Option<&str> {
        self.fault.get().map(String::as_str)
    }
}
