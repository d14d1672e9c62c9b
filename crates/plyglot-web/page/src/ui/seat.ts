// How a seat is named and coloured wherever it appears beside the board.

import type { View } from "../api/types";
import { letters } from "../store/shares";
import { h, type VNode } from "./dom";

export type Seats = Pick<View, "players" | "colours" | "sides">;

/** The game's own word for a seat; a bare number or sign is called a player. */
export function seatName({ players }: Seats, seat: number): string {
  const word = players[seat] ?? String(seat + 1);
  return word.length === 1 ? `player ${word.toUpperCase()}` : word;
}

export function seatLetter({ players }: Seats, seat: number): string {
  return letters(players)[seat] ?? "";
}

/** The class of a seat's colour; none where the game has no such seat. */
export function colourClass(colour: string | undefined): string {
  return colour ? `.${colour}` : "";
}

/** Classes of a seat's colour, and of its pattern where there are many. */
export function seatClass({ colours }: Seats, seat: number): string {
  return `${colourClass(colours[seat])}${colours.length > 2 ? `.pattern-${seat}` : ""}`;
}

export function seatChip(seats: Seats, seat: number): VNode {
  return h(`span.seat-chip${seatClass(seats, seat)}`, { attrs: { title: seatName(seats, seat) } }, seatLetter(seats, seat));
}
