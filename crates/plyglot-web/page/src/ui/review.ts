// The head of a review: progress, accuracy and marks of each seat, and for many players who profited.

import type { GameInfo, ReviewedPly, ReviewView } from "../api/types";
import { bad, running, type Review } from "../store/review";
import { agentPicker, type AgentValue } from "./agent";
import { h, type VNode } from "./dom";
import { SIGN, WORD } from "./judge";
import { seatChip, seatName, type Seats } from "./seat";

/** As many as the server allows. */
const MOST_NODES = 20_000_000;

/** Who judges, and how long he looks at each position; nothing for what the server thinks best. */
export type Reviewer = { agent: AgentValue | null; nodes: number | null };
export type ReviewProps = {
  seats: Seats;
  review: Review;
  moves: number; // of the line that would be reviewed
  info: GameInfo | null;
  reviewer: Reviewer;
  choose(reviewer: Reviewer): void;
  start(): void;
  filter(what: Review["filter"]): void;
};

export function reviewHead(props: ReviewProps): VNode {
  const { review, moves, start } = props;
  const { view, error } = review;
  return h("section.review.stack", { attrs: { "aria-label": "Review" } }, [
    error === null ? null : h("p.error.small", { attrs: { role: "status" } }, error),
    view === null || error !== null
      ? h("div.row", [
          h("button.main", { attrs: { type: "button", disabled: moves === 0 }, on: { click: start } }, "Review the game"),
          h("span.quiet.small", moves === 0 ? "There are no moves yet." : `Looks at every move of the line shown (${moves}), from the end backwards, and marks mistakes.`),
        ])
      : null,
    view === null ? null : told(props, view),
    running(view) ? null : judge(props),
  ]);
}

/** Who reviews. */
function judge({ info, reviewer, choose, review, start }: ReviewProps): VNode | null {
  if (info === null) return null;
  const best: AgentValue = { by: "named", name: info.agents[0]?.name ?? "", values: {}, limits: { millis: null, nodes: null } };
  return h("details", [
    h("summary.small", "Who reviews"),
    h("div.stack", [
      h("label.check", [
        h("input", { attrs: { type: "checkbox" }, props: { checked: reviewer.agent !== null }, on: { change: () => choose({ ...reviewer, agent: reviewer.agent === null ? best : null }) } }),
        "Another agent than the usual one",
      ]),
      reviewer.agent === null ? null : agentPicker({ id: "reviewer", game: info, value: reviewer.agent, strength: false, change: (agent) => choose({ ...reviewer, agent }) }),
      h("label.field", ["Positions looked at for each move", h("input", {
        attrs: { type: "number", min: 1, max: MOST_NODES, placeholder: String(review.view?.nodes ?? 100_000), inputmode: "numeric" }, props: { value: reviewer.nodes === null ? "" : String(reviewer.nodes) },
        on: { change: (event: Event) => choose({ ...reviewer, nodes: Math.min(MOST_NODES, Math.max(0, Math.round(Number((event.target as HTMLInputElement).value)))) || null }) },
      })]),
      review.view === null ? null : h("button", { attrs: { type: "button" }, on: { click: start } }, "Review again"),
    ]),
  ]);
}

function told(props: ReviewProps, view: ReviewView): VNode {
  const { seats, review, start } = props;
  return h("div.stack", [
    running(view)
      ? h("div.review-progress", [
          h("progress", { attrs: { max: Math.max(1, view.total), "aria-label": "Review" }, props: { value: view.done } }),
          h("span.numbers.small", `${view.done} of ${view.total}`),
          h("button", { attrs: { type: "button" }, on: { click: () => void review.cancel() } }, "Cancel"),
        ])
      : view.state === "done" ? null : h("div.row", [
          h("span.quiet.small", view.state === "cancelled" ? `Cancelled after ${view.done} of ${view.total} moves.` : "The review failed."),
          h("button", { attrs: { type: "button" }, on: { click: start } }, "Review again"),
        ]),
    table(props, view),
    new Set(seats.sides).size > 2 ? matrix(seats, view) : null,
    h("details", [h("summary.small", "How this is judged"), h("p.small.quiet", view.about), h("p.small.quiet", `${view.agent}, ${view.nodes} positions a move`)]),
  ]);
}

