/** How the parts of the analysis page stand together, on a laptop and on a phone. */
import type { View } from "../api/types";
import { bands, known } from "../store/shares";
import * as trees from "../store/tree";
import { bar } from "../ui/bar";
import { bookMoves } from "../ui/book";
import { h, type VNode } from "../ui/dom";
import { engineHead } from "../ui/engine";
import { explain } from "../ui/explain";
import { exporter, importer } from "../ui/files";
import { plain } from "../ui/form";
import { graph } from "../ui/graph";
import { icon, type IconName } from "../ui/icon";
import { lines, values } from "../ui/lines";
import { branchTools, moves } from "../ui/moves";
import { reviewHead, verdict } from "../ui/review";
import { setup } from "../ui/setup";
import { share } from "../ui/share";
import { thumb } from "../ui/thumb";
import { typed } from "../ui/typed";
import type { StudyView, Tab } from "./study";
import { studyHelp } from "./studykeys";

const TABS: { tab: Tab; text: string }[] = [
  { tab: "lines", text: "Lines" },
  { tab: "moves", text: "Moves" },
  { tab: "explain", text: "Explain" },
  { tab: "review", text: "Review" },
  { tab: "setup", text: "Set up" },
  { tab: "share", text: "Share" },
];

export function layout(at: StudyView): VNode {
  const { study } = at;
  const view = study.view() ?? study.positions.any();
  const tab = !at.small && at.tab === "lines" ? "moves" : at.tab;
  return h("div.study", { key: at.id, class: { small: at.small } }, [
    h("h1.unseen", { attrs: { tabindex: -1 } }, `Analyse ${plain(study.info?.name ?? view?.name ?? "")}`),
    view === null ? h("div.bar") : scoreBar(at, view),
    h("div.study-middle", [at.board.node(), view === null ? null : below(at, view)]),
    view === null || at.setup || at.tight ? null : curve(at, view),
    h("div.study-side", [
      at.setup || (at.small && tab !== "lines") ? null : engine(at, view),
      tabs(at, tab),
      h("div.tab-panel", { key: tab, attrs: { role: "tabpanel", id: "panel", "aria-labelledby": `tab-${tab}` }, class: { "moves-scroll": tab === "moves" } }, view === null ? [] : panel(at, view, tab)),
      at.setup ? null : steps(at),
    ]),
    at.peeked === null ? null : h("div.peek", { key: "peek", attrs: { "aria-hidden": "true" } }, [
      thumb(at.peeked.view, "A step of the line"),
      h("p.small", at.peeked.line.pv.slice(0, at.peeked.steps).slice(-3).join(" ")),
    ]),
  ]);
}

function scoreBar(at: StudyView, view: View): VNode {
  const { study } = at;
  const here = study.tree.at;
  // Until something is known of this node, the bar stays where it was one move ago.
  const parent = trees.node(study.tree, here).parent;
  const own = study.shown(here, view.players.length);
  const scores = known(own) || parent === null ? own : study.shown(parent, view.players.length);
  return bar({ seats: view, bands: bands(scores ?? [], view.sides), values: known(own) ? study.values(here) : [], bottom: at.board.bottom });
}

/** What stands under the board: choices of a half-entered move, the typed move, who is to move. */
function below(at: StudyView, view: View): VNode {
  const { study, board } = at;
  const problem = study.positions.problem(study.tree.at);
  const ply = study.review.of(study.tree.at);
  const says = view.over && view.reason ? `${view.says} ${view.reason}` : view.says;
  return h("div.below", [
    at.lost ? h("p.notice.small", { attrs: { role: "status" } }, "Reconnecting to the server…") : null,
    problem === null ? null : h("p.notice.bad.small", { attrs: { role: "alert" } }, problem),
    board.entered.length === 0 && board.choices.length === 0 ? null : h("div.row.choices", [
      ...board.choices.map((choice) => h("button", { key: choice, attrs: { type: "button" }, on: { click: () => board.widget?.choose(choice) } }, choice)),
      board.entered.length === 0 ? null : h("button.plain", { attrs: { type: "button" }, on: { click: () => board.widget?.back() } }, [icon("undo"), "Step back"]),
    ]),
    at.small && !at.setup && at.tab !== "lines" ? summary(at, view) : null,
    at.setup ? null : h("div.below-line", [
      h("div.study-says", ply && trees.node(study.tree, study.tree.at).parent !== null ? [verdict(view, ply, trees.node(study.tree, study.tree.at).move)] : study.view() === null ? "…" : says),
      at.tight ? null : entry(at, view),
      h("button.plain.square", { attrs: { type: "button", "aria-label": "Turn the board", title: "Turn the board" }, on: { click: () => board.flip() } }, [icon("flip")]),
      at.small ? null : h("button.plain.square", { attrs: { type: "button", "aria-label": "Keys and settings", title: "Keys and settings" }, on: { click: () => studyHelp() } }, [icon("help")]),
    ]),
  ]);
}

