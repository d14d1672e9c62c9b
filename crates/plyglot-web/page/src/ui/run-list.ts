/** The list of runs with one field to search in it. */
import type { RunBrief } from "../api/types";
import { found, isBusy, share, stateWords } from "../store/run";
import { h } from "./dom";
import type { VNode } from "./dom";
import { icon } from "./icon";

export type ListSetting = { runs: RunBrief[] | null; records: string; chosen: string; search: string; change: (search: string) => void };

export function runList(set: ListSetting): VNode {
  const shown = set.runs === null ? [] : found(set.runs, set.search);
  return h("nav.run-list", { attrs: { "aria-label": "Runs" } }, [
    h("a.button.main", { attrs: { href: "/lab/new", ...(set.chosen === "new" ? { "aria-current": "page" } : {}) } }, [icon("plus"), "New run"]),
    (set.runs?.length ?? 0) > 3 ? h("input", {
      attrs: { type: "search", "aria-label": "Search in runs: game, agents, kind, state", placeholder: "Search: game, agent, paused…" },
      props: { value: set.search },
      on: { input: (event: Event) => set.change((event.target as HTMLInputElement).value) },
    }) : null,
    set.runs === null ? h("p.quiet", "Loading the runs…") : null,
    set.runs?.length === 0 ? h("p.quiet", "No match, tournament or tuning run is kept yet.") : null,
    set.runs && set.runs.length > 0 && shown.length === 0 ? h("p.quiet", { attrs: { role: "status" } }, "Nothing fits this search.") : null,
    h("ul.bare", shown.map((run) => row(run, set.chosen === run.id))),
    set.records ? h("p.quiet.small.records", ["Records: ", h("code", set.records)]) : null,
  ]);
}

function row(run: RunBrief, chosen: boolean): VNode {
  const part = share(run);
  const busy = isBusy(run);
  const count = run.total && run.state !== "done" ? `${run.games} of ${run.total} games` : `${run.games} games`;
  return h("li", { key: run.id }, [
    h("a.run", { class: { chosen, busy }, attrs: { href: `/lab/${run.id}`, ...(chosen ? { "aria-current": "page" } : {}) } }, [
      h("strong", run.title),
      h("span.small.quiet", [h("span.state", { class: { [run.state]: true } }, stateWords[run.state]), ` · ${count}`]),
      run.headline ? h("span.small", run.headline) : null,
      part !== null && busy ? h("span.track", { attrs: { "aria-hidden": "true" } }, [h("span", { style: { width: `${(100 * part).toFixed(1)}%` } })]) : null,
    ]),
  ]);
}
