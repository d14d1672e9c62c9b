// Small pictures of maps, each asked for when it comes into sight.

import { board as boardOf, drawMap } from "../api/http";
import { BoardWidget } from "../board/board";
import { h, type VNode } from "./dom";

/** A picture of a map that a specification can name. What it shows is told beside it. */
export function mapThumb(game: string, map: string): VNode {
  return h("div.thumb.map-thumb", { attrs: { "aria-hidden": "true" }, hook: { insert: (node) => watch(node.elm as HTMLElement, game, map) } });
}

function watch(host: HTMLElement, game: string, map: string): void {
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    // Without its picture a map can be opened all the same.
    show(host, game, map).catch(() => undefined);
  });
  seen.observe(host);
}

async function show(host: HTMLElement, game: string, map: string): Promise<void> {
  const { draft } = await drawMap({ game, map });
  if (!draft) return;
  const board = await boardOf(draft.board);
  if (host.isConnected) new BoardWidget(host, { thumb: true, label: map }).showLook(board, draft.look, draft.colours);
}
