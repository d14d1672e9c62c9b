/** The one socket of the page: channels with reconnection. Callers see only states. */
import { problem, token } from "./http";
import type { FromServer, Problem, ToServer } from "./types";

type Listener = { onState: (state: unknown) => void; onGone: (problem: Problem | null) => void };

const waits = [0, 500, 1000, 2000, 4000];
const pingEvery = 15_000;
const pongWithin = 5_000;

type Channel = { listeners: Set<Listener>; latest: { state: unknown } | null };

/** The server's word for a token that it does not know. */
const refused = 4001;

const channels = new Map<string, Channel>();
const watchers = new Set<(lost: boolean) => void>();
let socket: WebSocket | null = null;
let speaksFor = "";
let ready = false;
let tries = 0;
let retry = 0;
let heartbeat = 0;
let deadline = 0;
let lostTimer = 0;
let lost = false;

/** Follows a channel. `onState` gets the whole truth each time; `onGone` is called when it has ended or is refused. */
export function subscribe(channel: string, onState: (state: unknown) => void, onGone: (problem: Problem | null) => void): () => void {
  const listener: Listener = { onState, onGone };
  const known = channels.get(channel);
  if (known) {
    known.listeners.add(listener);
    const { latest } = known;
    if (latest) queueMicrotask(() => known.listeners.has(listener) && onState(latest.state));
  } else {
    channels.set(channel, { listeners: new Set([listener]), latest: null });
    if (ready && speaksFor === token()) send({ t: "sub", ch: channel });
    else open();
  }
  return () => {
    const rest = channels.get(channel);
    if (!rest?.listeners.delete(listener) || rest.listeners.size > 0) return;
    channels.delete(channel);
    if (ready) send({ t: "unsub", ch: channel });
  };
}

/** Tells whether the connection has been lost for more than a second. */
export function onLost(watcher: (lost: boolean) => void): () => void {
  watchers.add(watcher);
  watcher(lost);
  return () => void watchers.delete(watcher);
}

function setLost(now: boolean): void {
  if (lost === now) return;
  lost = now;
  for (const watcher of [...watchers]) watcher(now);
}

function send(message: ToServer): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function open(): void {
  const key = token();
  if (socket && speaksFor === key) return;
  close();
  speaksFor = key;
  const made = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/ws`);
  socket = made;
  made.onopen = () => made.send(JSON.stringify({ t: "auth", token: key } satisfies ToServer));
  made.onmessage = (event) => {
    if (made === socket) hear(JSON.parse(String(event.data)) as FromServer);
  };
  made.onclose = (event) => {
    if (made !== socket) return;
    if (event.code === refused) turnAway(event.reason);
    else broken();
  };
}

function close(): void {
  const old = socket;
  socket = null;
  ready = false;
  window.clearTimeout(retry);
  window.clearTimeout(deadline);
  window.clearInterval(heartbeat);
  old?.close();
}

function broken(): void {
  close();
  if (!lostTimer && !lost) lostTimer = window.setTimeout(() => setLost(true), 1000);
  if (channels.size === 0) return;
  const wait = (waits[Math.min(tries, waits.length - 1)] ?? 0) * (0.8 + 0.4 * Math.random());
  tries += 1;
  retry = window.setTimeout(open, wait);
}

/** Without a token there is nothing to hear: trying again would not help. */
function turnAway(reason: string): void {
  close();
  for (const channel of [...channels.keys()]) end(channel, problem("forbidden", reason, "token"));
}

function ping(): void {
  send({ t: "ping" });
  window.clearTimeout(deadline);
  deadline = window.setTimeout(broken, pongWithin);
}

function hear(message: FromServer): void {
  switch (message.t) {
    case "hello":
      ready = true;
      tries = 0;
      window.clearTimeout(lostTimer);
      lostTimer = 0;
      setLost(false);
      heartbeat = window.setInterval(ping, pingEvery);
      for (const channel of channels.keys()) send({ t: "sub", ch: channel });
      return;
    case "pong":
      window.clearTimeout(deadline);
      return;
    case "state": {
      const channel = channels.get(message.ch);
      if (channel) channel.latest = { state: message.d };
      for (const listener of [...(channel?.listeners ?? [])]) listener.onState(message.d);
      return;
    }
    case "gone":
      end(message.ch, null);
      return;
    case "error":
      if (message.ch !== null) end(message.ch, message.error);
      return;
  }
}

function end(channel: string, problem: Problem | null): void {
  const ended = channels.get(channel);
  channels.delete(channel);
  for (const listener of ended?.listeners ?? []) listener.onGone(problem);
}

// A tab that comes back may have slept through the end of its socket.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  if (ready) ping();
  else if (channels.size > 0 && !socket) {
    window.clearTimeout(retry);
    tries = 0;
    open();
  }
});
