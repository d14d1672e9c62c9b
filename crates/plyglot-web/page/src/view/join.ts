/** Takes a seat with a code. */
import { join, keepSeat, words } from "../api/http";
import { go } from "../router";
import type { View } from "../router";
import { drawing, h } from "../ui/dom";
import type { VNode } from "../ui/dom";
import { alarm } from "../ui/says";

export const view: View = (route, root) => {
  let code = route.hash;
  let error = "";
  let busy = false;

  const enter = async (): Promise<void> => {
    if (!code.trim() || busy) return;
    busy = true;
    error = "";
    drawn.redraw();
    try {
      const seat = await join(code.trim());
      keepSeat(seat.table, seat.token);
      // The code is used up: going back must not try it again.
      go(`/t/${seat.table}`, "replace");
    } catch (refused) {
      error = words(refused);
      alarm(error);
      busy = false;
      drawn.redraw();
    }
  };

  const draw = (): VNode => h("form.card.stack.join", { on: { submit: (event: Event) => { event.preventDefault(); void enter(); } } }, [
    h("h1", { attrs: { tabindex: "-1" } }, "Join a table"),
    h("p.quiet", "Who opened the table can invite you to a seat: with a link, or with a code to type here."),
    h("div.field", [
      h("label", { attrs: { for: "code" } }, "Code"),
      h("input.mono", {
        attrs: { id: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, "aria-describedby": "code-error", "aria-invalid": error ? "true" : "false" },
        props: { value: code }, on: { input: (event: Event) => { code = (event.target as HTMLInputElement).value; } },
      }),
      h("p.error.small", { attrs: { id: "code-error", role: "status" } }, error),
    ]),
    h("button.main.big", { attrs: { type: "submit", disabled: busy } }, busy ? "Joining…" : "Join"),
  ]);

  const drawn = drawing(root, draw);
  return { title: "Join a table", destroy: () => drawn.stop() };
};
