// A map in the making is a text, and what was done to it a list of texts. Edits go to the server one after the
// other, which tells what comes of them.

import { drawMap, problemIn } from "../api/http";
import type { AskDraft, DraftEdit, DraftView, Problem, Symmetry } from "../api/types";

/** A cell and the side at which a link leaves it, in degrees clockwise from up. */
export type Side = [number, number];
export const sameSide = (a: Side | null, b: Side | null): boolean => a !== null && b !== null && a[0] === b[0] && a[1] === b[1];

/** Steps of the same stroke are undone together. */
type Step =
  | { kind: "edits"; edits: DraftEdit[]; stroke: number }
  | { kind: "text"; text: string | null; edits: DraftEdit[]; stroke: number }
  | { kind: "map"; map: string; stroke: number }
  | { kind: "back" | "again"; stroke: number };

const MOST_STEPS = 200;
let strokes = 0;
export const newStroke = (): number => ++strokes;

export class DraftRun {
  view: DraftView | null = null;
  problem: Problem | null = null;
  symmetry: Symmetry = { kind: "none", change_players: true };
  /** What is painted while the answer is on its way. */
  waiting: { cells: number[]; label: string }[] = [];
  private past: string[] = [];
  private future: string[] = [];
  private steps: Step[] = [];
  private stroke = 0;
  private working = false;

  constructor(readonly game: string, private readonly changed: () => void) {}

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  edit(edits: DraftEdit[], stroke = newStroke()): void {
    for (const edit of edits) if (edit.do === "paint") this.waiting.push(edit);
    const last = this.steps.at(-1);
    if (last?.kind === "edits" && last.stroke === stroke) last.edits = merged([...last.edits, ...edits]);
    else this.add({ kind: "edits", edits, stroke });
    this.changed();
  }

  /** Another text, or an empty map, and edits of it. */
  replace(text: string | null, edits: DraftEdit[] = [], stroke = newStroke()): void {
    this.add({ kind: "text", text, edits, stroke });
  }

  /** A built-in map, or maps/NAME. */
  open(map: string): void {
    this.add({ kind: "map", map, stroke: newStroke() });
  }

  undo(): void {
    this.add({ kind: "back", stroke: newStroke() });
  }

  redo(): void {
    this.add({ kind: "again", stroke: newStroke() });
  }

  setSymmetry(symmetry: Symmetry): void {
    this.symmetry = symmetry;
    // Where the images are now, only the server knows.
    this.edit([]);
  }

  private add(step: Step): void {
    this.steps.push(step);
    void this.work();
  }

  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    for (let step = this.steps.shift(); step; step = this.steps.shift()) {
      try {
        this.problem = await this.take(step);
      } catch (error) {
        this.problem = problemIn(error);
      }
      if (this.steps.length === 0) this.waiting = [];
      this.changed();
    }
    this.working = false;
  }

  /** Why it was refused, if it was. */
  private async take(step: Step): Promise<Problem | null> {
    const before = this.view?.text;
    const list = step.kind === "back" ? this.past : this.future;
    const kept = list.at(-1);
    if ((step.kind === "back" || step.kind === "again") && kept === undefined) return null;
    const { draft: told, refused } = await drawMap(this.question(step, kept ?? null));
    if (!told) return refused;
    this.view = told;
    if (!told.symmetries.includes(this.symmetry.kind)) this.symmetry = { ...this.symmetry, kind: "none" };
    if (before === undefined) return null;
    if (step.kind === "back" || step.kind === "again") {
      list.pop();
      (step.kind === "back" ? this.future : this.past).push(before);
    } else if (told.text !== before) {
      if (step.stroke !== this.stroke) this.past = [...this.past, before].slice(-MOST_STEPS);
      this.future = [];
    }
    this.stroke = step.stroke;
    return null;
  }

  private question(step: Step, kept: string | null): AskDraft {
    const { game, symmetry } = this;
    const text = this.view?.text ?? null;
    switch (step.kind) {
      case "edits": return { game, symmetry, text, edits: step.edits };
      case "text": return { game, symmetry, text: step.text, edits: step.edits };
      case "map": return { game, symmetry, map: step.map };
      default: return { game, symmetry, text: kept };
    }
  }
}

/** Paints of one kind after each other are one. */
function merged(edits: DraftEdit[]): DraftEdit[] {
  const whole: DraftEdit[] = [];
  for (const edit of edits) {
    const last = whole.at(-1);
    if (edit.do === "paint" && last?.do === "paint" && last.label === edit.label) {
      whole[whole.length - 1] = { ...last, cells: [...last.cells, ...edit.cells] };
    } else {
      whole.push(edit);
    }
  }
  return whole;
}

const KEPT = "draft:";

/** The map that was drawn on last in this browser, its name, and the text that is saved by that name. */
export type KeptDraft = { text: string; name: string; saved: string | null };

export function keptDraft(game: string): KeptDraft | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT + game) ?? "null") as Partial<KeptDraft> | null;
    if (typeof found?.text !== "string") return null;
    return { text: found.text, name: String(found.name ?? ""), saved: typeof found.saved === "string" ? found.saved : null };
  } catch {
    return null; // unreadable: as if nothing had been drawn
  }
}

export function keepDraft(game: string, draft: KeptDraft): void {
  localStorage.setItem(KEPT + game, JSON.stringify(draft));
}
