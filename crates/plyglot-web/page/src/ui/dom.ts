/** The view library, and the one way in which views redraw themselves. */
import { attributesModule, classModule, datasetModule, eventListenersModule, init, propsModule, styleModule } from "snabbdom";
import type { VNode } from "snabbdom";

export { h } from "snabbdom";
export type { VNode, VNodeData } from "snabbdom";

export const patch = init([classModule, propsModule, attributesModule, datasetModule, styleModule, eventListenersModule]);

export type Drawing = { redraw(): void; stop(): void };

/** Draws into `root` at once and again, at most once a frame, whenever `redraw` is called. */
export function drawing(root: HTMLElement, draw: () => VNode): Drawing {
  const place = document.createElement("div");
  root.append(place);
  let node: VNode | null = patch(place, draw());
  let frame = 0;
  return {
    redraw() {
      if (frame || !node) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        if (node) node = patch(node, draw());
      });
    },
    stop() {
      cancelAnimationFrame(frame);
      const last = node;
      node = null;
      if (last?.elm instanceof HTMLElement) {
        // An empty node in its place runs the hooks of all that is removed.
        const rest = patch(last, { sel: "div", data: {}, children: [], elm: undefined, text: undefined, key: "end" });
        if (rest.elm instanceof HTMLElement) rest.elm.remove();
      }
    },
  };
}
