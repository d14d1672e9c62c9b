//! Games as drawings: the geometry of a board once, then only what every ply changes.

use std::io::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, write::ZlibEncoder};
use plyglot_arena::{Ending, store::StoredGame};
use plyglot_catalog::Catalog;
use plyglot_core::{AnySession, Scene, Shape, seats};
use plyglot_lab::{Mark, Material, Tint, Trail, palette};
use serde::Serialize;

/// The parts of a drawing that games share.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// The full specification of the game.
    pub game: String,
    /// The seats in the game's own words.
    pub players: Vec<String>,
    /// The colour of every seat, by its name in the palette.
    pub colours: Vec<&'static str>,
    /// What the board is made of.
    pub material: Material,
    /// What marks on cells mean.
    pub legend: Vec<Mark>,
    /// Name, shape (`s`quare, `h`ex, `r`ound) and centre of every cell.
    pub cells: Vec<(String, char, f32, f32)>,
    /// Centre and text of every label.
    pub labels: Vec<(f32, f32, String)>,
    /// Both ends of every link: cell, direction, cell, direction.
    pub links: Vec<(usize, u16, usize, u16)>,
    /// Everything a cell can look like.
    pub looks: Vec<Look>,
    /// Owner and name of every counter.
    pub counters: Vec<(Option<u8>, String)>,
    /// The phases of the game.
    pub phases: Vec<String>,
}

/// A cell with what stands on it: tint, whose base it is, mark, and owner, kind and letter of its piece.
pub type Look = (Tint, Option<u8>, Option<char>, Option<(Option<u8>, &'static str, char)>);

/// A game to replay.
#[derive(Clone, Debug)]
pub struct Game {
    /// What a list says about it.
    pub about: About,
    /// Its drawing, packed; or why it cannot be drawn.
    pub packed: Result<String, String>,
}

/// What a list says about a game.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// Its number in the file.
    pub id: i64,
    /// Its run, by its place in the report.
    pub run: usize,
    /// Its board, by its place in the report.
    pub board: usize,
    /// The agent of every seat.
    pub agents: Vec<String>,
    /// The rank of every seat.
    pub ranks: Vec<u8>,
    /// The side of every seat.
    pub sides: Vec<usize>,
    /// `rules`, `forfeit` or `adjudicated`.
    pub ending: &'static str,
    /// The result in words.
    pub verdict: String,
    /// Its opening.
    pub opening: String,
    /// The seed of its job.
    pub seed: String,
    /// Plies in all.
    pub plies: u32,
    /// When it ended, in UTC.
    pub ended: String,
    /// What bots wrote to their standard error, by seat.
    pub complaints: Vec<(usize, String)>,
}

/// The course of a game. Lists have one entry a ply, the opening included, unless they say otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Replay {
    /// Plies of the opening, which nobody thought about.
    pub opening: usize,
    /// The plies.
    pub plies: Vec<String>,
    /// Who made them.
    pub seats: Vec<u8>,
    /// Who moves after all of them; nobody once the game is over.
    pub next: Option<u8>,
    /// The look of every cell at the start.
    pub first: Vec<usize>,
    /// What changed: cell, look, cell, look …
    pub changes: Vec<Vec<usize>>,
    /// The cells to mark.
    pub marks: Vec<Trail>,
    /// Counters at the start, then those that changed: counter, value …
    pub counters: Vec<Vec<Option<i64>>>,
    /// The phase at the start, then after each ply.
    pub phases: Vec<Option<usize>>,
    /// Thinking time in microseconds of each ply after the opening.
    pub micros: Vec<u64>,
    /// Depth of each ply after the opening.
    pub depths: Vec<u32>,
    /// Nodes of each ply after the opening.
    pub nodes: Vec<u64>,
    /// Value to its player of each ply after the opening, in the player's own unit.
    pub values: Vec<Option<f64>>,
    /// The same with its unit, as text.
    pub told: Vec<Option<String>>,
    /// The score that its player expected at each ply after the opening, where that can be told.
    pub expected: Vec<Option<f64>>,
}

