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
  const sized = (edit: { width?: number; height?: number }): void => {
    const { width, height, largest } = view;
    const [w, h2] = [edit.width ?? width, edit.height ?? height];
    if (![w, h2].every((size) => Number.isInteger(size) && size >= 1 && size <= largest)) return;
    run.edit([{ do: "resize", width: w, height: h2 }]);
  };
  const field = (id: string, label: string, value: number, least: number, most: number, give: (value: number) => void): VNode => h("div.field", { key: id }, [
    h("label", { attrs: { for: id } }, label),
    h("input", { attrs: { id, type: "number", min: least, max: most, inputmode: "numeric" }, props: { value: String(value) }, on: { change: (event: Event) => give(number(event)) } }),
  ]);
  return h("section.card.stack", { attrs: { "aria-labelledby": "map-numbers" } }, [
    h("h2", { attrs: { id: "map-numbers" } }, "Numbers and size"),
    h("div.map-numbers", [
      ...view.numbers.map(({ name, value, least, most }) => field(`map-${name.replaceAll(/\W+/g, "-")}`, plain(name), value, least, most, (next) => run.edit([{ do: "number", name, value: next }]))),
      field("map-width", "Width", view.width, 1, view.largest, (width) => sized({ width })),
      field("map-height", "Height", view.height, 1, view.largest, (height) => sized({ height })),
    ]),
    h("fieldset", [h("legend.small", "Add or remove a line"), h("div.map-lines", lines(view).map(([words, edit]) =>
      h("button.small", { key: words, attrs: { type: "button", "aria-label": words, title: words, disabled: edit === null }, on: { click: () => edit && run.edit([edit]) } }, sign(words))))]),
  ]);
}

const sign = (words: string): string => `${words.startsWith("Add") ? "+" : "−"} ${words.split(" ").at(-1) ?? ""}`;

/** Rows and columns at each border. */
function lines({ width, height, largest }: DraftView): [string, DraftEdit | null][] {
  const resize = (dw: number, dh: number, left: number, top: number): DraftEdit | null => {
    const [w, h2] = [width + dw, height + dh];
    return w < 1 || h2 < 1 || w > largest || h2 > largest ? null : { do: "resize", width: w, height: h2, left, top };
  };
  return [
    ["Add a row at the top", resize(0, 1, 0, 1)], ["Add a row at the bottom", resize(0, 1, 0, 0)],
    ["Add a column at the left", resize(1, 0, 1, 0)], ["Add a column at the right", resize(1, 0, 0, 0)],
    ["Remove the row at the top", resize(0, -1, 0, -1)], ["Remove the row at the bottom", resize(0, -1, 0, 0)],
    ["Remove the column at the left", resize(-1, 0, -1, 0)], ["Remove the column at the right", resize(-1, 0, 0, 0)],
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
