/** The form of a new run: what is played, by whom, how long, and what would come of it. */
import type { Checked, GameInfo, Problem, RunKind, Template } from "../api/types";
import { schedules } from "../store/run";
import type { Entry, LimitKind, RunForm } from "../store/run";
import { agentPicker, firstAgent } from "./agent";
import { copyField } from "./copy";
import { h } from "./dom";
import type { VNode } from "./dom";
import { fields, plain } from "./form";
import { icon } from "./icon";

export type FormSetting = {
  form: RunForm; game: GameInfo; all: GameInfo[]; templates: Template[]; cores: number;
  checked: Checked | null; problem: Problem | null; busy: boolean;
  change: (form: Partial<RunForm>) => void; choose: (game: string) => void; start: () => void;
};

const kinds: [RunKind, string, string][] = [
  ["match", "Match", "Is one agent stronger than another?"],
  ["tournament", "Tournament", "Who is the strongest of many?"],
  ["tune", "Tuning", "Which numbers make an agent stronger?"],
];

export function runForm(set: FormSetting): VNode {
  const { form } = set;
  const byHand = form.text !== null;
  return h("form.stack.run-form", { attrs: { novalidate: true }, on: { submit: (event: Event) => { event.preventDefault(); set.start(); } } }, [
    h("fieldset.card.stack", [
      h("legend.unseen", "Kind of run"),
      h("div.kinds", kinds.map(([kind, text, about]) => h("label.kind", { key: kind, class: { chosen: kind === form.kind } }, [
        h("input", { attrs: { type: "radio", name: "kind", value: kind }, props: { checked: kind === form.kind }, on: { change: () => set.change(kindChange(kind, set)) } }),
        h("span", [h("strong", text), h("span.small.quiet", about)]),
      ]))),
    ]),
    byHand ? fileField(set) : fieldsOf(set),
    summary(set),
  ]);
}

/** A tuning run has too many shapes for a form: it begins with a file. */
function kindChange(kind: RunKind, { templates }: FormSetting): Partial<RunForm> {
  const first = templates.find((one) => one.kind === kind);
  return { kind, text: kind === "tune" ? (first?.toml ?? "") : null };
}

function fileField({ form, templates, problem, checked, change }: FormSetting): VNode {
  const fitting = templates.filter((one) => one.kind === form.kind);
  return h("section.card.stack", [
    h("h2", "The file"),
    h("div.field", [
      h("label", { attrs: { for: "template" } }, "Begin with an example"),
      h("select", { attrs: { id: "template" }, on: { change: (event: Event) => {
        const chosen = fitting.find((one) => one.name === (event.target as HTMLSelectElement).value);
        if (chosen) change({ text: chosen.toml });
      } } }, [h("option", { attrs: { value: "" } }, "…"), ...fitting.map((one) => h("option", { key: one.name, attrs: { value: one.name }, props: { selected: one.toml === form.text } }, one.name))]),
    ]),
    h("div.field", [
      h("label", { attrs: { for: "file" } }, "TOML, as the command line takes it"),
      h("textarea.mono", {
        attrs: { id: "file", rows: 22, spellcheck: "false", "aria-invalid": problem ? "true" : "false", "aria-describedby": "file-error" },
        props: { value: form.text ?? "" },
        on: { input: (event: Event) => change({ text: (event.target as HTMLTextAreaElement).value }) },
      }),
      h("span.error", { attrs: { id: "file-error" } }, problem?.message ?? ""),
    ]),
    form.kind === "tune" ? null : h("button.plain", { attrs: { type: "button" }, on: { click: () => change({ text: null }) } }, "Back to the form"),
    checked ? null : h("p.quiet.small", "It is checked while you write."),
  ]);
}

function fieldsOf(set: FormSetting): VNode {
  const { form, game, change } = set;
  return h("div.stack", [
    h("section.card.stack", [
      h("h2", "Game"),
      h("div.field", [
        h("label", { attrs: { for: "run-game" } }, "Which"),
        h("select", { attrs: { id: "run-game" }, on: { change: (event: Event) => set.choose((event.target as HTMLSelectElement).value) } },
          set.all.map((one) => h("option", { key: one.name, attrs: { value: one.name }, props: { selected: one.name === game.name } }, plain(one.name)))),
      ]),
      game.options.length > 0 ? h("details", { key: game.name }, [
        h("summary", Object.keys(form.values).length > 0 ? `Rules (${Object.keys(form.values).length} changed)` : "Rules"),
        fields(game.options, { id: "run-o", values: form.values, change: (values) => change({ values }), problem: set.problem }),
      ]) : null,
    ]),
    agents(set),
    h("section.card.stack", [h("h2", form.kind === "match" ? "How long" : "How"), form.kind === "match" ? matchFields(set) : tournamentFields(set), limitFields(set)]),
    h("details.card", [h("summary", "Openings, seats, threads and more"), moreFields(set)]),
    h("button.plain", { attrs: { type: "button", disabled: set.checked === null }, on: { click: () => change({ text: set.checked?.toml ?? "" }) } }, "Go on by hand: show the file"),
  ]);
}

