// The player of a film: a picture, buttons and a time slider. Stick is green, slip orange.
//
// `data-frame`, `data-time` and `data-modes` of the figure describe the frame that is shown.
"use strict";

const BODIES = ["#4477aa", "#aa7744", "#66aa88", "#8866aa", "#aa5577", "#778844"];
const MODES = { 0: "#888888", 1: "#1a9850", 2: "#f08030", 3: "#d73027" };
const WORDS = ["separated", "sticks", "slips", "unresolved"];
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5];

/** Returns a colour made lighter or darker; 1 leaves it unchanged. */
function shaded(color, by) {
  const parts = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
  const dark = ink("dark") === "1" ? 0.85 : 1;
  const pale = 0.42; // Between the colour and white.
  return `rgb(${parts.map((part) => Math.min(255, Math.round((part + pale * (255 - part)) * by * dark)))})`;
}

class Player {
  /** Takes a figure with its film inside, or a film that was read elsewhere. */
  constructor(holder, read = readFilm(holder.querySelector("script").textContent)) {
    Object.assign(this, { holder, frame: 0, playing: false, speed: 1, forces: true, trails: false, bend: 0 });
    this.take(read);
    this.camera = new Camera(this.flat);
    this.build();
  }

  /** Shows another film; the choices of the reader stay. */
  take({ film, whole }) {
    Object.assign(this, { film, frames: film.times.length, largest: whole.largest, deepest: whole.deepest, extent: whole.view });
    this.parts = partsOf(film).map((part) => ({ ...part, made: FACES[part.shape.type]?.(part.shape) }));
    this.scheme = new Scheme(film, whole.line);
    this.hasSpace = this.parts.length > 0;
    this.flat = this.extent.flat;
    this.follows = this.chosen ?? this.extent.should;
  }
  get view() { return seenAt(this.extent, this.frame, this.follows); }

  build() {
    const names = this.film.bodies.map((body) => body.name).join(", ");
    this.stage = add(this.holder, "div", { class: "stage film-stage", tabindex: 0, role: "img", "aria-roledescription": "film",
      "aria-label": `Film of ${names}, ${round(Number(this.film.times.at(-1).toPrecision(4)))} s` });
    this.canvas = add(this.stage, "canvas");
    const bar = this.bar = add(this.holder, "div", { class: "bar screen" });
    this.button = add(bar, "button", { type: "button", class: "play" }, "Play");
    this.slider = add(bar, "input", { type: "range", min: 0, max: this.frames - 1, step: 1, value: 0, "aria-label": "Time" });
    this.clock = add(bar, "output", { class: "clock" });
    this.choice = add(bar, "select", { "aria-label": "Speed" });
    SPEEDS.forEach((speed) => add(this.choice, "option", { value: speed }, `${round(speed)}×`));
    this.choice.value = 1;
    Object.entries({ forces: "forces", bend: "bristles", trails: "trails", follows: "follow" }).forEach(([key, word]) => this.check(bar, key, word));
    this.words = add(this.holder, "p", { class: "soft modes", "aria-live": "off" });
    const hasKeys = !matchMedia("(pointer: coarse)").matches;
    const turns = this.flat ? "Drag to move" : `Drag to turn${hasKeys ? ", with Shift to move" : ""}`;
    const help = add(this.holder, "p", { class: "soft screen" }, `${this.hasSpace ? `${turns}. ` : ""}Stick is green, slip orange. `);
    // Touch screens hide this part.
    add(help, "span", { class: "keys" }, `Click, then Space plays, the arrow keys step\
${this.hasSpace ? `, + − zoom${this.flat ? "" : ", A D W S turn"}, F follows what moves, 0 resets` : ""}.`);
    this.tellChoices();
    this.listen();
    new ResizeObserver(() => {
      this.width = this.stage.clientWidth;
      this.draw();
    }).observe(this.stage);
    this.show(0);
  }

  /** Shows the choices that apply to this film. */
  tellChoices() {
    const means = {
      forces: this.largest > 0 || this.scheme.height > 0, bend: this.deepest > 0, trails: this.hasSpace, follows: this.hasSpace && this.extent.can,
    };
    for (const box of this.bar.querySelectorAll("[data-does]")) {
      box.parentElement.hidden = !means[box.dataset.does];
      box.checked = Boolean(this[box.dataset.does]);
    }
  }

