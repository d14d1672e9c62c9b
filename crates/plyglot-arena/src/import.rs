//! Games that were played elsewhere: replayed, judged by the rules and kept among records.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};

use plyglot_catalog::{Catalog, Opened};
use plyglot_core::{AnySession, FileGameError, Player, options::Loader, ranks, seats};
use plyglot_lab::files::ReadGame;
use serde_json::json;

use crate::{
    Adjudication, Ending, Entrant, Error, GameRecord, GameResult, Job, Limits, MoveRecord, Opening,
    SeatUse, Sink as _, Task, Version, Written,
    job::{Imported, RECORDED, hash_id},
    play::course,
    store::{RunInfo, Store},
};

/// A game from elsewhere as a record.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The job that it is the only game of; nobody can play it again.
    pub job: Job,
    /// Result and moves.
    pub record: GameRecord,
    /// Where the file and the rules disagree about its result, if they do.
    pub note: Option<String>,
}

/// Replays a game of a file. Where the rules end it, their verdict counts; otherwise what the file states
/// is taken for agreed or adjudicated. Refused are games that the rules do not allow, games that go
/// on after their end, and those that have no result at all.
pub fn judge(
    catalog: &Catalog,
    usual: &Opened,
    game: &ReadGame,
    load: Loader<'_>,
) -> Result<Judged, FileGameError> {
    let refuse = |why: String| FileGameError { ply: None, why };
    let mut opened = game.open(catalog, usual, load)?;
    if opened.entry.name != usual.entry.name {
        let (own, wanted) = (opened.entry.name, usual.entry.name);
        return Err(refuse(format!("it is a game of {own}, not of {wanted}")));
    }
    let begun = opened.session.boxed();
    game.play(&mut *opened.session, usize::MAX)?;
    let session = &*opened.session;
    let stated = stated_ranks(session, game).map_err(refuse)?;
    let own = session.outcome().map(|outcome| ranks(&outcome, session.players()));
    let agreed = stated.is_none() || own.is_none() || stated == own;
    let (ranks, ending, verdict) = match (own, stated, session.verdict()) {
        (Some(own), _, Some(verdict)) => (own, Ending::Rules, verdict.to_string()),
        (_, Some(stated), _) => {
            let reason = stated_words(session, game, &stated);
            (stated, Ending::Adjudicated { reason: reason.clone() }, reason)
        }
        _ => return Err(refuse("it is not finished, and has no result".to_owned())),
    };
    let note = (!agreed).then(|| format!("by the rules it is {verdict}, which the file denies"));
    let moves = moves(begun, session.played());
    let result = result(session, &moves, ranks, ending, verdict);
    let job = job(&opened, game, &result);
    Ok(Judged { job, record: GameRecord { result, moves, complaints: Vec::new() }, note })
}

/// The ranks that a file states, if they can be those of the game.
fn stated_ranks(session: &dyn AnySession, game: &ReadGame) -> Result<Option<Vec<u8>>, String> {
    let (stated, players) = (&game.game.heading.ranks, session.players());
    if stated.is_empty() {
        return Ok(None);
    }
    let fits = |rank: &u8| {
        let better = stated.iter().filter(|other| *other < rank).count();
        usize::from(*rank) == better + 1
    };
    match stated.len() == usize::from(players) && stated.iter().all(fits) {
        true => Ok(Some(stated.clone())),
        false => Err(format!("ranks {stated:?}: expected one of each of {players} seats, from 1")),
    }
}

/// A stated result in words: those of the file if it has any.
fn stated_words(session: &dyn AnySession, game: &ReadGame, ranks: &[u8]) -> String {
    if let Some(words) = game.game.tag("Termination").filter(|words| !words.trim().is_empty()) {
        return words.replace(char::is_control, " ");
    }
    let first = seats(session.players()).filter(|seat| ranks[seat.idx()] == 1);
    let first: Vec<String> = first.map(|seat| session.player_name(seat)).collect();
    match first.len() {
        all if all == ranks.len() => "draw, as the file states".to_owned(),
        1 => format!("{} wins, as the file states", first[0]),
        _ => format!("{} win, as the file states", first.join(" and ")),
    }
}

/// The plies with whoever made them; what they cost is not known.
fn moves(mut session: Box<dyn AnySession>, plies: &[String]) -> Vec<MoveRecord> {
    let mut moves = Vec::with_capacity(plies.len());
    for ply in plies {
        let (seat, ply) = (session.to_move().idx(), ply.clone());
        session.play(&ply).expect("it was played before");
        let (micros, depth, nodes, value, expected) = (0, 0, 0, None, None);
        moves.push(MoveRecord { ply, seat, micros, depth, nodes, value, expected });
    }
    moves
}

