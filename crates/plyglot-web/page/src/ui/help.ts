/** The keys of tables and of the analysis. */
import { isOn, turn } from "../store/prefs";
import { openDialog } from "./dialog";
import { h } from "./dom";
import type { VNode } from "./dom";

type Keys = [string, [string, string][]];
const keys: Keys[] = [
  ["On the board", [
    ["Arrow keys", "to the next cell in that direction"],
    ["Enter, Space", "take this cell as the next step of a move"],
    ["Backspace", "one step back"],
    ["Escape", "cancel the half-entered or the prepared move"],
    ["1 to 9", "take a choice"],
    ["Page Up, Page Down", "to the ends of the row"],
    ["Home, End", "to the first and the last cell"],
    ["n, N", "to the next, to the previous cell that continues the move"],
    ["t", "follow a link"],
    ["m", "what can be played from here"],
    ["o", "where am I"],
  ]],
  ["Everywhere", [
    [", and .", "one move back, one move forward"],
    ["Arrow keys", "the same, outside of the board; Home and End to the ends"],
    ["l", "say the last move"],
    ["c", "say counters and clocks"],
    ["r", "turn the board"],
    ["/", "type a move"],
    ["?", "this list"],
  ]],
];

function onOff(name: "letters" | "confirm", text: string): VNode {
  return h("div.check", [
    h("input", { attrs: { id: `set-${name}`, type: "checkbox" }, props: { checked: isOn(name) }, on: { change: (event: Event) => turn(name, (event.target as HTMLInputElement).checked) } }),
    h("label", { attrs: { for: `set-${name}` } }, text),
  ]);
}

/** `more`: keys of the view that asks. */
export function showHelp(...more: Keys[]): void {
  openDialog("Keys and settings", (close) => [
    ...[...keys, ...more].flatMap(([head, list]) => [h("h3", head), h("dl.keys", list.flatMap(([key, text]) => [h("dt", key), h("dd", text)]))]),
    onOff("letters", "Single letters are commands"),
    onOff("confirm", "Ask before a move is played"),
    h("div.row", [h("button.main", { attrs: { type: "button", autofocus: true }, on: { click: close } }, "Close")]),
  ]);
}
