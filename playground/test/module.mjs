// Tests the module in Node: node test/module.mjs DIST ROOT. It gives the bits of the command, errors with lines, and has no imports.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { asker } from "../src/module.js";
import { difference, native } from "./native.mjs";

const [dist, root] = process.argv.slice(2);
const module = new WebAssembly.Module(fs.readFileSync(path.join(dist, "stiction.wasm")));
assert.deepEqual(WebAssembly.Module.imports(module), [], "the module stands by itself");
const ask = asker(new WebAssembly.Instance(module, {}));
const examples = path.join(root, "examples/scenarios");
const files = Object.fromEntries(fs.readdirSync(examples).filter((name) => name.endsWith(".csv"))
  .map((name) => [name, fs.readFileSync(path.join(examples, name), "utf8")]));

/** Returns the columns of a run in pieces. */
function run(text) {
  const { answer: facts } = ask({ ask: "open", text, files });
  assert.equal(facts.error, undefined, JSON.stringify(facts.error));
  const width = facts.columns.length;
  const pieces = [];
  for (let done = false; !done;) {
    const { answer, rows } = ask({ ask: "advance", steps: 777 });
    assert.equal(answer.error, undefined, JSON.stringify(answer.error));
    pieces.push(rows);
    done = answer.is_done;
  }
  const all = pieces.flatMap((rows) => Array.from(rows));
  return new Map(facts.columns.map(([name], place) => [name, Float64Array.from({ length: all.length / width }, (_, k) => all[k * width + place])]));
}

const text = (name) => fs.readFileSync(path.join(examples, `${name}.toml`), "utf8");
// The residual of the power balance is pure rounding: it is compared only if every bit is.
const most = (ours, theirs, bound) => Math.max(...[...theirs].filter(([name]) => bound === 0 || name !== "energy.power_residual")
  .map(([name, column]) => difference(ours.get(name), column)));

// Without sines, exponentials and powers every bit is equal. With them, the browser's library and the system's differ in
// the last digit, and a stiff mechanism amplifies that: the bound is a thousandth of a percent of the largest value.
const cases = [
  ["stick_slip", "2.0", 0], ["rolling_sphere", "0.5", 0], ["hysteresis_iwan", "1.13", 0], ["ellipsoid_slider", "0.3", 0],
  ["two_link_drift", "0.5", 1e-5], ["spinning_coin", "0.3", 1e-5], ["block_on_incline", "2.0", 1e-5],
];
for (const [name, until, bound] of cases) {
  const shorter = text(name).replace(/until = [0-9.]+/, `until = ${until}`);
  const theirs = native(path.join(examples, `${name}.toml`), [`solver.until=${until}`]);
  const found = most(run(shorter), theirs, bound);
  console.log(`${name} to ${until} s: ${found === 0 ? "every bit" : `differs by ${found.toExponential(1)} of the largest value`}`);
  assert.ok(found <= bound, `${name} differs by ${found}`);
  // Control: the comparison notices another step.
  const other = run(shorter.replace(/step = ([0-9.e-]+)/, (_, step) => `step = ${Number(step) * 1.01}`));
  assert.ok(most(other, theirs, bound) > bound, `${name}: another step makes no difference`);
}

const fault = (broken) => ask({ ask: "open", text: broken, files }).answer.error;
assert.match(fault(text("stick_slip").replace("until =", "untill =")).hint, /did you mean `until`/);
assert.equal(fault(text("stick_slip").replace("step = 1e-4", "step = 0.0")).line, 8);
assert.match(fault("x".repeat(2 << 20)).message, /at most/);
console.log("module: ok");
