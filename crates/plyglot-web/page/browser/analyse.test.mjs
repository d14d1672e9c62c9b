// Analysis and review: lines that stream, hold and go deeper, branches, links, terms on the board, positions and files.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Lab, closeBrowser, seeded, until, visit } from "./lab.mjs";
import { cell, moveButtons, randomPlies } from "./play.mjs";

let lab;
before(async () => { lab = await Lab.start(); });
after(async () => { await closeBrowser(); await lab?.stop(); });

const lineMove = (page, line, move) => page.getByRole("button", { name: new RegExp(`enter line ${line} up to move ${move}$`) });
const thinker = (page) => page.getByRole("region", { name: /^Analysis by/ });
const depthOf = (text) => Number(/depth (\d+)/.exec(text)?.[1] ?? 0);
const depth = async (page) => depthOf(await thinker(page).first().textContent());
const tab = (page, name) => page.getByRole("tab", { name, exact: true }).click();
const moves = (page) => moveButtons(page).allTextContents().then((all) => all.map((text) => text.replaceAll("\u200b", "")));
const holds = (page) => until(async () => /holds|proven/.test(await thinker(page).first().textContent()), "the analysis holds");

test("lines stream, hold, go deeper on demand and end when they are switched off", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/a?game=checkers");
    const seen = new Set();
    await until(async () => {
      const text = await thinker(page).first().textContent().catch(() => "");
      if (depthOf(text) > 0) seen.add(depthOf(text));
      return /holds|proven/.test(text);
    }, "the analysis holds");
    assert.ok(seen.size > 1, `depths were streamed: ${[...seen]}`);
    await lineMove(page, 3, 1).waitFor();
    assert.match(await page.getByRole("img", { name: /^Expected scores: / }).getAttribute("aria-label"), /\d+ %.*\d+ %/);
    const held = await depth(page);
    await page.getByRole("button", { name: /^Let .* go deeper$/ }).click();
    await until(async () => (await depth(page)) > held, "it goes deeper");
    await page.getByRole("combobox", { name: "Lines" }).selectOption("1");
    await until(async () => (await lineMove(page, 2, 1).count()) === 0 && (await lineMove(page, 1, 1).count()) === 1, "one line is left");
    await page.getByRole("switch", { name: "Analysis" }).click();
    await until(async () => (await thinker(page).count()) === 0, "the lines are gone");
  });
});

test("the opening book tells its moves, and a click plays one", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/a?game=reversi");
    const book = page.getByRole("table", { name: "Opening book" });
    const plays = book.getByRole("button", { name: /^Play .* from the book$/ });
    await until(async () => (await plays.count()) === 4, "the four first moves are in the book");
    assert.match(await book.textContent(), /\d+ %/);
    const move = (await plays.first().textContent()).trim();
    await plays.first().click();
    await until(async () => (await moves(page)).join() === move, "the move is played");
    await until(async () => (await plays.count()) > 0 && (await plays.first().textContent()).trim() !== move, "the book goes on");
  });
});

test("an analysis that runs is cancelled by leaving, and the server forgets it", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/a?game=halma");
    const started = page.waitForResponse((answer) => answer.url().endsWith("/analyses") && answer.request().method() === "POST");
    const { id } = await (await started).json();
    await lab.get(`/analyses/${id}`);
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.getByRole("heading", { name: "Play", level: 1 }).waitFor();
    await until(async () => {
      const state = await lab.get(`/analyses/${id}`).then((view) => view.state, () => "gone");
      return ["cancelled", "gone"].includes(state);
    }, "the analysis is cancelled");
  });
});

