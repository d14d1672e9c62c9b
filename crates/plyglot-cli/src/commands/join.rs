//! `plyglot join`: one of our agents on somebody else's server, or as somebody else's engine.

use std::{io, process::ExitCode, sync::atomic::Ordering};

use plyglot_catalog::Catalog;
use plyglot_core::AnySession;
use plyglot_lab::games::usual_agent;
use plyglot_wire::{Ask, Join, Joined, Margin, Mind, Protocol, protocol};

use super::{Done, Out, arena::stop_on_signals, host, json, watch};
use crate::{
    args::net::JoinArgs,
    error::Error,
    input::{read_file, seconds},
    words::plain,
};

pub(super) fn run(catalog: &Catalog, args: &JoinArgs, out: Out<'_>) -> Done {
    let Some(name) = &args.protocol else { return host::list(out) };
    let spoken = protocol(name).ok_or_else(|| host::unknown(name))?;
    host::listen(args.trace);
    let address = address(spoken, args.server.as_deref())?;
    let stop = stop_on_signals()?;
    let retry = seconds("--retry", &args.retry)?;
    for number in 0..args.games {
        let mut height = 0;
        let mut show = |session: &dyn AnySession| {
            if args.watch {
                let drawn = watch::frame(session, "", height, &mut anstream::stderr());
                height = drawn.unwrap_or(0);
            }
        };
        let mut join = Join {
            protocol: spoken,
            address: address.clone(),
            mind: mind(catalog, spoken, args, number)?,
            game: args.game.clone().unwrap_or_else(|| spoken.game.to_owned()),
            name: args.name.clone(),
            channel: args.channel.clone(),
            group: args.group,
            retry,
            stop: &stop,
            show: &mut show,
            input: Box::new(io::BufReader::new(io::stdin())),
            output: Box::new(super::engine::own_output()?),
        };
        let joined = (spoken.join)(&mut join)?;
        // What is spoken over standard output is the protocol's alone.
        if address.is_some() {
            tell(args, &joined, out)?;
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn mind<'a>(
    catalog: &'a Catalog,
    spoken: &Protocol,
    args: &JoinArgs,
    number: u32,
) -> Result<Mind<'a>, Error> {
    let game = args.game.as_deref().unwrap_or(spoken.game);
    spoken.check_game(game)?;
    let opened = catalog.open(game, &read_file)?;
    let agent = match args.agent.as_str() {
        "best" => usual_agent(&opened.entry),
        agent => agent,
    };
    let seed = args.seed.wrapping_add(number.into());
    let mut mind = Mind::new(catalog, &read_file, (game, agent), seed)?;
    let time = args.time.as_deref().map(|text| seconds("--time", text));
    mind.most =
        Ask { time: time.transpose()?, depth: args.depth, nodes: args.nodes, ..Ask::default() };
    mind.margin = Margin::new(seconds("--margin", &args.margin)?);
    Ok(mind)
}

/// The server's address, with what was left out.
fn address(spoken: &Protocol, server: Option<&str>) -> Result<Option<String>, Error> {
    let Some(net) = &spoken.net else {
        return match server {
            None => Ok(None),
            Some(server) => Err(Error::Input(format!(
                "{}: it is spoken over standard input and output; leave out {server:?}",
                spoken.name
            ))),
        };
    };
    let server = match server {
        None if spoken.program.is_some() => return Ok(None),
        server => server.unwrap_or(""),
    };
    let (host, port) = match server.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(':') => (host, port),
        _ => (server, ""),
    };
    let host = if host.is_empty() { "127.0.0.1" } else { host };
    let port = if port.is_empty() { net.port.to_string() } else { port.to_owned() };
    if port.parse::<u16>().is_err() {
        return Err(Error::Input(format!("{server:?}: expected HOST:PORT, HOST or :PORT")));
    }
    Ok(Some(format!("{host}:{port}")))
}

fn tell(args: &JoinArgs, joined: &Joined, out: Out<'_>) -> Result<(), Error> {
    if args.json {
        writeln!(out, "{}", json(joined))?;
    } else {
        let seat = joined.seat.map_or(String::new(), |seat| format!("player {seat}: "));
        writeln!(out, "{seat}{} ({} plies)", plain(&joined.result), joined.plies)?;
    }
    out.flush()?;
    Ok(())
}
