/** A table: people and agents play, others watch. */
import * as http from "../api/http";
import { onLost } from "../api/socket";
import type { Click, GameInfo, Hello, TableView } from "../api/types";
import { BoardWidget, boardSettings } from "../board/board";
import { go, setTitle } from "../router";
import type { Route, View } from "../router";
import { OpeningBook } from "../store/book";
import { analysisLink } from "../store/link";
import { isOn } from "../store/prefs";
import { Table } from "../store/table";
import { ClockVoice, left } from "../ui/clock";
import { confirmed } from "../ui/dialog";
import { drawing } from "../ui/dom";
import { exportDialog } from "../ui/export";
import { plain } from "../ui/form";
import { invitation } from "../ui/invite";
import { resultWords, winner } from "../ui/result";
import { alarm, say } from "../ui/says";
import { seatName } from "../ui/seat";
import { sound } from "../ui/sound";
import { playKeys } from "./play-keys";
import { playPage } from "./play-page";
import type { PlayState } from "./play-page";

export const view: View = (route: Route, root) => {
  const id = route.parts[0] ?? "";
  http.actAt(id);
  let info: GameInfo | null = null;
  let hello: Hello | null = null;
  let painted = 0;

  const table = new Table(id, () => changed(), (before, after) => news(before, after));
  const host = document.createElement("div");
  host.className = "board-host";
  const widget = new BoardWidget(host, { interactive: true });
  const voice = new ClockVoice();

  const state: PlayState = {
    table, book: new OpeningBook(() => drawn.redraw()), bookOpen: false, host, bottom: 0, lost: false, half: { clicks: [], choices: [] }, asked: null, typedError: "",
    links: null, codes: new Map(), info: () => info,
    redraw: () => drawn.redraw(), play, choose: (choice) => widget.choose(choice), back: () => void widget.back(), cancel, jump, flip,
    confirm: (yes) => {
      const move = state.asked;
      state.asked = null;
      if (yes && move) void table.play(move);
      else widget.cancel();
      drawn.redraw();
    },
    typeMove, resign, exportGame, analyse, invite, rematch,
    ask: (question) => void table.answer(question).then((done) => { if (!done) alarm(table.error); }),
  };

  boardSettings.letters = isOn("letters");
  widget.onSay = say;
  widget.onPly = (move) => entered(move);
  widget.onPrefix = (clicks: Click[], choices: string[]) => {
    state.half = { clicks, choices };
    drawn.redraw();
  };

  /** Shows on the board what the table says; the widget itself sees what is new. */
  async function paint(): Promise<void> {
    const shown = table.shown;
    if (!shown) return;
    const mine = ++painted;
    const geometry = await http.board(shown.board);
    if (mine !== painted) return;
    widget.show(geometry, shown, { seat: state.bottom });
    if (!table.live || table.over) widget.setMoves(null);
    else if (table.mover !== null) {
      widget.setMoves(shown.moves);
      widget.setPending(table.sent?.move ?? state.asked);
    } else {
      widget.setMoves(table.premoves.length > 0 ? table.premoves : null, "premove");
      widget.setPending(table.premove);
    }
  }

  function changed(): void {
    if (table.now) {
      if (!asked) learn(table.now.view.name).catch((error: unknown) => alarm(http.words(error)));
      const yours = table.yours;
      const title = table.mover !== null && document.hidden ? "Your move" : `${plain(table.now.view.name)}, ${table.now.seats.map((seat) => seat.name).join(" – ")}`;
      setTitle(title);
      const own = yours.length === 1 ? (yours[0] ?? 0) : 0;
      if (!turned && state.bottom !== own) orient(own);
    }
    paint().catch((error: unknown) => alarm(http.words(error)));
    drawn.redraw();
  }

  let asked = false;
  async function learn(name: string): Promise<void> {
    asked = true;
    info = (await http.games()).find((one) => one.name === name) ?? null;
    if (info) table.name(info);
  }

  /** Whether somebody turned the board by hand. */
  let turned = false;
  function flip(seat: number): void {
    turned = true;
    orient(seat);
  }

  function orient(seat: number): void {
    state.bottom = seat;
    widget.flip(seat);
    drawn.redraw();
  }

  /** Speaks and sounds what happened. */
  function news(before: TableView | null, after: TableView): void {
    const moved = before !== null && before.view.plies.length !== after.view.plies.length;
    const ended = before !== null && !before.ending && !before.view.over && (after.ending !== null || after.view.over);
    if (moved) {
      state.links = null;
      state.asked = null;
      state.typedError = "";
      say(before.view.plies.length > after.view.plies.length ? `Taken back. ${after.view.says}` : after.view.says);
      sound(after.view.trail.taken.length + after.view.trail.turned.length > 0 ? "take" : "move");
    }
    if (ended) {
      // What ends by the rules, the last ply has announced.
      say(after.ending?.by === "rules" ? `${winner(after)}.` : resultWords(after));
      sound("end");
    }
    if (before && after.offers.length > before.offers.length) say("A draw is offered.");
    if (before && after.undo_asked !== null && before.undo_asked === null) say(`${seatName(after.view, after.undo_asked)} asks to take back.`);
    // A guest of this table is one of its rematch, too.
    const seat = localStorage.getItem(`seat:${id}`);
    if (after.next && seat && !http.owner()) http.keepSeat(after.next, seat);
    if (table.over && state.links === null) void link(after);
  }

  async function link(of: TableView): Promise<void> {
    const address = await analysisLink(of.view.game, of.view.first, of.view.plies);
    state.links = { analyse: address, review: address.replace("/a#", "/a?review=1#") };
    drawn.redraw();
  }

  function entered(move: string): void {
    if (!table.live || table.over) return;
    if (table.mover === null) void table.prepare(move);
    else if (isOn("confirm")) {
      state.asked = move;
      widget.setPending(move);
      drawn.redraw();
    } else play(move);
  }

  function play(move: string): void {
    void table.play(move).then(() => {
      if (!table.error) return;
      sound("wrong");
      alarm(table.error);
    });
  }

  /** Typed moves are read by the server; its words on them stand below the field. */
  async function typeMove(move: string): Promise<void> {
    state.typedError = "";
    if (table.mover === null) {
      state.typedError = table.over ? "The game is over." : "It is not your turn.";
    } else {
      await table.play(move);
      state.typedError = table.error;
      table.error = "";
    }
    if (state.typedError) alarm(state.typedError);
    drawn.redraw();
  }

  function cancel(): void {
    if (table.premove !== null) void table.prepare(null);
    if (state.asked) state.confirm(false);
    else widget.cancel();
  }

  function jump(ply: number): void {
    table.jump(ply);
    const shown = table.shown;
    if (shown) say(shown.says);
  }

  async function resign(): Promise<void> {
    const seat = table.asker;
    if (seat !== null && (await confirmed("Resign this game?", "Resign"))) state.ask(() => http.resign(id, seat));
  }

  function exportGame(): void {
    if (table.now && info) exportDialog(table.now, info);
  }

  async function analyse(): Promise<void> {
    if (table.now) go(await analysisLink(table.now.view.game, table.now.view.first, table.now.view.plies.slice(0, table.ply)));
  }

  async function invite(seat: number): Promise<void> {
    try {
      const { code } = await http.seatCode(id, seat);
      state.codes.set(seat, invitation(code, hello?.addresses ?? []));
      drawn.redraw();
    } catch (error) {
      alarm(http.words(error));
      table.error = http.words(error);
      drawn.redraw();
    }
  }

  async function rematch(): Promise<void> {
    try {
      go(`/t/${(await http.rematch(id)).id}`);
    } catch (error) {
      table.error = http.words(error);
      alarm(table.error);
      drawn.redraw();
    }
  }

  const drawn = drawing(root, () => playPage(state));
  const unwatch = onLost((lost) => {
    state.lost = lost;
    drawn.redraw();
  });
  const keys = (event: KeyboardEvent): void => playKeys(event, state);
  document.addEventListener("keydown", keys);
  // The title tells of the own turn only while the tab is not seen.
  document.addEventListener("visibilitychange", changed);
  const clock = window.setInterval(() => {
    if (!table.now?.clock || table.over) return;
    drawn.redraw();
    const seat = table.mover;
    voice.hear(seat === null ? null : left(table.now, seat, performance.now() - table.heard));
  }, 200);
  if (http.owner()) http.hello().then((told) => { hello = told; drawn.redraw(); }, () => undefined);

  return {
    title: "Table",
    destroy() {
      painted += 1;
      http.actAt(null);
      document.removeEventListener("keydown", keys);
      document.removeEventListener("visibilitychange", changed);
      window.clearInterval(clock);
      unwatch();
      table.destroy();
      drawn.stop();
      widget.destroy();
    },
  };
};
