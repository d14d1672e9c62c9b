// Several people at a table: guests with a code, draws and undos that are asked for, premoves, clocks, rematches; and
// tables of three, four and more seats.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Lab, agent, closeBrowser, person, seeded, until, visit } from "./lab.mjs";
import { cell, cellNames, enter, isOver, randomPlies, shownPlies, turn } from "./play.mjs";

let lab;
before(async () => { lab = await Lab.start(); });
after(async () => { await closeBrowser(); await lab?.stop(); });

const table = (game, seats, more = {}) => lab.post("/tables", { game, seats, seed: 7, ...more });

/** Plays the first legal ply of whoever is to move on a page. */
async function playFirst(page, id) {
  await page.bringToFront();
  const { view } = await turn(lab, page, id);
  await enter(lab, page, view, view.moves[0]);
  await until(async () => (await shownPlies(page)) > view.plies.length, "the ply is shown");
}

/** Opens a table for two, one of whom comes with a code in a browser of their own. */
async function withGuest(doing) {
  const { id } = await table("reversi", [person("Ann"), person("Ben")]);
  await visit(lab, {}, async (host) => {
    const own = await host.open(`/t/${id}`);
    await own.getByRole("button", { name: "Invite a guest to seat white" }).click();
    const link = await own.getByRole("textbox", { name: "Link for the guest" }).inputValue();
    const code = new URL(link).hash.slice(1);
    await visit(lab, { host: false }, async (guest) => {
      const other = await guest.open("/join");
      await other.getByRole("textbox", { name: "Code" }).fill(code);
      await other.getByRole("button", { name: "Join" }).click();
      await other.waitForURL(`**/t/${id}`);
      await other.getByRole("grid").waitFor();
      await doing({ id, code, own, other, host, guest });
    });
  });
}

test("a guest joins with a code, plays its own seat and sees nothing else", async () => {
  await withGuest(async ({ id, code, own, other, guest }) => {
    assert.equal(await other.getByRole("link", { name: "Lab" }).count(), 0, "no way to the host's pages");
    await playFirst(own, id);
    await until(async () => (await shownPlies(other)) === 1, "the guest sees the host's move");
    await playFirst(other, id);
    await until(async () => (await shownPlies(own)) === 2, "the host sees the guest's move");
    const token = await other.evaluate((name) => localStorage.getItem(`seat:${name}`), id);
    const { id: foreign } = await table("reversi", [person("Cleo"), person("Dan")]);
    for (const [path, status] of [["/tables", 403], [`/tables/${foreign}`, 403], ["/games", 200], [`/tables/${id}`, 200]]) {
      const answer = await fetch(`${lab.origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(answer.status, status, path);
    }
    const played = await fetch(`${lab.origin}/api/v1/tables/${id}/play`, {
      method: "POST", headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ seat: 0, move: (await lab.get(`/tables/${id}`)).view.moves[0].move, at: 2 }),
    });
    assert.equal(played.status, 403, "a guest plays its own seat alone");
    guest.allow(/status of 404 .*\/join\)/);
    const again = await guest.open(`/join#${code}`);
    await again.getByRole("button", { name: "Join" }).click();
    await again.getByText(/used before/).first().waitFor();
    await other.bringToFront();
    await other.reload();
    await until(async () => (await shownPlies(other)) === 2, "the guest is still at the table after a reload");
  });
});

test("draws and undos are asked for, declined and agreed", async () => {
  await withGuest(async ({ id, own, other }) => {
    await playFirst(own, id);
    await playFirst(other, id);
    await own.bringToFront();
    await own.getByRole("button", { name: "Undo" }).click();
    await other.bringToFront();
    await other.getByText(/asks to take back\.$/).first().waitFor();
    await other.getByRole("button", { name: "Decline" }).click();
    await other.getByRole("button", { name: "Decline" }).waitFor({ state: "detached" });
    assert.equal(await shownPlies(other), 2);
    await own.bringToFront();
    await own.getByRole("button", { name: "Undo" }).click();
    await other.bringToFront();
    await other.getByRole("button", { name: "Take back" }).click();
    await until(async () => (await shownPlies(own)) === 0, "both moves are taken back");
    await playFirst(own, id);
    await other.bringToFront();
    await other.getByRole("button", { name: "Draw" }).click();
    await own.bringToFront();
    await own.getByText(/offers a draw\.$/).first().waitFor();
    await own.getByRole("button", { name: "Accept the draw" }).click();
    const end = await until(async () => { const now = await lab.get(`/tables/${id}`); return isOver(now) && now; }, "the game is over");
    assert.equal(end.ending.by, "agreed");
    for (const page of [own, other]) await page.getByText(end.outcome, { exact: true }).first().waitFor();
    // The host asks for a rematch; the guest goes along.
    await own.getByRole("button", { name: "Rematch" }).click();
    await own.waitForURL((url) => !url.pathname.endsWith(id));
    await other.bringToFront();
    await other.getByRole("link", { name: "To the rematch" }).click();
    await until(() => other.url() === own.url(), "both are at the new table");
    await playFirst(other, new URL(own.url()).pathname.split("/").at(-1));
    await until(async () => (await shownPlies(own)) === 1, "the guest plays the other seat now");
  });
});

test("a person takes back against an agent, resigns and plays again with seats rotated", async () => {
  const { id } = await table("checkers", [person("Ann"), agent("random")]);
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    await playFirst(page, id);
    await turn(lab, page, id);
    await page.getByRole("button", { name: "Undo" }).click();
    await until(async () => (await shownPlies(page)) === 0, "both plies are taken back");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    const end = await until(async () => { const now = await lab.get(`/tables/${id}`); return isOver(now) && now; }, "it is over");
    await page.getByText(end.outcome, { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    const next = await lab.get(`/tables/${new URL(page.url()).pathname.split("/").at(-1)}`);
    assert.equal(next.seats[1].name, "Ann");
  });
});

test("a move is prepared while the other thinks, and played when the turn comes", async () => {
  const { id } = await table("reversi", [person("Ann"), person("Ben")]);
  // Ben plays elsewhere, so Ann's page has the one seat alone.
  const { code } = await lab.post(`/tables/${id}/seats/1/code`, {});
  const { token } = await lab.post("/join", { code });
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    await playFirst(page, id);
    const { view } = await lab.get(`/tables/${id}`);
    const { moves } = await lab.post("/positions/premoves", { game: view.game, position: view.first, moves: view.plies, seat: 0 });
    // One that will be legal after Ben's first ply.
    const reply = view.moves[0].move;
    const after = await lab.post("/positions", { game: view.game, position: view.first, moves: [...view.plies, reply] });
    const ply = moves.find((own) => after.moves.some(({ move }) => move === own.move));
    const names = await cellNames(lab, view.board);
    await until(async () => (await page.getByRole("gridcell", { name: /, can be played$/ }).count()) > 0, "moves can be prepared");
    await cell(page, names[ply.clicks[0]]).click();
    await page.getByText("Prepared:").waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Prepared:").waitFor({ state: "detached" });
    await cell(page, names[ply.clicks[0]]).click();
    await until(async () => (await lab.get(`/tables/${id}`)).premove === ply.move, "the server knows it");
    await lab.api("POST", `/tables/${id}/play`, { seat: 1, move: reply, at: 1 }, token);
    await until(async () => (await shownPlies(page)) === 3, "it is played at once");
    assert.equal((await lab.get(`/tables/${id}`)).view.plies[2], ply.move);
  });
});

