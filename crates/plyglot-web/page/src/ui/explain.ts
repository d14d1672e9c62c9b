// The evaluation term by term: a table of seats, and on the board what each piece adds to a term.

import type { Explanation } from "../api/types";
import { h, type VNode } from "./dom";
import { seatChip, seatName, type Seats } from "./seat";

export type Term = { seat: number; term: number };
export type ExplainProps = {
  seats: Seats;
  explanation: Explanation | null;
  error: string | null;
  agents: readonly { name: string; about: string }[];
  chosen: string | null; // nothing for the agent that tells most
  pinned: Term | null;
  choose(agent: string | null): void;
  look(term: Term | null): void;
  pin(term: Term | null): void;
};

/** What to write on the cells for a term. */
export function tint(explanation: Explanation, { seat, term }: Term): Map<number, number> {
  const found = new Map<number, number>();
  for (const { cell, values } of explanation.cells) {
    const value = values[seat]?.[term] ?? 0;
    if (value !== 0) found.set(cell, value);
  }
  return found;
}

export function points(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

export function explain(props: ExplainProps): VNode {
  const { explanation, error, agents, chosen, choose } = props;
  return h("div.explain.stack", [
    agents.length > 0
      ? h("label.field", ["Evaluation of", h("select", { on: { change: (event: Event) => choose((event.target as HTMLSelectElement).value || null) } }, [
          h("option", { key: "", attrs: { value: "" }, props: { selected: chosen === null } }, "the agent that tells most"),
          ...agents.map(({ name, about }) => h("option", { key: name, attrs: { value: name }, props: { selected: name === chosen } }, `${name}: ${about}`)),
        ])])
      : null,
    error === null ? null : h("p.error", { attrs: { role: "status" } }, error),
    explanation === null ? (error === null ? h("p.quiet", "Taking it apart…") : null) : table(props, explanation),
    explanation === null ? null : h("details", [h("summary.small", "Whose evaluation this is"), h("p.mono.small.quiet", explanation.agent)]),
    explanation === null ? null : h("p.quiet.small", explanation.cells.length === 0 ? "Points of the evaluation for each seat." : "Points of the evaluation for each seat. Point at a number to see on the board what each piece adds to it; press it to keep that shown."),
  ]);
}

function table({ seats, pinned, look, pin }: ExplainProps, { seats: rows, cells }: Explanation): VNode {
  const terms = rows[0]?.terms ?? [];
  const same = (seat: number, term: number): boolean => pinned?.seat === seat && pinned.term === term;
  return h("div.scroll", { attrs: { tabindex: 0, role: "group", "aria-label": "Terms of the evaluation" } }, [
    h("table.terms", { on: { mouseleave: () => look(null) } }, [
      h("thead", [h("tr", [
        h("th", { attrs: { scope: "col" } }, "Term"),
        ...rows.map(({ player }) => h("th", { attrs: { scope: "col", "aria-label": seatName(seats, player) } }, [seatChip(seats, player)])),
      ])]),
      h("tbody", terms.map(({ name }, term) =>
        h("tr", { key: name }, [
          h("th", { attrs: { scope: "row" } }, name.replaceAll("_", " ")),
          ...rows.map(({ player, terms: own }) => {
            const value = points(own[term]?.value ?? 0);
            // Where the pieces' parts cannot be told there is nothing to press for.
            if (cells.length === 0) return h("td", { key: player }, value);
            return h("td", { key: player }, [
              h("button.plain.term", {
                attrs: { type: "button", "aria-pressed": same(player, term) ? "true" : "false", "aria-label": `${name}, ${seatName(seats, player)}, ${value}` },
                on: {
                  mouseenter: () => look({ seat: player, term }),
                  focus: () => look({ seat: player, term }),
                  blur: () => look(null),
                  click: () => pin(same(player, term) ? null : { seat: player, term }),
                },
              }, value),
            ]);
          }),
        ]))),
      h("tfoot", [h("tr", [
        h("th", { attrs: { scope: "row" } }, "Total"),
        ...rows.map(({ player, total }) => h("td", { key: player }, points(total))),
      ])]),
    ]),
  ]);
}
