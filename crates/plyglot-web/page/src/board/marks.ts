// What is drawn over or under pieces: the last move, where one can go, arrows of analysis, tints of an explanation.
import type { Change, Click, Piece, Trail } from "../api/types";
import type { Drawing } from "./draw";
import { type Point, UNIT } from "./geometry";
import { make } from "./svg";
import { cellsOf } from "./trie";

export type Arrow = { clicks: Click[]; rank: number; width?: number; label?: string; kind?: "line" | "threat" | "hover" | "own"; colour?: number };

/** The colours of agents whose arrows are shown together: those that seats get last. */
const AGENTS = ["c-purple", "c-sky", "c-brown", "c-ink"] as const;

export function agentColour(agent: number): string {
  return AGENTS[agent % AGENTS.length] ?? AGENTS[0];
}

/** The last move: outlined and tinted, its way, what was turned and what was taken. */
export function drawTrail(drawing: Drawing, trail: Trail, changes: Change[]): void {
  const { last, over } = drawing.layers;
  const frames: SVGElement[] = trail.path.flatMap((cell) => {
    const d = drawing.outline(cell, 1.5);
    return [make("path", { class: "last-rim", d }), make("path", { class: "last-cell", d })];
  });
  for (const change of changes) {
    if (change.what === "moved" && change.path.length > 2) frames.push(make("path", { class: "last-way", d: line(change.path.map((cell) => drawing.place(cell))) }));
  }
  last.replaceChildren(...frames);
  const dots = trail.turned.map((cell) => dot(drawing.place(cell)));
  const crosses = trail.taken.flatMap((cell) => cross(drawing.place(cell)));
  over.replaceChildren(...dots, ...crosses);
}

function dot({ x, y }: Point): SVGCircleElement {
  return make("circle", { class: "turned", cx: x + UNIT * 0.35, cy: y - UNIT * 0.35, r: UNIT * 0.085 });
}

function cross({ x, y }: Point): SVGPathElement[] {
  const r = UNIT * 0.2;
  const d = `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
  return [make("path", { class: "taken rim", d }), make("path", { class: "taken", d })];
}

function line(points: Point[]): string {
  return `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
}

/** What can be done next on the board. */
export type Hints = {
  /** Cells of the half-entered move. */
  entered: number[];
  next: number[];
  /** Cells on which exactly one longer path ends. */
  ends: number[];
  premove: boolean;
};

export function drawHints(drawing: Drawing, hints: Hints): void {
  const { under, hints: above } = drawing.layers;
  const { entered, next, ends } = hints;
  const kind = hints.premove ? "premove" : "";
  const [below, over]: [SVGElement[], SVGElement[]] = [[], []];
  for (const cell of new Set(entered)) below.push(make("path", { class: `entered ${kind}`, d: drawing.outline(cell, 1.5) }));
  for (const cell of next) {
    const { x, y } = drawing.place(cell);
    const covered = drawing.pieces[cell] || (drawing.grounds[cell]?.mark ?? null) !== null;
    if (!covered) over.push(make("circle", { class: `target ${kind}`, cx: x, cy: y, r: UNIT * 0.13 }));
    else if (entered.length > 0 || !drawing.pieces[cell]) over.push(make("circle", { class: `target ring ${kind}`, cx: x, cy: y, r: UNIT * 0.45 }));
    else below.push(make("circle", { class: `movable ${kind}`, cx: x, cy: y, r: UNIT * 0.435 }));
  }
  for (const cell of ends) {
    const { x, y } = drawing.place(cell);
    over.push(make("circle", { class: `target far ${kind}`, cx: x, cy: y, r: UNIT * 0.1 }));
  }
  if (entered.length > 1) over.push(...way(drawing, entered));
  under.replaceChildren(...below);
  above.replaceChildren(...over);
}

/** Where a piece that is only looked at could go. */
export function drawPreview(drawing: Drawing, cells: number[], premove: boolean): void {
  const targets = cells.map((cell) => {
    const { x, y } = drawing.place(cell);
    const [kind, r] = drawing.pieces[cell] ? ["target ring", 0.45] : ["target", 0.13];
    return make("circle", { class: `${kind}${premove ? " premove" : ""}`, cx: x, cy: y, r: UNIT * r });
  });
  drawing.layers.preview.replaceChildren(...targets);
}

/** The half-entered path with the numbers of its steps. */
function way(drawing: Drawing, cells: number[]): SVGElement[] {
  const points = cells.map((cell) => drawing.place(cell));
  const steps = points.slice(1).map((point, step) => {
    const [cx, cy] = [point.x + UNIT * 0.33, point.y + UNIT * 0.33];
    const badge = make("circle", { cx, cy, r: UNIT * 0.15 });
    return make("g", { class: "step" }, [badge, make("text", { x: cx, y: cy }, [String(step + 1)])]);
  });
  return [make("path", { class: "way", d: line(points) }), ...steps];
}

/** Where the piece of a half-entered or sent move stands meanwhile; geometry only, no rules. */
export function standIn(cells: number[], pieces: (Piece | null)[], mover: number | null): { from: number | null; to: number } | null {
  const first = cells[0];
  if (first === undefined) return null;
  const piece = pieces[first];
  if (piece && piece.owner !== mover) return null;
  const to = cells.findLast((cell) => !pieces[cell]) ?? first;
  return { from: piece ? first : null, to };
}

