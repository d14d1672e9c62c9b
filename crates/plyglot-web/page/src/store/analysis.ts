// What agents think of the position that is shown: one slot an agent, started, followed and dropped here.

import type { AnalysisView, Hold, Line, NewAnalysis, Problem } from "../api/types";

export type Service = {
  start(asked: NewAnalysis): Promise<AnalysisView>;
  deepen(id: string, hold: Hold): Promise<AnalysisView>;
  stop(id: string): Promise<unknown>;
  follow(id: string, onState: (state: AnalysisView) => void, onGone: (problem: Problem | null) => void): () => void;
};
/** A question about one position; the agents are those of the slots. */
export type Question = Omit<NewAnalysis, "agent" | "hold">;
export type Slot = {
  readonly agent: string;
  key: string | null; // of the question that `view` answers
  view: AnalysisView | null;
  error: string | null;
  live: string | null; // id of the analysis on the server
  unfollow: (() => void) | null;
  hold: number; // milliseconds after which it holds
  asked: number; // grows with every question: answers to older ones are dropped
};

/** An analysis goes on this long before it holds. */
export const HOLD_MILLIS = 8000;
const MOST_REMEMBERED = 300;

export function keyOf(agent: string, asked: Question): string {
  const { game, position, moves, lines, only, threat } = asked;
  return JSON.stringify([agent, game, position ?? null, moves ?? [], lines ?? 1, only ?? [], threat ?? false]);
}

export function busy(view: AnalysisView | null): boolean {
  return view?.state === "running" || view?.state === "queued";
}

export class Analyses {
  slots: Slot[] = [];
  private question: Question | null = null;
  private awake = true;
  private readonly remembered = new Map<string, AnalysisView>();

  constructor(
    private readonly service: Service,
    private readonly changed: (slot: Slot) => void,
  ) {}

  /** Changes who thinks; slots that stay keep what they know. */
  seat(agents: readonly string[]): void {
    const old = this.slots;
    this.slots = agents.map(
      (agent, at) =>
        (old[at]?.agent === agent ? old[at] : undefined) ??
        { agent, key: null, view: null, error: null, live: null, unfollow: null, hold: HOLD_MILLIS, asked: 0 },
    );
    for (const slot of old) if (!this.slots.includes(slot)) this.drop(slot);
    this.aim(this.question);
  }

  /** Turns all agents to a question, or to nothing. What was thought about another one is ended. */
  aim(question: Question | null): void {
    this.question = question;
    for (const slot of this.slots) {
      const key = question === null ? null : keyOf(slot.agent, question);
      if (key === slot.key && (slot.view !== null || slot.live !== null || slot.error !== null)) continue;
      this.drop(slot);
      slot.key = key;
      slot.error = null;
      slot.view = key === null ? null : (this.remembered.get(key) ?? null);
      if (question !== null && this.awake && !settled(slot.view)) void this.start(slot, question, HOLD_MILLIS);
      this.changed(slot);
    }
  }

  /** Lets an agent think on: twice as long as until now. */
  async deeper(slot: Slot): Promise<void> {
    if (this.question === null || slot.key === null) return;
    const hold = Math.max(HOLD_MILLIS, 2 * (slot.view?.millis ?? 0)) + HOLD_MILLIS;
    slot.hold = hold;
    const asked = slot.asked;
    if (slot.live === null) {
      await this.start(slot, this.question, hold);
      return;
    }
    try {
      const view = await this.service.deepen(slot.live, { millis: hold });
      if (asked === slot.asked) this.take(slot, view);
    } catch {
      // The server has forgotten it, as it does with idle ones: it begins anew.
      if (asked === slot.asked && this.question !== null) await this.start(slot, this.question, hold);
    }
  }

  /** A hidden page asks for nothing; what was on the way is taken up when it is seen again. */
  sleep(): void {
    this.awake = false;
    for (const slot of this.slots) if (busy(slot.view) || slot.view === null) this.drop(slot);
  }

  wake(): void {
    if (this.awake) return;
    this.awake = true;
    const question = this.question;
    if (question === null) return;
    for (const slot of this.slots) {
      if (slot.live === null && !settled(slot.view)) void this.start(slot, question, HOLD_MILLIS);
    }
  }

  /** Asks again where asking failed. */
  retry(): void {
    const { question } = this;
    if (question === null || !this.awake) return;
    for (const slot of this.slots) if (slot.error !== null) void this.start(slot, question, slot.hold);
  }

  end(): void {
    this.seat([]);
  }

  private async start(slot: Slot, question: Question, hold: number, again = true): Promise<void> {
    this.drop(slot);
    const asked = slot.asked;
    slot.error = null;
    slot.hold = hold;
    try {
      const view = await this.service.start({ ...question, agent: slot.agent, hold: { millis: hold } });
      if (asked !== slot.asked) {
        void this.service.stop(view.id).catch(() => undefined); // nobody waits for it any more
        return;
      }
      slot.live = view.id;
      this.take(slot, view);
      slot.unfollow = this.service.follow(
        view.id,
        (state) => {
          if (asked === slot.asked) this.take(slot, state);
        },
        (problem) => {
          if (asked !== slot.asked) return;
          slot.live = null;
          // A server that was started again knows nothing of it: it is asked once more.
          if (this.awake && busy(slot.view) && again) return void this.start(slot, question, hold, false);
          slot.error = problem?.message ?? null;
          if (slot.view && busy(slot.view)) slot.view = { ...slot.view, state: "cancelled" };
          this.changed(slot);
        },
      );
    } catch (error) {
      if (asked !== slot.asked) return;
      slot.error = error instanceof Error ? error.message : String(error);
      this.changed(slot);
    }
  }

  private take(slot: Slot, view: AnalysisView): void {
    // A search that begins anew knows less for a moment: what is shown stays until it knows as much.
    const before = slot.view;
    const worse = before?.answer && (view.answer === null || (busy(view) && view.answer.depth < before.answer.depth));
    slot.view = worse ? { ...view, answer: before.answer } : view;
    slot.error = view.error?.message ?? null;
    if (slot.key !== null && slot.view.answer !== null) {
      this.remembered.delete(slot.key);
      this.remembered.set(slot.key, slot.view);
      const oldest = this.remembered.keys().next().value;
      if (this.remembered.size > MOST_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
    }
    this.changed(slot);
  }

  private drop(slot: Slot): void {
    slot.asked += 1;
    slot.unfollow?.();
    slot.unfollow = null;
    if (slot.live !== null) void this.service.stop(slot.live).catch(() => undefined); // gone is what we wanted
    slot.live = null;
  }
}

/** Whether an answer needs no more thinking until somebody asks for it. */
function settled(view: AnalysisView | null): boolean {
  return view !== null && (view.state === "holding" || view.state === "done");
}

export function bestLine(view: AnalysisView | null): Line | null {
  return view?.answer?.lines[0] ?? null;
}

/** Whether several agents want the same move: null while fewer than two have one. */
export function agreement(views: readonly (AnalysisView | null)[]): { agree: boolean; moves: string[] } | null {
  const moves = views.map((view) => bestLine(view)?.move ?? null).filter((move) => move !== null);
  if (moves.length < 2) return null;
  return { agree: new Set(moves).size === 1, moves };
}

/** How far a running analysis is on the way to its hold, from 0 to 1. */
export function progress({ view, hold }: Slot): number {
  if (view === null) return 0;
  return busy(view) ? Math.min(1, view.millis / Math.max(1, hold)) : 1;
}
