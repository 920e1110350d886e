// Scheme of bodies without a place in space: every body on a line or a shaft has a row, and moves in it to the scale of
// the whole film.
"use strict";

// Height of a row, and of all rows if there are many.
const [ROW, MOST] = [62, 900];
// Names stand left of the bodies, on at most this part of the width; longer ones stand above their rows, if these are high enough.
const [BESIDE, HIGH] = [0.38, 40];
const GAP = 34;
// Number of links side by side that go round other rows.
const DETOURS = 5;

class Scheme {
  /** The positions on lines lie between `low` and `high`. */
  constructor(film, [low, high]) {
    this.film = film;
    this.rows = film.rows.flatMap((index) => {
      const body = film.bodies[index];
      const ports = body.firsts.length / film.times.length;
      return Array.from({ length: ports }, (_, port) => ({ body, index, port, ports }));
    });
    this.low = low;
    this.span = high - low;
    this.row = Math.min(ROW, MOST / this.rows.length);
    this.size = this.row / ROW;
  }
  get height() { return this.rows.length === 0 ? 0 : this.rows.length * this.row + 26; }

  value({ body, port, ports }, frame) { return body.firsts[frame * ports + port]; }

  draw(context, width, top, frame, colors, exaggerated) {
    if (this.rows.length === 0) return;
    Object.assign(context, { font: `11px ${FAMILY}` });
    const longest = Math.max(...this.rows.map((row) => context.measureText(this.name(row)).width));
    const room = Math.min(Math.max(longest, 48), BESIDE * width - GAP);
    this.isAbove = longest > room && this.row >= HIGH;
    this.labels = [];
    const [left, right] = [this.isAbove ? GAP : room + GAP + 4, width - 60];
    const across = (value) => left + (this.span > 0 ? ((value - this.low) / this.span) * (right - left) : (right - left) / 2);
    this.at = this.rows.map((row, k) => {
      const y = top + k * this.row + 34 * this.size;
      return { ...row, place: k, y, x: row.body.turns ? left + 40 : across(this.value(row, frame)) };
    });
    let detours = 0;
    this.film.laws.forEach((law) => {
      const around = right + 27 + 6 * (detours % DETOURS);
      if (this.drawLaw(context, law, frame, colors, exaggerated, [left, around])) detours += 1;
    });
    this.at.forEach((row) => this.drawBody(context, row, frame, colors, [left, right], width));
    if (this.span > 0) this.drawScale(context, across, top + this.rows.length * this.row + 12, colors);
  }

  name({ body, port, ports }) { return ports > 1 ? `${body.name}[${port}]` : body.name; }

  /** Draws a name; `labels` has its place and the part of its width that it gets. */
  drawName(context, row, left, colors, width) {
    // Names that would overlap are left out.
    if (this.row <= 12) return;
    const text = this.name(row);
    Object.assign(context, { font: `11px ${FAMILY}`, fillStyle: colors.text, textAlign: this.isAbove ? "left" : "right" });
    const wide = context.measureText(text).width;
    const [x, y] = this.isAbove ? [4, row.y - 22 * this.size] : [left - GAP, row.y + 4];
    const room = this.isAbove ? width - 8 : x - 4;
    context.fillText(text, x, y, Math.min(wide, room));
    this.labels.push({ text, from: this.isAbove ? x : x - Math.min(wide, room), to: this.isAbove ? x + Math.min(wide, room) : x, share: Math.min(1, room / wide) });
  }

  drawBody(context, row, frame, colors, [left, right], width) {
    const { x, y, body } = row;
    const s = this.size;
    this.drawName(context, row, left, colors, width);
    const style = body.prescribed ? colors.given : colors.body(row.index);
    Object.assign(context, { fillStyle: style.fill(0.95), strokeStyle: style.edge, lineWidth: 1.2 });
    context.beginPath();
    if (body.turns) context.arc(x, y, 19 * s, 0, 2 * Math.PI);
    else context.roundRect(x - 17 * s, y - 15 * s, 34 * s, 30 * s, 4 * s);
    context.fill();
    context.stroke();
    if (!body.turns) return paintPath(context, [[left - 22, y + 19 * s], [right + 22, y + 19 * s]], colors.soft, 0.7, [2, 4]);
    const angle = this.value(row, frame);
    paintPath(context, [[x, y], [x + 19 * s * Math.cos(angle), y - 19 * s * Math.sin(angle)]], style.edge, 2.4 * s);
  }

