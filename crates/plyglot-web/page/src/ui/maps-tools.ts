// The tools of the map editor: what is painted, links, symmetry, and what is done to the whole map.

import type { Board, DraftView, Link, SymmetryKind } from "../api/types";
import type { DraftRun, Side } from "../store/draft";
import { h, type VNode } from "./dom";
import { plain } from "./form";
import { icon } from "./icon";
import { linkAt, sidesOf } from "./maps-hand";
import { sideWord } from "./maps-overlay";

/** What the hand is about to do. */
export type Tool = {
  kind: "paint" | "link";
  brush: string; // label of a stamp
  reach: number; // cells that the brush reaches to each side
  from: Side | null; // one end of a link to be
  at: number | null; // the cell whose sides are offered
  chosen: Link | null;
};

export type ToolProps = {
  run: DraftRun;
  view: DraftView;
  board: Board | null;
  tool: Tool;
  change(tool: Partial<Tool>): void;
  pick(side: Side): void;
};

const SYMMETRIES: Record<SymmetryKind, string> = {
  none: "none", left_right: "left and right", top_bottom: "top and bottom", both: "both ways", half_turn: "half a turn", quarter_turn: "quarter turns",
};

export function tools(props: ToolProps): VNode {
  const { run } = props;
  return h("div.map-tools", [
    h("div.map-strip", [
      h("div.row.undo", [
        h("button", { attrs: { type: "button", disabled: !run.canUndo, title: "Ctrl+Z" }, on: { click: () => run.undo() } }, [icon("undo"), "Undo"]),
        h("button", { attrs: { type: "button", disabled: !run.canRedo, title: "Ctrl+Y" }, on: { click: () => run.redo() } }, [icon("again"), "Redo"]),
      ]),
      palette(props),
      props.tool.kind === "link" ? null : brushes(props),
      symmetry(props),
      actions(props),
    ]),
    props.tool.kind === "link" ? links(props) : null,
  ]);
}

function palette({ view, board, tool, change }: ToolProps): VNode {
  const radio = (value: string, name: string, checked: boolean, choose: () => void): VNode =>
    h("input.unseen", { attrs: { type: "radio", name: "map-tool", value, "aria-label": name }, props: { checked }, on: { change: choose } });
  const stamps = view.palette.map(({ owner, kind, label }) => {
    const name = owner === null ? kind : `${kind} of player ${view.seats[owner] ?? owner + 1}`;
    const on = tool.kind === "paint" && tool.brush === label;
    const means = board?.legend.find((entry) => entry.mark === label)?.means ?? name;
    const face = owner === null ? "span.map-face" : `span.map-face.owned.${view.colours[owner] ?? "c-black"}`;
    return h("label.map-stamp", { key: label, attrs: { title: means }, class: { on } }, [
      radio(label, name, on, () => change({ kind: "paint", brush: label, from: null, at: null, chosen: null })),
      h(face, label === view.palette[0]?.label ? "" : label),
      h("span.map-stamp-name", owner === null ? kind : `${view.seats[owner] ?? ""}`),
    ]);
  });
  const on = tool.kind === "link";
  return h("fieldset.draw", [
    h("legend.small", "Draw"),
    h("div.map-palette", [
      ...stamps,
      h("label.map-stamp", { key: "link", attrs: { title: "link two sides" }, class: { on } }, [
        radio("link", "link two sides", on, () => change({ kind: "link" })),
        h("span.map-face.plainly", [icon("link")]),
        h("span.map-stamp-name", "link"),
      ]),
    ]),
  ]);
}

function brushes({ tool, change }: ToolProps): VNode {
  const sizes: [number, string][] = [[0, "1"], [1, "3"], [2, "5"]];
  return h("fieldset.brush", [
    h("legend.small", "Brush"),
    h("div.segments", sizes.map(([reach, words]) => h("label", { key: reach, class: { on: tool.reach === reach } }, [
      h("input", { attrs: { type: "radio", name: "map-brush", value: reach, "aria-label": `${words} cells wide` }, props: { checked: tool.reach === reach }, on: { change: () => change({ reach }) } }),
      words,
    ]))),
  ]);
}

/** Links by drag, by two presses, or by these buttons. */
function links({ run, view, board, tool, change, pick }: ToolProps): VNode {
  const name = ([cell, degrees]: Side): string => `${board?.cells[cell]?.name ?? cell} ${sideWord(degrees)}`;
  const { at, from, chosen } = tool;
  const offered = at === null ? [] : sidesOf(view).filter(([cell]) => cell === at).sort((a, b) => a[1] - b[1]);
  return h("div.stack.map-linking", [
    h("p.quiet.small", view.free.length === 0 && view.look.links.length === 0 ? "No side is free: links leave where a cell has no neighbour."
      : "Drag from one dot to another, or press one after the other. With keys: Enter on a cell, then choose its side."),
    at === null ? null : h("fieldset", [
      h("legend.small", `Sides of ${board?.cells[at]?.name ?? at}`),
      offered.length === 0 ? h("p.small", { attrs: { role: "status" } }, "No link can end here.")
        : h("div.row", offered.map((side) => {
            const there = linkAt(view, side);
            const label = there ? `${sideWord(side[1])}, linked` : sideWord(side[1]);
            return h("button.small.map-side", { key: side.join(), attrs: { type: "button" }, on: { click: () => pick(side) } }, label);
          })),
    ]),
    from === null ? null : h("p.notice.small", { attrs: { role: "status" } }, [
      `From ${name(from)} to … `, h("button.plain", { attrs: { type: "button" }, on: { click: () => change({ from: null }) } }, "Cancel"),
    ]),
    chosen === null ? null : h("p.notice.small", { attrs: { role: "status" } }, [
      `${name(chosen.from)} – ${name(chosen.to)} `,
      h("button", { attrs: { type: "button" }, on: { click: () => { run.edit([{ do: "unlink", end: chosen.from }]); change({ chosen: null }); } } }, "Remove this link"),
    ]),
  ]);
}

function symmetry({ run, view }: ToolProps): VNode {
  const { kind, change_players: players } = run.symmetry;
  return h("fieldset.stack.late", [
    h("legend.small", "Symmetry"),
    h("select", { attrs: { "aria-label": "Symmetry" }, on: { change: (event: Event) => run.setSymmetry({ ...run.symmetry, kind: (event.target as HTMLSelectElement).value as SymmetryKind }) } },
      view.symmetries.map((one) => h("option", { key: one, attrs: { value: one }, props: { selected: one === kind } }, SYMMETRIES[one]))),
    kind === "none" ? null : h("label.check.small", { key: "players" }, [
      h("input", { attrs: { type: "checkbox" }, props: { checked: players === true }, on: { change: (event: Event) => run.setSymmetry({ ...run.symmetry, change_players: (event.target as HTMLInputElement).checked }) } }),
      "mirrored pieces go to other players",
    ]),
    kind === "none" ? null : h("button", { key: "all", attrs: { type: "button", title: "What stands first, from the upper left, is repeated" }, on: { click: () => run.edit([{ do: "symmetrise" }]) } }, "Make all of it so"),
  ]);
}

function actions({ run, view }: ToolProps): VNode {
  return h("fieldset.late", [
    h("legend.small", "Whole map"),
    h("div.row.map-actions", view.actions.map(({ name, about }) =>
      h("button", { key: name, attrs: { type: "button", title: about, "aria-description": about }, on: { click: () => run.edit([{ do: "act", name }]) } }, plain(name)))),
  ]);
}
