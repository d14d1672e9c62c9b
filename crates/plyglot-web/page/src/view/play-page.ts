/** How a table looks. */
import * as http from "../api/http";
import type { Click, GameInfo, Ply, TableView } from "../api/types";
import { isOn, turn } from "../store/prefs";
import type { OpeningBook } from "../store/book";
import { bands, known } from "../store/shares";
import type { Scores } from "../store/shares";
import type { Table } from "../store/table";
import { bar } from "../ui/bar";
import { foldedBook } from "../ui/book";
import { h } from "../ui/dom";
import type { VNode } from "../ui/dom";
import { plain } from "../ui/form";
import { graph } from "../ui/graph";
import { showHelp } from "../ui/help";
import { icon } from "../ui/icon";
import { resultBox, resultWords } from "../ui/result";
import { button, common, moveList, offers, seatList } from "../ui/table";
import { typed } from "../ui/typed";

/** All that is shown of a table, and what can be done with it. */
export type PlayState = {
  table: Table;
  book: OpeningBook;
  bookOpen: boolean;
  host: HTMLElement; // of the board
  bottom: number;
  lost: boolean;
  half: { clicks: Click[]; choices: string[] };
  asked: string | null; // a move that waits for its confirmation
  typedError: string;
  links: { analyse: string; review: string } | null;
  codes: Map<number, VNode>;
  info(): GameInfo | null;
  redraw(): void;
  play(move: string): void;
  choose(choice: string): void;
  back(): void;
  cancel(): void;
  jump(ply: number): void;
  flip(seat: number): void;
  confirm(yes: boolean): void;
  typeMove(move: string): Promise<void>;
  resign(): Promise<void>;
  exportGame(): void;
  analyse(): Promise<void>;
  invite(seat: number): Promise<void>;
  rematch(): Promise<void>;
  ask(question: () => Promise<TableView>): void;
};

export function playPage(state: PlayState): VNode {
  const now = state.table.now;
  if (state.table.gone || !now) {
    return h("div.view-plain.stack", [
      h("h1", { attrs: { tabindex: "-1" } }, state.table.gone ? "This table cannot be shown" : "Table"),
      h("p", state.table.gone || state.table.error || "Loading the table…"),
      h("p.row", [h("a", { attrs: { href: "/" } }, "To the games"), h("a", { attrs: { href: "/join" } }, "Join with a code")]),
    ]);
  }
  const watch = now.seats.every((seat) => seat.who === "agent");
  const scores = watch || (state.table.over && now.expected.some((told) => known(told)));
  return h("div.play", { class: { scored: scores } }, [
    h("h1.unseen", { attrs: { tabindex: "-1" } }, `${plain(now.view.name)}: ${now.seats.map((seat) => seat.name).join(", ")}`),
    scores ? h("div.play-bar", { key: "bar" }, [bar({ seats: now.view, bands: bands(scoresAt(now, state.table.ply), now.view.sides), values: [], bottom: state.bottom })]) : null,
    h("div.play-board", { key: "board", hook: { insert: (node) => { if (node.elm instanceof HTMLElement) node.elm.append(state.host); } } }),
    h("div.play-below", { key: "below" }, below(state, now)),
    h("aside.play-side", { key: "side", attrs: { "aria-label": "Table" } }, side(state, now, watch, scores)),
  ]);
}

/** The latest scores at a ply. Agents among many know their own alone: each seat has what was told last of it. */
function scoresAt(now: TableView, ply: number): Scores {
  const found: (number | null)[] = now.seats.map(() => null);
  const rounds = 2 * now.seats.length;
  for (let at = ply - 1; at >= Math.max(0, ply - rounds) && found.includes(null); at -= 1) {
    now.expected[at]?.forEach((score, seat) => (found[seat] ??= score));
  }
  return found;
}

const none: Ply[] = [];

