// A pair of axes, drawn by uPlot: ranges, ticks, legend, and values at the pointer.
//
// Attributes of a panel describe its view: `data-x-ticks`, `data-y-ticks`, `data-view` (ends of the axes).
"use strict";

/** Lengths in pixels of the page: small text and labels; space for a label, for numbers at the left, at the top and right. */
const [SMALL, LABEL, NAME, LEFT, TOP, RIGHT] = [11, 12, 18, 54, 8, 16];

/** Returns a series with the places of its points: a point without a place is a gap, and not a corner of a polygon. */
function placed(series, columns, { x: { log: xLog }, y: { log: yLog } }) {
  const at = (i) => [position(columns[series.x][i], xLog), position(columns[series.y][i], yLog)];
  let order = [...columns[series.x].keys()];
  if (series.kind === "polygon") order = order.filter((i) => Number.isFinite(at(i)[0] + at(i)[1]));
  if (series.kind === "polygon" && order.length > 0) order.push(order[0]);
  const [px, py] = [new Float64Array(order.length), []];
  order.forEach((i, k) => {
    const [x, y] = at(i);
    px[k] = Number.isNaN(x) ? px[k - 1] ?? 0 : x;
    py.push(Number.isNaN(x + y) ? null : y);
  });
  const isForward = series.kind !== "polygon" && series.kind !== "points" && !px.some((x, i) => x < px[i - 1]);
  return { ...series, order, px, py, isForward, xs: columns[series.x], ys: columns[series.y] };
}

class Panel {
  constructor(figure, spec, columns) {
    Object.assign(this, { figure, spec, height: spec.height, view: { x: spec.x, y: spec.y } });
    this.series = spec.series.map((series) => placed(series, columns, spec));
    this.box = add(figure.grid, "div", { class: "panel" });
    this.head = add(this.box, "div", { class: "head" });
    if (spec.title) add(this.head, "strong", {}, spec.title);
    this.series.forEach((series, k) => series.label && series.py.some((y) => y !== null) && this.addToLegend(series, k));
    const label = [spec.title, spec.y.label, spec.x.label].filter(Boolean).join(", ");
    this.stage = add(this.box, "div", { class: "stage", tabindex: 0, role: "group", "aria-roledescription": "plot", "aria-label": label });
    this.tip = add(this.stage, "table", { class: "tip", hidden: "" });
    listen(this);
  }

  addToLegend(series, k) {
    const button = add(this.head, "button", { type: "button", "aria-pressed": true });
    series.sample = add(button, "i", { class: series.kind });
    add(button, "span", {}, series.label);
    button.addEventListener("click", () => {
      series.hidden = !series.hidden;
      button.setAttribute("aria-pressed", !series.hidden);
      this.plot.setSeries(k + 2, { show: !series.hidden });
    });
  }

  across(at) { return ((at - this.x.low) / (this.x.high - this.x.low)) * this.width; }
  down(at) { return ((this.y.high - at) / (this.y.high - this.y.low)) * this.height; }
  xAt(pixel) { return this.x.low + (pixel / this.width) * (this.x.high - this.x.low); }
  yAt(pixel) { return this.y.high - (pixel / this.height) * (this.y.high - this.y.low); }
  contains(x, y) { return x >= 0 && x <= this.width && y >= 0 && y <= this.height; }
  get left() { return this.spec.axes ? LEFT + NAME : 0; }
  get xLabel() { return this.spec.x.label || (this.figure.spec.share && this.figure.panels.at(-1).spec.x.label) || ""; }
  get showsTime() { return this.spec.axes && !this.spec.x.log && /^(time|t)\b/.test(this.xLabel); }

  /** Chooses ranges and ticks for a width of the plot. */
  fit(width) {
    const { spec } = this;
    this.width = Math.max(width - this.left - RIGHT, 30);
    ({ x: this.x, y: this.y } = this.view);
    if (spec.equal) {
      const scale = Math.min(this.width / (this.x.high - this.x.low), this.height / (this.y.high - this.y.low));
      const grown = ({ low, high }, length) => ({ low: (low + high - length) / 2, high: (low + high + length) / 2 });
      [this.x, this.y] = [grown(this.x, this.width / scale), grown(this.y, this.height / scale)];
    }
    this.ticks = { x: ticksOf(this.x, spec.x.log, Math.max(this.width / 75, 2)), y: ticksOf(this.y, spec.y.log, Math.max(this.height / 42, 2)) };
  }

