/** Names of seats for people. */
import type { GameInfo, TableView } from "../api/types";

type Seat = TableView["seats"][number];
const longest = 32;

/** A person's name; of an agent its level, or its specification cut short. */
export function seatTitle(seat: Seat, info: GameInfo | null): string {
  if (seat.who === "person" || seat.spec === null) return seat.name;
  const { spec, limits } = seat;
  const level = info?.levels.find((one) => one.spec === spec && one.limits.nodes === (limits?.nodes ?? null) && one.limits.millis === (limits?.millis ?? null));
  if (level) return `Level ${level.level}`;
  return spec.length > longest ? `${spec.slice(0, longest - 1)}…` : spec;
}
