/** The calls about runs: matches, tournaments and searches for parameters. */
import { ApiError, ask, problem, token } from "./http";
import type { Checked, NewRun, PlotName, Replayed, RunGames, RunList, RunView, Template } from "./types";

const id = encodeURIComponent;

export const runs = () => ask<RunList>("GET", "/runs");
export const run = (of: string) => ask<RunView>("GET", `/runs/${id(of)}`);
export const newRun = (asked: NewRun) => ask<RunView>("POST", "/runs", asked);
export const checkRun = (asked: NewRun, stop?: AbortSignal) => ask<Checked>("POST", "/runs/check", asked, stop);
export const templates = () => ask<{ templates: Template[] }>("GET", "/runs/templates").then((told) => told.templates);
export const pauseRun = (of: string) => ask<RunView>("POST", `/runs/${id(of)}/pause`, {});
export const resumeRun = (of: string) => ask<RunView>("POST", `/runs/${id(of)}/resume`, {});
export const deleteRun = (of: string) => ask<unknown>("DELETE", `/runs/${id(of)}`);
export const runGames = (of: string, offset: number, limit: number, ending: string) =>
  ask<RunGames>("GET", `/runs/${id(of)}/games?offset=${offset}&limit=${limit}${ending ? `&ending=${id(ending)}` : ""}`);
export const runGame = (of: string, number: number) => ask<Replayed>("GET", `/runs/${id(of)}/games/${number}`);
export const plots = (of: string) => ask<{ plots: PlotName[] }>("GET", `/runs/${id(of)}/plots`).then((told) => told.plots);

/** A plot as the address of a picture. Pictures send no token of their own, so the page fetches them. */
export async function plot(of: string, name: string, theme: string): Promise<string> {
  const answer = await fetch(`/api/v1/runs/${id(of)}/plots/${id(name)}.svg?theme=${id(theme)}`, { headers: { Authorization: `Bearer ${token()}` } });
  if (!answer.ok) throw new ApiError(answer.status, problem("not_found", "This plot cannot be shown.", "name"));
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}
