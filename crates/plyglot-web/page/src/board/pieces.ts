// Pieces as nodes: a disc with a ring; letters, patterns and crowns, so that colour alone tells nothing.
import type { Look, Piece } from "../api/types";
import { type Point, UNIT } from "./geometry";
import { type Attributes, make } from "./svg";

/** How pieces of a board are told apart. */
export type Manner = {
  /** Class names of the seats' colours. */
  colours: string[];
  letters: boolean;
  /** The prefix of the patterns' ids; null for none. */
  patterns: string | null;
  /** Only discs, for small pictures. */
  bare: boolean;
};

/** Letters where more than two play, or where one seat has several kinds that no crown tells apart. */
export function needsLetters(look: Look, seats: number): boolean {
  if (seats > 2) return true;
  const kinds = new Map<number | null, string>();
  return look.pieces.some((piece) => {
    if (piece.crown) return false;
    const kind = kinds.get(piece.owner) ?? piece.kind;
    kinds.set(piece.owner, kind);
    return kind !== piece.kind;
  });
}

/** A piece at a place. Its nodes stand there without a transform, which browsers pay dearly for on large boards. */
export function pieceNode(piece: Piece, { x, y }: Point, manner: Manner): SVGGElement {
  const colour = piece.owner === null ? "nobody" : manner.colours[piece.owner] ?? "nobody";
  const node = make("g", { class: `piece ${colour}` });
  const circle = (name: string, radius: number, more: Attributes = {}): SVGCircleElement => make("circle", { class: name, cx: x, cy: y, r: UNIT * radius, ...more });
  if (!manner.bare) node.append(circle("shadow", 0.4, { cy: y + UNIT * 0.035 }));
  node.append(circle("disc", 0.375));
  if (manner.patterns && piece.owner !== null && piece.owner > 0) node.append(circle("pattern", 0.35, { fill: `url(#${manner.patterns}${piece.owner % 8})` }));
  else if (!manner.bare) node.append(circle("groove", 0.285));
  if (piece.crown) node.append(make("path", { class: "crown", d: crown(x, y) }));
  else if ((manner.letters || piece.owner === null) && !manner.bare) node.append(make("text", { class: "letter", x, y }, [piece.label]));
  return node;
}

/** Five points and a band below. */
function crown(x: number, y: number): string {
  const points = [[-0.22, 0.17], [-0.25, -0.1], [-0.125, 0.02], [0, -0.19], [0.125, 0.02], [0.25, -0.1], [0.22, 0.17]] as const;
  return `M${points.map(([dx, dy]) => `${x + dx * UNIT} ${y + dy * UNIT}`).join("L")}Z`;
}

/** One pattern a seat: stripes, dots, lines and so on; the first seat is solid. */
const PATTERNS = [
  "", "M-1 7L7 -1M-4 4L4 -4M2 10L10 2", "M3 3h.01", "M0 3h6",
  "M-1 -1L7 7M-4 2L4 10M2 -4L10 4", "M0 3h6M3 0v6", "M3 0v6", "M0 4.5L3 1.5L6 4.5",
];

export function patternNodes(prefix: string): SVGPatternElement[] {
  return PATTERNS.map((d, seat) => {
    const stroke = make("path", { class: seat === 2 ? "weave dots" : "weave", d });
    return make("pattern", { id: `${prefix}${seat}`, width: 6, height: 6, patternUnits: "userSpaceOnUse" }, [stroke]);
  });
}
