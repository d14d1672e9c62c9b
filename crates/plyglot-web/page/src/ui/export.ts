/** A game as a file, in every format that it has. */
import { placeOf, words, writeFile } from "../api/http";
import type { GameInfo, TableView } from "../api/types";
import { drawing } from "./dom";
import { openDialog } from "./dialog";
import { h } from "./dom";
import { exporter } from "./files";

export function exportDialog(table: TableView, info: GameInfo): void {
  let format: string | null = null;
  let made: { name: string; text: string } | null = null;
  let error: string | null = null;
  const choose = (name: string): void => {
    format = name;
    const ranks = table.ranks ?? table.view.ranks;
    writeFile({ ...placeOf(table.view), format: name, players: table.seats.map((seat) => seat.name), ...(ranks ? { ranks } : {}) }).then(
      (told) => { made = told; error = null; drawn.redraw(); },
      (refused: unknown) => { made = null; error = words(refused); drawn.redraw(); },
    );
  };
  const host = document.createElement("div");
  const drawn = drawing(host, () => exporter({ formats: info.formats, format, made, error, choose }));
  openDialog("Export the game", (close) => [
    h("div", { hook: { insert: (node) => { if (node.elm instanceof HTMLElement) node.elm.append(host); } } }),
    h("div.row", [h("button", { attrs: { type: "button" }, on: { click: close } }, "Close")]),
  ]);
  const first = info.formats[0];
  if (first) choose(first.name);
}
