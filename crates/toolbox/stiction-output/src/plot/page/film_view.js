// Extent of a film in space, and whether the camera follows the motion. `film/extent.rs` has the same rules in Rust.
"use strict";

/** The camera follows a mechanism that takes less than LITTLE of its path at any one time, and shows SHOWN times its size. */
const [LITTLE, SHOWN] = [0.25, 3];

class Box {
  constructor() { [this.low, this.high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]]; }
  take(point, reach) {
    for (let i = 0; i < 3; i++) {
      this.low[i] = Math.min(this.low[i], point[i] - reach);
      this.high[i] = Math.max(this.high[i], point[i] + reach);
    }
  }
  get middle() { return this.low.map((low, i) => (low + this.high[i]) / 2); }
  /** Returns half of its diagonal. */
  get radius() { return Math.hypot(...this.low.map((low, i) => this.high[i] - low)) / 2; }

  takePart({ shape, pose }, frame) {
    const at = pose(frame);
    const position = at.subarray(0, 3);
    const corners = shape.points ?? shape.corners?.map(([x, y]) => [x, y, 0]);
    if (corners) return corners.forEach((point) => this.take(plus(position, turn(at.subarray(3, 7), point)), 0));
    const reach = shape.radius ?? Math.max(0, ...(shape.sizes ?? []).map((size) => size / 2));
    this.take(position, reach + (shape.length ?? 0) / 2);
  }

  /** Includes the places and pads of the laws in a frame. */
  takeLaws(film, frame) {
    for (const { places, count, pad } of film.laws) {
      for (let k = 3 * frame * count; k < 3 * (frame + 1) * count; k += 3) this.take(places.subarray(k, k + 3), 0);
      if (pad) this.take(pad.poses.subarray(7 * frame, 7 * frame + 3), pad.prints[pad.print_of[frame]].reach * pad.scales[frame]);
    }
  }
}

/** Returns the view: the extent of everything, and of the moving bodies frame after frame if the camera follows. Numbers only. */
function viewOf(film, parts) {
  const frames = Array.from(film.times.keys());
  const all = new Box();
  let flat = true;
  for (const part of parts) {
    for (const frame of frames) {
      all.takePart(part, frame);
      const [, , z, , i, j] = part.pose(frame);
      flat &&= z === 0 && i === 0 && j === 0;
    }
    flat &&= ["mark", "polygon", "line", "points"].includes(part.shape.type);
  }
  frames.forEach((frame) => all.takeLaws(film, frame));
  const whole = parts.length > 0 ? { middle: all.middle, radius: Math.max(all.radius, 1e-9) } : { middle: [0, 0, 0], radius: 1e-9 };
  const moves = ({ pose }) => frames.some((frame) => pose(frame).some((number, i) => number !== pose(0)[i]));
  const moving = parts.filter(moves);
  const boxes = moving.length === 0 ? [] : frames.map((frame) => {
    const box = new Box();
    moving.forEach((part) => box.takePart(part, frame));
    box.takeLaws(film, frame);
    return box;
  });
  const size = boxes.reduce((most, box) => Math.max(most, box.radius), 0);
  const can = size > 0;
  const should = can && size < LITTLE * whole.radius;
  return { flat, whole, can, should, radius: Math.min(SHOWN * size, whole.radius), middles: boxes.map((box) => box.middle) };
}

function seenAt({ whole, can, radius, middles }, frame, follows) {
  return follows && can ? { middle: middles[frame], radius } : whole;
}
