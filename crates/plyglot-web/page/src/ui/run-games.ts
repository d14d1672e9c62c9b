/** The finished games of a run, a page at a time; each can be replayed. */
import type { RunGame, RunGames } from "../api/types";
import { h } from "./dom";
import type { VNode } from "./dom";

export const PAGE = 25;

export type GamesSetting = {
  games: RunGames | null; offset: number; ending: string; problem: string;
  turn: (offset: number) => void; filter: (ending: string) => void; replay: (game: RunGame) => void;
};

const endings: [string, string][] = [["", "all games"], ["rules", "ended by the rules"], ["forfeit", "lost by a fault"], ["adjudicated", "cut short"]];

export function runGames(set: GamesSetting): VNode {
  const { games, offset } = set;
  const all = games?.all ?? 0;
  return h("div.stack.run-games", [
    h("div.row", [
      h("label.row", ["Show ", h("select", { on: { change: (event: Event) => set.filter((event.target as HTMLSelectElement).value) } }, endings.map(([word, text]) => h("option", { key: word, attrs: { value: word }, props: { selected: word === set.ending } }, text)))]),
      h("span.quiet", games === null ? "Loading…" : all === 0 ? "No game is finished yet." : `${offset + 1} to ${Math.min(all, offset + PAGE)} of ${all}, the newest first`),
    ]),
    set.problem ? h("p.notice.bad", { attrs: { role: "alert" } }, set.problem) : null,
    h("ul.bare.finished", (games?.games ?? []).map((game) => row(game, set))),
    all > PAGE ? h("div.row", [
      h("button", { attrs: { type: "button", disabled: offset === 0 }, on: { click: () => set.turn(Math.max(0, offset - PAGE)) } }, "Newer"),
      h("button", { attrs: { type: "button", disabled: offset + PAGE >= all }, on: { click: () => set.turn(offset + PAGE) } }, "Older"),
    ]) : null,
  ]);
}

function row(game: RunGame, set: GamesSetting): VNode {
  const who = game.names.map((name, seat) => `${game.ranks[seat] ?? "?"}. ${name}`);
  return h("li", { key: game.id }, [
    h("button.plain.finished-game", { attrs: { type: "button" }, on: { click: () => set.replay(game) } }, [
      h("span.small.quiet", [h("span.unseen", "Replay "), `#${game.id}`]),
      h("span.names", who.map((text, seat) => h("span", { key: seat, class: { winner: game.ranks[seat] === 1 } }, text))),
      h("span", game.result),
      h("span.small.quiet", `${game.plies} plies, ${game.opening}`),
    ]),
  ]);
}
