// Whole games of every game, and every way to enter moves.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Lab, agent, closeBrowser, person, seeded, until, visit } from "./lab.mjs";
import { cell, cellNames, chosenCells, enter, findPly, playOut, shownPlies, steps, turn } from "./play.mjs";
import { focusedRole, tabTo, walkTo } from "./keys.mjs";

let lab;
before(async () => { lab = await Lab.start(); });
after(async () => { await closeBrowser(); await lab?.stop(); });

const table = (game, seats, more = {}) => lab.post("/tables", { game, seats, seed: 7, ...more });

/** The result stands on the page, in the words of the server. */
async function assertResult(page, end) {
  await page.getByText(end.outcome, { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Review" }).waitFor();
  assert.equal(await page.getByRole("combobox", { name: "Type a move" }).count(), 0, "nothing can be typed after the end");
}

const whole = [
  ["dala", [person(), agent()]],
  ["chexers", [person(), agent(), agent()]],
  ["reversixt(map=armed8)", [person("Ann"), person("Ben")]],
  ["reversi", [agent("random"), person()]],
  ["checkers", [person(), agent()]],
  ["halma(variant=duel8)", [agent(), person()]],
];

for (const [game, seats] of whole) {
  test(`${game} is played to its end by clicking`, async () => {
    const { id } = await table(game, seats);
    await visit(lab, {}, async (visitor) => {
      const page = await visitor.open(`/t/${id}`);
      await assertResult(page, await playOut(lab, page, id, seeded(1)));
    });
  });
}

test("a game is set up and played to its end by keyboard alone", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/");
    await tabTo(page, page.getByRole("link", { name: /^Board of Dala/ }));
    await page.keyboard.press("Enter");
    const start = page.getByRole("button", { name: "Start" });
    await start.waitFor();
    await tabTo(page, start);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/t\//);
    const id = page.url().split("/").at(-1);
    await turn(lab, page, id);
    await until(async () => {
      await page.keyboard.press("Tab");
      return (await focusedRole(page)) === "gridcell";
    }, "Tab leads to the board");
    let plies = 0;
    const end = await playOut(lab, page, id, seeded(2), {
      how: async (_lab, _page, view, ply) => {
        const names = await cellNames(lab, view.board);
        for (const step of steps(view.moves, ply)) {
          // Arrows for some, names for others.
          if (plies % 3 === 0) await walkTo(page, cell(page, names[step.cell]));
          else for (const key of ["g", ...names[step.cell], "Enter"]) await page.keyboard.press(key);
          await page.keyboard.press("Enter");
        }
        plies += 1;
        assert.equal(await focusedRole(page), "gridcell", "the focus stays on the board");
      },
    });
    await assertResult(page, end);
  });
});

test("a game is played to its end by typing moves", async () => {
  const { id } = await table("checkers", [person(), agent()]);
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    const field = page.getByRole("combobox", { name: "Type a move" });
    await field.fill("nonsense");
    visitor.allow(/status of 4\d\d .*\/play\)/);
    await field.press("Enter");
    await until(() => field.evaluate((own) => own.getAttribute("aria-invalid") === "true"), "nonsense is refused");
    const end = await playOut(lab, page, id, seeded(3), {
      how: async (_lab, _page, _view, ply) => {
        await field.fill(ply.move);
        await field.press("Enter");
      },
    });
    await assertResult(page, end);
  });
});

test("pieces can be dragged, and one dropped elsewhere goes back", async () => {
  const { id } = await table("checkers", [person(), agent("random")]);
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    const { view } = await turn(lab, page, id);
    const names = await cellNames(lab, view.board);
    const [first] = view.moves;
    const wrong = names.findIndex((name, at) => name && !view.moves.some((ply) => ply.clicks.includes(at)));
    await cell(page, names[first.clicks[0]]).dragTo(cell(page, names[wrong]));
    assert.equal(await shownPlies(page), 0);
    const random = seeded(4);
    for (let round = 0; round < 5; round += 1) {
      const now = await turn(lab, page, id);
      const ply = now.view.moves[Math.floor(random() * now.view.moves.length)];
      await cell(page, names[ply.clicks[0]]).dragTo(cell(page, names[ply.clicks.at(-1)]));
      await until(async () => (await shownPlies(page)) > now.view.plies.length, `${ply.move} is played by dragging`);
    }
  });
});

for (const game of ["dala", "checkers"]) {
  test(`a half-entered move of ${game} is taken back, step by step and whole`, async () => {
    const { view, ply } = await findPly(lab, game, (own) => own.clicks.filter((click) => typeof click === "number").length > 2);
    const { id } = await table(game, [person("Ann"), person("Ben")], { moves: view.plies });
    await visit(lab, {}, async (visitor) => {
      const page = await visitor.open(`/t/${id}`);
      await turn(lab, page, id);
      const names = await cellNames(lab, view.board);
      const [one, two] = ply.clicks.map((click) => cell(page, names[click]));
      const count = (many) => until(async () => (await chosenCells(page).count()) === many, `${many} cells are chosen`);
      await one.click();
      await two.click();
      await count(2);
      await page.getByRole("button", { name: "Step back" }).click();
      await count(1);
      await two.click();
      await count(2);
      await page.keyboard.press("Escape");
      await count(0);
      await one.click();
      await two.click();
      await page.getByRole("button", { name: "Cancel move" }).click();
      await count(0);
      assert.equal(await shownPlies(page), view.plies.length);
      await enter(lab, page, view, ply);
      await until(async () => (await shownPlies(page)) === view.plies.length + 1, "the move is played after all");
      assert.equal((await lab.get(`/tables/${id}`)).view.plies.at(-1), ply.move);
    });
  });
}

test("a phone plays a whole game by touch", async () => {
  const { id } = await table("dala", [person(), agent()]);
  await visit(lab, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    const end = await playOut(lab, page, id, seeded(5), { how: (...args) => enter(...args, (place) => place.tap()) });
    await assertResult(page, end);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} pixels wide`);
  });
});
