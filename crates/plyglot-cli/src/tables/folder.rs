//! A folder of tables: a file for every slice that is finished, and a list of them. A slice is finished once the
//! list says so, and the list is replaced as a whole: whoever is killed loses no more than the group under way.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use plyglot_catalog::{Blocks, Endings, ReadAt, Tally, Values as _, slice};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, warn},
    output::write_whole,
};

/// The file that lists the slices.
const LIST: &str = "tables.json";
/// No list is longer.
const LONGEST_LIST: u64 = 1 << 20;
/// No folder has slices with more pieces.
const MOST_PIECES: u32 = 12;
/// Megabytes of values that are kept once they were read.
const CACHE: usize = 256;

/// The list of what is finished, in the order in which it was.
#[derive(Serialize, Deserialize)]
struct List {
    game: String,
    layout: String,
    slices: Vec<Finished>,
}

/// A slice that is finished.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) slice: u32,
    pub(crate) about: String,
    pub(crate) pieces: u32,
    pub(crate) values: u64,
    pub(crate) file_bytes: u64,
    checksum: String,
    win: u64,
    draw: u64,
    loss: u64,
    longest: u32,
}

impl Finished {
    pub(crate) fn tally(&self) -> Tally {
        Tally { wins: self.win, draws: self.draw, losses: self.loss, longest: self.longest }
    }
}

/// A folder of tables of one game.
pub(crate) struct Folder {
    path: PathBuf,
    list: List,
    blocks: Blocks,
}

impl Folder {
    /// What is in a folder, which may not be there yet.
    pub(crate) fn open(game: &str, endings: &Endings<'_>, path: &Path) -> Result<Self, Error> {
        Folder::open_or(game, endings, path)
            .map_err(|why| Error::Input(format!("tables {}: {why}", path.display())))
    }

    /// What is in a folder that must have something.
    pub(crate) fn open_built(
        game: &str,
        endings: &Endings<'_>,
        path: &Path,
    ) -> Result<Self, Error> {
        let refuse = |why: &str| {
            Error::Input(format!(
                "tables {}: {why}; expected a folder that plyglot tables --folder wrote",
                path.display()
            ))
        };
        if !fs::exists(path.join(LIST)).is_ok_and(|there| there) {
            return Err(refuse(&format!("it has no {LIST}")));
        }
        let folder = Folder::open(game, endings, path)?;
        match folder.finished().is_empty() {
            true => Err(refuse(&format!("it has no slice that {LIST} tells of"))),
            false => Ok(folder),
        }
    }

    /// How many slices are there and should be, if some are missing beside others with as many pieces, or with fewer.
    pub(crate) fn gaps(&self, endings: &Endings<'_>) -> Option<String> {
        let most = self.list.slices.iter().map(|finished| finished.pieces).max()?;
        if most <= self.complete(endings) {
            return None;
        }
        let mut there: BTreeMap<u32, usize> =
            (endings.fewest()..=most).map(|own| (own, 0)).collect();
        for finished in &self.list.slices {
            *there.entry(finished.pieces).or_default() += 1;
        }
        let told = there.iter().map(|(pieces, count)| {
            let all = endings.groups(*pieces).map_or(0, |groups| groups.iter().flatten().count());
            format!("{count} of {all} slices with {pieces} pieces")
        });
        Some(told.collect::<Vec<_>>().join(", "))
    }

    fn open_or(game: &str, endings: &Endings<'_>, path: &Path) -> Result<Self, String> {
        let (game, layout) = (game.to_owned(), endings.layout().to_owned());
        let mut folder = Folder {
            path: path.to_owned(),
            list: List { game, layout, slices: Vec::new() },
            blocks: Blocks::new(CACHE),
        };
        for finished in folder.listed()? {
            let own = folder.path.join(file_name(finished.slice));
            // Whoever removed a file wants it to be built anew.
            if fs::exists(&own).is_ok_and(|there| there) {
                folder.add(endings, finished).map_err(|why| format!("{}: {why}", own.display()))?;
            }
        }
        folder.blocks.complete(folder.complete(endings));
        Ok(folder)
    }

