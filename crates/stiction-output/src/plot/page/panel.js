// A pair of axes on a canvas.
//
// Attributes of a panel tell what it shows: `data-drawn` (points per series), `data-x-ticks`,
// `data-y-ticks`, `data-view` (ends of the axes).
"use strict";

const [SMALL, LABEL, TICK, RIGHT] = [11.5, 12.5, 4, 16];
const FAMILY = "'DejaVu Sans', Verdana, sans-serif";
const styles = getComputedStyle(document.documentElement);
const ink = (name) => styles.getPropertyValue(`--${name}`).trim();
const round = (value, single) =>
  String(single ? Number(value.toPrecision(7)) : value).replaceAll("-", "−");

/** A colour of the page, or of a series: lighter where it would drown in a dark page. */
function tint(name) {
  if (!name.startsWith("#") || ink("dark") !== "1") return name.startsWith("#") ? name : ink(name);
  const parts = [1, 3, 5].map((i) => parseInt(name.slice(i, i + 2), 16));
  const light = 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2];
  const white = light < 60 ? 0.75 : light < 110 ? 0.3 : 0;
  return `rgb(${parts.map((part) => Math.round(part + white * (255 - part)))})`;
}

function add(parent, tag, attributes = {}, text = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return parent.appendChild(made);
}

class Panel {
  constructor(figure, spec, columns) {
    Object.assign(this, { figure, spec, view: { x: spec.x, y: spec.y }, left: 0 });
    this.series = spec.series.map((series) => place(series, columns, spec));
    this.box = add(figure.grid, "div", { class: "panel" });
    const head = add(this.box, "div", { class: "head" });
    this.head = head;
    if (spec.title) add(head, "strong", {}, spec.title);
    this.series.filter((s) => s.label && s.px.length > 0).forEach((s) => this.addToLegend(head, s));
    const label = [spec.title, spec.y.label, spec.x.label].filter(Boolean).join(", ");
    const role = { role: "group", "aria-roledescription": "plot", "aria-label": label };
    this.stage = add(this.box, "div", { class: "stage", tabindex: 0, ...role });
    this.canvas = add(this.stage, "canvas");
    this.cover = add(this.stage, "canvas");
    this.tip = add(this.stage, "table", { class: "tip", hidden: "" });
    this.context = this.canvas.getContext("2d");
    listen(this);
  }

  addToLegend(head, series) {
    const button = add(head, "button", { type: "button", "aria-pressed": true });
    series.sample = add(button, "i", { class: series.kind });
    add(button, "span", {}, series.label);
    button.addEventListener("click", () => {
      series.hidden = !series.hidden;
      button.setAttribute("aria-pressed", !series.hidden);
      this.figure.draw();
    });
  }

  across(at) { return ((at - this.x.low) / (this.x.high - this.x.low)) * this.width; }
  down(at) { return ((this.y.high - at) / (this.y.high - this.y.low)) * this.height; }
  contains(x, y) { return x >= 0 && x <= this.width && y >= 0 && y <= this.height; }
  xAt(pixel) { return this.x.low + (pixel / this.width) * (this.x.high - this.x.low); }
  yAt(pixel) { return this.y.high - (pixel / this.height) * (this.y.high - this.y.low); }
  pixel([x, y]) {
    return [this.across(position(x, this.spec.x.log)), this.down(position(y, this.spec.y.log))];
  }

  textWidth(text, size = SMALL) {
    this.context.font = `${size}px ${FAMILY}`;
    return this.context.measureText(text).width;
  }

  widest(ticks) { return Math.max(0, ...ticks.major.map((tick) => this.textWidth(tick.label))); }

  /** Chooses the ticks of the vertical axis; returns the room that they need. */
  neededLeft() {
    const { axes, y } = this.spec;
    this.yTicks = axes ? ticksOf(this.y ?? y, y.log, Math.max(this.height / 42, 2)) : NONE;
    return (y.label ? LABEL + 8 : 0) + Math.ceil(this.widest(this.yTicks)) + TICK + 4;
  }

  /** Chooses the ranges. */
  fit(width) {
    this.width = Math.max(width, 30);
    ({ x: this.x, y: this.y } = this.view);
    if (!this.spec.equal) return;
    const [x, y] = [this.x.high - this.x.low, this.y.high - this.y.low];
    const scale = Math.min(this.width / x, this.height / y);
    const grow = (span, by) => ({ low: span.low - by / 2, high: span.high + by / 2 });
    this.x = grow(this.x, this.width / scale - x);
    this.y = grow(this.y, this.height / scale - y);
  }

