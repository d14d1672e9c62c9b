//! The lab in the browser: what its pages weigh, and how soon a move is told to those who look.

mod client;

use std::{
    env, fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use plyglot_catalog::Catalog;
use plyglot_web::{Config, Start, sizes, start};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use self::client::{Caller, Listener};
use super::announce;
use crate::{args::BenchArgs, commands::Out, error::Error};

/// What pages may weigh together, compressed.
const WANTED_BYTES: usize = 100_000;
/// How soon a move is told, and how much later with a crowd, in milliseconds.
const WANTED_MILLIS: [f64; 2] = [50.0, 100.0];
/// Plies of each measurement.
const PLIES: usize = 200;
const SPECTATORS: usize = 200;
const TABLES: usize = 50;
/// What all of it takes, about.
const SECONDS: f64 = 10.0;

/// The times from asking for a move until it is told, sorted.
struct Measured {
    with: String,
    millis: Vec<f64>,
}

impl Measured {
    fn at(&self, part: f64) -> f64 {
        self.millis[((self.millis.len() - 1) as f64 * part).round() as usize]
    }

    fn value(&self) -> Value {
        let (p50, p95, worst) = (self.at(0.5), self.at(0.95), self.at(1.0));
        json!({ "with": self.with, "plies": self.millis.len(), "p50": p50, "p95": p95, "worst": worst })
    }
}

pub(super) fn run(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Result<(), Error> {
    let game = args.game.as_deref().unwrap_or("reversi");
    announce("the lab in the browser", &format!("{} moves", 3 * PLIES), SECONDS);
    let weight = |ending: &str| -> usize {
        sizes().iter().filter(|(name, _)| name.ends_with(ending)).map(|(_, bytes)| bytes).sum()
    };
    let (script, style) = (weight(".js"), weight(".css"));
    let folder = env::temp_dir().join(format!("plyglot-bench-web-{}", process::id()));
    let measured = serve(catalog, &folder, |address, token| measure(address, token, game));
    let _ = fs::remove_dir_all(&folder);
    let measured = measured?;
    if args.json {
        let moves: Vec<Value> = measured.iter().map(Measured::value).collect();
        writeln!(
            out,
            "{}",
            json!({ "script": script, "style": style, "game": game, "moves": moves })
        )?;
        return Ok(());
    }
    let kilo = |bytes: usize| bytes as f64 / 1000.0;
    writeln!(
        out,
        "pages, compressed: {:.1} KB of script and {:.1} KB of style, wanted under {:.0}",
        kilo(script),
        kilo(style),
        kilo(WANTED_BYTES)
    )?;
    let [alone, crowd] = WANTED_MILLIS;
    writeln!(
        out,
        "{game}, from asking for a move until it is told, wanted under {alone:.0} ms alone and {crowd:.0} more \
         with others"
    )?;
    writeln!(out, "  {:<28} {:>8} {:>8} {:>8}", "milliseconds", "p50", "p95", "worst")?;
    for one in &measured {
        let (p50, p95, worst) = (one.at(0.5), one.at(0.95), one.at(1.0));
        writeln!(out, "  {:<28} {p50:>8.2} {p95:>8.2} {worst:>8.2}", one.with)?;
    }
    Ok(())
}

/// Lets a server run while something is done with it.
fn serve<T>(
    catalog: &Catalog,
    folder: &Path,
    doing: impl FnOnce(SocketAddr, &str) -> io::Result<T>,
) -> Result<T, Error> {
    let config = Config {
        data: PathBuf::from(folder),
        records: folder.join("records.db"),
        allow_exec: false,
        guests: false,
        threads: thread::available_parallelism().map_or(1, usize::from),
    };
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = start(catalog.clone(), Start { config, address })?;
    let (address, token) = (server.address, server.token.clone());
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = thread::spawn(move || server.serve(async { drop(stopped.await) }));
    let done = doing(address, &token);
    drop(stop);
    let _ = serving.join();
    Ok(done?)
}

fn measure(address: SocketAddr, token: &str, game: &str) -> io::Result<Vec<Measured>> {
    let mut caller = Caller::new(address, token)?;
    let mut measured = vec![plies(&mut caller, game, "nobody else", 0)?];
    measured.push(plies(&mut caller, game, &format!("{SPECTATORS} spectators"), SPECTATORS)?);
    let mut tables = Vec::new();
    for seed in 0..TABLES {
        let seat = json!({ "who": "agent", "spec": "best", "limits": { "millis": 1000 } });
        let asked = json!({ "game": "reversi", "seats": [seat, seat], "seed": seed });
        tables.push(caller.post("/tables", &asked)?["id"].clone());
    }
    measured.push(plies(&mut caller, game, &format!("{TABLES} tables that think"), 0)?);
    for table in tables {
        let path = format!("/tables/{}/pause", table.as_str().unwrap_or_default());
        caller.post(&path, &json!({ "paused": true }))?;
    }
    Ok(measured)
}

/// Plays at tables of people, and notes when a socket hears of each move.
fn plies(caller: &mut Caller, game: &str, with: &str, spectators: usize) -> io::Result<Measured> {
    let mut millis = Vec::new();
    while millis.len() < PLIES {
        let players = caller.post("/positions", &json!({ "game": game }))?["players"].clone();
        let seats = players.as_array().map_or(2, Vec::len);
        let seats = vec![json!({ "who": "person", "name": "somebody" }); seats];
        let mut table = caller.post("/tables", &json!({ "game": game, "seats": seats }))?;
        let id = table["id"].as_str().unwrap_or_default().to_owned();
        let done = AtomicBool::new(false);
        thread::scope(|scope| -> io::Result<()> {
            for _ in 0..spectators {
                let mut other = caller.listen(&id)?;
                let done = &done;
                scope.spawn(move || while !done.load(Ordering::Relaxed) && other.hear().is_ok() {});
            }
            // The last who came hears last.
            let mut own = caller.listen(&id)?;
            let played = play(caller, &mut own, &mut table, &id, &mut millis);
            done.store(true, Ordering::Relaxed);
            // The end of the table ends the sockets' waiting.
            caller.delete(&format!("/tables/{id}"))?;
            played
        })?;
    }
    millis.sort_by(f64::total_cmp);
    Ok(Measured { with: with.to_owned(), millis })
}

/// Plays one table on, to its end or until there are enough figures.
fn play(
    caller: &mut Caller,
    own: &mut Listener,
    table: &mut Value,
    id: &str,
    millis: &mut Vec<f64>,
) -> io::Result<()> {
    own.hear()?;
    while millis.len() < PLIES && table["ending"].is_null() {
        let view = &table["view"];
        let at = view["plies"].as_array().map_or(0, Vec::len);
        let moves = view["moves"].as_array().map_or(&[][..], Vec::as_slice);
        let ply = &moves[at * 7 % moves.len().max(1)]["move"];
        let asked = json!({ "seat": view["turn"], "move": ply, "at": at });
        let began = Instant::now();
        *table = caller.post(&format!("/tables/{id}/play"), &asked)?;
        let version = format!("\"version\":{},", table["version"]);
        while !own.hear()?.contains(&version) {}
        millis.push(began.elapsed().as_secs_f64() * 1e3);
        // People take their time; so nothing is measured that waits for the move before.
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}
