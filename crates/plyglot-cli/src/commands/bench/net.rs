//! Hosted games: how many at once, and how long the host itself takes between a move and the next request.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use plyglot_arena::{Entrant, Limits};
use plyglot_catalog::Catalog;
use plyglot_core::AnySession;
use plyglot_wire::{
    DELAYS, Join, Mind, NetSpec, Protocol,
    host::{Hosted, Hosting, Onlooker, host},
    protocol,
};
use serde_json::{Value, json};

use super::{Out, announce};
use crate::{args::BenchArgs, error::Error, input::read_file};

/// What is hosted: a protocol and a game.
const HOSTED: &[(&str, &str)] =
    &[("reversixt", "reversixt(map=plain8)"), ("chexers", "chexers"), ("dala", "dala")];
/// How many games are played at once.
const GAMES: usize = 200;

/// Prints games a second and the host's own delay.
pub(super) fn run(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Result<(), Error> {
    let wanted = |own: &&(&str, &str)| args.game.as_deref().is_none_or(|game| own.0 == game);
    let hosted: Vec<_> = HOSTED.iter().filter(wanted).collect();
    announce("hosts", &format!("{GAMES} games at once of {} protocols", hosted.len()), 30.0);
    if !args.json {
        writeln!(out, "{GAMES} games at once, instant clients in the same process, times in ms")?;
        writeln!(
            out,
            "{:<12} {:>8} {:>9} {:>8} {:>8} {:>8} {:>6}",
            "protocol", "games/s", "moves/s", "median", "99 %", "worst", "faults"
        )?;
    }
    let mut values = Vec::new();
    for (name, game) in hosted {
        let spoken = protocol(name).ok_or_else(|| Error::Input(format!("no protocol {name}")))?;
        let value = measure(catalog, spoken, game)?;
        if !args.json {
            let number = |key: &str| value[key].as_f64().unwrap_or(f64::NAN);
            writeln!(
                out,
                "{name:<12} {:>8.1} {:>9.0} {:>8.3} {:>8.3} {:>8.3} {:>6}",
                number("games_a_second"),
                number("moves_a_second"),
                number("median_ms"),
                number("p99_ms"),
                number("worst_ms"),
                number("faults")
            )?;
            out.flush()?;
        }
        values.push(value);
    }
    if args.json {
        writeln!(out, "{}", json!({ "net": values }))?;
    }
    Ok(())
}

/// Counts what becomes of games.
#[derive(Default)]
struct Counter {
    games: AtomicUsize,
    moves: AtomicUsize,
    faults: AtomicUsize,
}

impl Onlooker for Counter {
    fn look(&self, _: usize, _: &dyn AnySession) {}

    fn over(&self, game: Hosted) -> Result<(), plyglot_wire::Error> {
        let result = &game.judged.record.result;
        let faults = (0..game.names.len()).filter(|seat| result.fault(*seat).is_some()).count();
        self.games.fetch_add(1, Ordering::Relaxed);
        self.moves.fetch_add(result.plies as usize, Ordering::Relaxed);
        self.faults.fetch_add(faults, Ordering::Relaxed);
        Ok(())
    }
}

fn measure(catalog: &Catalog, spoken: &'static Protocol, game: &str) -> Result<Value, Error> {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let hall = NetSpec { protocol: spoken, address, name: None }.hall()?;
    let spec = NetSpec { protocol: spoken, address: hall.address, name: None }.full();
    let players = usize::from(catalog.open(game, &read_file)?.session.players());
    let agent =
        |seat| Entrant { name: format!("{seat}"), spec: spec.clone(), short: String::new() };
    let hosting = Hosting {
        games: vec![game.to_owned()],
        files: BTreeMap::new(),
        agents: (0..players).map(agent).collect(),
        // The usual limit of such courses.
        limits: Limits { time: Some(1000), ..(spoken.limits)() },
        count: GAMES,
        at_once: GAMES,
        seed: 1,
        protocol: spoken.name.to_owned(),
    };
    let (counter, stop, failed) = (Counter::default(), AtomicBool::new(false), Mutex::new(None));
    DELAYS.start();
    let begun = Instant::now();
    let played = thread::scope(|scope| {
        for number in 0..GAMES * players {
            let (server, stop, failed) = (hall.address, &stop, &failed);
            scope.spawn(move || {
                if let Err(error) = join(catalog, spoken, game, server, number as u64, stop) {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            });
        }
        host(catalog, &hosting, &counter, &stop)
    });
    let seconds = begun.elapsed().as_secs_f64();
    played?;
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let delays = DELAYS.stop();
    let at = |share: f64| {
        let index = ((delays.len() as f64 - 1.0) * share) as usize;
        delays.get(index).map_or(0.0, |delay| delay.as_secs_f64() * 1e3)
    };
    let count = |own: &AtomicUsize| own.load(Ordering::Relaxed) as f64;
    Ok(json!({
        "protocol": spoken.name,
        "games_a_second": count(&counter.games) / seconds,
        "moves_a_second": count(&counter.moves) / seconds,
        "median_ms": at(0.5),
        "p99_ms": at(0.99),
        "worst_ms": at(1.0),
        "faults": count(&counter.faults),
    }))
}

/// One game of a client that answers at once.
fn join(
    catalog: &Catalog,
    spoken: &'static Protocol,
    game: &str,
    server: SocketAddr,
    seed: u64,
    stop: &AtomicBool,
) -> Result<(), Error> {
    let mut join = Join {
        protocol: spoken,
        address: Some(server.to_string()),
        mind: Mind::new(catalog, &read_file, (game, "random"), seed)?,
        game: spoken.game.to_owned(),
        name: format!("client {seed}"),
        channel: String::new(),
        group: (seed % 100) as u8,
        retry: Duration::from_secs(5),
        stop,
        show: &mut |_| {},
        input: Box::new(std::io::empty()),
        output: Box::new(std::io::sink()),
    };
    (spoken.join)(&mut join)?;
    Ok(())
}
