// Pointers: clicks, strokes, painting, panning and pinching, told as cells.
import type { Zoom } from "./zoom";

/** What the hands can do to a board. */
export type Hands = {
  press(cell: number, touch: boolean): void;
  hover(cell: number | null): void;
  canGrab(cell: number): boolean;
  grab(cell: number): void;
  /** The pointer is at a place of the window with a grabbed piece. */
  carry(clientX: number, clientY: number): void;
  /** Let go after these cells; null outside of the board. */
  drop(cells: number[] | null): void;
  /** For editors: whether presses paint cells instead of entering moves. */
  paints(): boolean;
  paint(cell: number, button: number): void;
  /** A line drawn with the right button; to the same cell: a mark. */
  drawn(from: number, to: number): void;
  back(): boolean;
  wheelZooms(): boolean;
};

const THRESHOLD = { mouse: 4, touch: 8 };

type Press = { id: number; x: number; y: number; cell: number | null; cells: number[]; touch: boolean; button: number; does: "nothing" | "carries" | "pans" | "paints" };

export class Input {
  private pressed: Press | null = null;
  private pinch: { x: number; y: number; reach: number } | null = null;
  private deaf = false;
  private readonly ending = new AbortController();

  constructor(private readonly frame: HTMLElement, private readonly zoom: Zoom, private readonly hands: Hands) {
    const signal = this.ending.signal;
    frame.addEventListener("pointerdown", (event) => this.down(event), { signal });
    window.addEventListener("pointermove", (event) => this.move(event), { signal });
    window.addEventListener("pointerup", (event) => this.up(event), { signal });
    window.addEventListener("pointercancel", () => this.stop(), { signal });
    frame.addEventListener("pointerover", (event) => this.over(event), { signal });
    frame.addEventListener("pointerleave", () => hands.hover(null), { signal });
    frame.addEventListener("click", (event) => this.click(event), { signal });
    frame.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    frame.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    for (const kind of ["touchstart", "touchmove", "touchend"] as const) frame.addEventListener(kind, (event) => this.touch(event), { signal, passive: false });
  }

  destroy(): void {
    this.ending.abort();
  }

  /** A pressed pointer does something else than looking. */
  private over(event: PointerEvent): void {
    if (event.pointerType === "mouse" && !this.pressed) this.hands.hover(cellAt(event.target));
  }

  private down(event: PointerEvent): void {
    this.deaf = false;
    if (this.pressed || this.pinch) return;
    const cell = cellAt(event.target);
    const press: Press = { id: event.pointerId, x: event.clientX, y: event.clientY, cell, cells: [], touch: event.pointerType === "touch", button: event.button, does: "nothing" };
    this.pressed = press;
    if (this.hands.paints() && cell !== null && event.button !== 1) {
      press.does = "paints";
      press.cells.push(cell);
      this.hands.paint(cell, event.button);
    }
  }

  private move(event: PointerEvent): void {
    const press = this.pressed;
    if (!press || event.pointerId !== press.id) return;
    if (press.does === "nothing") this.begin(press, event);
    if (press.does === "pans") {
      this.zoom.pan(event.clientX - press.x, event.clientY - press.y);
      [press.x, press.y] = [event.clientX, event.clientY];
    } else if (press.does !== "nothing") {
      this.pass(press, event);
    }
  }

  private begin(press: Press, event: PointerEvent): void {
    const reach = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (reach < (press.touch ? THRESHOLD.touch : THRESHOLD.mouse) || press.button === 2) return;
    if (press.button === 0 && press.cell !== null && this.hands.canGrab(press.cell)) {
      press.does = "carries";
      this.hands.grab(press.cell);
    } else if (this.zoom.scale > 1) {
      press.does = "pans";
      // So that nobody asks for every step which of thousands of nodes is under the pointer.
      this.frame.setPointerCapture(press.id);
    }
  }

  /** Over cells with a piece in hand or a brush. */
  private pass(press: Press, event: PointerEvent): void {
    const node = document.elementFromPoint(event.clientX, event.clientY);
    const cell = press.does === "paints" || isNearCentre(node, event) ? cellAt(node) : null;
    if (cell !== null && cell !== (press.cells.at(-1) ?? press.cell)) {
      press.cells.push(cell);
      if (press.does === "paints") this.hands.paint(cell, press.button);
    }
    if (press.does === "carries") this.hands.carry(event.clientX, event.clientY);
  }

  private up(event: PointerEvent): void {
    const press = this.pressed;
    if (!press || event.pointerId !== press.id) return;
    this.pressed = null;
    const cell = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (press.does !== "nothing") {
      this.deaf = true;
      setTimeout(() => (this.deaf = false));
    }
    if (press.does === "carries") {
      if (cell !== null && press.cells.at(-1) !== cell) press.cells.push(cell);
      this.hands.drop(cell === null ? null : press.cells);
    } else if (press.button === 2 && press.does === "nothing" && press.cell !== null && cell !== null) {
      if (press.cell !== cell || !this.hands.back()) this.hands.drawn(press.cell, cell);
    }
  }

  private stop(): void {
    if (this.pressed?.does === "carries") this.hands.drop(null);
    this.pressed = null;
  }

  private click(event: MouseEvent): void {
    const deaf = this.deaf;
    this.deaf = false;
    const cell = cellAt(event.target);
    if (deaf || cell === null || this.hands.paints()) return;
    this.hands.press(cell, event instanceof PointerEvent && event.pointerType === "touch");
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !this.hands.wheelZooms()) return;
    // At the end of the scale the page may scroll on.
    const before = this.zoom.scale;
    this.zoom.by(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), event.clientX, event.clientY);
    if (event.ctrlKey || this.zoom.scale !== before || this.zoom.scale > 1) event.preventDefault();
  }

  /** Two fingers pan and zoom; one is left to the page and to presses. */
  private touch(event: TouchEvent): void {
    const [one, two] = event.touches;
    if (!one || !two) {
      this.pinch = null;
      // A finger on a piece that can move carries it instead of scrolling the page.
      const { pressed } = this;
      const carries = pressed && (pressed.does === "carries" || (pressed.cell !== null && this.hands.canGrab(pressed.cell)));
      if (event.type === "touchmove" && event.cancelable && carries) event.preventDefault();
      return;
    }
    if (event.cancelable) event.preventDefault();
    this.stop();
    this.deaf = true;
    const now = { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2, reach: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) || 1 };
    if (this.pinch) {
      this.zoom.by(now.reach / this.pinch.reach, now.x, now.y);
      this.zoom.pan(now.x - this.pinch.x, now.y - this.pinch.y);
    }
    this.pinch = now;
  }
}

/** A stroke that only touches the corner of a cell does not mean it. */
function isNearCentre(node: Element | null, { clientX, clientY }: PointerEvent): boolean {
  if (!node) return false;
  const { left, top, width, height } = node.getBoundingClientRect();
  return Math.hypot(clientX - left - width / 2, clientY - top - height / 2) < width * 0.35;
}

/** The cell that a node belongs to. */
export function cellAt(target: EventTarget | null): number | null {
  const cell = target instanceof SVGElement ? target.dataset.cell : undefined;
  return cell === undefined ? null : Number(cell);
}
