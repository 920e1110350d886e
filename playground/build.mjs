// Puts the page together: node build.mjs ROOT MODULE.wasm SCHEMA.json OUT
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";
import { build, transformSync } from "esbuild";

const [root, wasm, schema, out] = process.argv.slice(2).map((one) => path.resolve(one));
const here = path.dirname(fileURLToPath(import.meta.url));
const read = (...parts) => fs.readFileSync(path.join(...parts), "utf8");

/** The film player, and its part that decodes films: those of the pages of `stiction run`, one renderer for both. */
const FILM = {
  reading: [["base", "film_camera", "film_view", "film_pad", "film_reading"], "readFilm"],
  film: [["base", "film_camera", "film_view", "film_pad", "film_reading", "film_scheme", "film"], "Player, ink"],
};
const film = {
  name: "film",
  setup(on) {
    const folder = path.join(root, "crates/toolbox/stiction-output/src/plot/page");
    on.onResolve({ filter: /^stiction:(film|reading)$/ }, ({ path }) => ({ path: path.split(":")[1], namespace: "stiction" }));
    on.onLoad({ filter: /.*/, namespace: "stiction" }, (module) => {
      const [names, told] = FILM[module.path];
      const text = names.map((name) => read(folder, `${name}.js`)).join("\n");
      return { contents: `${text}\nexport { ${told} };`, loader: "js" };
    });
  },
};

/** Returns every scenario of the examples with the files that it names, and those of the tour. */
function scenarios() {
  const of = (folder) => fs.readdirSync(folder).sort().filter((name) => name.endsWith(".toml")).map((name) => {
    const text = read(folder, name);
    const named = [...text.replace(/#.*$/gm, "").matchAll(/file\s*=\s*"([^"]+)"/g)].map((match) => match[1]);
    const files = Object.fromEntries([...new Set(named)].map((file) => [file, read(folder, file)]));
    const title = /^title = "(.*)"/m.exec(text)?.[1] ?? name;
    return { name: name.replace(".toml", ""), title, text, files };
  });
  return { tour: of(path.join(here, "scenarios")), examples: of(path.join(root, "examples/scenarios")) };
}

fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
const common = { bundle: true, minify: true, format: "esm", target: "es2022", outdir: out, legalComments: "linked", logLevel: "warning" };
await build({ ...common, entryPoints: [path.join(here, "src/main.js")], plugins: [film], splitting: true, chunkNames: "[name]-[hash]" });
await build({ ...common, entryPoints: [path.join(here, "src/worker.js")], plugins: [film], format: "iife" });

const style = read(root, "crates/toolbox/stiction-output/src/plot/page/page.css");
const styles = `${style}\n${read(here, "node_modules/uplot/dist/uPlot.min.css")}\n${read(here, "src/style.css")}`;
fs.writeFileSync(path.join(out, "style.css"), transformSync(styles, { loader: "css", minify: true }).code);
fs.writeFileSync(path.join(out, "scenarios.json"), JSON.stringify(scenarios()));
// A separate file: the code that makes the schema is a tenth of the module, and nothing else there needs it.
fs.writeFileSync(path.join(out, "schema.json"), JSON.stringify(JSON.parse(fs.readFileSync(schema, "utf8"))));
fs.writeFileSync(path.join(out, "index.html"), read(here, "src/index.html"));
fs.writeFileSync(path.join(out, "icon.svg"), read(here, "src/icon.svg"));
// A fifth smaller, or a twentieth when compressed; the features are those that Rust uses by default.
const smaller = path.join(here, "node_modules/binaryen/bin/wasm-opt");
const features = ["bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext", "multivalue", "reference-types"];
execFileSync(process.execPath, [smaller, "-Oz", "-O1", "-Oz", ...features.map((name) => `--enable-${name}`), wasm, "-o", path.join(out, "stiction.wasm")]);

// The service worker stores exactly these files, under a name that changes with them.
const kept = fs.readdirSync(out).filter((name) => !name.endsWith(".txt")).sort();
const hash = createHash("sha256");
kept.forEach((name) => hash.update(name).update(fs.readFileSync(path.join(out, name))));
const worker = read(here, "src/offline.js")
  .replace('"FILES"', JSON.stringify(["./", ...kept]))
  .replace("VERSION", hash.digest("hex").slice(0, 16));
fs.writeFileSync(path.join(out, "offline.js"), worker);

// The editor and its data come after the first picture.
const comesLater = (name) => name.startsWith("full_editor") || name === "schema.json";
let [plain, gzip, brotli] = [0, 0, 0];
for (const name of fs.readdirSync(out).filter((one) => !one.endsWith(".txt"))) {
  const bytes = fs.readFileSync(path.join(out, name));
  const sizes = [bytes.length, zlib.gzipSync(bytes, { level: 9 }).length, zlib.brotliCompressSync(bytes).length];
  if (!comesLater(name)) [plain, gzip, brotli] = [plain + sizes[0], gzip + sizes[1], brotli + sizes[2]];
  console.log(name.padEnd(26), ...sizes.map((size) => String(size).padStart(9)), comesLater(name) ? " after the first picture" : "");
}
console.log("first view".padEnd(26), ...[plain, gzip, brotli].map((size) => String(size).padStart(9)));
// A reader on a telephone waits for this, in brotli if the host has it.
const MOST = { brotli: 1_000_000, gzip: 1_300_000 };
for (const [how, bytes] of Object.entries({ brotli, gzip })) {
  if (bytes > MOST[how]) throw new Error(`the first view takes ${bytes} bytes compressed by ${how}, more than ${MOST[how]}`);
}
