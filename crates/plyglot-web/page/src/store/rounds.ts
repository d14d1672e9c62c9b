// The rows of the move list: a row is a round with a cell for every seat, as the plies were played.

import { node, ROOT, type NodeId, type Tree } from "./tree";

/** Who played a node's move, and whether it went on with the same turn. */
export type Played = { seat: number | null; again: boolean };
export type Row = { round: number; cells: NodeId[][]; branches: NodeId[] };
export type Mover = (id: NodeId) => Played;

/**
 * Rows of the main line from the root. A round ends when a seat comes that is not behind the last one, or
 * where branches stand, which belong below the cell that they replace.
 */
export function rows(tree: Tree, seats: number, mover: Mover): Row[] {
  const found: Row[] = [];
  let row: Row | null = null;
  let round = 0;
  let last = seats;
  let beside: NodeId[] = node(tree, ROOT).children;
  for (let id = beside[0]; id !== undefined; id = beside[0]) {
    const { seat: told, again } = mover(id);
    const seat = told ?? (row === null ? 0 : again ? last : (last + 1) % seats);
    const fresh: boolean = !(again && seat === last) && seat <= last;
    if (fresh) round += 1;
    if (row === null || fresh || row.branches.length > 0) {
      row = { round, cells: Array.from({ length: seats }, () => []), branches: [] };
      found.push(row);
    }
    row.cells[seat]?.push(id);
    row.branches.push(...beside.slice(1));
    last = seat;
    beside = node(tree, id).children;
  }
  return found;
}
