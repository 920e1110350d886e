// Plots that grow: curves over time by uPlot, and curves of one column over another.
import uPlot from "uplot";

const COLORS = ["#4477aa", "#cc6633", "#228833", "#aa3377", "#997700", "#0099aa", "#777777", "#663399"];
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const isDark = () => css("dark") === "1";
/** Returns a lighter colour on a dark page. */
export function colorOf(k) {
  const color = COLORS[k % COLORS.length];
  if (!isDark()) return color;
  const parts = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
  return `rgb(${parts.map((part) => Math.round(part + 0.35 * (255 - part)))})`;
}

function label(name, units) {
  const unit = units.get(name);
  return unit ? `${name} [${unit}]` : name;
}

const tickText = (tick) => {
  const text = String(Number(tick.toPrecision(6)));
  return text.length > 8 ? tick.toExponential(1) : text;
};

/** Draws a curve of one column over another. */
function trace(u, index) {
  uPlot.orient(u, index, (series, xs, ys, scaleX, scaleY, toX, toY, left, top, width, height) => {
    const [x, y] = u.data[index];
    const path = new Path2D();
    let [lastX, lastY] = [NaN, NaN];
    for (let k = 0; k < x.length; k++) {
      const [atX, atY] = [toX(x[k], scaleX, width, left), toY(y[k], scaleY, height, top)];
      // Skip moves of less than half a pixel.
      if (Math.abs(atX - lastX) < 0.5 && Math.abs(atY - lastY) < 0.5 && k < x.length - 1) continue;
      if (k === 0) path.moveTo(atX, atY); else path.lineTo(atX, atY);
      [lastX, lastY] = [atX, atY];
    }
    u.ctx.save();
    Object.assign(u.ctx, { strokeStyle: series.stroke(u, index), lineWidth: 1.5 * devicePixelRatio, lineJoin: "round" });
    u.ctx.beginPath();
    u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    u.ctx.clip();
    u.ctx.stroke(path);
    u.ctx.restore();
  });
  return null;
}

const around = (low, high) => {
  if (low === null || !Number.isFinite(low)) return [0, 1];
  // A constant curve is a line in the middle, whatever its last digits do.
  const least = 1e-9 * Math.max(Math.abs(low), Math.abs(high)) || 1e-12;
  if (!(high - low > least)) return [low - 0.05 * (Math.abs(low) || 1), low + 0.05 * (Math.abs(low) || 1)];
  return [low - 0.05 * (high - low), high + 0.05 * (high - low)];
};

export class Plot {
  /** Makes a plot of a scenario, described by `spec`; `names` may rename the curves. */
  constructor(parent, spec, units, names = spec.y) {
    Object.assign(this, { spec, names, isTrace: spec.x !== "t" });
    this.figure = document.createElement("figure");
    this.figure.className = "curves";
    const yLabel = spec.y_label || [...new Set(spec.y.map((name) => label(name, units)))].slice(0, 3).join(", ");
    const xLabel = spec.x_label || label(spec.x, units);
    this.figure.setAttribute("role", "group");
    this.figure.setAttribute("aria-label", `Plot of ${yLabel} over ${xLabel}`);
    this.summary = document.createElement("figcaption");
    this.summary.className = "soft";
    this.box = document.createElement("div");
    this.figure.append(this.box, this.summary);
    if (this.isTrace && names.length > 1) this.figure.prepend(this.legend());
    parent.append(this.figure);
    // Long names are set smaller; the width of a letter is about 0.6 of its height.
    const fits = (text) => Math.max(7, Math.min(11.5, (this.isTrace ? 180 : 164) / (0.6 * text.length)));
    const axis = (text, size = 11.5) => ({ label: text, labelSize: 18, labelFont: `${size}px Verdana, sans-serif`, font: "11px Verdana, sans-serif",
      stroke: () => css("text"), grid: { stroke: () => css("grid"), width: 1 }, ticks: { stroke: () => css("spine"), width: 1 } });
    const values = (u, ticks) => ticks.map(tickText);
    // Ticks and gaps take 15 pixels, a digit 7.
    const room = (u, texts) => Math.max(66, 15 + 7 * Math.max(0, ...(texts ?? []).map((text) => text.length)));
    const number = (value) => (value === null || value === undefined ? "–" : Number(value.toPrecision(6)).toString());
    const curve = (name, k) => ({ label: name, stroke: () => colorOf(k), width: 1.5, points: { show: false }, value: (u, v) => number(v) });
    const options = {
      width: 300, height: this.isTrace ? 260 : 190, scales: { x: { time: false }, y: { range: (u, low, high) => around(low, high) } },
      axes: [{ ...axis(xLabel), size: 38, values }, { ...axis(yLabel, fits(yLabel)), size: room, values }],
      cursor: { drag: { x: true, y: true, uni: 20 } }, legend: { show: names.length > 1 || !this.isTrace },
      series: this.isTrace
        ? [{}, ...names.map((name, k) => ({ ...curve(name, k), facets: [{ scale: "x", auto: true }, { scale: "y", auto: true }], paths: trace }))]
        : [{ label: "t", value: (u, v) => number(v) }, ...names.map(curve)],
    };
    if (this.isTrace) {
      options.mode = 2;
      options.legend = { show: false };
      options.scales = { x: { time: false, range: (u, low, high) => around(low, high) }, y: { range: (u, low, high) => around(low, high) } };
    }
    this.plot = new uPlot(options, this.isTrace ? [null, ...names.map(() => [[0], [0]])] : [[], ...names.map(() => [])], this.box);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.figure);
    this.fit();
  }

  /** Adds a legend with names and colours, for plots in which uPlot has none. */
  legend() {
    const legend = document.createElement("div");
    legend.className = "soft";
    this.names.forEach((name, k) => {
      const sample = document.createElement("i");
      sample.className = "sample";
      sample.style.background = colorOf(k);
      const entry = document.createElement("span");
      entry.className = "entry";
      entry.append(sample, name);
      legend.append(entry, " ");
    });
    return legend;
  }

  fit() {
    const width = Math.max(Math.floor(this.figure.clientWidth), 200);
    if (width !== this.plot.width) this.plot.setSize({ width, height: this.isTrace ? Math.min(320, Math.max(220, 0.6 * width)) : 200 });
  }

  /** Shows one column for x, or one for each curve, and one column for y of each curve. */
  show(x, ys) {
    if (this.isTrace) {
      this.plot.setData([null, ...ys.map((y) => (x.length > 0 ? [x, y] : [[0], [0]]))]);
    } else {
      this.plot.setData([x, ...ys]);
    }
  }

  /** Describes the plot in words, for screen readers. */
  describe(x, ys) {
    this.summary.textContent = "";
    if (x.length === 0) return;
    const short = (value) => Number(value.toPrecision(4));
    const extent = (values) => values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
    this.summary.textContent = this.names.slice(0, 4).map((name, k) => {
      const [low, high] = extent(ys[k]);
      return `${name}: ${short(low)} to ${short(high)}, at the end ${short(ys[k].at(-1) ?? NaN)}`;
    }).join("; ");
  }

  close() {
    this.observer.disconnect();
    this.plot.destroy();
    this.figure.remove();
  }
}
