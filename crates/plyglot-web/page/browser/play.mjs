// Playing at a table as a visitor does: cells and buttons are found by their roles and names alone.
import { seeded, until } from "./lab.mjs";

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A cell by the name that the game has for it, whatever stands on it. */
export function cell(page, name) {
  return page.getByRole("gridcell", { name: new RegExp(`^${escape(name)}(,|$)`) });
}

/** The cells that a move can begin or go on with. */
function pressable(page) {
  return page.getByRole("gridcell", { name: /, (can be played|can move|possible next)$/ });
}

export function moveButtons(page) {
  return page.getByRole("group", { name: "Moves", exact: true }).getByRole("button");
}

/** How many plies the page shows. */
export async function shownPlies(page) {
  return (await moveButtons(page).count());
}

const names = new Map();
/** The names of the cells of a board. */
export async function cellNames(lab, board) {
  const key = lab.origin + board;
  if (!names.has(key)) names.set(key, (await lab.get(`/boards/${board}`)).cells.map((own) => own.name));
  return names.get(key);
}

/** What a hand does to enter a ply: cells to press, and choices where there is more than one. */
export function steps(plies, ply) {
  const starts = (own, path) => path.every((click, at) => own.clicks[at] === click);
  const found = [];
  ply.clicks.forEach((click, at) => {
    const path = ply.clicks.slice(0, at);
    const here = plies.filter((own) => starts(own, path));
    const ends = here.some((own) => own.clicks.length === at);
    const other = here.some((own) => own.clicks.length > at && own.clicks[at] !== click);
    // The only choice after a click is no choice.
    if (typeof click === "number" || at === 0 || ends || other) found.push(typeof click === "number" ? { cell: click } : { choice: click });
  });
  const further = plies.some((own) => own !== ply && own.clicks.length > ply.clicks.length && starts(own, ply.clicks));
  return further ? [...found, { choice: "end here" }] : found;
}

export const plain = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");

/** The button of a choice of a half-entered move. */
export function choice(page, word) {
  return page.getByRole("group", { name: "This move" }).getByRole("button", { name: plain(word), exact: true });
}

/** Enters a ply with the mouse, or by `press` on each cell. */
export async function enter(lab, page, view, ply, press = (place) => place.click()) {
  const all = await cellNames(lab, view.board);
  for (const step of steps(view.moves, ply)) {
    const name = all[step.cell];
    // A hand waits until the cell can be pressed; some games have one name for several cells, of which one can.
    if (step.cell !== undefined) await press(cell(page, name).and(pressable(page)), name);
    else await press(choice(page, step.choice), step.choice);
  }
}

export const isOver = (table) => table.ending !== null || table.view.over;

/** Waits until it is a person's turn and the page shows it, or the game is over. */
export async function turn(lab, page, id) {
  const table = await until(async () => {
    const now = await lab.get(`/tables/${id}`);
    return (isOver(now) || now.seats[now.view.turn]?.who === "person") && now;
  }, "a person's turn or the end");
  await until(async () => (await shownPlies(page)) === table.view.plies.length, `the page shows ${table.view.plies.length} plies`);
  return table;
}

/** Plays a table to its end on the page; `how` enters a ply, `pick` chooses among the legal ones. */
export async function playOut(lab, page, id, random, { how = enter, pick = (plies) => plies[Math.floor(random() * plies.length)] } = {}) {
  for (;;) {
    const table = await turn(lab, page, id);
    if (isOver(table)) return table;
    await how(lab, page, table.view, pick(table.view.moves, table.view));
    await until(async () => (await shownPlies(page)) > table.view.plies.length, "the page shows the ply that was entered");
  }
}

/** The cells of a half-entered move. */
export function chosenCells(page) {
  return page.getByRole("gridcell", { name: /, chosen$/ });
}

/** A position of random play with a ply that `fits`. */
export async function findPly(lab, game, fits) {
  for (let seed = 1; seed < 40; seed += 1) {
    const random = seeded(seed);
    const moves = [];
    for (let count = 0; count < 60; count += 1) {
      const view = await lab.post("/positions", { game, moves });
      const ply = view.moves.find(fits);
      if (ply) return { view, ply };
      if (view.over) break;
      moves.push(view.moves[Math.floor(random() * view.moves.length)].move);
    }
  }
  throw new Error(`no such ply of ${game} was found`);
}

/** So many plies of random play. */
export async function randomPlies(lab, game, count, random) {
  const moves = [];
  while (moves.length < count) {
    const view = await lab.post("/positions", { game, moves });
    if (view.over) break;
    moves.push(view.moves[Math.floor(random() * view.moves.length)].move);
  }
  return moves;
}