function below(state: PlayState, now: TableView): VNode[] {
  const { table } = state;
  const mine = table.live && table.mover !== null;
  const answers = (question: (seat: number) => Promise<TableView>, not: number[]) => () => {
    const seat = table.yours.find((own) => !not.includes(own));
    if (seat !== undefined) state.ask(() => question(seat));
  };
  const asked = now.undo_asked === null ? [] : [now.undo_asked];
  const id = now.id;
  return [
    state.lost ? h("p.notice.bad.toast", { key: "lost", attrs: { role: "status" } }, "Reconnecting…") : null,
    h("p.says", { key: "says" }, table.live && table.over ? resultWords(now) : (table.shown?.says ?? "…")),
    now.trouble ? h("p.notice.bad", { key: "trouble", attrs: { role: "alert" } }, now.trouble) : null,
    // What is said of the position tells it already, unless the position was set up.
    mine && now.view.pass_reason && !now.view.says.includes(now.view.pass_reason) ? h("p.notice", { key: "pass" }, `Only a pass can be played: ${now.view.pass_reason}.`) : null,
    offers(now, table.yours,
      { accept: answers((seat) => http.draw(id, seat), now.offers), decline: answers((seat) => http.decline(id, seat), now.offers) },
      { accept: answers((seat) => http.undo(id, seat), asked), decline: answers((seat) => http.decline(id, seat), asked) }),
    table.over && table.live ? null : h("div.action", { key: "action" }, [action(state, now)]),
    table.yours.length > 0 && !table.over ? typed({ moves: mine ? now.view.moves : none, error: state.typedError, play: (move) => void state.typeMove(move) }) : null,
  ].filter((node) => node !== null);
}

/** What there is to do about the move at hand. Its place is always there, so that the board does not jump. */
function action(state: PlayState, now: TableView): VNode | null {
  const { table, half } = state;
  if (state.asked) return h("div.row", { key: "confirm" }, [button(`Play ${state.asked}`, "check", () => state.confirm(true), { main: true }), button("Cancel", "cross", () => state.confirm(false))]);
  if (!table.live) {
    return h("div.row", { key: "past" }, [h("span.quiet", `After move ${table.ply} of ${now.view.plies.length}.`), button("Back to the game", "last", () => state.jump(now.view.plies.length))]);
  }
  if (table.premove) return h("div.row", { key: "premove" }, [h("span", ["Prepared: ", h("b", table.premove)]), button("Remove", "cross", state.cancel)]);
  if (half.clicks.length + half.choices.length > 0) {
    return h("div.row", { key: "choices", attrs: { role: "group", "aria-label": "This move" } }, [
      ...half.choices.map((choice) => button(plain(choice), null, () => state.choose(choice), { main: true, key: `choice ${choice}` })),
      ...(half.clicks.length > 0 ? [button("Step back", "undo", state.back), button("Cancel move", "cross", state.cancel)] : []),
    ]);
  }
  return table.error ? h("p.error", { key: "error" }, table.error) : null;
}

function side(state: PlayState, now: TableView, watch: boolean, scores: boolean): (VNode | null)[] {
  const { table } = state;
  const last = now.view.plies.length;
  const shown = table.shown;
  const people = now.seats.filter((seat) => seat.who === "person").length;
  const mayInvite = http.owner() && people > 1;
  return [
    h("div.play-seats", { key: "seats", class: { many: now.seats.length > 4 }, attrs: now.seats.length > 4 ? { tabindex: "0", role: "region", "aria-label": "Seats and counters" } : {} }, [
      seatList({ table: now, yours: table.yours, since: performance.now() - table.heard, bottom: state.bottom, invite: mayInvite ? (seat) => void state.invite(seat) : null, codes: state.codes }),
      common(now),
    ]),
    table.over ? h("div.play-result", { key: "result" }, [resultBox({ table: now, owner: http.owner(), reviewLink: state.links?.review ?? null, rematch: () => void state.rematch() })]) : null,
    scores && last > 0 ? h("div.play-graph", { key: "graph" }, [graph({ seats: now.view, points: [null, ...now.expected.map((_, at) => scoresAt(now, at + 1))], at: table.ply, marks: [], jump: state.jump })]) : null,
    shown === null || shown.over ? null : foldedBook({ moves: state.book.moves(http.placeOf(shown)), play: table.live && table.mover !== null ? state.play : null, open: state.bookOpen, fold: (open) => { state.bookOpen = open; } }),
    h("div.play-moves.scroll", { key: "moves", attrs: { tabindex: "0", role: "region", "aria-label": "Moves" }, hook: { postpatch: (_, node) => follow(node.elm) } }, [moveList(now, table.ply, state.jump)]),
    h("div.play-controls", { key: "controls" }, [
      h("div.row.browse", { attrs: { role: "group", "aria-label": "Browse" } }, [
        button("First position", "first", () => state.jump(0), { only: true, disabled: table.ply === 0 }),
        button("One back", "back", () => state.jump(table.ply - 1), { only: true, disabled: table.ply === 0 }),
        button("One forward", "forward", () => state.jump(table.ply + 1), { only: true, disabled: table.live }),
        button("Latest position", "last", () => state.jump(last), { only: true, disabled: table.live }),
      ]),
      watch && !table.over ? pace(state, now) : null,
      table.yours.length > 0 && !table.over ? acts(state, now) : null,
      tools(state, now),
    ]),
  ];
}

