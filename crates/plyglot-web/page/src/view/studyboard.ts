// The big board of the analysis page: what the widget shows follows from what the page is at.

import { board as boardOf } from "../api/http";
import type { Board, Click, View } from "../api/types";
import { BoardWidget, type Arrow } from "../board/board";
import type { SetupRun } from "../store/setup";
import { h, type VNode } from "../ui/dom";
import { say } from "../ui/says";

export class StudyBoard {
  widget: BoardWidget | null = null;
  bottom = 0;
  choices: string[] = [];
  entered: Click[] = [];
  private view: View | null = null;
  private run: SetupRun | null = null;
  private readonly boards = new Map<string, Board>();

  constructor(
    private readonly play: (move: string) => void,
    private readonly changed: () => void,
  ) {}

  node(): VNode {
    return h("div.study-board", {
      key: "study-board",
      hook: {
        insert: (vnode) => this.mount(vnode.elm as HTMLElement),
        destroy: () => {
          this.widget?.destroy();
          this.widget = null;
        },
      },
    });
  }

  private mount(host: HTMLElement): void {
    const widget = new BoardWidget(host);
    widget.onPly = (move) => this.play(move);
    widget.onSay = say;
    widget.onPrefix = (clicks, choices) => {
      this.entered = clicks;
      this.choices = choices;
      this.changed();
    };
    this.widget = widget;
    const { view, run } = this;
    this.view = null;
    this.run = null;
    if (run) this.showSetup(run);
    else if (view) this.show(view);
  }

  flip(): void {
    const seats = this.view?.players.length ?? 1;
    this.bottom = (this.bottom + 1) % seats;
    this.widget?.flip(this.bottom);
    this.changed();
  }

  show(view: View): void {
    if (view === this.view && this.run === null) return;
    const before = this.run === null ? this.view : null;
    this.view = view;
    this.run = null;
    this.geometry(view.board, () => this.view === view && this.run === null, (board) => {
      if (!this.widget) return;
      this.widget.onCell = null;
      const step = before !== null && Math.abs(before.plies.length - view.plies.length) === 1;
      this.widget.show(board, view, { seat: this.bottom, animate: step });
      if (before !== null && before !== view) say(view.says);
    });
  }

  showSetup(run: SetupRun): void {
    this.run = run;
    const told = run.view;
    const view = this.view;
    if (told === null || view === null) return;
    this.geometry(told.board, () => this.run === run && run.view === told, (board) => {
      const { widget } = this;
      if (!widget) return;
      const empty = told.setup.palette[0]?.label;
      widget.onCell = (cell, { button }) => {
        const label = button === 2 ? empty : run.brush;
        if (label != null) run.paint(cell, label);
      };
      widget.setMoves(null);
      widget.setArrows([]);
      widget.showLook(board, told.look, view.colours, view.players);
    });
  }

  marks(arrows: Arrow[], tint: Map<number, number> | null): void {
    if (this.run) return;
    this.widget?.setArrows(arrows);
    this.widget?.setTint(tint);
  }

  /** Boards that are known are shown at once, so that a step never flickers. */
  private geometry(id: string, wanted: () => boolean, use: (board: Board) => void): void {
    const known = this.boards.get(id);
    if (known) return use(known);
    boardOf(id).then((board) => {
      this.boards.set(id, board);
      if (wanted()) use(board);
    }, (error: unknown) => say(error instanceof Error ? error.message : String(error)));
  }
}
