// Beside the map: its name, numbers and size, what is wrong with it, its links and its text.

import type { Board, DraftEdit, DraftView, Remark } from "../api/types";
import type { DraftRun } from "../store/draft";
import { download } from "./copy";
import { h, type VNode } from "./dom";
import { plain } from "./form";
import { icon } from "./icon";
import { sideWord } from "./maps-overlay";

export type SideProps = {
  run: DraftRun;
  view: DraftView;
  board: Board | null;
  name: string;
  saved: boolean; // as it is now
  busy: boolean;
  text: string | null; // while it is typed
  rename(name: string): void;
  save(): void;
  play(): void;
  show(cells: number[]): void;
  type(text: string): void;
  typed(): void;
};

const number = (event: Event): number => Number((event.target as HTMLInputElement).value);

/** Whether it can be played, in a few words, and what is done with it. */
export function verdict({ view, name, saved, busy, rename, save, play }: SideProps): VNode {
  const { problems, playable } = view;
  return h("section.card.stack", { attrs: { "aria-labelledby": "map-file" } }, [
    h("h2", { attrs: { id: "map-file" } }, "This map"),
    h("p", { class: { error: !playable, quiet: playable } }, problems.length > 0 ? many(problems.length, "problem") : playable ? `${view.width} × ${view.height}, ${view.players} players, ready to play` : "Nobody can move yet"),
    h("div.field", [
      h("label", { attrs: { for: "map-name" } }, "Name"),
      h("input", { attrs: { id: "map-name", type: "text", maxlength: 60, spellcheck: "false", autocomplete: "off", placeholder: "letters, digits, - and _" }, props: { value: name }, on: { input: (event: Event) => rename((event.target as HTMLInputElement).value) } }),
    ]),
    h("div.row", [
      h("button.main", { attrs: { type: "button", disabled: !playable || busy }, on: { click: play } }, [icon("go"), "Play"]),
      h("button", { attrs: { type: "button", disabled: busy || saved }, on: { click: save } }, saved ? [icon("check"), "Saved"] : [icon("save"), "Save"]),
      h("button", { attrs: { type: "button" }, on: { click: () => download(`${name || "map"}.map`, view.text) } }, [icon("share"), "Export"]),
    ]),
  ]);
}

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Problems and warnings; each shows where it is. */
export function remarks({ run, view, show }: SideProps): VNode {
  const row = (kind: string) => (remark: Remark, at: number): VNode => h(`li.${kind}`, { key: `${kind}${at}` }, [
    h("span.grow", remark.what),
    remark.cells.length > 0 ? h("button.small", { attrs: { type: "button", "aria-label": `Show: ${remark.what}` }, on: { click: () => show(remark.cells) } }, "Show") : null,
  ]);
  const { problems, warnings } = view;
  return h("section.card.stack", { attrs: { "aria-labelledby": "map-problems" } }, [
    h("h2", { attrs: { id: "map-problems" } }, problems.length > 0 ? many(problems.length, "problem") : "Checks"),
    h("div", { attrs: { role: "status" } }, [
      run.problem && run.problem.at.field !== "text" ? h("p.notice.bad.small", run.problem.message) : null,
      problems.length + warnings.length === 0 ? h("p.row.small", [icon("check"), "Nothing is wrong."]) : null,
    ]),
    problems.length + warnings.length === 0 ? null : h("ul.bare.map-remarks", [...problems.slice(0, 100).map(row("problem")), ...warnings.map(row("warning"))]),
  ]);
}

