// The stores of the analysis page. Run with `node --test test/`.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const trees = await load("store/tree.ts");
const link = await load("store/link.ts");
const { rows } = await load("store/rounds.ts");
const shares = await load("store/shares.ts");
const { Analyses, keyOf, agreement } = await load("store/analysis.ts");
const { Review, withBetter } = await load("store/review.ts");
const { arrows } = await load("store/arrows.ts");
const { OpeningBook } = await load("store/book.ts");

const branched = () => {
  const main = trees.plant("g", null, ["a", "b", "c", "d"]);
  const [, b] = trees.mainLine(main);
  const other = trees.play(main, b, ["x", "y"]);
  return { tree: other, b, y: other.at };
};

test("a tree grows, follows what is there, and knows its ways", () => {
  const { tree, b, y } = branched();
  assert.deepEqual(trees.movesTo(tree, y), ["a", "b", "x", "y"]);
  assert.equal(trees.play(tree, b, ["x", "y"]).nodes.size, tree.nodes.size);
  assert.equal(trees.play(tree, b, ["x", "y"]).at, y);
  assert.equal(trees.isMain(tree, b), true);
  assert.equal(trees.isMain(tree, y), false);
  assert.deepEqual(trees.lineThrough(tree, b).map((id) => trees.node(tree, id).move), ["a", "b", "c", "d"]);
});

test("steps lead along the line, over forks and between branches", () => {
  const { tree, b, y } = branched();
  const move = (at, how) => trees.node(tree, trees.step(trees.go(tree, at), how)).move;
  const x = trees.node(tree, y).parent;
  assert.equal(move(y, "back"), "x");
  assert.equal(move(x, "up"), "c");
  assert.equal(move(x, "down"), "c");
  assert.equal(move(y, "fork-back"), "b");
  assert.equal(move(trees.ROOT, "fork-forward"), "b");
  assert.equal(move(b, "last"), "d");
  assert.equal(move(y, "first"), "");
  assert.equal(move(y, "forward"), "y");
});

test("a branch is promoted, commented and cut off", () => {
  const { tree, b, y } = branched();
  const promoted = trees.promote(tree, y);
  assert.deepEqual(trees.mainLine(promoted).map((id) => trees.node(promoted, id).move), ["a", "b", "x", "y"]);
  assert.equal(trees.node(trees.comment(tree, y, "why"), y).comment, "why");
  const cut = trees.remove(tree, trees.node(tree, y).parent);
  assert.equal(cut.at, b);
  assert.equal(cut.nodes.size, 5);
  assert.equal(trees.remove(tree, trees.ROOT), tree);
});

test("a tree survives packing, deep ones too, and hostile ones are refused", () => {
  const { tree } = branched();
  const noted = trees.comment(trees.comment(tree, tree.at, "here"), trees.ROOT, "intro");
  const back = trees.unpack(JSON.parse(JSON.stringify(trees.pack(noted))));
  assert.deepEqual(trees.pack(back), trees.pack(noted));
  assert.deepEqual(trees.movesTo(back, back.at), ["a", "b", "x", "y"]);
  const deep = trees.plant("g", "p", Array.from({ length: 9000 }, (_, at) => `m${at}`));
  assert.equal(trees.pathTo(trees.unpack(trees.pack(deep)), deep.at).length, 9000);
  for (const bad of [null, 3, "x", {}, { game: 1, nodes: [] }, { game: "g", nodes: [[5, "a"]] }, { game: "g", nodes: [[0, 3]] }, { game: "g", nodes: ["ab"] }, { game: "g", position: 4, nodes: [] }]) {
    assert.equal(trees.unpack(bad), null);
  }
});

