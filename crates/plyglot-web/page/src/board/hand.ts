// The moving side of the widget: half-entered, sent and prepared moves, by pointer and by keys.
import type { Click, Link, Ply } from "../api/types";
import type { Drawing } from "./draw";
import { Entry, type Outcome } from "./entry";
import type { Hands } from "./input";
import { NameSearch, handleKey } from "./keys";
import { drawHints, drawPreview } from "./marks";
import { nameOf, onwards, relabel } from "./names";
import { Popover } from "./popover";
import { Stand } from "./stand";
import { TabStop } from "./tabstop";
import { cellsOf } from "./trie";
import type { Zoom } from "./zoom";

/** Who hears of it. */
export type Listener = {
  onPly: ((move: string) => void) | null;
  onPrefix: ((clicks: Click[], choices: string[]) => void) | null;
  onSay: ((text: string) => void) | null;
  onCell: ((cell: number, event: { button: number }) => void) | null;
};
/** Whose turn it is on what. */
export type Scene = { players: string[]; turn: number | null; links: Link[] };

/** A sent move that is answered sooner than this needs no picture of its own. */
const PATIENCE = 150;
/** Cells smaller than the first are too small for a finger; a tap makes them as large as the second. */
const [FINGER, CLOSE] = [24, 36];

type Pending = Ply & { premove: boolean };

export class Hand {
  private drawing: Drawing | null = null;
  private stand: Stand | null = null;
  private scene: Scene = { players: [], turn: null, links: [] };
  private plies: Ply[] = [];
  private premoves = false;
  private entry = new Entry([]);
  private pending: Pending | null = null;
  private waiting: ReturnType<typeof setTimeout> | null = null;
  private hovered: number | null = null;
  private readonly stop: TabStop;
  private readonly popover: Popover;
  private readonly search = new NameSearch((text) => this.listener.onSay?.(text));

  /** `cellSize`: pixels of a cell on the screen. */
  constructor(private readonly host: HTMLElement, private readonly frame: HTMLElement, private readonly zoom: Zoom,
    private readonly listener: Listener, private readonly cellSize: () => number, private readonly drawn: (from: number, to: number) => void, private readonly letters: () => boolean) {
    this.popover = new Popover(host, (choice) => this.choose(choice), () => this.back());
    this.stop = new TabStop(frame, zoom, (cell) => this.hover(cell));
    frame.addEventListener("keydown", (event) => this.key(event));
  }

  attach(drawing: Drawing): void {
    this.drawing = drawing;
    this.stand = new Stand(drawing);
    this.hovered = null;
    this.stop.attach(drawing);
  }

  /** Where the piece of a sent move stands before the answer came. */
  get standing(): number | null {
    return this.pending ? this.stand?.cell ?? null : null;
  }

  /** Puts everything back on its cell, before the position is drawn. */
  rest(): void {
    this.stand?.clear();
  }

  /** Forgets what belonged to another position. */
  forget(): void {
    this.expect(null);
    if (!this.entry.isEmpty) this.listener.onSay?.("The position changed, so the half-entered move is gone.");
    this.plies = [];
    this.entry = new Entry([]);
  }

  look(scene: Scene): void {
    this.scene = scene;
  }

  setMoves(plies: Ply[], premoves: boolean, afresh: boolean): void {
    const same = !afresh && premoves === this.premoves && plies.length === this.plies.length && plies.every((ply, index) => ply.move === this.plies[index]?.move);
    this.frame.classList.toggle("playable", plies.length > 0);
    if (same) return;
    [this.plies, this.premoves, this.entry] = [plies, premoves, new Entry(plies)];
    this.stepped();
  }

  setPending(move: string | null): void {
    if (move === (this.pending?.move ?? null)) return;
    const ply = this.plies.find((own) => own.move === move);
    this.expect(ply ? { ...ply, premove: this.premoves } : null);
    this.refresh();
  }

  back(): boolean {
    if (!this.entry.back()) return false;
    this.stepped();
    return true;
  }

  cancel(): boolean {
    const idle = this.entry.isEmpty && !this.pending;
    this.expect(null);
    this.entry.cancel();
    if (!idle) this.stepped();
    return !idle;
  }

  choose(choice: string): void {
    const inside = this.host.contains(document.activeElement);
    this.take(this.entry.choose(choice), false);
    if (inside) this.focus();
  }

  focus(): void {
    this.stop.focus();
  }

  destroy(): void {
    this.search.end();
    this.expect(null);
  }

  /** What pointers do. */
  readonly hands: Hands = {
    press: (cell, touch) => this.press(cell, touch),
    hover: (cell) => this.hover(cell),
    canGrab: (cell) => this.listener.onPly !== null && this.entry.leads(cell) && !!this.drawing?.pieces[cell],
    grab: (cell) => {
      this.expect(null);
      if (this.entry.node.cells.length !== 1 || this.entry.node.cells[0] !== cell) {
        this.entry.cancel();
        this.entry.press(cell);
        this.stepped();
      }
      this.stand?.show([cell], this.moverOf([cell]), "carried");
    },
    carry: (x, y) => this.carry(x, y),
    drop: (cells) => this.drop(cells),
    paint: (cell, button) => this.drawing?.board.cells[cell]?.name && this.listener.onCell?.(cell, { button }),
    paints: () => this.listener.onCell !== null,
    drawn: (from, to) => this.drawn(from, to),
    back: () => this.back(),
    wheelZooms: () => this.host.classList.contains("zoomable"),
  };

  private press(cell: number, touch: boolean): void {
    this.stop.go(cell, false);
    if (this.plies.length === 0) return;
    const size = this.cellSize();
    if (touch && size < FINGER) return this.closer(cell, CLOSE / size);
    this.expect(null);
    this.take(this.entry.press(cell), false, cell);
  }

