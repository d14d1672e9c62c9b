//! What tests of all protocols need: hosts, clients, and what came of their games.

use std::{
    io::{self, BufRead, Write},
    net::SocketAddr,
    process::{Child, Command},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use plyglot_arena::{Ending, Entrant};
use plyglot_catalog::Catalog;
use plyglot_core::{AnySession, options::no_files};
use plyglot_protocol::Fault;

use crate::{
    Ask, Error, Furnishing, Hall, Join, Joined, Mind, NetSpec, Protocol, Trace,
    host::{Hosted, Hosting, Onlooker, host},
};

/// A host on a free port, and the games it is to play.
pub(crate) struct Bench {
    pub(crate) protocol: &'static Protocol,
    pub(crate) address: SocketAddr,
    pub(crate) hosting: Hosting,
}

/// What came of a hosted game.
#[derive(Debug)]
#[allow(dead_code, reason = "not every protocol's tests look at everything")]
pub(crate) struct Seen {
    pub(crate) names: Vec<String>,
    pub(crate) ending: Ending,
    pub(crate) ranks: Vec<u8>,
    pub(crate) out: Vec<(usize, Fault)>,
    pub(crate) plies: Vec<String>,
    pub(crate) last_position: String,
}

impl Bench {
    /// One game of so many players, who are all clients.
    pub(crate) fn new(protocol: &'static Protocol, game: &str, players: usize) -> Bench {
        let net = protocol.net.as_ref().unwrap();
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let (reception, trace) = (net.reception, Trace::default());
        let furnish = || Furnishing { reception, trace, notice: Box::new(|_| {}) };
        let address = Hall::at(anywhere, furnish).unwrap().address;
        let spec = NetSpec { protocol, address, name: None }.full();
        Bench { address, ..Bench::of_specs(protocol, game, &vec![spec; players]) }
    }

    /// One game of players with these specifications.
    pub(crate) fn of_specs(protocol: &'static Protocol, game: &str, specs: &[String]) -> Bench {
        crate::offer();
        let entrant = |(seat, spec): (usize, &String)| Entrant {
            name: format!("seat {seat}"),
            spec: spec.clone(),
            short: String::new(),
        };
        let hosting = Hosting {
            games: vec![game.to_owned()],
            files: Default::default(),
            agents: specs.iter().enumerate().map(entrant).collect(),
            limits: (protocol.limits)(),
            count: 1,
            at_once: 1,
            seed: 1,
            protocol: protocol.name.to_owned(),
        };
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        Bench { protocol, address, hosting }
    }

    /// Plays all games.
    pub(crate) fn play(&self) -> Vec<Seen> {
        self.play_until(&AtomicBool::new(false))
    }

    /// Plays games until all are played or `stop` is raised.
    pub(crate) fn play_until(&self, stop: &AtomicBool) -> Vec<Seen> {
        let witness = Witness::default();
        host(&Catalog::standard(), &self.hosting, &witness, stop).unwrap();
        witness.seen.into_inner().unwrap()
    }
}

#[derive(Default)]
struct Witness {
    last: Mutex<std::collections::HashMap<usize, String>>,
    seen: Mutex<Vec<Seen>>,
}

impl Onlooker for Witness {
    fn look(&self, number: usize, session: &dyn AnySession) {
        self.last.lock().unwrap().insert(number, session.position());
    }

    fn over(&self, game: Hosted) -> Result<(), Error> {
        let record = game.judged.record;
        let seen = Seen {
            names: game.names,
            ending: record.result.ending,
            ranks: record.result.ranks,
            out: record.result.out,
            plies: record.moves.into_iter().map(|own| own.ply).collect(),
            last_position: self.last.lock().unwrap().remove(&game.number).unwrap(),
        };
        self.seen.lock().unwrap().push(seen);
        Ok(())
    }
}

/// Lets so many of our own clients play under a host, each one game.
pub(crate) fn host_and_join(bench: Bench, agent: &str, clients: usize) -> (Vec<Seen>, Vec<Joined>) {
    let joined = Mutex::new(Vec::new());
    let games = thread::scope(|scope| {
        for number in 0..clients {
            let (joined, bench) = (&joined, &bench);
            scope.spawn(move || {
                let game = &bench.hosting.games[0];
                let own = join_game(bench.protocol, game, bench.address, agent, number as u64);
                joined.lock().unwrap().push(own.unwrap());
            });
        }
        bench.play()
    });
    (games, joined.into_inner().unwrap())
}

/// One game of one of our agents.
pub(crate) fn join_one(
    protocol: &'static Protocol,
    address: SocketAddr,
    agent: &str,
    seed: u64,
) -> Result<Joined, Error> {
    join_game(protocol, protocol.game, address, agent, seed)
}

/// The same in another game than the usual one.
pub(crate) fn join_game(
    protocol: &'static Protocol,
    game: &str,
    address: SocketAddr,
    agent: &str,
    seed: u64,
) -> Result<Joined, Error> {
    join_as(protocol, (game, ""), address, agent, seed)
}

/// The same in a channel.
pub(crate) fn join_as(
    protocol: &'static Protocol,
    (game, channel): (&str, &str),
    address: SocketAddr,
    agent: &str,
    seed: u64,
) -> Result<Joined, Error> {
    let nowhere: Pipes = (Box::new(io::empty()), Box::new(io::sink()));
    join_with(protocol, (game, channel), Some(address.to_string()), (agent, seed), nowhere)
}

/// Where a client reads and writes that has no connection.
pub(crate) type Pipes = (Box<dyn BufRead + Send>, Box<dyn Write + Send>);

/// The same with an address or with pipes.
pub(crate) fn join_with(
    protocol: &'static Protocol,
    (game, channel): (&str, &str),
    address: Option<String>,
    (agent, seed): (&str, u64),
    (input, output): Pipes,
) -> Result<Joined, Error> {
    let (catalog, stop) = (Catalog::standard(), AtomicBool::new(false));
    let mut mind = Mind::new(&catalog, &no_files, (game, agent), seed)?;
    mind.most = Ask { time: Some(Duration::from_secs(2)), ..Ask::default() };
    let mut join = Join {
        protocol,
        address,
        mind,
        game: game.to_owned(),
        name: format!("client {seed}"),
        channel: channel.to_owned(),
        group: (seed % 100) as u8,
        retry: Duration::ZERO,
        stop: &stop,
        show: &mut |_| {},
        input,
        output,
    };
    let joined = (protocol.join)(&mut join);
    stop.store(true, Ordering::Relaxed);
    joined
}

/// Runs one of the example bots.
pub(crate) fn python(bot: &str, words: &[String]) -> Child {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots");
    Command::new("python3").arg(format!("{folder}/{bot}")).args(words).spawn().unwrap()
}
