// The moves that the opening book knows in a position, with what it knows of them.

import type { BookMove } from "../api/types";
import { percent } from "../store/shares";
import { h, type VNode } from "./dom";

export type BookProps = {
  moves: readonly BookMove[];
  /** What a click on a move does; null where nothing can be played. */
  play: ((move: string) => void) | null;
};

/** The book as a table; nothing where it knows nothing. */
export function bookMoves({ moves, play }: BookProps): VNode | null {
  if (moves.length === 0) return null;
  const head = (text: string): VNode => h("th", { attrs: { scope: "col" } }, text);
  return h("table.book-moves.numbers", { key: "book", attrs: { "aria-label": "Opening book" } }, [
    h("thead", [h("tr", [head("Book"), head("Score"), head("Depth"), head("Positions")])]),
    h("tbody", moves.map((own) => h("tr", { key: own.move }, [
      h("th", { attrs: { scope: "row" } }, [
        play === null ? own.move : h("button.plain", { attrs: { type: "button", "aria-label": `Play ${own.move} from the book` }, on: { click: () => play(own.move) } }, own.move),
      ]),
      h("td", `${percent(own.expected)} %`),
      h("td", String(own.depth)),
      h("td", own.positions === 0 ? "end" : own.positions.toLocaleString("en")),
    ]))),
  ]);
}

/** The same behind a fold, which stays as it is from move to move: who plays need not see it. */
export function foldedBook(props: BookProps & { open: boolean; fold(open: boolean): void }): VNode | null {
  const table = bookMoves(props);
  if (table === null) return null;
  const toggle = (event: Event): void => {
    if (event.target instanceof HTMLDetailsElement) props.fold(event.target.open);
  };
  return h("details.play-book", { key: "book", props: { open: props.open }, on: { toggle } }, [h("summary", "Opening book"), table]);
}
