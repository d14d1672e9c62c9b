// Expected scores as shares of one bar. All scores together are half the number of sides, so a side's
// share is its score divided by that: equal sides have equal bands, whatever their number.

/** One player or team. `score` is its expected score from 0 to 1, null where nothing is known. */
export type Band = { side: number; seats: number[]; score: number | null; share: number };
export type Scores = readonly (number | null)[];

export function sidesOf(sides: readonly number[]): { side: number; seats: number[] }[] {
  const found = new Map<number, number[]>();
  sides.forEach((side, seat) => found.set(side, [...(found.get(side) ?? []), seat]));
  return [...found].map(([side, seats]) => ({ side, seats }));
}

/** A band for each side in the order of its first seat; unknown sides divide what the others leave. */
export function bands(scores: Scores, sides: readonly number[]): Band[] {
  const groups = sidesOf(sides);
  const told = groups.map(({ seats }) => {
    const known = seats.map((seat) => scores[seat] ?? null).filter((score) => score !== null);
    return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
  });
  const whole = groups.length / 2;
  const sum = told.reduce<number>((all, score) => all + (score ?? 0), 0);
  const unknown = told.filter((score) => score === null).length;
  const rest = unknown === 0 ? 0 : Math.max(0, whole - sum) / unknown;
  const total = sum + rest * unknown || 1;
  return groups.map(({ side, seats }, at) => {
    const score = told[at] ?? null;
    return { side, seats, score, share: (score ?? rest) / total };
  });
}

export function known(scores: Scores | null | undefined): scores is Scores {
  return scores?.some((score) => score !== null) ?? false;
}

export function percent(score: number | null): string {
  return score === null ? "?" : String(Math.round(100 * score));
}

/** The letter of each seat: the first of its own word where these differ, as on the pieces; else A to H. */
export function letters(players: readonly string[]): string[] {
  const first = players.map((word) => word.charAt(0).toUpperCase());
  const fit = first.every((sign) => sign !== "") && new Set(first).size === players.length;
  return fit ? first : players.map((_, seat) => String.fromCharCode(65 + seat));
}

/** What a finished game brought: the share of the other sides that each is ahead of, ties half. */
export function scoresOfRanks(ranks: readonly number[], sides: readonly number[]): number[] {
  const best = sidesOf(sides).map(({ side, seats }) => ({ side, rank: Math.min(...seats.map((seat) => ranks[seat] ?? 0)) }));
  return sides.map((side) => {
    const own = best.find((one) => one.side === side)?.rank ?? 0;
    const others = best.filter((one) => one.side !== side);
    const ahead = others.reduce((sum, { rank }) => sum + (rank > own ? 1 : rank === own ? 0.5 : 0), 0);
    return others.length === 0 ? 1 : ahead / others.length;
  });
}
