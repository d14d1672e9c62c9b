/** Small boards that only show. */
import { board } from "../api/http";
import type { View } from "../api/types";
import { BoardWidget } from "../board/board";
import { h } from "./dom";
import type { VNode } from "./dom";

const widgets = new WeakMap<Node, { widget: BoardWidget; view: View }>();

function show(host: Node | undefined, view: View, label: string): void {
  if (!(host instanceof HTMLElement)) return;
  let known = widgets.get(host);
  if (!known) {
    known = { widget: new BoardWidget(host, { thumb: true, label }), view };
    widgets.set(host, known);
  }
  known.view = view;
  const mine = known;
  board(view.board).then((geometry) => {
    // A newer view may have come while the geometry was on its way.
    if (mine.view === view && widgets.has(host)) mine.widget.show(geometry, view, { animate: false });
  }, () => undefined);
}

/** A picture of a position. `label` is read out instead of the board; without one, what stands beside it says it all. */
export function thumb(view: View, label: string): VNode {
  return h("div.thumb", {
    key: `thumb-${view.board}`,
    attrs: label === "" ? { "aria-hidden": "true" } : {},
    hook: {
      insert: (node) => show(node.elm, view, label),
      postpatch: (_, node) => {
        if (node.elm && widgets.get(node.elm)?.view !== view) show(node.elm, view, label);
      },
      destroy: (node) => {
        if (!node.elm) return;
        widgets.get(node.elm)?.widget.destroy();
        widgets.delete(node.elm);
      },
    },
  });
}
