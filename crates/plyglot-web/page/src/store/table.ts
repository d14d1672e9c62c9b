/** A table as this browser sees it: the latest truth of the server, what is browsed, and moves on their way. */
import * as http from "../api/http";
import { subscribe } from "../api/socket";
import type { GameInfo, Ply, Problem, TableView, View } from "../api/types";
import { seatTitle } from "./names";

/** Positions of the past that are kept; the oldest goes first. */
const mostKept = 500;

const noKey = "This browser has no key to this table. Open the address that Plyglot printed when it started, or join with a code.";

type Sent = { seat: number; move: string; at: number };

export class Table {
  now: TableView | null = null;
  yours: number[] = [];
  premove: string | null = null;
  /** What the own seat could prepare; empty where nothing can be. */
  premoves: Ply[] = [];
  /** How many plies the shown position has; null shows the latest. */
  at: number | null = null;
  /** When the clocks were told. */
  heard = 0;
  error = "";
  gone = "";
  /** The own move that the server has not yet confirmed. */
  sent: Sent | null = null;

  private info: GameInfo | null = null;
  private past = new Map<string, View>();
  private readonly stop: () => void;
  private ended = false;

  constructor(readonly id: string, private readonly changed: () => void, private readonly news: (before: TableView | null, after: TableView) => void) {
    if (!http.token()) {
      this.gone = noKey;
      this.stop = () => undefined;
      return;
    }
    this.stop = subscribe(`tables/${id}`, (state) => this.accept(state as TableView, false), (problem) => this.lose(problem));
    void this.refresh();
  }

  destroy(): void {
    this.ended = true;
    this.stop();
  }

  /** The position to show: the latest, or one of the past once it has arrived. */
  get shown(): View | null {
    if (!this.now) return null;
    if (this.at === null) return this.now.view;
    return this.past.get(key(this.now.view, this.at)) ?? null;
  }

  get live(): boolean {
    return this.at === null;
  }

  /** Plies before the shown position. */
  get ply(): number {
    return this.at ?? this.now?.view.plies.length ?? 0;
  }

  /** The own seat that is to move now. */
  get mover(): number | null {
    const turn = this.now?.ending ? null : (this.now?.view.turn ?? null);
    return turn !== null && this.yours.includes(turn) ? turn : null;
  }

  /** The own seat that asks and answers for this browser: who is to move, or the first. */
  get asker(): number | null {
    return this.mover ?? this.yours[0] ?? null;
  }

  get over(): boolean {
    return this.now !== null && (this.now.ending !== null || this.now.view.over);
  }

  async refresh(): Promise<void> {
    await this.answer(() => http.table(this.id));
  }

  /** Asks the server for something that answers with the table; tells what went wrong. */
  async answer(question: () => Promise<TableView>): Promise<boolean> {
    try {
      const told = await question();
      if (this.ended) return true;
      this.error = "";
      this.accept(told, true);
      return true;
    } catch (error) {
      if (this.ended) return false;
      if (error instanceof http.ApiError && error.status === 404) this.gone = "There is no such table. It may have been deleted.";
      this.error = http.words(error);
      this.changed();
      return false;
    }
  }

  async play(move: string): Promise<void> {
    const seat = this.mover;
    if (seat === null || !this.now || this.sent) return;
    await this.send({ seat, move, at: this.now.view.plies.length });
  }

  private async send(sent: Sent): Promise<void> {
    this.sent = sent;
    this.error = "";
    this.changed();
    try {
      const told = await http.play(this.id, sent);
      if (this.sent === sent) this.sent = null;
      if (!this.ended) this.accept(told, true);
    } catch (error) {
      if (this.sent !== sent) return; // it arrived: the socket said so
      // Without an answer it may have arrived or not: the next state decides.
      if (error instanceof http.ApiError && error.status === 0) {
        this.error = "The move waits until the connection is back.";
        this.changed();
        return;
      }
      this.sent = null;
      const stale = error instanceof http.ApiError && error.problem.code === "stale";
      await this.refresh();
      this.error = stale ? "The position had changed before your move arrived. This is how it is now." : http.words(error);
      this.changed();
    }
  }

