//! The values of one slice in blocks that can be read one by one: two lines of text that tell what is inside,
//! the length and the checksum of every block, then the blocks, each deflated.

use std::io::{self, Read, Write};

use flate2::{Compression, bufread::DeflateDecoder, write::DeflateEncoder};
use serde::{Deserialize, Serialize};

use crate::{
    add_to_checksum,
    blocks::ReadAt,
    file::{LONGEST_HEAD, check_names, read_head},
};

/// The first line.
const MAGIC: &str = "plyglot slice 1\n";
/// So many values are deflated together: few enough to have one of them soon, enough to make them small.
pub const BLOCK: usize = 1 << 14;
/// What the list has of a block: its length and its checksum.
const LISTED: usize = 8;
/// A block that does not get smaller grows by no more.
const MOST_PACKED: usize = BLOCK + 64;

/// What the values of a slice are of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The game.
    pub game: String,
    /// The numbering of the positions, and with it the rules.
    pub layout: String,
    /// The number of the slice.
    pub slice: u32,
    /// How many pieces its positions have.
    pub pieces: u32,
    /// How many values there are.
    pub bytes: u64,
    /// What they add up to.
    pub checksum: String,
}

/// What the values of a slice add up to.
pub fn checksum(slice: u32, values: &[u8]) -> String {
    format!("{:016x}", add_to_checksum(slice.into(), values))
}

/// Writes a slice whose head tells how many values it has.
pub fn write(head: &Head, values: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut packed = Vec::new();
    for block in values.chunks(BLOCK) {
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
        deflated.write_all(block)?;
        packed.push(deflated.finish()?);
    }
    let head = serde_json::to_string(head).expect("a head is plain data");
    writeln!(out, "{MAGIC}{head}")?;
    for block in &packed {
        out.write_all(&(block.len() as u32).to_le_bytes())?;
        out.write_all(&block_sum(block).to_le_bytes())?;
    }
    packed.iter().try_for_each(|block| out.write_all(block))
}

fn block_sum(packed: &[u8]) -> u32 {
    add_to_checksum(0, packed) as u32
}

/// A slice that is read block by block.
pub(crate) struct Packed {
    pub(crate) head: Head,
    from: Box<dyn ReadAt>,
    /// Where every block begins, and last where the file ends.
    starts: Vec<u64>,
    sums: Vec<u32>,
}

impl Packed {
    /// What a file says that it has, if it is as long as it should be.
    pub(crate) fn open(
        from: Box<dyn ReadAt>,
        name: &str,
        layout: &str,
        size: impl Fn(u32) -> Option<u64>,
    ) -> Result<Self, String> {
        let unread = |error: io::Error| format!("cannot be read: {error}");
        let length = from.length().map_err(unread)?;
        let mut start = vec![0; length.min(MAGIC.len() as u64 + LONGEST_HEAD) as usize];
        from.read_at(&mut start, 0).map_err(unread)?;
        let mut rest = &start[..];
        let head: Head = read_head(&mut rest, MAGIC)?;
        let anew = "remove it, and it is built anew";
        check_names([name, &head.game], [layout, &head.layout], anew)?;
        if size(head.slice) != Some(head.bytes) {
            let (slice, found) = (head.slice, head.bytes);
            return Err(format!("slice {slice} does not have {found} values: {anew}"));
        }
        let first = (start.len() - rest.len()) as u64;
        let blocks = head.bytes.div_ceil(BLOCK as u64);
        let end = first + blocks * LISTED as u64;
        if end > length {
            return Err(format!("the list of blocks is cut short: {anew}"));
        }
        let mut list = vec![0; (end - first) as usize];
        from.read_at(&mut list, first).map_err(unread)?;
        let (mut starts, mut sums) = (vec![end], Vec::new());
        for entry in list.chunks(LISTED) {
            let word = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().expect("four"));
            starts.push(starts.last().expect("the first is") + u64::from(word(0)));
            sums.push(word(4));
        }
        let told = *starts.last().expect("the first is");
        if told != length {
            return Err(format!("the file has {length} bytes, its blocks tell of {told}: {anew}"));
        }
        Ok(Packed { head, from, starts, sums })
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.sums.len() as u64
    }

    /// Reads a block into a buffer.
    pub(crate) fn read(&self, block: usize, values: &mut Vec<u8>) -> Result<(), String> {
        let (start, end) = (self.starts[block], self.starts[block + 1]);
        let damaged = |why: &str| {
            let slice = self.head.slice;
            format!("block {block} of slice {slice} {why}: remove its file, and it is built anew")
        };
        if end - start > MOST_PACKED as u64 {
            return Err(damaged("is too long"));
        }
        let mut packed = [0; MOST_PACKED];
        let packed = &mut packed[..(end - start) as usize];
        self.from.read_at(packed, start).map_err(|error| damaged(&error.to_string()))?;
        if block_sum(packed) != self.sums[block] {
            return Err(damaged("is not what was written (checksum)"));
        }
        values.clear();
        let wanted = (self.head.bytes - (block * BLOCK) as u64).min(BLOCK as u64);
        let mut inflated = DeflateDecoder::new(&*packed).take(wanted + 1);
        let read = inflated.read_to_end(values);
        read.map_err(|error| damaged(&error.to_string()))?;
        if values.len() as u64 != wanted {
            return Err(damaged("has another number of values than its slice"));
        }
        Ok(())
    }
}
