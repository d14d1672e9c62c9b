// Cells in words, for those who hear the board.
import type { Board, Ground, Piece } from "../api/types";
import type { Drawing } from "./draw";
import type { Entry } from "./entry";

/** A seat's word; numbers and single signs need a noun. */
export function seatName(owner: number, players: string[]): string {
  const word = players[owner] ?? String(owner + 1);
  return word.length === 1 || /^\d+$/.test(word) ? `player ${word}` : word;
}

/** The name of a cell and what is on it, as `d3, empty`. */
export function describe(board: Board, cell: number, piece: Piece | null, ground: Ground | null, players: string[]): string {
  const parts = [board.cells[cell]?.name ?? ""];
  if (piece) parts.push(piece.owner === null ? piece.kind : `${seatName(piece.owner, players)} ${piece.kind}`);
  const mark = ground?.mark ?? null;
  if (mark !== null && !piece) parts.push(board.legend.find((entry) => entry.mark === mark)?.means ?? mark);
  if (ground?.tint === "blocked") parts.push("blocked");
  else if (!piece && mark === null) parts.push("empty");
  if (ground?.base !== null && ground?.base !== undefined) parts.push(`base of ${seatName(ground.base, players)}`);
  return parts.join(", ");
}

export function nameOf(drawing: Drawing, cell: number, players: string[]): string {
  return describe(drawing.board, cell, drawing.pieces[cell] ?? null, drawing.grounds[cell] ?? null, players);
}

/** Names every cell with what it means to the half-entered move; only what differs is touched. */
export function relabel(drawing: Drawing, entry: Entry, players: string[]): void {
  const [entered, next] = [new Set(entry.node.cells), new Set([...entry.node.nextCells, ...entry.ends])];
  drawing.cells.forEach((cell, index) => {
    if (!drawing.board.cells[index]?.name) return;
    let label = nameOf(drawing, index, players);
    if (entered.has(index)) label += ", chosen";
    else if (next.has(index)) label += !entry.isEmpty ? ", possible next" : drawing.pieces[index] ? ", can move" : ", can be played";
    if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    if (entered.has(index)) cell.setAttribute("aria-selected", "true");
    else if (cell.hasAttribute("aria-selected")) cell.removeAttribute("aria-selected");
    cell.classList.toggle("next", next.has(index));
    cell.classList.toggle("grab", entry.leads(index) && drawing.pieces[index] !== null);
  });
}

/** What can be played from a cell, or after what is entered. */
export function onwards(drawing: Drawing, entry: Entry, cell: number): string {
  const node = entry.isEmpty ? entry.starts(cell) : entry.node;
  if (node?.isLeaf) return "Can be played here.";
  const names = node ? [...node.nextCells.map((next) => drawing.board.cells[next]?.name ?? ""), ...node.choices] : [];
  return names.length > 0 ? `From here: ${names.join(", ")}.` : "Nothing can be played from here.";
}