/** Lines and discs of analysis, the best on top. */
export function drawArrows(drawing: Drawing, arrows: Arrow[]): void {
  const sorted = [...arrows].sort((a, b) => b.rank - a.rank);
  // On boards of many cells marks grow, so that they can be read.
  const grown = Math.min(2.2, Math.max(1, drawing.size.width / UNIT / 10));
  drawing.layers.marks.replaceChildren(...sorted.flatMap((arrow) => arrowNode(drawing, arrow, grown)));
}

function arrowNode(drawing: Drawing, arrow: Arrow, grown: number): SVGGElement[] {
  const points = cellsOf(arrow.clicks).map((cell) => drawing.place(cell));
  const [last, previous] = [points.at(-1), points.at(-2)];
  if (!last) return [];
  const kind = arrow.kind ?? "line";
  const colour = kind === "own" ? "c-yellow" : agentColour(arrow.colour ?? 0);
  const node = make("g", { class: `arrow ${kind} ${colour}` });
  if (!previous) {
    node.append(...disc(last, arrow));
    return [node];
  }
  const width = (arrow.width ?? Math.max(3, 11 - 2 * (arrow.rank - 1))) * Math.sqrt(grown);
  const head = Math.max(13, width * 2.1);
  const [first, second] = [points[0] as Point, points[1] as Point];
  const start = toward(first, second, UNIT * 0.1);
  const tip = toward(last, previous, UNIT * 0.14);
  const neck = toward(tip, previous, head * 0.9);
  const shaft = line([start, ...points.slice(1, -1), neck]);
  const side = { x: ((tip.y - neck.y) / (head * 0.9)) * head * 0.5, y: ((neck.x - tip.x) / (head * 0.9)) * head * 0.5 };
  const wedge = `${line([tip, { x: neck.x + side.x, y: neck.y + side.y }, { x: neck.x - side.x, y: neck.y - side.y }])}Z`;
  node.append(
    make("path", { class: "casing", d: shaft, "stroke-width": width + 3 }), make("path", { class: "casing", d: wedge, "stroke-width": 3 }),
    make("path", { class: "shaft", d: shaft, "stroke-width": width }), make("path", { class: "head", d: wedge }),
  );
  if (kind === "line" || kind === "threat") node.append(...badge(toward(last, previous, -UNIT * 0.14), [arrow.rank, ...(arrow.label ? [arrow.label] : [])].join(" "), grown));
  return [node];
}

function disc({ x, y }: Point, arrow: Arrow): SVGElement[] {
  const r = UNIT * (arrow.kind === "hover" || arrow.kind === "own" ? 0.43 : 0.31);
  const circle = make("circle", { class: "spot", cx: x, cy: y, r });
  if (arrow.kind === "hover" || arrow.kind === "own") return [circle];
  const text = arrow.label ?? String(arrow.rank);
  const word = make("text", { class: text.length > 2 ? "spot-word long" : "spot-word", x, y }, [text]);
  return arrow.label ? [circle, word, ...badge({ x: x + r * 0.85, y: y - r * 0.85 }, String(arrow.rank))] : [circle, word];
}

function badge({ x, y }: Point, word: string, grown = 1): SVGElement[] {
  const [height, width] = [UNIT * 0.36, UNIT * (0.2 + 0.155 * word.length)];
  const plate = make("rect", { class: "badge", x: -width / 2, y: -height / 2, width, height, rx: height / 2 });
  return [make("g", { transform: `translate(${x} ${y}) scale(${grown})` }, [plate, make("text", { class: "badge-word" }, [word])])];
}

function toward(from: Point, to: Point, reach: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) / length) * reach, y: from.y + ((to.y - from.y) / length) * reach };
}

/** What a term makes of each cell: blue for more, orange for less, with the number. */
export function drawTint(drawing: Drawing, values: Map<number, number> | null): void {
  const entries = [...(values ?? [])];
  const most = Math.max(...entries.map(([, value]) => Math.abs(value)), 0);
  const nodes = entries.filter(([, value]) => value !== 0).map(([cell, value]) => {
    const { x, y } = drawing.place(cell);
    const area = make("path", { class: "area", d: drawing.outline(cell, 1), "fill-opacity": 0.2 + (0.6 * Math.abs(value)) / most });
    return { area, word: make("text", { class: "amount", x, y: y + UNIT * 0.3 }, [amount(value)]), sign: value > 0 ? "more" : "less" };
  });
  drawing.layers.tint.replaceChildren(...nodes.map(({ area, sign }) => make("g", { class: sign }, [area])));
  drawing.svg.querySelector(".amounts")?.remove();
  if (nodes.length > 0) drawing.layers.over.after(make("g", { class: "amounts", "aria-hidden": "true" }, nodes.map(({ word }) => word)));
}

function amount(value: number): string {
  const size = Math.abs(value);
  const text = size >= 100 ? String(Math.round(size)) : String(Number(size.toPrecision(2)));
  return (value > 0 ? "+" : "\u2212") + text;
}

/** A dark and a light ring: one of them is seen on every ground. */
export function drawFocus(drawing: Drawing, cell: number | null): void {
  const rings = cell === null ? [] : [make("path", { class: "focus-dark", d: drawing.outline(cell, 1) }), make("path", { class: "focus-light", d: drawing.outline(cell, 3) })];
  drawing.layers.focus.replaceChildren(...rings);
}
