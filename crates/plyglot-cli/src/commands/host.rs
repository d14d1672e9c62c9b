//! `plyglot host`: a server or referee for other programs.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, IsTerminal as _},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use plyglot_arena::{
    Clock, Entrant, Limits,
    entrant::{self, Files},
    import::Importer,
    store::Store,
};
use plyglot_catalog::{Catalog, Opened};
use plyglot_core::{AnySession, Spec};
use plyglot_wire::{
    Ears, NetSpec, PROTOCOLS, Protocol,
    host::{Hosted, Hosting, Onlooker, host},
    protocol,
};
use serde_json::json;

use super::{
    Done, Out,
    arena::{conditions, stop_on_signals},
    json, watch,
};
use crate::{
    args::net::HostArgs,
    error::Error,
    input::read_file,
    words::{self, plain},
};

pub(super) fn run(catalog: &Catalog, args: &HostArgs, out: Out<'_>) -> Done {
    let Some(name) = &args.protocol else { return list(out) };
    let spoken = protocol(name).ok_or_else(|| unknown(name))?;
    listen(args.trace);
    let files = Files::new(&read_file);
    let games = games(catalog, spoken, args, &files)?;
    let largest = games.iter().max_by_key(|game| game.session.players()).expect("there is a game");
    let agents = agents(catalog, spoken, args, largest, &files)?;
    let clients_only = args.agents.is_empty() && args.bots.is_empty();
    let hosting = Hosting {
        games: games.iter().map(|game| game.spec.clone()).collect(),
        limits: limits(catalog, spoken, args, &agents)?,
        agents,
        files: files.into_read(),
        count: args.games as usize * if args.maps.is_empty() { 1 } else { games.len() },
        at_once: args.at_once.unwrap_or(if clients_only { 1000 } else { 1 }) as usize,
        seed: args.seed,
        protocol: spoken.name.to_owned(),
    };
    let stop = stop_on_signals()?;
    let mut store = (!args.no_db).then(|| Store::open(&args.db)).transpose()?;
    let command = words::command(&std::env::args().collect::<Vec<_>>());
    let importer = match &mut store {
        Some(store) => Some(Importer::hosted(store, &games[0], spoken.name, &command)?),
        None => None,
    };
    let mut desk = Desk { catalog, spoken, args, importer, out, height: 0, played: 0 };
    let (sender, events) = mpsc::channel();
    let shown = AtomicUsize::new(if args.watch { 0 } else { usize::MAX });
    let front = Front { sender, shown: &shown, step: hosting.at_once };
    thread::scope(|scope| {
        let (hosting, stop) = (&hosting, &*stop);
        let played = scope.spawn(move || host(catalog, hosting, &front, stop));
        let kept = events.iter().try_for_each(|event| desk.take(event));
        if kept.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        let played = played.join().map_err(|_| Error::Input("the host broke down".to_owned()))?;
        kept.and(played.map_err(Error::from))
    })?;
    desk.finish(hosting.count)?;
    Ok(ExitCode::SUCCESS)
}

