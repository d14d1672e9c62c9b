// Cells by their places, for brushes and their images.

import type { Board } from "../api/types";

export class Grid {
  private readonly at = new Map<string, number>();

  constructor(readonly board: Board) {
    board.cells.forEach((cell, index) => this.at.set(`${cell.x},${cell.y}`, index));
  }

  cell(x: number, y: number): number | null {
    return this.at.get(`${x},${y}`) ?? null;
  }

  /** The cells under a brush that reaches so far to each side. */
  around(cell: number, reach: number): number[] {
    const place = this.board.cells[cell];
    if (!place) return [];
    const cells: number[] = [];
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        const found = this.cell(place.x + dx, place.y + dy);
        if (found !== null) cells.push(found);
      }
    }
    return cells;
  }

  /** From one cell to another, for hands that are faster than the browser tells. */
  between(from: number, to: number): number[] {
    const [a, b] = [this.board.cells[from], this.board.cells[to]];
    if (!a || !b) return [to];
    const steps = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y), 1);
    const cells: number[] = [];
    for (let step = 1; step <= steps; step += 1) {
      const found = this.cell(Math.round(a.x + ((b.x - a.x) * step) / steps), Math.round(a.y + ((b.y - a.y) * step) / steps));
      if (found !== null) cells.push(found);
    }
    return cells;
  }

  /** Where cells are mirrored to. */
  images(cells: number[], matrices: number[][]): number[] {
    const found = new Set<number>();
    for (const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] of matrices) {
      for (const cell of cells) {
        const place = this.board.cells[cell];
        const image = place ? this.cell(a * place.x + b * place.y + c, d * place.x + e * place.y + f) : null;
        if (image !== null) found.add(image);
      }
    }
    return [...found];
  }
}
