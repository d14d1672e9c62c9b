// A board as one SVG: cells are a grid for everybody, the layers above them are for the eye only.
import type { Board, Ground, Link, Look, Piece } from "../api/types";
import { type Layout, type Point, UNIT, at, layout, outline, turned } from "./geometry";
import { type Manner, needsLetters, patternNodes, pieceNode } from "./pieces";
import { type Attributes, make } from "./svg";

/** Above so many links each shows only when its cell is looked at. */
const MANY_LINKS = 40;
/** In the order in which they cover each other. */
const LAYERS = ["last", "links", "tint", "under", "pieces", "motion", "over", "hand", "hints", "preview", "marks", "focus", "carry"] as const;
export type Layer = (typeof LAYERS)[number];

let drawings = 0;

export class Drawing {
  readonly svg = make("svg");
  readonly layout: Layout;
  readonly cells: SVGPathElement[] = [];
  /** What stands on each cell. */
  readonly pieces: (Piece | null)[];
  readonly grounds: (Ground | null)[];
  readonly layers: Record<Layer, SVGGElement>;
  private readonly nodes: (SVGGElement | null)[];
  private readonly names: (SVGTextElement | null)[];
  private readonly marks: (SVGTextElement | null)[];
  private readonly links = new Map<string, SVGPathElement>();
  private readonly ground = make("g", { class: "grounds", "aria-hidden": "true" });
  private readonly id = `weave${++drawings}-`;
  private manner: Manner = { colours: [], letters: false, patterns: null, bare: false };

  constructor(readonly board: Board, angle: number, readonly thumb: boolean) {
    this.layout = layout(board, angle);
    const count = board.cells.length;
    this.pieces = new Array<Piece | null>(count).fill(null);
    this.grounds = new Array<Ground | null>(count).fill(null);
    this.nodes = new Array<SVGGElement | null>(count).fill(null);
    this.names = new Array<SVGTextElement | null>(count).fill(null);
    this.marks = new Array<SVGTextElement | null>(count).fill(null);
    const { box } = this.layout;
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    this.svg.setAttribute("viewBox", `${box.left} ${box.top} ${width} ${height}`);
    this.svg.setAttribute("class", `board m-${board.material}`);
    this.svg.append(this.frame());
    const layers = LAYERS.map((name) => [name, make("g", { class: `layer ${name}`, "aria-hidden": "true" })] as const);
    this.layers = Object.fromEntries(layers) as Record<Layer, SVGGElement>;
    if (thumb) this.svg.append(this.ground);
    else this.makeCells();
    this.svg.append(...layers.map(([, node]) => node));
    if (!thumb) this.makeWords();
  }

  get size(): { width: number; height: number } {
    const { box } = this.layout;
    return { width: box.right - box.left, height: box.bottom - box.top };
  }

  place(cell: number): Point {
    return at(this.layout.cells, cell);
  }

  outline(cell: number, inset = 0): string {
    return outline(this.board.cells[cell]?.shape ?? "square", this.layout.angle, this.place(cell), inset);
  }

  nodeOf(cell: number): SVGGElement | null {
    return this.nodes[cell] ?? null;
  }

  /** A node for a piece that is not on the board, such as one that was just taken. */
  loose(piece: Piece, cell = piece.cell): SVGGElement {
    return pieceNode(piece, this.place(cell), this.manner);
  }

  /** Shows what stands on the board; only what differs is touched. */
  show(look: Look, colours: string[]): void {
    const letters = needsLetters(look, colours.length);
    const crowded = colours.length > 2 && !this.thumb;
    const manner = { colours, letters, patterns: crowded ? this.id : null, bare: this.thumb };
    const afresh = JSON.stringify(manner) !== JSON.stringify(this.manner);
    this.manner = manner;
    if (crowded && !this.svg.querySelector("defs")) this.svg.prepend(make("defs", {}, patternNodes(this.id)));
    this.showGrounds(look.grounds, afresh);
    const pieces = new Map(look.pieces.map((piece) => [piece.cell, piece]));
    this.pieces.forEach((old, cell) => {
      const piece = pieces.get(cell) ?? null;
      if (afresh || !same(old, piece)) this.setPiece(cell, piece);
    });
    this.showLinks(look.links);
  }

  private setPiece(cell: number, piece: Piece | null): void {
    this.pieces[cell] = piece;
    this.nodes[cell]?.remove();
    const node = piece && this.loose(piece);
    if (node) this.layers.pieces.append(node);
    this.nodes[cell] = node;
    this.names[cell]?.classList.toggle("covered", piece !== null);
  }

  private showGrounds(grounds: Ground[], afresh: boolean): void {
    const fresh = new Map(grounds.map((ground) => [ground.cell, ground]));
    let changed = afresh;
    this.grounds.forEach((old, cell) => {
      const ground = fresh.get(cell) ?? null;
      if (!afresh && same(old, ground)) return;
      changed = true;
      this.grounds[cell] = ground;
      if (this.thumb) return;
      this.cells[cell]?.setAttribute("class", this.groundClass(cell));
      this.setMark(cell, ground?.mark ?? null);
    });
    if (this.thumb && (changed || !this.ground.firstChild)) this.mergeGrounds();
  }

