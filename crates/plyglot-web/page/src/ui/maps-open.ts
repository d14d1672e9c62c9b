// Beginning a map: a new one, one that comes with the game, a saved one, or a file.

import type { DraftEdit, DraftView, MapBrief, MapsOfGame } from "../api/types";
import { openDialog } from "./dialog";
import { h, type VNode } from "./dom";
import { plain } from "./form";
import { icon } from "./icon";
import { mapThumb } from "./maps-thumb";

/** Files beyond this are refused by the server, too. */
const MOST_BYTES = 64 * 1024;

/** A new map: its size, and its numbers, at first those of the map that is open. */
export function askNew(view: DraftView, make: (edits: DraftEdit[]) => void): void {
  const size = { width: view.width, height: view.height };
  const values = new Map(view.numbers.map(({ name, value }) => [name, value]));
  const field = (label: string, value: number, least: number, most: number, give: (value: number) => void): VNode => h("label.field", [
    plain(label),
    h("input", { attrs: { type: "number", min: least, max: most, required: true, inputmode: "numeric" }, props: { value: String(value) }, on: { input: (event: Event) => give(Number((event.target as HTMLInputElement).value)) } }),
  ]);
  const done = (): void => make([...[...values].map(([name, value]): DraftEdit => ({ do: "number", name, value })), { do: "resize", ...size }]);
  openDialog("New map", (close) => [
    h("form.stack", { on: { submit: (event: Event) => { event.preventDefault(); close(); done(); } } }, [
      h("div.fields", [
        field("width", size.width, 1, view.largest, (value) => (size.width = value)),
        field("height", size.height, 1, view.largest, (value) => (size.height = value)),
        ...view.numbers.map(({ name, value, least, most }) => field(name, value, least, most, (next) => values.set(name, next))),
      ]),
      h("p.quiet.small", "Undo brings back the map that is open now."),
      h("div.row", [h("button.main", { attrs: { type: "submit" } }, "Make it"), h("button", { attrs: { type: "button" }, on: { click: close } }, "Cancel")]),
    ]),
  ]);
}

export type OpenProps = {
  maps: MapsOfGame;
  open(map: string, name: string | null): void;
  read(text: string, name: string): void;
  refuse(why: string): void;
  remove(name: string): Promise<boolean>;
};

export function askOpen({ maps, open, read, refuse, remove }: OpenProps): void {
  openDialog("Open a map", (close) => {
    const load = async (event: Event): Promise<void> => {
      const file = (event.target as HTMLInputElement).files?.[0];
      if (!file) return;
      close();
      if (file.size > MOST_BYTES) return refuse(`${file.name} has ${Math.ceil(file.size / 1024)} kB; a map has at most ${MOST_BYTES / 1024}.`);
      read(await file.text(), file.name.replace(/\.\w+$/, ""));
    };
    const row = (map: MapBrief, path: string, own: boolean): VNode => h("li", { key: path }, [
      h("button.plain.map-row", { attrs: { type: "button" }, on: { click: () => { close(); open(path, own ? map.name : null); } } }, [
        mapThumb(maps.game, path), h("strong", map.name), h("span.quiet.small", words(map)),
      ]),
      own ? h("button.plain.square", { attrs: { type: "button", "aria-label": `Delete ${map.name}`, title: "Delete" }, on: { click: (event: Event) => void removeRow(event, map.name, remove) } }, [icon("trash")]) : null,
    ]);
    return [
      h("div.row", [
        h("label.button.file", ["Choose a file", h("input.unseen", { attrs: { type: "file" }, on: { change: (event: Event) => void load(event) } })]),
        h("button", { attrs: { type: "button" }, on: { click: close } }, "Cancel"),
      ]),
      maps.saved.length > 0 ? h("section", [h("h3", "Yours"), h("ul.bare.map-list", maps.saved.map((map) => row(map, `maps/${map.name}`, true)))]) : null,
      h("section", [h("h3", "With the game"), h("ul.bare.map-list", maps.built_in.map((map) => row(map, map.name, false)))]),
    ].filter((node) => node !== null);
  });
}

function words({ width, height, players, problems }: MapBrief): string {
  return `${width} × ${height}, ${players} players${problems > 0 ? `, ${problems} problems` : ""}`;
}

async function removeRow(event: Event, name: string, remove: (name: string) => Promise<boolean>): Promise<void> {
  const row = (event.currentTarget as HTMLElement).closest("li");
  if (await remove(name)) row?.remove();
}
