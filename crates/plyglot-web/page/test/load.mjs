// Loads a module of the page into node, for tests that need no browser: `const tree = await load("store/tree.ts")`.
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../src");

export async function load(path) {
  const made = await build({ entryPoints: [join(src, path)], bundle: true, write: false, format: "esm", target: "es2022", logLevel: "error" });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString("base64")}`);
}
