// Figures: input of the reader, and panels side by side. A figure is drawn once it is near the window.
"use strict";

/** Gestures that uPlot lacks: Shift and drag, and the double click that ends every zoom. */
const gestures = (panel) => ({
  dblclick: () => () => panel.figure.reset(panel),
  mousedown: (plot, target, select) => (event) => {
    if (event.button !== 0) return;
    if (!event.shiftKey) { select(event); return; }
    const { x, y, width, height } = panel;
    const move = ({ clientX, clientY }) => panel.pan((event.clientX - clientX) / width, (clientY - event.clientY) / height, { x, y });
    addEventListener("mousemove", move);
    addEventListener("mouseup", () => removeEventListener("mousemove", move), { once: true });
  },
});

/** Listens to wheel, keys and fingers. */
function listen(panel) {
  const { stage, figure } = panel;
  stage.addEventListener("wheel", (event) => {
    // Figures that pass under the pointer must not stop the page from scrolling.
    if (document.activeElement !== stage && !event.ctrlKey) return;
    event.preventDefault();
    const { left, top } = panel.plot.over.getBoundingClientRect();
    panel.zoom(1.002 ** Math.max(Math.min(event.deltaY, 300), -300), event.clientX - left, event.clientY - top);
  }, { passive: false });
  const keys = {
    ArrowLeft: () => panel.pan(-0.1, 0), ArrowRight: () => panel.pan(0.1, 0), ArrowUp: () => panel.pan(0, 0.1), ArrowDown: () => panel.pan(0, -0.1),
    "+": () => panel.zoom(0.7), "-": () => panel.zoom(1 / 0.7), 0: () => figure.reset(panel), Escape: () => figure.reset(panel),
  };
  stage.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const [touch, mouse] of [["pointerdown", "mousedown"], ["pointermove", "mousemove"], ["pointerup", "mouseup"]]) {
    stage.addEventListener(touch, (event) => event.pointerType === "touch" && panel.plot.over.dispatchEvent(new MouseEvent(mouse, event)));
  }
}

class Figure {
  constructor(holder) {
    this.holder = holder;
    this.spec = JSON.parse(holder.querySelector("script").textContent);
    this.grid = add(holder, "div", { class: "grid" });
    const columns = this.spec.data.map(decode);
    this.panels = this.spec.panels.map((panel) => new Panel(this, { ...panel, height: this.spec.height }, columns));
    holder.style.minHeight = "";
    new ResizeObserver(() => this.grid.clientWidth !== this.wide && this.make()).observe(this.grid);
    this.make();
    this.offerPicture();
  }

  /** Makes all plots again, for the width of the page. */
  make(scale = 1) {
    const { panels, spec, grid } = this;
    const wide = this.wide = grid.clientWidth;
    const columns = wide < 560 ? 1 : Math.min(spec.columns, panels.length);
    grid.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    this.cell = (wide - 22 * (columns - 1)) / columns;
    panels.forEach((panel, k) => panel.make(scale, this.cell, !spec.share || k + columns >= panels.length));
  }

  /** Sets the ends of an axis, of all panels if they share it. */
  show(panel, axis, low, high) {
    const home = panel.spec[axis].high - panel.spec[axis].low;
    const digits = 1e-13 * Math.max(Math.abs(low), Math.abs(high));
    if (!(high - low > digits && high - low > 1e-9 * home && high - low < 1e3 * home)) return;
    if (panel.spec[axis].log && (low < -330 || high > 330)) return; // No number is there.
    const shown = axis === "x" && this.spec.share ? this.panels : [panel];
    for (const one of shown) one.view = { ...one.view, [axis]: { low, high } };
    shown.forEach((one) => one.draw(this.cell));
  }

  reset(panel) {
    const shown = this.spec.share ? this.panels : [panel];
    for (const one of shown) one.view = { x: one.spec.x, y: one === panel ? one.spec.y : one.view.y };
    shown.forEach((one) => one.draw(this.cell));
  }

  /** Returns a picture with title and legends, `scale` times as large as on the page. */
  picture(scale) {
    this.make(scale);
    const outer = this.grid.getBoundingClientRect();
    const canvas = add(document.createElement("div"), "canvas");
    const caption = this.holder.querySelector("figcaption");
    const above = caption ? outer.top - caption.getBoundingClientRect().top : 0;
    Object.assign(canvas, { width: (outer.width + 16) * scale, height: (outer.height + above + 16) * scale });
    const context = canvas.getContext("2d");
    Object.assign(context, { fillStyle: ink("page"), textBaseline: "middle" });
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, scale, (8 - outer.left) * scale, (8 + above - outer.top) * scale);
    const write = (element, color = ink("text")) => {
      const { left, top, height } = element.getBoundingClientRect();
      Object.assign(context, { fillStyle: color, font: getComputedStyle(element).font });
      context.fillText(element.textContent, left, top + height / 2);
    };
    if (caption) write(caption);
    for (const { plot, head, series } of this.panels) {
      const box = plot.ctx.canvas.getBoundingClientRect();
      context.drawImage(plot.ctx.canvas, box.left, box.top, box.width, box.height);
      head.querySelectorAll("strong").forEach((title) => write(title));
      // Names have the colours of their curves.
      series.filter(({ sample, hidden }) => sample && !hidden).forEach(({ sample, color }) => write(sample.nextSibling, tint(color)));
    }
    this.make();
    return canvas;
  }

  /** Adds a button below the figure that saves the picture. */
  offerPicture() {
    add(this.holder, "button", { type: "button", class: "save screen" }, "Save as PNG").addEventListener("click", () => {
      const title = this.holder.querySelector("figcaption")?.textContent || document.title;
      const name = title.trim().replaceAll(/[^\p{L}\p{N}.,-]+/gu, "_").slice(0, 80) || "figure";
      const link = document.createElement("a");
      Object.assign(link, { download: `${name}.png`, href: this.picture(3).toDataURL() });
      link.click();
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
  for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
    watcher.unobserve(target);
    figureOf(target);
  }
}, { rootMargin: "600px" });
holders.forEach((holder) => watcher.observe(holder));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => figures.forEach(({ panels, cell }) => panels.forEach((panel) => panel.draw(cell))));
addEventListener("stiction:film", ({ detail }) => figures.forEach(({ panels }) => panels.forEach((panel) => panel.markTime(detail.time))));
addEventListener("beforeprint", () => {
  document.documentElement.classList.add("print");
  holders.forEach((holder) => figureOf(holder).make(3));
});
addEventListener("afterprint", () => {
  document.documentElement.classList.remove("print");
  figures.forEach((figure) => figure.make());
});
