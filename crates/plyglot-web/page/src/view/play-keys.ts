/** Keys of a table outside of the board's own. */
import { isOn } from "../store/prefs";
import { clockText, left } from "../ui/clock";
import { showHelp } from "../ui/help";
import { say } from "../ui/says";
import { seatName } from "../ui/seat";
import type { PlayState } from "./play-page";

/** Whether the focus is on something that has its own use for keys. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox]), textarea, select, dialog")) return true;
  return /^(Arrow|Home|End)/.test(key) && target.closest("[role=grid], [role=slider], summary") !== null;
}

export function playKeys(event: KeyboardEvent, state: PlayState): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target, event.key)) return;
  const { table } = state;
  const last = table.now?.view.plies.length ?? 0;
  const does: Record<string, () => void> = {
    ArrowLeft: () => state.jump(table.ply - 1), ArrowRight: () => state.jump(table.ply + 1),
    Home: () => state.jump(0), End: () => state.jump(last),
    Escape: () => state.cancel(),
    "?": showHelp,
  };
  const letters: Record<string, () => void> = {
    ",": () => state.jump(table.ply - 1), ".": () => state.jump(table.ply + 1),
    l: () => say(table.shown?.says ?? ""), c: () => say(counts(state)),
    r: () => state.flip((state.bottom + 1) % (table.now?.seats.length ?? 1)),
    "/": () => document.getElementById("typed")?.focus(),
  };
  const action = does[event.key] ?? (isOn("letters") ? letters[event.key] : undefined);
  if (!action) return;
  event.preventDefault();
  action();
}

function counts({ table }: PlayState): string {
  const now = table.now;
  if (!now) return "";
  const since = performance.now() - table.heard;
  const seats = now.seats.map((_, seat) => {
    const time = left(now, seat, since);
    const told = now.view.look.counters.filter((counter) => counter.owner === seat).map((counter) => `${counter.name} ${counter.value}`);
    if (time !== null) told.push(`time ${clockText(time)}`);
    return told.length > 0 ? `${seatName(now.view, seat)}: ${told.join(", ")}.` : "";
  });
  const shared = now.view.look.counters.filter((counter) => counter.owner === null).map((counter) => `${counter.name} ${counter.value}.`);
  return [...seats, ...shared].filter(Boolean).join(" ") || "There are no counters or clocks.";
}
