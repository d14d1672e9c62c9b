/** What stands beside the board of a table: seats, offers, moves, result. Pure functions of values. */
import type { Limits, TableView } from "../api/types";
import { plant } from "../store/tree";
import { clockText, left } from "./clock";
import { h } from "./dom";
import type { VNode } from "./dom";
import { icon } from "./icon";
import type { IconName } from "./icon";
import { moves } from "./moves";
import { seatChip, seatName } from "./seat";

export function button(text: string, sign: IconName | null, click: () => void, how: { main?: boolean; danger?: boolean; disabled?: boolean; pressed?: boolean; only?: boolean; key?: string } = {}): VNode {
  return h("button", {
    key: how.key ?? text,
    class: { main: how.main ?? false, danger: how.danger ?? false, square: how.only ?? false },
    attrs: { type: "button", disabled: how.disabled ?? false, ...(how.only ? { "aria-label": text, title: text } : {}), ...(how.pressed === undefined ? {} : { "aria-pressed": String(how.pressed) }) },
    on: { click },
  }, [sign ? icon(sign) : null, how.only ? null : h("span", text)]);
}

function limitWords(limits: Limits | null): string {
  if (limits?.millis) return `${limits.millis / 1000} s a move`;
  if (limits?.nodes) return `${limits.nodes.toLocaleString("en")} positions a move`;
  return "";
}

export type SeatsSetting = { table: TableView; yours: number[]; since: number; bottom: number; invite: ((seat: number) => void) | null; codes: Map<number, VNode> };

/** The seats in the order of turns, with clocks, counters and who is next. */
export function seatList(set: SeatsSetting): VNode {
  const { table } = set;
  const view = table.view;
  const over = table.ending !== null || view.over;
  const ranks = table.ranks ?? view.ranks;
  return h("ol.bare.seats", { attrs: { "aria-label": "Seats" } }, table.seats.map((seat, at) => {
    const mine = set.yours.includes(at);
    const turn = !over && view.turn === at;
    const time = left(table, at, set.since);
    const counters = view.look.counters.filter((counter) => counter.owner === at);
    const title = seat.who === "agent" ? [seat.spec ?? "", limitWords(seat.limits)].filter(Boolean).join("\n") : "";
    return h("li.seat", { key: at, class: { turn, mine, own: at === set.bottom }, attrs: turn ? { "aria-current": "true" } : {} }, [
      seatChip(view, at),
      h("div.seat-who", [
        h("span.seat-name", { attrs: title ? { title } : {} }, [h("span.unseen", `${seatName(view, at)}: `), seat.name, mine && set.yours.length === 1 && seat.name !== "You" ? h("span.quiet", " (you)") : null]),
        h("span.seat-note.quiet.small", [
          seat.who === "agent" ? h("span.seat-limit", limitWords(seat.limits)) : seat.open ? "waits for a guest" : seat.guest ? "guest" : view.players[at] ?? "",
          ...counters.map((counter) => h("span.counter", { key: counter.name }, `${counter.name} ${counter.value}`)),
        ]),
      ]),
      seat.thinking && !over ? h("span.thinking", { attrs: { title: "thinks", "aria-label": "thinks", role: "img" } }, [h("i"), h("i"), h("i")]) : null,
      over && ranks ? h("span.place", { attrs: { title: "Rank" } }, `${ranks[at] ?? ""}.`) : null,
      set.invite && seat.who === "person" && !seat.guest && !over && !(seat.open && set.codes.has(at)) ? button(`Invite a guest to seat ${seatName(view, at)}`, "link", () => set.invite?.(at), { only: true }) : null,
      time === null ? null : h("span.time", { class: { running: table.clock?.running === at, low: time < 20_000 && !over }, attrs: { role: "timer", "aria-label": `Clock of ${seatName(view, at)}` } }, clockText(time)),
      h("span.turn-mark", { attrs: { "aria-hidden": "true" } }, turn ? "◀" : ""),
      seat.open ? (set.codes.get(at) ?? null) : null,
    ]);
  }));
}

/** Counters that belong to nobody, and the part of the game. */
export function common(table: TableView): VNode | null {
  const { look } = table.view;
  const shared = look.counters.filter((counter) => counter.owner === null);
  if (shared.length === 0 && look.phase === null) return null;
  return h("p.quiet.small.shared", [look.phase, ...shared.map((counter) => `${counter.name} ${counter.value}`)].filter(Boolean).join(" · "));
}

/** The plies as rounds; the shown one is marked. */
export function moveList(table: TableView, ply: number, go: (ply: number) => void): VNode {
  const view = table.view;
  if (view.plies.length === 0) return h("p.quiet.small", "No moves yet.");
  // Nodes of a planted line are numbered from 1, as plies are.
  const tree = { ...plant(view.game, view.first, view.plies), at: ply };
  const mover = (id: number) => ({ seat: view.movers[id - 1] ?? null, again: id > 1 && view.movers[id - 2] === view.movers[id - 1] });
  return moves({ tree, seats: view, mover, marks: new Map(), only: null, go });
}

export type Answers = { accept: () => void; decline: () => void };

/** A draw or an undo that somebody asks for. */
export function offers(table: TableView, yours: number[], draw: Answers, undo: Answers): VNode | null {
  if (table.ending || table.view.over) return null;
  const name = (seat: number): string => `${table.seats[seat]?.name ?? ""} (${table.view.players[seat] ?? ""})`;
  const asked = (key: string, text: string, mine: boolean, answers: Answers, yes: string): VNode => h("div.notice.row", { key, attrs: { role: "status" } }, [
    h("span.grow", text),
    ...(mine ? [button(yes, "check", answers.accept, { main: true }), button("Decline", "cross", answers.decline)] : []),
  ]);
  const list: VNode[] = [];
  if (table.offers.length > 0) {
    const mine = yours.some((seat) => !table.offers.includes(seat));
    const one = table.offers.length === 1 && table.seats[table.offers[0] ?? 0]?.name !== "You";
    const wait = table.seats.every((seat, at) => seat.who === "agent" || table.offers.includes(at)) ? " The agents play on for now." : "";
    list.push(asked("draw", `${table.offers.map(name).join(" and ")} ${one ? "offers" : "offer"} a draw.${wait}`, mine, draw, "Accept the draw"));
  }
  if (table.undo_asked !== null) {
    const mine = yours.some((seat) => seat !== table.undo_asked);
    list.push(asked("undo", `${name(table.undo_asked)} ${table.seats[table.undo_asked]?.name === "You" ? "ask" : "asks"} to take back.`, mine, undo, "Take back"));
  }
  return list.length > 0 ? h("div.stack", list) : null;
}
