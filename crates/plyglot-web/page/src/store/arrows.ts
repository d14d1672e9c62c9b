// Arrows and discs of the best lines: how wide, and which are worth showing.

import type { AnalysisView, Ply } from "../api/types";
import type { Arrow } from "../board/marks";
import { percent } from "./shares";

const WIDEST = 12;
const THINNEST = 3;
/** Lines that lose more than this many points of a fair share are not drawn. */
const WORST_LOSS = 0.2;

export function arrows(views: readonly (AnalysisView | null)[], plies: readonly Ply[], sides: number, threat: boolean): Arrow[] {
  const worst = WORST_LOSS / Math.max(1, sides);
  return views.flatMap((view, colour) => {
    const answer = view?.answer;
    if (!answer) return [];
    const best = answer.lines[0]?.expected[answer.seat] ?? null;
    return answer.lines.flatMap((line, place): Arrow[] => {
      const ply = plies.find(({ move }) => move === line.move);
      const own = line.expected[answer.seat] ?? null;
      const loss = best === null || own === null ? null : best - own;
      if (!ply || (loss !== null && loss > worst)) return [];
      const width = loss === null ? {} : { width: Math.max(THINNEST, WIDEST - ((WIDEST - THINNEST) * Math.max(0, loss)) / worst) };
      return [{ clicks: ply.clicks, rank: place + 1, label: percent(own), kind: threat ? "threat" : "line", colour, ...width }];
    });
  });
}
