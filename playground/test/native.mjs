// The command's record of a scenario, to the bit: its table has every digit.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Returns the columns of a native run by name. */
export function native(file, settings = []) {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), "stiction-"));
  try {
    const given = settings.flatMap((setting) => ["--set", setting]);
    execFileSync(process.env.STICTION_COMMAND, ["--quiet", "run", file, ...given, "--out", path.join(out, "run")], { stdio: ["ignore", "ignore", "inherit"] });
    const [head, ...lines] = fs.readFileSync(path.join(out, "run", "trajectory.csv"), "utf8").trim().split("\n");
    const rows = lines.map((line) => line.split(",").map(Number));
    return new Map(head.split(",").map((name, k) => [name.split(" [")[0], Float64Array.from(rows, (row) => row[k])]));
  } finally {
    fs.rmSync(out, { recursive: true });
  }
}

/** Returns the largest difference of two columns, as a share of the largest value; 0 only if all bits are equal. */
export function difference(a, b) {
  if (a.length !== b.length) return Infinity;
  const [x, y] = [new BigUint64Array(a.slice().buffer), new BigUint64Array(b.slice().buffer)];
  let [most, largest] = [0, 0];
  for (let k = 0; k < a.length; k++) {
    largest = Math.max(largest, Math.abs(a[k]));
    if (x[k] !== y[k]) most = Math.max(most, Math.abs(a[k] - b[k]), Number.MIN_VALUE);
  }
  return most === 0 ? 0 : most / (largest || 1);
}
