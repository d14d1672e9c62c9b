// The parts of the board that need no browser: paths of clicks, geometry, changes.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { Entry } = await load("board/entry.ts");
const { END_HERE, plant } = await load("board/trie.ts");
const { UNIT, layout, neighbour, outline } = await load("board/geometry.ts");
const { reversed, touched, travel } = await load("board/motion.ts");
const { needsLetters } = await load("board/pieces.ts");
const { standIn } = await load("board/marks.ts");
const { describe, seatName } = await load("board/names.ts");

const ply = (move, ...path) => ({ move, clicks: path });
const grid = (size, shape = "square") => Array.from({ length: size * size }, (_, k) => ({ name: `c${k}`, shape, x: k % size, y: Math.floor(k / size) }));
const board = (cells, labels = []) => ({ id: "b", cells, labels, legend: [{ mark: "b", means: "bonus" }], material: "linen" });

test("a path is entered step by step, and its last cell plays it", () => {
  const entry = new Entry([ply("a", 1, 2), ply("b", 1, 3), ply("c", 4, 2)]);
  assert.deepEqual(entry.node.nextCells, [1, 4]);
  assert.deepEqual(entry.press(1), { did: "stepped" });
  assert.deepEqual(entry.node.nextCells, [2, 3]);
  assert.deepEqual(entry.press(3), { did: "complete", move: "b" });
  assert.equal(entry.isEmpty, true);
});

test("the first cell is a cell like others", () => {
  const entry = new Entry([ply("a", 0, 3), ply("b", 2, 0)]);
  entry.press(0);
  assert.deepEqual(entry.node.clicks, [0]);
  assert.deepEqual(entry.press(3), { did: "complete", move: "a" });
  entry.press(2);
  assert.deepEqual(entry.press(0), { did: "complete", move: "b" });
});

test("nothing is played by a first click on where a piece could go", () => {
  const entry = new Entry([ply("a", 1, 2)]);
  assert.deepEqual(entry.press(2), { did: "refused" });
});

test("the end of exactly one longer path plays it whole; of several it is asked step by step", () => {
  const entry = new Entry([ply("short", 1, 2, "end"), ply("long", 1, 2, 5, "end"), ply("one way", 1, 2, 6, 9), ply("other way", 1, 3, 9)]);
  entry.press(1);
  assert.deepEqual(entry.ends, [5]);
  assert.deepEqual(entry.press(5), { did: "complete", move: "long" });
  entry.press(1);
  assert.deepEqual(entry.press(9), { did: "refused" });
});

test("clicks on the origin cancel, on another start begin again, elsewhere are refused", () => {
  const entry = new Entry([ply("a", 1, 2), ply("b", 4, 5)]);
  entry.press(1);
  assert.deepEqual(entry.press(1), { did: "cancelled" });
  entry.press(1);
  assert.deepEqual(entry.press(4), { did: "stepped" });
  assert.deepEqual(entry.node.cells, [4]);
  assert.deepEqual(entry.press(7), { did: "refused" });
  assert.equal(entry.isEmpty, true);
});

test("choices: offered by name, taken when they are none, and one to end where a path may go on", () => {
  const entry = new Entry([ply("p1", 1, "one"), ply("p2", 1, "two"), ply("forced", 2, "only"), ply("stop", 3, 4), ply("on", 3, 4, 5), ply("pass", "pass")]);
  assert.deepEqual(entry.node.choices, ["pass"]);
  entry.press(1);
  assert.deepEqual(entry.node.choices, ["one", "two"]);
  assert.deepEqual(entry.choose("three"), { did: "refused" });
  assert.deepEqual(entry.choose("two"), { did: "complete", move: "p2" });
  assert.deepEqual(entry.press(2), { did: "complete", move: "forced" });
  entry.press(3);
  assert.deepEqual(entry.press(4), { did: "stepped" });
  assert.deepEqual(entry.node.choices, [END_HERE]);
  assert.deepEqual(entry.choose(END_HERE), { did: "complete", move: "stop" });
  entry.press(3);
  entry.press(4);
  assert.deepEqual(entry.press(4), { did: "complete", move: "stop" });
  assert.deepEqual(entry.choose("pass"), { did: "complete", move: "pass" });
});

