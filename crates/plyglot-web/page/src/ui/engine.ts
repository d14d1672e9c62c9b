// The head of the analysis panel: on and off, how many lines, who thinks, threats, and which moves.

import type { GameInfo } from "../api/types";
import { MOST_AGENTS, type Study } from "../store/study";
import { agentOf, agentPicker, type AgentValue } from "./agent";
import { h, type VNode } from "./dom";
import { readSpec } from "./spec";

export type EngineProps = { study: Study; open: boolean; toggle(): void };

/** How the picker shows a specification. */
export function agentValue(spec: string, info: GameInfo): AgentValue {
  const read = readSpec(spec);
  const limits = { millis: null, nodes: null };
  if (read && info.agents.some(({ name }) => name === read.name)) return { by: "named", ...read, limits };
  if (read && info.searches.some(({ name }) => name === read.name)) return { by: "search", ...read, limits };
  return { by: "text", spec, limits };
}

export function engineHead({ study, open, toggle }: EngineProps): VNode {
  const { setting, info } = study;
  const { on, lines, threat } = setting;
  return h("div.engine-head", [
    h("div.row", [
      h("button.switch", { attrs: { type: "button", role: "switch", "aria-checked": on ? "true" : "false" }, on: { click: () => study.change({ on: !on }) } }, [h("span.knob"), "Analysis"]),
      h("label.row.small.inline", ["Lines", h("select", { attrs: { disabled: !on }, on: { change: (event: Event) => study.change({ lines: Number((event.target as HTMLSelectElement).value) }) } },
        [1, 2, 3, 4, 5].map((count) => h("option", { attrs: { value: count }, props: { selected: count === lines } }, String(count))))]),
      h("button.plain.small", { attrs: { type: "button", "aria-pressed": threat ? "true" : "false", disabled: !on, title: "What would happen if the player to move passed" }, on: { click: () => study.change({ threat: !threat }) } }, "Threats"),
      h("button.plain.small", { attrs: { type: "button", "aria-expanded": open ? "true" : "false", disabled: !on }, on: { click: toggle } }, "Agents"),
    ]),
    on && open && info ? agents(study, info) : null,
  ]);
}

function agents(study: Study, info: GameInfo): VNode {
  const all = study.setting.agents;
  const put = (at: number, value: AgentValue): void => study.change({ agents: all.map((old, place) => (place === at ? agentOf(value, info).spec : old)) });
  const fresh = info.agents.find(({ name }) => !all.includes(name))?.name ?? info.agents[0]?.name;
  return h("div.engine-agents.stack", [
    ...all.map((spec, at) => h("div.picker", { key: at }, [
      agentPicker({ id: `thinker${at}`, game: info, value: agentValue(spec, info), strength: false, change: (value) => put(at, value) }),
    ])),
    all.length < MOST_AGENTS && fresh !== undefined
      ? h("button", { attrs: { type: "button" }, on: { click: () => study.change({ agents: [...all, fresh] }) } }, "Add an agent beside it")
      : null,
    restriction(study),
  ]);
}

/** Which moves are thought about. */
function restriction(study: Study): VNode {
  const legal = study.view()?.moves ?? [];
  const { only } = study;
  return h("div.field", [
    h("label", { attrs: { for: "only-move" } }, "Think only about these moves"),
    h("input", {
      attrs: { id: "only-move", list: "only-moves", placeholder: only.length === 0 ? "all moves" : "one more", autocomplete: "off" },
      on: {
        change: (event: Event) => {
          const field = event.target as HTMLInputElement;
          const move = field.value.trim();
          if (!legal.some((ply) => ply.move === move)) return;
          field.value = "";
          if (!only.includes(move)) study.restrict([...only, move]);
        },
      },
    }),
    h("datalist", { attrs: { id: "only-moves" } }, legal.slice(0, 300).map(({ move }) => h("option", { attrs: { value: move } }))),
    only.length === 0 ? null : h("div.row", [
      ...only.map((move) => h("button.small", { key: move, attrs: { type: "button", "aria-label": `Take ${move} away` }, on: { click: () => study.restrict(only.filter((other) => other !== move)) } }, `${move} ×`)),
      h("button.plain.small", { attrs: { type: "button" }, on: { click: () => study.restrict([]) } }, "All moves"),
    ]),
  ]);
}
