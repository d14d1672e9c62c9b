// Setting up a position: a palette of what can stand on a cell, counters, whose turn it is, and what is wrong.

import type { SetupView } from "../api/types";
import type { SetupRun } from "../store/setup";
import { h, type VNode } from "./dom";
import { plain } from "./form";
import { colourClass, seatName, type Seats } from "./seat";

export type SetupProps = {
  seats: Seats;
  run: SetupRun;
  redraw(): void;
  /** A piece of the palette is dropped at a place of the window. */
  drop(x: number, y: number, label: string): void;
  take(): void;
  first(): void; // begins with the first position of the game
  cancel(): void;
};

export function setup(props: SetupProps): VNode {
  const { run, take, first, cancel } = props;
  const { view, problem } = run;
  return h("div.setup.stack", [
    h("p.quiet.small", "Choose a piece, then press or drag over cells. The right button, or Delete on a cell, clears it."),
    view === null ? null : palette(props, view),
    problem === null
      ? h("p.notice.small", { attrs: { role: "status" } }, view === null ? "Loading…" : (view.view?.says ?? ""))
      : h("p.notice.bad.small", { attrs: { role: "status" } }, problem.message),
    view === null && problem !== null ? h("button", { attrs: { type: "button" }, on: { click: first } }, "Begin with the first position of the game") : null,
    view === null ? null : h("div.row", [
      h("button.main", { attrs: { type: "button", disabled: view.view === null || problem !== null }, on: { click: take } }, "Analyse this position"),
      h("button", { attrs: { type: "button", disabled: !run.canUndo }, on: { click: () => run.undo() } }, "Undo"),
      h("button", { attrs: { type: "button" }, on: { click: () => run.edit({ set: "clear" }) } }, "Clear board"),
      h("button.plain", { attrs: { type: "button" }, on: { click: cancel } }, "Cancel"),
    ]),
    view === null ? null : rest(props, view),
  ]);
}

function palette({ seats, run, redraw, drop }: SetupProps, { setup: { palette: stamps } }: SetupView): VNode {
  return h("fieldset", [
    h("legend.small", "Pieces"),
    h("div.palette", stamps.map(({ owner, kind, label }, at) => {
      const name = at === 0 ? "empty cell" : `${owner === null ? "" : `${seatName(seats, owner)} `}${kind}`;
      const colour = owner === null ? "" : colourClass(seats.colours[owner]);
      return h("label.stamp", { key: label, attrs: { title: name }, class: { chosen: run.brush === label }, on: { pointerdown: (event: PointerEvent) => drag(event, label, run, redraw, drop) } }, [
        h("input.unseen", {
          attrs: { type: "radio", name: "palette", value: label, "aria-label": name }, props: { checked: run.brush === label },
          on: { change: () => { run.brush = label; redraw(); } },
        }),
        h(`span.stamp-face${colour}`, { class: { owned: owner !== null, empty: at === 0 } }, at === 0 ? "×" : label),
        h("span.stamp-name", at === 0 ? "empty" : kind),
      ]);
    })),
  ]);
}

/** A press chooses; a drag that ends elsewhere drops the piece there. */
function drag(event: PointerEvent, label: string, run: SetupRun, redraw: () => void, drop: SetupProps["drop"]): void {
  if (event.button !== 0) return;
  run.brush = label;
  redraw();
  const { clientX, clientY } = event;
  const up = (end: PointerEvent): void => {
    if (Math.hypot(end.clientX - clientX, end.clientY - clientY) > 8) drop(end.clientX, end.clientY, label);
  };
  addEventListener("pointerup", up, { once: true });
}

function rest({ seats, run }: SetupProps, { setup: { counters, turn, stages, stage } }: SetupView): VNode {
  const number = (event: Event): number => Number((event.target as HTMLInputElement | HTMLSelectElement).value);
  return h("div.fields", [
    turn === null ? null : h("label.field", { key: "turn" }, ["To move", h("select", { on: { change: (event: Event) => run.edit({ set: "turn", seat: number(event) }) } },
      seats.players.map((_, seat) => h("option", { attrs: { value: seat }, props: { selected: seat === turn } }, seatName(seats, seat))))]),
    stages.length < 2 ? null : h("label.field", { key: "stage" }, ["Stage", h("select", { on: { change: (event: Event) => run.edit({ set: "stage", stage: number(event) }) } },
      stages.map((name, at) => h("option", { attrs: { value: at }, props: { selected: at === stage } }, plain(name))))]),
    ...counters.map(({ owner, name, value, most }, counter) => h("label.field", { key: `counter${counter}` }, [
      `${plain(name)}${owner === null ? "" : `, ${seatName(seats, owner)}`}`,
      h("input", {
        attrs: { type: "number", min: 0, max: most, inputmode: "numeric" }, props: { value: String(value) },
        on: { change: (event: Event) => run.edit({ set: "counter", counter, value: number(event) }) },
      }),
    ])),
  ]);
}
