/** Line icons, drawn in a box of 24; always beside a text or inside something with a label. */
import { h } from "./dom";
import type { VNode } from "./dom";

const paths = {
  brand: "M9 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15 6a6 6 0 0 1 0 12",
  play: "M5 4h6v6H5zM13 4h6v6h-6zM5 12h6v8H5zM13 12h6v8h-6z",
  analyse: "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
  lab: "M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8",
  map: "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
  api: "M8 7l-5 5 5 5M16 7l5 5-5 5M13 5l-2 14",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5",
  moon: "M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10Z",
  half: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 3v18M15 4v16M18 6v12",
  first: "M18 5l-8 7 8 7M6 5v14",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M6 5l8 7-8 7M18 5v14",
  undo: "M4 9h10a5 5 0 0 1 0 10H8M4 9l4-4M4 9l4 4",
  flag: "M6 21V4M6 4h12l-3 4 3 4H6",
  draw: "M4 9h16M4 15h16",
  flip: "M7 4v16M7 4L3 8M7 4l4 4M17 20V4M17 20l-4-4M17 20l4-4",
  again: "M20 12a8 8 0 1 1-3-6M20 3v5h-5",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12",
  mute: "M4 9v6h4l5 4V5L8 9zM16 10l5 5M21 10l-5 5",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  save: "M12 4v11M8 11l4 4 4-4M5 20h14",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  pause: "M8 5v14M16 5v14",
  go: "M7 4l12 8-12 8z",
  plus: "M12 5v14M5 12h14",
  cross: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4 4L19 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21a8 8 0 0 1 16 0",
  agent: "M6 8h12v10H6zM12 8V4M9 12v2M15 12v2M3 12v3M21 12v3",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4l3 2",
  gear: "M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M6 15v4",
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): VNode {
  return h("svg.icon", { attrs: { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" } }, [h("path", { attrs: { d: paths[name] } })]);
}