  async prepare(move: string | null): Promise<void> {
    const seat = this.asker;
    if (seat === null) return;
    this.premove = move;
    this.changed();
    await this.answer(() => http.premove(this.id, seat, move));
  }

  /** Shows the position after so many plies. */
  jump(to: number): void {
    if (!this.now) return;
    const last = this.now.view.plies.length;
    const at = Math.max(0, Math.min(last, to));
    this.at = at === last ? null : at;
    this.changed();
    if (this.at !== null && !this.shown) void this.fetch(this.now.view, at);
  }

  private async fetch(view: View, plies: number): Promise<void> {
    try {
      this.keep(await http.position(http.placeOf(view, plies)));
    } catch (error) {
      this.at = null;
      this.error = http.words(error);
    }
    if (!this.ended) this.changed();
  }

  private keep(view: View): void {
    this.past.set(key(view, view.plies.length), view);
    const oldest = this.past.keys().next();
    if (this.past.size > mostKept && !oldest.done) this.past.delete(oldest.value);
  }

  private lose(problem: Problem | null): void {
    if (this.ended) return;
    if (problem?.code === "forbidden") this.gone = noKey;
    else this.gone = problem?.message ?? "This table was deleted.";
    this.changed();
  }

  /** What is known of the game makes better names of agents. */
  name(info: GameInfo): void {
    this.info = info;
    if (this.now) this.now = this.named(this.now);
    this.changed();
  }

  private named(told: TableView): TableView {
    return { ...told, seats: told.seats.map((seat) => ({ ...seat, name: seatTitle(seat, this.info) })) };
  }

  private accept(news: TableView, answered: boolean): void {
    const before = this.now;
    // Answers and the socket may overtake each other: the newer version wins.
    if (before && news.version < before.version) return;
    const told = this.named(news);
    this.now = told;
    this.heard = performance.now();
    this.keep(told.view);
    const mine = this.yours.join();
    if (answered) {
      this.yours = told.yours;
      this.premove = told.premove;
    } else if (!before || seated(before) !== seated(told)) void this.refresh();
    const moved = !before || mine !== this.yours.join() || before.view.plies.length !== told.view.plies.length || before.view.position !== told.view.position;
    if (moved) this.follow(told, before?.view.plies.length ?? 0);
    this.settle(told);
    this.news(before, told);
    this.changed();
  }

  /** After a ply: what was browsed may be gone, and what was prepared has been used or is asked for anew. */
  private follow(told: TableView, before: number): void {
    if (this.at !== null && this.at >= told.view.plies.length) this.at = null;
    const used = told.view.movers.slice(before).some((seat) => this.yours.includes(seat));
    if (used || this.mover !== null || this.over) this.premove = null;
    this.premoves = [];
    const seat = this.yours[0];
    if (told.view.players.length !== 2 || this.over || this.mover !== null || seat === undefined) return;
    http.premoves({ ...http.placeOf(told.view), seat }).then(({ moves }) => {
      if (this.ended || this.now?.view.position !== told.view.position) return;
      this.premoves = moves;
      this.changed();
    }, () => undefined);
  }

  /** A sent move: it is there, before its answer perhaps; or it got none and fits still, or it is too late. */
  private settle(told: TableView): void {
    const { sent } = this;
    if (!sent) return;
    const arrived = told.view.plies[sent.at] === sent.move;
    const waits = this.error === "";
    if (!arrived && waits) return;
    this.sent = null;
    if (arrived) this.error = "";
    else if (told.view.plies.length === sent.at && !this.over) void this.send(sent);
    else this.error = "The position had changed before your move arrived. This is how it is now.";
  }
}

function key(view: View, plies: number): string {
  return view.plies.slice(0, plies).join("\n");
}

/** What decides who plays for whom. */
function seated(table: TableView): string {
  return JSON.stringify(table.seats.map((seat) => [seat.who, seat.guest, seat.open]));
}