/** On a phone: the best line in one row, which opens all of them. */
function summary(at: StudyView, view: View): VNode | null {
  const { study } = at;
  const answer = study.setting.on ? study.analyses.slots[0]?.view?.answer : null;
  const best = answer?.lines[0];
  if (!answer || !best) return null;
  return h("button.plain.best-line", { attrs: { type: "button", title: "Show all lines" }, on: { click: () => at.choose("lines") } }, [
    h("span.unseen", "Best line: "), values(view, best, answer.seat), h("span.quiet", `d${answer.depth}`), h("span.mono", best.pv.slice(0, 6).join(" ")),
  ]);
}

function entry(at: StudyView, view: View): VNode {
  return typed({ moves: view.moves, error: at.typeError, disabled: view.over, play: (move) => void at.type(move) });
}

function curve(at: StudyView, view: View): VNode {
  const { study } = at;
  const { tree, review } = study;
  const line = trees.lineThrough(tree, tree.at);
  const all = [trees.ROOT, ...line];
  const marks = [...review.marks()].flatMap(([id, judgement]) => {
    const ply = all.indexOf(id);
    return ply < 0 ? [] : [{ ply, judgement }];
  });
  const place = all.indexOf(tree.at);
  return h("div.study-graph", [graph({
    seats: view, points: all.map((id) => study.shown(id, view.players.length)), at: place < 0 ? null : place, marks,
    jump: (point) => {
      const id = all[point];
      if (id !== undefined && id !== study.tree.at) study.go(id);
    },
  })]);
}

function engine(at: StudyView, view: View | null): VNode {
  const { study } = at;
  return h("div.engine", { key: "engine", class: { open: at.agentsOpen } }, [
    engineHead({ study, open: at.agentsOpen, toggle: () => { at.agentsOpen = !at.agentsOpen; at.around.redraw(); } }),
    view === null ? null : view.over && study.view() === view
      ? h("p.quiet.small", "The game is over here.")
      : lines({
          seats: view, slots: study.analyses.slots, names: study.setting.agents, on: study.setting.on, threat: study.setting.threat,
          deeper: (slot) => void study.analyses.deeper(slot),
          remove: (place) => study.change({ agents: study.setting.agents.filter((_, other) => other !== place) }),
          peek: (line, count) => at.peek(line, count),
          enter: (line, count) => { at.peek(null, 0); study.enter(line, count); },
        }),
    view === null || view.over ? null : bookMoves({ moves: at.book.moves(study.place()), play: (move) => study.play(move) }),
  ]);
}

function tabs(at: StudyView, now: Tab): VNode {
  const shown = TABS.filter(({ tab }) => at.small || tab !== "lines");
  const arrow = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = shown[(shown.findIndex(({ tab }) => tab === now) + by + shown.length) % shown.length];
    if (!next) return;
    at.choose(next.tab);
    requestAnimationFrame(() => document.getElementById(`tab-${next.tab}`)?.focus());
  };
  return h("div.tabs", { attrs: { role: "tablist", "aria-label": "Tools" }, on: { keydown: arrow } }, shown.map(({ tab, text }) =>
    h("button.plain.tab", {
      key: tab, attrs: { type: "button", role: "tab", id: `tab-${tab}`, "aria-selected": tab === now ? "true" : "false", "aria-controls": "panel", tabindex: tab === now ? 0 : -1 },
      on: { click: () => at.choose(tab) },
    }, text)));
}

function panel(at: StudyView, view: View, tab: Tab): (VNode | null)[] {
  const { study } = at;
  switch (tab) {
    case "lines":
      return [];
    case "moves":
      return movesPanel(at, view);
    case "review":
      return [
        at.tight ? curve(at, view) : null,
        reviewHead({
          seats: view, review: study.review, moves: trees.lineThrough(study.tree, study.tree.at).length,
          info: study.info, reviewer: at.reviewer, choose: (reviewer) => { at.reviewer = reviewer; at.around.redraw(); },
          start: () => at.startReview(), filter: (what) => { study.review.filter = what; at.around.redraw(); },
        }),
        ...(study.review.view === null ? [] : movesPanel(at, view)),
      ];
    case "explain":
      return [explain({
        seats: view, explanation: at.explained?.told ?? null, error: at.explained?.error ?? null,
        agents: study.info?.agents ?? [], chosen: at.judge, pinned: at.pinned,
        choose: (name) => { at.judge = name; at.follow(); at.around.redraw(); },
        look: (term) => { at.looked = term; at.follow(); },
        pin: (term) => { at.pinned = term; at.follow(); at.around.redraw(); },
      })];
    case "setup":
      return setupPanel(at, view);
    case "share":
      return sharePanel(at, view);
  }
}

