// A real server and a real browser for tests. The program is $PLYGLOT (target/debug/plyglot if it is not set), the
// browser $CHROMIUM or the first of the usual names in the path. $PLYGLOT_PAGES, if set, is where a debug build takes
// the page from; without it the page that is in the program is tested. $SLOW makes every page that many times slower
// and every answer up to as many times 100 ms late, to find tests that pass only where everything is fast.
import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What a build of the workspace made. */
export const target = (name) => resolve(dirname(fileURLToPath(import.meta.url)), "../../../../target/debug", name);

/** How long anything may take before the test says that it does not happen. */
export const PATIENCE = 30_000;

/** Waits until a question has a true answer, and gives it. */
export async function until(question, what = String(question), patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`this never happened: ${what}`);
    await new Promise((next) => setTimeout(next, 15));
  }
}

/** The same numbers from 0 to 1 for the same seed. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// ---- the server

export class Lab {
  static async start({ program = process.env.PLYGLOT ?? target("plyglot"), args = [] } = {}) {
    const lab = new Lab();
    lab.program = program;
    lab.args = args;
    lab.folder = await mkdtemp(join(tmpdir(), "plyglot-browser-"));
    await lab.run(0);
    return lab;
  }

  async run(port) {
    const { folder } = this;
    const told = ["web", "--no-open", "--port", String(port), "--threads", "2", "--data", folder, "--db", join(folder, "records.db"), ...this.args];
    this.child = spawn(this.program, told, { stdio: ["ignore", "pipe", "pipe"], cwd: folder });
    let out = "";
    this.child.stderr.on("data", (text) => process.stderr.write(text));
    const found = await new Promise((done, fail) => {
      this.child.stdout.on("data", (text) => {
        out += text;
        const address = /(http:\/\/\S+)\/#k=(\S+)/.exec(out);
        if (address) done(address);
      });
      this.child.once("error", fail);
      this.child.once("exit", (code) => fail(new Error(`${this.program} ended with ${code}: ${out}`)));
    });
    [, this.origin, this.token] = found;
    this.child.removeAllListeners("exit");
    this.port = Number(new URL(this.origin).port);
  }

  /** Ends the server without a word, as a power cut would. */
  async kill() {
    const gone = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGKILL");
    await gone;
  }

  /** Starts it again at the same address with the same folder. */
  async again() {
    await this.run(this.port);
  }

  async stop() {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  async api(method, path, body, token = this.token) {
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const answer = await fetch(`${this.origin}/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  get(path) {
    return this.api("GET", path);
  }

  post(path, body) {
    return this.api("POST", path, body);
  }
}

export const person = (name = "You") => ({ who: "person", name });
/** An agent with a limit of nodes, so that it plays the same on every machine. */
export const agent = (spec = "best", nodes = 60) => ({ who: "agent", spec, limits: { millis: null, nodes: spec === "random" ? null : nodes } });

// ---- the browser

function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (!found) throw new Error("there is no Chromium: install it, or name it in $CHROMIUM");
  return found;
}

let running = null;

export function browser() {
  running ??= chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking"] });
  return running;
}

export async function closeBrowser() {
  const open = await running;
  running = null;
  await open?.close();
}

/** Notes everything on a page that no visitor should meet. */
function watch(page, faults, allowed) {
  const note = (text) => { if (!allowed.some((pattern) => pattern.test(text))) faults.push(text); };
  page.on("console", (said) => { if (["error", "warning"].includes(said.type())) note(`console ${said.type()}: ${said.text()} (${said.location().url})`); });
  page.on("pageerror", (error) => note(`page error: ${error.stack ?? error}`));
  page.on("requestfailed", (request) => {
    // A question that the page itself takes back is no fault.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") note(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("crash", () => note("the page crashed"));
}

const SLOW = Number(process.env.SLOW ?? 1);

async function slowDown(page) {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
  const random = seeded(SLOW);
  await page.route(/\/api\//, async (route) => {
    await new Promise((next) => setTimeout(next, 100 * SLOW * random()));
    // The page may have gone on without waiting for it.
    await route.continue().catch(() => {});
  });
}

/** A visitor: a context of their own, with pages that remember every fault. */
export class Visitor {
  /** `host`: whether the browser has the token of whoever started the program; `kept`: what else it remembers. */
  static async come(lab, { host = true, kept = {}, ...context } = {}) {
    const visitor = new Visitor();
    Object.assign(visitor, { lab, faults: [], allowed: [] });
    const localStorage = Object.entries({ ...(host ? { token: lab.token } : {}), ...kept }).map(([name, value]) => ({ name, value }));
    const storageState = { cookies: [], origins: [{ origin: lab.origin, localStorage }] };
    visitor.context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, storageState, ...context });
    visitor.context.setDefaultTimeout(PATIENCE);
    return visitor;
  }

  async open(path = "/") {
    const page = await this.context.newPage();
    if (SLOW > 1) await slowDown(page);
    watch(page, this.faults, this.allowed);
    await page.goto(this.lab.origin + path);
    return page;
  }

  /** Lets what a test brings about on purpose be no fault. */
  allow(pattern) {
    this.allowed.push(pattern);
  }

  async leave() {
    await this.context.close();
    if (this.faults.length > 0) throw new Error(`the page had faults:\n${this.faults.join("\n")}`);
  }
}

/** Lets a visitor do something, and fails if the page had any fault meanwhile. */
export async function visit(lab, options, doing) {
  const visitor = await Visitor.come(lab, options);
  try {
    await doing(visitor);
  } catch (error) {
    await visitor.context.close();
    if (visitor.faults.length > 0) error.message += `\nand the page had faults:\n${visitor.faults.join("\n")}`;
    throw error;
  }
  await visitor.leave();
}
