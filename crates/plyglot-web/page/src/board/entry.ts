// A move on its way in: what a click, a stroke or a choice makes of the half-entered path.
import type { Ply } from "../api/types";
import { Node, plant } from "./trie";

export type Outcome = { did: "stepped" | "cancelled" | "refused" } | { did: "complete"; move: string };

export class Entry {
  private readonly root: Node;
  node: Node;

  constructor(plies: Ply[]) {
    this.root = plant(plies);
    this.node = this.root;
  }

  get isEmpty(): boolean {
    return this.node === this.root;
  }

  /** Whether a path begins with a cell and goes on from there. */
  leads(cell: number): boolean {
    return (this.root.children.get(cell)?.children.size ?? 0) > 0;
  }

  starts(cell: number): Node | null {
    return this.root.children.get(cell) ?? null;
  }

  /** Cells on which exactly one path ends that is not the next step. */
  get ends(): number[] {
    if (this.isEmpty) return [];
    return [...this.node.endings].filter(([cell, end]) => end && end !== this.node && !this.node.children.has(cell)).map(([cell]) => cell);
  }

  press(cell: number): Outcome {
    const entered = this.node.cells;
    const next = this.isEmpty ? this.starts(cell) : this.node.press(cell);
    if (next && next !== this.node) return this.advance(next);
    if (this.node.move !== null && entered.at(-1) === cell) return this.complete(this.node.move);
    if (entered[0] === cell) return this.cancel();
    const start = this.starts(cell);
    if (start) return this.advance(start);
    if (!this.isEmpty) this.cancel();
    return { did: "refused" };
  }

  /** A stroke that began on the cell entered last. */
  stroke(cells: number[]): Outcome {
    const next = this.node.stroke(cells);
    return next && next !== this.node ? this.advance(next) : { did: "refused" };
  }

  choose(choice: string): Outcome {
    const next = this.node.choose(choice);
    return next ? this.advance(next) : { did: "refused" };
  }

  back(): boolean {
    if (!this.node.parent) return false;
    this.node = this.node.parent;
    return true;
  }

  cancel(): Outcome {
    this.node = this.root;
    return { did: "cancelled" };
  }

  private advance(next: Node): Outcome {
    this.node = next.settled;
    return this.node.isLeaf && this.node.move !== null ? this.complete(this.node.move) : { did: "stepped" };
  }

  private complete(move: string): Outcome {
    this.node = this.root;
    return { did: "complete", move };
  }
}