test("clocks run and end a game", async () => {
  const { id } = await table("reversi", [person("Ann"), person("Ben")], { clock: { base: 3000, increment: 0 } });
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    const clock = page.getByRole("timer", { name: "Clock of black" });
    await clock.waitFor();
    await playFirst(page, id);
    await playFirst(page, id);
    const first = await clock.textContent();
    await until(async () => (await clock.textContent()) !== first, "the clock runs");
    await page.getByText(/time/i).first().waitFor();
    await until(async () => isOver(await lab.get(`/tables/${id}`)), "the flag falls");
    await page.getByRole("link", { name: "Review" }).waitFor();
  });
});

const many = [
  ["chexers", 3, 3],
  ["halma(variant=team8)", 4, 2],
  ["reversixt(map=octet8)", 8, 8],
];
for (const [game, seats, bands] of many) {
  test(`${game}: ${seats} seats and ${bands} bands of the bar`, async () => {
    // So slow that the game is not over before a hand has paused it.
    const { id, view } = await table(game, Array.from({ length: seats }, () => agent("best", 40)), { pace: 500 });
    assert.equal(view.players.length, seats);
    await visit(lab, {}, async (visitor) => {
      const page = await visitor.open(`/t/${id}`);
      const list = page.getByRole("list", { name: "Seats" });
      await list.waitFor();
      assert.equal(await list.getByRole("listitem").count(), seats);
      const bar = page.getByRole("img", { name: /^Expected scores: .*%/ });
      await bar.waitFor();
      const told = (await bar.getAttribute("aria-label")).replace("Expected scores: ", "").split(", ");
      assert.equal(told.length, bands, told.join());
      const sum = told.map((text) => Number(/(\d+) %/.exec(text)?.[1] ?? NaN)).reduce((all, own) => all + own, 0);
      assert.ok(Number.isNaN(sum) || sum > 0, told.join());
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Go on" }).waitFor();
      const now = await lab.get(`/tables/${id}`);
      assert.equal(now.paused, true);
      await page.getByRole("button", { name: "Go on" }).click();
      await until(async () => (await shownPlies(page)) > now.view.plies.length, "the agents go on");
    });
  });
}

test("a table is deleted from the first page", async () => {
  const moves = await randomPlies(lab, "dala", 4, seeded(1));
  const { id } = await table("dala", [person("Delia"), person("Ben")], { moves });
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/");
    await page.getByRole("button", { name: "Delete Dala, Delia, Ben" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: /Delia/ }).waitFor({ state: "detached" });
    await assert.rejects(lab.get(`/tables/${id}`), /404/);
  });
});
