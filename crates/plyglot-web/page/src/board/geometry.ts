// Where things are drawn: the board turned for a seat, in units of the drawing. Everything stays upright.
import type { Board, Shape } from "../api/types";

/** Units of the drawing a cell. */
export const UNIT = 48;

export type Point = { x: number; y: number };
export type Box = { left: number; top: number; right: number; bottom: number };
export type Layout = {
  angle: number;
  cells: Point[];
  labels: (Point & { text: string })[];
  /** How high the letters of labels are. */
  labelSize: number;
  /** Cells by rows from the top, each from the left. */
  rows: number[][];
  /** Around the cells alone. */
  field: Box;
  /** Around cells and labels. */
  box: Box;
};

export function turned(point: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return { x: round(point.x * cos - point.y * sin), y: round(point.x * sin + point.y * cos) };
}

/** To thousandths, so that equal places are equal numbers. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}

function around(points: Point[], margin: number): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x - margin);
    box.right = Math.max(box.right, x + margin);
    box.top = Math.min(box.top, y - margin);
    box.bottom = Math.max(box.bottom, y + margin);
  }
  return points.length > 0 ? box : { left: 0, top: 0, right: UNIT, bottom: UNIT };
}

type Side = "left" | "right" | "top" | "bottom";

function sideOf(point: Point, field: Box): Side | null {
  if (point.x < field.left) return "left";
  if (point.x > field.right) return "right";
  if (point.y < field.top) return "top";
  return point.y > field.bottom ? "bottom" : null;
}

const OPPOSITE: Record<Side, Side> = { left: "right", right: "left", top: "bottom", bottom: "top" };

/** Mirrored to the other side of the board. */
function across(point: Point, side: Side, field: Box): Point {
  const upright = side === "top" || side === "bottom";
  return upright ? { x: point.x, y: field.top + field.bottom - point.y } : { x: field.left + field.right - point.x, y: point.y };
}

export function layout(board: Board, angle: number): Layout {
  const place = ({ x, y }: Point): Point => turned({ x: x * UNIT, y: y * UNIT }, angle);
  const cells = board.cells.map(place);
  const margin = (UNIT / 2) * spread(board.cells[0]?.shape ?? "square", angle);
  const field = around(cells, margin);
  // Labels keep to the sides of the screen that they stand on in the board as it is.
  const asIs = around(board.cells.map(({ x, y }) => ({ x: x * UNIT, y: y * UNIT })), UNIT / 2);
  const used = new Set(board.labels.map(({ x, y }) => sideOf({ x: x * UNIT, y: y * UNIT }, asIs)));
  const labelSize = sizeOf(board.labels, field);
  const labels = board.labels.map((label) => {
    let point = place(label);
    const side = sideOf(point, field);
    if (side && !used.has(side) && used.has(OPPOSITE[side])) point = across(point, side, field);
    return { ...nearer(point, field, labelSize), text: label.text };
  });
  return { angle, cells, labels, labelSize, rows: rowsOf(cells), field, box: withLabels(field, labels, labelSize) };
}

/** Half the width of a turned cell, in half cells. */
function spread(shape: Shape, angle: number): number {
  if (shape === "square") {
    const rad = (angle * Math.PI) / 180;
    return Math.abs(Math.sin(rad)) + Math.abs(Math.cos(rad));
  }
  return shape === "hex" ? 2 / Math.sqrt(3) : 1;
}

/** Labels grow with large boards, so that they are read at any size, as far as there is room between them. */
function sizeOf(labels: Board["labels"], field: Box): number {
  const span = Math.max(field.right - field.left, field.bottom - field.top) / UNIT;
  const wanted = UNIT * 0.27 * Math.max(1, span / 13);
  const longest = Math.max(1, ...labels.map((label) => label.text.length));
  const apart = labels.slice(1).map((label, index) => Math.abs(label.x - (labels[index]?.x ?? 0)) + Math.abs(label.y - (labels[index]?.y ?? 0)));
  const room = Math.min(...apart.filter((distance) => distance > 0), span) * UNIT;
  return Math.min(wanted, (room / longest) * 1.3, room * 0.8);
}

/** Labels a cell away from the field move closer, where they take less room. */
function nearer(point: Point, field: Box, size: number): Point {
  const gap = size * 0.95;
  return {
    x: Math.min(Math.max(point.x, field.left - gap), field.right + gap),
    y: Math.min(Math.max(point.y, field.top - gap), field.bottom + gap),
  };
}

function withLabels(field: Box, labels: Point[], size: number): Box {
  const rim = UNIT * 0.12;
  const own = around(labels, size * 0.85);
  const all = labels.length > 0 ? own : field;
  return {
    left: Math.min(field.left - rim, all.left), right: Math.max(field.right + rim, all.right),
    top: Math.min(field.top - rim, all.top), bottom: Math.max(field.bottom + rim, all.bottom),
  };
}

function rowsOf(cells: Point[]): number[][] {
  const rows = new Map<number, number[]>();
  cells.forEach((cell, index) => {
    const key = Math.round(cell.y);
    const row = rows.get(key);
    if (row) row.push(index);
    else rows.set(key, [index]);
  });
  const sorted = [...rows].sort((a, b) => a[0] - b[0]);
  return sorted.map(([, row]) => row.sort((a, b) => at(cells, a).x - at(cells, b).x));
}

export function at(points: Point[], index: number): Point {
  const point = points[index];
  if (!point) throw new RangeError(`there is no cell ${index}`);
  return point;
}

export type Direction = "up" | "down" | "left" | "right";
const HEADING: Record<Direction, Point> = { up: { x: 0, y: -1 }, down: { x: 0, y: 1 }, left: { x: -1, y: 0 }, right: { x: 1, y: 0 } };

/** A cell within fifty degrees of a direction on the screen: along the row, or else of the next row. */
export function neighbour(points: Point[], from: number, direction: Direction, usable: (cell: number) => boolean): number | null {
  const [origin, heading] = [at(points, from), HEADING[direction]];
  let [best, least] = [null as number | null, Infinity];
  points.forEach((point, index) => {
    if (index === from || !usable(index)) return;
    const [dx, dy] = [point.x - origin.x, point.y - origin.y];
    const [ahead, aside] = [dx * heading.x + dy * heading.y, Math.abs(dx * heading.y - dy * heading.x)];
    if (ahead <= 0 || aside > ahead * Math.tan((50 * Math.PI) / 180)) return;
    const cost = heading.y === 0 ? aside * 100 + ahead : ahead * 100 + aside;
    if (cost < least - 0.01) [best, least] = [index, cost];
  });
  return best;
}

/** The outline of a cell, so much inside it. */
export function outline(shape: Shape, angle: number, centre: Point, inset = 0): string {
  const { x, y } = centre;
  const half = UNIT / 2 - inset;
  if (shape === "round") {
    const r = UNIT * 0.48 - inset;
    return `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  const sides = shape === "hex" ? 6 : 4;
  const radius = shape === "hex" ? (half * 2) / Math.sqrt(3) : half * Math.SQRT2;
  const first = angle + (sides === 4 ? 45 : 0);
  const corners = Array.from({ length: sides }, (_, k) => turned({ x: 0, y: -radius }, first + (360 / sides) * k));
  return `M${corners.map((corner) => `${round(x + corner.x)} ${round(y + corner.y)}`).join("L")}Z`;
}