function movesPanel(at: StudyView, view: View): (VNode | null)[] {
  const { study } = at;
  const { tree } = study;
  return [
    at.tight && at.tab === "moves" ? entry(at, view) : null,
    moves({ tree, seats: view, mover: study.positions.mover, marks: study.review.marks(), only: at.tab === "review" ? study.review.picked() : null, go: (id) => study.go(id), room: at.small ? innerWidth - 90 : innerWidth < 1000 ? 280 : 350, kept: at.kept }),
    branchTools({
      tree, main: trees.isMain(tree, tree.at), writing: at.writing,
      promote: (toMain) => study.set(trees.promote(tree, tree.at, toMain)),
      remove: () => study.set(trees.remove(tree, tree.at)),
      comment: (text) => study.set(trees.comment(tree, tree.at, text)),
      write: (open) => { at.writing = open; at.around.redraw(); },
    }),
  ];
}

function setupPanel(at: StudyView, view: View): VNode[] {
  const { setup: run } = at;
  if (run === null) return [];
  return [
    setup({
      seats: view, run, redraw: at.around.redraw,
      drop: (x, y, label) => {
        const cell = document.elementFromPoint(x, y)?.closest<SVGElement>("[data-cell]")?.dataset["cell"];
        if (cell !== undefined) run.paint(Number(cell), label);
      },
      take: () => void at.useSetup(),
      first: () => run.begin({ game: at.study.tree.game }),
      cancel: () => at.choose("moves"),
    }),
    h("h2.small-head", "Or from a text"),
    opener(at),
    h("button", { attrs: { type: "button" }, on: { click: () => at.around.another() } }, "Another game or other options"),
  ];
}

function opener(at: StudyView): VNode {
  const { files } = at;
  return importer({
    id: "import", text: files.text, busy: files.busy, error: files.error, found: files.found,
    change: (text) => { files.text = text; at.around.redraw(); },
    read: (text) => void files.read(text),
    refuse: (why) => { files.error = why; at.around.redraw(); },
    open: (game) => at.around.open(trees.go(trees.plant(game.game, game.position, game.moves), trees.ROOT)),
  });
}

function sharePanel(at: StudyView, view: View): VNode[] {
  return [
    share({ link: at.link, long: at.hash.startsWith("#s="), position: view.position, playLink: `/new${at.hash}`, save: () => at.files.save() }),
    h("h2.small-head", "Export"),
    exporter({ formats: at.study.info?.formats ?? [], ...at.files.written, choose: (name) => void at.files.write(name) }),
    h("h2.small-head", "Import"),
    opener(at),
  ];
}

/** Steps through the game; on a phone fixed at the bottom, and a fork asks which way. */
function steps(at: StudyView): VNode {
  const { study } = at;
  const { children } = trees.node(study.tree, study.tree.at);
  const first = study.tree.at === trees.ROOT;
  const last = children.length === 0;
  const button = (name: IconName, label: string, how: trees.Step, off: boolean): VNode =>
    h("button.plain", { attrs: { type: "button", "aria-label": label, title: label, disabled: off }, on: { click: () => at.step(how) } }, [icon(name)]);
  const [slot] = study.analyses.slots;
  return h("nav.steps", { attrs: { "aria-label": "Step through the moves" } }, [
    children.length > 1 && (at.forkOpen || !at.small)
      ? h("div.fork", { attrs: { role: "group", "aria-label": "Which branch" } }, children.map((id, place) =>
          h("button", { key: id, attrs: { type: "button" }, class: { main: place === 0 }, on: { click: () => study.go(id) } }, trees.node(study.tree, id).move)))
      : null,
    h("div.step-row", [
      button("first", "To the start", "first", first),
      button("back", "Back", "back", first),
      button("forward", "Forward", "forward", last),
      button("last", "To the end", "last", last),
      at.small && slot ? h("button.plain", { attrs: { type: "button", "aria-label": "Go deeper", disabled: !study.setting.on }, on: { click: () => void study.analyses.deeper(slot) } }, [icon("plus")]) : null,
    ]),
  ]);
}
