// The game of docs/adding-a-game.md, of which the page knows nothing: $PLYGLOT_EXAMPLE is its program.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Lab, closeBrowser, seeded, target, until, visit } from "./lab.mjs";
import { moveButtons, playOut } from "./play.mjs";

let lab;
before(async () => { lab = await Lab.start({ program: process.env.PLYGLOT_EXAMPLE ?? target("examples/connect_four") }); });
after(async () => { await closeBrowser(); await lab?.stop(); });

test("a game that was added elsewhere is chosen as a picture, played to its end and analysed", async () => {
  const { games } = await lab.get("/games");
  const added = games.find(({ name }) => name.startsWith("connect"));
  assert.ok(added, `among ${games.map(({ name }) => name)}`);
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/");
    await page.getByRole("link", { name: new RegExp(added.about.slice(0, 20).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) }).click();
    const agent = page.getByRole("combobox", { name: "Agent", exact: true });
    await agent.selectOption({ label: "Level 1" });
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/t\//);
    const id = page.url().split("/").at(-1);
    const end = await playOut(lab, page, id, seeded(1));
    await page.getByText(end.outcome, { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Review" }).click();
    await page.getByRole("tab", { name: "Review", selected: true }).waitFor();
    await until(async () => (await moveButtons(page).count()) >= end.view.plies.length, "its moves are listed");
    await until(async () => {
      const rows = await page.getByRole("row").allTextContents();
      return (await page.getByRole("progressbar", { name: "Review" }).count()) === 0 && rows.some((text) => /\d+ %/.test(text));
    }, "it is reviewed", 120_000);
  });
});
