// How a seat is named and coloured wherever it appears beside the board.

import type { View } from "../api/types";
import { letter } from "../store/shares";
import { h, type VNode } from "./dom";

export type Seats = Pick<View, "players" | "colours" | "sides">;

/** "A red": the letter that marks it everywhere, and the game's own word. */
export function seatName(seats: Seats, seat: number): string {
  return `${letter(seat)} ${seats.players[seat] ?? ""}`.trim();
}

/** Classes of a seat's colour and pattern. */
export function seatClass(seats: Seats, seat: number): string {
  return `.${seats.colours[seat] ?? "c-black"}.pattern-${seat}`;
}

export function seatChip(seats: Seats, seat: number): VNode {
  return h(`span.seat-chip${seatClass(seats, seat)}`, { attrs: { title: seatName(seats, seat) } }, letter(seat));
}
