// Builds the page into dist/ (or --out DIR): hashed modules and one style sheet in assets/, and index.html that names them.
// The same sources always give the same bytes, since the result is checked in.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const flag = process.argv.indexOf("--out");
const out = flag < 0 ? join(here, "dist") : resolve(process.argv[flag + 1] ?? "");
if (flag >= 0 && !process.argv[flag + 1]) throw new Error("--out needs a folder");

const common = {
  absWorkingDir: here, bundle: true, minify: true, write: false, target: "es2022",
  charset: "utf8", legalComments: "none", logLevel: "warning", metafile: true, outdir: "assets",
};

/** Modules of the page; views are chunks of their own. */
const modules = await build({
  ...common, entryPoints: ["src/main.ts"], format: "esm", splitting: true,
  entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]",
});
/** Runs before the first paint, so that a dark page never flashes white. */
const theme = await build({ ...common, entryPoints: ["src/theme.ts"], format: "iife", entryNames: "[name]-[hash]" });

/** One sheet: tokens and base first, since the others build on them. */
const first = ["tokens.css", "base.css"];
const sheets = (await readdir(join(here, "src/style"))).filter((name) => name.endsWith(".css") && !first.includes(name)).sort();
const style = await build({
  ...common, metafile: false,
  stdin: { contents: [...first, ...sheets].map((name) => `@import "./${name}";`).join("\n"), loader: "css", resolveDir: join(here, "src/style"), sourcefile: "all.css" },
});

const hash = (bytes) => createHash("sha256").update(bytes).digest("base64url").replace(/[-_]/g, "").slice(0, 8);
const files = new Map();
for (const file of [...modules.outputFiles, ...theme.outputFiles]) files.set(file.path.slice(file.path.lastIndexOf("/") + 1), file.contents);
const sheet = style.outputFiles[0].contents;
const sheetName = `page-${hash(sheet)}.css`;
files.set(sheetName, sheet);

const entryOf = (result) => Object.entries(result.metafile.outputs).find(([, file]) => file.entryPoint && /main|theme/.test(file.entryPoint));
const [mainPath, main] = entryOf(modules);
const name = (path) => path.slice(path.lastIndexOf("/") + 1);
const preload = main.imports.filter((made) => made.kind === "import-statement").map((made) => `    <link rel="modulepreload" href="/assets/${name(made.path)}">`).sort();
const page = (await readFile(join(here, "src/index.html"), "utf8"))
  .replace("{{theme}}", `/assets/${name(entryOf(theme)[0])}`)
  .replace("{{style}}", `/assets/${sheetName}`)
  .replace("{{main}}", `/assets/${name(mainPath)}`)
  .replace(/ *\{\{preload\}\}\n/, preload.map((line) => line + "\n").join(""));

await rm(join(out, "assets"), { recursive: true, force: true });
await mkdir(join(out, "assets"), { recursive: true });
for (const [file, bytes] of files) await writeFile(join(out, "assets", file), bytes);
await writeFile(join(out, "index.html"), page);
