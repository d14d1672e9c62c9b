//! What the server has: everything that requests share.

use std::{
    collections::HashMap,
    fs,
    io::Read as _,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use plyglot_catalog::{Catalog, Opened, WallClock};
use plyglot_core::Clock as _;
use plyglot_lab::{Error, Lab};
use serde::Deserialize;
use tokio::{runtime::Handle, sync::Semaphore};
use utoipa::ToSchema;

use crate::{
    analyses::Analyses,
    games::Games,
    gate::Tries,
    problem::{Answered, Code, Problem},
    reviews::Reviews,
    runs::Runs,
    tables::Tables,
    think::Pool,
    view::Boards,
};

/// What the server is told when it starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder that it keeps its things in.
    pub data: PathBuf,
    /// The file of records that runs are kept in.
    pub records: PathBuf,
    /// Whether pages may name programs and files.
    pub allow_exec: bool,
    /// Whether it listens to other machines.
    pub guests: bool,
    /// How many threads think.
    pub threads: usize,
}

/// Everything that requests share.
pub(crate) struct App {
    /// The games and players, with what one of them may have.
    pub catalog: Catalog,
    /// What the server was told.
    pub config: Config,
    /// What pages of whoever started the program know.
    pub token: String,
    /// The hosts that requests may name.
    pub hosts: Vec<String>,
    /// Names this run of the server.
    pub instance: String,
    /// The list of games, once somebody has asked for it.
    pub(crate) games: OnceLock<Games>,
    /// The boards that somebody has seen.
    pub boards: Boards,
    /// Games between people and agents.
    pub tables: Tables,
    /// Searches that somebody watches.
    pub analyses: Analyses,
    /// Whole games looked at move by move.
    pub reviews: Reviews,
    /// Matches, tournaments and searches for parameters.
    pub runs: Runs,
    /// The threads that think.
    pub pool: Pool,
    /// Wrong join codes.
    pub tries: Tries,
    /// Join codes that nobody has used, with their table and seat.
    pub invitations: Mutex<HashMap<String, (String, u8)>>,
    /// How many questions are worked on at a time.
    pub desk: Arc<Semaphore>,
    /// How many sockets may be open.
    pub sockets: Arc<Semaphore>,
    /// Where tasks run.
    pub runtime: Handle,
    /// Time since the start.
    pub clock: WallClock,
}

/// A game in a position: what all questions about positions begin with.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = GamePlace)]
pub(crate) struct Place {
    /// The specification of the game.
    #[schema(max_length = 4096)]
    pub game: String,
    /// A position in any form that the game reads; its own start if there is none.
    #[serde(default)]
    pub position: Option<String>,
    /// The plies since.
    #[serde(default)]
    #[schema(max_items = 5000)]
    pub moves: Vec<String>,
}

/// The longest specification.
pub(crate) const SPEC: usize = 4096;
/// The most plies of a game.
const PLIES: usize = 5000;
/// The longest file that a specification may name.
const FILE: u64 = 1 << 20;

impl App {
    /// Time since the start of the server.
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Asks the lab.
    pub(crate) fn lab<T>(&self, ask: impl FnOnce(Lab<'_>) -> T) -> T {
        let load = |path: &str| self.load(path);
        ask(Lab::new(&self.catalog, &load))
    }

    /// Reads a file that a specification names: a map of the data folder, and others if that is allowed.
    pub(crate) fn load(&self, path: &str) -> Result<String, String> {
        let own = path.strip_prefix("maps/").filter(|name| is_plain(name));
        let file = match own {
            Some(name) => self.config.data.join("maps").join(name),
            None if self.config.allow_exec => PathBuf::from(path),
            None => {
                return Err(format!(
                    "{path:?}: pages may not name files; `plyglot web --allow-exec` lets them"
                ));
            }
        };
        let refuse = |error: std::io::Error| format!("cannot read {path}: {error}");
        let mut text = String::new();
        fs::File::open(file)
            .and_then(|file| file.take(FILE + 1).read_to_string(&mut text))
            .map_err(refuse)?;
        match text.len() as u64 > FILE {
            true => Err(format!("{path} has more than the {FILE} bytes that are read")),
            false => Ok(text),
        }
    }

    /// A game in the position that is asked for.
    pub(crate) fn open(&self, place: &Place) -> Answered<Opened> {
        check_spec("game", &place.game)?;
        if place.moves.len() > PLIES {
            let why = format!("{} plies; {PLIES} are taken at most", place.moves.len());
            return Err(Problem::new(Code::Limit, "moves", why));
        }
        let mut opened = self.lab(|lab| lab.open(&place.game, place.position.as_deref()))?;
        for (number, ply) in (1..).zip(&place.moves) {
            if opened.session.outcome().is_some() {
                let why = format!("ply {number}: {ply}: by the rules the game was over");
                return Err(Problem::new(Code::Illegal, "moves", why));
            }
            let played = opened.session.play(ply);
            played.map_err(|error| {
                let error = Error::text("moves", &error);
                Problem { message: format!("ply {number}: {}", error.message), ..error.into() }
            })?;
        }
        Ok(opened)
    }

    /// Works on a question apart from the threads that talk to browsers. How many are worked on at a time
    /// is bounded; others wait.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Arc<App>) -> Answered<T> + Send + 'static,
    ) -> Answered<T> {
        let waiting = Arc::clone(&self.desk).acquire_owned();
        let turn = tokio::time::timeout(Duration::from_secs(20), waiting).await;
        let Ok(Ok(turn)) = turn else {
            return Err(Problem::new(Code::Busy, "server", "too much is asked at the moment"));
        };
        let app = Arc::clone(self);
        let worked = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            question(&app)
        });
        worked.await.unwrap_or_else(|_| Err(Problem::internal("the question made a fault")))
    }
}

/// Refuses texts that no specification comes near.
pub(crate) fn check_spec(field: &str, text: &str) -> Answered<()> {
    if text.len() > SPEC {
        let why = format!("a specification has at most {SPEC} bytes");
        return Err(Problem::new(Code::Limit, field, why));
    }
    Ok(())
}

/// Whether a name is one of our files: letters, digits, `-` and `_`.
pub(crate) fn is_plain(name: &str) -> bool {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
    !name.is_empty() && name.len() <= 60 && name.chars().all(plain)
}
