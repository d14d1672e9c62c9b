// Every view for everybody: axe finds nothing serious, and the page works in dark, on a phone, without motion and with
// forced colours.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { Lab, agent, closeBrowser, person, seeded, until, visit } from "./lab.mjs";
import { focusedRole } from "./keys.mjs";
import { cell, enter, randomPlies, turn } from "./play.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let lab, going, over, watched;
before(async () => {
  lab = await Lab.start();
  const moves = await randomPlies(lab, "reversi", 20, seeded(1));
  going = await lab.post("/tables", { game: "checkers", seats: [person("Ann"), person("Ben")], clock: { base: 300_000, increment: 2000 }, moves: await randomPlies(lab, "checkers", 6, seeded(1)) });
  over = await lab.post("/tables", { game: "reversi", seats: [person("Ann"), agent()], moves });
  watched = await lab.post("/tables", { game: "chexers", seats: [agent(), agent(), agent()], pace: 60_000 });
  await lab.post(`/tables/${over.id}/resign`, { seat: 0 });
});
after(async () => { await closeBrowser(); await lab?.stop(); });

const grid = (page) => page.getByRole("grid").waitFor();
const tab = (name) => async (page) => {
  await grid(page);
  await page.getByRole("tab", { name }).click();
  await page.getByRole("tabpanel", { name }).waitFor();
};
const study = "/a?game=checkers";

const views = [
  ["home", "/", (page) => page.getByRole("heading", { name: "Recent games" }).waitFor()],
  ["new game", "/new?game=chexers", (page) => page.getByRole("button", { name: "Start" }).waitFor()],
  ["a table", () => `/t/${going.id}`, grid],
  ["a finished table", () => `/t/${over.id}`, (page) => page.getByRole("link", { name: "Review" }).waitFor()],
  ["a table of agents", () => `/t/${watched.id}`, grid],
  ["join", "/join", (page) => page.getByRole("button", { name: "Join" }).waitFor()],
  ["choice of analysis", "/a", (page) => page.getByRole("heading", { level: 1 }).waitFor()],
  ["analysis", study, async (page) => {
    await grid(page);
    // A phone has the best line alone, which opens the others.
    await page.getByRole("button", { name: /enter line 1 up to move 1$|^Best line/ }).first().waitFor();
  }],
  ["explained", study, tab("Explain")],
  ["set up", study, tab("Set up")],
  ["review", study, tab("Review")],
  ["share", study, tab("Share")],
  ["lab", "/lab", (page) => page.getByRole("heading", { level: 1 }).waitFor()],
  ["maps", "/maps", (page) => page.getByRole("heading", { level: 1 }).waitFor()],
  ["api", "/api", (page) => page.getByRole("heading", { level: 1 }).waitFor()],
  ["no such page", "/nowhere", (page) => page.getByRole("heading", { name: "There is no such page" }).waitFor()],
];

async function assertAccessible(page, name) {
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = bad.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.slice(0, 4).map(({ html, failureSummary }) => `  ${html.slice(0, 300)}\n  ${failureSummary}`).join("\n")}`);
  assert.equal(told.length, 0, `${name}:\n${told.join("\n")}`);
}

for (const [theme, size] of [["light", { width: 1280, height: 800 }], ["dark", { width: 1280, height: 800 }], ["light", { width: 390, height: 844 }]]) {
  test(`axe finds no serious fault: ${theme}, ${size.width} pixels`, async (all) => {
    // The policy of the page lets no script in, axe neither.
    await visit(lab, { bypassCSP: true, viewport: size, kept: { theme }, reducedMotion: "reduce" }, async (visitor) => {
      for (const [name, path, ready] of views) {
        await all.test(name, async () => {
          const page = await visitor.open(typeof path === "string" ? path : path());
          await ready(page);
          assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= size.width, `${name} is ${wide} pixels wide`);
          assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, "one heading of the first level");
          await assertAccessible(page, name);
          await page.close();
        });
      }
    });
  });
}

test("the board is one tab stop, names its cells, and shows where the focus is", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${going.id}`);
    await turn(lab, page, going.id);
    const board = page.getByRole("grid");
    const stops = await board.getByRole("gridcell").evaluateAll((cells) => cells.filter((own) => own.tabIndex === 0).length);
    assert.equal(stops, 1);
    const unnamed = await board.getByRole("gridcell").evaluateAll((cells) => cells.filter((own) => own.tabIndex >= -1 && !own.getAttribute("aria-label") && own.hasAttribute("tabindex")).length);
    assert.equal(unnamed, 0);
    assert.ok((await board.getByRole("row").count()) > 1, "cells stand in rows");
    const before = await board.screenshot();
    await until(async () => {
      await page.keyboard.press("Tab");
      return (await focusedRole(page)) === "gridcell";
    }, "Tab leads to the board");
    assert.ok(!(await board.screenshot()).equals(before), "the focus is seen");
  });
});

