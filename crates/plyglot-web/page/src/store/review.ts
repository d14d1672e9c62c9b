// A review of a line of the tree: what the server tells of each ply, put to the nodes of the tree.

import type { Judgement, Problem, ReviewedPly, ReviewView } from "../api/types";
import type { Scores } from "./shares";
import { play, ROOT, type NodeId, type Tree } from "./tree";

type Asked = { game: string; position?: string; moves: string[]; agent?: string; nodes?: number };
export type ReviewService = {
  start(asked: Asked): Promise<ReviewView>;
  read(id: string): Promise<ReviewView>;
  stop(id: string): Promise<unknown>;
  follow(id: string, onState: (state: ReviewView) => void, onGone: (problem: Problem | null) => void): () => void;
};

/** So much of a better line becomes a branch. */
const MOST_BRANCH = 10;

export class Review {
  view: ReviewView | null = null;
  error: string | null = null;
  line: readonly NodeId[] = [];
  /** Whose marks the list shows: all moves, or those of one seat, or those of all. */
  filter: "none" | "all" | number = "none";
  private unfollow: (() => void) | null = null;
  private asked = 0;

  constructor(
    private readonly service: ReviewService,
    private readonly changed: () => void,
  ) {}

  async start(place: Asked, line: readonly NodeId[]): Promise<void> {
    await this.take(line, () => this.service.start(place));
  }

  /** Takes up a review that the server still knows. */
  async resume(id: string, line: readonly NodeId[]): Promise<void> {
    await this.take(line, () => this.service.read(id));
  }

  private async take(line: readonly NodeId[], ask: () => Promise<ReviewView>): Promise<void> {
    this.drop();
    this.line = line;
    const asked = this.asked;
    try {
      const view = await ask();
      if (asked !== this.asked) {
        void this.service.stop(view.id).catch(() => undefined); // nobody waits for it any more
        return;
      }
      if (view.plies.length !== line.length) throw new Error("The review is of another game. Start it again.");
      this.put(view);
      if (running(view)) {
        this.unfollow = this.service.follow(
          view.id,
          (state) => {
            if (asked === this.asked) this.put(state);
          },
          (problem) => {
            if (asked !== this.asked || !running(this.view)) return;
            this.error = problem?.message ?? "The review has ended early.";
            this.changed();
          },
        );
      }
    } catch (error) {
      if (asked !== this.asked) return;
      this.error = error instanceof Error ? error.message : String(error);
      this.changed();
    }
  }

  async cancel(): Promise<void> {
    if (this.view === null || !running(this.view)) return;
    const { id } = this.view;
    this.view = { ...this.view, state: "cancelled" };
    this.unfollow?.();
    this.unfollow = null;
    this.changed();
    await this.service.stop(id).catch(() => undefined); // one that has just ended is as good as cancelled
  }

  /** Leaves the review to go on without the page, which may come back to it. */
  leave(): void {
    this.asked += 1;
    this.unfollow?.();
    this.unfollow = null;
  }

  /** Forgets the review; the server ends it if it is under way. */
  drop(): void {
    this.leave();
    if (this.view !== null && running(this.view)) void this.service.stop(this.view.id).catch(() => undefined);
    this.view = null;
    this.error = null;
    this.line = [];
  }

  private put(view: ReviewView): void {
    this.view = view;
    this.error = view.error?.message ?? null;
    if (!running(view)) {
      this.unfollow?.();
      this.unfollow = null;
    }
    this.changed();
  }

  /** The name by which the server still knows it; one that was cancelled is gone there. */
  get id(): string | null {
    return this.view === null || this.view.state === "cancelled" ? null : this.view.id;
  }

  of(id: NodeId): ReviewedPly | null {
    const place = this.line.indexOf(id);
    return place < 0 ? null : (this.view?.plies[place] ?? null);
  }

  scores(id: NodeId): Scores | null {
    if (id === ROOT && this.view !== null && this.view.before.length > 0) return this.view.before;
    return this.of(id)?.expected ?? null;
  }

  marks(): Map<NodeId, Judgement> {
    const found = new Map<NodeId, Judgement>();
    this.view?.plies.forEach((ply, place) => {
      const id = this.line[place];
      if (ply !== null && id !== undefined) found.set(id, ply.judgement);
    });
    return found;
  }

  /** The nodes that the filter leaves, or null for all. */
  picked(): Set<NodeId> | null {
    if (this.filter === "none" || this.view === null) return null;
    const found = new Set<NodeId>();
    this.view.plies.forEach((ply, place) => {
      const id = this.line[place];
      if (ply === null || id === undefined || !bad(ply.judgement)) return;
      if (this.filter === "all" || this.filter === ply.seat) found.add(id);
    });
    return found;
  }
}

export function running(view: ReviewView | null): boolean {
  return view?.state === "running" || view?.state === "queued";
}

export function bad(judgement: Judgement): boolean {
  return judgement === "inaccuracy" || judgement === "mistake" || judgement === "blunder";
}

/** The tree with the better line beside every marked move. */
export function withBetter(tree: Tree, review: Review): Tree {
  let now = tree;
  review.view?.plies.forEach((ply, place) => {
    if (ply === null || ply.best === null || !bad(ply.judgement)) return;
    const before = place === 0 ? ROOT : review.line[place - 1];
    if (before === undefined || !now.nodes.has(before)) return;
    now = { ...play(now, before, ply.best.pv.slice(0, MOST_BRANCH)), at: tree.at };
  });
  return now;
}
