/** Which key takes which step. */
import type { Step } from "../store/tree";
import { showHelp } from "../ui/help";

const KEYS: Record<string, Step> = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last", ",": "back", ".": "forward" };
const SHIFT_KEYS: Record<string, Step> = { ArrowLeft: "fork-back", ArrowRight: "fork-forward" };
/** Inside the board the arrows walk over cells. */
const BOARD_KEYS: Record<string, Step> = { ",": "back", ".": "forward" };

export function stepOf(event: KeyboardEvent, inBoard: boolean): Step | undefined {
  return inBoard ? BOARD_KEYS[event.key] : event.shiftKey ? SHIFT_KEYS[event.key] : KEYS[event.key];
}

export function studyHelp(): void {
  showHelp(["In the analysis", [
    ["Arrow up, arrow down", "between the branches of a fork"],
    ["Shift and arrow keys", "to the fork before, to the next fork"],
    ["a", "analysis on or off"],
    ["t", "threats on or off"],
    ["+", "think deeper"],
  ]]);
}
