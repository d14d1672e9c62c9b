// The board widget: shows any position as one SVG and turns hands and keys into moves. It knows no rules.
import type { Board, Change, Click, Look, Ply, View } from "../api/types";
import { Drawing } from "./draw";
import { UNIT } from "./geometry";
import { Hand } from "./hand";
import { Input } from "./input";
import { type Arrow, drawArrows, drawTint, drawTrail } from "./marks";
import { MOTION, Motion, reversed } from "./motion";
import { Zoom } from "./zoom";
import { zoomButtons } from "./zoombuttons";

export type { Arrow } from "./marks";
export type BoardOptions = { interactive?: boolean; thumb?: boolean; label?: string };

/** What a person may set for all boards. `pace`: milliseconds of a movement; `letters`: single keys are commands. */
export const boardSettings = { pace: MOTION.move, letters: true };

/** Boards with smaller cells can be zoomed, up to cells of the second size. */
const [SMALL, LARGE] = [30, 72];

export class BoardWidget {
  onPly: ((move: string) => void) | null = null;
  onPrefix: ((clicks: Click[], choices: string[]) => void) | null = null;
  /** Words for the live region: why a press did nothing, what can be played from here. */
  onSay: ((text: string) => void) | null = null;

  private readonly frame = document.createElement("div");
  private readonly stage = document.createElement("div");
  private readonly zoom: Zoom;
  private readonly hand: Hand | null = null;
  private readonly input: Input | null = null;
  private readonly resized: ResizeObserver;
  private drawing: Drawing | null = null;
  private motion: Motion | null = null;
  private view: View | null = null;
  private seat = 0;
  private arrows: Arrow[] = [];
  private own: Arrow[] = [];
  private tint: Map<number, number> | null = null;
  private painter: ((cell: number, event: { button: number }) => void) | null = null;

  constructor(private readonly host: HTMLElement, private readonly options: BoardOptions = {}) {
    this.frame.className = "board-frame";
    this.stage.className = "board-stage";
    this.frame.append(this.stage);
    host.classList.add("board-host");
    host.append(this.frame);
    this.zoom = new Zoom(this.frame, this.stage, () => (LARGE * this.zoom.scale) / this.cellSize(), () => this.measure());
    this.resized = new ResizeObserver(() => this.measure());
    this.resized.observe(this.frame);
    if (options.thumb) return;
    this.hand = new Hand(host, this.frame, this.zoom, this, () => this.cellSize(), (from, to) => this.draw(from, to), () => boardSettings.letters);
    this.input = new Input(this.frame, this.zoom, this.hand.hands);
    host.append(zoomButtons(this.zoom));
  }

  get onCell(): ((cell: number, event: { button: number }) => void) | null {
    return this.painter;
  }

  /** For editors: raw presses on cells, strokes included. */
  set onCell(listener: ((cell: number, event: { button: number }) => void) | null) {
    this.painter = listener;
    this.frame.classList.toggle("editing", listener !== null);
  }

  show(board: Board, view: View, how: { seat?: number; animate?: boolean } = {}): void {
    this.seat = how.seat ?? this.seat;
    const before = this.view;
    const another = !before || keyOf(before) !== keyOf(view);
    const rebuilt = this.prepare(board, view.orientation[this.seat] ?? 0, this.options.label ?? `${view.name} board`);
    this.view = view;
    // What is shown already may be told again at any time, and disturbs neither movement nor hand.
    if (!another && !rebuilt) return;
    const moves = before && another && !rebuilt && how.animate !== false;
    const changes = moves ? withoutArrival(changesBetween(before, view), this.hand?.standing ?? null) : [];
    if (another) {
      this.own = [];
      this.hand?.forget();
    }
    this.paint(view.look, view.colours);
    if (this.drawing) drawTrail(this.drawing, view.trail, view.changes);
    this.hand?.look({ players: view.players, turn: view.turn, links: view.look.links });
    if (another) this.hand?.setMoves(this.options.interactive === false ? [] : view.moves, false, true);
    else this.hand?.refresh();
    if (changes.length > 0) this.motion?.play(changes, boardSettings.pace);
  }

  /** Shows what stands on a board without a position, for editors. */
  showLook(board: Board, look: Look, colours: string[], players: string[] = []): void {
    this.prepare(board, 0, this.options.label ?? "Board");
    this.view = null;
    this.paint(look, colours);
    if (this.drawing) drawTrail(this.drawing, { path: [], turned: [], taken: [] }, []);
    this.hand?.look({ players, turn: null, links: look.links });
    this.hand?.refresh();
  }

