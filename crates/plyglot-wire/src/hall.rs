//! A hall: a port where clients arrive, and from which games fetch their players.

use std::{
    collections::{BTreeMap, VecDeque},
    mem,
    net::{SocketAddr, TcpListener as StdListener},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use plyglot_core::Rng;
use tokio::net::TcpListener;

use crate::{Error, Framing, Link, Trace, link::runtime};

/// How long a client may take for its first message, and for the answer to a ping.
const HELLO_TIME: Duration = Duration::from_secs(10);
/// How many clients a hall has at most, seated or waiting; further ones are turned away.
const MOST_CLIENTS: usize = 4096;
/// How often a wait looks whether it is to be stopped.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// How clients are received, before any game.
#[derive(Clone, Copy)]
pub struct Reception {
    /// How what they send is cut into messages.
    pub framing: Framing,
    /// Reads a client's first message; none where clients wait to be spoken to.
    pub hello: Option<ReadHello>,
    /// What those who wait are sent when another one comes.
    pub ping: Option<Ping>,
    /// Whether seats are drawn by lot; otherwise they go by arrival.
    pub lot: bool,
}

/// Reads a client's first message.
pub type ReadHello = fn(&[u8]) -> Result<Hello, Refusal>;

/// A question whether somebody is still there.
#[derive(Clone, Copy)]
pub struct Ping {
    /// Its bytes.
    pub bytes: &'static [u8],
    /// Whether a message is the answer to it.
    pub is_answer: fn(&[u8]) -> bool,
}

/// What a client says first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// What it is called.
    pub name: String,
    /// Whom it wants to play with: clients of one channel meet.
    pub channel: String,
    /// What it is answered, if anything.
    pub reply: Option<Vec<u8>>,
}

/// A first message that is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// What it is answered, if anything, before the connection is closed.
    pub reply: Option<Vec<u8>>,
}

/// A client that waits for its game, or has been given to one.
pub struct Client {
    /// The connection.
    pub link: Link,
    /// What it is called; empty if it has not said so.
    pub name: String,
    channel: String,
    arrived: u64,
    _place: Place,
}

/// One of the places of a hall.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A port where clients arrive.
pub struct Hall {
    /// Where it listens.
    pub address: SocketAddr,
    reception: Reception,
    trace: Trace,
    /// Called with the words for people when clients come and go.
    notice: Box<dyn Fn(&str) + Send + Sync>,
    lobby: Mutex<Lobby>,
    changed: Condvar,
    places: Arc<AtomicUsize>,
}

#[derive(Default)]
struct Lobby {
    waiting: Vec<Client>,
    asked: Vec<Asked>,
    /// Games that want players, in order, with how many.
    parties: VecDeque<(u64, usize)>,
    seated: BTreeMap<u64, Vec<Option<Client>>>,
}

/// Of a client who is asked whether it is still there.
struct Asked {
    arrived: u64,
    channel: String,
    /// Whether somebody has come since.
    again: bool,
}

/// What a hall needs besides its address.
pub struct Furnishing {
    /// How clients are received.
    pub reception: Reception,
    /// Where messages are shown.
    pub trace: Trace,
    /// Called with words for people when clients come and go.
    pub notice: Box<dyn Fn(&str) + Send + Sync>,
}

/// The halls of this process: seats that name the same address share one.
static HALLS: Mutex<Vec<Arc<Hall>>> = Mutex::new(Vec::new());

impl Hall {
    /// The hall at an address, opened if it is not. Port 0 opens a new one at a free port.
    pub fn at(
        address: SocketAddr,
        furnish: impl FnOnce() -> Furnishing,
    ) -> Result<Arc<Hall>, Error> {
        let mut halls = HALLS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(hall) = halls.iter().find(|hall| hall.address == address) {
            return Ok(hall.clone());
        }
        let refused = |error| Error(format!("cannot listen at {address}: {error}"));
        let listener = StdListener::bind(address).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let Furnishing { reception, trace, notice } = furnish();
        let hall = Arc::new(Hall {
            address: listener.local_addr().map_err(refused)?,
            reception,
            trace,
            notice,
            lobby: Mutex::default(),
            changed: Condvar::new(),
            places: Arc::default(),
        });
        let own = hall.clone();
        runtime().spawn(async move {
            match TcpListener::from_std(listener) {
                Ok(listener) => own.accept(listener).await,
                Err(error) => (own.notice)(&format!("cannot listen: {error}")),
            }
        });
        halls.push(hall.clone());
        Ok(hall)
    }

    async fn accept(self: Arc<Self>, listener: TcpListener) {
        for arrived in 0.. {
            let Ok((stream, _)) = listener.accept().await else {
                // Too many open files, perhaps: somebody will leave.
                tokio::time::sleep(STOP_CHECK).await;
                continue;
            };
            let place = Place(self.places.clone());
            if self.places.fetch_add(1, Ordering::Relaxed) >= MOST_CLIENTS {
                continue;
            }
            if let Ok(link) = Link::over(stream, self.reception.framing, self.trace.clone()) {
                tokio::spawn(self.clone().receive(link, arrived, place));
            }
        }
    }

