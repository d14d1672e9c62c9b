// What the opening book of a game says of positions, asked once for each and kept.

import { book, type Place } from "../api/http";
import type { BookMove } from "../api/types";

/** Positions that are kept; the oldest make room. */
const MOST = 300;

export class OpeningBook {
  private readonly known = new Map<string, readonly BookMove[]>();
  /** Games without a book are not asked again. */
  private readonly none = new Set<string>();

  constructor(private readonly changed: () => void, private readonly ask: typeof book = book) {}

  /** The moves that the book knows; none until they have arrived. */
  moves(place: Place): readonly BookMove[] {
    if (this.none.has(place.game)) return [];
    const key = JSON.stringify(place);
    const found = this.known.get(key);
    if (found) return found;
    this.keep(key, []);
    this.ask(place).then((told) => {
      if (told.book === null) this.none.add(place.game);
      if (told.moves.length === 0) return;
      this.keep(key, told.moves);
      this.changed();
    }, () => this.known.delete(key)); // what fails is asked again
    return [];
  }

  private keep(key: string, moves: readonly BookMove[]): void {
    this.known.set(key, moves);
    const oldest = this.known.keys().next();
    if (this.known.size > MOST && !oldest.done) this.known.delete(oldest.value);
  }
}
