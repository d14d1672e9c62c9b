/** The map editor: tools, the map, and what is wrong with it. It knows no game: all of it comes with the draft. */
import { deleteMap, maps as allMaps, saveMap, words } from "../api/http";
import type { MapsOfGame } from "../api/types";
import { go, setTitle } from "../router";
import type { Route, View } from "../router";
import { DraftRun, keepDraft, keptDraft, newStroke, sameSide } from "../store/draft";
import { fragment, freshId } from "../store/link";
import { plant } from "../store/tree";
import { confirmed } from "../ui/dialog";
import { drawing, h } from "../ui/dom";
import type { VNode } from "../ui/dom";
import { plain } from "../ui/form";
import { MapCanvas } from "../ui/maps-canvas";
import { askNew, askOpen } from "../ui/maps-open";
import { linkList, numbers, remarks, textField, verdict } from "../ui/maps-side";
import type { SideProps } from "../ui/maps-side";
import { tools } from "../ui/maps-tools";
import type { Tool } from "../ui/maps-tools";
import { alarm, say } from "../ui/says";
import { writeSpec } from "../ui/spec";

export const view: View = (route, root) => {
  let games: MapsOfGame[] = [];
  let of: MapsOfGame | null = null;
  let run: DraftRun | null = null;
  let failure = "";
  let tool: Tool = { kind: "paint", brush: "", reach: 0, from: null, at: null, chosen: null };
  let name = "";
  let savedText: string | null = null; // of the map with that name
  let opening: string | null = null; // the name that the next answer is saved by
  let text: string | null = null; // while it is typed
  let typing = 0;
  let typed = newStroke(); // what is typed in one go is undone together
  let busy = false;
  let canvas: MapCanvas | null = null;

  const change = (next: Partial<Tool>): void => {
    tool = { ...tool, ...next };
    canvas?.marks();
    drawn.redraw();
  };

  /** The draft changed, or is about to. */
  const changed = (): void => {
    const draft = run?.view;
    if (!run || !draft || !of) return drawn.redraw();
    if (!draft.palette.some(({ label }) => label === tool.brush)) tool.brush = (draft.palette.find(({ owner }) => owner !== null) ?? draft.palette[0])?.label ?? "";
    if (tool.chosen && !draft.look.links.some(({ from }) => sameSide(from, tool.chosen?.from ?? null))) tool.chosen = null;
    if (opening !== null && !run.problem) {
      savedText = draft.text;
      opening = null;
    }
    keepDraft(of.game, { text: draft.text, name, saved: savedText });
    if (run.problem && run.problem.at.field !== "text") say(run.problem.message);
    // A text that could not be read gives way to whatever was done next.
    if (!run.problem && document.activeElement?.id !== "map-text") text = null;
    void canvas?.show();
    drawn.redraw();
  };

  const mount = (host: HTMLElement): void => {
    canvas = new MapCanvas(host, {
      run: () => run, tool: () => tool, change, ready: () => drawn.redraw(),
      offer: (cell) => {
        change({ at: cell });
        // The buttons are there after the next frame.
        requestAnimationFrame(() => requestAnimationFrame(() => root.querySelector<HTMLElement>(".map-side")?.focus()));
      },
    });
  };

  const unmount = (): void => {
    canvas?.destroy();
    canvas = null;
  };

  const refuse = (error: unknown): void => {
    failure = words(error);
    busy = false;
    alarm(failure);
    drawn.redraw();
  };

  const save = async (): Promise<void> => {
    const draft = run?.view;
    if (!run || !draft || !of || busy) return;
    if (!/^[\w-]{1,60}$/.test(name)) {
      failure = name ? "A name has letters, digits, - and _, at most 60." : "Give the map a name first.";
      alarm(failure);
      drawn.redraw();
      return root.querySelector<HTMLElement>("#map-name")?.focus();
    }
    const other = of.saved.some((map) => map.name === name) && savedText === null;
    if (other && !(await confirmed(`Replace the saved map ${name}?`, "Replace"))) return;
    busy = true;
    failure = "";
    try {
      await saveMap(name, { game: run.game, text: draft.text });
      savedText = draft.text;
      keepDraft(of.game, { text: draft.text, name, saved: savedText });
      history.replaceState(null, "", `/maps/${encodeURIComponent(name)}`);
      say(`Saved as ${name}.`);
      await list();
      busy = false;
      drawn.redraw();
    } catch (error) {
      refuse(error);
    }
  };

  const play = async (): Promise<void> => {
    const draft = run?.view;
    if (!draft || !of) return;
    // A map that is saved as it is has a name; any other is played as a position.
    if (savedText === draft.text && name) return go(`/new?game=${encodeURIComponent(writeSpec(of.game, { [of.option]: `maps/${name}` }))}`);
    go(`/new${await fragment(plant(of.game, draft.text, []), freshId())}`);
  };

  const begin = (map: string, known: string | null): void => {
    name = known ?? "";
    savedText = null;
    opening = known;
    history.replaceState(null, "", known === null ? "/maps" : `/maps/${encodeURIComponent(known)}`);
    run?.open(map);
  };

  const list = async (): Promise<void> => {
    games = await allMaps();
    of = games.find((one) => one.game === of?.game) ?? games[0] ?? null;
  };

  const open = async (): Promise<void> => {
    try {
      await list();
    } catch (error) {
      return refuse(error);
    }
    if (!of) return;
    askOpen({
      maps: of,
      open: begin,
      read: (told, file) => {
        name = file.replaceAll(/[^\w-]+/g, "_").slice(0, 60);
        savedText = null;
        run?.replace(told);
      },
      refuse,
      remove: async (which) => {
        if (!(await confirmed(`Delete the saved map ${which}?`, "Delete"))) return false;
        await deleteMap(which).catch(refuse);
        if (which === name) savedText = null;
        await list();
        drawn.redraw();
        return true;
      },
    });
  };

  const choose = (game: string | null, saved: string | null): void => {
    of = games.find((one) => one.game === game) ?? games.find((one) => one.saved.some((map) => map.name === saved)) ?? games[0] ?? null;
    if (!of) return;
    run = new DraftRun(of.game, changed);
    setTitle(`Maps of ${plain(of.game)}`);
    const kept = keptDraft(of.game);
    // What was drawn and not saved before the page was left is still there.
    if (saved !== null && saved !== kept?.name) return begin(`maps/${saved}`, saved);
    name = kept?.name ?? "";
    savedText = kept?.saved ?? null;
    run.replace(kept?.text ?? null);
  };

  const type = (told: string): void => {
    text = told;
    clearTimeout(typing);
    typing = window.setTimeout(() => run?.replace(told, [], typed), 300);
  };

  const keys = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    const again = event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
    if (!again && event.key !== "z") return;
    event.preventDefault();
    if (again) run?.redo();
    else run?.undo();
  };
  document.addEventListener("keydown", keys);

  const draw = (): VNode => {
    const draft = run?.view;
    const head = h("h1", { attrs: { tabindex: "-1" } }, of ? `Maps of ${plain(of.game)}` : "Maps");
    const told = failure ? h("p.notice.bad", { attrs: { role: "alert" } }, failure) : null;
    if (!run || !draft) return h("div.maps", [h("div.row.maps-head", [head]), told ?? h("p.quiet.notice", run?.problem?.message ?? "Loading…")]);
    const board = canvas?.board ?? null;
    const side: SideProps = {
      run, view: draft, board, name, saved: savedText === draft.text, busy, text,
      rename: (next) => { name = next; savedText = null; failure = ""; drawn.redraw(); },
      save: () => void save(), play: () => void play(),
      show: (cells) => canvas?.look(cells),
      type, typed: () => { typed = newStroke(); text = run?.problem?.at.field === "text" ? text : null; drawn.redraw(); },
    };
    return h("div.maps", [
      h("div.row.maps-head", [
        head,
        games.length > 1 ? h("select", { attrs: { "aria-label": "Game" }, on: { change: (event: Event) => choose((event.target as HTMLSelectElement).value, null) } },
          games.map(({ game }) => h("option", { key: game, attrs: { value: game }, props: { selected: game === of?.game } }, plain(game)))) : null,
        h("button", { attrs: { type: "button" }, on: { click: () => askNew(draft, (edits) => { name = ""; savedText = null; run?.replace(null, edits); }) } }, "New"),
        h("button", { attrs: { type: "button" }, on: { click: () => void open() } }, "Open"),
      ]),
      told,
      tools({ run, view: draft, board, tool, change, pick: (side) => canvas?.pick(side) }),
      h("div.maps-board", [h("div.map-host", { key: "board", class: { linking: tool.kind === "link" }, hook: { insert: (node) => mount(node.elm as HTMLElement), destroy: unmount } })]),
      h("div.maps-side.stack", [verdict(side), remarks(side), numbers(side), linkList(side), textField(side)]),
    ]);
  };

  const drawn = drawing(root, draw);
  list().then(() => choose(route.query.get("game"), route.parts[0] ?? null), refuse);
  return {
    title: "Maps",
    destroy() {
      clearTimeout(typing);
      document.removeEventListener("keydown", keys);
      drawn.stop();
    },
    update(next: Route) {
      if (!of || !next.parts[0]) return false;
      if (next.parts[0] !== name) begin(`maps/${next.parts[0]}`, next.parts[0]);
      return true;
    },
  };
};