test("a line is entered as a branch, and the link of it shows the same in a new page", async () => {
  const plies = await randomPlies(lab, "reversi", 6, seeded(1));
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/a?game=reversi");
    await tab(page, "Share");
    const text = page.getByRole("textbox", { name: "A position, a game or a file of games, as text" });
    const { text: file } = await lab.post("/files/write", { game: "reversi", moves: plies, format: "jsonl" });
    await text.fill(file);
    await page.getByRole("button", { name: "Open text" }).click();
    await tab(page, "Moves");
    await until(async () => (await moves(page)).join() === plies.join(), "the imported moves are listed");
    await holds(page);
    const line = (await lineMove(page, 2, 1).textContent()).trim();
    await lineMove(page, 2, 1).click();
    await until(async () => (await moves(page)).includes(line), "the line is in the tree");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.getByRole("textbox", { name: "Comment on this move" }).fill("worth a look");
    await tab(page, "Share");
    const link = page.getByRole("textbox", { name: "Link with all moves, branches and comments" });
    const before = await until(async () => {
      const value = await link.inputValue();
      return value === page.url() && value;
    }, "the link is made");
    const [list, shown] = [await page.getByRole("textbox", { name: "This position" }).inputValue(), before];
    const other = await visitor.open(new URL(shown).pathname + new URL(shown).hash);
    await other.getByText("worth a look").waitFor();
    const names = await moves(other);
    assert.deepEqual(names.filter((move) => plies.includes(move)).slice(0, plies.length), plies);
    assert.ok(names.includes(line));
    await tab(other, "Share");
    assert.equal(await other.getByRole("textbox", { name: "This position" }).inputValue(), list);
  });
});

test("games are exported in every format, and read again", async () => {
  const { games } = await lab.get("/games");
  const { formats } = games.find(({ name }) => name === "checkers");
  const plies = await randomPlies(lab, "checkers", 8, seeded(2));
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/a?game=checkers");
    const field = page.getByRole("combobox", { name: "Type a move" });
    for (const [at, ply] of plies.entries()) {
      await field.fill(ply);
      await field.press("Enter");
      await until(async () => (await moves(page)).length === at + 1, `${ply} is in the list`);
    }
    await tab(page, "Share");
    for (const { name } of formats) {
      const answer = page.waitForResponse("**/files/write");
      await page.getByRole("combobox", { name: "Format of the game's files" }).selectOption(name);
      const { text } = await (await answer).json();
      const box = page.getByRole("textbox", { name: "The line through the current move" });
      await until(async () => (await box.count()) > 0 && (await box.inputValue()) === text, `${name} is shown`);
      const wanted = (await lab.post("/files/write", { game: "checkers", moves: plies, format: name })).text;
      assert.ok(text.length >= wanted.length - 200, "all of it");
      const { games: read } = await lab.post("/files/read", { game: "checkers", text });
      assert.deepEqual(read[0].moves, plies, name);
    }
  });
});

test("a text that cannot be read is refused in words", async () => {
  await visit(lab, {}, async (visitor) => {
    visitor.allow(/status of 4\d\d .*\/files\/read\)/);
    const page = await visitor.open("/a?game=checkers");
    await tab(page, "Share");
    await page.getByRole("textbox", { name: "A position, a game or a file of games, as text" }).fill("this is no game");
    await page.getByRole("button", { name: "Open text" }).click();
    await until(async () => (await page.getByRole("status").allTextContents()).some((text) => text.length > 10), "it says why");
  });
});

test("the terms of the evaluation are shown on the board", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/a?game=checkers");
    await tab(page, "Explain");
    const table = page.getByRole("group", { name: "Terms of the evaluation" });
    await table.waitFor();
    const place = { game: "checkers" };
    const told = await lab.post("/positions/explain", place);
    const [seat] = told.seats;
    const term = seat.terms.findIndex((_, at) => told.cells.some(({ values }) => values[0][at] !== 0));
    const grid = page.getByRole("grid");
    const before = await grid.screenshot();
    const button = table.getByRole("row").nth(term + 1).getByRole("button").first();
    await button.click();
    await until(async () => (await button.getAttribute("aria-pressed")) === "true", "the term is kept");
    await until(async () => !(await grid.screenshot()).equals(before), "the board shows it");
    const { cell: at, values } = told.cells.find((own) => own.values[0][term] !== 0);
    const number = String(Math.abs(Math.round(values[0][term] * 10) / 10));
    assert.ok((await grid.textContent()).includes(number.replace(/\\.0$/, "")), `cell ${at} has ${number} written on it`);
  });
});

