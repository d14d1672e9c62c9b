/** The answer of a run first: is it decided, how strong, how long. */
import type { RunView, SequentialTest } from "../api/types";
import { duration, share, stateWords } from "../store/run";
import { h } from "./dom";
import type { VNode } from "./dom";
import { icon } from "./icon";

export type HeadSetting = { run: RunView; busy: boolean; pause: () => void; resume: () => void; remove: () => void };

export function runHead(set: HeadSetting): VNode {
  const { run } = set;
  return h("section.card.stack.run-head", { attrs: { "aria-label": "Result" } }, [
    h("div.row.run-state", [
      h("span.state", { class: { [run.state]: true } }, stateWords[run.state]),
      h("span", countWords(run)),
      run.left !== null ? h("span", `about ${duration(run.left)} left`) : null,
      run.pace !== null && run.pace > 0 ? h("span.quiet", run.pace >= 1 ? `${run.pace.toFixed(1)} games a second` : `a game in ${duration(1 / run.pace)}`) : null,
      run.threads > 1 ? h("span.quiet", `${run.threads} at a time`) : null,
      h("span.grow"),
      buttons(set),
    ]),
    progress(run),
    run.error ? h("p.notice.bad", { attrs: { role: "alert" } }, run.error) : null,
    run.test ? testBar(run.test) : null,
    run.verdict ? h("p.verdict", [h("strong", run.verdict)]) : null,
    run.first && run.first.wins + run.first.draws + run.first.losses > 0 ? firstLine(run) : null,
    run.course ? courseLine(run) : null,
    run.first === null && run.agents[0] ? h("p.elo", [h("span.number", run.agents[0].name), h("span.quiet", ` ${run.state === "done" ? "won the most" : "leads"}: score ${run.agents[0].score.words}, ${run.agents[0].elo.value === null ? "" : "Elo "}${run.agents[0].elo.words}`)]) : null,
    run.places.length > 0 ? h("ol.bare.places", run.places.map((place) => h("li", place))) : null,
    faults(run),
  ]);
}

function countWords(run: RunView): string {
  const games = run.games === 1 ? "1 game" : `${run.games.toLocaleString("en")} games`;
  return run.total ? `${run.games.toLocaleString("en")} of ${run.test ? "at most " : ""}${run.total.toLocaleString("en")} games` : games;
}

function buttons({ run, busy, pause, resume, remove }: HeadSetting): VNode {
  const own = run.state === "running" || run.state === "waiting";
  return h("span.row", [
    own ? h("button", { attrs: { type: "button", disabled: busy }, on: { click: pause } }, [icon("pause"), "Pause"]) : null,
    run.state === "paused" && !run.resumable ? h("span.quiet", "Its command goes on with it.") : null,
    run.state === "paused" && run.resumable ? h("button.main", { attrs: { type: "button", disabled: busy }, on: { click: resume } }, [icon("go"), "Resume"]) : null,
    own || run.state === "elsewhere" ? null : h("button.danger", { attrs: { type: "button", disabled: busy }, on: { click: remove } }, [icon("trash"), "Delete"]),
  ]);
}

function progress(run: RunView): VNode | null {
  const part = run.course ? run.course.progress : share(run);
  if (part === null || run.state === "done") return null;
  const text = `${Math.floor(100 * part)} % of the games`;
  return h("div.track.wide", { attrs: { role: "progressbar", "aria-label": "Games played", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.floor(100 * part), "aria-valuetext": text } }, [
    h("span", { style: { width: `${(100 * part).toFixed(1)}%` } }),
  ]);
}

/** The ratio between the two bounds: only where it stands means something, not how it got there. */
function testBar(test: SequentialTest): VNode {
  const place = Math.min(1, Math.max(0, (test.llr - test.lower) / (test.upper - test.lower)));
  const zero = -test.lower / (test.upper - test.lower);
  const says = `log-likelihood ratio ${test.llr.toFixed(2)} between ${test.lower.toFixed(2)} and ${test.upper.toFixed(2)}`;
  return h("div.sprt", { class: { h0: test.verdict === "accept_h0", h1: test.verdict === "accept_h1" } }, [
    h("span.bound", [h("strong", `${signed(test.elo0)} Elo`), h("span.small.quiet", test.lower.toFixed(2))]),
    h("div.gauge", { attrs: { role: "meter", "aria-label": "Sequential test", "aria-valuemin": test.lower.toFixed(2), "aria-valuemax": test.upper.toFixed(2), "aria-valuenow": Math.min(test.upper, Math.max(test.lower, test.llr)).toFixed(2), "aria-valuetext": says } }, [
      h("span.zero", { style: { left: `${(100 * zero).toFixed(2)}%` } }),
      h("span.fill", { style: { left: `${(100 * Math.min(zero, place)).toFixed(2)}%`, width: `${(100 * Math.abs(place - zero)).toFixed(2)}%` } }),
      h("span.mark", { style: { left: `clamp(6px, ${(100 * place).toFixed(2)}%, calc(100% - 6px))` } }),
    ]),
    h("span.bound", [h("strong", `${signed(test.elo1)} Elo`), h("span.small.quiet", test.upper.toFixed(2))]),
    h("span.llr", [`LLR ${test.llr.toFixed(2)}`, h("span.small.quiet", ` corrected for its stop: ${test.corrected.words}`)]),
  ]);
}

const signed = (elo: number): string => (elo > 0 ? `+${elo}` : String(elo).replace("-", "\u2212"));

function firstLine({ first, agents }: RunView): VNode | null {
  if (!first) return null;
  const rival = agents.length === 2 ? (agents.find((one) => one.name !== first.name)?.name ?? "the other") : "the others";
  return h("div.first", [
    h("p.elo", [h("span.number", first.elo.value === null ? first.elo.words : `Elo ${first.elo.words}`), h("span.quiet", ` ${first.name} against ${rival}`)]),
    h("p.wdl", [
      h("span", [h("strong", String(first.wins)), " won"]), h("span", [h("strong", String(first.draws)), " drawn"]), h("span", [h("strong", String(first.losses)), " lost"]),
      h("span.quiet", `score ${first.score.words}`),
      first.superiority === null ? null : h("span.quiet", `stronger with ${(100 * first.superiority).toFixed(1)} %`),
    ]),
    wdlBar(first.wins, first.draws, first.losses),
  ]);
}

export function wdlBar(wins: number, draws: number, losses: number): VNode {
  const all = Math.max(1, wins + draws + losses);
  const part = (name: string, count: number): VNode | null => (count === 0 ? null : h(`span.${name}`, { key: name, style: { width: `${((100 * count) / all).toFixed(2)}%` } }));
  return h("div.wdl-bar", { attrs: { "aria-hidden": "true" } }, [part("won", wins), part("drawn", draws), part("lost", losses)]);
}

function courseLine({ course }: RunView): VNode | null {
  if (!course) return null;
  return h("div.course", [
    h("p", [h("strong", course.method), `, ${Math.floor(100 * course.progress)} % of the search`, course.score ? `; the best against the start: ${course.score}` : ""]),
    course.result ? h("p", ["Found: ", h("code", course.result)]) : null,
  ]);
}

function faults(run: RunView): VNode | null {
  const all = run.agents.flatMap((agent) => agent.faults.map((fault) => ({ agent: agent.name, ...fault })));
  if (run.counted === 0) return h("p.quiet", "No block of games is finished yet.");
  if (all.length === 0) return null;
  return h("ul.notice.bad.faults", all.map((fault) => h("li", `${fault.agent} lost ${fault.games} by a fault (${fault.kind}); the first: ${fault.first}`)));
}
