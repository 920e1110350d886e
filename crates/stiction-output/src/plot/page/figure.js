// Figures: what the reader does, and the panels drawn. A figure waits until it is near the window.
"use strict";

/** Mouse, wheel and keys. */
function listen(panel) {
  const { stage, figure, cover } = panel;
  let drag = null;
  const at = (event) => {
    const box = panel.canvas.getBoundingClientRect();
    return [event.clientX - box.left - panel.left, event.clientY - box.top - panel.top];
  };
  const move = (event) => {
    const [x, y] = at(event);
    if (!drag) return panel.point(x, y);
    const [dx, dy] = [x - drag.from[0], y - drag.from[1]];
    if (drag.pans) return panel.pan(-dx / panel.width, dy / panel.height, drag);
    panel.clearCover();
    const context = cover.getContext("2d");
    Object.assign(context, { fillStyle: tint("mark"), globalAlpha: 0.25 });
    context.fillRect(...drag.from, dx, dy);
    context.globalAlpha = 1;
  };
  const leave = () => drag || panel.clearCover();
  const end = (event) => {
    if (!drag) return;
    const { from, pans } = drag;
    drag = null;
    panel.clearCover();
    if (event.type === "pointerup" && !pans) panel.select(from, at(event));
  };
  stage.addEventListener("pointerdown", (event) => {
    if (event.button === 0) drag = { from: at(event), pans: event.shiftKey, x: panel.x, y: panel.y };
  });
  window.addEventListener("pointermove", (event) => (drag || stage.contains(event.target)) && move(event));
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  stage.addEventListener("pointerleave", leave);
  stage.addEventListener("dblclick", () => figure.reset(panel));
  stage.addEventListener("wheel", (event) => {
    // A page that is scrolled must not be caught by the figures that pass under the pointer.
    if (document.activeElement !== stage && !event.ctrlKey) return;
    event.preventDefault();
    panel.zoom(1.002 ** Math.max(Math.min(event.deltaY, 300), -300), ...at(event));
  }, { passive: false });
  const keys = {
    ArrowLeft: () => panel.pan(-0.1, 0), ArrowRight: () => panel.pan(0.1, 0),
    ArrowUp: () => panel.pan(0, 0.1), ArrowDown: () => panel.pan(0, -0.1),
    "+": () => panel.zoom(0.7), "-": () => panel.zoom(1 / 0.7),
    0: () => figure.reset(panel), Escape: () => figure.reset(panel),
  };
  stage.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
}

class Figure {
  constructor(holder) {
    this.holder = holder;
    this.spec = JSON.parse(holder.querySelector("script").textContent);
    this.grid = add(holder, "div", { class: "grid" });
    const columns = this.spec.data.map(decode);
    this.panels = this.spec.panels.map((panel) => new Panel(this, panel, columns));
    holder.style.minHeight = "";
    new ResizeObserver(() => this.draw()).observe(this.grid);
    this.drawNow();
    offerPicture(this);
  }

  /** Sets the ends of an axis, of all panels where they share it. */
  show(panel, axis, low, high) {
    const home = panel.spec[axis].high - panel.spec[axis].low;
    const digits = 1e-13 * Math.max(Math.abs(low), Math.abs(high));
    if (!(high - low > digits && high - low > 1e-12 * home && high - low < 1e3 * home)) return;
    if (panel.spec[axis].log && (low < -330 || high > 330)) return; // No number is there.
    for (const one of axis === "x" && this.spec.share ? this.panels : [panel]) {
      one.view = { ...one.view, [axis]: { low, high } };
    }
    this.draw();
  }

  reset(panel) {
    for (const one of this.spec.share ? this.panels : [panel]) {
      one.view = { x: one.spec.x, y: one === panel ? one.spec.y : one.view.y };
    }
    this.lefts = null;
    this.draw();
  }

  draw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.drawNow();
    });
  }

  drawNow(scale = Math.max(devicePixelRatio, 1)) {
    const { panels, spec, grid } = this;
    const wide = grid.clientWidth;
    const columns = wide < 560 ? 1 : Math.min(spec.columns, panels.length);
    grid.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const cell = (wide - 22 * (columns - 1)) / columns;
    // Kept while the reader zooms, so that the axes do not tremble with the width of their labels.
    if (this.wide !== wide || !this.lefts) this.lefts = new Array(columns).fill(0);
    this.wide = wide;
    // Equal aspect makes ranges depend on widths, which depend on tick labels: repeat.
    for (let round = 0; round < 3; round++) {
      panels.forEach((panel, k) => {
        panel.height = spec.height;
        panel.fit(cell - this.lefts[k % columns] - RIGHT);
        this.lefts[k % columns] = Math.max(this.lefts[k % columns], panel.neededLeft());
      });
    }
    const top = panels.some((panel) => panel.yTicks.common) ? 24 : 10;
    panels.forEach((panel, k) => {
      panel.left = this.lefts[k % columns];
      panel.fit(cell - panel.left - RIGHT);
      panel.chooseXTicks();
      const hidden = panel.series.map((series) => Boolean(series.hidden));
      const key = JSON.stringify([panel.x, panel.y, panel.left, wide, top, scale, ink("page"), hidden]);
      if (key !== panel.key) panel.draw(top, !spec.share || k + columns >= panels.length, scale);
      panel.key = key;
    });
  }
}

const figures = new Map();

function figureOf(holder) {
  if (!figures.has(holder)) figures.set(holder, new Figure(holder));
  return figures.get(holder);
}

const holders = document.querySelectorAll("figure.plot");
const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    figureOf(target);
  }
}, { rootMargin: "600px" });
holders.forEach((holder) => watcher.observe(holder));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
  figures.forEach((figure) => figure.draw()));
addEventListener("stiction:film", ({ detail }) =>
  figures.forEach((figure) => figure.panels.forEach((panel) => panel.markTime(detail.time))));
addEventListener("beforeprint", () => {
  document.documentElement.classList.add("print");
  holders.forEach((holder) => figureOf(holder).drawNow(3));
});
addEventListener("afterprint", () => {
  document.documentElement.classList.remove("print");
  figures.forEach((figure) => figure.draw());
});
