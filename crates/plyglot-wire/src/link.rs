//! One connection: messages in, messages out. Tasks of tokio read and write; whoever plays asks and waits.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use plyglot_arena::guest::Alarm;
use plyglot_protocol::{Fault, FaultKind};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream, lookup_host,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    runtime::{Builder, Runtime},
    sync::mpsc,
    time::{sleep, timeout},
};

use crate::{Error, Framing, Trace};

/// How long a connection may take to come about.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// How many messages may wait to be read; whoever sends more waits.
const MOST_WAITING: usize = 256;
/// How much may wait to be written, in bytes; whoever reads so little has left.
const MOST_UNSENT: usize = 8 << 20;
/// How often a wait looks whether it is to be stopped.
const STOP_CHECK: Duration = Duration::from_millis(50);
/// How long the last words to somebody may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// The threads of all connections of this process.
pub(crate) fn runtime() -> &'static Runtime {
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(2).thread_name("wire").enable_all();
        builder.build().expect("threads can be started")
    });
    &RUNTIME
}

/// A message and when it came.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// When its last byte was read.
    pub at: Instant,
}

/// Why there is no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Not in time.
    Late,
    /// The other side has left; with the reason.
    Gone(String),
    /// What came cannot be cut into messages; with the reason.
    Garbage(String),
    /// Nobody wants it any more.
    Stopped,
    /// Somebody else has left, so that it may not be wanted any more.
    Alarm,
}

impl Missing {
    /// The fault of a player who was to answer within `limit`.
    pub fn fault(self, limit: Duration) -> Fault {
        match self {
            Missing::Late => {
                Fault::new(FaultKind::Late, format!("no answer within {} s", limit.as_secs_f64()))
            }
            Missing::Gone(why) => Fault::new(FaultKind::Closed, why),
            Missing::Garbage(why) => Fault::new(FaultKind::Garbage, format!("sent {why}")),
            Missing::Stopped | Missing::Alarm => {
                Fault::new(FaultKind::Late, "was not waited for any longer")
            }
        }
    }
}

/// What ends a wait besides a message.
#[derive(Clone, Copy)]
pub struct Wait<'a> {
    /// When it is too late.
    pub until: Option<Instant>,
    /// Raised when nobody wants the message any more.
    pub stop: &'a AtomicBool,
    /// Raised when somebody else has left.
    pub alarm: Option<&'a Alarm>,
}

impl<'a> Wait<'a> {
    /// For so long from now.
    pub fn within(time: Duration, stop: &'a AtomicBool) -> Wait<'a> {
        Wait { until: Some(Instant::now() + time), stop, alarm: None }
    }

    fn missing(&self) -> Option<Missing> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(Missing::Stopped);
        }
        if self.alarm.is_some_and(Alarm::is_raised) {
            return Some(Missing::Alarm);
        }
        self.until.is_some_and(|until| Instant::now() >= until).then_some(Missing::Late)
    }

    fn nap(&self) -> Duration {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        left.map_or(STOP_CHECK, |left| left.min(STOP_CHECK))
    }
}

/// One connection. Dropping it sends what is still to be sent, and closes it.
pub struct Link {
    /// The other side's address.
    pub peer: SocketAddr,
    incoming: mpsc::Receiver<Result<Message, Missing>>,
    outgoing: mpsc::UnboundedSender<Vec<u8>>,
    unsent: Arc<AtomicUsize>,
    state: Arc<State>,
    trace: Trace,
}

/// What of a connection is still to be written, which outlives it.
pub(crate) struct Rest(Arc<AtomicUsize>);

