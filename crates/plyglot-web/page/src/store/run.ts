/** What a person asks for in the form of a new run, and what the server is told of it. */
import type { NewRun, PlanFile, PlanLimits, RunBrief, RunKind, RunState } from "../api/types";
import type { AgentValue } from "../ui/agent";
import { writeSpec } from "../ui/spec";
import type { Values } from "../ui/spec";

export type LimitKind = "time" | "nodes" | "clock" | "own";
export type Entry = { key: number; name: string; value: AgentValue };
export type RunForm = {
  kind: RunKind;
  title: string;
  values: Values; // options of the game
  schedule: string; // of a tournament
  agents: Entry[];
  games: number;
  test: { on: boolean; elo0: number; elo1: number; alpha: number; beta: number };
  blocks: number;
  rounds: number;
  limit: { by: LimitKind; seconds: number; nodes: number; minutes: number; increment: number };
  openings: { by: "usual" | "random"; plies: number };
  everyOrder: boolean;
  seed: number;
  concurrency: number;
  longest: number;
  text: string | null; // the file itself, if it is written by hand
};

export const schedules: [string, string, string][] = [
  ["round-robin", "Round robin", "Everybody meets everybody."],
  ["gauntlet", "Gauntlet", "The first agent meets each of the others, who do not meet."],
  ["swiss", "Swiss", "In each round neighbours in the table meet."],
  ["knockout", "Knockout", "Who loses is out; the order of the agents is the seeding."],
  ["contest", "Groups", "The best of every side of each group go on."],
];

export function newForm(kind: RunKind, agents: Entry[]): RunForm {
  return {
    kind, title: "", values: {}, schedule: "round-robin", agents, games: 100,
    test: { on: false, elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 }, blocks: 10, rounds: 4,
    limit: { by: "time", seconds: 0.1, nodes: 1000, minutes: 1, increment: 0.5 },
    openings: { by: "usual", plies: 4 }, everyOrder: false, seed: 1, concurrency: 1, longest: 5000, text: null,
  };
}

function limitsOf({ limit }: RunForm): PlanLimits | null {
  switch (limit.by) {
    case "time": return { time: limit.seconds };
    case "nodes": return { nodes: limit.nodes };
    case "clock": return { clock: `${limit.minutes * 60}+${limit.increment}` };
    case "own": return null;
  }
}

function planOf(form: RunForm, game: string, specs: string[]): PlanFile {
  const { test } = form;
  const limits = limitsOf(form);
  const asMatch = form.kind === "match";
  return {
    ...(form.title.trim() ? { title: form.title.trim() } : {}),
    game: writeSpec(game, form.values),
    schedule: asMatch ? "match" : form.schedule,
    ...(asMatch ? { games: form.games } : { blocks: form.blocks }),
    ...(asMatch && test.on ? { sprt: `elo0=${test.elo0},elo1=${test.elo1},alpha=${test.alpha},beta=${test.beta}` } : {}),
    ...(!asMatch && form.schedule === "swiss" ? { rounds: form.rounds } : {}),
    ...(form.everyOrder ? { seatings: "all" } : {}),
    seed: form.seed,
    concurrency: form.concurrency,
    ...(limits ? { limits } : {}),
    ...(form.openings.by === "random" ? { openings: { random_plies: form.openings.plies } } : {}),
    ...(form.longest === 5000 ? {} : { adjudication: { max_plies: form.longest } }),
    agents: form.agents.map(({ name }, at) => ({ ...(name.trim() ? { name: name.trim() } : {}), spec: specs[at] ?? "" })),
  };
}

/** `game` is the name of the game, `specs` what the chosen agents are called. */
export function newRunOf(form: RunForm, game: string, specs: string[]): NewRun {
  return form.text === null ? { kind: form.kind, plan: planOf(form, game, specs) } : { kind: form.kind, toml: form.text };
}

export const stateWords: Record<RunState, string> = {
  waiting: "waiting for a thread", running: "running", elsewhere: "running in a terminal", paused: "paused", done: "finished",
};

export const isBusy = ({ state }: RunBrief): boolean => state === "running" || state === "elsewhere" || state === "waiting";

/** The runs in which every word is found, in the title, game, kind, state or headline; those in play first. */
export function found(runs: readonly RunBrief[], search: string): RunBrief[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const order = [...runs.filter(isBusy), ...runs.filter((run) => !isBusy(run))];
  return order.filter((run) => {
    const text = [run.title, run.game, run.kind, stateWords[run.state], run.headline].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** The share of the planned games that are played; null where nobody knows. */
export function share(run: RunBrief): number | null {
  return run.total ? Math.min(1, run.games / run.total) : null;
}

export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${(seconds / 3600).toFixed(1)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
