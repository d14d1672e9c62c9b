/** Analysis: chooses what to look at, keeps it in the address, and shows it. */
import { ApiError, games, position, readFile, table, words } from "../api/http";
import type { GameInfo, Problem, ReadGame, View as Position } from "../api/types";
import { setTitle, type Route, type View } from "../router";
import { fragment, freshId, fromFragment } from "../store/link";
import { lineThrough, plant, ROOT, unpack, type Tree } from "../store/tree";
import { drawing, h, type Drawing, type VNode } from "../ui/dom";
import { readSpec, writeSpec, type Values } from "../ui/spec";
import { start } from "../ui/start";
import { StudyView } from "./study";

const LAST = "analysis:last";
/** Browsers refuse addresses that change more than some times a second. */
const WRITE_MILLIS = 300;

export const view: View = (route, root) => {
  let study: StudyView | null = null;
  let drawn: Drawing | null = null;
  let written = "";
  let shelf = freshId();
  let timer = 0;
  let last = 0; // when the address was written
  let alive = true;
  let all: GameInfo[] | null = null;
  const chooser = {
    game: null as GameInfo | null, values: {} as Values, preview: null as Position | null, problem: null as Problem | null,
    notice: null as string | null, text: "", reading: false, readError: null as string | null, found: null as ReadGame[] | null,
  };
  const redraw = (): void => drawn?.redraw();

  /** The address follows the tree, so that reloading, going back and copying it lose nothing. */
  const write = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void writeNow(), Math.max(0, last + WRITE_MILLIS - Date.now()));
  };
  const writeNow = async (): Promise<void> => {
    last = Date.now();
    const from = study;
    if (!from) return;
    const hash = await fragment(from.study.tree, shelf);
    if (!alive || study !== from || location.pathname !== "/a") return;
    const { id } = from.study.review;
    written = `/a${id ? `?review=${encodeURIComponent(id)}` : ""}${hash}`;
    history.replaceState(history.state, "", written);
    localStorage.setItem(LAST, written);
    from.linked(location.origin + `/a${hash}`, hash);
  };

  const open = (tree: Tree, review: string | null = null): StudyView => {
    close();
    const made = new StudyView(tree, { changed: write, redraw, another: () => choose(null), open: begin, read: readText });
    study = made;
    void games().then((known) => made.know(known.find(({ name }) => name === readSpec(tree.game)?.name) ?? null));
    if (review === "1") made.study.startReview();
    else if (review !== null) made.study.resumeReview(review);
    if (review !== null) made.tab = "review";
    write();
    redraw();
    return made;
  };

  /** Opens another tree by hand: the one before stays in the history of the browser. */
  const begin = (tree: Tree): void => {
    history.pushState(null, "", "/a");
    shelf = freshId();
    open(tree);
  };

  const close = (): void => {
    study?.end();
    study = null;
    setTitle("Analyse");
  };

  const readText = async (game: string, text: string): Promise<Tree | ReadGame[]> => {
    const own = ownFile(text);
    if (own) return own;
    const { games: found } = await readFile({ game, text });
    const [only] = found;
    if (found.length !== 1 || !only) return found;
    if (only.error !== null) throw new Error(only.error);
    return treeOf(only);
  };

  // ---- choosing

  const choose = (notice: string | null): void => {
    close();
    chooser.notice = notice;
    history.pushState(null, "", "/a");
    redraw();
  };
  const look = async (): Promise<void> => {
    const { game, values } = chooser;
    if (!game) return;
    try {
      const preview = await position({ game: writeSpec(game.name, values) });
      if (chooser.values === values && chooser.game === game) Object.assign(chooser, { preview, problem: null });
    } catch (error) {
      if (error instanceof ApiError) Object.assign(chooser, { preview: null, problem: error.problem });
    }
    redraw();
  };
  const read = async (text: string): Promise<void> => {
    Object.assign(chooser, { reading: true, readError: null, found: null });
    redraw();
    try {
      const found = await readText(writeSpec(chooser.game?.name ?? "", chooser.values), text);
      if (Array.isArray(found)) chooser.found = found;
      else begin(found);
    } catch (error) {
      chooser.readError = words(error);
    }
    chooser.reading = false;
    redraw();
  };

  const draw = (): VNode => {
    if (study) return study.draw();
    return h("div.analyse-start", { key: "start" }, [start({
      ...chooser, games: all, last: localStorage.getItem(LAST),
      choose: (name) => {
        const game = all?.find((one) => one.name === name) ?? null;
        Object.assign(chooser, { game, values: {}, preview: game?.sample ?? null, problem: null, found: null });
        void look();
        redraw();
      },
      change: (values) => { chooser.values = values; void look(); redraw(); },
      begin: () => begin(plant(chooser.preview?.short ?? "", null)),
      type: (text) => { chooser.text = text; redraw(); },
      read: (text) => void read(text),
      refuse: (why) => { chooser.readError = why; redraw(); },
      open: (game) => begin(treeOf(game)),
    })]);
  };

  /** What the address asks for. */
  const arrive = async ({ hash, query }: Route): Promise<void> => {
    const id = query.get("table");
    if (id !== null) {
      const { view: at, expected } = await table(id);
      const tree = plant(at.game, at.first, at.plies);
      const made = open(tree, query.get("review"));
      lineThrough(tree, ROOT).forEach((node, ply) => made.study.tell(node, expected[ply] ?? []));
      return;
    }
    const given = query.get("game");
    if (given !== null) return void open(plant(given, query.get("position")));
    if (!hash) {
      close();
      return redraw();
    }
    shelf = new URLSearchParams(hash).get("s") ?? freshId();
    const tree = await fromFragment(hash);
    if (tree) open(tree, query.get("review"));
    else choose("This link holds no game that can be read. Perhaps it was cut, or it was kept in another browser.");
  };
  const follow = (to: Route): void => {
    arrive(to).catch((error: unknown) => choose(words(error)));
  };

  drawn = drawing(root, draw);
  follow(route);
  games().then((known) => {
    all = known;
    if (!chooser.game) {
      chooser.game = known[0] ?? null;
      chooser.preview = known[0]?.sample ?? null;
    }
    redraw();
  }, (error: unknown) => {
    if (error instanceof ApiError) chooser.problem = error.problem;
    redraw();
  });

  const seen = (): void => study?.seen(!document.hidden);
  const hidden = (): void => study?.seen(false);
  const shown = (): void => study?.seen(true);
  const key = (event: KeyboardEvent): void => study?.key(event);
  document.addEventListener("visibilitychange", seen);
  document.addEventListener("keydown", key);
  addEventListener("pagehide", hidden);
  addEventListener("pageshow", shown);
  return {
    title: "Analyse",
    update(to) {
      if (!study || location.pathname + location.search + location.hash !== written) follow(to);
      return true;
    },
    destroy() {
      alive = false;
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
      document.removeEventListener("keydown", key);
      removeEventListener("pagehide", hidden);
      removeEventListener("pageshow", shown);
      close();
      drawn?.stop();
    },
  };
};

function treeOf(game: ReadGame): Tree {
  const tree = plant(game.game, game.position, game.moves);
  return { ...tree, at: ROOT };
}

/** A tree that this page saved as a file. */
function ownFile(text: string): Tree | null {
  if (!text.trimStart().startsWith('{"game"')) return null;
  try {
    return unpack(JSON.parse(text));
  } catch {
    return null; // some other text: the server reads it
  }
}