test("only passing is not done by itself", () => {
  const entry = new Entry([ply("pass", "pass")]);
  assert.equal(entry.isEmpty, true);
  assert.deepEqual(entry.node.choices, ["pass"]);
});

test("back goes one step, and nowhere from the start", () => {
  const entry = new Entry([ply("a", 1, 2, 3), ply("b", 1, 2, 4)]);
  entry.press(1);
  entry.press(2);
  assert.equal(entry.back(), true);
  assert.deepEqual(entry.node.cells, [1]);
  assert.equal(entry.back(), true);
  assert.equal(entry.back(), false);
});

test("a stroke walks the cells that continue the path and ends with the last", () => {
  const hops = [ply("far", 1, 3, 5), ply("round", 1, 2, 5), ply("near", 1, 3)];
  const stroke = (...cells) => {
    const entry = new Entry(hops);
    entry.press(1);
    return entry.stroke(cells);
  };
  assert.deepEqual(stroke(3, 5), { did: "complete", move: "far" });
  assert.deepEqual(stroke(9, 2, 8, 5), { did: "complete", move: "round" });
  assert.deepEqual(stroke(9), { did: "refused" });
  const straight = new Entry([ply("a", 1, 2, 7), ply("b", 1, 3)]);
  straight.press(1);
  assert.deepEqual(straight.stroke([2, 3]), { did: "complete", move: "b" }, "a cell on the way is no step if it leads nowhere");
});

test("many plies are planted fast", () => {
  const plies = Array.from({ length: 5000 }, (_, k) => ply(String(k), k % 50, k % 500, k));
  const started = performance.now();
  assert.equal(plant(plies).nextCells.length, 50);
  assert.ok(performance.now() - started < 200);
});

test("rows are rows of the screen, however the board is turned", () => {
  const cells = grid(3);
  assert.deepEqual(layout(board(cells), 0).rows, [[0, 1, 2], [3, 4, 5], [6, 7, 8]]);
  assert.deepEqual(layout(board(cells), 180).rows, [[8, 7, 6], [5, 4, 3], [2, 1, 0]]);
  assert.deepEqual(layout(board(cells), 90).rows, [[6, 3, 0], [7, 4, 1], [8, 5, 2]]);
});

test("labels keep to their sides of the screen when the board turns", () => {
  const labels = [{ x: 0, y: 3, text: "a" }, { x: -1, y: 0, text: "3" }];
  for (const angle of [0, 90, 180, 270]) {
    const made = layout(board(grid(3), labels), angle);
    const sides = made.labels.map(({ x, y }) => (y > made.field.bottom ? "bottom" : x < made.field.left ? "left" : "?"));
    assert.deepEqual(sides.sort(), ["bottom", "left"], `${angle}`);
  }
  const half = layout(board(grid(3), labels), 180);
  assert.equal(half.labels[0].x, half.cells[0].x);
});

test("arrows lead to the nearest cell of that direction on the screen", () => {
  const all = () => true;
  const square = layout(board(grid(3)), 0).cells;
  assert.equal(neighbour(square, 4, "up", all), 1);
  assert.equal(neighbour(square, 4, "right", all), 5);
  assert.equal(neighbour(square, 0, "left", all), null);
  assert.equal(neighbour(layout(board(grid(3)), 180).cells, 4, "up", all), 7);
  assert.equal(neighbour(square, 3, "right", (cell) => cell !== 4), 5);
  const chequered = (cell) => (cell + Math.floor(cell / 4)) % 2 === 1;
  const four = layout(board(grid(4)), 0).cells;
  assert.equal(neighbour(four, 1, "right", chequered), 3);
  assert.ok([4, 6].includes(neighbour(four, 1, "down", chequered)), "the next row is not skipped");
  const hexes = [[0, 0], [1, 0], [0.5, 0.866], [-0.5, 0.866]].map(([x, y], k) => ({ name: `h${k}`, shape: "hex", x, y }));
  const hex = layout(board(hexes), 0).cells;
  assert.equal(neighbour(hex, 0, "right", all), 1);
  assert.ok([2, 3].includes(neighbour(hex, 0, "down", all)));
  assert.equal(neighbour(hex, 2, "left", all), 3);
});

