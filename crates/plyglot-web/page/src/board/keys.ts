// The board by keyboard: one tab stop, arrows as they look on the screen.
import type { Link } from "../api/types";
import type { Drawing } from "./draw";
import { type Direction, neighbour } from "./geometry";

export type Keyboard = {
  drawing: Drawing;
  current: number;
  links: Link[];
  /** Cells that continue the path. */
  next: number[];
  go(cell: number): void;
  press(cell: number): void;
  erase(cell: number): boolean;
  back(): boolean;
  cancel(): boolean;
  /** The choice with this number, from 0. */
  choose(number: number): boolean;
  zoom(factor: number): void;
  /** Tells what can be played from here, or where the reader is. */
  tell(what: "moves" | "here"): void;
  /** Begins to take letters as the name of a cell to go to. */
  ask(): void;
  /** Whether single letters are commands. */
  letters: boolean;
};

const ARROWS: Record<string, Direction> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/** Whether the key meant something to the board. */
export function handleKey(event: KeyboardEvent, board: Keyboard): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  const { current, drawing } = board;
  const arrow = ARROWS[event.key];
  if (arrow) {
    const cell = neighbour(drawing.layout.cells, current, arrow, (index) => isNamed(drawing, index));
    if (cell !== null) board.go(cell);
    return true;
  }
  switch (event.key) {
    case "Enter": case " ": board.press(current); return true;
    case "Backspace": return board.back() || board.erase(current);
    case "Delete": return board.erase(current);
    case "Escape": return board.cancel();
    case "Home": case "End": case "PageUp": case "PageDown": return jump(event.key, board);
  }
  if (/^[1-9]$/.test(event.key)) return board.choose(Number(event.key) - 1);
  return board.letters && letter(event.key, board);
}

function isNamed(drawing: Drawing, cell: number): boolean {
  return drawing.board.cells[cell]?.name !== "";
}

function jump(key: "Home" | "End" | "PageUp" | "PageDown", board: Keyboard): boolean {
  const rows = board.drawing.layout.rows.map((row) => row.filter((cell) => isNamed(board.drawing, cell)));
  const cells = key === "Home" || key === "End" ? rows.flat() : rows.find((row) => row.includes(board.current)) ?? [];
  const cell = cells.at(key === "Home" || key === "PageUp" ? 0 : -1);
  if (cell !== undefined) board.go(cell);
  return true;
}

function letter(key: string, board: Keyboard): boolean {
  switch (key) {
    case "n": return cycle(board, 1);
    case "N": return cycle(board, -1);
    case "t": return follow(board);
    case "m": board.tell("moves"); return true;
    case "o": board.tell("here"); return true;
    case "g": board.ask(); return true;
    case "+": case "=": board.zoom(1.5); return true;
    case "-": board.zoom(1 / 1.5); return true;
    default: return false;
  }
}

/** To the next cell in reading order that continues the path. */
function cycle(board: Keyboard, step: 1 | -1): boolean {
  const order = board.drawing.layout.rows.flat();
  const next = new Set(board.next);
  const start = order.indexOf(board.current);
  for (let k = 1; k <= order.length; k += 1) {
    const cell = order[(start + step * k + order.length * 2) % order.length];
    if (cell !== undefined && next.has(cell)) {
      board.go(cell);
      return true;
    }
  }
  return true;
}

/** To the other end of a link; several of a cell one after the other. */
function follow(board: Keyboard): boolean {
  const ends = board.links.flatMap((link) => {
    if (link.from[0] === board.current) return [link.to[0]];
    return link.to[0] === board.current ? [link.from[0]] : [];
  });
  const end = ends[0];
  if (end !== undefined) board.go(end);
  return true;
}

/** Takes letters after `g` as the beginning of a cell's name, until Enter, Escape or a pause. */
export class NameSearch {
  private text: string | null = null;
  private pause: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly say: (text: string) => void) {}

  begin(): void {
    this.text = "";
    this.wait();
    this.say("Go to: type the name of a cell.");
  }

  /** Whether the key was one of the name. */
  take(key: string, drawing: Drawing, go: (cell: number) => void): boolean {
    if (this.text === null) return false;
    if (key.length !== 1) {
      this.end();
      return key === "Enter" || key === "Escape";
    }
    this.text += key.toLowerCase();
    this.wait();
    const names = drawing.board.cells.map((cell) => cell.name.toLowerCase());
    const exact = names.indexOf(this.text);
    const cell = exact >= 0 ? exact : names.findIndex((name) => name.startsWith(this.text ?? ""));
    if (cell >= 0) go(cell);
    else this.say(`No cell begins with ${this.text}.`);
    return true;
  }

  end(): void {
    this.text = null;
    if (this.pause !== null) clearTimeout(this.pause);
  }

  private wait(): void {
    if (this.pause !== null) clearTimeout(this.pause);
    this.pause = setTimeout(() => (this.text = null), 2000);
  }
}