  /** Makes the plot again, `scale` times as large for a picture or for paper. */
  make(scale, width, isLabelled) {
    const { spec, series } = this;
    this.plot?.destroy();
    this.scale = scale;
    this.fit(width);
    const line = (name) => ({ show: true, size: 4 * scale, width: scale, stroke: () => tint(name) });
    const axis = (name, size, isShown) => ({
      scale: name, side: name === "x" ? 2 : 3, show: spec.axes, size: size * scale, gap: 4 * scale, incrs: [Infinity], space: 1,
      splits: () => [...this.ticks[name].major.map(({ at }) => at), ...this.ticks[name].minor],
      values: () => this.ticks[name].major.map(({ label }) => (isShown ? label : null)),
      font: `${SMALL * scale}px ${FAMILY}`, stroke: () => tint("text"), grid: line("grid"), ticks: line("spine"), border: line("spine"),
      label: isShown ? () => `${spec[name].label} ${this.ticks[name].common}`.trim() : null, labelSize: NAME * scale, labelGap: 0,
      // Long names are set smaller; the width of a letter is about 0.6 of its height.
      labelFont: `${Math.round(scale * LABEL * Math.min(1, Math.max(0.6, ((name === "x" ? this.width : this.height) + 24) / (0.6 * LABEL * spec[name].label.length))))}px ${FAMILY}`,
    });
    const below = isLabelled ? SMALL + 11 : 6;
    const bottom = spec.axes ? below + (isLabelled ? NAME : 0) : 0;
    const range = (name) => ({ time: false, range: () => [this[name].low, this[name].high] });
    const first = { ...asSeries({ kind: "points", px: [], py: [], color: "page" }, this, scale), points: { show: false } };
    this.plot = new uPlot({
      mode: 2, pxAlign: 0, legend: { show: false }, scales: { x: range("x"), y: range("y") },
      width: (this.left + this.width + RIGHT) * scale, height: (TOP + this.height + bottom) * scale, padding: [TOP * scale, RIGHT * scale, 0, 0],
      axes: [axis("x", below, isLabelled), axis("y", LEFT, true)],
      // uPlot draws no panel without a series, so an invisible one is added.
      series: [{}, first, ...series.map((one) => asSeries(one, this, scale))],
      cursor: {
        y: false, drag: { x: true, y: true, uni: 5, setScale: false }, bind: gestures(this),
        dataIdx: (plot, k) => (k > 1 && spec.axes ? this.nearest(series[k - 2], plot.cursor) : null),
        points: { size: 8, width: 1.5, stroke: () => tint("page"), fill: (plot, k) => tint(series[k - 2]?.color ?? "page") },
      },
      hooks: {
        setSelect: [({ select }) => this.select(select)], setCursor: [({ cursor }) => this.tell(cursor)],
        drawAxes: [(plot) => this.paint(plot, (context) => spec.marks.forEach((mark) => drawMark(context, mark, this)))],
        draw: [(plot) => this.paint(plot, (context) => drawLabels(context, spec.marks, this))],
      },
    }, [null, [[0], [null]], ...series.map(({ px, py }) => [px, py])], this.stage);
    this.plot.root.style.zoom = 1 / scale;
    this.now = add(this.plot.over, "div", { class: "now", hidden: "" });
    this.draw(width);
  }

  /** Draws the current view. */
  draw(width) {
    this.fit(width);
    this.series.forEach((s) => s.sample?.style.setProperty("--series", tint(s.color)));
    this.plot.batch(() => ["x", "y"].forEach((name) => this.plot.setScale(name, { min: this[name].low, max: this[name].high })));
    this.markTime(this.time);
    const labels = ({ major }) => (this.spec.axes ? major : []).map(({ label }) => label).join("|");
    Object.assign(this.box.dataset, { xTicks: labels(this.ticks.x), yTicks: labels(this.ticks.y),
      view: [this.x.low, this.x.high, this.y.low, this.y.high].join(" ") });
  }

  /** Paints between the axes, in pixels of the page. */
  paint({ ctx: context, bbox: { left, top, width, height } }, draw) {
    const pixel = uPlot.pxRatio * this.scale;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    context.setTransform(pixel, 0, 0, pixel, left, top);
    Object.assign(context, { font: `${SMALL}px ${FAMILY}`, textAlign: "left", textBaseline: "alphabetic" });
    context.setLineDash([]);
    draw(context);
    context.restore();
  }