fn result(
    session: &dyn AnySession,
    moves: &[MoveRecord],
    ranks: Vec<u8>,
    ending: Ending,
    verdict: String,
) -> GameResult {
    let mut uses = vec![SeatUse::default(); usize::from(session.players())];
    moves.iter().for_each(|own| uses[own.seat].moves += 1);
    let sides = session.sides();
    GameResult {
        version: Version,
        index: 0,
        ranks,
        sides: seats(session.players()).map(|seat| sides.of(seat)).collect(),
        ending,
        verdict,
        plies: moves.len() as u32,
        course: course(session.played()),
        seats: uses,
        out: Vec::new(),
    }
}

fn job(opened: &Opened, game: &ReadGame, result: &GameResult) -> Job {
    let (mut agents, mut seating): (Vec<Entrant>, Vec<usize>) = (Vec::new(), Vec::new());
    for seat in seats(opened.session.players()).map(Player::idx) {
        let name = game.game.player(seat);
        let at = agents.iter().position(|own| own.name == name).unwrap_or(agents.len());
        if at == agents.len() {
            agents.push(Entrant { name, spec: RECORDED.to_owned(), short: String::new() });
        }
        seating.push(at);
    }
    let name = game.game.tag("Opening").map_or("played elsewhere", str::trim);
    let course = json!([opened.session.played(), result.ranks]).to_string();
    Job {
        version: Version,
        engine: String::new(),
        game: opened.spec.clone(),
        opening: Opening {
            name: name.to_owned(),
            position: game.game.position.clone(),
            moves: Vec::new(),
        },
        seed: 0,
        agents,
        seatings: vec![seating],
        limits: Limits::default(),
        adjudication: Adjudication::default(),
        files: game.files.clone(),
        imported: Some(Imported {
            course: hash_id(course.as_bytes()),
            tags: game.game.heading.tags.clone(),
        }),
    }
}

/// Games on their way into a file of records.
pub struct Importer<'a> {
    store: &'a mut Store,
    waiting: Vec<(Task, Written)>,
    /// The ids of all jobs so far.
    seen: HashSet<String>,
    /// Games that are new in the file.
    pub added: usize,
    /// Games that were there already, or came twice.
    pub known: usize,
}

impl<'a> Importer<'a> {
    /// Begins with the games of a source, which is known by its name: the same one is one run.
    pub fn begin(
        store: &'a mut Store,
        opened: &Opened,
        name: &str,
        command: &str,
    ) -> Result<Importer<'a>, Error> {
        let config = json!({ "kind": "import", "game": opened.entry.name, "source": name });
        let title = format!("{}: games of {name}", opened.entry.name);
        Importer::of_run(store, &RunInfo::new(title, &opened.spec, command, config))
    }

    /// Begins with games that are hosted for a protocol by a command.
    pub fn hosted(
        store: &'a mut Store,
        opened: &Opened,
        protocol: &str,
        command: &str,
    ) -> Result<Importer<'a>, Error> {
        let game = opened.entry.name;
        let config =
            json!({ "kind": "hosted", "game": game, "protocol": protocol, "command": command });
        let title = format!("{game}: games hosted for {protocol}");
        Importer::of_run(store, &RunInfo::new(title, &opened.spec, command, config))
    }

    fn of_run(store: &'a mut Store, info: &RunInfo) -> Result<Importer<'a>, Error> {
        store.begin_run(info)?;
        let (waiting, seen) = (Vec::new(), HashSet::new());
        Ok(Importer { store, waiting, seen, added: 0, known: 0 })
    }

    /// Keeps a game; one that is there already changes nothing.
    pub fn add(&mut self, judged: Judged) -> Result<(), Error> {
        /// How many games wait until they are written together.
        const MOST_WAITING: usize = 200;
        let id = judged.job.id();
        if !self.seen.insert(id.clone()) {
            self.known += 1;
            return Ok(());
        }
        let there = !self.store.finished(&id, &judged.job)?.is_empty();
        *(if there { &mut self.known } else { &mut self.added }) += 1;
        self.store.plan(&id, &judged.job)?;
        if !there {
            self.waiting.push((Task::new(&judged.job, 0), judged.record.written(&id)));
        }
        if self.waiting.len() >= MOST_WAITING { self.write() } else { Ok(()) }
    }

    /// Writes what waits, so that nothing of it can be lost.
    pub fn write(&mut self) -> Result<(), Error> {
        self.store.store(&self.waiting)?;
        self.waiting.clear();
        Ok(())
    }

    /// Writes what waits and ends the run.
    pub fn end(mut self) -> Result<(usize, usize), Error> {
        self.write()?;
        self.store.end_run(None)?;
        Ok((self.added, self.known))
    }
}

/// The files that an opened game was made of, for games that do not bring theirs along.
pub fn with_files(mut game: ReadGame, files: &BTreeMap<String, String>) -> ReadGame {
    if game.rules.is_none() {
        game.files.clone_from(files);
    }
    game
}
