/** What is around every view: name, navigation, theme. On phones the navigation is a bar at the bottom. */
import { games, owner } from "../api/http";
import { onRoute } from "../router";
import { setTheme, theme } from "../store/prefs";
import type { Theme } from "../store/prefs";
import { drawing, h } from "./dom";
import type { VNode } from "./dom";
import { icon } from "./icon";
import type { IconName } from "./icon";

const links: { path: string; text: string; sign: IconName; of: string[] }[] = [
  { path: "/", text: "Play", sign: "play", of: ["", "new", "t", "join"] },
  { path: "/a", text: "Analyse", sign: "analyse", of: ["a"] },
  { path: "/lab", text: "Lab", sign: "lab", of: ["lab"] },
  { path: "/maps", text: "Maps", sign: "map", of: ["maps"] },
  { path: "/api", text: "API", sign: "api", of: ["api"] },
];

const themes: Theme[] = ["system", "light", "dark"];
const themeWords: Record<Theme, string> = { system: "as the system", light: "light", dark: "dark" };
const themeSigns: Record<Theme, IconName> = { system: "half", light: "sun", dark: "moon" };

export function frame(): void {
  const root = document.getElementById("frame");
  if (!root) return;
  let here = "";
  let maps = false;

  const draw = (): VNode => {
    const shown = owner() ? links.filter((link) => link.path !== "/maps" || maps || here === "maps") : [];
    const now = theme();
    const next = themes[(themes.indexOf(now) + 1) % themes.length] ?? "system";
    return h("div.topbar", [
      h("a.brand", { attrs: { href: "/", "aria-label": "Plyglot, home" } }, [icon("brand"), h("span", "Plyglot")]),
      h("nav.pages", { attrs: { "aria-label": "Main" } }, shown.map((link) =>
        h("a", { key: link.path, attrs: { href: link.path, ...(link.of.includes(here) ? { "aria-current": "page" } : {}) } }, [icon(link.sign), h("span", link.text)]))),
      h("button.plain.theme", {
        attrs: { type: "button", title: `Theme: ${themeWords[now]}`, "aria-label": `Theme: ${themeWords[now]}. Switch to ${themeWords[next]}` },
        on: { click: () => { setTheme(next); drawn.redraw(); } },
      }, [icon(themeSigns[now])]),
    ]);
  };

  const drawn = drawing(root, draw);
  onRoute((name) => {
    here = name;
    drawn.redraw();
  });
  if (owner()) {
    games().then((all) => {
      maps = all.some((game) => game.maps);
      drawn.redraw();
    }, () => undefined);
  }
}
