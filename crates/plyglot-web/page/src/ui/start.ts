// Where an analysis begins: a game with its options, a text, or what was looked at last.

import type { GameInfo, Problem, ReadGame, View } from "../api/types";
import { h, type VNode } from "./dom";
import { importer } from "./files";
import { fields, plain } from "./form";
import type { Values } from "./spec";
import { thumb } from "./thumb";

export type StartProps = {
  games: readonly GameInfo[] | null;
  game: GameInfo | null;
  values: Values;
  preview: View | null;
  problem: Problem | null;
  notice: string | null;
  last: string | null; // the address of the last analysis
  text: string;
  reading: boolean;
  readError: string | null;
  found: readonly ReadGame[] | null;
  choose(name: string): void;
  change(values: Values): void;
  begin(): void;
  type(text: string): void;
  read(text: string): void;
  refuse(why: string): void;
  open(game: ReadGame): void;
};

export function start(props: StartProps): VNode {
  const { games, game, notice, last, problem } = props;
  return h("div.begin", [
    h("h1", { attrs: { tabindex: -1 } }, "Analyse"),
    notice === null ? null : h("p.notice.bad", { attrs: { role: "alert" } }, notice),
    last === null ? null : h("p", [h("a.button", { attrs: { href: last } }, "Continue the last analysis")]),
    games === null ? h("p.quiet", problem?.message ?? "Loading the games…") : h("div.start-games", { attrs: { role: "radiogroup", "aria-label": "Game" } }, games.map((one) =>
      h("label.start-game", { key: one.name, class: { chosen: one === game } }, [
        h("input.unseen", { attrs: { type: "radio", name: "game", value: one.name }, props: { checked: one === game }, on: { change: () => props.choose(one.name) } }),
        thumb(one.sample, ""),
        h("b", plain(one.name)),
        h("span.quiet.small", `${one.players} players`),
      ]))),
    game === null ? null : chosen(props, game),
  ]);
}

function chosen(props: StartProps, game: GameInfo): VNode {
  const { values, preview, problem, change, begin } = props;
  return h("div.start-chosen", { key: game.name }, [
    h("section.card.stack", { attrs: { "aria-label": "From the start of the game" } }, [
      h("h2", `${plain(game.name)}: ${game.about}`),
      h("div.start-begin", [
        h("div", [preview === null ? null : thumb(preview, `${game.name}, first position`)]),
        h("button.main.big", { attrs: { type: "button", disabled: preview === null }, on: { click: begin } }, "From the start"),
      ]),
      problem === null ? null : h("p.error.small", { attrs: { role: "status" } }, problem.message),
      game.options.length === 0 ? null : h("details", [h("summary", "Options of the game"), fields(game.options, { id: "start", values, change, problem })]),
    ]),
    h("section.card.stack", { attrs: { "aria-label": "From a text" } }, [
      h("h2", "From a text or a file"),
      importer({ id: "start-import", text: props.text, busy: props.reading, error: props.readError, found: props.found, change: props.type, read: props.read, refuse: props.refuse, open: props.open }),
    ]),
  ]);
}
