/** The API to try: a form for every call of openapi.json. */
import { ask, token, words } from "../api/http";
import type { View } from "../router";
import { drawing, h } from "../ui/dom";
import type { VNode } from "../ui/dom";
import { answerOf, operations } from "../store/openapi";
import type { Operation } from "../store/openapi";

type Trial = { paths: Record<string, string>; body: string; answer: string; status: string; busy: boolean };

export const view: View = (_route, root) => {
  let list: Operation[] | null = null;
  let problem = "";
  let wanted = "";
  const trials = new Map<string, Trial>();

  const trial = (of: Operation): Trial => {
    let known = trials.get(of.id);
    if (!known) {
      known = { paths: {}, body: of.example, answer: "", status: "", busy: false };
      trials.set(of.id, known);
    }
    return known;
  };

  const send = async (of: Operation): Promise<void> => {
    const now = trial(of);
    now.busy = true;
    drawn.redraw();
    const told = await answerOf(of, now.paths, of.hasBody ? now.body : null, token());
    Object.assign(now, told, { busy: false });
    drawn.redraw();
  };

  const draw = (): VNode => {
    const shown = (list ?? []).filter((one) => `${one.method} ${one.path} ${one.summary}`.toLowerCase().includes(wanted.toLowerCase()));
    return h("div.stack", [
      h("h1", { attrs: { tabindex: "-1" } }, "API"),
      h("p", ["Everything on this page is done with the same calls that you can use. Each needs the header ", h("code", "Authorization: Bearer TOKEN"), ", with the token of the address that the program printed. The whole description: ", h("a", { attrs: { href: "/api/v1/openapi.json", download: "openapi.json" } }, "openapi.json"), "."]),
      problem ? h("p.notice.bad", { attrs: { role: "alert" } }, problem) : null,
      h("div.field", [
        h("label", { attrs: { for: "find" } }, "Find"),
        h("input", { attrs: { id: "find", type: "search" }, props: { value: wanted }, on: { input: (event: Event) => { wanted = (event.target as HTMLInputElement).value; drawn.redraw(); } } }),
      ]),
      list === null && !problem ? h("p.quiet", "Loading the description…") : null,
      h("div.calls", shown.map((one) => call(one, trial(one), () => void send(one), () => drawn.redraw()))),
    ]);
  };

  const drawn = drawing(root, draw);
  ask<unknown>("GET", "/openapi.json").then((told) => { list = operations(told); drawn.redraw(); }, (error: unknown) => { problem = words(error); drawn.redraw(); });
  return { title: "API", destroy: () => drawn.stop() };
};

function call(of: Operation, now: Trial, send: () => void, redraw: () => void): VNode {
  return h("details.call.card", { key: of.id }, [
    h("summary", [h("span.method", { class: { [of.method.toLowerCase()]: true } }, of.method), h("code", of.path), h("span.quiet", of.summary)]),
    h("form.stack", { on: { submit: (event: Event) => { event.preventDefault(); send(); } } }, [
      of.about ? h("p", of.about) : null,
      h("div.fields", of.parameters.map((name) => h("div.field", { key: name }, [
        h("label", { attrs: { for: `${of.id}-${name}` } }, name),
        h("input.mono", { attrs: { id: `${of.id}-${name}` }, props: { value: now.paths[name] ?? "" }, on: { input: (event: Event) => { now.paths[name] = (event.target as HTMLInputElement).value; } } }),
      ]))),
      of.hasBody ? h("div.field", [
        h("label", { attrs: { for: `${of.id}-body` } }, "Body, as JSON"),
        h("textarea", { attrs: { id: `${of.id}-body`, rows: Math.min(14, now.body.split("\n").length + 1), spellcheck: "false" }, props: { value: now.body }, on: { input: (event: Event) => { now.body = (event.target as HTMLTextAreaElement).value; } } }),
      ]) : null,
      h("div.row", [
        h("button.main", { attrs: { type: "submit", disabled: now.busy } }, now.busy ? "Asking…" : "Try it"),
        now.answer ? h("button.plain", { attrs: { type: "button" }, on: { click: () => { now.answer = ""; now.status = ""; redraw(); } } }, "Clear") : null,
      ]),
      now.status ? h("div.field", { attrs: { role: "status" } }, [h("strong", now.status), h("pre.scroll.answer", { attrs: { tabindex: "0", role: "region", "aria-label": `Answer of ${of.method} ${of.path}` } }, now.answer)]) : null,
    ]),
  ]);
}