/// The protocols, for whoever names none.
pub(super) fn list(out: Out<'_>) -> Done {
    for own in PROTOCOLS {
        let port = own.net.as_ref().map_or(String::new(), |net| format!(", port {}", net.port));
        writeln!(out, "{:<14} {}{port}", own.name, own.about)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn unknown(name: &str) -> Error {
    let known: Vec<&str> = PROTOCOLS.iter().map(|own| own.name).collect();
    Error::Input(format!("{name:?} is no protocol; there are: {}", known.join(", ")))
}

/// Tells people what happens on connections.
pub(super) fn listen(trace: bool) {
    plyglot_wire::listen(Ears {
        notice: Some(|words| anstream::eprintln!("{}", plain(words))),
        trace: trace.then_some(|line| anstream::eprintln!("{}", plain(line))),
    });
}

/// The games to be played: as named, or one for every map.
fn games(
    catalog: &Catalog,
    spoken: &Protocol,
    args: &HostArgs,
    files: &Files<'_>,
) -> Result<Vec<Opened>, Error> {
    let mut specs = Vec::new();
    for path in &args.maps {
        for map in maps_of(path)? {
            let given = vec![("map".to_owned(), map.to_string_lossy().into_owned())];
            specs.push(Spec { name: spoken.game.to_owned(), given }.to_string());
        }
    }
    if args.maps.is_empty() {
        specs.push(args.game.clone().unwrap_or_else(|| spoken.game.to_owned()));
    }
    let mut games = Vec::new();
    for spec in specs {
        spoken.check_game(&spec)?;
        games.push(catalog.open(&spec, &|path: &str| files.load(path))?);
    }
    Ok(games)
}

/// A file, or the files of a folder in the order of their names.
fn maps_of(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let refuse = |error| Error::Input(format!("--maps {}: {error}", path.display()));
    if !fs::metadata(path).map_err(refuse)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(refuse)? {
        let own = entry.map_err(refuse)?.path();
        let hidden = own.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if own.is_file() && !hidden {
            found.push(own);
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(Error::Input(format!("--maps {}: the folder has no files", path.display()))),
        false => Ok(found),
    }
}

/// Everybody who takes part: clients first, then programs and our agents.
fn agents(
    catalog: &Catalog,
    spoken: &'static Protocol,
    args: &HostArgs,
    game: &Opened,
    files: &Files<'_>,
) -> Result<Vec<Entrant>, Error> {
    let seats = usize::from(game.session.players());
    let mut texts = Vec::new();
    for command in &args.bots {
        let given = [("cmd", command.as_str()), ("protocol", spoken.name)];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        texts.push(Spec { name: "exec".to_owned(), given }.to_string());
    }
    texts.extend(args.agents.iter().cloned());
    if texts.len() > seats {
        let count = texts.len();
        return Err(Error::Input(format!("{count} bots and agents for a game of {seats}")));
    }
    let open = seats - texts.len();
    let mut found = Vec::new();
    if open > 0 {
        let net = net_spec(spoken, args, open)?;
        let name = |seat| format!("client {}", seat + 1);
        let client = |seat| Entrant { name: name(seat), spec: net.clone(), short: net.clone() };
        found.extend((0..open).map(client));
    }
    for text in &texts {
        found.push(entrant::entrant(catalog, game, text, args.depth, files)?);
    }
    // The same one may take several seats, as somebody else each time.
    for at in 1..found.len() {
        let earlier = found[..at].iter().filter(|own| own.spec == found[at].spec).count();
        if earlier > 0 && found[..at].iter().any(|own| own.name == found[at].name) {
            found[at].name += &format!(" {}", earlier + 1);
        }
    }
    Ok(found)
}

/// The specification of an open seat; the hall stands open from here on.
fn net_spec(spoken: &'static Protocol, args: &HostArgs, open: usize) -> Result<String, Error> {
    let Some(net) = &spoken.net else {
        let name = spoken.name;
        return Err(Error::Input(format!(
            "{name}: nobody can connect, so {open} seats are free: name programs with --bots, \
             or agents with --agents"
        )));
    };
    let address = SocketAddr::new(args.listen, args.port.unwrap_or(net.port));
    let hall = NetSpec { protocol: spoken, address, name: None }.hall()?;
    Ok(NetSpec { protocol: spoken, address: hall.address, name: None }.full())
}

fn limits(
    catalog: &Catalog,
    spoken: &Protocol,
    args: &HostArgs,
    agents: &[Entrant],
) -> Result<Limits, Error> {
    let mut limits = (spoken.limits)();
    if args.time.is_some() || args.account.is_some() || args.clock.is_some() {
        (limits.time, limits.clock) = (None, None);
    }
    if let Some(text) = &args.time {
        limits.time = Some(conditions::seconds("--time", text, 1)?);
    }
    if let Some(text) = &args.account {
        let each = conditions::seconds("--account", text, 1)?;
        limits.clock = Some(Clock { base: each, increment: each });
    }
    if let Some(text) = &args.clock {
        limits.clock = Some(conditions::clock(text)?);
    }
    limits.depth = args.depth.or(limits.depth);
    if let Some(text) = &args.margin {
        limits.margin = conditions::seconds("--margin", text, 0)?;
    }
    if let Some(text) = &args.patience {
        limits.patience = conditions::seconds("--patience", text, 0)?;
    }
    entrant::limit_thinking(catalog, agents, &mut limits);
    Ok(limits)
}

/// What games tell whoever shows and keeps them.
enum Event {
    Look(Vec<u8>),
    Over(Box<Hosted>),
}

/// Sees games where they are played, and tells of them where they are shown.
struct Front<'a> {
    sender: mpsc::Sender<Event>,
    /// The game that is shown.
    shown: &'a AtomicUsize,
    /// How many games later the next one begins in its place.
    step: usize,
}

impl Onlooker for Front<'_> {
    fn look(&self, number: usize, session: &dyn AnySession) {
        if self.shown.load(Ordering::Relaxed) == number {
            let mut picture = Vec::new();
            let drawn = watch::frame(session, &format!("game {}", number + 1), 0, &mut picture);
            let _ = drawn.map(|_| self.sender.send(Event::Look(picture)));
        }
    }

    fn over(&self, game: Hosted) -> Result<(), plyglot_wire::Error> {
        let next = game.number + self.step;
        let own = (game.number, next, Ordering::Relaxed, Ordering::Relaxed);
        let _ = self.shown.compare_exchange(own.0, own.1, own.2, own.3);
        let gone = |_| plyglot_wire::Error("nobody keeps the games".to_owned());
        self.sender.send(Event::Over(Box::new(game))).map_err(gone)
    }
}

/// Shows and keeps games.
struct Desk<'a> {
    catalog: &'a Catalog,
    spoken: &'a Protocol,
    args: &'a HostArgs,
    importer: Option<Importer<'a>>,
    out: Out<'a>,
    /// How many lines the last picture has, if it is to be drawn over.
    height: usize,
    played: usize,
}