  private closer(cell: number, factor: number): void {
    const box = this.drawing?.cells[cell]?.getBoundingClientRect();
    if (box) this.zoom.by(factor, box.left + box.width / 2, box.top + box.height / 2);
  }

  /** What comes of a press, a stroke or a choice. */
  private take(outcome: Outcome, carried: boolean, cell?: number): void {
    if (outcome.did === "complete") return this.play(outcome.move, carried);
    if (outcome.did === "refused" && cell !== undefined && this.drawing) this.listener.onSay?.(`${nameOf(this.drawing, cell, this.scene.players)}: nothing to play here.`);
    this.stepped();
  }

  private play(move: string, carried: boolean): void {
    const ply = this.plies.find((own) => own.move === move);
    this.expect(ply ? { ...ply, premove: this.premoves } : null);
    if (!carried) {
      this.waiting = setTimeout(() => {
        this.waiting = null;
        this.refresh();
      }, PATIENCE);
    }
    this.stepped();
    this.listener.onPly?.(move);
  }

  private expect(pending: Pending | null): void {
    if (this.waiting !== null) clearTimeout(this.waiting);
    this.waiting = null;
    this.pending = pending;
  }

  private stepped(): void {
    this.refresh();
    this.tellPrefix();
  }

  private tellPrefix(): void {
    this.listener.onPrefix?.(this.entry.node.clicks, this.entry.node.choices);
  }

  private hover(cell: number | null): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.drawing?.lookAt(cell ?? (this.frame.contains(document.activeElement) ? this.stop.cell : null));
    if (this.entry.isEmpty && !this.pending) this.preview();
  }

  private carry(x: number, y: number): void {
    const matrix = this.drawing?.svg.getScreenCTM();
    if (matrix) this.stand?.move(new DOMPoint(x, y).matrixTransform(matrix.inverse()));
  }

  private drop(cells: number[] | null): void {
    const origin = this.entry.node.cells[0];
    if (cells && (cells.length === 0 || cells.at(-1) === origin)) return this.refresh();
    const outcome = cells ? this.entry.stroke(cells) : this.entry.cancel();
    if (outcome.did === "refused") this.entry.cancel();
    this.take(outcome, true, cells?.at(-1));
  }

  private key(event: KeyboardEvent): void {
    const { drawing, entry } = this;
    if (!drawing || !(event.target instanceof SVGElement)) return;
    const known = this.search.take(event.key, drawing, (cell) => this.stop.go(cell, true)) || handleKey(event, {
      drawing, current: this.stop.cell, links: this.scene.links, letters: this.letters(),
      next: [...entry.node.nextCells, ...entry.ends],
      go: (cell) => this.stop.go(cell, true),
      press: (cell) => (this.listener.onCell ? this.listener.onCell(cell, { button: 0 }) : this.press(cell, false)),
      erase: (cell) => {
        this.listener.onCell?.(cell, { button: 2 });
        return this.listener.onCell !== null;
      },
      back: () => this.back(),
      // What was sent or prepared is not only the board's: the page hears the key, too.
      cancel: () => !entry.isEmpty && this.cancel(),
      choose: (number) => {
        const choice = entry.node.choices[number];
        if (choice !== undefined) this.choose(choice);
        return choice !== undefined;
      },
      zoom: (factor) => this.closer(this.stop.cell, factor),
      tell: (what) => this.tell(what),
      ask: () => this.search.begin(),
    });
    if (!known) return;
    this.stop.mark();
    event.preventDefault();
    event.stopPropagation();
  }

  private tell(what: "moves" | "here"): void {
    const { drawing, entry, stop: { cell: current } } = this;
    if (drawing) this.listener.onSay?.(what === "here" ? drawing.cells[current]?.getAttribute("aria-label") ?? "" : onwards(drawing, entry, current));
  }

  /** Draws what the hand and the half-entered move make of the position. */
  refresh(): void {
    this.hint();
    if (this.drawing) relabel(this.drawing, this.entry, this.scene.players);
    this.placePopover();
  }

  private hint(): void {
    const { drawing, entry, pending, premoves: premove } = this;
    if (!drawing) return;
    const prepared = pending && premove ? cellsOf(pending.clicks) : [];
    if (pending) drawHints(drawing, { entered: prepared, next: [], ends: [], premove });
    else drawHints(drawing, { entered: entry.node.cells, next: entry.node.nextCells, ends: entry.ends, premove });
    this.preview();
  }

  /** What follows the eye: the piece on its way, and where the one that is looked at could go. */
  private preview(): void {
    const { drawing, stand, entry, pending } = this;
    if (!drawing || !stand) return;
    stand.clear();
    const looked = entry.isEmpty && !pending && this.hovered !== null ? entry.starts(this.hovered) : null;
    drawPreview(drawing, looked?.nextCells ?? [], this.premoves);
    if (!pending) {
      const cells = (looked ?? entry.node).cells;
      if (cells.length > 0) stand.show(cells, this.moverOf(cells), "ghost");
    } else if (this.waiting === null && !this.premoves) {
      stand.show(cellsOf(pending.clicks), this.scene.turn, "pending");
    }
  }

  /** Whose piece a path moves: in a premove it is not the one to move. */
  private moverOf(cells: number[]): number | null {
    return this.premoves ? this.drawing?.pieces[cells[0] ?? -1]?.owner ?? null : this.scene.turn;
  }

  private placePopover(): void {
    const { node } = this.entry;
    const last = node.cells.at(-1);
    const box = last === undefined ? undefined : this.drawing?.cells[last]?.getBoundingClientRect();
    if (box && (node.choices.length > 0 || node.cells.length > 1)) this.popover.show(node.choices, box, this.host.getBoundingClientRect());
    else this.popover.hide();
  }
}
