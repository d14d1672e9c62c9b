//! A seat that a client takes: what all protocols with a port share.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use plyglot_arena::guest::{Alarm, Begin, Question};
use plyglot_core::{Spec, SpecError, shorten};
use plyglot_protocol::{Fault, FaultKind};

use crate::{
    Client, Furnishing, Hall, Link, Message, Missing, Protocol, Wait, ears, link::Rest, outside,
    protocol,
};

/// The name of such seats in specifications.
pub const NET: &str = "net";

/// `net(protocol=reversixt,port=7777)`: a seat for whoever connects.
#[derive(Clone)]
pub struct NetSpec {
    /// What is spoken.
    pub protocol: &'static Protocol,
    /// Where clients connect to.
    pub address: SocketAddr,
    /// What tables call it.
    pub name: Option<String>,
}

impl NetSpec {
    /// Reads `net(protocol=NAME,port=N,bind=ADDRESS,name=…)`.
    pub fn parse(spec: &Spec) -> Result<NetSpec, SpecError> {
        let (mut spoken, mut port, mut name) = (None, None, None);
        let mut bind = IpAddr::V4(Ipv4Addr::LOCALHOST);
        for (key, value) in &spec.given {
            let refused = |expected: &str| {
                let value = shorten(value);
                SpecError(format!("{NET}: option {key}={value}: expected {expected}"))
            };
            match key.as_str() {
                "protocol" => {
                    let known = protocol(value).filter(|own| own.net.is_some());
                    spoken = Some(known.ok_or_else(|| refused(&protocols_with_ports()))?);
                }
                "port" => {
                    let read = value.parse::<u16>().ok().filter(|port| *port > 0);
                    port = Some(read.ok_or_else(|| refused("a port from 1 to 65535"))?);
                }
                "bind" => bind = value.parse().map_err(|_| refused("an address as 127.0.0.1"))?,
                "name" if value.is_empty() => return Err(refused("a name")),
                "name" => name = Some(value.clone()),
                _ => return Err(refused("one of protocol, port, bind, name")),
            }
        }
        let spoken = spoken.ok_or_else(|| {
            SpecError(format!("{NET}: expected a protocol: {}", protocols_with_ports()))
        })?;
        let usual = spoken.net.as_ref().map_or(0, |net| net.port);
        let address = SocketAddr::new(bind, port.unwrap_or(usual));
        Ok(NetSpec { protocol: spoken, address, name })
    }

    /// The full normal form, which parses to the same.
    pub fn full(&self) -> String {
        let mut given = vec![
            ("protocol".to_owned(), self.protocol.name.to_owned()),
            ("port".to_owned(), self.address.port().to_string()),
            ("bind".to_owned(), self.address.ip().to_string()),
        ];
        given.extend(self.name.iter().map(|name| ("name".to_owned(), name.clone())));
        Spec { name: NET.to_owned(), given }.to_string()
    }

    /// The hall of the seat, opened if it is not.
    pub fn hall(&self) -> Result<Arc<Hall>, crate::Error> {
        let reception = self.protocol.net.as_ref().expect("it was read with a port").reception;
        Hall::at(self.address, || Furnishing {
            reception,
            trace: ears().trace(self.protocol.show),
            notice: Box::new(|words| ears().notice(words)),
        })
    }
}

fn protocols_with_ports() -> String {
    let with = crate::PROTOCOLS.iter().filter(|own| own.net.is_some());
    with.map(|own| own.name).collect::<Vec<_>>().join(", ")
}

/// A seat that a client takes, for one game after the other.
pub struct NetSeat {
    spec: NetSpec,
    client: Option<Client>,
    hall: Option<Arc<Hall>>,
    game: u64,
    /// What is still to be written to the last client that was let go.
    rest: Option<Rest>,
}

impl NetSeat {
    /// Nobody is there yet.
    pub fn new(spec: NetSpec) -> NetSeat {
        NetSeat { spec, client: None, hall: None, game: 0, rest: None }
    }

    /// Waits for a client, unless the one of the last game is still there.
    pub fn arrive(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        self.game = begin.number;
        if self.client.as_ref().is_some_and(|client| client.link.lost().is_none()) {
            return Ok(());
        }
        let start = |error: crate::Error| Fault::new(FaultKind::Start, error.to_string());
        let hall = self.spec.hall().map_err(start)?;
        let same = |text: &&String| {
            let spec = Spec::parse(text).ok().filter(|spec| spec.name == NET);
            let spec = spec.and_then(|spec| NetSpec::parse(&spec).ok());
            spec.is_some_and(|spec| spec.address == self.spec.address)
        };
        let total = begin.specs.iter().filter(same).count();
        let index = begin.specs[..begin.seat].iter().filter(same).count();
        if index == 0 {
            let who = if total == 1 { "a client".to_owned() } else { format!("{total} clients") };
            let (name, address) = (self.spec.protocol.name, hall.address);
            ears().notice(&format!("waiting for {who} at {address} ({name})"));
        }
        let client = hall.claim((begin.number, begin.seed), total, index, begin.stop);
        self.hall = Some(hall);
        self.client =
            Some(client.ok_or_else(|| Fault::new(FaultKind::Start, "nobody was waited for"))?);
        Ok(())
    }

    /// Lets the client go and waits for another one in its place, before the game has begun.
    pub fn replace(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        let none = || Fault::new(FaultKind::Start, "nobody was waited for");
        self.client = None;
        let hall = self.hall.as_ref().ok_or_else(none)?;
        // The seat is a party of its own, beside the one that it came with.
        let party = begin.number | (begin.seat as u64 + 1) << 56;
        self.client = Some(hall.claim((party, begin.seed), 1, 0, begin.stop).ok_or_else(none)?);
        Ok(())
    }

