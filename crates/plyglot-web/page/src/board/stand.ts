// A piece that stands where it is not yet: under the hand, half on its way, or sent and not answered.
import type { Drawing } from "./draw";
import type { Point } from "./geometry";
import { standIn } from "./marks";

export class Stand {
  private node: SVGGElement | null = null;
  private origin: SVGGElement | null = null;
  /** Where it stands. */
  cell: number | null = null;

  constructor(private readonly drawing: Drawing) {}

  /** Shows the piece of a path at its end. */
  show(cells: number[], mover: number | null, kind: "ghost" | "carried" | "pending"): void {
    this.clear();
    const stand = standIn(cells, this.drawing.pieces, mover);
    if (!stand || mover === null || (stand.from === stand.to && kind !== "carried")) return;
    const piece = stand.from === null ? null : this.drawing.pieces[stand.from];
    if (stand.from !== null) this.origin = this.drawing.nodeOf(stand.from);
    this.origin?.classList.add("away");
    this.node = this.drawing.loose(piece ?? { cell: stand.to, owner: mover, kind: "", label: "" }, stand.to);
    this.node.classList.add(kind);
    this.drawing.layers[kind === "carried" ? "carry" : "hand"].append(this.node);
    this.cell = stand.to;
  }

  /** Moves it with the hand. */
  move(place: Point): void {
    if (!this.node || this.cell === null) return;
    const base = this.drawing.place(this.cell);
    this.node.setAttribute("transform", `translate(${place.x - base.x} ${place.y - base.y})`);
  }

  clear(): void {
    this.node?.remove();
    this.origin?.classList.remove("away");
    this.node = this.origin = this.cell = null;
  }
}