    /// Hears a client's first message and lets it in.
    async fn receive(self: Arc<Self>, mut link: Link, arrived: u64, place: Place) {
        let mut hello = Hello::default();
        if let Some(read) = self.reception.hello {
            let Ok(message) = link.next(HELLO_TIME).await else {
                return (self.notice)(&format!("{} left without a word", link.peer));
            };
            match read(&message.bytes) {
                Ok(own) => hello = own,
                Err(refusal) => {
                    (self.notice)(&format!("{} said what is no greeting", link.peer));
                    let _ = refusal.reply.map(|reply| link.send(reply));
                    return;
                }
            }
        }
        let mut lobby = self.lobby();
        self.ping_channel(&mut lobby, &hello.channel);
        // Nobody can come between the answer and the place in the lobby.
        let _ = hello.reply.take().map(|reply| link.send(reply));
        let (name, channel) = (hello.name, hello.channel);
        (self.notice)(&format!("{} arrived{}", link.peer, said(&name)));
        lobby.waiting.push(Client { link, name, channel, arrived, _place: place });
        self.changed.notify_all();
    }

    /// Sees whether those who wait in a channel are still there. Who is just being asked is asked once more.
    fn ping_channel(self: &Arc<Self>, lobby: &mut Lobby, channel: &str) {
        let Some(ping) = self.reception.ping else { return };
        lobby.asked.iter_mut().for_each(|own| own.again |= own.channel == channel);
        let (asked, rest) =
            mem::take(&mut lobby.waiting).into_iter().partition(|client| client.channel == channel);
        lobby.waiting = rest;
        for client in asked {
            let (arrived, channel) = (client.arrived, channel.to_owned());
            lobby.asked.push(Asked { arrived, channel, again: false });
            runtime().spawn(self.clone().ping(ping, client));
        }
    }

    async fn ping(self: Arc<Self>, ping: Ping, client: Client) {
        let mut next = Some(client);
        while let Some(mut client) = next {
            let _ = client.link.send(ping.bytes.to_vec());
            let answer = client.link.next(HELLO_TIME).await;
            let there = answer.is_ok_and(|message| (ping.is_answer)(&message.bytes));
            next = self.after_ping(client, there);
        }
    }

    /// Lets a client back in that has answered; returned if it is to be asked again.
    fn after_ping(&self, client: Client, there: bool) -> Option<Client> {
        let mut lobby = self.lobby();
        let asked = lobby.asked.iter_mut().find(|own| own.arrived == client.arrived);
        if there && asked.is_some_and(|own| mem::take(&mut own.again)) {
            return Some(client);
        }
        lobby.asked.retain(|own| own.arrived != client.arrived);
        if there {
            lobby.waiting.push(client);
            self.changed.notify_all();
        } else {
            (self.notice)(&format!("{} is not there any more", client.link.peer));
        }
        None
    }

    fn lobby(&self) -> MutexGuard<'_, Lobby> {
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The client for a seat of a game that wants `total` players from this hall: the `index`-th of them.
    /// Games are served in the order in which they ask, each all at once. None if `stop` was raised.
    pub fn claim(
        &self,
        (game, seed): (u64, u64),
        total: usize,
        index: usize,
        stop: &AtomicBool,
    ) -> Option<Client> {
        let mut lobby = self.lobby();
        loop {
            if let Some(seats) = lobby.seated.get_mut(&game) {
                let client = seats.get_mut(index).and_then(Option::take);
                if seats.iter().all(Option::is_none) {
                    lobby.seated.remove(&game);
                }
                return client;
            }
            if stop.load(Ordering::Relaxed) {
                lobby.parties.retain(|(own, _)| *own != game);
                return None;
            }
            if lobby.parties.iter().all(|(own, _)| *own != game) {
                lobby.parties.push_back((game, total));
            }
            if lobby.parties.front() == Some(&(game, total))
                && let Some(mut clients) = lobby.take(total)
            {
                if self.reception.lot {
                    let mut rng = Rng::new(seed);
                    (1..clients.len()).for_each(|at| clients.swap(at, rng.below(at + 1)));
                }
                lobby.parties.pop_front();
                lobby.seated.insert(game, clients.into_iter().map(Some).collect());
                self.changed.notify_all();
                continue;
            }
            let waited = self.changed.wait_timeout(lobby, STOP_CHECK);
            lobby = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Lets go of the clients that a game has not fetched, since it will not be played.
    pub fn leave(&self, game: u64) {
        self.lobby().seated.remove(&game);
    }
}

fn said(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(", called {name:?}") }
}

impl Lobby {
    /// So many clients of one channel, if there are: of the channel whose last one came first.
    fn take(&mut self, total: usize) -> Option<Vec<Client>> {
        self.waiting.retain(|client| client.link.lost().is_none());
        self.waiting.sort_by_key(|client| client.arrived);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let full = self.waiting.iter().find_map(|client| {
            let count = counts.entry(&client.channel).or_default();
            *count += 1;
            (*count == total).then(|| client.channel.clone())
        })?;
        let mut taken = Vec::with_capacity(total);
        let waiting = mem::take(&mut self.waiting);
        for client in waiting {
            let wanted = client.channel == full && taken.len() < total;
            if wanted { &mut taken } else { &mut self.waiting }.push(client);
        }
        Some(taken)
    }
}
