//! `plyglot watch` and the exhibition: a game played out on the board.

use std::{
    io::{self, IsTerminal, Write as _},
    process::ExitCode,
    sync::atomic::AtomicBool,
    thread,
    time::Duration,
};

use plyglot_catalog::{AnyAgent, Budget, Catalog, Opened, Request, WallClock};
use plyglot_core::{AnySession, Rng};

use super::{Done, Out};
use crate::{
    args::{Beginning, watch::WatchArgs},
    draw,
    error::Error,
    input::{open_from, read_file, seconds},
    words::{self, counted},
};

/// Nodes for a move if there is no other limit.
const USUAL_NODES: u64 = 100_000;

/// What a newcomer sees: a game, and what to try next.
pub(super) fn exhibition(catalog: &Catalog, out: Out<'_>) -> Done {
    let (game, from, agents) = (None, Beginning::default(), Vec::new());
    let args = WatchArgs { game, from, agents, nodes: None, time: None, seed: 1, delay: 0.15 };
    run(catalog, &args, out)
}

/// The exhibition, with whatever else was asked for.
fn exhibit(catalog: &Catalog, args: &WatchArgs, out: Out<'_>) -> Done {
    let mut args = WatchArgs { game: Some("reversi".to_owned()), ..args.clone() };
    if args.agents.is_empty() {
        args.agents = vec!["alphabeta".to_owned(), "mcts".to_owned()];
    }
    run(catalog, &args, out)?;
    writeln!(
        out,
        "
That was an exhibition game. What next:
  plyglot web                          the lab in the browser
  plyglot games                        the games and their options
  plyglot searches                     what can think, and agents: the best and the classic players
  plyglot match dala --agents best classic --games 10   a match, and report: a page of it
  plyglot watch chexers --agent brs --agent paranoid --agent random
  plyglot play checkers                play yourself
  plyglot show chexers                 a board
  plyglot legal dala --moves \"c3 d4\"   the legal moves of a position
  plyglot think checkers --time 2      what a search would play, and why
  plyglot solve \"reversi(size=4)\"     a proven result
  plyglot perft checkers --depth 10    count positions
  plyglot random dala --games 1000     random games, how long and who wins
  plyglot conform checkers             check a game against the laws of all games
  plyglot bench                        how fast it all is
  plyglot --help                       everything"
    )?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run(catalog: &Catalog, args: &WatchArgs, out: Out<'_>) -> Done {
    let Some(game) = &args.game else { return exhibit(catalog, args, out) };
    let opened = open_from(catalog, game, &args.from)?;
    let (mut agents, budget) = (agents(catalog, args, &opened)?, budget(args)?);
    let mut session = opened.session;
    let (mut rng, given) = (Rng::new(args.seed), session.played().len());
    let live = io::stdout().is_terminal();
    let delay = Duration::try_from_secs_f64(args.delay)
        .map_err(|_| Error::Input(format!("--delay {}: expected seconds from 0", args.delay)))?;
    writeln!(out, "{}, seed {}\n", opened.short, args.seed)?;
    let mut height = frame(&*session, "", 0, out)?;
    let mut said = String::new();
    while session.outcome().is_none() {
        said = play_ply(&mut *session, &mut agents, budget, &mut rng)?;
        if live {
            thread::sleep(delay);
            height = frame(&*session, &said, height, out)?;
        }
    }
    if !live {
        frame(&*session, &said, 0, out)?;
    }
    let moves = counted(session.played().len() - given, "move", "moves");
    let what = if args.time.is_none() { "repeats it" } else { "plays another" };
    writeln!(out, "  {moves}; {} {what}", command(args))?;
    Ok(ExitCode::SUCCESS)
}

/// An agent for every seat.
fn agents(
    catalog: &Catalog,
    args: &WatchArgs,
    opened: &Opened,
) -> Result<Vec<Box<dyn AnyAgent>>, Error> {
    let (players, named) = (usize::from(opened.session.players()), args.agents.len());
    if named > players {
        let game = opened.entry.name;
        let refused = format!("--agent: {named} agents for the {players} players of {game}");
        return Err(Error::Input(refused));
    }
    let mut agents = Vec::new();
    for seat in 0..players {
        let spec = args.agents.get(seat).or(args.agents.last()).map_or("random", String::as_str);
        agents.push(catalog.agent(spec, opened, &read_file)?);
    }
    Ok(agents)
}

/// What a move may cost.
fn budget(args: &WatchArgs) -> Result<Budget, Error> {
    let time = args.time.as_deref().map(|time| seconds("--time", time)).transpose()?;
    let nodes = args.nodes.or(time.is_none().then_some(USUAL_NODES));
    Ok(Budget { nodes, time })
}

/// The command for the same game.
fn command(args: &WatchArgs) -> String {
    let mut words = vec!["plyglot".to_owned(), "watch".to_owned()];
    words.extend(args.game.clone());
    let mut add = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [format!("--{name}"), value]));
    };
    add("position", args.from.position.clone());
    add("moves", args.from.moves.clone());
    args.agents.iter().for_each(|agent| add("agent", Some(agent.clone())));
    add("nodes", args.nodes.or(args.time.is_none().then_some(USUAL_NODES)).map(|n| n.to_string()));
    add("time", args.time.clone());
    add("seed", Some(args.seed.to_string()));
    words::command(&words)
}

/// Lets the agent on turn play, and tells what it played and thought of it.
fn play_ply(
    session: &mut dyn AnySession,
    agents: &mut [Box<dyn AnyAgent>],
    budget: Budget,
    rng: &mut Rng,
) -> Result<String, Error> {
    let (seat, stop) = (session.to_move(), AtomicBool::new(false));
    let clock = WallClock::start();
    let request =
        Request { budget, seed: rng.next_u64(), at_once: true, ..Request::new(&clock, &stop) };
    let answer = agents[seat.idx()].think(session, &request, &mut |_| {})?;
    let line = &answer.lines[0];
    let agent = agents[seat.idx()].spec().split('(').next().unwrap_or_default().to_owned();
    let thought = line.values[seat.idx()].map_or(String::new(), |_| line.words(seat));
    let comma = if thought.is_empty() { "" } else { ", " };
    let said = format!("{agent} played {}{comma}{thought}", line.plies[0]);
    session.play(&line.plies[0])?;
    Ok(said)
}

/// Draws over the last `height` lines, with what was said, and tells how many lines this frame has.
pub(super) fn frame(
    session: &dyn AnySession,
    said: &str,
    height: usize,
    out: Out<'_>,
) -> Result<usize, Error> {
    let mut picture = Vec::new();
    draw::draw(session, &mut picture)?;
    writeln!(picture, "  {said}")?;
    if height > 0 {
        write!(out, "\x1b[{height}A\x1b[J")?;
    }
    out.write_all(&picture)?;
    out.flush()?;
    Ok(picture.iter().filter(|byte| **byte == b'\n').count())
}