export function numbers({ run, view }: SideProps): VNode {
  const { width, height, largest } = view;
  const sized = (size: { width?: number; height?: number }): void => run.edit([{ do: "resize", width, height, ...size }]);
  const field = (id: string, label: string, value: number, least: number, most: number, give: (value: number) => void): VNode => h("div.field", { key: id }, [
    h("label", { attrs: { for: id } }, label),
    h("input", { attrs: { id, type: "number", min: least, max: most, inputmode: "numeric" }, props: { value: String(value) }, on: { change: (event: Event) => give(number(event)) } }),
  ]);
  return h("section.card.stack", { attrs: { "aria-labelledby": "map-numbers" } }, [
    h("h2", { attrs: { id: "map-numbers" } }, "Numbers and size"),
    h("div.map-numbers", [
      ...view.numbers.map(({ name, value, least, most }) => field(`map-${name.replaceAll(/\W+/g, "-")}`, plain(name), value, least, most, (next) => run.edit([{ do: "number", name, value: next }]))),
      field("map-width", "Width", width, 1, largest, (next) => sized({ width: next })),
      field("map-height", "Height", height, 1, largest, (next) => sized({ height: next })),
    ]),
    h("fieldset", [h("legend.small", "Lines at the borders"), h("div.map-lines", borders(view).map((border) => h("div", { key: border.where }, [
      h("span.small", plain(border.where)), lineButton(run, `Add a ${border.line}: ${border.where}`, "+", border.more), lineButton(run, `Remove a ${border.line}: ${border.where}`, "−", border.less),
    ])))]),
  ]);
}

function lineButton(run: DraftRun, label: string, sign: string, edit: DraftEdit | null): VNode {
  return h("button.small", { attrs: { type: "button", "aria-label": label, title: label, disabled: edit === null }, on: { click: () => edit && run.edit([edit]) } }, sign);
}

/** Rows and columns that can be added and taken away at each border. */
function borders({ width, height, largest }: DraftView): { where: string; line: string; more: DraftEdit | null; less: DraftEdit | null }[] {
  const resize = (columns: number, rows: number, left: number, top: number): DraftEdit | null => {
    const size = { width: width + columns, height: height + rows };
    return Object.values(size).every((side) => side >= 1 && side <= largest) ? { do: "resize", ...size, left, top } : null;
  };
  return [
    { where: "top", line: "row", more: resize(0, 1, 0, 1), less: resize(0, -1, 0, -1) },
    { where: "bottom", line: "row", more: resize(0, 1, 0, 0), less: resize(0, -1, 0, 0) },
    { where: "left", line: "column", more: resize(1, 0, 1, 0), less: resize(-1, 0, -1, 0) },
    { where: "right", line: "column", more: resize(1, 0, 0, 0), less: resize(-1, 0, 0, 0) },
  ];
}

/** At most so many links are listed one by one. */
const MOST_LINKS = 200;

export function linkList({ run, view, board, show }: SideProps): VNode | null {
  const { links } = view.look;
  if (links.length === 0) return null;
  const name = ([cell, degrees]: [number, number]): string => `${board?.cells[cell]?.name ?? cell} ${sideWord(degrees)}`;
  return h("details.card", { key: "links" }, [
    h("summary", many(links.length, "link")),
    h("ul.bare.map-remarks", links.slice(0, MOST_LINKS).map((link) => h("li", { key: JSON.stringify(link) }, [
      h("span.grow.small", `${name(link.from)} – ${name(link.to)}`),
      h("button.small", { attrs: { type: "button", "aria-label": `Show ${name(link.from)} – ${name(link.to)}` }, on: { click: () => show([link.from[0], link.to[0]]) } }, "Show"),
      h("button.small.plain", { attrs: { type: "button", "aria-label": `Remove ${name(link.from)} – ${name(link.to)}` }, on: { click: () => run.edit([{ do: "unlink", end: link.from }]) } }, [icon("cross")]),
    ]))),
    links.length > MOST_LINKS ? h("p.quiet.small", `and ${links.length - MOST_LINKS} more`) : null,
  ]);
}

/** The text, which can be typed as well. */
export function textField({ run, view, text, type, typed }: SideProps): VNode {
  const wrong = run.problem?.at.field === "text" ? run.problem : null;
  return h("details.card", { key: "text" }, [
    h("summary", "Text"),
    h("div.field", [
      h("label", { attrs: { for: "map-text" } }, "The map as a text, which you can change"),
      h("textarea.map-text", {
        attrs: { id: "map-text", rows: 12, spellcheck: "false", wrap: "off", "aria-invalid": wrong ? "true" : "false", "aria-describedby": "map-text-error" },
        props: { value: text ?? view.text },
        on: { input: (event: Event) => type((event.target as HTMLTextAreaElement).value), blur: typed },
      }),
      h("p.error.small", { attrs: { id: "map-text-error", role: "status" } }, wrong?.message ?? ""),
    ]),
  ]);
}
