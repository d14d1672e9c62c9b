/** Modal questions, with the browser's own dialog: focus stays inside, Escape closes. */
import { h, patch } from "./dom";
import type { VNode } from "./dom";

/** Shows content in a dialog until it is closed. Answers with a function that closes it. */
export function openDialog(label: string, content: (close: () => void) => VNode[]): () => void {
  const host = document.createElement("dialog");
  host.setAttribute("aria-label", label);
  const close = (): void => host.close();
  host.addEventListener("close", () => host.remove());
  host.addEventListener("click", (event) => {
    if (event.target === host) close();
  });
  document.body.append(host);
  const place = document.createElement("div");
  host.append(place);
  patch(place, h("div.stack", [h("h2", label), ...content(close)]));
  host.showModal();
  return close;
}

/** Asks before something that cannot be taken back. */
export function confirmed(question: string, yes: string): Promise<boolean> {
  return new Promise((answer) => {
    let agreed = false;
    openDialog(question, (close) => [
      h("div.row", [
        h("button.main", { attrs: { type: "button" }, on: { click: () => { agreed = true; close(); } } }, yes),
        h("button", { attrs: { type: "button", autofocus: true }, on: { click: close } }, "Cancel"),
      ]),
    ]);
    document.body.querySelector("dialog:last-of-type")?.addEventListener("close", () => answer(agreed));
  });
}
