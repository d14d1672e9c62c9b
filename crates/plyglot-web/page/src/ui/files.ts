// Games and positions as text: read any that the game knows, write any of its formats.

import type { ReadGame } from "../api/types";
import { copyField, download } from "./copy";
import { h, type VNode } from "./dom";

export type ImportProps = {
  id: string;
  text: string;
  busy: boolean;
  error: string | null;
  found: readonly ReadGame[] | null; // more than one: to choose from
  change(text: string): void;
  read(text: string): void;
  refuse(why: string): void;
  open(game: ReadGame): void;
};

/** Files beyond this are refused by the server, too. */
const MOST_BYTES = 256 * 1024;

export function importer({ id, text, busy, error, found, change, read, refuse, open }: ImportProps): VNode {
  const load = async (event: Event): Promise<void> => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (!file) return;
    if (file.size > MOST_BYTES) return refuse(`${file.name} has ${Math.ceil(file.size / 1024)} kB; at most ${MOST_BYTES / 1024} can be read at once.`);
    const content = await file.text();
    change(content);
    read(content);
  };
  return h("div.stack", [
    h("div.field", [
      h("label", { attrs: { for: `${id}-text` } }, "A position, a game or a file of games, as text"),
      h("textarea", {
        attrs: { id: `${id}-text`, rows: 4, spellcheck: "false", "aria-describedby": `${id}-error`, "aria-invalid": error === null ? "false" : "true" },
        props: { value: text },
        on: { input: (event: Event) => change((event.target as HTMLTextAreaElement).value) },
      }),
      h("p.error.small", { attrs: { id: `${id}-error`, role: "status" } }, error ?? ""),
    ]),
    h("div.row", [
      h("button", { attrs: { type: "button", disabled: busy || text.trim() === "" }, on: { click: () => read(text) } }, busy ? "Reading…" : "Open text"),
      h("label.button.file", ["Choose a file", h("input.unseen", { attrs: { type: "file" }, on: { change: (event: Event) => void load(event) } })]),
    ]),
    found === null ? null : h("ol.bare.found", { attrs: { "aria-label": "Games found" } }, found.map((game, at) => h("li", { key: at }, [
      h("button.plain.found-game", { attrs: { type: "button", disabled: game.error !== null }, on: { click: () => open(game) } }, [
        h("b", `${at + 1}`),
        h("span", game.players.length > 0 ? game.players.join(" – ") : game.game),
        h("span.quiet.small", game.error ?? `${game.moves.length} moves`),
      ]),
    ]))),
  ]);
}

export type ExportProps = {
  formats: readonly { name: string; about: string }[];
  format: string | null;
  made: { name: string; text: string } | null;
  error: string | null;
  choose(format: string): void;
};

export function exporter({ formats, format, made, error, choose }: ExportProps): VNode {
  return h("div.stack", [
    h("div.field", [
      h("label", { attrs: { for: "export-format" } }, "Format of the game's files"),
      h("select", { attrs: { id: "export-format" }, on: { change: (event: Event) => choose((event.target as HTMLSelectElement).value) } }, [
        h("option", { attrs: { value: "", disabled: true }, props: { selected: format === null } }, "choose"),
        ...formats.map(({ name, about }) => h("option", { key: name, attrs: { value: name }, props: { selected: name === format } }, `${name}: ${about}`)),
      ]),
    ]),
    error === null ? null : h("p.error.small", { attrs: { role: "status" } }, error),
    made === null ? null : copyField("export-text", "The line through the current move", made.text, 5),
    made === null ? null : h("div.row", [h("button", { attrs: { type: "button" }, on: { click: () => download(made.name, made.text) } }, `Save ${made.name}`)]),
  ]);
}
