// The map editor in detail: strokes, undoing, typing, lines, keys alone, fingers, what is left unsaved.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Lab, closeBrowser, until, visit } from "./lab.mjs";

let lab, maps;
before(async () => {
  lab = await Lab.start();
  [maps] = (await lab.get("/maps")).games;
});
after(async () => { await closeBrowser(); await lab?.stop(); });

/** The editor with a map of this text. */
async function editor(visitor, text = null) {
  const kept = text === null ? "" : JSON.stringify({ text, name: "", saved: null });
  if (kept) await visitor.context.addInitScript(([key, value]) => { if (!localStorage.getItem(key)) localStorage.setItem(key, value); }, [`draft:${maps.game}`, kept]);
  const page = await visitor.open("/maps");
  await page.getByRole("grid").waitFor();
  return page;
}

/** What the page keeps of the map. */
const textOf = (page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").text ?? "", `draft:${maps.game}`);
const shows = (page, pattern) => until(async () => pattern.test(await textOf(page)), `the map has ${pattern}`);
const cell = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^${name}(,|$)`) });
const stamp = (page, name) => page.getByRole("radio", { name, exact: true });
const choose = async (page, name) => { await stamp(page, name).focus(); await page.keyboard.press("Space"); };
const remarks = (page) => page.locator("[aria-labelledby=map-problems] li").allInnerTexts();

/** A place in a cell: 0, 0 is its middle, 1 a border. */
async function place(page, name, across = 0, down = 0) {
  const box = await cell(page, name).boundingBox();
  return [box.x + box.width * (0.5 + across * 0.45), box.y + box.height * (0.5 + down * 0.45)];
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 8 });
  await page.mouse.up();
}

test("a map is drawn by mouse with a symmetry, undone, saved, opened again and played", () => visit(lab, {}, async (visitor) => {
  const page = await editor(visitor);
  await page.getByText("Nobody can move yet").waitFor();
  await page.getByRole("button", { name: "Start stones" }).click();
  await page.getByText(/ready to play/).waitFor();
  await page.getByLabel("Symmetry", { exact: true }).selectOption("quarter_turn");
  await choose(page, "hole");
  await drag(page, await place(page, "0,0"), await place(page, "2,0"));
  await shows(page, /\n- - - 0 0 0 0 -\n0 0 0 0 0 0 0 -\n0 0 0 0 0 0 0 -\n/);
  await choose(page, "link two sides");
  await drag(page, await place(page, "3,0", 0, -1), await place(page, "0,3", -1, 0));
  await shows(page, /3 0 0 <-> 0 3 6\n/);
  assert.equal((await textOf(page)).match(/<->/g).length, 4, await textOf(page));
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => !(await textOf(page)).includes("<->"), "the links are undone");
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => !(await textOf(page)).includes("-"), "the whole stroke is undone");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+y");
  await shows(page, /<->/);
  const drawn = await textOf(page);
  await page.reload();
  await page.getByRole("grid").waitFor();
  assert.equal(await textOf(page), drawn);
  await page.getByLabel("Name").fill("turning-8");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  assert.equal((await lab.get("/maps/turning-8")).text, drawn);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/new\?game=/);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/t\//);
  const table = await lab.get(`/tables/${page.url().split("/").at(-1)}`);
  assert.equal(table.view.look.links.length, 4);
  await page.goBack();
  await page.goBack();
  await page.waitForURL(/\/maps/);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: "Delete turning-8" }).click();
  await page.getByRole("dialog", { name: /Delete the saved map/ }).getByRole("button", { name: "Delete" }).click();
  await until(async () => (await lab.get("/maps")).games[0].saved.length === 0, "the map is deleted");
}));

test("a map that is not saved is played as well", () => visit(lab, {}, async (visitor) => {
  const page = await editor(visitor);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: /^torus6/ }).click();
  await shows(page, /5 0 1 <-> 0 5 5/);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/new#/);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/t\//);
  const table = await lab.get(`/tables/${page.url().split("/").at(-1)}`);
  assert.equal(table.view.look.links.length, 34);
}));

test("problems are told while drawing, shown on the map and tidied", () => visit(lab, {}, async (visitor) => {
  const page = await editor(visitor, "2\n0\n0 0\n3 3\n0 1 2\n0 5 0\n0 0 -\n0 0 0 <-> 2 2 4\n");
  await until(async () => (await remarks(page)).length === 2, "both problems are listed");
  assert.equal(await page.getByRole("button", { name: "Play", exact: true }).isDisabled(), true);
  await page.getByRole("button", { name: /^Show: stones of/ }).click();
  await until(() => cell(page, "1,1").evaluate((own) => own === document.activeElement), "the stone has the focus");
  await page.getByRole("button", { name: "Tidy" }).click();
  await shows(page, /^2\n0\n0 0\n3 3\n0 1 2\n0 0 0\n0 0 -\n$/);
  await page.getByText("Text", { exact: true }).click();
  await page.getByLabel(/The map as a text/).fill("2\n0\n0 0\n3 q");
  await page.getByText(/line 4, column 3: expected the width/).waitFor();
  await page.getByLabel(/The map as a text/).fill("2\n0\n0 0\n1 4\n0 2 1 0\n");
  await cell(page, "3,0").waitFor();
  await page.getByText(/4 × 1, 2 players, ready to play/).waitFor();
}));

test("numbers and lines are changed, and a new map is made", () => visit(lab, {}, async (visitor) => {
  const page = await editor(visitor);
  await page.getByLabel("Players").fill("4");
  await page.getByLabel("Players").blur();
  await stamp(page, "stone of player 4").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Add a column: left" }).click();
  await cell(page, "8,7").waitFor();
  await page.getByRole("button", { name: "New" }).click();
  const dialog = page.getByRole("dialog", { name: "New map" });
  await dialog.getByLabel("Width").fill("12");
  await dialog.getByLabel("Height").fill("10");
  await dialog.getByLabel("Players").fill("8");
  await dialog.getByRole("button", { name: "Make it" }).click();
  await cell(page, "11,9").waitFor();
  await shows(page, /^8\n0\n0 0\n10 12\n/);
}));

test("everything is there for keys alone", () => visit(lab, {}, async (visitor) => {
  const page = await editor(visitor);
  await choose(page, "hole");
  await cell(page, "0,0").focus();
  await page.keyboard.press("Enter");
  await shows(page, /\n8 8\n- 0/);
  await page.keyboard.press("Control+z");
  await shows(page, /\n8 8\n0 0/);
  await choose(page, "link two sides");
  await cell(page, "0,0").focus();
  await page.keyboard.press("Enter");
  await until(() => page.evaluate(() => document.activeElement?.textContent === "up"), "the sides are offered");
  await page.keyboard.press("Enter");
  await until(() => cell(page, "0,0").evaluate((own) => own === document.activeElement), "the map has the focus again");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await until(() => page.evaluate(() => document.activeElement?.textContent === "up right"), "the sides are offered");
  await page.keyboard.press("Enter");
  await shows(page, /0 0 0 <-> 7 7 1\n$/);
}));

test("a phone draws with a finger", () => visit(lab, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (visitor) => {
  const page = await editor(visitor);
  await stamp(page, "hole").evaluate((own) => own.closest("label").scrollIntoView());
  await page.locator("label.map-stamp", { has: stamp(page, "hole") }).tap();
  await page.touchscreen.tap(...(await place(page, "0,0")));
  await shows(page, /\n8 8\n- 0/);
  // The board stays where it is while the finger links: all places are known before.
  const [right, left] = [await place(page, "7,3", 1, 0), await place(page, "0,3", -1, 0)];
  await page.locator("label.map-stamp", { has: stamp(page, "link two sides") }).tap();
  await page.getByText(/^Drag from one dot/).waitFor();
  assert.deepEqual(await place(page, "7,3", 1, 0), right, "the board does not move when links are drawn");
  await page.touchscreen.tap(...right);
  await page.getByText(/^From 7,3 right/).waitFor();
  assert.deepEqual(await place(page, "0,3", -1, 0), left, "nor when a link has begun");
  await page.touchscreen.tap(...left);
  await shows(page, /7 3 2 <-> 0 3 6\n$/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
}));