impl Desk<'_> {
    fn take(&mut self, event: Event) -> Result<(), Error> {
        match event {
            Event::Look(picture) => self.show(&picture),
            Event::Over(game) => self.keep(*game),
        }
    }

    fn show(&mut self, picture: &[u8]) -> Result<(), Error> {
        if self.height > 0 && io::stdout().is_terminal() {
            write!(self.out, "\x1b[{}A\x1b[J", self.height)?;
        }
        self.out.write_all(picture)?;
        self.out.flush()?;
        self.height = picture.iter().filter(|byte| **byte == b'\n').count();
        Ok(())
    }

    fn keep(&mut self, game: Hosted) -> Result<(), Error> {
        self.height = 0;
        if let Some(folder) = &self.args.logs {
            self.write_log(folder, &game)?;
        }
        if self.args.json {
            writeln!(self.out, "{}", json(&line(&game)))?;
        } else {
            print(&game, self.out)?;
        }
        self.out.flush()?;
        self.played += 1;
        if let Some(importer) = &mut self.importer {
            importer.add(game.judged)?;
            importer.write()?;
        }
        Ok(())
    }

    fn write_log(&self, folder: &Path, game: &Hosted) -> Result<(), Error> {
        fs::create_dir_all(folder)?;
        let opened = game.judged.job.open(self.catalog)?;
        let mut session = opened.session;
        for own in &game.judged.record.moves {
            session.play(&own.ply)?;
        }
        let heading = game.heading();
        let native = opened
            .entry
            .formats
            .iter()
            .find_map(|format| Some((format.name, session.write_game(format.name, &heading)?)));
        let (ending, text) = match native {
            Some(found) => found,
            None => ("jsonl", json(&line(game)) + "\n"),
        };
        let path = folder.join(format!("game{:05}.{ending}", game.number + 1));
        fs::write(&path, text)
            .map_err(|error| Error::Input(format!("cannot write {}: {error}", path.display())))
    }

    fn finish(self, wanted: usize) -> Result<(), Error> {
        let Desk { importer, out, played, .. } = self;
        if let Some(importer) = importer {
            importer.end()?;
        }
        if !self.args.json {
            let kept = if self.args.no_db {
                String::new()
            } else {
                format!(
                    "; plyglot report {}",
                    words::command(&[self.args.db.display().to_string()])
                )
            };
            let name = self.spoken.name;
            writeln!(out, "{played} of {} hosted for {name}{kept}", words::games(wanted))?;
        }
        Ok(())
    }
}

/// A game as one line of JSON.
fn line(game: &Hosted) -> serde_json::Value {
    let result = &game.judged.record.result;
    let faults: BTreeMap<usize, String> = (0..game.names.len())
        .filter_map(|seat| Some((seat + 1, result.fault(seat)?.to_string())))
        .collect();
    json!({
        "number": game.number + 1,
        "game": game.game,
        "names": game.names,
        "ranks": result.ranks,
        "verdict": result.verdict,
        "plies": result.plies,
        "faults": faults,
        "moves": game.judged.record.moves.iter().map(|own| &own.ply).collect::<Vec<_>>(),
    })
}

fn print(game: &Hosted, out: Out<'_>) -> Result<(), Error> {
    let result = &game.judged.record.result;
    let names = game.names.iter().map(|name| plain(name)).collect::<Vec<_>>().join(" - ");
    let ranks = result.ranks.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    writeln!(out, "game {}: {names}, ranks {ranks}: {}", game.number + 1, plain(&result.verdict))?;
    for (seat, name) in game.names.iter().enumerate() {
        if let Some(fault) = result.fault(seat) {
            writeln!(out, "  {} was at fault: {}", plain(name), plain(&fault.to_string()))?;
        }
    }
    Ok(())
}