    /// The connection.
    pub fn link(&mut self) -> Result<&mut Link, Fault> {
        let none = || Fault::new(FaultKind::Closed, "has left");
        self.client.as_mut().map(|client| &mut client.link).ok_or_else(none)
    }

    /// Sends a message.
    pub fn send(&mut self, bytes: Vec<u8>) -> Result<(), Fault> {
        self.link()?.send(bytes).map_err(|missing| missing.fault(Duration::ZERO))
    }

    /// Sends a request for a move and awaits the first message after it; with the time from one to the other.
    pub fn ask(
        &mut self,
        bytes: Vec<u8>,
        question: &Question<'_>,
    ) -> Result<(Message, Duration), Fault> {
        self.send(bytes)?;
        let asked = Instant::now();
        DELAYS.asked(self.game, asked);
        let message = self.hear(question, asked)?;
        DELAYS.answered(self.game, message.at);
        let spent = message.at.saturating_duration_since(asked);
        Ok((message, spent))
    }

    /// The next message of whoever was asked at that time.
    pub fn hear(&mut self, question: &Question<'_>, asked: Instant) -> Result<Message, Fault> {
        let wall = question.wall();
        let (until, alarm) = (Some(asked + wall), Some(question.alarm));
        let wait = Wait { until, stop: question.stop, alarm };
        self.link()?.receive(&wait).map_err(|missing| missing.fault(wall))
    }

    /// The next message, within so long.
    pub fn expect(&mut self, within: Duration, stop: &AtomicBool) -> Result<Message, Fault> {
        let wait = Wait::within(within, stop);
        let begun = Instant::now();
        let message = self.link()?.receive(&wait).map_err(|missing| missing.fault(within))?;
        DELAYS.waited(self.game, message.at.saturating_duration_since(begun));
        Ok(message)
    }

    /// Raises an alarm when the client leaves.
    pub fn watch(&mut self, alarm: &Alarm) {
        self.client.iter().for_each(|client| client.link.watch(alarm));
    }

    /// Raises an alarm when the connection breaks; not when the client closes it in good order.
    pub fn watch_breaks(&mut self, alarm: &Alarm) {
        self.client.iter().for_each(|client| client.link.watch_breaks(alarm));
    }

    /// Whether the client has closed the connection in good order.
    pub fn has_closed(&self) -> bool {
        self.client.as_ref().is_some_and(|client| client.link.has_closed())
    }

    /// What happened to the client, if it has left.
    pub fn lost(&self) -> Option<Fault> {
        let missing = match &self.client {
            Some(client) => client.link.lost()?,
            None => Missing::Gone("has left".to_owned()),
        };
        Some(missing.fault(Duration::ZERO))
    }

    /// Lets the client go, after what was sent to it.
    pub fn dismiss(&mut self) {
        self.rest = self.client.take().map(|client| client.link.rest()).or(self.rest.take());
    }

    /// Whether a client is there.
    pub fn is_taken(&self) -> bool {
        self.client.is_some()
    }

    /// What the client is called.
    pub fn name(&self) -> Option<String> {
        let client = self.client.as_ref()?;
        let name = outside::plain(&client.name, outside::NAME);
        (!name.trim().is_empty()).then(|| name.trim().to_owned())
    }

    /// Calls the client by a name that it told later.
    pub fn rename(&mut self, name: String) {
        self.client.iter_mut().for_each(|client| client.name.clone_from(&name));
    }
}

impl Drop for NetSeat {
    fn drop(&mut self) {
        self.dismiss();
        self.rest.iter().for_each(Rest::settle);
        self.hall.iter().for_each(|hall| hall.leave(self.game));
    }
}

/// The time between a move's arrival and the next request, less what clients took to acknowledge the move: the
/// host's own delay, for benchmarks.
pub static DELAYS: Delays = Delays { on: AtomicBool::new(false), inner: Mutex::new(None) };

/// Notes the host's own delays while it is switched on.
pub struct Delays {
    on: AtomicBool,
    inner: Mutex<Option<Noted>>,
}

#[derive(Default)]
struct Noted {
    /// When a game's last move came, and how long clients were waited for since.
    answered: HashMap<u64, (Instant, Duration)>,
    delays: Vec<Duration>,
}

impl Delays {
    /// Begins to note.
    pub fn start(&self) {
        *self.inner.lock().unwrap_or_else(PoisonError::into_inner) = Some(Noted::default());
        self.on.store(true, Ordering::Relaxed);
    }

    /// What was noted since, in rising order.
    pub fn stop(&self) -> Vec<Duration> {
        self.on.store(false, Ordering::Relaxed);
        let noted = self.inner.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut delays = noted.unwrap_or_default().delays;
        delays.sort_unstable();
        delays
    }

    fn asked(&self, game: u64, at: Instant) {
        self.with(|noted| {
            let before = noted.answered.remove(&game);
            let delay = |(before, waited)| at.saturating_duration_since(before + waited);
            noted.delays.extend(before.map(delay));
        });
    }

    fn answered(&self, game: u64, at: Instant) {
        self.with(|noted| {
            noted.answered.insert(game, (at, Duration::ZERO));
        });
    }

    fn waited(&self, game: u64, time: Duration) {
        self.with(|noted| {
            noted.answered.entry(game).and_modify(|(_, waited)| *waited += time);
        });
    }

    fn with(&self, note: impl FnOnce(&mut Noted)) {
        if self.on.load(Ordering::Relaxed) {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.as_mut().map(note);
        }
    }
}
