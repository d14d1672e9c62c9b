/** The lab: runs of matches, tournaments and searches for parameters, whoever plays them. */
import { games, hello, problemIn, words } from "../api/http";
import { checkRun, newRun, runs, templates } from "../api/runs";
import { subscribe } from "../api/socket";
import type { Checked, GameInfo, NewRun, Problem, RunBrief, RunList, Template } from "../api/types";
import { go, setTitle } from "../router";
import type { Route, View } from "../router";
import { newForm, newRunOf } from "../store/run";
import type { RunForm } from "../store/run";
import { agentOf } from "../ui/agent";
import { drawing, h } from "../ui/dom";
import type { Drawing, VNode } from "../ui/dom";
import { plainAgent, runForm } from "../ui/run-form";
import { runList } from "../ui/run-list";
import { alarm, say } from "../ui/says";
import { RunPage } from "./lab-run";

export const view: View = (route, root) => {
  let list: RunBrief[] | null = null;
  let records = "";
  let search = "";
  let problem = "";
  let page: RunPage | null = null;
  let form: FormPage | null = null;
  let chosen = "";

  const draw = (): VNode => h("div.lab", { class: { "has-choice": chosen !== "" } }, [
    h("div.lab-side", [
      chosen === "" ? h("h1", { attrs: { tabindex: "-1" } }, "Lab") : h("p.lab-runs.label", "Runs"),
      problem ? h("p.notice.bad", { attrs: { role: "alert" } }, problem) : null,
      runList({ runs: list, records, chosen, search, change: (text) => { search = text; drawn.redraw(); } }),
    ]),
    h("div.lab-main", [
      chosen === "" ? welcome() : h("p.lab-back", [h("a", { attrs: { href: "/lab" } }, "All runs")]),
      form?.draw() ?? page?.draw() ?? null,
    ]),
  ]);

  const drawn: Drawing = drawing(root, draw);

  const open = (to: Route, first: boolean): void => {
    page?.destroy();
    form?.destroy();
    [page, form] = [null, null];
    chosen = to.parts[0] ?? "";
    if (chosen === "new") form = new FormPage(() => drawn.redraw());
    else if (chosen !== "") page = new RunPage(chosen, () => drawn.redraw());
    setTitle(chosen === "" ? "Lab" : chosen === "new" ? "New run" : "Run");
    drawn.redraw();
    if (!first) requestAnimationFrame(() => { scrollTo(0, 0); root.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true }); });
  };

  const told = (state: RunList): void => {
    list = state.runs;
    records = state.records;
    problem = "";
    drawn.redraw();
  };

  open(route, true);
  runs().then(told, (error) => { problem = words(error); drawn.redraw(); });
  const stop = subscribe("runs", (state) => told(state as RunList), () => undefined);
  return {
    title: chosen === "" ? "Lab" : chosen === "new" ? "New run" : "Run",
    update(to) {
      open(to, false);
      return true;
    },
    destroy() {
      stop();
      page?.destroy();
      form?.destroy();
      drawn.stop();
    },
  };
};

function welcome(): VNode {
  return h("section.card.stack.welcome", [
    h("h2", "Find out who is stronger"),
    h("p", "A match plays two or more agents against each other under fair conditions: every opening with all seats exchanged, until a number of games is played or a test is sure."),
    h("p", "Tournaments rank many agents, tuning looks for better numbers of one. All of it is kept in one file, the same that the command line uses: what runs in a terminal appears here, and the other way round."),
    h("p", [h("a.button.main", { attrs: { href: "/lab/new" } }, "Set up a run")]),
  ]);
}

/** The form of a new run, checked by the server while it is filled in. */
class FormPage {
  private all: GameInfo[] = [];
  private examples: Template[] = [];
  private cores = 1;
  private game: GameInfo | null = null;
  private form: RunForm = newForm("match", []);
  private checked: Checked | null = null;
  private problem: Problem | null = null;
  private busy = false;
  private asking: AbortController | null = null;
  private timer = 0;

  constructor(private readonly redraw: () => void) {
    Promise.all([games(), templates(), hello()]).then(([all, examples, told]) => {
      [this.all, this.examples, this.cores] = [all, examples, told.cores];
      const asked = new URLSearchParams(location.search).get("game");
      this.choose(asked ?? all[0]?.name ?? "");
    }, (error) => this.failed(error));
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  draw(): VNode {
    const { form, game } = this;
    return h("div.stack", [
      h("h1", { attrs: { tabindex: "-1" } }, "New run"),
      game === null ? (this.problem ? h("p.notice.bad", { attrs: { role: "alert" } }, this.problem.message) : h("p.quiet", "Loading the games…")) : runForm({
        form, game, all: this.all, templates: this.examples, cores: this.cores, checked: this.checked, problem: this.problem, busy: this.busy,
        change: (part) => this.change(part), choose: (name) => this.choose(name), start: () => void this.start(),
      }),
    ]);
  }

  private choose(name: string): void {
    const game = this.all.find((one) => one.name === name) ?? this.all[0];
    if (!game) return;
    this.game = game;
    const agents = [0, 1].map((at) => ({ key: at, name: "", value: plainAgent(game, at) }));
    this.change({ values: {}, agents });
  }

  private change(part: Partial<RunForm>): void {
    this.form = { ...this.form, ...part };
    this.redraw();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), 300);
  }

  private asked(game: GameInfo): NewRun {
    return newRunOf(this.form, game.name, this.form.agents.map(({ value }) => agentOf(value, game).spec));
  }

  private async check(): Promise<void> {
    if (!this.game) return;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      this.checked = await checkRun(this.asked(this.game), asking.signal);
      this.problem = null;
    } catch (error) {
      if (asking.signal.aborted) return;
      this.checked = null;
      this.failed(error);
    }
    this.redraw();
  }

  private failed(error: unknown): void {
    this.problem = problemIn(error);
    this.busy = false;
    this.redraw();
  }

  private async start(): Promise<void> {
    if (!this.game || this.busy) return;
    this.busy = true;
    this.redraw();
    try {
      const run = await newRun(this.asked(this.game));
      say("The run has started.");
      go(`/lab/${run.id}`);
    } catch (error) {
      this.failed(error);
      alarm(words(error));
    }
  }
}
