/** The form of seats and clock of a new table. */
import type { GameInfo, Problem, View } from "../api/types";
import { clocks } from "../store/seating";
import type { ClockChoice, Company, SeatChoice } from "../store/seating";
import { agentPicker } from "./agent";
import { h } from "./dom";
import type { VNode } from "./dom";
import { seatChip, seatName } from "./seat";

type Option<T> = { value: T; text: string };

/** A choice of few as a row of buttons, of which one is on. */
export function segments<T extends string>(id: string, label: string, list: Option<T>[], value: T, change: (value: T) => void): VNode {
  return h("fieldset.segments", [
    h("legend.unseen", label),
    ...list.map((one) => h("label", { key: one.value, class: { on: one.value === value } }, [
      h("input", { attrs: { type: "radio", name: id, value: one.value }, props: { checked: one.value === value }, on: { change: () => change(one.value) } }),
      h("span", one.text),
    ])),
  ]);
}

export function companyField(company: Company, count: number, change: (company: Company) => void): VNode {
  const others = count === 2 ? "Against an agent" : "Against agents";
  return segments("company", "Who plays", [
    { value: "agents", text: others },
    { value: "people", text: "People" },
    { value: "watch", text: "Watch agents" },
  ], company, change);
}

export function orderField(random: boolean, change: (random: boolean) => void): VNode {
  return h("div.check", [
    h("input", { attrs: { id: "random", type: "checkbox" }, props: { checked: random }, on: { change: (event: Event) => change((event.target as HTMLInputElement).checked) } }),
    h("label", { attrs: { for: "random" } }, "Draw lots for the seats"),
  ]);
}

/** The refusal of a seat: its field is `seats/1`. */
function problemOf(problem: Problem | null, seat: number): Problem | null {
  const found = problem === null ? null : /^seats\/(\d+)/.exec(problem.at.field);
  return found && Number(found[1]) === seat ? problem : null;
}

export function seatRows(seats: SeatChoice[], view: View, game: GameInfo, problem: Problem | null, change: (seats: SeatChoice[]) => void): VNode {
  const put = (at: number, seat: SeatChoice): void => change(seats.map((old, place) => (place === at ? seat : old)));
  const sides = new Set(view.sides).size;
  return h("ol.bare.stack", seats.map((seat, at) => {
    const id = `seat${at}`;
    const partners = view.sides.flatMap((side, other) => (side === view.sides[at] && other !== at ? [seatName(view, other)] : []));
    return h("li.seat-row", { key: at }, [
      h("div.row", [
        seatChip(view, at),
        h("strong.grow", [view.players[at] ?? "", sides < view.players.length && partners.length > 0 ? h("span.quiet.small", ` with ${partners.join(", ")}`) : null]),
        segments(`${id}-who`, `Who sits at ${seatName(view, at)}`, [{ value: "person", text: "Person" }, { value: "agent", text: "Agent" }], seat.who, (who) => put(at, { ...seat, who })),
      ]),
      seat.who === "person"
        ? h("div.field", { key: "person" }, [
            h("label", { attrs: { for: `${id}-name` } }, "Name"),
            h("input", { attrs: { id: `${id}-name`, maxlength: 40, autocomplete: "off" }, props: { value: seat.name }, on: { input: (event: Event) => put(at, { ...seat, name: (event.target as HTMLInputElement).value }) } }),
            problemOf(problem, at) ? h("p.error.small", { attrs: { role: "alert" } }, problem?.message ?? "") : null,
          ])
        : h("div", { key: "agent" }, [agentPicker({ id, game, value: seat.agent, problem: problemOf(problem, at), change: (agent) => put(at, { ...seat, agent }) })]),
    ]);
  }));
}

export function clockFields(clock: ClockChoice, change: (clock: ClockChoice) => void): VNode {
  const number = (id: "minutes" | "seconds", label: string, least: number): VNode => h("div.field", { key: id }, [
    h("label", { attrs: { for: `clock-${id}` } }, label),
    h("input", {
      attrs: { id: `clock-${id}`, type: "number", min: least, max: id === "minutes" ? 600 : 3600, step: "any" }, props: { value: String(clock[id]) },
      on: { change: (event: Event) => change({ ...clock, [id]: Math.max(least, Number((event.target as HTMLInputElement).value) || 0) }) },
    }),
  ]);
  return h("div.fields", [
    h("div.field", { key: "kind" }, [
      h("label", { attrs: { for: "clock" } }, "Time for each player"),
      h("select", { attrs: { id: "clock" }, on: { change: (event: Event) => change({ ...clock, kind: (event.target as HTMLSelectElement).value }) } },
        clocks.map(([value, text]) => h("option", { key: value, attrs: { value }, props: { selected: value === clock.kind } }, text))),
    ]),
    ...(clock.kind === "own" ? [number("minutes", "Minutes", 0.1), number("seconds", "Seconds a move", 0)] : []),
  ]);
}
