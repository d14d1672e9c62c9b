// Signs and words of judgements. The sign is always there: colours alone do not tell them apart.

import type { Judgement } from "../api/types";

export const SIGN: Record<Judgement, string> = {
  best: "", good: "", forced: "", inaccuracy: "?!", mistake: "?", blunder: "??",
};
export const WORD: Record<Judgement, string> = {
  best: "best move", good: "good move", forced: "only move", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder",
};

export function isMark(judgement: Judgement | undefined): judgement is "inaccuracy" | "mistake" | "blunder" {
  return judgement === "inaccuracy" || judgement === "mistake" || judgement === "blunder";
}
