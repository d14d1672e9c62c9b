/** The picker of an agent: a level, a named player, any search with its options, or a specification as text. */
import type { Field, GameInfo, Limits, Part, Problem } from "../api/types";
import { h } from "./dom";
import type { VNode } from "./dom";
import { fields, plain } from "./form";
import { writeSpec } from "./spec";
import type { Values } from "./spec";

export type AgentValue =
  | { by: "level"; level: number }
  | { by: "named" | "search"; name: string; values: Values; limits: Limits }
  | { by: "text"; spec: string; limits: Limits };

export type AgentSetting = {
  id: string; // makes ids of inputs unique on the page
  game: GameInfo;
  value: AgentValue;
  change: (value: AgentValue) => void;
  problem?: Problem | null;
  strength?: boolean; // whether to ask for time or nodes; without it only the agent itself is chosen
};

export const usualLimits: Limits = { millis: 1000, nodes: null };

/** The agent that is offered first. */
export function firstAgent(game: GameInfo): AgentValue {
  const level = game.levels[Math.min(3, game.levels.length - 1)];
  if (level) return { by: "level", level: level.level };
  const named = game.agents[0];
  if (named) return { by: "named", name: named.name, values: {}, limits: usualLimits };
  return { by: "search", name: game.searches[0]?.name ?? "", values: {}, limits: usualLimits };
}

/** What the server is told. */
export function agentOf(value: AgentValue, game: GameInfo): { spec: string; limits: Limits } {
  switch (value.by) {
    case "level": {
      const level = game.levels.find((one) => one.level === value.level);
      return { spec: level?.spec ?? "", limits: level?.limits ?? usualLimits };
    }
    case "named":
    case "search":
      return { spec: writeSpec(value.name, value.values), limits: value.limits };
    case "text":
      return { spec: value.spec, limits: value.limits };
  }
}

/** A short name for lists. */
export function agentName(value: AgentValue): string {
  return value.by === "level" ? `level ${value.level}` : value.by === "text" ? value.spec : value.name;
}

export function agentPicker(set: AgentSetting): VNode {
  const { value, game, id } = set;
  const part = partOf(value, game);
  return h("div.agent.stack", [
    h("div.field", [
      h("label", { attrs: { for: `${id}-agent` } }, "Agent"),
      h("select", { attrs: { id: `${id}-agent`, "aria-describedby": `${id}-about` }, on: { change: (event: Event) => set.change(chosen((event.target as HTMLSelectElement).value, set)) } }, choices(set)),
      h("span.help", { attrs: { id: `${id}-about` } }, about(value, game)),
    ]),
    value.by === "text" ? textField(set, value) : null,
    set.strength !== false && value.by !== "level" ? strength(set, value, part) : null,
    part && (value.by === "named" || value.by === "search") && part.options.length > 0
      ? h("details", { key: `${value.by}-${value.name}` }, [
          h("summary", `Options of ${value.name} (${Object.keys(value.values).length || "none"} changed)`),
          fields(part.options, {
            id: `${id}-o`, values: value.values, problem: set.problem ?? null,
            parts: { eval: game.evaluations, order: game.orders },
            change: (values) => set.change({ ...value, values }),
          }),
        ])
      : null,
    set.problem ? h("p.error.small", { attrs: { role: "alert" } }, set.problem.message) : null,
  ]);
}

function partOf(value: AgentValue, game: GameInfo): Part | undefined {
  if (value.by === "named") return game.agents.find((one) => one.name === value.name);
  if (value.by === "search") return game.searches.find((one) => one.name === value.name);
  return undefined;
}

const keyOf = (value: AgentValue): string =>
  value.by === "level" ? `level ${value.level}` : value.by === "text" ? "text" : `${value.by} ${value.name}`;

function choices(set: AgentSetting): VNode[] {
  const { game } = set;
  const now = keyOf(set.value);
  const option = (key: string, text: string): VNode => h("option", { key, attrs: { value: key }, props: { selected: key === now } }, text);
  const group = (label: string, list: VNode[]): VNode[] => (list.length > 0 ? [h("optgroup", { key: label, attrs: { label } }, list)] : []);
  return [
    ...group("Levels", set.strength === false ? [] : game.levels.map((one) => option(`level ${one.level}`, `Level ${one.level}`))),
    ...group("Players of this game", game.agents.map((one) => option(`named ${one.name}`, plain(one.name)))),
    ...group("Searches", game.searches.map((one) => option(`search ${one.name}`, one.name))),
    ...group("Other", [option("text", "A specification as text")]),
  ];
}