  chooseXTicks() {
    this.xTicks = NONE;
    for (let count = Math.max(this.width / 75, 2); this.spec.axes; count *= 0.7) {
      this.xTicks = ticksOf(this.x, this.spec.x.log, count);
      const at = this.xTicks.major.map((tick) => this.across(tick.at));
      const room = Math.min(...at.slice(1).map((x, k) => x - at[k]));
      if (this.widest(this.xTicks) + 12 <= room || count < 1.5) break;
    }
  }

  draw(top, labelled, scale) {
    const { context, width, height, spec } = this;
    const named = labelled && (spec.x.label || this.xTicks.common);
    const room = (labelled ? TICK + 6 + SMALL : TICK) + (named ? LABEL + 4 : 0);
    const [wide, high] = [this.left + width + RIGHT, top + height + room + 4];
    for (const canvas of [this.canvas, this.cover]) {
      Object.assign(canvas, { width: wide * scale, height: high * scale });
      Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
      canvas.getContext("2d").setTransform(scale, 0, 0, scale, this.left * scale, top * scale);
    }
    this.top = top;
    this.tip.hidden = true;
    this.series.forEach((s) => s.sample?.style.setProperty("--series", tint(s.color)));
    context.lineJoin = "round";
    const up = (at) => [this.across(at), 0, this.across(at), height];
    const over = (at) => [0, this.down(at), width, this.down(at)];
    for (const [style, of] of [["faint", (t) => t.minor], ["grid", (t) => t.major.map((m) => m.at)]]) {
      this.stroke([...of(this.xTicks).map(up), ...of(this.yTicks).map(over)], style, 0.8);
    }
    const shown = this.series.filter((series) => !series.hidden);
    const lines = new Map(shown.map((s) => [s, s.kind === "points" ? [] : linesOf(s, this)]));
    context.save();
    context.beginPath();
    context.rect(0, 0, width, height);
    context.clip();
    shown.forEach((series) => this.fill(series, lines.get(series)));
    context.restore();
    spec.marks.forEach((mark) => this.drawMark(mark));
    const drawn = this.series.map((s) => (s.hidden ? 0 : this.drawCurve(s, lines.get(s))));
    this.drawAxes(labelled);
    const words = [];
    spec.marks.filter((mark) => mark.label).forEach((mark) => this.drawLabel(mark, words));
    const labels = (ticks) => ticks.major.map((tick) => tick.label).join("|");
    Object.assign(this.box.dataset, { drawn: drawn.join(" "), xTicks: labels(this.xTicks),
      yTicks: labels(this.yTicks), view: [this.x.low, this.x.high, this.y.low, this.y.high].join(" ") });
  }

  stroke(lines, style, width, dash = []) {
    const { context } = this;
    Object.assign(context, { strokeStyle: tint(style), lineWidth: width });
    context.setLineDash(dash);
    context.beginPath();
    for (const line of lines) {
      for (let i = 0; i < line.length; i += 2) context[i ? "lineTo" : "moveTo"](line[i], line[i + 1]);
    }
    context.stroke();
  }

  write(text, [x, y], align, { style = "soft", size = SMALL, upward = false } = {}) {
    const { context } = this;
    Object.assign(context, { font: `${size}px ${FAMILY}`, textAlign: align, fillStyle: tint(style) });
    context.save();
    context.translate(x, y);
    context.rotate(upward ? -Math.PI / 2 : 0);
    context.fillText(text, 0, 0);
    context.restore();
  }

  fill({ kind, color, opacity }, lines) {
    const { context } = this;
    if (kind !== "area" && kind !== "polygon") return;
    const base = this.down(this.spec.y.log ? this.y.low : 0);
    Object.assign(context, { fillStyle: tint(color), globalAlpha: opacity });
    for (const line of lines) {
      const ring = kind === "area" ? [...line, line.at(-2), base, line[0], base] : line;
      context.beginPath();
      for (let i = 0; i < ring.length; i += 2) context.lineTo(ring[i], ring[i + 1]);
      context.fill("evenodd");
    }
    context.globalAlpha = 1;
  }

  /** Draws lines and dots of a series; returns the number of points that stand for it. */
  drawCurve(series, lines) {
    const { context } = this;
    const { kind, color } = series;
    const both = kind === "line_and_points";
    const width = series.width * (both ? 0.75 : 1);
    const parts = lines.flatMap((line) => clip(line, this));
    const count = parts.reduce((sum, part) => sum + part.length / 2, 0);
    // Dashes of a line that fills the panel would not be told apart.
    this.stroke(parts, color, width, kind === "dashed" && count < 4000 ? [7, 4] : []);
    const dots = both || kind === "points" ? dotsOf(series, this) : [];
    const alone = lines.filter((line) => line.length === 2 && this.contains(...line));
    context.fillStyle = tint(color);
    for (const [places, radius] of [[dots, 1.5 * series.width], [alone, 0.75 * width]]) {
      for (const [x, y] of places) {
        // In a dense cloud nobody sees that its dots are square, which is many times as fast.
        if (places.length > 5000) {
          context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
          continue;
        }
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
      }
    }
    return count + dots.length + alone.length;
  }

