//! `plyglot web`, and `plyglot` alone: the lab in the browser.

use std::{
    env, fs,
    io::{self, IsTerminal as _},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{self, PathBuf},
    process::ExitCode,
    thread,
    time::Duration,
};

use plyglot_catalog::{Caps, Catalog};
use plyglot_web::{Config, Running, Server, Start, start};

use super::{Done, Out, watch};
use crate::{
    args::web::{USUAL_PORT, WebArgs},
    error::{Error, warn},
    machine,
};

/// The longest that an agent thinks about one move of a game in the browser.
const LONGEST: Duration = Duration::from_secs(300);
/// The most memory of one agent there, in megabytes: many play at a time.
const MEMORY_MB: u64 = 1024;

/// What a newcomer gets: the lab, and where no browser can be opened, its address and an exhibition.
pub(super) fn front_door(catalog: &Catalog, out: Out<'_>) -> Done {
    let args = WebArgs { db: "plyglot.db".into(), ..WebArgs::default() };
    let Some(server) = server(catalog, &args, out)? else { return Ok(ExitCode::SUCCESS) };
    if has_browser() {
        return serve(server, true, out);
    }
    tell(&server, out)?;
    writeln!(out, "No browser can be opened here, so this is an exhibition game meanwhile.\n")?;
    out.flush()?;
    let serving = thread::spawn(move || server.serve(until_stopped()));
    watch::exhibition(catalog, out)?;
    writeln!(out, "\nThe lab goes on until Ctrl-C.")?;
    out.flush()?;
    let served = serving.join().unwrap_or_else(|_| Err(io::Error::other("the server panicked")));
    served?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run(catalog: &Catalog, args: &WebArgs, out: Out<'_>) -> Done {
    let Some(server) = server(catalog, args, out)? else { return Ok(ExitCode::SUCCESS) };
    serve(server, args.open || !args.no_open && has_browser(), out)
}

fn serve(server: Server, open: bool, out: Out<'_>) -> Done {
    tell(&server, out)?;
    out.flush()?;
    if open && let Err(error) = open::that_detached(server.link()) {
        warn(&format!("the browser cannot be opened: {error}"));
    }
    server.serve(until_stopped())?;
    Ok(ExitCode::SUCCESS)
}

/// A server of the data folder; none if one runs there already, which is opened instead.
fn server(catalog: &Catalog, args: &WebArgs, out: Out<'_>) -> Result<Option<Server>, Error> {
    let data = match &args.data {
        Some(data) => path::absolute(data)?,
        None => usual_data()?,
    };
    let refuse = |error: io::Error| Error::Input(format!("{}: {error}", data.display()));
    let running = Running::of(&data).map_err(refuse)?;
    if let Some(found) = running.find() {
        let link = format!("http://{}/#k={}", found.address, running.token().map_err(refuse)?);
        writeln!(out, "The lab runs already: {link}")?;
        if args.open || !args.no_open && has_browser() {
            open::that_detached(link)?;
        }
        return Ok(None);
    }
    let caps = catalog.caps();
    let caps = Caps {
        memory_mb: Some(caps.memory_mb.map_or(MEMORY_MB, |most| most.min(MEMORY_MB))),
        threads: Some(cores() as u64),
        time: Some(LONGEST),
    };
    let config = Config {
        data,
        records: path::absolute(&args.db)?,
        allow_exec: args.allow_exec,
        guests: args.listen.is_some_and(|address| !address.is_loopback()),
        threads: args.threads.unwrap_or_else(cores),
    };
    let ip = args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let at = |port| Start { config: config.clone(), address: SocketAddr::new(ip, port) };
    let catalog = catalog.clone().with_caps(caps);
    let bound = match args.port {
        Some(port) => start(catalog, at(port)),
        None => start(catalog.clone(), at(USUAL_PORT)).or_else(|_| start(catalog, at(0))),
    };
    let bound = bound.map_err(|error| {
        let port = args.port.unwrap_or(USUAL_PORT);
        Error::Input(format!("cannot serve at {ip}, port {port}: {error}"))
    })?;
    Ok(Some(bound))
}

fn tell(server: &Server, out: Out<'_>) -> Result<(), Error> {
    writeln!(out, "The lab is open: {}", server.link())?;
    if !server.address.ip().is_loopback() {
        warn(
            "other machines can reach this server; they can see its pages, and take seats with the codes \
             that you give them, but nothing else without the token in the address above",
        );
    }
    writeln!(out, "Ctrl-C closes it; games and runs go on from there next time.")?;
    Ok(())
}

/// Done when somebody wants the program to end.
async fn until_stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn cores() -> usize {
    thread::available_parallelism().map_or(2, usize::from)
}

/// The folder that the system has for data of programs.
fn usual_data() -> Result<PathBuf, Error> {
    let data = machine::data_folder().map_err(|error| {
        Error::Input(format!("there is no home folder ({error}): name a folder with --data"))
    })?;
    fs::create_dir_all(&data)
        .map_err(|error| Error::Input(format!("{}: {error}; see --data", data.display())))?;
    Ok(data)
}

/// Whether there is a screen that a browser could be opened on, and somebody to see it.
fn has_browser() -> bool {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let screen = cfg!(any(windows, target_os = "macos")) && !set("SSH_CONNECTION")
        || set("DISPLAY")
        || set("WAYLAND_DISPLAY")
        || set("WSL_DISTRO_NAME");
    screen && io::stdout().is_terminal()
}
