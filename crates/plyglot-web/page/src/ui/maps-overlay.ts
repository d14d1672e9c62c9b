// What an editor of maps shows above the board: brushes with their images, sides that can be linked, what is wrong.

import type { DraftView, Link } from "../api/types";
import { UNIT } from "../board/geometry";
import { cellAt } from "../board/input";
import { make } from "../board/svg";
import { sameSide, type Side } from "../store/draft";
import type { Grid } from "../store/grid";

/** The words for sides, clockwise from up. */
const WORDS = ["up", "up right", "right", "down right", "down", "down left", "left", "up left"];
export const sideWord = (degrees: number): string => WORDS[Math.round(degrees / 45) % 8] ?? `${degrees} degrees`;

type Point = { x: number; y: number };

export class Overlay {
  private readonly wrong = make("g");
  private readonly ghosts = make("g");
  private readonly sides = make("g");
  private readonly line = make("g");
  private readonly all = make("g", { class: "map-marks", "aria-hidden": "true" }, [this.wrong, this.ghosts, this.sides, this.line]);
  private grid: Grid | null = null;

  constructor(private readonly host: HTMLElement) {}

  /** The board may have been drawn anew: marks go on top of whatever is there. */
  attach(grid: Grid): void {
    this.grid = grid;
    const svg = this.host.querySelector("svg.board");
    if (svg && this.all.parentNode !== svg) svg.append(this.all);
  }

  showWrong(view: DraftView, shown: number[]): void {
    const cells = new Set(view.problems.flatMap((problem) => problem.cells));
    const frames = [...cells].map((cell) => this.frame(cell, "wrong", 3));
    this.wrong.replaceChildren(...frames, ...shown.map((cell) => this.frame(cell, "shown", 1)));
  }

  showGhosts(brush: number[], images: number[], waiting: number[]): void {
    this.ghosts.replaceChildren(
      ...waiting.map((cell) => this.frame(cell, "waiting", 2)),
      ...images.map((cell) => this.frame(cell, "ghost image", 3)),
      ...brush.map((cell) => this.frame(cell, "ghost", 2)),
    );
  }

  /** The sides that can be linked, and those that are. */
  showSides(view: DraftView | null, from: Side | null, chosen: Link | null): void {
    if (!view) {
      this.sides.replaceChildren();
      this.line.replaceChildren();
      return;
    }
    const dot = (side: Side, kind: string): SVGCircleElement => {
      const { x, y } = this.point(side);
      const on = sameSide(side, from);
      return make("circle", { class: `side ${kind} ${on ? "on" : ""}`, cx: x, cy: y, r: UNIT * (on ? 0.15 : 0.1) });
    };
    const taken = view.look.links.flatMap((link) => {
      const kind = sameSide(link.from, chosen?.from ?? null) ? "taken chosen" : "taken";
      return [link.from, link.to].map((side) => dot(side, kind));
    });
    this.sides.replaceChildren(...view.free.map((side) => dot(side, "free")), ...taken);
  }

  /** From a side to where the hand is, in the window. */
  showLine(from: Side | null, hand: Point | null, to: Side | null): void {
    if (!from || !hand) return this.line.replaceChildren();
    const [a, b] = [this.point(from), to ? this.point(to) : this.inDrawing(hand)];
    this.line.replaceChildren(make("path", { class: "rim", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }), make("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
  }

  private inDrawing({ x, y }: Point): Point {
    const matrix = this.all.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x, y };
  }

  private place(cell: number): Point {
    const place = this.grid?.board.cells[cell] ?? { x: 0, y: 0 };
    return { x: place.x * UNIT, y: place.y * UNIT };
  }

  /** Where the dot of a side is: at the middle of an edge or in a corner. */
  private point([cell, degrees]: Side): Point {
    const { x, y } = this.place(cell);
    const angle = (degrees * Math.PI) / 180;
    const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
    const reach = (UNIT * 0.39) / Math.max(Math.abs(dx), Math.abs(dy));
    return { x: x + dx * reach, y: y + dy * reach };
  }

  private frame(cell: number, kind: string, inset: number): SVGRectElement {
    const { x, y } = this.place(cell);
    const size = UNIT - 2 * inset;
    return make("rect", { class: kind, x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 4 });
  }
}

/** The cell at a place of the window. */
export function cellAtPoint(x: number, y: number): number | null {
  return cellAt(document.elementFromPoint(x, y));
}

/** The side of a cell that is nearest to a place of the window, of those that are given. */
export function sideAtPoint(x: number, y: number, sides: Side[]): Side | null {
  const node = document.elementFromPoint(x, y);
  const cell = cellAt(node);
  if (!node || cell === null) return null;
  const box = node.getBoundingClientRect();
  const angle = (Math.atan2(x - box.left - box.width / 2, box.top + box.height / 2 - y) * 180) / Math.PI;
  const away = ([, degrees]: Side): number => Math.abs(((degrees - angle + 540) % 360) - 180);
  const own = sides.filter((side) => side[0] === cell);
  return own.reduce<Side | null>((best, side) => (best === null || away(side) < away(best) ? side : best), null);
}