impl Game {
    /// About how many bytes of the page it takes.
    pub(crate) fn size(&self) -> usize {
        let about = serde_json::to_string(&self.about).map_or(0, |text| text.len());
        about + self.packed.as_ref().map_or(0, String::len)
    }
}

/// The boards met so far.
#[derive(Default)]
pub(crate) struct Boards {
    pub(crate) list: Vec<Board>,
}

impl Boards {
    /// A stored game, played again on its board.
    pub(crate) fn game(&mut self, catalog: &Catalog, stored: &StoredGame, run: usize) -> Game {
        let replayed = self.replay(catalog, stored);
        let board = replayed.as_ref().map_or(0, |(board, _)| *board);
        let packed = replayed.and_then(|(_, replay)| pack(&replay));
        Game { about: about(stored, run, board), packed }
    }

    fn replay(
        &mut self,
        catalog: &Catalog,
        stored: &StoredGame,
    ) -> Result<(usize, Replay), String> {
        let mut session = stored.job.start(catalog).map_err(|error| error.to_string())?;
        let mut probe = session.boxed();
        let number = self.find(&stored.job.game, &*session);
        let mut course = Course::begin(&mut self.list[number], &session.scene());
        for ply in stored.plies() {
            let (position, seat) = (session.position(), session.to_move().0);
            session.play(ply).map_err(|error| error.to_string())?;
            // The cells of a ply are asked of a game that is one ply long: others replay their past.
            let marks = probe.set_position(&position).and_then(|()| probe.play(ply));
            let marks = marks.map_or(Trail::default(), |()| Trail::of(&*probe));
            course.advance(ply, seat, &session.scene(), marks);
        }
        let mut replay = course.replay;
        replay.next = session.outcome().is_none().then(|| session.to_move().0);
        replay.opening = stored.job.opening.moves.len();
        let moves = &stored.record.moves;
        replay.micros = moves.iter().map(|mv| mv.micros).collect();
        replay.depths = moves.iter().map(|mv| mv.depth).collect();
        replay.nodes = moves.iter().map(|mv| mv.nodes).collect();
        replay.values = moves.iter().map(|mv| mv.value.map(|value| value.amount)).collect();
        replay.told = moves.iter().map(|mv| mv.value.map(|value| value.to_string())).collect();
        replay.expected = moves.iter().map(|mv| mv.expected).collect();
        Ok((number, replay))
    }

    /// The board of a game, which is a new one where the geometry is.
    fn find(&mut self, game: &str, session: &dyn AnySession) -> usize {
        let fresh = Board::of(game, session);
        let same = |board: &Board| {
            (&board.game, &board.players, &board.cells, &board.labels, &board.links)
                == (&fresh.game, &fresh.players, &fresh.cells, &fresh.labels, &fresh.links)
        };
        self.list.iter().position(same).unwrap_or_else(|| {
            self.list.push(fresh);
            self.list.len() - 1
        })
    }
}

impl Board {
    fn of(game: &str, session: &dyn AnySession) -> Board {
        let scene = session.scene();
        let shape = |shape| match shape {
            Shape::Square => 's',
            Shape::Hex => 'h',
            Shape::Round => 'r',
        };
        let cells = scene.cells.iter();
        let labels = scene.labels.iter();
        let links = scene.links.iter();
        let players: Vec<String> =
            seats(session.players()).map(|seat| session.player_name(seat)).collect();
        let named = players.iter().enumerate();
        Board {
            game: game.to_owned(),
            colours: named.map(|(seat, name)| palette::of_seat(name, seat).name).collect(),
            players,
            material: scene.material.into(),
            legend: scene.legend.iter().map(Mark::from).collect(),
            cells: cells.map(|c| (c.name.clone(), shape(c.shape), c.x, c.y)).collect(),
            labels: labels.map(|label| (label.x, label.y, label.text.clone())).collect(),
            links: links.map(|l| (l.from.0, l.from.1, l.to.0, l.to.1)).collect(),
            looks: Vec::new(),
            counters: Vec::new(),
            phases: Vec::new(),
        }
    }
}