  /** The ends of a mark in pixels. */
  ends({ kind, at, to }) {
    const [x, y] = this.pixel(at);
    if (kind === "horizontal") return [0, y, this.width, y];
    if (kind === "vertical") return [x, this.height, x, 0];
    return to ? [x, y, ...this.pixel(to)] : [x, y];
  }

  drawMark(mark) {
    const line = this.ends(mark);
    this.stroke(clip(line, this), "mark", 1.1);
    const [ax, ay, bx, by] = line;
    if (mark.kind !== "arrow" || !this.contains(bx, by) || Math.hypot(bx - ax, by - ay) < 1e-3) return;
    const { context } = this;
    context.save();
    context.translate(bx, by);
    context.rotate(Math.atan2(by - ay, bx - ax));
    context.fillStyle = tint("mark");
    context.fill(new Path2D("M0 0 L-9 3.6 L-9 -3.6 Z"));
    context.restore();
  }

  /** Writes the label of a mark beside it, below the labels that are there. */
  drawLabel({ kind, label, at, to }, words) {
    const [width, height] = [this.textWidth(label), SMALL + 3];
    const [x, y] = this.ends({ kind, at, to });
    if (!this.contains(kind === "horizontal" ? 0 : x, kind === "vertical" ? 0 : y)) return;
    const within = (value, most) => Math.max(Math.min(value, most), 2);
    const side = x + 6 + width > this.width ? x - width - 6 : x + 6;
    const left = within(kind === "horizontal" ? this.width - width - 4 : side, this.width - width);
    const above = { horizontal: y - height - 2, vertical: 3 }[kind] ?? y - height / 2;
    const place = { left, right: left + width, top: within(above, this.height - height) };
    const meets = (word) =>
      Math.abs(word.top - place.top) < height && word.left < place.right && place.left < word.right;
    while (words.some(meets) && place.top + 2 * height < this.height) place.top += height;
    words.push(place);
    Object.assign(this.context, { fillStyle: tint("page"), globalAlpha: 0.75 });
    this.context.fillRect(left - 1.5, place.top - 1, width + 3, height + 1);
    this.context.globalAlpha = 1;
    this.write(label, [left, place.top + 0.9 * SMALL], "left");
  }

  drawAxes(labelled) {
    const { width, height, spec } = this;
    if (!spec.axes) return;
    const xs = this.xTicks.major.map(({ at, label }) => ({ at: this.across(at), label }));
    const ys = this.yTicks.major.map(({ at, label }) => ({ at: this.down(at), label }));
    const marks = [...xs.map(({ at }) => [at, height, at, height + TICK]),
      ...ys.map(({ at }) => [-TICK, at, 0, at])];
    this.stroke([[0, 0, 0, height, width, height], ...marks], "spine", 1);
    for (const { at, label } of ys) this.write(label, [-TICK - 4, at + 0.36 * SMALL], "right");
    this.write(this.yTicks.common, [-this.left, -8], "left");
    const long = this.textWidth(spec.y.label, LABEL) / (height + (this.yTicks.common ? 0 : 24));
    const size = LABEL / Math.min(Math.max(long, 1), 1 / 0.6);
    const name = { style: "text", size };
    const beside = [-this.left + 0.8 * LABEL, height / 2];
    this.write(spec.y.label, beside, "center", { ...name, upward: true });
    if (!labelled) return;
    for (const { at, label } of xs) this.write(label, [at, height + TICK + 3 + SMALL], "center");
    const below = height + TICK + 6 + SMALL + LABEL;
    this.write(spec.x.label, [width / 2, below], "center", { ...name, size: LABEL });
    this.write(this.xTicks.common, [width, below], "right");
  }

