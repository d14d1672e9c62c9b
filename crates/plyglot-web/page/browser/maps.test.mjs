// The map editor: draw, link by dragging, symmetry, save, play; and how fast a large map is panned.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Lab, agent, closeBrowser, seeded, until, visit } from "./lab.mjs";
import { playOut } from "./play.mjs";

let lab;
before(async () => { lab = await Lab.start(); });
after(async () => { await closeBrowser(); await lab?.stop(); });

const choose = (page, name) => page.getByRole("radio", { name, exact: true }).check({ force: true });

/** The middle of a side of a cell: 0 degrees are up. */
async function side(place, degrees) {
  const { x, y, width, height } = await place.boundingBox();
  const angle = (degrees * Math.PI) / 180;
  return { x: x + width / 2 + 0.4 * width * Math.sin(angle), y: y + height / 2 - 0.4 * height * Math.cos(angle) };
}

/** A new map of a size. */
async function begin(page, width, height) {
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("spinbutton", { name: "Width" }).fill(String(width));
  await dialog.getByRole("spinbutton", { name: "Height" }).fill(String(height));
  await dialog.getByRole("button", { name: "Make it" }).click();
  await until(async () => (await page.getByRole("gridcell").count()) === width * height, "the map has its size");
}

test("a map is drawn with symmetry, linked by dragging, saved and played to its end", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/maps");
    await page.getByRole("grid").waitFor();
    await begin(page, 6, 6);
    const names = await page.getByRole("gridcell").evaluateAll((cells) => cells.map((own) => own.getAttribute("aria-label").split(",").slice(0, 2).join(",")));
    // Cells are named by the game: find them by where they are.
    const at = (column, row) => page.getByRole("gridcell").nth(row * 6 + column);
    assert.equal(new Set(names).size, 36, "every cell has a name of its own");
    await page.getByRole("combobox", { name: "Symmetry" }).selectOption("half_turn");
    await page.getByRole("checkbox", { name: "mirrored pieces go to other players" }).uncheck();
    await choose(page, "hole");
    await at(0, 0).click();
    await until(async () => /hole|blocked/.test(await at(5, 5).getAttribute("aria-label")), "the other corner is a hole, too");
    await page.getByRole("button", { name: "Undo" }).click();
    await until(async () => !/hole|blocked/.test(await at(5, 5).getAttribute("aria-label")), "both are taken back");
    await page.getByRole("button", { name: "Redo" }).click();
    await until(async () => /hole|blocked/.test(await at(0, 0).getAttribute("aria-label")), "and done again");
    await choose(page, "stone of player 1");
    await at(2, 2).click();
    await choose(page, "stone of player 2");
    await at(3, 2).click();
    await until(async () => (await page.getByRole("gridcell", { name: /stone/ }).count()) === 4, "four stones stand");
    await page.getByRole("combobox", { name: "Symmetry" }).selectOption("none");

    await choose(page, "link two sides");
    const [from, to] = [await side(at(2, 0), 0), await side(at(3, 5), 180)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.getByText("1 link", { exact: true }).waitFor();

    await page.getByText(/ready to play$/).waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("browser-test");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    const [saved] = (await lab.get("/maps")).games[0].saved;
    assert.deepEqual([saved.name, saved.width, saved.height, saved.problems], ["browser-test", 6, 6, 0]);

    await page.reload();
    await until(async () => (await page.getByRole("gridcell", { name: /stone/ }).count()) === 4, "it is there after a reload");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("radio", { name: "People" }).check({ force: true });
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/t\//);
    const end = await playOut(lab, page, page.url().split("/").at(-1), seeded(1));
    await page.getByText(end.outcome, { exact: true }).first().waitFor();

    await page.goto(`${lab.origin}/maps`);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("button", { name: "Delete browser-test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).last().click();
    await until(async () => (await lab.get("/maps")).games[0].saved.length === 0, "the map is deleted");
  });
});

test("what is wrong with a map is said while it is drawn", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/maps");
    await page.getByRole("grid").waitFor();
    await begin(page, 4, 4);
    await page.getByText(/Nobody can move yet|problem/).first().waitFor();
    assert.equal(await page.getByRole("button", { name: "Play", exact: true }).isEnabled(), false);
  });
});

test("a map of 50 by 50 cells for eight players is panned", async (t) => {
  const seats = Array.from({ length: 8 }, () => agent("random"));
  const { id } = await lab.post("/tables", { game: "reversixt(map=arena50)", seats, pace: 60_000 });
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    const board = page.getByRole("grid");
    await board.waitFor();
    const box = await board.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    for (let count = 0; count < 3; count += 1) await page.mouse.wheel(0, -400);
    await until(async () => (await board.boundingBox()).width > 1.5 * box.width, "the board is larger");
    const before = await board.boundingBox();
    await page.evaluate(() => {
      window.frames_ = [];
      let last = performance.now();
      const tick = (now) => {
        window.frames_.push(now - last);
        last = now;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await page.mouse.down();
    const end = Date.now() + 2000;
    for (let step = 0; Date.now() < end; step += 1) await page.mouse.move(x + 90 * Math.sin(step / 8), y + 70 * Math.cos(step / 11));
    await page.mouse.up();
    const after = await board.boundingBox();
    assert.ok(Math.hypot(after.x - before.x, after.y - before.y) > 5, "the board was panned");
    const gaps = (await page.evaluate(() => window.frames_)).sort((one, other) => one - other);
    const [middle, late] = [0.5, 0.95].map((part) => gaps[Math.floor(part * (gaps.length - 1))]);
    t.diagnostic(`panning 50x50 with 8 players: a frame in ${middle.toFixed(1)} ms, p95 ${late.toFixed(1)} ms, ${gaps.length} frames in 2 s`);
  });
});
