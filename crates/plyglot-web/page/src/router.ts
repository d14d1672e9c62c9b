/** Routes of the page.
 *
 *  A view is a module in view/ that exports `view: View`: it fills `root` (an empty element of its own) and answers
 *  what the router needs. It may take its time: it draws at once and fetches afterwards. Panels are best drawn with
 *  `drawing(root, draw)` of ui/dom.ts; boards are mounted in hooks.
 *
 *      export const view: View = (route, root) => { ...; return { title: "Lab", destroy() { ... } }; };
 *
 *  - `title` is the document's title; `setTitle` changes it later.
 *  - `destroy` ends subscriptions, timers and listeners outside of `root`; the router empties `root`.
 *  - `update`, if there is one, is offered a new route of the same view before it is destroyed (say /lab -> /lab/7);
 *    it answers whether it took it.
 *  - Links are plain <a href="/lab/7">: the router catches them. In code: `go("/lab/7")`, `go(path, "replace")`.
 *    To write the address without any change of view: `history.replaceState`.
 *  - Each view has one <h1>, which gets the focus when the route changes, so give it tabindex -1.
 */

/** Where the page is: `parts` are the words of the path, without the first that chose the view. */
export type Route = { path: string; parts: string[]; query: URLSearchParams; hash: string };
export type Page = { title: string; destroy(): void; update?(route: Route): boolean };
export type View = (route: Route, root: HTMLElement) => Page;

const views: Record<string, () => Promise<{ view: View }>> = {
  "": () => import("./view/home"),
  new: () => import("./view/new"),
  t: () => import("./view/play"),
  a: () => import("./view/analyse"),
  lab: () => import("./view/lab"),
  maps: () => import("./view/maps"),
  join: () => import("./view/join"),
  api: () => import("./view/api"),
};

let current: { name: string; page: Page } | null = null;
let turn = 0;
const watchers = new Set<(name: string) => void>();

export function setTitle(title: string): void {
  document.title = title ? `${title} · Plyglot` : "Plyglot";
}

/** Called with the first word of the path at each change of route. */
export function onRoute(watcher: (name: string) => void): void {
  watchers.add(watcher);
}

/** Goes to a path of this page. */
export function go(path: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  void show();
}

async function show(first = false): Promise<void> {
  const mine = ++turn;
  const [name = "", ...parts] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const route: Route = { path: location.pathname, parts, query: new URLSearchParams(location.search), hash: location.hash.slice(1) };
  for (const watcher of watchers) watcher(name);
  if (current?.name === name && current.page.update?.(route)) return;
  const host = document.getElementById("view");
  const load = views[name];
  if (!host) return;
  let made: { view: View } | null = null;
  let failed = false;
  try {
    made = load ? await load() : null;
  } catch {
    failed = true;
  }
  if (mine !== turn) return;
  if (failed && renewed()) return;
  current?.page.destroy();
  current = null;
  const root = document.createElement("div");
  root.className = `view view-${name || "home"}`;
  host.replaceChildren(root);
  if (made) {
    const page = made.view(route, root);
    current = { name, page };
    setTitle(page.title);
  } else {
    missing(root, failed ? "This part of the page cannot be loaded. Is Plyglot still running?" : "There is no such page");
    setTitle("Not found");
  }
  if (!first) {
    scrollTo(0, 0);
    holdFocus(root, host);
  }
}

/** How long a new view may redraw its heading before the focus is nobody's. */
const settling = 3000;

/** Puts the focus on the heading, and again if the view replaces it while it loads, until somebody does something. */
function holdFocus(root: HTMLElement, host: HTMLElement): void {
  const focus = (): void => (root.querySelector<HTMLElement>("h1") ?? host).focus({ preventScroll: true });
  focus();
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body) focus();
  });
  watch.observe(root, { childList: true, subtree: true });
  const end = new AbortController();
  const stop = (): void => {
    watch.disconnect();
    end.abort();
  };
  for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, stop, { signal: end.signal });
  window.setTimeout(stop, settling);
}

/** The program may have been renewed, and this page be of the one before: it is loaded anew, but not again and again. */
function renewed(): boolean {
  const last = Number(sessionStorage.getItem("renewed") ?? 0);
  if (Date.now() - last < 30_000) return false;
  sessionStorage.setItem("renewed", String(Date.now()));
  location.reload();
  return true;
}

function missing(root: HTMLElement, text: string): void {
  const head = document.createElement("h1");
  head.tabIndex = -1;
  head.textContent = text;
  const link = document.createElement("a");
  link.href = "/";
  link.textContent = "To the games";
  root.append(head, link);
}

/** Whether a click on a link stays on this page: plain clicks on own paths that the router knows. */
function caught(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || link.hasAttribute("download") || link.origin !== location.origin) return null;
  if (link.pathname === location.pathname && link.hash && link.getAttribute("href")?.startsWith("#")) return null;
  return (link.pathname.split("/")[1] ?? "") in views ? link : null;
}

export function start(): void {
  document.addEventListener("click", (event) => {
    const link = caught(event);
    if (!link) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  addEventListener("popstate", () => void show());
  void show(true);
}
