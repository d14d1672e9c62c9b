//! What tests of all protocols need: hosts, clients, and what came of their games.

use std::{
    net::SocketAddr,
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
        crate::offer();
        let net = protocol.net.as_ref().unwrap();
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let (reception, trace) = (net.reception, Trace::default());
        let furnish = || Furnishing { reception, trace, notice: Box::new(|_| {}) };
        let address = Hall::at(anywhere, furnish).unwrap().address;
        let spec = NetSpec { protocol, address, name: None }.full();
        let entrant = |seat| Entrant {
            name: format!("seat {seat}"),
            spec: spec.clone(),
            short: String::new(),
        };
        let hosting = Hosting {
            games: vec![game.to_owned()],
            files: Default::default(),
            agents: (0..players).map(entrant).collect(),
            limits: (protocol.limits)(),
            count: 1,
            at_once: 1,
            seed: 1,
            protocol: protocol.name.to_owned(),
        };
        Bench { protocol, address, hosting }
    }

    /// Plays all games.
    pub(crate) fn play(&self) -> Vec<Seen> {
        let stop = AtomicBool::new(false);
        let witness = Witness::default();
        host(&Catalog::standard(), &self.hosting, &witness, &stop).unwrap();
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
                let own = join_one(bench.protocol, bench.address, agent, number as u64);
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
    let (catalog, stop) = (Catalog::standard(), AtomicBool::new(false));
    let mut mind = Mind::new(&catalog, &no_files, (protocol.game, agent), seed)?;
    mind.most = Ask { time: Some(Duration::from_secs(2)), ..Ask::default() };
    let mut join = Join {
        protocol,
        address: Some(address.to_string()),
        mind,
        game: protocol.game.to_owned(),
        name: format!("client {seed}"),
        channel: String::new(),
        group: (seed % 100) as u8,
        retry: Duration::ZERO,
        stop: &stop,
        show: &mut |_| {},
        input: Box::new(std::io::empty()),
        output: Box::new(std::io::sink()),
    };
    let joined = (protocol.join)(&mut join);
    stop.store(true, Ordering::Relaxed);
    joined
}
