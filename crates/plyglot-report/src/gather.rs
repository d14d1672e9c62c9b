//! From a file of records to the plain data of a report.

use std::collections::BTreeSet;

use plyglot_arena::{
    Error,
    store::{RunInfo, Store},
};
use plyglot_catalog::Catalog;

use crate::{
    replay::{Board, Boards, Game},
    summary::{Run, Watched, summarise},
};

/// What is wanted of a file of records.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The name of the file, for the page.
    pub source: String,
    /// Only the run with this id.
    pub run: Option<String>,
    /// The most games that can be replayed: those with faults first, then the newest.
    pub games: usize,
    /// The most bytes that their replays take in the page.
    pub bytes: usize,
}

/// Everything a report shows.
#[derive(Clone, Debug)]
pub struct Data {
    /// Where it comes from.
    pub source: String,
    /// The runs, the oldest first.
    pub runs: Vec<Run>,
    /// The boards of all games that can be replayed.
    pub boards: Vec<Board>,
    /// The games that can be replayed, in the order in which they ended.
    pub games: Vec<Game>,
    /// How many games the runs have in the file.
    pub stored: usize,
    /// What was left out because it is damaged.
    pub warnings: Vec<String>,
}

/// Gathers the runs of a file of records and the games to replay.
pub fn gather(store: &Store, catalog: &Catalog, wanted: &Wanted) -> Result<Data, Error> {
    let infos: Vec<RunInfo> = store.runs()?;
    let chosen = |info: &RunInfo| wanted.run.as_ref().is_none_or(|run| *run == info.id);
    let (mut runs, mut all, mut faulty) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut homes = Vec::new();
    for info in infos.into_iter().filter(chosen) {
        let mut watched = Watched::default();
        store.each_game(Some(&info.id), &mut |game| {
            watched.note(&game);
            Ok(())
        })?;
        faulty.extend(watched.faulty.iter().copied());
        all.extend(watched.ids.iter().copied());
        homes.push(watched.ids.clone());
        let blocks = store.blocks(&info.id)?;
        let names = seat_names(catalog, &blocks);
        let own = info.game.split('(').next().and_then(|name| catalog.signature(name).ok());
        let current = own.is_some() && own.as_deref() == info.engine();
        // What another version wrote in another way is left out; the games are there all the same.
        let course = store.annotation(&info.id)?.and_then(|text| serde_json::from_str(&text).ok());
        runs.push(summarise(info, current, &blocks, watched, names, course));
    }
    let mut boards = Boards::default();
    let mut games = Vec::new();
    let mut room = wanted.bytes;
    for id in by_interest(&all, &faulty).into_iter().take(wanted.games) {
        let Some(stored) = store.game(id)? else { continue };
        let run = homes.iter().position(|ids| ids.contains(&id)).unwrap_or(0);
        let game = boards.game(catalog, &stored, run);
        let Some(left) = room.checked_sub(game.size()) else { break };
        room = left;
        games.push(game);
    }
    games.sort_by_key(|game| game.about.id);
    let (source, stored) = (wanted.source.clone(), all.len());
    let warnings = store.warnings();
    Ok(Data { source, runs, boards: boards.list, games, stored, warnings })
}

/// Games with faults first, then the newest.
fn by_interest(all: &BTreeSet<i64>, faulty: &BTreeSet<i64>) -> Vec<i64> {
    let others = all.iter().rev().filter(|id| !faulty.contains(id));
    faulty.iter().rev().chain(others).copied().collect()
}

/// The seats in the game's own words; their numbers where the catalogue does not know the game.
fn seat_names(catalog: &Catalog, blocks: &[plyglot_arena::schedule::Block]) -> Vec<String> {
    let Some(block) = blocks.first() else { return Vec::new() };
    match block.job.start(catalog) {
        Ok(session) => {
            plyglot_core::seats(session.players()).map(|seat| session.player_name(seat)).collect()
        }
        Err(_) => {
            let seats = block.games.first().map_or(0, |game| game.sides.len());
            (1..=seats).map(|seat| seat.to_string()).collect()
        }
    }
}
