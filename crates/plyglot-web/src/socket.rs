//! The socket: pages subscribe to channels and hear of every state. Nothing is changed through it.

use std::{collections::HashMap, sync::Arc, time::Duration};

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
    },
    response::Response,
};
use futures_util::{SinkExt as _, StreamExt as _, stream::SplitSink};
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc},
    task::AbortHandle,
    time::{Instant, timeout},
};
use utoipa::ToSchema;

use crate::{
    app::App,
    channel::Subscription,
    gate::Who,
    problem::{Answered, Code, Problem},
};

/// How long a socket may take to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(5);
/// How long a message may take to be sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a silent socket is asked whether it is there.
const BEAT: Duration = Duration::from_secs(20);
/// How long it may stay silent.
const SILENCE: Duration = Duration::from_secs(60);
/// The longest message of a page.
const MESSAGE: usize = 4096;
/// The most channels of a socket.
const CHANNELS: usize = 64;
/// The most messages of a page in a second.
const RATE: u32 = 50;

/// What a page says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum ToServer {
    /// Who it is; the first message.
    Auth {
        /// Its token.
        token: String,
    },
    /// It wants to hear of a channel.
    Sub {
        /// The channel: `tables`, `tables/ID`, `analyses/ID`, `reviews/ID`, `runs`, `runs/ID`.
        ch: String,
    },
    /// It has heard enough of one.
    Unsub {
        /// The channel.
        ch: String,
    },
    /// It wants to know whether somebody is there.
    Ping,
}

/// What the server says.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum FromServer {
    /// The token is good.
    Hello {
        /// The version of the API.
        api: u32,
        /// Names this run of the server.
        build: String,
    },
    /// How the thing of a channel stands: the whole truth, the latest counts.
    #[expect(dead_code, reason = "channels write it once for all sockets; here it is described")]
    State {
        /// The channel.
        ch: String,
        /// What a request for the thing would answer.
        d: serde_json::Value,
    },
    /// The thing of a channel is not there any more.
    Gone {
        /// The channel.
        ch: String,
    },
    /// A message was refused.
    Error {
        /// The channel it was about.
        ch: Option<String>,
        /// Why.
        error: Problem,
    },
    /// Somebody is there.
    Pong,
}

/// Opens the socket.
#[utoipa::path(
    get, path = "/ws", tag = "socket",
    responses((status = 101, description = "the socket is open; the messages are ToServer and FromServer"))
)]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    upgrade: WebSocketUpgrade,
) -> Answered<Response> {
    let slot = Arc::clone(&app.sockets).try_acquire_owned();
    let slot = slot.map_err(|_| Problem::new(Code::Busy, "socket", "too many sockets are open"))?;
    let upgrade = upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .max_write_buffer_size(4 << 20)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| serve(app, socket, slot)))
}

type Sink = SplitSink<WebSocket, Message>;

async fn serve(app: Arc<App>, socket: WebSocket, _slot: OwnedSemaphorePermit) {
    let (mut sink, mut stream) = socket.split();
    let (news, mut queue) = mpsc::channel::<Utf8Bytes>(8);
    let introduced = timeout(INTRODUCTION, stream.next()).await;
    let who = match introduced {
        Ok(Some(Ok(Message::Text(text)))) => match serde_json::from_str(&text) {
            Ok(ToServer::Auth { token }) => app.who(&token),
            _ => None,
        },
        _ => None,
    };
    let Some(who) = who else {
        let why = "the first message is {\"t\":\"auth\",\"token\":…} with a token of this server";
        let frame = CloseFrame { code: 4001, reason: why.into() };
        let _ = timeout(PATIENCE, sink.send(Message::Close(Some(frame)))).await;
        return;
    };
    let mut page = Page { app, who, news, open: HashMap::new(), budget: Budget::new() };
    let hello = FromServer::Hello { api: 1, build: page.app.instance.clone() };
    if !say(&mut sink, text(&hello)).await {
        return;
    }
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            incoming = stream.next() => {
                let Some(Ok(message)) = incoming else { break };
                heard = Instant::now();
                page.budget.spend();
                let answer = match message {
                    Message::Text(text) => page.hear(&text),
                    Message::Binary(_) => Some(refusal(None, "messages are text")),
                    Message::Close(_) => break,
                    Message::Ping(_) | Message::Pong(_) => None,
                };
                if page.budget.is_spent() {
                    let frame = CloseFrame { code: 4008, reason: "too many messages".into() };
                    let _ = timeout(PATIENCE, sink.send(Message::Close(Some(frame)))).await;
                    break;
                }
                if let Some(answer) = answer && !say(&mut sink, text(&answer)).await {
                    break;
                }
            }
            Some(state) = queue.recv() => {
                if !say(&mut sink, state).await {
                    break;
                }
            }
            () = tokio::time::sleep(BEAT) => {
                let there = heard.elapsed() < SILENCE;
                let asked = timeout(PATIENCE, sink.send(Message::Ping(Vec::new().into()))).await;
                if !there || !matches!(asked, Ok(Ok(()))) {
                    break;
                }
            }
        }
    }
}

