/** Games in play as small boards, one of them large if somebody watches it. */
import type { LiveGame, RunView } from "../api/types";
import { h } from "./dom";
import type { VNode } from "./dom";
import { seatChip, seatName } from "./seat";
import { thumb } from "./thumb";

export function runLive(run: RunView, watching: number | null, watch: (slot: number | null) => void): VNode | null {
  if (run.live.length === 0) return null;
  const large = run.live.find((game) => game.slot === watching);
  return h("section.live", { attrs: { "aria-labelledby": "live" } }, [
    h("h2", { attrs: { id: "live" } }, "In play"),
    large ? h("div.card.watched", [
      thumb(large.view, label(large)),
      h("div.stack", [seats(large), h("p", large.view.says), h("button", { attrs: { type: "button" }, on: { click: () => watch(null) } }, "Close")]),
    ]) : null,
    h("ul.bare.boards", run.live.map((game) =>
      h("li", { key: game.slot }, [
        h("button.plain.live-game", { attrs: { type: "button", "aria-pressed": game.slot === watching ? "true" : "false" }, on: { click: () => watch(game.slot === watching ? null : game.slot) } }, [
          h("span.unseen", "Watch "),
          thumb(game.view, ""),
          seats(game),
        ]),
      ]))),
  ]);
}

function label(game: LiveGame): string {
  const who = game.names.map((name, seat) => `${seatName(game.view, seat)} ${name}`).join(", ");
  return `${who}, ${game.plies} moves`;
}

function seats(game: LiveGame): VNode {
  return h("span.seats", game.names.map((name, seat) => h("span", { key: seat, class: { turn: game.view.turn === seat } }, [seatChip(game.view, seat), name])));
}
