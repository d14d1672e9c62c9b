// What tables and forms are made of, without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

// The view library looks for a window when it is loaded.
globalThis.window = globalThis;

const { readSpec, writeSpec } = await load("ui/spec.ts");
const { isAbout, plain } = await load("ui/form.ts");
const { agentOf, firstAgent } = await load("ui/agent.ts");
const { clockOf, shuffled } = await load("store/seating.ts");
const { clockText, left } = await load("ui/clock.ts");
const { seatTitle } = await load("store/names.ts");
const { operations } = await load("store/openapi.ts");

test("a specification is read as it is written, whatever is in its values", () => {
  for (const values of [{}, { a: "1" }, { a: "b(c=d,e=f)", g: "h" }, { a: "two words, a comma" }, { a: 'a "quote"' }, { a: "(" }]) {
    assert.deepEqual(readSpec(writeSpec("name", values)), { name: "name", values });
  }
  assert.deepEqual(readSpec(" name ( a = 1 , b=2 ) "), { name: "name", values: { a: "1", b: "2" } });
  for (const text of ["name(", "name)", "name(a)", "name(a=1)b", 'name(a="x)']) assert.equal(readSpec(text), null, text);
  assert.equal(writeSpec("name", { a: "" }), "name");
});

test("a refusal is shown at the option that it names", () => {
  const problem = (message, field = "game") => ({ code: "spec", message, at: { field } });
  assert.ok(isAbout(problem('option "pieces" is 3 to 12'), "pieces"));
  assert.ok(!isAbout(problem('option "pieces_left" is 3 to 12'), "pieces"));
  assert.ok(isAbout(problem("too long", "clock.base"), "base"));
  assert.ok(!isAbout(null, "pieces"));
  assert.equal(plain("quiet_limit"), "Quiet limit");
});

const game = {
  levels: [1, 2, 3, 4, 5].map((level) => ({ level, spec: level === 1 ? "random" : "best", limits: { millis: null, nodes: level === 1 ? null : 10 ** level }, about: "" })),
  agents: [], searches: [{ name: "search", about: "", options: [] }], evaluations: [], orders: [],
};

test("an agent is a level, a search with options or a text", () => {
  assert.deepEqual(firstAgent(game), { by: "level", level: 4 });
  assert.deepEqual(agentOf({ by: "level", level: 4 }, game), { spec: "best", limits: { millis: null, nodes: 10_000 } });
  const limits = { millis: 500, nodes: null };
  assert.deepEqual(agentOf({ by: "search", name: "search", values: { depth: "4" }, limits }, game), { spec: "search(depth=4)", limits });
  assert.deepEqual(firstAgent({ ...game, levels: [] }).name, "search");
});

test("agents are called by their level, others by their specification", () => {
  const seat = (spec, nodes) => ({ who: "agent", name: spec, spec, limits: { millis: null, nodes } });
  assert.equal(seatTitle(seat("best", 1000), game), "Level 3");
  assert.equal(seatTitle(seat("random", null), game), "Level 1");
  assert.equal(seatTitle(seat("best", 7), game), "best");
  assert.equal(seatTitle(seat("x".repeat(50), 7), game).length, 32);
  assert.equal(seatTitle({ who: "person", name: "Ann" }, game), "Ann");
});

test("clocks run on between two messages", () => {
  const table = { clock: { left: [61_000, 5_000], running: 0, base: 0, increment: 0 } };
  assert.equal(left(table, 0, 2_000), 59_000);
  assert.equal(left(table, 1, 2_000), 5_000);
  assert.equal(left(table, 0, 90_000), 0);
  assert.equal(left({ clock: null }, 0, 0), null);
  assert.deepEqual([9_940, 59_999, 61_000, 3_661_000].map(clockText), ["0:09.9", "0:59", "1:01", "1:01:01"]);
  assert.equal(clockOf({ kind: "none", minutes: 5, seconds: 3 }), null);
  assert.deepEqual(clockOf({ kind: "3+2", minutes: 5, seconds: 3 }), { base: 180_000, increment: 2_000 });
  assert.deepEqual(clockOf({ kind: "own", minutes: 0.5, seconds: 3 }), { base: 30_000, increment: 3_000 });
});

test("lots leave everybody in", () => {
  for (let size = 0; size < 9; size += 1) {
    const list = Array.from({ length: size }, (_, at) => at);
    assert.deepEqual(shuffled(list).sort(), list);
  }
});

test("calls of a description get an example that its schema allows", () => {
  const description = {
    paths: { "/things/{id}": { post: {
      summary: "Does it", parameters: [{ in: "path", name: "id" }],
      requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
    } } },
    components: { schemas: { Thing: { type: "object", required: ["name", "count", "next"], properties: {
      name: { type: "string" }, count: { type: "integer", minimum: 1 }, next: { oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Thing" }] }, free: { type: "string" },
    } } } },
  };
  const [only] = operations(description);
  assert.equal(only.method, "POST");
  assert.deepEqual(only.parameters, ["id"]);
  assert.deepEqual(JSON.parse(only.example), { name: "", count: 1, next: null });
});
