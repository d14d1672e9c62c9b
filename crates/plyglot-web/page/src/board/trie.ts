// Entering a move is a walk down a tree of clicks: no rule is known here, only which paths there are.
import type { Click, Ply } from "../api/types";

export function cellOf(click: Click): number | null {
  return typeof click === "number" ? click : null;
}

/** What is offered where a move may end and may also go on. */
export const END_HERE = "end here";

export class Node {
  /** By cell (a number) or choice (a word). */
  readonly children = new Map<number | string, Node>();
  /** The move that is complete here. */
  move: string | null = null;
  private ends: Map<number, Node | null> | null = null;

  constructor(readonly parent: Node | null, readonly click: Click | null) {}

  get isLeaf(): boolean {
    return this.move !== null && this.children.size === 0;
  }

  /** The clicks that lead here. */
  get clicks(): Click[] {
    return this.parent && this.click !== null ? [...this.parent.clicks, this.click] : [];
  }

  /** The cells that lead here. */
  get cells(): number[] {
    return cellsOf(this.clicks);
  }

  get nextCells(): number[] {
    return [...this.children.keys()].filter((key) => typeof key === "number");
  }

  get choices(): string[] {
    const words = [...this.children.keys()].filter((key) => typeof key === "string");
    return this.move !== null && this.children.size > 0 ? [...words, END_HERE] : words;
  }

  /** By cell: the one move below whose last cell it is, or null where several end there. */
  get endings(): Map<number, Node | null> {
    if (this.ends) return this.ends;
    const ends = new Map<number, Node | null>();
    const visit = (node: Node, last: number | null): void => {
      if (node.move !== null && last !== null) ends.set(last, ends.has(last) ? null : node);
      for (const [key, child] of node.children) visit(child, typeof key === "number" ? key : last);
    };
    visit(this, null);
    return (this.ends = ends);
  }

  /** What a click on a cell leads to: the next step, or the only move that ends there. */
  press(cell: number): Node | null {
    return this.children.get(cell) ?? this.endings.get(cell) ?? null;
  }

  choose(choice: string): Node | null {
    if (choice === END_HERE && this.move !== null && this.parent) {
      const done = new Node(this.parent, this.click);
      done.move = this.move;
      return done;
    }
    return this.children.get(choice) ?? null;
  }

  /** Follows choices that are no choice: one after a click, with nothing beside it. */
  get settled(): Node {
    const [only, ...others] = this.children.values();
    if (this.click === null || this.move !== null || !only || others.length > 0) return this;
    return typeof only.click === "string" ? only.settled : this;
  }

  /** Where a stroke over cells leads: those that continue the path are steps, the last one is a click. */
  stroke(cells: number[]): Node | null {
    const last = cells.at(-1);
    if (last === undefined) return null;
    let node: Node = this;
    for (const cell of cells.slice(0, -1)) {
      const next = node.children.get(cell);
      if (next && next.children.size > 0) node = next;
    }
    return node.press(last) ?? this.press(last);
  }
}

export function cellsOf(clicks: Click[]): number[] {
  return clicks.map(cellOf).filter((cell) => cell !== null);
}

export function plant(plies: Ply[]): Node {
  const root = new Node(null, null);
  for (const ply of plies) {
    let node = root;
    for (const click of ply.clicks) {
      let next = node.children.get(click);
      if (!next) node.children.set(click, (next = new Node(node, click)));
      node = next;
    }
    node.move = ply.move;
  }
  return root;
}