/** Keeps the shown move in sight. */
function follow(element: Node | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  const current = element.querySelector<HTMLElement>("[aria-current]");
  const seen = `${current?.getAttribute("aria-label") ?? current?.textContent ?? ""} ${element.clientHeight}`;
  if (!current || element.dataset["seen"] === seen) return;
  element.dataset["seen"] = seen;
  const box = element.getBoundingClientRect();
  const own = current.getBoundingClientRect();
  element.scrollBy({ top: own.top - box.top - box.height / 2, left: own.left - box.left - box.width / 2 });
}

function acts(state: PlayState, now: TableView): VNode {
  const { table } = state;
  const seat = table.asker ?? 0;
  return h("div.row", [
    button("Undo", "undo", () => state.ask(() => http.undo(now.id, seat)), { disabled: now.view.plies.length === 0 }),
    button("Draw", "draw", () => state.ask(() => http.draw(now.id, seat)), { disabled: now.offers.includes(seat) }),
    button("Resign", "flag", () => void state.resign()),
  ]);
}

const paces: [number, string][] = [[0, "Full speed"], [500, "0.5 s a move"], [1000, "1 s a move"], [2000, "2 s a move"], [5000, "5 s a move"]];

function pace(state: PlayState, now: TableView): VNode {
  const known = paces.some(([millis]) => millis === now.pace) ? paces : [...paces, [now.pace, `${now.pace / 1000} s a move`] as [number, string]];
  return h("div.row", [
    now.paused ? button("Go on", "go", () => state.ask(() => http.pause(now.id, { paused: false })), { main: true }) : button("Pause", "pause", () => state.ask(() => http.pause(now.id, { paused: true }))),
    h("select.grow", { attrs: { "aria-label": "Pace" }, on: { change: (event: Event) => { const millis = Number((event.target as HTMLSelectElement).value); state.ask(() => http.pause(now.id, { paused: now.paused, pace: millis })); } } },
      known.map(([millis, text]) => h("option", { key: millis, attrs: { value: millis }, props: { selected: millis === now.pace } }, text))),
  ]);
}

function tools(state: PlayState, now: TableView): VNode {
  const seats = now.seats.length;
  const loud = isOn("sound");
  const own = http.owner();
  return h("div.row.extras", [
    button("Turn the board", "flip", () => state.flip((state.bottom + 1) % seats), { only: true }),
    button(loud ? "Sound is on" : "Sound is off", loud ? "sound" : "mute", () => { turn("sound", !loud); state.redraw(); }, { only: true, pressed: loud, key: "sound" }),
    own ? button("Analyse this position", "analyse", () => void state.analyse(), { only: true }) : null,
    own && state.info() ? button("Export the game", "save", state.exportGame, { only: true }) : null,
    own ? h("a.button.square", { attrs: { href: "/new", "aria-label": "New game", title: "New game" } }, [icon("plus")]) : null,
    button("Keys and settings", "help", showHelp, { only: true }),
  ]);
}
