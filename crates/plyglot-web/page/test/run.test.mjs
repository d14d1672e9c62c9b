// What the form of a run asks for, and how runs are found.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { newForm, newRunOf, found, share, duration } = await load("store/run.ts");
const specs = ["x", "y(depth=2)"];
const agents = specs.map((spec, key) => ({ key, name: key === 0 ? " one " : "", value: { by: "text", spec, limits: { millis: null, nodes: null } } }));
const asked = (form) => newRunOf(form, "g", specs);

test("a form asks for what it shows and nothing else", () => {
  const form = { ...newForm("match", agents), values: { size: "6" } };
  assert.deepEqual(asked(form), {
    kind: "match",
    plan: { game: "g(size=6)", schedule: "match", games: 100, seed: 1, concurrency: 1, limits: { time: 0.1 }, agents: [{ name: "one", spec: "x" }, { spec: "y(depth=2)" }] },
  });
  const tested = asked({ ...form, test: { ...form.test, on: true }, limit: { ...form.limit, by: "clock" }, openings: { by: "random", plies: 0 } }).plan;
  assert.equal(tested.sprt, "elo0=0,elo1=10,alpha=0.05,beta=0.05");
  assert.deepEqual([tested.limits, tested.openings], [{ clock: "60+0.5" }, { random_plies: 0 }]);
  const swiss = asked({ ...form, kind: "tournament", schedule: "swiss" }).plan;
  assert.deepEqual([swiss.schedule, swiss.blocks, swiss.rounds, swiss.games, swiss.sprt], ["swiss", 10, 4, undefined, undefined]);
  assert.deepEqual(asked({ ...form, text: "game = 1" }), { kind: "match", toml: "game = 1" });
});

test("runs are found by all words of the search", () => {
  const run = (title, state, games, total) => ({ id: title, kind: "match", title, game: "g", state, games, total, headline: "", started: "" });
  const runs = [run("a – b", "paused", 10, 40), run("a – c", "done", 40, 40), run("d – e", "running", 1, null)];
  assert.deepEqual(found(runs, "A paused").map((one) => one.id), ["a – b"]);
  assert.deepEqual(found(runs, "  ").map((one) => one.id), ["d – e", "a – b", "a – c"]);
  assert.deepEqual(runs.map(share), [0.25, 1, null]);
  assert.deepEqual([0.2, 75, 600, 7200, 400_000].map(duration), ["1 s", "75 s", "10 min", "2.0 h", "5 days"]);
});
