/** A field to type a move: a combobox over the legal texts, which sends what else is typed to the server's own reader. */
import { h } from "./dom";
import type { VNode } from "./dom";

export type Typed = { text: string; active: number; open: boolean };
export const nothingTyped: Typed = { text: "", active: -1, open: false };
const mostShown = 8;

export type TypedSetting = {
  value: Typed;
  moves: string[];
  error: string;
  change: (value: Typed) => void;
  play: (move: string) => void;
};

/** Legal texts that begin with what is typed come first, then those that have it inside. */
export function matches(moves: readonly string[], text: string): string[] {
  const wanted = text.trim().toLowerCase();
  const starts = moves.filter((move) => move.toLowerCase().startsWith(wanted));
  if (starts.length >= mostShown || wanted === "") return starts.slice(0, mostShown);
  return [...starts, ...moves.filter((move) => !starts.includes(move) && move.toLowerCase().includes(wanted))].slice(0, mostShown);
}

export function typedMove(set: TypedSetting): VNode {
  const { value } = set;
  const found = value.open ? matches(set.moves, value.text) : [];
  const enter = (): void => {
    const chosen = found[value.active] ?? value.text.trim();
    if (chosen) set.play(chosen);
  };
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) set.change({ ...value, open: true, active: found.length === 0 ? 0 : (value.active + step + found.length + (value.active < 0 && step < 0 ? 1 : 0)) % found.length });
    else if (event.key === "Enter") enter();
    else if (event.key === "Escape" && (value.open || value.text)) set.change(value.open ? { ...value, open: false, active: -1 } : nothingTyped);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return h("div.field.typed", [
    h("div.row", [
      h("label", { attrs: { for: "typed" } }, "Type a move"),
      h("input.grow", {
        attrs: {
          id: "typed", type: "text", role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 400,
          "aria-expanded": found.length > 0 ? "true" : "false", "aria-controls": "typed-list", "aria-autocomplete": "list",
          "aria-describedby": "typed-error", "aria-invalid": set.error ? "true" : "false", enterkeyhint: "go",
          ...(found[value.active] === undefined ? {} : { "aria-activedescendant": `typed-${value.active}` }),
        },
        props: { value: value.text },
        on: {
          input: (event: Event) => set.change({ text: (event.target as HTMLInputElement).value, active: -1, open: true }),
          keydown: keys,
          blur: () => set.change({ ...value, open: false, active: -1 }),
        },
      }),
    ]),
    h("ul.bare.typed-list", { attrs: { id: "typed-list", role: "listbox", "aria-label": "Moves that fit" }, class: { empty: found.length === 0 } }, found.map((move, at) =>
      h("li", {
        key: move, attrs: { id: `typed-${at}`, role: "option", "aria-selected": at === value.active ? "true" : "false" },
        // Before the field loses its focus and the list closes.
        on: { pointerdown: (event: Event) => { event.preventDefault(); set.play(move); } },
      }, move))),
    h("p.error.small", { attrs: { id: "typed-error", role: "status" } }, set.error),
  ]);
}