function agents({ form, game, change }: FormSetting): VNode {
  const set = (at: number, part: Partial<Entry>): void => change({ agents: form.agents.map((one, own) => (own === at ? { ...one, ...part } : one)) });
  const add = (): void => change({ agents: [...form.agents, { key: Math.max(0, ...form.agents.map((one) => one.key)) + 1, name: "", value: plainAgent(game, form.agents.length) }] });
  const most = form.agents.length >= 64;
  return h("section.card.stack", [
    h("h2", "Agents"),
    form.kind === "match" ? h("p.quiet.small", "The first is the one in question. As many as the game has sides are one line-up.") : null,
    h("ol.bare.entries", form.agents.map((entry, at) => h("li", { key: entry.key }, [
      h("div.field.entry-name", [
        h("label", { attrs: { for: `name-${entry.key}` } }, `Name of agent ${at + 1}`),
        h("input", { attrs: { id: `name-${entry.key}`, type: "text", maxlength: 100, placeholder: "as its specification" }, props: { value: entry.name }, on: { change: (event: Event) => set(at, { name: (event.target as HTMLInputElement).value }) } }),
      ]),
      agentPicker({ id: `agent-${entry.key}`, game, value: entry.value, strength: false, change: (value) => set(at, { value }) }),
      form.agents.length > 2 ? h("button.plain.square", { attrs: { type: "button", "aria-label": `Remove agent ${at + 1}` }, on: { click: () => change({ agents: form.agents.filter((_, own) => own !== at) }) } }, [icon("cross")]) : null,
    ]))),
    h("button", { attrs: { type: "button", disabled: most }, on: { click: add } }, [icon("plus"), "One more agent"]),
  ]);
}

/** Named players first, then searches, so that a new one is another than those that are there. */
export function plainAgent(game: GameInfo, at: number): Entry["value"] {
  const limits = { millis: null, nodes: null };
  const all: Entry["value"][] = [
    ...game.agents.map(({ name }): Entry["value"] => ({ by: "named", name, values: {}, limits })),
    ...game.searches.map(({ name }): Entry["value"] => ({ by: "search", name, values: {}, limits })),
  ];
  return all[at % Math.max(1, all.length)] ?? firstAgent(game);
}

type Range = { min: number; max: number; step?: number | "any" };

function number(id: string, label: string, value: number, range: Range, give: (value: number) => void, help = ""): VNode {
  return h("div.field", { key: id }, [
    h("label", { attrs: { for: id } }, label),
    h("input", {
      attrs: { id, type: "number", min: range.min, max: range.max, step: range.step ?? 1, ...(help ? { "aria-describedby": `${id}-help` } : {}) },
      props: { value: String(value) },
      on: { change: (event: Event) => {
        const given = Number((event.target as HTMLInputElement).value);
        if (Number.isFinite(given)) give(Math.min(range.max, Math.max(range.min, given)));
      } },
    }),
    help ? h("span.help", { attrs: { id: `${id}-help` } }, help) : null,
  ]);
}

function choice(id: string, label: string, value: string, list: [string, string][], give: (value: string) => void, help = ""): VNode {
  return h("div.field", { key: id }, [
    h("label", { attrs: { for: id } }, label),
    h("select", { attrs: { id }, on: { change: (event: Event) => give((event.target as HTMLSelectElement).value) } }, list.map(([word, text]) => h("option", { key: word, attrs: { value: word }, props: { selected: word === value } }, text))),
    help ? h("span.help", help) : null,
  ]);
}

function check(id: string, label: string, on: boolean, give: (on: boolean) => void, help = ""): VNode {
  return h("div.field", { key: id }, [
    h("div.check", [h("input", { attrs: { id, type: "checkbox" }, props: { checked: on }, on: { change: (event: Event) => give((event.target as HTMLInputElement).checked) } }), h("label", { attrs: { for: id } }, label)]),
    help ? h("span.help", help) : null,
  ]);
}

function matchFields({ form, change }: FormSetting): VNode {
  const { test } = form;
  const to = (part: Partial<RunForm["test"]>): void => change({ test: { ...test, ...part } });
  return h("div.stack", [
    h("div.fields", [
      number("games", test.on ? "Games at most" : "Games", form.games, { min: 1, max: 10_000_000 }, (games) => change({ games: Math.round(games) }), "Rounded up to whole blocks of all seatings."),
      check("sprt", "Stop when sure", test.on, (on) => to({ on }), "A sequential test of the first agent against the others."),
    ]),
    test.on ? h("div.fields", [
      number("elo0", "Elo to refute", test.elo0, { min: -1000, max: 1000, step: "any" }, (elo0) => to({ elo0 })),
      number("elo1", "Elo to show", test.elo1, { min: -1000, max: 1000, step: "any" }, (elo1) => to({ elo1 })),
      number("alpha", "Chance of a wrong yes", test.alpha, { min: 0.001, max: 0.49, step: "any" }, (alpha) => to({ alpha })),
      number("beta", "Chance of a wrong no", test.beta, { min: 0.001, max: 0.49, step: "any" }, (beta) => to({ beta })),
    ]) : null,
  ]);
}