test("a position is set up by pressing cells, and analysed", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/a?game=reversi");
    await tab(page, "Set up");
    await page.getByRole("button", { name: "Clear board" }).click();
    await page.getByRole("radio", { name: /^black / }).check({ force: true });
    await cell(page, "d4").click();
    await cell(page, "e5").click();
    await page.getByRole("radio", { name: /^white / }).check({ force: true });
    await cell(page, "e4").click();
    await cell(page, "d5").click();
    await until(async () => /white/.test(await cell(page, "d5").getAttribute("aria-label")), "the stones stand");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await until(async () => /empty/.test(await cell(page, "d5").getAttribute("aria-label")), "the last one is taken back");
    await cell(page, "d5").click();
    const use = page.getByRole("button", { name: "Analyse this position" });
    await until(() => use.isEnabled(), "it is a position");
    await use.click();
    await holds(page);
    await tab(page, "Share");
    const position = await page.getByRole("textbox", { name: "This position" }).inputValue();
    const view = await lab.post("/positions", { game: "reversi", position });
    const owners = Object.fromEntries(view.look.pieces.map((piece) => [piece.cell, piece.owner]));
    assert.equal(view.look.pieces.length, 4);
    assert.equal(owners[27], owners[36]);
    assert.equal(owners[28], owners[35]);
    assert.notEqual(owners[27], owners[28]);
  });
});

test("several agents think side by side, and threats are shown", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/a?game=reversi");
    await page.getByRole("button", { name: "Agents" }).click();
    await page.getByRole("button", { name: "Add an agent beside it" }).click();
    await until(async () => (await thinker(page).count()) === 2, "two think");
    await until(async () => (await thinker(page).allTextContents()).every((text) => /holds|proven/.test(text)), "both hold");
    await page.getByText(/All agree on|They differ/).waitFor();
    await page.getByRole("button", { name: "Threats" }).click();
    await page.getByText(/^Threats: /).first().waitFor();
  });
});

test("a game is reviewed: progress, marks, accuracy, better lines; and a review is cancelled", async () => {
  const plies = await randomPlies(lab, "reversi", 30, seeded(3));
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/a?game=reversi");
    await tab(page, "Share");
    await page.getByRole("textbox", { name: "A position, a game or a file of games, as text" }).fill((await lab.post("/files/write", { game: "reversi", moves: plies, format: "jsonl" })).text);
    await page.getByRole("button", { name: "Open text" }).click();
    await until(async () => (await moves(page)).length === plies.length, "the game is open");
    await tab(page, "Review");
    await page.getByRole("switch", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("progressbar", { name: "Review" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText(/^Cancelled after \d+ of \d+ moves\.$/).waitFor();
    await page.getByRole("button", { name: "Review again" }).click();
    await until(async () => {
      const rows = await page.locator("table.accuracy").getByRole("row").allTextContents();
      const done = (await page.getByRole("progressbar", { name: "Review" }).count()) === 0;
      return done && rows.filter((text) => /\d+ %/.test(text)).length === 2;
    }, "the review is done, with an accuracy for each player", 120_000);
    const marked = page.getByRole("button", { name: /, (inaccuracy|mistake|blunder)$/ });
    assert.ok((await marked.count()) > 0, "random moves have mistakes among them");
    await marked.first().click();
    await page.getByText(/It cost \d+ points of expected score\. Better was/).first().waitFor();
    assert.ok((await moves(page)).length > plies.length, "better lines are branches");
    const curve = page.getByRole("slider", { name: "Expected scores over the game" });
    const box = await curve.boundingBox();
    await curve.click({ position: { x: box.width / 2, y: box.height / 2 } });
    await until(async () => /move \d+, .*\d+.*\d+/.test(await curve.getAttribute("aria-valuetext")), "a click on the curve jumps there");
  });
});
