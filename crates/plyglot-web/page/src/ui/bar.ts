// The evaluation bar: one band for every player or team, as large as its share.

import type { Value } from "../api/types";
import { percent, type Band } from "../store/shares";
import { h, type VNode } from "./dom";
import { seatClass, seatLetter, seatName, type Seats } from "./seat";

export type BarProps = {
  seats: Seats;
  bands: Band[];
  /** What is known of each seat beyond its score: proven ends and bounds. */
  values: readonly (Value | null)[];
  /** The seat that stands at the bottom of the board. */
  bottom: number;
};

export function bar({ seats, bands, values, bottom }: BarProps): VNode {
  const first = Math.max(0, bands.findIndex((band) => band.seats.includes(bottom)));
  const ordered = [...bands.slice(first), ...bands.slice(0, first)];
  const told = bands.some((band) => band.score !== null);
  const label = told ? `Expected scores: ${bands.map((band) => phrase(seats, band, values)).join(", ")}` : "Expected scores: not known";
  return h("div.bar", { attrs: { role: "img", "aria-label": label, title: label }, class: { unknown: !told } }, [
    ...ordered.map((band) => segment(seats, band, values)),
    ...ordered.slice(1).map((_, at) => h("span.bar-tick", { key: `tick${at}`, style: { "--at": String((at + 1) / ordered.length) } })),
  ]);
}

/** The names of the seats of a side. */
export function sideName(seats: Seats, band: Pick<Band, "seats">): string {
  return band.seats.map((seat) => seatName(seats, seat)).join(" and ");
}

function proof(band: Band, values: readonly (Value | null)[]): Value | null {
  const value = values[band.seats[0] ?? 0] ?? null;
  return value?.unit === "end" && value.bound === undefined ? value : null;
}

function phrase(seats: Seats, band: Band, values: readonly (Value | null)[]): string {
  const proven = proof(band, values);
  const sure = proven === null ? "" : proven.distance === undefined ? ", proven" : `, proven in ${proven.distance}`;
  return `${sideName(seats, band)} ${band.score === null ? "unknown" : `${percent(band.score)} %`}${sure}`;
}

function segment(seats: Seats, band: Band, values: readonly (Value | null)[]): VNode {
  const proven = proof(band, values);
  const bound = values[band.seats[0] ?? 0]?.bound;
  const sign = bound === "at_least" ? "≥" : bound === "at_most" ? "≤" : "";
  return h(
    "div.band",
    { key: `band${band.side}`, style: { "--share": String(Math.max(0, band.share)) }, class: { hatched: band.score === null } },
    [
      h("div.band-fills", band.seats.map((seat) => h(`span.band-fill${seatClass(seats, seat)}`, { key: seat }))),
      // A band too thin for its words hides them: the container query in the style decides.
      h(`div.band-words${seatClass(seats, band.seats[0] ?? 0)}`, [
        h("b", band.seats.map((seat) => seatLetter(seats, seat)).join("+")),
        h("span", band.score === null ? "?" : `${sign}${percent(band.score)}`),
        proven === null ? null : h("span.lock", proven.distance === undefined ? "🔒" : `#${proven.distance}`),
      ]),
    ],
  );
}