function table({ seats, review, filter }: ReviewProps, view: ReviewView): VNode {
  const choice = (what: Review["filter"], text: VNode | string): VNode =>
    h("button.plain.small", { attrs: { type: "button", "aria-pressed": review.filter === what ? "true" : "false", title: "Show only marked moves" }, on: { click: () => filter(review.filter === what ? "none" : what) } }, [text, h("span.unseen", "show only marked moves")]);
  return h("table.accuracy", [
    h("thead", [h("tr", [
      h("th", { attrs: { scope: "col" } }, [choice("all", "Marks")]),
      h("th", { attrs: { scope: "col" } }, "Accuracy"),
      ...(["inaccuracy", "mistake", "blunder"] as const).map((judgement) => h(`th.${judgement}`, { attrs: { scope: "col", "aria-label": WORD[judgement], title: WORD[judgement] } }, SIGN[judgement])),
    ])]),
    h("tbody", view.seats.map(({ accuracy, inaccuracies, mistakes, blunders }, seat) => h("tr", { key: seat }, [
      h("th", { attrs: { scope: "row" } }, [choice(seat, h("span.row", [seatChip(seats, seat), seats.players[seat] ?? ""]))]),
      h("td", accuracy === null ? "–" : `${Math.round(accuracy)} %`),
      h("td", String(inaccuracies)), h("td", String(mistakes)), h("td", String(blunders)),
    ]))),
  ]);
}

/** Who erred by who gained, in points of expected score. */
function matrix(seats: Seats, view: ReviewView): VNode {
  const all = view.seats.map((_, seat) => seat);
  return h("details.profit", { attrs: { open: true } }, [
    h("summary.small", "Who profited from whose mistakes"),
    h("div.scroll", { attrs: { tabindex: 0, role: "group", "aria-label": "Who profited" } }, [h("table.matrix", [
      h("thead", [h("tr", [
        h("th", { attrs: { scope: "col" } }, "erred \\ gained"),
        ...all.map((seat) => h("th", { attrs: { scope: "col", "aria-label": seatName(seats, seat) } }, [seatChip(seats, seat)])),
      ])]),
      h("tbody", all.map((erred) => h("tr", { key: erred }, [
        h("th", { attrs: { scope: "row", "aria-label": seatName(seats, erred) } }, [seatChip(seats, erred)]),
        ...all.map((gained) => {
          const amount = view.profited[erred]?.[gained] ?? 0;
          return h("td", { key: gained, class: { most: erred !== gained && amount >= 0.05 } }, erred === gained ? "" : String(Math.round(100 * amount)));
        }),
      ]))),
    ])]),
    h("p.quiet.small", "Percent points of expected score, summed over the game."),
  ]);
}

/** What the review says of one move, in a sentence. */
export function verdict(seats: Seats, ply: ReviewedPly, played: string): VNode {
  const loss = ply.loss === null ? "" : ` It cost ${Math.round(100 * ply.loss)} points of expected score.`;
  const better = ply.best?.move ? ` Better was ${ply.best.move}.` : "";
  const gains = ply.gained.map((gain, seat) => ({ gain: Math.round(100 * (gain ?? 0)), seat })).filter(({ gain, seat }) => gain > 0 && seat !== ply.seat);
  const who = seats.players.length > 2 && bad(ply.judgement) && gains.length > 0
    ? ` It helped ${gains.map(({ gain, seat }) => `${seatName(seats, seat)} (+${gain})`).join(", ")}.`
    : "";
  const word = WORD[ply.judgement];
  const text = bad(ply.judgement) ? `${played}: ${word}.${loss}${better}${who}` : `${played}: ${word}.`;
  return h(`p.judged.${ply.judgement}`, { attrs: { role: "status" } }, [SIGN[ply.judgement] ? h("b.sign", `${SIGN[ply.judgement]} `) : null, text]);
}