function chosen(key: string, set: AgentSetting): AgentValue {
  const { value, game } = set;
  const limits = value.by === "level" ? usualLimits : value.limits;
  if (key === "text") {
    const now = agentOf(value, game);
    return { by: "text", spec: now.spec, limits: value.by === "level" ? now.limits : limits };
  }
  const space = key.indexOf(" ");
  const name = key.slice(space + 1);
  if (key.startsWith("level ")) return { by: "level", level: Number(name) };
  return { by: key.startsWith("named ") ? "named" : "search", name, values: {}, limits };
}

function about(value: AgentValue, game: GameInfo): string {
  if (value.by === "level") return game.levels.find((one) => one.level === value.level)?.about ?? "";
  if (value.by === "text") return "A name with options in brackets, as the command line takes it.";
  return partOf(value, game)?.about ?? "";
}

function textField(set: AgentSetting, value: AgentValue & { by: "text" }): VNode {
  const id = `${set.id}-text`;
  return h("div.field", [
    h("label", { attrs: { for: id } }, "Specification"),
    h("textarea.mono", {
      attrs: { id, spellcheck: "false", rows: 2, "aria-invalid": set.problem ? "true" : "false" },
      props: { value: value.spec },
      on: { change: (event: Event) => set.change({ ...value, spec: (event.target as HTMLTextAreaElement).value.trim() }) },
    }),
  ]);
}

type Limited = Exclude<AgentValue, { by: "level" }>;
type Measure = "time" | "nodes" | "depth";

/** Thinking by time, by nodes or to a depth; depth only where the agent has such an option. */
function strength(set: AgentSetting, value: Limited, part: Part | undefined): VNode {
  const depth: Field | undefined = part?.options.find((one) => one.name === "depth" && one.kind === "int");
  const now: Measure = value.limits.millis !== null ? "time" : value.limits.nodes !== null || !depth || value.by === "text" ? "nodes" : "depth";
  const id = `${set.id}-by`;
  const to = (measure: Measure): void => {
    const rest = value.by === "text" ? value : { ...value, values: without(value.values, "depth") };
    if (measure === "time") set.change({ ...rest, limits: { millis: 1000, nodes: null } });
    else if (measure === "nodes") set.change({ ...rest, limits: { millis: null, nodes: 100_000 } });
    else if (value.by !== "text") set.change({ ...value, values: { ...value.values, depth: "4" }, limits: { millis: null, nodes: null } });
  };
  const amount = (event: Event): void => {
    const number = Number((event.target as HTMLInputElement).value);
    if (!(number > 0)) return;
    if (now === "time") set.change({ ...value, limits: { millis: Math.max(1, Math.round(number * 1000)), nodes: null } });
    else if (now === "nodes") set.change({ ...value, limits: { millis: null, nodes: Math.max(1, Math.round(number)) } });
    else if (value.by !== "text") set.change({ ...value, values: { ...value.values, depth: String(Math.round(number)) } });
  };
  const shown = now === "time" ? (value.limits.millis ?? 0) / 1000 : now === "nodes" ? (value.limits.nodes ?? 0) : Number(value.by === "text" ? 0 : (value.values["depth"] ?? depth?.default ?? 1));
  const unit = now === "time" ? "seconds a move" : now === "nodes" ? "positions a move" : "turns ahead";
  const words: [Measure, string][] = [["time", "time"], ["nodes", "positions"], ...(depth && value.by !== "text" ? [["depth", "depth"] as [Measure, string]] : [])];
  return h("div.fields", [
    h("div.field", [
      h("label", { attrs: { for: id } }, "Strength by"),
      h("select", { attrs: { id }, on: { change: (event: Event) => to((event.target as HTMLSelectElement).value as Measure) } },
        words.map(([word, text]) => h("option", { key: word, attrs: { value: word }, props: { selected: word === now } }, text))),
    ]),
    h("div.field", [
      h("label", { attrs: { for: `${id}-n` } }, plain(unit)),
      h("input", { attrs: { id: `${id}-n`, type: "number", min: now === "time" ? "0.001" : "1", step: now === "time" ? "any" : "1" }, props: { value: String(shown) }, on: { change: amount } }),
    ]),
  ]);
}

function without(values: Values, name: string): Values {
  const { [name]: _, ...rest } = values;
  return rest;
}
