// Hands on a map: links are dragged from side to side; brushes paint while they go over cells.

import type { DraftView, Link } from "../api/types";
import { sameSide, type Side } from "../store/draft";
import { cellAtPoint, sideAtPoint } from "./maps-overlay";

export type HandsOfMap = {
  /** What is shown while links are made; null while something is painted. */
  linking(): DraftView | null;
  /** A press begins. */
  begin(): void;
  hover(cell: number | null): void;
  /** A drag from a side to wherever the hand is. */
  drag(from: Side, hand: { x: number; y: number }, to: Side | null): void;
  /** Let go: on another side, on the same one, or nowhere. */
  drop(from: Side, to: Side | null): void;
};

/** Listens to a host of a board. The answer ends it. */
export function listen(host: HTMLElement, hands: HandsOfMap): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let from: Side | null = null;
  let pointer = -1;

  const sideAt = (event: PointerEvent): Side | null => {
    const view = hands.linking();
    return view ? sideAtPoint(event.clientX, event.clientY, sidesOf(view)) : null;
  };
  const stop = (): void => {
    if (from) hands.drop(from, null);
    from = null;
  };
  host.addEventListener("pointerdown", (event) => {
    hands.begin();
    if (!hands.linking() || event.button !== 0 || from) return;
    from = sideAt(event);
    pointer = event.pointerId;
    // Otherwise the board would take the press for one of its own; what has no sides still pans it.
    if (from) event.stopPropagation();
  }, { capture: true, signal });
  host.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") hands.hover(hands.linking() ? null : cellAtPoint(event.clientX, event.clientY));
  }, { signal });
  host.addEventListener("pointerleave", () => hands.hover(null), { signal });
  window.addEventListener("pointermove", (event) => {
    if (from && event.pointerId === pointer) hands.drag(from, { x: event.clientX, y: event.clientY }, sideAt(event));
  }, { signal });
  window.addEventListener("pointerup", (event) => {
    if (!from || event.pointerId !== pointer) return;
    const start = from;
    from = null;
    hands.drop(start, sideAt(event));
  }, { signal });
  window.addEventListener("pointercancel", stop, { signal });
  // A second finger pans and zooms: then the first did not mean a link.
  host.addEventListener("touchstart", (event) => event.touches.length > 1 && stop(), { signal, passive: true });
  host.addEventListener("keydown", () => hands.begin(), { capture: true, signal });
  return () => ending.abort();
}

/** All sides that a hand can mean: free ones, and the ends of links. */
export function sidesOf(view: DraftView): Side[] {
  return [...view.free, ...view.look.links.flatMap((link) => [link.from, link.to])];
}

export function linkAt(view: DraftView, side: Side): Link | null {
  return view.look.links.find((link) => sameSide(link.from, side) || sameSide(link.to, side)) ?? null;
}
