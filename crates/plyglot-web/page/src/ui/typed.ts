/** A field to type a move: a combobox over the legal texts, which hands what else is typed to the server's own reader. */
import type { Ply } from "../api/types";
import { drawing, h } from "./dom";
import type { Drawing, VNode } from "./dom";

export type TypedSetting = {
  moves: readonly Ply[];
  error: string | null; // what the server said of the last one
  disabled?: boolean;
  play: (move: string) => void;
};

type State = { set: TypedSetting; text: string; active: number; open: boolean; sent: boolean; drawn: Drawing | null };
const states = new WeakMap<Node, State>();
const mostShown = 8;

/** Legal texts that begin with what is typed come first, then those that have it inside. */
function matches(moves: readonly Ply[], text: string): string[] {
  const wanted = text.trim().toLowerCase();
  const all = moves.map((ply) => ply.move);
  const starts = all.filter((move) => move.toLowerCase().startsWith(wanted));
  if (starts.length >= mostShown || wanted === "") return starts.slice(0, mostShown);
  return [...starts, ...all.filter((move) => !starts.includes(move) && move.toLowerCase().includes(wanted))].slice(0, mostShown);
}

export function typed(set: TypedSetting): VNode {
  return h("div.typed", {
    key: "typed",
    hook: {
      insert: (node) => {
        if (!(node.elm instanceof HTMLElement)) return;
        const state: State = { set, text: "", active: -1, open: false, sent: false, drawn: null };
        states.set(node.elm, state);
        state.drawn = drawing(node.elm, () => field(state));
      },
      postpatch: (_, node) => {
        const state = node.elm && states.get(node.elm);
        if (!state) return;
        // A new position after an own move: it was taken, so the field is free for the next one.
        if (state.sent && !set.error && state.set.moves !== set.moves) Object.assign(state, { text: "", sent: false });
        state.set = set;
        state.drawn?.redraw();
      },
      destroy: (node) => void (node.elm && states.get(node.elm)?.drawn?.stop()),
    },
  });
}

function field(state: State): VNode {
  const { set } = state;
  const found = state.open ? matches(set.moves, state.text) : [];
  const change = (next: Partial<State>): void => {
    Object.assign(state, next);
    state.drawn?.redraw();
  };
  const play = (move: string): void => {
    change({ text: move, sent: true, open: false, active: -1 });
    set.play(move);
  };
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = found[state.active] ?? state.text.trim();
    if (step !== 0) {
      const many = Math.max(1, state.open ? found.length : matches(set.moves, state.text).length);
      change({ open: true, active: state.active < 0 ? (step > 0 ? 0 : many - 1) : (state.active + step + many) % many });
    } else if (event.key === "Enter" && chosen) play(chosen);
    else if (event.key === "Escape" && (state.open || state.text)) change(state.open ? { open: false, active: -1 } : { text: "" });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const error = set.error ?? "";
  return h("div.field", [
    h("div.typed-line", [
      h("label.small", { attrs: { for: "typed" } }, "Type a move"),
      h("input", {
        attrs: {
          id: "typed", type: "text", role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 400, disabled: set.disabled ?? false,
          "aria-expanded": found.length > 0 ? "true" : "false", "aria-controls": "typed-list", "aria-autocomplete": "list",
          "aria-describedby": "typed-error", "aria-invalid": error ? "true" : "false", enterkeyhint: "go",
          ...(found[state.active] === undefined ? {} : { "aria-activedescendant": `typed-${state.active}` }),
        },
        props: { value: state.text },
        on: {
          input: (event: Event) => change({ text: (event.target as HTMLInputElement).value, active: -1, open: true, sent: false }),
          keydown: keys,
          blur: () => change({ open: false, active: -1 }),
        },
      }),
    ]),
    h("ul.bare.typed-list", { attrs: { id: "typed-list", role: "listbox", "aria-label": "Moves that fit" }, class: { empty: found.length === 0 } }, found.map((move, at) =>
      h("li", {
        key: move, attrs: { id: `typed-${at}`, role: "option", "aria-selected": at === state.active ? "true" : "false" },
        // Before the field loses its focus and the list closes.
        on: { pointerdown: (event: Event) => { event.preventDefault(); play(move); } },
      }, move))),
    h("p.error.small", { attrs: { id: "typed-error", role: "status" } }, error),
  ]);
}
