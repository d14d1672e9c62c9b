//! `plyglot watch` and the exhibition: a game played out on the board.

use std::{
    io::{self, IsTerminal, Write as _},
    process::ExitCode,
    sync::atomic::AtomicBool,
    thread,
    time::Duration,
};

use plyglot_catalog::{AnyAgent, Budget, Catalog, Request, WallClock};
use plyglot_core::{AnySession, Rng};

use super::{Done, Out};
use crate::{
    args::WatchArgs,
    draw,
    error::Error,
    input::{open_game, read_file},
};

/// What a newcomer sees: a game, and what to try next.
pub(super) fn exhibition(catalog: &Catalog, out: Out<'_>) -> Done {
    let args = WatchArgs {
        game: "reversi".to_owned(),
        agents: vec!["alphabeta".to_owned(), "mcts".to_owned()],
        nodes: 100_000,
        seed: 1,
        delay: 0.15,
    };
    run(catalog, &args, out)?;
    writeln!(
        out,
        "
That was an exhibition game of alpha-beta against Monte Carlo tree search. What next:
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
    let opened = open_game(catalog, &args.game)?;
    let mut agents = Vec::new();
    for seat in 0..usize::from(opened.session.players()) {
        let spec = args.agents.get(seat).or(args.agents.last()).map_or("random", String::as_str);
        agents.push(catalog.agent(spec, &opened, &read_file)?);
    }
    let mut session = opened.session;
    let mut rng = Rng::new(args.seed);
    let live = io::stdout().is_terminal();
    let delay = Duration::try_from_secs_f64(args.delay)
        .map_err(|_| Error::Input(format!("--delay {}: expected seconds from 0", args.delay)))?;
    writeln!(out, "{}, seed {}\n", opened.spec, args.seed)?;
    let mut height = frame(&*session, "", 0, out)?;
    let mut said = String::new();
    while session.outcome().is_none() {
        said = play_ply(&mut *session, &mut agents, args.nodes, &mut rng)?;
        if live {
            thread::sleep(delay);
            height = frame(&*session, &said, height, out)?;
        }
    }
    if !live {
        frame(&*session, &said, 0, out)?;
    }
    let agents: String = args.agents.iter().map(|agent| format!(" --agent \"{agent}\"")).collect();
    let (plies, game, nodes, seed) = (session.played().len(), &args.game, args.nodes, args.seed);
    writeln!(
        out,
        "  {plies} moves; plyglot watch \"{game}\"{agents} --nodes {nodes} --seed {seed} repeats it"
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Lets the agent on turn play, and tells what it played and thought of it.
fn play_ply(
    session: &mut dyn AnySession,
    agents: &mut [Box<dyn AnyAgent>],
    nodes: u64,
    rng: &mut Rng,
) -> Result<String, Error> {
    let (seat, stop) = (session.to_move(), AtomicBool::new(false));
    let budget = Budget { nodes: Some(nodes), time: None };
    let clock = WallClock::start();
    let request = Request { budget, seed: rng.next_u64(), ..Request::new(&clock, &stop) };
    let answer = agents[seat.idx()].think(session, &request, &mut |_| {})?;
    let line = &answer.lines[0];
    let agent = agents[seat.idx()].spec().split('(').next().unwrap_or_default().to_owned();
    let said = format!("{agent} played {}, {}", line.plies[0], line.words(seat));
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