impl Rest {
    /// Waits until all is written, as long as last words may take: a program that ends before takes them
    /// back.
    pub(crate) fn settle(&self) {
        let until = Instant::now() + FAREWELL;
        while self.0.load(Ordering::Relaxed) > 0 && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// What the tasks of a connection share with it.
#[derive(Default)]
struct State {
    /// Why it has ended.
    ended: OnceLock<Missing>,
    /// Raised when it ends: that of the present game.
    alarm: Mutex<Option<Alarm>>,
    /// Raised when it breaks.
    break_alarm: OnceLock<Alarm>,
}

impl State {
    fn end(&self, why: Missing) {
        let _ = self.ended.set(why);
        self.alarm().iter().for_each(Alarm::raise);
        if self.has_broken() {
            self.break_alarm.get().into_iter().for_each(Alarm::raise);
        }
    }

    fn alarm(&self) -> MutexGuard<'_, Option<Alarm>> {
        self.alarm.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has ended otherwise than by being closed.
    fn has_broken(&self) -> bool {
        self.ended.get().is_some_and(|why| *why != left())
    }
}

impl Link {
    /// Connects to `HOST:PORT`.
    pub fn connect(address: &str, framing: Framing, trace: &Trace) -> Result<Link, Error> {
        let stream = runtime().block_on(async {
            let mut last = io::Error::other("no such address");
            for one in lookup_host(address).await? {
                match timeout(CONNECT_TIME, TcpStream::connect(one)).await {
                    Ok(Ok(stream)) => return Ok(stream),
                    Ok(Err(error)) => last = error,
                    Err(_) => last = io::Error::from(io::ErrorKind::TimedOut),
                }
            }
            Err(last)
        });
        let refused = |error: io::Error| Error(format!("cannot connect to {address}: {error}"));
        Link::over(stream.map_err(refused)?, framing, trace.clone()).map_err(refused)
    }

    /// Waits at `HOST:PORT` for one connection; any further one is refused. None if `stop` was raised.
    pub fn accept(
        address: &str,
        framing: Framing,
        trace: &Trace,
        stop: &AtomicBool,
    ) -> Result<Option<Link>, Error> {
        let refused = |error: io::Error| Error(format!("cannot listen at {address}: {error}"));
        let stream = runtime().block_on(async {
            let listener = TcpListener::bind(address).await?;
            loop {
                match timeout(STOP_CHECK, listener.accept()).await {
                    Ok(accepted) => return accepted.map(|(stream, _)| Some(stream)),
                    Err(_) if stop.load(Ordering::Relaxed) => return Ok(None),
                    Err(_) => {}
                }
            }
        });
        let stream = stream.map_err(refused)?;
        stream.map(|stream| Link::over(stream, framing, trace.clone())).transpose().map_err(refused)
    }

    /// Talks over a connection that stands.
    pub(crate) fn over(stream: TcpStream, framing: Framing, trace: Trace) -> io::Result<Link> {
        // Small messages back to back would wait for acknowledgements otherwise.
        stream.set_nodelay(true)?;
        let peer = stream.peer_addr()?;
        let (reading, writing) = stream.into_split();
        let (sender, incoming) = mpsc::channel(MOST_WAITING);
        let (outgoing, messages) = mpsc::unbounded_channel();
        let (state, unsent) = (Arc::new(State::default()), Arc::new(AtomicUsize::new(0)));
        runtime().spawn(read_all(reading, framing, sender, state.clone()));
        runtime().spawn(write_all(writing, messages, unsent.clone(), state.clone()));
        Ok(Link { peer, incoming, outgoing, unsent, state, trace })
    }

    /// Sends a message, with whatever ends it.
    pub fn send(&self, bytes: Vec<u8>) -> Result<(), Missing> {
        if let Some(why) = self.state.ended.get() {
            return Err(why.clone());
        }
        if self.unsent.fetch_add(bytes.len(), Ordering::Relaxed) > MOST_UNSENT {
            let why = Missing::Gone("does not read what it is sent".to_owned());
            self.state.end(why.clone());
            return Err(why);
        }
        self.trace.sent(&self.peer, &bytes);
        let gone = |_| Missing::Gone("has left".to_owned());
        self.outgoing.send(bytes).map_err(gone)
    }

    /// The next message. Not to be called from a task of tokio.
    pub fn receive(&mut self, wait: &Wait<'_>) -> Result<Message, Missing> {
        // Where there is a message already, no timer is needed.
        if let Ok(next) = self.incoming.try_recv() {
            return self.traced(next);
        }
        loop {
            if let Some(missing) = wait.missing() {
                return Err(missing);
            }
            let next =
                runtime().block_on(async { timeout(wait.nap(), self.incoming.recv()).await });
            if let Ok(next) = next {
                let gone = || Err(self.state.ended.get().cloned().unwrap_or_else(left));
                return self.traced(next.unwrap_or_else(gone));
            }
        }
    }

    /// The next message, for tasks of tokio.
    pub(crate) async fn next(&mut self, within: Duration) -> Result<Message, Missing> {
        match timeout(within, self.incoming.recv()).await {
            Err(_) => Err(Missing::Late),
            Ok(None) => Err(self.state.ended.get().cloned().unwrap_or_else(left)),
            Ok(Some(next)) => self.traced(next),
        }
    }

    fn traced(&self, next: Result<Message, Missing>) -> Result<Message, Missing> {
        if let Ok(message) = &next {
            self.trace.received(&self.peer, &message.bytes);
        }
        next
    }

    /// Whether a message has come that nobody has read.
    pub fn has_waiting(&self) -> bool {
        self.lost().is_none() && !self.incoming.is_empty()
    }

    /// What is still to be written.
    pub(crate) fn rest(&self) -> Rest {
        Rest(self.unsent.clone())
    }

    /// Why the other side cannot be talked to any more, if so.
    pub fn lost(&self) -> Option<Missing> {
        self.state.ended.get().cloned()
    }

    /// Raises an alarm when the other side leaves, or at once if it has left.
    pub fn watch(&self, alarm: &Alarm) {
        *self.state.alarm() = Some(alarm.clone());
        if self.state.ended.get().is_some() {
            alarm.raise();
        }
    }

    /// The same, but not if the other side closes the connection in good order.
    pub fn watch_breaks(&self, alarm: &Alarm) {
        let _ = self.state.break_alarm.set(alarm.clone());
        if self.state.has_broken() {
            alarm.raise();
        }
    }

    /// Whether the other side has closed the connection in good order.
    pub fn has_closed(&self) -> bool {
        self.lost() == Some(left())
    }
}

fn left() -> Missing {
    Missing::Gone("has left".to_owned())
}

/// Reads until the end, an error, or until nobody listens; after that it lets the other side finish, so that
/// the last words to it are not lost by a reset.
async fn read_all(
    mut reading: OwnedReadHalf,
    framing: Framing,
    messages: mpsc::Sender<Result<Message, Missing>>,
    state: Arc<State>,
) {
    let mut received = Vec::new();
    let mut part = [0; 4096];
    let why = loop {
        match framing.cut(&mut received) {
            Ok(Some(bytes)) => {
                if messages.send(Ok(Message { bytes, at: Instant::now() })).await.is_err() {
                    break left();
                }
                continue;
            }
            Ok(None) => {}
            Err(why) => break Missing::Garbage(why),
        }
        let read = tokio::select! {
            read = reading.read(&mut part) => read,
            () = messages.closed() => break left(),
        };
        match read {
            Ok(0) if received.is_empty() => break left(),
            Ok(0) => break Missing::Gone("has left in the middle of a message".to_owned()),
            Ok(count) => received.extend_from_slice(&part[..count]),
            Err(error) => break Missing::Gone(format!("has left: {error}")),
        }
    };
    state.end(why.clone());
    let _ = messages.try_send(Err(why));
    drop(messages);
    let rest = async {
        let mut passed = 0;
        while passed < MOST_UNSENT
            && matches!(reading.read(&mut part).await, Ok(count) if count > 0)
        {
            passed += part.len();
        }
    };
    let _ = timeout(FAREWELL, rest).await;
}

async fn write_all(
    mut writing: OwnedWriteHalf,
    mut messages: mpsc::UnboundedReceiver<Vec<u8>>,
    unsent: Arc<AtomicUsize>,
    state: Arc<State>,
) {
    while let Some(mut bytes) = messages.recv().await {
        while let Ok(more) = messages.try_recv() {
            bytes.extend(more);
        }
        let sent = tokio::select! {
            sent = writing.write_all(&bytes) => sent,
            // Nobody holds the connection any more: the last words have their time.
            () = farewell(&mut messages, &unsent) => break,
        };
        if let Err(error) = sent {
            state.end(Missing::Gone(format!("has left: {error}")));
            break;
        }
        unsent.fetch_sub(bytes.len(), Ordering::Relaxed);
    }
    // Whatever is left will never be written.
    unsent.store(0, Ordering::Relaxed);
    let _ = writing.shutdown().await;
}

/// Ends some time after the connection was dropped.
async fn farewell(messages: &mut mpsc::UnboundedReceiver<Vec<u8>>, unsent: &AtomicUsize) {
    while !messages.is_closed() {
        sleep(STOP_CHECK).await;
        if unsent.load(Ordering::Relaxed) > MOST_UNSENT {
            return;
        }
    }
    sleep(FAREWELL).await;
}
