// A text to take away: a field to select from, since a page on the local network has no clipboard of its own.

import { h, type VNode } from "./dom";
import { say } from "./says";

export function copyField(id: string, label: string, text: string, rows = 1): VNode {
  const attrs = { id, readonly: true, spellcheck: "false", "data-copy": "true" };
  const on = { focus: (event: Event) => (event.target as HTMLInputElement | HTMLTextAreaElement).select() };
  return h("div.field", [
    h("label", { attrs: { for: id } }, label),
    h("div.copy", [
      rows === 1 ? h("input.mono", { attrs: { ...attrs, type: "text" }, props: { value: text }, on }) : h("textarea", { attrs: { ...attrs, rows }, props: { value: text }, on }),
      h("button", { attrs: { type: "button", "aria-label": `Copy: ${label}` }, on: { click: (event: Event) => void copy(event.currentTarget as HTMLElement) } }, "Copy"),
    ]),
  ]);
}

async function copy(button: HTMLElement): Promise<void> {
  const field = button.parentElement?.querySelector<HTMLInputElement | HTMLTextAreaElement>("[data-copy]");
  if (!field) return;
  field.focus();
  field.select();
  // Outside of a secure context there is no clipboard: the text stays selected for the keys.
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  try {
    if (!clipboard) throw new Error("no clipboard");
    await clipboard.writeText(field.value);
    button.textContent = "Copied";
    say("Copied.");
  } catch {
    button.textContent = "Press Ctrl+C";
    say("The text is selected. Press Control and C to copy it.");
  }
  window.setTimeout(() => (button.textContent = "Copy"), 2000);
}

/** Offers a text as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
