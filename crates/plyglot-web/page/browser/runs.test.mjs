// Runs of the lab: set up, started, watched, paused, resumed, replayed and deleted, in the file of the command line.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Lab, closeBrowser, until, visit } from "./lab.mjs";
import { moveButtons } from "./play.mjs";

let lab;
before(async () => { lab = await Lab.start(); });
after(async () => { await closeBrowser(); await lab?.stop(); });

const games = async (id) => (await lab.get(`/runs/${id}`)).games;
const state = async (id) => (await lab.get(`/runs/${id}`)).state;

test("a match is set up, started, watched, paused, resumed, replayed and deleted", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/lab");
    await page.getByRole("link", { name: "New run" }).first().click();
    await page.getByRole("combobox", { name: "Which" }).selectOption({ label: "Reversi" });
    const [one, two] = [page.getByRole("combobox", { name: "Agent", exact: true }).nth(0), page.getByRole("combobox", { name: "Agent", exact: true }).nth(1)];
    await one.selectOption({ label: "Best" });
    await two.selectOption({ label: "random" });
    await page.getByRole("spinbutton", { name: "Games" }).fill("400");
    await page.getByRole("spinbutton", { name: "Games" }).press("Tab");
    await page.getByRole("combobox", { name: "Thinking by" }).selectOption("nodes");
    await page.getByRole("spinbutton", { name: "Positions a move" }).fill("2000");
    await page.getByRole("spinbutton", { name: "Positions a move" }).press("Tab");
    const start = page.getByRole("button", { name: "Start", exact: true });
    await until(() => start.isEnabled(), "the server finds it right");
    await start.click();
    await page.waitForURL((url) => /^\/lab\/(?!new)./.test(url.pathname));
    const id = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1));

    await page.getByRole("heading", { name: "In play" }).waitFor();
    await page.getByRole("button", { name: /^Watch / }).first().click();
    await page.getByRole("button", { name: "Close" }).waitFor();
    await until(async () => (await games(id)) >= 4, "games are played");
    await page.getByText(/\d+ of 400 games/).first().waitFor();

    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    assert.equal(await state(id), "paused");
    const played = await games(id);
    await page.reload();
    await page.getByRole("button", { name: "Resume" }).click();
    await until(async () => (await games(id)) > played, "it goes on where it was");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();

    await page.getByRole("tab", { name: "Plots" }).click();
    await page.getByRole("tabpanel").getByRole("img").first().waitFor();
    await page.getByRole("tab", { name: "Repeat it" }).click();
    assert.match(await page.getByRole("textbox", { name: /^The command/ }).inputValue(), /plyglot match reversi/);
    await page.getByRole("tab", { name: "Games" }).click();
    const game = page.getByRole("button", { name: /^Replay / }).first();
    await game.click();
    await page.waitForURL((url) => url.pathname === "/a");
    await until(async () => (await moveButtons(page).count()) > 8, "its moves are listed");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: /best/i }).waitFor();

    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(`${lab.origin}/lab`);
    await page.getByText("No match, tournament or tuning run is kept yet.").waitFor();
    assert.deepEqual((await lab.get("/runs")).runs, []);
  });
});

test("what runs in a terminal appears on the page", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/lab");
    const match = promisify(execFile)(lab.program, ["match", "reversi(size=4)", "--agents", "best", "random", "--games", "8", "--nodes", "50", "--db", join(lab.folder, "records.db")], { cwd: lab.folder });
    await page.getByRole("link", { name: /8 games/ }).waitFor();
    await match;
    await page.getByRole("link", { name: /8 games/ }).click();
    await page.getByRole("heading", { level: 1, name: /best/ }).waitFor();
    assert.ok((await page.getByRole("table").count()) > 0, "it has its tables");
  });
});

test("a run that is none is refused in words", async () => {
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/lab/nothing");
    await page.getByRole("alert").filter({ hasText: /\w/ }).first().waitFor();
  });
});