test("cells have outlines of their shapes", () => {
  const count = (shape) => outline(shape, 0, { x: 0, y: 0 }).split("L").length;
  assert.equal(count("square"), 4);
  assert.equal(count("hex"), 6);
  assert.match(outline("round", 0, { x: 0, y: 0 }), /a/);
  assert.equal(outline("square", 90, { x: 0, y: 0 }).length, outline("square", 0, { x: 0, y: 0 }).length);
  assert.equal(UNIT / 2, Math.max(...outline("square", 0, { x: 0, y: 0 }).match(/-?[\d.]+/g).map(Number)));
});

test("changes can be taken back", () => {
  const piece = { cell: 3, owner: 1, kind: "b", label: "b" };
  const changes = [
    { what: "moved", path: [1, 2, 3] }, { what: "removed", piece: { ...piece, cell: 2 } },
    { what: "converted", from: 0, piece }, { what: "promoted", from: "a", piece }, { what: "phase", phase: "x" },
  ];
  const back = reversed(changes);
  assert.deepEqual(back.at(-1), { what: "moved", path: [3, 2, 1] });
  assert.deepEqual(back.at(-2), { what: "placed", piece: { ...piece, cell: 2 } });
  assert.deepEqual(back[2], { what: "converted", from: 1, piece: { ...piece, owner: 0 } });
  assert.deepEqual(reversed(back), changes);
  assert.deepEqual(touched(changes), [1, 2, 3]);
});

test("long ways take longer, within limits", () => {
  assert.equal(travel(1, 180), 180);
  assert.equal(travel(3, 180), 330);
  assert.equal(travel(30, 180), 600);
  assert.equal(travel(3, 0), 0);
});

test("letters are for many seats, or for kinds that nothing else tells apart", () => {
  const look = (...pieces) => ({ pieces: pieces.map(([owner, kind, crown]) => ({ cell: 0, owner, kind, label: "x", crown })) });
  assert.equal(needsLetters(look([0, "a"], [1, "a"]), 2), false);
  assert.equal(needsLetters(look([0, "a"], [1, "a"]), 3), true);
  assert.equal(needsLetters(look([0, "a"], [0, "b", true]), 2), false);
  assert.equal(needsLetters(look([0, "a"], [0, "b"]), 2), true);
});

test("a piece on its way stands on the last free cell, and others' pieces never move", () => {
  const pieces = [{ owner: 0 }, null, null, { owner: 1 }];
  assert.deepEqual(standIn([0, 1, 2], pieces, 0), { from: 0, to: 2 });
  assert.deepEqual(standIn([0, 1, 3], pieces, 0), { from: 0, to: 1 });
  assert.deepEqual(standIn([1], pieces, 0), { from: null, to: 1 });
  assert.equal(standIn([3], pieces, 0), null);
  assert.equal(standIn([], pieces, 0), null);
});

test("cells are told in words", () => {
  const own = board(grid(2));
  assert.equal(seatName(0, ["white"]), "white");
  assert.equal(seatName(0, ["x"]), "player x");
  assert.equal(describe(own, 0, null, null, []), "c0, empty");
  assert.equal(describe(own, 0, { cell: 0, owner: 0, kind: "stone", label: "s" }, null, ["white"]), "c0, white stone");
  assert.equal(describe(own, 1, null, { cell: 1, tint: "special", base: null, mark: "b" }, []), "c1, bonus");
  assert.equal(describe(own, 1, null, { cell: 1, tint: "blocked", base: null, mark: null }, []), "c1, blocked");
  assert.equal(describe(own, 1, null, { cell: 1, tint: "base", base: 1, mark: null }, ["a", "b"]), "c1, empty, base of player b");
});
