// The analysis page without its looks: the tree, what the server says of its nodes, and who thinks about them.

import * as http from "../api/http";
import { subscribe } from "../api/socket";
import type { AnalysisView, GameInfo, Line, ReviewView, Value, View } from "../api/types";
import { readSpec } from "../ui/spec";
import { Analyses, bestLine, type Question } from "./analysis";
import { Review, withBetter } from "./review";
import { Positions } from "./positions";
import { known, scoresOfRanks, type Scores } from "./shares";
import * as trees from "./tree";
import type { NodeId, Tree } from "./tree";

export type Setting = { on: boolean; agents: string[]; lines: number; threat: boolean };

const KEPT = "analysis";
/** Whoever runs through a game starts no analysis on the way. */
const SETTLE_MILLIS = 180;
export const MOST_AGENTS = 4;

function setting(): Setting {
  const usual: Setting = { on: true, agents: ["best"], lines: 3, threat: false };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Setting>), threat: false };
  } catch {
    return usual; // an unreadable setting is none
  }
}

export class Study {
  tree: Tree;
  info: GameInfo | null = null;
  setting = setting();
  /** Only these moves of the current position are thought about; empty for all. */
  only: string[] = [];
  readonly analyses: Analyses;
  readonly review: Review;
  readonly positions: Positions;
  private readonly told = new Map<NodeId, { scores: Scores; values: readonly (Value | null)[]; depth: number }>();
  private timer = 0;
  private alive = true;

  constructor(tree: Tree, private readonly changed: () => void) {
    this.tree = tree;
    this.positions = new Positions(() => this.tree, (id, view) => {
      if (view.ranks !== null) this.told.set(id, { scores: scoresOfRanks(view.ranks, view.sides), values: [], depth: Infinity });
    }, changed);
    this.analyses = new Analyses(
      {
        start: http.newAnalysis, deepen: http.deepen, stop: http.deleteAnalysis,
        follow: (id, onState, onGone) => subscribe(`analyses/${id}`, (state) => onState(state as AnalysisView), onGone),
      },
      () => this.heard(),
    );
    this.review = new Review(
      {
        start: http.newReview, read: http.review, stop: http.deleteReview,
        follow: (id, onState, onGone) => subscribe(`reviews/${id}`, (state) => onState(state as ReviewView), onGone),
      },
      () => this.reviewed(),
    );
    this.analyses.seat(this.setting.agents);
    this.arrive();
  }

  end(): void {
    this.alive = false;
    window.clearTimeout(this.timer);
    this.positions.end();
    this.analyses.end();
    this.review.leave();
  }

  // ---- where the page is

  place(id: NodeId = this.tree.at): http.Place {
    return this.positions.place(id);
  }

  view(): View | null {
    return this.positions.view(this.tree.at);
  }

  set(tree: Tree): void {
    const moved = tree.at !== this.tree.at;
    this.tree = tree;
    if (moved) this.arrive();
    else this.changed();
  }

  go(id: NodeId): void {
    this.set(trees.go(this.tree, id));
  }

  play(move: string): void {
    this.set(trees.play(this.tree, this.tree.at, [move]));
  }

  /** Plays a typed move: the game's own reader decides what it means. Answers what is wrong with it. */
  async type(text: string): Promise<string | null> {
    const from = this.tree.at;
    try {
      const view = await this.positions.peek(from, [text]);
      if (this.tree.at === from) this.play(view.plies.at(-1) ?? text);
      return null;
    } catch (error) {
      return http.words(error);
    }
  }

  /** Asks again for what could not be had, once the server is there again. */
  again(): void {
    void this.positions.ask(this.tree.at).then(() => {
      this.aim();
      this.analyses.retry();
    });
  }

  enter(line: Line, steps: number): void {
    this.set(trees.play(this.tree, this.tree.at, line.pv.slice(0, steps)));
  }

  private arrive(): void {
    this.only = [];
    this.changed();
    const { at } = this.tree;
    void this.positions.ask(at).then(() => {
      if (!this.alive || this.tree.at !== at) return;
      const next = trees.node(this.tree, at).children[0];
      if (next !== undefined) void this.positions.ask(next);
      void this.positions.fill();
    });
    this.aimSoon();
  }

  // ---- what is known of positions

  /** What agents or the review know of a node, whichever knows of more seats. */
  scores(id: NodeId): Scores | null {
    const told = this.told.get(id)?.scores ?? null;
    const reviewed = this.review.scores(id);
    return told !== null && count(told) >= count(reviewed ?? []) ? told : reviewed;
  }

