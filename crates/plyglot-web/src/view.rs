//! Positions as the page gets them: what never changes of a board apart from what stands on it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use plyglot_catalog::Opened;
use plyglot_core::AnySession;
use plyglot_lab::{
    Change, Click, Counter, Label, Link, Mark, Material, Piece, Ply, Position, ResultWords, Scene,
    Shape, Tint, Trail, palette,
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::lock;

/// What never changes of a board. It is named by its contents, so it can be kept for ever.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Board {
    /// Its name.
    pub id: String,
    /// The places: clicks and pieces name them by their index.
    pub cells: Vec<Place>,
    /// Texts beside the board.
    pub labels: Vec<Label>,
    /// What marks on cells mean.
    pub legend: Vec<Mark>,
    /// What the board is made of.
    pub material: Material,
}

/// A place on a board: a cell is one unit wide, and y grows downwards.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Spot)]
pub(crate) struct Place {
    /// The game's name for it.
    pub name: String,
    /// Its outline.
    pub shape: Shape,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
}

/// What stands on a board.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Look {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The cells that are not plain.
    pub grounds: Vec<Ground>,
    /// Connections that the plain geometry does not show.
    pub links: Vec<Link>,
    /// Numbers beside the board.
    pub counters: Vec<Counter>,
    /// The part of the game or of the turn, where there are several.
    pub phase: Option<String>,
}

/// The ground of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Ground {
    /// The cell.
    pub cell: usize,
    /// How it looks.
    pub tint: Tint,
    /// Whose base it is.
    pub base: Option<u8>,
    /// A sign on the empty cell.
    pub mark: Option<char>,
}

/// A position with everything that is shown of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct View {
    /// The specification of the game, in full.
    pub game: String,
    /// The shortest specification of the same.
    pub short: String,
    /// The name of the game alone.
    pub name: String,
    /// The text of the position that the game began with.
    pub first: String,
    /// The plies since, in canonical spelling.
    pub plies: Vec<String>,
    /// The seat that played each of them.
    pub movers: Vec<u8>,
    /// The canonical text of the position.
    pub position: String,
    /// The seats in the game's own words.
    pub players: Vec<String>,
    /// The names of the seats' colours in the palette: `c-blue`.
    pub colours: Vec<String>,
    /// The side of every seat: seats of one side win and lose together.
    pub sides: Vec<usize>,
    /// Who is to move, unless the game is over.
    pub turn: Option<u8>,
    /// Whether that player is in the middle of a turn.
    pub mid_turn: bool,
    /// Whether the game is over.
    pub over: bool,
    /// The result in the game's own words, once it is over.
    pub result: Option<ResultWords>,
    /// Why it is over, where the game has words for it.
    pub reason: Option<String>,
    /// The rank of every seat, once it is over.
    pub ranks: Option<Vec<u8>>,
    /// The clicks that entered the last ply.
    pub last: Vec<Click>,
    /// What the last ply did to the board.
    pub changes: Vec<Change>,
    /// The seats that the turn passed by after it.
    pub skipped: Vec<u8>,
    /// What announces the last ply and what follows it.
    pub says: String,
    /// Why the only legal ply is a pass, if it is.
    pub pass_reason: Option<String>,
    /// By how many degrees the board is turned clockwise as each seat sees it.
    pub orientation: Vec<u16>,
    /// The legal plies.
    pub moves: Vec<Ply>,
    /// What the last ply touched.
    pub trail: Trail,
    /// The board.
    pub board: String,
    /// What stands on it.
    pub look: Look,
}

/// How many boards are kept; the oldest goes first.
const BOARDS: usize = 1000;

/// The boards that somebody has seen.
#[derive(Default)]
pub(crate) struct Boards(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    boards: HashMap<String, Arc<Board>>,
    order: std::collections::VecDeque<String>,
}