  private groundClass(cell: number): string {
    const ground = this.grounds[cell];
    const base = ground?.base ?? null;
    return `cell ${ground?.tint ?? "plain"} ${base === null ? "" : this.manner.colours[base] ?? ""}`.trimEnd();
  }

  private setMark(cell: number, mark: string | null): void {
    this.marks[cell]?.remove();
    const { x, y } = this.place(cell);
    const node = mark === null ? null : make("text", { class: "mark", x, y }, [mark]);
    if (node) this.layers.last.before(node);
    this.marks[cell] = node;
  }

  /** In small pictures all cells of a kind are one node. */
  private mergeGrounds(): void {
    const paths = new Map<string, string>();
    this.board.cells.forEach((_, cell) => {
      const kind = this.groundClass(cell);
      paths.set(kind, (paths.get(kind) ?? "") + this.outline(cell));
    });
    this.ground.replaceChildren(...[...paths].map(([kind, d]) => make("path", { class: kind, d })));
  }

  private makeCells(): void {
    this.board.cells.forEach((cell, index) => {
      this.cells[index] = make("path", { class: "cell plain", d: this.outline(index), "data-cell": index });
      // Cells without a name are only part of the picture.
      if (cell.name === "") this.cells[index].setAttribute("aria-hidden", "true");
      else this.cells[index].setAttribute("role", "gridcell");
    });
    const { rows } = this.layout;
    for (const [number, row] of rows.entries()) {
      const cells = row.map((cell) => this.cells[cell]).filter((cell) => cell !== undefined);
      const named = row.some((cell) => this.board.cells[cell]?.name);
      const attributes: Attributes = named ? { role: "row", "aria-label": `row ${number + 1} of ${rows.length}` } : { "aria-hidden": "true" };
      this.svg.append(make("g", attributes, cells));
    }
  }

  private makeWords(): void {
    const { labels, labelSize } = this.layout;
    const words = labels.map(({ x, y, text }) => make("text", { class: "label", x, y }, [text]));
    this.svg.append(make("g", { "aria-hidden": "true", "font-size": labelSize }, words));
    if (labels.length > 0) return;
    // Without labels beside the board the cells themselves tell their names.
    const names = make("g", { class: "names", "aria-hidden": "true" });
    this.board.cells.forEach((cell, index) => {
      if (cell.name === "") return;
      const { x, y } = this.place(index);
      const corner = cell.shape === "square" ? { class: "name corner", x: x - UNIT * 0.46, y: y - UNIT * 0.4 } : { class: "name", x, y: y + UNIT * 0.34 };
      names.append((this.names[index] = make("text", corner, [cell.name])));
    });
    this.layers.last.before(names);
  }

  /** What is behind square cells: a rim around the board. */
  private frame(): SVGGElement {
    const { field } = this.layout;
    const rim = UNIT * 0.08;
    const square = this.board.cells.every((cell) => cell.shape === "square") && this.layout.angle % 90 === 0;
    const rect = { class: "frame", x: field.left - rim, y: field.top - rim, width: field.right - field.left + 2 * rim, height: field.bottom - field.top + 2 * rim, rx: rim };
    return make("g", { "aria-hidden": "true" }, square ? [make("rect", rect)] : []);
  }

  private showLinks(links: Link[]): void {
    const many = links.length > MANY_LINKS || this.thumb;
    this.layers.links.classList.toggle("many", many);
    const keys = new Set<string>();
    for (const link of links) {
      const key = JSON.stringify(link);
      keys.add(key);
      if (this.links.has(key)) continue;
      const node = make("path", { class: "link", d: this.curve(link), "data-from": link.from[0], "data-to": link.to[0] });
      this.links.set(key, node);
      this.layers.links.append(node);
    }
    for (const [key, node] of this.links) {
      if (keys.has(key)) continue;
      node.remove();
      this.links.delete(key);
    }
  }

  /** Shows the links of a cell clearly, where there are too many to show all. */
  lookAt(cell: number | null): void {
    for (const node of this.links.values()) {
      node.classList.toggle("on", cell !== null && (node.dataset.from === String(cell) || node.dataset.to === String(cell)));
    }
  }

  /** A curve that leaves and enters cells by the sides that are linked. */
  private curve(link: Link): string {
    const end = ([cell, degrees]: [number, number], reach: number): string => {
      const [place, step] = [this.place(cell), turned({ x: 0, y: -reach * UNIT }, degrees + this.layout.angle)];
      return `${place.x + step.x} ${place.y + step.y}`;
    };
    return `M${end(link.from, 0.44)}C${end(link.from, 1.6)} ${end(link.to, 1.6)} ${end(link.to, 0.44)}`;
  }
}

function same(a: Piece | Ground | null, b: Piece | Ground | null): boolean {
  return a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));
}