  /** The point of a series that is nearest to a pixel; along x where the line runs to the right. */
  nearest({ px, py, kind, forward }, x, y) {
    const apart = (i) => Math.hypot(this.across(px[i]) - x, this.down(py[i]) - y);
    if (forward && kind !== "points") {
      const at = this.xAt(x);
      const i = lowerBound(px, at);
      const before = kind === "steps" ? px[i] !== at : at - px[i - 1] < px[i] - at;
      return Math.max(i === px.length || before ? i - 1 : i, 0);
    }
    let [best, least] = [0, Infinity];
    for (let i = 0; i < px.length; i++) {
      const distance = apart(i);
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  }

  /** Marks what is nearest to a pixel of each series, and tells its values. */
  point(x, y) {
    this.clearCover();
    if (!this.spec.axes || !this.contains(x, y)) return;
    if (this.showsTime) dispatchEvent(new CustomEvent("stiction:time", { detail: { time: this.xAt(x) } }));
    const cover = this.cover.getContext("2d");
    Object.assign(cover, { fillStyle: tint("mark"), lineWidth: 1.5, strokeStyle: tint("page") });
    cover.fillRect(x, 0, 0.6, this.height);
    const shown = this.series.filter((series) => !series.hidden && series.px.length > 0);
    const found = shown.map((series) => {
      const i = this.nearest(series, x, y);
      return { series, i, at: [this.across(series.px[i]), this.down(series.py[i])] };
    });
    const row = add(this.tip, "tr");
    const { share, panels } = this.figure.spec;
    const xLabel = this.spec.x.label || (share && panels.at(-1).x.label) || "x";
    for (const name of ["", xLabel, this.spec.y.label || "y"]) add(row, "th", {}, name);
    const apart = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
    const near = found.length > 12 ? found.sort((a, b) => apart(a) - apart(b)).slice(0, 12) : found;
    for (const { series, i, at } of near) {
      cover.beginPath();
      cover.arc(...at, 4, 0, 2 * Math.PI);
      cover.fillStyle = tint(series.color);
      if (this.contains(...at)) ["fill", "stroke"].forEach((paint) => cover[paint]());
      const line = add(this.tip, "tr");
      const name = add(line, "td");
      add(name, "i", { class: "points", style: `--series: ${tint(series.color)}` });
      add(name, "span", {}, series.label);
      for (const values of [series.xs, series.ys]) {
        add(line, "td", {}, round(values[series.from[i]], values instanceof Float32Array));
      }
    }
    this.tip.hidden = found.length === 0;
    const { offsetWidth: wide, offsetHeight: high, style } = this.tip;
    const side = this.left + (x > this.width / 2 ? x - wide - 14 : x + 14);
    style.left = `${Math.max(Math.min(side, this.left + this.width + RIGHT - wide), 0)}px`;
    // Above or below the pointer, wherever it is not.
    style.top = `${this.top + (y > this.height / 2 ? 4 : this.height - high - 4)}px`;
  }

  get showsTime() {
    const { share, panels } = this.figure.spec;
    const label = this.spec.x.label || (share && panels.at(-1).x.label) || "";
    return this.spec.axes && !this.spec.x.log && /^(time|t)\b/.test(label);
  }

  /** The moment that a film shows. */
  markTime(time) {
    if (!this.showsTime || !this.width) return;
    this.clearCover();
    const x = this.across(time);
    if (x < 0 || x > this.width) return;
    const cover = this.cover.getContext("2d");
    cover.fillStyle = tint("link");
    cover.fillRect(x - 0.75, 0, 1.5, this.height);
  }

  clearCover() {
    this.cover.getContext("2d").clearRect(-this.left, -this.top, 1e4, 1e4);
    this.tip.replaceChildren();
    this.tip.hidden = true;
  }

  /** Multiplies the length of both axes around a pixel; a pixel beside an axis leaves the other. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const around = (at, { low, high }) => [at + (low - at) * factor, at + (high - at) * factor];
    if (x >= 0) this.figure.show(this, "x", ...around(this.xAt(x), this.x));
    if (y <= this.height) this.figure.show(this, "y", ...around(this.yAt(y), this.y));
  }

  /** Moves the view by parts of the axes. */
  pan(dx, dy, { x, y } = this) {
    const [byX, byY] = [dx * (x.high - x.low), dy * (y.high - y.low)];
    this.figure.show(this, "x", x.low + byX, x.high + byX);
    this.figure.show(this, "y", y.low + byY, y.high + byY);
  }

  /** Shows what is between two corners; a flat or narrow rectangle leaves one axis as it is. */
  select([ax, ay], [bx, by]) {
    const inside = (value, most) => Math.min(Math.max(value, 0), most);
    const [xs, ys] = [[ax, bx].sort((a, b) => a - b), [ay, by].sort((a, b) => a - b)];
    const ends = [...xs.map((x) => this.xAt(inside(x, this.width))),
      ...ys.map((y) => this.yAt(inside(y, this.height)))];
    if (xs[1] - xs[0] > 5) this.figure.show(this, "x", ends[0], ends[1]);
    if (ys[1] - ys[0] > 5) this.figure.show(this, "y", ends[3], ends[2]);
  }
}
