/** The page of one run. */
import { words } from "../api/http";
import { deleteRun, pauseRun, plot, plots, resumeRun, runGame, runGames } from "../api/runs";
import { subscribe } from "../api/socket";
import type { RunGame, RunGames, RunView } from "../api/types";
import { go, setTitle } from "../router";
import { analysisLink } from "../store/link";
import { stateWords } from "../store/run";
import { copyField, download } from "../ui/copy";
import { confirmed } from "../ui/dialog";
import { h } from "../ui/dom";
import type { VNode } from "../ui/dom";
import { PAGE, runGames as gameList } from "../ui/run-games";
import { runHead } from "../ui/run-head";
import { runLive } from "../ui/run-live";
import { runTables } from "../ui/run-tables";
import { alarm, say } from "../ui/says";

type Tab = "tables" | "games" | "plots" | "repeat";
const tabs: [Tab, string][] = [["tables", "Tables"], ["games", "Games"], ["plots", "Plots"], ["repeat", "Repeat it"]];
/** Plots take all games at once, so they are made anew only now and then. */
const plotsEvery = 10_000;

type Picture = { name: string; title: string; source: string };

export class RunPage {
  private run: RunView | null = null;
  private problem = "";
  private busy = false;
  private watching: number | null = null;
  private tab: Tab = "tables";
  private games: RunGames | null = null;
  private offset = 0;
  private ending = "";
  private gamesProblem = "";
  private gamesOf = -1;
  private pictures: Picture[] | null = null;
  private timer = 0;
  private readonly stop: () => void;

  constructor(private readonly id: string, private readonly redraw: () => void) {
    this.stop = subscribe(`runs/${id}`, (state) => this.told(state as RunView), (problem) => {
      this.problem = problem?.message ?? "There is no such run: it may have been deleted.";
      this.redraw();
    });
    this.timer = window.setInterval(() => {
      if (this.tab === "plots" && this.isPlayed() && !document.hidden) void this.loadPlots();
    }, plotsEvery);
  }

  destroy(): void {
    clearInterval(this.timer);
    this.stop();
  }

  private isPlayed(): boolean {
    return this.run?.state === "running" || this.run?.state === "elsewhere";
  }

  private told(run: RunView): void {
    const before = this.run;
    this.run = run;
    if (!before) setTitle(run.title);
    else if (before.state !== run.state) say(`${run.title}: ${stateWords[run.state]}.${run.verdict ? ` ${run.verdict}` : ""}`);
    if (this.tab === "games" && this.offset === 0 && run.games !== this.gamesOf) void this.loadGames();
    this.redraw();
  }

  draw(): VNode {
    const { run } = this;
    if (!run) return h("div.stack", [h("h1", { attrs: { tabindex: "-1" } }, "Run"), this.problem ? h("p.notice.bad", { attrs: { role: "alert" } }, this.problem) : h("p.quiet", "Loading…")]);
    return h("div.stack.run-page", [
      h("h1", { attrs: { tabindex: "-1" } }, run.title),
      h("p.quiet.small", [h("span.tag", run.kind), " ", h("code", run.spec)]),
      this.problem ? h("p.notice.bad", { attrs: { role: "alert" } }, this.problem) : null,
      runHead({ run, busy: this.busy, pause: () => void this.act(() => pauseRun(this.id)), resume: () => void this.act(() => resumeRun(this.id)), remove: () => void this.remove(run) }),
      runLive(run, this.watching, (slot) => { this.watching = slot; this.redraw(); }),
      this.tablist(),
      h("div.card", { attrs: { role: "tabpanel", id: "panel", "aria-labelledby": `tab-${this.tab}` } }, [this.panel(run)]),
    ]);
  }