  /** The same, and of seats of which nothing is known there, what was known of them within the round before. */
  shown(id: NodeId, seats: number): Scores | null {
    const own = this.scores(id);
    if (!known(own)) return own;
    const found = [...own];
    let at = trees.node(this.tree, id).parent;
    for (let plies = 1; plies < seats && at !== null && found.includes(null); plies += 1, at = trees.node(this.tree, at).parent) {
      const before = this.scores(at) ?? [];
      found.forEach((score, seat) => (found[seat] = score ?? before[seat] ?? null));
    }
    return found;
  }

  /** Scores that were told elsewhere, say by the agents of a table as they played. */
  tell(id: NodeId, scores: Scores): void {
    if (known(scores) && !this.told.has(id)) this.told.set(id, { scores, values: [], depth: 0 });
  }

  values(id: NodeId): readonly (Value | null)[] {
    const told = this.told.get(id);
    return told && told.scores === this.scores(id) ? told.values : [];
  }

  /** The bar shows the agent that knows of most seats, the first of several. */
  private heard(): void {
    const { at } = this.tree;
    if (!this.setting.threat && this.only.length === 0) {
      const found = this.analyses.slots.flatMap(({ key, view }) => {
        const line = key === null ? null : bestLine(view);
        return line && known(line.expected) ? [{ line, depth: view?.answer?.depth ?? 0 }] : [];
      });
      const [best] = found.sort((a, b) => count(b.line.expected) - count(a.line.expected));
      const before = this.told.get(at)?.depth ?? 0;
      if (best && before !== Infinity) this.told.set(at, { scores: best.line.expected, values: best.line.values, depth: best.depth });
    }
    this.changed();
  }

  // ---- who thinks

  change(next: Partial<Setting>): void {
    this.setting = { ...this.setting, ...next };
    const { on, agents, lines } = this.setting;
    localStorage.setItem(KEPT, JSON.stringify({ on, agents, lines }));
    if (next.agents) this.analyses.seat(agents.slice(0, MOST_AGENTS));
    this.aim();
    this.changed();
  }

  restrict(moves: string[]): void {
    this.only = moves;
    this.aim();
    this.changed();
  }

  private aimSoon(): void {
    window.clearTimeout(this.timer);
    // What was thought about another node ends at once.
    this.analyses.aim(null);
    this.timer = window.setTimeout(() => this.aim(), SETTLE_MILLIS);
  }

  aim(): void {
    window.clearTimeout(this.timer);
    const at = this.tree.at;
    if (!this.setting.on) return this.analyses.aim(null);
    void this.positions.ask(at).then((view) => {
      if (!this.alive || this.tree.at !== at || !this.setting.on) return;
      const { lines, threat } = this.setting;
      const only = this.only.length > 0 && !threat ? { only: this.only } : {};
      const question: Question = { ...this.place(at), lines, threat, ...only };
      this.analyses.aim(view === null || view.over ? null : question);
    });
  }

  /** Takes what the game offers; an agent that this game has not gives way to its first. */
  know(info: GameInfo | null): void {
    this.info = info;
    const [usual] = info?.agents ?? [];
    if (!info || !usual) return;
    const names = new Set([...info.agents, ...info.searches].map(({ name }) => name));
    const agents = this.setting.agents.map((spec) => (names.has(readSpec(spec)?.name ?? "") ? spec : usual.name));
    this.setting = { ...this.setting, agents: [...new Set(agents)] };
    this.analyses.seat(this.setting.agents);
    this.aim();
  }

  /** The whole line through the current node. */
  endOfLine(): http.Place {
    return this.place(trees.lineThrough(this.tree, this.tree.at).at(-1) ?? this.tree.at);
  }

  // ---- review

  startReview(by: { agent?: string; nodes?: number } = {}): void {
    const line = trees.lineThrough(this.tree, this.tree.at);
    const last = line.at(-1);
    if (last === undefined) return;
    const { moves = [], ...rest } = this.place(last);
    void this.review.start({ ...rest, moves, ...by }, line);
  }

  resumeReview(id: string): void {
    void this.review.resume(id, trees.mainLine(this.tree));
  }

  private reviewed(): void {
    this.tree = withBetter(this.tree, this.review);
    this.changed();
    void this.positions.fill();
  }
}

function count(scores: Scores): number {
  return scores.filter((score) => score !== null).length;
}
