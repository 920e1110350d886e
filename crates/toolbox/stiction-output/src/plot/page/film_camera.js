// Projection of points in space onto a canvas, and of shapes to figures that can be painted.
//
//   shape in its own axes ── pose ──> world ── camera ──> picture: right, up, towards the reader
//
// Figures are painted from the farthest to the nearest: mechanisms have few and simple parts.
"use strict";

const turn = ([w, i, j, k], [x, y, z]) => {
  const [a, b, c] = [2 * (j * z - k * y), 2 * (k * x - i * z), 2 * (i * y - j * x)];
  return [x + w * a + j * c - k * b, y + w * b + k * a - i * c, z + w * c + i * b - j * a];
};
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a, b, by = 1) => [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => plus([0, 0, 0], a, 1 / (Math.hypot(...a) || 1));

/** Parallel projection along a direction. */
class Camera {
  constructor(flat) {
    this.home = flat ? { around: -Math.PI / 2, above: Math.PI / 2 } : { around: -1.05, above: 0.42 };
    Object.assign(this, this.home, { zoom: 1, shift: [0, 0] });
  }
  reset() { Object.assign(this, this.home, { zoom: 1, shift: [0, 0] }); }
  turnBy(around, above) {
    this.around += around;
    this.above = Math.min(Math.max(this.above + above, -Math.PI / 2), Math.PI / 2);
  }
  /** Fits an extent into a canvas. */
  fit(width, height, { middle, radius }) {
    const [s, c, S, C] = [Math.sin(this.around), Math.cos(this.around), Math.sin(this.above), Math.cos(this.above)];
    this.right = [-s, c, 0];
    this.up = [-c * S, -s * S, C];
    this.near = [c * C, s * C, S];
    this.scale = (this.zoom * 0.46 * Math.min(width, height)) / (radius || 1);
    this.middle = middle;
    this.center = [width / 2 + this.shift[0], height / 2 + this.shift[1]];
  }
  /** Returns the pixels of a point, and its nearness. */
  see(point) {
    const from = minus(point, this.middle);
    return [this.center[0] + this.scale * dot(from, this.right), this.center[1] - this.scale * dot(from, this.up),
      dot(from, this.near)];
  }
}

/** Returns points around the axis z. */
function ring(radius, z, count = 28) {
  const at = (k) => (2 * Math.PI * k) / count;
  return Array.from({ length: count }, (_, k) => [radius * Math.cos(at(k)), radius * Math.sin(at(k)), z]);
}

const prism = (low, high) => [low.toReversed(), high,
  ...low.map((point, k) => [point, low[(k + 1) % low.length], high[(k + 1) % high.length], high[k]])];

/** Flat faces of a shape in its own axes, outlined if `edges` is set. */
const FACES = {
  cuboid({ sizes }) {
    const [x, y, z] = sizes.map((size) => size / 2);
    const at = (z) => [[x, y, z], [-x, y, z], [-x, -y, z], [x, -y, z]];
    return { faces: prism(at(-z), at(z)), edges: true };
  },
  cylinder({ radius, length }) {
    const faces = prism(ring(radius, -length / 2), ring(radius, length / 2));
    return { faces, edges: false, marks: [[[0, 0, length / 2], [radius, 0, length / 2]]] };
  },
  capsule({ radius, length }) {
    const rounds = [-90, -60, -30, 0, 0, 30, 60, 90].map((degrees, k) => {
      const angle = (degrees * Math.PI) / 180;
      const end = ((k < 4 ? -1 : 1) * length) / 2;
      return ring(Math.max(radius * Math.cos(angle), 1e-9), end + radius * Math.sin(angle), 20);
    });
    const faces = rounds.slice(1).flatMap((high, k) => prism(rounds[k], high).slice(2));
    return { faces, edges: false };
  },
  polygon({ corners }) {
    const face = corners.map(([x, y]) => [x, y, 0]);
    const reach = Math.max(...corners.map(([x]) => x));
    return { faces: [face], edges: true, marks: [[[0, 0, 0], [reach, 0, 0]]], flat: true };
  },
};

/** Returns the figures of a shape, each with its distance. */
function figuresOf(shape, made, pose, camera, style) {
  const [position, orientation] = [pose.slice(0, 3), pose.slice(3, 7)];
  const world = (point) => plus(position, turn(orientation, point));
  if (shape.type === "sphere") return [ballOf(shape, world, camera, style)];
  if (shape.type === "line" || shape.type === "points") {
    const at = shape.points.map((point) => camera.see(world(point)));
    const depth = at.reduce((sum, point) => sum + point[2], 0) / at.length;
    return [{ depth, paint: (c) => paintPoints(c, shape.type, at, style) }];
  }
  const light = unit(plus(plus(camera.near, camera.up, 0.9), camera.right, -0.5));
  const painted = made.faces.flatMap((face) => {
    const points = face.map(world);
    const normal = unit(cross(minus(points[1], points[0]), minus(points[2], points[1])));
    if (!made.flat && dot(normal, camera.near) <= 0) return [];
    const at = points.map((point) => camera.see(point));
    const depth = at.reduce((sum, point) => sum + point[2], 0) / at.length;
    const shade = 0.62 + 0.38 * (made.flat ? 1 : Math.max(dot(normal, light), 0));
    return [{ depth, paint: (c) => paintFace(c, at, made.edges, shade, style) }];
  });
  const marks = (made.marks ?? []).map((ends) => {
    const at = ends.map((point) => camera.see(world(point)));
    return { depth: at[0][2] + 1e-3, paint: (c) => paintPath(c, at, style.edge, 1) };
  });
  return [...painted, ...marks];
}

function paintFace(context, at, edges, shade, style) {
  context.beginPath();
  at.forEach(([x, y]) => context.lineTo(x, y));
  context.closePath();
  context.fillStyle = style.fill(shade);
  context.fill();
  Object.assign(context, { strokeStyle: edges ? style.edge : style.fill(shade), lineWidth: edges ? 1.2 : 0.7 });
  context.stroke();
}

function paintPath(context, at, color, width, dashes = []) {
  context.beginPath();
  at.forEach(([x, y]) => context.lineTo(x, y));
  Object.assign(context, { strokeStyle: color, lineWidth: width });
  context.setLineDash(dashes);
  context.stroke();
  context.setLineDash([]);
}

function paintPoints(context, type, at, style) {
  if (type === "line") {
    Object.assign(context, { lineCap: "round", lineJoin: "round" });
    paintPath(context, at, style.edge, 11);
    paintPath(context, at, style.fill(0.9), 8.5);
    Object.assign(context, { lineCap: "butt" });
  }
  context.fillStyle = type === "line" ? style.edge : style.fill(0.8);
  for (const [x, y] of at) {
    context.beginPath();
    context.arc(x, y, type === "line" ? 2.6 : 1.3, 0, 2 * Math.PI);
    context.fill();
  }
}

/** Returns a ball with three great circles, which make its rotation visible. */
function ballOf({ radius }, world, camera, style) {
  const [middle, size] = [camera.see(world([0, 0, 0])), radius * camera.scale];
  const paint = (context) => {
    const glow = context.createRadialGradient(middle[0] - 0.35 * size, middle[1] - 0.45 * size, 0.1 * size,
      middle[0], middle[1], size);
    glow.addColorStop(0, style.fill(1.05));
    glow.addColorStop(1, style.fill(0.68));
    context.beginPath();
    context.arc(middle[0], middle[1], size, 0, 2 * Math.PI);
    Object.assign(context, { fillStyle: glow, strokeStyle: style.edge, lineWidth: 1.2 });
    context.fill();
    context.stroke();
    const circles = [ring(radius, 0, 48), ring(radius, 0, 48).map(([x, y]) => [x, 0, y]),
      ring(radius, 0, 48).map(([x, y]) => [0, x, y])];
    circles.forEach((circle) => {
      const at = [...circle, circle[0]].map((point) => camera.see(world(point)));
      // Only the half in front is drawn.
      let line = [];
      const flush = () => { if (line.length > 1) paintPath(context, line, style.edge, 1); line = []; };
      at.forEach((point) => (point[2] >= middle[2] ? line.push(point) : flush()));
      flush();
    });
  };
  return { depth: middle[2], paint };
}
