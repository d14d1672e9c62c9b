// Expected scores over the game: an area around the middle for two sides, stacked areas for more.

import type { Judgement } from "../api/types";
import { bands, known, type Band, type Scores } from "../store/shares";
import { h, type VNode } from "./dom";
import { isMark, SIGN, WORD } from "./judge";
import { sideName } from "./bar";
import { seatClass, type Seats } from "./seat";

export type Mark = { ply: number; judgement: Judgement };
export type GraphProps = {
  seats: Seats;
  /** Scores before the first ply, then after each. */
  points: readonly (Scores | null)[];
  at: number | null; // the point that is shown; null off the line
  marks: readonly Mark[]; // `ply` 1 is the first
  jump(point: number): void;
};

type Point = { x: number; parts: Band[] };
const HEIGHT = 100;

/** Stretches of points that are known one after the other; gaps stay gaps. */
function runs(points: readonly (Scores | null)[], sides: readonly number[]): Point[][] {
  const found: Point[][] = [];
  let run: Point[] = [];
  points.forEach((scores, x) => {
    if (!known(scores)) {
      run = [];
      return;
    }
    if (run.length === 0) found.push(run);
    run.push({ x, parts: bands(scores, sides) });
  });
  // A point alone has no width: it gets some, so that it is seen.
  return found.map((one) => (one.length > 1 ? one : widen(one)));
}

function widen(run: Point[]): Point[] {
  return run.flatMap(({ x, parts }) => [{ x: x - 0.3, parts }, { x: x + 0.3, parts }]);
}

function outline(lower: [number, number][], upper: [number, number][]): string {
  return [...lower, ...upper.toReversed()].map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
}

function area(seats: Seats, side: Pick<Band, "seats">, lower: [number, number][], upper: [number, number][], key: string, guess = false): VNode {
  const seat = side.seats[0] ?? 0;
  return h(`polygon${seatClass(seats, seat)}`, { key, attrs: { points: outline(lower, upper) }, class: { guess } });
}

/** Two sides: what the first has beyond the half above the middle, what the second has below it. */
function duel(seats: Seats, run: Point[], at: number): VNode[] {
  const line: [number, number][] = [];
  run.forEach(({ x, parts }, place) => {
    const y = HEIGHT * (1 - (parts[0]?.share ?? 0.5));
    const last = line.at(-1);
    if (place > 0 && last && (last[1] - 50) * (y - 50) < 0) {
      line.push([last[0] + ((x - last[0]) * (50 - last[1])) / (y - last[1]), 50]);
    }
    line.push([x, y]);
  });
  const middle = line.map(([x]): [number, number] => [x, 50]);
  const parts = run[0]?.parts ?? [];
  return parts.map((part, order) =>
    area(seats, part, middle, line.map(([x, y]) => [x, order === 0 ? Math.min(50, y) : Math.max(50, y)]), `${at}-${order}`),
  );
}

/** Many sides: bands on top of each other, the first at the bottom as in the bar. */
function stack(seats: Seats, run: Point[], at: number): VNode[] {
  const below = run.map(() => 0);
  return (run[0]?.parts ?? []).map((part, order) => {
    const lower = run.map(({ x }, place): [number, number] => [x, HEIGHT * (1 - (below[place] ?? 0))]);
    run.forEach(({ parts }, place) => (below[place] = (below[place] ?? 0) + (parts[order]?.share ?? 0)));
    const upper = run.map(({ x }, place): [number, number] => [x, HEIGHT * (1 - (below[place] ?? 0))]);
    const guess = 2 * run.filter(({ parts }) => parts[order]?.score === null).length > run.length;
    return area(seats, part, lower, upper, `${at}-${order}`, guess);
  });
}

function words({ seats, points, at, marks }: GraphProps): string {
  if (at === null) return "beside the main line";
  const scores = points[at];
  const told = known(scores)
    ? bands(scores, seats.sides).map((band) => `${sideName(seats, band)} ${band.score === null ? "unknown" : Math.round(100 * band.score)}`)
    : ["not known"];
  const mark = marks.find(({ ply }) => ply === at);
  return [at === 0 ? "start" : `move ${at}`, ...told, ...(mark && isMark(mark.judgement) ? [WORD[mark.judgement]] : [])].join(", ");
}

export function graph(props: GraphProps): VNode {
  const { seats, points, at, marks, jump } = props;
  const width = Math.max(1, points.length - 1);
  const sides = new Set(seats.sides).size;
  const pointAt = (event: PointerEvent): number => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return Math.max(0, Math.min(width, Math.round(((event.clientX - box.left) / Math.max(1, box.width)) * width)));
  };
  const areas = runs(points, seats.sides).flatMap((run, place) => (sides === 2 ? duel : stack)(seats, run, place));
  const shown = points.some((scores) => known(scores));
  return h(
    "div.graph",
    {
      attrs: {
        role: "slider", tabindex: "0", "aria-label": "Expected scores over the game", "aria-valuemin": 0, "aria-valuemax": width,
        "aria-valuenow": at ?? 0, "aria-valuetext": words(props),
      },
      on: {
        pointerdown: (event: PointerEvent) => {
          if (event.button !== 0) return;
          (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
          jump(pointAt(event));
        },
        pointermove: (event: PointerEvent) => {
          if (event.buttons & 1) jump(pointAt(event));
        },
      },
    },
    [
      h("svg", { attrs: { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" } }, [
        ...areas,
        ...Array.from({ length: Math.max(1, sides - 1) }, (_, tick) => {
          const y = sides === 2 ? 50 : (HEIGHT * (tick + 1)) / sides;
          return h("line.graph-tick", { key: `tick${tick}`, attrs: { x1: 0, x2: width, y1: y, y2: y } });
        }),
        at === null ? null : h("line.graph-now", { key: "now", attrs: { x1: at, x2: at, y1: 0, y2: HEIGHT } }),
      ]),
      ...marks.filter(({ judgement }) => isMark(judgement)).map(({ ply, judgement }) =>
        h(`span.graph-mark.${judgement}`, {
          key: `mark${ply}`, attrs: { title: `move ${ply}: ${WORD[judgement]} ${SIGN[judgement]}` },
          style: { "--at": String(ply / width), "--high": String(height(points[ply] ?? null, seats.sides)) },
        })),
      shown ? null : h("span.graph-empty", { key: "empty" }, "No scores yet: review the game, or step through it with the analysis on."),
    ],
  );
}

/** Where a mark stands: on the curve of the first side. */
function height(scores: Scores | null, sides: readonly number[]): number {
  return known(scores) ? 1 - (bands(scores, sides)[0]?.share ?? 0.5) : 0.5;
}