function tournamentFields({ form, change }: FormSetting): VNode {
  const about = schedules.find(([word]) => word === form.schedule)?.[2] ?? "";
  return h("div.fields", [
    choice("schedule", "Schedule", form.schedule, schedules.map(([word, text]) => [word, text]), (schedule) => change({ schedule }), about),
    number("blocks", "Openings for every encounter", form.blocks, { min: 1, max: 1_000_000 }, (blocks) => change({ blocks: Math.round(blocks) }), "Each is played in all seatings."),
    form.schedule === "swiss" ? number("rounds", "Rounds", form.rounds, { min: 1, max: 1000 }, (rounds) => change({ rounds: Math.round(rounds) })) : null,
  ]);
}

function limitFields({ form, change }: FormSetting): VNode {
  const { limit } = form;
  const to = (part: Partial<RunForm["limit"]>): void => change({ limit: { ...limit, ...part } });
  return h("div.fields", [
    choice("limit", "Thinking by", limit.by, [["time", "time a move"], ["nodes", "positions a move"], ["clock", "a clock a game"], ["own", "the agents' own limits"]], (by) => to({ by: by as LimitKind }),
      limit.by === "nodes" ? "Equal seeds give equal games." : ""),
    limit.by === "time" ? number("seconds", "Seconds a move", limit.seconds, { min: 0.001, max: 1_000_000, step: "any" }, (value) => to({ seconds: value })) : null,
    limit.by === "nodes" ? number("nodes", "Positions a move", limit.nodes, { min: 1, max: 1e12 }, (value) => to({ nodes: Math.round(value) })) : null,
    limit.by === "clock" ? number("minutes", "Minutes a game", limit.minutes, { min: 0.01, max: 10_000, step: "any" }, (value) => to({ minutes: value })) : null,
    limit.by === "clock" ? number("increment", "Seconds added a move", limit.increment, { min: 0, max: 1000, step: "any" }, (value) => to({ increment: value })) : null,
  ]);
}

function moreFields({ form, cores, change }: FormSetting): VNode {
  const { openings } = form;
  return h("div.fields", [
    choice("openings", "Openings", openings.by, [["usual", "as usual in this game"], ["random", "random plies"]], (by) => change({ openings: { ...openings, by: by as "usual" | "random" } })),
    openings.by === "random" ? number("plies", "Random plies", openings.plies, { min: 0, max: 1000 }, (plies) => change({ openings: { ...openings, plies: Math.round(plies) } })) : null,
    check("orders", "Every order of seats", form.everyOrder, (everyOrder) => change({ everyOrder }), "Otherwise rotations, which balance seats and neighbours."),
    number("concurrency", "Games at the same time", form.concurrency, { min: 1, max: 1024 }, (value) => change({ concurrency: Math.round(value) }), `This server has ${cores} threads; all runs share them.`),
    number("seed", "Seed", form.seed, { min: 0, max: Number.MAX_SAFE_INTEGER }, (seed) => change({ seed: Math.round(seed) }), "Equal seeds give equal openings."),
    number("longest", "A draw after so many plies", form.longest, { min: 1, max: 1_000_000 }, (longest) => change({ longest: Math.round(longest) })),
    h("div.field", [h("label", { attrs: { for: "title" } }, "Title"), h("input", { attrs: { id: "title", type: "text", maxlength: 200, placeholder: "made of the agents" }, props: { value: form.title }, on: { change: (event: Event) => change({ title: (event.target as HTMLInputElement).value }) } })]),
  ]);
}

function summary({ form, checked, problem, busy }: FormSetting): VNode {
  return h("section.card.stack.summary", { attrs: { "aria-labelledby": "summary" } }, [
    h("h2", { attrs: { id: "summary" } }, "What will be played"),
    problem && form.text === null ? h("p.notice.bad", { attrs: { role: "alert" } }, problem.message) : null,
    checked ? h("p", { attrs: { role: "status" } }, [h("strong", checked.title), checked.games === null ? "" : `, ${form.test.on && form.kind === "match" ? "at most " : ""}${checked.games.toLocaleString("en")} games`, checked.known ? "; a part of it is kept already, and it goes on there" : ""]) : h("p.quiet", problem ? "Nothing yet." : "…"),
    checked ? h("ul.bare.small", checked.agents.map(([name, spec]) => h("li", { key: name }, name === spec ? [h("code", spec)] : [h("strong", name), " ", h("code", spec)]))) : null,
    ...(checked?.warnings ?? []).map((text) => h("p.notice", text)),
    checked ? h("details", [h("summary", "As a command"), copyField("check-command", "Command", checked.command)]) : null,
    h("button.main.big", { attrs: { type: "submit", disabled: busy || checked === null } }, busy ? "Starting…" : checked?.known ? "Go on" : "Start"),
  ]);
}
