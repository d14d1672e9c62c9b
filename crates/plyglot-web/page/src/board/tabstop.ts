// The one cell of the board that Tab leads to, and the mark of the focus.
import type { Drawing } from "./draw";
import { drawFocus } from "./marks";
import type { Zoom } from "./zoom";

export class TabStop {
  cell = 0;
  private drawing: Drawing | null = null;

  /** `looked`: the cell that is looked at by keyboard, null for none. */
  constructor(frame: HTMLElement, private readonly zoom: Zoom, private readonly looked: (cell: number | null) => void) {
    frame.addEventListener("focusin", () => this.focused());
    frame.addEventListener("focusout", () => this.blurred());
  }

  attach(drawing: Drawing): void {
    const { cells } = drawing.board;
    const held = this.drawing?.svg.contains(document.activeElement) ?? false;
    this.drawing = drawing;
    if (!cells[this.cell]?.name) this.cell = drawing.layout.rows.flat().find((cell) => cells[cell]?.name) ?? 0;
    drawing.cells.forEach((cell, index) => cells[index]?.name && cell.setAttribute("tabindex", index === this.cell ? "0" : "-1"));
    // A board that is drawn anew, turned for instance, keeps the focus.
    if (held) queueMicrotask(() => this.focus());
  }

  go(cell: number, focus: boolean): void {
    const { drawing } = this;
    if (!drawing?.board.cells[cell]?.name) return;
    drawing.cells[this.cell]?.setAttribute("tabindex", "-1");
    drawing.cells[cell]?.setAttribute("tabindex", "0");
    this.cell = cell;
    if (focus) this.focus();
  }

  focus(): void {
    this.drawing?.cells[this.cell]?.focus();
  }

  /** Shows where the focus is, once keys are used. */
  mark(): void {
    if (this.drawing?.svg.contains(document.activeElement)) drawFocus(this.drawing, this.cell);
  }

  private focused(): void {
    const { drawing } = this;
    const index = drawing?.cells.findIndex((cell) => cell === document.activeElement) ?? -1;
    const node = drawing?.cells[index];
    if (!drawing || !node) return;
    this.go(index, false);
    drawing.lookAt(index);
    if (!node.matches(":focus-visible")) return;
    drawFocus(drawing, index);
    this.zoom.reveal(node.getBoundingClientRect());
    this.looked(index);
  }

  private blurred(): void {
    if (this.drawing) drawFocus(this.drawing, null);
    this.looked(null);
  }
}