async fn say(sink: &mut Sink, text: Utf8Bytes) -> bool {
    matches!(timeout(PATIENCE, sink.send(Message::Text(text))).await, Ok(Ok(())))
}

fn text(message: &FromServer) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

fn refusal(ch: Option<String>, why: &str) -> FromServer {
    FromServer::Error { ch, error: Problem::new(Code::Syntax, "message", why) }
}

/// A page at the other end.
struct Page {
    app: Arc<App>,
    who: Who,
    news: mpsc::Sender<Utf8Bytes>,
    open: HashMap<String, AbortHandle>,
    budget: Budget,
}

impl Drop for Page {
    fn drop(&mut self) {
        self.open.values().for_each(AbortHandle::abort);
    }
}

impl Page {
    fn hear(&mut self, text: &str) -> Option<FromServer> {
        match serde_json::from_str(text) {
            Ok(ToServer::Ping) => Some(FromServer::Pong),
            Ok(ToServer::Auth { .. }) => Some(refusal(None, "this socket has said who it is")),
            Ok(ToServer::Unsub { ch }) => {
                if let Some(task) = self.open.remove(&ch) {
                    task.abort();
                }
                None
            }
            Ok(ToServer::Sub { ch }) => {
                if self.open.get(&ch).is_some_and(|task| !task.is_finished()) {
                    return None;
                }
                self.open.retain(|_, task| !task.is_finished());
                if self.open.len() >= CHANNELS {
                    let error = Problem::new(Code::Limit, "ch", format!("{CHANNELS} at most"));
                    return Some(FromServer::Error { ch: Some(ch), error });
                }
                match self.app.channel(&self.who, &ch) {
                    Ok(subscription) => {
                        let task = forward(subscription, self.news.clone(), ch.clone());
                        self.open.insert(ch, tokio::spawn(task).abort_handle());
                        None
                    }
                    Err(error) => Some(FromServer::Error { ch: Some(ch), error }),
                }
            }
            Err(error) => Some(refusal(None, &error.to_string())),
        }
    }
}

/// Hands on the latest state whenever the socket is free for it.
async fn forward(mut channel: Subscription, news: mpsc::Sender<Utf8Bytes>, ch: String) {
    while channel.changed().await.is_ok() {
        let state = channel.borrow_and_update().clone();
        if !state.as_str().is_empty() && news.send(state).await.is_err() {
            return;
        }
    }
    let _ = news.send(text(&FromServer::Gone { ch })).await;
}

/// Messages of the second at hand.
struct Budget {
    since: Instant,
    spent: u32,
}

impl Budget {
    fn new() -> Budget {
        Budget { since: Instant::now(), spent: 0 }
    }

    fn spend(&mut self) {
        if self.since.elapsed() > Duration::from_secs(1) {
            *self = Budget::new();
        }
        self.spent += 1;
    }

    fn is_spent(&self) -> bool {
        self.spent > RATE
    }
}

impl App {
    /// The channel of that name, for whoever may hear of it.
    fn channel(self: &Arc<Self>, who: &Who, name: &str) -> Answered<Subscription> {
        let (kind, id) = name.split_once('/').unwrap_or((name, ""));
        if (kind != "tables" || id.is_empty()) && *who != Who::Host {
            return Err(Problem::forbidden("a guest hears of its own table alone"));
        }
        match (kind, id) {
            ("tables", "") => Ok(self.tables.list_channel()),
            ("tables", id) => self.tables.channel(self, who, id),
            ("analyses", id) => self.analyses.channel(id),
            ("reviews", id) => self.reviews.channel(id),
            ("runs", "") => Ok(self.runs.list_channel()),
            ("runs", id) => self.runs.channel(id),
            _ => Err(Problem::new(Code::NotFound, "ch", "there is no such channel")),
        }
    }
}
