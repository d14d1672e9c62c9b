// What a ply changed, as movement. The board already shows the end; movements only lead there.
import type { Change, Piece } from "../api/types";
import type { Drawing } from "./draw";
import { UNIT } from "./geometry";
import { make } from "./svg";

/** Milliseconds, and how many pieces move at most. */
export const MOTION = { move: 180, hop: 110, longest: 600, step: 25, flips: 450, notice: 1500, pieces: 40 };

/** The changes that take the ply back again. */
export function reversed(changes: Change[]): Change[] {
  return changes.toReversed().map((change): Change => {
    switch (change.what) {
      case "moved": return { what: "moved", path: change.path.toReversed() };
      case "placed": return { what: "removed", piece: change.piece };
      case "removed": return { what: "placed", piece: change.piece };
      case "converted": return { what: "converted", from: change.piece.owner, piece: { ...change.piece, owner: change.from } };
      case "promoted": return { what: "promoted", from: change.piece.kind, piece: { ...change.piece, kind: change.from } };
      default: return change;
    }
  });
}

/** How long a piece is on its way over so many hops. */
export function travel(hops: number, pace: number): number {
  return hops <= 1 ? pace : Math.min(hops * MOTION.hop * (pace / MOTION.move), MOTION.longest);
}

/** The cells that a ply made different. */
export function touched(changes: Change[]): number[] {
  const cells = changes.flatMap((change) => {
    if (change.what === "moved") return change.path;
    if ("piece" in change) return [change.piece.cell];
    return change.what === "ground" ? [change.cell] : [];
  });
  return [...new Set(cells)];
}

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class Motion {
  private running: Animation[] = [];
  private notice: ReturnType<typeof setTimeout> | null = null;
  private left = 0;

  constructor(private readonly drawing: Drawing) {}

  /** Ends everything at once. */
  finish(): void {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    if (this.notice !== null) clearTimeout(this.notice);
    this.notice = null;
    this.drawing.layers.motion.replaceChildren();
  }

  play(changes: Change[], pace: number): void {
    this.finish();
    if (calm() || pace === 0) return this.outline(changes);
    this.left = MOTION.pieces;
    const paths = changes.filter((change) => change.what === "moved").map((change) => change.path);
    const arrival = Math.max(0, ...paths.map((path) => travel(path.length - 1, pace)));
    const centre = paths[0]?.at(-1) ?? changes.find((change) => change.what === "placed")?.piece.cell ?? null;
    for (const change of changes) {
      if (this.left <= 0) break;
      switch (change.what) {
        case "moved": this.slide(change.path, pace); break;
        case "placed": this.appear(change.piece.cell, arrival * 0.6, pace); break;
        case "removed": this.vanish(change.piece, passing(this.drawing, paths, change.piece.cell, pace), pace); break;
        case "converted": this.flip({ ...change.piece, owner: change.from }, arrival * 0.6 + this.stagger(centre, change.piece.cell), pace); break;
        case "promoted": this.pulse(change.piece.cell, arrival, pace); break;
      }
    }
  }

  /** Without movement, what changed is outlined for a while. */
  private outline(changes: Change[]): void {
    const { motion } = this.drawing.layers;
    motion.append(...touched(changes).map((cell) => make("path", { class: "changed", d: this.drawing.outline(cell, 3) })));
    this.notice = setTimeout(() => motion.replaceChildren(), MOTION.notice);
  }

  private run(node: SVGElement, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
    const animation = node.animate(frames, { fill: "backwards", easing: "ease-in-out", ...options });
    this.running.push(animation);
    this.left -= 1;
    return animation;
  }

  private slide(path: number[], pace: number): void {
    const node = this.drawing.nodeOf(path.at(-1) ?? -1);
    if (!node || path.length < 2) return;
    node.parentNode?.append(node);
    const goal = this.drawing.place(path.at(-1) ?? -1);
    const frames = path.map((cell) => {
      const { x, y } = this.drawing.place(cell);
      return { transform: `translate(${x - goal.x}px, ${y - goal.y}px)` };
    });
    this.run(node, frames, { duration: travel(path.length - 1, pace) });
  }

  private appear(cell: number, delay: number, pace: number): void {
    const node = this.drawing.nodeOf(cell);
    if (node) this.run(node, [{ transform: this.scaled(cell, 0.5), opacity: 0 }, { transform: this.scaled(cell, 1), opacity: 1 }], { duration: pace, delay, easing: "ease-out" });
  }

  private vanish(piece: Piece, delay: number, pace: number): void {
    const frames = [{ transform: this.scaled(piece.cell, 1), opacity: 1 }, { transform: this.scaled(piece.cell, 0.8), opacity: 0 }];
    this.ghost(piece, frames, { duration: pace, delay, fill: "both" });
  }

  /** The old side turns away, then the new one appears. */
  private flip(old: Piece, delay: number, pace: number): void {
    const node = this.drawing.nodeOf(old.cell);
    if (!node) return;
    const [flat, thin] = [{ transform: this.scaled(old.cell, 1) }, { transform: this.scaled(old.cell, 0, 1) }];
    this.ghost(old, [flat, thin], { duration: pace / 2, delay, easing: "ease-in", fill: "both" });
    this.run(node, [thin, flat], { duration: pace / 2, delay: delay + pace / 2, easing: "ease-out" });
  }

  private pulse(cell: number, delay: number, pace: number): void {
    const node = this.drawing.nodeOf(cell);
    if (node) this.run(node, [1, 1.2, 1].map((scale) => ({ transform: this.scaled(cell, scale) })), { duration: pace * 1.5, delay, fill: "none" });
  }

  /** A piece that is no more; it goes when its movement ends. */
  private ghost(piece: Piece, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    const node = this.drawing.loose(piece);
    this.drawing.layers.motion.append(node);
    const animation = this.run(node, frames, options);
    animation.onfinish = () => node.remove();
  }

  /** Larger or smaller around the centre of a cell. */
  private scaled(cell: number, across: number, down = across): string {
    const { x, y } = this.drawing.place(cell);
    return `translate(${x}px, ${y}px) scale(${across}, ${down}) translate(${-x}px, ${-y}px)`;
  }

  private stagger(centre: number | null, cell: number): number {
    if (centre === null) return 0;
    const [a, b] = [this.drawing.place(centre), this.drawing.place(cell)];
    return Math.min((Math.hypot(a.x - b.x, a.y - b.y) / UNIT) * MOTION.step, MOTION.flips);
  }
}

/** When a piece on its way is closest to a cell. */
function passing(drawing: Drawing, paths: number[][], cell: number, pace: number): number {
  const path = paths[0];
  if (!path) return 0;
  const goal = drawing.place(cell);
  const gaps = path.slice(1).map((to, hop) => {
    const [a, b] = [drawing.place(path[hop] ?? to), drawing.place(to)];
    return Math.hypot((a.x + b.x) / 2 - goal.x, (a.y + b.y) / 2 - goal.y);
  });
  const hop = gaps.indexOf(Math.min(...gaps));
  return ((hop + 0.5) / gaps.length) * travel(gaps.length, pace);
}
