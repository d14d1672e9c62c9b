/** Settings of this browser. */
export type Theme = "system" | "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");

export function theme(): Theme {
  const chosen = localStorage.getItem("theme");
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

export function setTheme(chosen: Theme): void {
  if (chosen === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", chosen);
  applyTheme();
}

function applyTheme(): void {
  const chosen = theme();
  document.documentElement.dataset["theme"] = chosen === "system" ? (system.matches ? "dark" : "light") : chosen;
}

system.addEventListener("change", applyTheme);

/** Switches that are kept: "sound", "confirm", "letters" (single-letter keys). */
export type Switch = "sound" | "confirm" | "letters";
const standard: Record<Switch, boolean> = { sound: false, confirm: false, letters: true };

export function isOn(name: Switch): boolean {
  const kept = localStorage.getItem(`set:${name}`);
  return kept === null ? standard[name] : kept === "on";
}

export function turn(name: Switch, on: boolean): void {
  localStorage.setItem(`set:${name}`, on ? "on" : "off");
}