  private tablist(): VNode {
    const arrow = (event: KeyboardEvent): void => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      const at = tabs.findIndex(([tab]) => tab === this.tab);
      const next = tabs[(at + step + tabs.length) % tabs.length]?.[0] ?? "tables";
      event.preventDefault();
      this.show(next);
      document.getElementById(`tab-${next}`)?.focus();
    };
    return h("div.tabs.run-tabs", { attrs: { role: "tablist", "aria-label": "About this run" }, on: { keydown: arrow } }, tabs.map(([tab, text]) =>
      h("button", {
        key: tab, attrs: { type: "button", role: "tab", id: `tab-${tab}`, "aria-selected": tab === this.tab ? "true" : "false", "aria-controls": "panel", tabindex: tab === this.tab ? "0" : "-1" },
        on: { click: () => this.show(tab) },
      }, text)));
  }

  private show(tab: Tab): void {
    this.tab = tab;
    if (tab === "games") void this.loadGames();
    if (tab === "plots") void this.loadPlots();
    this.redraw();
  }

  private panel(run: RunView): VNode {
    switch (this.tab) {
      case "tables": return runTables(run);
      case "games":
        return gameList({
          games: this.games, offset: this.offset, ending: this.ending, problem: this.gamesProblem,
          turn: (offset) => { this.offset = offset; void this.loadGames(); },
          filter: (ending) => { [this.ending, this.offset] = [ending, 0]; void this.loadGames(); },
          replay: (game) => void this.replay(game),
        });
      case "plots": return this.plots();
      case "repeat": return repeat(run);
    }
  }

  private plots(): VNode {
    if (this.pictures === null) return h("p.quiet", "Drawing…");
    if (this.pictures.length === 0) return h("p.quiet", "There is nothing to draw yet.");
    return h("ul.bare.plots", this.pictures.map((picture) => h("li", { key: picture.name }, [h("img", { attrs: { src: picture.source, alt: picture.title } })])));
  }

  private async loadPlots(): Promise<void> {
    const theme = document.documentElement.dataset["theme"] ?? "light";
    try {
      const names = await plots(this.id);
      this.pictures = await Promise.all(names.map(async ({ name, title }) => ({ name, title, source: await plot(this.id, name, theme) })));
    } catch (error) {
      this.problem = words(error);
    }
    this.redraw();
  }

  private async loadGames(): Promise<void> {
    this.gamesOf = this.run?.games ?? 0;
    try {
      this.games = await runGames(this.id, this.offset, PAGE, this.ending);
      this.gamesProblem = "";
    } catch (error) {
      this.gamesProblem = words(error);
    }
    this.redraw();
  }

  private async replay(game: RunGame): Promise<void> {
    try {
      const found = await runGame(this.id, game.id);
      go(await analysisLink(found.game, found.position, found.moves));
    } catch (error) {
      this.gamesProblem = words(error);
      this.redraw();
    }
  }

  private async act(what: () => Promise<RunView>): Promise<void> {
    this.busy = true;
    this.redraw();
    try {
      this.told(await what());
      this.problem = "";
    } catch (error) {
      this.problem = words(error);
      alarm(this.problem);
    }
    this.busy = false;
    this.redraw();
  }

  private async remove(run: RunView): Promise<void> {
    const games = run.games === 1 ? "its game" : `its ${run.games} games`;
    if (!(await confirmed(`Delete "${run.title}" with ${games}?`, "Delete"))) return;
    try {
      await deleteRun(this.id);
      say("The run is deleted.");
      go("/lab");
    } catch (error) {
      this.problem = words(error);
      alarm(this.problem);
      this.redraw();
    }
  }
}

function repeat(run: RunView): VNode {
  const { toml } = run;
  return h("div.stack", [
    copyField("command", "The command that repeats it, or goes on with it", run.command),
    toml === null ? h("p.quiet", "The file that asks for it is not known.") : copyField("toml", "The file that asks for it", toml, 14),
    toml === null ? null : h("button", { attrs: { type: "button" }, on: { click: () => download("run.toml", toml) } }, "Save the file"),
    run.kind === "match" ? null : h("p.quiet.small", "The command names this file: save it there first."),
  ]);
}