test("a link holds the whole tree", async () => {
  const { tree } = branched();
  const hash = await link.fragment(tree, "id");
  assert.match(hash, /^#g=[\w-]+$/);
  assert.deepEqual(trees.pack(await link.fromFragment(hash)), trees.pack(tree));
  assert.equal(await link.fromFragment("#g=nonsense"), null);
  assert.equal(await link.fromFragment("#x=1"), null);
});

test("rounds have a cell for each seat, whoever begins, skips or goes on", () => {
  const tree = trees.plant("g", null, ["a", "b", "c", "d", "e"]);
  const cells = (seats, many, again = []) => {
    const mover = (id) => ({ seat: seats[id - 1] ?? null, again: again.includes(id) });
    return rows(tree, many, mover).map(({ round, cells: row }) => [round, ...row.map((ids) => ids.map((id) => trees.node(tree, id).move).join(""))]);
  };
  assert.deepEqual(cells([0, 1, 2, 0, 1], 3), [[1, "a", "b", "c"], [2, "d", "e", ""]]);
  assert.deepEqual(cells([1, 0, 1, 0, 1], 2), [[1, "", "a"], [2, "b", "c"], [3, "d", "e"]]);
  assert.deepEqual(cells([0, 0, 1, 0, 1], 2), [[1, "a", ""], [2, "b", "c"], [3, "d", "e"]]);
  assert.deepEqual(cells([0, 0, 1, 1, 0], 2, [2, 4]), [[1, "ab", "cd"], [2, "e", ""]]);
  assert.deepEqual(cells([], 2), [[1, "a", "b"], [2, "c", "d"], [3, "e", ""]]);
});

test("branches stand below the move they replace, and the round goes on after them", () => {
  const tree = trees.play(trees.plant("g", null, ["a", "b", "c"]), trees.ROOT, ["x"]);
  const found = rows(tree, 2, () => ({ seat: null, again: false }));
  assert.deepEqual(found.map((row) => [row.round, row.branches.length]), [[1, 1], [1, 0], [2, 0]]);
});

test("bands are shares of the sides, teams are one, unknown sides take the rest", () => {
  const of = (scores, sides) => shares.bands(scores, sides).map(({ share }) => Math.round(100 * share));
  assert.deepEqual(of([0.75, 0.25], [0, 1]), [75, 25]);
  assert.deepEqual(of([0.5, 0.5, 0.5], [0, 1, 2]), [33, 33, 33]);
  assert.deepEqual(of([0.9, 0.1, 0.1, 0.9], [0, 1, 1, 0]), [90, 10]);
  assert.deepEqual(of([1, null, null], [0, 1, 2]), [67, 17, 17]);
  assert.deepEqual(of([], [0, 1]), [50, 50]);
  assert.deepEqual(of([0, 0], [0, 1]), [0, 0]);
  assert.deepEqual(shares.scoresOfRanks([1, 2, 2], [0, 1, 2]), [1, 0.25, 0.25]);
  assert.deepEqual(shares.scoresOfRanks([1, 2, 2, 1], [0, 1, 1, 0]), [1, 0, 0, 1]);
});

test("seats have the letters of their pieces where these differ", () => {
  assert.deepEqual(shares.letters(["red", "green", "blue"]), ["R", "G", "B"]);
  assert.deepEqual(shares.letters(["1", "2"]), ["1", "2"]);
  assert.deepEqual(shares.letters(["black", "blue"]), ["A", "B"]);
});

/** A server that answers when told to. */
function fakeServer() {
  const log = [];
  const states = new Map();
  let made = 0;
  const view = (id, state, depth, move = "a") => ({ id, state, error: null, agent: "x", nodes: 10, millis: 10, answer: depth === null ? null : { seat: 0, lines: [{ move, pv: [move], value: null, values: [], expected: [0.5], words: "" }], depth, nodes: 10, table_permille: 0, proven: false } });
  return {
    log, view,
    send: (id, state) => states.get(id)?.(state),
    service: {
      start: async (asked) => { const id = `n${++made}`; log.push(`start ${asked.agent} ${asked.moves?.join("") ?? ""}`); return view(id, "queued", null); },
      deepen: async (id, hold) => { log.push(`deepen ${id} ${hold.millis}`); return view(id, "running", 3); },
      stop: async (id) => { log.push(`stop ${id}`); },
      follow: (id, onState) => { states.set(id, onState); return () => states.delete(id); },
    },
  };
}
const settled = () => new Promise((done) => setTimeout(done, 0));

test("an analysis follows the question, drops what is late and ends what nobody wants", async () => {
  const { log, view, send, service } = fakeServer();
  const analyses = new Analyses(service, () => undefined);
  analyses.seat(["best"]);
  analyses.aim({ game: "g", moves: ["a"] });
  await settled();
  const late = (state) => send("n1", state);
  late(view("n1", "running", 4));
  assert.equal(analyses.slots[0].view.answer.depth, 4);
  analyses.aim({ game: "g", moves: ["b"] });
  await settled();
  assert.deepEqual(log, ["start best a", "stop n1", "start best b"]);
  late(view("n1", "running", 9));
  assert.equal(analyses.slots[0].view.answer, null);
  send("n2", view("n2", "holding", 6));
  await analyses.deeper(analyses.slots[0]);
  assert.match(log.at(-1), /^deepen n2 /);
  assert.equal(analyses.slots[0].view.answer.depth, 6, "a search that begins anew does not hide what is known");
});

test("what is known of a node is shown again without thinking", async () => {
  const { log, view, send, service } = fakeServer();
  const analyses = new Analyses(service, () => undefined);
  analyses.seat(["best"]);
  const first = { game: "g", moves: ["a"] };
  analyses.aim(first);
  await settled();
  send("n1", view("n1", "holding", 8));
  analyses.aim(null);
  analyses.aim(first);
  await settled();
  assert.equal(analyses.slots[0].view.answer.depth, 8);
  assert.equal(log.filter((entry) => entry.startsWith("start")).length, 1);
});

test("a hidden page ends its searches and takes them up again", async () => {
  const { log, service } = fakeServer();
  const analyses = new Analyses(service, () => undefined);
  analyses.seat(["best", "other"]);
  analyses.aim({ game: "g", moves: [] });
  await settled();
  analyses.sleep();
  assert.equal(log.filter((entry) => entry.startsWith("stop")).length, 2);
  analyses.wake();
  await settled();
  assert.equal(log.filter((entry) => entry.startsWith("start")).length, 4);
  analyses.seat(["best"]);
  assert.equal(log.at(-1), "stop n4");
});

test("a start that comes too late is ended on the server", async () => {
  const { log, service } = fakeServer();
  const analyses = new Analyses(service, () => undefined);
  analyses.seat(["best"]);
  analyses.aim({ game: "g", moves: ["a"] });
  analyses.aim(null);
  await settled();
  assert.deepEqual(log, ["start best a", "stop n1"]);
});

test("questions differ by all that changes their answer", () => {
  const asked = { game: "g", moves: ["a"], lines: 1 };
  const keys = [asked, { ...asked, lines: 2 }, { ...asked, threat: true }, { ...asked, only: ["a"] }, { ...asked, moves: [] }, { ...asked, position: "p" }];
  assert.equal(new Set(keys.map((one) => keyOf("best", one))).size, keys.length);
});

test("agents agree or differ", () => {
  const { view } = fakeServer();
  assert.equal(agreement([view("1", "running", 1)]), null);
  assert.equal(agreement([view("1", "running", 1), view("2", "running", 1)]).agree, true);
  assert.equal(agreement([view("1", "running", 1), view("2", "running", 1, "b")]).agree, false);
});

test("arrows get thinner with the loss, and bad lines have none", () => {
  const line = (move, own) => ({ move, pv: [move], value: null, values: [], expected: [own, 1 - own], words: "" });
  const answer = { seat: 0, lines: [line("a", 0.6), line("b", 0.57), line("c", 0.3)], depth: 1, nodes: 1, table_permille: 0, proven: false };
  const found = arrows([{ answer }], ["a", "b", "c"].map((move, cell) => ({ move, clicks: [cell] })), 2, false);
  assert.deepEqual(found.map(({ rank, label }) => [rank, label]), [[1, "60"], [2, "57"]]);
  assert.ok(found[0].width > found[1].width);
});

test("a review marks its line and grows the better moves beside it", async () => {
  const tree = trees.plant("g", null, ["a", "b"]);
  const best = { move: "x", pv: ["x", "y"], value: null, values: [], expected: [], words: "" };
  const ply = (at, judgement) => ({ ply: at, seat: at, expected: [0.4, 0.6], loss: 0.2, judgement, best, gained: [] });
  const done = { id: "r", state: "done", error: null, agent: "", nodes: 1, done: 2, total: 2, before: [0.5, 0.5], plies: [ply(0, "good"), ply(1, "blunder")], seats: [], profited: [], about: "" };
  const review = new Review({ start: async () => done, read: async () => done, stop: async () => undefined, follow: () => () => undefined }, () => undefined);
  await review.start({ game: "g", moves: ["a", "b"] }, trees.mainLine(tree));
  const grown = withBetter(tree, review);
  const [a] = trees.mainLine(grown);
  assert.deepEqual(trees.node(grown, a).children.map((id) => trees.node(grown, id).move), ["b", "x"]);
  assert.equal(withBetter(grown, review).nodes.size, grown.nodes.size);
  review.filter = 1;
  assert.equal(review.picked().size, 1);
  assert.deepEqual(review.scores(trees.ROOT), [0.5, 0.5]);
});

test("an opening book is asked once for a position, and no more where there is none", async () => {
  const asked = [];
  let redraws = 0;
  const move = { move: "a", expected: 0.5, depth: 3, positions: 7 };
  const answers = { g: { book: "b", moves: [move] }, without: { book: null, moves: [] } };
  let broken = false;
  const shelf = new OpeningBook(() => (redraws += 1), (place) => {
    asked.push(place.game);
    return broken ? Promise.reject(new Error("gone")) : Promise.resolve(answers[place.game]);
  });
  const told = async (game, moves = []) => {
    shelf.moves({ game, moves });
    await new Promise((done) => setTimeout(done));
    return shelf.moves({ game, moves });
  };
  assert.deepEqual(await told("g"), [move]);
  assert.deepEqual(await told("g"), [move]);
  assert.deepEqual([asked.length, redraws], [1, 1]);
  assert.deepEqual(await told("without"), []);
  assert.deepEqual(await told("without", ["x"]), []);
  assert.equal(asked.length, 2);
  broken = true;
  assert.deepEqual(await told("g", ["a"]), []);
  broken = false;
  assert.deepEqual(await told("g", ["a"]), [move]);
});
