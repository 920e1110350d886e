// Tests the completions of the editor with the schema of the page.
import assert from "node:assert/strict";
import fs from "node:fs";
import { placeIn } from "../src/place.js";
import { Schema } from "../src/schema.js";

const schema = new Schema(JSON.parse(fs.readFileSync(`${process.argv[2]}/schema.json`, "utf8")));
/** Returns the names that the editor offers at the mark. */
function offered(marked) {
  const at = marked.indexOf("|");
  const { table, key, value } = placeIn(marked.replace("|", ""), at);
  return [...(key ? schema.words([...table, ...key], value) : schema.keys(table, value)).keys()];
}
const has = (marked, name) => assert.ok(offered(marked).includes(name), `${marked}: ${offered(marked)}`);
const lacks = (marked, name) => assert.ok(!offered(marked).includes(name), `${marked}: ${offered(marked)}`);

has("|", "solver");
has("solver = { |", "step");
has("[solver]\n|", "until");
lacks("[solver]\n|", "mass");
has('[bodies.block]\ntype = "|"', "point_mass");
has('[bodies.block]\ntype = "point_mass"\n|', "mass");
lacks('[bodies.block]\ntype = "point_mass"\n|', "links");
has('[connections.f]\nports = "a"\nlaw = { type = "lugre", |', "steady_force");
lacks('[connections.f]\nports = "a"\nlaw = { type = "gsat", |', "steady_force");
has('[connections.f.law]\ntype = "gsat"\n|', "limit");
has('solver = { method = "|', "heun");
has('[connections.p]\nlaw = { type = "effort", effort = { type = "|', "sine");
console.log("schema: ok");
