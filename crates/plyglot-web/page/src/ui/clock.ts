/** Clocks: the server's count at the moment it was told, running on here between two messages. */
import type { TableView } from "../api/types";
import { say } from "./says";

/** Milliseconds that a seat has left, so long after the table was heard of. */
export function left(table: TableView, seat: number, since: number): number | null {
  const told = table.clock?.left[seat];
  if (told === undefined) return null;
  return Math.max(0, table.clock?.running === seat ? told - since : told);
}

export function clockText(millis: number): string {
  const tenths = Math.floor(millis / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (value: number): string => String(value).padStart(2, "0");
  if (seconds < 10) return `0:0${seconds}.${tenths % 10}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

const spoken = [60, 30, 10];

/** Speaks the time when it passes 60, 30 and 10 seconds. */
export class ClockVoice {
  private last: number | null = null;

  hear(millis: number | null): void {
    const before = this.last;
    this.last = millis;
    if (millis === null || before === null || before <= millis) return;
    const mark = spoken.find((seconds) => before > seconds * 1000 && millis <= seconds * 1000);
    if (mark !== undefined) say(`${mark} seconds left.`);
  }
}
