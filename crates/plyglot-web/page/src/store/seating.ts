/** Who sits where at a table that is about to be made. */
import type { ClockRules, GameInfo, Seat } from "../api/types";
import { agentOf, firstAgent } from "../ui/agent";
import type { AgentValue } from "../ui/agent";

export type SeatChoice = { who: "person" | "agent"; name: string; agent: AgentValue };
export type Company = "agents" | "people" | "watch";

/** The name that was used last in this browser. */
export const ownName = (): string => localStorage.getItem("name") ?? "You";

export function keepName(name: string): void {
  localStorage.setItem("name", name);
}

/** The usual seating: one person against agents, only people, or only agents. */
export function seating(company: Company, count: number, game: GameInfo): SeatChoice[] {
  return Array.from({ length: count }, (_, seat) => ({
    who: company === "people" || (company === "agents" && seat === 0) ? "person" : "agent",
    name: seat === 0 ? ownName() : `Player ${seat + 1}`,
    agent: firstAgent(game),
  }));
}

/** As many seats as the game has: known choices stay, new ones are like the usual. */
export function fit(seats: SeatChoice[], count: number, company: Company, game: GameInfo): SeatChoice[] {
  return seating(company, count, game).map((usual, at) => seats[at] ?? usual);
}

export function seatsOf(seats: SeatChoice[], game: GameInfo): Seat[] {
  return seats.map((seat, at) => (seat.who === "person" ? { who: "person", name: seat.name.trim() || `Player ${at + 1}` } : { who: "agent", ...agentOf(seat.agent, game) }));
}

/** Seats in random order. */
export function shuffled<T>(list: readonly T[]): T[] {
  const rest = [...list];
  const random = crypto.getRandomValues(new Uint32Array(rest.length));
  for (let at = rest.length - 1; at > 0; at -= 1) {
    const other = (random[at] ?? 0) % (at + 1);
    [rest[at], rest[other]] = [rest[other] as T, rest[at] as T];
  }
  return rest;
}

export type ClockChoice = { kind: string; minutes: number; seconds: number };

/** Usual clocks: minutes for the game and seconds added with every move. */
export const clocks: [string, string][] = [
  ["none", "No clock"], ["1+0", "1 minute"], ["3+2", "3 minutes + 2 seconds a move"], ["5+3", "5 minutes + 3 seconds a move"],
  ["10+5", "10 minutes + 5 seconds a move"], ["30+0", "30 minutes"], ["own", "Other"],
];

export function clockOf(choice: ClockChoice): ClockRules | null {
  if (choice.kind === "none") return null;
  const [minutes = 0, seconds = 0] = choice.kind === "own" ? [choice.minutes, choice.seconds] : choice.kind.split("+").map(Number);
  return { base: Math.round(minutes * 60_000), increment: Math.round(seconds * 1000) };
}
