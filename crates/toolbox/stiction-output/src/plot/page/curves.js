// Drawing of panels: curves by the paths of uPlot, and marks. Lengths of marks are pixels from the corner of the axes.
"use strict";

/**
 * Returns the paths of a curve. Among consecutive points in a column half a pixel wide, or beyond one side of the plot,
 * only the first, lowest, highest and last are drawn (Jugel et al., M4, 2014), because the others do not show.
 */
function trace(plot, index, isStair, isArea) {
  return uPlot.orient(plot, index, (series, xs, ys, scaleX, scaleY, toX, toY, left, top, width, height) => {
    const [path, below, base] = [new Path2D(), new Path2D(), toY(series.fillTo(plot), scaleY, height, top)];
    let [column, first, low, high, end] = [null, 0, 0, 0, null];
    const put = (last) => {
      const corners = [first, Math.min(low, high), Math.max(low, high), last];
      for (const k of corners.filter((k, n) => column !== null && k !== corners[n - 1])) {
        const [x, y] = [toX(xs[k], scaleX, width, left), toY(ys[k], scaleY, height, top)];
        if (end === null) path.moveTo(x, y);
        else if (isStair) path.lineTo(x, end[1]);
        path.lineTo(x, y);
        if (isArea && end === null) below.moveTo(x, base);
        if (isArea) below.lineTo(x, y);
        end = [x, y];
      }
    };
    for (let k = 0; k <= xs.length; k++) {
      if (k === xs.length || ys[k] === null) {
        put(k - 1);
        if (isArea && end !== null) below.lineTo(end[0], base);
        [column, end] = [null, null];
        continue;
      }
      const here = Math.floor(2 * Math.min(Math.max(toX(xs[k], scaleX, width, left), left - 1), left + width + 1));
      if (here !== column) {
        put(k - 1);
        [column, first, low, high] = [here, k, k, k];
      }
      if (ys[k] < ys[low]) low = k;
      if (ys[k] > ys[high]) high = k;
    }
    return { stroke: path, fill: series.fill(plot, index) ? (isArea ? below : path) : null, flags: 0 };
  });
}

/** Returns the numbers of the points to draw as dots: all that others do not cover, or lone points of a line between gaps. */
function dotsOf({ kind, px, py }, panel) {
  if (!kind.includes("points")) return kind === "polygon" ? [] : py.flatMap((y, i) => (y !== null && (py[i - 1] ?? py[i + 1] ?? null) === null ? [i] : []));
  const [cell, places] = [px.length < 10000 ? 0.25 : 2, new Map()];
  px.forEach((x, i) => places.set(`${Math.floor(panel.across(x) / cell)} ${Math.floor(panel.down(py[i]) / cell)}`, i));
  return [...places.values()];
}

/** Returns a series as uPlot draws it, `scale` times as large. */
function asSeries(series, panel, scale) {
  const { kind, color, opacity } = series;
  const [hasDots, isFilled] = [kind.includes("points"), kind === "area" || kind === "polygon"];
  const width = series.width * scale * (kind === "line_and_points" ? 0.75 : 1);
  return {
    facets: ["x", "y"].map((name) => ({ scale: name, auto: false })), show: !series.hidden, width, stroke: () => tint(color),
    dash: kind === "dashed" ? [7 * scale, 4 * scale] : undefined, fillTo: () => (panel.spec.y.log ? panel.y.low : 0),
    fill: isFilled ? () => `color-mix(in srgb, ${tint(color)} ${100 * opacity}%, transparent)` : undefined,
    paths: (plot, k) => (kind === "points" ? null : trace(plot, k, kind === "steps", kind === "area")),
    points: { show: hasDots, filter: () => dotsOf(series, panel), size: series.width * scale * (hasDots ? 3 : 1.5), width: 0, fill: () => tint(color) },
  };
}

/** Returns the place of a data point. */
const spot = ([x, y], panel) => [panel.across(position(x, panel.spec.x.log)), panel.down(position(y, panel.spec.y.log))];

/** Draws a reference line or an arrow. */
function drawMark(context, { kind, at, to }, panel) {
  const [x, y] = spot(at, panel);
  const [bx, by] = to ? spot(to, panel) : [x, y];
  const line = { horizontal: [0, y, panel.width, y], vertical: [x, panel.height, x, 0] }[kind] ?? [x, y, bx, by];
  Object.assign(context, { strokeStyle: tint("mark"), fillStyle: tint("mark"), lineWidth: 1.1 });
  context.beginPath();
  context.moveTo(line[0], line[1]);
  context.lineTo(line[2], line[3]);
  context.stroke();
  if (kind !== "arrow" || !(Math.hypot(bx - x, by - y) > 1e-3)) return;
  context.save();
  context.translate(bx, by);
  context.rotate(Math.atan2(by - y, bx - x));
  context.fill(new Path2D("M0 0 L-9 3.6 L-9 -3.6 Z"));
  context.restore();
}

/** Writes the label of each mark beside it, below the labels already drawn. */
function drawLabels(context, marks, panel) {
  const [words, high, { width, height }] = [[], SMALL + 3, panel];
  for (const { kind, label, at } of marks) {
    const [x, y] = spot(at, panel);
    if (!label || !panel.contains(kind === "horizontal" ? 0 : x, kind === "vertical" ? 0 : y)) continue;
    const wide = context.measureText(label).width;
    const within = (value, most) => Math.max(Math.min(value, most), 2);
    const side = x + 6 + wide > width ? x - wide - 6 : x + 6;
    const left = within(kind === "horizontal" ? width - wide - 4 : side, width - wide);
    let top = within({ horizontal: y - high - 2, vertical: 3 }[kind] ?? y - high / 2, height - high);
    const meets = (word) => Math.abs(word.top - top) + 0.5 < high && word.left < left + wide && left < word.right;
    while (words.some(meets) && top + 2 * high < height) top += high;
    words.push({ left, top, right: left + wide });
    Object.assign(context, { fillStyle: tint("page"), globalAlpha: 0.75 });
    context.fillRect(left - 1.5, top - 1, wide + 3, high + 1);
    Object.assign(context, { fillStyle: tint("soft"), globalAlpha: 1 });
    context.fillText(label, left, top + 0.9 * SMALL);
  }
}
