// The data of a figure, and their curves in pixels.
"use strict";

/** A column of numbers: a list, or little-endian floats in base 64. */
function decode(stored) {
  if (Array.isArray(stored)) return Float64Array.from(stored, (value) => value ?? NaN);
  const text = atob(stored.f64 ?? stored.f32);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return stored.f64 === undefined ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer);
}

/** The points that have a place on the axes, with the number of the unbroken line each is on. */
function place(series, columns, { x: { log: xLog }, y: { log: yLog } }) {
  const [xs, ys] = [columns[series.x], columns[series.y]];
  const [px, py] = [new Float64Array(xs.length), new Float64Array(xs.length)];
  const [from, line] = [new Uint32Array(xs.length), new Uint32Array(xs.length)];
  let [count, number, forward] = [0, 0, series.kind !== "polygon"];
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [position(xs[i], xLog), position(ys[i], yLog)];
    if (Number.isNaN(x + y)) {
      number += series.kind === "polygon" ? 0 : 1;
      continue;
    }
    forward &&= count === 0 || x >= px[count - 1];
    px[count] = x; py[count] = y; from[count] = i; line[count] = number;
    count += 1;
  }
  const [a, b, c, d] = [px, py, from, line].map((array) => array.subarray(0, count));
  return { ...series, xs, ys, px: a, py: b, from: c, line: d, forward };
}

/** The first index whose value is at least `value`, in rising values. */
function lowerBound(values, value) {
  let [a, b] = [0, values.length];
  while (a < b) {
    const middle = (a + b) >> 1;
    if (values[middle] < value) a = middle + 1; else b = middle;
  }
  return a;
}

/** Indices of points that make a line to and fro look as if all were drawn. */
function keptToAndFro({ px, py, line }, panel) {
  const few = [];
  const outside = (x, y) =>
    (x < 0 ? 1 : 0) + (x > panel.width ? 2 : 0) + (y < 0 ? 4 : 0) + (y > panel.height ? 8 : 0);
  let [x, y, side] = [NaN, NaN, 0];
  let [nextX, nextY] = [panel.across(px[0]), panel.down(py[0])];
  for (let i = 0; i < px.length; i++) {
    const [thisX, thisY] = [nextX, nextY];
    [nextX, nextY] = [panel.across(px[i + 1]), panel.down(py[i + 1])];
    const ends = line[i] !== line[i - 1] || line[i] !== line[i + 1];
    // What passes beyond one side of the panel may as well be straight.
    side &= outside(thisX, thisY);
    if (!ends && side & outside(nextX, nextY)) continue;
    if (ends || Math.abs(thisX - x) + Math.abs(thisY - y) > 0.3) {
      few.push(i);
      [x, y, side] = [thisX, thisY, outside(thisX, thisY)];
    }
  }
  return few;
}

/**
 * Indices of the points that make a line look as if all were drawn. Of one that runs to the right
 * they are the first, lowest, highest and last point of each half pixel (Jugel et al., M4, 2014).
 */
function kept(series, panel) {
  const { px, py, line, forward } = series;
  if (!forward) return keptToAndFro(series, panel);
  const few = [];
  // One point beyond either side, for the lines that leave the panel.
  const start = Math.max(lowerBound(px, panel.x.low) - 1, 0);
  let [slot, first, low, high] = [NaN, start, start, start];
  for (let i = start; i <= px.length; i++) {
    const next = i < px.length ? Math.floor(2 * panel.across(px[i])) : NaN;
    if (next !== slot || line[i] !== line[first]) {
      if (i > start) {
        const corners = [first, Math.min(low, high), Math.max(low, high), i - 1];
        few.push(...corners.filter((k, n) => k !== corners[n - 1]));
      }
      [slot, first, low, high] = [next, i, i, i];
      if (i > start && px[i - 1] > panel.x.high) break;
    } else {
      if (py[i] < py[low]) low = i;
      if (py[i] > py[high]) high = i;
    }
  }
  return few;
}

/** The lines of a series, each a list x₀, y₀, x₁, y₁, …. */
function linesOf(series, panel) {
  const lines = [];
  let [current, number] = [[], NaN];
  for (const i of kept(series, panel)) {
    const [x, y] = [panel.across(series.px[i]), panel.down(series.py[i])];
    if (series.line[i] !== number) lines.push(current = []);
    else if (series.kind === "steps") current.push(x, current.at(-1));
    current.push(x, y);
    number = series.line[i];
  }
  if (series.kind === "polygon" && current.length > 0) current.push(current[0], current[1]);
  return lines;
}

/** The parts of a line inside a panel (Liang and Barsky 1984): canvases round far coordinates. */
function clip(line, { width, height }) {
  const parts = [];
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2], line[i - 1], line[i], line[i + 1]];
    if (Math.max(ax, bx) < 0 || Math.min(ax, bx) > width) continue;
    if (Math.max(ay, by) < 0 || Math.min(ay, by) > height) continue;
    const [dx, dy] = [bx - ax, by - ay];
    let [enter, leave] = [0, 1];
    for (const [toward, room] of [[-dx, ax], [dx, width - ax], [-dy, ay], [dy, height - ay]]) {
      if (toward < 0) enter = Math.max(enter, room / toward);
      if (toward > 0) leave = Math.min(leave, room / toward);
    }
    if (enter > leave) continue;
    if (enter > 0 || !parts.at(-1)?.length) parts.push([ax + enter * dx, ay + enter * dy]);
    parts.at(-1).push(ax + leave * dx, ay + leave * dy);
    if (leave < 1) parts.push([]);
  }
  return parts.filter((part) => part.length > 2);
}

/** The dots inside a panel, without those that others cover. */
function dotsOf({ px, py }, panel) {
  const dots = [];
  const cell = px.length < 10000 ? 0.25 : 2;
  const columns = Math.floor(panel.width / cell) + 1;
  const taken = new Uint8Array(columns * (Math.floor(panel.height / cell) + 1));
  for (let i = 0; i < px.length; i++) {
    const [x, y] = [panel.across(px[i]), panel.down(py[i])];
    if (!panel.contains(x, y)) continue;
    const key = Math.floor(y / cell) * columns + Math.floor(x / cell);
    if (!taken[key]) dots.push([x, y]);
    taken[key] = 1;
  }
  return dots;
}
