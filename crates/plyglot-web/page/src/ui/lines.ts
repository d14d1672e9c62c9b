// What agents think: a head with depth, speed and progress, then the lines with a value for each seat.

import type { AnalysisView, Line } from "../api/types";
import { agentColour } from "../board/marks";
import { agreement, busy, progress, type Slot } from "../store/analysis";
import { percent, sidesOf } from "../store/shares";
import { h, type VNode } from "./dom";
import { icon } from "./icon";
import { seatClass, seatName, type Seats } from "./seat";

export type LinesProps = {
  seats: Seats;
  slots: readonly Slot[];
  names: readonly string[]; // what each agent is called
  on: boolean;
  threat: boolean;
  deeper(slot: Slot): void;
  remove(at: number): void;
  /** A step of a line is looked at, or none. */
  peek(line: Line | null, step: number): void;
  enter(line: Line, steps: number): void;
};

/** So many moves of a line are shown. */
const MOST_STEPS = 12;

export function lines(props: LinesProps): VNode {
  const { slots, on } = props;
  if (!on) return h("div.lines.off");
  const said = agreement(slots.map((slot) => slot.view));
  return h("div.lines", { class: { several: slots.length > 1 }, on: { mouseleave: () => props.peek(null, 0) } }, [
    ...slots.map((slot, at) => agent(props, slot, at)),
    said === null ? null : h("p.agreement", { class: { differ: !said.agree } }, said.agree ? `All agree on ${said.moves[0] ?? ""}.` : `They differ: ${said.moves.join(", ")}.`),
  ]);
}

function agent(props: LinesProps, slot: Slot, at: number): VNode {
  const { names, slots, threat, deeper, remove } = props;
  const colour = agentColour(at);
  const { view, error } = slot;
  const name = names[at] ?? slot.agent;
  const found = view?.answer?.lines ?? [];
  return h("section.thinker", { key: `${at}:${slot.agent}`, attrs: { "aria-label": `Analysis by ${name}` } }, [
    h("div.thinker-head", [
      h(`b.thinker-name.${colour}`, { attrs: { title: view?.agent ?? slot.agent } }, name),
      h("span.thinker-state.quiet.numbers", status(view, error)),
      h("button.plain.square.small", {
        attrs: { type: "button", "aria-label": `Let ${name} go deeper`, title: "Go deeper", disabled: view === null || busy(view) || view.answer?.proven === true },
        on: { click: () => deeper(slot) },
      }, [icon("plus")]),
      slots.length > 1
        ? h("button.plain.square.small", { attrs: { type: "button", "aria-label": `Remove ${name}`, title: "Remove" }, on: { click: () => remove(at) } }, [icon("cross")])
        : null,
    ]),
    h(`progress.thinker-progress.${colour}`, { attrs: { max: 1, "aria-label": "Thinking" }, props: { value: progress(slot) }, class: { rest: !busy(view) } }),
    error === null ? null : h("p.error.small", { attrs: { role: "status" } }, error),
    threat && found.length > 0 ? h("p.quiet.small", "Threats: what the next player would do if the mover passed.") : null,
    h("ol.bare.line-list", found.map((line, rank) => row(props, slot, line, rank, colour))),
    found.length === 0 && error === null ? h("p.quiet.small.still", view?.state === "done" ? "Nothing to think about." : "Thinking…") : null,
  ]);
}

function status(view: AnalysisView | null, error: string | null): string {
  if (view === null) return error === null ? "starts" : "failed";
  const { answer, state } = view;
  if (answer === null) return state === "queued" ? "waits for a free core" : state;
  const speed = view.millis > 0 ? `${compact((1000 * view.nodes) / view.millis)}/s` : "";
  const word = answer.book ? "from the book" : answer.proven ? "proven" : state === "holding" || state === "done" ? "holds" : state === "queued" ? "waits" : state === "running" ? "" : state;
  return [word, `depth ${answer.depth}`, `${compact(view.nodes)} nodes`, speed].filter(Boolean).join(" · ");
}

export function compact(amount: number): string {
  if (amount >= 1e9) return `${(amount / 1e9).toFixed(1)}G`;
  if (amount >= 1e6) return `${(amount / 1e6).toFixed(1)}M`;
  return amount >= 1e4 ? `${Math.round(amount / 1e3)}k` : String(Math.round(amount));
}

function row({ seats, threat, peek, enter }: LinesProps, slot: Slot, line: Line, rank: number, colour: string): VNode {
  const steps = line.pv.slice(0, MOST_STEPS);
  const fixed = threat; // a threat starts from a position that no branch can have
  return h("li.pv", { key: rank }, [
    h(`span.rank.${colour}`, { attrs: { "aria-label": `Line ${rank + 1}` } }, String(rank + 1)),
    values(seats, line, slot.view?.answer?.seat ?? 0),
    h("span.line-words.quiet.small", line.words),
    h("span.line-moves", { on: fixed ? {} : { mouseover: (event: MouseEvent) => hovered(event, line, peek) } }, steps.map((move, step) =>
      fixed
        ? h("span.line-move", { key: step }, move)
        : h("button.plain.line-move", {
            key: step,
            attrs: { type: "button", "data-step": step, tabindex: step === 0 ? 0 : -1, "aria-label": `${move}, enter line ${rank + 1} up to move ${step + 1}` },
            on: {
              click: () => enter(line, step + 1),
              focus: () => peek(line, step + 1),
              blur: () => peek(null, 0),
              keydown: (event: KeyboardEvent) => along(event),
            },
          }, move))),
  ]);
}

function hovered(event: MouseEvent, line: Line, peek: LinesProps["peek"]): void {
  const step = event.target instanceof HTMLElement ? event.target.dataset["step"] : undefined;
  if (step !== undefined) peek(line, Number(step) + 1);
}

/** Left and right walk along a line without playing it. */
function along(event: KeyboardEvent): void {
  const from = event.currentTarget as HTMLElement;
  const to = event.key === "ArrowRight" ? from.nextElementSibling : event.key === "ArrowLeft" ? from.previousElementSibling : null;
  if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
  event.preventDefault();
  event.stopPropagation();
  if (to instanceof HTMLElement) to.focus();
}

/** The expected score of every side, the mover's first in weight; proven ends with their distance. */
export function values(seats: Seats, line: Line, mover: number): VNode {
  const groups = sidesOf(seats.sides);
  const told = groups.map(({ seats: own }) => {
    const seat = own.includes(mover) ? mover : (own[0] ?? 0);
    const value = line.values[seat] ?? null;
    const proven = value?.unit === "end" && value.bound === undefined;
    const sign = value?.bound === "at_least" ? "≥" : value?.bound === "at_most" ? "≤" : "";
    const text = `${sign}${percent(line.expected[seat] ?? null)}${proven ? (value.distance === undefined ? "!" : `#${value.distance}`) : ""}`;
    return { seat, text, name: own.map((one) => seatName(seats, one)).join(" and ") };
  });
  const label = told.map(({ name, text }) => `${name} ${text.replace("#", " proven in ").replace("!", " proven")}`).join(", ");
  return h("span.line-values", { attrs: { role: "img", "aria-label": label, title: label } }, told.map(({ seat, text }) =>
    h(`span.value-chip${seatClass(seats, seat)}`, { key: seat, class: { own: seat === mover } }, text)));
}