impl Boards {
    /// The board of that name.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Board>> {
        lock(&self.0).boards.get(id).cloned()
    }

    /// Takes a scene apart, and keeps its board.
    pub(crate) fn split(&self, scene: Scene) -> (String, Look) {
        let mut grounds = Vec::new();
        let mut cells = Vec::with_capacity(scene.cells.len());
        for (cell, own) in scene.cells.into_iter().enumerate() {
            if own.tint != Tint::Plain || own.base.is_some() || own.mark.is_some() {
                grounds.push(Ground { cell, tint: own.tint, base: own.base, mark: own.mark });
            }
            cells.push(Place { name: own.name, shape: own.shape, x: own.x, y: own.y });
        }
        let Scene { pieces, links, labels, counters, legend, phase, material, .. } = scene;
        let board = Board { id: String::new(), cells, labels, legend, material };
        (self.keep(board), Look { pieces, grounds, links, counters, phase })
    }

    fn keep(&self, board: Board) -> String {
        let text = serde_json::to_string(&board).unwrap_or_default();
        let hash = Sha256::digest(text.as_bytes());
        let id: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let mut kept = lock(&self.0);
        if !kept.boards.contains_key(&id) {
            if kept.order.len() >= BOARDS
                && let Some(oldest) = kept.order.pop_front()
            {
                kept.boards.remove(&oldest);
            }
            kept.order.push_back(id.clone());
            kept.boards.insert(id.clone(), Arc::new(Board { id: id.clone(), ..board }));
        }
        id
    }

    /// The position of an opened game.
    pub(crate) fn view(&self, opened: &Opened) -> View {
        self.view_of(opened, &*opened.session)
    }

    /// The position of a session of an opened game.
    pub(crate) fn view_of(&self, opened: &Opened, session: &dyn AnySession) -> View {
        let position = Position::of(&opened.spec, session);
        let colour =
            |(seat, name): (usize, &String)| format!("c-{}", palette::of_seat(name, seat).name);
        let colours = position.players.iter().enumerate().map(colour).collect();
        let (board, look) = self.split(position.scene);
        let (first, movers) = way(session);
        View {
            short: session.spec(&opened.short),
            name: opened.entry.name.to_owned(),
            first,
            movers,
            plies: session.played().to_vec(),
            trail: Trail::latest(session),
            colours,
            board,
            look,
            game: position.game,
            position: position.position,
            players: position.players,
            sides: position.sides,
            turn: position.turn,
            mid_turn: position.mid_turn,
            over: position.over,
            result: position.result,
            reason: position.reason,
            ranks: position.ranks,
            last: position.last,
            changes: position.changes,
            skipped: position.skipped,
            says: position.says,
            pass_reason: position.pass_reason,
            orientation: position.orientation,
            moves: position.moves,
        }
    }
}

/// The position that a session began with, and the seats that played its plies.
fn way(session: &dyn AnySession) -> (String, Vec<u8>) {
    let (mut walk, mut movers) = (session.boxed(), Vec::new());
    while walk.undo() {
        movers.push(walk.to_move().0);
    }
    movers.reverse();
    (walk.position(), movers)
}

/// The stylesheet of the palette, made of the colours that all drawings share.
pub(crate) fn stylesheet() -> String {
    use std::fmt::Write as _;
    let mut light = String::new();
    let mut dark = String::new();
    for own in palette::SEATS.iter().chain(&palette::BLACK_AND_WHITE) {
        let name = own.name;
        let (fill, line) = (own.fill, own.line);
        let _ = writeln!(light, ".c-{name}{{--fill:{fill};--line:{line};--ink:{}}}", fill.ink());
        let fill = own.dark;
        let _ = writeln!(
            dark,
            "[data-theme=dark] .c-{name}{{--fill:{fill};--line:{fill};--ink:{}}}",
            fill.ink()
        );
    }
    for own in palette::GROUNDS {
        let name = serde_json::to_value(own.material).unwrap_or_default();
        let name = name.as_str().unwrap_or_default();
        for (sheet, theme, [cell, cell2]) in
            [(&mut light, "", own.light), (&mut dark, "[data-theme=dark] ", own.dark)]
        {
            let _ = writeln!(sheet, "{theme}.m-{name}{{--cell:{cell};--cell2:{cell2}}}");
        }
    }
    let whole = |at: usize| {
        format!(
            "--ring:{};--blocked:{};--special:{};--neutral:{};--last:{}",
            palette::RING[at],
            palette::BLOCKED[at],
            palette::SPECIAL[at],
            palette::NEUTRAL,
            palette::LAST[at]
        )
    };
    format!(":root{{{}}}\n{light}[data-theme=dark]{{{}}}\n{dark}", whole(0), whole(1))
}
