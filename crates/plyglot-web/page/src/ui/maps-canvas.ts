// The map under the hand: the board, the marks above it, strokes of a brush and links from side to side.

import { board as boardOf, words } from "../api/http";
import type { Board, DraftView } from "../api/types";
import { BoardWidget } from "../board/board";
import { newStroke, sameSide, type DraftRun, type Side } from "../store/draft";
import { Grid } from "../store/grid";
import { linkAt, listen } from "./maps-hand";
import { Overlay } from "./maps-overlay";
import type { Tool } from "./maps-tools";
import { alarm } from "./says";

export type CanvasProps = {
  run(): DraftRun | null;
  tool(): Tool;
  change(tool: Partial<Tool>): void;
  /** A cell was chosen by key: its sides are to be offered. */
  offer(cell: number): void;
  ready(): void;
};

export class MapCanvas {
  /** Cells to look at. */
  shown: number[] = [];
  private grid: Grid | null = null;
  private readonly widget: BoardWidget;
  private readonly overlay: Overlay;
  private readonly stop: () => void;
  private hovered: number | null = null;
  private stroke = newStroke();
  private last: { cell: number; stroke: number } | null = null;

  constructor(private readonly host: HTMLElement, private readonly props: CanvasProps) {
    this.widget = new BoardWidget(host, { label: "Map" });
    this.widget.onCell = (cell, { button }) => this.press(cell, button);
    this.overlay = new Overlay(host);
    this.stop = listen(host, {
      linking: () => (props.tool().kind === "link" ? this.draft : null),
      begin: () => (this.stroke = newStroke()),
      hover: (cell) => this.hover(cell),
      drag: (from, hand, to) => this.overlay.showLine(from, hand, to),
      drop: (from, to) => this.drop(from, to),
    });
    void this.show();
  }

  destroy(): void {
    this.stop();
    this.widget.destroy();
  }

  get board(): Board | null {
    return this.grid?.board.id === this.draft?.board ? (this.grid?.board ?? null) : null;
  }

  private get draft(): DraftView | null {
    return this.props.run()?.view ?? null;
  }

  async show(): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    const known = this.board !== null;
    const board = this.board ?? (await boardOf(draft.board).catch((error: unknown) => void alarm(words(error))));
    if (!board || this.draft !== draft) return;
    if (this.grid?.board !== board) this.grid = new Grid(board);
    const seats = Math.max(draft.players, ...draft.look.pieces.map(({ owner }) => (owner ?? -1) + 1));
    this.widget.showLook(board, draft.look, draft.colours.slice(0, seats));
    this.overlay.attach(this.grid);
    this.marks();
    if (!known) this.props.ready();
  }

  /** What is shown above the board. */
  marks(): void {
    const { draft, grid, hovered } = this;
    if (!draft || !grid) return;
    const tool = this.props.tool();
    const linking = tool.kind === "link";
    const brush = linking || hovered === null ? [] : grid.around(hovered, tool.reach);
    const waiting = this.props.run()?.waiting.flatMap(({ cells }) => cells) ?? [];
    this.overlay.showGhosts(brush, grid.images(brush, draft.images), [...waiting, ...grid.images(waiting, draft.images)]);
    this.overlay.showWrong(draft, this.shown);
    this.overlay.showSides(linking ? draft : null, tool.from, tool.chosen);
  }

  look(cells: number[]): void {
    this.shown = cells;
    this.marks();
    this.host.querySelector<SVGElement>(`[data-cell="${cells[0]}"]`)?.focus();
  }

  /** A side was pressed: the first end of a link, its second, or a link that is there. */
  pick(side: Side): void {
    const { draft, props } = this;
    const run = props.run();
    if (!run || !draft) return;
    const { from } = props.tool();
    const there = linkAt(draft, side);
    if (there) return props.change({ chosen: there, from: null, at: null });
    const second = from !== null && !sameSide(from, side);
    if (second) run.edit([{ do: "link", from, to: side }]);
    props.change({ from: from ? null : side, at: null, chosen: null });
    // By keys it goes on with the next cell.
    if (document.activeElement?.classList.contains("map-side")) this.widget.focus();
  }

  private press(cell: number, button: number): void {
    const { draft, grid, stroke, props } = this;
    if (!draft || !grid) return;
    this.shown = [];
    const tool = props.tool();
    // Hands that link are caught before: this was a key.
    if (tool.kind === "link") return props.offer(cell);
    const label = button === 2 ? draft.palette[0]?.label : tool.brush;
    const way = this.last?.stroke === stroke ? grid.between(this.last.cell, cell) : [cell];
    this.last = { cell, stroke };
    const cells = [...new Set(way.flatMap((one) => grid.around(one, tool.reach)))];
    if (label !== undefined) props.run()?.edit([{ do: "paint", cells, label }], stroke);
  }

  private hover(cell: number | null): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.marks();
  }

  private drop(from: Side, to: Side | null): void {
    this.overlay.showLine(null, null, null);
    const { draft, props } = this;
    if (!to || !draft) return;
    const there = linkAt(draft, from);
    if (there || sameSide(from, to)) return this.pick(from);
    props.run()?.edit([{ do: "link", from, to }]);
    props.change({ from: null, at: null, chosen: null });
  }
}