    /// What the list of the folder says, if there is one.
    fn listed(&self) -> Result<Vec<Finished>, String> {
        let path = self.path.join(LIST);
        let unread = |error: io::Error| format!("{LIST} cannot be read: {error}");
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unread(error)),
            Ok(told) if told.len() > LONGEST_LIST => {
                return Err(format!("{LIST} has {} bytes, expected no such list", told.len()));
            }
            Ok(_) => {}
        }
        let text = fs::read_to_string(path).map_err(unread)?;
        let list: List = serde_json::from_str(&text)
            .map_err(|error| format!("{LIST} is no list of tables: {error}"))?;
        let found = format!("{} numbered as {}", list.game, list.layout);
        let wanted = format!("{} numbered as {}", self.list.game, self.list.layout);
        if found != wanted {
            return Err(format!("they are of {found}, expected {wanted}"));
        }
        Ok(list.slices)
    }

    /// Adds a slice whose file is there.
    fn add(&mut self, endings: &Endings<'_>, finished: Finished) -> Result<(), String> {
        let path = self.path.join(file_name(finished.slice));
        let file = File::open(path).map_err(|error| format!("cannot be read: {error}"))?;
        let (own, pieces) = (finished.slice, finished.pieces);
        if pieces > MOST_PIECES {
            return Err(format!("{LIST} tells of {pieces} pieces: remove it"));
        }
        let there = endings.groups(pieces).map_err(|error| error.to_string())?;
        let size = |slice| {
            let known = slice == own && there.iter().flatten().any(|other| *other == slice);
            known.then(|| endings.size(slice))
        };
        let (game, layout) = (&self.list.game, &self.list.layout);
        let head = self.blocks.add(Box::new(SliceFile(file)), game, layout, size)?;
        if head.checksum != finished.checksum || head.pieces != pieces {
            return Err(format!("it is not the slice that {LIST} tells of: remove it"));
        }
        self.list.slices.push(finished);
        Ok(())
    }

    /// Up to how many pieces all slices are there; 0 if not even the fewest.
    fn complete(&self, endings: &Endings<'_>) -> u32 {
        let whole = |pieces: &u32| {
            let groups = endings.groups(*pieces);
            groups.is_ok_and(|groups| groups.iter().flatten().all(|slice| self.has(*slice)))
        };
        (endings.fewest()..=endings.most()).take_while(whole).last().unwrap_or(0)
    }

    /// Whether a slice is finished.
    pub(crate) fn has(&self, slice: u32) -> bool {
        self.list.slices.iter().any(|finished| finished.slice == slice)
    }

    /// The slices that are finished.
    pub(crate) fn finished(&self) -> &[Finished] {
        &self.list.slices
    }

    /// The values, to be asked. Whoever asks sees to it that a fault is told.
    pub(crate) fn into_values(self) -> Blocks {
        self.blocks
    }

    /// The values, to be asked by those that go on without them: the first fault is told at once, with what it means.
    pub(crate) fn into_telling(self, then: &'static str) -> Blocks {
        let Folder { path, mut blocks, .. } = self;
        blocks.on_fault(move |why| warn(&format!("tables {}: {why}; {then}", path.display())));
        blocks
    }

    /// Works out what is missing up to so many pieces, group after group; `progress` hears of the numbers of each.
    pub(crate) fn build(
        &mut self,
        endings: &Endings<'_>,
        pieces: u32,
        threads: usize,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        fs::create_dir_all(&self.path)
            .map_err(|error| Error::Input(format!("{}: {error}", self.path.display())))?;
        for pieces in endings.fewest()..=pieces {
            for slices in endings.groups(pieces)? {
                if slices.iter().all(|slice| self.has(*slice)) {
                    continue;
                }
                self.build_group(endings, pieces, &slices, threads)?;
                progress(slices.iter().map(|slice| endings.size(*slice)).sum());
            }
        }
        self.blocks.complete(self.complete(endings));
        Ok(())
    }

    fn build_group(
        &mut self,
        endings: &Endings<'_>,
        pieces: u32,
        slices: &[u32],
        threads: usize,
    ) -> Result<(), Error> {
        let built = endings.build_group(&self.blocks, slices, threads);
        let values = built.map_err(|error| match self.blocks.fault() {
            Some(why) => Error::Input(format!("tables {}: {why}", self.path.display())),
            None => error.into(),
        })?;
        self.list.slices.retain(|finished| !slices.contains(&finished.slice));
        for (slice, values) in slices.iter().zip(values) {
            let finished = self.write_slice(endings, *slice, pieces, &values)?;
            self.add(endings, finished)
                .map_err(|why| Error::Input(format!("tables {}: {why}", self.path.display())))?;
        }
        let list = serde_json::to_string_pretty(&self.list).expect("a list is plain data");
        write_whole(&self.path.join(LIST), |file| Ok(writeln!(file, "{list}")?))
    }

    fn write_slice(
        &self,
        endings: &Endings<'_>,
        slice: u32,
        pieces: u32,
        values: &[u8],
    ) -> Result<Finished, Error> {
        let head = slice::Head {
            game: self.list.game.clone(),
            layout: self.list.layout.clone(),
            slice,
            pieces,
            bytes: values.len() as u64,
            checksum: slice::checksum(slice, values),
        };
        let path = self.path.join(file_name(slice));
        write_whole(&path, |file| Ok(slice::write(&head, values, file)?))?;
        let file_bytes = fs::metadata(&path).map_or(0, |told| told.len());
        let Tally { wins: win, draws: draw, losses: loss, longest } = Tally::of(values);
        let (about, values, checksum) = (endings.about(slice), head.bytes, head.checksum);
        Ok(Finished {
            slice,
            about,
            pieces,
            values,
            file_bytes,
            checksum,
            win,
            draw,
            loss,
            longest,
        })
    }
}

/// The file of a slice.
fn file_name(slice: u32) -> String {
    format!("{slice:05}.slice")
}

/// A file that is read at any place.
struct SliceFile(File);

impl ReadAt for SliceFile {
    fn length(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, buffer: &mut [u8], place: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, buffer, place)
    }

    #[cfg(windows)]
    fn read_at(&self, mut buffer: &mut [u8], mut place: u64) -> io::Result<()> {
        while !buffer.is_empty() {
            let read = std::os::windows::fs::FileExt::seek_read(&self.0, buffer, place)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            (buffer, place) = (&mut buffer[read..], place + read as u64);
        }
        Ok(())
    }
}
