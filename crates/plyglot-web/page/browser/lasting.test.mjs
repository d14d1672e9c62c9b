// Nothing is lost: reloading, going back, a second tab, and a server that dies in the middle of a game.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Lab, agent, closeBrowser, person, seeded, until, visit } from "./lab.mjs";
import { cell, cellNames, enter, isOver, moveButtons, playOut, shownPlies, turn } from "./play.mjs";

let lab;
before(async () => { lab = await Lab.start(); });
after(async () => { await closeBrowser(); await lab?.stop(); });

const words = (page) => moveButtons(page).allTextContents();

/** Plays so many plies of people at a table. */
async function playSome(page, id, count, random) {
  // Tabs in the background draw seldom, and nobody clicks there.
  await page.bringToFront();
  for (let done = 0; done < count; done += 1) {
    const { view } = await turn(lab, page, id);
    await enter(lab, page, view, view.moves[Math.floor(random() * view.moves.length)]);
    await until(async () => (await shownPlies(page)) > view.plies.length, "the ply is shown");
  }
  return turn(lab, page, id);
}

test("the printed address brings the token, and leaves it out of the address", async () => {
  await visit(lab, { host: false }, async (visitor) => {
    visitor.allow(/status of 401/);
    const page = await visitor.open("/");
    await page.getByRole("alert").filter({ hasText: "no key" }).waitFor();
    await page.close();
    const next = await visitor.open(`/#k=${lab.token}`);
    await next.getByRole("link", { name: /Reversi/ }).first().waitFor();
    assert.equal(new URL(next.url()).hash, "");
    await next.reload();
    await next.getByRole("link", { name: /Reversi/ }).first().waitFor();
  });
});

test("reload and back in the middle of a game lose nothing", async () => {
  const { id } = await lab.post("/tables", { game: "reversi", seats: [person(), agent("random")], seed: 1 });
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open("/");
    await page.getByRole("link", { name: /Reversi.*You/ }).click();
    await page.waitForURL(`**/t/${id}`);
    await playSome(page, id, 4, seeded(1));
    const before = await words(page);
    await page.reload();
    await turn(lab, page, id);
    assert.deepEqual(await words(page), before);
    await page.goBack();
    await page.getByRole("heading", { name: "Play", level: 1 }).waitFor();
    await page.goForward();
    await turn(lab, page, id);
    assert.deepEqual(await words(page), before);
    await playSome(page, id, 2, seeded(2));
  });
});

test("a press is not lost while the answer to the move before is on its way", async () => {
  const { id } = await lab.post("/tables", { game: "reversi", seats: [person(), agent("random")], seed: 1 });
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    let late = 0;
    await page.route("**/play", async (route) => {
      const response = await route.fetch();
      // The socket tells of this move and of the agent's long before.
      await new Promise((next) => setTimeout(next, 1500));
      late += 1;
      await route.fulfill({ response });
    });
    await playSome(page, id, 3, seeded(1));
    await until(() => late === 3, "all answers are there");
    await turn(lab, page, id);
    await page.unrouteAll({ behavior: "wait" });
  });
});

test("a second tab follows, and looking back does not hold it up", async () => {
  const { id } = await lab.post("/tables", { game: "checkers", seats: [person("Ann"), person("Ben")], seed: 1 });
  await visit(lab, {}, async (visitor) => {
    const [one, two] = [await visitor.open(`/t/${id}`), await visitor.open(`/t/${id}`)];
    await playSome(one, id, 3, seeded(3));
    await until(async () => (await shownPlies(two)) === 3, "the second tab shows three plies");
    await two.bringToFront();
    await two.getByRole("button", { name: "One back" }).click();
    await two.getByText("After move 2 of 3.").waitFor();
    await playSome(one, id, 1, seeded(4));
    await two.getByText("After move 2 of 4.").waitFor();
    await two.bringToFront();
    await two.getByRole("button", { name: "Back to the game" }).click();
    await playSome(two, id, 1, seeded(5));
    await until(async () => (await shownPlies(one)) === 5, "the first tab shows what the second played");
    assert.deepEqual(await words(one), await words(two));
  });
});

test("a server that is killed and started again goes on with the game in every tab", async () => {
  const { id } = await lab.post("/tables", { game: "dala", seats: [person(), agent()], seed: 1 });
  await visit(lab, {}, async (visitor) => {
    const [page, second] = [await visitor.open(`/t/${id}`), await visitor.open(`/t/${id}`)];
    const before = await playSome(page, id, 5, seeded(6));
    const list = await words(page);
    // While nobody listens, browsers say so.
    visitor.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/);
    await lab.kill();
    await page.getByText("Reconnecting…").waitFor();
    await lab.again();
    await page.getByText("Reconnecting…").waitFor({ state: "detached" });
    const after = await turn(lab, page, id);
    assert.deepEqual(after.view.plies, before.view.plies);
    assert.equal(after.view.position, before.view.position);
    assert.deepEqual(await words(page), list);
    await until(async () => (await shownPlies(second)) === list.length, "the second tab is there");
    await playSome(page, id, 1, seeded(7));
    await until(async () => (await words(second)).join() === (await words(page)).join(), "the second tab follows again");
    await second.bringToFront();
    const end = await playOut(lab, second, id, seeded(8));
    assert.ok(isOver(end));
    await page.getByText(end.outcome, { exact: true }).first().waitFor();
  });
});

test("a move that is made while the server is gone is played when it is back", async () => {
  const { id } = await lab.post("/tables", { game: "reversi", seats: [person("Ann"), person("Ben")], seed: 1 });
  await visit(lab, {}, async (visitor) => {
    const page = await visitor.open(`/t/${id}`);
    const { view } = await playSome(page, id, 2, seeded(9));
    const names = await cellNames(lab, view.board);
    visitor.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/);
    await lab.kill();
    await cell(page, names[view.moves[0].clicks[0]]).click();
    await page.getByText("The move waits until the connection is back.").first().waitFor();
    await lab.again();
    await until(async () => (await lab.get(`/tables/${id}`)).view.plies.length === 3, "the move arrives");
    await until(async () => (await shownPlies(page)) === 3, "the page shows it");
  });
});