/// A game on its way over a board.
struct Course<'a> {
    board: &'a mut Board,
    looks: Vec<usize>,
    counters: Vec<(usize, i64)>,
    replay: Replay,
}

impl<'a> Course<'a> {
    fn begin(board: &'a mut Board, scene: &Scene) -> Self {
        let mut course =
            Course { board, looks: Vec::new(), counters: Vec::new(), replay: Replay::default() };
        course.looks = course.looks_of(scene);
        course.replay.first = course.looks.clone();
        course.note_rest(scene);
        course
    }

    fn advance(&mut self, ply: &str, seat: u8, scene: &Scene, marks: Trail) {
        let looks = self.looks_of(scene);
        let both = looks.iter().zip(&self.looks).enumerate();
        let changed = both.filter(|(_, (new, old))| new != old);
        let changes = changed.flat_map(|(cell, (new, _))| [cell, *new]).collect();
        self.looks = looks;
        self.replay.changes.push(changes);
        self.replay.plies.push(ply.to_owned());
        self.replay.seats.push(seat);
        self.replay.marks.push(marks);
        self.note_rest(scene);
    }

    fn looks_of(&mut self, scene: &Scene) -> Vec<usize> {
        let mut pieces = vec![None; scene.cells.len()];
        for piece in &scene.pieces {
            pieces[piece.cell] = Some((piece.owner.map(|own| own.0), piece.kind, piece.label));
        }
        let cells = scene.cells.iter().zip(pieces);
        let look = |(cell, piece): (&plyglot_core::Cell, _)| {
            let cell = plyglot_lab::Cell::from(cell);
            index_of(&mut self.board.looks, (cell.tint, cell.base, cell.mark, piece))
        };
        cells.map(look).collect()
    }

    /// Notes the counters that changed, `None` for one that is gone, and the phase.
    fn note_rest(&mut self, scene: &Scene) {
        let mut now = Vec::new();
        for counter in &scene.counters {
            let key = (counter.owner.map(|own| own.0), counter.name.to_owned());
            now.push((index_of(&mut self.board.counters, key), counter.value));
        }
        let mut changes = Vec::new();
        for (key, value) in now.iter().filter(|own| !self.counters.contains(own)) {
            changes.extend([Some(*key as i64), Some(*value)]);
        }
        let gone = |key: usize| !now.iter().any(|(own, _)| *own == key);
        for (key, _) in self.counters.iter().filter(|(key, _)| gone(*key)) {
            changes.extend([Some(*key as i64), None]);
        }
        self.counters = now;
        self.replay.counters.push(changes);
        let phase = scene.phase.clone();
        self.replay.phases.push(phase.map(|phase| index_of(&mut self.board.phases, phase)));
    }
}

/// The place of a value in a table, at whose end it is put if it is new.
fn index_of<T: PartialEq>(table: &mut Vec<T>, value: T) -> usize {
    table.iter().position(|own| *own == value).unwrap_or_else(|| {
        table.push(value);
        table.len() - 1
    })
}

/// Compressed and in letters, as a page carries it.
fn pack(replay: &Replay) -> Result<String, String> {
    let text = serde_json::to_vec(replay).map_err(|error| error.to_string())?;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(&text).and_then(|()| encoder.finish());
    Ok(STANDARD.encode(packed.map_err(|error| error.to_string())?))
}

fn about(stored: &StoredGame, run: usize, board: usize) -> About {
    let result = &stored.record.result;
    About {
        id: stored.id,
        run,
        board,
        agents: stored.names().into_iter().map(str::to_owned).collect(),
        ranks: result.ranks.clone(),
        sides: result.sides.clone(),
        ending: match result.ending {
            Ending::Rules => "rules",
            Ending::Forfeit { .. } => "forfeit",
            Ending::Adjudicated { .. } => "adjudicated",
        },
        verdict: result.verdict.clone(),
        opening: stored.job.opening.name.clone(),
        seed: stored.job.seed.to_string(),
        plies: result.plies,
        ended: stored.ended.clone(),
        complaints: stored.record.complaints.clone(),
    }
}