  check(bar, key, word) {
    const label = add(bar, "label");
    const box = add(label, "input", { type: "checkbox", "data-does": key });
    box.checked = Boolean(this[key]);
    label.append(word);
    box.addEventListener("change", () => {
      this[key] = box.checked;
      if (key === "follows") this.chosen = box.checked;
      this.draw();
    });
  }

  listen() {
    this.button.addEventListener("click", () => this.toggle());
    this.slider.addEventListener("input", () => { this.pause(); this.show(Number(this.slider.value)); });
    this.choice.addEventListener("change", () => { this.speed = Number(this.choice.value); });
    const { stage, camera } = this;
    let drag = null;
    stage.addEventListener("pointerdown", (event) => {
      drag = { x: event.clientX, y: event.clientY };
      stage.setPointerCapture(event.pointerId);
    });
    stage.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      drag = { x: event.clientX, y: event.clientY };
      if (this.flat || event.shiftKey) camera.shift = [camera.shift[0] + dx, camera.shift[1] + dy];
      else camera.turnBy(-dx / 150, dy / 150);
      this.draw();
    });
    ["pointerup", "pointercancel"].forEach((name) => stage.addEventListener(name, () => { drag = null; }));
    stage.addEventListener("dblclick", () => { camera.reset(); this.draw(); });
    stage.addEventListener("wheel", (event) => {
      if (document.activeElement !== stage && !event.ctrlKey) return;
      event.preventDefault();
      camera.zoom *= 1.002 ** -Math.max(Math.min(event.deltaY, 300), -300);
      this.draw();
    }, { passive: false });
    const step = (by) => { this.pause(); this.show(this.frame + by); };
    const look = (act) => { act(); this.draw(); };
    const keys = {
      " ": () => this.toggle(), ArrowLeft: () => step(-1), ArrowRight: () => step(1),
      Home: () => step(-this.frames), End: () => step(this.frames),
      "+": () => look(() => { camera.zoom *= 1.25; }), "-": () => look(() => { camera.zoom /= 1.25; }),
      a: () => look(() => camera.turnBy(-0.1, 0)), d: () => look(() => camera.turnBy(0.1, 0)),
      w: () => look(() => camera.turnBy(0, 0.1)), s: () => look(() => camera.turnBy(0, -0.1)),
      0: () => look(() => camera.reset()),
      f: () => this.bar.querySelector("[data-does=follows]")?.click(),
    };
    stage.addEventListener("keydown", (event) => {
      if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    });
    addEventListener("stiction:time", (event) => {
      if (event.detail.from === this) return;
      this.pause();
      this.show(this.frameAt(event.detail.time));
    });
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.frame >= this.frames - 1) this.frame = 0;
    Object.assign(this, { playing: true, time: this.film.times[this.frame], last: null });
    this.button.textContent = "Pause";
    requestAnimationFrame((now) => this.go(now));
  }
  pause() {
    this.playing = false;
    this.button.textContent = "Play";
  }
  go(now) {
    if (!this.playing) return;
    this.time += this.last === null ? 0 : ((now - this.last) / 1000) * this.speed;
    this.last = now;
    this.show(this.frameAt(this.time));
    if (this.frame >= this.frames - 1) return this.pause();
    requestAnimationFrame((next) => this.go(next));
  }

  /** Returns the last frame that is not after a time. */
  frameAt(time) {
    let [low, high] = [0, this.frames];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.film.times[middle] <= time) low = middle; else high = middle;
    }
    return low;
  }

  show(frame, quiet = false) {
    this.frame = Math.min(Math.max(frame, 0), this.frames - 1);
    this.slider.value = this.frame;
    const time = this.film.times[this.frame];
    this.write(this.clock, `${time.toFixed(Math.max(0, 3 - Math.floor(Math.log10(this.film.times.at(-1) || 1))))} s`);
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    const modes = this.film.laws.filter((law) => law.modes.length > 0);
    const words = (law) => {
      const [mode, ofPad] = [WORDS[law.modes[this.frame]], law.pad && padWords(law.pad, this.frame)];
      // Some points of a slipping pad may still stick.
      return mode === "slips" && ofPad ? ofPad.replace("sticks", "creeps") : mode ?? ofPad;
    };
    const does = this.film.laws.flatMap((law) => (words(law) ? [`${law.name} ${words(law)}`] : []));
    this.write(this.words, does.join(" · "));
    Object.assign(this.holder.dataset, { frame: this.frame, time, modes: modes.map((law) => law.modes[this.frame]).join(" ") });
    this.draw();
    if (!quiet) dispatchEvent(new CustomEvent("stiction:film", { detail: { time, from: this } }));
  }

  /** Writes a text; an unchanged one causes no new layout. */
  write(place, text) {
    if (place.textContent !== text) place.textContent = text;
  }

  draw() {
    this.due ??= requestAnimationFrame(() => { this.due = null; this.drawNow(); });
  }

  /** Returns the colours, read from the page once per scheme (light or dark), because a picture needs them hundreds of times. */
  colors() {
    const dark = ink("dark");
    if (this.palette?.dark === dark) return this.palette;
    const style = (color) => {
      const known = new Map();
      const fill = (by) => {
        // Finer steps are invisible.
        const step = Math.round(200 * by);
        if (!known.has(step)) known.set(step, shaded(color, step / 200));
        return known.get(step);
      };
      return { fill, edge: dark === "1" ? "#0a0c0e" : "#2b2f33" };
    };
    const [bodies, force] = [BODIES.map(style), tint("#5566cc")];
    const modes = Object.fromEntries(Object.entries(MODES).map(([mode, color]) => [mode, tint(color)]));
    const names = ["text", "soft", "mark", "grid", "page"];
    return (this.palette = {
      dark, force, given: style("#909090"), body: (index) => bodies[index % bodies.length], mode: (mode) => modes[mode] ?? force,
      ink: Object.fromEntries(names.map((name) => [name, ink(name)])), text: ink("text"), soft: ink("mark"),
    });
  }

  /** Sets the size of the canvas, and clears it. */
  sized(width, height) {
    const scale = Math.max(devicePixelRatio, 1);
    const context = (this.context ??= this.canvas.getContext("2d"));
    const size = [width, height, scale].join();
    if (size !== this.size) {
      this.size = size;
      Object.assign(this.canvas, { width: width * scale, height: height * scale });
      Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    return context;
  }

  drawNow() {
    const width = (this.width ??= this.stage.clientWidth);
    const high = this.hasSpace ? Math.min(420, Math.max(240, 0.6 * width)) : 0;
    const context = this.sized(width, high + this.scheme.height);
    const colors = this.colors();
    if (this.hasSpace) {
      context.save();
      context.beginPath();
      context.rect(0, 0, width, high);
      context.clip();
      this.camera.fit(width, high, this.view);
      this.drawGround(context, colors);
      if (this.trails) this.drawTrails(context, colors);
      const figures = this.parts.flatMap((part) => this.figure(part, colors));
      figures.push(...this.film.laws.flatMap((law) => this.links(law, colors)));
      figures.sort((a, b) => a.depth - b.depth).forEach((one) => one.paint(context));
      this.film.laws.forEach(({ pad }) => pad && paintPad(context, pad, this.frame, this.camera, colors));
      this.film.laws.forEach((law) => this.drawContact(context, law, colors));
      context.restore();
    }
    this.scheme.draw(context, width, high, this.frame, colors, this.bend && this.deepest > 0 ? 24 / this.deepest : 0);
  }

  figure(part, colors) {
    const style = part.body.prescribed ? colors.given : colors.body(part.index);
    const pose = part.pose(this.frame);
    if (part.shape.type !== "mark") return figuresOf(part.shape, part.made, pose, this.camera, style);
    const [x, y, depth] = this.camera.see(pose.subarray(0, 3));
    const paint = (context) => {
      context.beginPath();
      context.arc(x, y, 7, 0, 2 * Math.PI);
      Object.assign(context, { fillStyle: style.fill(0.9), strokeStyle: style.edge, lineWidth: 1.2 });
      context.fill();
      context.stroke();
    };
    return [{ depth, paint }];
  }

  place(law, k, frame = this.frame) {
    const from = 3 * (frame * law.count + k);
    return law.places.subarray(from, from + 3);
  }

  /** Returns the line of a law between two bodies. */
  links(law, colors) {
    if (law.count !== 2) return [];
    const ends = [0, 1].map((k) => this.camera.see(this.place(law, k)));
    const color = law.modes.length > 0 ? colors.mode(law.modes[this.frame]) : colors.soft;
    return [{ depth: (ends[0][2] + ends[1][2]) / 2, paint: (c) => paintPath(c, zigzag(...ends), color, 1.4) }];
  }

  /** Draws the friction of a joint as a ring. */
  drawJoint(context, law, [x, y], colors) {
    if (law.modes.length === 0) return;
    context.beginPath();
    context.arc(x, y, 8.5, 0, 2 * Math.PI);
    Object.assign(context, { strokeStyle: colors.mode(law.modes[this.frame]), lineWidth: 3.5 });
    context.stroke();
  }

  drawContact(context, law, colors) {
    if (law.count === 0 || law.modes[this.frame] === 0) return;
    const place = this.place(law, 0);
    const at = this.camera.see(place);
    if (law.forces.length === 0 && law.count === 1) return this.drawJoint(context, law, at, colors);
    const color = colors.mode(law.modes[this.frame]);
    if (this.forces && law.forces.length > 0 && this.largest > 0) {
      const force = law.forces.subarray(3 * this.frame, 3 * this.frame + 3);
      paintArrow(context, at, this.camera.see(plus(place, force, (0.45 * this.view.radius) / this.largest)), color);
    }
    // The points of a pad show its mode.
    if (law.modes.length === 0 || law.pad) return;
    if (this.bend && law.deflections.length > 0) {
      const bent = law.deflections.subarray(3 * this.frame, 3 * this.frame + 3);
      const to = this.camera.see(plus(place, bent, (-0.2 * this.view.radius) / this.deepest));
      paintPath(context, [at, to], color, 4);
    }
    context.beginPath();
    context.arc(at[0], at[1], 4.5, 0, 2 * Math.PI);
    Object.assign(context, { fillStyle: color, strokeStyle: colors.ink.page, lineWidth: 1.5 });
    context.fill();
    context.stroke();
  }

  drawTrails(context, colors) {
    for (const part of this.parts) {
      const at = [];
      for (let frame = 0; frame <= this.frame; frame++) at.push(this.camera.see(part.pose(frame).subarray(0, 3)));
      paintPath(context, at, colors.body(part.index).fill(0.8), 1.2);
    }
  }

  /** Draws a grid in the plane z = 0, with a scale. */
  drawGround(context, colors) {
    const { middle, radius } = this.view;
    const step = 10 ** Math.floor(Math.log10(radius));
    const size = radius / step > 5 ? 2 * step : radius / step > 2 ? step : step / 2;
    const [cx, cy] = [Math.round(middle[0] / size) * size, Math.round(middle[1] / size) * size];
    const count = Math.ceil(((this.flat ? 2.6 : 1.3) * radius) / size);
    const reach = count * size;
    context.beginPath();
    const line = (from, to) => {
      context.moveTo(...this.camera.see(from).slice(0, 2));
      context.lineTo(...this.camera.see(to).slice(0, 2));
    };
    for (let k = -count; k <= count; k++) {
      line([cx - reach, cy + k * size, 0], [cx + reach, cy + k * size, 0]);
      line([cx + k * size, cy - reach, 0], [cx + k * size, cy + reach, 0]);
    }
    Object.assign(context, { strokeStyle: colors.ink.grid, lineWidth: 0.8 });
    context.stroke();
    const pixels = size * this.camera.scale;
    paintPath(context, [[12, 10], [12, 14], [12 + pixels, 14], [12 + pixels, 10]], colors.ink.mark, 1);
    Object.assign(context, { fillStyle: colors.ink.soft, font: `11px ${FAMILY}`, textAlign: "left" });
    context.fillText(`${round(Number(size.toPrecision(3)))} m`, 18 + pixels, 17);
  }
}

const players = [...document.querySelectorAll("figure.film")].map((holder) => new Player(holder));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => players.forEach((player) => player.draw()));
