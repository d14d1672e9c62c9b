/** The first page: what goes on, all games as pictures, and what was played. */
import { ApiError, deleteTable, games, tables, token, words } from "../api/http";
import { subscribe } from "../api/socket";
import type { GameInfo, RunBrief, RunList, TableBrief } from "../api/types";
import type { Page, View } from "../router";
import { confirmed } from "../ui/dialog";
import { drawing, h } from "../ui/dom";
import type { VNode } from "../ui/dom";
import { plain } from "../ui/form";
import { icon } from "../ui/icon";
import { alarm } from "../ui/says";
import { thumb } from "../ui/thumb";
import { ago } from "../ui/when";

const noKey = "This browser has no key to this Plyglot. Open the address that the program printed when it started, or join a table with a code.";

export const view: View = (_route, root) => {
  if (!token()) return locked(root);
  let all: GameInfo[] | null = null;
  let open: TableBrief[] = [];
  let runs: RunBrief[] = [];
  let problem = "";
  let more = false;

  const fail = (error: unknown): void => {
    problem = error instanceof ApiError && (error.status === 401 || error.status === 403) ? noKey : words(error);
    drawn.redraw();
  };

  const remove = async (table: TableBrief): Promise<void> => {
    if (!(await confirmed(`Delete this game of ${plain(table.name)}?`, "Delete"))) return;
    try {
      await deleteTable(table.id);
      open = open.filter((one) => one.id !== table.id);
      drawn.redraw();
    } catch (error) {
      alarm(words(error));
    }
  };

  const draw = (): VNode => {
    const going = open.filter((table) => !table.over);
    const past = open.filter((table) => table.over);
    const running = runs.filter((run) => run.state === "running");
    return h("div.stack.home", [
      h("h1", { attrs: { tabindex: "-1" } }, "Play"),
      problem ? h("p.notice.bad", { attrs: { role: "alert" } }, [problem, " ", h("a", { attrs: { href: "/join" } }, "Join with a code")]) : null,
      going.length + running.length > 0 ? h("section", { attrs: { "aria-labelledby": "continue" } }, [
        h("h2", { attrs: { id: "continue" } }, "Continue"),
        h("ul.bare.going", { class: { few: !more } }, [...going.slice(0, more ? going.length : 6).map((table) => goingCard(table, remove)), ...running.map(runCard)]),
        going.length > 3 && !more ? h("button.plain.all", { class: { many: going.length > 6 }, attrs: { type: "button" }, on: { click: () => { more = true; drawn.redraw(); } } }, `Show all ${going.length}`) : null,
      ]) : null,
      h("section", { attrs: { "aria-labelledby": "games" } }, [
        h("h2", { attrs: { id: "games" } }, "New game"),
        all === null ? h("p.quiet", problem ? "" : "Loading the games…") : h("ul.bare.games", all.map(gameCard)),
        h("p.quiet", [h("a", { attrs: { href: "/join" } }, "Join a table with a code")]),
      ]),
      past.length > 0 ? h("section", { attrs: { "aria-labelledby": "recent" } }, [
        h("h2", { attrs: { id: "recent" } }, "Recent games"),
        h("ul.bare.recent", past.slice(0, 50).map((table) => pastRow(table, remove))),
      ]) : null,
    ]);
  };

  const drawn = drawing(root, draw);
  games().then((told) => { all = told; drawn.redraw(); }, fail);
  tables().then((told) => { open = told; drawn.redraw(); }, fail);
  const stopRuns = subscribe("runs", (state) => {
    runs = (state as RunList).runs;
    drawn.redraw();
  }, () => undefined);
  const stop = subscribe("tables", (state) => {
    open = (state as { tables: TableBrief[] }).tables;
    drawn.redraw();
  }, () => undefined);
  return {
    title: "Play",
    destroy() {
      stop();
      stopRuns();
      drawn.stop();
    },
  };
};

/** What whoever has no token sees: nothing is asked for, since nothing would be answered. */
function locked(root: HTMLElement): Page {
  const drawn = drawing(root, () => h("div.stack", [
    h("h1", { attrs: { tabindex: "-1" } }, "Play"),
    h("p.notice", { attrs: { role: "alert" } }, noKey),
    h("p", [h("a.button.main", { attrs: { href: "/join" } }, "Join with a code")]),
  ]));
  return { title: "Play", destroy: () => drawn.stop() };
}

function gameCard(game: GameInfo): VNode {
  return h("li", { key: game.name }, [
    h("a.card.game", { attrs: { href: `/new?game=${encodeURIComponent(game.name)}` } }, [
      thumb(game.sample, `Board of ${plain(game.name)}`),
      h("span.game-name", [h("strong", plain(game.name)), h("span.tag", `${game.players} players`)]),
      h("span.quiet.small", game.about),
    ]),
  ]);
}

function turnWords(table: TableBrief): string {
  if (table.turn === null) return `${table.plies} moves`;
  return table.yours ? "Your move" : `${table.seats[table.turn] ?? ""} to move`;
}

function trash(table: TableBrief, remove: (table: TableBrief) => Promise<void>): VNode {
  const label = `Delete ${plain(table.name)}, ${table.seats.join(", ")}`;
  return h("button.plain.square", { attrs: { type: "button", title: "Delete", "aria-label": label }, on: { click: () => void remove(table) } }, [icon("trash")]);
}

function goingCard(table: TableBrief, remove: (table: TableBrief) => Promise<void>): VNode {
  return h("li.card.continue", { key: table.id }, [
    h("a.stretch", { attrs: { href: `/t/${table.id}` } }, [
      thumb(table.view, `Board of ${plain(table.name)}`),
      h("span", [
        h("strong", plain(table.name)),
        h("span.whose", { class: { own: table.yours } }, turnWords(table)),
        h("span.quiet.small", table.seats.join(" · ")),
        h("span.quiet.small", `${table.plies} moves, ${ago(table.updated)}`),
      ]),
    ]),
    trash(table, remove),
  ]);
}

function runCard(run: RunBrief): VNode {
  const done = run.total ? `${Math.floor((100 * run.games) / run.total)} %` : `${run.games} games`;
  return h("li.card.continue", { key: `run-${run.id}` }, [
    h("a.stretch", { attrs: { href: `/lab/${run.id}` } }, [icon("lab"), h("span", [h("strong", run.title), h("span.whose", done), h("span.quiet.small", run.headline || "running in the lab")])]),
  ]);
}

function pastRow(table: TableBrief, remove: (table: TableBrief) => Promise<void>): VNode {
  return h("li", { key: table.id }, [
    h("a", { attrs: { href: `/t/${table.id}` } }, [
      h("strong", plain(table.name)),
      h("span", table.outcome ?? "over"),
      h("span.quiet.small", `${table.seats.join(" · ")}, ${table.plies} moves, ${ago(table.updated)}`),
    ]),
    trash(table, remove),
  ]);
}