test("each move is announced", async () => {
  const { id } = await lab.post("/tables", { game: "reversi", seats: [person("Ann"), person("Ben")] });
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    const { view } = await turn(lab, page, id);
    await enter(lab, page, view, view.moves[0]);
    const { view: next } = await until(async () => {
      const now = await lab.get(`/tables/${id}`);
      return now.view.plies.length === 1 && now;
    });
    await page.getByRole("status").filter({ hasText: next.says }).first().waitFor({ state: "attached" });
  });
});

test("the theme follows the system and can be chosen", async () => {
  await visit(lab, { colorScheme: "dark" }, async (visitor) => {
    const page = await visitor.open("/join");
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), "dark");
    await page.getByRole("button", { name: /^Theme: as the system/ }).click();
    await until(async () => (await theme()) === "light", "light is chosen");
    await page.reload();
    assert.equal(await theme(), "light");
  });
});

/** Plays some plies beside the page, and gives every animation and transition that began there meanwhile. */
async function motions(reducedMotion) {
  const { id } = await lab.post("/tables", { game: "checkers", seats: [person("Ann"), person("Ben")] });
  let begun;
  await visit(lab, { reducedMotion }, async (visitor) => {
    await visitor.context.addInitScript(() => {
      window.begun = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        window.begun.push(`animate for ${how[1]?.duration ?? how[1]}`);
        return animate.apply(this, how);
      };
      for (const kind of ["animationstart", "transitionrun"]) document.addEventListener(kind, (event) => window.begun.push(`${kind} ${event.animationName ?? event.propertyName}`), true);
    });
    const page = await visitor.open(`/t/${id}`);
    await turn(lab, page, id);
    await page.evaluate(() => (window.begun = []));
    for (let at = 0; at < 4; at += 1) {
      const { view } = await turn(lab, page, id);
      await lab.post(`/tables/${id}/play`, { seat: view.turn, move: view.moves[0].move, at });
    }
    await turn(lab, page, id);
    begun = await page.evaluate(() => window.begun);
    await until(() => page.evaluate(() => document.getAnimations().every((own) => own.playState !== "running")), "everything rests");
  });
  return begun;
}

test("pieces move, but nothing does for those who want less motion", async () => {
  assert.notEqual((await motions("no-preference")).length, 0, "pieces move");
  assert.deepEqual(await motions("reduce"), []);
});

test("with forced colours cells and pieces can still be told apart", async () => {
  await visit(lab, { forcedColors: "active" }, async (visitor) => {
    const page = await visitor.open(`/t/${going.id}`);
    const { view } = await turn(lab, page, going.id);
    const names = (await lab.get(`/boards/${view.board}`)).cells.map((own) => own.name);
    const [piece] = view.look.pieces;
    const empty = names.findIndex((name, at) => name && !view.look.pieces.some((own) => own.cell === at));
    const [one, other] = await Promise.all([piece.cell, empty].map((at) => cell(page, names[at]).screenshot()));
    assert.ok(!one.equals(other), "a cell with a piece looks different from one without");
  });
});
