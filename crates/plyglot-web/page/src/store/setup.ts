// Setting up a position: edits go to the server one after the other, which tells what stands there then.

import { problemIn, setups, type Place } from "../api/http";
import type { Edit, Problem, SetupView } from "../api/types";

type Snapshot = { base: Place; edits: Edit[] };

export class SetupRun {
  view: SetupView | null = null;
  problem: Problem | null = null;
  brush: string | null = null;
  private now: Snapshot;
  private undone: Snapshot[] = [];
  private sending: Promise<void> | null = null;
  private waiting = false;

  constructor(
    base: Place,
    private readonly changed: () => void,
  ) {
    this.now = { base, edits: [] };
    this.send();
  }

  get canUndo(): boolean {
    return this.undone.length > 0;
  }

  edit(...edits: Edit[]): void {
    this.undone = [...this.undone, this.now].slice(-200);
    // What is a position again is the new base: so the list of edits stays short.
    const valid = this.sending || this.view?.view == null ? null : this.view.view;
    const { base, edits: before } = this.now;
    this.now = valid ? { base: { game: valid.game, position: valid.position }, edits } : { base, edits: [...before, ...edits] };
    this.send();
  }

  paint(cell: number, label: string): void {
    if (this.view?.setup.cells[cell] !== label) this.edit({ set: "cell", cell, label });
  }

  /** Begins with another position: not all can be taken apart, say one in the middle of a turn. */
  begin(base: Place): void {
    this.now = { base, edits: [] };
    this.send();
  }

  undo(): void {
    const last = this.undone.at(-1);
    if (!last) return;
    this.undone = this.undone.slice(0, -1);
    this.now = last;
    this.send();
  }

  /** Waits for the answer to the last edit. */
  async settled(): Promise<void> {
    await this.sending;
  }

  /** One request at a time: what came meanwhile goes together with the next. */
  private send(): void {
    this.waiting = true;
    this.sending ??= this.sendAll();
  }

  private async sendAll(): Promise<void> {
    while (this.waiting) {
      this.waiting = false;
      try {
        this.view = await setups({ ...this.now.base, edits: this.now.edits });
        this.problem = this.view.problem;
        this.brush ??= (this.view.setup.palette[1] ?? this.view.setup.palette[0])?.label ?? null;
      } catch (error) {
        this.problem = problemIn(error);
      }
      this.changed();
    }
    this.sending = null;
  }
}
