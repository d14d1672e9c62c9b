/** A new table: the game with its options and a live picture, who sits where, clock, start. */
import { games, maps, newTable, position, problemIn, words } from "../api/http";
import type { GameInfo, Problem, View as Position } from "../api/types";
import { go, setTitle } from "../router";
import type { View } from "../router";
import { clockOf, fit, keepName, seating, seatsOf, shuffled } from "../store/seating";
import type { ClockChoice, Company, SeatChoice } from "../store/seating";
import { fromFragment } from "../store/link";
import { withOwnMaps } from "../store/ownmaps";
import { movesTo } from "../store/tree";
import { drawing, h } from "../ui/dom";
import type { VNode } from "../ui/dom";
import { fields, isAbout, plain } from "../ui/form";
import { alarm } from "../ui/says";
import { clockFields, companyField, orderField, seatRows } from "../ui/seating";
import { readSpec, writeSpec } from "../ui/spec";
import type { Values } from "../ui/spec";
import { thumb } from "../ui/thumb";

/** Milliseconds between the plies of agents among themselves. */
const watchedPace = 500;
/** Agents that answer at once still let the person's own move be seen. */
const answeredPace = 250;

export const view: View = (route, root) => {
  let all: GameInfo[] = [];
  let game: GameInfo | null = null;
  let values: Values = {};
  let start: { position?: string; moves?: string[] } = {};
  let preview: Position | null = null;
  let seats: SeatChoice[] = [];
  let company: Company = "agents";
  let random = false;
  let clock: ClockChoice = { kind: "none", minutes: 5, seconds: 3 };
  let problem: Problem | null = null;
  let busy = false;
  let asking: AbortController | null = null;

  const spec = (): string => writeSpec(game?.name ?? "", values);
  const failed = (error: unknown): void => {
    if (error instanceof DOMException && error.name === "AbortError") return;
    problem = problemIn(error);
    busy = false;
    drawn.redraw();
  };

  const look = async (): Promise<void> => {
    if (!game) return;
    asking?.abort();
    asking = new AbortController();
    try {
      preview = await position({ game: spec(), ...start }, asking.signal);
      problem = null;
      seats = fit(seats, preview.players.length, company, game);
    } catch (error) {
      failed(error);
    }
    drawn.redraw();
  };

  const choose = (name: string, given: Values = {}): void => {
    const found = all.find((one) => one.name === name) ?? all[0];
    if (!found) return;
    game = found;
    // Links name every option; the form shows only what is not as usual.
    values = Object.fromEntries(Object.entries(given).filter(([name, value]) => found.options.find((field) => field.name === name)?.default !== value));
    preview = Object.keys(values).length === 0 && !start.position ? found.sample : null;
    seats = seating(company, found.sample.players.length, found);
    setTitle(`New game of ${plain(found.name)}`);
    void look();
    drawn.redraw();
  };

  const begin = async (): Promise<void> => {
    if (!game || !preview || busy) return;
    busy = true;
    problem = null;
    drawn.redraw();
    try {
      const people = seats.slice(0, preview.players.length).filter((seat) => seat.who === "person");
      if (people[0]) keepName(people[0].name);
      const list = seatsOf(seats.slice(0, preview.players.length), game);
      // Where nobody plays, everybody watches: moves must be seen.
      const pace = people.length === 0 ? watchedPace : answeredPace;
      const table = await newTable({ game: spec(), ...start, seats: random ? shuffled(list) : list, clock: clockOf(clock), pace });
      go(`/t/${table.id}`);
    } catch (error) {
      failed(error);
      alarm(words(error));
    }
  };

  const gameForm = (of: GameInfo): VNode => {
    const [first, ...rest] = of.options;
    const set = { id: "game", values, problem: problem?.at.field.startsWith("seats") ? null : problem, change: (given: Values) => { values = given; void look(); drawn.redraw(); } };
    const changed = rest.filter((field) => field.name in values).length;
    return h("section.card.stack", { attrs: { "aria-labelledby": "what" } }, [
      h("h2", { attrs: { id: "what" } }, "Game"),
      h("div.field", [
        h("label", { attrs: { for: "game-name" } }, "Which"),
        h("select", { attrs: { id: "game-name" }, on: { change: (event: Event) => { start = {}; choose((event.target as HTMLSelectElement).value); } } },
          all.map((one) => h("option", { key: one.name, attrs: { value: one.name }, props: { selected: one.name === of.name } }, plain(one.name)))),
        h("span.help", of.about),
      ]),
      first ? fields([first], set) : null,
      rest.length > 0 ? h("details", { key: of.name, props: rest.some((field) => isAbout(set.problem, field.name)) ? { open: true } : {} }, [
        h("summary", changed > 0 ? `More rules (${changed} changed)` : "More rules"), fields(rest, set),
      ]) : null,
      start.position ? h("p.notice", ["Starts from a position of its own. ", h("button.plain", { attrs: { type: "button" }, on: { click: () => { start = {}; void look(); } } }, "Begin as usual")]) : null,
    ]);
  };

  const general = (): VNode | null => {
    if (!problem || /^seats/.test(problem.at.field)) return null;
    const shown = game?.options.some((field) => isAbout(problem, field.name));
    return shown ? null : h("p.notice.bad", { attrs: { role: "alert" } }, problem.message);
  };

  const draw = (): VNode => {
    if (!game) return h("div.stack", [h("h1", { attrs: { tabindex: "-1" } }, "New game"), problem ? h("p.notice.bad", { attrs: { role: "alert" } }, problem.message) : h("p.quiet", "Loading the games…")]);
    const chosen = game;
    return h("div.new", [
      h("div.preview", [
        h("h1", { attrs: { tabindex: "-1" } }, `New game of ${plain(chosen.name)}`),
        preview ? h("div.picture", { class: { wrong: problem !== null && !problem.at.field.startsWith("seats") } }, [thumb(preview, `Board of ${plain(chosen.name)}`)]) : h("p.quiet", problem ? "No such board." : "…"),
      ]),
      h("form.stack", { attrs: { novalidate: true }, on: { submit: (event: Event) => { event.preventDefault(); void begin(); } } }, [
        gameForm(chosen),
        preview ? h("section.card.stack", { attrs: { "aria-labelledby": "who" } }, [
          h("h2", { attrs: { id: "who" } }, "Seats"),
          companyField(company, preview.players.length, (next) => { company = next; seats = seating(next, preview?.players.length ?? 0, chosen); drawn.redraw(); }),
          seatRows(seats.slice(0, preview.players.length), preview, chosen, problem, (next) => { seats = next; drawn.redraw(); }),
          seats.length > 1 ? orderField(random, (next) => { random = next; drawn.redraw(); }) : null,
        ]) : null,
        h("section.card.stack", { attrs: { "aria-labelledby": "time" } }, [
          h("h2", { attrs: { id: "time" } }, "Clock"),
          clockFields(clock, (next) => { clock = next; drawn.redraw(); }),
        ]),
        general(),
        h("div.start", [h("button.main.big", { attrs: { type: "submit", disabled: busy || !preview } }, busy ? "Starting…" : "Start")]),
      ]),
    ]);
  };

  const drawn = drawing(root, draw);
  games().then(async (told) => {
    all = told;
    const tree = route.hash ? await fromFragment(route.hash) : null;
    const asked = readSpec(tree?.game ?? route.query.get("game") ?? "");
    if (tree) start = { ...(tree.position === null ? {} : { position: tree.position }), moves: movesTo(tree, tree.at) };
    choose(asked?.name ?? "", asked?.values ?? {});
    if (!all.some((one) => one.maps)) return;
    const drawnMaps = await maps();
    all = all.map((one) => withOwnMaps(one, drawnMaps));
    game = all.find((one) => one.name === game?.name) ?? game;
    drawn.redraw();
  }).catch(failed);
  return {
    title: "New game",
    destroy() {
      asking?.abort();
      drawn.stop();
    },
  };
};