  /** What can be entered instead of the position's moves, until another position is shown; null for nothing. */
  setMoves(plies: Ply[] | null, kind: "move" | "premove" = "move"): void {
    this.hand?.setMoves(plies ?? [], kind === "premove", false);
  }

  setArrows(arrows: Arrow[]): void {
    this.arrows = arrows;
    if (this.drawing) drawArrows(this.drawing, [...arrows, ...this.own]);
  }

  setTint(values: Map<number, number> | null): void {
    this.tint = values;
    if (this.drawing) drawTint(this.drawing, values);
  }

  /** Shows a sent or prepared move as if it were played; null takes it back. Another position forgets it. */
  setPending(move: string | null): void {
    this.hand?.setPending(move);
  }

  back(): boolean {
    return this.hand?.back() ?? false;
  }

  cancel(): void {
    this.hand?.cancel();
  }

  choose(choice: string): void {
    this.hand?.choose(choice);
  }

  focus(): void {
    this.hand?.focus();
  }

  flip(seat: number): void {
    this.seat = seat;
    if (this.view && this.drawing) this.show(this.drawing.board, this.view, { animate: false });
  }

  destroy(): void {
    this.motion?.finish();
    this.resized.disconnect();
    this.zoom.destroy();
    this.input?.destroy();
    this.hand?.destroy();
    this.host.replaceChildren();
  }

  /** Makes a drawing of this board turned this way, unless it is there; whether it had to. */
  private prepare(board: Board, angle: number, label: string): boolean {
    const { drawing } = this;
    const fits = drawing?.board.id === board.id && drawing.layout.angle === angle;
    if (!fits) {
      this.motion?.finish();
      this.drawing = new Drawing(board, angle, this.options.thumb ?? false);
      this.motion = new Motion(this.drawing);
      this.hand?.attach(this.drawing);
      this.stage.replaceChildren(this.drawing.svg);
      this.zoom.reset();
    }
    this.drawing?.svg.setAttribute("role", this.options.thumb ? "img" : "grid");
    this.drawing?.svg.setAttribute("aria-label", label);
    return !fits;
  }

  private paint(look: Look, colours: string[]): void {
    const { drawing } = this;
    if (!drawing) return;
    this.motion?.finish();
    this.hand?.rest();
    drawing.show(look, colours);
    drawArrows(drawing, [...this.arrows, ...this.own]);
    drawTint(drawing, this.tint);
    this.measure();
  }

  /** Pixels of a cell on the screen. */
  private cellSize(): number {
    const size = this.drawing?.size;
    const { clientWidth: width, clientHeight: height } = this.frame;
    if (!size || width === 0) return UNIT;
    return Math.min(width / size.width, height / size.height) * UNIT * this.zoom.scale;
  }

  /** Small cells lose their letters; boards with small cells can be zoomed. */
  private measure(): void {
    const size = this.cellSize();
    const name = size < 18 ? "tiny" : size < 34 ? "small" : "large";
    if (this.drawing && this.drawing.svg.dataset.size !== name) this.drawing.svg.dataset.size = name;
    this.frame.classList.toggle("zoomed", this.zoom.scale > 1);
    if (!this.options.thumb) this.host.classList.toggle("zoomable", this.zoom.scale > 1 || size < SMALL);
  }

  /** A line by the right button, which drawing again takes away. */
  private draw(from: number, to: number): void {
    const clicks = from === to ? [from] : [from, to];
    const key = JSON.stringify(clicks);
    const rest = this.own.filter((arrow) => JSON.stringify(arrow.clicks) !== key);
    this.own = rest.length < this.own.length ? rest : [...rest, { clicks, rank: 0, width: 8, kind: "own" }];
    this.setArrows(this.arrows);
  }
}

/** The same for positions that were reached in the same way. */
function keyOf(view: View): string {
  return JSON.stringify([view.game, view.first, view.plies, view.position]);
}

/** What leads from one view to another, if one ply does or takes it back. */
function changesBetween(before: View, after: View): Change[] {
  const follows = (a: View, b: View): boolean => {
    return a.game === b.game && a.first === b.first && b.plies.length === a.plies.length + 1 && a.plies.every((ply, index) => ply === b.plies[index]);
  };
  if (follows(before, after)) return after.changes;
  return follows(after, before) ? reversed(before.changes) : [];
}

/** A piece that stands at its goal already needs no way there. */
function withoutArrival(changes: Change[], standing: number | null): Change[] {
  return changes.filter((change) => {
    if (change.what === "moved") return change.path.at(-1) !== standing;
    return change.what !== "placed" || change.piece.cell !== standing;
  });
}