  /** Draws a law between two rows, between a row and the ground, or pushing at a row. Returns whether it goes round other rows. */
  drawLaw(context, law, frame, colors, exaggerated, [left, around]) {
    const place = (end) => end && this.at.find(({ index, port }) => index === end[0] && port === end[1]);
    const ends = law.ends.map(place);
    const [first, second] = ends.filter(Boolean);
    if (!first) return false;
    const [color, s] = [colors.mode(law.modes[frame]), this.size];
    if (second && Math.abs(first.place - second.place) > 1) {
      const rubs = law.modes.length > 0;
      const way = [[first.x, first.y], [around, first.y], [around, second.y], [second.x, second.y]];
      paintPath(context, way, rubs ? color : colors.soft, rubs ? 2 : 1.4);
      return true;
    }
    if (law.modes.length > 0) {
      const other = second ?? { x: first.x, y: first.y + 19 * s };
      const [low, high] = first.y < other.y ? [first, other] : [other, first];
      const bend = exaggerated * (law.deflections[3 * frame] ?? 0);
      const foot = second ? high.y - 15 * s : high.y;
      for (const shift of [-9 * s, 0, 9 * s]) {
        paintPath(context, [[low.x + shift, low.y + 15 * s], [low.x + shift - bend, foot]], color, 2);
      }
      return false;
    }
    if (second) {
      paintPath(context, zigzag([first.x, first.y], [second.x, second.y]), colors.soft, 1.4);
      return false;
    }
    if (law.kind.includes("Spring") && !first.body.turns) {
      paintPath(context, zigzag([left - 26, first.y], [first.x - 17 * s, first.y]), colors.soft, 1.4);
      paintWall(context, [left - 26, first.y], s, colors);
      return false;
    }
    const force = law.firsts[frame];
    if (!law.largest || first.body.turns) return false;
    const length = (40 * force) / law.largest;
    const from = first.x + Math.sign(length) * 17 * s;
    paintArrow(context, [from, first.y], [from + length, first.y], colors.force);
    return false;
  }

  drawScale(context, across, y, colors) {
    const step = 10 ** Math.floor(Math.log10(this.span));
    const nice = [5, 2, 1].map((by) => by * step).find((size) => size <= this.span / 2) ?? step / 2;
    const [from, to] = [across(this.low), across(this.low + nice)];
    paintPath(context, [[from, y - 4], [from, y], [to, y], [to, y - 4]], colors.soft, 1);
    Object.assign(context, { fillStyle: colors.soft, textAlign: "left", font: `11px ${FAMILY}` });
    context.fillText(`${round(Number(nice.toPrecision(3)))} m`, to + 6, y);
  }
}

/** Draws the wall that holds a spring. */
function paintWall(context, [x, y], s, colors) {
  const top = y - 13 * s;
  paintPath(context, [[x, top], [x, y + 13 * s]], colors.text, 1.6);
  for (let k = 0; k < 4; k += 1) {
    const at = top + (k + 0.5) * 6.5 * s;
    paintPath(context, [[x, at], [x - 5, at + 5 * s]], colors.soft, 1);
  }
}

/** Returns a spring. */
function zigzag([ax, ay], [bx, by], teeth = 9) {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / length) * 6, (dx / length) * 6];
  const inner = Array.from({ length: teeth }, (_, k) => {
    const share = 0.2 + (0.6 * (k + 0.5)) / teeth;
    const side = k % 2 === 0 ? 1 : -1;
    return [ax + share * dx + side * nx, ay + share * dy + side * ny];
  });
  return [[ax, ay], [ax + 0.2 * dx, ay + 0.2 * dy], ...inner, [ax + 0.8 * dx, ay + 0.8 * dy], [bx, by]];
}

function paintArrow(context, from, to, color) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 2) return;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const head = Math.min(8, length);
  const neck = [to[0] - head * ux, to[1] - head * uy];
  paintPath(context, [from, neck], color, 2.2);
  context.beginPath();
  [[to[0], to[1]], [neck[0] - 0.5 * head * uy, neck[1] + 0.5 * head * ux], [neck[0] + 0.5 * head * uy, neck[1] - 0.5 * head * ux]]
    .forEach(([x, y]) => context.lineTo(x, y));
  context.fillStyle = color;
  context.fill();
}