  /** Returns the point of a series nearest to the pointer; nearest along x if the line runs to the right. */
  nearest({ px, py, kind, isForward, hidden }, { left, top }) {
    let [best, least] = [null, Infinity];
    for (let i = 0; i < px.length && !hidden; i++) {
      const dx = this.across(px[i]) - left;
      const distance = isForward ? Math.abs(dx) : Math.hypot(dx, this.down(py[i]) - top);
      // A stair holds its value until the next point.
      if (distance < least && py[i] !== null && !(kind === "steps" && isForward && dx > 0)) [best, least] = [i, distance];
    }
    return best;
  }

  /** Shows the values nearest to the pointer, for the twelve nearest series. */
  tell({ left: x, top: y, idxs }) {
    this.tip.replaceChildren();
    const apart = ({ series, i }) => Math.hypot(this.across(series.px[i]) - x, this.down(series.py[i]) - y);
    const found = this.series.map((series, k) => ({ series, i: x < 0 ? null : idxs[k + 2] })).filter(({ i }) => (i ?? null) !== null);
    this.tip.hidden = found.length === 0;
    if (x >= 0 && this.showsTime) dispatchEvent(new CustomEvent("stiction:time", { detail: { time: this.xAt(x) } }));
    if (this.tip.hidden) return;
    const fill = (isShort) => {
      this.tip.replaceChildren();
      this.tip.classList.toggle("narrow", isShort);
      const head = add(this.tip, "tr");
      for (const name of ["", this.xLabel || "x", this.spec.y.label || "y"]) add(head, "th", {}, name);
      for (const { series, i } of found.sort((a, b) => (found.length > 12 ? apart(a) - apart(b) : 0)).slice(0, 12)) {
        const row = add(this.tip, "tr");
        const name = add(row, "td");
        add(name, "i", { class: "points", style: `--series: ${tint(series.color)}` });
        add(name, "span", {}, series.label);
        for (const values of [series.xs, series.ys]) add(row, "td", {}, round(values[series.order[i]], isShort || values instanceof Float32Array));
      }
    };
    this.tip.style.left = "0";
    fill(false);
    // On a narrow page there is no room for all digits.
    if (this.tip.offsetWidth > this.left + this.width + RIGHT) fill(true);
    const { offsetWidth: wide, offsetHeight: high, style } = this.tip;
    const side = this.left + (x > this.width / 2 ? x - wide - 14 : x + 14);
    style.left = `${Math.max(Math.min(side, this.left + this.width + RIGHT - wide), 0)}px`;
    // The values stand in the half of the panel without the pointer.
    style.top = `${TOP + (y > this.height / 2 ? 4 : this.height - high - 4)}px`;
  }

  /** Marks the time that a film shows. */
  markTime(time) {
    this.time = time;
    const x = this.showsTime ? this.across(time) : NaN;
    this.now.hidden = !(x >= 0 && x <= this.width);
    this.now.style.left = `${x * this.scale}px`;
  }

  /** Zooms to the selection; a flat or narrow rectangle leaves one axis as it is. */
  select({ left, top, width, height }) {
    this.plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    const [from, to] = [[this.xAt(left), this.yAt(top + height)], [this.xAt(left + width), this.yAt(top)]];
    if (width > 5 && width < this.width) this.figure.show(this, "x", from[0], to[0]);
    if (height > 5 && height < this.height) this.figure.show(this, "y", from[1], to[1]);
  }

  /** Multiplies the length of both axes around a pixel; a pixel beside an axis leaves the other. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const around = (at, { low, high }) => [at + (low - at) * factor, at + (high - at) * factor];
    if (x >= 0) this.figure.show(this, "x", ...around(this.xAt(x), this.x));
    if (y <= this.height) this.figure.show(this, "y", ...around(this.yAt(y), this.y));
  }

  /** Moves a view by parts of the axes. */
  pan(dx, dy, { x, y } = this) {
    const [byX, byY] = [dx * (x.high - x.low), dy * (y.high - y.low)];
    this.figure.show(this, "x", x.low + byX, x.high + byX);
    this.figure.show(this, "y", y.low + byY, y.high + byY);
  }
}
