/** The tables of a run: everybody, everybody against everybody, ratings, seats; of a search its parameters. */
import type { AgentLine, Interval, RunView } from "../api/types";
import { h } from "./dom";
import type { VNode } from "./dom";
import { plain } from "./form";

export function runTables(run: RunView): VNode {
  return h("div.stack.run-tables", [
    run.course ? searchTable(run) : null,
    run.agents.length > 0 ? agentTable(run) : null,
    run.cross.length > 2 ? crossTable(run) : null,
    run.ratings.length > 0 ? ratings(run) : null,
    run.sides.length > 0 && run.counted > 0 ? sides(run) : null,
    run.counted > 0 ? h("p.quiet", facts(run)) : null,
  ]);
}

/** A table that scrolls sideways by itself on narrow screens, and by keys. */
function table(label: string, head: string[], rows: VNode[]): VNode {
  return h("div.scroll.table", { attrs: { tabindex: "0", role: "region", "aria-label": label } }, [
    h("table", [
      h("caption", label),
      h("thead", [h("tr", head.map((text) => h("th", { attrs: { scope: "col" } }, text)))]),
      h("tbody", rows),
    ]),
  ]);
}

const name = (text: string): VNode => h("th", { attrs: { scope: "row" } }, text);
const cell = (text: string | number): VNode => h("td", String(text));

function short(value: number): string {
  if (value >= 1e7) return `${Math.round(value / 1e6)} M`;
  if (value >= 1e4) return `${Math.round(value / 1e3)} k`;
  return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(1);
}

function seconds(value: number): string {
  return value === 0 ? "0" : value < 0.0001 ? "<0.0001" : value.toFixed(4);
}

function agentTable(run: RunView): VNode {
  const row = (agent: AgentLine): VNode => h("tr", { key: agent.name }, [
    h("th", { attrs: { scope: "row", title: agent.spec } }, agent.name),
    cell(agent.games), cell(agent.wins), cell(agent.draws), cell(agent.losses), cell(agent.score.words), cell(agent.elo.words),
    cell(seconds(agent.seconds)), cell(seconds(agent.slowest)), cell(agent.depth.toFixed(1)), cell(short(agent.nodes)),
  ]);
  const many = run.seats.length > 2;
  return table("Agents", ["Agent", "Games", many ? "First" : "Won", many ? "Shared" : "Drawn", many ? "Behind" : "Lost", "Score", "Elo by score", "s a move", "Slowest", "Depth", "Nodes"], run.agents.map(row));
}

function crossTable(run: RunView): VNode {
  const rows = run.agents.map((agent, at) => h("tr", { key: agent.name }, [
    name(`${at + 1} ${agent.name}`),
    ...(run.cross[at] ?? []).map((met, other) => (met === null
      ? h("td.none", other === at ? "·" : "")
      : h("td", { attrs: { title: `${met.wins} ahead, ${met.draws} even, ${met.losses} behind` }, class: { better: better(met.score) > 0, worse: better(met.score) < 0 } }, `${(100 * (met.score.value ?? 0)).toFixed(1)} %`))),
  ]));
  return table("Row against column, score", ["Agent", ...run.agents.map((_, at) => String(at + 1))], rows);
}

/** Whether an interval of scores is above or below one half. */
function better(score: Interval): number {
  if (score.low !== null && score.low > 0.5) return 1;
  return score.high !== null && score.high < 0.5 ? -1 : 0;
}

/** Ratings as dots on one axis, each with its interval. */
function ratings(run: RunView): VNode {
  const ends = run.ratings.flatMap(({ rating }) => [rating.value, rating.low, rating.high]).filter((end): end is number => end !== null);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const span = Math.max(20, high - low);
  const place = (elo: number): string => `${(100 * (elo - low + 0.04 * span)) / (1.08 * span)}%`;
  const row = ({ name: who, rating }: RunView["ratings"][number]): VNode => {
    const [from, to] = [rating.low ?? low - 0.04 * span, rating.high ?? high + 0.04 * span];
    const told = rating.value !== null || rating.low !== null || rating.high !== null;
    return h("li", { key: who }, [
      h("span.who", who),
      h("span.axis", { attrs: { "aria-hidden": "true" } }, [
        h("span.zero", { style: { left: place(0) } }),
        told ? h("span.span", { class: { open: rating.low === null || rating.high === null }, style: { left: place(from), width: `${(100 * Math.max(0, to - from)) / (1.08 * span)}%` } }) : null,
        rating.value !== null ? h("span.dot", { style: { left: place(rating.value) } }) : null,
      ]),
      h("span.words", rating.words),
    ]);
  };
  return h("section.ratings", { attrs: { "aria-labelledby": "ratings" } }, [
    h("h2", { attrs: { id: "ratings" } }, "Ratings"),
    h("p.quiet.small", "Elo from all games at once, seats taken out, with 95 % intervals; the mean is 0."),
    h("ol.bare", run.ratings.map(row)),
  ]);
}

function sides(run: RunView): VNode {
  return table("Seats", ["Seat", "Score of whoever sat there"], run.sides.map((side) => h("tr", { key: side.seats.join(" ") }, [name(side.seats.map(plain).join(" + ")), cell(side.score.words)])));
}

function facts(run: RunView): string {
  if (run.course) return `${run.counted} games in ${run.blocks} blocks.`;
  const [rules = 0, faulty = 0, cut = 0] = run.endings;
  const repeats = 2 * run.distinct < run.counted ? " Most games repeat others: more openings would tell more." : "";
  return `${run.counted} games in ${run.blocks} blocks, ${run.distinct} different; ${run.lengths}; ${rules} ended by the rules, ${faulty} by faults, ${cut} cut short.${repeats}`;
}

function searchTable(run: RunView): VNode {
  const { course } = run;
  if (!course) return h("div");
  if (course.parts.length > 0) {
    return table("What each part is worth", ["Part", "Games", "Worth", "Verdict"], course.parts.map((part) => h("tr", { key: part.name }, [name(part.name), cell(part.games), cell(part.elo.words), cell(part.verdict ?? "in play")])));
  }
  const number = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(3));
  const moved = (at: number): number => { const own = course.parameters[at]; return own ? Math.abs(own.value - own.start) / Math.max(1e-9, own.high - own.low) : 0; };
  const order = course.parameters.map((_, at) => at).sort((a, b) => moved(b) - moved(a));
  return table("Parameters, those that moved most first", ["Parameter", "Start", "Now", "Least", "Most"], order.flatMap((at) => {
    const own = course.parameters[at];
    return own ? [h("tr", { key: own.name }, [name(own.name), cell(number(own.start)), cell(number(own.value)), cell(number(own.low)), cell(number(own.high))])] : [];
  }));
}
